// What hits, as a picture shows it: outlines in their places, where they touch, how each body moves before and after.
// carom_scenario_scene (scenario.h) makes a scene of a file, carom_draw_scene (draw.h) draws it.
#ifndef CAROM_SCENE_H
#define CAROM_SCENE_H

#include "carom/base.h"

CAROM_BEGIN

typedef enum carom_outline {
    CAROM_OUTLINE_NONE,      // only its centre is known
    CAROM_OUTLINE_GYRATION,  // size[0] is its radius of gyration: how its mass is spread, not its outline
    CAROM_OUTLINE_ROD,       // size[0]: its length, along its first axis
    CAROM_OUTLINE_DISC,      // size[0]: its radius
    CAROM_OUTLINE_RECTANGLE, // size: its sides along its first two axes
    CAROM_OUTLINE_SPHERE,    // size[0]: its radius
    CAROM_OUTLINE_BOX,       // size: its sides along its axes
    CAROM_OUTLINE_ELLIPSOID, // size: its semi-axes, along its axes
    CAROM_OUTLINE_PIN,       // a point that cannot move
    CAROM_OUTLINE_GROUND     // does not yield: all behind its centre, its first axis points out of it; size[0] is the
                             // length to show, 0: as much as is seen
} carom_outline;

typedef struct carom_scene_body {
    const char *name; // lives as long as what the scene was made of; NULL: none
    carom_outline outline;
    double size[3];              // m
    double centre[3];            // of mass, m
    double axes[3][3];           // column k: its axis k in the world
    double velocity[3], spin[3]; // before, m/s and rad/s
    double velocity_after[3], spin_after[3];
} carom_scene_body;

// A contact beside the first: where it is, its normal of length 1, the impulse on A in the world's axes, who gets it.
typedef struct carom_scene_contact {
    double point[3], normal[3], impulse[3];
    int struck; // -1: none of the bodies
} carom_scene_contact;

enum { CAROM_SCENE_ROOM = 64 };

typedef struct carom_scene {
    int dim;                    // 2: only x and y count
    double point[3], normal[3]; // where they touch; from B to A, of length 1
    double impulse[3];          // on A, N s, in the world's axes
    int struck;                 // the body that gets it; -1: none of them
    int count;
    carom_scene_body body[CAROM_SCENE_ROOM]; // A and B first
    int touches;                             // contacts beside the one above, where several share an impact
    carom_scene_contact touch[CAROM_SCENE_ROOM];
} carom_scene;

CAROM_END

#endif
