// carom map: one outcome over two inputs.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/args/args.h"
#include "cli/args/stream.h"
#include "cli/exit.h"
#include "cli/words/json.h"
#include "cli/words/picture.h"
#include "cli/words/shell.h"
#include "cli/words/tables.h"
#include "mods/map_picture/many_map.h"
#include "mods/map_picture/map_picture.h"

static const char examples[] =
    "  carom map --law glocker --e_n 1 --e_t 1 --mu 0.5 --W \"4 0; 0 1\" --v \"-1 0\" \\\n"
    "      --x ratio=-8:8:721 --y angle=0:180:721 -o states.png\n"
    "  carom map problem.json --x mu=0:2:401 --y v_t=-2:2:401 --show dE -o energy.pdf\n"
    "  carom map problem.json --x mu=0:2:401 --y e=0:1:401 --show disagreement --against smith -o differ.png\n"
    "  carom map walker.json --x chain.links[0].angle.deg=-89:89:179 --y params.mu=0:1:51 --contact 1 -o modes.png\n";
static const char about[] =
    "Colours the plane of any two inputs by what a law answers. Inputs: a parameter, v_n, v_t, ratio (v_t/v_n), "
    "incidence\n"
    "(degrees from the normal), W_nn, W_nt, W_tt, angle (degrees: W turned from the one given, v kept); or a number "
    "of\n"
    "two bodies by its place in the file, such as bodies[0].velocity.size or contact.normal.angle.deg.\n"
    "Shows: mode, dE, gain (dE of the energy there is), P_n, P_t, v_n, v_t, ratio (all after the impact), or "
    "disagreement with the law of --against.\n"
    "A FILE of several contacts is asked of its method. Inputs: places in it, such as params.mu, v[0] or\n"
    "chain.links[0].angle.deg. Shows: mode, P_n, P_t, v_n, v_t, work of one contact; dE, outcomes, disagreement.";

typedef struct {
    const char *x, *y, *show, *against, *method, *contact;
    bool json;
} words;

static bool read_shown(carom_map *map, const char *show, carom_misreading *refusal) {
    char hint[128];
    for (int i = 0; i < CAROM_SHOW_COUNT; i++) {
        map->shown = (carom_shown)i;
        if (!strcmp(show, carom_shown_name(i))) return true;
    }
    return carom_refuse(refusal, "bad-value", "cannot show \"%s\"%s", show,
                        carom_suggestion(carom_nearest_name(show, carom_shown_name), "`carom map --help` lists what",
                                         hint, sizeof hint));
}

// "smith", or with a choice "routh:newton".
static bool read_against(carom_map *map, const char *against, carom_misreading *refusal) {
    char name[64];
    const char *colon = strchr(against, ':');
    snprintf(name, sizeof name, "%.*s", (int)(colon ? colon - against : (long)strlen(against)), against);
    map->other = map->problem;
    return carom_problem_law(&map->other, name, refusal) &&
           (!colon || carom_problem_param(&map->other, "restitution", colon + 1, refusal));
}

static bool read_map(carom_map *map, const words *w, json_t *document, carom_map_told *bodies,
                     carom_misreading *refusal) {
    if (!w->x || !w->y) return carom_refuse(refusal, "bad-value", "a map needs --x and --y, such as --x mu=0:2:201");
    if (!carom_map_axes(map, w->x, w->y, document, bodies, refusal)) return false;
    if (!read_shown(map, w->show ? w->show : "mode", refusal)) return false;
    if (!map->problem.law) return carom_refuse(refusal, "bad-problem", "law is missing; `carom laws` lists them all");
    if (!carom_problem_contact_whole(&map->problem, refusal)) return false;
    if (map->problem.contact.dim != 2)
        return carom_refuse(refusal, "bad-problem", "a map is drawn of planar problems; W here is 3 x 3");
    if (map->shown == CAROM_SHOW_DISAGREEMENT && !w->against)
        return carom_refuse(refusal, "bad-value", "disagreement needs --against, such as --against smith");
    return !w->against || read_against(map, w->against, refusal);
}

// A bar on a terminal, once it takes a while.
static void show_progress(int row, int rows) {
    static clock_t start;
    if (row == 0) start = clock();
    if ((double)(clock() - start) < 0.3 * (double)CLOCKS_PER_SEC) return;
    const int done = 40 * row / rows;
    fprintf(stderr, "\r  [%.*s%*s] %3d %%", done, "########################################", 40 - done, "",
            100 * row / rows);
    if (row == rows) fputs("\r\033[K", stderr);
}

static int save(const words *w, const carom_picture *picture, carom_figure *figure) {
    if (!w->json || picture->out || picture->csv || !figure || figure->failed)
        return carom_picture_save(picture, figure);
    carom_figure_free(figure);
    return CAROM_EXIT_FINE;
}

static int draw_map(carom_map *map, const words *w, json_t *document, const carom_picture *picture) {
    carom_misreading refusal;
    carom_map_told bodies;
    if (!read_map(map, w, document, &bodies, &refusal)) return carom_args_refused(&refusal);
    carom_figure *figure = carom_figure_new("map", 400.0, 340.0);
    carom_panel *panel = carom_figure_panel(figure);
    const carom_map_ways ways = {carom_complain_of, isatty(STDERR_FILENO) ? show_progress : NULL};
    if (!carom_map_fill(map, &ways, panel, &refusal)) {
        carom_figure_free(figure);
        return carom_args_refused(&refusal);
    }
    carom_picture_title(figure, &map->problem, map->problem.law, (const char *const[]){map->x.name, map->y.name, NULL});
    if (w->json && panel && !figure->failed)
        carom_json_answer(carom_map_json(&map->x, &map->y, carom_shown_name((int)map->shown), panel->field));
    return save(w, picture, figure);
}

// Several contacts: the axes are places in the file.
static int draw_many(const json_t *document, const words *w, const carom_picture *picture) {
    const carom_many_words asked = {w->x, w->y, w->show, w->contact, w->method, w->against};
    carom_misreading refusal;
    carom_many_map map;
    carom_figure *figure = carom_figure_new("map", 400.0, 340.0);
    carom_panel *panel = carom_figure_panel(figure);
    const bool filled = carom_many_map_read(&map, document, &asked, carom_tables_modules(), &refusal) &&
                        carom_many_map_fill(&map, isatty(STDERR_FILENO) ? show_progress : NULL, panel, &refusal);
    if (filled && w->json && !figure->failed)
        carom_json_answer(carom_map_json(&map.x, &map.y, carom_many_shown_name((int)map.shown), panel->field));
    carom_many_map_free(&map);
    if (filled) return save(w, picture, figure);
    carom_figure_free(figure);
    return carom_args_refused(&refusal);
}

// The document of a file that tells several contacts; NULL: it tells one, or is not JSON, and is read as such.
static json_t *several(const char *file, const words *w) {
    size_t length;
    if (!file || (!strcmp(file, "-") && !w->method)) return NULL;
    char *text = carom_stream_text(file, &length);
    json_t *document = text ? json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL) : NULL;
    free(text);
    if (w->method || carom_many_map_wanted(document)) return document;
    json_decref(document);
    return NULL;
}

int carom_verb_map(int argc, char **argv) {
    carom_map map = {.problem = carom_problem_new(carom_tables_modules())};
    carom_picture picture = {0};
    words w = {0};
    const carom_option options[] = {
        {"x", "NAME=A:B:N", "the input along x", NULL, &w.x},
        {"y", "NAME=A:B:N", "the input along y", NULL, &w.y},
        {"show", "WHAT", "what colours the plane; mode unless given", NULL, &w.show},
        {"against", "LAW", "the second law of a disagreement; routh:newton names a choice", NULL, &w.against},
        {"method", "NAME", "several contacts: the method; overrides the file's", NULL, &w.method},
        {"contact", "N", "several contacts: which one is shown, from 0", NULL, &w.contact},
        CAROM_PICTURE_OPTIONS(picture),
        {"json", NULL, "the values as JSON, on standard output", &w.json, NULL},
        {0},
    };
    const carom_usage usage = {
        "map", examples, about, options, &map.problem, 1, "[FILE|-]", false, carom_tables_reads(NULL)};
    json_t *document = NULL;
    carom_operands operands;
    int exit;
    if (!carom_args_read(&usage, argc, argv, &operands, &exit)) return exit;
    document = several(operands.count ? operands.at[0] : NULL, &w);
    if (document) {
        exit = draw_many(document, &w, &picture);
        json_decref(document);
        return exit;
    }
    if (!carom_stream_stated(&usage, &operands, &document, &exit)) return exit;
    exit = draw_map(&map, &w, document, &picture);
    carom_problem_free(&map.problem);
    json_decref(document);
    return exit;
}
