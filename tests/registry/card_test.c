// The coefficient cards, the ranges they state, the combine rules and the rest speed.
#include "support/cmocka.h"
#include "support/params.h"

#include <float.h>
#include <string.h>

#include "base/params.h"
#include "carom/card.h"
#include "carom/combine.h"
#include "support/laws.h"

// Every parameter of every law has one card, within the parameter's own range. Restitution brings its threshold along.
static void complete(void **state) {
    (void)state;
    int needed = 0;
    for (int i = 0; carom_law_at(NULL, i, CAROM_ONE_CONTACT); i++) {
        const uint64_t reads = carom_law_at(NULL, i, CAROM_ONE_CONTACT)->reads;
        assert_int_equal(!(reads & CAROM_RESTITUTIONS), !(reads & CAROM_PARAM_BIT(rest_speed)));
        for (int k = 0; k < CAROM_PARAM_ROOM; k++) {
            if (!((carom_law_at(NULL, i, CAROM_ONE_CONTACT)->reads >> k) & 1) || k == CAROM_PARAM_rest_speed) continue;
            const carom_card *card = carom_card_find(carom_law_at(NULL, i, CAROM_ONE_CONTACT), (carom_param)k);
            if (!card)
                fail_msg("%s has no card for %s", carom_law_at(NULL, i, CAROM_ONE_CONTACT)->name,
                         carom_law_param(carom_law_at(NULL, i, CAROM_ONE_CONTACT), k)->name);
            assert_true(card->lowest >= carom_law_param(carom_law_at(NULL, i, CAROM_ONE_CONTACT), k)->lowest &&
                        card->highest <= carom_law_param(carom_law_at(NULL, i, CAROM_ONE_CONTACT), k)->highest);
            assert_true(strlen(card->ratio) > 0 && strlen(card->relation) > 0);
            assert_ptr_equal(card->law, carom_law_at(NULL, i, CAROM_ONE_CONTACT));
            needed++;
        }
    }
    assert_int_equal(carom_card_count(), needed);
    assert_null(carom_card_at(needed));
    assert_null(carom_card_find(&carom_law_frictionless, CAROM_PARAM_mu));
}

static carom_status ask(const carom_law *law, carom_param param, double value, carom_outcome *out) {
    const carom_contact c = {.dim = 2, .W = {{1.0, 0.0}, {0.0, 3.5}}, .v = {-1.0, 0.5}};
    carom_params p = params_plain();
    carom_param_put(&p, carom_law_param(law, (int)param), &value, 1);
    // mu_static must not be below mu.
    if (param == CAROM_PARAM_mu) p.mu_static = CAROM_SAME_AS_MU;
    return carom_collide(law, &c, &p, out);
}

// The law takes the ends of the card's range and refuses what lies beyond, naming the parameter and the card's range.
static void ranges(void **state) {
    (void)state;
    for (int i = 0; i < carom_card_count(); i++) {
        const carom_card *card = carom_card_at(i);
        const carom_param_info *row = carom_law_param(card->law, (int)card->param);
        if (row->kind != CAROM_REAL && row->kind != CAROM_PAIR) continue;
        carom_outcome out;
        char text[512];
        assert_int_not_equal(ask(card->law, card->param, card->lowest, &out), CAROM_COEFFICIENT_RANGE);
        assert_int_not_equal(ask(card->law, card->param, fmin(card->highest, 1e300), &out), CAROM_COEFFICIENT_RANGE);
        const double below = card->lowest == -DBL_MAX ? -HUGE_VAL : card->lowest - 0.5;
        assert_int_equal(ask(card->law, card->param, below, &out), CAROM_COEFFICIENT_RANGE);
        assert_int_equal(out.refused, card->param);
        carom_params p = params_plain();
        carom_param_put(&p, row, &below, 1);
        carom_describe(CAROM_COEFFICIENT_RANGE, card->law, NULL, &p, &out, text, sizeof text);
        assert_non_null(strstr(text, row->name));
        assert_non_null(strstr(text, card->law->name));
        if (card->param != CAROM_PARAM_mu_static) assert_non_null(strstr(text, card->ratio));
        if (isinf(card->highest)) continue;
        const double above = card->highest == DBL_MAX ? HUGE_VAL : card->highest + 0.5;
        assert_int_equal(ask(card->law, card->param, above, &out), CAROM_COEFFICIENT_RANGE);
        assert_int_equal(out.refused, card->param);
    }
}

// What no single range says: weights above one, a direction along the velocity.
static void joint_ranges(void **state) {
    (void)state;
    const carom_contact c = {.dim = 2, .W = {{1.0, 0.2}, {0.2, 3.0}}, .v = {-1.0, 0.5}};
    carom_params p = params_plain();
    carom_outcome out;
    char text[256];
    p.s1 = p.s2 = 0.6;
    assert_int_equal(carom_collide(&carom_law_chatterjee, &c, &p, &out), CAROM_COEFFICIENT_RANGE);
    assert_int_equal(out.refused, CAROM_PARAM_s2);
    carom_describe(CAROM_COEFFICIENT_RANGE, &carom_law_chatterjee, &c, &p, &out, text, sizeof text);
    assert_non_null(strstr(text, "s1 + s2 = 1.2"));
    p.allow = CAROM_PARAM_BIT(s2);
    assert_int_equal(carom_collide(&carom_law_chatterjee, &c, &p, &out), CAROM_OK);
    p.direction[0] = -1.0;
    assert_int_equal(carom_collide(&carom_law_ivanov, &c, &p, &out), CAROM_COEFFICIENT_RANGE);
    carom_describe(CAROM_COEFFICIENT_RANGE, &carom_law_ivanov, &c, &p, &out, text, sizeof text);
    assert_non_null(strstr(text, "against the velocity"));
}

static void combine(void **state) {
    (void)state;
    const double wanted[] = {0.9, 0.4, 0.36, 0.65, 0.6};
    for (int i = 0; i < 5; i++) {
        double both;
        assert_int_equal(carom_enum_find(CAROM_ENUM_COMBINE_RULE, carom_enum_name(CAROM_ENUM_COMBINE_RULE, i)), i);
        assert_int_equal(carom_combine((carom_combine_rule)i, 0.4, 0.9, &both), CAROM_OK);
        assert_near(both, wanted[i], 1e-15);
        assert_int_equal(carom_combine((carom_combine_rule)i, -0.1, 0.9, &both), CAROM_BAD_VALUE);
        assert_true(isnan(both));
        assert_int_equal(carom_combine((carom_combine_rule)i, 0.1, (double)NAN, &both), CAROM_BAD_VALUE);
    }
    double both;
    assert_int_equal(carom_combine(CAROM_COMBINE_PRODUCT, HUGE_VAL, 0.0, &both), CAROM_BAD_VALUE);
    assert_int_equal(carom_combine(CAROM_COMBINE_GEOMETRIC, 1e300, 1e300, &both), CAROM_OK);
    assert_int_equal(carom_combine((carom_combine_rule)5, 0.1, 0.1, &both), CAROM_BAD_VALUE);
    assert_int_equal(carom_combine(CAROM_COMBINE_MAX, 0.1, 0.1, NULL), CAROM_NULL_POINTER);
    assert_int_equal(carom_enum_find(CAROM_ENUM_COMBINE_RULE, "harmonic"), -1);
    assert_int_equal(carom_enum_find(CAROM_ENUM_COMBINE_RULE, NULL), -1);
    assert_null(carom_enum_name(CAROM_ENUM_COMBINE_RULE, -1));
    assert_null(carom_card_at(-1));
    assert_int_equal(carom_combine(CAROM_COMBINE_MAX, 0.9, 0.4, &both), CAROM_OK);
    assert_near(both, 0.9, 1e-15);
    assert_int_equal(carom_combine(CAROM_COMBINE_MIN, 0.9, 0.4, &both), CAROM_OK);
    assert_near(both, 0.4, 1e-15);
    assert_null(carom_enum_name(CAROM_ENUM_COMBINE_RULE, 5));
}

// Off unless asked; slower than the threshold the restitution is zero, at the threshold it is not.
static void rest_speed(void **state) {
    (void)state;
    const carom_contact c = {.dim = 2, .W = {{1.0, 0.2}, {0.2, 3.5}}, .v = {-1.0, 0.5}};
    for (int i = 0; carom_law_at(NULL, i, CAROM_ONE_CONTACT); i++) {
        const carom_law *law = carom_law_at(NULL, i, CAROM_ONE_CONTACT);
        carom_params p = params_plain(), plastic;
        carom_outcome plain, at, above, wanted;
        p.mu = 0.3;
        plastic = p;
        plastic.e = plastic.e_n = plastic.r_n = 0.0;
        const carom_status status = carom_collide(law, &c, &p, &plain);
        if (!(law->reads & CAROM_PARAM_BIT(rest_speed)) || status != CAROM_OK) continue;
        p.rest_speed = 1.0;
        assert_int_equal(carom_collide(law, &c, &p, &at), CAROM_OK);
        p.rest_speed = 1.5;
        assert_int_equal(carom_collide(law, &c, &p, &above), CAROM_OK);
        assert_int_equal(carom_collide(law, &c, &plastic, &wanted), CAROM_OK);
        assert_true(at.P[0] == plain.P[0] && above.P[0] == wanted.P[0] && above.P[0] != plain.P[0]);
        assert_false(carom_law_promises(law, 2, &p) & CAROM_HOMOGENEOUS);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(complete), cmocka_unit_test(ranges),
                                       cmocka_unit_test(joint_ranges), cmocka_unit_test(combine),
                                       cmocka_unit_test(rest_speed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
