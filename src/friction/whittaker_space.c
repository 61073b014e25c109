// Whittaker's law in 3D. The contact sticks if the sticking impulse lies in the cone; otherwise every slip that ends
// against its own friction is a candidate. Friction -u opposes a slip along g u = (g1 u1, g2 u2). Coulomb friction has
// g = (1, 1). The friction model "disc" stops each tangent axis as if it were alone, by P_i -= v_i'/T_ii, and shortens
// the sum to mu P_n. This iteration ends if P_t - (v_1'/T_11, v_2'/T_22) is parallel to P_t. Then v_t' is along (T_11
// u1, T_22 u2), so g = (T_11, T_22).
#include <math.h>

#include "base/ldl.h"
#include "base/rank.h"
#include "base/sym.h"
#include "collide/set_impulse.h"
#include "friction/slip.h"
#include "friction/stick.h"
#include "friction/whittaker.h"

// If W (m0, -m1 u) = 0 up to this fraction of its terms, the impulse changes no velocity and is not a slip. A singular
// W has such directions, where D = 0 is only rounding. The value is that of CAROM_SINGULAR.
#define MOVES_NOTHING 1e-14

// One slip: its impulse, and how well it satisfies its conditions.
typedef struct {
    double P[3];
    double along; // u.v_t' relative to the size of its terms; inconsistent if negative
    double off;   // residual of the equations u x v_t' = 0 and v_n' = -e v_n, relative to the size of their terms
    double dE;
    bool rising; // u x v_t' increases through zero as u turns: index -1, never returned (carom_alternative.index)
} candidate;

static double share(double part, double whole) {
    return whole > 0.0 ? part / whole : 0.0;
}

static void measure(const carom_contact *c, const double g[2], double rebound, const double u[2], candidate *slip) {
    const double f[2] = {g[0] * u[0], g[1] * u[1]};
    double after[3], size[3];
    carom_velocity_after(3, c->W, c->v, slip->P, after);
    slip->dE = 0.0;
    for (int i = 0; i < 3; i++) {
        slip->dE += 0.5 * slip->P[i] * (c->v[i] + after[i]);
        size[i] = fabs(c->v[i]);
        for (int j = 0; j < 3; j++) size[i] += fabs(c->W[i][j] * slip->P[j]);
    }
    slip->along = share(f[0] * after[1] + f[1] * after[2], size[1] + size[2]);
    const double across = share(fabs(f[0] * after[2] - f[1] * after[1]), size[1] + size[2]);
    const double normal = share(fabs(after[0] - c->v[0] - rebound), size[0]);
    slip->off = across > normal ? across : normal;
}

// Decides whether a slip that ends at rest up to rounding is consistent. It uses the perturbed matrix W + d z z^T with
// a small d > 0 and the null vector z. There v_t' is d z_t (z.P) along u.
static void part_ways(const carom_ldl *f, const double g[2], const double u[2], candidate *slip) {
    const double *z = f->Z[0], zP = z[0] * slip->P[0] + z[1] * slip->P[1] + z[2] * slip->P[2];
    if (fabs(slip->along) <= CAROM_IN_RANGE)
        slip->along = (z[1] * (g[0] * u[0]) + z[2] * (g[1] * u[1])) * zP > 0.0 ? 1e-300 : -1.0;
}

// Returns the length l of P = l (m0, -m1 u). It follows from the normal equation D l = c, or from the tangential one,
// (f x h) l = -(f x v_t). Here f is g u, and h is m0 w - m1 T u. The equation with less cancellation is used, because D
// is only rounding near a jam.
static double length_of(const carom_contact *c, const double g[2], double rebound, double m0, double m1,
                        const double u[2]) {
    const double *w = c->W[0] + 1, f[2] = {g[0] * u[0], g[1] * u[1]};
    const double wu = w[0] * u[0] + w[1] * u[1], D = m0 * c->W[0][0] - m1 * wu;
    const double Tx = c->W[1][1] * u[0] + c->W[1][2] * u[1], Ty = c->W[1][2] * u[0] + c->W[2][2] * u[1];
    const double w_across = f[0] * w[1] - f[1] * w[0], T_across = f[0] * Ty - f[1] * Tx;
    const double slip_across = f[0] * c->v[2] - f[1] * c->v[1];
    const double across = m0 * w_across - m1 * T_across;
    const double sure_n = share(D, m0 * c->W[0][0] + m1 * (fabs(w[0] * u[0]) + fabs(w[1] * u[1])));
    const double sure_h =
        share(fabs(across), m0 * (fabs(f[0] * w[1]) + fabs(f[1] * w[0])) + m1 * (fabs(Tx) + fabs(Ty)));
    // u itself is rounded. If the slip next to it is much faster than the approach, that error becomes a part of
    // slip_across.
    const double sure_v = share(fabs(slip_across), (fabs(f[0]) + fabs(f[1])) * (fabs(c->v[1]) + fabs(c->v[2])));
    return sure_n >= fmin(sure_h, sure_v) ? rebound / D : -slip_across / across;
}

static bool moves_nothing(const carom_contact *c, double m0, double m1, const double u[2]) {
    for (int i = 0; i < 3; i++) {
        const double *W = c->W[i], x = m1 * W[1] * u[0], y = m1 * W[2] * u[1];
        if (fabs(m0 * W[0] - x - y) > MOVES_NOTHING * (m0 * fabs(W[0]) + fabs(x) + fabs(y))) return false;
    }
    return true;
}

// Lists the jams of a contact without approach, c = 0. A jam is a slip with D = 0, that is W_nn = mu w.u. The length of
// its impulse follows from the tangential equation.
static int jams(const carom_contact *c, const double g[2], double mu, bool singular, candidate slips[8]) {
    const double a = c->W[0][0], wx = c->W[0][1], wy = c->W[0][2], w = sqrt(wx * wx + wy * wy);
    if (isinf(mu) || !(mu * w > a)) return 0;
    const double cosine = a / (mu * w), sine = sqrt(1.0 - cosine * cosine);
    int count = 0;
    for (double side = 1.0; side >= -1.0; side -= 2.0) {
        const double u[2] = {(cosine * wx - side * sine * wy) / w, (cosine * wy + side * sine * wx) / w};
        if (singular && moves_nothing(c, 1.0, mu, u)) continue;
        const double Pn = length_of(c, g, 0.0, 1.0, mu, u);
        candidate *slip = &slips[count];
        *slip = (candidate){.P = {Pn, -mu * u[0] * Pn, -mu * u[1] * Pn}};
        if (!(Pn > 0.0) || isinf(Pn)) continue;
        measure(c, g, 0.0, u, slip);
        if (slip->along > 0.0) count++;
    }
    return count;
}

// Lists all directions of slip with D > 0, consistent or not.
static int slips_of(const carom_contact *c, const double g[2], double rebound, double mu, const carom_ldl *f,
                    candidate slips[8]) {
    const double m0 = isinf(mu) ? 0.0 : 1.0, m1 = isinf(mu) ? 1.0 : mu;
    const carom_circle condition = carom_slip_condition_of(c, g, rebound, m0, m1);
    double roots[8][2];
    const int found = carom_circle_roots(&condition, roots);
    int count = 0;
    for (int i = 0; i < found; i++) {
        const double *u = roots[i];
        const double D = m0 * c->W[0][0] - m1 * (c->W[0][1] * u[0] + c->W[0][2] * u[1]);
        if (!(D > 0.0) || (f->rank < 3 && moves_nothing(c, m0, m1, u))) continue;
        const double length = length_of(c, g, rebound, m0, m1, u);
        if (!(length > 0.0)) continue; // D > 0 was only rounding
        slips[count] = (candidate){.P = {m0 * length, -m1 * u[0] * length, -m1 * u[1] * length}};
        measure(c, g, rebound, u, &slips[count]);
        if (f->rank == 2) part_ways(f, g, u, &slips[count]);
        slips[count].rising = carom_circle_slope(&condition, u) > 0.0;
        count++;
    }
    return count;
}

// Handles W = q q^T. Then v_n' = -e v_n determines v' for every impulse, so u is known and with it P. A slip that ends
// at rest can have any u. A small perturbation of the null space selects u = -q_t/|q_t|.
static int slip_of_dyad(const carom_contact *c, const double g[2], double rebound, double mu, const carom_ldl *f,
                        candidate *slip) {
    const double m0 = isinf(mu) ? 0.0 : 1.0, m1 = isinf(mu) ? 1.0 : mu;
    double q[3], after[2], size = 0.0;
    carom_ldl_dyad(f, q);
    if (q[0] < 0.0)
        for (int i = 0; i < 3; i++) q[i] = -q[i];
    const double share = rebound / q[0];
    for (int i = 0; i < 2; i++) {
        after[i] = c->v[i + 1] + q[i + 1] * share;
        size += fabs(c->v[i + 1]) + fabs(q[i + 1] * share);
    }
    const bool rests = sqrt(after[0] * after[0] + after[1] * after[1]) <= CAROM_IN_RANGE * size;
    if (rests && g[0] != g[1]) return 0; // u depends on how the null space is perturbed
    const double x = rests ? -q[1] : g[1] * after[0], y = rests ? -q[2] : g[0] * after[1], r = sqrt(x * x + y * y);
    const double u[2] = {r > 0.0 ? x / r : 0.0, r > 0.0 ? y / r : 0.0};
    const double along = q[1] * u[0] + q[2] * u[1], D = m0 * q[0] - m1 * along;
    // If the terms balance up to rounding, the balance counts as exact.
    if (!(D > MOVES_NOTHING * (m0 * q[0] + m1 * fabs(along)))) return 0;
    const double length = share / D;
    *slip = (candidate){.P = {m0 * length, -m1 * u[0] * length, -m1 * u[1] * length}};
    measure(c, g, rebound, u, slip);
    slip->along = 1.0;
    return 1;
}

// Handles a W of rank 2 with W z = 0, if the frictionless impulse P_f = rebound/W_nn ends at rest. Then so does P_f + x
// z, and the quartic does not determine u. It meets the cone at |x| = mu P_f / (|z_t| + mu |z_n|). The side follows
// from the perturbed matrix W + d z z^T: there v_t' is d z_t (z.P), along -z_t x, as in 2D.
static const double coulomb[2] = {1.0, 1.0};

static bool slip_to_rest(const carom_contact *c, double rebound, double mu, const carom_ldl *f, candidate *slip) {
    const double *z = f->Z[0], Pf = rebound / c->W[0][0], zt = sqrt(z[1] * z[1] + z[2] * z[2]), zn = fabs(z[0]);
    double off = 0.0, size = 0.0;
    if (!(zn > 0.0)) return false;
    for (int i = 1; i < 3; i++) {
        off += fabs(c->v[i] + c->W[0][i] * Pf);
        size += fabs(c->v[i]) + fabs(c->W[0][i] * Pf);
    }
    const double x = isinf(mu) ? Pf / zn : mu * Pf / (zt + mu * zn);
    if (!(off <= CAROM_IN_RANGE * size) || !(zn * Pf > x)) return false;
    const double side = z[0] > 0.0 ? -x : x;
    const double u[2] = {side > 0.0 ? -z[1] / zt : z[1] / zt, side > 0.0 ? -z[2] / zt : z[2] / zt};
    *slip = (candidate){.P = {Pf + side * z[0], side * z[1], side * z[2]}};
    measure(c, coulomb, rebound, u, slip);
    slip->along = 1.0;
    return true;
}

// Keeps the consistent slips. If rounding leaves none, keeps the slip with the smallest violation, provided that this
// is only rounding. Sticking and slipping meet at v_t' = 0, which is exact to about 1e-15 of its terms; a real
// violation is of order one. The limit is therefore 1e-12.
static int keep_fitting(candidate slips[8], int count) {
    int kept = 0, best = 0;
    for (int i = 1; i < count; i++)
        if (slips[i].along > slips[best].along) best = i;
    if (count > 0 && !(slips[best].along > 0.0)) {
        slips[0] = slips[best];
        return slips[0].along >= -1e-12 ? 1 : 0;
    }
    for (int i = 0; i < count; i++)
        if (slips[i].along > 0.0) slips[kept++] = slips[i];
    return kept;
}

// Returns the slip of index +1 that dissipates most.
static carom_status give_slip(const candidate *slips, int count, carom_result *out) {
    int best = 0;
    for (int i = 1; i < count; i++) {
        const candidate *a = &slips[i], *b = &slips[best];
        if (a->rising == b->rising ? a->dE < b->dE : b->rising) best = i;
    }
    out->residual = slips[best].off;
    return carom_set_impulse(out, 3, slips[best].P, CAROM_MODE_SLIDING);
}

// The candidates: the sticking impulse if it pushes and lies in the cone, and the slips, consistent or not.
typedef struct {
    bool stick, grazing, regular;
    double P[3];
    candidate slips[8];
    int count;
} found;

static found find(const carom_contact *c, const double g[2], double e, double mu, double mu_static) {
    const double rebound = -(1.0 + e) * c->v[0];
    const double stopping[3] = {rebound, -c->v[1], -c->v[2]};
    const carom_ldl f = carom_factor(3, c->W);
    found k = {.grazing = rebound == 0.0, .regular = f.rank == 3};
    k.stick = carom_ldl_solve(&f, stopping, k.P) && carom_pushes_in_cone(3, k.P, mu_static);
    k.count = k.grazing     ? jams(c, g, mu, f.rank < 3, k.slips)
              : f.rank == 1 ? (k.stick ? 0 : slip_of_dyad(c, g, rebound, mu, &f, k.slips))
              : f.rank == 2 && !k.stick && g[0] == g[1] && slip_to_rest(c, rebound, mu, &f, k.slips)
                  ? 1
                  : slips_of(c, g, rebound, mu, &f, k.slips);
    // If the contact can stick, the caller judges each slip without a tolerance. Without approach every slip is
    // consistent.
    if (!k.stick && !k.grazing) k.count = keep_fitting(k.slips, k.count);
    return k;
}

static carom_status solve(const carom_contact *c, const double g[2], double e, double mu, double mu_static,
                          carom_result *out) {
    const found k = find(c, g, e, mu, mu_static);
    if (k.stick) {
        for (int i = 0; i < k.count; i++) out->solution_count += k.slips[i].along > 0.0;
        out->solution_count += k.grazing ? 2 : 1;
        return carom_set_impulse(out, 3, k.P, CAROM_MODE_STICKING);
    }
    out->solution_count = k.count + (k.grazing ? 1 : 0);
    if (k.count > 0) return give_slip(k.slips, k.count, out);
    if (k.grazing) return carom_set_no_impulse(out, 3);
    // A regular W always has a solution, so finding none is a failure of this code. A singular one may have none.
    return !k.regular || isinf(mu) ? CAROM_NO_SOLUTION : CAROM_NOT_CONVERGED;
}

static carom_status solve_all(const carom_contact *c, const double g[2], double e, double mu, double mu_static,
                              carom_result *list, int *count) {
    const found k = find(c, g, e, mu, mu_static);
    int n = 0;
    if (k.stick) carom_set_impulse(&list[n++], 3, k.P, CAROM_MODE_STICKING);
    for (int i = 0; i < k.count; i++)
        if (!k.stick || k.slips[i].along > 0.0) give_slip(&k.slips[i], 1, &list[n++]);
    if (k.grazing) carom_set_no_impulse(&list[n++], 3);
    *count = n;
    return n > 0 ? CAROM_OK : !k.regular || isinf(mu) ? CAROM_NO_SOLUTION : CAROM_NOT_CONVERGED;
}

carom_status carom_whittaker_space(const carom_contact *c, double e, double mu, double mu_static, carom_result *out) {
    return solve(c, coulomb, e, mu, mu_static, out);
}

carom_status carom_whittaker_space_all(const carom_contact *c, double e, double mu, double mu_static,
                                       carom_result *list, int *count) {
    return solve_all(c, coulomb, e, mu, mu_static, list, count);
}

// Computes g, divided by its larger number, so that masses do not change its size. Returns false if an axis cannot
// move.
static bool disc_of(const carom_contact *c, double g[2]) {
    const double T1 = c->W[1][1], T2 = c->W[2][2], most = fmax(T1, T2);
    g[0] = T1 / most;
    g[1] = T2 / most;
    return T1 > 0.0 && T2 > 0.0;
}

carom_status carom_whittaker_disc(const carom_contact *c, double e, double mu, double mu_static, carom_result *out) {
    double g[2];
    return disc_of(c, g) ? solve(c, g, e, mu, mu_static, out) : CAROM_NOT_APPLICABLE;
}

carom_status carom_whittaker_disc_all(const carom_contact *c, double e, double mu, double mu_static, carom_result *list,
                                      int *count) {
    double g[2];
    *count = 0;
    return disc_of(c, g) ? solve_all(c, g, e, mu, mu_static, list, count) : CAROM_NOT_APPLICABLE;
}

int carom_whittaker_disc_index(const carom_contact *c, double e, double mu, const carom_result *out) {
    double g[2];
    return disc_of(c, g) ? carom_whittaker_index_of(c, g, e, mu, out) : 0;
}
