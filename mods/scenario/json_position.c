// Finds positions in a JSON text. Jansson keeps none, so the text is scanned again after an error. The text is valid
// JSON: a string ends at the first quote without a backslash, and brackets outside strings match.
#include "mods/scenario/json_position.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *skip_space(const char *at) {
    return at + strspn(at, " \t\r\n");
}

static const char *skip_string(const char *at) {
    for (at++; *at && *at != '"'; at++)
        if (*at == '\\' && at[1]) at++;
    return *at ? at + 1 : at;
}

static const char *skip_value(const char *at) {
    if (*at == '"') return skip_string(at);
    if (*at != '{' && *at != '[') return at + strcspn(at, ",]} \t\r\n");
    int depth = 0;
    do {
        if (*at == '"') {
            at = skip_string(at);
            continue;
        }
        depth += (*at == '{' || *at == '[') - (*at == '}' || *at == ']');
        at++;
    } while (*at && depth);
    return at;
}

static const struct {
    const char *old, *new;
} aliases[] = {
#define CAROM_KEY_ALIAS(object, old, new) {old, new},
#include "mods/scenario/keys.def"
#undef CAROM_KEY_ALIAS
};

// Returns true if the string at `at` is this key. Jansson reads it, since a key may contain escapes.
static bool is_key(const char *at, const char *key) {
    json_t *string = json_loadb(at, (size_t)(skip_string(at) - at), JSON_DECODE_ANY, NULL);
    bool same = string && !strcmp(json_string_value(string), key);
    // An alias was read as its new name.
    for (size_t i = 0; string && !same && i < sizeof aliases / sizeof *aliases; i++)
        same = !strcmp(json_string_value(string), aliases[i].old) && !strcmp(key, aliases[i].new);
    json_decref(string);
    return same;
}

// Returns the position of the value at a path, or the end of the text if there is none. *start is the beginning of its
// key or, for an element, of the value.
static const char *find(const char *text, const carom_json_place *place, const char **start) {
    if (!place) return *start = skip_space(text);
    const char *at = find(text, place->up, start);
    if (*at) at = skip_space(at + 1);
    for (size_t i = 0; *at && *at != '}' && *at != ']'; i++) {
        *start = at;
        bool here = i == place->index;
        if (place->key) {
            here = is_key(at, place->key);
            at = skip_space(skip_space(skip_string(at)) + 1);
        }
        if (here) return at;
        at = skip_space(skip_value(at));
        if (*at == ',') at = skip_space(at + 1);
    }
    return *start = at;
}

static void count_to(const carom_source *source, const char *end, int *line, int *column) {
    *line = source->first_line;
    *column = source->first_column ? source->first_column : 1;
    for (const char *at = source->text; at < end; at++) {
        const bool continues = ((unsigned char)*at & 0xC0) == 0x80;
        *column = *at == '\n' ? 1 : *column + !continues;
        *line += *at == '\n';
    }
}

void carom_json_place_find(const carom_source *source, const carom_json_place *place, int *line, int *column) {
    const char *start;
    find(source->text, place, &start);
    count_to(source, start, line, column);
}

carom_source carom_source_member(const carom_source *source, const char *key) {
    const carom_json_place member = {NULL, key, 0};
    const char *start;
    carom_source part = {.text = find(source->text, &member, &start), .path = key};
    count_to(source, part.text, &part.first_line, &part.first_column);
    return part;
}

static void write_path(const carom_json_place *place, char *text, size_t size) {
    if (!place) return;
    write_path(place->up, text, size);
    const size_t used = strlen(text);
    if (place->key)
        snprintf(text + used, size - used, "%s%s", used ? "." : "", place->key);
    else
        snprintf(text + used, size - used, "[%zu]", place->index);
}

bool carom_refuse_at(carom_error *refusal, const carom_source *source, const carom_json_place *place,
                     carom_status status, const char *format, ...) {
    char path[160] = "", why[400];
    int line, column;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    snprintf(path, sizeof path, "%s", source->path ? source->path : "");
    write_path(place, path, sizeof path);
    carom_json_place_find(source, place, &line, &column);
    carom_refuse(refusal, status, "line %d, column %d%s%s: %s", line, column, *path ? ", " : "", path, why);
    carom_visible(refusal->name, sizeof refusal->name, path);
    refusal->subject = CAROM_SUBJECT_FILE;
    refusal->line = line;
    refusal->line_column = column;
    return false;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool carom_has_decimal_comma(const char *text) {
    for (const char *comma = text; (comma = strchr(comma, ',')); comma++)
        if (comma > text && is_digit(comma[-1]) && is_digit(comma[1])) return true;
    return false;
}

const char *carom_json_advice(const char *text, size_t length, const json_error_t *error) {
    const size_t end = error->position > 0 && (size_t)error->position <= length ? (size_t)error->position : 0;
    size_t start = end; // of the token at which the parser stopped
    if (end && (text[end - 1] == '}' || text[end - 1] == ']')) {
        start--;
        while (start && strchr(" \t\r\n", text[start - 1])) start--;
        return start && text[start - 1] == ',' ? "; remove the last comma" : "";
    }
    while (start && is_digit(text[start - 1])) start--;
    const bool comma = start > 1 && start < end && text[start - 1] == ',' && is_digit(text[start - 2]);
    return comma ? "; write numbers with a decimal point, not a comma" : "";
}

bool carom_refuse_json(carom_error *refusal, const char *text, size_t length, const json_error_t *error) {
    carom_refuse(refusal, CAROM_BAD_FILE, "line %d, column %d: not JSON: %s%s", error->line, error->column, error->text,
                 carom_json_advice(text, length, error));
    refusal->line = error->line;
    refusal->line_column = error->column;
    refusal->reason = CAROM_REASON_SYNTAX;
    refusal->subject = CAROM_SUBJECT_FILE;
    return false;
}

const carom_json_place *carom_json_place_named(const carom_error *error, carom_named_place *place) {
    if (!error->name[0]) return NULL;
    memcpy(place->key, error->name, sizeof place->key);
    char *dot = strchr(place->key, '.');
    if (dot) *dot = 0;
    place->outer = (carom_json_place){NULL, place->key, 0};
    place->inner = (carom_json_place){&place->outer, dot ? dot + 1 : NULL, 0};
    return dot ? &place->inner : &place->outer;
}
