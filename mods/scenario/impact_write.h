// Writes the result of several contacts as JSON, in the format of the golden files.
#ifndef CAROM_SCENARIO_IMPACT_WRITE_H
#define CAROM_SCENARIO_IMPACT_WRITE_H

#include "mods/scenario/impact_problem.h"

typedef struct carom_impact_answer {
    carom_status status;
    carom_system_result outcome; // its arrays are in `memory`
    void *memory;
    carom_error refusal; // explains why there is no outcome
} carom_impact_answer;

// Returns the answer as JSON and frees its memory.
json_t *carom_impact_answer_json(const carom_impact_problem *problem, const carom_law *method,
                                 carom_impact_answer *answer);

// Returns W, and the effect of the stated impulse on the speeds.
json_t *carom_impact_delassus_json(const carom_impact_problem *problem);

// Writes the modes, such as "stick|slip+|open".
void carom_impact_modes(const carom_mode *mode, int nc, char *text, size_t size);

#endif
