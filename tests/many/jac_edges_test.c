// Tests derivatives at several contacts where few results are smooth: singular W, ties, no slip, no friction, no
// restitution. Tests also all errors.
#include <math.h>
#include <stdlib.h>

#include "base/worst.h"
#include "bench/random.h"
#include "carom/derivatives.h"
#include "support/cmocka.h"
#include "support/floor.h"
#include "support/laws.h"
#include "support/params.h"

enum { MOST = 3, N = 2 * MOST, PROBLEMS = 400 };

typedef struct problem {
    double W[N * N], v[N];
    carom_params p[MOST];
    carom_system s;
    carom_system_params all;
} problem;

static double one_of(random_stream *r, int count, const double *choices) {
    return choices[random_below(r, count)];
}

// Makes a problem of small integers, in which limit conditions are met exactly. W is singular in some problems.
static void draw(random_stream *r, bool strikes, const carom_law *single, problem *x) {
    static const double speeds[] = {0.0, 0.0, -1.0, 1.0, 2.0, 0.5}, e[] = {0.0, 0.5, 1.0}, mu[] = {0.0, 0.25, 1.0, 3.0};
    const int nc = 2 + random_below(r, 2), n = 2 * nc, freedoms = n - random_below(r, 3) + 1;
    double A[N * (N + 1)];
    x->s = (carom_system){.nc = nc, .dim = 2, .W = x->W, .v = x->v};
    x->all = carom_system_params_default(x->p);
    x->all.single = single;
    for (int i = 0; i < n * freedoms; i++) A[i] = random_below(r, 3) - 1.0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            x->W[i * n + j] = 0.0;
            for (int k = 0; k < freedoms; k++) x->W[i * n + j] += A[i * freedoms + k] * A[j * freedoms + k];
        }
    for (int i = 0; i < n; i++) x->v[i] = one_of(r, 6, speeds);
    for (int i = 0; i < nc; i++) {
        x->p[i] = params_plain();
        x->p[i].e = one_of(r, 3, e);
        x->p[i].e_t = one_of(r, 3, e);
        x->p[i].nu = one_of(r, 3, e);
        x->p[i].mu = one_of(r, 4, mu);
        x->p[i].restitution = (carom_restitution)random_below(r, 3);
        x->v[2 * i] = -fabs(x->v[2 * i]);
        if (i == 0) x->v[0] = -1.0;
        if (strikes && i) x->v[2 * i] = 0.0;
    }
}

// Returns the largest error of v dP/dv = P, relative to the largest impulse. A smooth result satisfies this equation,
// because P is proportional to v.
static double euler(const problem *x, const carom_system_result *out, const carom_system_jacobian *jac) {
    double worst = 0.0, most = 1e-300;
    for (int i = 0; i < jac->n; i++) {
        double sum = -out->P[i];
        for (int j = 0; j < jac->n; j++)
            if (x->v[j] != 0.0) sum += jac->dP_dv[i * jac->n + j] * x->v[j];
        carom_worsen(&worst, fabs(sum));
        most = fmax(most, fabs(out->P[i]));
    }
    return worst / most;
}

static bool hunt(const char *name, const carom_law *single, int told[6]) {
    const carom_law *m = carom_law_find(NULL, name, CAROM_SYSTEMS);
    int answered = 0;
    for (int k = 0; k < PROBLEMS; k++) {
        random_stream r = random_at(19, (uint64_t)k);
        problem x;
        carom_system_result out;
        carom_system_jacobian jac;
        draw(&r, m->system->needs & CAROM_NEEDS_STRIKING, single, &x);
        const size_t bytes = carom_system_jacobian_memory_size(m, &x.s, &x.all);
        void *memory = malloc(bytes + 1);
        const carom_status status = carom_system_solve_jacobian(m, &x.s, &x.all, memory, bytes, &out, &jac);
        if (carom_status_classify(status) == CAROM_CLASS_OK) {
            answered++;
            told[jac.smooth]++;
            const bool none = jac.smooth == CAROM_JUMP || jac.smooth == CAROM_SMOOTHNESS_NONE;
            if (none && !isnan(jac.dP_dv[0])) fail_msg("%s, problem %d: a number where there is none", name, k);
            if (jac.smooth == CAROM_SMOOTH && !(euler(&x, &out, &jac) < 1e-9))
                fail_msg("%s, problem %d: Euler's identity is off by %g", name, k, euler(&x, &out, &jac));
        }
        free(memory);
    }
    printf("%s: %d of %d answered; smooth %d, kink %d, one-sided %d, directional %d, jump %d, none %d\n", name,
           answered, PROBLEMS, told[0], told[1], told[2], told[3], told[4], told[5]);
    return floor_met(name, answered, PROBLEMS, 0.85);
}

static void little_is_smooth(void **state) {
    (void)state;
    static const struct {
        const char *name;
        const carom_law *single;
    } rows[] = {
        {"glocker", NULL},
        {"pfeiffer-glocker", NULL},
        {"hm-whittaker", NULL},
        {"hm-brach", NULL},
        {"hm-differential", NULL},
        {"sequence", &carom_law_whittaker},
        {"sequence", &carom_law_frictionless},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        int told[6] = {0};
        assert_true(hunt(rows[k].name, rows[k].single, told));
    }
}

static carom_status ask(const carom_law *m, const problem *x, size_t room) {
    carom_system_result out;
    carom_system_jacobian jac;
    void *memory = malloc(room + 1);
    const carom_status status = carom_system_solve_jacobian(m, &x->s, &x->all, memory, room, &out, &jac);
    free(memory);
    return status;
}

static void refusals(void **state) {
    (void)state;
    random_stream r = random_at(20, 0);
    problem x;
    carom_system_result out;
    carom_system_jacobian jac;
    draw(&r, false, &carom_law_routh, &x);
    const carom_law *m = &carom_law_glocker;
    assert_int_equal(carom_system_solve_jacobian(m, &x.s, &x.all, NULL, 0, NULL, &jac), CAROM_NULL_POINTER);
    assert_int_equal(carom_system_solve_jacobian(NULL, &x.s, &x.all, NULL, 0, &out, &jac), CAROM_UNKNOWN_LAW);
    assert_true(carom_system_jacobian_memory_size(NULL, &x.s, &x.all) == 0);
    // These methods do not state how they compute P, so they have no derivatives.
    carom_law bare = *m, in_turn = carom_law_sequence;
    carom_system_vtable bare_code = *bare.system, in_turn_code = *in_turn.system;
    bare_code.inclusion = false;
    bare_code.provides = in_turn_code.provides = 0;
    bare.system = &bare_code, in_turn.system = &in_turn_code;
    const size_t room = carom_system_memory_size(m, &x.s, &x.all) + carom_system_memory_size(&in_turn, &x.s, &x.all);
    assert_int_equal(ask(&bare, &x, room), CAROM_NO_DERIVATIVE);
    assert_int_equal(ask(&in_turn, &x, room), CAROM_NO_DERIVATIVE);
    assert_int_equal(ask(&bare, &x, 8), CAROM_SMALL_MEMORY);
    x.v[0] = (double)NAN;
    assert_int_equal(ask(m, &x, carom_system_jacobian_memory_size(m, &x.s, &x.all)), CAROM_NOT_FINITE);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(little_is_smooth), cmocka_unit_test(refusals)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
