#include "cli/map/map.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/batch.h"
#include "carom/explain.h"
#include "carom/geometry.h"
#include "carom/scenario.h"
#include "mods/scenario/bodies.h"
#include "mods/scenario/leaf.h"
#include "tables/counts.h"
#include "tables/missing.h"

// Returns dE relative to the energy available.
static double gain_of(const carom_contact *c, double dE) {
    carom_region region;
    return carom_region_compute(c, 0.0, &region) == CAROM_OK ? dE / region.energy : (double)NAN;
}

static double value_of(const carom_map *map, const carom_contact *c, const carom_result *out) {
    switch (map->shown) {
    case CAROM_SHOW_MODE: return (double)out->mode;
    case CAROM_SHOW_DE: return out->dE;
    case CAROM_SHOW_GAIN: return gain_of(c, out->dE);
    case CAROM_SHOW_PN: return out->P[0];
    case CAROM_SHOW_PT: return out->P[1];
    case CAROM_SHOW_VN: return out->v[0];
    case CAROM_SHOW_VT: return out->v[1];
    case CAROM_SHOW_RATIO: return out->v[1] / out->v[0];
    case CAROM_SHOW_DISAGREEMENT:
    case CAROM_SHOW_FORCES:
    case CAROM_SHOW_COUNT: break;
    }
    return (double)NAN;
}

bool carom_map_row_new(const carom_map *map, carom_map_row *r) {
    const size_t n = (size_t)map->x.count;
    r->memory = malloc(n * (sizeof *r->problems + 7 * sizeof(double) + 2));
    if (!r->memory) return false;
    r->problems = r->memory;
    double *next = (double *)(void *)(r->problems + n);
    double **columns[] = {&r->P[0], &r->P[1], &r->v[0], &r->v[1], &r->dE, &r->other[0], &r->other[1]};
    for (int k = 0; k < 7; k++, next += n) *columns[k] = next;
    r->mode = (uint8_t *)next;
    r->status = r->mode + n;
    return true;
}

// Returns the problems of a row as columns. The parameters of the axes are columns too; all others are shared.
static carom_batch_in row_in(const carom_map *map, const carom_map_row *r, const carom_params *params) {
    const carom_problem *first = r->problems;
    carom_batch_in in = {.dim = 2, .params = params};
    for (int i = 0; i < 2; i++) {
        in.v[i] = (carom_column){&first->contact.v[i], sizeof *first};
        for (int j = i; j < 2; j++) in.W[i][j] = (carom_column){&first->contact.W[i][j], sizeof *first};
    }
    const char *names[] = {map->x.name, map->y.name};
    for (int k = 0; k < 2; k++) {
        const carom_coefficient *row = carom_law_find_coefficient(first->law, names[k]);
        if (!row) continue;
        in.param[row->number] = (carom_column){carom_param_number(&first->params, row), sizeof *first};
    }
    return in;
}

static bool is_place(const char *axis) {
    const size_t name = strcspn(axis, "=");
    return strcspn(axis, ".[") < name && strncmp(axis, "params.", 7) != 0;
}

static bool read_axis(carom_map *map, int which, const char *text, json_t *document, carom_error *refusal) {
    carom_grid_axis *axis = which ? &map->y : &map->x;
    const carom_bodies *b = map->problem.bodies;
    if (!is_place(text)) {
        text += strncmp(text, "params.", 7) ? 0 : 7;
        return carom_grid_read(axis, text, map->problem.modules, refusal);
    }
    if (!carom_grid_parse(axis, text, refusal)) return false;
    if (!b || (b->kind != CAROM_SCENARIO_PLANE && b->kind != CAROM_SCENARIO_SPACE))
        return carom_refuse(refusal, CAROM_BAD_VALUE,
                            "%s: a map varies the numbers of two bodies, or inputs such as v_t", axis->name);
    const json_t *leaf = carom_leaf_find(document, axis->name);
    map->bodies->slot[which] = leaf ? carom_spec_from_pair(document, leaf, &map->bodies->told) : NULL;
    return map->bodies->slot[which] ||
           carom_refuse(refusal, CAROM_BAD_VALUE,
                        "the scenario has no number at \"%s\" that affects the result; write it there first, such as "
                        "bodies[0].velocity[1]",
                        axis->name);
}

bool carom_map_axes(carom_map *map, const char *x, const char *y, json_t *document, carom_map_text *bodies,
                    carom_error *refusal) {
    *bodies = (carom_map_text){.document = document};
    map->bodies = bodies;
    if (!read_axis(map, 0, x, document, refusal) || !read_axis(map, 1, y, document, refusal)) return false;
    if (!strcmp(map->x.name, map->y.name))
        return carom_refuse(refusal, CAROM_BAD_VALUE, "both axes are %s; a map needs two different inputs",
                            map->x.name);
    if (!bodies->slot[0] && !bodies->slot[1]) map->bodies = NULL;
    return true;
}

const char *carom_map_label(const carom_map *map, int which, char *text, size_t size) {
    const carom_grid_axis *axis = which ? &map->y : &map->x;
    int body, used = 0;
    if (map->bodies && map->bodies->slot[which] && sscanf(axis->name, "bodies[%d].%n", &body, &used) == 1 && used)
        snprintf(text, size, "%s: %s", map->problem.bodies->names[body], axis->name + used);
    else
        snprintf(text, size, "%s", carom_grid_label(axis, &map->problem));
    return text;
}

// Computes the bodies and their contact with these values. The contact is NaN if there is none.
static void make_bodies(const carom_map *map, const double value[2], carom_bodies *made, carom_contact *contact) {
    carom_error why;
    const carom_reading reading = {{.text = "", .first_line = 1}, &why, map->problem.modules};
    for (int k = 0; k < 2; k++)
        if (map->bodies->slot[k]) *map->bodies->slot[k] = value[k];
    if (!carom_pair_from_spec(&reading, &map->bodies->told, made, contact)) contact->W[0][0] = (double)NAN;
}

// Makes W symmetric, because a batch reads only its upper triangle. A valid W may be symmetric in single precision
// only.
static void average(carom_contact *c) {
    if (carom_contact_validate(c) == CAROM_OK) c->W[0][1] = c->W[1][0] = 0.5 * (c->W[0][1] + c->W[1][0]);
}

// Sets the problem of a cell: first its bodies, which are also written to `made`, then the other inputs.
static void set_cell(const carom_map *map, int i, int j, carom_bodies *made, carom_problem *problem) {
    const double value[2] = {carom_grid_at(&map->x, i), carom_grid_at(&map->y, j)};
    *problem = map->problem;
    if (map->bodies) make_bodies(map, value, made, &problem->contact);
    if (!map->bodies || !map->bodies->slot[0]) carom_grid_set(&map->x, value[0], problem);
    if (!map->bodies || !map->bodies->slot[1]) carom_grid_set(&map->y, value[1], problem);
    average(&problem->contact);
}

// Solves row j; for a disagreement solves it again with the other law.
static void solve_row(const carom_map *map, carom_map_row *r, int j) {
    const size_t n = (size_t)map->x.count;
    carom_bodies made = {.kind = CAROM_SCENARIO_PLANE};
    for (size_t i = 0; i < n; i++) set_cell(map, (int)i, j, &made, &r->problems[i]);
    carom_params shared = r->problems[0].params; // shared by all cells, except the axes, which are columns
    carom_batch_in in = row_in(map, r, &shared);
    carom_batch_out out = {.P = {carom_array_out(r->P[0]), carom_array_out(r->P[1])},
                           .v = {carom_array_out(r->v[0]), carom_array_out(r->v[1])},
                           .dE = carom_array_out(r->dE),
                           .mode = carom_bytes_array_out(r->mode),
                           .status = carom_bytes_array_out(r->status)};
    carom_collide_batch(map->problem.law, n, &in, &out);
    if (map->shown != CAROM_SHOW_DISAGREEMENT) return;
    shared.restitution = map->other.params.restitution;
    out = (carom_batch_out){.v = {carom_array_out(r->other[0]), carom_array_out(r->other[1])}};
    carom_collide_batch(map->other.law, n, &in, &out);
}

static double cell_value(const carom_map *map, const carom_map_row *r, int i) {
    const carom_contact *c = &r->problems[i].contact;
    const carom_result out = {
        .P = {r->P[0][i], r->P[1][i]}, .v = {r->v[0][i], r->v[1][i]}, .dE = r->dE[i], .mode = (carom_mode)r->mode[i]};
    if (carom_status_classify((carom_status)r->status[i]) != CAROM_CLASS_OK)
        return map->shown == CAROM_SHOW_MODE ? (double)CAROM_MODE_COUNT : (double)NAN;
    if (map->shown == CAROM_SHOW_DISAGREEMENT)
        return hypot(out.v[0] - r->other[0][i], out.v[1] - r->other[1][i]) / hypot(c->v[0], c->v[1]);
    return value_of(map, c, &out);
}

// Returns true if carom_collide rejects the problem; a batch does not check whether W is symmetric.
static bool is_refused(const carom_problem *problem) {
    carom_result out;
    const carom_status status = carom_collide(problem->law, &problem->contact, &problem->params, &out);
    return carom_status_classify(status) == CAROM_CLASS_BAD_INPUT;
}

// Computes the case of the forces of one cell; `made` are its bodies.
static carom_status force_case(const carom_map *map, const carom_problem *problem, const carom_bodies *made,
                               double *value) {
    carom_contact_forces forces;
    double b[3] = {map->fall.vector[0], map->fall.vector[1], 0.0};
    carom_status status =
        map->fall.weighs ? carom_planar_pair_free_acceleration(&made->plane, map->fall.vector, b) : CAROM_OK;
    if (status == CAROM_OK) status = carom_forces_compute(&problem->contact, b, &problem->params, &forces);
    *value = status == CAROM_OK ? (double)forces.which : (double)NAN;
    return status;
}

// Computes a row of the map of forces. Returns the same as carom_map_row_values.
static int row_of_forces(const carom_map *map, carom_map_row *r, int j, double *values) {
    carom_bodies made = {.kind = CAROM_SCENARIO_PLANE};
    for (int i = 0; i < map->x.count; i++) {
        set_cell(map, i, j, &made, &r->problems[i]);
        if (force_case(map, &r->problems[i], map->bodies ? &made : map->problem.bodies, &values[i]) != CAROM_OK)
            return i;
    }
    return -1;
}

int carom_map_row_values(const carom_map *map, carom_map_row *r, int j, double *values) {
    if (map->shown == CAROM_SHOW_FORCES) return row_of_forces(map, r, j, values);
    solve_row(map, r, j);
    if (is_refused(&r->problems[0])) return 0;
    for (int i = 0; i < map->x.count; i++) {
        if (carom_status_classify((carom_status)r->status[i]) == CAROM_CLASS_BAD_INPUT) return i;
        values[i] = cell_value(map, r, i);
    }
    return -1;
}
