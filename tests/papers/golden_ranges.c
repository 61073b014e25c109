// Compares several contacts with the papers' golden file, by the command `carom solve`. The topics are three spheres,
// springs at every contact, and section 5 of Hurmuzlu & Marghitu.
//   golden_ranges CAROM
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/golden.h"

// Each case becomes one or more lines of `carom solve --jsonl`. The results come in the same order.
typedef struct question {
    const json_t *golden;
    int part; // which of the lines of its case
} question;

typedef void ask_fn(const json_t *golden, json_t *questions);
typedef void judge_fn(golden_case *c, const json_t *golden, int part, const json_t *answer);

static double allowed_of(const json_t *golden, const char *key) {
    const json_t *expect = json_object_get(golden, "expect");
    return golden_real(golden, "tol") * fmax(1.0, golden_largest(json_object_get(expect, key)));
}

static json_t *inputs_of(const json_t *golden) {
    return json_object_get(golden, "inputs");
}

// Appends the problem of three balls on a line. The contacts 0-1 and 1-2 have one spring each.
static void ask_springs(const json_t *golden, json_t *questions) {
    const json_t *in = inputs_of(golden);
    json_array_append_new(
        questions, json_pack("{s:s, s:{s:O, s:f, s:[f, f]}, s:{s:[[f,f,f],[f,f,f],[f,f,f]], s:O, s:[[f,f,f],[f,f,f]], "
                             "s:[[f,f,f],[f,f,f]]}}",
                             "law", "springs", "params", "kn", json_object_get(in, "k"), "mu", 0.0, "gap", 0.0,
                             golden_real(in, "gap"), "system", "M", 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, "u",
                             json_object_get(in, "v"), "normal", -1.0, 1.0, 0.0, 0.0, -1.0, 1.0, "tangent", 0.0, 0.0,
                             0.0, 0.0, 0.0, 0.0));
}

static void judge_springs(golden_case *c, const json_t *golden, int part, const json_t *answer) {
    (void)part;
    const json_t *expect = json_object_get(golden, "expect");
    golden_json(c, "v_after", json_object_get(answer, "u_after"), json_object_get(expect, "v_after"),
                allowed_of(golden, "v_after"));
}

// Returns a ball of mass 1. In these cases one ball hits two others. The impacts are solved in all orders and
// simultaneously.
static json_t *ball(const json_t *velocity, double x, double y) {
    return json_pack("{s:f, s:{s:f}, s:[f, f], s:O}", "mass", 1.0, "shape", "sphere", 1.0, "centre", x, y, "velocity",
                     velocity);
}

static void ask_spheres(const json_t *golden, json_t *questions) {
    static const char *const methods[2] = {"sequence", "glocker"};
    const json_t *in = inputs_of(golden), *v = json_object_get(in, "v"), *normals = json_object_get(in, "normals");
    const double e = golden_real(in, "e");
    for (int k = 0; k < 2; k++) {
        json_t *bodies = json_array(), *contacts = json_array();
        json_array_append_new(bodies, ball(json_array_get(v, 0), 0.0, 0.0));
        for (size_t i = 0; i < 2; i++) {
            double n[2];
            golden_reals(json_array_get(normals, i), n, 2);
            json_array_append_new(bodies, ball(json_array_get(v, i + 1), 2.0 * n[0], 2.0 * n[1]));
            json_array_append_new(contacts, json_pack("{s:[i, i], s:[f, f], s:[f, f]}", "between", (int)i + 1, 0,
                                                      "point", n[0], n[1], "normal", n[0], n[1]));
        }
        json_t *params = k ? json_pack("{s:f, s:f, s:f}", "e_n", e, "e_t", 0.0, "mu", 0.0)
                           : json_pack("{s:f, s:s}", "e", e, "single", "frictionless");
        json_array_append_new(questions, json_pack("{s:s, s:o, s:o, s:o}", "law", methods[k], "params", params,
                                                   "bodies", bodies, "contacts", contacts));
    }
}

// Returns x and y of the velocities of the three balls, in the order of the file.
static json_t *plane_velocities(const json_t *answer) {
    json_t *flat = json_array();
    for (size_t i = 0; i < 3; i++)
        for (size_t k = 0; k < 2; k++)
            json_array_append(
                flat,
                json_array_get(json_object_get(json_array_get(json_object_get(answer, "bodies"), i), "velocity"), k));
    return flat;
}

static void judge_spheres(golden_case *c, const json_t *golden, int part, const json_t *answer) {
    const json_t *expect = json_object_get(golden, "expect"), *wanted;
    const double allowed = golden_real(golden, "tol");
    if (part == 1) {
        json_t *got = plane_velocities(answer);
        golden_json(c, "simultaneous", got, json_object_get(expect, "simultaneous"), allowed);
        json_decref(got);
        return;
    }
    const json_t *outcomes = json_object_get(answer, "solutions");
    size_t i;
    if (json_array_size(outcomes) != 2) golden_differ(c, "%zu outcomes, wanted 2", json_array_size(outcomes));
    json_array_foreach(json_object_get(expect, "sequences"), i, wanted) {
        // Finds the solution whose first impact is at this contact; the file counts contacts from 1.
        const json_t *found = NULL, *one;
        size_t k;
        json_array_foreach(outcomes, k, one) {
            if (json_integer_value(json_array_get(json_object_get(one, "order"), 0)) + 1 ==
                json_integer_value(json_object_get(wanted, "first")))
                found = one;
        }
        json_t *got = plane_velocities(found);
        golden_json(c, "v_after of a sequence", got, json_object_get(wanted, "v_after"), allowed);
        golden_near(c, "impacts", golden_real(found, "shortest"), golden_real(wanted, "impacts"), 0.5);
        json_decref(got);
    }
}

// Section 5: three links at 359 angles, solved by five schemes.
enum { ANGLES = 359 };
static const struct {
    const char *name, *method, *restitution;
} schemes[5] = {{"energetic", "hm-differential", "energetic"},
                {"kinematic", "hm-differential", "newton"},
                {"kinetic", "hm-differential", "poisson"},
                {"whittaker", "hm-whittaker", NULL},
                {"brach", "hm-brach", NULL}};
static double losses[5][ANGLES];

static json_t *link_at(double degrees, double rate) {
    return json_pack("{s:i, s:i, s:{s:f}, s:f}", "length", 1, "mass", 1, "angle", "deg", degrees, "rate", rate);
}

static void ask_section5(const json_t *golden, json_t *questions) {
    (void)golden;
    for (int s = 0; s < 5; s++)
        for (int i = 0; i < ANGLES; i++) {
            const double phi = -89.5 + 0.5 * i;
            json_t *params = json_pack("{s:f, s:f}", "e", 0.9, "mu", 0.5);
            if (schemes[s].restitution) json_object_set_new(params, "restitution", json_string(schemes[s].restitution));
            json_array_append_new(questions,
                                  json_pack("{s:s, s:o, s:i, s:{s:{s:[f,f]}, s:[o,o,o], s:[{s:s}, {s:i}]}}", "law",
                                            schemes[s].method, "params", params, "colliding", 1, "chain", "base",
                                            "velocity", 0.0, 0.0, "links", link_at(phi, 0.1), link_at(90.0, 0.2),
                                            link_at(180.0 + phi, 0.3), "contacts", "link", "base", "link", 2));
        }
}

static void judge_conclusions(golden_case *c, const json_t *golden) {
    const json_t *against = json_object_get(json_object_get(golden, "expect"), "loss_against_energetic");
    const double tol = golden_real(golden, "tol");
    for (int s = 1; s < 5; s++) {
        const json_t *wanted = json_object_get(against, schemes[s].name);
        double sum = 0.0, gain = 0.0;
        int more = 0, less = 0;
        for (int i = 0; i < ANGLES; i++) {
            const double apart = losses[s][i] - losses[0][i];
            // Smaller differences are rounding errors. All other differences are 1e-6 J or more.
            more += apart > 1e-9;
            less += apart < -1e-9;
            sum += fabs(apart);
            gain = fmax(gain, -losses[s][i]);
        }
        golden_near(c, "more", more, golden_real(wanted, "more"), 0.5);
        golden_near(c, "less", less, golden_real(wanted, "less"), 0.5);
        golden_near(c, "same", ANGLES - more - less, golden_real(wanted, "same"), 0.5);
        golden_near(c, "sum_abs", sum, golden_real(wanted, "sum_abs"), tol);
        golden_near(c, "largest_gain", gain, golden_real(wanted, "largest_gain"), tol);
    }
}

static void judge_section5(golden_case *c, const json_t *golden, int part, const json_t *answer) {
    const json_t *dE = json_object_get(answer, "dE");
    losses[part / ANGLES][part % ANGLES] = json_is_number(dE) ? -json_number_value(dE) : (double)NAN;
    if (part == 5 * ANGLES - 1) judge_conclusions(c, golden);
}

static const struct {
    const char *kind;
    ask_fn *ask;
    judge_fn *judge;
    int cases, numbers; // expected numbers of cases and of compared numbers
} checks[] = {{"three-spheres", ask_spheres, judge_spheres, 2, 40},
              {"several-compliant", ask_springs, judge_springs, 8, 24},
              {"hm-conclusions", ask_section5, judge_section5, 1, 20}};
enum { CHECKS = sizeof checks / sizeof *checks };

typedef struct asking {
    int check;
    question *list; // one for each line
    size_t count;
    golden_case now;
    golden_tally tally;
} asking;

static void take(void *user, size_t index, const json_t *answer) {
    asking *a = user;
    const question *q = &a->list[index];
    if (q->part == 0) a->now = (golden_case){0};
    checks[a->check].judge(&a->now, q->golden, q->part, answer);
    if (index + 1 == a->count || a->list[index + 1].part == 0)
        golden_judge(&a->tally, golden_text(q->golden, "id"), &a->now);
}

static bool run(const char *carom, const json_t *cases, int check) {
    asking a = {.check = check, .tally = {.name = checks[check].kind}};
    json_t *questions = json_array(), *golden;
    size_t i;
    json_array_foreach(cases, i, golden) {
        if (strcmp(golden_text(golden, "kind"), checks[check].kind)) continue;
        const size_t before = json_array_size(questions);
        checks[check].ask(golden, questions);
        a.count = json_array_size(questions);
        a.list = realloc(a.list, a.count * sizeof *a.list);
        for (size_t k = before; k < a.count; k++) a.list[k] = (question){golden, (int)(k - before)};
    }
    const bool asked = golden_ask(carom, true, questions, take, &a);
    json_decref(questions);
    free(a.list);
    return golden_report(&a.tally, checks[check].cases, checks[check].numbers) && asked;
}

int main(int argc, char **argv) {
    json_t *file = argc > 1 ? golden_load("papers/golden", "papers") : NULL;
    if (!file) return EXIT_FAILURE;
    bool fine = true;
    for (int k = 0; k < CHECKS; k++) fine = run(argv[1], json_object_get(file, "cases"), k) && fine;
    json_decref(file);
    return fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
