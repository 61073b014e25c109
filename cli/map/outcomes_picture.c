#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/map/impact_picture.h"
#include "mods/scenario/system.h"

enum {
    DIRECTIONS = 240, // number of tangents that enclose the bound; the axes are among them
    MOST_POINTS = 4000,
    MOST_MARKS = 9
};

// Results of methods within this distance, relative to the first speed, share one mark.
#define SAME 1e-3

typedef struct view {
    carom_problem *p;
    const carom_impact_outcomes *set;
    carom_panel *panel;
    int x, y; // indices of the velocities shown
} view;

static double size_of(const carom_problem *p) {
    double most = 0.0;
    for (int i = 0; i < 2 * p->system.nc; i++) most = fmax(most, fabs(p->system.v[i]));
    return most;
}

// Returns the largest value of cos v_x + sin v_y over the bound; NaN if it was not found.
static double farthest(const view *w, double angle, double *room, size_t bytes) {
    const carom_system *s = &w->p->system;
    const int n = 2 * s->nc;
    const double c = cos(angle), sn = sin(angle);
    double *g = room, *mu = room + n, most;
    for (int i = 0; i < s->nc; i++) mu[i] = w->p->each[i].mu;
    for (int j = 0; j < n; j++) g[j] = c * s->W[w->x * n + j] + sn * s->W[w->y * n + j];
    return carom_spread_bound(s, mu, g, room + 2 * n, bytes, &most) == CAROM_OK
               ? c * s->v[w->x] + sn * s->v[w->y] + most
               : (double)NAN;
}

// Adds the area enclosed by tangents at evenly spaced angles; its corners are the crossings of neighbours. Each tangent
// is a bound, so the area is never too small.
static bool add_bound(const view *w) {
    const size_t bytes = carom_spread_memory_size(&w->p->system, 0), n = 2 * (size_t)w->p->system.nc;
    double *room = malloc(bytes + 2 * n * sizeof *room), h[DIRECTIONS];
    if (!room) return false;
    const double turn = 2.0 * acos(-1.0) / DIRECTIONS;
    for (int k = 0; k < DIRECTIONS; k++) h[k] = farthest(w, k * turn, room, bytes);
    free(room);
    carom_series *area = carom_panel_series(w->panel, CAROM_SERIES_AREA, "nothing lies outside",
                                            (carom_style){.ink = CAROM_INK_SKY, .fill = 0.25, .width = 1.0});
    for (int k = 0; k < DIRECTIONS; k++) {
        const int next = (k + 1) % DIRECTIONS;
        const double a = k * turn, b = a + turn, d = sin(turn);
        if (isnan(h[k]) || isnan(h[next])) continue;
        carom_series_add(area, (h[k] * sin(b) - h[next] * sin(a)) / d, (h[next] * cos(a) - h[k] * cos(b)) / d);
    }
    return true;
}

static void add_draws(const view *w) {
    const carom_spread *o = &w->set->drawn;
    const size_t n = 2 * (size_t)w->p->system.nc;
    carom_series *points = carom_panel_series(w->panel, CAROM_SERIES_POINTS, "drawn",
                                              (carom_style){.ink = CAROM_INK_BLUE, .mark = CAROM_MARK_RING});
    for (size_t d = 0; d < (size_t)o->samples && d < MOST_POINTS; d++)
        carom_series_add(points, o->v[d * n + (size_t)w->x], o->v[d * n + (size_t)w->y]);
}

typedef struct mark {
    double x, y;
    char names[120];
} mark;

// Adds a mark; methods with the same result share it.
static void place(mark *marks, int *count, double x, double y, double near, const char *name) {
    for (int i = 0; i < *count; i++)
        if (fabs(marks[i].x - x) <= near && fabs(marks[i].y - y) <= near) {
            const size_t used = strlen(marks[i].names);
            snprintf(marks[i].names + used, sizeof marks[i].names - used, ", %s", name);
            return;
        }
    if (*count == MOST_MARKS) return;
    marks[*count].x = x;
    marks[*count].y = y;
    snprintf(marks[(*count)++].names, sizeof marks[0].names, "%s", name);
}

static void add_methods(const view *w) {
    static const carom_ink inks[] = {CAROM_INK_VERMILION, CAROM_INK_GREEN, CAROM_INK_PURPLE, CAROM_INK_ORANGE};
    static const carom_mark shapes[] = {CAROM_MARK_DISC, CAROM_MARK_SQUARE, CAROM_MARK_DIAMOND, CAROM_MARK_TRIANGLE,
                                        CAROM_MARK_DOWN};
    mark marks[MOST_MARKS];
    int count = 0;
    const carom_asked asked = w->p->asked;
    w->p->asked = CAROM_ASKED_ALL;
    const carom_law *method;
    for (int i = 0; (method = carom_law_at(w->p->modules, i, CAROM_SYSTEMS)); i++) {
        carom_answer a;
        if (!(method->solves & CAROM_SYSTEM_2D) || !method->system->solve) continue;
        w->p->law = method;
        if (carom_system_answer(w->p, &a) && carom_answer_stands(&a))
            place(marks, &count, a.system.v[w->x], a.system.v[w->y], SAME * size_of(w->p), method->name);
        // A method that needs more memory than any problem may use (bad-size) is skipped.
        if (a.status == CAROM_NO_MEMORY && w->panel) w->panel->figure->failed = true;
        carom_answer_free(&a);
    }
    w->p->asked = asked;
    for (int i = 0; i < count; i++) {
        const carom_style style = {.ink = inks[i % 4], .mark = shapes[i % 5]};
        carom_series_add(carom_panel_series(w->panel, CAROM_SERIES_POINTS, marks[i].names, style), marks[i].x,
                         marks[i].y);
    }
}

static void name_axes(const view *w) {
    char x[64], y[64];
    snprintf(x, sizeof x, "%s  $v'_%c$ at contact %d  (m/s)", w->x % 2 ? "slip" : "normal", w->x % 2 ? 't' : 'n',
             w->x / 2);
    snprintf(y, sizeof y, "normal  $v'_n$ at contact %d  (m/s)", w->y / 2);
    carom_panel_axes(w->panel, x, y);
}

carom_figure *carom_impact_outcomes_figure(carom_problem *p, const carom_impact_outcomes *set) {
    const int pairs = p->system.nc == 1 ? 1 : p->system.nc - 1, panels = pairs < 4 ? pairs : 4;
    carom_figure *figure = carom_figure_create("outcomes", panels > 1 ? 700.0 : 420.0, panels > 2 ? 680.0 : 380.0);
    char title[80];
    if (figure) figure->columns = panels > 1 ? 2 : 1;
    for (int k = 0; k < panels; k++) {
        const view w = {.p = p,
                        .set = set,
                        .panel = carom_figure_panel(figure),
                        .x = p->system.nc == 1 ? 1 : 2 * k,
                        .y = p->system.nc == 1 ? 0 : 2 * k + 2};
        if (w.panel) w.panel->zero_lines = true;
        name_axes(&w);
        if (!add_bound(&w) && figure) figure->failed = true;
        add_draws(&w);
        add_methods(&w);
    }
    snprintf(title, sizeof title, "%d outcomes of one impact", set->drawn.samples);
    carom_figure_title(figure, title);
    return figure;
}
