// Tests random mechanisms with constraints, some of them redundant. After any impulse the speeds satisfy the
// constraints, and the contacts move with v + W P. The kinetic energy changes by P.(v + v')/2. M du is the sum of
// impulses and reactions. W is symmetric and positive semi-definite.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/worst.h"
#include "bench/random.h"
#include "carom/bodies.h"
#include "support/floor.h"

enum { MOST = 24, CONTACTS = 3, SIZE = 3 * CONTACTS };

// The bound on errors, relative to the terms of each sum. The largest error in 1e6 mechanisms was 1.3e-14.
#define TOLERANCE 1e-12

typedef struct {
    double M[MOST * MOST], R[SIZE * MOST], J[2 * MOST * MOST], u[MOST];
    double memory[8192];
    carom_mechanism m;
    carom_delassus d;
} machine;

static double worst;

static int balanced(double off, double size) {
    const double share = size > 0.0 ? fabs(off) / size : off == 0.0 ? 0.0 : HUGE_VAL;
    carom_worsen(&worst, share);
    return share <= TOLERANCE;
}

static double dot(int n, const double *x, const double *y, double *size) {
    double sum = 0.0;
    for (int i = 0; i < n; i++) {
        sum += x[i] * y[i];
        *size += fabs(x[i] * y[i]);
    }
    return sum;
}

static void random_fill(random_stream *r, double *x, int count) {
    for (int i = 0; i < count; i++) x[i] = random_between(r, -1.0, 1.0);
}

// Makes a random mechanism. M is A A^T + 1, and up to three rows of J repeat others. The speeds are the result of
// impulses, so they satisfy J u = 0.
static int make(random_stream *r, machine *x) {
    const int n = 2 + random_below(r, MOST - 2), rows = random_below(r, n), repeated = rows ? random_below(r, 4) : 0;
    double A[MOST * MOST], P[SIZE];
    x->m = (carom_mechanism){.dim = 2 + random_below(r, 2), .speeds = n, .contacts = 1 + random_below(r, CONTACTS)};
    x->m.constraints = rows + repeated;
    x->m.M = x->M;
    x->m.R = x->R;
    x->m.J = x->J;
    x->m.u = x->u;
    random_fill(r, A, n * n);
    random_fill(r, x->R, SIZE * n);
    random_fill(r, x->J, rows * n);
    random_fill(r, P, SIZE);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double unused = 0.0;
            x->M[i * n + j] = dot(n, A + i * n, A + j * n, &unused) + (double)(i == j);
        }
    for (int k = 0; k < repeated; k++)
        for (int i = 0; i < n; i++) x->J[(rows + k) * n + i] = x->J[i] - 2.0 * x->J[(k % rows) * n + i];
    memset(x->u, 0, sizeof x->u);
    if (carom_delassus_compute(&x->m, x->memory, sizeof x->memory, &x->d) != CAROM_OK) return 0;
    carom_delassus_apply(&x->d, P, x->u, NULL);
    return carom_delassus_compute(&x->m, x->memory, sizeof x->memory, &x->d) == CAROM_OK && x->d.rank == rows;
}

static int contacts_move(const machine *x, const double *P, const double *u, double *work, double *work_size) {
    const int n = x->m.speeds, s = x->d.size;
    int good = 1;
    for (int i = 0; i < s; i++) {
        double size = fabs(x->d.v[i]);
        const double after = x->d.v[i] + dot(s, x->d.W + i * s, P, &size);
        double terms = 0.0;
        dot(n, x->R + i * n, x->u, &terms);
        const double moved = dot(n, x->R + i * n, u, &terms);
        good &= balanced(moved - after, size + terms) & (x->d.W[i * s + i] >= 0.0);
        for (int j = 0; j < i; j++) good &= x->d.W[i * s + j] == x->d.W[j * s + i];
        *work += 0.5 * P[i] * (x->d.v[i] + after);
        *work_size += fabs(P[i]) * (fabs(x->d.v[i]) + size);
    }
    return good;
}

// Checks every row of M du = R^T P + J^T lambda.
static int impulses_balance(const machine *x, const double *P, const double *u, const double *lambda) {
    const int n = x->m.speeds;
    double du[MOST];
    int good = 1;
    for (int i = 0; i < n; i++) du[i] = u[i] - x->u[i];
    for (int i = 0; i < n; i++) {
        double size = 0.0, sum = dot(n, x->M + i * n, du, &size);
        for (int k = 0; k < x->d.size; k++) {
            sum -= x->R[k * n + i] * P[k];
            size += fabs(x->R[k * n + i] * P[k]);
        }
        for (int k = 0; k < x->m.constraints; k++) {
            sum -= x->J[k * n + i] * lambda[k];
            size += fabs(x->J[k * n + i] * lambda[k]);
        }
        good &= balanced(sum, size);
    }
    return good;
}

// Returns about the speed that a constraint would have if it were not enforced. The rounding error of a constraint is
// relative to this speed, even if the remaining motions are slow.
static double free_response(const machine *x, const double *P) {
    const int n = x->m.speeds;
    double push = 0.0, inertia = 0.0;
    for (int i = 0; i < n; i++) {
        inertia += x->M[i * n + i] / n;
        for (int k = 0; k < x->d.size; k++) push += fabs(x->R[k * n + i] * P[k]);
    }
    return push / inertia;
}

static int check(random_stream *r, machine *x) {
    double P[SIZE], u[MOST], lambda[2 * MOST], work = 0.0, work_size = 0.0;
    if (!make(r, x)) return 0;
    random_fill(r, P, SIZE);
    carom_delassus_apply(&x->d, P, u, lambda);
    int good = contacts_move(x, P, u, &work, &work_size) & impulses_balance(x, P, u, lambda);
    for (int k = 0; k < x->m.constraints; k++) {
        double size = free_response(x, P), held = dot(x->m.speeds, x->J + k * x->m.speeds, u, &size);
        good &= balanced(held, size);
    }
    const double before = carom_mechanism_energy(&x->m, x->u), after = carom_mechanism_energy(&x->m, u);
    return good & balanced(after - before - work, after + before + work_size);
}

int main(int argc, char **argv) {
    const long count = argc > 1 ? strtol(argv[1], NULL, 10) : 10000;
    static machine x;
    long bad = 0;
    for (long i = 0; i < count; i++) {
        random_stream r = random_at(909, (uint64_t)i);
        if (check(&r, &x)) continue;
        if (!bad++) printf("mechanism %ld does not balance\n", i);
    }
    printf("%ld mechanisms, %ld bad, worst %.1e\n", count, bad, worst);
    return bad > 0 || !floor_met("mechanisms", count - bad, count, 1.0);
}
