// The set of outcomes of several contacts (carom_spread in carom/systems.h): of the contacts' velocities and of the speeds, if they are
// known.
#ifndef CAROM_MAP_PICTURE_IMPACT_OUTCOMES_H
#define CAROM_MAP_PICTURE_IMPACT_OUTCOMES_H

#include <stdio.h>

#include "carom/systems.h"
#include "mods/scenario/impact_problem.h"

typedef struct carom_impact_outcomes {
    carom_spread drawn;
    int draws;
    int speeds;                                                 // 0: not known
    double *u_before, *u_least, *u_lowest, *u_highest, *u_most; // of each speed, as the velocities' in `drawn`
    double *gain; // speeds x 2 nc: what a unit of each impulse makes of a speed
    void *memory;
} carom_impact_outcomes;

// Draws; "1000", or "1000,7" with a seed. False and a refusal where there is none, and nothing to give back.
bool carom_impact_outcomes_ask(carom_impact_problem *problem, const char *words, carom_impact_outcomes *set,
                               carom_error *refusal);
void carom_impact_outcomes_free(carom_impact_outcomes *set);

json_t *carom_impact_outcomes_json(const carom_impact_problem *problem, const carom_impact_outcomes *set);

// For people: one row a velocity, before and after, by the bound and by the draws.
void carom_impact_outcomes_print(FILE *file, const carom_impact_problem *problem, const carom_impact_outcomes *set);

#endif
