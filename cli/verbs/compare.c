// Implements carom compare: evaluates every law on one problem.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/args/args.h"
#include "cli/args/stream.h"
#include "cli/document/document.h"
#include "cli/exit.h"
#include "cli/lookup/answer.h"
#include "cli/lookup/ask.h"
#include "cli/lookup/laws.h"
#include "cli/print/shell.h"
#include "cli/print/table.h"
#include "cli/print/units.h"
#include "cli/print/words.h"
#include "mods/scenario/after.h"
#include "mods/scenario/change.h"
#include "mods/scenario/report.h"

static const char examples[] = "  carom compare cars.json\n"
                               "  carom compare --e 0.9 --mu 0.7 --W \"2.5 -1.5; -1.5 2.5\" --v \"-1 0.6\"\n"
                               "  carom compare --contact-models --e 0.8 --mu 0.3 --W \"1 0; 0 3.5\" --v \"-1 0.6\"\n";
static const char about[] =
    "Computes one impact with every law and marks the results that gain energy.\n"
    "\n"
    "--e also sets e_n and r_n, the names of this coefficient in other laws, unless you give them too. "
    "If you omit an option such as --restitution, carom tries each of its values. Contact models are "
    "included if you give --contact-models or a coefficient that only contact models have. If a contact model "
    "has no e, carom chooses the damping that gives restitution e in a head-on impact, if possible. The "
    "column \"e is\" shows how each law or model uses e.";

static size_t numbers_of(carom_param_kind kind, const carom_problem *problem) {
    return (size_t)problem->contact.dim - (kind == CAROM_TANGENT || kind == CAROM_PAIR);
}

static json_t *params_json(const carom_problem *problem) {
    json_t *object = json_object();
    for (int i = 0; i < CAROM_PARAM_END; i++) {
        double value[3];
        if (!carom_problem_tells(problem, i)) continue;
        if (i == CAROM_PARAM_mu_static && problem->params.mu_static == CAROM_SAME_AS_MU) continue;
        const carom_coefficient *row = carom_law_coefficient(problem->law, i);
        if (!carom_params_get(&problem->params, row, value)) continue; // enumerations are written by name
        json_object_set_new(object, row->name,
                            row->kind == CAROM_CHOICE ? json_string(carom_choice_at(row, (int)value[0]))
                            : row->kind == CAROM_REAL ? carom_json_real(value[0])
                                                      : carom_json_numbers(value, numbers_of(row->kind, problem)));
    }
    return object;
}

static json_t *examples_json(uint64_t filled) {
    json_t *names = json_array();
    for (int i = 0; i < CAROM_PARAM_END; i++)
        if (filled >> i & 1) json_array_append_new(names, json_string(carom_tables_param(i)->name));
    return names;
}

static bool gains(const carom_polled *e) {
    return carom_answer_stands(&e->answer) && (e->answer.outcome.violations & CAROM_VIOLATION_ENERGY);
}

// Returns how the law uses e, with the coefficient that was tuned to it.
static json_t *e_use_words(const carom_polled *e) {
    double value[3] = {0.0};
    if (e->e_use != CAROM_E_TUNED) return json_string(carom_e_use_name(e->e_use));
    const carom_coefficient *row = carom_law_coefficient(e->problem.law, e->tuned);
    carom_params_get(&e->problem.params, row, value);
    return json_sprintf("tuned: %s = %.6g", row->name, value[0]);
}

// Returns the text of a row without a result. For people, the message of a law that is not defined for this problem may
// be wider than the columns.
static json_t *refusal_words(const carom_polled *e) {
    const carom_error *refusal = &e->answer.refusal;
    const char *status = carom_status_name(refusal->status);
    return refusal->status == CAROM_NOT_APPLICABLE && !carom_table_plain()
               ? json_sprintf("%s: `carom laws %s` states its conditions", status, e->problem.law->name)
               : json_sprintf("%s: %s", status, refusal->detail);
}

// Returns one outcome, with the parameters that its law read. Members with "~" are for people.
static json_t *row_json(const carom_polled *e) {
    const carom_result *out = &e->answer.outcome;
    const int dim = e->problem.contact.dim;
    const double P_size = carom_largest(out->P, dim), v_size = carom_largest(e->problem.contact.v, dim);
    const double dE = carom_tidy(out->dE, P_size * v_size);
    char broken[256], values[512];
    json_t *answer = carom_answer_json(&e->problem, &e->answer);
    json_t *object = json_pack("{s:s, s:o}", "law", e->problem.law->name, "params", params_json(&e->problem));
    json_object_update(object, answer);
    json_decref(answer);
    json_object_set_new(object, "e_use", json_string(carom_e_use_name(e->e_use)));
    if (e->examples) json_object_set_new(object, "examples", examples_json(e->examples));
    json_object_set_new(object, "~name", json_string(e->name));
    if (!carom_answer_stands(&e->answer)) {
        json_object_set_new(object, "~rest", refusal_words(e));
        return object;
    }
    carom_examples_text(e->examples, values, sizeof values);
    json_object_set_new(object, "~P", carom_document_tidy(out->P, dim, P_size));
    json_object_set_new(object, "~v", carom_document_tidy(out->v, dim, v_size));
    json_object_set_new(object, "~dE", carom_json_real(dE));
    json_object_set_new(object, "~marked",
                        gains(e) ? json_sprintf("▲ %+.6g", carom_units_value(&e->problem.units, "J", dE))
                                 : carom_json_real(dE));
    json_object_set_new(object, "~mode",
                        json_string(out->mode == CAROM_MODE_UNNAMED ? "-" : carom_mode_name(out->mode)));
    json_object_set_new(
        object, "~breaks",
        json_string(out->violations ? carom_violation_words(out->violations, broken, sizeof broken) : "-"));
    json_object_set_new(object, "~e", e_use_words(e));
    json_object_set_new(object, "~examples", json_string(values[0] ? values : "-"));
    return object;
}

// Returns true if a contact model has a result for a given e. The table then has a column that shows how each law uses
// e.
static bool shows_e(const carom_poll *list) {
    for (size_t i = 0; i < list->count; i++)
        if (list->at[i].e_use != CAROM_E_READ &&
            !carom_law_find(NULL, list->at[i].problem.law->name, CAROM_ONE_CONTACT))
            return true;
    return false;
}

static void add_rows(carom_document *document, const carom_poll *list) {
    carom_document_column columns[10] = {
        CAROM_CELL("law", "~name"),
        {.key = "", .title = "", .parts = "P_n P_t|P_n P_t1 P_t2", .unit = "N s", .path = "~P"},
        {.key = "", .title = "", .parts = "v_n' v_t'|v_n' v_t1' v_t2'", .unit = "m/s", .path = "~v"},
        {.key = "dE", .unit = "J", .path = "~dE"},
        {.title = "dE", .unit = "J", .path = "~marked"},
        CAROM_CELL("mode", "~mode"),
        CAROM_CELL("breaks", "~breaks"),
    };
    int count = 7;
    json_t *rows = json_array();
    if (shows_e(list)) columns[count++] = (carom_document_column)CAROM_CELL("e is", "~e");
    if (list->examples) columns[count++] = (carom_document_column)CAROM_CELL("example values", "~examples");
    for (size_t i = 0; i < list->count; i++) json_array_append_new(rows, row_json(&list->at[i]));
    carom_document_rows(document, "", columns, count, rows);
}

// Adds the motion of two bodies, law by law. Leaves out a body of infinite mass, whose velocity no law changes.
static void add_bodies(carom_document *document, const carom_poll *list, const carom_bodies *b) {
    static const char *const heads[] = {"delta-v", "speed'", "heading'"};
    carom_document_column columns[8] = {CAROM_COLUMN("law")};
    int count = 1;
    for (int i = 0; i < 6; i++) {
        if (!carom_can_move(b, i / 3)) continue;
        const char *head = carom_document_text(document, "%s %s", heads[i % 3], b->names[i / 3]);
        columns[count++] = (carom_document_column){.key = head, .title = head, .unit = i % 3 < 2 ? "m/s" : NULL};
    }
    columns[count++] = (carom_document_column){.key = "lost, %", .title = "lost, %", .digits = 3};
    carom_document_table(document, NULL, columns, count);
    for (size_t i = 0; i < list->count; i++) {
        const carom_answer *answer = &list->at[i].answer;
        carom_body after[2];
        carom_balance ledger;
        if (!carom_answer_stands(answer)) continue;
        carom_after_pair(b, answer->outcome.P, after, &ledger);
        carom_document_cell(document, list->at[i].examples && !carom_table_plain() ? "%s *" : "%s", list->at[i].name);
        for (int k = 0; k < 2; k++) {
            if (!carom_can_move(b, k)) continue;
            const carom_change c = carom_change_of(b, k, after);
            carom_document_cell_number(document, c.delta_v, c.speed_before + c.speed_after);
            carom_document_cell_number(document, c.speed_after, c.speed_before);
            carom_document_cell_number(document, c.heading_after, 360.0);
        }
        carom_document_cell_number(document, 100.0 * carom_share_lost(&ledger), 1e4);
    }
}

// Names the laws that gain energy, each with its choice.
static void add_gains(carom_document *document, const carom_poll *list) {
    char names[2048] = "";
    for (size_t i = 0; i < list->count; i++)
        if (gains(&list->at[i])) carom_join(names, sizeof names, ", ", list->at[i].name);
    if (names[0]) carom_document_line(document, "▲ These laws gain energy: %s", names);
}

// Names the laws that do not read a given coefficient. Returns true if there are any.
static bool add_deaf(carom_document *document, const carom_problem *problem, carom_param param) {
    char names[512] = "";
    if (!(problem->given >> param & 1)) return false;
    for (int i = 0; i < carom_tables_count(true); i++)
        if (!carom_law_coefficient(carom_tables_at(i), (int)param))
            carom_join(names, sizeof names, ", ", carom_tables_at(i)->name);
    if (names[0])
        carom_document_line(document, "Do not read %s: %s.", carom_coefficient_at(NULL, (int)param)->name, names);
    return names[0];
}

static carom_document *describe(const carom_poll *list, const carom_problem *problem, bool devices) {
    carom_document *document = carom_document_new(&problem->units);
    const carom_bodies *b = problem->bodies;
    char text[2000];
    add_rows(document, list);
    if (list->count && list->at[0].answer.status == CAROM_NO_IMPACT) {
        carom_document_paragraph(document, "nothing happens: they already part (v_n = %g m/s > 0)",
                                 problem->contact.v[0]);
        carom_document_paragraph(document, "%s", carom_parting_hint(problem, text, sizeof text));
    }
    if (b && (b->kind == CAROM_SCENARIO_PLANE || b->kind == CAROM_SCENARIO_SPACE)) add_bodies(document, list, b);
    add_gains(document, list);
    carom_examples_text(list->examples, text, sizeof text);
    if (text[0]) carom_document_line(document, "Missing coefficients have example values: %s.", text);
    if (devices && add_deaf(document, problem, CAROM_PARAM_e))
        carom_document_line(document, "Rows marked as tuned have the damping that gives e in a head-on impact (`carom "
                                      "convert`); the others ignore e.");
    if (devices) add_deaf(document, problem, CAROM_PARAM_mu);
    return document;
}

static uint64_t read_by_any(bool devices) {
    uint64_t read = 0;
    for (int i = 0; i < carom_tables_count(devices); i++) read |= carom_law_reads(carom_tables_at(i));
    return read;
}

// Reports a parameter outside its range once, not in every row.
static bool in_range(const carom_problem *problem, bool devices, carom_error *refusal) {
    for (int i = 0; i < carom_tables_count(devices); i++) {
        const carom_law *law = carom_tables_at(i);
        carom_result out;
        const carom_status status =
            carom_params_validate(law, &problem->params, problem->contact.dim, &out.coefficient);
        if (status == CAROM_OK || !((problem->given >> out.coefficient) & 1)) continue;
        return carom_complain_of(refusal, status, law, &problem->contact, &problem->params, &out);
    }
    return true;
}

// Rejects a parameter that no law reads. Also rejects an invalid contact, so that it is not reported in every row.
static bool is_fit(carom_problem *problem, bool devices, carom_error *refusal) {
    if (!carom_problem_settled(problem, refusal)) return false;
    const carom_status status = carom_contact_validate(&problem->contact);
    if (status != CAROM_OK) return carom_complain_of(refusal, status, NULL, &problem->contact, NULL, NULL);
    const uint64_t unread = problem->given & ~read_by_any(devices);
    for (int i = 0; i < CAROM_PARAM_END; i++)
        if ((unread >> i) & 1)
            return carom_refuse(refusal, CAROM_COEFFICIENT_UNUSED, "no law of this build reads %s",
                                carom_tables_param(i)->name);
    return in_range(problem, devices, refusal);
}

// Returns a missing restitution or friction, to report it once and not in every row. A missing list is not reported
// here: its law has no result.
static const carom_error *find_missing(const carom_poll *list) {
    for (size_t i = 0; i < list->count; i++) {
        const carom_polled *e = &list->at[i];
        const bool missing = e->answer.status == CAROM_COEFFICIENT_MISSING;
        if (missing && carom_law_coefficient(e->problem.law, e->answer.outcome.coefficient)->kind != CAROM_LIST)
            return &e->answer.refusal;
    }
    return NULL;
}

// Returns the exit code. A law that rejects the problem is a row like any other.
static int exit_of(const carom_poll *list, bool strict) {
    int exit = CAROM_EXIT_FINE;
    for (size_t i = 0; i < list->count; i++) {
        const carom_answer *answer = &list->at[i].answer;
        if (carom_status_classify(answer->status) != CAROM_CLASS_BAD_INPUT)
            exit = carom_graver_exit(exit, carom_answer_exit(answer, strict));
    }
    return exit;
}

static int compare(carom_problem *problem, bool devices, bool strict) {
    carom_error refusal;
    carom_poll list = {0};
    devices = devices || (problem->given & ~read_by_any(false) & read_by_any(true));
    if (!is_fit(problem, devices, &refusal)) return carom_args_refused(&refusal);
    carom_ask_all(&list, problem, devices);
    const carom_error *missing = find_missing(&list);
    if (missing) {
        refusal = *missing;
        free(list.at);
        return carom_args_refused(&refusal);
    }
    carom_document_print(describe(&list, problem, devices));
    const int exit = exit_of(&list, strict);
    free(list.at);
    return exit;
}

int carom_verb_compare(int argc, char **argv) {
    bool strict = false, devices = false;
    const char *units = NULL;
    carom_units chosen = {0};
    carom_problem problem = carom_problem_new(carom_tables_modules());
    const carom_option options[] = {
        {"contact-models", NULL, "include contact models: springs, dashpots, Hertz, vibration modes", &devices, NULL},
        CAROM_DOCUMENT_OPTIONS,
        CAROM_UNITS_OPTION(units),
        {"strict", NULL, "exit with 1 if a result is inadmissible or missing, or if the bodies do not approach",
         &strict, NULL},
        {0},
    };
    const carom_usage usage = {.verb = "compare",
                               .examples = examples,
                               .about = about,
                               .options = options,
                               .problem = &problem,
                               .most_operands = 1,
                               .operands = "[FILE|-]",
                               .asks = CAROM_ASKS_EVERY,
                               .reads = carom_tables_reads(NULL)};
    carom_operands operands;
    json_t *document;
    int exit;
    if (!carom_args_read(&usage, argc, argv, &operands, &exit)) return exit;
    if (problem.law) {
        carom_say("compare uses every law; `carom solve --law %s` uses one", problem.law->name);
        return CAROM_EXIT_USAGE;
    }
    if (!carom_units_option(units, &chosen)) return CAROM_EXIT_USAGE;
    if (!carom_stream_stated(&usage, &operands, &document, &exit)) return exit;
    if (units) problem.units = chosen;
    exit = compare(&problem, devices, strict);
    carom_problem_free(&problem);
    json_decref(document);
    return exit;
}
