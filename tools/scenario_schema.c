// Prints docs/scenario.schema.json from mods/scenario/scenario.def, the table the reader itself uses.
#include <stdio.h>
#include <string.h>

#include "mods/scenario/shape.h"

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
#include "mods/scenario/scenario.def"
#undef CAROM_KIND
};

// A string of our tables as JSON: only quotes need care.
static void print_string(const char *text) {
    putchar('"');
    for (; *text; text++) {
        if (*text == '"') putchar('\\');
        putchar(*text);
    }
    putchar('"');
}

static void print_reference(const carom_key *row) {
    if (row->kind == CAROM_KIND_OBJECT)
        printf("\"$ref\": \"#/$defs/%s\"", carom_object_name(row->of));
    else if (row->kind == CAROM_KIND_LIST)
        printf("\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/%s\"}, \"minItems\": 1",
               carom_object_name(row->of));
    else
        printf("\"$ref\": \"#/$defs/%s\"", kind_names[row->kind]);
}

static void print_required(carom_object object) {
    const char *separator = "";
    const carom_key *row;
    printf("      \"required\": [");
    for (int i = 0; (row = carom_key_at(i)); i++) {
        if (row->object != object || !row->needed) continue;
        printf("%s\"%s\"", separator, row->key);
        separator = ", ";
    }
    printf("]");
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

static void print_object(carom_object object) {
    const char *separator = "\n";
    const carom_key *row;
    printf("    \"%s\": {\n      \"description\": ", carom_object_name(object));
    print_string(carom_object_meaning(object));
    printf(",\n      \"type\": \"object\",\n      \"additionalProperties\": false,\n");
    print_required(object);
    if (alternatives(object)) printf(",\n      %s", alternatives(object));
    printf(",\n      \"properties\": {");
    for (int i = 0; (row = carom_key_at(i)); i++) {
        if (row->object != object) continue;
        printf("%s        \"%s\": {", separator, row->key);
        print_reference(row);
        printf(", \"description\": ");
        print_string(row->meaning);
        printf("}");
        separator = ",\n";
    }
    printf("\n      }\n    }");
}

int main(void) {
    printf("{\n"
           "  \"$comment\": \"made by tools/scenario_schema.c from mods/scenario/scenario.def\",\n"
           "  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"
           "  \"title\": \"carom scenario\",\n"
           "  \"$ref\": \"#/$defs/scenario\",\n"
           "  \"$defs\": {\n");
    for (int i = 1; i < CAROM_OBJECT_COUNT; i++) {
        print_object((carom_object)i);
        printf(",\n");
    }
    const char *separator = "";
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        printf("%s    \"%s\": %s", separator, kind_names[i], kinds[i]);
        separator = ",\n";
    }
    printf("\n  }\n}\n");
    return 0;
}
