// Where in a JSON text a value stands: its path for people, and its line and column.
#ifndef CAROM_SCENARIO_PLACE_H
#define CAROM_SCENARIO_PLACE_H

#include <stddef.h>

#include "mods/scenario/read_error.h"
#include "mods/scenario/value.h"

// A step down from the root: into a member (key) or an element (index, where key is NULL). NULL is the root itself.
typedef struct carom_json_place {
    const struct carom_json_place *up;
    const char *key;
    size_t index;
} carom_json_place;

// The text a document was read from, closed by a zero; valid JSON without a key twice.
typedef struct carom_source {
    const char *text;
    int first_line;   // what the first line of the text is called
    int first_column; // of its first character; 0: 1
    const char *path; // of the text's value in a larger one; NULL: it is the whole
} carom_source;

// The part of a text that holds the value of the root's member `key`.
carom_source carom_source_member(const carom_source *source, const char *key);

// Refuses what stands at a place: "line 4, column 7, bodies[0].mass: ...". Always false.
bool carom_refuse_at(carom_error *refusal, const carom_source *source, const carom_json_place *place,
                     carom_status status, const char *format, ...) CAROM_PRINTF(5, 6);

// Refuses a text that is not JSON, in Jansson's words. Always false.
bool carom_refuse_json(carom_error *refusal, const json_error_t *error);

// Line and column, both from 1, of a member's key or an element's first character. Columns count characters.
void carom_json_place_find(const carom_source *source, const carom_json_place *place, int *line, int *column);

// A member of the root, or a member of it, by the name of an error ("params", "params.mu"). NULL: it names none. The key
// and the places must outlive the result.
typedef struct carom_named_place {
    char key[64];
    carom_json_place outer, inner;
} carom_named_place;
const carom_json_place *carom_json_place_named(const carom_error *error, carom_named_place *place);

#endif
