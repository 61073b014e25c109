// A sweep changes numbers of two bodies in place (mods/scenario/body_spec.h). The contact must then be the same, bit
// for bit, as the contact of a file with these numbers. Both ways must reject the same numbers. The test changes every
// number of every example to positive and negative values and zero.
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "mods/scenario/bodies_read.h"
#include "mods/scenario/body_spec.h"

static int tried, made, refused, wrong;

static const double values[] = {-2.5, -1.0, 0.0, 1e-3, 0.5, 1.0, 3.75, 180.0};

static bool same(const carom_contact *a, const carom_contact *b) {
    return a->dim == b->dim && !memcmp(a->W, b->W, sizeof a->W) && !memcmp(a->v, b->v, sizeof a->v);
}

static void try_leaf(const json_t *document, json_t *leaf) {
    const double before = json_real_value(leaf);
    carom_pair_spec told;
    double *slot = carom_spec_from_pair(document, leaf, &told);
    carom_bodies bodies = {.kind = CAROM_SCENARIO_PLANE};
    for (size_t i = 0; slot && i < sizeof values / sizeof *values; i++) {
        carom_error why;
        const carom_reading reading = {{.text = "", .first_line = 1}, &why, NULL};
        carom_problem problem = carom_problem_new(NULL);
        carom_contact contact = {0};
        json_real_set(leaf, values[i]);
        *slot = values[i];
        const bool by_shape = carom_shape_check(&reading, document, CAROM_OBJECT_scenario, NULL);
        const bool by_file = carom_bodies_read(&problem, document, reading.source, &why);
        const bool by_slot = by_shape && carom_pair_from_spec(&reading, &told, &bodies, &contact);
        tried++;
        made += by_file;
        refused += !by_file;
        wrong += by_file != by_slot || (by_file && !same(&contact, &problem.contact));
        carom_problem_free(&problem);
    }
    json_real_set(leaf, before);
}

// Visits all numbers of a document. The first pass converts integers to reals, so that the second pass can change them.
static void walk(json_t *document, json_t *at, bool convert) {
    const char *key;
    void *next;
    json_t *value;
    size_t i;
    json_object_foreach_safe(at, next, key, value) {
        if (json_is_integer(value) && convert) json_object_set_new(at, key, json_real(json_number_value(value)));
        if (json_is_real(value) && !convert) try_leaf(document, value);
        walk(document, json_object_get(at, key), convert);
    }
    json_array_foreach(at, i, value) {
        if (json_is_integer(value) && convert) json_array_set_new(at, i, json_real(json_number_value(value)));
        if (json_is_real(value) && !convert) try_leaf(document, value);
        walk(document, json_array_get(at, i), convert);
    }
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        json_error_t error;
        json_t *document = json_load_file(argv[i], 0, &error);
        if (json_object_get(document, "bodies")) {
            json_object_del(document, "params");
            walk(document, document, true);
            walk(document, document, false);
        }
        json_decref(document);
    }
    printf("%d numbers set: %d made bodies, %d were refused, %d differ\n", tried, made, refused, wrong);
    return wrong || made < 300 || refused < 20;
}
