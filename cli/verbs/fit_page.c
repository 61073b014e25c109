// The study as one HTML page with its figures inside.
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "carom/carom.h"
#include "carom/draw.h"
#include "cli/exit.h"
#include "cli/verbs/fit_study.h"
#include "cli/words/words.h"

// Words of others in HTML.
static void put_text(FILE *to, const char *text) {
    for (; *text; text++) {
        if (*text == '<')
            fputs("&lt;", to);
        else if (*text == '&')
            fputs("&amp;", to);
        else if (*text == '"')
            fputs("&quot;", to);
        else
            fputc(*text, to);
    }
}

static void put_base64(FILE *to, FILE *from) {
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned char in[3];
    size_t n;
    while ((n = fread(in, 1, 3, from)) > 0) {
        const unsigned word = (unsigned)in[0] << 16 | (n > 1 ? in[1] : 0u) << 8 | (n > 2 ? in[2] : 0u);
        const char out[] = {digit[word >> 18 & 63], digit[word >> 12 & 63], n > 1 ? digit[word >> 6 & 63] : '=',
                            n > 2 ? digit[word & 63] : '='};
        fwrite(out, 1, 4, to);
    }
}

// An image of its own inside the page: letters of two SVG in one document would share their names. Frees the figure.
static void put_figure(FILE *to, carom_figure *figure, const char *words) {
    char folder[] = "/tmp/carom-fit-XXXXXX", name[64];
    if (!mkdtemp(folder)) {
        carom_figure_free(figure);
        return;
    }
    snprintf(name, sizeof name, "%s/figure.svg", folder);
    const carom_draw_status status = carom_figure_save(figure, name, NULL);
    FILE *from = status == CAROM_DRAWN ? fopen(name, "rb") : NULL;
    if (from) {
        fprintf(to, "<figure><img alt=\"%s\" src=\"data:image/svg+xml;base64,", words);
        put_base64(to, from);
        fprintf(to, "\"><figcaption>%s</figcaption></figure>\n", words);
        fclose(from);
    } else {
        fprintf(to, "<p>(no figure: %s)</p>\n", carom_draw_message(status));
    }
    unlink(name);
    rmdir(folder);
    carom_figure_free(figure);
}

// Over the angle of incidence: the impulse ratio, e, and the slip after by the speed before.
static void add_reading(carom_series *const series[3], const carom_contact *contact, const double after[3]) {
    carom_strobe_reading r;
    if (carom_fit_read(contact, after, &r) != CAROM_FIT_OK) return;
    carom_series_add(series[0], r.theta, r.ratio);
    carom_series_add(series[1], r.theta, r.e);
    carom_series_add(series[2], r.theta, r.vft);
}

// A law's curves for the W of the first impact.
static void add_curves(const carom_fit_study *s, const carom_fit_finding *f, const char *name,
                       carom_panel *const panel[3], int number) {
    enum { INKS = CAROM_INK_COUNT - CAROM_INK_BLUE };
    const carom_style style = {
        .ink = (carom_ink)(CAROM_INK_BLUE + number % INKS), .dash = (carom_dash)(number % 4), .width = 1.4};
    carom_series *series[3];
    for (int i = 0; i < 3; i++) series[i] = carom_panel_line(panel[i], name, style);
    carom_contact c = s->data->impacts[0].contact;
    for (int k = 0; k <= 100; k++) {
        const double theta = 0.01 + 1.53 * k / 100.0;
        double after[3];
        int branch;
        c.v[0] = -cos(theta), c.v[1] = -sin(theta);
        if (f->model.predict(&f->model, &c, f->estimate.b, after, &branch)) add_reading(series, &c, after);
    }
}

// The law with the least chi2 among those not drawn; -1: none is left. Laws with the same chi2 to six digits have the
// same curve: they are drawn once, and their names stand together.
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

carom_figure *carom_fit_figure(const carom_fit_study *s) {
    static const char *const label[] = {"$P_t / P_n$", "$e = -v_n' / v_n$", "$v_t' / |v|$"};
    carom_figure *figure = carom_figure_new("data", 840.0, 330.0);
    carom_panel *panel[3];
    carom_series *points[3];
    bool *drawn = carom_resize(NULL, s->count, sizeof *drawn);
    char name[128];
    if (figure) figure->columns = 3;
    for (int i = 0; i < 3; i++) {
        panel[i] = carom_figure_panel(figure);
        carom_panel_axes(panel[i], "angle of incidence $θ$, rad", label[i]);
        points[i] = carom_panel_series(panel[i], CAROM_SERIES_POINTS, "measured",
                                       (carom_style){.ink = CAROM_INK_SOFT, .mark = CAROM_MARK_DISC});
    }
    for (size_t k = 0; k < s->data->count; k++)
        add_reading(points, &s->data->impacts[k].contact, s->data->impacts[k].after);
    for (size_t k = 0; k < s->count; k++) drawn[k] = false;
    for (int number = 0; number < 4; number++) {
        const int k = next_drawn(s, drawn, name, sizeof name);
        if (k >= 0) add_curves(s, &s->at[k], name, panel, number);
    }
    free(drawn);
    return figure;
}

// How chi2 rises beside the best law's estimate, a panel a parameter, and the region of the first two.
static void profile_panel(carom_figure *figure, carom_fit *fit, const carom_fit_finding *f, int j) {
    const carom_fit_estimate *e = &f->estimate;
    carom_panel *panel = carom_figure_panel(figure);
    carom_panel_axes(panel, f->model.parameter[j], "rise of $χ^2$");
    carom_series *line = carom_panel_line(panel, "profile", (carom_style){.ink = CAROM_INK_BLUE, .width = 1.5});
    for (int k = -10; k <= 10; k++) {
        const double value = e->b[j] + 0.3 * k * e->error[j];
        double rise;
        if (value < f->model.lowest[j] || value > f->model.highest[j]) continue;
        if (carom_fit_rise(fit, 1, &j, &value, &rise) == CAROM_FIT_OK) carom_series_add(line, value, rise);
    }
    carom_panel_rule(panel, "95 %", (carom_style){.ink = CAROM_INK_SOFT, .dash = CAROM_DASHED, .width = 1.0}, 0.0, 1.0,
                     3.841);
}

static void region_panel(carom_figure *figure, carom_fit *fit, const carom_fit_finding *f, int i, int j) {
    enum { POINTS = 64 };
    double x[POINTS], y[POINTS];
    if (carom_fit_region(fit, i, j, POINTS, x, y) != CAROM_FIT_OK) return;
    carom_panel *panel = carom_figure_panel(figure);
    carom_panel_axes(panel, f->model.parameter[i], f->model.parameter[j]);
    carom_series *area = carom_panel_series(panel, CAROM_SERIES_AREA, "95 % of both",
                                            (carom_style){.ink = CAROM_INK_BLUE, .width = 1.5, .fill = 0.15});
    for (int k = 0; k < POINTS; k++) carom_series_add(area, x[k], y[k]);
    carom_series *mark = carom_panel_series(panel, CAROM_SERIES_POINTS, "estimate",
                                            (carom_style){.ink = CAROM_INK_VERMILION, .mark = CAROM_MARK_DISC});
    carom_series_add(mark, f->estimate.b[i], f->estimate.b[j]);
}

static carom_figure *profile_figure(const carom_fit_study *s) {
    const carom_fit_finding *f = &s->at[s->best];
    const carom_fit_options options = {.robust = s->robust};
    carom_fit_estimate again;
    int known[CAROM_FIT_MOST], count = 0;
    for (int j = 0; j < f->model.count; j++)
        if (f->estimate.mark[j] == CAROM_FIT_KNOWN) known[count++] = j;
    carom_fit *fit = count ? carom_fit_new(&f->model, s->data->impacts, s->data->count, &options) : NULL;
    if (!fit) return NULL;
    carom_figure *figure = carom_figure_new("profiles", 780.0, count > 2 ? 520.0 : 280.0);
    if (figure) figure->columns = 3;
    carom_fit_run(fit, &again);
    for (int k = 0; k < count && k < 4; k++) profile_panel(figure, fit, f, known[k]);
    if (count > 1) region_panel(figure, fit, f, known[0], known[1]);
    if (count > 2) region_panel(figure, fit, f, known[0], known[2]);
    carom_fit_free(fit);
    return figure;
}

// Tables.

static void put_number(FILE *to, double value, const char *format) {
    fputs("<td class=n>", to);
    if (isnan(value))
        fputs("&ndash;", to);
    else
        fprintf(to, format, value);
    fputs("</td>", to);
}

static void put_checks(FILE *to, const carom_fit_study *s) {
    const carom_fit_checks *c = &s->checks;
    fprintf(to, "<h2>Checks before any law</h2>\n<ul>\n<li>%zu impacts in %d groups.</li>\n", c->impacts,
            s->data->groups);
    if (c->spins) {
        fprintf(to,
                "<li>Does one impulse at the contact explain each impact? chi2 = %.4g for %.0f, p = %.2g: %s.</li>\n",
                c->floor_chi2, c->floor_dof, c->floor_p,
                c->floor_p < 0.05 ? "errors are larger than stated, or it is not one impulse" : "yes");
        fprintf(to, "<li>Spin against the impulse's moment: slope %.4f &plusmn; %.4f: %s.</li>\n", c->slope,
                c->slope_stderr,
                c->sign_alarm ? "<strong>the sign of spin or tangent is wrong</strong>" : "signs agree");
    } else {
        fputs(
            "<li>Spins are not given, so nothing checks signs, and laws are judged by the stated errors alone.</li>\n",
            to);
    }
    fprintf(to, "<li>%zu impacts gained energy and %zu pulled, by more than two standard deviations.</li>\n", c->gains,
            c->pulls);
    fprintf(to, "<li>|P_t|/P_n: median %.4g, 95 %% below %.4g.</li>\n</ul>\n", c->ratio_median, c->ratio_95);
}

static void put_verdicts(FILE *to, const carom_fit_study *s) {
    fputs("<h2>Laws</h2>\n<table><tr><th>law<th>chi2/dof<th>F<th>p<th>held-out rms<th>z<th>verdict</tr>\n", to);
    for (size_t k = 0; k < s->count; k++) {
        const carom_fit_finding *f = &s->at[k];
        const bool answered = carom_fit_answered(f), held = answered && f->held_out == CAROM_FIT_OK;
        const double none = (double)NAN;
        char text[96];
        fputs("<tr><td>", to);
        put_text(to, f->name);
        fputs(f->describes ? " (a curve, not a law)</td>" : "</td>", to);
        put_number(to, answered ? f->estimate.chi2 / f->estimate.dof : none, "%.4g");
        put_number(to, answered ? f->verdict.F : none, "%.4g");
        put_number(to, answered ? f->verdict.p : none, "%.2g");
        put_number(to, held ? f->rms : none, "%.4g");
        put_number(to, held ? f->z : none, "%.2f");
        fprintf(to, "<td>%s%s</td></tr>\n", carom_fit_said(f, text, sizeof text),
                (int)k == s->best         ? ", best"
                : carom_fit_as_good(s, f) ? ", as good as the best"
                                          : "");
    }
    fputs(
        "</table>\n<p>F compares chi2/dof with the floor that any single impulse has; p &lt; 0.05 rejects. z compares "
        "scores on groups that were left out; |z| &lt; 2 cannot be told from the best.</p>\n",
        to);
}

static void put_parameters(FILE *to, const carom_fit_study *s) {
    fputs("<h2>Coefficients</h2>\n<table><tr><th>law<th><th>estimate<th>&plusmn;<th>95 % from<th>to<th></tr>\n", to);
    for (size_t k = 0; k < s->count; k++) {
        const carom_fit_finding *f = &s->at[k];
        for (int j = 0; j < f->model.count && carom_fit_answered(f); j++) {
            fprintf(to, "<tr><td>%s</td><td>%s</td>", j ? "" : f->name, f->model.parameter[j]);
            put_number(to, f->estimate.b[j], "%.6g");
            put_number(to, f->estimate.error[j], "%.2g");
            put_number(to, f->low[j], "%.6g");
            put_number(to, f->high[j], "%.6g");
            fprintf(to, "<td>%s</td></tr>\n", carom_fit_mark_name(f->estimate.mark[j]));
        }
    }
    fputs("</table>\n", to);
}

static void put_page(FILE *to, const carom_fit_study *s, const char *source) {
    fputs(
        "<!DOCTYPE html>\n<html lang=en><head><meta charset=utf-8><title>carom fit</title>\n<style>body{font:16px/1.5 "
        "sans-serif;max-width:820px;margin:2em auto;padding:0 1em}table{border-collapse:collapse}td,th{padding:2px "
        "10px;border-bottom:1px solid #ddd;text-align:left}.n{text-align:right;font-variant-numeric:tabular-nums}"
        "figure{margin:1em 0}img{max-width:100%}figcaption{color:#555}</style></head><body>\n<h1>",
        to);
    put_text(to, source);
    fprintf(to, "</h1>\n<p>carom %s, %s least squares.</p>\n", carom_version(),
            s->robust ? "robust (Huber)" : "weighted");
    put_checks(to, s);
    put_figure(to, carom_fit_figure(s),
               "Measured impacts and the four best curves, over the angle of incidence; curves for the W "
               "of the first impact, slip towards -t. Laws with one curve share it.");
    put_verdicts(to, s);
    put_parameters(to, s);
    carom_figure *profiles = s->best >= 0 ? profile_figure(s) : NULL;
    if (profiles) {
        fputs("<h2>Profiles of the best</h2>\n", to);
        put_figure(to, profiles, "How chi2 rises beside the estimate, the other coefficients fitted anew.");
    }
    fputs("</body></html>\n", to);
}

int carom_fit_page(const carom_fit_study *study, const char *source, const char *file) {
    FILE *to = fopen(file, "w");
    if (!to) {
        carom_say("cannot write %s: %s", file, strerror(errno));
        return CAROM_EXIT_IO;
    }
    put_page(to, study, source);
    const bool failed = ferror(to) != 0;
    if (!fclose(to) && !failed) return CAROM_EXIT_FINE;
    carom_say("cannot write %s: %s", file, strerror(errno));
    return CAROM_EXIT_IO;
}
