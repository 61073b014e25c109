// Resolves simultaneous impacts: one contact by the law of the scene, several by its rule.
#ifndef CAROM_SRC_MOTION_IMPACT_H
#define CAROM_SRC_MOTION_IMPACT_H

#include "motion/touching.h"

// Largest number of contacts that a method solves at once.
enum { CAROM_METHOD_TOUCHING = 8 };

// Forces of the contacts in the last step, N, in the directions of carom_site_frame.
typedef struct carom_held {
    int count, plane[CAROM_MAX_TOUCHING], feature[CAROM_MAX_TOUCHING];
    double force[CAROM_MAX_TOUCHING][3];
} carom_held;

typedef struct carom_bounce {
    const carom_motion_scene *scene;
    const carom_touching *list;
    double rest_speed, cut;
    const carom_law *law;
    double plastic_step; // s; nonzero in a step of a stepped phase, without restitution, whose hits are not stored
    carom_held *held;    // where each step begins and what it leaves to the next; NULL in an impact
    carom_pose pose;     // before; `state` becomes the state after
    void *memory;        // memory of the method
    size_t bytes;        //
    carom_motion_hit *hit;
    int room, hits; // space for hits, and number of hits
    int orders;     // number of orders of impacts that the rule "mean" followed
    bool tie, together;
    double slow_speed; // speed after the fastest approach below rest_speed if restitution acted on it; 0: none
    double slow_e;     // coefficient of restitution of that approach
    int slow_site;
} carom_bounce;

// Resolves all contacts of the list by the law or rule of the scene. Returns CAROM_TRUNCATED if there is no space for
// the hits. Any other status that is not CAROM_CLASS_OK is that of the law. The state is then not changed.
carom_status carom_bounce_resolve(carom_bounce *bounce);

// Resolves by the rule "fastest" instead of the rule of the scene.
carom_status carom_bounce_fastest(carom_bounce *bounce);

// Resolves all contacts together without restitution.
carom_status carom_bounce_plastic(carom_bounce *bounce);

// Computes the same from this state: changes its velocity and spin, and fills the impulse of each contact in world
// axes. Returns CAROM_NOT_CONVERGED if the sweeps do not end.
carom_status carom_plastic_solve(carom_bounce *bounce, carom_motion_state *state, double impulse[][3]);

// Returns the normal restitution that a law reads.
double carom_law_restitution(const carom_law *law, const carom_params *params);

const carom_params *carom_plane_params(const carom_motion_scene *scene, int plane);

// Returns the coefficients without restitution. A law without mu has no friction.
carom_params carom_plastic_params(const carom_bounce *bounce, const carom_params *given);

// Returns the bytes that the method of the scene needs; 0 if it has none.
size_t carom_bounce_memory(const carom_motion_scene *scene);

// Returns the speed at which a contact may close without a hit.
double carom_site_slack(const carom_bounce *bounce, int site);

// Resolves one hit at a contact: fills it and changes velocity and spin.
carom_status carom_hit_resolve(carom_bounce *bounce, int site, carom_motion_state *state, carom_motion_hit *hit);

// Computes the directions n, t (and t2) of a contact in world axes.
void carom_site_frame(const carom_motion_scene *scene, const carom_site *site, double frame[3][3]);

#endif
