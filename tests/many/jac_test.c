// Tests derivatives at several contacts without reference values. The test uses Euler's identities (P doubles with v
// and halves with W), compares with finite differences along a random change, and checks errors.
#include <math.h>
#include <stdlib.h>

#include "base/worst.h"
#include "bench/random.h"
#include "carom/derivatives.h"
#include "support/cmocka.h"
#include "support/floor.h"
#include "support/laws.h"
#include "support/params.h"

enum { MOST = 3, N = 2 * MOST, E = N * (N + 1) / 2, PROBLEMS = 150 };

typedef struct problem {
    double W[N * N], v[N];
    carom_params p[MOST];
    carom_system s;
    carom_system_params all;
    double gap[MOST];
} problem;

static void draw(random_stream *r, bool strikes, const carom_law *single, problem *x) {
    const int nc = 2 + random_below(r, 2), n = 2 * nc;
    double A[N * N];
    x->s = (carom_system){.nc = nc, .dim = 2, .W = x->W, .v = x->v};
    x->all = carom_system_params_default(x->p);
    x->all.single = single;
    x->all.gap = single ? x->gap : NULL;
    for (int i = 0; i < nc; i++) x->gap[i] = random_between(r, 0.0, 1.0);
    for (int i = 0; i < n * n; i++) A[i] = random_between(r, -1.0, 1.0);
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double sum = i == j ? 1.0 : 0.0;
            for (int k = 0; k < n; k++) sum += A[i * n + k] * A[j * n + k];
            x->W[i * n + j] = x->W[j * n + i] = sum;
        }
    for (int i = 0; i < n; i++) x->v[i] = random_between(r, -1.0, 1.0);
    for (int i = 0; i < nc; i++) {
        x->p[i] = params_plain();
        x->p[i].e = random_between(r, 0.1, 0.9);
        x->p[i].e_t = random_between(r, 0.1, 0.9);
        x->p[i].nu = random_between(r, 0.1, 0.9);
        x->p[i].mu = random_between(r, 0.05, 1.0);
        x->p[i].restitution = (carom_restitution)random_below(r, 3);
        x->v[2 * i] = -fabs(x->v[2 * i]) - 0.05;
        // The other contacts rest, or separate slowly.
        if (strikes && i) x->v[2 * i] = random_below(r, 2) ? 0.0 : 0.02 - 0.1 * x->v[2 * i];
    }
}

// Returns the largest error of Euler's identities, relative to the largest impulse.
static double euler(const problem *x, const carom_system_result *out, const carom_system_jacobian *jac) {
    double worst = 0.0, most = 0.0;
    const int n = jac->n;
    for (int i = 0; i < n; i++) {
        double by_v = 0.0, by_W = 0.0;
        for (int j = 0; j < n; j++)
            if (x->v[j] != 0.0) by_v += jac->dP_dv[i * n + j] * x->v[j];
        for (int a = 0, k = 0; a < n; a++)
            for (int b = a; b < n; b++, k++) by_W += jac->dP_dW[i * jac->entries + k] * x->W[a * n + b];
        worst = carom_worst(worst, carom_worst(fabs(by_v - out->P[i]), fabs(by_W + out->P[i])));
        most = fmax(most, fabs(out->P[i]));
    }
    return worst / most;
}

// A change of the system: dW, dv, de and dmu.
typedef struct change {
    double W[N * N], v[N], e[MOST], mu[MOST];
} change;

// Computes P of the system after t times the change. Returns false if there is no result.
static bool moved(const carom_law *m, const problem *at, const change *d, double t, void *memory, size_t bytes,
                  double *P) {
    problem x = *at;
    const int n = 2 * x.s.nc;
    x.s.W = x.W;
    x.s.v = x.v;
    x.all.contacts = x.p;
    for (int i = 0; i < n * n; i++) x.W[i] += t * d->W[i];
    for (int i = 0; i < n; i++) x.v[i] += t * d->v[i];
    for (int i = 0; i < x.s.nc; i++) {
        x.p[i].e += t * d->e[i];
        x.p[i].mu += t * d->mu[i];
    }
    carom_system_result out;
    if (carom_system_solve(m, &x.s, &x.all, memory, bytes, &out) != CAROM_OK) return false;
    for (int i = 0; i < n; i++) P[i] = out.P[i];
    return true;
}

static void draw_change(random_stream *r, const problem *x, change *d) {
    const int n = 2 * x->s.nc;
    for (int i = 0; i < n; i++) {
        d->v[i] = x->v[i] == 0.0 ? 0.0 : random_between(r, -1.0, 1.0);
        for (int j = 0; j <= i; j++) d->W[i * n + j] = d->W[j * n + i] = random_between(r, -1.0, 1.0);
    }
    for (int i = 0; i < x->s.nc; i++) {
        d->e[i] = random_between(r, -1.0, 1.0);
        d->mu[i] = random_between(r, -1.0, 1.0);
    }
}

static double along(const problem *x, const carom_system_jacobian *jac, const change *d, int i) {
    const int n = jac->n, nc = x->s.nc;
    double sum = 0.0;
    for (int j = 0; j < n; j++)
        if (d->v[j] != 0.0) sum += jac->dP_dv[i * n + j] * d->v[j];
    for (int a = 0, k = 0; a < n; a++)
        for (int b = a; b < n; b++, k++) sum += jac->dP_dW[i * jac->entries + k] * d->W[a * n + b];
    for (int k = 0; k < jac->params; k++)
        for (int c = 0; c < nc; c++) {
            const double by = jac->dP_dparam[i * jac->params * nc + k * nc + c];
            if (jac->param[k] == CAROM_PARAM_e) sum += by * d->e[c];
            if (jac->param[k] == CAROM_PARAM_mu) sum += by * d->mu[c];
        }
    return sum;
}

// Compares derivatives with central differences of step 1e-6, if the margin is large enough for them. The largest error
// was 3.1e-10 of the slope; the bound is 1e-8.
static bool differs_alike(const carom_law *m, const problem *x, const carom_system_jacobian *jac, const change *d) {
    const size_t bytes = carom_system_memory_size(m, &x->s, &x->all);
    void *memory = malloc(bytes);
    double less[N], more[N], most = 1.0;
    const double h = 1e-6;
    bool alike = true;
    if (jac->margin > 1e-3 && moved(m, x, d, -h, memory, bytes, less) && moved(m, x, d, h, memory, bytes, more)) {
        for (int i = 0; i < jac->n; i++) most = fmax(most, fabs(along(x, jac, d, i)));
        for (int i = 0; i < jac->n; i++)
            alike = alike && fabs((more[i] - less[i]) / (2.0 * h) - along(x, jac, d, i)) <= 1e-8 * most;
    }
    free(memory);
    return alike;
}

// Checks that Euler's identities hold to 1e-12 (the largest error was 1.0e-15), and that finite differences agree.
// Returns whether enough of the PROBLEMS problems have smooth results.
static bool campaign(const char *name, const carom_law *single, double share) {
    const carom_law *m = carom_law_find(NULL, name, CAROM_SYSTEMS);
    int answered = 0;
    for (int k = 0; k < PROBLEMS; k++) {
        random_stream r = random_at(7, (uint64_t)k);
        problem x;
        change d;
        carom_system_result out;
        carom_system_jacobian jac;
        draw(&r, m->system->needs & CAROM_NEEDS_STRIKING, single, &x);
        draw_change(&r, &x, &d);
        const size_t bytes = carom_system_jacobian_memory_size(m, &x.s, &x.all);
        void *memory = malloc(bytes);
        const carom_status status = carom_system_solve_jacobian(m, &x.s, &x.all, memory, bytes, &out, &jac);
        if (status == CAROM_OK && jac.smooth == CAROM_SMOOTH) {
            answered++;
            const double off = euler(&x, &out, &jac);
            if (!(off < 1e-12)) fail_msg("%s, problem %d: Euler's identities are off by %g", name, k, off);
            if (!differs_alike(m, &x, &jac, &d)) fail_msg("%s, problem %d: not the slope of its differences", name, k);
        }
        free(memory);
    }
    return floor_met(name, answered, PROBLEMS, share);
}

static void identities_and_differences(void **state) {
    (void)state;
    assert_true(campaign("glocker", NULL, 0.95));
    assert_true(campaign("pfeiffer-glocker", NULL, 0.95));
    assert_true(campaign("hm-whittaker", NULL, 0.95));
    assert_true(campaign("hm-brach", NULL, 0.95));
    assert_true(campaign("hm-differential", NULL, 0.95));
    assert_true(campaign("sequence", &carom_law_whittaker, 0.95));
}

static void refusals(void **state) {
    (void)state;
    random_stream r = random_at(8, 0);
    problem x;
    carom_system_result out;
    carom_system_jacobian jac;
    draw(&r, false, NULL, &x);
    const carom_law *m = &carom_law_glocker;
    const size_t bytes = carom_system_jacobian_memory_size(m, &x.s, &x.all);
    void *memory = malloc(bytes);
    assert_int_equal(carom_system_solve_jacobian(m, &x.s, &x.all, memory, bytes, &out, NULL), CAROM_NULL_POINTER);
    assert_int_equal(carom_system_solve_jacobian(m, &x.s, &x.all, memory, bytes - 64, &out, &jac), CAROM_SMALL_MEMORY);
    x.s.nc = CAROM_MAX_JACOBIAN_CONTACTS + 1;
    assert_true(carom_system_jacobian_memory_size(m, &x.s, &x.all) == 0);
    x.s.nc = 2;
    // Without approach all derivatives are 0.
    for (int i = 0; i < 4; i++) x.v[i] = 1.0;
    x.all.striking = 0;
    const carom_law *hm = &carom_law_hm_whittaker;
    const size_t room = carom_system_jacobian_memory_size(hm, &x.s, &x.all);
    void *other = malloc(room);
    assert_int_equal(carom_system_solve_jacobian(hm, &x.s, &x.all, other, room, &out, &jac), CAROM_NO_IMPACT);
    assert_true(jac.smooth == CAROM_SMOOTH && jac.dP_dv[0] == 0.0);
    free(other);
    // Friction is just large enough to stop the slip of the first contact, so the result has a kink.
    const double W[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}, v[4] = {-1.0, 0.5, -1.0, 0.1};
    x.s.W = W;
    x.s.v = v;
    for (int i = 0; i < 2; i++) {
        x.p[i] = params_plain();
        x.p[i].e = 0.0;
        x.p[i].mu = 0.5;
    }
    assert_int_equal(carom_system_solve_jacobian(m, &x.s, &x.all, memory, bytes, &out, &jac), CAROM_OK);
    assert_int_equal(jac.smooth, CAROM_KINK);
    // The same contact listed twice: the impulse may act at either one, and the result is not smooth.
    const double twice[16] = {1, 0, 1, 0, 0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1}, both[4] = {-1.0, 0.1, -1.0, 0.1};
    x.s.W = twice;
    x.s.v = both;
    const carom_status status = carom_system_solve_jacobian(m, &x.s, &x.all, memory, bytes, &out, &jac);
    assert_true(carom_status_classify(status) == CAROM_CLASS_OK && jac.smooth != CAROM_SMOOTH);
    free(memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(identities_and_differences), cmocka_unit_test(refusals)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
