// What is not a contact, and what is not a parameter of this law.
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/eigen.h"
#include "base/missing.h"
#include "base/params.h"
#include "base/rank.h"
#include "base/speed.h"
#include "base/systems.h"
#include "collide/ordinary.h"
#include "collide/validate.h"

// Impulses are quotients of these: beyond 1e+-140 an impulse, times a few digits, leaves the range of a double.
static bool in_scale(double largest) {
    return largest == 0.0 || (largest >= 1e-140 && largest <= 1e140);
}

static carom_status validate_numbers(const carom_contact *c) {
    double fastest = 0.0, lightest = 0.0;
    for (int i = 0; i < c->dim; i++) {
        if (!isfinite(c->v[i])) return CAROM_NOT_FINITE;
        fastest = fabs(c->v[i]) > fastest ? fabs(c->v[i]) : fastest;
        for (int j = 0; j < c->dim; j++) {
            if (!isfinite(c->W[i][j])) return CAROM_NOT_FINITE;
            lightest = fabs(c->W[i][j]) > lightest ? fabs(c->W[i][j]) : lightest;
        }
    }
    return in_scale(fastest) && in_scale(lightest) ? CAROM_OK : CAROM_OVERFLOW;
}

static double mean_of(const carom_contact *c, int i, int j) {
    return 0.5 * (c->W[i][j] + c->W[j][i]);
}

// How far the least eigenvalue of the correlations r_ij = W_ij / sqrt(W_ii W_jj) lies below zero; 0 where rounding of double
// precision explains it. Without eigenvalues: every r_ij in [-1, 1], and in space
//   1 + 2 r12 r13 r23 - r12^2 - r13^2 - r23^2 >= 0.
// In the plane that sum is 1 - r12^2, not below -2 CAROM_DOUBLE_PRECISION for such r: nothing is left to ask. Hence 4 below.
static double indefinite_by(const carom_contact *c) {
    double r[3][3] = {{1.0}}, values[3], vectors[3][3];
    bool fine = true;
    for (int i = 0; i < c->dim; i++) {
        r[i][i] = 1.0;
        for (int j = 0; j < i; j++) {
            const double most = sqrt(c->W[i][i]) * sqrt(c->W[j][j]), w = mean_of(c, i, j);
            if (!(fabs(w) <= most * (1.0 + CAROM_DOUBLE_PRECISION))) fine = false;
            r[i][j] = r[j][i] = w == 0.0 ? 0.0 : w / most;
        }
    }
    if (c->dim == 2) return fine ? 0.0 : fabs(r[1][0]) - 1.0;
    const double det =
        1.0 + 2.0 * r[1][0] * r[2][0] * r[2][1] - r[1][0] * r[1][0] - r[2][0] * r[2][0] - r[2][1] * r[2][1];
    if (fine && det >= -4.0 * CAROM_DOUBLE_PRECISION) return 0.0;
    carom_eigen(3, (const double(*)[3])r, values, vectors);
    return -values[2];
}

static carom_status validate_matrix(const carom_contact *c) {
    for (int i = 0; i < c->dim; i++)
        if (!(c->W[i][i] >= 0.0)) return CAROM_NOT_PSD;
    for (int i = 0; i < c->dim; i++) {
        for (int j = 0; j < i; j++) {
            const double size = fmax(sqrt(c->W[i][i]) * sqrt(c->W[j][j]), fabs(c->W[i][j]));
            if (!(fabs(c->W[i][j] - c->W[j][i]) <= CAROM_SINGLE_PRECISION * size)) return CAROM_NOT_SYMMETRIC;
        }
    }
    return indefinite_by(c) <= CAROM_SINGLE_PRECISION ? CAROM_OK : CAROM_NOT_PSD;
}

carom_status carom_contact_validate(const carom_contact *contact) {
    if (!contact) return CAROM_NULL_POINTER;
    if (contact->dim != 2 && contact->dim != 3) return CAROM_BAD_DIM;
    const carom_status status = validate_numbers(contact);
    return status == CAROM_OK ? validate_matrix(contact) : status;
}

const carom_param_info *carom_law_param(const carom_law *law, int number) {
    const carom_param_info *own = law && law->own ? carom_own_at(law->own, number) : NULL;
    return own ? own : carom_param_at(number);
}

const carom_tell *carom_law_tell(const carom_law *law, int index) {
    if (!law || !law->code || !law->code->tells || index < 0) return NULL;
    const carom_tell *tell = law->code->tells;
    while (tell->name && index-- > 0) tell++;
    return tell->name ? tell : NULL;
}

const carom_param_info *carom_law_param_find(const carom_law *law, const char *name) {
    const carom_param shared = carom_param_find(name);
    if (shared != CAROM_PARAM_NONE) return carom_law_param(law, (int)shared);
    for (const carom_param_info *row = law ? law->own : NULL; name && row && row->name; row++)
        if (!strcmp(row->name, name)) return carom_own_at(row, row->number);
    return NULL;
}

// How many of a parameter's numbers count in this dimension.
static size_t read_in(const carom_param_info *row, int dim) {
    switch (row->kind) {
    case CAROM_VECTOR:
    case CAROM_EACH: return (size_t)dim;
    case CAROM_TANGENT:
    case CAROM_PAIR: return (size_t)dim - 1;
    case CAROM_REAL:
    case CAROM_CHOICE: return 1;
    case CAROM_LIST: break; // judged by the law's own check
    }
    return 0;
}

// `allow` adds what is finite to a range and takes nothing from it. A choice indexes a table: it never leaves its range,
// and has no place between two names.
static bool in_range(const carom_param_info *row, const carom_params *p, int dim) {
    double values[3];
    if (!carom_param_read(p, row, values)) return row->kind == CAROM_LIST;
    const bool allowed = ((p->allow >> row->number) & 1) && row->kind != CAROM_CHOICE;
    for (size_t i = 0; i < read_in(row, dim); i++) {
        const bool inside = values[i] >= row->lowest && values[i] <= row->highest, finite = isfinite(values[i]);
        if (row->kind == CAROM_VECTOR ? !finite : !(inside || (allowed && finite))) return false;
        if (row->kind == CAROM_CHOICE && floor(values[i]) != values[i]) return false;
    }
    return true;
}

// Is the number given by a form of the speed instead?
static bool by_form(const carom_law *law, const carom_params *p, int number) {
    const uint64_t bit = UINT64_C(1) << number;
    if (bit & CAROM_RESTITUTIONS) return carom_e_by_speed(law->reads, p);
    return number == CAROM_PARAM_mu && carom_mu_by_speed(law->reads, p);
}

static bool fits(const carom_law *law, const carom_params *p, int number, int dim) {
    const carom_param_info *row = carom_law_param(law, number);
    if (!row) return false; // the law reads what nobody has
    if (number == CAROM_PARAM_mu_static && p->mu_static == CAROM_SAME_AS_MU) return true;
    return in_range(row, p, dim) && (number != CAROM_PARAM_mu_static || p->mu_static >= p->mu || isnan(p->mu));
}

const carom_params *carom_params_filled(const carom_law *law, const carom_params *params, carom_params *room) {
    if (!law->own || !carom_marked(params)) return params;
    *room = *params;
    carom_own_fill(law->own, room);
    return room;
}

bool carom_forms_fit(const carom_law *law, const carom_params *p, carom_param *refused) {
    int unused;
    const uint64_t e = law->reads & CAROM_RESTITUTIONS;
    *refused = e & CAROM_PARAM_BIT(e_n) ? CAROM_PARAM_e_n : e & CAROM_PARAM_BIT(r_n) ? CAROM_PARAM_r_n : CAROM_PARAM_e;
    if (carom_e_by_speed(law->reads, p) &&
        !(carom_speed_form_sound(p->e_of.form, "e") && carom_of_speed_fits(&p->e_of, &unused)))
        return false;
    *refused = CAROM_PARAM_mu;
    return !carom_mu_by_speed(law->reads, p) ||
           (carom_speed_form_sound(p->mu_of.form, "mu") && carom_of_speed_fits(&p->mu_of, &unused));
}

carom_status carom_params_validate(const carom_law *law, const carom_params *params, int dim, carom_param *refused) {
    carom_param unused;
    carom_params room;
    if (!refused) refused = &unused;
    *refused = CAROM_PARAM_NONE;
    if (!law || !params) return CAROM_NULL_POINTER;
    if (dim != 2 && dim != 3) return CAROM_BAD_DIM;
    if (!carom_marked(params)) return CAROM_BAD_STRUCT;
    params = carom_params_filled(law, params, &room);
    if (carom_by_speed(params) && !carom_forms_fit(law, params, refused)) return CAROM_COEFFICIENT_RANGE;
    carom_param absent = CAROM_PARAM_NONE; // what is given is judged before what is not
    for (int i = 0; i < CAROM_PARAM_ROOM && law->reads >> i; i++) {
        if (!((law->reads >> i) & 1)) continue;
        if (carom_param_missing(carom_law_param(law, i), params)) {
            if (absent == CAROM_PARAM_NONE && !by_form(law, params, i)) absent = (carom_param)i;
        } else if (!fits(law, params, i, dim)) {
            *refused = (carom_param)i;
            return CAROM_COEFFICIENT_RANGE;
        }
    }
    *refused = absent;
    if (absent != CAROM_PARAM_NONE) return CAROM_COEFFICIENT_MISSING;
    return law->code && law->code->check ? law->code->check(law, params, dim, refused) : CAROM_OK;
}

// R + by 1 has no negative eigenvalue, and 1 + by on its diagonal.
const carom_contact *carom_settle_matrix(const carom_contact *contact, carom_contact *room) {
    const double by = indefinite_by(contact);
    const bool repaired = by > 0.0 && by <= CAROM_SINGLE_PRECISION;
    if (!repaired && carom_symmetric(contact)) return contact;
    *room = *contact;
    for (int i = 0; i < contact->dim; i++)
        for (int j = 0; j < i; j++)
            room->W[i][j] = room->W[j][i] = repaired ? mean_of(contact, i, j) / (1.0 + by) : mean_of(contact, i, j);
    return room;
}

carom_status carom_contact_read(const carom_contact **contact, carom_contact *room) {
    const carom_status status = carom_contact_validate(*contact);
    if (status == CAROM_OK) *contact = carom_usable(*contact, room);
    return status;
}

// ---- What nearly every question is: told without a loop or a table. Where these say no, the functions above decide.

// Numbers in scale, W symmetric to the last bit and well above singular: such a contact is valid.
static inline bool surely_contact(const carom_contact *c) {
    const double(*W)[3] = c->W, *v = c->v;
    if (c->dim == 2) return carom_symmetric(c) && carom_ordinary2(W[0][0], W[0][1], W[1][1], v[0], v[1]);
    return c->dim == 3 && carom_symmetric(c) &&
           carom_if_between3(0, CAROM_ORDINARY_LEAST, CAROM_ORDINARY_MOST, W[0][0], W[0][1], W[0][2], W[1][1], W[1][2],
                             W[2][2], v[0], v[1], v[2]) == 0;
}

// All that the law reads are parameters of params.def, in their rows' ranges.
#define PLAIN_REAL(x, lowest, highest)   ((x) >= (lowest) && (x) <= (highest))
#define PLAIN_CHOICE(x, lowest, highest) ((unsigned)(x) <= (unsigned)(highest))
#define PLAIN_VECTOR(x, lowest, highest) (isfinite((x)[0]) && isfinite((x)[1]) && isfinite((x)[2]))

static const uint64_t IN_PARAMS_DEF = 0
#define CAROM_PARAM(number, field, ...) | CAROM_PARAM_BIT(field)
#include "carom/params.def"
#undef CAROM_PARAM
    ;

// A row of a law's own: its place holds a number in its range, or was left out for a default that is. Of params.def it may
// tell a number anew; other kinds are looked at one by one.
static inline bool surely_row(const carom_param_info *row, const carom_params *p) {
    const bool own = row->number >= CAROM_PARAM_OWN;
    const carom_param_info *shared = own ? NULL : carom_param_at(row->number);
    const int places = row->kind == CAROM_PAIR ? 2 : 1;
    if (row->kind != CAROM_REAL && !(own && (row->kind == CAROM_CHOICE || row->kind == CAROM_PAIR))) return false;
    if (own ? row->number + places > CAROM_PARAM_ROOM
            : !shared || shared->kind != row->kind || shared->offset != row->offset || strcmp(shared->name, row->name))
        return false;
    for (int i = 0; i < places; i++) {
        const double given = own ? p->own[row->number - CAROM_PARAM_OWN + i]
                                 : *(const double *)(const void *)((const char *)p + row->offset);
        const double x = own && given == CAROM_LEFT_OUT ? (i ? 0.0 : row->standard) : given;
        if (!(x >= row->lowest && x <= row->highest)) return false;
        if (row->kind == CAROM_CHOICE && !(fabs(x) < 1e9 && (double)(int)x == x)) return false;
    }
    return true;
}

// What the law reads and its own rows do not tell; everything, so that nobody is sure, where one of them is not certain.
static inline uint64_t surely_own(const carom_law *law, const carom_params *p) {
    uint64_t left = law->reads;
    for (const carom_param_info *row = law->own; row->name; row++) {
        if (row->number < 0 || row->number >= CAROM_PARAM_ROOM || !surely_row(row, p)) return ~UINT64_C(0);
        left &= ~(UINT64_C(1) << row->number);
    }
    return left;
}

static inline bool surely_params(const carom_law *law, const carom_params *p) {
    if (!carom_marked(p) || carom_by_speed(p) || law->code->check) return false;
    const uint64_t reads = law->own ? surely_own(law, p) : law->reads;
    if (reads & ~IN_PARAMS_DEF) return false;
    const bool left_out = p->mu_static == CAROM_SAME_AS_MU;
    if ((law->reads & CAROM_PARAM_BIT(mu_static)) && !(left_out || p->mu_static >= p->mu)) return false;
#define LEFT_OUT(field) (CAROM_PARAM_##field == CAROM_PARAM_mu_static && left_out)
#define CAROM_PARAM(number, field, kind, symbol, unit, standard, example, lowest, highest, ...)                        \
    if ((reads & CAROM_PARAM_BIT(field)) && !PLAIN_##kind(p->field, lowest, highest) && !LEFT_OUT(field)) return false;
#include "carom/params.def"
#undef CAROM_PARAM
    return true;
}

carom_status carom_accept(const carom_law *law, const carom_contact *contact, const carom_params *params,
                          carom_param *refused) {
    if (!contact || !params) return CAROM_NULL_POINTER;
    if (!law) return CAROM_UNKNOWN_LAW;
    if (!law->code) return carom_lacks_code(law);
    const carom_status status = surely_contact(contact) ? CAROM_OK : carom_contact_validate(contact);
    if (status != CAROM_OK) return status;
    if (!(law->solves & (contact->dim == 2 ? CAROM_PLANE : CAROM_SPACE))) return CAROM_WRONG_DIM;
    return surely_params(law, params) ? CAROM_OK : carom_params_validate(law, params, contact->dim, refused);
}

carom_status carom_param_give(const carom_law *law, carom_params *params, const char *name, const double *values,
                              size_t count) {
    if (!law || !params || !name || !values) return CAROM_NULL_POINTER;
    const carom_param_info *row = carom_law_param_find(law, name);
    if (!row) return CAROM_COEFFICIENT_UNKNOWN;
    if (!((law->reads >> row->number) & 1)) return CAROM_COEFFICIENT_UNUSED;
    return carom_param_put(params, row, values, count);
}
