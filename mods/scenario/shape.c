#include "mods/scenario/shape.h"

#include "carom/bodies.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "mods/scenario/speed.h"

static const carom_key keys[] = {
#define NEEDED   true
#define OPTIONAL false
#define CAROM_KEY(object, key, kind, of, need, meaning)                                                                \
    {CAROM_OBJECT_##object, key, CAROM_KIND_##kind, CAROM_OBJECT_##of, need, meaning},
#include "mods/scenario/keys.def"
#undef CAROM_KEY
};
enum { KEYS = sizeof keys / sizeof *keys };

static const char *const object_names[] = {
    "",
#define CAROM_OBJECT(name, meaning) #name,
#include "mods/scenario/keys.def"
#undef CAROM_OBJECT
};

static const char *const object_meanings[] = {
    "",
#define CAROM_OBJECT(name, meaning) meaning,
#include "mods/scenario/keys.def"
#undef CAROM_OBJECT
};

static const char *const kind_words[] = {
#define CAROM_KIND(name, words, schema) words,
#include "mods/scenario/keys.def"
#undef CAROM_KIND
};

_Static_assert(sizeof object_names / sizeof *object_names == CAROM_OBJECT_COUNT, "one name an object");
_Static_assert(sizeof object_meanings / sizeof *object_meanings == CAROM_OBJECT_COUNT, "one meaning an object");
_Static_assert(sizeof kind_words / sizeof *kind_words == CAROM_KIND_COUNT, "words for each kind");
#define OF_OBJECTS(kind) (CAROM_KIND_##kind >= CAROM_KIND_OBJECT || CAROM_KIND_##kind == CAROM_KIND_BODIES)
#define CAROM_KEY(object, key, kind, of, need, meaning)                                                                \
    _Static_assert(sizeof(key) > 1 && sizeof(meaning) > 1, #object ": a key has a name and a meaning");                \
    _Static_assert((CAROM_OBJECT_##of != CAROM_OBJECT_none) == OF_OBJECTS(kind),                                       \
                   key " of " #object ": an object names what it is made of, nothing else does");
#define CAROM_OBJECT(name, meaning)     _Static_assert(sizeof(meaning) > 1, "object " #name " has a meaning");
#define CAROM_KIND(name, words, schema) _Static_assert(sizeof(words) > 1, "kind " #name " has words");
#include "mods/scenario/keys.def"
#undef CAROM_KIND
#undef CAROM_OBJECT
#undef CAROM_KEY

const carom_key *carom_key_at(int index) {
    return index >= 0 && index < KEYS ? &keys[index] : NULL;
}

const char *carom_object_name(carom_object object) {
    return object_names[object];
}

const char *carom_object_meaning(carom_object object) {
    return object_meanings[object];
}

// Checks numbers.

static bool is_infinity(const json_t *value) {
    return carom_is_word(value, "inf");
}

static bool is_positive(const json_t *value) {
    return is_infinity(value) || json_number_value(value) > 0.0;
}

static bool all_numbers(const json_t *value, bool or_infinity) {
    json_t *item;
    if (!json_array_size(value)) return false;
    for (size_t i = 0; (item = json_array_get(value, i)); i++) {
        if (!carom_is_number(item) && !(or_infinity && is_infinity(item))) return false;
    }
    return true;
}

// Returns true for a list of lists of numbers of equal length, with `rows` rows and columns if that is not 0.
static bool is_matrix(const json_t *value, size_t rows, bool or_infinity) {
    const size_t columns = json_array_size(json_array_get(value, 0));
    json_t *row;
    if (!columns || (rows && (json_array_size(value) != rows || columns != rows))) return false;
    for (size_t i = 0; (row = json_array_get(value, i)); i++) {
        if (json_array_size(row) != columns || !all_numbers(row, or_infinity)) return false;
    }
    return true;
}

// Checks kinds of values.

static bool check_angle(const carom_reading *r, const json_t *value, const carom_json_place *place, bool *good) {
    *good = carom_is_number(value);
    if (!carom_is_object(value)) return true;
    *good = true;
    if (!carom_shape_check(r, value, CAROM_OBJECT_angle, place)) return false;
    if (carom_key_count(value) == 1) return true;
    return carom_refuse_at(r->refusal, &r->source, place, CAROM_BAD_VALUE, "an angle has one of \"deg\" and \"rad\"");
}

static bool check_vector(const carom_reading *r, const json_t *value, const carom_json_place *place, bool *good) {
    *good = true;
    if (carom_is_object(value)) return carom_shape_check(r, value, CAROM_OBJECT_polar, place);
    const size_t count = json_array_size(value);
    *good = (count == 2 || count == 3) && all_numbers(value, false);
    return true;
}

static bool check_speed(const carom_reading *r, const json_t *value, const carom_json_place *place, bool *good) {
    *good = carom_is_number(value);
    if (!carom_is_object(value)) return true;
    *good = true;
    if (!carom_shape_check(r, value, CAROM_OBJECT_speed, place)) return false;
    if (carom_key_count(value) == 1) return true;
    return carom_refuse_at(r->refusal, &r->source, place, CAROM_BAD_VALUE, "a speed has one of \"kmh\" and \"mph\"");
}

static bool check_mass(const carom_reading *r, const json_t *value, const carom_json_place *place, bool *good) {
    *good = is_positive(value);
    if (!carom_is_object(value)) return true;
    *good = json_number_value(json_object_get(value, "lb")) > 0.0;
    return carom_shape_check(r, value, CAROM_OBJECT_mass_unit, place);
}

// Checks a number or an angle per second, or three of them.
static bool check_spin(const carom_reading *r, const json_t *value, const carom_json_place *place, bool *good) {
    json_t *item;
    if (!carom_is_array(value)) return check_angle(r, value, place, good);
    *good = json_array_size(value) == 3;
    for (size_t i = 0; (item = json_array_get(value, i)); i++) {
        const carom_json_place at = {place, NULL, i};
        bool fine = false;
        if (!check_angle(r, item, &at, &fine)) return false;
        *good = *good && fine;
    }
    return true;
}

static bool check_velocity(const carom_reading *r, const json_t *value, const carom_json_place *place, bool *good) {
    json_t *item;
    if (carom_is_object(value)) {
        *good = true;
        if (!json_object_get(value, "kmh") && !json_object_get(value, "mph"))
            return carom_shape_check(r, value, CAROM_OBJECT_polar_velocity, place);
        return carom_refuse_at(
            r->refusal, &r->source, place, CAROM_BAD_VALUE,
            "a speed has no direction: write {\"size\": {\"kmh\": 50}, \"angle\": {\"deg\": 30}}, or "
            "[{\"kmh\": 50}, 0]");
    }
    *good = json_array_size(value) == 2 || json_array_size(value) == 3;
    for (size_t i = 0; (item = json_array_get(value, i)); i++) {
        const carom_json_place at = {place, NULL, i};
        bool fine = false;
        if (!check_speed(r, item, &at, &fine)) return false;
        *good = *good && fine;
    }
    return true;
}

static bool check_tangent(const carom_reading *r, const json_t *value, const carom_json_place *place, bool *good) {
    if (!carom_is_array(json_array_get(value, 0))) return check_vector(r, value, place, good);
    *good = is_matrix(value, 0, false) && json_array_size(value) == 2 && json_array_size(json_array_get(value, 0)) == 3;
    return true;
}

static bool check_list(const carom_reading *r, const json_t *value, carom_object of, const carom_json_place *place) {
    json_t *item;
    for (size_t i = 0; (item = json_array_get(value, i)); i++) {
        const carom_json_place at = {place, NULL, i};
        if (!carom_shape_check(r, item, of, &at)) return false;
    }
    return true;
}

static bool check_bodies(const carom_reading *r, const json_t *value, const carom_json_place *place, bool *good) {
    json_t *item;
    *good = json_array_size(value) > 0;
    for (size_t i = 0; (item = json_array_get(value, i)); i++) {
        const carom_json_place at = {place, NULL, i};
        if (carom_is_word(item, "fixed")) continue;
        if (*good && !carom_shape_check(r, item, CAROM_OBJECT_body, &at)) return false;
    }
    return true;
}

static bool is_list_of(const json_t *value, size_t count) {
    return json_array_size(value) == count && all_numbers(value, false);
}

static bool is_index(const json_t *value) {
    return carom_is_integer(value) && json_integer_value(value) >= 0 && json_integer_value(value) < 1000000;
}

static bool is_whole(const json_t *value) {
    return carom_is_integer(value) && json_integer_value(value) >= 1 && json_integer_value(value) <= 10000000;
}

static bool is_indices(const json_t *value) {
    for (size_t i = 0; i < json_array_size(value); i++)
        if (!is_index(json_array_get(value, i))) return false;
    return carom_is_array(value);
}

// Returns true for a list that may be empty.
static bool is_reals(const json_t *value) {
    return carom_is_array(value) && (!json_array_size(value) || all_numbers(value, true));
}

static bool is_link(const json_t *value) {
    return is_index(value) || (carom_is_word(value, "base"));
}

// Checks two bodies, each by index or name.
static bool is_between(const json_t *value) {
    bool good = json_array_size(value) == 2;
    for (size_t i = 0; i < 2; i++)
        good = good && (is_index(json_array_get(value, i)) || carom_is_string(json_array_get(value, i)));
    return good;
}

static bool is_inertia(const json_t *value) {
    if (carom_is_array(json_array_get(value, 0))) return is_matrix(value, 3, true);
    if (!carom_is_array(value)) return is_positive(value);
    bool positive = json_array_size(value) == 3;
    for (size_t i = 0; i < 3; i++) positive = positive && is_positive(json_array_get(value, i));
    return positive;
}

// Checks the kind of a value. Returns false only if an error below it was already reported.
static bool check_kind(const carom_reading *r, const json_t *value, const carom_key *row, const carom_json_place *place,
                       bool *good) {
    switch (row->kind) {
    case CAROM_KIND_ANY: *good = true; break;
    case CAROM_KIND_TEXT: *good = carom_is_string(value); break;
    case CAROM_KIND_FLAG: *good = carom_is_boolean(value); break;
    case CAROM_KIND_NUMBER: *good = carom_is_number(value); break;
    case CAROM_KIND_LENGTH: *good = carom_is_number(value) && json_number_value(value) >= 0.0; break;
    case CAROM_KIND_MASS: *good = is_positive(value); break;
    case CAROM_KIND_INDEX: *good = is_index(value); break;
    case CAROM_KIND_WHOLE: *good = is_whole(value); break;
    case CAROM_KIND_LINK: *good = is_link(value); break;
    case CAROM_KIND_BETWEEN: *good = is_between(value); break;
    case CAROM_KIND_INERTIA: *good = is_inertia(value); break;
    case CAROM_KIND_PARAMS:
    case CAROM_KIND_MANY_PARAMS: *good = carom_is_object(value); break;
    case CAROM_KIND_ORIENTATION: *good = is_matrix(value, 3, false) || is_list_of(value, 4); break;
    case CAROM_KIND_ROW: *good = all_numbers(value, false); break;
    case CAROM_KIND_ROWS: *good = all_numbers(value, false) || is_matrix(value, 0, false); break;
    case CAROM_KIND_BODY_MASS: return check_mass(r, value, place, good);
    case CAROM_KIND_SPIN: return check_spin(r, value, place, good);
    case CAROM_KIND_ANGLE: return check_angle(r, value, place, good);
    case CAROM_KIND_VECTOR: return check_vector(r, value, place, good);
    case CAROM_KIND_SPEED: return check_speed(r, value, place, good);
    case CAROM_KIND_VELOCITY: return check_velocity(r, value, place, good);
    case CAROM_KIND_TANGENT: return check_tangent(r, value, place, good);
    case CAROM_KIND_BODIES: return check_bodies(r, value, place, good);
    case CAROM_KIND_LAWS: *good = json_array_size(value) > 0; break; // the reader checks each element
    case CAROM_KIND_LIST: *good = json_array_size(value) > 0; return check_list(r, value, row->of, place);
    case CAROM_KIND_OBJECT: *good = true; return carom_shape_check(r, value, row->of, place);
    case CAROM_KIND_MATRIX:
        *good = carom_is_array(value) && (!json_array_size(value) || is_matrix(value, 0, true));
        break;
    case CAROM_KIND_REALS: *good = is_reals(value); break;
    case CAROM_KIND_INDICES: *good = is_indices(value); break;
    case CAROM_KIND_DIM:
        *good = carom_is_integer(value) && (json_integer_value(value) == 2 || json_integer_value(value) == 3);
        break;
    // Values of these kinds are checked by the readers of problems and sweeps, not here.
    case CAROM_KIND_CONTACT_W:
    case CAROM_KIND_CONTACT_V:
    case CAROM_KIND_REAL:
    case CAROM_KIND_SWEPT:
    case CAROM_KIND_METHODS:
    case CAROM_KIND_INPUTS:
    case CAROM_KIND_GROUPS:
    case CAROM_KIND_TEXTS:
    case CAROM_KIND_NUMBERS:
    case CAROM_KIND_SQUARE:
    case CAROM_KIND_TWO:
    case CAROM_KIND_THREE:
    case CAROM_KIND_DESIGN:
    case CAROM_KIND_SAMPLES:
    case CAROM_KIND_SEED:
    case CAROM_KIND_OUTPUTS:
    case CAROM_KIND_RANGES:
    case CAROM_KIND_WHICH:
    case CAROM_KIND_KEPT:
    case CAROM_KIND_COUNT: *good = false; break;
    }
    return true;
}

static bool check_value(const carom_reading *r, const json_t *value, const carom_key *row,
                        const carom_json_place *place) {
    bool good = false;
    const bool looked = check_kind(r, value, row, place, &good);
    if (!looked || good) return looked;
    return carom_refuse_at(r->refusal, &r->source, place, CAROM_BAD_VALUE, "must be %s", kind_words[row->kind]);
}

bool carom_refuse_fault(const carom_reading *r, const carom_json_place *place, const carom_error *refusal) {
    static const carom_error_style neutral = {.hint = NULL};
    char text[512];
    carom_error_format(refusal, &neutral, text, sizeof text);
    return carom_refuse_at(r->refusal, &r->source, place, refusal->status, "%s", text);
}

bool carom_refuse_status(const carom_reading *r, const carom_json_place *place, carom_status status) {
    return carom_refuse_at(r->refusal, &r->source, place, status, "%s", carom_status_message(status));
}

bool carom_refuse_memory(const carom_reading *r, const carom_json_place *place) {
    return carom_refuse_at(r->refusal, &r->source, place, CAROM_NO_MEMORY,
                           "the problem needs more memory than is available, or more than the limit of %zu MB",
                           CAROM_MAX_MEMORY >> 20);
}

// Checks objects.

const carom_key *carom_key_find(carom_object object, const char *key) {
    for (const carom_key *row = keys; row < keys + KEYS; row++)
        if (row->object == object && !strcmp(row->key, key)) return row;
    return NULL;
}

bool carom_shape_check(const carom_reading *r, const json_t *value, carom_object object,
                       const carom_json_place *place) {
    if (!carom_is_object(value))
        return carom_refuse_at(r->refusal, &r->source, place, CAROM_BAD_VALUE, "must be an object: %s",
                               object_meanings[object]);
    const char *key = NULL;
    json_t *member;
    while ((key = carom_next_key(value, key, &member))) {
        const carom_json_place at = {place, key, 0};
        const carom_key *row = carom_key_find(object, key);
        if (row && !check_value(r, member, row, &at)) return false;
    }
    for (const carom_key *row = keys; row < keys + KEYS; row++)
        if (row->object == object && row->needed && !json_object_get(value, row->key))
            return carom_refuse_at(r->refusal, &r->source, place, CAROM_MISSING_KEY, "\"%s\" is missing: %s", row->key,
                                   row->meaning);
    return true;
}

// Reads values.

bool carom_read_units(const carom_reading *r, const json_t *document, carom_units *units) {
    const json_t *value = json_object_get(document, "units");
    const carom_json_place at = {NULL, "units", 0};
    if (!value || (carom_is_string(value) && carom_units_read(json_string_value(value), units))) return true;
    return carom_refuse_at(r->refusal, &r->source, &at, CAROM_BAD_VALUE,
                           "must be a string of SI, km/h, mph, deg, lb, ft and US, such as \"km/h, deg\"");
}

static const double degree = 3.14159265358979323846 / 180.0;

// A mile is 1609.344 m, a pound 0.45359237 kg.
double carom_number_in(carom_number_unit unit, double number) {
    switch (unit) {
    case CAROM_NUMBER_KMH: return number / 3.6;
    case CAROM_NUMBER_MPH: return number * 0.44704;
    case CAROM_NUMBER_DEG: return number * degree;
    case CAROM_NUMBER_LB: return number * 0.45359237;
    case CAROM_NUMBER_SI: break;
    }
    return number;
}

const json_t *carom_read_unit(const json_t *value, carom_number_unit *unit) {
    static const struct {
        const char *key;
        carom_number_unit unit;
    } keys_of[] = {{"kmh", CAROM_NUMBER_KMH},
                   {"mph", CAROM_NUMBER_MPH},
                   {"deg", CAROM_NUMBER_DEG},
                   {"lb", CAROM_NUMBER_LB},
                   {"rad", CAROM_NUMBER_SI}};
    *unit = CAROM_NUMBER_SI;
    for (size_t k = 0; k < sizeof keys_of / sizeof *keys_of; k++) {
        const json_t *number = json_object_get(value, keys_of[k].key);
        if (!number) continue;
        *unit = keys_of[k].unit;
        return number;
    }
    return value;
}

double carom_read_number(const json_t *value, double otherwise) {
    carom_number_unit unit;
    if (!value) return otherwise;
    if (carom_is_object(value)) {
        const double number = json_number_value(carom_read_unit(value, &unit));
        return carom_number_in(unit, number);
    }
    return is_infinity(value) ? HUGE_VAL : json_number_value(value);
}

double carom_read_angle(const json_t *value, double otherwise) {
    const json_t *degrees = json_object_get(value, "deg"), *radians = json_object_get(value, "rad");
    if (degrees) return json_number_value(degrees) * degree;
    return carom_read_number(radians ? radians : value, otherwise);
}

int carom_read_link(const json_t *value, int otherwise) {
    if (!value) return otherwise;
    return carom_is_integer(value) ? (int)json_integer_value(value) : CAROM_BASE;
}

size_t carom_read_numbers(const json_t *value, double *out, size_t most) {
    if (!carom_is_array(value)) {
        if (value && most) *out = carom_read_number(value, 0.0);
        return value ? 1 : 0;
    }
    size_t count = 0;
    json_t *item;
    for (size_t i = 0; (item = json_array_get(value, i)); i++) {
        const size_t used = count < most ? count : most;
        count += carom_read_numbers(item, out + used, most - used);
    }
    return count;
}

// Sets rounding errors to zero. Otherwise a vertical vector would be inclined, because the computed cosine of a right
// angle is not zero.
static double clean(double x) {
    return fabs(x) <= 4.0 * DBL_EPSILON ? 0.0 : x;
}

void carom_read_polar(double size, double angle, bool degrees, double out[2]) {
    if (degrees) angle *= degree;
    out[0] = size * clean(cos(angle));
    out[1] = size * clean(sin(angle));
}

size_t carom_read_vector(const json_t *value, double out[3]) {
    memset(out, 0, 3 * sizeof *out);
    if (!carom_is_object(value)) return carom_read_numbers(value, out, 3);
    const double size = carom_read_number(json_object_get(value, "size"), 0.0);
    carom_read_polar(size, carom_read_angle(json_object_get(value, "angle"), 0.0), false, out);
    return 2;
}
