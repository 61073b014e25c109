// Draws the figures of an ImpactBench run.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/scenario.h"
#include "cli/judge/report.h"
#include "mods/draw/figure/figure.h"

// Draws the histogram.

enum { LOWEST = -12, HIGHEST = 1, BINS = 2 * (HIGHEST - LOWEST) };

// Returns the bin of a distance, with two bins per power of ten. The first bin also holds all smaller distances.
static int bin_of(double d) {
    const int k = d > 0.0 ? (int)floor(2.0 * (log10(d) - LOWEST)) : 0;
    return k < 0 ? 0 : k >= BINS ? BINS - 1 : k;
}

static void add_bars(carom_panel *panel, const carom_judge_run *run, const carom_judge_score *s, char family,
                     const char *name, carom_style style) {
    size_t bins[BINS] = {0}, count = 0;
    for (size_t i = 0; i < run->cases->count; i++) {
        if (run->cases->at[i].family != family || run->at[i].reply.said != CAROM_JUDGE_MOVES) continue;
        const double d = carom_judge_distance(run, s, i);
        if (isnan(d)) continue;
        bins[bin_of(d)]++;
        count++;
    }
    if (!count) return;
    carom_series *bars = carom_panel_series(panel, CAROM_SERIES_AREA, name, style);
    carom_series_add(bars, LOWEST, 0.0);
    for (int k = 0; k < BINS; k++) {
        carom_series_add(bars, LOWEST + 0.5 * k, (double)bins[k]);
        carom_series_add(bars, LOWEST + 0.5 * (k + 1), (double)bins[k]);
    }
    carom_series_add(bars, HIGHEST, 0.0);
}

static void name_bars(const carom_judge_run *run, const carom_judge_ranking *r, const char *where, char *name,
                      size_t size) {
    snprintf(name, size, "%s, from %s", where, r->count ? run->cases->law[r->at[0].law] : "no law");
}

carom_figure *carom_judge_histogram(const carom_judge_run *run, const carom_judge_score *s) {
    carom_figure *figure = carom_figure_create("distance", 560.0, 280.0);
    carom_panel *panel = carom_figure_panel(figure);
    char name[96];
    carom_panel_axes(panel, "distance from the nearest law, power of ten", "cases");
    name_bars(run, &s->plane, "2D", name, sizeof name);
    add_bars(panel, run, s, 'B', name, (carom_style){.ink = CAROM_INK_BLUE, .width = 1.4, .fill = 0.25});
    name_bars(run, &s->space, "3D", name, sizeof name);
    add_bars(panel, run, s, 'D', name,
             (carom_style){.ink = CAROM_INK_VERMILION, .width = 1.4, .fill = 0.15, .hatched = true});
    carom_series *near =
        carom_panel_line(panel, "1 %", (carom_style){.ink = CAROM_INK_SOFT, .dash = CAROM_DASHED, .width = 1.0});
    size_t most = 1;
    for (size_t i = 0; panel && i < panel->series_count; i++)
        for (size_t k = 0; k < panel->series[i]->count; k++)
            if (panel->series[i]->y[k] > (double)most) most = (size_t)panel->series[i]->y[k];
    carom_series_add(near, -2.0, 0.0);
    carom_series_add(near, -2.0, (double)most);
    return figure;
}

// Draws impulse space.

enum { MOST_ENDS = 8 };

// Writes the name of a law as in the table of colours: "routh (poisson)".
static void call(const char *law, char *name, size_t size) {
    const bool routh = !strncmp(law, "routh-", 6);
    snprintf(name, size, routh ? "routh (%s)" : "%s", routh ? law + 6 : law);
}

static const carom_judge_answer_of *answer_of(const carom_judge_case *c, int law) {
    for (int k = 0; k < c->answer_count; k++)
        if (c->answer[k].law == law) return &c->answer[k];
    return NULL;
}

// Selects the nearest law and a few well-known ones. Returns their number.
static int choose_ends(const carom_judge_run *run, const carom_judge_ranking *r, const carom_judge_case *c,
                       carom_impulse_mark *end, char name[MOST_ENDS][64]) {
    static const char *const known[] = {"routh-poisson", "whittaker", "brach", "deferred", "ccp", "smith", "box"};
    int n = 0;
    for (size_t k = 0; k <= sizeof known / sizeof *known && n < MOST_ENDS; k++) {
        const int nearest = r->count ? r->at[0].law : -1;
        const int law = k ? carom_judge_law(run->cases, known[k - 1]) : nearest;
        const carom_judge_answer_of *a = law >= 0 ? answer_of(c, law) : NULL;
        if (!a || (k && law == nearest)) continue;
        call(run->cases->law[law], name[n], sizeof name[n]);
        end[n].name = name[n];
        carom_judge_impulse(c, a->u, end[n].P);
        n++;
    }
    return n;
}

// Adds the engine's own result and enlarges the panel to show it.
static void add_engine(carom_panel *panel, const char *engine, double x, double y, bool listed) {
    if (!panel) return;
    const carom_style style = {.ink = CAROM_INK_VERMILION, .mark = CAROM_MARK_DISC, .unlisted = !listed};
    carom_series_add(carom_panel_series(panel, CAROM_SERIES_POINTS, engine, style), x, y);
    const double air = 0.05 * (panel->x.high - panel->x.low);
    carom_panel_range(panel, fmin(panel->x.low, x - air), fmax(panel->x.high, x + air), fmin(panel->y.low, y - air),
                      fmax(panel->y.high, y + air));
}

static carom_status draw_plane(carom_figure *figure, const carom_impulse_view *view, const char *engine,
                               const double P[3]) {
    carom_panel *panel = carom_figure_panel(figure);
    const carom_status status = carom_panel_impulse(panel, view);
    if (status == CAROM_OK) add_engine(panel, engine, P[1], P[0], true);
    return status;
}

// Draws three views of impulse space. For a law without a path, draws only the marks of the results.
static carom_status draw_space(carom_figure *figure, const carom_impulse_view *view, const char *engine,
                               const double P[3]) {
    static const int across[3] = {1, 1, 2}, up[3] = {2, 0, 0};
    carom_impulse_view ends = *view;
    ends.law = carom_law_find(NULL, "frictionless", CAROM_ONE_CONTACT);
    const carom_status status = carom_draw_hodograph(figure, &ends);
    for (int k = 0; k < figure->panel_count && k < 3 && status == CAROM_OK; k++)
        add_engine(figure->panels[k], engine, P[across[k]], P[up[k]], k == 0);
    figure->columns = 3;
    return status;
}

carom_figure *carom_judge_picture(const carom_judge_run *run, const carom_judge_score *s, size_t index) {
    const carom_judge_case *c = &run->cases->at[index];
    char *text = carom_judge_scenario(c, c->id), name[MOST_ENDS][64];
    carom_scenario *scene = text ? carom_scenario_parse(text, strlen(text), NULL, NULL) : NULL;
    carom_impulse_mark end[MOST_ENDS];
    double P[3];
    free(text);
    if (!scene) return NULL;
    const int count = choose_ends(run, c->dim == 2 ? &s->plane : &s->space, c, end, name);
    const carom_impulse_view view = {.contact = carom_scenario_contact(scene),
                                     .params = carom_scenario_params(scene),
                                     .end = end,
                                     .end_count = (size_t)count};
    carom_figure *figure = carom_figure_create("impulse", c->dim == 2 ? 460.0 : 800.0, 360.0);
    carom_judge_impulse(c, run->at[index].reply.u, P);
    const carom_status status = !figure       ? CAROM_NULL_POINTER
                                : c->dim == 2 ? draw_plane(figure, &view, run->hello.engine, P)
                                              : draw_space(figure, &view, run->hello.engine, P);
    carom_scenario_free(scene);
    if (status == CAROM_OK) return figure;
    carom_figure_free(figure);
    return NULL;
}
