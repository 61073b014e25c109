// Derivatives of Routh's law in 3D. With the parameter s along the slip, dp = r ds, the equations and their variations
// are regular to the end:
//   v_t' = r w - mu T v_t,   p' = r = |v_t|,   P_t' = -mu v_t
//   dv_t' = (u.dv_t) w + r dw - dmu T v_t - mu dT v_t - mu T dv_t,   dp' = u.dv_t,   dP_t' = -mu dv_t - dmu v_t
// They are integrated by Taylor series of ORDER terms. Z = dP_t + mu u dp is the change of P_t at the same p, and
//   dv_n = dv_n(0) + p da + dw.P_t + w.Z
// is that of v_n. The integral I = int v_n dp changes by p dv_n(0) + p^2/2 da + A. Here A is int (dw.P_t + w.Z) dp.
// After the slip has ended, a held contact has T P_t = -(v_t + w p) for every path. A contact that slips again has P_t
// = P_1 + d (p - p_1). The end of the impact follows from these equations, where c is maximum compression, f the end
// and D = dv_n/dp:
//   newton dp_f = -(dv_n + e dv_n(0) + v_n(0) de)/D_f;   poisson dp_f = (1 + e) dp_c + p_c de,  dp_c = -dv_n/D_c
//   energetic (int to f) - (1 - e^2) (int to c) = 0:  v_n' dp_f = -dI_f + (1 - e^2) dI_c - 2 e de I_c
#include "base/sym.h"
#include "laws/routh/jac_routh.h"
#include "tables/params.h"
#include "walk/flow.h"

enum { ORDER = 20, V1 = 1, W_N1 = 4, W_11 = 6, COLUMNS = CAROM_JACOBIAN_PARAM + 1, MU = CAROM_JACOBIAN_PARAM };

// A point of the slip and its variations by column: v_t, W without W_nn, and mu last.
typedef struct point {
    double v[2], p, P[2], I;
    double dv[COLUMNS][2], dp[COLUMNS], dP[COLUMNS][2], A[COLUMNS];
} point;

// The quantities that are integrated. Variations are omitted if only the path is needed. I and A are only used by the
// energetic hypothesis.
typedef struct path {
    const carom_contact *c;
    double mu;
    bool varies, works;
} path;

// The columns that vary along the path, computed together.
enum { LANES = 8, LANE_W = 2, LANE_T = 4, LANE_MU = 7 };

static int column_of(int lane) {
    return lane < LANE_W ? V1 + lane : W_N1 + lane - LANE_W;
}

static double moved_w(int column, int i) {
    return column == W_N1 + i ? 1.0 : 0.0;
}

// Returns (dT x)_i, where dT is the change of T in this column.
static double moved_T(int column, const double x[2], int i) {
    if (column == W_11) return i == 0 ? x[0] : 0.0;
    if (column == W_11 + 1) return x[1 - i];
    if (column == W_11 + 2) return i == 1 ? x[1] : 0.0;
    return 0.0;
}

// The series of one step.
typedef struct series {
    double v[ORDER + 1][2], r[ORDER + 1], u[ORDER + 1][2], p[ORDER + 1], P[ORDER + 1][2], I[ORDER + 1];
} series;

static void T_times(const carom_contact *c, const double x[2], double out[2]) {
    for (int i = 0; i < 2; i++) out[i] = c->W[i + 1][1] * x[0] + c->W[i + 1][2] * x[1];
}

// Computes the series from r r' = v.v' and u r = v, term by term.
static void series_of(const path *w, const point *at, series *x) {
    const carom_contact *c = w->c;
    for (int i = 0; i < 2; i++) {
        x->v[0][i] = at->v[i];
        x->P[0][i] = at->P[i];
    }
    x->p[0] = at->p;
    x->I[0] = at->I;
    const double by = 1.0 / hypot(at->v[0], at->v[1]);
    for (int n = 0; n <= ORDER; n++) {
        double square = 0.0;
        for (int k = 0; k <= n; k++) square += x->v[k][0] * x->v[n - k][0] + x->v[k][1] * x->v[n - k][1];
        for (int k = 1; k < n; k++) square -= x->r[k] * x->r[n - k];
        x->r[n] = n == 0 ? sqrt(square) : 0.5 * square * by;
        for (int i = 0; i < 2; i++) {
            double sum = x->v[n][i];
            for (int k = 0; k < n; k++) sum -= x->u[k][i] * x->r[n - k];
            x->u[n][i] = sum * by;
        }
        if (n == ORDER) break;
        double Tv[2];
        T_times(c, x->v[n], Tv);
        for (int i = 0; i < 2; i++) {
            x->v[n + 1][i] = (x->r[n] * c->W[0][i + 1] - w->mu * Tv[i]) / (n + 1);
            x->P[n + 1][i] = -w->mu * x->v[n][i] / (n + 1);
        }
        x->p[n + 1] = x->r[n] / (n + 1);
        double work = x->r[n] * c->v[0];
        for (int k = 0; w->works && k <= n; k++)
            work += x->r[n - k] * (c->W[0][0] * x->p[k] + c->W[0][1] * x->P[k][0] + c->W[0][2] * x->P[k][1]);
        x->I[n + 1] = work / (n + 1);
    }
}

static double sum_at(const double *terms, int stride, double h) {
    double sum = 0.0;
    for (int n = ORDER; n >= 0; n--) sum = sum * h + terms[n * stride];
    return sum;
}

// The series of the variations.
typedef struct variations {
    double dv[ORDER + 1][2][LANES], dP[ORDER + 1][2][LANES], dp[ORDER + 1][LANES], A[ORDER + 1][LANES];
    double wdP[ORDER + 1][LANES]; // w.dP_t
} variations;

// Computes term n of the change of v_t' at fixed v_t: r dw - dmu T v_t - mu dT v_t.
static void forced(const path *w, const series *x, int n, double push[2][LANES]) {
    const double *v = x->v[n];
    double Tv[2];
    T_times(w->c, v, Tv);
    for (int i = 0; i < 2; i++) {
        for (int l = 0; l < LANES; l++) push[i][l] = 0.0;
        push[i][LANE_W + i] = x->r[n];
        push[i][LANE_T + 2 * i] = -w->mu * v[i];
        push[i][LANE_T + 1] = -w->mu * v[1 - i];
        push[i][LANE_MU] = -Tv[i];
    }
}

// Computes term n + 1 of dv_t, dP_t and dp.
static void vary_term(const path *w, const series *x, int n, variations *d) {
    const carom_contact *c = w->c;
    const double by = 1.0 / (n + 1);
    double along[LANES] = {0}, push[2][LANES];
    for (int k = 0; k <= n; k++)
        for (int l = 0; l < LANES; l++) along[l] += x->u[k][0] * d->dv[n - k][0][l] + x->u[k][1] * d->dv[n - k][1][l];
    forced(w, x, n, push);
    for (int i = 0; i < 2; i++) {
        const double wi = c->W[0][i + 1], T1 = w->mu * c->W[i + 1][1], T2 = w->mu * c->W[i + 1][2];
        for (int l = 0; l < LANES; l++) {
            const double turned = T1 * d->dv[n][0][l] + T2 * d->dv[n][1][l];
            d->dv[n + 1][i][l] = (along[l] * wi + push[i][l] - turned) * by;
            d->dP[n + 1][i][l] = -w->mu * d->dv[n][i][l] * by;
        }
        d->dP[n + 1][i][LANE_MU] -= x->v[n][i] * by;
    }
    for (int l = 0; l < LANES; l++) d->dp[n + 1][l] = along[l] * by;
}

// Computes term n + 1 of A: A' = r (dw.P_t + w.dP_t) + mu (v_t.w) dp, because r u = v_t.
static void work_term(const path *w, const series *x, int n, variations *d) {
    const double w1 = w->c->W[0][1], w2 = w->c->W[0][2];
    double work[LANES] = {0};
    for (int l = 0; l < LANES; l++) d->wdP[n][l] = w1 * d->dP[n][0][l] + w2 * d->dP[n][1][l];
    for (int k = 0; k <= n; k++) {
        const double r = x->r[k], slip = w->mu * (x->v[k][0] * w1 + x->v[k][1] * w2);
        for (int l = 0; l < LANES; l++) work[l] += r * d->wdP[n - k][l] + slip * d->dp[n - k][l];
        for (int i = 0; i < 2; i++) work[LANE_W + i] += r * x->P[n - k][i];
    }
    for (int l = 0; l < LANES; l++) d->A[n + 1][l] = work[l] / (n + 1);
}

// Advances the variations by one step.
static void vary(const path *w, const series *x, double h, point *at) {
    variations d;
    for (int l = 0; l < LANES; l++) {
        const int column = column_of(l);
        for (int i = 0; i < 2; i++) {
            d.dv[0][i][l] = at->dv[column][i];
            d.dP[0][i][l] = at->dP[column][i];
        }
        d.dp[0][l] = at->dp[column];
        d.A[0][l] = at->A[column];
    }
    for (int n = 0; n < ORDER; n++) {
        vary_term(w, x, n, &d);
        if (w->works) work_term(w, x, n, &d);
    }
    for (int l = 0; l < LANES; l++) {
        const int column = column_of(l);
        for (int i = 0; i < 2; i++) {
            at->dv[column][i] = sum_at(&d.dv[0][i][l], 2 * LANES, h);
            at->dP[column][i] = sum_at(&d.dP[0][i][l], 2 * LANES, h);
        }
        at->dp[column] = sum_at(&d.dp[0][l], LANES, h);
        if (w->works) at->A[column] = sum_at(&d.A[0][l], LANES, h);
    }
}

// Advances by one step of at most h, so short that the last terms are rounding.
static void step(const path *w, double most, point *at) {
    series x;
    series_of(w, at, &x);
    const double last = hypot(x.v[ORDER][0], x.v[ORDER][1]) + fabs(x.r[ORDER]) + 1e-300;
    const double fits = 0.85 * pow(1e-17 * x.r[0] / last, 1.0 / ORDER), h = fits < most ? fits : most;
    if (w->varies) vary(w, &x, h, at);
    for (int i = 0; i < 2; i++) {
        at->v[i] = sum_at(&x.v[0][i], 2, h);
        at->P[i] = sum_at(&x.P[0][i], 2, h);
    }
    at->p = sum_at(x.p, 1, h);
    at->I = sum_at(x.I, 1, h);
}

// A slip that needs more than 2000 steps to end practically never ends.
enum { MOST_STEPS = 2000 };

// Advances to the impulse p. Returns false if the slip ends before.
static bool walk_to(const path *w, double p, point *at) {
    const double r0 = hypot(w->c->v[1], w->c->v[2]);
    for (int k = 0; k < MOST_STEPS; k++) {
        const double r = hypot(at->v[0], at->v[1]), left = p - at->p;
        if (fabs(left) <= 2e-16 * p || (r <= 1e-13 * r0 && fabs(left) <= 1e-11 * p)) return r > 0.0;
        if (!(r > 1e-19 * r0)) return false;
        step(w, left / r, at);
    }
    return fabs(p - at->p) <= 1e-13 * p;
}

// Advances until the slip is zero up to rounding.
static bool walk_out(const path *w, double r0, point *at) {
    for (int k = 0; k < MOST_STEPS; k++) {
        if (hypot(at->v[0], at->v[1]) <= 1e-19 * r0) return true;
        step(w, HUGE_VAL, at);
    }
    return false;
}

// A point of the path at normal impulse p: P_t, dv_n/dp, and the changes of P_t, v_n and int v_n dp at fixed p.
typedef struct place {
    double p, v_n, D, d[2], I;
    double Z[COLUMNS][2], dv_n[CAROM_JACOBIAN_PARAM + 1], dI[CAROM_JACOBIAN_PARAM + 1];
} place;

static place seen(const path *w, const double P[2], double p, const double d[2]) {
    const carom_contact *c = w->c;
    place x = {.p = p, .d = {d[0], d[1]}};
    x.v_n = c->v[0] + c->W[0][0] * p + c->W[0][1] * P[0] + c->W[0][2] * P[1];
    x.D = c->W[0][0] + c->W[0][1] * d[0] + c->W[0][2] * d[1];
    return x;
}

// Computes dv_n and dI from Z and A.
static void finish_place(const path *w, const double P[2], const double A[COLUMNS], place *x) {
    for (int k = 0; k < COLUMNS; k++) {
        x->dv_n[k] = k == CAROM_JACOBIAN_V ? 1.0 : k == CAROM_JACOBIAN_W ? x->p : 0.0;
        for (int i = 0; i < 2; i++) x->dv_n[k] += moved_w(k, i) * P[i] + w->c->W[0][i + 1] * x->Z[k][i];
        x->dI[k] = A[k] + (k == CAROM_JACOBIAN_V ? x->p : k == CAROM_JACOBIAN_W ? 0.5 * x->p * x->p : 0.0);
    }
}

static place on_curve(const path *w, const point *at) {
    const double r = hypot(at->v[0], at->v[1]), d[2] = {-w->mu * at->v[0] / r, -w->mu * at->v[1] / r};
    place x = seen(w, at->P, at->p, d);
    x.I = at->I;
    for (int k = 0; k < COLUMNS; k++)
        for (int i = 0; i < 2; i++) x.Z[k][i] = at->dP[k][i] - d[i] * at->dp[k];
    finish_place(w, at->P, at->A, &x);
    return x;
}

// The second piece: its direction and the change of the direction.
typedef struct second {
    double d[2], dd[COLUMNS][2];
} second;

static void solve_T(const carom_contact *c, const double b[2], double x[2]) {
    const double T11 = c->W[1][1], T12 = c->W[1][2], T22 = c->W[2][2], det = T11 * T22 - T12 * T12;
    const double y[2] = {(T22 * b[0] - T12 * b[1]) / det, (T11 * b[1] - T12 * b[0]) / det};
    x[0] = y[0], x[1] = y[1];
}

// Computes the second piece. If the contact is held, T d = -w. If it slips again along u, w - mu T u = lambda u. Then u
// turns by p.(dw - dmu T u - mu dT u)/(mu p.T p + lambda).
static second second_of(const path *w, bool held, const double u[2]) {
    const carom_contact *c = w->c;
    const double minus_w[2] = {-c->W[0][1], -c->W[0][2]}, p[2] = {-u[1], u[0]};
    double Tu[2], Tp[2];
    second x = {.d = {-w->mu * u[0], -w->mu * u[1]}};
    if (held) solve_T(c, minus_w, x.d);
    T_times(c, u, Tu);
    T_times(c, p, Tp);
    const double lambda = u[0] * (c->W[0][1] - w->mu * Tu[0]) + u[1] * (c->W[0][2] - w->mu * Tu[1]);
    const double stiff = w->mu * (p[0] * Tp[0] + p[1] * Tp[1]) + lambda;
    for (int k = 0; k < COLUMNS; k++) {
        double b[2], turn = 0.0;
        const double dmu = k == MU ? 1.0 : 0.0;
        for (int i = 0; i < 2; i++) {
            b[i] = -moved_w(k, i) - moved_T(k, x.d, i);
            turn += p[i] * (moved_w(k, i) - dmu * Tu[i] - w->mu * moved_T(k, u, i)) / stiff;
        }
        if (held) solve_T(c, b, x.dd[k]);
        for (int i = 0; i < 2 && !held; i++) x.dd[k][i] = -dmu * u[i] - w->mu * turn * p[i];
    }
    return x;
}

// Computes the point at p on the second piece, which begins where the slip ended. A grows by (dw.P_t + w.Z) dp, where
// both factors are linear in p.
static place on_line(const path *w, const point *dead, const second *line, double p, double P[2]) {
    const double x = p - dead->p;
    for (int i = 0; i < 2; i++) P[i] = dead->P[i] + line->d[i] * x;
    place at = seen(w, P, p, line->d);
    at.I = dead->I + x * (at.v_n - 0.5 * at.D * x);
    double A[COLUMNS];
    for (int k = 0; k < COLUMNS; k++) {
        double first = 0.0, last = 0.0;
        for (int i = 0; i < 2; i++) {
            // The end of the curve, where the line starts, is shifted along p by dp. The change of A is therefore also
            // taken at the same p.
            const double Z0 = dead->dP[k][i] - line->d[i] * dead->dp[k], wi = w->c->W[0][i + 1];
            at.Z[k][i] = Z0 + line->dd[k][i] * x;
            first += moved_w(k, i) * dead->P[i] + wi * Z0;
            last += moved_w(k, i) * P[i] + wi * at.Z[k][i];
        }
        A[k] = dead->A[k] + 0.5 * x * (first + last);
    }
    finish_place(w, P, A, &at);
    return at;
}

// Computes dp_f for each column: first v, W and mu, then e.
static bool end_of(const carom_contact *c, const carom_params *p, const place *at_c, const place *f,
                   double dp_f[COLUMNS + 1]) {
    const double e = p->e, less = 1.0 - e * e;
    const bool energetic = p->restitution == CAROM_ENERGETIC, stops = energetic && e == 0.0;
    for (int k = 0; k < COLUMNS; k++) {
        const double before = k == CAROM_JACOBIAN_V ? 1.0 : 0.0;
        if (p->restitution == CAROM_NEWTON || stops)
            dp_f[k] = -(f->dv_n[k] + e * before) / f->D;
        else if (p->restitution == CAROM_POISSON)
            dp_f[k] = -(1.0 + e) * at_c->dv_n[k] / at_c->D;
        else
            dp_f[k] = (less * at_c->dI[k] - f->dI[k]) / f->v_n;
    }
    dp_f[COLUMNS] = p->restitution == CAROM_NEWTON ? -c->v[0] / f->D : at_c->p;
    if (!energetic) return p->restitution == CAROM_NEWTON || p->restitution == CAROM_POISSON;
    // From rest at maximum compression v_n' = e sqrt(2 D |I_c|).
    dp_f[COLUMNS] = stops ? sqrt(-2.0 * at_c->I / f->D) : -2.0 * e * at_c->I / f->v_n;
    return stops || f->v_n > 0.0;
}

static void give(const carom_contact *c, const place *f, const double dp_f[COLUMNS + 1], carom_equations *eq) {
    const int e = carom_param_column(eq, CAROM_PARAM_e), mu = carom_param_column(eq, CAROM_PARAM_mu);
    for (int i = 0; i < c->dim; i++) {
        eq->row[i].P[i] = 1.0;
        for (int k = 0; k < COLUMNS; k++)
            eq->row[i].x[k == MU ? mu : k] = i == 0 ? -dp_f[k] : -(f->Z[k][i - 1] + f->d[i - 1] * dp_f[k]);
        eq->row[i].x[e] = i == 0 ? -dp_f[COLUMNS] : -f->d[i - 1] * dp_f[COLUMNS];
    }
}

// Handles a contact that is held to the end, if the end follows from v' or, for poisson, from rest. No path is needed.
static bool algebraic(const carom_contact *c, const carom_params *p, const carom_result *out, carom_equations *eq) {
    const bool held = out->mode == CAROM_MODE_C_STICKING || out->mode == CAROM_MODE_R_STICKING;
    const bool at_rest = p->restitution == CAROM_POISSON && out->mode == CAROM_MODE_C_STICKING;
    if (!held || (p->restitution != CAROM_NEWTON && !at_rest)) return false;
    for (int i = 1; i < 3; i++) carom_row_after(c, out->P, i, 1.0, &eq->row[i]);
    if (!at_rest) {
        carom_row_rebound(eq, c, out->P, 0, p->e, CAROM_PARAM_e, &eq->row[0]);
        return true;
    }
    carom_equations part = carom_equations_part(eq);
    carom_slopes J;
    for (int i = 0; i < 3; i++) carom_row_after(c, out->Pc, i, 1.0, &part.row[i]);
    if (!carom_equations_slopes(&part, &J)) return false;
    eq->row[0].P[0] = -(1.0 + p->e);
    carom_row_chain(eq, &J, &eq->row[0]);
    eq->row[0].P[0] = 1.0;
    carom_row_param(eq, &eq->row[0], CAROM_PARAM_e, -out->Pc[0]);
    return true;
}

// Adds the switches at the end of the slip. The slip may end before or after the impact does. For poisson, it may end
// in compression or after it. Friction may hold the contact or not.
static void switches_of(const path *w, const carom_params *p, const carom_result *out, const point *dead, bool held,
                        carom_equations *eq) {
    const carom_contact *c = w->c;
    const carom_mode mode = out->mode;
    const bool in_c = mode == CAROM_MODE_C_STICKING || mode == CAROM_MODE_C_REVERSED;
    const int mu = carom_param_column(eq, CAROM_PARAM_mu);
    const double mu_static = carom_mu_static(p), sign = held ? 1.0 : -1.0, side = in_c ? -1.0 : 1.0;
    carom_row *n = carom_switch_at(eq, out->P[0] - dead->p, out->P[0], CAROM_MODE_SLIDING, 0);
    for (int k = 0; n && k < COLUMNS; k++) n->x[k == MU ? mu : k] = -dead->dp[k];
    if (n) n->P[0] = 1.0;
    const double rise[3] = {c->W[0][0] * dead->p, c->W[0][1] * dead->P[0], c->W[0][2] * dead->P[1]};
    const double v_n = c->v[0] + rise[0] + rise[1] + rise[2],
                 size = fabs(c->v[0]) + fabs(rise[0]) + fabs(rise[1]) + fabs(rise[2]);
    const carom_mode still = held ? CAROM_MODE_R_STICKING : CAROM_MODE_R_REVERSED;
    const carom_mode early = held ? CAROM_MODE_C_STICKING : CAROM_MODE_C_REVERSED;
    n = p->restitution == CAROM_POISSON ? carom_switch_at(eq, side * v_n, size, in_c ? still : early, 0) : NULL;
    // If v_n decreases to zero where the slip ends, a small change decides whether compression resumes. The last end of
    // compression then jumps, and P with it.
    const double r = hypot(dead->v[0], dead->v[1]), w_u = (c->W[0][1] * dead->v[0] + c->W[0][2] * dead->v[1]) / r;
    if (n && c->W[0][0] < w->mu * w_u) eq->jumps = true;
    for (int k = 0; n && k < COLUMNS; k++) {
        double dv_n = c->W[0][0] * dead->dp[k] + (k == CAROM_JACOBIAN_V ? 1.0 : k == CAROM_JACOBIAN_W ? dead->p : 0.0);
        for (int i = 0; i < 2; i++) dv_n += c->W[0][i + 1] * dead->dP[k][i] + moved_w(k, i) * dead->P[i];
        n->x[k == MU ? mu : k] = side * dv_n;
    }
    const second line = second_of(w, true, (const double[2]){1.0, 0.0});
    const double x = hypot(line.d[0], line.d[1]);
    const carom_mode other = held ? (in_c ? CAROM_MODE_C_REVERSED : CAROM_MODE_R_REVERSED)
                                  : (in_c ? CAROM_MODE_C_STICKING : CAROM_MODE_R_STICKING);
    n = carom_switch_at(eq, sign * (mu_static - x), mu_static + x, other, 0);
    if (!n) return;
    eq->jumps = eq->jumps || mu_static != p->mu;
    for (int k = 0; k < COLUMNS; k++)
        n->x[k == MU ? mu : k] =
            sign * ((k == MU ? 1.0 : 0.0) - (line.d[0] * line.dd[k][0] + line.d[1] * line.dd[k][1]) / x);
}

static void switch_of_slide(const path *w, const carom_params *p, const carom_result *out, const point *at,
                            carom_equations *eq) {
    const double r = hypot(at->v[0], at->v[1]), u[2] = {at->v[0] / r, at->v[1] / r};
    const second line = second_of(w, true, u);
    const bool holds = hypot(line.d[0], line.d[1]) <= carom_mu_static(p);
    const carom_mode late = holds ? CAROM_MODE_R_STICKING : CAROM_MODE_R_REVERSED;
    const carom_mode early = holds ? CAROM_MODE_C_STICKING : CAROM_MODE_C_REVERSED;
    carom_switch_slip(eq, w->c, out->P, u, p->e > 0.0 ? late : early);
}

// Computes the direction of the path after the slip has ended. The contact then slips again or is held. If the slip
// ends at the very end of the impact, the impulses at these two points differ only by rounding and give no direction.
// An impulse that is exact to 1e-15 keeps six digits at the limit of 1e-9.
static second line_after(const path *w, const carom_result *out, const point *dead, bool held) {
    const double x = out->P[1] - dead->P[0], y = out->P[2] - dead->P[1], length = hypot(x, y);
    double u[2] = {-x / length, -y / length};
    if (!held && !(length > 1e-9 * hypot(out->P[1], out->P[2]))) carom_escape_direction(w->c->W, w->mu, u);
    return second_of(w, held, u);
}

// Follows the path to maximum compression, if that is on the curve, and to the end.
static bool follow(const path *w, const carom_params *p, const carom_result *out, bool held, carom_equations *eq) {
    const bool slides = out->mode == CAROM_MODE_SLIDING;
    const bool curve_c = out->mode != CAROM_MODE_C_STICKING && out->mode != CAROM_MODE_C_REVERSED;
    const carom_contact *c = w->c;
    point at = {.v = {c->v[1], c->v[2]}};
    place at_c = {.p = 0.0}, f;
    double dp_f[COLUMNS + 1], P[2];
    for (int i = 0; i < 2; i++) at.dv[V1 + i][i] = 1.0;
    if (curve_c && !walk_to(w, out->Pc[0], &at)) return false;
    if (curve_c) at_c = on_curve(w, &at);
    if (slides) {
        if (!walk_to(w, out->P[0], &at)) return false;
        f = on_curve(w, &at);
        if (eq->side == 0) switch_of_slide(w, p, out, &at, eq);
    } else {
        if (!walk_out(w, hypot(c->v[1], c->v[2]), &at)) return false;
        const second line = line_after(w, out, &at, held);
        if (!curve_c) at_c = on_line(w, &at, &line, out->Pc[0], P);
        f = on_line(w, &at, &line, out->P[0], P);
        if (eq->side == 0) switches_of(w, p, out, &at, held, eq);
    }
    // A result with another p_c belongs to another path than the one followed here. For the energetic hypothesis, so
    // does one with more compressions.
    if (!(fabs(at_c.v_n) <= 1e-8 * fabs(c->v[0]))) return false;
    const double off = f.I - (1.0 - p->e * p->e) * at_c.I;
    if (p->restitution == CAROM_ENERGETIC && !(fabs(off) <= 1e-8 * fabs(at_c.I))) return false;
    if (!end_of(c, p, &at_c, &f, dp_f)) return false;
    give(c, &f, dp_f, eq);
    return true;
}

// Adds the switches of a contact that is held to the end. The path is needed only for their distance and, at a switch,
// for the variation of that distance.
static void switches_of_held(path w, const carom_params *p, const carom_result *out, carom_equations *eq) {
    const double *v = w.c->v, r0 = hypot(v[1], v[2]);
    for (w.varies = false;; w.varies = true) {
        point at = {.v = {v[1], v[2]}, .dv = {[V1] = {1.0, 0.0}, [V1 + 1] = {0.0, 1.0}}};
        eq->switches = 0;
        if (walk_out(&w, r0, &at)) switches_of(&w, p, out, &at, true, eq);
        if (w.varies || eq->switches == 0) return;
    }
}

bool carom_routh_jac_space(const carom_contact *c, const carom_params *p, const carom_result *out,
                           carom_equations *eq) {
    const path w = {c, p->mu, true, p->restitution == CAROM_ENERGETIC};
    const carom_mode mode = out->mode;
    const bool slides = mode == CAROM_MODE_SLIDING, slips = c->v[1] != 0.0 || c->v[2] != 0.0;
    const bool held = mode == CAROM_MODE_C_STICKING || mode == CAROM_MODE_R_STICKING;
    if (algebraic(c, p, out, eq)) {
        if (slips && !isinf(p->mu) && eq->side == 0) switches_of_held(w, p, out, eq);
        return true;
    }
    if (!slips && slides) eq->smooth = CAROM_DIRECTIONAL;
    return slips && !isinf(p->mu) && follow(&w, p, out, held, eq);
}
