// Tests hm-differential on systems in which another contact makes the striking contact approach again during
// restitution. Compression then resumes, as for one contact in 3D, and the impact still ends by its restitution
// hypothesis. Systems of few bodies with large friction and small integers behave in this way.
// Usage: resumed [COUNT]
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/worst.h"
#include "bench/random.h"
#include "carom/derivatives.h"
#include "support/floor.h"
#include "support/laws.h"
#include "support/params.h"

enum { NC = 2, N = 2 * NC };

typedef struct problem {
    double W[N * N], v[N];
    carom_params contact[NC];
    carom_system s;
    carom_system_params p;
} problem;

static int failures;

static void fail(int k, const char *what, double number) {
    if (failures++ < 20) printf("WRONG system %d: %s (%.3g)\n", k, what, number);
}

static void set_up(problem *x) {
    x->s = (carom_system){.nc = NC, .dim = 2, .W = x->W, .v = x->v};
    x->p = carom_system_params_default(x->contact);
    for (int i = 0; i < NC; i++) x->contact[i] = params_plain();
}

static void draw(int k, problem *x) {
    random_stream r = random_at(91, (uint64_t)k);
    double A[N * N];
    set_up(x);
    for (int i = 0; i < N * N; i++) A[i] = random_below(&r, 5) - 2;
    for (int i = 0; i < N * N; i++) {
        x->W[i] = 0.0;
        for (int j = 0; j < N; j++) x->W[i] += A[i / N * N + j] * A[i % N * N + j];
    }
    for (int i = 0; i < NC; i++) {
        x->v[2 * i] = i ? random_below(&r, 4) : -1 - random_below(&r, 3);
        x->v[2 * i + 1] = random_below(&r, 11) - 5;
        x->contact[i].mu = 0.0625 * random_below(&r, 80);
        x->contact[i].e = random_below(&r, 4) ? random_unit(&r) : 1.0;
        x->contact[i].restitution = (carom_restitution)(k % 3);
    }
}

static bool resumes(const carom_system_result *out) {
    bool any = false;
    for (int k = 0; k < out->stages; k++) any = any || (out->stage[k].events[0] & CAROM_STAGE_RESUME_COMPRESSION) != 0;
    return any;
}

// Checks the end of the impact for each restitution hypothesis. The largest error was 1e-13 of the terms; the bound is
// 1e-10.
static void ends(int k, const problem *x, const carom_system_result *out) {
    const double e = x->contact[0].e, speed = fabs(x->v[0]);
    if (out->violations & CAROM_VIOLATION_PENETRATION) fail(k, "still approaches", out->v[0]);
    if (out->violations & (CAROM_VIOLATION_CONE | CAROM_VIOLATION_PULL)) fail(k, "leaves the cone", out->P[1]);
    if (x->contact[0].restitution == CAROM_NEWTON && !(fabs(out->v[0] - e * speed) <= 1e-10 * speed))
        fail(k, "Newton", out->v[0]);
    if (x->contact[0].restitution == CAROM_POISSON && !(fabs(out->eta - (1.0 + e) * out->eta_c) <= 1e-10 * out->eta))
        fail(k, "Poisson", out->eta);
    if (x->contact[0].restitution == CAROM_ENERGETIC && out->violations & CAROM_VIOLATION_ENERGY)
        fail(k, "gains", out->dE);
}

// Compares derivatives by e, and by each component of v that is not zero, with finite differences. The largest error
// was 1e-8 of the slope; the bound is 1e-6. Returns whether the problem could be compared.
static bool slopes(int k, const problem *at, void *memory, size_t bytes) {
    carom_system_result out;
    carom_system_jacobian jac;
    const carom_status status =
        carom_system_solve_jacobian(&carom_law_hm_differential, &at->s, &at->p, memory, bytes, &out, &jac);
    if (status != CAROM_OK || jac.smooth != CAROM_SMOOTH || !(jac.margin > 1e-3)) return false;
    double by[N][N + 1], most = 1.0;
    int e = 0;
    while (jac.param[e] != CAROM_PARAM_e) e++;
    for (int i = 0; i < N; i++)
        for (int j = 0; j <= N; j++) {
            by[i][j] = j < N ? jac.dP_dv[i * N + j] : jac.dP_dparam[i * jac.params * NC + e * NC];
            if (isfinite(by[i][j])) most = fmax(most, fabs(by[i][j]));
        }
    for (int j = 0; j <= N; j++) {
        const double h = 1e-6;
        double P[2][N];
        if (j < N ? at->v[j] == 0.0 : at->contact[0].e == 1.0) continue;
        for (int side = 0; side < 2; side++) {
            problem x = *at;
            x.s.W = x.W;
            x.s.v = x.v;
            x.p.contacts = x.contact;
            *(j < N ? &x.v[j] : &x.contact[0].e) += side ? h : -h;
            if (carom_system_solve(&carom_law_hm_differential, &x.s, &x.p, memory, bytes, &out) != CAROM_OK)
                return false;
            for (int i = 0; i < N; i++) P[side][i] = out.P[i];
        }
        for (int i = 0; i < N; i++) {
            const double off = fabs((P[1][i] - P[0][i]) / (2.0 * h) - by[i][j]) / most;
            if (!(off <= 1e-6)) fail(k, "not the slope of its differences", off);
        }
    }
    return true;
}

// Returns whether compression resumes if the striking contact has this slip. `P_n` and `jac` receive the result.
static bool resumes_at(const problem *at, double slip, void *memory, size_t bytes, double *P_n,
                       carom_system_jacobian *jac) {
    problem x = *at;
    carom_system_result out;
    x.s.W = x.W;
    x.s.v = x.v;
    x.p.contacts = x.contact;
    x.v[1] = slip;
    const carom_status status =
        carom_system_solve_jacobian(&carom_law_hm_differential, &x.s, &x.p, memory, bytes, &out, jac);
    *P_n = status == CAROM_OK ? out.P[0] : (double)NAN;
    return status == CAROM_OK && resumes(&out);
}

// Finds the slip between two values, of which only one makes compression resume. At this slip v_n just reaches zero. P
// is the same on both sides, or the derivatives on both sides report a jump. Returns whether P jumps.
static bool touches(int k, const problem *x, void *memory, size_t bytes) {
    double in = x->v[1], out = -x->v[1], P[2];
    carom_system_jacobian jac;
    if (resumes_at(x, out, memory, bytes, P, &jac)) return false;
    while (fabs(in - out) > 0x1p-51 * fabs(x->v[1])) {
        const double half = 0.5 * (in + out);
        *(resumes_at(x, half, memory, bytes, P, &jac) ? &in : &out) = half;
    }
    carom_system_jacobian within;
    resumes_at(x, in, memory, bytes, &P[0], &within);
    resumes_at(x, out, memory, bytes, &P[1], &jac);
    if (!(fabs(P[0] - P[1]) > 1e-6 * fabs(P[0]))) return false;
    // With Newton's restitution, the side without resumed compression ends before v_n would fall again. This side may
    // report a kink instead of a jump.
    const bool newton = x->contact[0].restitution == CAROM_NEWTON;
    if (within.smooth != CAROM_JUMP) fail(k, "resumes, and does not say that it jumps", within.margin);
    if (jac.smooth != CAROM_JUMP && !(newton && jac.smooth == CAROM_KINK))
        fail(k, "does not say that it jumps", jac.margin);
    return true;
}

// A system that was found by fuzzing.
static void found(void *memory, size_t bytes) {
    problem x = {.W = {8, 2, -6, -2, 2, 10, -8, -7, -6, -8, 10, 8, -2, -7, 8, 13}, .v = {-1, -4, 2, 0}};
    carom_system_result out;
    set_up(&x);
    x.contact[0].mu = 3.890625;
    x.contact[1].mu = 2.3125;
    x.contact[0].e = 0.37015787760416669;
    x.contact[1].e = 1.0;
    x.contact[0].restitution = CAROM_POISSON;
    const carom_status status = carom_system_solve(&carom_law_hm_differential, &x.s, &x.p, memory, bytes, &out);
    if (status != CAROM_OK || !resumes(&out)) fail(-1, "compression does not resume", 0.0);
    if (status == CAROM_OK) ends(-1, &x, &out);
}

int main(int argc, char **argv) {
    const int count = argc > 1 ? atoi(argv[1]) : 20000;
    int answered = 0, resumed = 0, sloped = 0, worse = 0, jumps = 0;
    problem x;
    set_up(&x);
    const size_t bytes = carom_system_jacobian_memory_size(&carom_law_hm_differential, &x.s, &x.p);
    void *memory = malloc(bytes);
    found(memory, bytes);
    for (int k = 0; k < count; k++) {
        carom_system_result out;
        draw(k, &x);
        const carom_status status = carom_system_solve(&carom_law_hm_differential, &x.s, &x.p, memory, bytes, &out);
        if (status != CAROM_OK) continue;
        answered++;
        ends(k, &x, &out);
        if (!resumes(&out)) continue;
        resumed++;
        worse += x.contact[0].restitution == CAROM_POISSON && (out.violations & CAROM_VIOLATION_ENERGY);
        sloped += slopes(k, &x, memory, bytes);
        jumps += touches(k, &x, memory, bytes);
    }
    printf(
        "%d systems, %d answered; compression resumes in %d (Poisson gains in %d), %d with slopes, %d next to a jump\n",
        count, answered, resumed, worse, sloped, jumps);
    const bool enough =
        floor_met("many/resumed", answered, count, 0.5) && resumed > count / 2000 && sloped > 0 && jumps > 0;
    free(memory);
    return failures || !enough;
}
