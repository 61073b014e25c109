// Computes the set of outcomes of several contacts (carom_spread in carom/systems.h): velocities of the contacts and,
// if known, the generalized speeds.
#ifndef CAROM_MAP_PICTURE_IMPACT_OUTCOMES_H
#define CAROM_MAP_PICTURE_IMPACT_OUTCOMES_H

#include <stdio.h>

#include "carom/systems.h"
#include "mods/scenario/system.h"

typedef struct carom_impact_outcomes {
    carom_spread drawn;
    int draws;
    int speeds;                                                 // 0 if not known
    double *u_before, *u_least, *u_lowest, *u_highest, *u_most; // ranges of speeds, as in `drawn`
    double *gain; // speeds x 2 nc: change of a speed per unit of each impulse
    void *memory;
} carom_impact_outcomes;

// Samples outcomes; `words` is a number such as "1000", or "1000,7" with a seed. On failure returns false and fills in
// `refusal`; nothing needs to be freed.
bool carom_impact_outcomes_ask(carom_problem *problem, const char *words, carom_impact_outcomes *set,
                               carom_error *refusal);
void carom_impact_outcomes_free(carom_impact_outcomes *set);

json_t *carom_impact_outcomes_json(const carom_problem *problem, const carom_impact_outcomes *set);

// Prints text: one row per velocity, before and after, by the bound and by the samples.
void carom_impact_outcomes_print(FILE *file, const carom_problem *problem, const carom_impact_outcomes *set);

#endif
