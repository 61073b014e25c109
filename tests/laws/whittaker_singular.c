// Checks whittaker in 3D for singular and nearly singular W. Usage: laws_whittaker_singular [PROBLEMS]
//   rank one  W = q q^T. v_n' = -e v_n determines q.P and therefore v'. Friction opposes v_t', so P = P_n (1, -mu u).
//             Then q.P = c/q_n determines P_n, which must be positive. The reference is computed in 113-bit arithmetic.
//   others    W has rank two, or is nearly singular: W + eps I, with eps from 1e-3 to 1e-12 of W. Newton's method in
//             113-bit arithmetic starts from carom's result and finds the exact one. Their difference must be at most
//             1e-14 times the condition number. If carom finds no result for a W of rank two, some_slip must not find
//             one either.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/worst.h"
#include "bench/random.h"
#include "support/floor.h"
#include "support/params.h"
#include "support/quad.h"

typedef struct {
    carom_contact c;
    double e, mu, q[3];
} problem;

static problem make(uint64_t seed, uint64_t i, int rank, bool lattice, double eps) {
    random_stream r = random_at(seed, i);
    problem p = {.c.dim = 3};
    do {
        p.c = (carom_contact){.dim = 3};
        for (int k = 0; k < rank; k++) {
            for (int j = 0; j < 3; j++) p.q[j] = lattice ? random_below(&r, 19) - 9 : random_between(&r, -3.0, 3.0);
            for (int a = 0; a < 3; a++)
                for (int b = 0; b < 3; b++) p.c.W[a][b] += p.q[a] * p.q[b];
        }
    } while (p.c.W[0][0] == 0.0);
    const double size = p.c.W[0][0] + p.c.W[1][1] + p.c.W[2][2];
    for (int a = 0; a < 3; a++) p.c.W[a][a] += eps * size;
    p.e = random_below(&r, 8) ? random_unit(&r) : 0.0;
    p.mu = random_power10(random_between(&r, -2.0, 1.3));
    p.c.v[0] = -random_power10(random_between(&r, -2.0, 1.0));
    for (int j = 1; j < 3; j++) p.c.v[j] = random_below(&r, 8) ? random_between(&r, -3.0, 3.0) : 0.0;
    return p;
}

static double distance(const double a[3], const quad b[3]) {
    double off = 0.0, size = 0.0;
    for (int i = 0; i < 3; i++) {
        off += (double)((a[i] - b[i]) * (a[i] - b[i]));
        size += (double)(b[i] * b[i]);
    }
    return sqrt(off / size);
}

// Computes the impulse for a W of rank one. Returns false if there is none. If `margin` is close to 0, rounding
// determines whether there is one.
static bool rank_one(const problem *p, quad P[3], quad *margin) {
    const quad c = (1 + (quad)p->e) * -(quad)p->c.v[0], share = c / p->q[0];
    const quad x = p->c.v[1] + p->q[1] * share, y = p->c.v[2] + p->q[2] * share, r = quad_sqrt(x * x + y * y);
    // There is no slip after the impact, so there is no friction.
    *margin = 1;
    P[0] = share / p->q[0];
    P[1] = P[2] = 0;
    if (r == 0) return true;
    const quad along = (p->q[1] * x + p->q[2] * y) / r, left = p->q[0] - p->mu * along;
    *margin = quad_abs(left) / (quad_abs(p->q[0]) + quad_abs(p->mu * along));
    P[0] = share / left;
    P[1] = -p->mu * x / r * P[0];
    P[2] = -p->mu * y / r * P[0];
    return P[0] > 0;
}

// Computes the residuals f of v_n' = -e v_n and u x v_t' = 0, where u = (x, y) is the slip direction. `along` receives
// the slip in the direction u.
static void residual(const problem *p, quad Pn, quad x, quad y, quad f[2], quad *along) {
    quad after[3];
    for (int i = 0; i < 3; i++)
        after[i] = p->c.v[i] + Pn * (p->c.W[i][0] - p->mu * (p->c.W[i][1] * x + p->c.W[i][2] * y));
    f[0] = after[0] + (quad)p->e * p->c.v[0];
    f[1] = x * after[2] - y * after[1];
    *along = x * after[1] + y * after[2];
}

// Finds the exact impulse by Newton's method in P_n and the angle of the slip. Returns false if it does not converge.
// `condition` receives the condition number: the relative change of P for a relative change of 1 of W, v and mu. It is
// computed from the inverse of the Jacobian.
static bool polish(const problem *p, double P[3], quad exact[3], double *condition) {
    const double r = hypot(P[1], P[2]);
    quad Pn = P[0], x = -P[1] / r, y = -P[2] / r, f[2], along, step = 1;
    quad J[2][2];
    for (int i = 0; i < 12; i++) {
        const quad length = quad_sqrt(x * x + y * y);
        x /= length;
        y /= length;
        residual(p, Pn, x, y, f, &along);
        const carom_contact *c = &p->c;
        quad d[3], n[3]; // W (1, -mu u), W (0, -mu u_perp)
        for (int k = 0; k < 3; k++) {
            d[k] = c->W[k][0] - p->mu * (c->W[k][1] * x + c->W[k][2] * y);
            n[k] = -p->mu * (-c->W[k][1] * y + c->W[k][2] * x);
        }
        J[0][0] = d[0];
        J[0][1] = Pn * n[0];
        J[1][0] = x * d[2] - y * d[1];
        J[1][1] = Pn * (x * n[2] - y * n[1]) - along;
        const quad det = J[0][0] * J[1][1] - J[0][1] * J[1][0];
        const quad dP = (J[1][1] * f[0] - J[0][1] * f[1]) / det, turn = (J[0][0] * f[1] - J[1][0] * f[0]) / det;
        Pn -= dP;
        const quad x1 = x + turn * y, y1 = y - turn * x;
        x = x1;
        y = y1;
        step = quad_abs(dP / Pn) + quad_abs(turn);
        const double size = fabs(c->v[0]) + fabs(c->v[1]) + fabs(c->v[2]) +
                            (double)Pn * (1.0 + p->mu) * (c->W[0][0] + c->W[1][1] + c->W[2][2]);
        const double inverse = (double)((quad_abs(J[1][1]) + quad_abs(J[0][1])) / quad_abs(det) / Pn +
                                        (quad_abs(J[0][0]) + quad_abs(J[1][0])) / quad_abs(det));
        *condition = fmax(1.0, inverse * size);
        if (step < (quad)1e-30) break;
    }
    exact[0] = Pn;
    exact[1] = -p->mu * x * Pn;
    exact[2] = -p->mu * y * Pn;
    return step < (quad)1e-20 && Pn > 0;
}

typedef struct {
    long problems, answered, without, failed, ties;
    double worst, share;
} tally;

static void complain(tally *t, const problem *p, const char *what, double error) {
    if (t->failed++ >= 3) return;
    printf("FAIL %s, error %.3g: e %.17g mu %.17g\n", what, error, p->e, p->mu);
    for (int i = 0; i < 3; i++)
        printf("    W %.17g %.17g %.17g   v %.17g\n", p->c.W[i][0], p->c.W[i][1], p->c.W[i][2], p->c.v[i]);
}

static carom_status answer(const problem *p, carom_result *out) {
    carom_params params = params_plain();
    params.e = p->e;
    params.mu = p->mu;
    return carom_collide(carom_law_find(NULL, "whittaker", CAROM_ONE_CONTACT), &p->c, &params, out);
}

static void compare_rank_one(tally *t, const problem *p) {
    quad P[3], margin;
    carom_result out;
    const bool exists = rank_one(p, P, &margin);
    const carom_status status = answer(p, &out);
    t->problems++;
    if (margin < (quad)1e-10) {
        t->ties++;
        return;
    }
    if (!exists) {
        t->without++;
        if (status != CAROM_NO_SOLUTION) complain(t, p, carom_status_name(status), 1.0);
        return;
    }
    t->answered += status == CAROM_OK;
    const double error = status == CAROM_OK ? distance(out.P, P) : 1.0;
    carom_worsen(&t->worst, error);
    // The error is relative to the cancellation in v_t' and in P_n. The largest was 3e-15; the bound is 1e-13.
    const double x = fabs(p->c.v[1]) + fabs(p->c.v[2]) + fabs(p->c.v[0]), r = hypot(out.v[1], out.v[2]);
    const double share = error * (r > 0.0 ? fmin(1.0, r / x) : 1.0) * (double)margin;
    t->share = fmax(t->share, share);
    if (!(share <= 1e-13)) complain(t, p, carom_status_name(status), error);
}

// Tries 3600 slip directions. Returns true if the slip condition changes its sign between two neighbouring valid
// directions. Then there is a result with a slip direction between them.
static bool some_slip(const problem *p) {
    quad before = 0;
    for (int i = 0; i <= 3600; i++) {
        const quad x = cos(i * 0.0017453292519943295), y = sin(i * 0.0017453292519943295);
        const quad D = p->c.W[0][0] - p->mu * (p->c.W[0][1] * x + p->c.W[0][2] * y);
        const quad Pn = -(1 + (quad)p->e) * p->c.v[0] / D;
        quad f[2], along;
        residual(p, Pn, x, y, f, &along);
        // A direction is not valid if P pulls or if the slip does not point along u.
        const bool fits = D > 0 && along > 0;
        if (fits && before * f[1] < 0) return true;
        before = fits ? f[1] : 0;
    }
    return false;
}

static void compare_other(tally *t, const problem *p, bool regular) {
    carom_result out;
    const carom_status status = answer(p, &out);
    t->problems++;
    if (status != CAROM_OK) {
        t->without++;
        if (regular || status != CAROM_NO_SOLUTION || some_slip(p)) complain(t, p, carom_status_name(status), 1.0);
        return;
    }
    t->answered++;
    if (out.mode != CAROM_MODE_SLIDING) return;
    quad exact[3];
    double condition;
    const bool settles = polish(p, out.P, exact, &condition);
    const double error = settles ? distance(out.P, exact) : 1.0;
    carom_worsen(&t->worst, error);
    t->share = fmax(t->share, error / condition);
    if (!(error <= 1e-14 * condition)) complain(t, p, carom_status_name(status), error);
}

static long show(const char *what, const tally *t) {
    printf("whittaker, %-22s %ld problems: %ld answered, worst %.2g, %.2g of the condition; %ld without solution, %ld "
           "ties, %ld failed\n",
           what, t->problems, t->answered, t->worst, t->share, t->without, t->ties, t->failed);
    return t->failed + !floor_met(what, t->answered, t->problems, 0.5) + (t->ties * 100 > t->problems);
}

int main(int argc, char **argv) {
    const long problems = argc > 1 ? strtol(argv[1], NULL, 10) : 1000;
    tally one = {0}, two = {0}, near_one = {0}, near_two = {0};
    for (long i = 0; i < problems; i++) {
        const bool lattice = i % 2;
        random_stream r = random_at(4, (uint64_t)i);
        const double eps = random_power10(random_between(&r, -12.0, -3.0));
        const problem a = make(1, (uint64_t)i, 1, lattice, 0.0), b = make(2, (uint64_t)i, 2, lattice, 0.0);
        const problem c = make(3, (uint64_t)i, 1, lattice, eps), d = make(5, (uint64_t)i, 2, lattice, eps);
        compare_rank_one(&one, &a);
        compare_other(&two, &b, false);
        compare_other(&near_one, &c, true);
        compare_other(&near_two, &d, true);
    }
    const long failed = show("rank one", &one) + show("rank two", &two) + show("nearly rank one", &near_one) +
                        show("nearly rank two", &near_two);
    return failed != 0;
}
