// Writes all solutions of an impact, and its derivatives.
#ifndef CAROM_CLI_WRITE_WHY_H
#define CAROM_CLI_WRITE_WHY_H

#include "carom/explain.h"
#include "carom/geometry.h"
#include "mods/scenario/write.h"

// Adds "solutions" to an answer: every outcome as in carom_answer_json, with "returned", "stable" and "index" (null if
// there is none). Also adds "selected", the position of the outcome that the law returns.
void carom_alternatives_json(json_t *answer, const carom_problem *problem, const carom_alternative *list, int count);

// Adds "jac" to an answer: "smooth", "margin", "error", and rows of derivatives of P. The variables are "v", "W" (upper triangle
// row by row, W_ij and W_ji together) and each of "params". Members are null if the law has no derivatives. `status`
// and `jac` are those of carom_collide_jacobian.
void carom_jac_json(json_t *answer, const carom_problem *problem, carom_status status, const carom_jacobian *jac);

// The first writes as text whether there are derivatives, or why not. The second returns the name of the k-th number
// ("v_n", "W_nt" or "mu") and the derivative of P with respect to it. It returns false past the last. The third returns
// the name of an axis: "n", "t" or "t1".
enum { CAROM_JAC_LABEL = 112 };
bool carom_jacobian_text(const carom_problem *problem, carom_status status, const carom_jacobian *jac,
                         char said[CAROM_JAC_LABEL]);
bool carom_jac_row(const carom_law *law, const carom_jacobian *jac, int dim, int k, char said[CAROM_JAC_LABEL],
                   double dP[3]);
const char *carom_axis_word(int dim, int i);

#endif
