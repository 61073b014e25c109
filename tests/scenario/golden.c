// Compares golden problems, given as scenarios to `carom solve --jsonl`, with the golden numbers, including the speeds
// of the bodies. Shen & Townsend's double pendulum is given as a mass matrix and as a chain. Their two spheres, and
// Wang & Mason's rod and two free bodies, are given as bodies.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "carom/carom.h"
#include "cases.h"

// Makes a scenario from a golden case. Returns NULL if the case has no data for this kind of scenario.
typedef json_t *teller(const json_t *golden);

static json_t *told(const json_t *golden, json_t *parts) {
    json_t *scenario = json_pack("{s:O, s:O, s:O}", "id", json_object_get(golden, "id"), "law",
                                 json_object_get(golden, "law"), "params", json_object_get(golden, "params"));
    json_object_update(scenario, parts);
    json_decref(parts);
    return scenario;
}

static bool starts(const json_t *golden, const char *with) {
    return !strncmp(golden_text(golden, "id"), with, strlen(with));
}

// Shen & Townsend, example 1, with the numbers of the file: M, the rows of the contact, and the speeds.
static json_t *tell_mechanism(const json_t *golden) {
    const json_t *system = json_object_get(golden, "system"), *J = json_object_get(system, "J");
    if (!system) return NULL;
    return told(golden, json_pack("{s:{s:O, s:O, s:[{s:O, s:O}]}}", "mechanism", "M",
                                  json_object_get(system, "mass_matrix"), "u", json_object_get(system, "qdot_before"),
                                  "contacts", "normal", json_array_get(J, 0), "tangent", json_array_get(J, 1)));
}

// The same example as two bars on a pin, given by their angles. The paper measures angles from the downward vertical.
// The angles of the scenario are 180 degrees minus these, and the rates have the opposite sign.
static json_t *tell_chain(const json_t *golden) {
    const json_t *system = json_object_get(golden, "system");
    if (!system) return NULL;
    const double m = golden_real(system, "m"), l = golden_real(system, "l");
    json_t *links = json_array();
    for (size_t i = 0; i < 2; i++) {
        const double theta = json_number_value(json_object_get(system, i ? "theta2_deg" : "theta1_deg"));
        const double rate = json_number_value(json_array_get(json_object_get(system, "qdot_before"), i));
        json_array_append_new(links, json_pack("{s:f, s:f, s:{s:f}, s:f}", "length", l, "mass", m, "angle", "deg",
                                               180.0 - theta, "rate", -rate));
    }
    return told(golden, json_pack("{s:{s:{s:b}, s:o, s:[{s:i}]}}", "chain", "base", "pinned", 1, "links", links,
                                  "contacts", "link", 1));
}

// Shen & Townsend, example 2: two spheres of radius 4 and unit mass. Body A is ball 2, which is at rest. The normal is
// the unit vector i and the tangent j.
static json_t *tell_spheres(const json_t *golden) {
    if (!starts(golden, "st-spheres")) return NULL;
    const double side = 25.98076211353316; // 30 sin 60 degrees
    return told(golden, json_pack("{s:[{s:s, s:i, s:{s:i}, s:[i,i]}, {s:s, s:i, s:{s:i}, s:[i,i], s:[i,f], s:i}], "
                                  "s:{s:[i,i], s:[i,i], s:[i,i]}}",
                                  "bodies", "name", "ball 2", "mass", 1, "shape", "sphere", 4, "centre", 4, 0, "name",
                                  "ball 1", "mass", 1, "shape", "sphere", 4, "centre", -4, 0, "velocity", 15, side,
                                  "spin", -11, "contact", "point", 0, 0, "normal", 1, 0, "tangent", 0, 1));
}

// Wang & Mason, section 6: a rod of 1 m and 1 kg, inclined by 45 degrees, which falls without spin.
static json_t *tell_rod(const json_t *golden) {
    const json_t *v = json_object_get(golden, "v");
    if (!starts(golden, "wm-case")) return NULL;
    return told(golden, json_pack("{s:[{s:i, s:{s:i}, s:{s:f, s:{s:i}}, s:[O,O]}, s], s:{s:[i,i], s:[i,i]}}", "bodies",
                                  "mass", 1, "shape", "rod", 1, "centre", "size", 0.5, "angle", "deg", 45, "velocity",
                                  json_array_get(v, 1), json_array_get(v, 0), "fixed", "contact", "point", 0, 0,
                                  "normal", 0, 1));
}

// Wang & Mason (5)-(23). x and y are the coordinates of the contact relative to each centre of mass.
static json_t *tell_two_bodies(const json_t *golden) {
    const json_t *b = json_object_get(golden, "bodies"), *v = json_object_get(golden, "v");
    if (!b) return NULL;
#define OF(key) json_number_value(json_object_get(b, key))
    return told(golden,
                json_pack("{s:[{s:f, s:f, s:[f,f], s:[O,O]}, {s:f, s:f, s:[f,f]}], s:{s:[i,i], s:[i,i]}}", "bodies",
                          "mass", OF("m1"), "gyration", sqrt(OF("rho1_sq")), "centre", -OF("x1"), -OF("y1"), "velocity",
                          json_array_get(v, 1), json_array_get(v, 0), "mass", OF("m2"), "gyration", sqrt(OF("rho2_sq")),
                          "centre", -OF("x2"), -OF("y2"), "contact", "point", 0, 0, "normal", 0, 1));
}

// The double pendulum in minimal coordinates, or as two free bars with four rows of constraints for the pins. It has
// one contact.
static json_t *tell_pins(const json_t *golden) {
    const json_t *system = json_object_get(golden, "system"), *J = json_object_get(system, "J");
    const json_t *normal = json_array_get(json_object_get(system, "wN"), 0);
    json_t *mechanism =
        json_pack("{s:O, s:O, s:[{s:O, s:O}]}", "M", json_object_get(system, "M"), "u", json_object_get(system, "u"),
                  "contacts", "normal", normal, "tangent", json_array_get(json_object_get(system, "wT"), 0));
    if (J) json_object_set(mechanism, "constraints", (json_t *)(size_t)J);
    return told(golden, json_pack("{s:o}", "mechanism", mechanism));
}

// Changes a one-contact case of the law hm-differential to the law routh. The expected mode is removed, because both
// laws name their modes differently.
static void ask_routh(json_t *golden) {
    json_t *params = json_object_get(golden, "params"), *mu = json_object_get(params, "mu");
    if (strcmp(golden_text(golden, "law"), "hm-differential")) return;
    json_object_set_new(golden, "law", json_string("routh"));
    json_object_set(params, "mu", json_array_get(mu, 0));
    json_object_del(params, "c");
    json_t *expect = json_object_get(golden, "expect");
    json_object_del(expect, "mode");
    // The golden file does not list violations, so they are derived from dE.
    if (golden_real(expect, "dE") > 0.0) json_object_set_new(expect, "broken", json_pack("[s]", "dE>0"));
}

// Comparisons of the velocities after the impact.

// Compares numbers with `sign` times the wanted numbers.
static void compare_signed(golden_case *c, const char *what, const json_t *got, const json_t *wanted, double sign,
                           double allowed) {
    double x[64], y[64];
    const int count = golden_reals(wanted, y, 64);
    if (golden_reals(got, x, 64) != count) golden_differ(c, "%s has the wrong length", what);
    for (int i = 0; i < count; i++) golden_near(c, what, x[i], sign * y[i], allowed);
}

static void compare_balls(golden_case *c, const json_t *got, const json_t *balls, double allowed) {
    static const struct {
        size_t body;
        const char *key, *wanted;
    } rows[] = {{1, "velocity", "v1"}, {0, "velocity", "v2"}, {1, "spin", "omega1"}, {0, "spin", "omega2"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        golden_json(c, rows[i].wanted, json_object_get(json_array_get(got, rows[i].body), rows[i].key),
                    json_object_get(balls, rows[i].wanted), allowed);
}

// Compares the speeds of a mechanism or chain, or those of the two spheres. The rates of a chain have the opposite
// sign.
static void compare_bodies(golden_case *c, const json_t *golden, const json_t *answer) {
    const json_t *expect = json_object_get(golden, "expect"), *balls = json_object_get(expect, "bodies");
    const json_t *rates = json_object_get(answer, "rates"), *u = json_object_get(answer, "u_after");
    const json_t *speeds = json_object_get(expect, "qdot_after"), *pins = json_object_get(expect, "joint_impulse");
    const double allowed = 30.0 * golden_real(golden, "tol"); // the balls move at 30 m/s
    if (json_array_size(pins)) golden_json(c, "reactions", json_object_get(answer, "reactions"), pins, allowed);
    if (json_object_get(expect, "u_after"))
        golden_json(c, "u_after", u, json_object_get(expect, "u_after"), allowed);
    else if (speeds)
        compare_signed(c, "speeds", rates ? rates : u, speeds, rates ? -1.0 : 1.0, allowed);
    else if (balls)
        compare_balls(c, json_object_get(answer, "bodies"), balls, allowed);
}

// Returns true at a limit between two modes. There the rounding of W determines the mode, so the name may differ while
// the numbers agree.
static bool at_border(const json_t *golden) {
    const json_t *expect = json_object_get(golden, "expect"), *p = json_object_get(golden, "params");
    const double Pd = golden_real(expect, "Pd"), Pq = golden_real(expect, "Pq");
    const double e = golden_real(p, "e"), mu = golden_real(p, "mu");
    const double mu_s = fabs(golden_real(expect, "mu_s"));
    return starts(golden, "wm-") &&
           (fabs(Pd - Pq) < 1e-12 || fabs(Pd - (1.0 + e) * Pq) < 1e-12 || fabs(mu - mu_s) < 1e-12);
}

typedef struct {
    golden_tally tally;
    json_t *asked;
} session;

static void take(void *user, size_t index, const json_t *answer) {
    session *s = user;
    const json_t *golden = json_array_get(s->asked, index);
    golden_case c = compare_one(golden, answer), moved = {0};
    if (c.why[0] && at_border(golden) && c.error <= 1.0) c.why[0] = 0;
    compare_bodies(&moved, golden, answer);
    c.numbers += moved.numbers;
    if (moved.why[0]) golden_differ(&c, "the bodies move otherwise: %s", moved.why);
    golden_judge(&s->tally, golden_text(golden, "id"), &c);
}

// The scenarios made from each file, and the required numbers of cases and compared numbers.
static const struct {
    const char *file, *what;
    teller *tell;
    int cases, numbers;
} rows[] = {
    {"shen_townsend", "pendulum, mass matrix", tell_mechanism, 39, 273},
    {"shen_townsend", "pendulum, chain", tell_chain, 39, 273},
    {"shen_townsend", "two spheres", tell_spheres, 6, 66},
    {"mechanism", "pendulum, pins", tell_pins, 48, 528},
    {"wang_mason", "rod by angle", tell_rod, 504, 2520},
    {"wang_mason", "two free bodies", tell_two_bodies, 3, 15},
};

// Makes the scenarios of one row, solves them with the command, and compares the results.
static bool run(const char *carom, size_t row) {
    json_t *document = golden_load("golden", rows[row].file), *problems = json_array(), *golden;
    session s = {.tally = {.name = rows[row].what, .worst_id = "-"}, .asked = json_array()};
    size_t i;
    json_array_foreach(json_object_get(document, "cases"), i, golden) {
        ask_routh(golden);
        json_t *scenario =
            carom_law_find(NULL, golden_text(golden, "law"), CAROM_ONE_CONTACT) ? rows[row].tell(golden) : NULL;
        if (!scenario) continue;
        json_array_append_new(problems, scenario);
        json_array_append(s.asked, golden);
    }
    const bool whole = golden_ask(carom, false, problems, take, &s);
    json_decref(problems);
    json_decref(s.asked);
    json_decref(document);
    return golden_report(&s.tally, rows[row].cases, rows[row].numbers) && whole;
}

int main(int argc, char **argv) {
    bool passed = argc > 1;
    for (size_t i = 0; argc > 1 && i < sizeof rows / sizeof *rows; i++) passed = run(argv[1], i) && passed;
    return !passed;
}
