// Rejects invalid contacts, and coefficients that are invalid for this law.
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

// Returns whether the largest number is in range. Impulses are quotients of these numbers. Beyond 1e+-140 an impulse
// times a small factor would overflow or underflow.
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

// Returns the distance of the smallest eigenvalue of the correlations r_ij = W_ij / sqrt(W_ii W_jj) below zero. Returns
// 0 if this distance is only rounding of double precision. Without eigenvalues, the condition that this distance is 0
// reads: every r_ij is in [-1, 1], and in 3D also
//   1 + 2 r12 r13 r23 - r12^2 - r13^2 - r23^2 >= 0.
// In 2D that sum is 1 - r12^2, which is not below -2 CAROM_DOUBLE_PRECISION for such r, so no further check is needed.
// The factor 4 below follows from this.
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

// Returns how many numbers of a coefficient are used in this dimension.
static size_t read_in(const carom_coefficient *row, int dim) {
    switch (row->kind) {
    case CAROM_VECTOR:
    case CAROM_EACH: return (size_t)dim;
    case CAROM_TANGENT:
    case CAROM_PAIR: return (size_t)dim - 1;
    case CAROM_REAL:
    case CAROM_CHOICE: return 1;
    case CAROM_LIST: break; // checked by the law itself
    }
    return 0;
}

// Returns whether a coefficient is in range. `allow` adds only finite values to a range. A choice is an index into a
// table, so it never leaves its range and must be an integer.
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

// Returns whether a function of speed replaces the number of this coefficient.
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
    carom_param absent = CAROM_PARAM_NONE; // invalid coefficients are reported before missing ones
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

// Returns whether W is exactly symmetric.
static inline bool is_symmetric(const carom_contact *c) {
    const size_t number = sizeof(double);
    if (memcmp(&c->W[0][1], &c->W[1][0], number)) return false;
    return c->dim == 2 || (!memcmp(&c->W[0][2], &c->W[2][0], number) && !memcmp(&c->W[1][2], &c->W[2][1], number));
}

// Returns whether W is exactly as given: rounding in single precision does not decide whether it is singular.
static inline bool is_far(const carom_contact *c) {
    const double(*W)[3] = c->W;
    return (c->dim == 2 ? carom_if_far2(0, W[0][0], W[0][1], W[1][1])
                        : carom_if_far3(0, W[0][0], W[0][1], W[0][2], W[1][1], W[1][2], W[2][2])) == 0;
}

// Returns the rounding error of W relative to sqrt(W_ii W_jj). It is that of single precision if all entries are
// numbers of single precision, and one has more than 18 significant bits, so it was not typed. Otherwise it follows
// from the largest W_ij - W_ji. 16: three digits of W_ij may be lost, and this difference hides one.
static double rounding_of(const carom_contact *c) {
    bool floats = true, rounded = false;
    double apart = 0.0;
    for (int i = 0; i < c->dim; i++)
        for (int j = 0; j < c->dim; j++) {
            int power;
            const double w = c->W[i][j], bits = ldexp(frexp(w, &power), 18);
            floats = floats && carom_beyond_single(w) == 0;
            rounded = rounded || bits != floor(bits);
            const double size = sqrt(c->W[i][i]) * sqrt(c->W[j][j]);
            if (size > 0.0) apart = fmax(apart, fabs(w - c->W[j][i]) / size);
        }
    return floats && rounded ? CAROM_SINGLE_PRECISION : fmin(CAROM_SINGLE_PRECISION, 16.0 * apart);
}

static double sign_of(double x) {
    return x < 0.0 ? -1.0 : 1.0;
}

// Chooses the directions of the tangents so that mirrored contacts have the same matrix, and so the same rounding.
static void choose_signs(const carom_contact *c, double sign[3]) {
    const double w1 = mean_of(c, 0, 1), w2 = c->dim == 3 ? mean_of(c, 0, 2) : 0.0;
    const double w12 = c->dim == 3 ? mean_of(c, 1, 2) : 0.0;
    sign[0] = 1.0;
    sign[2] = sign_of(w2 != 0.0 ? w2 : w12 * sign_of(w1));
    sign[1] = sign_of(w1 != 0.0 ? w1 : w12 * sign[2]);
}

// Computes the eigenvalues of r_ij = s_i s_j W_ij / sqrt(W_ii W_jj), in decreasing order.
static void eigenvalues(const carom_contact *c, const double sign[3], double values[3], double vectors[3][3]) {
    double r[3][3] = {{0.0}};
    for (int i = 0; i < c->dim; i++)
        for (int j = 0; j < c->dim; j++) {
            const double size = sqrt(c->W[i][i]) * sqrt(c->W[j][j]), w = mean_of(c, i, j);
            r[i][j] = i == j ? 1.0 : w == 0.0 ? 0.0 : sign[i] * sign[j] * w / size;
        }
    carom_eigen(c->dim, (const double(*)[3])r, values, vectors);
}

// Makes W exactly singular if its rounding error decides whether it is. A rank of one is W_ij = +-sqrt(W_ii W_jj);
// otherwise r - least 1 is singular, as below. Returns false if W is regular.
static bool settle_rank(const carom_contact *contact, carom_contact *room) {
    const double error = is_symmetric(contact) && is_far(contact) ? 0.0 : rounding_of(contact);
    double values[3], vectors[3][3], sign[3];
    if (error == 0.0) return false;
    choose_signs(contact, sign);
    eigenvalues(contact, sign, values, vectors);
    if (!(values[contact->dim - 1] <= error)) return false;
    const bool dyad = contact->dim == 2 || values[1] <= error;
    *room = *contact;
    for (int i = 0; i < contact->dim; i++)
        for (int j = 0; j < i; j++) {
            const double size = sqrt(contact->W[i][i]) * sqrt(contact->W[j][j]);
            const double w = dyad ? copysign(size, sign[i] * sign[j] * vectors[0][i] * vectors[0][j])
                                  : mean_of(contact, i, j) / (1.0 - values[contact->dim - 1]);
            room->W[i][j] = room->W[j][i] = w;
        }
    return true;
}

// Makes W symmetric, by averaging, and positive semi-definite. With r_ij = W_ij / sqrt(W_ii W_jj), the matrix r + by 1
// has no negative eigenvalue and 1 + by on its diagonal. Dividing the off-diagonal entries by 1 + by therefore
// suffices.
static const carom_contact *settle_matrix(const carom_contact *contact, carom_contact *room) {
    const double by = indefinite_by(contact);
    const bool repaired = by > 0.0 && by <= CAROM_SINGLE_PRECISION;
    if (settle_rank(contact, room)) return room;
    if (!repaired && is_symmetric(contact)) return contact;
    *room = *contact;
    for (int i = 0; i < contact->dim; i++)
        for (int j = 0; j < i; j++)
            room->W[i][j] = room->W[j][i] = repaired ? mean_of(contact, i, j) / (1.0 + by) : mean_of(contact, i, j);
    return room;
}

const carom_contact *carom_usable(const carom_contact *c, carom_contact *room) {
    const double(*W)[3] = c->W;
    const bool definite = c->dim == 2 ? W[0][1] * W[0][1] <= W[0][0] * W[1][1]
                                      : carom_if_regular3(0, W[0][0], W[0][1], W[0][2], W[1][1], W[1][2], W[2][2]) == 0;
    return definite && is_symmetric(c) && is_far(c) ? c : settle_matrix(c, room);
}

carom_status carom_contact_read(const carom_contact **contact, carom_contact *room) {
    const carom_status status = carom_contact_validate(*contact);
    if (status == CAROM_OK) *contact = carom_usable(*contact, room);
    return status;
}

// ---- Fast checks without a loop or a table, which nearly every call passes. If they fail, the functions above decide.

// Returns whether the contact is certainly valid: its numbers are in range, and W is exactly symmetric and far from
// singular. Laws receive such a contact unchanged.
static inline bool fast_contact_ok(const carom_contact *c) {
    const double(*W)[3] = c->W, *v = c->v;
    if (!is_symmetric(c) || !is_far(c)) return false;
    if (c->dim == 2) return carom_ordinary2(W[0][0], W[0][1], W[1][1], v[0], v[1]);
    return c->dim == 3 && carom_if_between3(0, CAROM_ORDINARY_LEAST, CAROM_ORDINARY_MOST, W[0][0], W[0][1], W[0][2],
                                            W[1][1], W[1][2], W[2][2], v[0], v[1], v[2]) == 0;
}

// Checks a coefficient stored in `own`: its number must be in range, or it is omitted and its default is in range.
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

// Check a coefficient stored in a member of carom_params, by its kind. carom_params_validate checks vectors.
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

// This copy is made in a separate function, so that the usual case does not need its stack space.
static CAROM_APART carom_status accept_carefully(const carom_law *law, const carom_contact **contact,
                                                 carom_contact *room, const carom_params *params, uint64_t *reads,
                                                 carom_param *refused) {
    const carom_contact *c = *contact;
    if (!c || !params) return CAROM_NULL_POINTER;
    if (!law) return CAROM_UNKNOWN_LAW;
    if (!law->contact) return carom_lacks_code(law);
    carom_status status = carom_contact_validate(c);
    if (status != CAROM_OK) return status;
    if (!(law->solves & (c->dim == 2 ? CAROM_2D : CAROM_3D))) return CAROM_WRONG_DIM;
    status = carom_params_validate(law, params, c->dim, refused);
    if (status != CAROM_OK) return status;
    const bool changed = carom_by_speed(params) || !carom_params_full(law, params);
    *reads = carom_law_reads(law) | (changed ? CAROM_READS_CHANGED : 0);
    *contact = carom_usable(c, room);
    return CAROM_OK;
}

carom_status carom_accept(const carom_law *law, const carom_contact **contact, carom_contact *room,
                          const carom_params *params, uint64_t *reads, carom_param *refused) {
    const carom_contact *c = *contact;
    const bool sure = c && params && law && law->contact && fast_contact_ok(c) &&
                      (law->solves & (c->dim == 2 ? CAROM_2D : CAROM_3D)) && fast_params_ok(law, params, reads);
    return sure ? CAROM_OK : accept_carefully(law, contact, room, params, reads, refused);
}
