// Implements carom trace for a contact model: prints one impact over time.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "carom/compliant.h"
#include "cli/document/document.h"
#include "cli/exit.h"
#include "cli/lookup/answer.h"
#include "cli/lookup/laws.h"
#include "cli/lookup/report.h"
#include "cli/verbs/parts.h"
#include "mods/draw/figure/figure.h"
#include "mods/scenario/json.h"

#ifdef CAROM_WITH_COMPLIANT

static void follow(carom_problem *problem, carom_history *history, carom_answer *answer) {
    if (!carom_answer_whole(problem, answer)) return;
    carom_status status;
    history->count = 1024;
    do {
        history->capacity = history->count;
        history->points = carom_resize(history->points, history->capacity, sizeof *history->points);
        status = carom_record(problem->law, &problem->contact, &problem->params, history, &answer->outcome);
    } while (status == CAROM_OK && history->count > history->capacity);
    answer->outcome.status = status;
    carom_answer_take(problem, status, answer);
}

static void add_figures(carom_document *document, const carom_problem *problem, const carom_history_summary *more) {
    const bool ratio = carom_compliant_stiffness(problem->law) == CAROM_STIFFNESS_RATIO;
    const char *time = ratio ? "s/√kn" : "s", *force = ratio ? "N √kn" : "N", *depth = ratio ? "m/√kn" : "m";
    const bool vibrates = more->vibration > 0.0 || more->vibration_before > 0.0;
    const carom_fact facts[] = {
        {.key = "duration", .title = "duration", .unit = time},
        {.key = "max_force", .title = "largest force", .unit = force},
        {.key = "max_compression", .title = "largest overlap", .unit = depth},
        {.key = "t_comp", .title = "time of the largest overlap", .unit = time},
        {.key = "final_compression", .title = "overlap at the end", .unit = depth},
        {.key = "E_vib_before", .title = vibrates ? "vibration energy before" : NULL, .unit = "J"},
        {.key = "E_vib", .title = vibrates ? "vibration energy after" : NULL, .unit = "J"}};
    const double values[] = {more->duration, more->peak_force,       more->compression, more->compression_time,
                             more->dent,     more->vibration_before, more->vibration};
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) carom_document_number(document, facts[i], values[i]);
    carom_document_number(document, (carom_fact){.key = "n_impacts", .title = "number of contacts"},
                          more->micro_impacts);
    if (!ratio) return;
    carom_document_paragraph(document,
                             "%s reads only ratios of stiffness: times and overlaps are for 1/√kn and forces for √kn, "
                             "with your contact's normal stiffness kn in N/m.",
                             problem->law->name);
    carom_document_data(document, "units", json_string("t and overlap per sqrt(kn), force times sqrt(kn), kn in N/m"));
}

#define HISTORY_BEGINS                                                                                                 \
    {.key = "t"}, {                                                                                                    \
        .key = "state"                                                                                                 \
    }
static const carom_document_column plane[] = {HISTORY_BEGINS,
                                              {.key = "F_n", .array = "force"},
                                              {.key = "F_t", .array = "force"},
                                              {.key = "overlap"},
                                              {.key = "stretch_t", .array = "stretch"},
                                              {.key = "slip_t", .array = "slip"},
                                              {.key = "P_n", .array = "P"},
                                              {.key = "P_t", .array = "P"},
                                              {.key = "v_n", .array = "v"},
                                              {.key = "v_t", .array = "v"}},
                                   space[] = {HISTORY_BEGINS,
                                              {.key = "F_n", .array = "force"},
                                              {.key = "F_t1", .array = "force"},
                                              {.key = "F_t2", .array = "force"},
                                              {.key = "overlap"},
                                              {.key = "stretch_t1", .array = "stretch"},
                                              {.key = "stretch_t2", .array = "stretch"},
                                              {.key = "slip_t1", .array = "slip"},
                                              {.key = "slip_t2", .array = "slip"},
                                              {.key = "P_n", .array = "P"},
                                              {.key = "P_t1", .array = "P"},
                                              {.key = "P_t2", .array = "P"},
                                              {.key = "v_n", .array = "v"},
                                              {.key = "v_t1", .array = "v"},
                                              {.key = "v_t2", .array = "v"}};

// Adds every point for programs.
static void add_points(carom_document *document, const carom_history *history, int dim) {
    carom_document_table(document, "history", dim == 2 ? plane : space,
                         dim == 2 ? sizeof plane / sizeof *plane : sizeof space / sizeof *space);
    for (size_t i = 0; i < history->count; i++) {
        const carom_history_point *at = &history->points[i];
        carom_document_cell_number(document, at->t, 0.0);
        carom_document_cell(document, "%s", carom_enum_name(CAROM_ENUM_CONTACT_STATE, (int)at->state));
        for (int k = 0; k < dim; k++) carom_document_cell_number(document, at->force[k], 0.0);
        carom_document_cell_number(document, at->overlap, 0.0);
        for (int k = 0; k < dim - 1; k++) carom_document_cell_number(document, at->stretch[k], 0.0);
        for (int k = 0; k < dim - 1; k++) carom_document_cell_number(document, at->slip[k], 0.0);
        for (int k = 0; k < dim; k++) carom_document_cell_number(document, at->P[k], 0.0);
        for (int k = 0; k < dim; k++) carom_document_cell_number(document, at->v[k], 0.0);
    }
}

// Adds about 40 points for people, with every change of state.
static void add_rows(carom_document *document, const carom_history *history, double speed) {
    static const carom_document_column columns[] = {{.title = "t"},   {.title = "state"}, {.title = "overlap"},
                                                    {.title = "F_n"}, {.title = "F_t"},   {.title = "v_n"},
                                                    {.title = "v_t"}};
    const double force = fabs(history->summary.peak_force);
    const size_t stride = history->count / 40 + 1;
    carom_document_table(document, NULL, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < history->count; i++) {
        const carom_history_point *at = &history->points[i];
        if (i % stride && i + 1 < history->count && at->state == at[-1].state) continue;
        carom_document_cell_number(document, at->t, history->summary.duration);
        carom_document_cell(document, "%s", carom_enum_name(CAROM_ENUM_CONTACT_STATE, (int)at->state));
        carom_document_cell_number(document, at->overlap, history->summary.compression);
        carom_document_cell_number(document, at->force[0], force);
        carom_document_cell_number(document, at->force[1], force);
        carom_document_cell_number(document, at->v[0], speed);
        carom_document_cell_number(document, at->v[1], speed);
    }
}

static void print_history(const carom_problem *problem, const carom_answer *answer, const carom_history *history) {
    if (!carom_answer_stands(answer) && !carom_document_wants_json) {
        carom_report_failure(problem, answer);
        return;
    }
    carom_document *document = carom_document_new(NULL);
    carom_document_data(document, NULL, carom_answer_json(problem, answer));
    if (carom_answer_stands(answer)) {
        if (!carom_document_wants_json && !carom_table_plain()) carom_print_answer(problem, answer), putchar('\n');
        add_figures(document, problem, &history->summary);
        if (carom_document_wants_json || carom_table_plain()) add_points(document, history, problem->contact.dim);
        add_rows(document, history, fabs(problem->contact.v[0]));
    }
    carom_document_print(document);
}

static int plot(const carom_problem *problem, const carom_history *history, const carom_picture *picture) {
    carom_figure *figure = carom_figure_create("history", 640.0, 480.0);
    const bool ratio = carom_compliant_stiffness(problem->law) == CAROM_STIFFNESS_RATIO;
    carom_draw_history(figure, history->points, history->count, problem->contact.dim, ratio);
    carom_picture_title(figure, problem, problem->law, NULL);
    return carom_picture_save(picture, figure);
}

int carom_trace_history(carom_problem *problem, bool strict, const carom_picture *picture) {
    carom_answer answer = {0};
    carom_history history = {0};
    follow(problem, &history, &answer);
    print_history(problem, &answer, &history);
    int exit = carom_answer_exit(&answer, strict);
    if (picture->out && carom_answer_stands(&answer)) exit = carom_graver_exit(exit, plot(problem, &history, picture));
    free(history.points);
    return exit;
}

#else

int carom_trace_history(carom_problem *problem, bool strict, const carom_picture *picture) {
    return CAROM_EXIT_INPUT; // no law of this build is a contact model
}

#endif
