// Holds the bodies of a scenario and their memory.
#ifndef CAROM_SCENARIO_BODIES_H
#define CAROM_SCENARIO_BODIES_H

#include "carom/scenario.h"

// The appearance of a body in the file.
typedef struct carom_looks {
    carom_outline outline;
    double size[3];
    bool turned;  // an angle is given
    double angle; // angle of its first side, rad
} carom_looks;

typedef struct carom_bodies {
    carom_scenario_kind kind;
    carom_planar_pair plane;   // PLANE
    carom_pair space;          // SPACE
    carom_looks looks[2];      // PLANE and SPACE
    carom_looks *look;         // BODIES: one each
    carom_chain chain;         // CHAIN
    carom_assembly assembly;   // BODIES
    carom_mechanism mechanism; // CHAIN, MECHANISM and BODIES
    carom_delassus delassus;   // the same
    bool planted;              // some contacts are constraints
    int colliding;             // index of the contact that the problem is about
    const char **names;        // of the bodies or links
    void *room;                // memory of the mechanism of an assembly
    size_t room_bytes;
    void *blocks[16]; // memory that it owns
    int block_count;
} carom_bodies;

// Allocates zeroed memory that lives as long as the bodies. Returns NULL if there is not enough, or more than a problem
// may use.
void *carom_bodies_room(carom_bodies *bodies, size_t count, size_t size);

// Returns true if the normal between two bodies seems reversed (carom/bodies.h); always false for other scenarios.
bool carom_bodies_look_reversed(const carom_bodies *bodies);

// Frees the bodies and their memory.
void carom_bodies_clear(carom_bodies *bodies);
void carom_bodies_free(carom_bodies *bodies);

#endif
