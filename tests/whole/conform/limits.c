// Tests every law in every dimension on random problems in limiting cases. These are infinite friction, W of rank 1 and
// 2, W_tt = 0, no approach, no velocity, extreme units, and combinations of them. A law must return
//   a finite result that satisfies the guarantees of the law and dissipates at most the energy of the contact, or
//   the status no-solution or not-applicable, or coefficient-range with the name of the coefficient.
// The program counts both kinds. PROBLEMS is the number per law, dimension and case, 1000 by default.
// Usage: limits [PROBLEMS] [LAW]
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/eigen.h"
#include "base/worst.h"
#include "bench/apply.h"
#include "support/floor.h"

typedef struct {
    const char *name;
    int least_dim;
    int rank;         // rank of W; 0: regular
    bool integers;    // W is made of small integers, so it is exactly singular
    bool in_range;    // v is in the range of W
    bool welded;      // W has zeros in the row and the column of the first tangent
    bool uncoupled;   // W is diagonal, and in 3D the slip is along one axis
    bool no_approach; // v_n = 0
    bool still;       // v_t = 0
    bool endless;     // mu = infinity
    double scale;     // W, v or both are multiplied by 10^scale
} limit;

static const limit limits[] = {
    {.name = "mu = inf", .endless = true},
    {.name = "rank 1, v in range", .rank = 1, .in_range = true},
    {.name = "rank 1, integers, v in range", .rank = 1, .integers = true, .in_range = true},
    {.name = "rank 1", .rank = 1},
    {.name = "rank 1, integers", .rank = 1, .integers = true},
    {.name = "rank 1, mu = inf", .rank = 1, .endless = true},
    {.name = "rank 2, v in range", .least_dim = 3, .rank = 2, .in_range = true},
    {.name = "rank 2, integers, v in range", .least_dim = 3, .rank = 2, .integers = true, .in_range = true},
    {.name = "rank 2", .least_dim = 3, .rank = 2},
    {.name = "rank 2, integers", .least_dim = 3, .rank = 2, .integers = true},
    {.name = "rank 2, mu = inf", .least_dim = 3, .rank = 2, .endless = true},
    {.name = "W_tt = 0", .welded = true},
    {.name = "W_tt = 0, v_t = 0", .welded = true, .still = true},
    {.name = "W_tt = 0, mu = inf", .welded = true, .endless = true},
    {.name = "uncoupled, W_tt = 0", .welded = true, .uncoupled = true},
    {.name = "uncoupled, W_tt = 0, mu = inf", .welded = true, .uncoupled = true, .endless = true},
    {.name = "v = 0", .no_approach = true, .still = true},
    {.name = "v = 0, mu = inf", .no_approach = true, .still = true, .endless = true},
    {.name = "v = 0, rank 1", .rank = 1, .no_approach = true, .still = true},
    {.name = "v_n = 0", .no_approach = true},
    {.name = "v_n = 0, mu = inf", .no_approach = true, .endless = true},
    {.name = "v_n = 0, rank 1", .rank = 1, .no_approach = true},
    {.name = "v_n = 0, W_tt = 0", .welded = true, .no_approach = true},
    {.name = "v_t = 0, rank 1", .rank = 1, .still = true},
    {.name = "v_t = 0, mu = inf", .still = true, .endless = true},
    {.name = "tiny", .scale = -130.0},
    {.name = "huge", .scale = 130.0},
};

enum { LIMITS = sizeof limits / sizeof *limits };

static void random_vector(random_stream *r, int dim, bool integers, double x[3]) {
    for (int i = 0; i < dim; i++) x[i] = integers ? random_below(r, 19) - 9 : random_between(r, -1.0, 1.0);
}

// Returns a random contact for this case. A singular W is the sum of `rank` dyads. To be in the range of W, v is W
// times a random vector.
static carom_contact contact_at(const limit *k, int dim, random_stream *r) {
    carom_contact c = random_contact(r, dim, 2.0);
    double q[3], x[3];
    if (k->rank) {
        memset(c.W, 0, sizeof c.W);
        for (int n = 0; n < k->rank; n++) {
            do random_vector(r, dim, k->integers, q);
            while (q[0] == 0.0);
            for (int i = 0; i < dim; i++)
                for (int j = 0; j < dim; j++) c.W[i][j] += q[i] * q[j];
        }
    }
    if (k->welded)
        for (int i = 0; i < dim; i++) c.W[1][i] = c.W[i][1] = 0.0;
    if (k->uncoupled) {
        for (int i = 0; i < dim; i++)
            for (int j = 0; j < dim; j++)
                if (i != j) c.W[i][j] = 0.0;
        if (dim == 3) c.v[1 + random_below(r, 2)] = 0.0;
    }
    if (k->in_range) {
        random_vector(r, dim, k->integers, x);
        for (int i = 0; i < dim; i++) {
            c.v[i] = 0.0;
            for (int j = 0; j < dim; j++) c.v[i] += c.W[i][j] * x[j];
        }
        const double sign = c.v[0] > 0.0 ? -1.0 : 1.0;
        for (int i = 0; i < dim; i++) c.v[i] *= sign;
    }
    if (k->no_approach) c.v[0] = 0.0;
    for (int i = 1; i < dim && k->still; i++) c.v[i] = 0.0;
    // Scales v, W or both.
    const int units = k->scale != 0.0 ? 1 + random_below(r, 3) : 0;
    const double unit = random_power10(k->scale);
    for (int i = 0; i < dim; i++) {
        if (units & 1) c.v[i] *= unit;
        for (int j = 0; j < dim; j++)
            if (units & 2) c.W[i][j] *= unit;
    }
    return c;
}

// Returns the kinetic energy of the relative velocity, v.W^+ v / 2, where W^+ is the pseudoinverse of W. It is infinite
// if v is not in the range of W.
static double energy_of(const carom_contact *c) {
    double values[3], vectors[3][3], sum = 0.0;
    carom_eigen(c->dim, c->W, values, vectors);
    for (int k = 0; k < c->dim; k++) {
        double along = 0.0, speed = 0.0;
        for (int i = 0; i < c->dim; i++) {
            along += vectors[k][i] * c->v[i];
            carom_worsen(&speed, fabs(c->v[i]));
        }
        const bool null = !(values[k] > 1e-13 * values[0]);
        if (null && fabs(along) > 1e-11 * speed) return HUGE_VAL;
        if (!null) sum += 0.5 * along * along / values[k];
    }
    return sum;
}

// Returns whether the status is a permitted rejection of a limiting case.
static bool refusal(carom_status status, const carom_result *out) {
    return status == CAROM_NO_SOLUTION || status == CAROM_NOT_APPLICABLE ||
           (status == CAROM_COEFFICIENT_RANGE && out->coefficient != CAROM_PARAM_NONE);
}

// Returns what is wrong with a result; NULL if it is correct.
static const char *fault(const carom_law *law, const limit *k, const carom_contact *c, const carom_params *p,
                         carom_status status, const carom_result *out) {
    if (refusal(status, out)) return NULL;
    // In extreme units a number may leave the range of double precision.
    if (status == CAROM_OVERFLOW && k->scale != 0.0) return NULL;
    if (status != CAROM_OK) return carom_status_name(status);
    double size = fabs(out->dE);
    for (int i = 0; i < c->dim; i++) carom_worsen(&size, carom_worst(fabs(out->P[i]), fabs(out->v[i])));
    if (!isfinite(size)) return "not finite";
    const unsigned promises = carom_law_guarantees(law, c->dim, p);
    if (promises & CAROM_GUARANTEE_DISSIPATIVE && out->violations & CAROM_VIOLATION_ENERGY) return "gains energy";
    if (promises & CAROM_GUARANTEE_COULOMB && out->violations & (CAROM_VIOLATION_CONE | CAROM_VIOLATION_PULL))
        return "leaves the cone";
    if (promises & CAROM_GUARANTEE_NONPENETRATING && out->violations & CAROM_VIOLATION_PENETRATION) return "penetrates";
    // The tolerance 1e-9 allows for errors of the eigenvectors of W and for conditions up to 1e4.
    if (k->scale == 0.0 && !(-out->dE <= energy_of(c) * (1.0 + 1e-9))) return "takes more energy than there is";
    if (k->no_approach && k->still && size != 0.0) return "moves what is at rest";
    return NULL;
}

typedef struct {
    long answered, none, refused, failed;
} tally;

static void complain(const carom_law *law, const limit *k, long index, const carom_contact *c, const carom_params *p,
                     const carom_result *out, const char *what) {
    printf("FAIL %s, %s, problem %ld: %s\n", law->name, k->name, index, what);
    for (int i = 0; i < c->dim; i++)
        printf("    W %.17g %.17g %.17g   v %.17g   P %.17g\n", c->W[i][0], c->W[i][1], c->W[i][2], c->v[i], out->P[i]);
    printf("    e %g e_t %g mu %g mu_static %g nu %g restitution %d rest_speed %g\n", p->e, p->e_t, p->mu, p->mu_static,
           p->nu, (int)p->restitution, p->rest_speed);
}

// Solves the problem. Unlike random_apply it does not simplify W if the case determines W. If the coefficient
// `direction` points along the velocity, it is reversed.
static carom_status ask(const carom_law *law, const limit *k, carom_contact *c, carom_params *p, carom_result *out) {
    if (!k->rank && !k->welded) return random_apply(law, c, p, out);
    const carom_status status = carom_collide(law, c, p, out);
    if (status != CAROM_COEFFICIENT_RANGE || out->coefficient != CAROM_PARAM_direction) return status;
    for (int i = 0; i < c->dim; i++) p->direction[i] = -p->direction[i];
    return carom_collide(law, c, p, out);
}

static tally run(const carom_law *law, int dim, int which, long problems) {
    const limit *k = &limits[which];
    tally t = {0};
    for (long i = 0; i < problems; i++) {
        random_stream r = random_at(91 + (uint64_t)which, (uint64_t)i);
        carom_contact c = contact_at(k, dim, &r);
        carom_params p = random_wide_params(&r, dim);
        carom_result out;
        random_own(&r, law, &p);
        if (k->endless) p.mu = p.mu_static = HUGE_VAL;
        const carom_status status = ask(law, k, &c, &p, &out);
        const char *what = fault(law, k, &c, &p, status, &out);
        t.answered += status == CAROM_OK;
        t.none += status == CAROM_NO_SOLUTION;
        t.refused += status != CAROM_OK && status != CAROM_NO_SOLUTION;
        if (what && t.failed++ < 1) complain(law, k, i, &c, &p, &out, what);
    }
    return t;
}

static long hold(const carom_law *law, int dim, long problems) {
    long failed = 0, answered = 0;
    printf("%-18s %d ", law->name, dim);
    for (int which = 0; which < LIMITS; which++) {
        if (dim < limits[which].least_dim) continue;
        const tally t = run(law, dim, which, problems);
        printf(" %ld/%ld/%ld", t.answered, t.none, t.refused);
        if (t.failed) printf("(%ld FAILED: %s)", t.failed, limits[which].name);
        failed += t.failed;
        answered += t.answered > 0;
    }
    // A law that rejects every case would not be tested, so each law must solve problems of at least 8 cases. The law
    // `walton` solves the fewest, because it needs a regular W.
    const bool enough = floor_holds(answered, LIMITS, 8.0 / LIMITS);
    printf("\n");
    if (!enough) printf("FAIL %s: answers at %ld limits only\n", law->name, answered);
    return failed + !enough;
}

int main(int argc, char **argv) {
    const long problems = argc > 1 ? atol(argv[1]) : 1000;
    long failures = 0;
    printf("answered/no solution/refused at each of:");
    for (int which = 0; which < LIMITS; which++) printf(" %s;", limits[which].name);
    printf("\n");
    for (int i = 0; carom_law_at(NULL, i, CAROM_ONE_CONTACT); i++) {
        const carom_law *law = carom_law_at(NULL, i, CAROM_ONE_CONTACT);
        if (!law->contact || (argc > 2 && strcmp(argv[2], law->name))) continue;
        if (law->solves & CAROM_2D) failures += hold(law, 2, problems);
        if (law->solves & CAROM_3D) failures += hold(law, 3, problems);
    }
    printf(failures ? "%ld failures\n" : "every law has its limits (%ld failures)\n", failures);
    return failures ? 1 : 0;
}
