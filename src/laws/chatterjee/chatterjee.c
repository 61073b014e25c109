#include "laws/chatterjee/chatterjee.h"

#include <math.h>
#include <stdbool.h>

#include "base/ldl.h"
#include "base/rank.h"
#include "collide/diagonal.h"

static double friction_of(int dim, const double P[3]) {
    return dim == 2 ? fabs(P[1]) : sqrt(P[1] * P[1] + P[2] * P[2]);
}

// Without friction the cone is a line and has no inside.
static bool in_cone(int dim, const double P[3], double mu) {
    return isinf(mu) ? P[0] >= 0.0 : mu > 0.0 && friction_of(dim, P) <= mu * P[0];
}

static double ratio(double above, double below) {
    return below > 0.0 ? above / below : HUGE_VAL;
}

// M22 / M11 where T = t q q^T (so w is along q too) with M the inverse of W + (a little of the null space), p across
// the slip. Along q the slip is that of a plane. Elsewhere nothing can stop its part across q, unless the rest of W is
// singular too, and then only the null space counts.
static double mass_ratio_of_dyad(const carom_contact *c, double x, double y, double pTp) {
    const double a = c->W[0][0], t = c->W[1][1] + c->W[2][2], ww = c->W[0][1] * c->W[0][1] + c->W[0][2] * c->W[0][2];
    const int k = c->W[2][2] > c->W[1][1] ? 2 : 1;
    const double qx = c->W[1][k], qy = c->W[2][k], length = sqrt(qx * qx + qy * qy);
    if (fabs(x * qx + y * qy) <= CAROM_IN_RANGE * length) return ratio(a, t);
    return a * t - ww > CAROM_SINGULAR * (a * t) ? HUGE_VAL : ratio(a + pTp, t);
}

// M22 / M11 as a ratio of cofactors of W, so that a singular W of corank one has it too.
//   plane  W_nn / W_tt;   space  (W_nn p.T p - (w.p)^2) / det T,  p across the slip,  T = W_tt, w = W_nt
static double mass_ratio(const carom_contact *c, double speed) {
    if (c->dim == 2) return ratio(c->W[0][0], c->W[1][1]);
    const double x = -c->v[2] / speed, y = c->v[1] / speed;
    const double pTp = x * (c->W[1][1] * x + c->W[1][2] * y) + y * (c->W[1][2] * x + c->W[2][2] * y);
    const double wp = c->W[0][1] * x + c->W[0][2] * y;
    const double above = c->W[0][0] * pTp - wp * wp;
    const double below = c->W[1][1] * c->W[2][2] - c->W[1][2] * c->W[1][2];
    if (!(below > CAROM_SINGULAR * (c->W[1][1] * c->W[2][2]))) return mass_ratio_of_dyad(c, x, y, pTp);
    return above > 0.0 ? above / below : 0.0;
}

// The direction d = (1, -rho v_t/|v_t|) of law I; infinite rho points along the tangent.
static void direction(const carom_contact *c, const carom_chatterjee_input *in, double d[3]) {
    const double speed = carom_slip_speed(c);
    double rho = 0.0;
    if (speed > 0.0 && in->r_t > -1.0) {
        const double wanted =
            c->v[0] < 0.0 ? (1.0 + in->r_t) * mass_ratio(c, speed) * speed / (-(1.0 + in->r_n) * c->v[0]) : HUGE_VAL;
        rho = wanted < in->mu ? wanted : in->mu;
    }
    d[0] = isinf(rho) ? 0.0 : 1.0;
    for (int i = 1; i < c->dim; i++) d[i] = speed > 0.0 ? -(isinf(rho) ? 1.0 : rho) * (c->v[i] / speed) : 0.0;
}

carom_status carom_chatterjee_1(const carom_contact *c, const carom_chatterjee_input *in, double P[3],
                                carom_mode *mode) {
    double d[3], dv = 0.0, dWd = 0.0, terms = 0.0, vf = c->v[0];
    const double vn = -c->v[0];

    // The impulse along d that keeps the energy.
    direction(c, in, d);
    for (int i = 0; i < c->dim; i++) {
        dv += d[i] * c->v[i];
        for (int j = 0; j < c->dim; j++) dWd += d[i] * c->W[i][j] * d[j];
        for (int j = 0; j < c->dim; j++) terms += fabs(d[i] * c->W[i][j] * d[j]);
    }
    // Along a null vector of W no impulse changes the energy, nor the velocity.
    if (!(dWd > CAROM_SINGULAR * terms)) return CAROM_NO_SOLUTION;
    for (int i = 0; i < c->dim; i++) {
        P[i] = -2.0 * dv / dWd * d[i];
        vf += c->W[0][i] * P[i];
    }

    // Shorten it to the wanted restitution, or lift it off the plane v_n' = 0.
    *mode = vf > in->r_n * vn ? CAROM_MODE_RESTITUTION : vf >= 0.0 ? CAROM_MODE_ENERGY : CAROM_MODE_PROJECTED;
    if (*mode == CAROM_MODE_RESTITUTION)
        for (int i = 0; i < c->dim; i++) P[i] *= (1.0 + in->r_n) * vn / (vf + vn);
    if (*mode == CAROM_MODE_PROJECTED) P[0] -= 2.0 * vf / c->W[0][0];
    return CAROM_OK;
}

// If P leaves the cone, back along the line to the normal impulse A, which lies inside, until |P_t| = mu P_n:
//   P_n := A |P_t| / below,  P_t := mu A P_t / below,  below = mu (A - P_n) + |P_t|.   True if P was inside.
static bool draw_back(int dim, double A, double mu, double P[3]) {
    if (in_cone(dim, P, mu)) return true;
    const double friction = friction_of(dim, P);
    const double below = isinf(mu) ? A - P[0] : mu * (A - P[0]) + friction, across = isinf(mu) ? A : mu * A;
    P[0] = mu == 0.0 ? A : isinf(mu) ? 0.0 : A * (friction / below);
    for (int i = 1; i < dim; i++) P[i] = mu == 0.0 ? 0.0 : across * (P[i] / below);
    return false;
}

carom_status carom_chatterjee_2(const carom_contact *c, const carom_chatterjee_input *in, double P[3],
                                carom_mode *mode) {
    double P2[3], minus_v[3];
    const carom_ldl f = carom_factor(c->dim, c->W);
    for (int i = 0; i < c->dim; i++) minus_v[i] = -c->v[i];
    if (!carom_ldl_solve(&f, minus_v, P2)) return CAROM_NO_SOLUTION;
    // P_t is that of the all-stopping impulse, scaled; P_n follows from v_n' = -r_n v_n.
    const double base = -(1.0 + in->r_n) * c->v[0] / c->W[0][0];
    P[0] = base;
    for (int i = 1; i < c->dim; i++) {
        P[i] = (1.0 + in->r_t) * P2[i];
        P[0] -= c->W[0][i] * P[i] / c->W[0][0];
    }
    *mode = draw_back(c->dim, base, in->mu, P) ? CAROM_MODE_INSIDE : CAROM_MODE_FRICTION;
    return CAROM_OK;
}

// Singular W and a wanted velocity outside its range: the impulse runs off along the null vector z until the cone stops
// it; if z lies in the cone nothing does.
static carom_status run_off(const carom_contact *c, const carom_ldl *f, const double wanted[3], double base, double mu,
                            double P[3]) {
    double z[3];
    carom_ldl_null_part(f, wanted, z);
    if (in_cone(c->dim, z, mu)) return CAROM_NO_SOLUTION;
    const double t = isinf(mu) ? -base / z[0] : mu * base / (friction_of(c->dim, z) - mu * z[0]);
    P[0] = base + t * z[0];
    for (int i = 1; i < c->dim; i++) P[i] = t * z[i];
    return CAROM_OK;
}

// A scaled impulse keeps the energy. What rounding left of dE is taken out through gamma, so that the direction of V_f
// stays:
//   d(dE)/d(1/gamma) = V_f.M V_f / gamma,   dP/d(1/gamma) = M V_f
static void keep_energy(const carom_contact *c, const carom_ldl *f, const double wanted[3], double slope, double P[3]) {
    double G[3], dE = 0.0;
    for (int i = 0; i < c->dim; i++) {
        double mean = c->v[i];
        for (int j = 0; j < c->dim; j++) mean += 0.5 * c->W[i][j] * P[j];
        dE += P[i] * mean;
    }
    if (!carom_ldl_solve(f, wanted, G)) return;
    for (int i = 0; i < c->dim; i++) P[i] -= dE / slope * G[i];
}

carom_status carom_chatterjee_3(const carom_contact *c, const carom_chatterjee_input *in, double P[3],
                                carom_mode *mode) {
    const carom_ldl f = carom_factor(c->dim, c->W);
    if (f.rank < c->dim && !carom_ldl_in_range(&f, c->v)) return CAROM_NO_SOLUTION;
    const double base = -(1.0 + in->r_n) * c->v[0] / c->W[0][0];
    double wanted[3], change[3];
    for (int i = 0; i < c->dim; i++) wanted[i] = -(i == 0 ? in->r_n : in->r_t) * c->v[i];
    if (f.rank < c->dim && !carom_ldl_in_range(&f, wanted)) {
        *mode = CAROM_MODE_SCALED_FRICTION;
        return run_off(c, &f, wanted, base, in->mu, P);
    }

    // What the wanted velocity costs beyond the energy at hand, V_f.M V_f - v.M v = -(v - V_f).M (v + V_f), and how far
    // it must be scaled: gamma^2 = 1 + excess / v.M v. Written so that a small change of v is not lost in a large v.
    double less[3], sum[3];
    for (int i = 0; i < c->dim; i++) {
        less[i] = (1.0 + (i == 0 ? in->r_n : in->r_t)) * c->v[i];
        sum[i] = (1.0 - (i == 0 ? in->r_n : in->r_t)) * c->v[i];
    }
    const double excess = -carom_ldl_inverse_form(&f, less, sum), had = carom_ldl_inverse_form(&f, c->v, c->v);
    const bool scaled = excess > 0.0;
    const double gamma = scaled ? sqrt(1.0 + excess / had) : 1.0;
    const double cut = scaled ? excess / had / ((1.0 + gamma) * gamma) : 0.0;
    for (int i = 0; i < c->dim; i++) change[i] = -less[i] - wanted[i] * cut;
    if (!carom_ldl_solve(&f, change, P)) return CAROM_NO_SOLUTION;
    if (scaled) keep_energy(c, &f, wanted, (had + excess) / gamma, P);
    const bool inside = draw_back(c->dim, base, in->mu, P);
    *mode = scaled ? (inside ? CAROM_MODE_SCALED_INSIDE : CAROM_MODE_SCALED_FRICTION)
                   : (inside ? CAROM_MODE_INSIDE : CAROM_MODE_FRICTION);
    return CAROM_OK;
}
