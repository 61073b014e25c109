// What hits, as a scenario tells it, and the memory it lives in.
#ifndef CAROM_SCENARIO_BODIES_H
#define CAROM_SCENARIO_BODIES_H

#include "carom/scenario.h"

// How a file says a body looks.
typedef struct carom_looks {
    carom_outline outline;
    double size[3];
    bool turned;  // an angle is told
    double angle; // of its first side, rad
} carom_looks;

typedef struct carom_bodies {
    carom_scenario_kind kind;
    carom_planar_pair plane;   // PLANE
    carom_pair space;          // SPACE
    carom_looks looks[2];      // PLANE and SPACE
    carom_looks *look;         // BODIES: of each
    carom_chain chain;         // CHAIN
    carom_assembly assembly;   // BODIES
    carom_mechanism mechanism; // CHAIN, MECHANISM and BODIES
    carom_delassus delassus;   // the same
    int colliding;             // which contact the problem is about
    const char **names;        // of the bodies or links
    double *scratch;           // of a chain or mechanism: speeds, constraints + 1 and contact rows, for its report
    void *room;                // of the mechanism that an assembly makes
    size_t room_bytes;
    void *blocks[16]; // memory it owns
    int block_count;
} carom_bodies;

// Memory that lives as long as the bodies; zeros. NULL where there is no memory, or more is asked for than a problem may have.
void *carom_bodies_room(carom_bodies *bodies, size_t count, size_t size);

// Two bodies whose normal looks reversed (carom/bodies.h); nothing is known of the others.
bool carom_bodies_look_reversed(const carom_bodies *bodies);

// Gives back what they hold, and themselves.
void carom_bodies_clear(carom_bodies *bodies);
void carom_bodies_free(carom_bodies *bodies);

#endif
