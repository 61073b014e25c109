// What a law reaches, as JSON and CSV, and its words.
#ifndef CAROM_CLI_REACH_WRITE_H
#define CAROM_CLI_REACH_WRITE_H

#include <stdio.h>

#include "carom/geometry.h"
#include "mods/scenario/problem.h"
#include "papers/letters.h"

// One law, what it is asked over, and what came of it.
typedef struct carom_reach_row {
    const carom_law *law;
    carom_reach_range own[CAROM_MAX_REACH_RANGES];
    int count;
    carom_reach reach;
} carom_reach_row;

typedef struct carom_reach_question {
    const carom_problem *problem;
    carom_named_points letters;
    carom_extent extent;
    carom_cover *cover;
} carom_reach_question;

// Asks a law over its own coefficients, those given held.
carom_status carom_reach_row_of(const carom_reach_question *q, const carom_law *law, carom_reach_row *r);

const char *carom_reach_name(const carom_reach_row *r, int k);            // of a coefficient
const char *carom_reach_kind(const carom_reach_row *r, int dim);          // "a curve"
void carom_reach_over(const carom_reach_row *r, char *text, size_t size); // "e from 0 to 1"

// One law with its outline and impulses, or all laws of the core.
json_t *carom_reach_json(const carom_reach_question *q, const carom_reach_row *one);
void carom_reach_csv(const carom_reach_question *q, const carom_reach_row *r, FILE *file);

#endif
