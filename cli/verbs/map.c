// Implements carom map: shows one quantity over two inputs.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/args/args.h"
#include "cli/args/stream.h"
#include "cli/exit.h"
#include "cli/lookup/ask.h"
#include "cli/lookup/fall.h"
#include "cli/lookup/laws.h"
#include "cli/map/map_picture.h"
#include "cli/print/json.h"
#include "cli/print/picture.h"
#include "cli/print/shell.h"
#include "cli/print/words.h"

static const char examples[] = "  carom map rod.json --x mu=0:2:401 --y v_t=-2:2:401 --show dE -o energy.pdf\n"
                               "  carom map rod.json --x mu=0:2:401 --y e=0:1:401 --show disagreement \\\n"
                               "      --second-law smith -o differ.png\n";
static const char about[] =
    "Draws a colour map of the result of a law over two inputs.\n"
    "\n"
    "An input is a coefficient, v_n, v_t, ratio (v_t/v_n), incidence (degrees), W_nn, W_nt, W_tt or "
    "angle (W rotated, degrees). It may also be a number in the file, such as "
    "bodies[0].velocity.size. The value shown is mode, dE, gain, P_n, P_t, v_n, v_t, ratio, "
    "disagreement or forces. The last shows how many solutions the forces of a closed contact have "
    "(the Painleve paradox).";

// Holds the options --acceleration and --gravity; NULL if they are not given.
typedef struct {
    const char *b, *gravity;
} fall_words;

// Shows a progress bar on a terminal if the work takes long.
static void show_progress(int row, int rows) {
    static clock_t start;
    if (row == 0) start = clock();
    if ((double)(clock() - start) < 0.3 * (double)CLOCKS_PER_SEC) return;
    const int done = 40 * row / rows;
    fprintf(stderr, "\r  [%.*s%*s] %3d %%", done, "########################################", 40 - done, "",
            100 * row / rows);
    if (row == rows) fputs("\r\033[K", stderr);
}

static int save(bool json, const carom_picture *picture, carom_figure *figure) {
    if (!json || picture->out || picture->csv || !figure || figure->failed) return carom_picture_save(picture, figure);
    carom_figure_free(figure);
    return CAROM_EXIT_FINE;
}

// Prepares a map of forces: reads the acceleration of the contact, and sets the law and e, on which the map does not
// depend.
static bool prepare_forces(carom_map *map, const carom_map_words *w, const fall_words *fall, carom_error *refusal) {
    const bool forces = w->show && !strcmp(w->show, "forces");
    if (!forces && (fall->b || fall->gravity))
        return carom_refuse(refusal, CAROM_BAD_VALUE, "--acceleration and --gravity are for --show forces");
    if (!forces) return true;
    if (!fall->b == !fall->gravity)
        return carom_refuse(refusal, CAROM_BAD_VALUE, "--show forces needs either --acceleration or --gravity");
    map->problem.law = &carom_law_routh;
    if (isnan(map->problem.params.e)) map->problem.params.e = carom_coefficient_at(NULL, CAROM_PARAM_e)->example;
    if (!carom_problem_contact_whole(&map->problem, refusal)) return false;
    map->fall.weighs = fall->gravity != NULL;
    return carom_fall_vector(&map->problem, fall->b, fall->gravity, map->fall.vector, refusal);
}

static int draw_map(carom_map *map, const carom_map_words *w, const fall_words *fall, bool json, json_t *document,
                    const carom_picture *picture) {
    carom_error refusal;
    carom_map_text bodies;
    if (!prepare_forces(map, w, fall, &refusal)) return carom_args_refused(&refusal);
    if (!carom_map_read(map, document, w, &bodies, &refusal)) return carom_args_refused(&refusal);
    if (!json && !carom_picture_asked(picture)) return CAROM_EXIT_USAGE;
    carom_figure *figure = carom_figure_create("map", 400.0, 340.0);
    carom_panel *panel = carom_figure_panel(figure);
    const carom_map_ways ways = {carom_complain_of, isatty(STDERR_FILENO) ? show_progress : NULL};
    if (!carom_map_fill(map, &ways, panel, &refusal)) {
        carom_figure_free(figure);
        return carom_args_refused(&refusal);
    }
    if (map->shown == CAROM_SHOW_FORCES)
        carom_figure_title(figure, "forces of a closed contact that slides");
    else
        carom_picture_title(figure, &map->problem, map->problem.law,
                            (const char *const[]){map->x.name, map->y.name, NULL});
    if (json && panel && !figure->failed)
        carom_json_answer(carom_map_json(&map->x, &map->y, carom_shown_name((int)map->shown), panel->field));
    return save(json, picture, figure);
}

// Returns the set of parameters that the law and the second law read. An unknown law is rejected later.
static uint64_t mapped_reads(const carom_problem *problem, const char *against) {
    char name[64];
    snprintf(name, sizeof name, "%.*s", against ? (int)strcspn(against, ":") : 0, against ? against : "");
    const carom_law *other = against ? carom_tables_find(name) : NULL;
    return problem->law ? carom_law_reads(problem->law) | (other ? carom_law_reads(other) : 0) : UINT64_MAX;
}

int carom_verb_map(int argc, char **argv) {
    carom_map map = {.problem = carom_problem_new(carom_tables_modules())};
    carom_picture picture = {0};
    carom_map_words w = {0};
    fall_words fall = {NULL, NULL};
    bool json = false;
    const carom_option options[] = {
        {"x", "NAME=A:B:N", "input along x", NULL, &w.x},
        {"y", "NAME=A:B:N", "input along y", NULL, &w.y},
        {"show", "WHAT", "value to show; default mode", NULL, &w.show},
        {"second-law", "LAW", "law to compare with, for disagreement; routh:newton is routh with restitution newton",
         NULL, &w.against},
        {"acceleration", "\"N T\"", "for forces: acceleration without contact, m/s^2", NULL, &fall.b},
        {"gravity", "G", "for forces: gravity on two bodies, m/s^2", NULL, &fall.gravity},
        CAROM_PICTURE_OPTIONS(picture),
        {"json", NULL, "", &json, NULL},
        {0},
    };
    const carom_usage usage = {.verb = "map",
                               .examples = examples,
                               .about = about,
                               .options = options,
                               .problem = &map.problem,
                               .most_operands = 1,
                               .operands = "[FILE|-]",
                               .asks = CAROM_ASKS_ONE,
                               .reads = carom_tables_reads(NULL)};
    json_t *document = NULL;
    carom_operands operands;
    int exit;
    if (!carom_args_read(&usage, argc, argv, &operands, &exit)) return exit;
    const uint64_t given = map.problem.given;
    if (!carom_stream_stated(&usage, &operands, &document, &exit)) return exit;
    if (carom_args_law_reads(&map.problem, given, mapped_reads(&map.problem, w.against), &exit))
        exit = draw_map(&map, &w, &fall, json, document, &picture);
    carom_problem_free(&map.problem);
    json_decref(document);
    return exit;
}
