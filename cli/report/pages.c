#include "cli/report/pages.h"

#include <math.h>

#include "cli/exit.h"
#include "cli/lookup/before.h"
#include "cli/lookup/report.h"
#include "cli/report/impact.h"
#include "mods/scenario/bodies.h"

static void add_inputs(carom_document *d, const carom_origin *origin) {
    json_t *file = origin->text ? json_loadb(origin->text, origin->length, 0, NULL) : NULL;
    carom_document_heading(d, "Inputs");
    if (file)
        carom_report_inputs(d, file, NULL);
    else
        carom_document_paragraph(d, "The problem was stated on the command line, by W and v.");
    json_decref(file);
}

// Writes the page of one impact.

int carom_page_solve(const char *out, const carom_problem *problem, const carom_answer *answer,
                     const carom_origin *origin) {
    carom_report *report = carom_report_of(problem, answer);
    const carom_impact_view view = {problem, report, NULL};
    carom_law_table *laws = carom_law_table_of(&view);
    carom_check_row rows[CAROM_MOST_CHECKS];
    carom_document *d = carom_document_new(&problem->units);
    carom_report_about(d, origin);
    carom_impact_verdict(d, &view);
    carom_impact_spread(d, &view, laws);
    carom_impact_scene(d, &view);
    add_inputs(d, origin);
    carom_document_heading(d, "Results");
    carom_impact_results(d, &view);
    carom_impact_laws(d, &view, laws);
    carom_document_heading(d, "Checks");
    carom_impact_check_table(d, &view);
    carom_impact_limits(d);
    carom_report_origin(d, origin);
    const carom_page page = {"Impact report", "Report of one impact", origin->file, true};
    int exit = carom_report_save(d, &page, out);
    // Fail if a balance does not hold. Only --strict enforces the conditions of the law.
    for (int i = carom_impact_checks(&view, rows); i-- > 0 && exit == CAROM_EXIT_FINE;)
        if (!rows[i].passed && rows[i].value > rows[i].limit && !rows[i].by_law) exit = CAROM_EXIT_NUMERICAL;
    free(laws);
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

static void add_families(carom_document *d, const carom_reconstruction *x) {
    bool family = false, unbounded = false;
    for (int i = 0; i < x->count; i++) {
        family = family || x->at[i].family;
        unbounded = unbounded || x->at[i].unbounded;
    }
    if (unbounded)
        carom_document_note(d, CAROM_NOTE_WARNING, "unbounded", "The family of velocities is unbounded.",
                            "Every larger speed along it leads to the same velocities after the impact. The velocities "
                            "after the impact do not determine the speed before it; only one example is shown.");
    else if (family)
        carom_document_note(d, CAROM_NOTE_WARNING, "family", "A family of velocities fits.",
                            "Its two ends are shown. Every direction between them leads to the same velocities after "
                            "the impact.");
    else if (x->count > 1)
        carom_document_note(d, CAROM_NOTE_WARNING, "several", "Several velocities before the impact fit.",
                            "The velocities after the impact cannot tell the %d apart.", x->count);
}

// Adds a solution. `open` is true after the first end of a family.
static void add_before(carom_document *d, const carom_reconstruction *x, int i, bool *open) {
    const carom_inverse inside = carom_before_inside(x->problem, &x->at[i]);
    carom_bodies bodies;
    carom_answer answer;
    char words[256];
    carom_problem made = carom_problem_before(x->problem, &inside, &bodies);
    carom_answer_problem(&made, &answer);
    carom_document_heading(d, carom_document_text(d, "Solution %d of %d", i + 1, x->count));
    carom_before_words(&x->at[i], &x->problem->units, *open, words, sizeof words);
    if (*words) carom_document_paragraph(d, "This is%s.", words[0] == ',' ? words + 1 : words);
    *open = x->at[i].family && !x->at[i].unbounded && !*open;
    if (!carom_reconstructs(x->problem, &answer)) {
        carom_document_note(
            d, CAROM_NOTE_VIOLATION, "not-valid", "Not valid.",
            "Solved forwards, this velocity does not lead to the requested velocities within 1e-9. It is "
            "not shown.");
        return;
    }
    carom_report *report = carom_report_of(&made, &answer);
    const carom_impact_view view = {&made, report, x->problem->contact.v};
    carom_impact_verdict(d, &view);
    carom_impact_scene(d, &view);
    carom_impact_results(d, &view);
    carom_document_subheading(d, "Checks");
    carom_impact_check_table(d, &view);
    carom_report_free(report);
}

// Adds the speeds before the impact for each law.
static void add_laws(carom_document *d, const carom_reconstruction *x) {
    static const carom_law *const laws[] = {&carom_law_routh, &carom_law_whittaker, &carom_law_brach, &carom_law_smith};
    const carom_bodies *b = x->problem->bodies;
    double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {0.0, 0.0};
    if (!b || b->kind != CAROM_SCENARIO_PLANE) return;
    const carom_document_column columns[] = {
        {.title = "law"},
        {.title = "solutions"},
        {.title = carom_document_text(d, "speed before %s", b->names[0]), .unit = "m/s"},
        {.title = carom_document_text(d, "speed before %s", b->names[1]), .unit = "m/s"},
        {.title = ""}};
    carom_document_heading(d, "Which laws agree");
    carom_document_paragraph(d, "The first solution of each law with the same coefficients.");
    carom_document_table(d, NULL, columns, 5);
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        carom_inverse at[CAROM_MAX_INVERSES];
        carom_bodies bodies;
        int count = 0;
        carom_problem asked = *x->problem;
        asked.law = laws[i];
        const carom_status status = carom_collide_inverse(laws[i], &asked.contact, &asked.params, at, &count);
        if (count) carom_problem_before(&asked, &at[0], &bodies);
        carom_document_cell(d, "%s", laws[i]->name);
        carom_document_cell_data(d, json_integer(count));
        for (int k = 0; k < 2; k++) {
            const double *v = k ? bodies.plane.b.velocity : bodies.plane.a.velocity;
            const double speed = count ? hypot(v[0], v[1]) : (double)NAN;
            carom_document_cell_number(d, speed, 0.0);
            low[k] = fmin(low[k], speed);
            high[k] = fmax(high[k], speed);
        }
        carom_document_cell(d, "%s",
                            !count            ? carom_status_name(status)
                            : at[0].unbounded ? "an unbounded family; where it begins"
                            : at[0].family    ? "a family; one end"
                                              : "");
    }
    for (int k = 0; k < 2; k++)
        if (low[k] > 0.0)
            carom_impact_warn(d, carom_document_text(d, "The speed of %s before", b->names[k]),
                              (high[k] - low[k]) / low[k]);
}

int carom_page_reconstruct(const char *out, const carom_reconstruction *found, const carom_origin *origin) {
    carom_document *d = carom_document_new(&found->problem->units);
    bool open = false;
    carom_report_about(d, origin);
    add_families(d, found);
    for (int i = 0; i < found->count; i++) add_before(d, found, i, &open);
    add_inputs(d, origin);
    add_laws(d, found);
    carom_document_heading(d, "Limits");
    carom_impact_limits(d);
    carom_document_paragraph(d,
                             "Errors grow when an impact is followed backwards. An error of the normal velocity after "
                             "the impact grows by 1/e in the velocity before it.");
    carom_report_origin(d, origin);
    const carom_page page = {"Reconstruction report", "Velocities before an impact from those after it", origin->file,
                             true};
    return carom_report_save(d, &page, out);
}
