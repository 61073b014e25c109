// The impact backwards: what is found leads back to where it came from, and what led there is found.
#include "support/cmocka.h"

#include <math.h>

#include "bench/random.h"
#include "carom/carom.h"
#include "support/floor.h"

static const carom_contact rod = {.dim = 2, .W = {{2.5, -1.5}, {-1.5, 2.5}}, .v = {-1.0, 0.6}};

static double distance(const double a[2], const double b[2]) {
    return hypot(a[0] - b[0], a[1] - b[1]);
}

// Newton's law without friction: v_n = -v_n'/e, v_t as W leaves it.
static void frictionless_by_hand(void **state) {
    (void)state;
    carom_params p = carom_default_params();
    p.e = 0.5;
    carom_contact after = rod;
    after.v[0] = 0.5, after.v[1] = 0.0; // P_n = 0.6, so v_t was 0.9
    carom_before found[CAROM_MOST_BEFORE];
    int count;
    assert_int_equal(carom_before_of(&carom_law_frictionless, &after, &p, found, &count), CAROM_OK);
    assert_int_equal(count, 1);
    assert_true(distance(found[0].v, (double[2]){-1.0, 0.9}) < 1e-12); // worst seen 3e-16
    assert_true(distance(found[0].P, (double[2]){0.6, 0.0}) < 1e-12);
}

// A slip that ended in the impact has left no trace: |v_t| up to the greatest that sticks. For W diagonal that is
// mu (1 + e) |v_n| W_tt / W_nn, and for these numbers 0.3 x 1.5 x 1 x 3/2.
static void a_family_where_it_stuck(void **state) {
    (void)state;
    carom_params p = carom_default_params();
    p.e = 0.5, p.mu = 0.3, p.restitution = CAROM_NEWTON;
    const carom_contact after = {.dim = 2, .W = {{2.0, 0.0}, {0.0, 3.0}}, .v = {0.5, 0.0}};
    carom_before found[CAROM_MOST_BEFORE];
    int count;
    assert_int_equal(carom_before_of(&carom_law_routh, &after, &p, found, &count), CAROM_SEVERAL);
    assert_int_equal(count, 2);
    assert_true(found[0].family && found[1].family);
    assert_true(distance(found[0].v, (double[2]){-1.0, -0.675}) < 1e-9); // worst seen 2e-11: the edge of ON
    assert_true(distance(found[1].v, (double[2]){-1.0, 0.675}) < 1e-9);
}

static void refusals(void **state) {
    (void)state;
    carom_params p = carom_default_params();
    carom_contact after = rod;
    carom_before found[CAROM_MOST_BEFORE];
    int count = 7;
    after.v[0] = after.v[1] = 0.0;
    assert_int_equal(carom_before_of(&carom_law_routh, &after, &p, found, &count), CAROM_NOT_APPLICABLE);
    assert_int_equal(count, 0);
    after.v[0] = -1.0; // no impact ends in approach
    assert_int_equal(carom_before_of(&carom_law_frictionless, &after, &p, found, &count), CAROM_NO_SOLUTION);
    after.v[0] = 1.0, p.rest_speed = 0.1;
    assert_int_equal(carom_before_of(&carom_law_routh, &after, &p, found, &count), CAROM_NOT_APPLICABLE);
    p = carom_default_params(), p.e = 2.0;
    assert_int_equal(carom_before_of(&carom_law_routh, &after, &p, found, &count), CAROM_PARAM_RANGE);
    p.e = 0.5, after.dim = 3;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) after.W[i][j] = i == j;
    assert_int_equal(carom_before_of(&carom_law_routh, &after, &p, found, &count), CAROM_NOT_APPLICABLE);
    after = rod, after.v[0] = (double)NAN;
    assert_int_equal(carom_before_of(&carom_law_routh, &after, &p, found, &count), CAROM_NOT_FINITE);
    after = rod;
    assert_int_equal(carom_before_of(&carom_law_routh, &after, &p, NULL, &count), CAROM_NULL_POINTER);
}

// Forwards, then backwards: the start is among what is found, or between the ends of a family; and each of what is found
// leads forwards to the same velocity.
static bool leads_there(const carom_law *law, const carom_contact *after, const carom_params *p, const carom_before *b,
                        const carom_before *other) {
    carom_contact c = *after;
    carom_outcome out;
    // A family may end at a jump: a little inside it.
    for (int i = 0; i < 2; i++) c.v[i] = b->family ? b->v[i] + 1e-6 * (other->v[i] - b->v[i]) : b->v[i];
    carom_collide(law, &c, p, &out);
    if (!b->family) return distance(out.v, after->v) <= 1e-8 * hypot(c.v[0], c.v[1]); // worst seen 1e-10
    const double size = hypot(out.v[0], out.v[1]) / hypot(after->v[0], after->v[1]);  // of a bent family: the direction
    return distance(out.v, (double[2]){size * after->v[0], size * after->v[1]}) <= 1e-8 * hypot(c.v[0], c.v[1]);
}

static bool is_found(const double v[2], const carom_before *found, int count) {
    for (int i = 0; i < count; i++) {
        if (distance(found[i].v, v) <= 1e-6 * hypot(v[0], v[1])) return true;
        if (found[i].family && i + 1 < count && found[i + 1].family &&
            (v[1] / -v[0] - found[i].v[1] / -found[i].v[0]) * (v[1] / -v[0] - found[i + 1].v[1] / -found[i + 1].v[0]) <=
                0.0)
            return true;
        i += found[i].family;
    }
    return false;
}

static void there_and_back(void **state) {
    (void)state;
    enum { PROBLEMS = 300 };
    for (int l = 0; l < carom_law_count(); l++) {
        const carom_law *law = carom_law_at(l);
        int asked = 0, missed = 0, wrong = 0, several = 0;
        for (int i = 0; i < PROBLEMS && law->code && law->dims & CAROM_PLANE; i++) {
            random_stream r = random_at(77 + (uint64_t)l, (uint64_t)i);
            carom_contact c = random_contact(&r, 2, 1.0);
            const carom_params p = random_params(&r, 2);
            carom_outcome out;
            carom_before found[CAROM_MOST_BEFORE];
            int count;
            if (!(carom_law_promises(law, 2, &p) & CAROM_HOMOGENEOUS) || p.rest_speed > 0.0) continue;
            if (carom_collide(law, &c, &p, &out) != CAROM_OK || !(hypot(out.v[0], out.v[1]) > 1e-6)) continue;
            const double start[2] = {c.v[0], c.v[1]};
            c.v[0] = out.v[0], c.v[1] = out.v[1];
            const carom_status status = carom_before_of(law, &c, &p, found, &count);
            asked++;
            several += status == CAROM_SEVERAL;
            if (!is_found(start, found, count)) missed++;
            bool ends = false;
            for (int k = 0; k < count; k++) {
                wrong += !leads_there(law, &c, &p, &found[k], &found[ends ? k - 1 : k + 1]);
                ends = found[k].family && !ends;
            }
        }
        if (!asked) continue;
        printf("%-18s %d asked, %d with several, %d missed, %d wrong\n", law->name, asked, several, missed, wrong);
        assert_int_equal(missed, 0);
        assert_int_equal(wrong, 0);
        assert_true(floor_met(law->name, asked, PROBLEMS, 0.2));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(frictionless_by_hand),
                                       cmocka_unit_test(a_family_where_it_stuck), cmocka_unit_test(refusals),
                                       cmocka_unit_test(there_and_back)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
