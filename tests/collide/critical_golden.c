// Critical friction against the golden rod, and the end of the slip against the mode the golden file expects.
#include "carom/carom.h"

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
static int tells(const char *id, const char *mode, const carom_critical *k, double mu) {
    const carom_slip_end end = k->slip_end;
    const int ends = end == CAROM_SLIP_END_COMPRESSION || end == CAROM_SLIP_END_RESTITUTION, holds = mu >= k->mu_hold;
    int agrees = (end == CAROM_SLIP_END_COMPRESSION) == (mode[0] == 'c') &&
                 (end == CAROM_SLIP_END_RESTITUTION) == (mode[0] == 'r');
    if (end == CAROM_SLIP_END_NONE) agrees = 1;
    if (strstr(mode, "sticking")) agrees &= holds;
    if (strstr(mode, "reversed")) agrees &= !holds;
    if (!strcmp(mode, "sliding")) agrees &= !ends || !holds;
    if (!agrees) printf("%s: %s, but the slip's end is %d and holds is %d\n", id, mode, (int)end, holds);
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
    const double e = number(given, "e"), mu = number(given, "mu");
    for (size_t i = 0; i < 2; i++) {
        c.v[i] = json_number_value(json_array_get(v, i));
        for (size_t j = 0; j < 2; j++) c.W[i][j] = json_number_value(json_array_get(json_array_get(W, i), j));
    }
    carom_critical k;
    if (carom_critical_of(&c, e, mu, &k) != CAROM_OK) return 0;
    // Each is a handful of operations on exact numbers: 1e-14.
    int good = near(id, "mu_s", k.mu_s, expect, 1e-14) & near(id, "mu_d", k.mu_d, expect, 1e-14) &
               near(id, "mu_q", k.mu_q, expect, 1e-14) & near(id, "Pd", k.P_d, expect, 1e-14) &
               near(id, "Pq", k.P_q, expect, 1e-14);
    if (c.v[0] < 0.0 && !at_border(&k, e, mu)) good &= tells(id, mode, &k, mu);
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
