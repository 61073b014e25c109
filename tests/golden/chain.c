// Provides the three-link chain of Hurmuzlu & Marghitu 1994, section 4, as problems for the command.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cases.h"

// Returns the chain for an angle phi1 in degrees. The angle phi2 is 90. For the reading "parallel", phi3 is 180 + phi1;
// otherwise it is 180 - phi1, as printed in the paper.
static json_t *chain_json(const char *reading, double phi1) {
    const double phi3 = !strcmp(reading, "parallel") ? 180.0 + phi1 : 180.0 - phi1;
    const double phi[3] = {phi1, 90.0, phi3}, rate[3] = {0.1, 0.2, 0.3};
    json_t *links = json_array();
    for (int i = 0; i < 3; i++)
        json_array_append_new(links, json_pack("{s:f,s:f,s:{s:f},s:f}", "length", 1.0, "mass", 1.0, "angle", "deg",
                                               phi[i], "rate", rate[i]));
    return json_pack("{s:{s:[f,f]},s:o,s:[{s:s},{s:i}]}", "base", "velocity", 0.0, 0.0, "links", links, "contacts",
                     "link", "base", "link", 2);
}

json_t *chain_problem(const json_t *golden, int i) {
    const char *reading = golden_text(golden, "reading");
    return json_pack("{s:O,s:O,s:O,s:o}", "id", json_object_get(golden, "id"), "law", json_object_get(golden, "law"),
                     "params", json_object_get(golden, "params"), "chain", chain_json(reading, -90.0 + 0.5 * i));
}

json_t *chain_spot_problem(const json_t *spot) {
    const char *reading = golden_text(spot, "reading");
    return json_pack("{s:s,s:s,s:o}", "id", "spot", "law", "delassus", "chain",
                     chain_json(reading, golden_real(spot, "phi1_deg")));
}

golden_case compare_spot(const json_t *spot, const json_t *answer) {
    golden_case c = {0};
    const json_t *golden = json_pack("{s:s,s:s,s:f,s:{s:O,s:O}}", "id", "spot", "law", "delassus", "tol", 1e-12,
                                     "expect", "W", json_object_get(spot, "W"), "v", json_object_get(spot, "v"));
    c = compare_many(golden, answer);
    json_decref((json_t *)(size_t)golden);
    return c;
}

// Returns the letter by which the golden file states the mode of this contact; '?' if there is none.
static char letter_of(const json_t *answer, int contact) {
    const json_t *one = json_array_get(json_object_get(answer, "contacts"), (size_t)contact);
    const char *mode = golden_text(one, "mode");
    const char *method = golden_text(answer, "law");
    const double vt = json_number_value(json_array_get(json_object_get(one, "v_after"), 1));
    if (!mode) return '?';
    if (!strcmp(mode, "stick")) return 'S';
    if (!strcmp(mode, "slip+")) return '+';
    if (!strcmp(mode, "slip-")) return '-';
    if (!strcmp(mode, "rebound-impulse")) return 'I';
    if (!strcmp(mode, "idle")) return '.';
    // With Brach's impulse ratio the contact slips, and the sign of its velocity is the letter.
    if (!strcmp(mode, "ratio")) return vt > 0.0 ? '+' : '-';
    const double vn = json_number_value(json_array_get(json_object_get(one, "v_after"), 0));
    return !strcmp(mode, "rebound") || strcmp(method, "hm-differential") ? (vn > 1e-12 ? 'R' : '.') : '?';
}

// Returns whether the mode of entry i is not compared.
static bool is_loose(const json_t *expect, int i) {
    const json_t *loose = json_object_get(expect, "mode_loose");
    for (size_t k = 0; k < json_array_size(loose); k++)
        if (json_integer_value(json_array_get(loose, k)) == i) return true;
    return false;
}

static void compare_entry(golden_case *c, const json_t *expect, const char *key, int i, double got, double allowed) {
    const json_t *wanted = json_array_get(json_object_get(expect, key), (size_t)i);
    if (!json_is_number(wanted)) return;
    golden_near(c, key, got, json_number_value(wanted), allowed);
}

golden_case compare_chain(const json_t *golden, const json_t *expect, int i, const json_t *answer) {
    static const char *const keys[2][4] = {{"Pn_0", "Pt_0", "vn_0", "vt_0"}, {"Pn_c", "Pt_c", "vn_c", "vt_c"}};
    golden_case c = {0};
    const double allowed = golden_real(golden, "tol");
    const char *status = golden_text(answer, "status");
    const char *modes[2] = {golden_text(expect, "mode_0"), golden_text(expect, "mode_c")};
    // Mode x means that W is singular; then nothing is compared. Mode n means that the striking contact does not
    // approach.
    if (modes[0][i] == 'x') return c;
    if (modes[0][i] == 'n') {
        if (strcmp(status, "no-impact")) golden_differ(&c, "status[%d] is %s, wanted no-impact", i, status);
        return c;
    }
    if (strcmp(status, "ok")) golden_differ(&c, "status[%d] is %s", i, status);
    for (int k = 0; k < 2; k++) {
        const json_t *one = json_array_get(json_object_get(answer, "contacts"), (size_t)k);
        const json_t *P = json_object_get(one, "P"), *v = json_object_get(one, "v_after");
        for (size_t j = 0; j < 2; j++) {
            compare_entry(&c, expect, keys[k][j], i, json_number_value(json_array_get(P, j)), allowed);
            compare_entry(&c, expect, keys[k][2 + j], i, json_number_value(json_array_get(v, j)), allowed);
        }
        if (!is_loose(expect, i) && letter_of(answer, k) != modes[k][i])
            golden_differ(&c, "mode of contact %d at %d is %c, wanted %c", k, i, letter_of(answer, k), modes[k][i]);
    }
    compare_entry(&c, expect, "dE", i, golden_real(answer, "dE"), allowed);
    return c;
}
