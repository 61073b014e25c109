// The shape of a scenario file, from keys.def: known keys, needed keys, kinds of values; and reading the values.
#ifndef CAROM_SCENARIO_SHAPE_H
#define CAROM_SCENARIO_SHAPE_H

#include "carom/carom.h"
#include "mods/scenario/json_position.h"
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
const carom_key *carom_key_find(carom_object object, const char *key); // NULL: this object has no such key
const char *carom_object_name(carom_object object);

// The object that a key's value is, or, in a list, that its items are; none: it has no keys, or those of no object.
carom_object carom_key_object(const carom_key *row, bool in_list);
const char *carom_object_meaning(carom_object object);

// What a refusal needs: the text it points into, and where to write.
typedef struct carom_reading {
    carom_source source;
    carom_error *refusal;
    carom_modules *modules; // whose parameters may be named
} carom_reading;

// Refuses with the sentence of a refusal, or of a status, of the library; the way out is the front end's to word.
bool carom_refuse_fault(const carom_reading *r, const carom_json_place *place, const carom_error *refusal);
bool carom_refuse_status(const carom_reading *reading, const carom_json_place *place, carom_status status);
bool carom_refuse_memory(const carom_reading *reading, const carom_json_place *place); // carom_room had none

// Does this table know every key, all the way down? Refuses the first that it does not, by name and place; notes
// (carom_is_note) are left alone. Values are for the readers: one that is not an object has no keys.
bool carom_keys_check(const carom_reading *reading, const json_t *value, carom_object object,
                      const carom_json_place *place);

// Does the document state a system of contacts? It names a method, a law that solves only systems, a system by matrices or
// planted contacts, its W is larger than that of one contact, or it has several contacts and does not name one that is colliding.
bool carom_is_system(const json_t *document, carom_modules *modules);

// A document of one contact: a scenario, told by what hits, or a problem by W and v.
carom_object carom_scenario_object(const json_t *document);

// Are the values of such an object what they must be, all the way down? Its keys are known (carom_keys_check).
bool carom_shape_check(const carom_reading *reading, const json_t *value, carom_object object,
                       const carom_json_place *place);

// Speeds: in m/s, or as {"kmh": 50}. The number as it stands in the file, and its unit.
typedef enum carom_speed_unit { CAROM_SPEED_MS, CAROM_SPEED_KMH, CAROM_SPEED_MPH } carom_speed_unit;
const json_t *carom_read_unit(const json_t *value, carom_speed_unit *unit);
double carom_speed_in(carom_speed_unit unit, double number); // m/s

// Values of a checked shape. A missing value (NULL) reads as `otherwise`, or zeros.
double carom_read_number(const json_t *value, double otherwise); // "inf" is infinity
double carom_read_angle(const json_t *value, double otherwise);  // rad
int carom_read_link(const json_t *value, int otherwise);         // -1 for "base"
// Numbers of a row, or of rows, row by row; at most `most` are written. Returns how many there are.
size_t carom_read_numbers(const json_t *value, double *out, size_t most);
// A vector in the plane by its length and its angle in radians or degrees.
void carom_read_polar(double size, double angle, bool degrees, double out[2]);
// Two or three numbers, or a polar vector. Returns how many.
size_t carom_read_vector(const json_t *value, double out[3]);

#endif
