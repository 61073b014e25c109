// Explains why bodies, chains and mechanisms were rejected. Repeats the checks on the same numbers to find the invalid
// entry.
#include "tables/error.h"

#include <math.h>

#include "base/vec.h"
#include "bodies/inertia.h"

static void name_body(carom_error *r, carom_reason reason, int body, double value) {
    r->reason = reason;
    r->body = body;
    r->value = value;
}

// Finds the diagonal entry that is not positive. If there is none, reports the tensor as a whole.
static void name_inertia(const double I[3][3], int body, carom_error *r) {
    for (int i = 0; i < 3; i++) {
        if (I[i][i] > 0.0) continue;
        name_body(r, CAROM_REASON_INERTIA, body, I[i][i]);
        r->column = i;
        return;
    }
    r->reason = CAROM_REASON_INERTIA_TENSOR;
    r->body = body;
}

static bool name_of_body(const carom_body *body, int index, carom_error *r) {
    carom_inertia unused;
    if (carom_inertia_make(body, &unused) != r->status) return false;
    if (r->status == CAROM_NOT_FINITE) name_body(r, CAROM_REASON_MOTION, index, 0.0);
    if (r->status == CAROM_BAD_FRAME) name_body(r, CAROM_REASON_AXES, index, 0.0);
    if (r->status != CAROM_BAD_MASS) return true;
    if (body->mass > 0.0)
        name_inertia(body->inertia, index, r);
    else
        name_body(r, CAROM_REASON_MASS, index, body->mass);
    return true;
}

// Finds which of the three directions is invalid. Returns false if they form a valid frame.
static bool name_frame(const carom_pair *pair, carom_error *r) {
    double frame[3][3];
    if (carom_pair_frame(pair, frame) == CAROM_OK) return false;
    carom_pair less = *pair;
    for (int i = 1; i >= 0; i--) {
        for (int k = 0; k < 3; k++) less.tangent[i][k] = 0.0;
        if (carom_pair_frame(&less, frame) != CAROM_OK) continue;
        r->reason = CAROM_REASON_TANGENT;
        r->row = i;
        return true;
    }
    r->reason = CAROM_REASON_NORMAL;
    return true;
}

carom_status carom_pair_error(carom_status status, const carom_pair *pair, carom_error *error) {
    if (!error) return CAROM_NULL_POINTER;
    *error = carom_error_blank(status);
    error->count = 3;
    if (!pair) return CAROM_OK;
    if (status == CAROM_NOT_FINITE && !carom_finite3(pair->point)) error->reason = CAROM_REASON_POINT;
    const bool named = error->reason != CAROM_REASON_PLAIN || (status == CAROM_BAD_FRAME && name_frame(pair, error));
    if (!named && !name_of_body(&pair->a, 0, error)) name_of_body(&pair->b, 1, error);
    return carom_error_found(error);
}

// Describes the fault of the mass or inertia of one link.
static void name_link_mass(const carom_link *l, carom_error *r) {
    const bool mass = !(l->mass >= 0.0) || !isfinite(l->mass);
    r->reason = mass ? CAROM_REASON_LINK_MASS : CAROM_REASON_LINK_INERTIA;
    r->value = mass ? l->mass : l->inertia;
}

carom_status carom_chain_error(carom_status status, const carom_chain *chain, int at, carom_error *error) {
    if (!error) return CAROM_NULL_POINTER;
    *error = carom_error_blank(status);
    if (!chain || !chain->link || at < 0 || at >= chain->links) return CAROM_OK;
    error->row = at;
    if (status == CAROM_NOT_FINITE) error->reason = CAROM_REASON_LINK_NUMBER;
    if (status == CAROM_BAD_CHAIN) error->reason = CAROM_REASON_LINK;
    if (status == CAROM_BAD_MASS) name_link_mass(&chain->link[at], error);
    return carom_error_found(error);
}

// Finds an entry of row `row` that differs from its mirror image by more than the tolerance of carom_delassus_compute.
static void name_mass_matrix(const carom_mechanism *m, int row, carom_error *r) {
    const size_t n = (size_t)m->speeds, i = (size_t)row;
    double worst = 0.0;
    r->reason = CAROM_REASON_M_SINGULAR;
    for (size_t j = 0; m->M && j < i; j++) {
        const double lower = m->M[i * n + j], upper = m->M[j * n + i];
        const double most = sqrt(fabs(m->M[i * n + i])) * sqrt(fabs(m->M[j * n + j]));
        if (fabs(lower - upper) <= 1e-12 * most || !(fabs(lower - upper) > worst)) continue;
        worst = fabs(lower - upper);
        r->reason = CAROM_REASON_M_UNEQUAL;
        r->column = (int)j;
        r->value = lower;
        r->other = upper;
    }
}

carom_status carom_delassus_error(carom_status status, const carom_mechanism *mechanism, const carom_delassus *delassus,
                                  carom_error *error) {
    if (!error) return CAROM_NULL_POINTER;
    *error = carom_error_blank(status);
    if (!mechanism || !delassus || delassus->row < 0 || mechanism->speeds > CAROM_MAX_SPEEDS) return CAROM_OK;
    error->row = delassus->row;
    if (status == CAROM_BAD_MASS_MATRIX && delassus->row < mechanism->speeds)
        name_mass_matrix(mechanism, delassus->row, error);
    if (status == CAROM_CONSTRAINT_VIOLATED) {
        error->reason = CAROM_REASON_CONSTRAINT;
        error->value = delassus->residual;
    }
    return carom_error_found(error);
}
