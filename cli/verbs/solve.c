// Implements carom solve: solves one impact with one law, at one contact or several.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/derivatives.h"
#include "cli/args/args.h"
#include "cli/args/stream.h"
#include "cli/exit.h"
#include "cli/lookup/answer.h"
#include "cli/lookup/laws.h"
#include "cli/lookup/report.h"
#include "cli/print/json.h"
#include "cli/print/table.h"
#include "cli/print/units.h"
#include "cli/print/words.h"
#include "cli/print/write_why.h"
#include "cli/report/impact.h"
#include "cli/report/pages.h"
#include "cli/verbs/parts.h"
#include "mods/scenario/shape.h"

static const char examples[] = "  carom solve cars.json\n"
                               "  carom solve cradle.json --law all\n"
                               "  carom solve --law routh --e 0.5 --mu 0.7 --W \"2.5 -1.5; -1.5 2.5\" --v \"-1 0.6\"\n";
static const char about_form[] =
    "Computes one impact with one law. The file decides whether it has one contact or several "
    "(docs/several-contacts.md).\n"
    "\n"
    "FILE holds one problem in JSON; \"-\" is standard input. The problem contains bodies and their "
    "contact (docs/scenario.md), or W and v:\n"
    "  {\"law\":\"routh\",\"params\":{\"e\":0.5,\"mu\":0.7},\n"
    "   \"W\":[[2.5,-1.5],[-1.5,2.5]],\"v\":[-1,0.6]}\n"
    "Options override the file. With --format jsonl, the keys of each line override the options. "
    "For several contacts, --law takes %s, all, or delassus (prints W).";

// Lists the names of the laws for several contacts.
static void join_laws(char *names, size_t size) {
    const carom_law *law;
    names[0] = 0;
    for (int i = 0; (law = carom_tables_method(i, 2)); i++) carom_join(names, size, ", ", law->name);
}

// Prints every outcome.

static void print_alternatives(const carom_problem *problem, const carom_alternative *list, int count) {
    static const char *const plane[] = {"P_n", "P_t", "v_n", "v_t"};
    static const char *const space[] = {"P_n", "P_t1", "P_t2", "v_n", "v_t1", "v_t2"};
    const int dim = problem->contact.dim;
    const double speed = carom_largest(problem->contact.v, dim);
    carom_table table = {.format = carom_output_format, .align = dim == 2 ? "rlrrrrrrl" : "rlrrrrrrrrl"};
    printf(count == 1 ? "%s: %d outcome satisfies the law here\n\n"
                      : "%s: %d outcomes satisfy the law here, least normal impulse first\n\n",
           problem->law->name, count);
    carom_table_cell(&table, "%s", "");
    carom_table_cell(&table, "mode");
    for (int i = 0; i < 2 * dim; i++) carom_table_cell(&table, "%s", dim == 2 ? plane[i] : space[i]);
    carom_table_cell(&table, "dE");
    carom_table_cell(&table, "index");
    carom_table_cell(&table, "%s", "");
    for (int k = 0; k < count; k++) {
        const carom_result *out = &list[k].result;
        const double size = carom_largest(out->P, dim);
        const unsigned bad = out->violations & ~(unsigned)CAROM_VIOLATION_NOT_UNIQUE;
        char said[256] = "", broken[192];
        if (list[k].returned && count > 1) carom_join(said, sizeof said, ", ", "the law's result");
        if (list[k].stable && count > 1) carom_join(said, sizeof said, ", ", "small changes select it");
        if (bad) carom_join(said, sizeof said, ", ", carom_violation_words(bad, broken, sizeof broken));
        carom_table_cell(&table, "%d", k + 1);
        carom_table_cell(&table, "%s", out->mode == CAROM_MODE_UNNAMED ? "-" : carom_mode_name(out->mode));
        for (int i = 0; i < dim; i++) carom_table_number(&table, out->P[i], size);
        for (int i = 0; i < dim; i++) carom_table_number(&table, out->v[i], speed);
        carom_table_number(&table, out->dE, size * speed);
        carom_table_cell(&table, list[k].index ? "%+d" : "-", list[k].index);
        carom_table_cell(&table, "%s", said);
    }
    carom_table_print(stdout, &table);
}

// Prints the derivatives of P, one row per variable.
static void print_jac(const carom_problem *problem, carom_status status, const carom_jacobian *jac) {
    char said[CAROM_JAC_LABEL];
    double dP[3];
    const bool known = carom_jacobian_text(problem, status, jac, said);
    printf("\nderivatives of P: %s\n%s", said, known ? "\n" : "");
    if (!known) return;
    carom_table table = {.format = carom_output_format, .align = problem->contact.dim == 2 ? "lrr" : "lrrr"};
    carom_table_cell(&table, "by");
    for (int i = 0; i < problem->contact.dim; i++)
        carom_table_cell(&table, "P_%s", carom_axis_word(problem->contact.dim, i));
    for (int k = 0; carom_jac_row(problem->law, jac, problem->contact.dim, k, said, dP); k++) {
        carom_table_cell(&table, "%s", said);
        for (int i = 0; i < problem->contact.dim; i++) carom_table_number(&table, dP[i], 0.0);
    }
    carom_table_print(stdout, &table);
}

static int solve(carom_problem *problem, bool all, bool jac, bool json, bool strict) {
    carom_answer answer;
    carom_alternative list[CAROM_MAX_ALTERNATIVES];
    carom_result unused;
    carom_jacobian slopes;
    int count = 0;
    carom_answer_problem(problem, &answer);
    const bool stands = carom_answer_stands(&answer);
    const carom_status derived =
        jac && stands ? carom_collide_jacobian(problem->law, &problem->contact, &problem->params, &unused, &slopes)
                      : answer.status;
    if (all && stands) carom_collide_all(problem->law, &problem->contact, &problem->params, list, &count);
    carom_report *report = carom_report_of(problem, &answer);
    const carom_impact_view view = {problem, report, NULL};
    if (stands && !carom_impact_balances(&view)) {
        carom_say("the momentum or the energy of the bodies does not balance to 1e-9, so the result is not printed");
        carom_report_free(report);
        return CAROM_EXIT_NUMERICAL;
    }
    if (json) {
        json_t *object = carom_report_json(report);
        if (all) carom_alternatives_json(object, problem, list, count);
        if (jac) carom_jac_json(object, problem, derived, &slopes);
        carom_json_answer(object);
        if (carom_answer_exit(&answer, false) != CAROM_EXIT_FINE) carom_say_refusal(&answer.refusal);
    } else if (count)
        print_alternatives(problem, list, count);
    else if (stands)
        carom_print_report(report);
    else
        carom_report_failure(problem, &answer);
    if (jac && stands && !json) print_jac(problem, derived, &slopes);
    carom_report_free(report);
    return carom_answer_exit(&answer, strict);
}

// Writes the report page. If there is no result, no page is written.
static int write_page(const char *page, carom_problem *problem, const carom_origin *origin, bool strict) {
    carom_answer answer;
    carom_answer_problem(problem, &answer);
    const int exit = carom_answer_exit(&answer, strict);
    if (!carom_answer_stands(&answer) || answer.status == CAROM_NO_IMPACT) {
        if (answer.status == CAROM_NO_IMPACT)
            carom_report_parting(stdout, problem, "");
        else
            carom_report_failure(problem, &answer);
        return exit;
    }
    return carom_graver_exit(exit, carom_page_solve(page, problem, &answer, origin));
}

// Solves several contacts.

typedef struct stated {
    carom_problem *problem; // problem described by the options
    bool strict;
    const char *whole; // further output for several contacts: "all" or "delassus"
    carom_impact_asked several;
} stated;

// Returns true if the text has several contacts, or if its law or that of --law solves only systems. The law of a line
// overrides --law. The reader reports a text that is not JSON.
static bool of_system(const stated *s, const char *text, size_t length) {
    if (s->several.gaps || s->several.outcomes || s->whole) return true;
    json_t *document = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    const carom_law *law = s->several.lines && json_object_get(document, "law") ? NULL : s->problem->law;
    const bool pair = law && json_object_get(document, "contact");
    const bool own = json_object_get(document, "law") && carom_is_system(document, s->problem->modules);
    if (law) json_object_set_new(document, "law", json_string(law->name));
    const bool is = document && !pair && (own || carom_is_system(document, s->problem->modules));
    json_decref(document);
    return is;
}

static int answer_line(const carom_text_line *line, const void *context) {
    const stated *s = context;
    if (line->too_long || !of_system(s, line->text, line->length))
        return carom_stream_answer(line, s->problem, s->strict);
    return carom_solve_system(line->text, line->length, line->number, &s->several);
}

// Rejects --W and --v of one contact for a law that only solves systems.
static bool suits(carom_problem *problem, int *exit) {
    carom_error refusal;
    if (!problem->law || carom_problem_law(problem, problem->law->name, &refusal)) return true;
    *exit = carom_args_refused(&refusal);
    return false;
}

// Returns a given option that applies only to several contacts; NULL if there is none.
static const char *system_option(const carom_impact_asked *a) {
    return a->plot ? "plot" : a->scene ? "scene" : NULL;
}

// Rejects an option that would have no effect.
static bool options_agree(const carom_impact_asked *a) {
    if (a->outcomes && a->scene)
        carom_say("--scene draws the outcome of one method, and --spread has many");
    else if (a->outcomes && a->gaps)
        carom_say("--spread reads no gaps; leave out --gaps");
    else if (a->untitled && !system_option(a))
        carom_say("--no-title is for a picture: --plot or --scene");
    else
        return true;
    return false;
}

int carom_verb_solve(int argc, char **argv) {
    const char *sets[CAROM_MOST_SETS + 1] = {NULL}, *whole = NULL;
    carom_impact_asked several = {.sets = sets};
    carom_error refusal;
    bool all = false, jac = false, json = false, lines = false, strict = false;
    const char *units = NULL, *page = NULL;
    carom_units chosen = {0};
    carom_problem problem = carom_problem_new(carom_tables_modules());
    const carom_option options[] = {
        {"all-solutions", NULL, "print every result that satisfies the law", &all, NULL},
        {"jacobian", NULL, "also print the derivatives of P", &jac, NULL},
        {"json", NULL, "", &json, NULL},
        CAROM_TABLE_OPTIONS,
        {"jsonl", NULL, "one problem per line in, one result per line out", &lines, NULL},
        CAROM_UNITS_OPTION(units),
        {"output", "PAGE", "one contact: write a report page (.html)", NULL, &page},
        {"gaps", "A,B,...", "several contacts: gap of each, m", NULL, &several.gaps},
        {"spread", "N[,SEED]", "several contacts: sample outcomes and print bounds", NULL, &several.outcomes},
        {"plot", "PICTURE", "several contacts: draw velocities and impulses", NULL, &several.plot},
        {"scene", "PICTURE", "several contacts: draw the bodies to scale", NULL, &several.scene},
        {"no-title", NULL, "omit the title of a picture", &several.untitled, NULL},
        {"strict", NULL, "exit with 1 if a result is inadmissible or missing", &strict, NULL},
        {0},
    };
    char laws[400], about[sizeof about_form + sizeof laws];
    join_laws(laws, sizeof laws);
    snprintf(about, sizeof about, about_form, laws);
    const carom_usage usage = {.verb = "solve",
                               .examples = examples,
                               .about = about,
                               .options = options,
                               .problem = &problem,
                               .most_operands = 1,
                               .operands = "[FILE|-]",
                               .asks = CAROM_ASKS_ANY,
                               .reads = carom_tables_reads(NULL),
                               .whole = &whole,
                               .sets = sets};
    carom_operands operands;
    int exit;
    if (!carom_args_read(&usage, argc, argv, &operands, &exit)) return exit;
    if (!carom_units_option(units, &chosen)) return CAROM_EXIT_USAGE;
    if (units) problem.units = chosen;
    if (page && (json || lines || all || jac || carom_table_plain() || whole || several.gaps || several.outcomes ||
                 several.plot || several.scene)) {
        carom_say("-o FILE.html writes the page of one impact; leave out options for other results, such as --format");
        return CAROM_EXIT_USAGE;
    }
    if (lines && (all || jac)) {
        carom_say("--%s and --format jsonl exclude each other: a line has one result",
                  all ? "all-solutions" : "jacobian");
        return CAROM_EXIT_USAGE;
    }
    if (!options_agree(&several)) return CAROM_EXIT_USAGE;
    const char *file = operands.count ? operands.at[0] : NULL;
    several.file = file;
    several.options = &problem;
    several.json = json || lines;
    several.strict = strict;
    several.lines = lines;
    several.method = whole ? whole : problem.law ? problem.law->name : NULL;
    const stated asked = {&problem, strict, whole, several};
    // A line with several contacts may read coefficients that one contact does not.
    if (lines) carom_problem_assign_all(&problem, sets, &refusal);
    if (lines) return carom_stream_lines(file, answer_line, &asked);
    if (!file && !suits(&problem, &exit)) return exit;
    if (file && !(operands.text = carom_stream_text(file, &operands.length))) return CAROM_EXIT_IO;
    if (file && of_system(&asked, operands.text, operands.length)) {
        exit = CAROM_EXIT_USAGE;
        if (page)
            carom_say("a report page is for one contact, and this file has several");
        else if (all || jac)
            carom_say("--%s is for one contact, and this file has several", all ? "all-solutions" : "jacobian");
        else
            exit = carom_solve_system(operands.text, operands.length, 1, &asked.several);
        free(operands.text);
        return exit;
    }

    if (system_option(&several) || whole || several.gaps || several.outcomes) {
        free(operands.text);
        if (system_option(&several))
            carom_say("--%s is for several contacts; `carom draw` draws one", system_option(&several));
        else
            carom_say("this is one contact; `carom compare` solves it with every law");
        return CAROM_EXIT_USAGE;
    }
    if (!carom_problem_assign_all(&problem, sets, &refusal)) {
        free(operands.text);
        if (!refusal.name[0]) snprintf(refusal.name, sizeof refusal.name, "--set");
        return carom_args_refused(&refusal);
    }
    if (file) operands.at[0] = file, operands.count = 1;
    json_t *document;
    if (!carom_stream_stated(&usage, &operands, &document, &exit)) {
        free(operands.text);
        return exit;
    }
    if (units) problem.units = chosen;
    const carom_origin origin = {
        .verb = "solve", .argc = argc, .argv = argv, .file = file, .text = operands.text, .length = operands.length};
    if (suits(&problem, &exit))
        exit = page ? write_page(page, &problem, &origin, strict) : solve(&problem, all, jac, json, strict);
    free(operands.text);
    carom_problem_free(&problem);
    json_decref(document);
    return exit;
}
