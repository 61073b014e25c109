#include "cli/report/pages.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "cli/exit.h"
#include "cli/html/page.h"
#include "cli/lookup/before.h"
#include "cli/lookup/report.h"
#include "cli/print/words.h"
#include "cli/report/impact.h"
#include "mods/scenario/bodies.h"

int carom_page_write(const char *out, bool (*write)(FILE *to, const void *what), const void *what) {
    if (carom_page_save(out, write, what)) return CAROM_EXIT_FINE;
    carom_say("%s: %s", out, strerror(errno));
    return CAROM_EXIT_IO;
}

static void put_inputs(FILE *to, const carom_origin *origin) {
    json_t *document = origin->text ? json_loadb(origin->text, origin->length, 0, NULL) : NULL;
    fputs("<h2>Inputs</h2>\n", to);
    if (document)
        carom_part_inputs(to, document, NULL);
    else
        fputs("<p>The problem was stated on the command line, by W and v.</p>\n", to);
    json_decref(document);
}

static void put_signature(FILE *to) {
    fputs("<table class=\"sign keep\"><tbody><tr><td><span>Name</span></td><td><span>Date, "
          "signature</span></td></tr></tbody></table>\n",
          to);
}

// Writes the box at the top of the page.
static void put_verdict(FILE *to, const carom_impact_view *w, bool summary) {
    const bool valid = carom_impact_is_valid(w);
    carom_page_box(to, valid ? "good" : "bad", valid ? "valid" : "not-valid");
    if (valid)
        fputs("<p><strong>All checks passed.</strong> Momentum and energy balance, and the result is admissible.</p>",
              to);
    else
        fputs("<p><strong class=bad>Not valid.</strong> A check failed; do not use this result. The table of checks "
              "shows which one.</p>",
              to);
    if (summary) carom_impact_put_summary(to, w);
    carom_page_end_box(to);
}

// Warns if comparable laws differ.
static void put_spread(FILE *to, const carom_impact_view *w) {
    const carom_law_spread spread = carom_impact_put_laws(NULL, w);
    const carom_unit speed = carom_units_find(&w->problem->units, "m/s");
    char low[32], high[32], share[32];
    if (!(spread.share > CAROM_LAW_SHARE)) return;
    carom_page_box(to, "warn", "law");
    fprintf(to,
            "<p><strong>The result depends on the law.</strong> Comparable laws differ in delta-v by up to %s %% of "
            "this result; the limit for this warning is %.0f %%. They give",
            carom_part_share(spread.share, CAROM_LAW_SHARE, share), 100.0 * CAROM_LAW_SHARE);
    for (int k = 0; k < 2; k++) {
        if (!(spread.high[k] > 0.0)) continue;
        carom_page_words(to, k && spread.high[0] > 0.0 ? ", and for " : " for ", w->report->fields.after[k].name, " ");
        fprintf(to, "%s to %s %s", carom_page_digits(speed.factor * spread.low[k], low),
                carom_page_digits(speed.factor * spread.high[k], high), speed.name);
    }
    fputs(".</p>", to);
    carom_page_end_box(to);
}

static void put_laws(FILE *to, const carom_impact_view *w) {
    fputs("<h2>Which laws agree</h2>\n", to);
    const double share = carom_impact_put_laws(to, w).share;
    char text[32];
    if (isnan(share))
        fputs("<p>Comparable laws use the stated restitution and friction, and their results are admissible.</p>\n",
              to);
    else
        fprintf(to,
                "<p>Comparable laws use the stated restitution and friction, and their results are admissible. They "
                "differ from this result by at most %s %% in delta-v. The table states why "
                "the other laws are not comparable.</p>\n",
                carom_part_share(share, CAROM_LAW_SHARE, text));
}

static const char *const terms[] = {
    "delta-v",      "closing speed", "approach speed", "PDOF",     "yaw rate", "common velocity",
    "crush energy", "EBS",           "impulse ratio",  "momentum", NULL};

// Writes the page of one impact.

typedef struct {
    carom_impact_view view;
    const carom_origin *origin;
} solved;

static bool put_solved(FILE *to, const void *what) {
    const solved *s = what;
    const carom_impact_view *w = &s->view;
    carom_page_begin(to, "Impact report", "Impact report");
    carom_part_front(to, "Report of one impact", s->origin);
    put_verdict(to, w, true);
    put_spread(to, w);
    if (!carom_impact_put_scene(to, w)) return false;
    put_inputs(to, s->origin);
    fputs("<h2>Results</h2>\n", to);
    carom_impact_put_results(to, w);
    fputs("<h2>Energy and momentum</h2>\n", to);
    carom_impact_put_balance(to, w);
    put_laws(to, w);
    fputs("<h2>Checks</h2>\n", to);
    carom_impact_put_checks(to, w);
    carom_impact_put_limits(to);
    carom_part_glossary(to, terms);
    carom_part_origin(to, s->origin);
    put_signature(to);
    carom_page_end(to);
    return true;
}

int carom_page_solve(const char *out, const carom_problem *problem, const carom_answer *answer,
                     const carom_origin *origin) {
    carom_report *report = carom_report_of(problem, answer);
    const solved s = {{problem, report, NULL}, origin};
    carom_check_row rows[CAROM_MOST_CHECKS];
    const int count = carom_impact_checks(&s.view, rows);
    int exit = carom_page_write(out, put_solved, &s);
    // Fail if a balance does not hold. The last four rows are conditions of the law, which only --strict enforces.
    for (int i = 0; i < count && exit == CAROM_EXIT_FINE; i++)
        if (!rows[i].passed && rows[i].value > rows[i].limit && i + 4 < count) exit = CAROM_EXIT_NUMERICAL;
    carom_report_free(report);
    return exit;
}

// Writes the page of a reconstruction.

bool carom_reconstructs(const carom_problem *after, const carom_answer *forward) {
    const double *wanted = after->contact.v, *v = forward->outcome.v;
    if (!carom_answer_stands(forward)) return false;
    // carom_collide_inverse guarantees an error below 1e-9. This check also covers the printed impact.
    return hypot(v[0] - wanted[0], v[1] - wanted[1]) <= 1e-9 * hypot(wanted[0], wanted[1]);
}

typedef struct {
    const carom_reconstruction *found;
    const carom_origin *origin;
} reconstructed;

static void put_families(FILE *to, const carom_reconstruction *x) {
    bool family = false, unbounded = false;
    for (int i = 0; i < x->count; i++) {
        family = family || x->at[i].family;
        unbounded = unbounded || x->at[i].unbounded;
    }
    if (unbounded) {
        carom_page_box(to, "warn", "unbounded");
        fputs(
            "<p><strong>The family of velocities is unbounded.</strong> Every larger speed along it leads to the same "
            "velocities after the impact. The velocities after the impact do not determine the speed before it; only "
            "one example is shown.</p>",
            to);
    } else if (family) {
        carom_page_box(to, "warn", "family");
        fputs("<p><strong>A family of velocities fits.</strong> Its two ends are shown. Every direction between them "
              "leads to the same velocities after the impact.</p>",
              to);
    } else if (x->count > 1) {
        carom_page_box(to, "warn", "several");
        fprintf(to,
                "<p><strong>%d velocities before the impact fit.</strong> The velocities after the impact cannot tell "
                "them apart.</p>",
                x->count);
    } else
        return;
    carom_page_end_box(to);
}

static bool put_one_before(FILE *to, const reconstructed *r, int i, bool *open) {
    const carom_reconstruction *x = r->found;
    const carom_inverse inside = carom_before_inside(x->problem, &x->at[i]);
    carom_bodies bodies;
    carom_answer answer;
    char words[256];
    carom_problem made = carom_problem_before(x->problem, &inside, &bodies);
    carom_answer_problem(&made, &answer);
    fprintf(to, "<h2>Solution %d of %d</h2>\n", i + 1, x->count);
    carom_before_words(&x->at[i], &x->problem->units, *open, words, sizeof words);
    if (*words) carom_page_words(to, "<p>This is", words[0] == ',' ? words + 1 : words, ".</p>\n");
    *open = x->at[i].family && !x->at[i].unbounded && !*open;
    if (!carom_reconstructs(x->problem, &answer)) {
        carom_page_box(to, "bad", "not-valid");
        fputs("<p><strong class=bad>Not valid.</strong> Solved forwards, this velocity does not lead to the requested "
              "velocities within 1e-9. It is not shown.</p>",
              to);
        carom_page_end_box(to);
        return true;
    }
    carom_report *report = carom_report_of(&made, &answer);
    const carom_impact_view w = {&made, report, x->problem->contact.v};
    put_verdict(to, &w, true);
    const bool drawn = carom_impact_put_scene(to, &w);
    if (drawn) {
        carom_impact_put_results(to, &w);
        fputs("<h3>Energy and momentum</h3>\n", to);
        carom_impact_put_balance(to, &w);
        fputs("<h3>Checks</h3>\n", to);
        carom_impact_put_checks(to, &w);
    }
    carom_report_free(report);
    return drawn;
}

// Writes the speeds before the impact for each law.
static void put_laws_before(FILE *to, const carom_reconstruction *x) {
    const carom_bodies *b = x->problem->bodies;
    static const carom_law *const laws[] = {&carom_law_routh, &carom_law_whittaker, &carom_law_brach, &carom_law_smith};
    const carom_unit speed = carom_units_find(&x->problem->units, "m/s");
    if (!b || b->kind != CAROM_SCENARIO_PLANE) return;
    char head[2][140];
    for (int k = 0; k < 2; k++) snprintf(head[k], sizeof head[k], "#speed before %.80s, %s", b->names[k], speed.name);
    const char *const heads[] = {"law", "#solutions", head[0], head[1], "", NULL};
    fputs("<h2>Which laws agree</h2>\n", to);
    carom_page_table(to, "The first solution of each law with the same coefficients.", heads);
    double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {0.0, 0.0};
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        carom_inverse at[CAROM_MAX_INVERSES];
        carom_bodies bodies;
        int count = 0;
        carom_problem asked = *x->problem;
        asked.law = laws[i];
        const carom_status status = carom_collide_inverse(laws[i], &asked.contact, &asked.params, at, &count);
        carom_page_row(to);
        carom_page_cell(to, laws[i]->name);
        fprintf(to, "<td class=n>%d</td>", count);
        for (int k = 0; k < 2 && count; k++) {
            carom_problem_before(&asked, &at[0], &bodies);
            const double *v = k ? bodies.plane.b.velocity : bodies.plane.a.velocity;
            carom_page_number(to, speed.factor * hypot(v[0], v[1]));
            low[k] = fmin(low[k], hypot(v[0], v[1]));
            high[k] = fmax(high[k], hypot(v[0], v[1]));
        }
        if (!count) fputs("<td></td><td></td>", to);
        carom_page_cell(to, !count            ? carom_status_name(status)
                            : at[0].unbounded ? "an unbounded family; where it begins"
                            : at[0].family    ? "a family; one end"
                                              : "");
        fputs("</tr>\n", to);
    }
    carom_page_end_table(to);
    for (int k = 0; k < 2; k++) {
        if (!(high[k] > (1.0 + CAROM_LAW_SHARE) * low[k])) continue;
        carom_page_box(to, "warn", "law");
        carom_page_words(to, "<p><strong>The speed of ", b->names[k], " depends on the law.</strong> ");
        char share[32];
        fprintf(to, "The laws differ by %s %%; the limit for this warning is %.0f %%.</p>",
                carom_part_share((high[k] - low[k]) / low[k], CAROM_LAW_SHARE, share), 100.0 * CAROM_LAW_SHARE);
        carom_page_end_box(to);
    }
}

static bool put_reconstructed(FILE *to, const void *what) {
    const reconstructed *r = what;
    bool open = false;
    carom_page_begin(to, "Reconstruction report", "Reconstruction report");
    carom_part_front(to, "Velocities before an impact from those after it", r->origin);
    put_families(to, r->found);
    for (int i = 0; i < r->found->count; i++)
        if (!put_one_before(to, r, i, &open)) return false;
    put_inputs(to, r->origin);
    put_laws_before(to, r->found);
    fputs("<h2>Limits</h2>\n", to);
    carom_impact_put_limits(to);
    fputs("<p>Errors grow when an impact is followed backwards. An error of the normal velocity after the impact grows "
          "by 1/e "
          "in the velocity before it.</p>\n",
          to);
    carom_part_glossary(to, (const char *const[]){"delta-v", "closing speed", "approach speed", "PDOF", "yaw rate",
                                                  "common velocity", "crush energy", "EBS", "impulse ratio", "momentum",
                                                  "family", NULL});
    carom_part_origin(to, r->origin);
    put_signature(to);
    carom_page_end(to);
    return true;
}

int carom_page_reconstruct(const char *out, const carom_reconstruction *found, const carom_origin *origin) {
    const reconstructed r = {found, origin};
    return carom_page_write(out, put_reconstructed, &r);
}
