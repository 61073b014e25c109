// Implements carom trace: prints the course of one impact.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/args/args.h"
#include "cli/args/effect.h"
#include "cli/args/stream.h"
#include "cli/document/document.h"
#include "cli/exit.h"
#include "cli/lookup/answer.h"
#include "cli/lookup/laws.h"
#include "cli/lookup/report.h"
#include "cli/print/shell.h"
#include "cli/print/words.h"
#include "cli/verbs/parts.h"

static const char examples[] = "  carom trace --law routh --e 0.5 --mu 0.7 --W \"2.5 -1.5; -1.5 2.5\" --v \"-1 0.6\"\n"
                               "  carom trace --law stronge --e 0.8 --mu 0.5 --W \"1 0; 0 3.5\" --v \"-1 0.6\"\n"
                               "  carom trace --slips --mu 0.3 --W \"4 1 0.5; 1 3 0.7; 0.5 0.7 2\"\n";
static const char about[] =
    "Prints the course of one impact: the path in impulse space, or the forces over time.\n"
    "\n"
    "For a law that follows the impulse during the impact, carom prints the path and its events; for a contact model, "
    "forces, overlap, stretch and slip over time. `carom laws NAME` shows whether a law has a path. With --slips, "
    "carom prints how friction turns and stops the slip of a 3D contact: the invariant directions of the slip, whether "
    "slip along each of them decays or grows, and the smallest friction at which a stopped contact sticks. --slips "
    "reads only W, mu and mu_static.";

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

#define WORKS                                                                                                          \
    {.key = "dE", .title = "dE", .unit = "J"}, {.key = "work_normal", .title = "normal work", .unit = "J"}, {          \
        .title = "what happens"                                                                                        \
    }
static const carom_document_column plane[] = {CAROM_COLUMN("event"),
                                              CAROM_COMPONENT("P_n", "P", "N s"),
                                              CAROM_COMPONENT("P_t", "P", "N s"),
                                              CAROM_COMPONENT("v_n", "v", "m/s"),
                                              CAROM_COMPONENT("v_t", "v", "m/s"),
                                              WORKS},
                                   space[] = {CAROM_COLUMN("event"),
                                              CAROM_COMPONENT("P_n", "P", "N s"),
                                              CAROM_COMPONENT("P_t1", "P", "N s"),
                                              CAROM_COMPONENT("P_t2", "P", "N s"),
                                              CAROM_COMPONENT("v_n", "v", "m/s"),
                                              CAROM_COMPONENT("v_t1", "v", "m/s"),
                                              CAROM_COMPONENT("v_t2", "v", "m/s"),
                                              WORKS};

static void add_path(carom_document *document, const carom_path *path, int dim) {
    // Values are compared down a column, so rounding is relative to the largest number of the path.
    double P_size = 0.0, v_size = 0.0;
    for (size_t k = 0; k < path->count; k++) {
        P_size = fmax(P_size, carom_largest(path->points[k].P, dim));
        v_size = fmax(v_size, carom_largest(path->points[k].v, dim));
    }
    carom_document_table(document, "path", dim == 2 ? plane : space,
                         dim == 2 ? sizeof plane / sizeof *plane : sizeof space / sizeof *space);
    for (size_t k = 0; k < path->count; k++) {
        const carom_path_point *at = &path->points[k];
        carom_document_cell(document, "%s", carom_enum_name(CAROM_ENUM_EVENT, (int)at->event));
        for (int i = 0; i < dim; i++) carom_document_cell_number(document, at->P[i], P_size);
        for (int i = 0; i < dim; i++) carom_document_cell_number(document, at->v[i], v_size);
        carom_document_cell_number(document, at->dE, P_size * v_size);
        carom_document_cell_number(document, at->work_normal, P_size * v_size);
        carom_document_cell(document, "%s", carom_enum_meaning(CAROM_ENUM_EVENT, (int)at->event));
    }
}

static void print_trace(const carom_problem *problem, const carom_answer *answer, const carom_path *path) {
    const carom_mode mode = answer->outcome.mode;
    if (!carom_answer_stands(answer) && !carom_document_wants_json) {
        carom_report_failure(problem, answer);
        return;
    }
    carom_document *document = carom_document_new(NULL);
    carom_document_data(document, NULL, carom_answer_json(problem, answer));
    if (carom_answer_stands(answer)) {
        carom_document_paragraph(document, "%s, %s: %s", problem->law->name,
                                 mode == CAROM_MODE_UNNAMED ? "one path" : carom_mode_name(mode),
                                 carom_enum_meaning(CAROM_ENUM_MODE, (int)mode));
        add_path(document, path, problem->contact.dim);
        if (!path->count) carom_document_paragraph(document, "There is no impulse and no path.");
    }
    carom_document_print(document);
}

static bool is_contact_model(const carom_law *law) {
    return strcmp(law->module, "core") != 0;
}

static bool has_course(const carom_law *law) {
    return law->contact->trace != NULL || is_contact_model(law);
}

static int trace_path(carom_problem *problem, bool strict) {
    carom_answer answer;
    carom_path path = {0};
    follow(problem, &path, &answer);
    print_trace(problem, &answer, &path);
    free(path.points);
    // A law without a path is an invalid choice here.
    return answer.status == CAROM_NO_PATH ? CAROM_EXIT_INPUT : carom_answer_exit(&answer, strict);
}

static const char rigid[] = "a rigid body";
static const carom_no_effect no_effect[] = {
    {"plot", .kind = rigid, .reason = "it draws the forces of a contact model"},
    {"plot", .beside = "slips", .reason = "it draws the history of a whole impact"},
    {"law", .beside = "slips", .reason = "the slip in 3D depends on W, mu and v alone"},
    {"strict", .beside = "slips", .reason = "there is no result of a law to judge"},
    {"no-title", .without = "plot", .reason = "there is no picture; --plot draws one"},
    {0}};

int carom_verb_trace(int argc, char **argv) {
    bool strict = false, slips = false;
    carom_picture picture = {0};
    carom_problem problem = carom_problem_new(carom_tables_modules());
    const carom_option options[] = {
        {"slips", NULL, "3D: print how friction turns and stops the slip", &slips, NULL},
        {"plot", "PICTURE", "contact model: draw forces, velocities and slip (.svg, .pdf or .png)", NULL, &picture.out},
        {"no-title", NULL, "omit the title of the picture", &picture.untitled, NULL},
        CAROM_DOCUMENT_OPTIONS,
        {"strict", NULL, "exit with 1 if the result is inadmissible or missing, or if the bodies do not approach",
         &strict, NULL},
        {0},
    };
    const carom_usage usage = {.verb = "trace",
                               .examples = examples,
                               .about = about,
                               .options = options,
                               .no_effect = no_effect,
                               .problem = &problem,
                               .most_operands = 1,
                               .operands = "[FILE|-]",
                               .reads = carom_tables_reads(has_course)};
    json_t *document;
    carom_operands operands;
    carom_error refusal;
    int exit;
    if (!carom_args_read(&usage, argc, argv, &operands, &exit)) return exit;
    // The options may give only what --slips reads; a file may have more.
    if (slips && !carom_problem_all_read(&problem, problem.given, CAROM_PARAM_BIT(mu) | CAROM_PARAM_BIT(mu_static),
                                         "trace --slips", &refusal))
        return carom_args_refused(&refusal);
    if (!carom_stream_stated(&usage, &operands, &document, &exit)) return exit;
    const bool model = problem.law && is_contact_model(problem.law);
    if (!model && !carom_effect_check(&usage, rigid)) {
        exit = CAROM_EXIT_USAGE;
    } else if (slips) {
        exit = carom_trace_slips(&problem);
    } else if (model) {
        exit = carom_trace_history(&problem, strict, &picture);
    } else {
        exit = trace_path(&problem, strict);
    }
    carom_problem_free(&problem);
    json_decref(document);
    return exit;
}
