// Implements carom reconstruct: computes the velocities before the impact from those after it.
#include <stdio.h>
#include <stdlib.h>

#include "cli/args/args.h"
#include "cli/args/stream.h"
#include "cli/exit.h"
#include "cli/lookup/before.h"
#include "cli/lookup/laws.h"
#include "cli/lookup/report.h"
#include "cli/print/json.h"
#include "cli/print/table.h"
#include "cli/print/units.h"
#include "cli/print/words.h"
#include "cli/report/pages.h"

static const char examples[] = "  carom reconstruct --law routh --e 0.5 --mu 0.7 --W \"2.5 -1.5; -1.5 2.5\" \\\n"
                               "      --v \"0.5 0.2\"\n"
                               "  carom reconstruct examples/after/two_cars.json\n";
static const char about[] =
    "Finds the velocities before a 2D impact from the velocities after it.\n"
    "\n"
    "FILE or --v gives the velocities after the impact. carom prints every velocity before the impact that leads to "
    "them. If sliding stopped during the impact, the initial slip speed cannot be recovered. In this case a family of "
    "velocities fits, and carom prints both ends of the family. If the family has no end, carom prints its start and "
    "its direction. Measured velocities usually contain a small slip even if the contact sticks; --assume-stick sets "
    "this "
    "slip to zero.";

typedef struct {
    carom_inverse at[CAROM_MAX_INVERSES];
    int count;
    carom_answer answer; // the status states whether there is a solution
} findings;

static void find(carom_problem *problem, findings *x) {
    x->count = 0;
    x->answer = (carom_answer){.outcome = {.status = CAROM_OK, .coefficient = CAROM_PARAM_NONE}};
    if (!carom_answer_whole(problem, &x->answer)) return;
    const carom_status status =
        carom_collide_inverse(problem->law, &problem->contact, &problem->params, x->at, &x->count);
    if (status == CAROM_COEFFICIENT_RANGE || status == CAROM_COEFFICIENT_MISSING)
        carom_params_validate(problem->law, &problem->params, 2, &x->answer.outcome.coefficient);
    carom_answer_take(problem, status, &x->answer);
    carom_before_why_not(problem, status, x->answer.refusal.detail, sizeof x->answer.refusal.detail);
}

// Returns the impact with one of these velocities before it, or with one of an unbounded family.
static carom_problem forwards(const carom_problem *problem, const carom_inverse *before, carom_bodies *bodies,
                              carom_answer *answer) {
    const carom_inverse inside = carom_before_inside(problem, before);
    carom_problem made = carom_problem_before(problem, &inside, bodies);
    carom_answer_problem(&made, answer);
    return made;
}

// Prints the list of solutions, for programs that match the following tables to them.
static void print_list(const carom_problem *problem, const findings *x) {
    const double speed = carom_units_find(&problem->units, "m/s").factor;
    static const char *const heads[] = {"before",      "end of a family", "v_n",        "v_t",
                                        "without end", "direction n",     "direction t"};
    carom_table table = {.format = carom_output_format, .align = "rlrrlrr"};
    for (int i = 0; i < 7; i++) carom_table_cell(&table, "%s", heads[i]);
    for (int i = 0; i < x->count; i++) {
        carom_table_cell(&table, "%d", i + 1);
        carom_table_cell(&table, x->at[i].family ? "yes" : "no");
        for (int k = 0; k < 2; k++) carom_table_number(&table, speed * x->at[i].v[k], 0.0);
        carom_table_cell(&table, !x->at[i].unbounded ? "no" : x->at[i].straight ? "straight" : "curved");
        for (int k = 0; k < 2; k++) carom_table_number(&table, x->at[i].direction[k], 0.0);
    }
    carom_table_print(stdout, &table);
}

static void print_words(const carom_problem *problem, const findings *x) {
    if (carom_table_plain()) print_list(problem, x);
    printf("%s, backwards: ", problem->law->name);
    if (x->count == 1)
        printf("one %s before the impact leads to these after it\n",
               x->at[0].family ? "family of velocities" : "velocity");
    else
        printf("%d velocities before the impact lead to these after it\n", x->count);
    bool open = false; // true after the first end of a family
    for (int i = 0; i < x->count; i++) {
        carom_bodies bodies;
        carom_answer answer;
        char words[256];
        const carom_problem made = forwards(problem, &x->at[i], &bodies, &answer);
        if (!carom_reconstructs(problem, &answer)) {
            printf("\n%d of %d: not valid: solved forwards, it does not lead to these velocities within 1e-9\n", i + 1,
                   x->count);
            continue;
        }
        printf("\n%d of %d%s\n", i + 1, x->count,
               carom_before_words(&x->at[i], &problem->units, open, words, sizeof words));
        open = x->at[i].family && !x->at[i].unbounded && !open;
        carom_print_answer(&made, &answer);
    }
}

static json_t *one_json(const carom_problem *problem, const carom_inverse *before) {
    carom_bodies bodies;
    carom_answer answer;
    const carom_problem made = forwards(problem, before, &bodies, &answer);
    json_t *told = carom_answer_json(&made, &answer);
    const double speed = carom_units_find(&problem->units, "m/s").factor;
    json_object_set_new(told, "v_before", json_pack("[f, f]", speed * made.contact.v[0], speed * made.contact.v[1]));
    json_object_set_new(told, "family", json_boolean(before->family));
    json_object_set_new(told, "unbounded", json_boolean(before->unbounded));
    if (!before->unbounded) return told;
    json_object_set_new(told, "straight", json_boolean(before->straight));
    json_object_set_new(told, "from", json_pack("[f, f]", speed * before->v[0], speed * before->v[1]));
    json_object_set_new(told, "direction", json_pack("[f, f]", before->direction[0], before->direction[1]));
    return told;
}

static void print_json(const carom_problem *problem, const findings *x) {
    json_t *list = json_array();
    for (int i = 0; i < x->count; i++) json_array_append_new(list, one_json(problem, &x->at[i]));
    carom_json_answer(
        json_pack("{s:s, s:i, s:o}", "status", carom_status_name(x->answer.status), "count", x->count, "before", list));
}

int carom_verb_reconstruct(int argc, char **argv) {
    bool json = false, sticks = false;
    const char *units = NULL, *page = NULL;
    carom_units chosen = {0};
    carom_problem problem = carom_problem_new(carom_tables_modules());
    const carom_option options[] = {
        {"assume-stick", NULL, "treat the slip after the impact as zero", &sticks, NULL},
        {"json", NULL, "", &json, NULL},
        CAROM_TABLE_OPTIONS,
        CAROM_UNITS_OPTION(units),
        {"output", "PAGE", "write a report page (.html) with tables, checks and a picture", NULL, &page},
        {0},
    };
    const carom_usage usage = {.verb = "reconstruct",
                               .examples = examples,
                               .about = about,
                               .options = options,
                               .problem = &problem,
                               .most_operands = 1,
                               .operands = "[FILE|-]",
                               .reads = carom_tables_reads(NULL)};
    json_t *document;
    int exit;
    findings x;
    carom_operands operands;
    if (!carom_args_read(&usage, argc, argv, &operands, &exit)) return exit;
    if (!carom_units_option(units, &chosen)) return CAROM_EXIT_USAGE;
    if (page && (json || carom_table_plain())) {
        carom_say("-o writes a page, and --format another form of the result; choose one");
        return CAROM_EXIT_USAGE;
    }
    if (operands.count && !(operands.text = carom_stream_text(operands.at[0], &operands.length))) return CAROM_EXIT_IO;
    if (!carom_stream_stated(&usage, &operands, &document, &exit)) {
        free(operands.text);
        return exit;
    }
    if (units) problem.units = chosen;
    if (sticks) problem.contact.v[1] = 0.0;
    find(&problem, &x);
    const carom_origin origin = {.verb = "reconstruct",
                                 .argc = argc,
                                 .argv = argv,
                                 .file = operands.count ? operands.at[0] : NULL,
                                 .text = operands.text,
                                 .length = operands.length};
    const carom_reconstruction found = {&problem, x.at, x.count};
    int written = CAROM_EXIT_FINE;
    if (page && x.count)
        written = carom_page_reconstruct(page, &found, &origin);
    else if (json && x.count)
        print_json(&problem, &x);
    else if (json)
        carom_json_answer(carom_answer_json(&problem, &x.answer));
    else if (x.count)
        print_words(&problem, &x);
    else
        carom_report_failure(&problem, &x.answer);
    exit = carom_graver_exit(carom_answer_exit(&x.answer, false), written);
    carom_problem_free(&problem);
    json_decref(document);
    free(operands.text);
    return exit;
}
