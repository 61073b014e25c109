// Checks a scenario file against keys.def (known keys, needed keys, kinds of values), and reads the values.
#ifndef CAROM_SCENARIO_SHAPE_H
#define CAROM_SCENARIO_SHAPE_H

#include "carom/carom.h"
#include "mods/scenario/json_position.h"
#include "mods/scenario/units.h"
#include "mods/scenario/value.h"

typedef enum carom_object {
    CAROM_OBJECT_none,
#define CAROM_OBJECT(name, meaning) CAROM_OBJECT_##name,
#include "mods/scenario/keys.def"
#undef CAROM_OBJECT
    CAROM_OBJECT_COUNT
} carom_object;

typedef enum carom_kind {
#define CAROM_KIND(name, words, schema) CAROM_KIND_##name,
#include "mods/scenario/keys.def"
#undef CAROM_KIND
    CAROM_KIND_COUNT
} carom_kind;

// One row of keys.def.
typedef struct carom_key {
    carom_object object;
    const char *key;
    carom_kind kind;
    carom_object of; // for OBJECT and LIST: which object
    bool needed;
    const char *meaning;
} carom_key;

const carom_key *carom_key_at(int index);                              // NULL past the last
const carom_key *carom_key_find(carom_object object, const char *key); // NULL if this object has no such key
const char *carom_object_name(carom_object object);

// Returns the kind of object of a key's value or, in a list, of its items; none if it has no keys.
carom_object carom_key_object(const carom_key *row, bool in_list);
const char *carom_object_meaning(carom_object object);

// The context of an error message: the text, and the error to fill in.
typedef struct carom_reading {
    carom_source source;
    carom_error *refusal;
    carom_modules *modules; // the parameters that may be named
} carom_reading;

// Reports the error of the library, or of a status. The front end adds the hint.
bool carom_refuse_fault(const carom_reading *r, const carom_json_place *place, const carom_error *refusal);
bool carom_refuse_status(const carom_reading *reading, const carom_json_place *place, carom_status status);
bool carom_refuse_memory(const carom_reading *reading, const carom_json_place *place); // carom_room failed

// Checks that all keys are known, at all levels. Reports the first unknown one by name and place; notes (carom_is_note)
// are ignored. Readers check the values: a value that is not an object has no keys.
bool carom_keys_check(const carom_reading *reading, const json_t *value, carom_object object,
                      const carom_json_place *place);

// Returns true if the document states a system of contacts. Its law (or `law`, if it is not NULL) solves only systems, it
// gives matrices, planted contacts or a W for more than one contact. Or it has several contacts and none is marked as
// colliding.
bool carom_is_system(const json_t *document, const carom_law *law, carom_modules *modules);

// Returns the kind of a document with one contact: a scenario with bodies, or a problem with W and v.
carom_object carom_scenario_object(const json_t *document);

// Checks the values of an object at all levels. Its keys are already checked (carom_keys_check).
bool carom_shape_check(const carom_reading *reading, const json_t *value, carom_object object,
                       const carom_json_place *place);

// Reads "units" of a file, if it has them; rejects unknown names.
bool carom_read_units(const carom_reading *reading, const json_t *document, carom_units *units);

// Numbers with a unit: {"kmh": 50}, {"mph": 30}, {"deg": 230}, {"rad": 4}, {"lb": 2600}. The number is that of the
// file, with its unit.
typedef enum carom_number_unit {
    CAROM_NUMBER_SI,
    CAROM_NUMBER_KMH,
    CAROM_NUMBER_MPH,
    CAROM_NUMBER_DEG,
    CAROM_NUMBER_LB
} carom_number_unit;
const json_t *carom_read_unit(const json_t *value, carom_number_unit *unit);
double carom_number_in(carom_number_unit unit, double number); // in SI units

// Read checked values. A missing value (NULL) reads as `otherwise`, or zeros.
double carom_read_number(const json_t *value, double otherwise); // "inf" is infinity
double carom_read_angle(const json_t *value, double otherwise);  // rad
int carom_read_link(const json_t *value, int otherwise);         // -1 for "base"
// Reads numbers of a row, or of rows, row by row; writes at most `most`. Returns their count.
size_t carom_read_numbers(const json_t *value, double *out, size_t most);
// Converts a 2D vector given by its length and its angle in radians or degrees.
void carom_read_polar(double size, double angle, bool degrees, double out[2]);
// Reads two or three numbers, or a polar vector. Returns their count.
size_t carom_read_vector(const json_t *value, double out[3]);

#endif
