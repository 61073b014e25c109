// Implements carom compare: evaluates every law on one problem.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/args/args.h"
#include "cli/args/stream.h"
#include "cli/exit.h"
#include "cli/lookup/answer.h"
#include "cli/lookup/ask.h"
#include "cli/lookup/laws.h"
#include "cli/lookup/report.h"
#include "cli/print/json.h"
#include "cli/print/shell.h"
#include "cli/print/table.h"
#include "cli/print/units.h"
#include "cli/print/words.h"
#include "mods/scenario/after.h"
#include "mods/scenario/change.h"

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

// Writes JSON: one outcome per law, with the parameters that it read.

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

static void print_json(const carom_poll *list) {
    json_t *array = json_array();
    for (size_t i = 0; i < list->count; i++) {
        const carom_polled *e = &list->at[i];
        json_t *answer = carom_answer_json(&e->problem, &e->answer);
        json_t *object = json_pack("{s:s, s:o}", "law", e->problem.law->name, "params", params_json(&e->problem));
        json_object_update(object, answer);
        json_object_set_new(object, "e_use", json_string(carom_e_use_name(e->e_use)));
        if (e->examples) json_object_set_new(object, "examples", examples_json(e->examples));
        json_decref(answer);
        json_array_append_new(array, object);
    }
    carom_json_answer(array);
}

// Writes a table.

// Returns true if a contact model has a result for a given e. The table then has a column that shows how each law uses
// e.
static bool shows_e(const carom_poll *list) {
    for (size_t i = 0; i < list->count; i++)
        if (list->at[i].e_use != CAROM_E_READ &&
            !carom_law_find(NULL, list->at[i].problem.law->name, CAROM_ONE_CONTACT))
            return true;
    return false;
}

static void add_e_use(carom_table *table, const carom_polled *e) {
    double value[3] = {0.0};
    if (e->e_use != CAROM_E_TUNED) {
        carom_table_cell(table, "%s", carom_e_use_name(e->e_use));
        return;
    }
    const carom_coefficient *row = carom_law_coefficient(e->problem.law, e->tuned);
    carom_params_get(&e->problem.params, row, value);
    carom_table_cell(table, "tuned: %s = %.6g", row->name, value[0]);
}

// Adds a column heading, with its unit if units were requested.
static void add_head(carom_table *table, const carom_units *units, const char *name, const char *si) {
    carom_table_cell(table, units->stated ? "%s, %s" : "%s", name, carom_units_find(units, si).name);
}

static void add_heads(carom_table *table, int dim, const carom_units *units, bool e_use, bool filled) {
    static const char *const plane[] = {"P_n", "P_t", "v_n'", "v_t'"};
    static const char *const space[] = {"P_n", "P_t1", "P_t2", "v_n'", "v_t1'", "v_t2'"};
    carom_table_cell(table, "law");
    for (int i = 0; i < 2 * dim; i++) add_head(table, units, dim == 2 ? plane[i] : space[i], i < dim ? "N s" : "m/s");
    add_head(table, units, "dE", "J");
    carom_table_cell(table, "mode");
    carom_table_cell(table, "breaks");
    if (e_use) carom_table_cell(table, "e is");
    if (filled) carom_table_cell(table, "example values");
}

static bool gains(const carom_polled *e) {
    return carom_answer_stands(&e->answer) && (e->answer.outcome.violations & CAROM_VIOLATION_ENERGY);
}

static void add_entry(carom_table *table, const carom_polled *e, bool e_use, bool filled) {
    const carom_result *out = &e->answer.outcome;
    const int dim = e->problem.contact.dim;
    carom_table_cell(table, "%s", e->name);
    if (!carom_answer_stands(&e->answer)) {
        const carom_error *refusal = &e->answer.refusal;
        // The message of a law that is not defined for this problem may be wider than the columns.
        if (refusal->status == CAROM_NOT_APPLICABLE && !carom_table_plain())
            carom_table_cell(table, "%s: `carom laws %s` states its conditions", carom_status_name(refusal->status),
                             e->problem.law->name);
        else
            carom_table_cell(table, "%s: %s", carom_status_name(refusal->status), refusal->detail);
        carom_table_end_row(table);
        return;
    }
    const carom_units *units = &e->problem.units;
    const double impulse = carom_units_find(units, "N s").factor, speed = carom_units_find(units, "m/s").factor;
    const double dE = carom_units_value(units, "J", out->dE);
    const double P_size = carom_largest(out->P, dim), v_size = carom_largest(e->problem.contact.v, dim);
    for (int i = 0; i < dim; i++) carom_table_number(table, impulse * out->P[i], impulse * P_size);
    for (int i = 0; i < dim; i++) carom_table_number(table, speed * out->v[i], speed * v_size);
    char broken[256];
    if (gains(e) && !carom_table_plain())
        carom_table_cell(table, "▲ %+.6g", dE);
    else
        carom_table_number(table, dE, carom_units_value(units, "J", P_size * v_size));
    carom_table_cell(table, "%s", out->mode == CAROM_MODE_UNNAMED ? "-" : carom_mode_name(out->mode));
    carom_table_cell(table, "%s",
                     out->violations ? carom_violation_words(out->violations, broken, sizeof broken) : "-");
    if (e_use) add_e_use(table, e);
    char values[512];
    carom_examples_text(e->examples, values, sizeof values);
    if (filled) carom_table_cell(table, "%s", values[0] ? values : "-");
}

// Prints the motion of two bodies, law by law. Leaves out a body of infinite mass, whose velocity no law changes.
static void print_bodies(const carom_poll *list, const carom_bodies *b, const carom_units *units) {
    const carom_unit speed = carom_units_find(units, "m/s");
    static const char *const heads[] = {"delta-v", "speed'", "heading'"};
    const int moving = carom_can_move(b, 0) + carom_can_move(b, 1);
    carom_table table = {.format = carom_output_format, .align = moving == 2 ? "lrrrrrrr" : moving ? "lrrrr" : "lr"};
    printf("\n");
    carom_table_cell(&table, "law");
    for (int i = 0; i < 6; i++) {
        if (!carom_can_move(b, i / 3)) continue;
        const bool named = units->stated && i % 3 < 2;
        carom_table_cell(&table, named ? "%s %s, %s" : "%s %s", heads[i % 3], b->names[i / 3], speed.name);
    }
    carom_table_cell(&table, "lost, %%");
    for (size_t i = 0; i < list->count; i++) {
        const carom_answer *answer = &list->at[i].answer;
        carom_body after[2];
        carom_balance ledger;
        if (!carom_answer_stands(answer)) continue;
        carom_after_pair(b, answer->outcome.P, after, &ledger);
        carom_table_cell(&table, list->at[i].examples && !carom_table_plain() ? "%s *" : "%s", list->at[i].name);
        for (int k = 0; k < 2; k++) {
            if (!carom_can_move(b, k)) continue;
            const carom_change c = carom_change_of(b, k, after);
            carom_table_number(&table, speed.factor * c.delta_v, speed.factor * (c.speed_before + c.speed_after));
            carom_table_number(&table, speed.factor * c.speed_after, speed.factor * c.speed_before);
            carom_table_number(&table, c.heading_after, 360.0);
        }
        carom_table_cell(&table, "%.3g", carom_tidy(100.0 * carom_share_lost(&ledger), 1e4));
    }
    carom_table_print(stdout, &table);
}

// Names the laws that gain energy, each with its choice.
static void print_gains(const carom_poll *list) {
    const char *before = "\n  ▲ These laws gain energy: ";
    for (size_t i = 0; i < list->count; i++) {
        if (!gains(&list->at[i])) continue;
        printf("%s%s", before, list->at[i].name);
        before = ", ";
    }
    if (*before == ',') printf("\n");
}

// Names the laws that do not read a given coefficient. Returns true if there are any.
static bool print_deaf(const carom_problem *problem, carom_param param) {
    char names[512] = "";
    if (!(problem->given >> param & 1)) return false;
    for (int i = 0; i < carom_tables_count(true); i++)
        if (!carom_law_coefficient(carom_tables_at(i), (int)param))
            carom_join(names, sizeof names, ", ", carom_tables_at(i)->name);
    if (names[0]) printf("  Do not read %s: %s.\n", carom_coefficient_at(NULL, (int)param)->name, names);
    return names[0];
}

static void print_unreached(const carom_problem *problem) {
    if (print_deaf(problem, CAROM_PARAM_e))
        printf("  Rows marked as tuned have the damping that gives e in a head-on impact (`carom convert`); the others "
               "ignore e.\n");
    print_deaf(problem, CAROM_PARAM_mu);
}

static void print_table(const carom_poll *list, const carom_problem *problem, bool devices) {
    const int dim = problem->contact.dim;
    const bool e_use = shows_e(list);
    const bool filled = list->examples != 0;
    char align[16];
    snprintf(align, sizeof align, "%s%s%s", dim == 2 ? "lrrrrrll" : "lrrrrrrrll", e_use ? "l" : "", filled ? "l" : "");
    carom_table table = {.format = carom_output_format, .align = align};
    add_heads(&table, dim, &problem->units, e_use, filled);
    for (size_t i = 0; i < list->count; i++) add_entry(&table, &list->at[i], e_use, filled);
    carom_table_print(stdout, &table);
    if (!carom_table_plain() && list->count && list->at[0].answer.status == CAROM_NO_IMPACT) {
        fputc('\n', stdout);
        carom_report_parting(stdout, problem, "");
    }
    const carom_bodies *b = problem->bodies;
    if (b && (b->kind == CAROM_SCENARIO_PLANE || b->kind == CAROM_SCENARIO_SPACE))
        print_bodies(list, b, &problem->units);
    print_gains(list);
    carom_print_examples(list->examples);
    if (devices) print_unreached(problem);
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

static int compare(carom_problem *problem, bool devices, bool json, bool strict) {
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
    if (json)
        print_json(&list);
    else
        print_table(&list, problem, devices);
    const int exit = exit_of(&list, strict);
    free(list.at);
    return exit;
}

int carom_verb_compare(int argc, char **argv) {
    bool json = false, strict = false, devices = false;
    const char *units = NULL;
    carom_units chosen = {0};
    carom_problem problem = carom_problem_new(carom_tables_modules());
    const carom_option options[] = {
        {"contact-models", NULL, "include contact models: springs, dashpots, Hertz, vibration modes", &devices, NULL},
        {"json", NULL, "an array, one result for each law", &json, NULL},
        CAROM_TABLE_OPTIONS,
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
    exit = compare(&problem, devices, json, strict);
    carom_problem_free(&problem);
    json_decref(document);
    return exit;
}
