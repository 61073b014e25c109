// The critical friction values of `carom explain` against the golden rod, and the course it tells of Routh's law
// against the mode the golden file expects.
#include "cli/read/critical.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static double number(const json_t *object, const char *key) {
    return json_number_value(json_object_get(object, key));
}

static int near(const char *id, const char *what, double got, const json_t *expect, double tol) {
    const double wanted = number(expect, what);
    if (fabs(got - wanted) <= tol * fmax(1.0, fabs(wanted))) return 1;
    printf("%s: %s = %.17g, wanted %.17g\n", id, what, got, wanted);
    return 0;
}

// "c-sticking" says: ends in compression, holds.
static int tells(const char *id, const char *mode, const char *course) {
    const int compression = strstr(course, "in compression") != NULL,
              restitution = strstr(course, "in restitution") != NULL;
    const int slides = strstr(course, "never ends") || strstr(course, "outlasts") || strstr(course, "cannot hold");
    int agrees = compression == (mode[0] == 'c') && restitution == (mode[0] == 'r');
    if (strstr(course, "no slip at first")) agrees = 1;
    if (strstr(mode, "sticking")) agrees &= strstr(course, "friction holds") != NULL;
    if (strstr(mode, "reversed")) agrees &= strstr(course, "cannot hold") != NULL;
    if (!strcmp(mode, "sliding")) agrees &= slides;
    if (!agrees) printf("%s: %s, but \"%s\"\n", id, mode, course);
    return agrees;
}

// Exactly at a border the tie is the law's to break, and the sentence says which two numbers meet.
static int at_border(const carom_critical *k, double e, double mu) {
    return fabs(k->P_d - k->P_q) < 1e-12 || fabs(k->P_d - (1.0 + e) * k->P_q) < 1e-12 || fabs(mu - k->mu_hold) < 1e-12;
}

static int check(const json_t *golden) {
    const json_t *expect = json_object_get(golden, "expect"), *given = json_object_get(golden, "params");
    const json_t *W = json_object_get(golden, "W"), *v = json_object_get(golden, "v");
    const char *id = json_string_value(json_object_get(golden, "id")),
               *mode = json_string_value(json_object_get(expect, "mode"));
    carom_contact c = {.dim = 2};
    carom_params p = carom_default_params();
    p.e = number(given, "e");
    p.mu = number(given, "mu");
    for (size_t i = 0; i < 2; i++) {
        c.v[i] = json_number_value(json_array_get(v, i));
        for (size_t j = 0; j < 2; j++) c.W[i][j] = json_number_value(json_array_get(json_array_get(W, i), j));
    }
    const carom_critical k = carom_critical_of(&c, p.e, p.mu);
    // Each is a handful of operations on exact numbers: 1e-14.
    int good = near(id, "mu_s", k.mu_s, expect, 1e-14) & near(id, "mu_d", k.mu_d, expect, 1e-14) &
               near(id, "mu_q", k.mu_q, expect, 1e-14) & near(id, "Pd", k.P_d, expect, 1e-14) &
               near(id, "Pq", k.P_q, expect, 1e-14);
    char course[512];
    if (c.v[0] < 0.0 && !at_border(&k, p.e, p.mu))
        good &= tells(id, mode, carom_critical_course(&c, &p, course, sizeof course));
    return good;
}

int main(int argc, char **argv) {
    json_t *document = argc > 1 ? json_load_file(argv[1], 0, NULL) : NULL, *golden;
    size_t i;
    int asked = 0, bad = 0;
    json_array_foreach(json_object_get(document, "cases"), i, golden) {
        if (!json_object_get(json_object_get(golden, "expect"), "mu_d")) continue;
        asked++;
        bad += !check(golden);
    }
    printf("%d cases, %d bad\n", asked, bad);
    json_decref(document);
    return bad > 0 || asked == 0;
}
