// The table of parameters at run time.
#include "carom/params.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

// Of the parameter `restitution`: every stop, and what e is by it.
static const char carom_restitution_words[] = "what ends the impact"
#define CAROM_STOP(id, ID, number, ratio) "; " #id ": " ratio
#include "carom/stops.def"
    ;

static const carom_param_info rows[] = {
#define CAROM_PARAM(field, kind, symbol, unit, standard, lowest, highest, family, meaning)                             \
    {#field, CAROM_##kind, symbol, unit, standard, lowest, highest, family, meaning, offsetof(carom_params, field)},
#include "carom/params.def"
#undef CAROM_PARAM
};

// A set of parameters is a uint64_t, and a CHOICE is stored through an unsigned integer, whichever enumeration it is.
_Static_assert(CAROM_PARAM_COUNT <= 64, "CAROM_PARAM_BIT: a bit for every parameter");
_Static_assert(sizeof(carom_restitution) == sizeof(unsigned) && sizeof(carom_unloading) == sizeof(unsigned) &&
                   sizeof(carom_dead) == sizeof(unsigned),
               "an enumeration has the size of unsigned");

// The names of the CHOICE parameters, from value 0.
static const char *const restitutions[] = {
#define CAROM_STOP(id, ID, ...) [CAROM_##ID] = #id,
#include "carom/stops.def"
    NULL};
_Static_assert(sizeof restitutions / sizeof *restitutions == CAROM_STOP_COUNT + 1, "the stops' numbers have no gap");
static const char *const unloadings[] = {"1", "2", NULL};
static const char *const deads[] = {"routh", NULL};

carom_params carom_default_params(void) {
    carom_params p;
    memset(&p, 0, sizeof p);
    for (int i = 0; i < CAROM_PARAM_COUNT; i++) {
        const double values[3] = {rows[i].standard, rows[i].standard, rows[i].standard};
        if (rows[i].kind != CAROM_VIBRATIONS)
            carom_param_set(&p, (carom_param)i, values, rows[i].kind == CAROM_VECTOR ? 3 : 1);
    }
    return p;
}

const carom_param_info *carom_param_at(int param) {
    return param >= 0 && param < CAROM_PARAM_COUNT ? &rows[param] : NULL;
}

carom_param carom_param_find(const char *name) {
    for (int i = 0; name && i < CAROM_PARAM_COUNT; i++)
        if (!strcmp(rows[i].name, name)) return (carom_param)i;
    return CAROM_PARAM_NONE;
}

static const char *const *choices(carom_param param) {
    if (param == CAROM_PARAM_restitution) return restitutions;
    if (param == CAROM_PARAM_type) return unloadings;
    return param == CAROM_PARAM_dead ? deads : NULL;
}

const char *carom_choice_name(carom_param param, int value) {
    const char *const *names = choices(param);
    for (int i = 0; names && value >= 0 && names[i]; i++)
        if (i == value) return names[i];
    return NULL;
}

int carom_choice_find(carom_param param, const char *name) {
    const char *row;
    for (int i = 0; name && (row = carom_choice_name(param, i)); i++)
        if (!strcmp(row, name)) return i;
    return -1;
}

// One number stands for all; a number not given is NaN, which no range accepts.
static carom_status set_each(double *field, size_t room, const double *values, size_t count) {
    if (count < 1 || count > room) return CAROM_BAD_VALUE;
    for (size_t i = 0; i < room; i++) field[i] = count == 1 ? values[0] : i < count ? values[i] : (double)NAN;
    return CAROM_OK;
}

static carom_status set_vector(double *field, const double *values, size_t count) {
    if (count < 2 || count > 3) return CAROM_BAD_VALUE;
    field[2] = 0.0;
    memcpy(field, values, count * sizeof *values);
    return CAROM_OK;
}

// Enumerations are stored as the unsigned integer they are compatible with.
static carom_status set_choice(const carom_param_info *row, unsigned *field, double value) {
    if (!(value >= row->lowest && value <= row->highest) || floor(value) != value) return CAROM_BAD_VALUE;
    *field = (unsigned)value;
    return CAROM_OK;
}

carom_status carom_param_set(carom_params *params, carom_param param, const double *values, size_t count) {
    const carom_param_info *row = carom_param_at((int)param);
    if (!params || !values) return CAROM_NULL_POINTER;
    if (!row) return CAROM_UNKNOWN_PARAM;
    void *field = (char *)params + row->offset;
    switch (row->kind) {
    case CAROM_VECTOR: return set_vector(field, values, count);
    case CAROM_TANGENT: return set_each(field, 2, values, count);
    case CAROM_EACH: return set_each(field, 3, values, count);
    case CAROM_VIBRATIONS: return CAROM_BAD_VALUE;
    case CAROM_CHOICE: return count == 1 ? set_choice(row, field, values[0]) : CAROM_BAD_VALUE;
    case CAROM_REAL: break;
    }
    if (count != 1) return CAROM_BAD_VALUE;
    *(double *)field = values[0];
    return CAROM_OK;
}

size_t carom_param_get(const carom_params *params, carom_param param, double values[3]) {
    const carom_param_info *row = carom_param_at((int)param);
    if (!params || !row || !values) return 0;
    const void *field = (const char *)params + row->offset;
    switch (row->kind) {
    case CAROM_EACH:
    case CAROM_VECTOR: memcpy(values, field, 3 * sizeof *values); return 3;
    case CAROM_TANGENT: memcpy(values, field, 2 * sizeof *values); return 2;
    case CAROM_CHOICE: values[0] = (double)*(const unsigned *)field; return 1;
    case CAROM_VIBRATIONS: return 0;
    case CAROM_REAL: values[0] = *(const double *)field; return 1;
    }
    return 0;
}
