// A scenario: an impact told by what hits, and the memory it lives in.
#ifndef CAROM_SCENARIO_SCENARIO_H
#define CAROM_SCENARIO_SCENARIO_H

#include "carom/carom.h"

typedef enum carom_scenario_kind {
    CAROM_SCENARIO_PLANE,
    CAROM_SCENARIO_SPACE,
    CAROM_SCENARIO_CHAIN,
    CAROM_SCENARIO_MECHANISM
} carom_scenario_kind;

typedef struct carom_scenario {
    carom_scenario_kind kind;
    carom_planar_pair plane;   // PLANE
    carom_pair space;          // SPACE
    carom_chain chain;         // CHAIN
    carom_mechanism mechanism; // CHAIN and MECHANISM
    carom_delassus delassus;   // CHAIN and MECHANISM
    int colliding;             // which contact the problem is about
    const char **names;        // of the bodies or links
    double *scratch;           // of a chain or mechanism: speeds, constraints + 1 and contact rows, for its report
    void *blocks[12];          // memory it owns
    int block_count;
} carom_scenario;

// Memory that lives as long as the scenario; zeros.
// NULL where there is no memory, or more is asked for than a problem may have.
void *carom_scenario_room(carom_scenario *scenario, size_t count, size_t size);

void carom_scenario_free(carom_scenario *scenario);

#endif
