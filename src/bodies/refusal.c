// Why bodies, chains and mechanisms were refused: the same look at the same numbers again, this time for the place.
#include "base/refusal.h"

#include <math.h>

#include "base/vec.h"
#include "bodies/inertia.h"

static void name_body(carom_refusal *r, carom_fault fault, int body, double value) {
    r->fault = fault;
    r->row = body;
    r->value = value;
}

// The diagonal entry that is not positive; else the tensor as a whole.
static void name_inertia(const double I[3][3], int body, carom_refusal *r) {
    for (int i = 0; i < 3; i++) {
        if (I[i][i] > 0.0) continue;
        name_body(r, CAROM_FAULT_INERTIA, body, I[i][i]);
        r->column = i;
        return;
    }
    r->fault = CAROM_FAULT_INERTIA_TENSOR;
    r->row = body;
}

static bool name_of_body(const carom_body *body, int index, carom_refusal *r) {
    carom_inertia unused;
    if (carom_inertia_make(body, &unused) != r->status) return false;
    if (r->status == CAROM_NOT_FINITE) name_body(r, CAROM_FAULT_MOTION, index, 0.0);
    if (r->status == CAROM_BAD_FRAME) name_body(r, CAROM_FAULT_AXES, index, 0.0);
    if (r->status != CAROM_BAD_MASS) return true;
    if (body->mass > 0.0)
        name_inertia(body->inertia, index, r);
    else
        name_body(r, CAROM_FAULT_MASS, index, body->mass);
    return true;
}

// Which of the three directions makes no frame; false if they do.
static bool name_frame(const carom_pair *pair, carom_refusal *r) {
    double frame[3][3];
    if (carom_pair_frame(pair, frame) == CAROM_OK) return false;
    carom_pair less = *pair;
    for (int i = 1; i >= 0; i--) {
        for (int k = 0; k < 3; k++) less.tangent[i][k] = 0.0;
        if (carom_pair_frame(&less, frame) != CAROM_OK) continue;
        r->fault = CAROM_FAULT_TANGENT;
        r->row = i;
        return true;
    }
    r->fault = CAROM_FAULT_NORMAL;
    return true;
}

carom_status carom_pair_refusal_of(carom_status status, const carom_pair *pair, carom_refusal *refusal) {
    if (!refusal) return CAROM_NULL_POINTER;
    *refusal = carom_refusal_blank(status);
    refusal->count = 3;
    if (!pair) return CAROM_OK;
    if (status == CAROM_NOT_FINITE && !carom_finite3(pair->point)) refusal->fault = CAROM_FAULT_POINT;
    const bool named = refusal->fault != CAROM_FAULT_PLAIN || (status == CAROM_BAD_FRAME && name_frame(pair, refusal));
    if (!named && !name_of_body(&pair->a, 0, refusal)) name_of_body(&pair->b, 1, refusal);
    return CAROM_OK;
}

// What is wrong with one link's mass or inertia.
static void name_link_mass(const carom_link *l, carom_refusal *r) {
    const bool mass = !(l->mass >= 0.0) || !isfinite(l->mass);
    r->fault = mass ? CAROM_FAULT_LINK_MASS : CAROM_FAULT_LINK_INERTIA;
    r->value = mass ? l->mass : l->inertia;
}

carom_status carom_chain_refusal_of(carom_status status, const carom_chain *chain, int at, carom_refusal *refusal) {
    if (!refusal) return CAROM_NULL_POINTER;
    *refusal = carom_refusal_blank(status);
    if (!chain || !chain->link || at < 0 || at >= chain->links) return CAROM_OK;
    refusal->row = at;
    if (status == CAROM_NOT_FINITE) refusal->fault = CAROM_FAULT_LINK_NUMBER;
    if (status == CAROM_BAD_CHAIN) refusal->fault = CAROM_FAULT_LINK;
    if (status == CAROM_BAD_MASS) name_link_mass(&chain->link[at], refusal);
    return CAROM_OK;
}

// An entry of row `row` that differs from its mirror image more than carom_delassus_make takes for rounding, if there is one.
static void name_mass_matrix(const carom_mechanism *m, int row, carom_refusal *r) {
    const size_t n = (size_t)m->speeds, i = (size_t)row;
    double worst = 0.0;
    r->fault = CAROM_FAULT_M_SINGULAR;
    for (size_t j = 0; m->M && j < i; j++) {
        const double lower = m->M[i * n + j], upper = m->M[j * n + i];
        const double most = sqrt(fabs(m->M[i * n + i])) * sqrt(fabs(m->M[j * n + j]));
        if (fabs(lower - upper) <= 1e-12 * most || !(fabs(lower - upper) > worst)) continue;
        worst = fabs(lower - upper);
        r->fault = CAROM_FAULT_M_UNEQUAL;
        r->column = (int)j;
        r->value = lower;
        r->other = upper;
    }
}

carom_status carom_delassus_refusal_of(carom_status status, const carom_mechanism *mechanism,
                                       const carom_delassus *delassus, carom_refusal *refusal) {
    if (!refusal) return CAROM_NULL_POINTER;
    *refusal = carom_refusal_blank(status);
    if (!mechanism || !delassus || delassus->row < 0 || mechanism->speeds > CAROM_MOST_SPEEDS) return CAROM_OK;
    refusal->row = delassus->row;
    if (status == CAROM_BAD_MASS_MATRIX && delassus->row < mechanism->speeds)
        name_mass_matrix(mechanism, delassus->row, refusal);
    if (status == CAROM_CONSTRAINT_VIOLATED) {
        refusal->fault = CAROM_FAULT_BROKEN;
        refusal->value = delassus->residual;
    }
    return CAROM_OK;
}
