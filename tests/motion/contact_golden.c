// Compares first contacts and near misses with golden cases: time, place, approach speed, and which contacts touch.
#include "golden_scene.h"

static void compare_touching(golden_case *c, const golden_scene *s, const carom_motion_contact *got,
                             const json_t *wanted) {
    if (got->touching != (int)json_array_size(wanted)) {
        golden_differ(c, "%d contacts, %d wanted", got->touching, (int)json_array_size(wanted));
        return;
    }
    for (int i = 0; i < got->touching; i++) {
        double pair[2];
        carom_motion_gap gap;
        golden_reals(json_array_get(wanted, (size_t)i), pair, 2);
        if (carom_motion_gap_compute(&s->scene, &got->state, (int)pair[0], (int)pair[1], &gap) != CAROM_OK ||
            !(gap.gap <= 1e-9 * carom_motion_size(&s->scene)))
            golden_differ(c, "plane %g, feature %g does not touch", pair[0], pair[1]);
    }
}

static golden_case check(const json_t *item) {
    static golden_scene s;
    golden_case c = {0};
    const json_t *expect = json_object_get(item, "expect"), *wanted_t = json_object_get(expect, "t");
    const double tol = golden_real(item, "tol");
    carom_motion_contact got;
    read_scene(json_object_get(item, "scene"), &s);
    const carom_status status = carom_motion_first_contact(&s.scene, &s.start, golden_real(item, "until"), &got);
    if (status != CAROM_OK || got.found != (wanted_t != NULL)) {
        golden_differ(&c, "status %s, contact %d", carom_status_name(status), got.found);
        return c;
    }
    if (!got.found) {
        compare_state(&c, &s.scene, &got.state, json_object_get(expect, "end"), tol);
        return c;
    }
    compare_touching(&c, &s, &got, json_object_get(expect, "touching"));
    compare_state(&c, &s.scene, &got.state, expect, tol);
    compare(&c, "point", got.gap.point, json_object_get(expect, "point"), tol);
    compare(&c, "v_n", &got.gap.rate, json_object_get(expect, "v_n"), tol);
    return c;
}

int main(void) {
    golden_tally t = {.name = "first contacts", .worst_id = "-"};
    json_t *root = golden_load("motion/golden", "motion"), *item;
    size_t i;
    json_array_foreach(json_object_get(root, "cases"), i, item) {
        const char *group = golden_text(item, "group");
        if (strncmp(group, "first-contact", 13) && strcmp(group, "near-miss")) continue;
        const golden_case c = check(item);
        golden_judge(&t, golden_text(item, "id"), &c);
    }
    json_decref(root);
    return !golden_report(&t, 104, 1000);
}
