// Adds the inputs of a scenario as its file states them.
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "cli/report/pages.h"
#include "mods/scenario/json.h"

// Units of plain numbers by key. The first five keys state the unit of their own number.
static const struct {
    const char *key, *unit;
} units[] = {{"kmh", "km/h"},    {"mph", "mph"},       {"deg", "deg"},     {"rad", "rad"},   {"lb", "lb"},
             {"mass", "kg"},     {"inertia", "kg m²"}, {"gyration", "m"},  {"centre", "m"},  {"center", "m"},
             {"point", "m"},     {"velocity", "m/s"},  {"spin", "rad/s"},  {"angle", "rad"}, {"length", "m"},
             {"rod", "m"},       {"disc", "m"},        {"rectangle", "m"}, {"sphere", "m"},  {"box", "m"},
             {"ellipsoid", "m"}, {"rate", "rad/s"},    {"v", "m/s"},       {"W", "1/kg"}};
enum { STATED = 5 };

const char *carom_input_unit(const char *key) {
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (!strcmp(units[i].key, key)) return units[i].unit;
    return "";
}

// Writes values as text, such as "50 km/h at 30 deg". `key` determines the unit of plain numbers.

static void put_value(FILE *to, const json_t *value, const char *key, bool with_unit);

static void put_unit(FILE *to, const char *key) {
    const char *unit = carom_input_unit(key);
    fprintf(to, "%s%s", *unit ? " " : "", unit);
}

static void put_list(FILE *to, const json_t *value, const char *key) {
    bool own = false;
    fputc('(', to);
    for (size_t i = 0; i < json_array_size(value); i++) {
        const json_t *item = json_array_get(value, i);
        fputs(!i ? "" : carom_is_object(item) && carom_key_count(item) > 1 ? "; " : ", ", to);
        put_value(to, item, key, false);
        own = own || carom_is_object(item) || carom_is_array(item);
    }
    fputc(')', to);
    if (!own) put_unit(to, key);
}

static void put_object(FILE *to, const json_t *value, const char *key) {
    const json_t *length = json_object_get(value, "size"), *angle = json_object_get(value, "angle");
    json_t *inside;
    for (int i = 0; i < STATED; i++) {
        const json_t *number = json_object_get(value, units[i].key);
        if (!number) continue;
        put_value(to, number, units[i].key, true);
        fputs(!strcmp(key, "spin") || !strcmp(key, "rate") ? "/s" : "", to);
        return;
    }
    if (length && angle) {
        // The length of a normal or tangent has no effect.
        const bool direction = !strcmp(key, "normal") || !strcmp(key, "tangent");
        if (!direction) put_value(to, length, key, true);
        fputs(direction ? "at " : " at ", to);
        const bool zero = carom_is_number(angle) && json_number_value(angle) == 0.0;
        put_value(to, angle, zero ? "deg" : "angle", true);
        return;
    }
    // Any other object: all its members except notes.
    const char *before = "";
    for (const char *name = NULL; (name = carom_next_key(value, name, &inside)); before = ", ") {
        fprintf(to, "%s%s ", before, name);
        put_value(to, inside, name, true);
    }
}

static void put_value(FILE *to, const json_t *value, const char *key, bool with_unit) {
    if (carom_is_array(value))
        put_list(to, value, key);
    else if (carom_is_object(value))
        put_object(to, value, key);
    else if (carom_is_string(value))
        fputs(json_string_value(value), to);
    else if (!carom_is_number(value))
        fputs(carom_is_true(value) ? "yes" : "no", to);
    else {
        fputs(CAROM_SHORT(json_number_value(value), 10), to);
        if (with_unit) put_unit(to, key);
    }
}

// Adds rows of the table.

typedef struct {
    carom_document *document;
    const char *const *varied; // paths of the inputs that vary, ended by NULL; or NULL
} inputs;

// Returns true if a path of the list is this one or lies below it: "velocity.size" is below "velocity".
static bool varies(const inputs *t, const char *path) {
    const size_t length = strlen(path);
    for (const char *const *one = t->varied; one && *one; one++)
        if (!strncmp(*one, path, length) && (!(*one)[length] || strchr(".[", (*one)[length]))) return true;
    return false;
}

static void add_row(const inputs *t, const char *owner, const char *path, const char *key, const json_t *value,
                    const char *note) {
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    if (!to) carom_no_memory();
    if (value) put_value(to, value, key, true);
    fclose(to);
    carom_document_cell(t->document, "%s", owner);
    carom_document_cell(t->document, "%s", key);
    carom_document_cell(t->document, "%s", text);
    carom_document_cell(t->document, varies(t, path) ? "varies" : "");
    carom_document_cell(t->document, "%s", note ? note : "");
    free(text);
}

// Returns the note for a key, the value of "_mass" for "mass"; NULL if there is none.
static const char *note_of(const json_t *object, const char *key) {
    char name[80];
    snprintf(name, sizeof name, "_%.70s", key);
    return json_string_value(json_object_get(object, name));
}

static void add_members(const inputs *t, const json_t *object, const char *owner, const char *root) {
    const char *key = NULL;
    json_t *value;
    while ((key = carom_next_key(object, key, &value))) {
        char path[200];
        if (!strcmp(key, "name")) continue;
        snprintf(path, sizeof path, "%.90s.%.90s", root, key);
        const char *note = note_of(object, key);
        if (!note && !strcmp(key, "shape")) note = "moment of inertia of a uniform body of this shape and mass";
        add_row(t, owner, path, key, value, note);
    }
    const char *note = json_string_value(json_object_get(object, "note"));
    if (note) add_row(t, owner, "?", "note", NULL, note);
}

static void add_bodies(const inputs *t, const json_t *bodies) {
    for (size_t i = 0; i < json_array_size(bodies); i++) {
        const json_t *body = json_array_get(bodies, i);
        const char *name = json_string_value(json_object_get(body, "name"));
        char owner[40], root[40];
        snprintf(root, sizeof root, "bodies[%zu]", i);
        snprintf(owner, sizeof owner, i < 2 ? "body %c" : "body %d", i < 2 ? "AB"[i] : (int)i);
        if (carom_is_object(body)) add_members(t, body, name ? name : owner, root);
        if (carom_is_string(body)) add_row(t, owner, root, json_string_value(body), NULL, NULL);
    }
}

void carom_report_inputs(carom_document *document, const json_t *scenario, const char *const *varied) {
    static const carom_document_column columns[] = {{.title = "part"},
                                                    {.title = "input"},
                                                    {.title = "value"},
                                                    {.title = "in the sweep"},
                                                    {.title = "source, as stated"}};
    const inputs t = {document, varied};
    const char *key = NULL;
    json_t *value;
    carom_document_table(document, NULL, columns, 5);
    while ((key = carom_next_key(scenario, key, &value))) {
        if (!strcmp(key, "id") || !strcmp(key, "units")) continue;
        if (carom_is_object(value))
            add_members(&t, value, strcmp(key, "params") ? key : "coefficient", key);
        else if (carom_is_array(value) && !strcmp(key, "bodies"))
            add_bodies(&t, value);
        else
            add_row(&t, "problem", key, key, value, note_of(scenario, key));
    }
    carom_document_paragraph(document,
                             "Plain numbers are in SI units. A key such as _mass beside mass in the file states "
                             "a source.");
}
