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
#include "cli/map/system_map.h"
#include "cli/print/json.h"
#include "cli/print/picture.h"
#include "cli/print/shell.h"
#include "cli/print/words.h"
#include "mods/scenario/shape.h"

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
    "(the Painleve paradox). For a file with several contacts, the inputs are paths in the file such as "
    "params.mu, and the value shown is mode, dE, P_n, P_t, v_n or v_t of --contact.";

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

// Draws a map for several contacts; the axes are places in the file.
static int draw_many(const json_t *document, const char *text, const carom_map_words *w, const carom_law *law,
                     bool json, const carom_picture *picture) {
    carom_error refusal;
    carom_system_map map;
    carom_figure *figure = carom_figure_create("map", 400.0, 340.0);
    carom_panel *panel = carom_figure_panel(figure);
    const bool read = carom_system_map_read(&map, document, (carom_source){.text = text, .first_line = 1}, w,
                                            law ? law->name : NULL, carom_tables_modules(), &refusal);
    const bool wanted = !read || json || carom_picture_asked(picture);
    const bool filled =
        read && wanted && carom_system_map_fill(&map, isatty(STDERR_FILENO) ? show_progress : NULL, panel, &refusal);
    if (filled && json && !figure->failed)
        carom_json_answer(carom_map_json(&map.x, &map.y, carom_shown_name((int)map.shown), panel->field));
    carom_system_map_free(&map);
    if (filled) return save(json, picture, figure);
    carom_figure_free(figure);
    return wanted ? carom_args_refused(&refusal) : CAROM_EXIT_USAGE;
}

// Returns the document of a file with several contacts, and its text; NULL if it has one contact or is not JSON.
static json_t *several(const char *file, char **text) {
    size_t length;
    *text = NULL;
    if (!file || !strcmp(file, "-")) return NULL;
    *text = carom_stream_text(file, &length);
    json_t *document = *text ? json_loadb(*text, length, JSON_REJECT_DUPLICATES, NULL) : NULL;
    if (document && carom_is_system(document, carom_tables_modules())) return document;
    json_decref(document);
    return NULL;
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
        {"contact", "N", "for several contacts: number of the contact to show, from 0", NULL, &w.contact},
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
                               .asks = CAROM_ASKS_ANY,
                               .reads = carom_tables_reads(NULL)};
    json_t *document = NULL;
    carom_operands operands;
    int exit;
    if (!carom_args_read(&usage, argc, argv, &operands, &exit)) return exit;
    char *text;
    document = several(operands.count ? operands.at[0] : NULL, &text);
    const bool many = document != NULL;
    const bool stated = map.problem.given || map.problem.W_size || map.problem.v_size;
    if (many && stated)
        carom_say("options other than --law cannot describe several contacts; only the file can, and --x and --y vary "
                  "its numbers");
    if (many && stated) exit = CAROM_EXIT_USAGE;
    if (many && !stated) exit = draw_many(document, text, &w, map.problem.law, json, &picture);
    free(text);
    if (many) {
        json_decref(document);
        return exit;
    }
    carom_error refusal;
    if (map.problem.law && !carom_problem_law(&map.problem, map.problem.law->name, &refusal))
        return carom_args_refused(&refusal);
    const uint64_t given = map.problem.given;
    if (!carom_stream_stated(&usage, &operands, &document, &exit)) return exit;
    if (carom_args_law_reads(&map.problem, given, mapped_reads(&map.problem, w.against), &exit))
        exit = draw_map(&map, &w, &fall, json, document, &picture);
    carom_problem_free(&map.problem);
    json_decref(document);
    return exit;
}
