// The outcome of several contacts as JSON, in the shape of the golden files, and as words.
#ifndef CAROM_CLI_IMPACT_ANSWER_H
#define CAROM_CLI_IMPACT_ANSWER_H

#include <stdio.h>

#include "mods/scenario/impact_problem.h"

typedef struct carom_impact_answer {
    carom_status status;
    carom_many_outcome outcome; // its arrays lie in `memory`
    void *memory;
    carom_misreading refusal; // its sentence is filled whenever there is no outcome
} carom_impact_answer;

// Asks the method; gives `answer` its memory back with carom_impact_answer_free.
void carom_impact_ask(carom_impact_problem *problem, const carom_method *method, carom_impact_answer *answer);
void carom_impact_answer_free(carom_impact_answer *answer);

json_t *carom_impact_answer_json(const carom_impact_problem *problem, const carom_method *method,
                                 const carom_impact_answer *answer);

// W, and what the stated impulse does to the speeds.
json_t *carom_impact_delassus_json(const carom_impact_problem *problem);

int carom_impact_exit(const carom_impact_answer *answer, bool strict);

// For people: one row a contact, then the whole.
void carom_impact_report(FILE *file, const carom_impact_problem *problem, const carom_method *method,
                         const carom_impact_answer *answer);

// "stick|slip+|open"
void carom_impact_modes(const carom_mode *mode, int nc, char *text, size_t size);

#endif
