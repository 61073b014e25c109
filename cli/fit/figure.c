// Draws the figures of a study.
#include <math.h>
#include <stdlib.h>

#include "carom/fit.h"
#include "cli/fit/study.h"
#include "mods/draw/figure/figure.h"

// In all figures, 2D and 3D, the tangent points opposite to the slip, so that all impacts slip in the same direction.

// Plots three quantities against the angle of incidence: the impulse ratio, e, and the slip after the impact divided by
// the speed before it.
static void add_reading(carom_series *const series[3], const carom_contact *contact, const double after[3]) {
    carom_fit_reading r;
    if (carom_fit_read(contact, after, &r) != CAROM_OK) return;
    carom_series_add(series[0], r.theta, r.ratio);
    carom_series_add(series[1], r.theta, r.e);
    carom_series_add(series[2], r.theta, r.vft);
}

// Adds a law's curves for the W of the first impact and the mean speed.
static void add_curves(const carom_fit_study *s, const carom_fit_finding *f, const char *name,
                       carom_panel *const panel[3], int number) {
    enum { INKS = CAROM_INK_COUNT - CAROM_INK_BLUE };
    const carom_style style = {
        .ink = (carom_ink)(CAROM_INK_BLUE + number % INKS), .dash = (carom_dash)(number % 4), .width = 1.4};
    carom_series *series[3];
    for (int i = 0; i < 3; i++) series[i] = carom_panel_line(panel[i], name, style);
    carom_contact c = s->data->impacts[0].contact;
    double speed = 0.0;
    for (size_t k = 0; k < s->data->count; k++)
        speed += hypot(s->data->impacts[k].contact.v[0], s->data->impacts[k].contact.v[1]) / (double)s->data->count;
    for (int k = 0; k <= 100; k++) {
        const double theta = 0.01 + 1.53 * k / 100.0;
        double after[3];
        int branch;
        c.v[0] = -speed * cos(theta), c.v[1] = -speed * sin(theta);
        if (f->model.predict(&f->model, &c, f->estimate.b, after, &branch)) add_reading(series, &c, after);
    }
}

// Returns the law with the least chi2 that is not drawn yet; -1 if none is left. Laws whose chi2 agrees to six digits
// have the same curve; they are drawn once, with all their names.
static int next_drawn(const carom_fit_study *s, bool *drawn, char *name, size_t size) {
    int next = -1, twins = 0;
    for (size_t k = 0; k < s->count; k++) {
        if (drawn[k] || !carom_fit_answered(&s->at[k])) continue;
        if (next < 0 || s->at[k].estimate.chi2 < s->at[next].estimate.chi2) next = (int)k;
    }
    *name = 0;
    for (size_t k = 0; k < s->count && next >= 0; k++) {
        const double chi2 = s->at[k].estimate.chi2, least = s->at[next].estimate.chi2;
        if (drawn[k] || !carom_fit_answered(&s->at[k]) || !(fabs(chi2 - least) <= 1e-6 * least)) continue;
        drawn[k] = true;
        if (twins++ < 2) carom_join(name, size, ", ", s->at[k].name);
    }
    if (twins > 2) carom_join(name, size, ", ", "...");
    return next;
}

// Returns P_t/P_n, v_n'/|v| or v_t'/|v|.
static double reading(const carom_fit_reading *r, int i) {
    return i == 0 ? r->ratio : i == 1 ? r->e * cos(r->theta) : r->vft;
}

// Adds the diagonal on which predictions equal measurements, over the measured range.
static void add_diagonal(const carom_fit_study *s, carom_panel *panel, int i) {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (size_t k = 0; k < s->data->count; k++) {
        low = fmin(low, reading(&s->data->readings[k], i)), high = fmax(high, reading(&s->data->readings[k], i));
    }
    carom_series *line = carom_panel_line(panel, "equal", (carom_style){.ink = CAROM_INK_SOFT, .width = 1.0});
    carom_series_add(line, low, low);
    carom_series_add(line, high, high);
}

// Plots the prediction of a law against the measurement for each impact.
static void add_predictions(const carom_fit_study *s, const carom_fit_finding *f, const char *name,
                            carom_panel *const panel[3], int number) {
    static const carom_mark marks[] = {CAROM_MARK_DISC, CAROM_MARK_RING};
    const carom_style style = {.ink = (carom_ink)(CAROM_INK_BLUE + number), .mark = marks[number % 2], .width = 1.0};
    carom_series *series[3];
    for (int i = 0; i < 3; i++) series[i] = carom_panel_series(panel[i], CAROM_SERIES_POINTS, name, style);
    for (size_t k = 0; k < s->data->count; k++) {
        const carom_fit_impact *at = &s->data->impacts[k];
        carom_fit_reading seen, said;
        double after[3];
        int branch;
        if (!f->model.predict(&f->model, &at->contact, f->estimate.b, after, &branch) ||
            carom_fit_read(&at->contact, at->after, &seen) != CAROM_OK ||
            carom_fit_read(&at->contact, after, &said) != CAROM_OK)
            continue;
        for (int i = 0; i < 3; i++) carom_series_add(series[i], reading(&seen, i), reading(&said, i));
    }
}

// Plots predicted against measured values. If normal and tangent are coupled, every impact has a different W, so no
// curve holds for all.
static carom_figure *figure_of_predictions(const carom_fit_study *s) {
    static const char *const label[] = {"$P_t / P_n$", "$v_n' / |v|$", "$v_t' / |v|$"};
    carom_figure *figure = carom_figure_create("data", 840.0, 330.0);
    carom_panel *panel[3];
    bool *drawn = calloc(s->count, sizeof *drawn);
    char name[128];
    snprintf(name, sizeof name, "%zu impacts in %d groups, t against the slip", s->data->count, s->data->groups);
    carom_figure_title(figure, name);
    if (figure) figure->columns = 3;
    if (figure && !drawn) figure->failed = true;
    for (int i = 0; i < 3; i++) {
        char seen[64], said[64];
        snprintf(seen, sizeof seen, "measured %s", label[i]);
        snprintf(said, sizeof said, "predicted %s", label[i]);
        panel[i] = carom_figure_panel(figure);
        carom_panel_axes(panel[i], seen, said);
    }
    for (int number = 0; number < 2 && drawn; number++) {
        const int k = next_drawn(s, drawn, name, sizeof name);
        if (k >= 0) add_predictions(s, &s->at[k], name, panel, number);
        // Draw a different law next, instead of the same law with another restitution hypothesis.
        for (size_t i = 0; i < s->count && k >= 0; i++)
            drawn[i] = drawn[i] || (s->at[i].model.law && s->at[i].model.law == s->at[k].model.law);
    }
    for (int i = 0; i < 3; i++) add_diagonal(s, panel[i], i);
    free(drawn);
    return figure;
}

carom_figure *carom_fit_figure(const carom_fit_study *s) {
    if (s->checks.coupled) return figure_of_predictions(s);
    static const char *const label[] = {"$P_t / P_n$", "$e = -v_n' / v_n$", "$v_t' / |v|$"};
    carom_figure *figure = carom_figure_create("data", 840.0, 330.0);
    carom_panel *panel[3];
    carom_series *points[3];
    bool *drawn = calloc(s->count, sizeof *drawn);
    char name[128];
    snprintf(name, sizeof name, "%zu impacts in %d groups, and the laws nearest to them", s->data->count,
             s->data->groups);
    carom_figure_title(figure, name);
    if (figure) figure->columns = 3;
    for (int i = 0; i < 3; i++) {
        panel[i] = carom_figure_panel(figure);
        carom_panel_axes(panel[i], "angle of incidence $θ$, rad", label[i]);
        points[i] = carom_panel_series(panel[i], CAROM_SERIES_POINTS, "measured",
                                       (carom_style){.ink = CAROM_INK_SOFT, .mark = CAROM_MARK_DISC});
    }
    for (size_t k = 0; k < s->data->count; k++)
        add_reading(points, &s->data->impacts[k].contact, s->data->impacts[k].after);
    if (figure && !drawn) figure->failed = true;
    for (int number = 0; number < 4 && drawn; number++) {
        const int k = next_drawn(s, drawn, name, sizeof name);
        if (k >= 0) add_curves(s, &s->at[k], name, panel, number);
    }
    free(drawn);
    return figure;
}

// Draws how chi2 rises near the best law's estimate, one panel per parameter, and the region of the first two.
static void profile_panel(carom_figure *figure, carom_fit *fit, const carom_fit_finding *f, int j) {
    const carom_fit_estimate *e = &f->estimate;
    carom_panel *panel = carom_figure_panel(figure);
    carom_panel_axes(panel, f->model.parameter[j], "rise of $χ^2$");
    carom_series *line = carom_panel_line(panel, "profile", (carom_style){.ink = CAROM_INK_BLUE, .width = 1.5});
    for (int k = -10; k <= 10; k++) {
        const double value = e->b[j] + 0.3 * k * e->error[j];
        double rise;
        if (value < f->model.lowest[j] || value > f->model.highest[j]) continue;
        if (carom_fit_rise(fit, 1, &j, &value, &rise) == CAROM_OK) carom_series_add(line, value, rise);
    }
    carom_panel_rule(panel, "95 %", (carom_style){.ink = CAROM_INK_SOFT, .dash = CAROM_DASHED, .width = 1.0}, 0.0, 1.0,
                     3.841);
}

static void region_panel(carom_figure *figure, carom_fit *fit, const carom_fit_finding *f, int i, int j) {
    enum { POINTS = 64 };
    double x[POINTS], y[POINTS];
    if (carom_fit_region(fit, i, j, POINTS, x, y) != CAROM_OK) return;
    carom_panel *panel = carom_figure_panel(figure);
    carom_panel_axes(panel, f->model.parameter[i], f->model.parameter[j]);
    carom_series *area = carom_panel_series(panel, CAROM_SERIES_AREA, "95 % of both",
                                            (carom_style){.ink = CAROM_INK_BLUE, .width = 1.5, .fill = 0.15});
    for (int k = 0; k < POINTS; k++) carom_series_add(area, x[k], y[k]);
    carom_series *mark = carom_panel_series(panel, CAROM_SERIES_POINTS, "estimate",
                                            (carom_style){.ink = CAROM_INK_VERMILION, .mark = CAROM_MARK_DISC});
    carom_series_add(mark, f->estimate.b[i], f->estimate.b[j]);
}

carom_figure *carom_fit_profiles(const carom_fit_study *s) {
    const carom_fit_finding *f = &s->at[s->best];
    const carom_fit_options options = {.robust = s->robust};
    carom_fit_estimate again;
    int known[CAROM_FIT_MOST], count = 0;
    for (int j = 0; j < f->model.count; j++)
        if (f->estimate.mark[j] == CAROM_FIT_DETERMINED) known[count++] = j;
    carom_fit *fit = count ? carom_fit_create(&f->model, s->data->impacts, s->data->count, &options) : NULL;
    if (!fit) return NULL;
    carom_figure *figure = carom_figure_create("profiles", 780.0, count > 2 ? 520.0 : 280.0);
    if (figure) figure->columns = 3;
    carom_fit_run(fit, &again);
    for (int k = 0; k < count && k < 4; k++) profile_panel(figure, fit, f, known[k]);
    if (count > 1) region_panel(figure, fit, f, known[0], known[1]);
    if (count > 2) region_panel(figure, fit, f, known[0], known[2]);
    carom_fit_free(fit);
    return figure;
}
