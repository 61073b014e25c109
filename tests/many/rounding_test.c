// Tests decisions at several contacts that must not depend on rounding: which outcomes are equal, and whether a contact
// slides.
#include "support/cmocka.h"
#include "support/params.h"

#include "carom/derivatives.h"
#include "many/systems.h"
#include "support/floor.h"
#include "support/laws.h"

static max_align_t room[1 << 14];

// The system has one degree of freedom, and one contact with e = 0. The compression ends all motion. Outcomes that
// differ only by rounding count as one.
static void all_stops(void **state) {
    (void)state;
    const double W[16] = {0.90639878565056664,  -0.44007117747609148, -0.97363436532695757, -0.6855874771499546,
                          -0.44007117747609148, 0.21366162919800522,  0.47271513197481668,  0.3328637384655071,
                          -0.97363436532695757, 0.47271513197481668,  1.0458574000242371,   0.73644353761120773,
                          -0.6855874771499546,  0.3328637384655071,   0.73644353761120773,  0.51856886424166593};
    const double v[4] = {-2.1353767454011146, 1.0367597282571945, 2.2937764427280252, 1.6151693700620482};
    for (int exchange = 0; exchange < 2; exchange++) {
        carom_params contact[2];
        double K[16], u[4];
        for (int i = 0; i < 4; i++) {
            const int from = exchange ? (i + 2) % 4 : i;
            u[i] = v[from];
            for (int j = 0; j < 4; j++) K[4 * i + j] = W[4 * from + (exchange ? (j + 2) % 4 : j)];
        }
        for (int i = 0; i < 2; i++) contact[i] = params_plain();
        for (int i = 0; i < 2; i++) contact[i].nu = 0.36125953283560164;
        contact[exchange].e = 0.0;
        contact[exchange].mu = 0.087237380284600874;
        contact[1 - exchange].e = 0.76885552791386691;
        contact[1 - exchange].mu = 1.0095089672747675;
        const carom_system s = {.nc = 2, .dim = 2, .W = K, .v = u};
        const carom_system_params p = carom_system_params_default(contact);
        carom_system_result out;
        assert_int_equal(carom_system_solve(&carom_law_pfeiffer_glocker, &s, &p, room, sizeof room, &out), CAROM_OK);
        assert_int_equal(out.solution_count, 1);
        for (int i = 0; i < 4; i++) assert_near(out.v[i], 0.0, 1e-14);
    }
}

// Lemke's method computes P_n with an error relative to P_t. With a large mu, P_t = -mu P_n may then seem to lie inside
// the friction cone. The contact must slide nevertheless.
static void steep_slide(void **state) {
    (void)state;
    const carom_contact c = {
        .dim = 2,
        .W = {{0.47130613404210503, -0.06163044003877071}, {-0.06163044003877071, 0.013460439927923356}},
        .v = {-1.4621666661267692, 0.7718258119881467}};
    const double W[4] = {c.W[0][0], c.W[0][1], c.W[1][0], c.W[1][1]};
    carom_params contact = params_plain();
    contact.e = 0.045972818968300772;
    contact.mu = 410730.62632364151;
    const carom_system s = {.nc = 1, .dim = 2, .W = W, .v = c.v};
    carom_system_params p = carom_system_params_default(&contact);
    carom_system_result out;
    carom_result one;
    p.solver = CAROM_SOLVER_LEMKE;
    assert_int_equal(carom_collide(&carom_law_pfeiffer_glocker, &c, &contact, &one), CAROM_OK);
    assert_int_equal(carom_system_solve(&carom_law_pfeiffer_glocker, &s, &p, room, sizeof room, &out), CAROM_OK);
    // The error of Lemke's method is 4e-12 here; the bound is 1e-9.
    assert_near(out.P[1], one.P[1], 1e-9 * fabs(one.P[1]));
}

// A W from single precision, which is symmetric to 1e-6 sqrt(W_ii W_jj), is replaced by (W + W^T)/2. Results and
// derivatives have the same bits as for (W + W^T)/2 itself.
static void symmetric_to_single_precision(void **state) {
    (void)state;
    static random_system x;
    static max_align_t other[1 << 14];
    long compared = 0;
    for (uint64_t k = 0; k < 300; k++) {
        random_stream r = random_at(33, k);
        random_many(&x, &r, 2, ROW_OF_BODIES, false);
        double off[16], mean[16];
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 4; j++)
                off[4 * i + j] = x.W[4 * i + j] +
                                 (i > j ? random_between(&r, -0.9e-6, 0.9e-6) : 0.0) * sqrt(x.W[5 * i] * x.W[5 * j]);
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 4; j++) mean[4 * i + j] = 0.5 * (off[4 * i + j] + off[4 * j + i]);
        carom_system a = x.s, b = x.s;
        a.W = off;
        b.W = mean;
        const carom_system_params p = carom_system_params_default(x.contact);
        carom_system_result one, two;
        carom_system_jacobian j1, j2;
        const carom_status status =
            carom_system_solve_jacobian(&carom_law_glocker, &a, &p, room, sizeof room, &one, &j1);
        assert_int_equal(carom_system_solve_jacobian(&carom_law_glocker, &b, &p, other, sizeof other, &two, &j2),
                         status);
        assert_false(status == CAROM_NOT_SYMMETRIC);
        if (status != CAROM_OK) continue;
        compared++;
        assert_memory_equal(one.P, two.P, 4 * sizeof *one.P);
        assert_memory_equal(one.v, two.v, 4 * sizeof *one.v);
        assert_memory_equal(j1.dP_dv, j2.dP_dv, 16 * sizeof *j1.dP_dv);
        carom_verdict u, w;
        double v[4], mu[2] = {x.contact[0].mu, x.contact[1].mu};
        assert_int_equal(carom_system_check(&a, mu, one.P, v, &u), CAROM_OK);
        assert_int_equal(carom_system_check(&b, mu, one.P, v, &w), CAROM_OK);
        assert_true(u.dE == w.dE && u.violations == w.violations);
    }
    assert_true(floor_met("asymmetric systems", compared, 300, 0.7));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_stops), cmocka_unit_test(steep_slide),
                                       cmocka_unit_test(symmetric_to_single_precision)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
