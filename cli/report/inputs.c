// Writes the inputs of a scenario as its file states them.
#include <string.h>

#include "base/decimal.h"
#include "cli/report/parts.h"
#include "mods/scenario/json.h"

static const struct {
    const char *key, *unit;
} units[] = {{"mass", "kg"},     {"inertia", "kg m²"}, {"gyration", "m"},  {"centre", "m"},  {"center", "m"},
             {"point", "m"},     {"velocity", "m/s"},  {"spin", "rad/s"},  {"angle", "rad"}, {"length", "m"},
             {"rod", "m"},       {"disc", "m"},        {"rectangle", "m"}, {"sphere", "m"},  {"box", "m"},
             {"ellipsoid", "m"}, {"rate", "rad/s"},    {"v", "m/s"},       {"W", "1/kg"}};

static const struct {
    const char *key, *unit;
} stated[] = {{"kmh", "km/h"}, {"mph", "mph"}, {"deg", "deg"}, {"rad", "rad"}, {"lb", "lb"}};

const char *carom_part_unit(const char *key) {
    for (size_t i = 0; i < sizeof stated / sizeof *stated; i++)
        if (!strcmp(stated[i].key, key)) return stated[i].unit;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (!strcmp(units[i].key, key)) return units[i].unit;
    return "";
}

static void append(char *text, size_t size, const char *more) {
    const size_t used = strlen(text);
    if (used < size) snprintf(text + used, size - used, "%s", more);
}

static void append_value(char *text, size_t size, const json_t *value, const char *key, bool with_unit);

static void append_list(char *text, size_t size, const json_t *value, const char *key) {
    append(text, size, "(");
    bool own = false;
    for (size_t i = 0; i < json_array_size(value); i++) {
        const json_t *item = json_array_get(value, i);
        append(text, size, !i ? "" : carom_is_object(item) && carom_key_count(item) > 1 ? "; " : ", ");
        append_value(text, size, item, key, false);
        own = own || carom_is_object(item) || carom_is_array(item);
    }
    append(text, size, ")");
    if (!own && *carom_part_unit(key)) append(text, size, " "), append(text, size, carom_part_unit(key));
}

static void append_object(char *text, size_t size, const json_t *value, const char *key) {
    const json_t *length = json_object_get(value, "size"), *angle = json_object_get(value, "angle");
    json_t *inside;
    for (size_t i = 0; i < sizeof stated / sizeof *stated; i++) {
        const json_t *number = json_object_get(value, stated[i].key);
        if (!number) continue;
        append_value(text, size, number, "", false);
        append(text, size, " ");
        append(text, size, stated[i].unit);
        append(text, size, !strcmp(key, "spin") || !strcmp(key, "rate") ? "/s" : "");
        return;
    }
    if (length && angle) {
        // The length of a normal or tangent has no effect.
        const bool direction = !strcmp(key, "normal") || !strcmp(key, "tangent");
        if (!direction) append_value(text, size, length, key, true);
        append(text, size, direction ? "at " : " at ");
        if (carom_is_number(angle) && json_number_value(angle) == 0.0)
            append(text, size, "0 deg");
        else
            append_value(text, size, angle, "angle", true);
        return;
    }
    // Any other object: all its members except notes.
    const char *before = "";
    for (const char *name = NULL; (name = carom_next_key(value, name, &inside)); before = ", ") {
        append(text, size, before);
        append(text, size, name);
        append(text, size, " ");
        append_value(text, size, inside, name, true);
    }
}

static void append_value(char *text, size_t size, const json_t *value, const char *key, bool with_unit) {
    if (carom_is_array(value))
        append_list(text, size, value, key);
    else if (carom_is_object(value))
        append_object(text, size, value, key);
    else if (carom_is_string(value))
        append(text, size, json_string_value(value));
    else if (carom_is_number(value)) {
        append(text, size, CAROM_SHORT(json_number_value(value), 10));
        if (with_unit && *carom_part_unit(key)) append(text, size, " "), append(text, size, carom_part_unit(key));
    } else
        append(text, size, carom_is_true(value) ? "yes" : "no");
}

const char *carom_part_value(const json_t *value, const char *key, char *text, size_t size) {
    static const char more[] = " ... (see the file)";
    *text = 0;
    append_value(text, size, value, key, true);
    if (strlen(text) + 1 == size) memcpy(text + size - sizeof more, more, sizeof more);
    return text;
}

// Returns the note for a key: the value of "_mass" for "mass".
static const char *note_of(const json_t *object, const char *key) {
    char name[80];
    snprintf(name, sizeof name, "_%.70s", key);
    const char *note = json_string_value(json_object_get(object, name));
    return note ? note : "";
}

// Returns true if a part of the scenario states a source or a note.
static bool states_sources(const json_t *value) {
    const char *key = NULL;
    json_t *item;
    bool any = false;
    for (size_t i = 0; (item = json_array_get(value, i)); i++) any = any || states_sources(item);
    if (!carom_is_object(value)) return any;
    if (json_object_get(value, "note") || json_object_get(value, "shape")) return true;
    while ((key = carom_next_key(value, key, &item)))
        any = any || *note_of(value, key) || ((carom_is_object(item) || carom_is_array(item)) && states_sources(item));
    return any;
}

// How the table of inputs is written.
typedef struct {
    FILE *to;
    bool sources;
    const char *const *varied; // paths of the inputs that vary, or NULL
} inputs_table;

// Returns true if a path of the list is this one or lies below it: "velocity.size" is below "velocity".
static bool varies(const inputs_table *t, const char *path) {
    const size_t length = strlen(path);
    for (const char *const *one = t->varied; one && *one; one++)
        if (!strncmp(*one, path, length) && (!(*one)[length] || strchr(".[", (*one)[length]))) return true;
    return false;
}

static void put_input(const inputs_table *t, const char *owner, const char *path, const char *key, const char *value,
                      const char *note) {
    carom_page_row(t->to);
    carom_page_cell(t->to, owner);
    carom_page_cell(t->to, key);
    carom_page_cell(t->to, value);
    if (t->varied) carom_page_cell(t->to, varies(t, path) ? "varies" : "");
    if (t->sources) carom_page_cell(t->to, note);
    fputs("</tr>\n", t->to);
}

static void put_members(const inputs_table *t, const json_t *object, const char *owner, const char *root) {
    const char *key = NULL;
    json_t *value;
    while ((key = carom_next_key(object, key, &value))) {
        char text[2000], path[200];
        if (!strcmp(key, "name")) continue;
        snprintf(path, sizeof path, "%.90s.%.90s", root, key);
        const char *note = note_of(object, key);
        if (!*note && !strcmp(key, "shape")) note = "moment of inertia of a uniform body of this shape and mass";
        put_input(t, owner, path, key, carom_part_value(value, key, text, sizeof text), note);
    }
    const char *note = json_string_value(json_object_get(object, "note"));
    if (note) put_input(t, owner, "", "note", "", note);
}

static void put_bodies(const inputs_table *t, const json_t *bodies) {
    for (size_t i = 0; i < json_array_size(bodies); i++) {
        const json_t *body = json_array_get(bodies, i);
        const char *name = json_string_value(json_object_get(body, "name"));
        char owner[160], root[40];
        snprintf(root, sizeof root, "bodies[%zu]", i);
        snprintf(owner, sizeof owner, "%s", i ? "body B" : "body A");
        if (i > 1) snprintf(owner, sizeof owner, "body %zu", i);
        if (name) snprintf(owner, sizeof owner, "%.150s", name);
        if (carom_is_object(body)) put_members(t, body, owner, root);
        if (carom_is_string(body)) put_input(t, owner, root, json_string_value(body), "", "");
    }
}

void carom_part_inputs(FILE *to, const json_t *scenario, const char *const *varied) {
    const inputs_table t = {to, states_sources(scenario), varied};
    const char *heads[6] = {"part", "input", "value"}, *key = NULL;
    json_t *value;
    int columns = 3;
    if (varied) heads[columns++] = "in the sweep";
    if (t.sources) heads[columns++] = "source, as stated";
    carom_page_long_table(to, heads);
    while ((key = carom_next_key(scenario, key, &value))) {
        char text[2000];
        if (!strcmp(key, "id") || !strcmp(key, "units")) continue;
        if (carom_is_object(value))
            put_members(&t, value, strcmp(key, "params") ? key : "coefficient", key);
        else if (carom_is_array(value) && !strcmp(key, "bodies"))
            put_bodies(&t, value);
        else
            put_input(&t, "problem", key, key, carom_part_value(value, key, text, sizeof text), note_of(scenario, key));
    }
    carom_page_end_table(to);
    fprintf(to,
            "<p class=soft>Plain numbers are in SI units. %s <code>_mass</code> beside <code>mass</code> in the file "
            "states a source.</p>\n",
            t.sources ? "A key such as" : "The file states no sources; a key such as");
}
