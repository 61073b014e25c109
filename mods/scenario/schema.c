// Writes docs/*.schema.json from keys.def, the table of the reader.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "carom/scenario.h"
#include "mods/scenario/shape.h"

// The text that is written. Its length is counted even beyond its memory.
typedef struct {
    char *text;
    size_t size, used;
} sheet;

CAROM_PRINTF(2, 3) static void print(sheet *out, const char *format, ...) {
    const size_t left = out->used < out->size ? out->size - out->used : 0;
    va_list arguments;
    va_start(arguments, format);
    const int more = vsnprintf(left ? out->text + out->used : NULL, left, format, arguments);
    va_end(arguments);
    out->used += (size_t)more;
}

// JSON Schema of each kind; OBJECT and LIST come last and name their object instead.
static const char *const kinds[] = {
#define CAROM_KIND(name, words, schema) schema,
#include "mods/scenario/keys.def"
#undef CAROM_KIND
};
enum { KINDS = CAROM_KIND_OBJECT };
_Static_assert(sizeof kinds / sizeof *kinds == CAROM_KIND_COUNT, "one schema a kind");
_Static_assert(CAROM_KIND_OBJECT == CAROM_KIND_COUNT - 2 && CAROM_KIND_LIST == CAROM_KIND_COUNT - 1,
               "OBJECT and LIST come last");
#define CAROM_KIND(name, words, schema)                                                                                \
    _Static_assert((sizeof(schema) > 1) == (CAROM_KIND_##name < CAROM_KIND_OBJECT),                                    \
                   "kind " #name " has a schema, or its object's");
#include "mods/scenario/keys.def"
#undef CAROM_KIND

static const char *const kind_names[] = {
#define CAROM_KIND(name, words, schema) #name,
#include "mods/scenario/keys.def"
#undef CAROM_KIND
};

// Writes a string of our tables as JSON; only quotes need escapes.
static void print_string(sheet *out, const char *text) {
    print(out, "\"");
    for (; *text; text++) {
        if (*text == '"') print(out, "\\");
        print(out, "%c", *text);
    }
    print(out, "\"");
}

static void print_reference(sheet *out, const carom_key *row) {
    if (row->kind == CAROM_KIND_OBJECT)
        print(out, "\"$ref\": \"#/$defs/%s\"", carom_object_name(row->of));
    else if (row->kind == CAROM_KIND_LIST)
        print(out, "\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/%s\"}, \"minItems\": 1",
              carom_object_name(row->of));
    else
        print(out, "\"$ref\": \"#/$defs/%s\"", kind_names[row->kind]);
}

static void print_required(sheet *out, carom_object object) {
    const char *separator = "";
    const carom_key *row;
    print(out, "      \"required\": [");
    for (int i = 0; (row = carom_key_at(i)); i++) {
        if (row->object != object || !row->needed) continue;
        print(out, "%s\"%s\"", separator, row->key);
        separator = ", ";
    }
    print(out, "]");
}

// The objects that need one of several keys.
static const char *const alternatives[CAROM_OBJECT_COUNT] = {
    [CAROM_OBJECT_scenario] =
        "\"oneOf\": [{\"required\": [\"bodies\", \"contact\"], \"properties\": {\"bodies\": {\"minItems\": 2, "
        "\"maxItems\": 2}}}, {\"required\": [\"bodies\", \"contacts\"]}, {\"required\": [\"chain\"]}, {\"required\": "
        "[\"mechanism\"]}], \"anyOf\": [{\"properties\": {\"contact\": {\"required\": [\"point\"]}}}, {\"properties\": "
        "{\"bodies\": {\"contains\": {\"type\": \"object\", \"required\": [\"shape\", \"centre\"], \"properties\": "
        "{\"shape\": {\"anyOf\": "
        "[{\"required\": [\"disc\"]}, {\"required\": [\"sphere\"]}, {\"required\": [\"ellipsoid\"]}]}}}}}}]",
    [CAROM_OBJECT_impact] =
        "\"anyOf\": [{\"required\": [\"W\", \"v\"]}, {\"required\": [\"system\"]}, {\"required\": [\"chain\"]}, "
        "{\"required\": [\"mechanism\"]}, {\"required\": [\"bodies\", \"contacts\"]}]",
    [CAROM_OBJECT_drop] = "\"allOf\": [{\"properties\": {\"bodies\": {\"maxItems\": 1}}}]",
    [CAROM_OBJECT_sweep] = "\"anyOf\": [{\"required\": [\"inputs\"]}, {\"required\": [\"correlated\"]}]",
};

// Returns true for objects that have exactly one of their keys.
static bool has_one_key(carom_object object) {
    return object == CAROM_OBJECT_shape || object == CAROM_OBJECT_solid || object == CAROM_OBJECT_speed ||
           object == CAROM_OBJECT_angle;
}

static void print_one_of(sheet *out, carom_object object) {
    const char *separator = "";
    const carom_key *row;
    print(out, ",\n      \"oneOf\": [");
    for (int i = 0; (row = carom_key_at(i)); i++) {
        if (row->object != object) continue;
        print(out, "%s{\"required\": [\"%s\"]}", separator, row->key);
        separator = ", ";
    }
    print(out, "]");
}

static void print_object(sheet *out, carom_object object) {
    const char *separator = "\n";
    const carom_key *row;
    print(out, "    \"%s\": {\n      \"description\": ", carom_object_name(object));
    print_string(out, carom_object_meaning(object));
    print(out, ",\n      \"type\": \"object\",\n");
    print(out,
          "      \"additionalProperties\": false,\n      \"patternProperties\": {\"^(about$|note$|_|x-)\": true},\n");
    print_required(out, object);
    if (alternatives[object]) print(out, ",\n      %s", alternatives[object]);
    if (has_one_key(object)) print_one_of(out, object);
    print(out, ",\n      \"properties\": {");
    for (int i = 0; (row = carom_key_at(i)); i++) {
        if (row->object != object) continue;
        print(out, "%s        \"%s\": {", separator, row->key);
        print_reference(out, row);
        print(out, ", \"description\": ");
        print_string(out, row->meaning);
        print(out, "}");
        separator = ",\n";
    }
    print(out, "\n      }\n    }");
}

// The objects of a form: its root and everything that it refers to.
typedef struct {
    bool object[CAROM_OBJECT_COUNT], kind[CAROM_KIND_COUNT];
} needs;

static void need_object(needs *n, carom_object object);

static void need_kind(needs *n, carom_kind kind) {
    static const char reference[] = "#/$defs/";
    if (n->kind[kind]) return;
    n->kind[kind] = true;
    for (const char *at = kinds[kind]; (at = strstr(at, reference));) {
        at += sizeof reference - 1;
        const size_t length = strcspn(at, "\"");
        for (int i = 1; i < CAROM_OBJECT_COUNT; i++)
            if (strlen(carom_object_name((carom_object)i)) == length &&
                !strncmp(at, carom_object_name((carom_object)i), length))
                need_object(n, (carom_object)i);
        for (int i = 0; i < KINDS; i++)
            if (strlen(kind_names[i]) == length && !strncmp(at, kind_names[i], length)) need_kind(n, (carom_kind)i);
    }
}

static void need_object(needs *n, carom_object object) {
    const carom_key *row;
    if (n->object[object]) return;
    n->object[object] = true;
    for (int i = 0; (row = carom_key_at(i)); i++) {
        if (row->object != object) continue;
        need_kind(n, row->kind);
        if (row->of != CAROM_OBJECT_none) need_object(n, row->of);
    }
}

// The forms and their root objects.
static const struct {
    const char *name;
    carom_object root;
} forms[] = {{"problem", CAROM_OBJECT_problem},
             {"scenario", CAROM_OBJECT_scenario},
             {"impact", CAROM_OBJECT_impact},
             {"sweep", CAROM_OBJECT_sweep},
             {"drop", CAROM_OBJECT_drop}};

static void print_schema(sheet *out, const char *name, carom_object root) {
    needs needed = {{false}, {false}};
    need_object(&needed, root);
    print(out,
          "{\n"
          "  \"$comment\": \"made by tools/schema.c from mods/scenario/keys.def\",\n"
          "  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"
          "  \"title\": \"carom %s\",\n"
          "  \"$ref\": \"#/$defs/%s\",\n"
          "  \"$defs\": {\n",
          name, carom_object_name(root));
    for (int i = 1; i < CAROM_OBJECT_COUNT; i++) {
        if (!needed.object[i]) continue;
        print_object(out, (carom_object)i);
        print(out, ",\n");
    }
    const char *separator = "";
    for (int i = 0; i < KINDS; i++) {
        if (!needed.kind[i]) continue;
        print(out, "%s    \"%s\": %s", separator, kind_names[i], kinds[i]);
        separator = ",\n";
    }
    print(out, "\n  }\n}\n");
}

size_t carom_scenario_schema(const char *form, char *text, size_t size) {
    sheet out = {text, text ? size : 0, 0};
    for (size_t i = 0; form && i < sizeof forms / sizeof *forms; i++)
        if (!strcmp(form, forms[i].name)) print_schema(&out, forms[i].name, forms[i].root);
    return out.used;
}
