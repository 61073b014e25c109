// Compares free flights in 2D and 3D with golden states at given times, each at its own tolerance.
#include "golden_scene.h"

static golden_case check(const json_t *item) {
    static golden_scene s;
    golden_case c = {0};
    const json_t *at = json_object_get(json_object_get(item, "expect"), "at"), *wanted;
    size_t i;
    read_scene(json_object_get(item, "scene"), &s);
    json_array_foreach(at, i, wanted) {
        carom_motion_state later;
        if (carom_motion_flight(&s.scene, &s.start, golden_real(wanted, "t"), &later) != CAROM_OK)
            golden_differ(&c, "no answer");
        else
            compare_state(&c, &s.scene, &later, wanted, golden_real(wanted, "tol"));
    }
    return c;
}

int main(void) {
    golden_tally t = {.name = "flights", .worst_id = "-"};
    json_t *root = golden_load("motion/golden", "motion"), *item;
    size_t i;
    json_array_foreach(json_object_get(root, "cases"), i, item) {
        if (strncmp(golden_text(item, "group"), "flight", 6)) continue;
        const golden_case c = check(item);
        golden_judge(&t, golden_text(item, "id"), &c);
    }
    json_decref(root);
    return !golden_report(&t, 34, 1200);
}
