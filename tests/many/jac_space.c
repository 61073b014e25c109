// Tests derivatives at several contacts in 3D, where the friction of sliding contacts changes its direction. The test
// uses Euler's identities (P doubles with v and halves with W), and compares with finite differences along a random
// change.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/worst.h"
#include "bench/random.h"
#include "carom/derivatives.h"
#include "support/floor.h"
#include "support/laws.h"
#include "support/params.h"

enum { NC = 2, N = 3 * NC, E = N * (N + 1) / 2, PROBLEMS = 200 };

static const carom_law *method;

typedef struct problem {
    double W[N * N], v[N];
    carom_params p[NC];
} problem;

static double between(random_stream *r) {
    return random_between(r, -1.0, 1.0);
}

static void draw(random_stream *r, problem *x) {
    double A[N * N];
    for (int i = 0; i < N * N; i++) A[i] = between(r);
    for (int i = 0; i < N; i++)
        for (int j = 0; j <= i; j++) {
            double sum = i == j ? 1.0 : 0.0;
            for (int k = 0; k < N; k++) sum += A[i * N + k] * A[j * N + k];
            x->W[i * N + j] = x->W[j * N + i] = sum;
        }
    for (int i = 0; i < N; i++) x->v[i] = between(r);
    for (int i = 0; i < NC; i++) {
        x->p[i] = params_plain();
        x->p[i].e = random_between(r, 0.1, 0.9);
        x->p[i].e_t = random_between(r, 0.0, 0.5);
        x->p[i].mu = random_between(r, 0.05, 1.0);
        x->v[3 * i] = -fabs(x->v[3 * i]) - 0.05;
    }
}

// Returns x + t d. The coefficients of d are their changes.
static problem moved(const problem *x, const problem *d, double t) {
    problem y = *x;
    for (int i = 0; i < N * N; i++) y.W[i] += t * d->W[i];
    for (int i = 0; i < N; i++) y.v[i] += t * d->v[i];
    for (int i = 0; i < NC; i++) {
        y.p[i].e += t * d->p[i].e;
        y.p[i].e_t += t * d->p[i].e_t;
        y.p[i].mu += t * d->p[i].mu;
    }
    return y;
}

static void draw_change(random_stream *r, problem *d) {
    for (int i = 0; i < N; i++) {
        d->v[i] = between(r);
        for (int j = 0; j <= i; j++) d->W[i * N + j] = d->W[j * N + i] = between(r);
    }
    for (int i = 0; i < NC; i++) {
        d->p[i].e = between(r);
        d->p[i].e_t = between(r);
        d->p[i].mu = between(r);
    }
}

static carom_status answer(const problem *x, double P[N], carom_system_jacobian *jac, void *memory, size_t bytes,
                           carom_mode mode[NC]) {
    const carom_system s = {.nc = NC, .dim = 3, .W = x->W, .v = x->v};
    carom_params p[NC] = {x->p[0], x->p[1]};
    carom_system_params all = carom_system_params_default(p);
    carom_system_result out;
    all.single = &carom_law_routh;
    all.max_states = 100;
    all.max_outcomes = 20;
    carom_status status = carom_system_solve_jacobian(method, &s, &all, memory, bytes, &out, jac);
    if (status == CAROM_NOT_UNIQUE) status = CAROM_OK; // P of `sequence` is the most probable one
    for (int i = 0; status == CAROM_OK && i < N; i++) P[i] = out.P[i];
    for (int i = 0; status == CAROM_OK && i < NC; i++) mode[i] = out.mode[i];
    return status;
}

static double along(const carom_system_jacobian *jac, const problem *d, int i) {
    double sum = 0.0;
    for (int j = 0; j < N; j++) sum += jac->dP_dv[i * N + j] * d->v[j];
    for (int a = 0, k = 0; a < N; a++)
        for (int b = a; b < N; b++, k++) sum += jac->dP_dW[i * E + k] * d->W[a * N + b];
    for (int k = 0; k < jac->params; k++)
        for (int c = 0; c < NC; c++) {
            const double by = jac->dP_dparam[i * jac->params * NC + k * NC + c];
            if (jac->param[k] == CAROM_PARAM_e) sum += by * d->p[c].e;
            if (jac->param[k] == CAROM_PARAM_e_t) sum += by * d->p[c].e_t;
            if (jac->param[k] == CAROM_PARAM_mu) sum += by * d->p[c].mu;
        }
    return sum;
}

typedef struct tally {
    int answered, compared, open, stick, slip;
    double euler, differences;
} tally;

static void compare(const problem *x, random_stream *r, tally *t, void *memory, size_t bytes) {
    double P[N], less[N], more[N], most = 0.0, steep = 1.0, by[N];
    carom_mode mode[NC], other[NC];
    carom_system_jacobian jac, unused;
    problem d = {.v = {0.0}}, still = {.v = {0.0}};
    if (answer(x, P, &jac, memory, bytes, mode) != CAROM_OK || jac.smooth != CAROM_SMOOTH) return;
    t->answered++;
    for (int i = 0; i < NC; i++) {
        t->open += mode[i] == CAROM_MODE_OPEN;
        t->stick += mode[i] == CAROM_MODE_STICK;
        t->slip += mode[i] != CAROM_MODE_OPEN && mode[i] != CAROM_MODE_STICK;
    }
    for (int i = 0; i < N; i++) most = fmax(most, fabs(P[i]));
    for (int i = 0; i < N; i++) still.v[i] = x->v[i];
    for (int i = 0; i < N; i++) carom_worsen(&t->euler, fabs(along(&jac, &still, i) - P[i]) / most);
    for (int i = 0; i < N; i++) still.v[i] = 0.0;
    for (int i = 0; i < N * N; i++) still.W[i] = x->W[i];
    for (int i = 0; i < N; i++) carom_worsen(&t->euler, fabs(along(&jac, &still, i) + P[i]) / most);
    draw_change(r, &d);
    for (int i = 0; i < N; i++) steep = fmax(steep, fabs(by[i] = along(&jac, &d, i)));
    const double h = 1e-4;
    const problem down = moved(x, &d, -h), up = moved(x, &d, h);
    if (!(jac.margin > 0.05) || answer(&down, less, &unused, memory, bytes, other) != CAROM_OK ||
        answer(&up, more, &unused, memory, bytes, other) != CAROM_OK)
        return;
    t->compared++;
    for (int i = 0; i < N; i++) carom_worsen(&t->differences, fabs((more[i] - less[i]) / (2.0 * h) - by[i]) / steep);
}

static bool run(const carom_law *tried, double euler, double differences, int stick) {
    const problem any = {.v = {0.0}};
    carom_params p[NC] = {params_plain(), params_plain()};
    const carom_system s = {.nc = NC, .dim = 3, .W = any.W, .v = any.v};
    carom_system_params all = carom_system_params_default(p);
    method = tried;
    all.single = &carom_law_routh;
    all.max_states = 100;
    all.max_outcomes = 20;
    const size_t bytes = carom_system_jacobian_memory_size(method, &s, &all);
    void *memory = malloc(bytes);
    tally t = {0};
    for (int k = 0; k < PROBLEMS; k++) {
        random_stream r = random_at(71, (uint64_t)k);
        problem x;
        draw(&r, &x);
        compare(&x, &r, &t, memory, bytes);
    }
    free(memory);
    printf("%s of %s: %d of %d answered, %d compared with differences; contacts open %d, sticking %d, sliding %d; "
           "Euler's identities to %.2g, differences to %.2g\n",
           method->name, method->module, t.answered, PROBLEMS, t.compared, t.open, t.stick, t.slip, t.euler,
           t.differences);
    const bool right = t.euler <= euler && t.differences <= differences;
    const bool enough = floor_met(method->module, t.answered, PROBLEMS, 0.95) && t.compared >= 140 && t.open >= 5 &&
                        t.stick >= stick && t.slip >= 200;
    if (!right) printf("WRONG derivatives in space\n");
    if (!enough) printf("WRONG too few problems were answered\n");
    return right && enough;
}

int main(void) {
    // The impulses of Siconos have errors of 1e-10. The largest errors were 8e-11 in Euler's identities and 8e-8 in
    // finite differences with a step of 1e-4. The impulses of the core have rounding errors only.
    const bool siconos = run(&carom_law_cones, 1e-9, 1e-5, 30), cones = run(&carom_law_glocker, 1e-12, 1e-5, 30);
    const bool sequence = run(&carom_law_sequence, 1e-11, 1e-5, 20);
    return !(siconos && cones && sequence);
}
