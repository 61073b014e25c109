// What came of several contacts, as JSON in the shape of the golden files.
#ifndef CAROM_SCENARIO_IMPACT_WRITE_H
#define CAROM_SCENARIO_IMPACT_WRITE_H

#include "mods/scenario/impact_problem.h"

typedef struct carom_impact_answer {
    carom_status status;
    carom_system_result outcome; // its arrays lie in `memory`
    void *memory;
    carom_error refusal; // its sentence is filled whenever there is no outcome
} carom_impact_answer;

// The answer's memory is given back.
json_t *carom_impact_answer_json(const carom_impact_problem *problem, const carom_law *method,
                                 carom_impact_answer *answer);

// W, and what the stated impulse does to the speeds.
json_t *carom_impact_delassus_json(const carom_impact_problem *problem);

// "stick|slip+|open"
void carom_impact_modes(const carom_mode *mode, int nc, char *text, size_t size);

#endif
