// Builds the document of a study, for people and as rows.
#include <math.h>

#include "cli/verbs/fit_document.h"
#include "mods/draw/figure/figure.h"

#define NONE ((double)NAN)

static void add_checks(carom_document *d, const carom_fit_study *s) {
    const char *label;
    char text[400];
    const size_t impacts = s->checks.impacts;
    carom_document_heading(d, "Checks before any law");
    carom_document_paragraph(d, "%zu impact%s in %d group%s", impacts, impacts == 1 ? "" : "s", s->data->groups,
                             s->data->groups == 1 ? "" : "s");
    for (int row = 0; carom_fit_check_row(s, row, &label, text, sizeof text); row++)
        if (*text) carom_document_word(d, (carom_fact){.title = label}, text);
}

static void add_alarms(carom_document *d, const carom_fit_study *s) {
    char text[400];
    for (int bit = 0; carom_fit_alarm_name(bit); bit++)
        if (carom_fit_alarm_sentence(s, bit, text, sizeof text))
            carom_document_note(d, CAROM_NOTE_WARNING, carom_fit_alarm_name(bit),
                                carom_document_text(d, "Alarm: %s.", text), "%s", "");
}

static void add_parameters(carom_document *d, const carom_fit_study *s) {
    static const carom_document_column columns[] = {{.title = "law"},
                                                    {.title = ""},
                                                    {.title = "estimate", .digits = 6},
                                                    {.title = "+-", .digits = 2},
                                                    {.title = "95 % from", .digits = 6},
                                                    {.title = "to", .digits = 6},
                                                    {.title = ""}};
    carom_document_heading(d, "Coefficients");
    carom_document_table(d, NULL, columns, 7);
    for (size_t k = 0; k < s->count; k++) {
        const carom_fit_finding *f = &s->at[k];
        for (int j = 0; j < f->model.count && carom_fit_answered(f); j++) {
            const double row[] = {f->estimate.b[j], f->estimate.error[j], f->low[j], f->high[j]};
            carom_document_cell(d, "%s", j ? "" : f->name);
            carom_document_cell(d, "%s", f->model.parameter[j]);
            for (int i = 0; i < 4; i++) carom_document_cell_number(d, row[i], 0.0);
            carom_document_cell(d, "%s", carom_fit_mark_name(f->estimate.mark[j]));
        }
    }
}

static void add_laws(carom_document *d, const carom_fit_study *s) {
    static const carom_document_column columns[] = {{.title = "law"},
                                                    {.title = "chi2/dof", .digits = 4},
                                                    {.title = "F", .digits = 4},
                                                    {.title = "p", .digits = 2},
                                                    {.title = "held-out rms", .digits = 4},
                                                    {.title = "error, %", .digits = -2},
                                                    {.title = "z", .digits = -2},
                                                    {.title = ""}};
    carom_document_heading(d, "Laws");
    carom_document_table(d, NULL, columns, 8);
    for (size_t k = 0; k < s->count; k++) {
        const carom_fit_finding *f = &s->at[k];
        const bool answered = carom_fit_answered(f), held = answered && f->held_out == CAROM_OK;
        const double row[] = {answered ? f->estimate.chi2 / f->estimate.dof : NONE,
                              answered ? f->verdict.F : NONE,
                              answered ? f->verdict.p : NONE,
                              held ? f->rms : NONE,
                              held ? 100.0 * f->mean : NONE,
                              held ? f->z : NONE};
        char text[96];
        carom_document_cell(d, "%s%s", f->name, f->describes ? " (a curve)" : "");
        for (int i = 0; i < 6; i++) carom_document_cell_number(d, row[i], 0.0);
        carom_document_cell(d, "%s%s", carom_fit_said(f, text, sizeof text),
                            (int)k == s->best         ? ", best"
                            : carom_fit_as_good(s, f) ? ", as good as the best"
                                                      : "");
    }
}

// Adds the conclusions. The first is a violation without a law that explains the data, and a warning without a verdict.
static void add_conclusions(carom_document *d, const carom_fit_study *s) {
    char text[1200];
    const bool none = carom_fit_sentence(s, CAROM_FIT_NO_VERDICT, text, sizeof text);
    const bool wrong = carom_fit_sentence(s, CAROM_FIT_ALL_WRONG, text, sizeof text);
    bool first = true;
    carom_document_heading(d, "Verdict");
    for (int k = 0; k < CAROM_FIT_CONCLUSIONS; k++) {
        if (!carom_fit_sentence(s, (carom_fit_conclusion)k, text, sizeof text)) continue;
        if (*text >= 'a' && *text <= 'z') *text = (char)(*text - 'a' + 'A');
        const char *sentence = carom_document_text(d, "%s.", text);
        if (first)
            carom_document_note(d,
                                none    ? CAROM_NOTE_WARNING
                                : wrong ? CAROM_NOTE_VIOLATION
                                        : CAROM_NOTE_OK,
                                none    ? "none"
                                : wrong ? "rejected"
                                        : "verdict",
                                sentence, "%s", "");
        else
            carom_document_paragraph(d, "%s", sentence);
        first = false;
    }
}

// Adds the best law's covariance as standard errors and correlations.
static void add_covariance(carom_document *d, const carom_fit_study *s) {
    const carom_fit_finding *f = &s->at[s->best];
    const carom_fit_estimate *e = &f->estimate;
    carom_document_column columns[CAROM_FIT_MOST + 2] = {{.title = "coefficient"},
                                                         {.title = "standard error", .digits = 3}};
    for (int j = 0; j < e->count; j++)
        columns[j + 2] =
            (carom_document_column){.title = carom_document_text(d, "with %s", f->model.parameter[j]), .digits = -3};
    carom_document_heading(d, carom_document_text(d, "Covariance of the best, %s", f->name));
    carom_document_paragraph(d, "Correlations, from (JᵀJ)⁻¹ of the whitened residuals.");
    carom_document_table(d, NULL, columns, e->count + 2);
    for (int i = 0; i < e->count; i++) {
        carom_document_cell(d, "%s", f->model.parameter[i]);
        carom_document_cell_number(d, e->error[i], 0.0);
        for (int j = 0; j < e->count; j++)
            carom_document_cell_number(d, e->cov[i][j] / (e->error[i] * e->error[j]), 0.0);
    }
}

carom_document *carom_fit_document(const carom_fit_study *s) {
    carom_document *d = carom_document_new(NULL);
    add_checks(d, s);
    add_alarms(d, s);
    add_parameters(d, s);
    add_laws(d, s);
    add_conclusions(d, s);
    return d;
}

carom_document *carom_fit_page(const carom_fit_study *s) {
    carom_document *d = carom_document_new(NULL);
    add_conclusions(d, s);
    add_checks(d, s);
    add_alarms(d, s);
    carom_document_figure(
        d, carom_fit_figure(s),
        s->checks.coupled ? "Predictions of the two laws nearest to the data over the measured values, impact by "
                            "impact. The tangent points against the slip before."
                          : "Measured impacts and the four best curves, over the angle of incidence; curves for the "
                            "W of the first impact, slip towards -t. Laws with the same curve share it.");
    add_laws(d, s);
    carom_document_paragraph(d,
                             "F compares chi2/dof with the smallest value that any single impulse can reach; p < 0.05 "
                             "rejects. z compares scores on groups that were left out; |z| < 2 does not differ from "
                             "the best.");
    add_parameters(d, s);
    if (s->best < 0) return d;
    add_covariance(d, s);
    carom_figure *profiles = carom_fit_profiles(s);
    if (!profiles) return d;
    carom_document_heading(d, "Profiles of the best");
    carom_document_figure(d, profiles, "How chi2 rises near the estimate, with the other coefficients fitted again.");
    return d;
}

carom_document *carom_fit_rows(const carom_fit_study *s) {
    static const char *const names[] = {"law",  "parameter",     "estimate",  "stderr",     "low",      "high",
                                        "chi2", "dof",           "F",         "p",          "rejected", "heldout_rms",
                                        "z",    "heldout_error", "error_low", "error_high", "mark"};
    enum { COLUMNS = sizeof names / sizeof *names };
    carom_document_column columns[COLUMNS] = {{.key = NULL}};
    carom_document *d = carom_document_new(NULL);
    for (int i = 0; i < COLUMNS; i++) columns[i].key = names[i];
    carom_document_table(d, NULL, columns, COLUMNS);
    for (size_t k = 0; k < s->count; k++) {
        const carom_fit_finding *f = &s->at[k];
        for (int j = 0; j < f->model.count && carom_fit_answered(f); j++) {
            const carom_fit_estimate *e = &f->estimate;
            const double row[] = {e->b[j],      e->error[j],  f->low[j],
                                  f->high[j],   e->chi2,      e->dof,
                                  f->verdict.F, f->verdict.p, f->verdict.none ? NONE : f->verdict.rejected,
                                  f->rms,       f->z,         f->mean,
                                  f->mean_low,  f->mean_high};
            carom_document_cell(d, "%s", f->name);
            carom_document_cell(d, "%s", f->model.parameter[j]);
            for (size_t i = 0; i < sizeof row / sizeof *row; i++) carom_document_cell_number(d, row[i], 0.0);
            carom_document_cell(d, "%s", carom_fit_mark_name(e->mark[j]));
        }
    }
    return d;
}
