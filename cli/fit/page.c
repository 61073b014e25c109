// Writes the study as an HTML page with embedded figures.
#include <math.h>
#include <stdio.h>

#include "carom/fit.h"
#include "cli/fit/study.h"
#include "cli/html/page.h"
#include "mods/draw/figure/figure.h"

// Writes tables.

static void put_number(FILE *to, double value, const char *format) {
    fputs("<td class=n>", to);
    if (isnan(value))
        fputs("&ndash;", to);
    else
        fprintf(to, format, value);
    fputs("</td>", to);
}

static void put_checks(FILE *to, const carom_fit_study *s) {
    const char *label;
    char text[400];
    fprintf(to, "<h2>Checks before any law</h2>\n<p>%zu impacts in %d groups.</p>\n", s->checks.impacts,
            s->data->groups);
    for (int bit = 0; carom_fit_alarm_name(bit); bit++) {
        if (!carom_fit_alarm_sentence(s, bit, text, sizeof text)) continue;
        carom_page_box(to, "warn", carom_fit_alarm_name(bit));
        carom_page_words(to, "<p><strong>", text, ".</strong></p>");
        carom_page_end_box(to);
    }
    carom_page_table(to, NULL, (const char *const[]){"check", "result", NULL});
    for (int row = 0; carom_fit_check_row(s, row, &label, text, sizeof text); row++) {
        if (!*text) continue;
        carom_page_row(to);
        carom_page_cell(to, label);
        carom_page_cell(to, text);
    }
    carom_page_end_table(to);
}

static void put_verdicts(FILE *to, const carom_fit_study *s) {
    static const char *const heads[] = {"law", "#chi2/dof", "#F", "#p", "#held-out rms", "#held-out error, %",
                                        "#z",  "verdict",   NULL};
    fputs("<h2>Laws</h2>\n", to);
    carom_page_long_table(to, heads);
    for (size_t k = 0; k < s->count; k++) {
        const carom_fit_finding *f = &s->at[k];
        const bool answered = carom_fit_answered(f), held = answered && f->held_out == CAROM_OK;
        const double none = (double)NAN;
        char text[96];
        carom_page_row(to);
        carom_page_words(to, "<td>", f->name, f->describes ? " (a curve, not a law)</td>" : "</td>");
        put_number(to, answered ? f->estimate.chi2 / f->estimate.dof : none, "%.4g");
        put_number(to, answered ? f->verdict.F : none, "%.4g");
        put_number(to, answered ? f->verdict.p : none, "%.2g");
        put_number(to, held ? f->rms : none, "%.4g");
        put_number(to, held ? 100.0 * f->mean : none, "%.2f");
        put_number(to, held ? f->z : none, "%.2f");
        carom_page_words(to, "<td>", carom_fit_said(f, text, sizeof text), "");
        fprintf(to, "%s</td>", (int)k == s->best ? ", best" : carom_fit_as_good(s, f) ? ", as good as the best" : "");
    }
    carom_page_end_table(to);
    fputs("<p>F compares chi2/dof with the smallest value that any single impulse can reach; p &lt; 0.05 rejects. z "
          "compares scores on groups that were left out; |z| &lt; 2 does not differ from the best.</p>\n",
          to);
}

static void put_parameters(FILE *to, const carom_fit_study *s) {
    static const char *const heads[] = {"law", "coefficient", "#estimate", "#±", "#95 % from", "#to", "", NULL};
    fputs("<h2>Coefficients</h2>\n", to);
    carom_page_long_table(to, heads);
    for (size_t k = 0; k < s->count; k++) {
        const carom_fit_finding *f = &s->at[k];
        for (int j = 0; j < f->model.count && carom_fit_answered(f); j++) {
            carom_page_row(to);
            carom_page_cell(to, j ? "" : f->name);
            carom_page_cell(to, f->model.parameter[j]);
            put_number(to, f->estimate.b[j], "%.6g");
            put_number(to, f->estimate.error[j], "%.2g");
            put_number(to, f->low[j], "%.6g");
            put_number(to, f->high[j], "%.6g");
            carom_page_cell(to, carom_fit_mark_name(f->estimate.mark[j]));
        }
    }
    carom_page_end_table(to);
}

// Writes the verdict. Its box is red without a law that explains the data, and yellow without a verdict.
static void put_conclusions(FILE *to, const carom_fit_study *s) {
    char text[1200];
    const bool none = carom_fit_sentence(s, CAROM_FIT_NO_VERDICT, text, sizeof text);
    const bool wrong = carom_fit_sentence(s, CAROM_FIT_ALL_WRONG, text, sizeof text);
    fputs("<h2>Verdict</h2>\n", to);
    carom_page_box(to, none ? "warn" : wrong ? "bad" : "good", none ? "none" : wrong ? "rejected" : "verdict");
    for (int k = 0; k < CAROM_FIT_CONCLUSIONS; k++) {
        if (!carom_fit_sentence(s, (carom_fit_conclusion)k, text, sizeof text)) continue;
        if (*text >= 'a' && *text <= 'z') *text = (char)(*text - 'a' + 'A');
        carom_page_words(to, "<p>", text, ".</p>\n");
    }
    carom_page_end_box(to);
}

// Writes the best law's covariance as standard errors and correlations.
static void put_covariance(FILE *to, const carom_fit_study *s) {
    const carom_fit_finding *f = &s->at[s->best];
    const carom_fit_estimate *e = &f->estimate;
    char head[CAROM_FIT_MOST][80];
    const char *heads[CAROM_FIT_MOST + 3] = {"coefficient", "#standard error"};
    for (int j = 0; j < e->count; j++) {
        snprintf(head[j], sizeof head[j], "#with %s", f->model.parameter[j]);
        heads[j + 2] = head[j];
    }
    carom_page_words(to, "<h2>Covariance of the best, ", f->name, "</h2>\n");
    carom_page_table(to, "Correlations, from (JᵀJ)⁻¹ of the whitened residuals.", heads);
    for (int i = 0; i < e->count; i++) {
        carom_page_row(to);
        carom_page_cell(to, f->model.parameter[i]);
        put_number(to, e->error[i], "%.3g");
        for (int j = 0; j < e->count; j++) put_number(to, e->cov[i][j] / (e->error[i] * e->error[j]), "%.3f");
    }
    carom_page_end_table(to);
}

typedef struct {
    const carom_fit_study *study;
    const char *source;
} page;

static bool put_page(FILE *to, const void *what) {
    const carom_fit_study *s = ((const page *)what)->study;
    carom_page_begin(to, "Fit report", "Fit report");
    fprintf(to, "<p class=soft>Laws fitted to measured impacts by %s least squares, carom %s",
            s->robust ? "robust (Huber)" : "weighted", carom_version());
    carom_page_words(to, ", from <code>", ((const page *)what)->source, "</code></p>\n");
    put_conclusions(to, s);
    put_checks(to, s);
    if (!carom_page_figure(
            to, carom_fit_figure(s),
            s->checks.coupled
                ? "Predictions of the two laws nearest to the data over the measured values, impact by "
                  "impact. The tangent points against the slip before."
                : "Measured impacts and the four best curves, over the angle of incidence; curves for the "
                  "W of the first impact, slip towards -t. Laws with the same curve share it."))
        return false;
    put_verdicts(to, s);
    put_parameters(to, s);
    if (s->best >= 0) put_covariance(to, s);
    carom_figure *profiles = s->best >= 0 ? carom_fit_profiles(s) : NULL;
    if (profiles) {
        fputs("<h2>Profiles of the best</h2>\n", to);
        if (!carom_page_figure(to, profiles,
                               "How chi2 rises near the estimate, with the other coefficients fitted again."))
            return false;
    }
    carom_page_end(to);
    return true;
}

bool carom_fit_page(const carom_fit_study *study, const char *source, const char *file) {
    return carom_page_save(file, put_page, &(page){study, source});
}
