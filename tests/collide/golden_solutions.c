// Compares the results of carom_collide_all with the golden file engine_laws: their number and order, impulses,
// velocities, energies and indices, and which of them carom_collide returns.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/carom.h"
#include "support/golden.h"
#include "support/params.h"

static carom_contact contact_of(const json_t *golden) {
    carom_contact c = {.dim = (int)json_array_size(json_object_get(golden, "v"))};
    double W[9];
    golden_reals(json_object_get(golden, "W"), W, 9);
    golden_reals(json_object_get(golden, "v"), c.v, 3);
    for (int i = 0; i < c.dim; i++)
        for (int j = 0; j < c.dim; j++) c.W[i][j] = W[c.dim * i + j];
    return c;
}

static carom_params params_of(const json_t *golden, const carom_law *law) {
    carom_params p = params_plain();
    json_t *params = json_object_get(golden, "params"), *value;
    const char *name;
    json_object_foreach(params, name, value) {
        const double number = json_is_string(value) ? HUGE_VAL : json_number_value(value);
        if (carom_params_set_by_name(law, &p, name, &number, 1) != CAROM_OK) exit(EXIT_FAILURE);
    }
    return p;
}

static void compare(golden_case *c, int dim, const carom_alternative *got, const json_t *wanted, double allowed) {
    const json_t *index = json_object_get(wanted, "index");
    double P[3] = {0}, v[3] = {0};
    golden_reals(json_object_get(wanted, "P"), P, 3);
    golden_reals(json_object_get(wanted, "v_after"), v, 3);
    for (int i = 0; i < dim; i++) {
        golden_near(c, "P", got->result.P[i], P[i], allowed);
        golden_near(c, "v'", got->result.v[i], v[i], allowed);
    }
    golden_near(c, "dE", got->result.dE, golden_real(wanted, "dE"), allowed);
    if (json_is_integer(index)) golden_near(c, "index", got->index, (double)json_integer_value(index), 0.5);
}

static golden_case asked(const json_t *golden) {
    const carom_law *law = carom_law_find(NULL, golden_text(golden, "law"), CAROM_ONE_CONTACT);
    const json_t *expect = json_object_get(golden, "expect"), *all = json_object_get(expect, "all");
    const json_t *selected = json_object_get(expect, "selected");
    const carom_contact contact = contact_of(golden);
    const carom_params params = params_of(golden, law);
    carom_alternative list[CAROM_MAX_ALTERNATIVES];
    golden_case c = {0};
    int count = 0;
    carom_collide_all(law, &contact, &params, list, &count);
    if (count != (int)json_array_size(all)) {
        golden_differ(&c, "%d outcomes, wanted %d", count, (int)json_array_size(all));
        return c;
    }
    for (int i = 0; i < count; i++) {
        const json_t *wanted = json_array_get(all, (size_t)i);
        const double size = fmax(1.0, golden_largest(json_object_get(wanted, "P")));
        compare(&c, contact.dim, &list[i], wanted, golden_real(golden, "tol") * size);
        if (json_is_integer(selected) && list[i].returned != (json_integer_value(selected) == i))
            golden_differ(&c, "outcome %d: given or not", i);
    }
    return c;
}

int main(void) {
    golden_tally tally = {.name = "engine_laws: all outcomes"};
    json_t *document = golden_load("golden", "engine_laws");
    size_t i;
    json_t *golden;
    if (!document) return EXIT_FAILURE;
    json_array_foreach(json_object_get(document, "cases"), i, golden) {
        if (!json_object_get(json_object_get(golden, "expect"), "all")) continue;
        const golden_case c = asked(golden);
        golden_judge(&tally, golden_text(golden, "id"), &c);
    }
    const bool passed = golden_report(&tally, 13, 200);
    json_decref(document);
    return passed ? EXIT_SUCCESS : EXIT_FAILURE;
}
