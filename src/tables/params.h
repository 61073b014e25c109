// Functions for coefficients that the laws share.
#ifndef CAROM_SRC_PARAMS_H
#define CAROM_SRC_PARAMS_H

#include <stdbool.h>

#include "carom/carom.h"
#include "carom/law.h"
#include "tables/counts.h"

// Returns whether carom_params_default() of these headers initialised the struct. Other structs are rejected.
static inline bool carom_marked(const carom_params *p) {
    return p->mark == carom_params_layout();
}

// The position and the kind of the member of carom_params for each number of carom_param, 0 .. CAROM_PARAM_FIELDS - 1.
typedef struct carom_param_field {
    unsigned short offset;
    unsigned char kind; // a carom_param_kind
} carom_param_field;
enum {
#define CAROM_PARAM(number, ...) CAROM_FIELD_AT_##number,
#include "tables/params.def"
#undef CAROM_PARAM
    CAROM_PARAM_FIELDS
};
extern const carom_param_field carom_param_fields[CAROM_PARAM_FIELDS];

// Return the description of a member of carom_params by number, and its number by name; NULL or CAROM_PARAM_NONE if
// there is none.
const carom_coefficient *carom_member_at(int number);
carom_param carom_member_find(const char *name);

// Fills in the defaults of the law's coefficients that were omitted.
struct carom_law;
void carom_params_fill(const struct carom_law *law, carom_params *params);

// Returns whether the law has coefficients without a member of carom_params.
bool carom_has_own(const struct carom_law *law);

// Returns whether carom_params_fill would change nothing.
bool carom_params_full(const struct carom_law *law, const carom_params *params);

// Returns the symbol of a coefficient in a formula, or its name if a user's law gives it no symbol.
static inline const char *carom_param_symbol(const carom_coefficient *row) {
    return row->symbol && *row->symbol ? row->symbol : row->name;
}

// Returns the friction that holds a contact without slip.
static inline double carom_mu_static(const carom_params *p) {
    return p->mu_static == CAROM_SAME_AS_MU ? p->mu : p->mu_static;
}

static inline bool carom_rests(const carom_params *p, double vn) {
    return vn > -p->rest_speed;
}

// Removes restitution from the coefficients of a contact that approaches so slowly that it counts as resting.
static inline void carom_rest(carom_params *p) {
    p->e = 0.0;
}

#endif
