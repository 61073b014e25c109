// Compares carom_critical_compute with the golden file wang_mason: critical frictions, impulses, and the phase in which
// the slip ends.
#include "carom/geometry.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support/golden.h"

static void compare(golden_case *c, const char *what, double got, const json_t *expect, double tol) {
    const double wanted = golden_real(expect, what);
    golden_near(c, what, got, wanted, tol * fmax(1.0, fabs(wanted)));
}

// Checks that the computed end of the slip agrees with the mode of the golden case. For example, "c-sticking" means
// that the slip ends in compression and that the contact then sticks.
static void compare_mode(golden_case *c, const char *mode, const carom_critical *k, double mu) {
    const carom_slip_end end = k->slip_end;
    const int ends = end == CAROM_SLIP_END_COMPRESSION || end == CAROM_SLIP_END_RESTITUTION, holds = mu >= k->mu_hold;
    int agrees = (end == CAROM_SLIP_END_COMPRESSION) == (mode[0] == 'c') &&
                 (end == CAROM_SLIP_END_RESTITUTION) == (mode[0] == 'r');
    if (end == CAROM_SLIP_END_NONE) agrees = 1;
    if (strstr(mode, "sticking")) agrees &= holds;
    if (strstr(mode, "reversed")) agrees &= !holds;
    if (!strcmp(mode, "sliding")) agrees &= !ends || !holds;
    if (!agrees) golden_differ(c, "%s, but the slip's end is %d and holds is %d", mode, (int)end, holds);
}

// Returns true if two numbers whose order determines the mode are equal. The choice of mode is then a convention of the
// law.
static int at_border(const carom_critical *k, double e, double mu) {
    return fabs(k->P_d - k->P_q) < 1e-12 || fabs(k->P_d - (1.0 + e) * k->P_q) < 1e-12 || fabs(mu - k->mu_hold) < 1e-12;
}

static golden_case check(const json_t *golden) {
    const json_t *expect = json_object_get(golden, "expect"), *given = json_object_get(golden, "params");
    const json_t *W = json_object_get(golden, "W"), *v = json_object_get(golden, "v");
    golden_case compared = {0};
    carom_contact c = {.dim = 2};
    const double e = golden_real(given, "e"), mu = golden_real(given, "mu");
    for (size_t i = 0; i < 2; i++) {
        c.v[i] = json_number_value(json_array_get(v, i));
        for (size_t j = 0; j < 2; j++) c.W[i][j] = json_number_value(json_array_get(json_array_get(W, i), j));
    }
    carom_critical k;
    if (carom_critical_compute(&c, e, mu, &k) != CAROM_OK) golden_differ(&compared, "refused");
    if (compared.why[0]) return compared;
    // Each number needs only a few operations on exact inputs, so the tolerance is 1e-14.
    const struct {
        const char *what;
        double got;
    } numbers[] = {{"mu_s", k.mu_s}, {"mu_d", k.mu_d}, {"mu_q", k.mu_q}, {"Pd", k.P_d}, {"Pq", k.P_q}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        compare(&compared, numbers[i].what, numbers[i].got, expect, 1e-14);
    if (c.v[0] < 0.0 && !at_border(&k, e, mu)) compare_mode(&compared, golden_text(expect, "mode"), &k, mu);
    return compared;
}

int main(void) {
    golden_tally t = {.name = "critical friction", .worst_id = "-"};
    json_t *document = golden_load("golden", "wang_mason"), *golden;
    size_t i;
    json_array_foreach(json_object_get(document, "cases"), i, golden) {
        if (!json_object_get(json_object_get(golden, "expect"), "mu_d")) continue;
        const golden_case c = check(golden);
        golden_judge(&t, golden_text(golden, "id"), &c);
    }
    json_decref(document);
    return !golden_report(&t, 579, 2895);
}
