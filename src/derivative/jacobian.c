// Computes the derivatives of one impact. A law provides the equations of its mode (carom_contact_vtable.equations).
// This file contains the parts that laws share: slopes, the other side of a switch, ends of ranges, contacts without
// approach, and scales.
#include "carom/derivatives.h"

#include <string.h>

#include "collide/scale.h"
#include "collide/validate.h"
#include "derivative/equations.h"
#include "derivative/jacobian.h"
#include "tables/params.h"
#include "tables/speed.h"

// Returns how many numbers a coefficient has in this dimension.
static int numbers_of(const carom_coefficient *row, int dim) {
    switch (row->kind) {
    case CAROM_REAL: return 1;
    case CAROM_VECTOR:
    case CAROM_EACH: return dim;
    case CAROM_TANGENT:
    case CAROM_PAIR: return dim - 1;
    case CAROM_CHOICE:
    case CAROM_LIST: return 0;
    }
    return 0;
}

int carom_jac_columns(const carom_law *law, int dim, carom_param param[CAROM_JACOBIAN_PARAMS]) {
    int count = 0;
    for (int number = 0; number < CAROM_PARAM_END && carom_law_reads(law) >> number; number++) {
        const carom_coefficient *row = (carom_law_reads(law) >> number) & 1 ? carom_law_coefficient(law, number) : NULL;
        const int numbers = row && number != CAROM_PARAM_rest_speed ? numbers_of(row, dim) : 0;
        for (int k = 0; k < numbers && count < CAROM_JACOBIAN_PARAMS; k++)
            param[count++] = (carom_param)(row->kind == CAROM_VECTOR ? number : number + k);
    }
    return count;
}

static void fill(carom_slopes *J, int dim, int columns, double x) {
    for (int i = 0; i < dim; i++)
        for (int k = 0; k < columns; k++) J->x[i][k] = x;
}

static carom_smoothness none(carom_linear *L, carom_smoothness why) {
    fill(&L->J, L->dim, CAROM_JACOBIAN_PARAM + L->params, (double)NAN);
    return L->smooth = why;
}

// Removes the derivative with respect to a restitution that a resting contact does not have.
static void drop_restitution(carom_linear *L) {
    for (int k = 0; k < L->params; k++)
        if ((int)L->param[k] < 64 && (CAROM_PARAM_BIT(e) >> L->param[k]) & 1)
            for (int i = 0; i < L->dim; i++) L->J.x[i][CAROM_JACOBIAN_PARAM + k] = 0.0;
}

// Returns the column with the largest contribution to n.x, because it determines n.x most accurately.
static int widest(const carom_linear *L, const carom_contact *c) {
    int best = 0;
    double most = 0.0;
    for (int k = 0; k < CAROM_JACOBIAN_PARAM + L->params; k++) {
        double x = 1.0;
        if (k < CAROM_JACOBIAN_W)
            x = fabs(c->v[k]) + fabs(c->v[0]);
        else if (k < CAROM_JACOBIAN_PARAM)
            x = c->W[0][0];
        const double share = fabs(L->n[k]) * x;
        if (share > most) {
            most = share;
            best = k;
        }
    }
    return best;
}

// Returns whether the slip that follows the end of sticking grows against its own friction. The condition is u.(W c)_t
// n.dx > 0 for n.dx < 0, with u against P_t. With large friction the condition may fail. The result then jumps to
// another slip with another P.
static bool slips_on(const carom_contact *c, const carom_result *out, const carom_linear *L) {
    double along = 0.0;
    for (int i = 1; i < L->dim; i++)
        for (int j = 0; j < L->dim; j++) along += out->P[i] * c->W[i][j] * L->c[j];
    return along > 0.0;
}

// Computes the slopes of the other side, which differ by c n^T, n = ds/dx along this side. There is no kink if they do
// not differ.
static carom_smoothness other_side(const carom_law *law, const carom_contact *c, const carom_params *p,
                                   const carom_result *out, const carom_equations *here, carom_linear *L) {
    const int columns = CAROM_JACOBIAN_PARAM + L->params;
    carom_equations there = carom_equations_part(here);
    carom_result at = *out;
    carom_slopes J;
    at.mode = here->to;
    there.side = here->to_side ? here->to_side : -1;
    if (!law->contact->equations(law, c, p, &at, &there) || !carom_equations_slopes(&there, &J))
        return none(L, CAROM_SMOOTHNESS_NONE);
    double size = 0.0, differs = 0.0;
    for (int k = 0; k < columns; k++) {
        L->n[k] = here->normal.x[k];
        for (int i = 0; i < L->dim; i++) L->n[k] += here->normal.P[i] * L->J.x[i][k];
    }
    const int k = widest(L, c);
    if (L->n[k] == 0.0) return L->smooth;
    for (int i = 0; i < L->dim; i++) {
        L->c[i] = (J.x[i][k] - L->J.x[i][k]) / L->n[k];
        size += fabs(J.x[i][k]) + fabs(L->J.x[i][k]);
        differs += fabs(J.x[i][k] - L->J.x[i][k]);
    }
    if (differs > 1e-10 * size) {
        const bool ends = out->mode == CAROM_MODE_STICKING && here->to == CAROM_MODE_SLIDING;
        return ends && !slips_on(c, out, L) ? none(L, CAROM_JUMP) : (L->smooth = CAROM_KINK);
    }
    for (int i = 0; i < 3; i++) L->c[i] = 0.0;
    return L->smooth;
}

// Returns whether a coefficient is at an end of its range. Always returns false for coefficients with several numbers
// and for mu_static.
static bool ends(const carom_law *law, const carom_params *p, int number) {
    const carom_coefficient *row = carom_law_coefficient(law, number);
    double x[3];
    if (!row || row->kind != CAROM_REAL || row->number == CAROM_PARAM_mu_static) return false;
    const carom_coefficient *field = carom_member_at(number); // the formulas also hold in the range of the member, if
                                                              // it is wider
    if (!field) field = row;
    if (!carom_params_get(p, row, x)) return false;
    return (x[0] == row->lowest && x[0] == field->lowest) || (x[0] == row->highest && x[0] == field->highest);
}

// Returns whether one of the coefficients is at an end of its range.
static bool at_an_end(const carom_law *law, const carom_params *p, const carom_linear *L) {
    for (int k = 0; k < L->params; k++)
        if (ends(law, p, (int)L->param[k])) return true;
    return false;
}

// Checks Euler's relations. Doubling the speed doubles the impulse, and doubling W halves it, so dP/dv v = P and
// dP/dW W = -P. Slopes along a path that lost their digits violate them and are rejected.
static bool obeys_euler(const carom_law *law, const carom_contact *c, const carom_params *p, const carom_result *out,
                        const carom_linear *L) {
    if (law->closed_form & (c->dim == 2 ? CAROM_2D : CAROM_3D)) return true;
    if (!(carom_law_guarantees(law, c->dim, p) & CAROM_GUARANTEE_HOMOGENEOUS)) return true;
    for (int a = 0; a < c->dim; a++) {
        double by_v = -out->P[a], by_W = out->P[a], size = fabs(out->P[a]);
        for (int b = 0, k = CAROM_JACOBIAN_W; b < c->dim; b++) {
            by_v += L->J.x[a][b] * c->v[b];
            size += fabs(L->J.x[a][b] * c->v[b]);
            for (int d = b; d < c->dim; d++, k++) {
                by_W += L->J.x[a][k] * c->W[b][d];
                size += fabs(L->J.x[a][k] * c->W[b][d]);
            }
        }
        if (!(fabs(by_v) + fabs(by_W) <= 1e-7 * size + 1e-9 * fabs(out->P[0]))) return false;
    }
    return true;
}

// Handles v_n < 0 by the equations of the law.
static carom_smoothness from_law(const carom_law *law, const carom_contact *c, const carom_params *p,
                                 const carom_result *out, carom_linear *L) {
    carom_equations eq;
    carom_equations_begin(&eq, c->dim, L->params, L->param, 0);
    if (!law->contact->equations(law, c, p, out, &eq))
        return none(L, eq.smooth == CAROM_SMOOTH ? CAROM_SMOOTHNESS_NONE : eq.smooth);
    L->margin = eq.margin < L->margin ? eq.margin : L->margin;
    L->error = eq.error;
    if (eq.switches > 0 && eq.jumps) return none(L, CAROM_JUMP);
    if (!carom_equations_slopes(&eq, &L->J)) return none(L, CAROM_SMOOTHNESS_NONE);
    if (!obeys_euler(law, c, p, out, L)) return none(L, CAROM_SMOOTHNESS_NONE);
    L->smooth = eq.smooth;
    if (eq.switches > 1) return L->smooth = CAROM_DIRECTIONAL;
    if (eq.switches == 1) other_side(law, c, p, out, &eq, L);
    if (L->smooth == CAROM_SMOOTH && at_an_end(law, p, L)) L->smooth = CAROM_ONE_SIDED;
    return L->smooth;
}

// Handles v_n = 0. If v_n increases, there is no impulse. If it decreases, the impulse grows with the approach, P = c
// v_n, unless the contact jams; then the impulse jumps. The law is evaluated at 2^-60 of the speed, which gives c up to
// rounding.
static carom_smoothness touching(const carom_law *law, const carom_contact *c, const carom_params *p, carom_linear *L) {
    const int columns = CAROM_JACOBIAN_PARAM + L->params;
    double speed = 0.0, push = 0.0;
    for (int i = 0; i < c->dim; i++) speed = fmax(speed, fabs(c->v[i]));
    carom_contact near = *c;
    carom_result out;
    near.v[0] = -0x1p-60 * (speed > 0.0 ? speed : 1.0);
    fill(&L->J, L->dim, columns, 0.0);
    L->margin = 0.0;
    if (!carom_stands(carom_collide(law, &near, p, &out))) return none(L, CAROM_SMOOTHNESS_NONE);
    for (int i = 0; i < c->dim; i++) push = fmax(push, fabs(out.P[i]) * c->W[i][i]);
    if (push > 0x1p-30 * speed && speed > 0.0) return none(L, CAROM_JUMP);
    for (int i = 0; i < c->dim; i++) L->c[i] = out.P[i] / near.v[0];
    L->n[CAROM_JACOBIAN_V] = 1.0;
    if (push == 0.0) return L->smooth = CAROM_SMOOTH;
    // The condition of the switch is v_n >= 0: it is positive on the side of separation.
    return L->smooth = CAROM_KINK;
}

static void unscale(carom_scale s, carom_linear *L) {
    for (int k = 0; k < CAROM_JACOBIAN_PARAM + L->params; k++) {
        const int power = k < CAROM_JACOBIAN_W ? s.speed : k < CAROM_JACOBIAN_PARAM ? 2 * s.light : 0;
        for (int i = 0; i < L->dim; i++) L->J.x[i][k] = ldexp(carom_scale_impulse(s, L->J.x[i][k]), -power);
        L->n[k] = ldexp(L->n[k], -power);
    }
    for (int i = 0; i < L->dim; i++) L->c[i] = carom_scale_impulse(s, L->c[i]);
}

// Handles a contact whose numbers are far from 1: scales it for the law.
static void from_far(const carom_law *law, const carom_contact *c, const carom_params *p, const carom_result *out,
                     carom_scale scale, carom_linear *L) {
    const carom_contact near = carom_scale_contact(c, scale);
    carom_result at = *out;
    for (int i = 0; i < c->dim; i++) {
        at.P[i] = carom_unscale_impulse(scale, out->P[i]);
        at.Pc[i] = carom_unscale_impulse(scale, out->Pc[i]);
        at.v[i] = ldexp(out->v[i], -scale.speed);
    }
    from_law(law, &near, p, &at, L);
    unscale(scale, L);
}

// Handles a speed at rest_speed, where the restitution jumps.
static void at_rest_speed(const carom_params *params, double v_n, carom_linear *L) {
    const double share = fabs(v_n + params->rest_speed) / params->rest_speed;
    if (share < L->margin) L->margin = share;
    if (share <= CAROM_AT_SWITCH)
        none(L, CAROM_JUMP);
    else if (carom_rests(params, v_n))
        drop_restitution(L);
}

// Entries that are not read are not cleared, because these structs are much larger than most laws need.
static void begin(const carom_law *law, int dim, carom_linear *L) {
    L->dim = dim;
    L->params = carom_jac_columns(law, dim, L->param);
    L->margin = HUGE_VAL;
    L->error = 0.0;
    L->smooth = CAROM_SMOOTH;
    for (int i = 0; i < 3; i++) L->c[i] = 0.0;
    for (int k = 0; k < CAROM_JACOBIAN_PARAM + L->params; k++) L->n[k] = 0.0;
}

void carom_linearise(const carom_law *law, const carom_contact *contact, const carom_params *params,
                     const carom_result *out, carom_linear *L) {
    carom_contact room;
    carom_params filled;
    const carom_contact *c = carom_usable(contact, &room);
    begin(law, c->dim, L);
    if (carom_by_speed(params)) {
        none(L, CAROM_SMOOTHNESS_NONE);
        return;
    }
    if (c->v[0] > 0.0) {
        fill(&L->J, L->dim, CAROM_JACOBIAN_PARAM + L->params, 0.0);
        return;
    }
    if (c->v[0] == 0.0) {
        touching(law, c, params, L);
        return;
    }
    const bool by_speed = carom_law_reads(law) & CAROM_PARAM_BIT(rest_speed) && params->rest_speed > 0.0;
    const carom_params *p = params;
    if (by_speed || !carom_params_full(law, params)) {
        filled = carom_asked_with(law, c, params);
        p = &filled;
    }
    const carom_scale scale = carom_scale_for(law, c);
    if (carom_scaled(scale))
        from_far(law, c, p, out, scale, L);
    else
        from_law(law, c, p, out, L);
    if (by_speed) at_rest_speed(params, c->v[0], L);
}

// Returns one number of the Jacobian. Every number of jac is written once; derivatives that do not exist are written as
// 0.
static double entry(const carom_linear *L, int i, int k) {
    return i < L->dim ? L->J.x[i][k] : 0.0;
}

static void give(const carom_linear *L, carom_jacobian *jac) {
    const int entries = L->dim == 2 ? 3 : 6;
    jac->smooth = L->smooth;
    jac->params = L->params;
    jac->margin = L->margin;
    jac->error = L->error;
    for (int k = 0; k < CAROM_JACOBIAN_PARAMS; k++) {
        const bool has = k < L->params;
        jac->param[k] = has ? L->param[k] : (carom_param)0;
        jac->n_param[k] = has ? L->n[CAROM_JACOBIAN_PARAM + k] : 0.0;
        for (int i = 0; i < 3; i++) jac->dP_dparam[i][k] = has ? entry(L, i, CAROM_JACOBIAN_PARAM + k) : 0.0;
    }
    for (int k = 0; k < 6; k++) {
        jac->n_W[k] = k < entries ? L->n[CAROM_JACOBIAN_W + k] : 0.0;
        for (int i = 0; i < 3; i++) jac->dP_dW[i][k] = k < entries ? entry(L, i, CAROM_JACOBIAN_W + k) : 0.0;
    }
    for (int k = 0; k < 3; k++) {
        jac->c[k] = k < L->dim ? L->c[k] : 0.0;
        jac->n_v[k] = k < L->dim ? L->n[CAROM_JACOBIAN_V + k] : 0.0;
        for (int i = 0; i < 3; i++) jac->dP_dv[i][k] = k < L->dim ? entry(L, i, CAROM_JACOBIAN_V + k) : 0.0;
    }
}

// Marks all derivatives as unknown.
static void give_none(carom_jacobian *jac) {
    carom_linear L = {.dim = 3, .params = 0};
    none(&L, CAROM_SMOOTHNESS_NONE);
    give(&L, jac);
}

carom_status carom_collide_jacobian(const carom_law *law, const carom_contact *contact, const carom_params *params,
                                    carom_result *outcome, carom_jacobian *jac) {
    carom_linear L;
    const carom_status status = jac && outcome ? carom_collide(law, contact, params, outcome) : CAROM_NULL_POINTER;
    if (!jac) return status;
    const bool stands = outcome && carom_stands(status);
    const bool known =
        stands && !carom_by_speed(params) && carom_law_derivatives(law) & (contact->dim == 2 ? CAROM_2D : CAROM_3D);
    if (!known) {
        give_none(jac);
        return stands ? CAROM_NO_DERIVATIVE : status;
    }
    carom_linearise(law, contact, params, outcome, &L);
    give(&L, jac);
    return status;
}
