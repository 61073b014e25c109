// Writes the set of impulses that a law reaches, as JSON, CSV and text.
#ifndef CAROM_CLI_REACH_WRITE_H
#define CAROM_CLI_REACH_WRITE_H

#include <stdio.h>

#include "carom/geometry.h"
#include "mods/scenario/problem.h"
#include "papers/letters.h"

// Holds one law, the coefficients that are varied, and the result.
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

// Computes the set that a law reaches over its own coefficients, except those given, which are held.
carom_status carom_reach_row_of(const carom_reach_question *q, const carom_law *law, carom_reach_row *r);

const char *carom_reach_name(const carom_reach_row *r, int k);            // name of a coefficient
const char *carom_reach_kind(const carom_reach_row *r, int dim);          // "a curve"
void carom_reach_over(const carom_reach_row *r, char *text, size_t size); // such as "e from 0 to 1"

// The first returns one law with its outline and impulses as JSON, or all laws of the core if `one` is NULL. The second
// writes one law as CSV.
json_t *carom_reach_json(const carom_reach_question *q, const carom_reach_row *one);
void carom_reach_csv(const carom_reach_question *q, const carom_reach_row *r, FILE *file);

#endif
