#include "cli/map/map_picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/explain.h"
#include "mods/scenario/json.h"
#include "tables/counts.h"

static const struct {
    const char *name, *label;
    bool two_sided;
} shown_rows[CAROM_SHOW_COUNT] = {
    [CAROM_SHOW_MODE] = {"mode", "mode", false},
    [CAROM_SHOW_DE] = {"dE", "energy change $ΔE$  (J)", true},
    [CAROM_SHOW_GAIN] = {"gain", "energy change $ΔE / E$, of all there is", true},
    [CAROM_SHOW_PN] = {"P_n", "normal impulse $P_n$  (N s)", false},
    [CAROM_SHOW_PT] = {"P_t", "tangential impulse $P_t$  (N s)", true},
    [CAROM_SHOW_VN] = {"v_n", "normal velocity after $v_n'$  (m/s)", false},
    [CAROM_SHOW_VT] = {"v_t", "slip after $v_t'$  (m/s)", true},
    [CAROM_SHOW_RATIO] = {"ratio", "velocity ratio after $v_t' / v_n'$", true},
    [CAROM_SHOW_DISAGREEMENT] = {"disagreement", "disagreement $|Δv'| / |v|$", false},
    [CAROM_SHOW_FORCES] = {"forces", "forces of the closed contact", false},
};

const char *carom_shown_name(int shown) {
    return shown >= 0 && shown < CAROM_SHOW_COUNT ? shown_rows[shown].name : NULL;
}

bool carom_shown_read(carom_shown *shown, const char *show, carom_error *refusal) {
    char hint[128];
    for (int i = 0; i < CAROM_SHOW_COUNT; i++) {
        *shown = (carom_shown)i;
        if (!strcmp(show, carom_shown_name(i))) return true;
    }
    return carom_refuse(refusal, CAROM_BAD_VALUE, "cannot show \"%s\"%s", show,
                        carom_suggestion(carom_nearest_name(show, carom_shown_name), "`carom map --help` lists what",
                                         hint, sizeof hint));
}

// Reads the second law: "smith", or with a choice "routh:newton".
static bool read_against(carom_map *map, const char *against, carom_error *refusal) {
    char name[64];
    const char *colon = strchr(against, ':');
    snprintf(name, sizeof name, "%.*s", (int)(colon ? colon - against : (long)strlen(against)), against);
    map->other = map->problem;
    return carom_problem_law(&map->other, name, refusal) &&
           (!colon || carom_problem_param(&map->other, "restitution", colon + 1, refusal));
}

// Rejects an axis that changes W alone, because gravity acts on the bodies of the file.
static bool fall_fits(const carom_map *map, carom_error *refusal) {
    const char *names[] = {map->x.name, map->y.name};
    for (int k = 0; k < 2 && map->fall.weighs; k++)
        if (!strcmp(names[k], "angle") || !strncmp(names[k], "W_", 2))
            return carom_refuse(refusal, CAROM_BAD_VALUE,
                                "%s changes W but not the bodies on which gravity acts; vary a number of the file, "
                                "such as bodies[0].centre.angle.deg, or give --acceleration",
                                names[k]);
    return true;
}

bool carom_map_read(carom_map *map, json_t *document, const carom_map_words *w, carom_map_text *bodies,
                    carom_error *refusal) {
    if (!w->x || !w->y)
        return carom_refuse(refusal, CAROM_BAD_VALUE, "a map needs --x and --y, such as --x mu=0:2:201");
    if (!carom_map_axes(map, w->x, w->y, document, bodies, refusal)) return false;
    if (!carom_shown_read(&map->shown, w->show ? w->show : "mode", refusal)) return false;
    if (!map->problem.law) return carom_refuse(refusal, CAROM_BAD_VALUE, "law is missing; `carom laws` lists them all");
    if (!carom_problem_contact_whole(&map->problem, refusal)) return false;
    if (map->problem.contact.dim != 2)
        return carom_refuse(refusal, CAROM_BAD_VALUE, "a map needs a 2D problem; W here is 3 x 3");
    if (map->shown == CAROM_SHOW_FORCES) return fall_fits(map, refusal);
    if (map->shown == CAROM_SHOW_DISAGREEMENT && !w->against)
        return carom_refuse(refusal, CAROM_BAD_VALUE, "disagreement needs --second-law, such as --second-law smith");
    return !w->against || read_against(map, w->against, refusal);
}

// A kind is a mode, or one past the last mode if there is no solution.
enum { NO_SOLUTION = CAROM_MODE_COUNT };

// Explains why a cell is rejected, with the error of carom_collide. Always returns false.
static bool refuse_cell(const carom_map *map, const carom_map_ways *ways, const carom_problem *problem, int i, int j,
                        carom_error *refusal) {
    carom_error why;
    carom_result out;
    const carom_status status = carom_collide(problem->law, &problem->contact, &problem->params, &out);
    ways->complain(&why, status, problem->law, &problem->contact, &problem->params, &out);
    return carom_refuse(refusal, status, "at %s = %g, %s = %g: %s", map->x.name, carom_grid_at(&map->x, i), map->y.name,
                        carom_grid_at(&map->y, j), why.detail);
}

// Names the values 0 to count - 1 of the field by `name` and numbers those that occur from 0, in this order. A value
// therefore has the same colour on every grid.
static bool name_kinds(carom_panel *panel, int count, const char *(*name)(int), carom_error *refusal) {
    carom_field *field = panel->field;
    int kind_of[CAROM_MODE_COUNT + 1], kinds = 0;
    bool seen[CAROM_MODE_COUNT + 1] = {0};
    const size_t cells = (size_t)field->nx * (size_t)field->ny;
    for (size_t n = 0; n < cells; n++) seen[(int)field->value[n]] = true;
    for (int value = 0; value < count; value++) {
        if (!seen[value]) continue;
        if (kinds == (int)(sizeof field->kind_name / sizeof *field->kind_name))
            return carom_refuse(refusal, CAROM_BAD_VALUE, "there are more modes than colours; reduce the ranges");
        carom_field_kind(panel, kinds, name(value));
        kind_of[value] = kinds++;
    }
    for (size_t n = 0; n < cells; n++) field->value[n] = kind_of[(int)field->value[n]];
    return true;
}

static const char *mode_name(int value) {
    return value == NO_SOLUTION ? "no solution" : carom_mode_name((carom_mode)value);
}

static const char *force_name(int value) {
    return carom_enum_name(CAROM_ENUM_FORCE_CASE, value);
}

carom_field *carom_map_field(carom_panel *panel, carom_shown shown, const carom_grid_axis *x, const carom_grid_axis *y,
                             const char *of) {
    char label[128];
    snprintf(label, sizeof label, "%s%s", shown_rows[shown].label, of);
    carom_field *field = carom_panel_field(panel, x->count, y->count, label);
    if (!field) return NULL;
    field->two_sided = shown_rows[shown].two_sided;
    carom_panel_range(panel, x->low, x->high, y->low, y->high);
    return field;
}

bool carom_map_name_kinds(carom_panel *panel, carom_shown shown, carom_error *refusal) {
    if (shown == CAROM_SHOW_FORCES) return name_kinds(panel, CAROM_FORCE_INDETERMINATE + 1, force_name, refusal);
    return shown != CAROM_SHOW_MODE || name_kinds(panel, CAROM_MODE_COUNT + 1, mode_name, refusal);
}

bool carom_map_fill(const carom_map *map, const carom_map_ways *ways, carom_panel *panel, carom_error *refusal) {
    carom_field *field = carom_map_field(panel, map->shown, &map->x, &map->y, "");
    if (!field) return carom_refuse(refusal, CAROM_BAD_VALUE, "out of memory");
    carom_map_row r;
    if (!carom_map_row_new(map, &r)) return carom_refuse(refusal, CAROM_BAD_VALUE, "out of memory");
    bool fine = true;
    for (int j = 0; j < map->y.count && fine; j++) {
        if (ways->tell) ways->tell(j, map->y.count);
        const int refused = carom_map_row_values(map, &r, j, &field->value[(size_t)j * (size_t)map->x.count]);
        fine = refused < 0 || refuse_cell(map, ways, &r.problems[refused], refused, j, refusal);
    }
    free(r.memory);
    if (!fine) return false;
    if (ways->tell) ways->tell(map->y.count, map->y.count);
    char label[2][128];
    carom_panel_axes(panel, carom_map_label(map, 0, label[0], sizeof label[0]),
                     carom_map_label(map, 1, label[1], sizeof label[1]));
    return carom_map_name_kinds(panel, map->shown, refusal);
}

// Writes JSON.

static json_t *axis_json(const carom_grid_axis *axis) {
    return json_pack("{s:s, s:f, s:f, s:i}", "input", axis->name, "low", axis->low, "high", axis->high, "count",
                     axis->count);
}

json_t *carom_map_json(const carom_grid_axis *x, const carom_grid_axis *y, const char *shown,
                       const carom_field *field) {
    json_t *rows = json_array();
    for (int j = 0; j < field->ny; j++) {
        json_t *row = json_array();
        for (int i = 0; i < field->nx; i++) {
            const double value = field->value[(size_t)j * (size_t)field->nx + (size_t)i];
            json_array_append_new(row,
                                  field->kinds ? json_string(field->kind_name[(int)value]) : carom_json_real(value));
        }
        json_array_append_new(rows, row);
    }
    return json_pack("{s:o, s:o, s:s, s:o}", "x", axis_json(x), "y", axis_json(y), "show", shown, "values", rows);
}
