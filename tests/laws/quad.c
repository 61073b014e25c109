// Compares closed forms with the same laws in 113-bit arithmetic, on problems in which cancellation would lose digits.
// These have steep friction (pfeiffer-glocker, brach) or W near singular (chatterjee3). The error is divided by the
// condition number. This number is the effect on P of small relative changes of W, v and mu, computed in 113 bits.
// Usage: laws_quad [PROBLEMS]
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/worst.h"
#include "bench/random.h"
#include "carom/derivatives.h"
#include "quad_laws.h"
#include "support/floor.h"

// Bound of the error divided by the condition number. The largest value was 1e-14. If terms of the formulas cancelled,
// the value would be 0.2 (pfeiffer-glocker) or 1e-7 (chatterjee3). The impulse of brach would leave the cone in 1 of 12
// problems.
#define BOUND 1e-13

// The same bound for derivatives with respect to v and W, divided by their own condition number. The largest value was
// 1e-13. If the differentiated equations are evaluated in doubles, the value is 4e-6 (chatterjee3 near a singular W) or
// 0.1 (pfeiffer-glocker with large mu).
#define BOUND_OF_SLOPES 1e-11

typedef void quad_law(const quad_problem *q, quad P[3]);
typedef struct {
    const char *name;
    int dim;
    double decades;        // decades of the eigenvalues of W
    double mu_from, mu_to; // range of mu, as powers of ten
    quad_law *exact;
    bool slopes; // whether derivatives are compared too
} campaign;

static const campaign campaigns[] = {
    {"pfeiffer-glocker", 2, 2.0, 3.0, 16.0, quad_pfeiffer_glocker, true},
    {"pfeiffer-glocker", 2, 2.0, -2.0, 3.0, quad_pfeiffer_glocker, true},
    {"brach", 2, 4.0, -2.0, 16.0, quad_brach, false},
    {"chatterjee3", 3, 1.0, -2.0, 1.0, quad_chatterjee3, true},
    {"chatterjee3", 3, 6.0, -2.0, 1.0, quad_chatterjee3, true},
    {"chatterjee3", 3, 10.0, -2.0, 1.0, quad_chatterjee3, false}, // too close to singular for differences
    {"chatterjee3", 2, 5.0, -2.0, 1.0, quad_chatterjee3, true},
};

static quad_problem read(const carom_contact *c, const carom_params *p) {
    quad_problem q = {.e = p->e, .e_t = p->e_t, .nu = p->nu, .mu = p->mu};
    for (int i = 0; i < c->dim; i++) {
        q.v[i] = c->v[i];
        for (int j = 0; j < c->dim; j++) q.W[i][j] = c->W[i][j];
    }
    return q;
}

static double off(int dim, const quad a[3], const quad b[3]) {
    double most = 0.0, length = 0.0;
    for (int i = 0; i < dim; i++) {
        carom_worsen(&most, fabs((double)(a[i] - b[i])));
        carom_worsen(&length, fabs((double)b[i]));
    }
    return most / length;
}

// Returns the condition number: the factor by which P amplifies a small relative change of the input.
static double condition(const campaign *k, const quad_problem *q, const quad P[3], random_stream *r) {
    const double small = 0x1p-43;
    double worst = 1.0;
    for (int trial = 0; trial < 6; trial++) {
        quad_problem near = *q;
        quad other[3];
        for (int i = 0; i < k->dim; i++) {
            near.v[i] *= 1 + (quad)(small * random_between(r, -1.0, 1.0));
            for (int j = 0; j <= i; j++)
                near.W[i][j] = near.W[j][i] = q->W[i][j] * (1 + (quad)(small * random_between(r, -1.0, 1.0)));
        }
        near.mu *= 1 + (quad)(small * random_between(r, -1.0, 1.0));
        k->exact(&near, other);
        // If such a change makes W indefinite, the result is NaN. The condition number is then infinite, and the
        // problem cannot fail.
        const double change = off(k->dim, other, P) / small;
        carom_worsen(&worst, isnan(change) ? HUGE_VAL : change);
    }
    return worst;
}

// Computes dP/dv and dP/dW (upper triangle) by differences, with one column for each input. Relative steps of 1e-13
// leave errors of 1e-26 from the curvature and 1e-20 from the rounding of P.
enum { COLUMNS = 9 };
static void slopes(const campaign *k, const quad_problem *q, quad J[3][COLUMNS]) {
    int column = 0;
    for (int i = 0; i < k->dim; i++)
        for (int j = -1; j < k->dim; j++) {
            quad_problem up = *q, down = *q;
            quad above[3], below[3], step = 0;
            if (j >= 0 && j < i) continue;
            for (int a = 0; j < 0 && a < k->dim; a++) step += (q->v[a] > 0 ? q->v[a] : -q->v[a]) * (quad)1e-13;
            if (j < 0) {
                up.v[i] += step;
                down.v[i] -= step;
            } else {
                step = (quad)(1e-13 * sqrt((double)(q->W[i][i] * q->W[j][j])));
                up.W[i][j] = up.W[j][i] = q->W[i][j] + step;
                down.W[i][j] = down.W[j][i] = q->W[i][j] - step;
            }
            k->exact(&up, above);
            k->exact(&down, below);
            for (int a = 0; a < k->dim; a++) J[a][column] = (above[a] - below[a]) / (2 * step);
            column++;
        }
}

// Copies carom's derivatives in the same order: v_i, then W_ij with j >= i, row by row.
static void our_slopes(int dim, const carom_jacobian *jac, quad J[3][COLUMNS]) {
    int column = 0, entry = 0;
    for (int i = 0; i < dim; i++) {
        for (int a = 0; a < dim; a++) J[a][column] = jac->dP_dv[a][i];
        column++;
        for (int j = i; j < dim; j++, entry++, column++)
            for (int a = 0; a < dim; a++) J[a][column] = jac->dP_dW[a][entry];
    }
}

// Returns the largest difference of A and B, relative to the largest entry of B. Each column is multiplied by the size
// of its input.
static double slopes_off(int dim, const quad_problem *q, quad A[3][COLUMNS], quad B[3][COLUMNS]) {
    double size = 0.0, error = 0.0;
    int column = 0;
    for (int i = 0; i < dim; i++)
        for (int j = -1; j < dim; j++) {
            if (j >= 0 && j < i) continue;
            const double input = j < 0 ? fabs((double)q->v[i]) : sqrt((double)(q->W[i][i] * q->W[j][j]));
            for (int a = 0; a < dim; a++) {
                carom_worsen(&error, fabs((double)(A[a][column] - B[a][column])) * input);
                carom_worsen(&size, fabs((double)B[a][column]) * input);
            }
            column++;
        }
    return error / size;
}

// Returns the condition number of the derivatives: the factor by which they amplify a small relative change of the
// input.
static double condition_of_slopes(const campaign *k, const quad_problem *q, quad J[3][COLUMNS], random_stream *r) {
    const double small = 0x1p-50;
    double worst = 1.0;
    for (int trial = 0; trial < 4; trial++) {
        quad_problem near = *q;
        quad other[3][COLUMNS];
        for (int i = 0; i < k->dim; i++) {
            near.v[i] *= 1 + (quad)(small * random_between(r, -1.0, 1.0));
            for (int j = 0; j <= i; j++)
                near.W[i][j] = near.W[j][i] = q->W[i][j] * (1 + (quad)(small * random_between(r, -1.0, 1.0)));
        }
        near.mu *= 1 + (quad)(small * random_between(r, -1.0, 1.0));
        slopes(k, &near, other);
        const double change = slopes_off(k->dim, q, other, J) / small;
        carom_worsen(&worst, isnan(change) ? HUGE_VAL : change);
    }
    return worst;
}

// Returns true if W is so close to singular that a step of 1e-13 is not small.
static bool near_singular(int dim, const quad_problem *q) {
    const quad(*W)[3] = q->W;
    const quad minor = W[0][0] * W[1][1] - W[0][1] * W[0][1];
    if (dim == 2) return minor < (quad)1e-8 * W[0][0] * W[1][1];
    const quad det = W[2][2] * minor - W[1][2] * (W[0][0] * W[1][2] - W[0][1] * W[0][2]) +
                     W[0][2] * (W[0][1] * W[1][2] - W[1][1] * W[0][2]);
    return det < (quad)1e-8 * W[0][0] * W[1][1] * W[2][2];
}

// Returns the error of the derivatives divided by their condition number. Returns 0 if there are no derivatives, or if
// a change of mode is near.
static double off_in_slopes(const campaign *k, const carom_contact *c, const carom_params *p, const quad_problem *q,
                            random_stream *r) {
    carom_result out;
    carom_jacobian jac;
    quad ours[3][COLUMNS], exact[3][COLUMNS];
    if (carom_collide_jacobian(carom_law_find(NULL, k->name, CAROM_ONE_CONTACT), c, p, &out, &jac) != CAROM_OK)
        return 0.0;
    if (jac.smooth != CAROM_SMOOTH || !(jac.margin > 1e-9) || near_singular(k->dim, q)) return 0.0;
    our_slopes(k->dim, &jac, ours);
    slopes(k, q, exact);
    const double error = slopes_off(k->dim, q, ours, exact);
    return error > 1e-13 || isnan(error) ? error / condition_of_slopes(k, q, exact, r) : error;
}

static bool run(const campaign *k, long problems) {
    const carom_law *law = carom_law_find(NULL, k->name, CAROM_ONE_CONTACT);
    long answered = 0, bad = 0;
    double worst = 0.0, worst_error = 0.0, worst_slopes = 0.0;
    for (long i = 0; i < problems; i++) {
        random_stream r = random_at(71, (uint64_t)i);
        const carom_contact c = random_contact(&r, k->dim, k->decades);
        carom_params p = random_params(&r, k->dim);
        p.mu = random_power10(random_between(&r, k->mu_from, k->mu_to));
        if (random_below(&r, 3) == 0) p.nu = 1.0, p.e_t = carom_law_find_coefficient(law, "r_t") ? -1.0 : p.e_t;
        carom_result out;
        if (carom_collide(law, &c, &p, &out) != CAROM_OK) continue;
        answered++;
        const quad_problem q = read(&c, &p);
        const quad ours[3] = {out.P[0], out.P[1], out.P[2]};
        quad P[3];
        k->exact(&q, P);
        const double error = off(k->dim, ours, P);
        const double share = error > 1e-14 || isnan(error) ? error / condition(k, &q, P, &r) : error;
        carom_worsen(&worst, share);
        carom_worsen(&worst_error, error);
        if (!(share <= BOUND) && bad++ < 3)
            printf("  FAIL problem %ld: error %.2g, over condition %.2g\n", i, error, share);
        const double sloped = k->slopes ? off_in_slopes(k, &c, &p, &q, &r) : 0.0;
        carom_worsen(&worst_slopes, sloped);
        if (!(sloped <= BOUND_OF_SLOPES) && bad++ < 3)
            printf("  FAIL problem %ld: derivatives off by %.2g\n", i, sloped);
        if (out.violations & (unsigned)CAROM_VIOLATION_CONE && bad++ < 3)
            printf("  FAIL problem %ld: leaves the cone\n", i);
    }
    printf("%-17s mu 1e%g .. 1e%g: %ld of %ld answered, %ld bad; worst error %.2g, over condition %.2g, derivatives "
           "%.2g\n",
           k->name, k->mu_from, k->mu_to, answered, problems, bad, worst_error, worst, worst_slopes);
    // The law may have no result only if W is singular in double precision.
    return bad == 0 && floor_met(k->name, answered, problems, 0.98);
}

int main(int argc, char **argv) {
    const long problems = argc > 1 ? atol(argv[1]) : 100000;
    bool good = true;
    for (size_t i = 0; i < sizeof campaigns / sizeof *campaigns; i++) good &= run(&campaigns[i], problems);
    return good ? 0 : 1;
}
