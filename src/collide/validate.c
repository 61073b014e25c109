// What is not a contact, and what is not a parameter of this law.
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/eigen.h"
#include "base/rank.h"
#include "base/systems.h"
#include "carom/law.h"
#include "collide/ordinary.h"
#include "collide/validate.h"
#include "tables/missing.h"
#include "tables/params.h"
#include "tables/speed.h"

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

const carom_coefficient *carom_law_coefficient(const carom_law *law, int number) {
    for (int k = 0; law && k < law->coefficient_count; k++)
        if (law->coefficients[k].number == number) return &law->coefficients[k];
    return NULL;
}

static bool is_called(const carom_coefficient *row, const char *name) {
    return (row->name && !strcmp(row->name, name)) || (row->alias && !strcmp(row->alias, name));
}

const carom_coefficient *carom_law_find_coefficient(const carom_law *law, const char *name) {
    for (int k = 0; law && name && k < law->coefficient_count; k++)
        if (is_called(&law->coefficients[k], name)) return &law->coefficients[k];
    return NULL;
}

// How many of a parameter's numbers count in this dimension.
static size_t read_in(const carom_coefficient *row, int dim) {
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
static bool in_range(const carom_coefficient *row, const carom_params *p, int dim) {
    double values[3];
    if (!carom_params_get(p, row, values)) return row->kind == CAROM_LIST;
    const bool allowed =
        (unsigned)row->number < CAROM_PARAM_END && ((p->allow >> row->number) & 1) && row->kind != CAROM_CHOICE;
    for (size_t i = 0; i < read_in(row, dim); i++) {
        const bool inside = values[i] >= row->lowest && values[i] <= row->highest, finite = isfinite(values[i]);
        if (row->kind == CAROM_VECTOR ? !finite : !(inside || (allowed && finite))) return false;
        if (row->kind == CAROM_CHOICE && floor(values[i]) != values[i]) return false;
    }
    return true;
}

// Is the number given by a form of the speed instead?
static bool by_form(const carom_law *law, const carom_params *p, int number) {
    if (number == CAROM_PARAM_e) return carom_e_by_speed(carom_law_reads(law), p);
    return number == CAROM_PARAM_mu && carom_mu_by_speed(carom_law_reads(law), p);
}

static bool fits(const carom_coefficient *row, const carom_params *p, int dim) {
    const bool holds = row->number == CAROM_PARAM_mu_static;
    if (holds && p->mu_static == CAROM_SAME_AS_MU) return true;
    return in_range(row, p, dim) && (!holds || p->mu_static >= p->mu || isnan(p->mu));
}

const carom_params *carom_params_filled(const carom_law *law, const carom_params *params, carom_params *room) {
    if (!carom_marked(params) || carom_params_full(law, params)) return params;
    *room = *params;
    carom_params_fill(law, room);
    return room;
}

bool carom_forms_fit(const carom_law *law, const carom_params *p, carom_param *refused) {
    int unused;
    *refused = CAROM_PARAM_e;
    if (carom_e_by_speed(carom_law_reads(law), p) &&
        !(carom_speed_form_sound(p->e_of_speed.form, "e") && carom_of_speed_fits(&p->e_of_speed, &unused)))
        return false;
    *refused = CAROM_PARAM_mu;
    return !carom_mu_by_speed(carom_law_reads(law), p) ||
           (carom_speed_form_sound(p->mu_of_speed.form, "mu") && carom_of_speed_fits(&p->mu_of_speed, &unused));
}

carom_status carom_coefficients_validate(const carom_law *law, uint64_t which, const carom_params *params, int dim,
                                         carom_param *refused) {
    carom_params room;
    carom_param absent = CAROM_PARAM_NONE; // what is given is judged before what is not
    if (!carom_marked(params)) return CAROM_BAD_STRUCT;
    params = carom_params_filled(law, params, &room);
    if (carom_by_speed(params) && !carom_forms_fit(law, params, refused)) return CAROM_COEFFICIENT_RANGE;
    *refused = CAROM_PARAM_NONE;
    for (int k = 0; k < law->coefficient_count; k++) {
        const carom_coefficient *row = &law->coefficients[k];
        const carom_param number = (carom_param)row->number;
        if ((unsigned)row->number < CAROM_PARAM_END && !(which >> row->number & 1)) continue;
        if (carom_param_missing(row, params)) {
            if (!by_form(law, params, row->number) && (absent == CAROM_PARAM_NONE || number < absent)) absent = number;
        } else if (!fits(row, params, dim)) {
            *refused = number;
            return CAROM_COEFFICIENT_RANGE;
        }
    }
    *refused = absent;
    return absent == CAROM_PARAM_NONE ? CAROM_OK : CAROM_COEFFICIENT_MISSING;
}

carom_status carom_params_validate(const carom_law *law, const carom_params *params, int dim, carom_param *refused) {
    carom_param unused;
    carom_params room;
    if (!refused) refused = &unused;
    *refused = CAROM_PARAM_NONE;
    if (!law || !params) return CAROM_NULL_POINTER;
    if (dim != 2 && dim != 3) return CAROM_BAD_DIM;
    const carom_status status = carom_coefficients_validate(law, ~UINT64_C(0), params, dim, refused);
    if (status != CAROM_OK || !law->contact || !law->contact->check_params) return status;
    return law->contact->check_params(law, carom_params_filled(law, params, &room), dim, refused);
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
static inline bool fast_contact_ok(const carom_contact *c) {
    const double(*W)[3] = c->W, *v = c->v;
    if (c->dim == 2) return carom_symmetric(c) && carom_ordinary2(W[0][0], W[0][1], W[1][1], v[0], v[1]);
    return c->dim == 3 && carom_symmetric(c) &&
           carom_if_between3(0, CAROM_ORDINARY_LEAST, CAROM_ORDINARY_MOST, W[0][0], W[0][1], W[0][2], W[1][1], W[1][2],
                             W[2][2], v[0], v[1], v[2]) == 0;
}

// A coefficient in `own`: its place holds a number in its range, or was left out for a default that is.
static inline bool fast_own_ok(const carom_coefficient *row, const carom_params *p, uint64_t *reads) {
    const int places = row->kind == CAROM_PAIR ? 2 : 1;
    if (row->kind != CAROM_REAL && row->kind != CAROM_CHOICE && row->kind != CAROM_PAIR) return false;
    if (row->number < CAROM_PARAM_OWN || row->number + places > CAROM_PARAM_END) return false;
    for (int i = 0; i < places; i++) {
        const double given = p->own[row->number - CAROM_PARAM_OWN + i];
        const double x = given == CAROM_LEFT_OUT ? (i ? 0.0 : row->default_value) : given;
        if (!(x >= row->lowest && x <= row->highest)) return false;
        if (row->kind == CAROM_CHOICE && !(fabs(x) < 1e9 && (double)(int)x == x)) return false;
        if (given == CAROM_LEFT_OUT) *reads |= CAROM_READS_CHANGED;
    }
    return true;
}

// A coefficient in a field, as its kind is checked; a vector is looked at by carom_params_validate.
#define SURELY_REAL(x)   (row->kind == CAROM_REAL && (x) >= row->lowest && (x) <= row->highest)
#define SURELY_CHOICE(x) (row->kind == CAROM_CHOICE && (double)(unsigned)(x) <= row->highest)
#define SURELY_VECTOR(x) false

static inline bool fast_params_ok(const carom_law *law, const carom_params *p, uint64_t *read) {
    uint64_t reads = 0;
    const bool follows_mu = p->mu_static == CAROM_SAME_AS_MU;
    if (!carom_marked(p) || carom_by_speed(p) || law->contact->check_params) return false;
    for (const carom_coefficient *row = law->coefficients, *end = row + law->coefficient_count; row != end; row++) {
        switch (row->number) {
#define CAROM_PARAM(number, field, kind_, ...)                                                                         \
    case number:                                                                                                       \
        if (!(number == CAROM_PARAM_mu_static && follows_mu) && !SURELY_##kind_(p->field)) return false;               \
        reads |= UINT64_C(1) << number;                                                                                \
        break;
#include "tables/params.def"
#undef CAROM_PARAM
        default:
            if (!fast_own_ok(row, p, &reads)) return false;
            reads |= UINT64_C(1) << row->number;
            break;
        }
    }
    *read = reads;
    return follows_mu || !(reads & CAROM_PARAM_BIT(mu_static)) || p->mu_static >= p->mu;
}

// Apart, so that what nearly every question is needs no stack.
static CAROM_APART carom_status accept_carefully(const carom_law *law, const carom_contact *contact,
                                                 const carom_params *params, uint64_t *reads, carom_param *refused) {
    if (!contact || !params) return CAROM_NULL_POINTER;
    if (!law) return CAROM_UNKNOWN_LAW;
    if (!law->contact) return carom_lacks_code(law);
    carom_status status = carom_contact_validate(contact);
    if (status != CAROM_OK) return status;
    if (!(law->solves & (contact->dim == 2 ? CAROM_2D : CAROM_3D))) return CAROM_WRONG_DIM;
    status = carom_params_validate(law, params, contact->dim, refused);
    const bool changed = carom_by_speed(params) || !carom_params_full(law, params);
    if (status == CAROM_OK) *reads = carom_law_reads(law) | (changed ? CAROM_READS_CHANGED : 0);
    return status;
}

carom_status carom_accept(const carom_law *law, const carom_contact *contact, const carom_params *params,
                          uint64_t *reads, carom_param *refused) {
    const bool sure = contact && params && law && law->contact && fast_contact_ok(contact) &&
                      (law->solves & (contact->dim == 2 ? CAROM_2D : CAROM_3D)) && fast_params_ok(law, params, reads);
    return sure ? CAROM_OK : accept_carefully(law, contact, params, reads, refused);
}

carom_status carom_params_set_by_name(const carom_law *law, carom_params *params, const char *name,
                                      const double *values, size_t count) {
    if (!law || !params || !name || !values) return CAROM_NULL_POINTER;
    const carom_coefficient *row = carom_law_find_coefficient(law, name);
    if (row) return carom_params_set(params, row, values, count);
    return carom_coefficient_find(NULL, name) ? CAROM_COEFFICIENT_UNUSED : CAROM_COEFFICIENT_UNKNOWN;
}
