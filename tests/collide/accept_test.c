// carom_collide looks at ordinary parameters in a short way of its own. On parameters of all kinds, hostile ones among
// them, it takes and refuses what carom_params_validate does, which walks the tables; and a default left out of a law's
// own counts as one given.
#include "support/cmocka.h"

#include <float.h>
#include <string.h>

#include "bench/random.h"
#include "carom/carom.h"
#include "support/floor.h"

static const carom_contact sphere = {.dim = 2, .W = {{1.0, 0.0}, {0.0, 3.5}}, .v = {-1.0, 0.6}};
static const carom_contact ball = {
    .dim = 3, .W = {{1.0, 0.0, 0.0}, {0.0, 3.5, 0.0}, {0.0, 0.0, 3.5}}, .v = {-1.0, 0.6, 0.2}};

enum { ASKED = 2000 };

static double hostile(random_stream *r) {
    const double odd[] = {(double)NAN, HUGE_VAL,         -HUGE_VAL, DBL_MAX, CAROM_LEFT_OUT, -0.0, 1.0, -1.0,
                          0.5,         CAROM_SAME_AS_MU, 2.0,       -3.0};
    return odd[random_below(r, sizeof odd / sizeof *odd)];
}

// Some numbers of an ordinary set made odd, some ranges lifted.
static carom_params some_params(random_stream *r, const carom_law *law, int dim) {
    carom_params p = random_params(r, dim);
    double *const fields[] = {&p.e, &p.mu, &p.mu_static, &p.e_n, &p.e_t, &p.r_n, &p.r_t, &p.nu, &p.s1, &p.s2, &p.eta};
    random_own(r, law, &p);
    for (size_t k = 0; k < sizeof fields / sizeof *fields; k++)
        if (random_below(r, 12) == 0) *fields[k] = hostile(r);
    for (const carom_param_info *row = law->own; row && row->name; row++)
        for (int k = 0; row->number >= CAROM_PARAM_OWN && k < 2; k++)
            if (random_below(r, 4) == 0) p.own[row->number - CAROM_PARAM_OWN + k] = hostile(r);
    if (random_below(r, 3) == 0) p.allow = (uint64_t)random_below(r, 1 << 15);
    return p;
}

static void as_the_tables_say(void **state) {
    (void)state;
    long taken = 0, refused = 0;
    for (int k = 0; k < carom_law_count(); k++) {
        const carom_law *law = carom_law_at(k);
        for (int i = 0; i < ASKED; i++) {
            random_stream r = random_at(25, (uint64_t)i);
            const int dim = 2 + i % 2;
            if (!(law->dims & (dim == 2 ? CAROM_PLANE : CAROM_SPACE))) continue;
            const carom_params p = some_params(&r, law, dim);
            carom_outcome out;
            carom_param which;
            const carom_status by_table = carom_params_validate(law, &p, dim, &which);
            const carom_status status = carom_collide(law, dim == 2 ? &sphere : &ball, &p, &out);
            if (by_table != CAROM_OK) {
                assert_int_equal(status, by_table);
                assert_int_equal(out.refused, which);
                refused++;
            } else {
                // A law may refuse what its tables take, in its own words, but not as a range of theirs.
                assert_false(status == CAROM_UNMARKED || status == CAROM_NULL_POINTER);
                taken++;
            }
        }
    }
    assert_true(floor_met("parameters taken", taken, taken + refused, 0.5) && refused > 3000);
}

static void defaults_given(void **state) {
    (void)state;
    int laws = 0;
    for (int k = 0; k < carom_law_count(); k++) {
        const carom_law *law = carom_law_at(k);
        if (!law->own) continue;
        carom_params left = carom_default_params(), given = left;
        carom_outcome a, b;
        left.mu = given.mu = 0.3;
        for (const carom_param_info *row = law->own; row->name; row++)
            if (row->number >= CAROM_PARAM_OWN) carom_param_put(&given, row, &row->standard, 1);
        assert_int_equal(carom_collide(law, &sphere, &left, &a), CAROM_OK);
        assert_int_equal(carom_collide(law, &sphere, &given, &b), CAROM_OK);
        assert_memory_equal(a.P, b.P, 2 * sizeof *a.P);
        laws++;
    }
    assert_true(laws >= 2);
}

// A table of a law's own may tell a row of params.def anew; one that only seems to does not count.
static void rows_told_anew(void **state) {
    (void)state;
    carom_law law = carom_law_impulse_ratio;
    carom_param_info rows[4];
    carom_params p = carom_default_params();
    carom_outcome out;
    memcpy(rows, law.own, sizeof rows);
    law.own = rows;
    p.mu = 2.0;
    assert_int_equal(carom_collide(&law, &sphere, &p, &out), CAROM_OK);
    rows[0].highest = 1.0;
    assert_int_equal(carom_collide(&law, &sphere, &p, &out), CAROM_PARAM_RANGE);
    assert_int_equal(out.refused, CAROM_PARAM_mu);
    rows[0].name = "nobody"; // another row by this number: that of params.def counts
    assert_int_equal(carom_collide(&law, &sphere, &p, &out), CAROM_OK);
    rows[0].lowest = -2.0, p.mu = -0.5;
    assert_int_equal(carom_collide(&law, &sphere, &p, &out), CAROM_PARAM_RANGE);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_the_tables_say), cmocka_unit_test(defaults_given),
                                       cmocka_unit_test(rows_told_anew)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
