// Tests bodies that are made for a given W, written to a file and read back. The contact must have the same bits as
// before, and W must agree with the given W.
#include "support/cmocka.h"

#include <string.h>

#include "base/worst.h"
#include "bench/random.h"
#include "carom/scenario.h"
#include "papers/rods.h"
#include "support/floor.h"
#include "support/spectrum.h"

// Returns a contact whose W has random eigenvalues. Some are equal, nearly equal or zero, and their scales differ
// widely.
static carom_contact wanted(uint64_t k, int dim) {
    static const double gaps[] = {1.0, 1e-3, 1e-6, 1e-9, 1e-13, 0.0};
    random_stream r = random_at(11, k);
    const double gap = gaps[random_below(&r, 6)];
    const double scale = k % 2 ? 1.0 : random_power10(random_between(&r, -120.0, 120.0));
    double w[3] = {random_below(&r, 8) ? random_between(&r, 0.1, 1.0) : 0.0, 0.0, 0.0};
    w[1] = w[0] * (1.0 + gap) + (w[0] == 0.0);
    w[2] = w[1] * random_between(&r, 1.0, 5.0);
    carom_contact c = spectrum_contact(&r, dim, w, scale);
    c.v[0] = -1.0, c.v[1] = 0.1 * (double)(k % 7), c.v[2] = dim == 3 ? 1.0 / 3.0 : 0.0;
    return c;
}

static double read_back(const char *text, const carom_contact *c, const carom_contact *made) {
    carom_error why;
    carom_scenario *s = carom_scenario_parse(text, strlen(text), NULL, &why);
    if (!s) fail_msg("%s\n%s", why.detail, text);
    const carom_contact *back = carom_scenario_contact(s);
    assert_int_equal(back->dim, c->dim);
    for (int i = 0; i < c->dim; i++) {
        assert_true(back->v[i] == c->v[i]);
        for (int j = 0; j < c->dim; j++) assert_true(back->W[i][j] == made->W[i][j]);
    }
    const double off = spectrum_apart(c, back);
    carom_scenario_free(s);
    return off;
}

static void there_and_back(void **state) {
    double worst = 0.0;
    int answered = 0;
    (void)state;
    for (uint64_t k = 0; k < 4000; k++) {
        const carom_contact c = wanted(k, k % 4 ? 3 : 2);
        carom_contact made;
        char text[4096];
        size_t length;
        if (c.dim == 3) {
            carom_pair pair;
            carom_rod_masses rods;
            assert_int_equal(carom_pair_from_contact(&c, CAROM_PAIR_FEWEST, 0.3, &pair), CAROM_OK);
            if (k % 4 == 3) (void)carom_rods_compute(&c, HUGE_VAL, 0.3, &rods, &pair);
            carom_pair_contact(&pair, &made);
            length = carom_scenario_write_pair(&pair, "a note", text, sizeof text);
        } else {
            carom_planar_pair pair;
            assert_int_equal(carom_planar_pair_from_contact(&c, 0.3, &pair), CAROM_OK);
            carom_planar_pair_contact(&pair, &made);
            length = carom_scenario_write_planar_pair(&pair, NULL, text, sizeof text);
        }
        assert_true(length > 100 && length < sizeof text && length == strlen(text));
        carom_worsen(&worst, read_back(text, &c, &made));
        answered++;
    }
    assert_true(floor_met("scenarios written and read", answered, 4000, 1.0));
    printf("4000 files: W comes back within %.2g of its largest entry\n", worst);
    assert_true(worst < 2e-14); // the largest error was 4e-15
}

// Tests a spinning body with a coupled inertia tensor that hits a moving wall, then a buffer that is too small, and
// invalid pairs.
static void other_bodies(void **state) {
    (void)state;
    carom_pair pair = {.a = {.mass = 2.0, .centre = {0.1, 0.2, 0.3}, .velocity = {0, 0, -1}, .spin = {1, 2, 3}},
                       .b = carom_body_fixed(),
                       .normal = {0, 0, 2}};
    const double I[3][3] = {{1.0, 0.1, 0.0}, {0.1, 1.2, 0.05}, {0.0, 0.05, 1.5}};
    memcpy(pair.a.inertia, I, sizeof I);
    pair.b.velocity[2] = 0.5;
    carom_contact made;
    char text[4096], little[20];
    assert_int_equal(carom_pair_contact(&pair, &made), CAROM_OK);
    const size_t length = carom_scenario_write_pair(&pair, "x", text, sizeof text);
    read_back(text, &made, &made);
    assert_true(carom_scenario_write_pair(&pair, "x", little, sizeof little) == length);
    assert_int_equal(strlen(little), sizeof little - 1);
    assert_true(carom_scenario_write_pair(&pair, "a \" quote", text, sizeof text) == 0);
    pair.a.mass = -1.0;
    assert_true(carom_scenario_write_pair(&pair, NULL, text, sizeof text) == 0);
    assert_true(carom_scenario_write_pair(NULL, NULL, text, sizeof text) == 0);
}

// The contact of an ellipsoid is the point of its surface that faces the wall, so a file may omit the point. A box
// needs the point.
static void ellipsoids(void **state) {
    (void)state;
    static const char file[] =
        "{\"bodies\": [{\"mass\": 1, \"shape\": {\"ellipsoid\": [2, 1, 0.5]}, \"centre\": [0, 0, 0], \"velocity\": "
        "[0, 1, 0]}, \"fixed\"], \"contact\": {%s\"normal\": [-0.6, 1.6, -1]}}";
    char text[400];
    carom_error why;
    double W = 0.0;
    for (int i = 0; i < 2; i++) {
        // The point is D^2 o/sqrt(o.D^2 o) with o = (0.6, -1.6, 1).
        snprintf(text, sizeof text, file,
                 i ? "\"point\": [1.1641710001743981, -0.7761140001162656, 0.12126781251816647], " : "");
        carom_scenario *s = carom_scenario_parse(text, strlen(text), NULL, &why);
        if (!s) fail_msg("%s", why.detail);
        if (i) assert_near(W, carom_scenario_contact(s)->W[0][0], 1e-15);
        W = carom_scenario_contact(s)->W[0][0];
        assert_near(W, 2.2010973801285223, 1e-14);
        carom_scenario_free(s);
    }
    snprintf(text, sizeof text,
             "{\"bodies\": [{\"mass\": 1, \"shape\": {\"box\": [2, 1, 0.5]}, \"centre\": [0, 0, 0]}, "
             "\"fixed\"], \"contact\": {\"normal\": [0, 0, 1]}}");
    assert_null(carom_scenario_parse(text, strlen(text), NULL, &why));
    assert_non_null(strstr(why.detail, "\"point\" is missing"));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(there_and_back), cmocka_unit_test(other_bodies),
                                       cmocka_unit_test(ellipsoids)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
