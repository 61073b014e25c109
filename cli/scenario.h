// A scenario: an impact told by what hits. It gives a problem its W and v, and an answer its bodies.
#ifndef CAROM_CLI_SCENARIO_H
#define CAROM_CLI_SCENARIO_H

#include <stdio.h>

#include "carom/carom.h"
#include "cli/place.h"
#include "cli/problem.h"

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

// Does this document tell a scenario, not a W and a v?
bool carom_scenario_is(const json_t *document);

// Reads a scenario into the problem: its id, law, parameters, W, v, and problem->scenario. `source` is the text the
// document was read from. Names are borrowed from the document. carom_problem_free lets go of the rest.
bool carom_scenario_read(carom_problem *problem, const json_t *document, carom_source source, carom_refusal *refusal);
void carom_scenario_free(carom_scenario *scenario);

// What the impulse P at the colliding contact makes of the bodies, added to a JSON answer or as words for people.
void carom_scenario_json(const carom_scenario *scenario, const carom_outcome *outcome, json_t *object);
void carom_scenario_report(FILE *file, const carom_scenario *scenario, const carom_outcome *outcome);

#endif
