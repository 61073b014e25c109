// Implements carom solve for several contacts.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/args/args.h"
#include "cli/args/stream.h"
#include "cli/exit.h"
#include "cli/lookup/answer.h"
#include "cli/lookup/ask.h"
#include "cli/lookup/impact_answer.h"
#include "cli/lookup/laws.h"
#include "cli/lookup/report.h"
#include "cli/map/impact_outcomes.h"
#include "cli/map/impact_picture.h"
#include "cli/print/json.h"
#include "cli/print/picture.h"
#include "cli/print/shell.h"
#include "cli/print/table.h"
#include "cli/print/words.h"
#include "cli/verbs/parts.h"
#include "mods/scenario/impact_read.h"
#include "tables/missing.h"

static void compare_head(carom_table *table, int nc) {
    static const char *const before[] = {"law", "status", "dE, J"};
    for (int i = 0; i < 3; i++) carom_table_cell(table, "%s", before[i]);
    for (int i = 0; i < nc; i++) carom_table_cell(table, "v'_n%d", i);
    carom_table_cell(table, "modes");
    carom_table_end_row(table);
}

static void compare_row(carom_table *table, const carom_impact_problem *p, const carom_law *method,
                        const carom_impact_answer *a, char *modes, size_t size) {
    carom_table_cell(table, "%s", method->name);
    carom_table_cell(table, "%s", carom_status_name(a->status));
    if (carom_status_classify(a->status) != CAROM_CLASS_OK) {
        carom_table_cell(table, "%s", a->refusal.detail);
        carom_table_end_row(table);
        return;
    }
    double most = 0.0;
    for (int i = 0; i < p->system.dim * p->system.nc; i++) most = fmax(most, fabs(a->outcome.v[i]));
    carom_impact_modes(a->outcome.mode, p->system.nc, modes, size);
    carom_table_cell(table, "%.6g%s", carom_tidy(a->outcome.dE, most),
                     a->outcome.violations & CAROM_VIOLATION_ENERGY ? " GAINED" : "");
    for (int i = 0; i < p->system.nc; i++) carom_table_number(table, a->outcome.v[p->system.dim * i], most);
    carom_table_cell(table, "%s", modes);
    carom_table_end_row(table);
}

// Returns the exit code. In a comparison, a method without a result is a row like any other; a method may reject a
// problem even with --strict.
static int exit_of_one(const carom_impact_problem *p, const carom_impact_answer *a, bool strict) {
    const bool refuses = carom_status_classify(a->status) == CAROM_CLASS_BAD_INPUT;
    if (a->status == CAROM_NO_MEMORY) return CAROM_EXIT_NUMERICAL;
    return strict && !refuses ? carom_impact_exit(p, a, strict) : CAROM_EXIT_FINE;
}

// Compares all methods; the text has one column per contact.
static int compare(carom_impact_problem *p, bool json, bool strict) {
    int exit = CAROM_EXIT_FINE;
    const size_t nc = (size_t)p->system.nc, longest_mode = 20;
    char *align = carom_resize(NULL, nc + 5, 1), *modes = carom_resize(NULL, nc + 1, longest_mode);
    memcpy(align, "llr", 3);
    memset(align + 3, 'r', nc);
    memcpy(align + 3 + nc, "l", 2);
    carom_table table = {.format = carom_output_format, .align = align};
    if (!json) compare_head(&table, p->system.nc);
    const carom_law *method;
    uint64_t filled = 0;
    for (int i = 0; (method = carom_tables_method(i, p->system.dim)); i++) {
        carom_impact_answer a;
        method = carom_impact_taking(p, method);
        // Fill in coefficients that only this method has, such as a stiffness.
        const uint64_t own = ~UINT64_C(0) << CAROM_PARAM_OWN;
        for (int k = 0; k < p->system.nc; k++) filled |= carom_fill_examples(method, own, &p->contact[k]);
        carom_impact_ask(p, method, &a);
        if (json)
            carom_json_answer(carom_impact_answer_json(p, method, &a));
        else
            compare_row(&table, p, method, &a, modes, (nc + 1) * longest_mode);
        exit = carom_graver_exit(exit, exit_of_one(p, &a, strict));
        carom_impact_answer_free(&a);
    }
    if (!json) carom_table_print(stdout, &table);
    if (!json && carom_output_format == CAROM_FORMAT_TEXT) carom_print_examples(filled);
    free(align);
    free(modes);
    return exit;
}

typedef carom_impact_asked asked;

// Prints an error, as JSON with --json. In a stream, the result of a line goes to stdout only.
static int refuse(json_t *id, carom_error *refusal, const asked *ask) {
    if (!ask->json) return carom_args_refused(refusal);
    carom_in_shell(refusal);
    carom_json_answer(carom_refusal_json(id, refusal));
    if (!ask->lines) carom_say_refusal(refusal);
    return CAROM_EXIT_INPUT;
}

static int save(carom_figure *figure, const char *out, const asked *ask) {
    return carom_picture_save(&(carom_picture){.out = out, .untitled = ask->untitled}, figure);
}

static int draw(const carom_impact_problem *p, const carom_impact_answer *a, const asked *ask) {
    carom_figure *scene = NULL;
    const bool unseen = ask->scene && !carom_impact_scene_figure(p, &a->outcome, &scene);
    if ((ask->plot && p->system.dim != 2) || unseen) {
        carom_say(unseen ? "--scene draws bodies or a chain of a file without planted contacts"
                         : "--plot draws 2D contacts; these are 3D");
        carom_figure_free(scene);
        return CAROM_EXIT_USAGE;
    }
    const int plotted =
        ask->plot ? save(carom_impact_contacts_figure(p, &a->outcome), ask->plot, ask) : CAROM_EXIT_FINE;
    return ask->scene ? carom_graver_exit(plotted, save(scene, ask->scene, ask)) : plotted;
}

static int answer(carom_impact_problem *p, const asked *ask) {
    carom_impact_answer a;
    carom_impact_ask(p, p->method, &a);
    const carom_status_class class = carom_status_classify(a.status);
    carom_report *report = carom_report_new_system(p, p->method, &a);
    if (!report) carom_no_memory();
    // A request for a picture that does not exist is a usage error, and no answer is printed.
    const int drawn = class == CAROM_CLASS_OK ? draw(p, &a, ask) : CAROM_EXIT_FINE;
    if (drawn == CAROM_EXIT_USAGE) {
        carom_report_free(report);
        return drawn;
    }
    if (ask->json) {
        carom_print_json(report);
        const bool failed = class != CAROM_CLASS_OK && class != CAROM_CLASS_NO_ANSWER;
        if (failed && !ask->lines) carom_say_refusal(&a.refusal);
    } else if (class == CAROM_CLASS_OK)
        carom_print_report(report);
    else if (class == CAROM_CLASS_NO_ANSWER)
        carom_report_without(p->method, &a.refusal);
    else
        carom_say_refusal(&a.refusal);
    for (int i = 0; i < CAROM_PARAM_END && !ask->json; i++)
        if (p->passed >> i & 1)
            carom_remark("note: method \"%s\" does not read %s of this file", p->method->name,
                         carom_coefficient_at(p->modules, i)->name);
    const int exit = carom_graver_exit(carom_impact_exit(p, &a, ask->strict), drawn);
    carom_report_free(report);
    return exit;
}

// Prints the set of all possible outcomes, instead of the outcome of one method.
static int answer_set(carom_impact_problem *p, const asked *ask) {
    carom_impact_outcomes set;
    carom_error refusal;
    if (!carom_impact_outcomes_ask(p, ask->outcomes, &set, &refusal)) return refuse(p->id, &refusal, ask);
    if (ask->json)
        carom_json_answer(carom_impact_outcomes_json(p, &set));
    else
        carom_impact_outcomes_print(stdout, p, &set);
    const int exit = ask->plot ? save(carom_impact_outcomes_figure(p, &set), ask->plot, ask) : CAROM_EXIT_FINE;
    carom_impact_outcomes_free(&set);
    return exit;
}

static int solve(carom_impact_problem *p, const asked *ask) {
    carom_impact_find_striking(p);
    if (ask->outcomes) return answer_set(p, ask);
    if ((ask->plot || ask->scene) && p->asked != CAROM_ASKED_METHOD) {
        carom_say("%s draws the outcome of one method", ask->plot ? "--plot" : "--scene");
        return CAROM_EXIT_USAGE;
    }
    if (p->asked == CAROM_ASKED_METHOD) return answer(p, ask);
    if (p->asked == CAROM_ASKED_ALL) return compare(p, ask->json, ask->strict);
    carom_json_answer(carom_impact_delassus_json(p));
    return CAROM_EXIT_FINE;
}

// Applies the coefficients of --set to the object, in *over; sets NULL if there are none.
static bool put_over(carom_impact_problem *p, const json_t *object, const char *const *sets, json_t **over,
                     carom_error *refusal) {
    for (; object && sets && *sets; sets++) {
        json_t *next = carom_impact_over(p, *over ? *over : object, *sets, refusal);
        if (!next) return false;
        json_decref(*over);
        *over = next;
    }
    return true;
}

// Solves one JSON object. Errors are JSON if JSON was requested.
static int solve_object(const json_t *object, carom_source source, const asked *ask) {
    carom_impact_problem p = carom_impact_problem_new(carom_tables_modules());
    carom_error refusal;
    json_t *over = NULL;
    bool read = put_over(&p, object, ask->sets, &over, &refusal);
    // A line may name its own law, which overrides that of the options.
    const bool named = ask->lines && ask->options && json_object_get(object, "law");
    read = read && (!ask->method || named || carom_impact_method(&p, ask->method, &refusal));
    read = read && carom_impact_read(&p, over ? over : object, source, &refusal);
    if (ask->options && ask->options->units.stated && !(ask->lines && p.units.stated)) p.units = ask->options->units;
    if (read && ask->options) read = carom_impact_options(&p, ask->options, ask->lines, &refusal);
    if (read && ask->gaps) read = carom_impact_gaps(&p, ask->gaps, &refusal);
    if (read && ask->outcomes && ask->method)
        read = carom_refuse(&refusal, CAROM_BAD_VALUE, "--spread has no law: leave out --law");
    if (read && p.asked == CAROM_ASKED_NOTHING && !ask->outcomes)
        read = carom_refuse(&refusal, CAROM_BAD_VALUE,
                            "the law is missing; `carom solve --help` lists those for several contacts");
    // Remove the hint to use `carom solve` for one contact, since this is that verb.
    if (!read && (refusal.hint == CAROM_HINT_SOLVE_ONE || refusal.hint == CAROM_HINT_READ_ONE))
        refusal.hint = CAROM_HINT_NONE;
    const int exit = read ? solve(&p, ask) : refuse(p.id, &refusal, ask);
    carom_impact_problem_free(&p);
    json_decref(over);
    return exit;
}

// Solves one text. A text that is not JSON is rejected like any other invalid problem.
int carom_solve_system(const char *text, size_t length, int first_line, const asked *ask) {
    json_error_t error;
    json_t *object = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
    if (object) {
        const int exit = solve_object(object, (carom_source){.text = text, .first_line = first_line}, ask);
        json_decref(object);
        return exit;
    }
    carom_error refusal;
    carom_refuse(&refusal, CAROM_BAD_FILE, "%s, line %d, column %d: not JSON: %s%s", carom_stream_spoken(ask->file),
                 first_line + error.line - 1, error.column, error.text, carom_json_advice(text, length, &error));
    refusal.line = first_line + error.line - 1;
    refusal.line_column = error.column;
    return refuse(NULL, &refusal, ask);
}
