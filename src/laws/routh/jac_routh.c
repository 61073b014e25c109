// The equations of Routh's law in 2D by mode, in the notation of walk/stop.h and laws/routh/kernel_routh.h:
//   s = sign of v_t,  g = mu T - s w,  P1 = |v_t|/g where the slip ends,  k1 = a - s mu w,  c1 = v_n + k1 P1
//   after the end    held: (W P)_t + v_t = 0,   k2 = a - w^2/T;   slips again: P_t = s mu (P_n - 2 P1),  k2 = a + s mu w
//   newton           (W P)_n + (1 + e) v_n = 0
//   poisson          c-: P_n k2 + (1 + e) (c1 - k2 P1) = 0;   r-: k1 P_n + (1 + e) v_n = 0
//   energetic        c-: v_n' = e sqrt X,  X = c1^2 - k2 P1 (v_n + c1);   r-: v_n' = sqrt Y,  Y = c1^2 + k2/k1 (e^2 v_n^2 - c1^2)
#include "laws/routh/jac_routh.h"
#include "base/sym.h"
#include "tables/params.h"

typedef struct letters {
    const carom_contact *c;
    carom_equations *eq;
    const double *P;
    double a, w, T, vn, vt, mu, s, g, P1, k1, c1, k2;
    bool held;
} letters;

enum { V_N = CAROM_JACOBIAN_V, V_T, W_NN = CAROM_JACOBIAN_W, W_NT, W_TT };

static void by_mu(const letters *k, double slope, carom_row *row) {
    carom_row_param(k->eq, row, CAROM_PARAM_mu, slope);
}

// Adds `share` times dP1 to the row.
static void add_P1(const letters *k, double share, carom_row *row) {
    const double by = share / k->g;
    row->x[V_T] += by * k->s;
    row->x[W_NT] += by * k->P1 * k->s;
    row->x[W_TT] -= by * k->P1 * k->mu;
    by_mu(k, -by * k->P1 * k->T, row);
}

static void add_k1(const letters *k, double share, carom_row *row) {
    row->x[W_NN] += share;
    row->x[W_NT] -= share * k->s * k->mu;
    by_mu(k, -share * k->s * k->w, row);
}

static void add_c1(const letters *k, double share, carom_row *row) {
    row->x[V_N] += share;
    add_k1(k, share * k->P1, row);
    add_P1(k, share * k->k1, row);
}

static void add_k2(const letters *k, double share, carom_row *row) {
    const double lean = k->w / k->T;
    row->x[W_NN] += share;
    row->x[W_NT] += share * (k->held ? -2.0 * lean : k->s * k->mu);
    if (k->held)
        row->x[W_TT] += share * lean * lean;
    else
        by_mu(k, share * k->s * k->w, row);
}

static void poisson_row(const letters *k, double e, bool in_c, carom_row *row) {
    const double more = 1.0 + e, Pn = k->P[0];
    row->P[0] = in_c ? k->k2 : k->k1;
    if (in_c) {
        add_k2(k, Pn - more * k->P1, row);
        add_c1(k, more, row);
        add_P1(k, -more * k->k2, row);
    } else {
        row->x[V_N] += more;
        add_k1(k, Pn, row);
    }
    carom_row_param(k->eq, row, CAROM_PARAM_e, in_c ? k->c1 - k->k2 * k->P1 : k->vn);
}

// Differentiates v_n' - e sqrt X, or v_n' - sqrt Y. h is the factor of dX or dY.
static void energetic_row(const letters *k, double e, bool in_c, carom_row *row) {
    const double vn = k->vn, c1 = k->c1, P1 = k->P1, sum = vn + c1;
    carom_row_after(k->c, k->P, 0, 1.0, row);
    if (in_c) {
        const double X = c1 * c1 - k->k2 * P1 * sum, root = sqrt(X > 0.0 ? X : 0.0), h = -0.5 * e / root;
        row->x[V_N] -= h * k->k2 * P1;
        add_k2(k, -h * P1 * sum, row);
        add_c1(k, h * (2.0 * c1 - k->k2 * P1), row);
        add_P1(k, -h * k->k2 * sum, row);
        carom_row_param(k->eq, row, CAROM_PARAM_e, -root);
        return;
    }
    const double h = -0.5 / (vn + k->a * k->P[0] + k->w * k->P[1]), q = k->k2 / k->k1, rest = e * e * vn * vn - c1 * c1;
    row->x[V_N] += h * q * 2.0 * e * e * vn;
    add_k1(k, -h * k->k2 * rest / (k->k1 * k->k1), row);
    add_k2(k, h * rest / k->k1, row);
    add_c1(k, h * 2.0 * c1 * (1.0 - q), row);
    carom_row_param(k->eq, row, CAROM_PARAM_e, h * q * 2.0 * e * vn * vn);
}

// Computes the row of the end condition. A restitution hypothesis that is not listed here has no derivatives.
static bool end_row(const letters *k, const carom_params *p, bool in_c, carom_row *row) {
    switch (p->restitution) {
    case CAROM_NEWTON: carom_row_rebound(k->eq, k->c, k->P, 0, p->e, CAROM_PARAM_e, row); return true;
    case CAROM_POISSON: poisson_row(k, p->e, in_c, row); return true;
    case CAROM_ENERGETIC: energetic_row(k, p->e, in_c, row); return true;
    default: return false;
    }
}

// Computes the row of P_t after the slip has ended.
static void friction_row(const letters *k, carom_row *row) {
    if (k->held) {
        carom_row_after(k->c, k->P, 1, 1.0, row);
        return;
    }
    row->P[0] = -k->s * k->mu;
    row->P[1] = 1.0;
    add_P1(k, 2.0 * k->s * k->mu, row);
    by_mu(k, -k->s * (k->P[0] - 2.0 * k->P1), row);
}

static carom_mode named(bool in_c, bool held) {
    if (held) return in_c ? CAROM_MODE_C_STICKING : CAROM_MODE_R_STICKING;
    return in_c ? CAROM_MODE_C_REVERSED : CAROM_MODE_R_REVERSED;
}

// Adds the switch at v_t = 0 if friction does not hold the contact. On one side the initial slip continues; on the
// other it first ends and reverses.
static void switch_still(const letters *k, carom_mode to) {
    carom_row *n = carom_switch_at(k->eq, fabs(k->vt), fabs(k->vt) + fabs(k->vn), to, 0);
    if (n) n->x[V_T] = k->s;
}

// Adds the switch at v_t = 0 if friction holds a contact at rest, but not one that slips in the direction of w. The
// latter keeps slipping. P jumps, or has a kink if friction just keeps the slip constant (g = 0).
static void switch_rest(const letters *k, const carom_params *p, carom_mode to) {
    const double rate = k->mu * k->T - fabs(k->w);
    if (rate > 0.0 || k->w == 0.0 || carom_mu_static(p) * k->T < fabs(k->w)) return;
    carom_row *n = carom_switch_at(k->eq, fabs(k->vt), fabs(k->vt) + fabs(k->vn), to, 0);
    if (!n) return;
    k->eq->jumps = rate < 0.0;
    n->x[V_T] = k->s;
}

static void switches_of_slide(const letters *k, const carom_params *p) {
    const double u[2] = {k->s, 0.0};
    const bool held = carom_mu_static(p) * k->T >= fabs(k->w);
    if (k->vt != 0.0 && k->g > 0.0) carom_switch_slip(k->eq, k->c, k->P, u, named(p->e == 0.0, held));
    if (!held) switch_still(k, CAROM_MODE_C_REVERSED);
    if (k->vt == 0.0 || k->s * k->w > 0.0) switch_rest(k, p, CAROM_MODE_C_STICKING);
}

static void switches_after(const letters *k, const carom_params *p, bool in_c) {
    const double reach = k->g * k->P[0], S = fabs(k->vt), hold = carom_mu_static(p) * k->T, sign = k->held ? 1.0 : -1.0;
    carom_row *n = S > 0.0 ? carom_switch_at(k->eq, reach - S, reach + S, CAROM_MODE_SLIDING, 0) : NULL;
    if (n) {
        n->P[0] = k->g;
        n->x[V_T] = -k->s;
        n->x[W_NT] = -k->s * k->P[0];
        n->x[W_TT] = k->mu * k->P[0];
        by_mu(k, k->T * k->P[0], n);
    }
    n = carom_switch_at(k->eq, sign * (hold - fabs(k->w)), hold + fabs(k->w), named(in_c, !k->held), 0);
    if (n) {
        k->eq->jumps = carom_mu_static(p) != p->mu;
        n->x[W_TT] = sign * k->mu;
        n->x[W_NT] = -sign * carom_sign(k->w);
        by_mu(k, sign * k->T, n);
    }
    if (!k->held) switch_still(k, CAROM_MODE_SLIDING);
    if (k->held && k->s * k->w < 0.0) switch_rest(k, p, CAROM_MODE_SLIDING);
    if (p->restitution != CAROM_POISSON || S == 0.0) return;
    const double at = in_c ? -1.0 : 1.0;
    n = carom_switch_at(k->eq, at * k->c1, fabs(k->vn) + fabs(k->k1 * k->P1), named(!in_c, k->held), 0);
    if (n) add_c1(k, at, n);
}

// Handles infinite friction: a contact that is held at once has no P1.
static bool endless(const letters *k, const carom_params *p, bool in_c) {
    carom_equations *eq = k->eq;
    if (!k->held || (!in_c && p->restitution != CAROM_NEWTON) || p->restitution == CAROM_ENERGETIC) return false;
    carom_row_after(k->c, k->P, 1, 1.0, &eq->row[1]);
    if (p->restitution == CAROM_NEWTON) return end_row(k, p, in_c, &eq->row[0]);
    letters l = *k; // at the end of compression both velocities are 0, and P_n = (1 + e) (w v_t - T v_n)/det W
    const double more = 1.0 + p->e;
    l.k2 = k->a - k->w * k->w / k->T;
    eq->row[0].P[0] = l.k2;
    add_k2(&l, l.P[0], &eq->row[0]);
    eq->row[0].x[V_N] += more;
    eq->row[0].x[V_T] -= more * k->w / k->T;
    eq->row[0].x[W_NT] -= more * k->vt / k->T;
    eq->row[0].x[W_TT] += more * k->w * k->vt / (k->T * k->T);
    carom_row_param(eq, &eq->row[0], CAROM_PARAM_e, k->vn - k->w * k->vt / k->T);
    return true;
}

bool carom_routh_jac_plane(const carom_contact *c, const carom_params *p, const carom_result *out,
                           carom_equations *eq) {
    const carom_mode mode = out->mode;
    const bool slides = mode == CAROM_MODE_SLIDING,
               in_c = mode == CAROM_MODE_C_STICKING || mode == CAROM_MODE_C_REVERSED;
    letters k = {.c = c, .eq = eq, .P = out->P, .mu = p->mu};
    k.a = c->W[0][0], k.w = c->W[0][1], k.T = c->W[1][1], k.vn = c->v[0], k.vt = c->v[1];
    k.held = mode == CAROM_MODE_C_STICKING || mode == CAROM_MODE_R_STICKING;
    if (mode == CAROM_MODE_NONE || !(k.T > 0.0)) return false;
    // For a contact at rest, this sign s selects one of the two slips that the notation could describe. If friction
    // holds the contact, the selected slip is against w, so that g > 0.
    const double still = slides ? carom_sign(k.w) : -carom_sign(k.w);
    k.s = k.vt != 0.0 ? carom_sign(k.vt) : still;
    if (isinf(p->mu)) return endless(&k, p, in_c);
    k.g = k.mu * k.T - k.s * k.w;
    k.k1 = k.a - k.s * k.mu * k.w;
    k.k2 = k.held ? k.a - k.w * k.w / k.T : k.a + k.s * k.mu * k.w;
    if (slides || k.g == 0.0) { // g = 0: a contact at rest, without friction and without coupling
        carom_row_rebound(eq, c, out->P, 0, p->e, CAROM_PARAM_e, &eq->row[0]);
        carom_row_edge(eq, out->P, -k.s, k.mu, &eq->row[1]);
        switches_of_slide(&k, p);
        return true;
    }
    k.P1 = k.vt != 0.0 ? fabs(k.vt) / k.g : 0.0;
    k.c1 = k.vn + k.k1 * k.P1;
    friction_row(&k, &eq->row[1]);
    switches_after(&k, p, in_c);
    return end_row(&k, p, in_c, &eq->row[0]);
}
