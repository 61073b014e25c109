// Tests systems with dependent contacts, each in two orders. The impulse of compression is then not unique, and the
// expansion of pfeiffer-glocker may depend on it. Both orders must lead to the same result, or both to
// CAROM_NOT_UNIQUE, or both to no solution.
// Usage: dependent SYSTEMS
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/worst.h"
#include "support/floor.h"
#include "support/laws.h"
#include "support/params.h"
#include "systems.h"

enum { LEAST = 2, MOST = 5, SPEEDS = 9 };

typedef enum family { DUPLICATED, OPPOSITE, COMBINED, FAMILIES } family;

// Systems with W = R M^-1 R^T and v = R u in generalised speeds u. If all numbers are integers, W is exact.
typedef struct dependent {
    carom_system s;
    carom_params contact[MOST];
    double R[2 * MOST][SPEEDS], inverse_mass[SPEEDS], W[4 * MOST * MOST], v[2 * MOST];
    int speeds;
} dependent;

typedef struct tally {
    long systems, ok, several, none;
    long ok_several, ok_none, several_none, other_v, other_P; // mismatches by kind
    double worst;                                             // largest difference of v' and P, if both are OK
} tally;

static double number(random_stream *r, bool whole, int most) {
    return whole ? random_below(r, 2 * most + 1) - most : random_between(r, -most, most);
}

static void fill_row(dependent *x, random_stream *r, bool whole, int row) {
    for (int k = 0; k < x->speeds; k++) x->R[row][k] = number(r, whole, 3);
}

// Makes contact i a copy of another contact, its opposite, or a combination of two. Some get an independent tangent.
static void depend(dependent *x, random_stream *r, bool whole, int i) {
    const family f = (family)random_below(r, FAMILIES);
    const int a = random_below(r, i), b = random_below(r, i);
    const double sign = f == OPPOSITE ? -1.0 : 1.0, size = random_below(r, 2) ? 1.0 : 2.0;
    for (int t = 0; t < 2; t++) {
        const double p = number(r, whole, 2), q = number(r, whole, 2);
        for (int k = 0; k < x->speeds; k++)
            x->R[2 * i + t][k] = f == COMBINED ? p * x->R[2 * a + t][k] + q * x->R[2 * b + t][k]
                                               : (t ? 1.0 : sign * size) * x->R[2 * a + t][k];
    }
    if (random_below(r, 3) == 0) fill_row(x, r, whole, 2 * i + 1);
}

static void fill(dependent *x) {
    const int n = 2 * x->s.nc;
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double sum = 0.0;
            for (int k = 0; k < x->speeds; k++) sum += x->R[i][k] * x->inverse_mass[k] * x->R[j][k];
            x->W[i * n + j] = x->W[j * n + i] = sum;
        }
}

static void coefficients(dependent *x, random_stream *r) {
    const bool friction = random_below(r, 5) > 0, common_e = random_below(r, 4) == 0, plain = random_below(r, 2);
    const double e = random_unit(r);
    for (int i = 0; i < x->s.nc; i++) {
        carom_params *p = &x->contact[i];
        *p = params_plain();
        const bool quarters = random_below(r, 2);
        p->e = common_e ? e : quarters ? 0.25 * random_below(r, 5) : random_unit(r);
        p->mu = !friction ? 0.0 : quarters ? 0.25 * random_below(r, 5) : random_between(r, 0.0, 1.0);
        p->e_t = plain ? 0.0 : random_unit(r);
        p->nu = plain ? 0.0 : random_unit(r);
    }
}

static void make(dependent *x, random_stream *r) {
    const bool few = random_below(r, 4) == 0;
    const bool whole = random_below(r, 2);
    const int nc = LEAST + random_below(r, MOST - LEAST + 1);
    memset(x, 0, sizeof *x);
    x->s = (carom_system){.nc = nc, .dim = 2, .W = x->W, .v = x->v};
    x->speeds = few ? 1 + random_below(r, 2 * nc - 1) : 2 + random_below(r, 5);
    for (int k = 0; k < x->speeds; k++)
        x->inverse_mass[k] = whole ? 1 + random_below(r, 2) : random_between(r, 0.2, 2.0);
    const int first = few ? nc : 1 + random_below(r, nc - 1);
    for (int i = 0; i < nc; i++) {
        if (i >= first) {
            depend(x, r, whole, i);
            continue;
        }
        fill_row(x, r, whole, 2 * i);
        fill_row(x, r, whole, 2 * i + 1);
    }
    for (int k = 0; k < x->speeds; k++) {
        const double u = number(r, whole, 3);
        for (int i = 0; i < 2 * nc; i++) x->v[i] += x->R[i][k] * u;
    }
    fill(x);
    coefficients(x, r);
}

// Makes y from x: contact i of y is contact order[i] of x.
static void permute(const dependent *x, const int *order, dependent *y) {
    const int n = 2 * x->s.nc;
    *y = *x;
    y->s.W = y->W;
    y->s.v = y->v;
    for (int i = 0; i < n; i++) {
        const int a = 2 * order[i / 2] + i % 2;
        y->v[i] = x->v[a];
        for (int j = 0; j < n; j++) y->W[i * n + j] = x->W[a * n + 2 * order[j / 2] + j % 2];
    }
    for (int i = 0; i < x->s.nc; i++) y->contact[i] = x->contact[order[i]];
}

static void shuffle(random_stream *r, int nc, int *order) {
    for (int i = 0; i < nc; i++) order[i] = i;
    for (int i = nc - 1; i > 0; i--) {
        const int j = random_below(r, i + 1), kept = order[i];
        order[i] = order[j];
        order[j] = kept;
    }
}

// Returns whether W is regular, so that P is unique: no pivot vanishes relative to its diagonal entry.
static bool regular(const dependent *x) {
    const int n = 2 * x->s.nc;
    double A[4 * MOST * MOST];
    memcpy(A, x->W, sizeof A);
    for (int k = 0; k < n; k++) {
        if (!(A[k * n + k] > 1e-6 * x->W[k * n + k])) return false;
        for (int i = k + 1; i < n; i++)
            for (int j = n - 1; j >= k; j--) A[i * n + j] -= A[i * n + k] / A[k * n + k] * A[k * n + j];
    }
    return true;
}

static carom_status solve(const carom_law *method, const dependent *x, void **memory, double *P, double *v) {
    const carom_system_params p = carom_system_params_default(x->contact);
    const size_t bytes = carom_system_memory_size(method, &x->s, &p);
    carom_system_result out;
    *memory = realloc(*memory, bytes);
    const carom_status status = carom_system_solve(method, &x->s, &p, *memory, bytes, &out);
    for (int i = 0; i < 2 * x->s.nc; i++) {
        P[i] = out.P ? out.P[i] : (double)NAN;
        v[i] = out.v ? out.v[i] : (double)NAN;
    }
    return status;
}

// Returns the largest difference between a and b, relative to the largest |a| or to `least`. The contacts of b are in
// another order.
static double apart(int nc, const int *order, const double *a, const double *b, double least) {
    double worst = 0.0;
    for (int i = 0; i < 2 * nc; i++) least = fmax(least, fabs(a[i]));
    for (int i = 0; i < 2 * nc; i++) carom_worsen(&worst, fabs(b[i] - a[2 * order[i / 2] + i % 2]));
    return least > 0.0 ? worst / least : worst;
}

// The methods treat velocities that differ by less than 1e-8 of the largest as one solution, so two orders may differ
// by that much. In 1e5 systems the largest difference was 4e-12 with pfeiffer-glocker and 8e-9 with glocker.
#define SAME 1e-8

static const char *compare(const dependent *x, const int *order, carom_status first, carom_status second,
                           const double *P, const double *v, tally *t) {
    const bool none[2] = {carom_status_classify(first) != CAROM_CLASS_OK,
                          carom_status_classify(second) != CAROM_CLASS_OK};
    const bool several[2] = {first == CAROM_NOT_UNIQUE, second == CAROM_NOT_UNIQUE};
    t->systems++;
    if (none[0] && none[1]) return t->none++, NULL;
    if (several[0] && several[1]) return t->several++, NULL;
    if (none[0] || none[1])
        return several[0] || several[1] ? (t->several_none++, "several and none") : (t->ok_none++, "ok and none");
    if (several[0] || several[1]) return t->ok_several++, "ok and several";
    double fastest = 0.0;
    for (int i = 0; i < 2 * x->s.nc; i++) fastest = fmax(fastest, fabs(x->v[i]));
    const double off = apart(x->s.nc, order, v, v + 2 * MOST, fastest);
    const double off_P = regular(x) ? apart(x->s.nc, order, P, P + 2 * MOST, 0.0) : 0.0;
    if (!(off <= SAME)) return t->other_v++, "other velocities";
    if (!(off_P <= SAME)) return t->other_P++, "another impulse";
    t->ok++;
    carom_worsen(&t->worst, carom_worst(off, off_P));
    return NULL;
}

static int run(const carom_law *method, int count) {
    tally t = {0};
    dependent *x = malloc(sizeof *x), *y = malloc(sizeof *y);
    void *memory = NULL;
    int failures = 0;
    for (int k = 0; k < count; k++) {
        random_stream r = random_at(811, (uint64_t)k);
        int order[MOST];
        double P[4 * MOST], v[4 * MOST];
        make(x, &r);
        shuffle(&r, x->s.nc, order);
        permute(x, order, y);
        const carom_status first = solve(method, x, &memory, P, v),
                           second = solve(method, y, &memory, P + 2 * MOST, v + 2 * MOST);
        const char *wrong = compare(x, order, first, second, P, v, &t);
        if (wrong && failures++ < 20) printf("WRONG %s: system %d, %d contacts: %s\n", method->name, k, x->s.nc, wrong);
    }
    printf(
        "%s: %ld systems; %ld ok in both orders (worst difference %.2g), %ld several in both, %ld without an answer in "
        "both; mismatches: ok and several %ld, ok and none %ld, several and none %ld, velocities %ld, impulses %ld\n",
        method->name, t.systems, t.ok, t.worst, t.several, t.none, t.ok_several, t.ok_none, t.several_none, t.other_v,
        t.other_P);
    free(memory);
    free(x);
    free(y);
    // With dependent contacts and unequal coefficients, 1 in 4 systems has no solution by glocker. All others are
    // solved.
    if (!floor_met(method->name, t.ok + t.several, t.systems, method == &carom_law_glocker ? 0.7 : 1.0)) failures++;
    if (!floor_met("with one outcome", t.ok, t.systems, 0.6)) failures++;
    return failures;
}

// Tests two equal contacts with different restitution, and a third contact opposite to them. The impulse of compression
// can be divided between the equal contacts in any way, and each division leads to another result. So all six orders
// must return CAROM_NOT_UNIQUE. An earlier error was that rounding hid the smallest impulse, so that the first division
// found was taken for the only one.
static int equal_and_opposite(void) {
    static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    static const double normal[3] = {-2.0, 1.0, 1.0}, tangent[3][2] = {{6.0, 3.0}, {3.0, 9.0}, {3.0, 9.0}};
    static const double e[3] = {0.5, 0.5, 1.0}, v[6] = {10.0, -7.0, -5.0, 2.0, -5.0, 2.0};
    dependent x = {.s = {.nc = 3, .dim = 2}}, y;
    void *memory = NULL;
    int failures = 0;
    for (int i = 0; i < 3; i++) {
        x.contact[i] = params_plain();
        x.contact[i].e = e[i];
        x.contact[i].mu = 0.25;
        for (int j = 0; j < 3; j++) {
            x.W[12 * i + 2 * j] = 3.0 * normal[i] * normal[j];
            x.W[12 * i + 2 * j + 1] = normal[i] * (j ? -1.0 : 2.0);
            x.W[12 * i + 6 + 2 * j] = normal[j] * (i ? -1.0 : 2.0);
            x.W[12 * i + 6 + 2 * j + 1] = tangent[i][j > 0];
        }
    }
    memcpy(x.v, v, sizeof v);
    for (int k = 0; k < 6; k++) {
        double P[6], after[6];
        permute(&x, orders[k], &y);
        if (solve(&carom_law_pfeiffer_glocker, &y, &memory, P, after) == CAROM_NOT_UNIQUE) continue;
        printf("WRONG equal and opposite contacts, order %d: not several\n", k);
        failures++;
    }
    free(memory);
    return failures;
}

int main(int argc, char **argv) {
    const int count = argc > 1 ? atoi(argv[1]) : 1000;
    const int failures =
        equal_and_opposite() + run(&carom_law_pfeiffer_glocker, count) + run(&carom_law_glocker, count);
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
