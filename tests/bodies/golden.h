// Reading golden files: arrays and matrices of numbers, and a count of what disagrees.
#ifndef CAROM_TESTS_BODIES_GOLDEN_H
#define CAROM_TESTS_BODIES_GOLDEN_H

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define GOLDEN_MOST 1024

// Numbers of a (nested) array, row by row; returns how many.
static inline int golden_numbers(const json_t *array, double *out) {
    if (json_is_number(array)) {
        *out = json_number_value(array);
        return 1;
    }
    int count = 0;
    size_t i;
    json_t *item;
    json_array_foreach(array, i, item) count += golden_numbers(item, out + count);
    return count;
}

// Is every number of `wanted` met, relative to max(1, |largest wanted|)? Says where not.
static inline int golden_near(const char *id, const char *what, const double *got, const json_t *wanted, double tol) {
    double numbers[GOLDEN_MOST], scale = 1.0;
    const int count = golden_numbers(wanted, numbers);
    int near = 1;
    for (int i = 0; i < count; i++) scale = fmax(scale, fabs(numbers[i]));
    for (int i = 0; i < count; i++) {
        if (fabs(got[i] - numbers[i]) <= tol * scale) continue;
        printf("%s: %s[%d] = %.17g, wanted %.17g within %g\n", id, what, i, got[i], numbers[i], tol * scale);
        near = 0;
    }
    return near;
}

static inline json_t *golden_load(const char *path) {
    json_error_t error;
    json_t *root = json_load_file(path, 0, &error);
    if (!root) printf("%s:%d:%d: %s\n", path, error.line, error.column, error.text);
    return root;
}

#endif
