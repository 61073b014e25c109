// Tests every law on 200,000 invalid or extreme problems, with zeros of both signs, denormals, huge numbers and NaN. No
// call may crash or hang. A result must be finite, and without a result all numbers must be NaN.
#include "support/cmocka.h"

#include <stdbool.h>

#include "bench/apply.h"
#include "support/floor.h"
#include "support/params.h"

#define PROBLEMS 200000

static double nasty(random_stream *r) {
    static const double values[] = {0.0,    -0.0,  1.0,   -1.0,    1e-300, 4e-324, 1e300, -1e300,
                                    1e-160, 1e160, 1e-20, 1.0e-12, 1e12,   0.5,    2.0,   1.0 + 1e-15};
    const int pick = random_below(r, 40);
    if (pick < 16) return values[pick];
    if (pick == 16) return (double)NAN;
    if (pick == 17) return random_below(r, 2) ? HUGE_VAL : -HUGE_VAL;
    return random_between(r, -2.0, 2.0);
}

// Returns a contact with extreme numbers. W is often valid, so that laws do not reject the problem at once; in one of
// eight problems its entries are arbitrary.
static carom_contact nasty_contact(random_stream *r, int dim) {
    carom_contact c = {.dim = dim};
    const bool anything = random_below(r, 8) == 0;
    double q[3][3];
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < dim; i++) q[k][i] = nasty(r);
    const int rank = random_below(r, dim + 1);
    for (int i = 0; i < dim; i++) {
        c.v[i] = nasty(r);
        for (int j = 0; j <= i; j++) {
            for (int k = 0; k < rank; k++) c.W[i][j] += q[k][i] * q[k][j];
            if (anything) c.W[i][j] = nasty(r);
            c.W[j][i] = c.W[i][j];
        }
    }
    return c;
}

static carom_params nasty_params(random_stream *r, int dim) {
    carom_params p = random_wide_params(r, dim);
    for (int i = 0; i < params_count(); i++) {
        const double values[3] = {nasty(r), nasty(r), nasty(r)};
        const bool vector = carom_coefficient_at(NULL, i)->kind == CAROM_VECTOR;
        if (random_below(r, 3) == 0) carom_params_set(&p, carom_coefficient_at(NULL, i), values, vector ? 3 : 1);
    }
    if (random_below(r, 8) == 0) p.allow = random_word(r);
    if (random_below(r, 8) == 0) p.mu = HUGE_VAL;
    return p;
}

static void check_outcome(const carom_law *law, uint64_t index, int dim, carom_status status, const carom_result *out) {
    const carom_status_class class = carom_status_classify(status);
    bool good = status == out->status;
    for (int i = 0; i < dim; i++)
        good &=
            class == CAROM_CLASS_OK ? isfinite(out->P[i]) && isfinite(out->v[i]) : isnan(out->P[i]) && isnan(out->v[i]);
    good &= class == CAROM_CLASS_OK ? isfinite(out->dE) : isnan(out->dE);
    if (!good) fail_msg("%s, problem %llu: %s", law->name, (unsigned long long)index, carom_status_name(status));
}

static void every_law(void **state) {
    (void)state;
    for (int k = 0; carom_law_at(NULL, k, CAROM_ONE_CONTACT); k++) {
        const carom_law *law = carom_law_at(NULL, k, CAROM_ONE_CONTACT);
        long answered = 0;
        for (uint64_t i = 0; i < PROBLEMS; i++) {
            random_stream r = random_at(51, i);
            const int dim = !(law->solves & CAROM_3D) ? 2 : !(law->solves & CAROM_2D) ? 3 : 2 + random_below(&r, 2);
            carom_contact c = nasty_contact(&r, dim);
            carom_params p = nasty_params(&r, dim);
            carom_result out;
            const carom_status status = random_apply(law, &c, &p, &out);
            check_outcome(law, i, dim, status, &out);
            answered += status == CAROM_OK;
            char text[256];
            carom_describe(status, law, &c, &p, &out, text, sizeof text);
        }
        printf("  %-18s %ld of %d answered\n", law->name, answered, PROBLEMS);
        assert_true(floor_holds(answered, PROBLEMS, 0.01));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_law)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
