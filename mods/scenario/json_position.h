// Finds the path, line and column of a value in a JSON text.
#ifndef CAROM_SCENARIO_JSON_POSITION_H
#define CAROM_SCENARIO_JSON_POSITION_H

#include <stddef.h>

#include "mods/scenario/read_error.h"
#include "mods/scenario/value.h"

// A step down from the root: to a member (key) or an element (index; key is NULL). NULL is the root itself.
typedef struct carom_json_place {
    const struct carom_json_place *up;
    const char *key;
    size_t index;
} carom_json_place;

// The text of a document, ended by a zero byte; valid JSON without repeated keys.
typedef struct carom_source {
    const char *text;
    int first_line;   // number of the first line of the text
    int first_column; // column of its first character; 0: 1
    const char *path; // path of the text's value in a larger document; NULL if it is the whole
} carom_source;

// Returns the part of a text that holds the value of the root's member `key`.
carom_source carom_source_member(const carom_source *source, const char *key);

// Reports an error with its place: "line 4, column 7, bodies[0].mass: ...". Always returns false.
bool carom_refuse_at(carom_error *refusal, const carom_source *source, const carom_json_place *place,
                     carom_status status, const char *format, ...) CAROM_PRINTF(5, 6);

// Returns advice on the commonest slips, to be appended to Jansson's message: a decimal comma and a comma at the end.
const char *carom_json_advice(const char *text, size_t length, const json_error_t *error);

// Reports a text that is not JSON, with Jansson's message. Always returns false.
bool carom_refuse_json(carom_error *refusal, const char *text, size_t length, const json_error_t *error);

// Returns true if a comma between two digits, without a space, may be meant as a decimal comma.
bool carom_has_decimal_comma(const char *text);

// Returns line and column, both starting at 1, of a member's key or an element's first character. Columns count
// characters.
void carom_json_place_find(const carom_source *source, const carom_json_place *place, int *line, int *column);

// Returns a member of the root, or a member of that, by the name of an error ("params", "params.mu"); NULL if there is
// none. The key and the places must outlive the result.
typedef struct carom_named_place {
    char key[64];
    carom_json_place outer, inner;
} carom_named_place;
const carom_json_place *carom_json_place_named(const carom_error *error, carom_named_place *place);

#endif
