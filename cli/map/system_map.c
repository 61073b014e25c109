#include "cli/map/system_map.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mods/scenario/shape.h"
#include "tables/counts.h"

static const struct {
    const char *name, *label;
    bool two_sided;
} rows[CAROM_SYSTEM_SHOWN_COUNT] = {
    [CAROM_SYSTEM_SHOWN_MODE] = {"mode", "mode", false},
    [CAROM_SYSTEM_SHOWN_DE] = {"dE", "energy change $ΔE$  (J)", true},
    [CAROM_SYSTEM_SHOWN_PN] = {"P_n", "normal impulse $P_n$  (N s)", false},
    [CAROM_SYSTEM_SHOWN_PT] = {"P_t", "tangential impulse $P_t$  (N s)", true},
    [CAROM_SYSTEM_SHOWN_VN] = {"v_n", "normal velocity after $v_n'$  (m/s)", false},
    [CAROM_SYSTEM_SHOWN_VT] = {"v_t", "slip after $v_t'$  (m/s)", true},
    [CAROM_SYSTEM_SHOWN_WORK] = {"work", "work of the contact  (J)", true},
    [CAROM_SYSTEM_SHOWN_OUTCOMES] = {"outcomes", "number of outcomes", false},
    [CAROM_SYSTEM_SHOWN_DISAGREEMENT] = {"disagreement", "disagreement $|Δv'| / |v|$", false},
};

const char *carom_system_shown_name(int shown) {
    return shown >= 0 && shown < CAROM_SYSTEM_SHOWN_COUNT ? rows[shown].name : NULL;
}

bool carom_system_map_wanted(const json_t *document) {
    return json_object_get(document, "method") || json_object_get(document, "system");
}

static bool read_shown(carom_system_map *map, const char *word, carom_error *refusal) {
    char names[160] = "";
    for (int i = 0; i < CAROM_SYSTEM_SHOWN_COUNT; i++) {
        carom_join(names, sizeof names, ", ", rows[i].name);
        map->shown = (carom_system_shown)i;
        if (!strcmp(word, rows[i].name)) return true;
    }
    return carom_refuse(refusal, CAROM_BAD_VALUE, "cannot show \"%s\" of several contacts, only %s", word, names);
}

// Reads the contact to show: by default the striking contact if the method has one, else the first.
static bool read_contact(carom_system_map *map, const char *word, carom_error *refusal) {
    char *end;
    const long contact = word ? strtol(word, &end, 10) : 0;
    if (word && (!*word || *end || contact < 0 || contact >= map->question.contacts))
        return carom_refuse(refusal, CAROM_BAD_VALUE, "--contact takes 0 to %d, not \"%s\"", map->question.contacts - 1,
                            word);
    map->contact = (int)contact;
    return true;
}

static bool read_places(carom_varied *v, const carom_system_map *map, carom_error *refusal) {
    if (!strcmp(map->x.name, map->y.name))
        return carom_refuse(refusal, CAROM_BAD_VALUE, "--x and --y name the same number");
    return carom_varied_place(v, map->x.name, refusal) && carom_varied_place(v, map->y.name, refusal);
}

static bool varies(const carom_system_map *map, const char *coefficient) {
    char place[80];
    const size_t n = (size_t)snprintf(place, sizeof place, "params.%s", coefficient);
    const char *const axis[2] = {map->x.name, map->y.name};
    for (int i = 0; i < 2; i++)
        if (!strncmp(axis[i], place, n) && (!axis[i][n] || axis[i][n] == '[')) return true;
    return false;
}

static void say_numbers(const json_t *value, char *text, size_t size) {
    const size_t count = carom_is_array(value) ? json_array_size(value) : 1;
    *text = 0;
    for (size_t i = 0; i < count; i++) {
        char number[32];
        snprintf(number, sizeof number, "%.4g", json_number_value(count > 1 ? json_array_get(value, i) : value));
        carom_join(text, size, ", ", number);
    }
}

static void make_title(carom_system_map *map, const json_t *document) {
    const char *name = NULL;
    json_t *value;
    snprintf(map->title, sizeof map->title, "%s", map->question.method->name);
    while ((name = carom_next_key(json_object_get(document, "params"), name, &value))) {
        char said[120], numbers[80];
        if ((!carom_is_number(value) && !carom_is_number(json_array_get(value, 0))) || varies(map, name)) continue;
        say_numbers(value, numbers, sizeof numbers);
        snprintf(said, sizeof said, json_array_size(value) > 1 ? "%.30s = (%s)" : "%.30s = %s", name, numbers);
        carom_join(map->title, sizeof map->title, ", ", said);
    }
}

bool carom_system_map_read(carom_system_map *map, const json_t *document, carom_source source, const carom_map_words *w,
                           carom_modules *modules, carom_error *refusal) {
    const carom_reading r = {source, refusal, modules};
    *map = (carom_system_map){.contact = 0};
    if (!w->x || !w->y)
        return carom_refuse(refusal, CAROM_BAD_VALUE, "a map needs --x and --y, such as --x params.mu=0:2:201");
    if (!carom_grid_parse(&map->x, w->x, refusal) || !carom_grid_parse(&map->y, w->y, refusal)) return false;
    if (!carom_keys_check(&r, document, CAROM_OBJECT_impact, NULL)) return false;
    if (!carom_varied_new(&map->question, document, w->method, NULL, modules, refusal)) return false;
    if (!read_shown(map, w->show ? w->show : "mode", refusal) || !read_contact(map, w->contact, refusal)) return false;
    if (map->shown == CAROM_SYSTEM_SHOWN_DISAGREEMENT && !w->against)
        return carom_refuse(refusal, CAROM_BAD_VALUE,
                            "disagreement needs --second-law, such as --second-law hm-whittaker");
    make_title(map, document);
    if (w->against && !carom_varied_new(&map->other, document, w->against, NULL, modules, refusal)) return false;
    return read_places(&map->question, map, refusal) && (!w->against || read_places(&map->other, map, refusal));
}

void carom_system_map_free(carom_system_map *map) {
    carom_varied_free(&map->question);
    carom_varied_free(&map->other);
}

static double value_of(const carom_system_map *map, const carom_system_result *out) {
    const int i = map->question.dim * map->contact;
    switch (map->shown) {
    case CAROM_SYSTEM_SHOWN_MODE: return (double)out->mode[map->contact];
    case CAROM_SYSTEM_SHOWN_DE: return out->dE;
    case CAROM_SYSTEM_SHOWN_PN: return out->P[i];
    case CAROM_SYSTEM_SHOWN_PT: return out->P[i + 1];
    case CAROM_SYSTEM_SHOWN_VN: return out->v[i];
    case CAROM_SYSTEM_SHOWN_VT: return out->v[i + 1];
    case CAROM_SYSTEM_SHOWN_WORK: return out->work[map->contact];
    case CAROM_SYSTEM_SHOWN_OUTCOMES: return out->solution_count ? out->solution_count : 1;
    case CAROM_SYSTEM_SHOWN_DISAGREEMENT:
    case CAROM_SYSTEM_SHOWN_COUNT: break;
    }
    return (double)NAN;
}

// Returns the disagreement of two methods. v holds the velocities before, then those after.
static double disagreement(carom_system_map *map, const double x[2], const carom_system_result *out, double *v) {
    const int n = map->question.dim * map->question.contacts;
    carom_system_result other;
    double apart = 0.0, size = 0.0;
    memcpy(v + n, out->v, (size_t)n * sizeof *v);
    if (carom_status_classify(carom_varied_ask(&map->other, x, &other, NULL)) != CAROM_CLASS_OK) return (double)NAN;
    for (int i = 0; i < n; i++) {
        apart += (v[n + i] - other.v[i]) * (v[n + i] - other.v[i]);
        size += v[i] * v[i];
    }
    return sqrt(apart / size);
}

static bool fill_cell(carom_system_map *map, int i, int j, double *v, double *value, carom_error *refusal) {
    const double x[2] = {carom_grid_at(&map->x, i), carom_grid_at(&map->y, j)};
    carom_system_result out;
    const carom_status status = carom_varied_ask(&map->question, x, &out, v);
    const carom_status_class class = carom_status_classify(status);
    if (class == CAROM_CLASS_BAD_INPUT || class == CAROM_CLASS_ENVIRONMENT)
        return carom_refuse(refusal, status, "at %s = %g, %s = %g: %s", map->x.name, x[0], map->y.name, x[1],
                            carom_status_message(status));
    if (class != CAROM_CLASS_OK)
        *value = map->shown == CAROM_SYSTEM_SHOWN_MODE ? (double)CAROM_MODE_COUNT : (double)NAN;
    else
        *value = map->shown == CAROM_SYSTEM_SHOWN_DISAGREEMENT ? disagreement(map, x, &out, v) : value_of(map, &out);
    return true;
}

bool carom_system_map_fill(carom_system_map *map, void (*tell)(int row, int rows), carom_panel *panel,
                           carom_error *refusal) {
    char label[128];
    const bool whole = map->shown == CAROM_SYSTEM_SHOWN_DE || map->shown >= CAROM_SYSTEM_SHOWN_OUTCOMES;
    snprintf(label, sizeof label, whole ? "%s" : "%s, contact %d", rows[map->shown].label, map->contact);
    carom_field *field = carom_panel_field(panel, map->x.count, map->y.count, label);
    double *v = carom_room(2 * (size_t)(map->question.dim * map->question.contacts), sizeof *v);
    if (!field || !v) {
        free(v);
        return carom_refuse(refusal, CAROM_BAD_VALUE, "out of memory");
    }
    bool fine = true;
    for (int j = 0; j < map->y.count && fine; j++) {
        if (tell) tell(j, map->y.count);
        for (int i = 0; i < map->x.count && fine; i++)
            fine = fill_cell(map, i, j, v, &field->value[(size_t)j * (size_t)map->x.count + (size_t)i], refusal);
    }
    free(v);
    if (tell) tell(map->y.count, map->y.count);
    if (!fine) return false;
    carom_panel_axes(panel, map->x.name, map->y.name);
    carom_figure_title(panel->figure, map->title);
    carom_panel_range(panel, map->x.low, map->x.high, map->y.low, map->y.high);
    field->two_sided = rows[map->shown].two_sided;
    return map->shown != CAROM_SYSTEM_SHOWN_MODE || carom_map_name_kinds(panel, refusal);
}
