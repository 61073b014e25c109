// Compares the results of all laws for one impact.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/document/page.h"
#include "cli/lookup/ask.h"
#include "cli/report/impact.h"
#include "mods/scenario/after.h"
#include "mods/scenario/change.h"

enum { MOST_LAWS = 96, VALUES = 5 };

// A row of the table. Laws with the same values share one.
typedef struct {
    char names[400], why[256]; // why the law is not comparable
    double value[VALUES];      // delta-v of A and B, yaw rates after, energy lost; or P_n, |P_t| and energy lost
    bool comparable;
} row;

// Returns which of the stated e and mu the law does not use.
static uint64_t unused_by(const carom_polled *e, const carom_problem *problem) {
    return problem->given & (CAROM_PARAM_BIT(e) | CAROM_PARAM_BIT(mu)) & ~carom_law_reads(e->problem.law);
}

// Judges a law. It is comparable if it uses the stated restitution and friction and its result is admissible.
static void judge(row *r, const carom_polled *e, const carom_problem *problem) {
    const uint64_t unused = unused_by(e, problem);
    const bool e_too = unused & CAROM_PARAM_BIT(e), mu_too = unused & CAROM_PARAM_BIT(mu);
    carom_error missing;
    r->comparable = false;
    if (e->answer.outcome.violations)
        carom_violation_words(e->answer.outcome.violations, r->why, sizeof r->why);
    else if (unused)
        snprintf(r->why, sizeof r->why, "no: does not use %s%s%s", e_too ? "e" : "", e_too && mu_too ? " and " : "",
                 mu_too ? "mu" : "");
    else if (!carom_problem_given(e->problem.law, &problem->params, problem->contact.dim, &missing))
        snprintf(r->why, sizeof r->why, "no: needs coefficients that are not stated");
    else
        r->comparable = true, snprintf(r->why, sizeof r->why, "yes");
}

static row row_of(const carom_polled *e, const carom_problem *problem, bool pair) {
    const carom_result *out = &e->answer.outcome;
    const double tangential = problem->contact.dim == 3 ? hypot(out->P[1], out->P[2]) : fabs(out->P[1]);
    row r = {.value = {out->P[0], carom_tidy(tangential, 100.0 * out->P[0]), 0.0, 0.0, -out->dE}};
    double energy = 0.0;
    for (int i = 0; i < problem->contact.dim; i++) energy += fabs(out->P[i] * problem->contact.v[i]);
    snprintf(r.names, sizeof r.names, "%s", e->name);
    judge(&r, e, problem);
    if (pair) {
        carom_body after[2];
        carom_balance ledger;
        carom_after_pair(problem->bodies, out->P, after, &ledger);
        for (int k = 0; k < 2; k++) {
            r.value[k] = carom_change_of(problem->bodies, k, after).delta_v;
            r.value[2 + k] = after[k].spin[2];
        }
        energy = ledger.energy_before + ledger.energy_after;
    }
    r.value[4] = carom_tidy(r.value[4], 100.0 * energy);
    return r;
}

static bool same(const row *a, const row *b) {
    bool same = !strcmp(a->why, b->why);
    for (int i = 0; i < VALUES; i++)
        same = same && fabs(a->value[i] - b->value[i]) <= 1e-6 * (fabs(a->value[i]) + fabs(b->value[i]));
    return same;
}

struct carom_law_table {
    bool pair; // two bodies
    int count;
    row rows[MOST_LAWS]; // comparable laws first
};

static void add_row(carom_law_table *t, const row *r) {
    int k = 0;
    while (k < t->count && !same(&t->rows[k], r)) k++;
    if (k < t->count)
        carom_join(t->rows[k].names, sizeof t->rows[k].names, ", ", r->names);
    else if (k < MOST_LAWS)
        t->rows[t->count++] = *r;
}

carom_law_table *carom_law_table_of(const carom_impact_view *w) {
    const carom_bodies *b = w->problem->bodies;
    carom_problem asked = *w->problem;
    carom_poll list = {0};
    carom_law_table *t = carom_memory(sizeof *t);
    t->count = 0;
    t->pair = b && (b->kind == CAROM_SCENARIO_PLANE || b->kind == CAROM_SCENARIO_SPACE);
    carom_ask_all(&list, &asked, false);
    for (size_t i = 0; i < 2 * list.count; i++) {
        const carom_polled *e = &list.at[i % list.count];
        if (!carom_answer_stands(&e->answer)) continue;
        const row r = row_of(e, w->problem, t->pair);
        if (r.comparable == (i < list.count)) add_row(t, &r);
    }
    free(list.at);
    return t;
}

void carom_impact_warn(carom_document *d, const char *what, double share) {
    char text[32];
    if (!(share > CAROM_LAW_SHARE)) return;
    carom_document_note(d, CAROM_NOTE_WARNING, "law", "The result depends on the law.",
                        "%s differs by up to %s %% between the compared laws; the limit for this warning is %.0f %%.",
                        what, carom_document_digits(100.0 * share, 0, text), 100.0 * CAROM_LAW_SHARE);
}

// Returns the largest difference of a comparable law in the delta-v of a body, as a fraction of this result, and its
// range.
static double spread_of(const carom_law_table *t, double own, int body, double *low, double *high) {
    *low = *high = own;
    for (int i = 0; i < t->count && t->rows[i].comparable; i++) {
        *low = fmin(*low, t->rows[i].value[body]);
        *high = fmax(*high, t->rows[i].value[body]);
    }
    return own > 0.0 ? fmax(*high - own, own - *low) / own : 0.0;
}

void carom_impact_spread(carom_document *d, const carom_impact_view *w, const carom_law_table *t) {
    double share[2] = {0.0, 0.0}, low, high;
    for (int k = 0; k < 2 && t->pair; k++) share[k] = spread_of(t, w->report->change[k].delta_v, k, &low, &high);
    const int most = share[1] > share[0];
    if (t->pair)
        carom_impact_warn(d, carom_document_text(d, "The delta-v of %s", w->problem->bodies->names[most]), share[most]);
}

void carom_impact_laws(carom_document *d, const carom_impact_view *w, const carom_law_table *t) {
    static const char *const units[] = {"m/s", "m/s", "rad/s", "rad/s", "J"};
    const carom_bodies *b = t->pair ? w->problem->bodies : NULL;
    carom_document_column columns[VALUES + 2] = {{.title = "laws"}};
    int at[VALUES], used = 0;
    carom_document_heading(d, "Which laws agree");
    carom_document_paragraph(d, "Comparable laws use the stated restitution and friction, and their results are "
                                "admissible. The table states why the other laws are not comparable.");
    for (int k = 0; k < 2 && b; k++) {
        double low, high;
        char text[2][64];
        if (!(spread_of(t, w->report->change[k].delta_v, k, &low, &high) > 0.0)) continue;
        carom_document_paragraph(d, "Comparable laws give %s a delta-v of %s to %s.", b->names[k],
                                 carom_document_quantity(&w->problem->units, "m/s", low, text[0]),
                                 carom_document_quantity(&w->problem->units, "m/s", high, text[1]));
    }
    // A body that cannot move has no column; without bodies, there are only impulses and the energy.
    for (int i = 0; i < VALUES; i++) {
        const char *what = i < 2 ? "delta-v" : "yaw rate after";
        if (i < 4 && (b ? !carom_can_move(b, i % 2) : i >= 2)) continue;
        at[used++] = i;
        columns[used].unit = b || i == 4 ? units[i] : "N s";
        columns[used].title = i == 4 ? b ? "crush energy" : "energy lost"
                              : b    ? carom_document_text(d, "%s %s", what, b->names[i % 2])
                              : i    ? "|P_t|"
                                     : "P_n";
    }
    columns[used + 1].title = "comparable";
    carom_document_table(d, NULL, columns, used + 2);
    for (int k = 0; k < t->count; k++) {
        carom_document_cell(d, "%s", t->rows[k].names);
        for (int i = 0; i < used; i++) carom_document_cell_number(d, t->rows[k].value[at[i]], 0.0);
        carom_document_cell(d, "%s", t->rows[k].why);
    }
}
