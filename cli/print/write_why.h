// What decides an impact, as JSON.
#ifndef CAROM_CLI_WRITE_WHY_H
#define CAROM_CLI_WRITE_WHY_H

#include "carom/explain.h"
#include "carom/geometry.h"
#include "mods/scenario/write.h"

// "W", "v", "directions", critical friction, "class", and in the plane "newton_poisson" and "energy_form", as far as they
// are defined here.
json_t *carom_why_json(const carom_problem *problem, const carom_critical *critical);

// One law's mode and its reason; and a law's coefficients, what they are ratios of.
json_t *carom_verdict_json(const carom_problem *problem, const carom_answer *answer, double ratio, const char *why);
json_t *carom_coefficients_json(const carom_law *law);

json_t *carom_forces_json(int dim, const double b[3], const carom_contact_forces *forces);

// Adds to an answer "all", every outcome as carom_answer_json with "given", "kept" and "index" (null: none), and
// "selected", the place of the one given.
void carom_alternatives_json(json_t *answer, const carom_problem *problem, const carom_alternative *list, int count);

// Adds to an answer "jac": "smooth", "margin", and rows of dP by "v", by "W" (upper triangle row by row, W_ij and W_ji
// together) and by each of "params"; null where the law has none. `status` and `jac` are those of carom_collide_jacobian.
void carom_jac_json(json_t *answer, const carom_problem *problem, carom_status status, const carom_jacobian *jac);

// The same for people: whether there are any, and in words what they are or why not. Then dP by the k-th number it depends on, and that number's name, "v_n", "W_nt", "mu"; false past the
// last. And the name of an axis: "n", "t" or "t1".
enum { CAROM_JAC_LABEL = 112 };
bool carom_jacobian_text(const carom_problem *problem, carom_status status, const carom_jacobian *jac,
                         char said[CAROM_JAC_LABEL]);
bool carom_jac_row(const carom_law *law, const carom_jacobian *jac, int dim, int k, char said[CAROM_JAC_LABEL],
                   double dP[3]);
const char *carom_axis_word(int dim, int i);

#endif
