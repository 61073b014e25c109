// Tests every method on hostile systems: zeros, extreme numbers and NaN, redundant contacts, and very large friction.
// No call crashes or hangs. A result is finite and satisfies its equations, and an error leaves no result.
#include "support/cmocka.h"
#include "support/laws.h"

#include <stdlib.h>

#include "many/systems.h"
#include "support/floor.h"
#include "support/law_count.h"
#include "tables/counts.h"

static void assert_outcome(const carom_law *method, uint64_t index, const random_system *x, carom_status status,
                           const carom_system_result *out) {
    const bool fine = carom_status_classify(status) == CAROM_CLASS_OK;
    bool good = status == out->status && (fine ? isfinite(out->dE) : isnan(out->dE));
    // Every result with a status of the class OK has a small residual.
    good &= !fine || out->residual <= 1e-10;
    for (int i = 0; out->P && i < 2 * x->s.nc; i++)
        good &= fine ? isfinite(out->P[i]) && isfinite(out->v[i]) : isnan(out->P[i]) && isnan(out->v[i]);
    if (!good) fail_msg("%s, system %llu: %s", method->name, (unsigned long long)index, carom_status_name(status));
}

static carom_status solve(const carom_law *method, const random_system *x, carom_system_params *p, void **memory,
                          carom_system_result *out) {
    p->single = &carom_law_routh;
    p->max_states = 50;
    p->max_impacts = 20;
    p->max_outcomes = 20;
    p->max_solutions = 4;
    const size_t bytes = carom_system_memory_size(method, &x->s, p);
    *memory = realloc(*memory, bytes + 1);
    return carom_system_solve(method, &x->s, p, *memory, bytes, out);
}

static double nasty(random_stream *r) {
    static const double values[] = {0.0, -0.0, 1.0, -1.0, 1e-300, 4e-324, 1e300, 1e-160, 1e150, 1e-20, 1e-12, 1e12};
    const int pick = random_below(r, 60);
    if (pick < 12) return values[pick];
    if (pick == 12 && random_below(r, 10) == 0) return random_below(r, 2) ? (double)NAN : HUGE_VAL;
    return random_between(r, -2.0, 2.0);
}

// Makes W = A A^T from hostile numbers. W is thus positive semi-definite, and most systems are not rejected.
static void nasty_system(random_system *x, random_stream *r) {
    const int nc = 1 + random_below(r, 3), n = 2 * nc, rank = 1 + random_below(r, n);
    double A[6][6];
    x->s = (carom_system){.nc = nc, .dim = 2, .W = x->W, .v = x->v};
    random_friction(x, r, true);
    for (int i = 0; i < n; i++) {
        x->v[i] = nasty(r);
        for (int k = 0; k < rank; k++) A[i][k] = nasty(r);
        for (int j = 0; j <= i; j++) {
            double sum = 0.0;
            for (int k = 0; k < rank; k++) sum += A[i][k] * A[j][k];
            x->W[i * n + j] = x->W[j * n + i] = sum;
        }
    }
}

static void nasty_numbers(void **state) {
    (void)state;
    random_system *x = malloc(sizeof *x);
    void *memory = NULL;
    int fine = 0, none = 0, refused = 0, failed = 0;
    for (uint64_t index = 0; index < 5000; index++) {
        random_stream r = random_at(51, index);
        nasty_system(x, &r);
        carom_system_params p = carom_system_params_default(x->contact);
        p.solver = (carom_solver)random_below(&r, 3);
        for (int k = 0; carom_law_at(NULL, k, CAROM_SYSTEMS); k++) {
            carom_system_result out;
            const carom_law *method = carom_law_at(NULL, k, CAROM_SYSTEMS);
            const carom_status status = solve(method, x, &p, &memory, &out);
            assert_outcome(method, index, x, status, &out);
            const carom_status_class class = carom_status_classify(status);
            fine += class == CAROM_CLASS_OK;
            none += class == CAROM_CLASS_NO_ANSWER;
            refused += class == CAROM_CLASS_BAD_INPUT;
            failed += class == CAROM_CLASS_NUMERICAL;
        }
    }
    printf("%d fine, %d no answer, %d refused, %d failed\n", fine, none, refused, failed);
    assert_true(floor_met("nasty numbers", fine, fine + none + refused + failed, 0.4));
    assert_true(fine > 1000 && none > 100 && refused > 1000 && failed > 10);
    free(memory);
    free(x);
}

// Tests redundant contacts with friction coefficients up to 20.
static void glue(void **state) {
    (void)state;
    random_system *x = malloc(sizeof *x);
    void *memory = NULL;
    int count[CAROM_STATUS_END] = {0};
    for (uint64_t index = 0; index < 3000; index++) {
        random_stream r = random_at(52, index);
        const system_kind kind = (system_kind)random_below(&r, SYSTEM_KINDS);
        const int nc = 1 + random_below(&r, 4);
        random_many(x, &r, nc, kind, true);
        carom_system_params p = carom_system_params_default(x->contact);
        p.solver = (carom_solver)random_below(&r, 3);
        p.striking = random_below(&r, x->s.nc);
        for (int i = 0; i < x->s.nc; i++) {
            x->contact[i].mu *= random_power10(random_between(&r, 0.0, 0.8));
            x->contact[i].restitution = (carom_restitution)random_below(&r, 3);
            x->contact[i].nu = random_unit(&r);
        }
        for (int k = 0; carom_law_at(NULL, k, CAROM_SYSTEMS); k++) {
            carom_system_result out;
            const carom_law *method = carom_law_at(NULL, k, CAROM_SYSTEMS);
            // One contact strikes, and the others rest or separate.
            for (int i = 0; (method->system->needs & CAROM_NEEDS_STRIKING) && i < x->s.nc; i++)
                x->v[2 * i] = i == p.striking ? -1.0 : random_below(&r, 2) ? 0.0 : fabs(x->v[2 * i]);
            const carom_status status = solve(method, x, &p, &memory, &out);
            assert_outcome(method, index, x, status, &out);
            count[status]++;
        }
    }
    // All these systems are valid. A sequence may exceed its limit, and strong friction can make stages repeat forever.
    for (int k = 0; k < CAROM_STATUS_END; k++)
        if (count[k]) printf("%d %s\n", count[k], carom_status_name((carom_status)k));
    assert_int_equal(count[CAROM_OK] + count[CAROM_NOT_UNIQUE] + count[CAROM_TRUNCATED] + count[CAROM_NO_IMPACT] +
                         count[CAROM_NO_SOLUTION] + count[CAROM_NOT_CONVERGED],
                     3000 * law_count(CAROM_SYSTEMS));
    assert_true(count[CAROM_NOT_UNIQUE] > 100 && count[CAROM_NO_SOLUTION] > 100);
    assert_true(count[CAROM_NOT_CONVERGED] < 1000);
    free(memory);
    free(x);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(nasty_numbers), cmocka_unit_test(glue)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
