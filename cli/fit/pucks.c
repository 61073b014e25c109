#include "cli/fit/pucks.h"

#include <string.h>

// Radius in mm, mass in g, ratio I/(I + m R^2).
static const double pucks[][3] = {
#define CAROM_PUCK(number, radius, inner, thickness, mass, ratio) {radius, mass, ratio},
#include "papers/pucks.def"
#undef CAROM_PUCK
};

static const char *const heads[] = {"x1",   "y1",     "mx1",   "my1",   "x2",   "y2",    "mx2",  "my2",
                                    "x3",   "y3",     "mx3",   "my3",   "x4",   "y4",    "mx4",  "my4",
                                    "mass", "radius", "ratio", "scale", "rate", "sigma", "group"};

enum { HEADS = sizeof heads / sizeof *heads };

static bool read_puck(carom_fit_table *table, const json_t *item, const json_t *about, size_t impact,
                      carom_error *refusal) {
    const json_t *px = json_object_get(item, "px");
    const json_int_t number = json_integer_value(json_object_get(item, "puck"));
    if (number < 1 || number > 9 || json_array_size(px) != 16)
        return carom_refuse(refusal, CAROM_BAD_VALUE,
                            "impact %zu is not a strobe picture of a puck: \"puck\" 1 to 9 and 16 numbers \"px\"",
                            impact);
    double *row = carom_fit_table_row(table);
    if (!row) return carom_fit_no_memory(refusal);
    for (size_t k = 0; k < 16; k++) row[k] = json_number_value(json_array_get(px, k));
    const double per_mm = json_number_value(json_object_get(about, "pixels_per_mm"));
    row[16] = 1e-3 * pucks[number - 1][1], row[17] = 1e-3 * pucks[number - 1][0], row[18] = pucks[number - 1][2];
    row[19] = 1e3 * per_mm, row[20] = json_number_value(json_object_get(about, "strobe_hz"));
    row[21] = per_mm * json_number_value(json_object_get(about, "sigma_mm")), row[22] = (double)number;
    return true;
}

// Returns the index of the case; -1 if there is none.
static int find_case(const json_t *cases, const char *which) {
    const json_t *one;
    for (size_t k = 0; (one = json_array_get(cases, k)); k++) {
        const char *id = json_string_value(json_object_get(one, "id"));
        if (json_array_size(json_object_get(one, "data")) && (!which || (id && !strcmp(id, which)))) return (int)k;
    }
    return -1;
}

bool carom_fit_table_pucks(carom_fit_table *table, const carom_reading *r, const json_t *cases, const char *which) {
    const int found = find_case(cases, which);
    if (found < 0) {
        carom_refuse(r->refusal, CAROM_BAD_VALUE, "there is no case%s%s with data", which ? " " : "",
                     which ? which : "");
        return carom_refuse_toward(r->refusal, CAROM_HINT_NAME_CASE);
    }
    const json_t *one = json_array_get(cases, (size_t)found), *data = json_object_get(one, "data");
    for (size_t i = 0; i < HEADS; i++)
        if (!carom_fit_table_add(table, heads[i], strlen(heads[i]))) return carom_fit_no_memory(r->refusal);
    for (size_t k = 0; k < json_array_size(data); k++) {
        const json_t *picture = json_array_get(data, k);
        if (!read_puck(table, picture, json_object_get(one, "params"), k + 1, r->refusal)) return false;
    }
    return true;
}
