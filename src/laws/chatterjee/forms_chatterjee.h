// Chatterjee's laws I, II and III, written once for 2D and 3D, for vectorised batches and for the limits. `dim` and
// `limits` are numbers that the compiler knows. Without limits (batches), W is regular, friction is finite and v_n < 0,
// and no branch is left. With limits, base/ldl.h determines the rank of W, and friction may be infinite. The law files
// contain the derivations.
#ifndef CAROM_SRC_FORMS_CHATTERJEE_H
#define CAROM_SRC_FORMS_CHATTERJEE_H

#include <math.h>
#include <stdbool.h>

#include "base/lane.h"
#include "base/ldl.h"
#include "base/ldl_regular.h"
#include "base/rank.h"
#include "carom/carom.h"

// An impulse, its mode, and whether it exists.
typedef struct carom_chatterjee_form {
    double P[3];
    uint64_t mode;
    bool found;
} carom_chatterjee_form;

// The input of a law. The factors of W are `general` if W may be singular, otherwise `regular`.
typedef struct carom_chatterjee_problem {
    double W[3][3], v[3];
    double r_n, r_t, mu;
    carom_regular regular;
    const carom_ldl *general; // NULL in vectorised batches
} carom_chatterjee_problem;

CAROM_LANE bool carom_chatterjee_invert(int dim, const carom_chatterjee_problem *x, const double b[3], double y[3]) {
    if (x->general) return carom_ldl_solve(x->general, b, y);
    carom_regular_solve(dim, &x->regular, b, y);
    return true;
}

// Returns x.W^-1 y.
CAROM_LANE double carom_chatterjee_energy(int dim, const carom_chatterjee_problem *x, const double b[3],
                                          const double c[3]) {
    return x->general ? carom_ldl_inverse_form(x->general, b, c) : carom_regular_form(dim, &x->regular, b, c);
}

CAROM_LANE double carom_chatterjee_friction(int dim, const double P[3]) {
    return dim == 2 ? fabs(P[1]) : sqrt(P[1] * P[1] + P[2] * P[2]);
}

// Returns a positive number if P lies in the cone. It is a number because compilers do not vectorise selections of
// booleans. Without friction the cone is a line and has no interior.
CAROM_LANE double carom_chatterjee_in_cone(bool limits, const double P[3], double friction, double mu) {
    if (limits && isinf(mu)) return P[0] >= 0.0 ? 1.0 : -1.0;
    const double within = friction <= mu * P[0] ? 1.0 : -1.0;
    return mu > 0.0 ? within : -1.0;
}

CAROM_LANE double carom_chatterjee_ratio(bool limits, double above, double below) {
    return !limits || below > 0.0 ? above / below : HUGE_VAL;
}

// Returns M22 / M11 for T = t q q^T, so that w is along q too. M is the inverse of W with a slightly perturbed null
// space, and p is across the slip. If the slip is along q, this is a 2D problem. Otherwise no impulse can stop the
// component of the slip across q. The exception is a W whose remaining part is singular too; then only the null space
// matters.
static inline double carom_mass_ratio_of_dyad(const double W[3][3], double x, double y, double pTp) {
    const double a = W[0][0], t = W[1][1] + W[2][2], ww = W[0][1] * W[0][1] + W[0][2] * W[0][2];
    const int k = W[2][2] > W[1][1] ? 2 : 1;
    const double qx = W[1][k], qy = W[2][k], length = sqrt(qx * qx + qy * qy);
    if (fabs(x * qx + y * qy) <= CAROM_IN_RANGE * length) return carom_chatterjee_ratio(true, a, t);
    return a * t - ww > CAROM_SINGULAR * (a * t) ? HUGE_VAL : carom_chatterjee_ratio(true, a + pTp, t);
}

// Returns M22 / M11 as a ratio of cofactors of W, so that it also exists for a singular W of corank one.
//   2D   W_nn / W_tt
//   3D   (W_nn p.T p - (w.p)^2) / det T,  p across the slip,  T = W_tt, w = W_nt
CAROM_LANE double carom_mass_ratio(int dim, bool limits, const double W[3][3], const double v[3], double speed) {
    if (dim == 2) return carom_chatterjee_ratio(limits, W[0][0], W[1][1]);
    const double x = -v[2] / speed, y = v[1] / speed;
    const double pTp = x * (W[1][1] * x + W[1][2] * y) + y * (W[1][2] * x + W[2][2] * y);
    const double wp = W[0][1] * x + W[0][2] * y;
    const double above = W[0][0] * pTp - wp * wp;
    const double below = W[1][1] * W[2][2] - W[1][2] * W[1][2];
    if (limits && !(below > CAROM_SINGULAR * (W[1][1] * W[2][2]))) return carom_mass_ratio_of_dyad(W, x, y, pTp);
    return above > 0.0 ? above / below : 0.0;
}

// Returns rho of the direction d = (1, -rho v_t/|v_t|) of law I. If it is infinite, d points along the tangent.
CAROM_LANE double carom_chatterjee_lean(int dim, bool limits, const carom_chatterjee_problem *x, double speed) {
    const double *v = x->v;
    if (limits && !(v[0] < 0.0)) return x->mu;
    const double wanted =
        (1.0 + x->r_t) * carom_mass_ratio(dim, limits, x->W, v, speed) * speed / (-(1.0 + x->r_n) * v[0]);
    return wanted < x->mu ? wanted : x->mu;
}

CAROM_LANE carom_chatterjee_form carom_chatterjee_1_form(int dim, bool limits, const carom_chatterjee_problem *x) {
    const double *v = x->v, speed = carom_chatterjee_friction(dim, v), vn = -v[0];
    const bool leans = (speed > 0.0) & (x->r_t > -1.0);
    const double rho = leans ? carom_chatterjee_lean(dim, limits, x, speed) : 0.0;
    const bool along = limits && isinf(rho);
    double d[3] = {along ? 0.0 : 1.0, 0.0, 0.0}, dv = 0.0, dWd = 0.0, terms = 0.0, vf = v[0];
    for (int i = 1; i < dim; i++) d[i] = speed > 0.0 ? -(along ? 1.0 : rho) * (v[i] / speed) : 0.0;

    // Compute the impulse along d that conserves energy. If d is a null vector of W, no impulse along it changes the
    // velocity.
    for (int i = 0; i < dim; i++) {
        dv += d[i] * v[i];
        for (int j = 0; j < dim; j++) dWd += d[i] * x->W[i][j] * d[j];
        for (int j = 0; j < dim; j++) terms += fabs(d[i] * x->W[i][j] * d[j]);
    }
    carom_chatterjee_form f = {.found = dWd > CAROM_SINGULAR * terms};
    if (limits && !f.found) return f;
    for (int i = 0; i < dim; i++) {
        f.P[i] = -2.0 * dv / dWd * d[i];
        vf += x->W[0][i] * f.P[i];
    }

    // Shorten the impulse to the wanted restitution, or move it to positive v_n' if v_n' < 0.
    const bool shortened = vf > x->r_n * vn;
    const uint64_t kept = vf >= 0.0 ? CAROM_MODE_ENERGY : CAROM_MODE_PROJECTED;
    f.P[0] = vf < 0.0 ? f.P[0] - 2.0 * vf / x->W[0][0] : f.P[0];
    for (int i = 0; i < dim; i++) f.P[i] = shortened ? f.P[i] * ((1.0 + x->r_n) * vn / (vf + vn)) : f.P[i];
    f.mode = shortened ? CAROM_MODE_RESTITUTION : kept;
    return f;
}

// If P is outside the cone, moves it back along the line to the normal impulse A, which lies inside, until |P_t| = mu
// P_n:
//   below = mu (A - P_n) + |P_t|
//   P_n := A |P_t| / below
//   P_t := mu A P_t / below
// Returns a positive number if P was inside.
CAROM_LANE double carom_chatterjee_back(int dim, bool limits, double A, double mu, double P[3]) {
    const double friction = carom_chatterjee_friction(dim, P);
    const double inside = carom_chatterjee_in_cone(limits, P, friction, mu);
    const bool endless = limits && isinf(mu);
    const double below = endless ? A - P[0] : mu * (A - P[0]) + friction, across = endless ? A : mu * A;
    if (limits && inside > 0.0) return inside;
    for (int i = 1; i < dim; i++) {
        const double drawn = mu > 0.0 ? across * (P[i] / below) : 0.0;
        P[i] = inside > 0.0 ? P[i] : drawn;
    }
    const double rest = endless ? 0.0 : A * (friction / below), drawn = mu > 0.0 ? rest : A;
    P[0] = inside > 0.0 ? P[0] : drawn;
    return inside;
}

CAROM_LANE carom_chatterjee_form carom_chatterjee_2_form(int dim, bool limits, const carom_chatterjee_problem *x) {
    const double minus_v[3] = {-x->v[0], -x->v[1], dim == 3 ? -x->v[2] : 0.0};
    double P2[3];
    carom_chatterjee_form f = {.found = carom_chatterjee_invert(dim, x, minus_v, P2)};
    if (limits && !f.found) return f;
    // P_t is the scaled P_t of the all-stopping impulse. P_n follows from v_n' = -r_n v_n.
    const double base = -(1.0 + x->r_n) * x->v[0] / x->W[0][0];
    f.P[0] = base;
    for (int i = 1; i < dim; i++) {
        f.P[i] = (1.0 + x->r_t) * P2[i];
        f.P[0] -= x->W[0][i] * f.P[i] / x->W[0][0];
    }
    f.mode = carom_chatterjee_back(dim, limits, base, x->mu, f.P) > 0.0 ? CAROM_MODE_INSIDE : CAROM_MODE_FRICTION;
    return f;
}

// Computes law III for a wanted velocity that W can reach.
CAROM_LANE carom_chatterjee_form carom_chatterjee_3_form(int dim, bool limits, const carom_chatterjee_problem *x) {
    const double *v = x->v, base = -(1.0 + x->r_n) * v[0] / x->W[0][0];

    // Compute the energy that the wanted velocity needs in excess of the available energy, and the factor by which the
    // velocity must be scaled. These formulas do not lose a small change of v in a large v:
    //   excess = V_f.M V_f - v.M v = -(v - V_f).M (v + V_f)
    //   gamma^2 = 1 + excess / v.M v
    double wanted[3] = {0.0}, less[3] = {0.0}, sum[3] = {0.0}, change[3] = {0.0}, G[3], dE = 0.0;
    for (int i = 0; i < dim; i++) {
        const double r = i == 0 ? x->r_n : x->r_t;
        wanted[i] = -r * v[i];
        less[i] = (1.0 + r) * v[i];
        sum[i] = (1.0 - r) * v[i];
    }
    const double excess = -carom_chatterjee_energy(dim, x, less, sum), had = carom_chatterjee_energy(dim, x, v, v);
    const bool scaled = excess > 0.0;
    const double over = scaled ? excess / had : 0.0, gamma = scaled ? sqrt(1.0 + over) : 1.0;
    const double cut = scaled ? over / ((1.0 + gamma) * gamma) : 0.0;
    for (int i = 0; i < dim; i++) change[i] = -less[i] - wanted[i] * cut;
    carom_chatterjee_form f = {.mode = 0};
    f.found = carom_chatterjee_invert(dim, x, change, f.P);
    if (limits && !f.found) return f;

    // A scaled impulse conserves energy. The rounding error of dE is removed by changing gamma, so that the direction
    // of V_f stays:
    //   d(dE)/d(1/gamma) = V_f.M V_f / gamma
    //   dP/d(1/gamma) = M V_f
    for (int i = 0; i < dim; i++) {
        double mean = v[i];
        for (int j = 0; j < dim; j++) mean += 0.5 * x->W[i][j] * f.P[j];
        dE += f.P[i] * mean;
    }
    const bool correct = carom_chatterjee_invert(dim, x, wanted, G) & scaled;
    const double slope = (had + excess) / gamma;
    for (int i = 0; i < dim; i++) f.P[i] = correct ? f.P[i] - dE / slope * G[i] : f.P[i];
    const double inside = carom_chatterjee_back(dim, limits, base, x->mu, f.P);
    const uint64_t as_wanted = inside > 0.0 ? CAROM_MODE_INSIDE : CAROM_MODE_FRICTION;
    const uint64_t lengthened = inside > 0.0 ? CAROM_MODE_SCALED_INSIDE : CAROM_MODE_SCALED_FRICTION;
    f.mode = scaled ? lengthened : as_wanted;
    return f;
}

#endif
