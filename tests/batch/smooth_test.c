// Tests derivatives of batches at changes of mode. Each change is found to the last bit, and problems are solved there
// and up to 1e-9 away. Every item must have the smoothness that carom_collide_jacobian reports. Vectorised code does
// not detect such changes, so it must leave these items to carom_collide_jacobian.
#include "support/cmocka.h"

#include "bench/random.h"
#include "carom/derivatives.h"
#include "support/floor.h"
#include "support/laws.h"

enum { BESIDE = 13 };

static const double beside[BESIDE] = {0.0,   1e-16,  -1e-16, 1e-14,  -1e-14, 3e-13, -3e-13,
                                      9e-13, -9e-13, 3e-12,  -3e-12, 1e-9,   -1e-9};

// The quantity that is changed to reach a change of mode: slip, friction or coupling.
enum { SLIP, FRICTION, COUPLING, WAYS };

static void move(int way, double x, carom_contact *c, carom_params *p) {
    if (way == SLIP) c->v[1] = x;
    if (way == FRICTION) p->mu = x;
    if (way == COUPLING) c->W[0][1] = c->W[1][0] = x * sqrt(c->W[0][0] * c->W[1][1]);
}

static carom_mode mode_at(const carom_law *law, int way, double x, carom_contact c, carom_params p) {
    carom_result out = {0};
    move(way, x, &c, &p);
    return carom_collide(law, &c, &p, &out) == CAROM_OK ? out.mode : CAROM_MODE_UNNAMED;
}

// Checks a problem at a change of mode and next to it. Returns the number of items that are not smooth.
static int ask(const carom_law *law, int way, double edge, const carom_contact *c, const carom_params *p) {
    carom_contact contacts[BESIDE];
    double mu[BESIDE], P[BESIDE];
    uint8_t smooth[BESIDE];
    const double one = 1.0;
    int edges = 0;
    carom_batch_in in = {.dim = 2, .params = p};
    carom_batch_tangent din = {.v = {carom_shared(&one)}};
    carom_batch_tangent_out dout = {.P = {carom_array_out(P)}, .smooth = carom_bytes_array_out(smooth)};
    for (int i = 0; i < BESIDE; i++) {
        carom_params q = *p;
        contacts[i] = *c;
        move(way, edge * (1.0 + beside[i]), &contacts[i], &q);
        mu[i] = q.mu;
    }
    for (int i = 0; i < 2; i++) {
        for (int j = i; j < 2; j++) in.W[i][j] = (carom_column){&contacts[0].W[i][j], sizeof *contacts};
        in.v[i] = (carom_column){&contacts[0].v[i], sizeof *contacts};
    }
    in.param[CAROM_PARAM_mu] = carom_array(mu);
    assert_int_equal(carom_collide_jvp_batch(law, BESIDE, &in, &din, NULL, &dout), CAROM_OK);
    for (int i = 0; i < BESIDE; i++) {
        carom_params q = *p;
        carom_result out;
        carom_jacobian jac;
        q.mu = mu[i];
        if (carom_collide_jacobian(law, &contacts[i], &q, &out, &jac) != CAROM_OK) continue;
        if (smooth[i] != jac.smooth)
            fail_msg("%s, way %d, %g beside %.17g: %s in a batch, %s alone", law->name, way, beside[i], edge,
                     carom_enum_name(CAROM_ENUM_SMOOTHNESS, (int)smooth[i]),
                     carom_enum_name(CAROM_ENUM_SMOOTHNESS, (int)jac.smooth));
        edges += jac.smooth != CAROM_SMOOTH;
    }
    return edges;
}

static int edges_of(const carom_law *law, int restitution, int problems) {
    int edges = 0;
    for (int i = 0; i < problems * WAYS; i++) {
        random_stream r = random_at(23 + (uint64_t)restitution, (uint64_t)i);
        carom_contact c = random_contact(&r, 2, 1.0);
        carom_params p = random_params(&r, 2);
        const int way = i % WAYS;
        c.v[1] = random_between(&r, -2.0, 2.0);
        if (law == &carom_law_bilinear) c.W[0][1] = c.W[1][0] = 0.0; // the law needs it
        p.restitution = (carom_restitution)restitution;
        p.mu_static = CAROM_SAME_AS_MU;
        p.mu = random_between(&r, 0.05, 1.5);
        p.rest_speed = 0.0;
        double low = way == COUPLING ? -0.9 : way == SLIP ? -3.0 : 0.01, high = way == COUPLING ? 0.9 : 3.0;
        const carom_mode first = mode_at(law, way, low, c, p);
        if (mode_at(law, way, high, c, p) == first) continue;
        for (int k = 0; k < 60; k++) {
            const double middle = 0.5 * (low + high);
            *(mode_at(law, way, middle, c, p) == first ? &low : &high) = middle;
        }
        if (fabs(high) > 1e-6) edges += ask(law, way, high, &c, &p);
    }
    return edges;
}

static void as_single(void **state) {
    (void)state;
    static const carom_law *const laws[] = {&carom_law_routh,   &carom_law_whittaker, &carom_law_brach,
                                            &carom_law_glocker, &carom_law_ccp,       &carom_law_bilinear};
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++)
        for (int restitution = 0; restitution < (i == 0 ? 3 : 1); restitution++) {
            const int edges = edges_of(laws[i], restitution, 300);
            assert_true(floor_met(laws[i]->name, edges, 300 * WAYS, 50.0 / (300.0 * WAYS)));
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_single)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
