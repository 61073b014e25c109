// What the laws share about parameters.
#ifndef CAROM_SRC_PARAMS_H
#define CAROM_SRC_PARAMS_H

#include <stdbool.h>

#include "base/counts.h"
#include "carom/params.h"

// Made by carom_default_params() of these headers; anything else is not looked into.
static inline bool carom_marked(const carom_params *p) {
    return p->mark == carom_params_layout();
}

// Of a table of a law's own parameters, which ends with a row without a name: the row of a number, or NULL; and the
// defaults of what was left out. A row of params.def may stand in it too, by its name and number, told anew: with
// another range and meaning, and with a default where params.def has none. Where its number stands stays as it is.
const carom_param_info *carom_own_at(const carom_param_info *own, int number);
void carom_own_fill(const carom_param_info *own, carom_params *params);

// Has every place of such a table a number, so that carom_own_fill would change nothing?
bool carom_own_given(const carom_param_info *own, const carom_params *params);

// What stands for a parameter in a formula: a program's own law may give it no symbol.
static inline const char *carom_param_symbol(const carom_param_info *row) {
    return row->symbol && *row->symbol ? row->symbol : row->name;
}

// The friction that holds a stopped slip.
static inline double carom_mu_static(const carom_params *p) {
    return p->mu_static == CAROM_SAME_AS_MU ? p->mu : p->mu_static;
}

// Every normal restitution there is; a law that reads one also reads rest_speed.
#define CAROM_RESTITUTIONS (CAROM_PARAM_BIT(e) | CAROM_PARAM_BIT(e_n) | CAROM_PARAM_BIT(r_n))

static inline bool carom_rests(const carom_params *p, double vn) {
    return vn > -p->rest_speed;
}

// The parameters of a contact that approaches so slowly that the caller calls it resting.
static inline void carom_rest(carom_params *p) {
    p->e = p->e_n = p->r_n = 0.0;
}

#endif
