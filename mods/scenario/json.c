#include "mods/scenario/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "mods/scenario/read_error.h"

const char *carom_json_number(double value, char text[32]) {
    if (isnan(value)) return strcpy(text, "null");
    if (isinf(value)) return strcpy(text, value > 0 ? "\"inf\"" : "\"-inf\"");
    // Write -0.0, because many readers take -0 for an integer and lose its sign.
    return strcmp(carom_decimal(value, text), "-0") ? text : strcpy(text, "-0.0");
}

// Locks the stream once for a whole value, because with several threads locking every character is about ten times
// slower.
static void put(FILE *file, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++) putc_unlocked(text[i], file);
}

static void print(FILE *file, const json_t *value);

// Writes a string. Most need no escapes; the others are written by Jansson.
static void print_string(FILE *file, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (text[i] >= ' ' && text[i] <= '~' && text[i] != '"' && text[i] != '\\') continue;
        json_t *string = json_stringn(text, length);
        json_dumpf(string, file, JSON_ENCODE_ANY | JSON_COMPACT);
        json_decref(string);
        return;
    }
    put(file, "\"", 1);
    put(file, text, length);
    put(file, "\"", 1);
}

static void print_object(FILE *file, const json_t *object) {
    const char *separator = "{";
    json_t *of = (json_t *)(size_t)object; // it is not modified
    for (void *at = json_object_iter(of); at; at = json_object_iter_next(of, at)) {
        const char *key = json_object_iter_key(at);
        put(file, separator, 1);
        print_string(file, key, strlen(key));
        put(file, ":", 1);
        print(file, json_object_iter_value(at));
        separator = ",";
    }
    if (*separator == '{') put(file, "{", 1);
    put(file, "}", 1);
}

static void print_array(FILE *file, const json_t *array) {
    put(file, "[", 1);
    for (size_t i = 0; i < json_array_size(array); i++) {
        if (i) put(file, ",", 1);
        print(file, json_array_get(array, i));
    }
    put(file, "]", 1);
}

static void print(FILE *file, const json_t *value) {
    char number[32];
    if (!value) value = json_null(); // there is no memory for it
    switch (json_typeof(value)) {
    case JSON_OBJECT: print_object(file, value); break;
    case JSON_ARRAY: print_array(file, value); break;
    case JSON_REAL: carom_json_number(json_real_value(value), number), put(file, number, strlen(number)); break;
    case JSON_STRING: print_string(file, json_string_value(value), json_string_length(value)); break;
    case JSON_INTEGER:
    case JSON_TRUE:
    case JSON_FALSE:
    case JSON_NULL: json_dumpf(value, file, JSON_ENCODE_ANY | JSON_COMPACT);
    }
}

void carom_json_print(FILE *file, const json_t *value) {
    flockfile(file);
    print(file, value);
    funlockfile(file);
}

char *carom_json_text(const json_t *value) {
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);
    if (!file) return NULL;
    carom_json_print(file, value);
    fclose(file);
    return text;
}

void *carom_json_room(size_t count, size_t size) {
    json_malloc_t take;
    json_get_alloc_funcs(&take, NULL);
    const size_t bytes = count < CAROM_MAX_MEMORY / size ? count * size + 1 : 0;
    void *room = bytes ? take(bytes) : NULL;
    return room ? memset(room, 0, bytes) : NULL;
}

void carom_json_leave(void *room) {
    json_free_t give;
    json_get_alloc_funcs(NULL, &give);
    if (room) give(room);
}

// Replaces bytes that are not UTF-8, which quoted or truncated text may contain.
json_t *carom_json_words(const char *text) {
    json_t *string = json_string(text);
    if (string) return string;
    string = json_stringn_nocheck(text, strlen(text));
    for (char *c = (char *)(size_t)json_string_value(string); c && *c; c++)
        if (*c & 0x80) *c = '?';
    return string;
}

// Writes numbers that JSON and Jansson do not have as a string or null.
json_t *carom_json_real(double value) {
    if (isnan(value)) return json_null();
    return isinf(value) ? json_string(value > 0 ? "inf" : "-inf") : json_real(value);
}

json_t *carom_json_numbers(const double *values, size_t count) {
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++) json_array_append_new(array, carom_json_real(values[i]));
    return array;
}
