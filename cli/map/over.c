#include "cli/map/over.h"

#include <math.h>
#include <stdio.h>

static bool read_axis(carom_grid_axis *axis, const carom_problem *problem, const char *text, carom_error *refusal) {
    if (!carom_grid_read(axis, text, problem->modules, refusal)) return false;
    const carom_coefficient *row = carom_law_find_coefficient(problem->law, axis->name);
    if (row && (carom_law_reads(problem->law) & UINT64_C(1) << row->number)) return true;
    return carom_refuse(refusal, CAROM_BAD_VALUE, "%s is not a parameter of law \"%s\", so nothing would change",
                        axis->name, problem->law->name);
}

bool carom_over_read(carom_over *over, const carom_problem *problem, const char *first, const char *second,
                     carom_error *refusal) {
    *over = (carom_over){.second = {.name = ""}};
    if (!read_axis(&over->first, problem, first, refusal) ||
        (second && !read_axis(&over->second, problem, second, refusal)))
        return false;
    carom_problem at = *problem;
    carom_grid_set(&over->first, over->first.low, &at);
    if (second) carom_grid_set(&over->second, over->second.low, &at);
    return carom_problem_given(at.law, &at.params, at.contact.dim, refusal);
}

// Computes the impulse with the inputs at these values; NaN if there is none.
static void impulse(const carom_over *over, const carom_problem *problem, double first, double second, double P[2]) {
    carom_problem at = *problem;
    carom_result out;
    carom_grid_set(&over->first, first, &at);
    if (*over->second.name) carom_grid_set(&over->second, second, &at);
    const carom_status status = carom_collide(at.law, &at.contact, &at.params, &out);
    const bool stands = carom_status_classify(status) == CAROM_CLASS_OK;
    for (int i = 0; i < 2; i++) P[i] = stands ? out.P[i] : (double)NAN;
}

static void widen(carom_axis *axis, double x) {
    if (isnan(x)) return;
    const double air = 0.05 * (axis->high - axis->low);
    axis->low = fmin(axis->low, x - air);
    axis->high = fmax(axis->high, x + air);
}

static void add_point(carom_panel *panel, carom_series *line, const double P[2]) {
    carom_series_add(line, P[1], P[0]);
    if (panel && isfinite(P[0]) && isfinite(P[1])) {
        widen(&panel->x, P[1]);
        widen(&panel->y, P[0]);
    }
}

// Draws a line point by point. Because a law may jump between two modes, the line is interrupted if a step is 10 times
// as long as usual.
typedef struct {
    carom_panel *panel;
    carom_series *line;
    double longest, before[2];
} follower;

static follower follow(carom_panel *panel, carom_series *line, int steps) {
    const double size = panel ? hypot(panel->x.high - panel->x.low, panel->y.high - panel->y.low) : 0.0;
    return (follower){panel, line, 10.0 * size / steps, {(double)NAN, (double)NAN}};
}

static void follow_to(follower *f, const double P[2]) {
    if (hypot(P[0] - f->before[0], P[1] - f->before[1]) > f->longest)
        carom_series_add(f->line, (double)NAN, (double)NAN);
    add_point(f->panel, f->line, P);
    f->before[0] = P[0];
    f->before[1] = P[1];
}

// Returns the symbol that papers use for the input.
static const char *symbol(const carom_problem *problem, const carom_grid_axis *axis) {
    const carom_coefficient *row = carom_coefficient_find(problem->modules, axis->name);
    return row ? row->symbol : "";
}

static void add_end(carom_panel *panel, const carom_over *over, const carom_problem *problem, double value) {
    char text[64];
    double P[2];
    impulse(over, problem, value, 0.0, P);
    if (isnan(P[0])) return;
    snprintf(text, sizeof text, "$%s$ = %g", symbol(problem, &over->first), value);
    carom_series *point =
        carom_panel_series(panel, CAROM_SERIES_POINTS, text,
                           (carom_style){.ink = CAROM_INK_VERMILION, .mark = CAROM_MARK_DISC, .unlisted = true});
    carom_series_add(point, P[1], P[0]);
    carom_panel_note(panel, P[1], P[0], text, CAROM_INK_VERMILION);
}

static void add_curve(carom_panel *panel, const carom_over *over, const carom_problem *problem) {
    char name[96];
    snprintf(name, sizeof name, "%s, $%s$ from %g to %g", problem->law->name, symbol(problem, &over->first),
             over->first.low, over->first.high);
    carom_series *line = carom_panel_line(panel, name, (carom_style){.ink = CAROM_INK_VERMILION, .width = 2.4});
    follower f = follow(panel, line, over->first.count);
    for (int i = 0; i < over->first.count; i++) {
        double P[2];
        impulse(over, problem, carom_grid_at(&over->first, i), 0.0, P);
        follow_to(&f, P);
    }
    add_end(panel, over, problem, over->first.low);
    add_end(panel, over, problem, over->first.high);
}

// Draws lines of constant `held`, each along `moving` in fine steps.
static void add_threads(carom_panel *panel, const carom_over *over, const carom_problem *problem, bool second_moves,
                        carom_style style) {
    enum { STEPS = 200 };
    const carom_grid_axis *moving = second_moves ? &over->second : &over->first;
    const carom_grid_axis *held = second_moves ? &over->first : &over->second;
    char name[96];
    snprintf(name, sizeof name, "$%s$ from %g to %g", symbol(problem, moving), moving->low, moving->high);
    for (int i = 0; i < held->count; i++) {
        const double at = carom_grid_at(held, i);
        follower f = follow(panel, carom_panel_line(panel, name, style), STEPS);
        for (int k = 0; k <= STEPS; k++) {
            const double along = moving->low + (moving->high - moving->low) * k / STEPS;
            double P[2];
            impulse(over, problem, second_moves ? at : along, second_moves ? along : at, P);
            follow_to(&f, P);
        }
    }
}

void carom_over_draw(carom_panel *panel, const carom_over *over, const carom_problem *problem) {
    if (!*over->second.name) {
        add_curve(panel, over, problem);
        return;
    }
    add_threads(panel, over, problem, true, (carom_style){.ink = CAROM_INK_BLUE, .width = 0.9});
    add_threads(panel, over, problem, false, (carom_style){.ink = CAROM_INK_VERMILION, .width = 1.1});
}
