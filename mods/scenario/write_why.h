// What decides an impact, as JSON.
#ifndef CAROM_SCENARIO_WRITE_WHY_H
#define CAROM_SCENARIO_WRITE_WHY_H

#include "mods/scenario/write.h"

// Adds "class", and in the plane "newton_poisson" and "energy_form", as far as they are defined here.
void carom_why_json(const carom_problem *problem, json_t *object);

json_t *carom_forces_json(int dim, const double b[3], const carom_contact_forces *forces);

// Every outcome: as carom_answer_json, with "given" and "kept".
json_t *carom_alternatives_json(const carom_problem *problem, const carom_alternative *list, int count);

#endif
