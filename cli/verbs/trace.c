// Implements carom trace: prints the path of one impact in impulse space.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/args/args.h"
#include "cli/args/stream.h"
#include "cli/exit.h"
#include "cli/lookup/answer.h"
#include "cli/lookup/laws.h"
#include "cli/lookup/report.h"
#include "cli/print/json.h"
#include "cli/print/shell.h"
#include "cli/print/table.h"
#include "cli/print/words.h"

static const char examples[] = "  carom trace --law routh --e 0.5 --mu 0.7 --W \"2.5 -1.5; -1.5 2.5\" --v \"-1 0.6\"\n"
                               "  carom trace problem.json --json\n";
static const char about[] =
    "Prints the path of one impact in impulse space, with the event at each point.\n"
    "\n"
    "Only laws that follow the impulse during the impact have a path. `carom laws NAME` shows whether a law "
    "has one.";

// 2D paths have a few points, curved ones several hundred; the law reports if it needs more.
enum { USUAL_POINTS = 64 };

static void follow(carom_problem *problem, carom_path *path, carom_answer *answer) {
    if (!carom_answer_whole(problem, answer)) return;
    carom_status status;
    path->count = USUAL_POINTS;
    do {
        path->capacity = path->count;
        path->points = carom_resize(path->points, path->capacity, sizeof *path->points);
        status = carom_trace(problem->law, &problem->contact, &problem->params, path, &answer->outcome);
    } while (status == CAROM_PATH_FULL && path->count > path->capacity);
    carom_answer_take(problem, status, answer);
}

static json_t *path_json(const carom_path *path, int dim) {
    json_t *array = json_array();
    for (size_t i = 0; i < path->count; i++) {
        const carom_path_point *at = &path->points[i];
        json_array_append_new(
            array, json_pack("{s:s, s:o, s:o, s:o, s:o}", "event", carom_enum_name(CAROM_ENUM_EVENT, (int)at->event),
                             "P", carom_json_numbers(at->P, (size_t)dim), "v", carom_json_numbers(at->v, (size_t)dim),
                             "dE", carom_json_real(at->dE), "work_normal", carom_json_real(at->work_normal)));
    }
    return array;
}

static void print_json(const carom_problem *problem, const carom_answer *answer, const carom_path *path) {
    json_t *object = carom_answer_json(problem, answer);
    if (carom_answer_stands(answer)) json_object_set_new(object, "path", path_json(path, problem->contact.dim));
    carom_json_answer(object);
}

static void add_heads(carom_table *table, int dim) {
    static const char *const plane[] = {"P_n", "P_t", "v_n", "v_t"};
    static const char *const space[] = {"P_n", "P_t1", "P_t2", "v_n", "v_t1", "v_t2"};
    carom_table_cell(table, "event");
    for (int i = 0; i < 2 * dim; i++) carom_table_cell(table, "%s", dim == 2 ? plane[i] : space[i]);
    carom_table_cell(table, "dE");
    carom_table_cell(table, "normal work");
    carom_table_cell(table, "what happens");
}

static void print_path(const carom_path *path, int dim) {
    // Values are compared down a column, so rounding is relative to the largest number of the path.
    double P_size = 0.0, v_size = 0.0;
    for (size_t k = 0; k < path->count; k++) {
        P_size = fmax(P_size, carom_largest(path->points[k].P, dim));
        v_size = fmax(v_size, carom_largest(path->points[k].v, dim));
    }
    carom_table table = {.format = carom_output_format, .align = dim == 2 ? "lrrrrrrl" : "lrrrrrrrrl"};
    add_heads(&table, dim);
    for (size_t k = 0; k < path->count; k++) {
        const carom_path_point *at = &path->points[k];
        carom_table_cell(&table, "%s", carom_enum_name(CAROM_ENUM_EVENT, (int)at->event));
        for (int i = 0; i < dim; i++) carom_table_number(&table, at->P[i], P_size);
        for (int i = 0; i < dim; i++) carom_table_number(&table, at->v[i], v_size);
        carom_table_number(&table, at->dE, P_size * v_size);
        carom_table_number(&table, at->work_normal, P_size * v_size);
        carom_table_cell(&table, "%s", carom_enum_meaning(CAROM_ENUM_EVENT, (int)at->event));
    }
    carom_table_print(stdout, &table);
}

static void print_words(const carom_problem *problem, const carom_answer *answer, const carom_path *path) {
    const carom_mode mode = answer->outcome.mode;
    if (!carom_answer_stands(answer)) {
        carom_report_failure(problem, answer);
        return;
    }
    printf("%s, %s: %s\n\n", problem->law->name, mode == CAROM_MODE_UNNAMED ? "one path" : carom_mode_name(mode),
           carom_enum_meaning(CAROM_ENUM_MODE, (int)mode));
    if (path->count)
        print_path(path, problem->contact.dim);
    else
        printf("  there is no impulse and no path\n");
}

static bool has_path(const carom_law *law) {
    return law->contact->trace != NULL;
}

int carom_verb_trace(int argc, char **argv) {
    bool json = false, strict = false;
    carom_problem problem = carom_problem_new(carom_tables_modules());
    const carom_option options[] = {
        {"json", NULL, "with the path", &json, NULL},
        CAROM_TABLE_OPTIONS,
        {"strict", NULL, "exit with 1 if the result is inadmissible or missing, or if the bodies do not approach",
         &strict, NULL},
        {0},
    };
    const carom_usage usage = {.verb = "trace",
                               .examples = examples,
                               .about = about,
                               .options = options,
                               .problem = &problem,
                               .most_operands = 1,
                               .operands = "[FILE|-]",
                               .reads = carom_tables_reads(has_path)};
    json_t *document;
    int exit;
    if (!carom_stream_opening(&usage, argc, argv, &document, &exit)) return exit;
    carom_answer answer;
    carom_path path = {0};
    follow(&problem, &path, &answer);
    (json ? print_json : print_words)(&problem, &answer, &path);
    // A law without a path is an invalid choice here.
    exit = answer.status == CAROM_NO_PATH ? CAROM_EXIT_INPUT : carom_answer_exit(&answer, strict);
    free(path.points);
    carom_problem_free(&problem);
    json_decref(document);
    return exit;
}
