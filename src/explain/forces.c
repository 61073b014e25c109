// Computes the forces of a closed contact. See Painleve 1895, Wang & Mason 1992 (section 6, case 4) and Payr & Glocker
// 2005 (section 6).
//
// At rest the acceleration replaces the velocity of an impact: sticking makes it zero. A slip that starts along u has F
// = N (1, -mu u) and a_t along u. This is the condition of friction/slip.h with c = -b_n, v_t = b_t.
#include <math.h>

#include "base/sym.h"
#include "carom/explain.h"
#include "collide/validate.h"
#include "friction/diagonal.h"
#include "friction/slip.h"
#include "friction/stick.h"
#include "tables/params.h"

// Returns the contact with the free acceleration in place of the velocity.
static carom_contact accelerated(const carom_contact *c, const double b[3]) {
    carom_contact free = *c;
    for (int i = 0; i < c->dim; i++) free.v[i] = b[i];
    return free;
}

// Adds a solution. a_n is exactly zero unless the contact separates, and a_t is exactly zero if it sticks.
static void add(carom_contact_forces *found, const carom_contact *free, carom_force_mode mode, const double F[3]) {
    carom_force *one = &found->at[found->count++];
    *one = (carom_force){.mode = mode};
    for (int i = 0; i < free->dim; i++) one->F[i] = F[i];
    carom_velocity_after(free->dim, free->W, free->v, F, one->a);
    if (mode != CAROM_FORCE_SEPARATES) one->a[0] = 0.0;
    for (int i = 1; i < free->dim && mode == CAROM_FORCE_STICKS; i++) one->a[i] = 0.0;
}

static void slide_along(carom_contact_forces *found, const carom_contact *free, double mu, const double u[2],
                        double N) {
    const double F[3] = {N, -mu * u[0] * N, free->dim == 3 ? -mu * u[1] * N : 0.0};
    add(found, free, CAROM_FORCE_SLIDES, F);
}

// Returns dv_n/dP_n of a slip along u. Returns zero if its terms cancel up to rounding.
static double lift(const carom_contact *c, double mu, const double u[2]) {
    const double grip = carom_coupling(c, 1) * u[0] + (c->dim == 3 ? carom_coupling(c, 2) * u[1] : 0.0);
    const double p = c->W[0][0] - mu * grip;
    return fabs(p) > CAROM_UNCOUPLED * c->W[0][0] ? p : 0.0;
}

static void part(carom_contact_forces *found, const carom_contact *free) {
    if (free->v[0] >= 0.0) add(found, free, CAROM_FORCE_SEPARATES, (const double[3]){0.0, 0.0, 0.0});
}

static void slide(carom_contact_forces *found, const carom_contact *free, double mu, const double u[2]) {
    found->p = lift(free, mu, u);
    part(found, free);
    const double N = -free->v[0] / found->p;
    if (N > 0.0 && isfinite(N)) slide_along(found, free, mu, u, N);
}

// Adds a slip that starts along u: N > 0, and a_t along u by more than rounding.
static void start(carom_contact_forces *found, const carom_contact *free, double mu, const double u[2]) {
    const double D = lift(free, mu, u), N = -free->v[0] / D;
    if (!(N > 0.0) || !isfinite(N) || found->count >= CAROM_MAX_FORCES) return;
    double along = 0.0, size = 0.0;
    for (int i = 1; i < free->dim; i++) {
        double a = free->v[i] + free->W[0][i] * N;
        for (int j = 1; j < free->dim; j++) a -= free->W[i][j] * mu * u[j - 1] * N;
        along += u[i - 1] * a;
        size += fabs(free->v[i]) + (fabs(free->W[0][i]) + mu * free->W[i][i]) * N;
    }
    if (along > 1e-12 * size) slide_along(found, free, mu, u, N);
}

static void rest(carom_contact_forces *found, const carom_contact *free, double mu, double mu_static) {
    double F[3] = {0.0, 0.0, 0.0}, roots[8][2];
    found->p = (double)NAN;
    part(found, free);
    if (carom_stick_impulse(free, 0.0, 0.0, F) && carom_pushes_in_cone(free->dim, F, mu_static))
        add(found, free, CAROM_FORCE_STICKS, F);
    if (isinf(mu)) return;
    int count = 2;
    if (free->dim == 3) {
        const carom_circle condition = carom_slip_condition(free, -free->v[0], 1.0, mu);
        count = carom_circle_roots(&condition, roots);
    } else {
        roots[0][0] = 1.0;
        roots[1][0] = -1.0;
        roots[0][1] = roots[1][1] = 0.0;
    }
    for (int i = 0; i < count; i++) start(found, free, mu, roots[i]);
}

// Classifies the solutions. A touching contact that needs no force still counts as a contact if no acceleration
// separates the bodies.
static carom_force_case case_of(const carom_contact_forces *found, const carom_contact *free) {
    if (found->count == 0) return CAROM_FORCE_INCONSISTENT;
    if (found->count > 1 || (found->p == 0.0 && free->v[0] == 0.0)) return CAROM_FORCE_INDETERMINATE;
    return found->at[0].mode == CAROM_FORCE_SEPARATES && free->v[0] > 0.0 ? CAROM_FORCE_SEPARATION
                                                                          : CAROM_FORCE_CONTACT;
}

static carom_status impact_of(const carom_contact *contact, const carom_params *params, double impulse[3]) {
    carom_contact touching = *contact;
    carom_params p = *params;
    carom_result out;
    touching.v[0] = 0.0;
    p.restitution = CAROM_POISSON;
    const carom_status status = carom_collide(&carom_law_routh, &touching, &p, &out);
    if (carom_status_classify(status) != CAROM_CLASS_OK) return status;
    for (int i = 0; i < contact->dim; i++) impulse[i] = out.P[i];
    return CAROM_OK;
}

carom_status carom_forces_compute(const carom_contact *contact, const double b[3], const carom_params *params,
                                  carom_contact_forces *forces) {
    if (!contact || !b || !params || !forces) return CAROM_NULL_POINTER;
    carom_contact room;
    const carom_status sound = carom_contact_read(&contact, &room);
    if (sound != CAROM_OK) return sound;
    for (int i = 0; i < contact->dim; i++)
        if (!isfinite(b[i])) return CAROM_NOT_FINITE;
    *forces = (carom_contact_forces){.count = 0};
    const carom_status status = impact_of(contact, params, forces->impulse); // this also rejects invalid coefficients
    if (status != CAROM_OK) return status;
    const double slip = carom_slip_speed(contact), mu = params->mu;
    if (isinf(mu) && slip > 0.0) return CAROM_COEFFICIENT_RANGE;
    const carom_contact free = accelerated(contact, b);
    const double u[2] = {contact->v[1] / slip, contact->dim == 3 ? contact->v[2] / slip : 0.0};
    if (slip > 0.0)
        slide(forces, &free, mu, u);
    else
        rest(forces, &free, mu, carom_mu_static(params));
    forces->which = case_of(forces, &free);
    return CAROM_OK;
}
