// Tests the fast check of coefficients in carom_collide. Some of the random coefficients are NaN, infinite or out of
// range. The fast check accepts and rejects the same sets as carom_params_validate, which reads the tables of
// coefficients. If a law's own coefficient is omitted, its default is used. Also tests that carom accepts a W with the
// accuracy of single precision.
#include "support/cmocka.h"
#include "support/params.h"

#include <float.h>
#include <string.h>

#include "bench/random.h"
#include "carom/derivatives.h"
#include "support/floor.h"
#include "support/laws.h"
#include "support/rows.h"

static const carom_contact sphere = {.dim = 2, .W = {{1.0, 0.0}, {0.0, 3.5}}, .v = {-1.0, 0.6}};
static const carom_contact ball = {
    .dim = 3, .W = {{1.0, 0.0, 0.0}, {0.0, 3.5, 0.0}, {0.0, 0.0, 3.5}}, .v = {-1.0, 0.6, 0.2}};

enum { ASKED = 2000 };

static double hostile(random_stream *r) {
    const double odd[] = {(double)NAN, HUGE_VAL,         -HUGE_VAL, DBL_MAX, CAROM_LEFT_OUT, -0.0, 1.0, -1.0,
                          0.5,         CAROM_SAME_AS_MU, 2.0,       -3.0};
    return odd[random_below(r, sizeof odd / sizeof *odd)];
}

// Returns random coefficients. Some of them are replaced by special values, and `allow` lifts some of the ranges.
static carom_params some_params(random_stream *r, const carom_law *law, int dim) {
    carom_params p = random_params(r, dim);
    double *const fields[] = {&p.e, &p.mu, &p.mu_static, &p.e_t, &p.nu, &p.s1, &p.s2, &p.eta};
    random_own(r, law, &p);
    for (size_t k = 0; k < sizeof fields / sizeof *fields; k++)
        if (random_below(r, 12) == 0) *fields[k] = hostile(r);
    for (int i = 0; i < law->coefficient_count; i++)
        for (int k = 0, place = law->coefficients[i].number - CAROM_PARAM_OWN; place >= 0 && k < 2; k++)
            if (random_below(r, 4) == 0) p.own[place + k] = hostile(r);
    if (random_below(r, 3) == 0) p.allow = (uint64_t)random_below(r, 1 << 15);
    return p;
}

static void as_the_tables_say(void **state) {
    (void)state;
    long taken = 0, refused = 0;
    for (int k = 0; carom_law_at(NULL, k, CAROM_ONE_CONTACT); k++) {
        const carom_law *law = carom_law_at(NULL, k, CAROM_ONE_CONTACT);
        for (int i = 0; i < ASKED; i++) {
            random_stream r = random_at(25, (uint64_t)i);
            const int dim = 2 + i % 2;
            if (!(law->solves & (dim == 2 ? CAROM_2D : CAROM_3D))) continue;
            const carom_params p = some_params(&r, law, dim);
            carom_result out;
            carom_param which;
            const carom_status by_table = carom_params_validate(law, &p, dim, &which);
            const carom_status status = carom_collide(law, dim == 2 ? &sphere : &ball, &p, &out);
            if (by_table != CAROM_OK) {
                assert_int_equal(status, by_table);
                assert_int_equal(out.coefficient, which);
                refused++;
            } else {
                // The law itself may still reject coefficients that the tables accept, but not with these two statuses.
                assert_false(status == CAROM_BAD_STRUCT || status == CAROM_NULL_POINTER);
                taken++;
            }
        }
    }
    assert_true(floor_met("parameters taken", taken, taken + refused, 0.5) && refused > 3000);
}

static void defaults_given(void **state) {
    (void)state;
    int laws = 0;
    for (int k = 0; carom_law_at(NULL, k, CAROM_ONE_CONTACT); k++) {
        const carom_law *law = carom_law_at(NULL, k, CAROM_ONE_CONTACT);
        bool own = false;
        carom_params left = params_plain(), given = left;
        carom_result a, b;
        left.mu = given.mu = 0.3;
        for (int i = 0; i < law->coefficient_count; i++) {
            const carom_coefficient *row = &law->coefficients[i];
            own = own || row->number >= CAROM_PARAM_OWN;
            if (row->number >= CAROM_PARAM_OWN && !carom_param_required(row))
                carom_params_set(&given, row, &row->default_value, 1);
        }
        if (!own) continue;
        assert_int_equal(carom_collide(law, &sphere, &left, &a), CAROM_OK);
        assert_int_equal(carom_collide(law, &sphere, &given, &b), CAROM_OK);
        assert_memory_equal(a.P, b.P, 2 * sizeof *a.P);
        laws++;
    }
    assert_true(laws >= 2);
}

// The range in the law's own table of coefficients applies, not the usual range of the member of carom_params.
static void ranges_of_rows(void **state) {
    (void)state;
    carom_coefficient room[MOST_ROWS], mu = *carom_law_coefficient(&carom_law_impulse_ratio, CAROM_PARAM_mu);
    carom_params p = params_plain();
    carom_result out;
    p.mu = 2.0;
    assert_int_equal(carom_collide(&carom_law_impulse_ratio, &sphere, &p, &out), CAROM_OK);
    mu.highest = 1.0;
    carom_law law = law_with_rows(&carom_law_impulse_ratio, &mu, 1, room);
    assert_int_equal(carom_collide(&law, &sphere, &p, &out), CAROM_COEFFICIENT_RANGE);
    assert_int_equal(out.coefficient, CAROM_PARAM_mu);
    mu.lowest = -2.0, p.mu = -0.5;
    law = law_with_rows(&carom_law_impulse_ratio, &mu, 1, room);
    assert_int_not_equal(carom_collide(&law, &sphere, &p, &out), CAROM_COEFFICIENT_RANGE);
}

static carom_contact averaged(const carom_contact *c) {
    carom_contact mean = *c;
    for (int i = 0; i < c->dim; i++)
        for (int j = 0; j < c->dim; j++) mean.W[i][j] = 0.5 * (c->W[i][j] + c->W[j][i]);
    return mean;
}

static bool same_answer(const carom_law *law, const carom_contact *a, const carom_contact *b, const carom_params *p) {
    carom_result x, y;
    carom_jacobian jx, jy;
    carom_alternative list[2][CAROM_MAX_ALTERNATIVES];
    carom_verdict u = {0}, w = {0};
    int count[2];
    const size_t size = (size_t)a->dim * sizeof *x.P;
    const carom_status status = carom_collide_jacobian(law, a, p, &x, &jx);
    if (carom_collide_jacobian(law, b, p, &y, &jy) != status || x.status != y.status) return false;
    if (carom_status_classify(x.status) != CAROM_CLASS_OK) return true;
    carom_collide_all(law, a, p, list[0], &count[0]);
    carom_collide_all(law, b, p, list[1], &count[1]);
    if (carom_check(a, p->mu, x.P, &u) != carom_check(b, p->mu, x.P, &w)) return false;
    return !memcmp(x.P, y.P, size) && !memcmp(x.v, y.v, size) && x.dE == y.dE && x.violations == y.violations &&
           jx.smooth == jy.smooth && !memcmp(jx.dP_dW, jy.dP_dW, sizeof jx.dP_dW) && count[0] == count[1] &&
           !memcmp(list[0][0].result.P, list[1][0].result.P, size) && u.dE == w.dE && u.violations == w.violations;
}

// A W computed in single precision is symmetric only to about 6e-8 for each operation. If W_ij and W_ji differ by at
// most 1e-6 sqrt(W_ii W_jj), every function uses their mean. Its results are bit-identical to those for the averaged W.
// A W with a larger difference is rejected.
static void symmetric_to_single_precision(void **state) {
    (void)state;
    long answered = 0, asked = 0;
    for (int k = 0; carom_law_at(NULL, k, CAROM_ONE_CONTACT); k++)
        for (int i = 0; i < 300; i++) {
            const carom_law *law = carom_law_at(NULL, k, CAROM_ONE_CONTACT);
            const int dim = 2 + i % 2;
            random_stream r = random_at(31, (uint64_t)i);
            carom_contact c = random_contact(&r, dim, 1.0), off = c;
            const carom_params p = random_params(&r, dim);
            carom_result out;
            if (!(law->solves & (dim == 2 ? CAROM_2D : CAROM_3D))) continue;
            for (int a = 0; a < dim; a++)
                for (int b = 0; b < a; b++)
                    off.W[a][b] += random_between(&r, -0.9e-6, 0.9e-6) * sqrt(c.W[a][a] * c.W[b][b]);
            const carom_contact mean = averaged(&off);
            assert_true(same_answer(law, &off, &mean, &p));
            answered += carom_collide(law, &off, &p, &out) == CAROM_OK;
            asked++;
            off.W[1][0] = off.W[0][1] + 1.1e-6 * sqrt(c.W[0][0] * c.W[1][1]);
            assert_int_equal(carom_collide(law, &off, &p, &out), CAROM_NOT_SYMMETRIC);
        }
    assert_true(floor_met("asymmetric", answered, asked, 0.7));
}

// Rounds to single precision. The variable is volatile because gcc 12 otherwise vectorises the loop and does not round
// some entries.
static double in_single_precision(double x) {
    volatile float rounded = (float)x;
    return (double)rounded;
}

// Rounding a singular W to single precision makes it indefinite in about half of the cases. carom accepts such a W and
// treats it as singular. A single call and a batch return the same bits, except for routh in 3D.
static void definite_to_single_precision(void **state) {
    (void)state;
    long indefinite = 0, asked = 0;
    for (int i = 0; i < 2000; i++) {
        random_stream r = random_at(32, (uint64_t)i);
        const int dim = 2 + i % 2;
        const carom_params p = random_params(&r, dim);
        carom_contact c = {.dim = dim};
        double q[3], least = 1.0;
        for (int a = 0; a < dim; a++) {
            const double size = random_between(&r, 0.3, 2.0);
            q[a] = random_below(&r, 2) ? size : -size;
            c.v[a] = random_between(&r, -2.0, a ? 2.0 : -0.1);
        }
        for (int a = 0; a < dim; a++)
            for (int b = 0; b < dim; b++) c.W[a][b] = in_single_precision(q[a] * q[b]);
        for (int a = 0; a < dim; a++)
            for (int b = 0; b < a; b++) least = fmin(least, 1.0 - fabs(c.W[a][b]) / sqrt(c.W[a][a] * c.W[b][b]));
        asked++;
        indefinite += least < -1e-9;
        assert_int_equal(carom_contact_validate(&c), CAROM_OK);
        for (int k = 0; carom_law_at(NULL, k, CAROM_ONE_CONTACT); k++) {
            const carom_law *law = carom_law_at(NULL, k, CAROM_ONE_CONTACT);
            if (!(law->solves & (dim == 2 ? CAROM_2D : CAROM_3D))) continue;
            carom_result out;
            double P[3] = {0.0};
            uint8_t status = 0;
            carom_batch_in in = {.dim = dim, .params = &p};
            carom_batch_out to = {.status = {&status, 1}};
            for (int a = 0; a < dim; a++) {
                in.v[a] = carom_array(&c.v[a]);
                to.P[a] = carom_array_out(&P[a]);
                for (int b = a; b < dim; b++) in.W[a][b] = carom_array(&c.W[a][b]);
            }
            const carom_status alone = carom_collide(law, &c, &p, &out);
            assert_int_equal(carom_collide_batch(law, 1, &in, &to), CAROM_OK);
            assert_int_equal(status, alone);
            // For a regular W in 3D, a batch of routh follows the path differently: it agrees to 1e-12 times the
            // condition number.
            const bool walks = law == &carom_law_routh && dim == 3;
            if (alone == CAROM_OK && !walks) assert_memory_equal(P, out.P, (size_t)dim * sizeof *P);
            if (alone == CAROM_OK && (law->guarantees & CAROM_GUARANTEE_DISSIPATIVE))
                assert_false(out.violations & CAROM_VIOLATION_ENERGY);
        }
        c.W[0][1] = c.W[1][0] = (1.0 + 2e-6) * sqrt(c.W[0][0] * c.W[1][1]);
        assert_int_equal(carom_contact_validate(&c), CAROM_NOT_PSD);
    }
    assert_true(floor_met("indefinite by single precision", indefinite, asked, 0.2));
}

static double largest(int n, const double *x) {
    double most = 0.0;
    for (int i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
    return most;
}

// A W of rank one or two rounded to single precision is as often regular by rounding as it is indefinite. An impulse
// above 1e3 of its natural size is then marked, or that of the exact W has this size too.
static void regular_by_single_precision(void **state) {
    (void)state;
    long answered = 0, marked = 0;
    for (int i = 0; i < 1000; i++) {
        random_stream r = random_at(33, (uint64_t)i);
        const int dim = 2 + i % 2, rank = dim == 3 ? 1 + random_below(&r, 2) : 1;
        carom_contact exact = {.dim = dim};
        for (int k = 0; k < rank; k++) {
            double q[3];
            for (int a = 0; a < dim; a++) q[a] = random_between(&r, -2.0, 2.0);
            for (int a = 0; a < dim * dim; a++) exact.W[a / dim][a % dim] += q[a / dim] * q[a % dim];
        }
        for (int a = 0; a < dim; a++) exact.v[a] = random_between(&r, -2.0, a ? 2.0 : -0.1);
        carom_contact c = exact;
        const bool apart = random_below(&r, 2); // the triangles are rounded differently
        double lightest = HUGE_VAL;
        for (int a = 0; a < dim; a++) {
            lightest = fmin(lightest, c.W[a][a]);
            for (int b = 0; b < dim; b++)
                c.W[a][b] = in_single_precision(c.W[a][b] * (apart && a > b ? 1.0 + 6e-8 * random_unit(&r) : 1.0));
        }
        const double natural = largest(dim, c.v) / lightest;
        for (int k = 0; carom_law_at(NULL, k, CAROM_ONE_CONTACT); k++) {
            const carom_law *law = carom_law_at(NULL, k, CAROM_ONE_CONTACT);
            const carom_params p = random_params(&r, dim);
            carom_result out, wanted;
            if (carom_collide(law, &c, &p, &out) != CAROM_OK) continue;
            answered++;
            if (!(largest(dim, out.P) > 1e3 * natural) || out.violations) continue;
            marked++;
            assert_int_equal(carom_collide(law, &exact, &p, &wanted), CAROM_OK);
            assert_true(largest(dim, wanted.P) > 0.3 * largest(dim, out.P));
        }
    }
    assert_true(answered > 8000 && marked < 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(regular_by_single_precision),
        cmocka_unit_test(as_the_tables_say),
        cmocka_unit_test(defaults_given),
        cmocka_unit_test(ranges_of_rows),
        cmocka_unit_test(symmetric_to_single_precision),
        cmocka_unit_test(definite_to_single_precision),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
