// Checks that the motion of bodies is consistent. One impulse P = m du at the contact must change the spin by its
// moment:
//   c = f D_w dw - I^-1 L(D_r r - A x) s P,   c = 0,   P = m (D_u du + L(A x)^T D_w dw)
// with the spin's signs D_w, the arm's D_r and the velocity's D_u, slopes s of the normal and tangential impulse, a
// factor f of the inertia and the centre of mass x in the body's axes A. If the data are as stated, all signs are +, f
// = s = 1 and x = 0. chi2 = sum c.C^-1 c, with C the covariance of c. C depends on all of these too: errors of dw and
// of P have equal weight.
#include <cminpack.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/dense.h"
#include "mods/fit/body.h"
#include "mods/fit/data.h"
#include "mods/fit/tails.h"

enum { FACTOR, CENTRE, NORMAL = CENTRE + 3, TANGENT, NUMBERS, MOST_SOUGHT = 4 };

// The assumptions about the bodies.
typedef struct {
    double at[NUMBERS];
    unsigned signs;
} guess;

static const guess stated = {.at = {[FACTOR] = 1.0, [NORMAL] = 1.0, [TANGENT] = 1.0}};

static double sign_of(unsigned signs, unsigned first, int i) {
    return signs & (first << i) ? -1.0 : 1.0;
}

// Computes the derivatives of the impulse with respect to the changes of velocity and spin, and from them the impulse.
// The stated speeds refer to the stated centre. The true centre lies at A x from it, so its
// velocity changes by cross(dw, A x) in addition.
static void impulse_rows(const carom_fit_body *b, const guess *g, const double away[3], double by_u[3],
                         double by_w[3][3], double P[3]) {
    const int dim = b->dim, spins = carom_fit_spins(dim), side = dim + spins;
    double L[3][3];
    carom_fit_lever(dim, away, L);
    for (int i = 0; i < dim; i++) {
        const double share = b->mass * g->at[i == 0 ? NORMAL : TANGENT];
        by_u[i] = share * (i == 0 ? 1.0 : sign_of(g->signs, CAROM_FIT_SIGN_U_T1, i - 1));
        P[i] = by_u[i] * (b->u[side + i] - b->u[i]);
        for (int a = 0; a < spins; a++) {
            by_w[i][a] = share * L[a][i] * sign_of(g->signs, CAROM_FIT_SIGN_W_N, a);
            P[i] += by_w[i][a] * (b->u[side + dim + a] - b->u[dim + a]);
        }
    }
}

// Computes c and its derivatives with respect to the speeds and the arm.
static void moment_rows(const carom_fit_body *b, const guess *g, double inverse[3][3],
                        double rows[3][CAROM_FIT_MEASURED], double c[3]) {
    const int dim = b->dim, spins = carom_fit_spins(dim), side = dim + spins;
    double r[3] = {0}, away[3] = {0}, P[3] = {0}, L[3][3], by_u[3], by_w[3][3];
    for (int i = 0; i < dim; i++) {
        for (int j = 0; j < dim; j++) away[i] += b->axes[i][j] * g->at[CENTRE + j];
        r[i] = sign_of(g->signs, CAROM_FIT_SIGN_R_N, i) * b->arm[i] - away[i];
    }
    impulse_rows(b, g, away, by_u, by_w, P);
    memset(rows, 0, 3 * sizeof *rows);
    carom_fit_lever(dim, r, L);
    for (int a = 0; a < spins; a++) {
        double turns[3] = {0}, *row = rows[a]; // row of I^-1 L
        for (int i = 0; i < dim; i++)
            for (int k = 0; k < spins; k++) turns[i] += inverse[a][k] * L[k][i];
        row[side + dim + a] = g->at[FACTOR] * sign_of(g->signs, CAROM_FIT_SIGN_W_N, a);
        for (int i = 0; i < dim; i++) {
            row[side + i] -= turns[i] * by_u[i];
            for (int k = 0; k < spins; k++) row[side + dim + k] -= turns[i] * by_w[i][k];
        }
        c[a] = 0.0;
        for (int i = 0; i < side; i++) {
            row[i] = -row[side + i];
            c[a] += row[side + i] * (b->u[side + i] - b->u[i]);
        }
        for (int j = 0; j < dim; j++) {
            const double own = sign_of(g->signs, CAROM_FIT_SIGN_R_N, j), unit[3] = {j == 0, j == 1, j == 2};
            double slope[3][3];
            carom_fit_lever(dim, unit, slope);
            for (int k = 0; k < spins; k++)
                for (int i = 0; i < dim; i++) row[2 * side + j] -= own * inverse[a][k] * slope[k][i] * P[i];
        }
    }
}

// Computes the whitened c of a body. Returns false if the body has no measurement errors.
static bool whitened(const carom_fit_body *b, const guess *g, double w[3]) {
    double inverse[3][3], scratch[9], rows[3][CAROM_FIT_MEASURED], C[9] = {0};
    memcpy(inverse, b->inertia, sizeof inverse);
    const int spins = carom_fit_spins(b->dim), all = 2 * (b->dim + spins) + b->dim;
    if (!carom_matrix_inverse(spins, 3, &inverse[0][0], scratch)) return false;
    moment_rows(b, g, inverse, rows, w);
    for (int i = 0; i < spins; i++) {
        double along[CAROM_FIT_MEASURED] = {0};
        for (int k = 0; k < all; k++)
            for (int l = 0; l < all; l++) along[l] += rows[i][k] * b->S[k][l];
        for (int j = 0; j < spins; j++)
            for (int l = 0; l < all; l++) C[3 * i + j] += along[l] * rows[j][l];
    }
    if (carom_cholesky(spins, 3, C) < spins) return false;
    carom_forward(spins, 3, C, w);
    return true;
}

// Returns chi2 of every stride-th body.
static double chi2_of(const carom_fit_body *bodies, size_t count, size_t stride, const guess *g) {
    double sum = 0.0;
    for (size_t k = 0; k < count; k += stride) {
        double w[3] = {0};
        if (!whitened(&bodies[k], g, w)) return (double)NAN;
        sum += w[0] * w[0] + w[1] * w[1] + w[2] * w[2];
    }
    return sum;
}

double carom_fit_floor(const carom_fit_body *bodies, size_t count, unsigned signs) {
    guess g = stated;
    g.signs = signs;
    if (signs > 255) return (double)NAN;
    for (size_t k = 0; k < count; k++) {
        double inverse[3][3];
        if (!bodies || !carom_fit_is_body(&bodies[k], inverse) || bodies[k].dim != bodies[0].dim) return (double)NAN;
    }
    return chi2_of(bodies, count, 1, &g);
}

// A search for the numbers that minimise chi2 under given assumptions.
typedef struct {
    const carom_fit_body *bodies;
    size_t count;
    guess at;
    int which[MOST_SOUGHT], n;
    double error[MOST_SOUGHT], chi2;
    bool no_memory;
} search;

static int residuals(void *context, int m, int n, const double *x, double *w, int what) {
    search *s = context;
    const int spins = carom_fit_spins(s->bodies[0].dim);
    (void)m, (void)what;
    for (int k = 0; k < n; k++) s->at.at[s->which[k]] = x[k];
    for (size_t k = 0; k < s->count; k++) {
        double own[3];
        if (!whitened(&s->bodies[k], &s->at, own)) return -1;
        memcpy(w + k * (size_t)spins, own, sizeof(double) * (size_t)spins);
    }
    return 0;
}

// Computes standard errors from (J^T J)^-1 by central differences, times the root of chi2/dof, since all stated errors
// may be wrong by a common factor.
static bool find_errors(search *s, size_t m, double *up, double *down, double *J) {
    double x[MOST_SOUGHT], N[MOST_SOUGHT * MOST_SOUGHT], scratch[MOST_SOUGHT * MOST_SOUGHT];
    for (int j = 0; j < s->n; j++) x[j] = s->at.at[s->which[j]];
    for (int j = 0; j < s->n; j++) {
        const double old = x[j], h = 1e-5 * fmax(fabs(old), 0.01);
        x[j] = old + h;
        if (residuals(s, (int)m, s->n, x, up, 1)) return false;
        x[j] = old - h;
        if (residuals(s, (int)m, s->n, x, down, 1)) return false;
        x[j] = old;
        for (size_t k = 0; k < m; k++) J[(size_t)j * m + k] = (up[k] - down[k]) / (2.0 * h);
    }
    if (residuals(s, (int)m, s->n, x, up, 1)) return false;
    s->chi2 = 0.0;
    for (size_t k = 0; k < m; k++) s->chi2 += up[k] * up[k];
    for (int i = 0; i < s->n; i++)
        for (int j = 0; j < s->n; j++) N[i * s->n + j] = carom_dot((int)m, J + (size_t)i * m, J + (size_t)j * m);
    if (!carom_matrix_inverse(s->n, (size_t)s->n, N, scratch)) return false;
    const double scale = s->chi2 / (double)(m - (size_t)s->n);
    for (int j = 0; j < s->n; j++) s->error[j] = sqrt(scale * N[j * s->n + j]);
    return true;
}

static bool find(search *s) {
    const size_t m = s->count * (size_t)carom_fit_spins(s->bodies[0].dim), n = (size_t)s->n;
    double x[MOST_SOUGHT], diag[MOST_SOUGHT], qtf[MOST_SOUGHT], wa[3][MOST_SOUGHT];
    int pivot[MOST_SOUGHT], evaluations = 0;
    bool good = false;
    if (n == 0 || m <= n || m > 100000000) return false;
    double *work = malloc((n + 3) * m * sizeof *work);
    s->no_memory = !work;
    if (!work) return false;
    for (size_t k = 0; k < n; k++) x[k] = s->at.at[s->which[k]];
    const int info = lmdif(residuals, s, (int)m, (int)n, x, work, 1e-10, 1e-10, 0.0, 100 * (s->n + 1), 0.0, diag, 1,
                           1.0, 0, &evaluations, work + 3 * m, (int)m, pivot, qtf, wa[0], wa[1], wa[2], work + m);
    for (size_t k = 0; k < n; k++) s->at.at[s->which[k]] = x[k];
    if (info > 0) good = find_errors(s, m, work, work + m, work + 3 * m);
    free(work);
    return good;
}

static const carom_fit_number unknown = {(double)NAN, (double)NAN};

static carom_fit_number number_of(const search *s, int which) {
    for (int k = 0; k < s->n; k++)
        if (s->which[k] == which) return (carom_fit_number){s->at.at[which], s->error[k]};
    return unknown;
}

// Returns true if x differs from `wanted` by more than 5 standard errors and more than `least`.
static bool is_off(carom_fit_number x, double wanted, double least) {
    return fabs(x.value - wanted) > 5.0 * x.error && fabs(x.value - wanted) > least;
}

// Fits the slopes. It starts with the slopes of a linear regression of dw against both moments, near which chi2 has a
// single minimum. A slope whose standard error is above 1 there is not fitted; for example, a disc has no moment of the
// normal impulse.
static carom_status look_at_slopes(const carom_fit_body *bodies, size_t count, carom_fit_body_checks *c) {
    double N[2][2] = {{0}}, y[2] = {0};
    for (size_t k = 0; k < count; k++) {
        const carom_fit_body *b = &bodies[k];
        double inverse[3][3], rows[3][CAROM_FIT_MEASURED], moment[2][3];
        const int dim = b->dim, spins = carom_fit_spins(dim), side = dim + spins;
        if (!carom_fit_is_body(b, inverse)) return CAROM_OK;
        for (int part = 0; part < 2; part++) {
            guess g = stated;
            g.at[FACTOR] = 0.0, g.at[NORMAL] = part == 0 ? -1.0 : 0.0, g.at[TANGENT] = part == 1 ? -1.0 : 0.0;
            moment_rows(b, &g, inverse, rows, moment[part]);
        }
        for (int a = 0; a < spins; a++) {
            const int i = dim + a, j = side + dim + a;
            const double weight = 1.0 / (b->S[i][i] - 2.0 * b->S[i][j] + b->S[j][j]);
            if (!isfinite(weight)) continue;
            for (int p = 0; p < 2; p++) {
                y[p] += weight * moment[p][a] * (b->u[j] - b->u[i]);
                for (int q = 0; q < 2; q++) N[p][q] += weight * moment[p][a] * moment[q][a];
            }
        }
    }
    const double det = N[0][0] * N[1][1] - N[0][1] * N[1][0];
    const bool both = det > 1e-9 * N[0][0] * N[1][1] && N[1][1] < det && N[0][0] < det;
    search s = {.bodies = bodies, .count = count, .at = stated};
    if (both) {
        s.at.at[NORMAL] = (N[1][1] * y[0] - N[0][1] * y[1]) / det;
        s.at.at[TANGENT] = (N[0][0] * y[1] - N[1][0] * y[0]) / det;
        s.which[s.n++] = NORMAL, s.which[s.n++] = TANGENT;
    } else if (N[0][0] > 1.0 || N[1][1] > 1.0) {
        const int p = N[1][1] > N[0][0];
        s.which[s.n++] = p ? TANGENT : NORMAL;
        s.at.at[s.which[0]] = (y[p] - N[p][1 - p]) / N[p][p];
    }
    if (!find(&s)) return s.no_memory ? CAROM_NO_MEMORY : CAROM_OK;
    c->normal = number_of(&s, NORMAL), c->tangent = number_of(&s, TANGENT);
    if (is_off(c->normal, 1.0, 0.1)) c->alarms |= CAROM_FIT_ALARM_NORMAL;
    if (is_off(c->tangent, 1.0, 0.1)) c->alarms |= CAROM_FIT_ALARM_TANGENT;
    return CAROM_OK;
}

// Returns how many of the stated signs are wrong if these signs are right. A mirrored rotation changes the signs of all
// spins at once.
static int changes(int dim, unsigned signs) {
    const unsigned spins =
        dim == 2 ? CAROM_FIT_SIGN_W_N : CAROM_FIT_SIGN_W_N | CAROM_FIT_SIGN_W_T1 | CAROM_FIT_SIGN_W_T2;
    int count = 0;
    if ((signs & spins) == spins) signs &= ~spins, count++;
    for (; signs; signs &= signs - 1) count++;
    return count;
}

// Searches for wrong signs. Some sets of signs have the same moment; the search keeps the set with the fewest changes.
// The contact is the part of the body nearest to the wall, so r_n < 0; its sign is changed only if most are wrong.
static void look_at_signs(const carom_fit_body *bodies, size_t count, double base, double dof, guess *repaired,
                          carom_fit_body_checks *c) {
    const int dim = bodies[0].dim;
    const size_t stride = 1 + count / 2000; // 2000 bodies select the signs, and all bodies test them
    unsigned allowed = CAROM_FIT_SIGN_U_T1 | CAROM_FIT_SIGN_W_N | CAROM_FIT_SIGN_R_T1;
    size_t above = 0;
    if (dim == 3) allowed |= CAROM_FIT_SIGN_U_T2 | CAROM_FIT_SIGN_W_T1 | CAROM_FIT_SIGN_W_T2 | CAROM_FIT_SIGN_R_T2;
    for (size_t k = 0; k < count; k++) above += bodies[k].arm[0] > 0.0;
    if (2 * above > count) allowed |= CAROM_FIT_SIGN_R_N;
    unsigned best = 0, other = 0;
    double least = chi2_of(bodies, count, stride, &stated);
    for (int cost = 1; cost <= 8; cost++) {
        for (unsigned signs = 1; signs < 256; signs++) {
            guess g = stated;
            g.signs = signs;
            if ((signs & ~allowed) || changes(dim, signs) != cost) continue;
            const double chi2 = chi2_of(bodies, count, stride, &g);
            if (chi2 < 0.999999 * least)
                least = chi2, best = signs, other = 0;
            else if (best && !other && changes(dim, best) == cost && chi2 < 1.000001 * least)
                other = signs;
        }
    }
    const double chi2 = carom_fit_floor(bodies, count, best);
    c->sign_factor = 1.0;
    if (!best || !(base > 3.0 * chi2) || !(base - chi2 > 25.0 * fmax(1.0, chi2 / dof))) return;
    c->signs = repaired->signs = best, c->other_signs = other, c->sign_factor = base / chi2;
    c->alarms |= CAROM_FIT_ALARM_SIGN;
}

static bool has_attitudes(const carom_fit_body *bodies, size_t count) {
    for (size_t k = 0; k < count; k++) {
        double sum = 0.0;
        for (int i = 0; i < 9; i++) sum += fabs(bodies[k].axes[i / 3][i % 3]);
        if (sum == 0.0) return false;
    }
    return true;
}

// Fits the inertia and, if orientations are known, the centre of mass. Without orientations, a different inertia is
// reported only if it explains the motion. Otherwise the arms are wrong, and the inertia compensates part of that.
static carom_status look_at_masses(const carom_fit_body *bodies, size_t count, const guess *repaired, double dof,
                                   carom_fit_body_checks *c) {
    search s = {.bodies = bodies, .count = count, .at = *repaired, .which = {FACTOR}, .n = 1};
    const bool attitudes = has_attitudes(bodies, count);
    double arm = 0.0, away = 0.0;
    for (int j = 0; j < bodies[0].dim && attitudes; j++) s.which[s.n++] = CENTRE + j;
    if (!find(&s)) return s.no_memory ? CAROM_NO_MEMORY : CAROM_OK;
    c->inertia = number_of(&s, FACTOR);
    bool off = false;
    for (int j = 0; j < bodies[0].dim && attitudes; j++) {
        c->centre[j] = number_of(&s, CENTRE + j);
        off = off || is_off(c->centre[j], 0.0, 0.0);
        away += c->centre[j].value * c->centre[j].value;
    }
    for (size_t k = 0; k < count; k++)
        for (int i = 0; i < bodies[0].dim; i++) arm += bodies[k].arm[i] * bodies[k].arm[i] / (double)count;
    if (off && away > 0.02 * 0.02 * arm) c->alarms |= CAROM_FIT_ALARM_CENTRE;
    const bool explains = carom_fit_chi2_tail(s.chi2, dof - s.n) >= 1e-6;
    if (is_off(c->inertia, 1.0, 0.1) && (attitudes || explains)) c->alarms |= CAROM_FIT_ALARM_INERTIA;
    return CAROM_OK;
}

static void look_at_floor(const carom_fit_body *bodies, size_t count, double *share, carom_fit_body_checks *c) {
    for (size_t k = 0; k < count; k++) {
        carom_fit_impact at;
        carom_fit_impact_from_body(&bodies[k], &at);
        share[k] = sqrt(at.missed / at.size);
        c->floor_mean += share[k] / (double)count;
    }
    c->floor_median = carom_fit_quantile(share, count, 0.5);
}

carom_status carom_fit_check_bodies(const carom_fit_body *bodies, size_t count, carom_fit_checks *checks) {
    carom_fit_body_checks *c = &checks->body;
    *c = (carom_fit_body_checks){.normal = unknown, .tangent = unknown, .inertia = unknown, .sign_factor = 1.0};
    for (int j = 0; j < 3; j++) c->centre[j] = unknown;
    const double base = carom_fit_floor(bodies, count, 0);
    if (!isfinite(base)) return CAROM_BAD_VALUE;
    double *share = malloc(count * sizeof *share);
    if (!share) return CAROM_NO_MEMORY;
    c->count = count;
    look_at_floor(bodies, count, share, c);
    free(share);
    checks->floor_chi2 = base, checks->floor_dof = (double)count * carom_fit_spins(bodies[0].dim);
    checks->floor_p = carom_fit_chi2_tail(base, checks->floor_dof);
    guess repaired = stated;
    if (checks->floor_p < 1e-6) c->alarms |= CAROM_FIT_ALARM_FLOOR;
    if (look_at_slopes(bodies, count, c) != CAROM_OK) return CAROM_NO_MEMORY;
    look_at_signs(bodies, count, base, checks->floor_dof, &repaired, c);
    return look_at_masses(bodies, count, &repaired, checks->floor_dof, c);
}

// Sets S = sigma^2 m M^-1 before and after the impact, and no error of the arm. Returns false if one of them is not a
// valid body.
static bool set_errors(carom_fit_body *bodies, size_t count, double sigma) {
    for (size_t k = 0; k < count; k++) {
        carom_fit_body *b = &bodies[k];
        double inverse[3][3];
        if (!carom_fit_is_body(b, inverse)) return false;
        const int dim = b->dim, spins = carom_fit_spins(dim), side = dim + spins;
        memset(b->S, 0, sizeof b->S);
        for (int from = 0; from < 2 * side; from += side) {
            for (int i = 0; i < dim; i++) b->S[from + i][from + i] = sigma * sigma;
            for (int i = 0; i < spins; i++)
                for (int j = 0; j < spins; j++)
                    b->S[from + dim + i][from + dim + j] = sigma * sigma * b->mass * inverse[i][j];
        }
    }
    return true;
}

double carom_fit_guess_errors(carom_fit_body *bodies, size_t count) {
    if (!bodies || count == 0 || !set_errors(bodies, count, 1.0)) return (double)NAN;
    const double sigma = sqrt(carom_fit_floor(bodies, count, 0) / ((double)count * carom_fit_spins(bodies[0].dim)));
    return set_errors(bodies, count, sigma) ? sigma : (double)NAN;
}
