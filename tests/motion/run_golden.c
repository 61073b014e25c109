// Compares motions with golden motions, event by event. States, hits, energies, states between events, and the reason
// why the motion ends must agree. Each event has its own tolerance.
#include <stdlib.h>

#include "golden_scene.h"
#include "support/laws.h"

static carom_params params;

static void read_law(const json_t *json, golden_scene *s) {
    const json_t *given = json_object_get(json, "params");
    const char *rule = golden_text(json, "several"), *restitution = golden_text(given, "restitution");
    params = carom_params_default();
    params.e = golden_real(given, "e");
    params.mu = json_object_get(given, "mu") ? golden_real(given, "mu") : 0.0;
    if (restitution)
        params.restitution =
            (carom_restitution)carom_choice_of(carom_coefficient_at(NULL, CAROM_PARAM_restitution), restitution);
    s->scene.law = carom_law_find(NULL, golden_text(json, "law"), CAROM_ONE_CONTACT);
    s->scene.params = &params;
    s->scene.rest_speed = json_object_get(given, "rest_speed") ? golden_real(given, "rest_speed") : 0.0;
    s->scene.several = CAROM_MOTION_RULE_FASTEST;
    if (rule && !strcmp(rule, "mean")) s->scene.several = CAROM_MOTION_RULE_MEAN;
    if (rule && !strcmp(rule, "glocker")) s->scene.several = CAROM_MOTION_RULE_METHOD;
}

static void compare_touching(golden_case *c, const golden_scene *s, const carom_motion_event *event,
                             const json_t *wanted) {
    if (event->touching != (int)json_array_size(wanted))
        golden_differ(c, "%d contacts, %d wanted", event->touching, (int)json_array_size(wanted));
    for (size_t i = 0; i < json_array_size(wanted); i++) {
        double pair[2];
        carom_motion_gap gap;
        golden_reals(json_array_get(wanted, i), pair, 2);
        if (carom_motion_gap_compute(&s->scene, &event->before, (int)pair[0], (int)pair[1], &gap) != CAROM_OK ||
            !(gap.gap <= 1e-9 * carom_motion_size(&s->scene)))
            golden_differ(c, "plane %g, feature %g does not touch", pair[0], pair[1]);
    }
}

static void compare_hit(golden_case *c, const carom_motion_hit *hit, const json_t *wanted, double tol) {
    const char *mode = golden_text(wanted, "mode");
    if (hit->plane != (int)golden_real(wanted, "plane") || hit->feature != (int)golden_real(wanted, "feature"))
        golden_differ(c, "hit at plane %d, feature %d", hit->plane, hit->feature);
    if (mode && strcmp(mode, carom_mode_name(hit->outcome.mode)))
        golden_differ(c, "mode %s, %s wanted", carom_mode_name(hit->outcome.mode), mode);
    compare(c, "point", hit->point, json_object_get(wanted, "point"), tol);
    compare(c, "v", hit->contact.v, json_object_get(wanted, "v"), tol);
    compare(c, "P", hit->outcome.P, json_object_get(wanted, "P"), tol);
    compare(c, "v_after", hit->outcome.v, json_object_get(wanted, "v_after"), tol);
    compare(c, "dE", &hit->outcome.dE, json_object_get(wanted, "dE"), tol);
    compare(c, "impulse", hit->impulse, json_object_get(wanted, "impulse"), tol);
}

// Compares, for each feature, the sum of the impulses of its hits.
static void compare_sums(golden_case *c, const carom_motion_hit *hit, int hits, const json_t *wanted, double tol) {
    const json_t *item;
    size_t i;
    json_array_foreach(wanted, i, item) {
        double sum[3] = {0.0, 0.0, 0.0};
        for (int j = 0; j < hits; j++)
            for (int k = 0; k < 3 && hit[j].feature == (int)golden_real(item, "feature"); k++)
                sum[k] += hit[j].outcome.P[k];
        compare(c, "P_sum", sum, json_object_get(item, "P"), tol);
    }
}

// Checks that the energies of the hits add up to the energy change of the event, up to rounding errors.
static void check_energy(golden_case *c, const carom_motion_event *event, const carom_motion_hit *hit) {
    double sum = 0.0;
    for (int i = 0; i < event->hits; i++) sum += hit[i].outcome.dE;
    const double off = event->energy_after - event->energy_before - sum;
    if (!(fabs(off) <= 1e-13 * (fabs(event->energy_before) + fabs(event->energy_after) + 1.0)))
        golden_differ(c, "energies of the hits are off by %g J", off);
}

static void compare_event(golden_case *c, const golden_scene *s, const carom_motion_result *r, int i,
                          const json_t *wanted) {
    const carom_motion_event *event = &r->event[i];
    const carom_motion_hit *hit = r->hit + event->first_hit;
    const json_t *hits = json_object_get(wanted, "hits"), *orders = json_object_get(wanted, "orders");
    const double tol = golden_real(wanted, "tol");
    carom_motion_state after = event->after;
    compare_touching(c, s, event, json_object_get(wanted, "touching"));
    compare_state(c, &s->scene, &event->before, wanted, tol);
    compare(c, "velocity_after", after.velocity, json_object_get(wanted, "velocity_after"), tol);
    compare(c, "spin_after", after.spin + (s->scene.dim == 2 ? 2 : 0), json_object_get(wanted, "spin_after"), tol);
    compare(c, "energy_before", &event->energy_before, json_object_get(wanted, "energy_before"), tol);
    compare(c, "energy_after", &event->energy_after, json_object_get(wanted, "energy_after"), tol);
    check_energy(c, event, hit);
    if (orders && event->orders != (int)json_integer_value(orders))
        golden_differ(c, "%d orders, %d wanted", event->orders, (int)json_integer_value(orders));
    if (json_object_get(wanted, "P_sum") && event->hits < (int)golden_real(wanted, "hit_count_at_least"))
        golden_differ(c, "%d hits", event->hits);
    compare_sums(c, hit, event->hits, json_object_get(wanted, "P_sum"), tol);
    if (!hits) return;
    if (event->hits != (int)json_array_size(hits)) golden_differ(c, "%d hits", event->hits);
    for (int k = 0; k < event->hits && k < (int)json_array_size(hits); k++)
        compare_hit(c, &hit[k], json_array_get(hits, (size_t)k), tol);
}

// Compares the reason why the motion ends. The file writes it with spaces, carom with hyphens (contact-persists).
static void compare_stop(golden_case *c, const carom_motion_result *r, const char *wanted) {
    char name[32] = "";
    if (!wanted) return;
    for (size_t i = 0; wanted[i] && i + 1 < sizeof name; i++) name[i] = wanted[i] == ' ' ? '-' : wanted[i];
    if (carom_enum_find(CAROM_ENUM_MOTION_STOP, name) != (int)r->stop)
        golden_differ(c, "stop %s, %s wanted", carom_enum_name(CAROM_ENUM_MOTION_STOP, (int)r->stop), wanted);
}

static void compare_dense(golden_case *c, const golden_scene *s, const carom_motion_result *r, const json_t *at) {
    const json_t *wanted;
    size_t i;
    json_array_foreach(at, i, wanted) {
        carom_motion_state state;
        if (carom_motion_state_at(&s->scene, r, golden_real(wanted, "t"), &state) != CAROM_OK)
            golden_differ(c, "no state at %g", golden_real(wanted, "t"));
        else
            compare_state(c, &s->scene, &state, wanted, golden_real(wanted, "tol"));
    }
}

// Computes the motion with every bounce. Compares the time at which the bounces accumulate, to 1e-10 of it, and the
// heights between events.
static void compare_zeno(golden_case *c, golden_scene *s, const json_t *expect) {
    if (!json_object_get(expect, "zeno")) return;
    s->scene.max_events = 2000;
    const size_t bytes = carom_motion_memory_size(&s->scene);
    void *memory = malloc(bytes);
    carom_motion_result r;
    carom_motion_run(&s->scene, &s->start, memory, bytes, &r);
    if (r.stop != CAROM_MOTION_STOP_CHATTER) golden_differ(c, "no chatter after %d events", r.events);
    compare(c, "zeno", &r.accumulation_time, json_object_get(expect, "zeno"), 1e-10);
    double heights[8];
    const json_t *wanted = json_object_get(expect, "heights");
    const int count = golden_reals(wanted, heights, 8);
    for (int i = 0; i < count && i + 1 < r.events; i++) {
        const double t = 0.5 * (r.event[i].after.t + r.event[i + 1].after.t);
        carom_motion_state top;
        carom_motion_state_at(&s->scene, &r, t, &top);
        golden_near(c, "height", top.centre[1] - r.event[i].after.centre[1], heights[i], 1e-12);
    }
    free(memory);
}

static golden_case check(const json_t *item) {
    static golden_scene s;
    golden_case c = {0};
    const json_t *expect = json_object_get(item, "expect"), *events = json_object_get(expect, "events");
    carom_motion_result r;
    read_scene(json_object_get(item, "scene"), &s);
    read_law(json_object_get(item, "scene"), &s);
    s.scene.until = golden_real(item, "until");
    s.scene.max_events = (int)golden_real(item, "most_events");
    const size_t bytes = carom_motion_memory_size(&s.scene);
    void *memory = malloc(bytes);
    const carom_status status = carom_motion_run(&s.scene, &s.start, memory, bytes, &r);
    if (carom_status_classify(status) != CAROM_CLASS_OK || r.events < (int)json_array_size(events))
        golden_differ(&c, "status %s, %d events of %d", carom_status_name(status), r.events,
                      (int)json_array_size(events));
    for (int i = 0; i < r.events && i < (int)json_array_size(events) && !c.why[0]; i++)
        compare_event(&c, &s, &r, i, json_array_get(events, (size_t)i));
    if (!c.why[0]) compare_dense(&c, &s, &r, json_object_get(expect, "at"));
    // A golden motion that ends after fewer events has no tolerance for further events.
    if ((int)json_array_size(events) == s.scene.max_events || r.stop != CAROM_MOTION_STOP_EVENTS)
        compare_stop(&c, &r, golden_text(expect, "stop"));
    if (r.stop == CAROM_MOTION_STOP_TIME) compare_state(&c, &s.scene, &r.end, json_object_get(expect, "end"), 1e-12);
    if (!(r.energy_error < 1e-12 * (1.0 + fabs(carom_motion_energy(&s.scene, &s.start)))))
        golden_differ(&c, "energy changes by %g J in flight", r.energy_error);
    free(memory);
    compare_zeno(&c, &s, expect);
    return c;
}

int main(void) {
    golden_tally t = {.name = "motions", .worst_id = "-"};
    json_t *root = golden_load("motion/golden", "motion"), *item;
    size_t i;
    json_array_foreach(json_object_get(root, "cases"), i, item) {
        if (!json_object_get(json_object_get(item, "expect"), "events")) continue;
        const golden_case c = check(item);
        golden_judge(&t, golden_text(item, "id"), &c);
    }
    json_decref(root);
    return !golden_report(&t, 180, 20000);
}
