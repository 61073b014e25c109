// The table of coefficients at run time.
#include "tables/params.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "carom/law.h"
#include "tables/shared_rows.h"

// The names of the values of the CHOICE coefficients, from value 0.
static const char *const restitution_names[] = {
#define CAROM_STOP(id, ID, ...) [CAROM_##ID] = #id,
#include "tables/stops.def"
    NULL};
_Static_assert(sizeof restitution_names / sizeof *restitution_names == CAROM_STOP_COUNT + 1,
               "the stops' numbers have no gap");

static const char *const friction_names[] = {
#define CAROM_FRICTION_MODEL(number, ID, name, ...) [CAROM_FRICTION_##ID] = name,
#include "tables/frictions.def"
    NULL};
_Static_assert(sizeof friction_names / sizeof *friction_names == CAROM_FRICTION_COUNT + 1,
               "the friction models' numbers have no gap");

#define CHOICES_REAL(field)   NULL
#define CHOICES_VECTOR(field) NULL
#define CHOICES_CHOICE(field) field##_names

static const carom_coefficient rows[] = {
#define CAROM_PARAM(number_, field, kind_, lowest_, highest_)                                                          \
    [number_] = {CAROM_ROW_##field, .unit = CAROM_UNIT_##field, .lowest = lowest_, .highest = highest_,                \
                 .choices = CHOICES_##kind_(field)},
#include "tables/params.def"
#undef CAROM_PARAM
};

const carom_param_field carom_param_fields[] = {
#define CAROM_PARAM(number_, field, kind_, ...) [number_] = {offsetof(carom_params, field), CAROM_##kind_},
#include "tables/params.def"
#undef CAROM_PARAM
};

enum { COUNT = sizeof rows / sizeof *rows, PLACES = CAROM_MAX_OWN };

_Static_assert(COUNT <= CAROM_PARAM_OWN, "32 .. 63 belong to the laws");
// The n rows must have the numbers 0 .. n - 1, each exactly once. Only then is the sum of their n powers of two equal
// to 2^n - 1.
#define CAROM_PARAM(number, ...) +1
_Static_assert(0
#include "tables/params.def"
                   == COUNT,
               "no number is left out");
#undef CAROM_PARAM
#define CAROM_PARAM(number, ...) +(UINT64_C(1) << (number))
_Static_assert(0
#include "tables/params.def"
                   == (UINT64_C(1) << COUNT) - 1,
               "every number once");
#undef CAROM_PARAM

// A CHOICE of the struct is stored through an unsigned integer.
_Static_assert(sizeof(carom_restitution) == sizeof(unsigned) && sizeof(carom_friction) == sizeof(unsigned),
               "an enumeration has the size of unsigned");

carom_status carom_params_init(carom_params *params, size_t size, uint64_t layout) {
    if (!params) return CAROM_NULL_POINTER;
    memset(params, 0, size);
    if (size != sizeof *params || layout != carom_params_layout()) return CAROM_BAD_STRUCT;
    params->mark = layout;
    for (int i = 0; i < COUNT; i++) {
        const double values[3] = {rows[i].default_value, rows[i].default_value, rows[i].default_value};
        carom_params_set(params, &rows[i], values, rows[i].kind == CAROM_VECTOR ? 3 : 1);
    }
    for (int i = 0; i < PLACES; i++) params->own[i] = CAROM_LEFT_OUT;
    return CAROM_OK;
}

const carom_coefficient *carom_member_at(int number) {
    return number >= 0 && number < COUNT ? &rows[number] : NULL;
}

carom_param carom_member_find(const char *name) {
    for (int i = 0; name && i < COUNT; i++)
        if (rows[i].name[0] == name[0] && !strcmp(rows[i].name, name)) return (carom_param)i;
    return CAROM_PARAM_NONE;
}

// Returns the names of a choice; a row for a member has the names of the member.
static const char *const *choices_of(const carom_coefficient *row) {
    const carom_coefficient *shared = row ? carom_member_at(row->number) : NULL;
    return shared ? shared->choices : row ? row->choices : NULL;
}

const char *carom_choice_at(const carom_coefficient *param, int value) {
    const char *const *choices = choices_of(param);
    for (int i = 0; choices && choices[i]; i++)
        if (i == value) return choices[i];
    return NULL;
}

int carom_choice_of(const carom_coefficient *param, const char *name) {
    const char *row;
    for (int i = 0; name && (row = carom_choice_at(param, i)); i++)
        if (!strcmp(row, name)) return i;
    return -1;
}

// Returns how many numbers a kind has space for.
static size_t room_of(carom_param_kind kind) {
    switch (kind) {
    case CAROM_REAL:
    case CAROM_CHOICE: return 1;
    case CAROM_TANGENT:
    case CAROM_PAIR: return 2;
    case CAROM_VECTOR:
    case CAROM_EACH: return 3;
    case CAROM_LIST: break;
    }
    return 0;
}

static bool is_own(const carom_coefficient *row) {
    return row->number >= CAROM_PARAM_OWN;
}

// Returns the position of the first number of a coefficient; NULL for an invalid coefficient, or if there are too few
// places.
static const void *field_of(const carom_params *params, const carom_coefficient *row) {
    if (row->number >= 0 && row->number < COUNT) {
        const carom_param_field *field = &carom_param_fields[row->number];
        return row->kind == (carom_param_kind)field->kind ? (const char *)params + field->offset : NULL;
    }
    if (!is_own(row)) return NULL;
    const size_t place = (size_t)(row->number - CAROM_PARAM_OWN);
    return place + room_of(row->kind) <= PLACES ? params->own + place : NULL;
}

// Stores the numbers of a coefficient. If only one number is given, it applies to all. Numbers that are not given are
// NaN, which no range accepts.
static carom_status set_each(double *field, size_t room, const double *values, size_t count) {
    if (count < 1 || count > room) return CAROM_BAD_VALUE;
    for (size_t i = 0; i < room; i++) field[i] = count == 1 ? values[0] : i < count ? values[i] : (double)NAN;
    return CAROM_OK;
}

static carom_status set_pair(double *field, const double *values, size_t count) {
    if (count < 1 || count > 2) return CAROM_BAD_VALUE;
    field[0] = values[0];
    field[1] = count == 2 ? values[1] : 0.0;
    return CAROM_OK;
}

static carom_status set_vector(double *field, const double *values, size_t count) {
    if (count < 2 || count > 3) return CAROM_BAD_VALUE;
    field[2] = 0.0;
    memcpy(field, values, count * sizeof *values);
    return CAROM_OK;
}

// Stores a choice. In the struct, enumerations are stored as the unsigned integer with which they are compatible.
static carom_status set_choice(const carom_coefficient *row, void *field, double value) {
    if (!(value >= row->lowest && value <= row->highest) || floor(value) != value) return CAROM_BAD_VALUE;
    if (is_own(row))
        *(double *)field = value;
    else
        *(unsigned *)field = (unsigned)value;
    return CAROM_OK;
}

carom_status carom_params_set(carom_params *params, const carom_coefficient *row, const double *values, size_t count) {
    if (!params || !values || !row) return CAROM_NULL_POINTER;
    if (!carom_marked(params)) return CAROM_BAD_STRUCT;
    void *field = (void *)(uintptr_t)field_of(params, row);
    if (!field) return CAROM_BAD_VALUE;
    for (size_t i = 0; is_own(row) && i < count && i < room_of(row->kind); i++)
        if (values[i] == CAROM_LEFT_OUT) return CAROM_BAD_VALUE; // an omitted number counts as not given
    switch (row->kind) {
    case CAROM_VECTOR: return set_vector(field, values, count);
    case CAROM_REAL:
    case CAROM_TANGENT:
    case CAROM_EACH: return set_each(field, room_of(row->kind), values, count);
    case CAROM_PAIR: return set_pair(field, values, count);
    case CAROM_CHOICE: return count == 1 ? set_choice(row, field, values[0]) : CAROM_BAD_VALUE;
    case CAROM_LIST: break;
    }
    return CAROM_BAD_VALUE;
}

// Fills omitted numbers of a law's own coefficient. If the first of several numbers is given, it replaces the omitted
// ones. The second number of a pair is 0.
static void fill(const carom_params *params, const carom_coefficient *row, double *values) {
    // Without friction no tangential spring is needed, so any number is valid.
    const bool unneeded = carom_param_required(row) && row->kind == CAROM_TANGENT && params->mu == 0.0;
    const double standard = unneeded ? row->example : row->default_value;
    for (size_t i = 0; i < room_of(row->kind); i++)
        if (values[i] == CAROM_LEFT_OUT) values[i] = i == 0 ? standard : row->kind == CAROM_PAIR ? 0.0 : values[0];
}

size_t carom_params_get(const carom_params *params, const carom_coefficient *row, double values[3]) {
    const void *field = params && row && values && carom_marked(params) ? field_of(params, row) : NULL;
    if (!field) return 0;
    if (row->kind == CAROM_CHOICE && !is_own(row)) {
        values[0] = (double)*(const unsigned *)field;
        return 1;
    }
    memcpy(values, field, room_of(row->kind) * sizeof *values);
    if (is_own(row)) fill(params, row, values);
    return room_of(row->kind);
}

// Returns true if a member that holds one number is omitted and only this law has a default for it.
static bool left_out(const carom_coefficient *row, const double *field) {
    return row->kind == CAROM_REAL && isnan(*field) && !isnan(row->default_value) &&
           isnan(carom_member_at(row->number)->default_value);
}

void carom_params_fill(const carom_law *law, carom_params *params) {
    for (int k = 0; k < law->coefficient_count; k++) {
        const carom_coefficient *row = &law->coefficients[k];
        double *field = row->kind == CAROM_CHOICE && !is_own(row) ? NULL : (double *)(uintptr_t)field_of(params, row);
        if (!field) continue;
        if (is_own(row))
            fill(params, row, field);
        else if (left_out(row, field))
            *field = row->default_value;
    }
}

bool carom_has_own(const carom_law *law) {
    for (int k = 0; k < law->coefficient_count; k++)
        if (is_own(&law->coefficients[k])) return true;
    return false;
}

bool carom_params_full(const carom_law *law, const carom_params *params) {
    for (int k = 0; k < law->coefficient_count; k++) {
        const carom_coefficient *row = &law->coefficients[k];
        if (!is_own(row)) {
            const double *field = row->kind == CAROM_REAL ? field_of(params, row) : NULL;
            if (field && left_out(row, field)) return false;
            continue;
        }
        const size_t first = (size_t)(row->number - CAROM_PARAM_OWN), end = first + room_of(row->kind);
        for (size_t i = first; i < end && i < PLACES; i++)
            if (params->own[i] == CAROM_LEFT_OUT) return false;
    }
    return true;
}
