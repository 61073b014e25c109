#include "cli/read/critical.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

// Jacobi: turn the plane (p, q) until A_pq is zero; a handful of sweeps makes a 3 x 3 diagonal.
static void rotate(double A[3][3], double V[3][3], int p, int q) {
    if (A[p][q] == 0.0) return;
    const double half = (A[q][q] - A[p][p]) / (2.0 * A[p][q]);
    const double t = (half >= 0.0 ? 1.0 : -1.0) / (fabs(half) + sqrt(half * half + 1.0));
    const double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
    for (int k = 0; k < 3; k++) {
        const double x = A[k][p], y = A[k][q];
        A[k][p] = c * x - s * y;
        A[k][q] = s * x + c * y;
    }
    for (int k = 0; k < 3; k++) {
        const double x = A[p][k], y = A[q][k], a = V[p][k], b = V[q][k];
        A[p][k] = c * x - s * y;
        A[q][k] = s * x + c * y;
        V[p][k] = c * a - s * b;
        V[q][k] = s * a + c * b;
    }
    A[p][q] = A[q][p] = 0.0;
}

// An eigenvalue below the rounding of the largest is zero; a direction starts with a positive component.
static void tidy(int dim, carom_critical *out) {
    for (int k = 0; k < dim; k++) {
        if (fabs(out->eigenvalue[k]) <= 1e-14 * out->eigenvalue[0]) out->eigenvalue[k] = 0.0;
        int first = 0;
        while (first < dim - 1 && fabs(out->direction[k][first]) < 1e-12) first++;
        const double sign = out->direction[k][first] < 0.0 ? -1.0 : 1.0;
        for (int i = 0; i < dim; i++) out->direction[k][i] *= sign;
    }
}

static void find_directions(const carom_contact *c, carom_critical *out) {
    double A[3][3] = {{0.0}}, V[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    for (int i = 0; i < c->dim; i++)
        for (int j = 0; j < c->dim; j++) A[i][j] = 0.5 * (c->W[i][j] + c->W[j][i]);
    for (int sweep = 0; sweep < 20; sweep++)
        for (int p = 0; p < c->dim; p++)
            for (int q = p + 1; q < c->dim; q++) rotate(A, V, p, q);
    bool used[3] = {false};
    for (int k = 0; k < c->dim; k++) {
        int best = -1;
        for (int i = 0; i < c->dim; i++)
            if (!used[i] && (best < 0 || A[i][i] > A[best][best])) best = i;
        used[best] = true;
        out->eigenvalue[k] = A[best][best];
        memcpy(out->direction[k], V[best], sizeof V[best]);
    }
    tidy(c->dim, out);
}

static double quotient(double a, double b) {
    return b != 0.0 ? a / b : a == 0.0 ? (double)NAN : copysign(HUGE_VAL, a);
}

// |T^-1 w|: the ratio |P_t| / P_n while the slip stays zero.
static double hold(const carom_contact *c) {
    const double w1 = c->W[0][1], w2 = c->dim == 3 ? c->W[0][2] : 0.0;
    if (w1 == 0.0 && w2 == 0.0) return 0.0;
    if (c->dim == 2) return fabs(quotient(w1, c->W[1][1]));
    const double det = c->W[1][1] * c->W[2][2] - c->W[1][2] * c->W[1][2];
    const double x = c->W[2][2] * w1 - c->W[1][2] * w2, y = c->W[1][1] * w2 - c->W[1][2] * w1;
    return quotient(sqrt(x * x + y * y), det);
}

carom_critical carom_critical_of(const carom_contact *c, double e, double mu) {
    carom_critical out = {0};
    find_directions(c, &out);
    const double w1 = c->W[0][1], w2 = c->dim == 3 ? c->W[0][2] : 0.0, w = sqrt(w1 * w1 + w2 * w2);
    out.mu_hold = hold(c);
    out.mu_c = w > 0.0 ? c->W[0][0] / w : HUGE_VAL;
    if (c->dim == 3) return out;
    const double B1 = c->W[1][1], B2 = c->W[0][0], B3 = -w1, C0 = c->v[0], S0 = c->v[1], s = S0 < 0.0 ? -1.0 : 1.0;
    out.mu_s = quotient(-B3, B1);
    out.mu_q = quotient(B2 * S0 + B3 * C0, B3 * S0 + B1 * C0);
    out.mu_d = quotient(B2 * S0 + (1.0 + e) * B3 * C0, B3 * S0 + (1.0 + e) * B1 * C0);
    out.P_d = (B2 + s * mu * B3) * s * S0;
    out.P_q = -(mu * B1 + s * B3) * C0;
    return out;
}

double carom_critical_ratio(const carom_contact *c, double e, double e_t) {
    const double a = c->W[0][0], w = c->W[0][1], T = c->W[1][1], det = a * T - w * w;
    const double n = -(1.0 + e) * c->v[0], t = -(1.0 + e_t) * c->v[1];
    if (!(det > 1e-14 * a * T)) return (double)NAN;
    const double Pn = T * n - w * t, Pt = a * t - w * n;
    return Pn > 0.0 ? fabs(Pt) / Pn : HUGE_VAL;
}

// What friction does with a slip that has ended.
static void holds(const carom_critical *k, double mu_static, char *text, size_t size) {
    snprintf(text, size, "friction %s it: mu_static = %g %s |mu_s| = %g (34)",
             mu_static >= k->mu_hold ? "holds" : "cannot hold", mu_static, mu_static >= k->mu_hold ? ">=" : "<",
             k->mu_hold);
}

const char *carom_critical_course(const carom_contact *c, const carom_params *p, char *text, size_t size) {
    const carom_critical k = carom_critical_of(c, p->e, p->mu);
    const double s = c->v[1] < 0.0 ? -1.0 : 1.0, dying = p->mu * c->W[1][1] - s * c->W[0][1];
    char then[120];
    holds(&k, p->mu_static == CAROM_SAME_AS_MU ? p->mu : p->mu_static, then, sizeof then);
    if (c->v[1] == 0.0)
        snprintf(text, size, "there is no slip at first; %s", then);
    else if (isinf(p->mu))
        snprintf(text, size, "mu is infinite: the slip ends at once, or presses the bodies apart first");
    else if (!(dying > 0.0))
        snprintf(text, size, "the slip never ends: friction cannot brake it, mu B1 + s B3 = %g <= 0 (32)", dying);
    else if (k.P_d < k.P_q)
        snprintf(text, size, "the slip ends in compression: P_d = %g < P_q = %g (table 1); %s", k.P_d, k.P_q, then);
    else if (k.P_d < (1.0 + p->e) * k.P_q)
        snprintf(text, size, "the slip ends in restitution: P_q = %g <= P_d = %g < (1 + e) P_q = %g (table 1); %s",
                 k.P_q, k.P_d, (1.0 + p->e) * k.P_q, then);
    else
        snprintf(text, size, "the slip outlasts the impact: P_d = %g >= (1 + e) P_q = %g (table 1)", k.P_d,
                 (1.0 + p->e) * k.P_q);
    return text;
}
