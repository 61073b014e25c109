#include "cli/map.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

#include "cli/answer.h"

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

// E = v.W^-1 v / 2: what an impact could take at most.
static double energy_of(const carom_contact *c) {
    const double a = c->W[0][0], w = c->W[0][1], T = c->W[1][1];
    return 0.5 * (T * c->v[0] * c->v[0] - 2.0 * w * c->v[0] * c->v[1] + a * c->v[1] * c->v[1]) / (a * T - w * w);
}

static double value_of(const carom_map *map, const carom_problem *problem, const carom_outcome *out) {
    const carom_contact *c = &problem->contact;
    switch (map->shown) {
    case CAROM_SHOW_MODE: return (double)out->mode;
    case CAROM_SHOW_DE: return out->dE;
    case CAROM_SHOW_GAIN: return out->dE / energy_of(c);
    case CAROM_SHOW_PN: return out->P[0];
    case CAROM_SHOW_PT: return out->P[1];
    case CAROM_SHOW_VN: return out->v[0];
    case CAROM_SHOW_VT: return out->v[1];
    case CAROM_SHOW_RATIO: return out->v[1] / out->v[0];
    case CAROM_SHOW_DISAGREEMENT:
    case CAROM_SHOW_COUNT: break;
    }
    carom_problem other = *problem;
    carom_outcome second;
    other.params.restitution = map->other.params.restitution;
    if (carom_status_class_of(carom_collide(map->other.law, c, &other.params, &second)) != CAROM_FINE)
        return (double)NAN;
    return hypot(out->v[0] - second.v[0], out->v[1] - second.v[1]) / hypot(c->v[0], c->v[1]);
}

// One cell. False: the input was refused, and so is the map.
static bool cell(const carom_map *map, int i, int j, double *value, carom_refusal *refusal) {
    carom_problem problem = map->problem;
    carom_outcome out;
    carom_grid_set(&map->x, carom_grid_at(&map->x, i), &problem);
    carom_grid_set(&map->y, carom_grid_at(&map->y, j), &problem);
    const carom_status status = carom_collide(problem.law, &problem.contact, &problem.params, &out);
    const carom_status_class class = carom_status_class_of(status);
    if (class == CAROM_BAD_INPUT) {
        char text[512];
        carom_describe(status, problem.law, &problem.contact, &problem.params, &out, text, sizeof text);
        return carom_refuse(refusal, carom_status_name(status), "at %s = %g, %s = %g: %s", map->x.name,
                            carom_grid_at(&map->x, i), map->y.name, carom_grid_at(&map->y, j), text);
    }
    if (class != CAROM_FINE)
        *value = map->shown == CAROM_SHOW_MODE ? (double)NO_SOLUTION : (double)NAN;
    else
        *value = value_of(map, &problem, &out);
    return true;
}

// Kinds are numbered from 0 in the order of the table of modes, so that colours do not depend on the grid's order.
static bool name_kinds(carom_panel *panel, carom_refusal *refusal) {
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

bool carom_map_fill(const carom_map *map, carom_panel *panel, carom_refusal *refusal) {
    carom_field *field = carom_panel_field(panel, map->x.count, map->y.count, carom_shown_label(map->shown));
    if (!field) return carom_refuse(refusal, "bad-value", "out of memory");
    const clock_t start = clock();
    for (int j = 0; j < map->y.count; j++) {
        show_progress(map, j, start);
        for (int i = 0; i < map->x.count; i++)
            if (!cell(map, i, j, &field->value[(size_t)j * (size_t)map->x.count + (size_t)i], refusal)) return false;
    }
    show_progress(map, map->y.count, start);
    carom_panel_axes(panel, carom_grid_label(&map->x), carom_grid_label(&map->y));
    carom_panel_range(panel, map->x.low, map->x.high, map->y.low, map->y.high);
    field->two_sided = map->shown == CAROM_SHOW_DE || map->shown == CAROM_SHOW_GAIN || map->shown == CAROM_SHOW_PT ||
                       map->shown == CAROM_SHOW_VT || map->shown == CAROM_SHOW_RATIO;
    return map->shown != CAROM_SHOW_MODE || name_kinds(panel, refusal);
}
