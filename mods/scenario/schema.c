// docs/*.schema.json from keys.def, the table the reader itself uses.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "carom/scenario.h"
#include "mods/scenario/shape.h"

// The text grows behind the room it has: its whole length is counted all the same.
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

// JSON Schema of each kind but OBJECT and LIST, which come last and name their object instead.
static const char *const kinds[] = {
    [CAROM_KIND_ANY] = "{}",
    [CAROM_KIND_TEXT] = "{\"type\": \"string\"}",
    [CAROM_KIND_FLAG] = "{\"type\": \"boolean\"}",
    [CAROM_KIND_NUMBER] = "{\"type\": \"number\"}",
    [CAROM_KIND_LENGTH] = "{\"type\": \"number\", \"minimum\": 0}",
    [CAROM_KIND_MASS] = "{\"anyOf\": [{\"type\": \"number\", \"exclusiveMinimum\": 0}, {\"const\": \"inf\"}]}",
    [CAROM_KIND_INDEX] = "{\"type\": \"integer\", \"minimum\": 0, \"maximum\": 999999}",
    [CAROM_KIND_LINK] = "{\"anyOf\": [{\"$ref\": \"#/$defs/INDEX\"}, {\"const\": \"base\"}]}",
    [CAROM_KIND_ANGLE] = "{\"anyOf\": [{\"type\": \"number\"}, {\"$ref\": \"#/$defs/angle\"}]}",
    [CAROM_KIND_VECTOR] = "{\"anyOf\": [{\"type\": \"array\", \"items\": {\"type\": \"number\"}, \"minItems\": 2, "
                          "\"maxItems\": 3}, {\"$ref\": \"#/$defs/polar\"}]}",
    [CAROM_KIND_TANGENT] = "{\"anyOf\": [{\"$ref\": \"#/$defs/VECTOR\"}, {\"type\": \"array\", \"items\": {\"type\": "
                           "\"array\", \"items\": {\"type\": \"number\"}, \"minItems\": 3, \"maxItems\": 3}, "
                           "\"minItems\": 2, \"maxItems\": 2}]}",
    [CAROM_KIND_SPIN] = "{\"anyOf\": [{\"type\": \"number\"}, {\"type\": \"array\", \"items\": {\"type\": \"number\"}, "
                        "\"minItems\": 3, \"maxItems\": 3}]}",
    [CAROM_KIND_INERTIA] = "{\"anyOf\": [{\"$ref\": \"#/$defs/MASS\"}, {\"type\": \"array\", \"items\": {\"$ref\": "
                           "\"#/$defs/MASS\"}, \"minItems\": 3, \"maxItems\": 3}, {\"type\": \"array\", \"items\": "
                           "{\"type\": \"array\", \"items\": {\"anyOf\": [{\"type\": \"number\"}, {\"const\": "
                           "\"inf\"}]}, \"minItems\": 3, \"maxItems\": 3}, \"minItems\": 3, \"maxItems\": 3}]}",
    [CAROM_KIND_ORIENTATION] =
        "{\"anyOf\": [{\"type\": \"array\", \"items\": {\"type\": \"number\"}, \"minItems\": 4, \"maxItems\": 4}, "
        "{\"type\": \"array\", \"items\": {\"type\": \"array\", \"items\": {\"type\": \"number\"}, \"minItems\": 3, "
        "\"maxItems\": 3}, \"minItems\": 3, \"maxItems\": 3}]}",
    [CAROM_KIND_ROW] = "{\"type\": \"array\", \"items\": {\"type\": \"number\"}, \"minItems\": 1}",
    [CAROM_KIND_ROWS] = "{\"anyOf\": [{\"$ref\": \"#/$defs/ROW\"}, {\"type\": \"array\", \"items\": {\"$ref\": "
                        "\"#/$defs/ROW\"}, \"minItems\": 1}]}",
    [CAROM_KIND_PARAMS] = "{\"type\": \"object\"}",
    [CAROM_KIND_BODIES] = "{\"type\": \"array\", \"items\": {\"anyOf\": [{\"$ref\": \"#/$defs/body\"}, {\"const\": "
                          "\"fixed\"}]}, \"minItems\": 2, \"maxItems\": 2}",
};

static const char *const kind_names[] = {
#define CAROM_KIND(name, words) #name,
#include "mods/scenario/keys.def"
#undef CAROM_KIND
};

// A string of our tables as JSON: only quotes need care.
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

// Where one of several keys is needed.
static const char *alternatives(carom_object object) {
    switch (object) {
    case CAROM_OBJECT_scenario:
        return "\"oneOf\": [{\"required\": [\"bodies\", \"contact\"]}, {\"required\": [\"chain\"]}, {\"required\": "
               "[\"mechanism\"]}]";
    case CAROM_OBJECT_shape:
    case CAROM_OBJECT_angle: return "\"minProperties\": 1, \"maxProperties\": 1";
    default: return NULL;
    }
}

static void print_object(sheet *out, carom_object object) {
    const char *separator = "\n";
    const carom_key *row;
    print(out, "    \"%s\": {\n      \"description\": ", carom_object_name(object));
    print_string(out, carom_object_meaning(object));
    print(out, ",\n      \"type\": \"object\",\n      \"additionalProperties\": false,\n");
    print_required(out, object);
    if (alternatives(object)) print(out, ",\n      %s", alternatives(object));
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

// Which forms there are, and the object each is.
static const struct {
    const char *name;
    carom_object root;
} forms[] = {{"scenario", CAROM_OBJECT_scenario}};

static void print_schema(sheet *out, const char *name, carom_object root) {
    print(out,
          "{\n"
          "  \"$comment\": \"made by tools/schema.c from mods/scenario/keys.def\",\n"
          "  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"
          "  \"title\": \"carom %s\",\n"
          "  \"$ref\": \"#/$defs/%s\",\n"
          "  \"$defs\": {\n",
          name, carom_object_name(root));
    for (int i = 1; i < CAROM_OBJECT_COUNT; i++) {
        print_object(out, (carom_object)i);
        print(out, ",\n");
    }
    const char *separator = "";
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
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
