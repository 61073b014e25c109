#include "cli/verbs/map_plane.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/counts.h"
#include "cli/words/answer.h"
#include "cli/words/shell.h"

static const struct {
    const char *name, *label;
} shown_rows[CAROM_SHOW_COUNT] = {
    [CAROM_SHOW_MODE] = {"mode", "mode"},
    [CAROM_SHOW_DE] = {"dE", "energy change $ΔE$  (J)"},
    [CAROM_SHOW_GAIN] = {"gain", "energy change $ΔE / E$, of all there is"},
    [CAROM_SHOW_PN] = {"P_n", "normal impulse $P_n$  (N s)"},
    [CAROM_SHOW_PT] = {"P_t", "tangential impulse $P_t$  (N s)"},
    [CAROM_SHOW_VN] = {"v_n", "normal velocity after $v_n'$  (m/s)"},
    [CAROM_SHOW_VT] = {"v_t", "slip after $v_t'$  (m/s)"},
    [CAROM_SHOW_RATIO] = {"ratio", "velocity ratio after $v_t' / v_n'$"},
    [CAROM_SHOW_DISAGREEMENT] = {"disagreement", "disagreement $|Δv'| / |v|$"},
};

const char *carom_shown_name(int shown) {
    return shown >= 0 && shown < CAROM_SHOW_COUNT ? shown_rows[shown].name : NULL;
}

const char *carom_shown_label(carom_shown shown) {
    return shown_rows[shown].label;
}

// A kind is a mode, or one past the last for no solution.
enum { NO_SOLUTION = CAROM_MODE_COUNT };

// dE as a share of all the energy there is.
static double gain_of(const carom_contact *c, double dE) {
    double energy;
    return carom_impact_energy(c, &energy) == CAROM_OK ? dE / energy : (double)NAN;
}

static double value_of(const carom_map *map, const carom_contact *c, const carom_outcome *out) {
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
    case CAROM_SHOW_COUNT: break;
    }
    return (double)NAN;
}

// One row of cells: its problems, and columns for a batch's answers.
typedef struct grid_row {
    carom_problem *problems;
    double *P[2], *v[2], *dE, *other[2];
    uint8_t *mode, *status;
    void *memory;
} grid_row;

static bool new_row(grid_row *r, size_t n) {
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

// The row's problems as columns. The parameters of the axes are columns too; all others are the map's.
static carom_batch_in row_in(const carom_map *map, const grid_row *r, const carom_params *params) {
    const carom_problem *first = r->problems;
    carom_batch_in in = {.dim = 2, .params = params};
    for (int i = 0; i < 2; i++) {
        in.v[i] = (carom_column){&first->contact.v[i], sizeof *first};
        for (int j = i; j < 2; j++) in.W[i][j] = (carom_column){&first->contact.W[i][j], sizeof *first};
    }
    const char *names[] = {map->x.name, map->y.name};
    for (int k = 0; k < 2; k++) {
        const carom_param_info *row = carom_law_param_find(first->law, names[k]);
        if (!row) continue;
        const char *field = row->number < CAROM_PARAM_OWN
                                ? (const char *)&first->params + row->offset
                                : (const char *)&first->params.own[row->number - CAROM_PARAM_OWN];
        in.param[row->number] = (carom_column){(const double *)(const void *)field, sizeof *first};
    }
    return in;
}

// Solves row j, and for a disagreement solves it again with the other law.
static void solve_row(const carom_map *map, grid_row *r, int j) {
    const size_t n = (size_t)map->x.count;
    for (size_t i = 0; i < n; i++) {
        r->problems[i] = map->problem;
        carom_grid_set(&map->x, carom_grid_at(&map->x, (int)i), &r->problems[i]);
        carom_grid_set(&map->y, carom_grid_at(&map->y, j), &r->problems[i]);
    }
    carom_batch_in in = row_in(map, r, &map->problem.params);
    carom_batch_out out = {.P = {carom_array_out(r->P[0]), carom_array_out(r->P[1])},
                           .v = {carom_array_out(r->v[0]), carom_array_out(r->v[1])},
                           .dE = carom_array_out(r->dE),
                           .mode = carom_bytes_array_out(r->mode),
                           .status = carom_bytes_array_out(r->status)};
    carom_collide_batch(map->problem.law, n, &in, &out);
    if (map->shown != CAROM_SHOW_DISAGREEMENT) return;
    carom_params other = map->problem.params;
    other.restitution = map->other.params.restitution;
    in.params = &other;
    out = (carom_batch_out){.v = {carom_array_out(r->other[0]), carom_array_out(r->other[1])}};
    carom_collide_batch(map->other.law, n, &in, &out);
}

// The refusal of a cell, if it is one: carom_collide says why.
static bool accept_cell(const carom_map *map, const carom_problem *problem, int i, int j, carom_misreading *refusal) {
    carom_misreading why;
    carom_outcome out;
    const carom_status status = carom_collide(problem->law, &problem->contact, &problem->params, &out);
    if (carom_status_class_of(status) != CAROM_BAD_INPUT) return true;
    carom_complain_of(&why, status, problem->law, &problem->contact, &problem->params, &out);
    return carom_refuse(refusal, carom_status_name(status), "at %s = %g, %s = %g: %s", map->x.name,
                        carom_grid_at(&map->x, i), map->y.name, carom_grid_at(&map->y, j), why.text);
}

// The values of row j. False: an input was refused, and so is the map.
static bool fill_row(const carom_map *map, grid_row *r, int j, double *values, carom_misreading *refusal) {
    solve_row(map, r, j);
    // A batch reads W's upper triangle; carom_collide sees whether W is symmetric.
    if (!accept_cell(map, &r->problems[0], 0, j, refusal)) return false;
    for (int i = 0; i < map->x.count; i++) {
        const carom_contact *c = &r->problems[i].contact;
        const carom_status_class class = carom_status_class_of((carom_status)r->status[i]);
        if (class == CAROM_BAD_INPUT) return accept_cell(map, &r->problems[i], i, j, refusal);
        const carom_outcome out = {.P = {r->P[0][i], r->P[1][i]},
                                   .v = {r->v[0][i], r->v[1][i]},
                                   .dE = r->dE[i],
                                   .mode = (carom_mode)r->mode[i]};
        if (class != CAROM_FINE)
            values[i] = map->shown == CAROM_SHOW_MODE ? (double)NO_SOLUTION : (double)NAN;
        else if (map->shown == CAROM_SHOW_DISAGREEMENT)
            values[i] = hypot(out.v[0] - r->other[0][i], out.v[1] - r->other[1][i]) / hypot(c->v[0], c->v[1]);
        else
            values[i] = value_of(map, c, &out);
    }
    return true;
}

// Kinds are numbered from 0 in the order of the table of modes, so that colours do not depend on the grid's order.
static bool name_kinds(carom_panel *panel, carom_misreading *refusal) {
    carom_field *field = panel->field;
    int kind_of[CAROM_MODE_COUNT + 1], kinds = 0;
    bool seen[CAROM_MODE_COUNT + 1] = {0};
    const size_t cells = (size_t)field->nx * (size_t)field->ny;
    for (size_t n = 0; n < cells; n++) seen[(int)field->value[n]] = true;
    for (int mode = 0; mode <= CAROM_MODE_COUNT; mode++) {
        if (!seen[mode]) continue;
        if (kinds == (int)(sizeof field->kind_name / sizeof *field->kind_name))
            return carom_refuse(refusal, "bad-value", "more modes than colours; show less of the plane");
        const char *name = mode == NO_SOLUTION ? "no solution" : carom_mode_name((carom_mode)mode);
        carom_field_kind(panel, kinds, name ? name : "(unnamed)");
        kind_of[mode] = kinds++;
    }
    for (size_t n = 0; n < cells; n++) field->value[n] = kind_of[(int)field->value[n]];
    return true;
}

static void show_progress(const carom_map *map, int row, clock_t start) {
    if (!map->progress || (double)(clock() - start) < 0.3 * (double)CLOCKS_PER_SEC) return;
    const int done = 40 * row / map->y.count;
    fprintf(stderr, "\r  [%.*s%*s] %3d %%", done, "########################################", 40 - done, "",
            100 * row / map->y.count);
    if (row == map->y.count) fputs("\r\033[K", stderr);
}

bool carom_map_fill(const carom_map *map, carom_panel *panel, carom_misreading *refusal) {
    carom_field *field = carom_panel_field(panel, map->x.count, map->y.count, carom_shown_label(map->shown));
    if (!field) return carom_refuse(refusal, "bad-value", "out of memory");
    grid_row r;
    if (!new_row(&r, (size_t)map->x.count)) return carom_refuse(refusal, "bad-value", "out of memory");
    const clock_t start = clock();
    bool fine = true;
    for (int j = 0; j < map->y.count && fine; j++) {
        show_progress(map, j, start);
        fine = fill_row(map, &r, j, &field->value[(size_t)j * (size_t)map->x.count], refusal);
    }
    free(r.memory);
    if (!fine) return false;
    show_progress(map, map->y.count, start);
    carom_panel_axes(panel, carom_grid_label(&map->x), carom_grid_label(&map->y));
    carom_panel_range(panel, map->x.low, map->x.high, map->y.low, map->y.high);
    field->two_sided = map->shown == CAROM_SHOW_DE || map->shown == CAROM_SHOW_GAIN || map->shown == CAROM_SHOW_PT ||
                       map->shown == CAROM_SHOW_VT || map->shown == CAROM_SHOW_RATIO;
    return map->shown != CAROM_SHOW_MODE || name_kinds(panel, refusal);
}
