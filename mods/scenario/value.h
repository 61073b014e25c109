// Provides functions that test JSON values. Jansson's macros would add branches for missing values at every use.
#ifndef CAROM_SCENARIO_VALUE_H
#define CAROM_SCENARIO_VALUE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static inline bool carom_is_object(const json_t *value) {
    return json_is_object(value);
}

static inline bool carom_is_array(const json_t *value) {
    return json_is_array(value);
}

static inline bool carom_is_string(const json_t *value) {
    return json_is_string(value);
}

// Returns true if the value is this string.
static inline bool carom_is_word(const json_t *value, const char *word) {
    return json_is_string(value) && !strcmp(json_string_value(value), word);
}

static inline bool carom_is_integer(const json_t *value) {
    return json_is_integer(value);
}

static inline bool carom_is_number(const json_t *value) {
    return json_is_number(value);
}

static inline bool carom_is_true(const json_t *value) {
    return json_is_true(value);
}

static inline bool carom_is_boolean(const json_t *value) {
    return json_is_boolean(value);
}

// Returns true or false, like json_boolean.
static inline json_t *carom_json_boolean(bool value) {
    return json_boolean(value);
}

// Returns true if this key is a note. Notes may be added to any object: "about", "note" and keys that begin with "_".
static inline bool carom_is_note(const char *key) {
    return *key == '_' || !strncmp(key, "x-", 2) || !strcmp(key, "about") || !strcmp(key, "note");
}

// Returns the key after `key`, or the first one after NULL, with its value; notes are skipped. Returns NULL after the
// last. A value that is not an object has no keys.
static inline const char *carom_next_key(const json_t *object, const char *key, json_t **value) {
    json_t *of = (json_t *)(size_t)object; // it is not modified
    void *at = key ? json_object_iter_next(of, json_object_key_to_iter(key)) : json_object_iter(of);
    while (at && carom_is_note(json_object_iter_key(at))) at = json_object_iter_next(of, at);
    *value = json_object_iter_value(at);
    return json_object_iter_key(at);
}

// Returns the number of keys of an object, without notes.
static inline size_t carom_key_count(const json_t *object) {
    const char *key = NULL;
    json_t *value;
    size_t count = 0;
    while ((key = carom_next_key(object, key, &value))) count++;
    return count;
}

#endif
