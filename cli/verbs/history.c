// Implements carom history: prints one impact of a contact model over time.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/compliant.h"
#include "cli/args/args.h"
#include "cli/args/stream.h"
#include "cli/exit.h"
#include "cli/lookup/answer.h"
#include "cli/lookup/laws.h"
#include "cli/lookup/report.h"
#include "cli/print/json.h"
#include "cli/print/picture.h"
#include "cli/print/shell.h"
#include "cli/print/table.h"
#include "cli/print/words.h"
#include "cli/verbs/parts.h"
#include "mods/draw/figure/figure.h"

static const char examples[] = "  carom history --law stronge --e 0.8 --mu 0.5 --W \"1 0; 0 3.5\" --v \"-1 0.6\"\n"
                               "  carom history problem.json --law stronge --json\n";
static const char about[] =
    "Prints the forces, overlap, stretch and slip of a contact model over time.\n"
    "\n"
    "With --instant, carom prints every state that the equations of eigen-spring allow at one instant "
    "(Chatterjee 1997, section 8.5.1).";

#ifdef CAROM_WITH_COMPLIANT

// Rejects a law without a history over time. A missing law is rejected with the rest of the problem.
static bool is_device(const carom_law *law, carom_error *refusal) {
    char names[512] = "";
    if (!law || !strcmp(law->module, carom_module_compliant.name)) return true;
    for (const carom_law *const *device = carom_module_compliant.laws; *device; device++)
        carom_join(names, sizeof names, ", ", (*device)->name);
    return carom_refuse(refusal, CAROM_BAD_VALUE,
                        "law \"%s\" is instantaneous and has no history; a history needs a contact model: %s",
                        law->name, names);
}

static void follow(carom_problem *problem, carom_history *history, carom_answer *answer) {
    if (!is_device(problem->law, &answer->refusal) || !carom_problem_whole(problem, &answer->refusal)) {
        carom_in_shell(&answer->refusal);
        answer->status = CAROM_BAD_VALUE;
        return;
    }
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

static json_t *points_json(const carom_history *history, int dim) {
    json_t *array = json_array();
    const size_t n = (size_t)dim;
    for (size_t i = 0; i < history->count; i++) {
        const carom_history_point *at = &history->points[i];
        json_array_append_new(
            array, json_pack("{s:o, s:s, s:o, s:o, s:o, s:o, s:o, s:o}", "t", carom_json_real(at->t), "state",
                             carom_enum_name(CAROM_ENUM_CONTACT_STATE, (int)at->state), "force",
                             carom_json_numbers(at->force, n), "overlap", carom_json_real(at->overlap), "stretch",
                             carom_json_numbers(at->stretch, n - 1), "slip", carom_json_numbers(at->slip, n - 1), "P",
                             carom_json_numbers(at->P, n), "v", carom_json_numbers(at->v, n)));
    }
    return array;
}

static void print_json(const carom_problem *problem, const carom_answer *answer, const carom_history *history) {
    json_t *object = carom_answer_json(problem, answer);
    if (carom_answer_stands(answer)) {
        const struct {
            const char *key;
            double value;
        } figures[] = {{"duration", history->summary.duration},
                       {"max_force", history->summary.peak_force},
                       {"max_compression", history->summary.compression},
                       {"t_comp", history->summary.compression_time},
                       {"final_compression", history->summary.dent},
                       {"E_vib_before", history->summary.vibration_before},
                       {"E_vib", history->summary.vibration}};
        for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
            json_object_set_new(object, figures[i].key, carom_json_real(figures[i].value));
        if (carom_compliant_stiffness(problem->law) == CAROM_STIFFNESS_RATIO)
            json_object_set_new(object, "units",
                                json_string("t and overlap per sqrt(kn), force times sqrt(kn), kn in N/m"));
        json_object_set_new(object, "n_impacts", json_integer(history->summary.micro_impacts));
        json_object_set_new(object, "history", points_json(history, problem->contact.dim));
    }
    carom_json_answer(object);
}

// Prints duration, largest force and depth. For a contact model that reads only ratios of stiffnesses these numbers
// have no SI units.
static void print_figures(const carom_problem *problem, const carom_history_summary *more) {
    const int stiffness = carom_compliant_stiffness(problem->law);
    const char *times = more->micro_impacts == 1 ? "time" : "times";
    if (stiffness == CAROM_STIFFNESS_RATIO) {
        printf("\nlasts %g s/√kn, largest force %g N √kn, largest overlap %g m/√kn, touches %d %s\n", more->duration,
               more->peak_force, more->compression, more->micro_impacts, times);
        printf("%s reads only ratios of stiffness: times and overlaps below are for 1/√kn, forces for √kn, with your\n"
               "contact's normal stiffness kn in N/m\n\n",
               problem->law->name);
        return;
    }
    printf("\nlasts %g s, largest force %g N, largest overlap %g m, touches %d %s\n", more->duration, more->peak_force,
           more->compression, more->micro_impacts, times);
    if (more->vibration > 0.0 || more->vibration_before > 0.0)
        printf("the vibration modes have %g J before and %g J after the impact\n", more->vibration_before,
               more->vibration);
    fputc('\n', stdout);
}

// Prints about 40 rows, including every change of state.
static void print_words(const carom_problem *problem, const carom_answer *answer, const carom_history *history) {
    static const char *const heads[] = {"t", "state", "overlap", "N", "F_t", "v_n", "v_t"};
    carom_table table = {.format = carom_output_format, .align = "rlrrrrr"};
    if (!carom_answer_stands(answer)) {
        carom_report_failure(problem, answer);
        return;
    }
    carom_print_answer(problem, answer);
    print_figures(problem, &history->summary);
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) carom_table_cell(&table, "%s", heads[i]);
    const size_t stride = history->count / 40 + 1;
    for (size_t i = 0; i < history->count; i++) {
        const carom_history_point *at = &history->points[i];
        if (i % stride && i + 1 < history->count && at->state == at[-1].state) continue;
        const double scale = fabs(history->summary.peak_force), speed = fabs(problem->contact.v[0]);
        carom_table_number(&table, at->t, history->summary.duration);
        carom_table_cell(&table, "%s", carom_enum_name(CAROM_ENUM_CONTACT_STATE, (int)at->state));
        carom_table_number(&table, at->overlap, history->summary.compression);
        carom_table_number(&table, at->force[0], scale);
        carom_table_number(&table, at->force[1], scale);
        carom_table_number(&table, at->v[0], speed);
        carom_table_number(&table, at->v[1], speed);
    }
    carom_table_print(stdout, &table);
}

static int plot(const carom_problem *problem, const carom_history *history, const carom_picture *picture) {
    carom_figure *figure = carom_figure_create("history", 640.0, 480.0);
    const bool ratio = carom_compliant_stiffness(problem->law) == CAROM_STIFFNESS_RATIO;
    carom_draw_history(figure, history->points, history->count, problem->contact.dim, ratio);
    carom_picture_title(figure, problem, problem->law, NULL);
    return carom_picture_save(picture, figure);
}

static int answer_history(carom_problem *problem, bool json, bool strict, const carom_picture *picture) {
    carom_answer answer = {0};
    carom_history history = {0};
    follow(problem, &history, &answer);
    (json ? print_json : print_words)(problem, &answer, &history);
    int exit = carom_answer_exit(&answer, strict);
    if (picture->out && carom_answer_stands(&answer)) exit = carom_graver_exit(exit, plot(problem, &history, picture));
    free(history.points);
    return exit;
}

#else

static int answer_history(carom_problem *problem, bool json, bool strict, const carom_picture *picture) {
    carom_say("histories need the module \"compliant\", which this build does not have");
    return CAROM_EXIT_INPUT;
}

#endif

static bool has_history(const carom_law *law) {
    return strcmp(law->module, "core") != 0;
}

int carom_verb_history(int argc, char **argv) {
    bool json = false, strict = false;
    carom_problem problem = carom_problem_new(carom_tables_modules());
    carom_picture picture = {0};
    const char *stretch = NULL;
    const carom_option options[] = {
        {"instant", "NUMBERS",
         "stretch (n t) of eigen-spring in m: print every possible motion of the contact point at velocity v", NULL,
         &stretch},
        {"plot", "PICTURE", "draw forces, velocities and slip (.svg, .pdf or .png)", NULL, &picture.out},
        {"no-title", NULL, "omit the title with the law and its coefficients", &picture.untitled, NULL},
        {"json", NULL, "with the history", &json, NULL},
        CAROM_TABLE_OPTIONS,
        {"strict", NULL, "exit with 1 if the result is inadmissible or missing, or if the bodies do not approach",
         &strict, NULL},
        {0},
    };
    const carom_usage usage = {.verb = "history",
                               .examples = examples,
                               .about = about,
                               .options = options,
                               .problem = &problem,
                               .most_operands = 1,
                               .operands = "[FILE|-]",
                               .reads = carom_tables_reads(has_history)};
    json_t *document;
    int exit;
    if (!carom_stream_opening(&usage, argc, argv, &document, &exit)) return exit;
    exit = stretch ? carom_history_instant(&problem, stretch, json) : answer_history(&problem, json, strict, &picture);
    carom_problem_free(&problem);
    json_decref(document);
    return exit;
}
