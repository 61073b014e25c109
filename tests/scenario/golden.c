// Golden problems told as scenarios, through `carom solve --jsonl`: the double pendulum of Shen & Townsend as a mass
// matrix and as a chain, their two spheres as bodies, the rod of Wang & Mason by its angle and velocity, and their two
// free bodies. The answers are compared with the golden numbers, and so are the speeds of the bodies.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "carom/carom.h"
#include "compare.h"

// A scenario made of a golden case, and where the answer keeps what the case expects of the bodies.
typedef json_t *teller(const json_t *golden);

static json_t *told(const json_t *golden, json_t *parts) {
    json_t *scenario = json_pack("{s:O, s:O, s:O}", "id", json_object_get(golden, "id"), "law",
                                 json_object_get(golden, "law"), "params", json_object_get(golden, "params"));
    json_object_update(scenario, parts);
    json_decref(parts);
    return scenario;
}

static bool starts(const json_t *golden, const char *with) {
    return !strncmp(json_string_value(json_object_get(golden, "id")), with, strlen(with));
}

// Shen & Townsend, example 1, as it stands in the file: M, the contact rows, the speeds.
static json_t *tell_mechanism(const json_t *golden) {
    const json_t *system = json_object_get(golden, "system"), *J = json_object_get(system, "J");
    if (!system) return NULL;
    return told(golden, json_pack("{s:{s:O, s:O, s:[{s:O, s:O}]}}", "mechanism", "M",
                                  json_object_get(system, "mass_matrix"), "u", json_object_get(system, "qdot_before"),
                                  "contacts", "normal", json_array_get(J, 0), "tangent", json_array_get(J, 1)));
}

// The same as two bars on a pin, by their angles. Theirs are from the downward vertical, so ours are 180 degrees less
// them, and the rates change sign.
static json_t *tell_chain(const json_t *golden) {
    const json_t *system = json_object_get(golden, "system");
    if (!system) return NULL;
    const double m = json_number_value(json_object_get(system, "m")),
                 l = json_number_value(json_object_get(system, "l"));
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

// Shen & Townsend, example 2: two spheres of radius 4 and unit mass; A is ball 2, at rest; normal i, tangent j.
static json_t *tell_spheres(const json_t *golden) {
    if (!starts(golden, "st-spheres")) return NULL;
    const double side = 25.98076211353316; // 30 sin 60 degrees
    return told(golden, json_pack("{s:[{s:s, s:i, s:{s:i}, s:[i,i]}, {s:s, s:i, s:{s:i}, s:[i,i], s:[i,f], s:i}], "
                                  "s:{s:[i,i], s:[i,i], s:[i,i]}}",
                                  "bodies", "name", "ball 2", "mass", 1, "shape", "sphere", 4, "centre", 4, 0, "name",
                                  "ball 1", "mass", 1, "shape", "sphere", 4, "centre", -4, 0, "velocity", 15, side,
                                  "spin", -11, "contact", "point", 0, 0, "normal", 1, 0, "tangent", 0, 1));
}

// Wang & Mason, section 6: a rod of 1 m and 1 kg leaning 45 degrees, which falls without spin.
static json_t *tell_rod(const json_t *golden) {
    const json_t *v = json_object_get(golden, "v");
    if (!starts(golden, "wm-case")) return NULL;
    return told(golden, json_pack("{s:[{s:i, s:{s:i}, s:{s:f, s:{s:i}}, s:[O,O]}, s], s:{s:[i,i], s:[i,i]}}", "bodies",
                                  "mass", 1, "shape", "rod", 1, "centre", "size", 0.5, "angle", "deg", 45, "velocity",
                                  json_array_get(v, 1), json_array_get(v, 0), "fixed", "contact", "point", 0, 0,
                                  "normal", 0, 1));
}

// Wang & Mason (5)-(23): x and y are the contact seen from each centre.
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

// The same pendulum in minimal coordinates and as two free bars on four pin rows; one contact, so Routh's law.
static json_t *tell_pins(const json_t *golden) {
    const json_t *system = json_object_get(golden, "system"), *J = json_object_get(system, "J");
    const json_t *normal = json_array_get(json_object_get(system, "wN"), 0);
    json_t *mechanism =
        json_pack("{s:O, s:O, s:[{s:O, s:O}]}", "M", json_object_get(system, "M"), "u", json_object_get(system, "u"),
                  "contacts", "normal", normal, "tangent", json_array_get(json_object_get(system, "wT"), 0));
    if (J) json_object_set(mechanism, "constraints", (json_t *)(size_t)J);
    return told(golden, json_pack("{s:o}", "mechanism", mechanism));
}

// A case of the differential law with one contact, asked of Routh's, which names its modes otherwise.
static void ask_routh(json_t *golden) {
    json_t *params = json_object_get(golden, "params"), *mu = json_object_get(params, "mu");
    if (strcmp(json_string_value(json_object_get(golden, "law")), "hm-differential")) return;
    json_object_set_new(golden, "law", json_string("routh"));
    json_object_set(params, "mu", json_array_get(mu, 0));
    json_object_del(params, "c");
    json_t *expect = json_object_get(golden, "expect");
    json_object_del(expect, "mode");
    // That file does not list what is broken; its dE tells.
    if (json_number_value(json_object_get(expect, "dE")) > 0.0)
        json_object_set_new(expect, "broken", json_pack("[s]", "dE>0"));
}

// What the bodies do afterwards.

static bool near_numbers(const json_t *got, const json_t *wanted, double sign, double allowed) {
    if (json_is_array(wanted)) {
        bool near = json_array_size(got) == json_array_size(wanted);
        for (size_t i = 0; i < json_array_size(wanted); i++)
            near = near && near_numbers(json_array_get(got, i), json_array_get(wanted, i), sign, allowed);
        return near;
    }
    return json_is_number(got) && fabs(json_number_value(got) - sign * json_number_value(wanted)) <= allowed;
}

// Speeds of a mechanism or chain (whose rates have the other sign), or of the two spheres.
static bool bodies_agree(const json_t *golden, const json_t *answer) {
    const json_t *expect = json_object_get(golden, "expect"), *balls = json_object_get(expect, "bodies");
    const json_t *got = json_object_get(answer, "bodies"), *rates = json_object_get(answer, "rates");
    const json_t *speeds = json_object_get(expect, "qdot_after");
    const double allowed = 30.0 * json_number_value(json_object_get(golden, "tol")); // the balls move at 30 m/s
    const json_t *pins = json_object_get(expect, "joint_impulse");
    if (pins && json_array_size(pins) && !near_numbers(json_object_get(answer, "reactions"), pins, 1.0, allowed))
        return false;
    if (json_object_get(expect, "u_after"))
        return near_numbers(json_object_get(answer, "u_after"), json_object_get(expect, "u_after"), 1.0, allowed);
    if (speeds)
        return near_numbers(rates ? rates : json_object_get(answer, "u_after"), speeds, rates ? -1.0 : 1.0, allowed);
    if (!balls) return true;
    const json_t *second = json_array_get(got, 0), *first = json_array_get(got, 1);
    return near_numbers(json_object_get(first, "velocity"), json_object_get(balls, "v1"), 1.0, allowed) &&
           near_numbers(json_object_get(second, "velocity"), json_object_get(balls, "v2"), 1.0, allowed) &&
           near_numbers(json_object_get(first, "spin"), json_object_get(balls, "omega1"), 1.0, allowed) &&
           near_numbers(json_object_get(second, "spin"), json_object_get(balls, "omega2"), 1.0, allowed);
}

// At a border between two modes the rounding of W decides; the numbers agree, so only the name may differ.
static bool at_border(const json_t *golden) {
    const json_t *expect = json_object_get(golden, "expect"), *p = json_object_get(golden, "params");
    const double Pd = json_number_value(json_object_get(expect, "Pd")),
                 Pq = json_number_value(json_object_get(expect, "Pq"));
    const double e = json_number_value(json_object_get(p, "e")), mu = json_number_value(json_object_get(p, "mu"));
    const double mu_s = fabs(json_number_value(json_object_get(expect, "mu_s")));
    return starts(golden, "wm-") &&
           (fabs(Pd - Pq) < 1e-12 || fabs(Pd - (1.0 + e) * Pq) < 1e-12 || fabs(mu - mu_s) < 1e-12);
}

static int judge(const json_t *golden, const json_t *answer) {
    const char *id = json_string_value(json_object_get(golden, "id"));
    const comparison c = compare_case(golden, answer);
    if (c.why[0] && !(at_border(golden) && c.error <= 1.0)) {
        printf("FAILED %s: %s\n", id, c.why);
        return 1;
    }
    if (bodies_agree(golden, answer)) return 0;
    printf("FAILED %s: the bodies move otherwise\n", id);
    return 1;
}

static json_t *load(const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%s/tests/golden/%s.json", CAROM_ROOT, name);
    json_t *document = json_load_file(path, 0, NULL);
    if (!document) printf("no golden file %s\n", path);
    return document;
}

static bool known(const json_t *golden) {
    const carom_law *law = carom_law_find(json_string_value(json_object_get(golden, "law")));
    return law && law->code;
}

// Tells every case it can, asks, and counts what is wrong; -1 if there was nothing to tell.
static int run(const char *carom, const char *file, const char *what, teller *tell) {
    char path[] = "/tmp/carom-scenario-XXXXXX", command[8192], *line = NULL;
    const int descriptor = mkstemp(path);
    json_t *document = load(file), *cases = json_object_get(document, "cases"), *asked = json_array(), *golden;
    FILE *problems = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    size_t i, room = 0;
    json_array_foreach(cases, i, golden) {
        ask_routh(golden);
        json_t *scenario = known(golden) ? tell(golden) : NULL;
        if (!scenario) continue;
        json_dumpf(scenario, problems, JSON_COMPACT | JSON_REAL_PRECISION(17));
        fputc('\n', problems);
        json_array_append(asked, golden);
        json_decref(scenario);
    }
    fclose(problems);
    snprintf(command, sizeof command, "'%s' solve --jsonl '%s'", carom, path);
    FILE *answers = popen(command, "r");
    int bad = json_array_size(asked) ? 0 : -1;
    json_array_foreach(asked, i, golden) {
        json_t *answer = getline(&line, &room, answers) < 0 ? NULL : json_loads(line, 0, NULL);
        bad += judge(golden, answer);
        json_decref(answer);
    }
    if (pclose(answers)) bad = -1;
    printf("%-24s %zu cases, %d bad\n", what, json_array_size(asked), bad);
    unlink(path);
    free(line);
    json_decref(asked);
    json_decref(document);
    return bad;
}

int main(int argc, char **argv) {
    if (argc < 2) return 1;
    const int bad[] = {run(argv[1], "shen_townsend", "pendulum, mass matrix", tell_mechanism),
                       run(argv[1], "shen_townsend", "pendulum, chain", tell_chain),
                       run(argv[1], "shen_townsend", "two spheres", tell_spheres),
                       run(argv[1], "mechanism", "pendulum, pins", tell_pins),
                       run(argv[1], "wang_mason", "rod by angle", tell_rod),
                       run(argv[1], "wang_mason", "two free bodies", tell_two_bodies)};
    int failed = 0;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) failed |= bad[i] != 0;
    return failed;
}
