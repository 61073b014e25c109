// Implements carom solve: solves one impact with one law, at one contact or several.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/args/args.h"
#include "cli/args/effect.h"
#include "cli/args/stream.h"
#include "cli/exit.h"
#include "cli/lookup/laws.h"
#include "cli/lookup/report.h"
#include "cli/map/impact_outcomes.h"
#include "cli/map/impact_picture.h"
#include "cli/print/json.h"
#include "cli/print/picture.h"
#include "cli/print/shell.h"
#include "cli/print/table.h"
#include "cli/print/units.h"
#include "cli/print/words.h"
#include "cli/print/write_why.h"
#include "cli/report/impact.h"
#include "cli/report/pages.h"
#include "cli/verbs/parts.h"
#include "mods/scenario/bodies_read.h"

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

// What an option depends on. A test makes command lines from these rows.
static const char one[] = "one contact", several[] = "several contacts";
static const carom_no_effect no_effect[] = {
    {"all-solutions", .kind = several, .reason = "it lists the results of one contact, and this file has several"},
    {"all-solutions", .beside = "jsonl output law=all law=delassus", .reason = "it is for one result of one law"},
    {"jacobian", .kind = several, .reason = "it is for one contact, and this file has several"},
    {"jacobian", .beside = "jsonl output law=all law=delassus", .reason = "it is for one result of one law"},
    {"output", .beside = "law=all law=delassus", .reason = "a report page is for one law"},
    {"output", .kind = several, .reason = "a report page is for one contact, and this file has several"},
    {"json", .beside = "output", .reason = "the result is the page"},
    {"csv", .beside = "output", .reason = "the result is the page"},
    {"md", .beside = "output", .reason = "the result is the page"},
    {"jsonl", .beside = "output", .reason = "a page has one result"},
    {"csv", .beside = "spread law=delassus", .reason = "there is no table; leave it out or use --format json"},
    {"md", .beside = "spread law=delassus", .reason = "there is no table; leave it out or use --format json"},
    {"gaps", .kind = one, .reason = "one contact has no order of impacts"},
    {"gaps", .beside = "spread law=delassus output", .reason = "neither a set of outcomes nor W depends on gaps"},
    {"plot", .kind = one, .reason = "`carom draw` draws one contact"},
    {"plot", .beside = "law=all law=delassus jsonl output", .reason = "it draws the outcome of one law"},
    {"scene", .kind = one, .reason = "`carom draw` draws one contact"},
    {"scene", .beside = "spread law=all law=delassus jsonl output", .reason = "it draws the outcome of one law"},
    {"no-title", .without = "plot scene", .reason = "there is no picture; --plot or --scene draws one"},
    {"spread", .beside = "law output", .reason = "a set of outcomes has no law; leave out --law"},
    {"strict", .beside = "spread law=delassus", .reason = "there is no result of a law to judge"},
    {"units", .beside = "spread law=all law=delassus all-solutions", .reason = "these numbers are in SI units"},
    {"set", .beside = "law=delassus", .reason = "W does not depend on coefficients"},
    {0}};

// The command line. Options override a file; keys of a line override the options.
typedef struct request {
    const carom_usage *usage;
    carom_problem *options;
    const char *sets[CAROM_MOST_SETS + 1], *whole, *units, *page, *gaps, *spread, *plot, *scene;
    carom_units chosen;
    uint64_t given; // coefficients of options other than --set
    bool all, jacobian, json, lines, strict, untitled;
    carom_origin origin;
} request;

// Solves by one law.

static int save(const request *r, carom_figure *figure, const char *out) {
    return carom_picture_save(&(carom_picture){.out = out, .untitled = r->untitled}, figure);
}

static int draw(const request *r, const carom_problem *p, const carom_system_result *out) {
    carom_figure *scene = NULL;
    const bool unseen = r->scene && !carom_impact_scene_figure(p, out, &scene);
    if ((r->plot && p->system.dim != 2) || unseen) {
        carom_say(unseen ? "--scene draws bodies or a chain of a file without planted contacts"
                         : "--plot draws 2D contacts; these are 3D");
        carom_figure_free(scene);
        return CAROM_EXIT_USAGE;
    }
    const int plotted = r->plot ? save(r, carom_impact_contacts_figure(p, out), r->plot) : CAROM_EXIT_FINE;
    return r->scene ? carom_graver_exit(plotted, save(r, scene, r->scene)) : plotted;
}

// Writes the report page. If there is no result, no page is written.
static int write_page(const request *r, const carom_problem *p, const carom_answer *a) {
    const int exit = carom_answer_exit(a, r->strict);
    if (carom_answer_stands(a) && a->status != CAROM_NO_IMPACT)
        return carom_graver_exit(exit, carom_page_solve(r->page, p, a, &r->origin));
    if (a->status == CAROM_NO_IMPACT)
        carom_report_parting(stdout, p, "");
    else
        carom_report_failure(p, a);
    return exit;
}

// Adds further results of one contact to a JSON object, or prints them.
static void tell_more(const request *r, const carom_problem *p, const carom_answer *a, json_t *object,
                      const carom_report *report) {
    carom_alternative list[CAROM_MAX_ALTERNATIVES];
    carom_result unused;
    carom_jacobian slopes;
    int count = 0;
    const bool stands = carom_answer_stands(a);
    const carom_status derived =
        r->jacobian && stands ? carom_collide_jacobian(p->law, &p->contact, &p->params, &unused, &slopes) : a->status;
    if (r->all && stands) carom_collide_all(p->law, &p->contact, &p->params, list, &count);
    if (object && r->all) carom_alternatives_json(object, p, list, count);
    if (object && r->jacobian) carom_jac_json(object, p, derived, &slopes);
    if (object || !stands) return;
    if (count)
        carom_solve_alternatives(p, list, count);
    else
        carom_print_report(report);
    if (r->jacobian) carom_solve_jacobian(p, derived, &slopes);
}

static int answer(const request *r, carom_problem *p) {
    carom_answer a = {.status = CAROM_OK};
    const bool system = p->system.nc > 0;
    carom_answer_problem(p, &a);
    if (r->page) return write_page(r, p, &a);
    carom_report *report = carom_report_of(p, &a);
    const bool stands = carom_answer_stands(&a);
    int exit = system ? carom_system_exit(p, &a, r->strict) : carom_answer_exit(&a, r->strict);
    // A request for a picture that does not exist is a usage error, and no result is printed.
    const int drawn = system && stands ? draw(r, p, &a.system) : CAROM_EXIT_FINE;
    const bool balances = system || !stands || carom_impact_balances(&(carom_impact_view){p, report, NULL});
    if (!balances) {
        carom_say("the momentum or the energy of the bodies does not balance to 1e-9, so the result is not printed");
        exit = CAROM_EXIT_NUMERICAL;
    } else if (drawn == CAROM_EXIT_USAGE) {
        exit = drawn;
    } else if (r->json || r->lines) {
        json_t *object = carom_report_json(report);
        tell_more(r, p, &a, object, report);
        carom_json_answer(object);
        if (!r->lines && carom_answer_exit(&a, false) != CAROM_EXIT_FINE) carom_say_refusal(&a.refusal);
    } else if (!stands) {
        carom_report_failure(p, &a);
    } else if (system) {
        carom_print_report(report);
    } else {
        tell_more(r, p, &a, NULL, report);
    }
    for (int i = 0; i < CAROM_PARAM_END && balances && !r->json && !r->lines; i++)
        if (p->passed >> i & 1)
            carom_remark("note: law \"%s\" does not read %s of this file", p->law->name,
                         carom_coefficient_at(p->modules, i)->name);
    carom_report_free(report);
    return carom_graver_exit(exit, drawn);
}

// Prints an error, as JSON with --json. In a stream, the result of a line goes to stdout only.
static int refuse(const request *r, json_t *id, carom_error *refusal) {
    if (refusal->hint == CAROM_HINT_SOLVE_ONE || refusal->hint == CAROM_HINT_READ_ONE) refusal->hint = CAROM_HINT_NONE;
    if (!r->json && !r->lines) return carom_args_refused(refusal);
    carom_in_shell(refusal);
    carom_json_answer(carom_refusal_json(id, refusal));
    if (!r->lines) carom_say_refusal(refusal);
    return CAROM_EXIT_INPUT;
}

// Prints the set of all possible outcomes, instead of the outcome of one law.
static int answer_set(const request *r, carom_problem *p) {
    carom_impact_outcomes set;
    carom_error refusal;
    if (!carom_impact_outcomes_ask(p, r->spread, &set, &refusal)) return refuse(r, p->id, &refusal);
    if (r->json || r->lines)
        carom_json_answer(carom_impact_outcomes_json(p, &set));
    else
        carom_impact_outcomes_print(stdout, p, &set);
    const int exit = r->plot ? save(r, carom_impact_outcomes_figure(p, &set), r->plot) : CAROM_EXIT_FINE;
    carom_impact_outcomes_free(&set);
    return exit;
}

// Rejects coefficients of the command line that no law of a comparison reads.
static bool some_law_reads(const carom_problem *p, carom_error *refusal) {
    uint64_t reads = carom_law_reads(p->settings.single);
    const carom_law *law;
    for (int i = 0; (law = carom_tables_method(i, p->system.dim)); i++) reads |= carom_system_reads(law);
    return carom_problem_all_read(p, p->insisted, reads, "carom solve --law all", refusal);
}

// Returns true if the law or the request takes a system, and there is one contact.
static bool widens(const carom_problem *p) {
    const int dim = p->contact.dim;
    const carom_law *law = p->law;
    if (p->asked != CAROM_ASKED_LAW || p->as_system) return true;
    return law && !(law->solves & (dim == 3 ? CAROM_3D : CAROM_2D)) && (law->solves & carom_system_bit(dim));
}

// Applies the options that depend on the contacts. `line` holds the coefficients of a line, which override them.
static bool prepare(const request *r, carom_problem *p, const json_t *line, carom_error *refusal) {
    for (int i = 0; p->system.nc && r->sets[i]; i++)
        if (!carom_system_set(p, r->sets[i], r->given, line, refusal)) return false;
    const bool named = p->law || p->asked != CAROM_ASKED_LAW || p->as_system;
    if (!p->system.nc && !named) return true; // the missing law is reported with the result
    if (!p->system.nc && !carom_problem_contact_whole(p, refusal)) return false;
    if (!p->system.nc) return !widens(p) || carom_system_of_one(p, refusal);
    if (r->gaps && !carom_system_gaps(p, r->gaps, refusal)) return false;
    if (p->law) p->law = carom_system_taking(p, p->law);
    if (p->asked == CAROM_ASKED_ALL && !some_law_reads(p, refusal)) return false;
    return named || carom_refuse(refusal, CAROM_BAD_VALUE,
                                 "the law is missing; `carom solve --help` lists those for several contacts");
}

// Reads --set for one contact. Those of a system are read when its contacts are known.
static bool assign(const request *r, carom_problem *p, const json_t *document, carom_error *refusal) {
    const bool read =
        (document && carom_problem_wants_system(p, document)) || carom_problem_assign_all(p, r->sets, refusal);
    if (!read && !refusal->name[0]) snprintf(refusal->name, sizeof refusal->name, "--set");
    return read;
}

static int solve(const request *r, carom_problem *p, const json_t *line) {
    carom_error refusal;
    if (!carom_effect_check(r->usage, p->system.nc ? several : one)) return CAROM_EXIT_USAGE;
    if (!prepare(r, p, line, &refusal)) return refuse(r, p->id, &refusal);
    if (r->spread) return answer_set(r, p);
    if (p->asked == CAROM_ASKED_ALL) return carom_solve_compare(p, r->json || r->lines, r->strict);
    if (p->asked == CAROM_ASKED_LAW) return answer(r, p);
    carom_json_answer(carom_system_json(p));
    return CAROM_EXIT_FINE;
}

// Solves the problem of a line. An invalid line yields an error object, and the stream continues.
static int answer_line(const carom_text_line *line, const void *context) {
    const request *r = context;
    json_error_t error;
    carom_error refusal;
    carom_problem problem = *r->options;
    const carom_source source = {.text = line->text, .first_line = line->number};
    json_t *object = line->too_long ? NULL : json_loadb(line->text, line->length, JSON_REJECT_DUPLICATES, &error);
    int exit;
    if (line->too_long)
        carom_stream_too_long(line, &refusal);
    else if (!object)
        carom_refuse(&refusal, CAROM_BAD_FILE, "not JSON, column %d: %s%s", error.column, error.text,
                     carom_json_advice(line->text, line->length, &error));
    if (object && assign(r, &problem, object, &refusal) && carom_problem_read(&problem, object, source, &refusal))
        exit = solve(r, &problem, json_object_get(object, "params"));
    else
        exit = refuse(r, object ? problem.id : NULL, &refusal);
    carom_problem_free(&problem);
    json_decref(object);
    return exit;
}

int carom_verb_solve(int argc, char **argv) {
    carom_problem problem = carom_problem_new(carom_tables_modules());
    request r = {.options = &problem, .origin = {.verb = "solve", .argc = argc, .argv = argv}};
    const carom_option options[] = {
        {"all-solutions", NULL, "print every result that satisfies the law", &r.all, NULL},
        {"jacobian", NULL, "also print the derivatives of P", &r.jacobian, NULL},
        {"json", NULL, "", &r.json, NULL},
        CAROM_TABLE_OPTIONS,
        {"jsonl", NULL, "one problem per line in, one result per line out", &r.lines, NULL},
        CAROM_UNITS_OPTION(r.units),
        {"output", "PAGE", "one contact: write a report page (.html)", NULL, &r.page},
        {"gaps", "A,B,...", "several contacts: gap of each, m", NULL, &r.gaps},
        {"spread", "N[,SEED]", "several contacts: sample outcomes and print bounds", NULL, &r.spread},
        {"plot", "PICTURE", "several contacts: draw velocities and impulses", NULL, &r.plot},
        {"scene", "PICTURE", "several contacts: draw the bodies to scale", NULL, &r.scene},
        {"no-title", NULL, "omit the title of a picture", &r.untitled, NULL},
        {"strict", NULL, "exit with 1 if a result is inadmissible or missing", &r.strict, NULL},
        {0},
    };
    char laws[400], about[sizeof about_form + sizeof laws];
    join_laws(laws, sizeof laws);
    snprintf(about, sizeof about, about_form, laws);
    const carom_usage usage = {.verb = "solve",
                               .examples = examples,
                               .about = about,
                               .options = options,
                               .no_effect = no_effect,
                               .problem = &problem,
                               .most_operands = 1,
                               .operands = "[FILE|-]",
                               .asks = CAROM_ASKS_ANY,
                               .reads = carom_tables_reads(NULL),
                               .whole = &r.whole,
                               .sets = r.sets};
    carom_operands operands;
    carom_error refusal;
    json_t *document = NULL;
    int exit;
    r.usage = &usage;
    if (!carom_args_read(&usage, argc, argv, &operands, &exit)) return exit;
    if (!carom_units_option(r.units, &r.chosen)) return CAROM_EXIT_USAGE;
    if (r.units) problem.units = r.chosen;
    problem.as_system = r.spread;
    r.given = problem.given;
    if (r.whole) problem.asked = !strcmp(r.whole, "all") ? CAROM_ASKED_ALL : CAROM_ASKED_DELASSUS;
    const char *file = operands.count ? operands.at[0] : NULL;
    if (r.lines) return carom_stream_lines(file, answer_line, &r);
    if (file && !(operands.text = carom_stream_text(file, &operands.length))) return CAROM_EXIT_IO;
    document = file ? json_loadb(operands.text, operands.length, JSON_REJECT_DUPLICATES, NULL) : NULL;
    problem.chosen = problem.law;
    const bool assigned = assign(&r, &problem, document, &refusal);
    json_decref(document);
    if (!assigned) {
        free(operands.text);
        return carom_args_refused(&refusal);
    }
    r.origin.file = file;
    r.origin.text = operands.text;
    r.origin.length = operands.length;
    if (carom_stream_stated(&usage, &operands, &document, &exit)) {
        if (r.units) problem.units = r.chosen;
        exit = solve(&r, &problem, NULL);
        carom_problem_free(&problem);
        json_decref(document);
    }
    free(operands.text);
    return exit;
}
