// Tests the scene of a chain whose links have their centres of mass away from the middle. `centre` is the middle of a
// link, and the velocities must be those of this point. They are compared with differences of its position.
#include "support/cmocka.h"

#include <math.h>
#include <string.h>

#include "carom/scenario.h"

static const char chain[] =
    "{\"law\": \"routh\", \"params\": {\"e\": 0.5, \"mu\": 0.2}, \"chain\": {\"base\": {\"pinned\": true},"
    " \"links\": [{\"length\": 2, \"mass\": 3, \"centre\": 0.3, \"angle\": 2.8, \"rate\": 0.1},"
    "             {\"length\": 1, \"mass\": 2, \"centre\": 0.9, \"angle\": 2.6, \"rate\": 0.7}],"
    " \"contacts\": [{\"link\": 1}]}}";
static const double length[] = {2.0, 1.0}, angle[] = {2.8, 2.6}, rate[] = {0.1, 0.7};

// Writes the position of the middle of a link at a time. A link is along (sin angle, cos angle).
static void middle(int link, double time, double at[2]) {
    at[0] = at[1] = 0.0;
    for (int i = 0; i <= link; i++) {
        const double along = i < link ? length[i] : 0.5 * length[i], turned = angle[i] + rate[i] * time;
        at[0] += along * sin(turned);
        at[1] += along * cos(turned);
    }
}

static void links_have_the_velocity_of_their_middle(void **state) {
    (void)state;
    carom_error error;
    carom_scene scene;
    carom_scenario *made = carom_scenario_parse(chain, strlen(chain), NULL, &error);
    assert_non_null(made);
    assert_int_equal(carom_scenario_scene(made, NULL, &scene), CAROM_OK);
    for (int i = 0; i < 2; i++) {
        double before[2], now[2], after[2];
        const double h = 1e-5;
        middle(i, -h, before);
        middle(i, 0.0, now);
        middle(i, h, after);
        for (int k = 0; k < 2; k++) {
            assert_true(fabs(scene.body[i].centre[k] - now[k]) <= 1e-14);
            // Central differences of this motion have an error of at most rate^3 h^2/6 + 2^-52/h, about 4e-11.
            assert_true(fabs(scene.body[i].velocity[k] - (after[k] - before[k]) / (2.0 * h)) <= 1e-9);
            assert_true(scene.body[i].velocity_after[k] == scene.body[i].velocity[k]); // without an impulse
        }
    }
    carom_scenario_free(made);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(links_have_the_velocity_of_their_middle)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
