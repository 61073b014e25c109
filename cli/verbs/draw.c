// Implements carom draw: draws the impulse diagram of a problem.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/scenario.h"
#include "cli/args/args.h"
#include "cli/args/stream.h"
#include "cli/exit.h"
#include "cli/lookup/answer.h"
#include "cli/lookup/ask.h"
#include "cli/lookup/laws.h"
#include "cli/lookup/report.h"
#include "cli/map/caption.h"
#include "cli/map/over.h"
#include "cli/map/scene_picture.h"
#include "cli/print/picture.h"
#include "cli/print/shell.h"
#include "cli/print/units.h"
#include "cli/print/words.h"
#include "mods/draw/figure/figure.h"
#include "mods/scenario/scene.h"
#include "papers/reach.h"

static const char examples[] = "  carom draw cars.json --scene -o scene.svg\n"
                               "  carom draw --e 0.5 --mu 0.7 --W \"2.5 -1.5; -1.5 2.5\" --v \"-1 0.6\" -o x.svg\n"
                               "  carom draw problem.json --laws all -o impact.pdf\n";
static const char about[] =
    "Draws one impact in the impulse plane, or the bodies to scale.\n"
    "\n"
    "In 2D (planar), carom draws the path of the impulse, the energy ellipse, the friction cone and "
    "the lines of sticking and maximum compression. In 3D, it draws the hodograph of the slip and "
    "three views of the path.";

// Returns true if this law is in the list: "all", or names separated by commas.
static bool is_wanted(const char *laws, const char *name) {
    if (!strcmp(laws, "all")) return true;
    const size_t n = strlen(name);
    for (const char *at = laws; (at = strstr(at, name)); at++)
        if ((at == laws || at[-1] == ',') && (!at[n] || at[n] == ',')) return true;
    return false;
}

// Checks that every name is a law.
static bool are_laws(const char *laws, carom_error *refusal) {
    carom_problem scratch = carom_problem_new(carom_tables_modules());
    for (const char *at = laws; strcmp(laws, "all") && *at;) {
        char name[64];
        const size_t n = strcspn(at, ",");
        snprintf(name, sizeof name, "%.*s", (int)n, at);
        if (!carom_problem_law(&scratch, name, refusal)) return false;
        at += n + (at[n] == ',');
    }
    return true;
}

// Returns the parameters read by the laws in the picture: the law whose path is drawn, and the laws whose results are
// marked.
static uint64_t drawn_reads(const carom_problem *problem, const char *laws, bool reach) {
    const carom_law *law = problem->law ? problem->law : &carom_law_routh;
    uint64_t ends = 0;
    for (int i = 0; laws && i < carom_tables_count(false); i++)
        if (is_wanted(laws, carom_tables_at(i)->name)) ends |= carom_law_reads(carom_tables_at(i));
    const uint64_t path = reach && !problem->law ? CAROM_PARAM_BIT(mu) : carom_law_reads(law);
    return path | ends | (laws || reach ? CAROM_PARAM_BIT(mu) : 0);
}

static size_t wanted_ends(const carom_poll *list, const char *laws, carom_impulse_mark *ends) {
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++) {
        const carom_polled *e = &list->at[i];
        if (!is_wanted(laws, e->problem.law->name) || !carom_answer_stands(&e->answer)) continue;
        ends[count].name = e->name;
        memcpy(ends[count++].P, e->answer.outcome.P, sizeof e->answer.outcome.P);
    }
    return count;
}

// Computes the results of the selected laws. The caller frees both lists.
static carom_impulse_mark *ask_ends(const carom_problem *problem, const char *laws, carom_poll *list, size_t *count) {
    carom_problem asked = *problem;
    carom_ask_all(list, &asked, false);
    carom_impulse_mark *ends = carom_resize(NULL, list->count, sizeof *ends);
    *count = wanted_ends(list, laws, ends);
    return ends;
}

typedef struct {
    const char *laws, *vary[2];
    bool scene, beside, reach, all;
} wishes;

// Checks that the options are compatible with each other and with the problem.
static bool words_fit(const wishes *w, const carom_problem *problem) {
    const bool in_space = problem->contact.dim == 3 && (w->laws || w->vary[0]);
    if (w->vary[0] && !problem->law) carom_say("--vary needs --law");
    const bool alone = !w->all || (problem->law && !w->laws && !w->vary[0]);
    if (!alone) carom_say("--all-solutions needs --law, and goes without --laws and --vary");
    if (in_space)
        carom_say("%s is drawn in 2D only; this problem is in 3D, where only the path is drawn",
                  w->laws ? "--laws" : "--vary");
    if (w->beside && problem->contact.dim == 3)
        carom_say("--with-scene works in 2D only; in 3D draw the path and --scene in two commands");
    return alone && !in_space && !(w->vary[0] && !problem->law) && !(w->beside && problem->contact.dim == 3);
}

// Adds the bodies with the result of the law, or prints why there is none.
static bool add_scene(carom_figure *figure, carom_problem *problem, const carom_law *law) {
    carom_answer answer;
    carom_scene scene;
    carom_problem asked = *problem;
    asked.law = law;
    asked.given = 0; // the drawn law need not read all parameters of the file
    carom_answer_problem(&asked, &answer);
    if (!carom_answer_stands(&answer)) {
        carom_report_failure(&asked, &answer);
        return false;
    }
    const carom_status status = carom_scene_of(problem->bodies, answer.outcome.P, &scene);
    if (status == CAROM_NOT_APPLICABLE)
        carom_say("--scene draws bodies or a chain of a file (docs/scenario.md); W and v have no positions");
    else if ((status != CAROM_OK || carom_draw_in_units(figure, &scene, &problem->units) != CAROM_OK) &&
             !figure->failed)
        carom_say(
            "cannot draw this scene: it has too many bodies and contacts (at most 64), or a number is not finite");
    return figure->failed || figure->panel_count > 0;
}

static int draw_scene(carom_problem *problem, const carom_law *law, const carom_picture *picture) {
    const bool space = problem->contact.dim == 3;
    carom_figure *figure = carom_figure_create("scene", space ? 640.0 : 460.0, space ? 560.0 : 400.0);
    if (figure && space) figure->columns = 2;
    if (figure && !add_scene(figure, problem, law)) {
        carom_figure_free(figure);
        return CAROM_EXIT_USAGE;
    }
    carom_picture_title(figure, problem, law, NULL);
    return carom_picture_save(picture, figure);
}

// Draws the set that the law reaches if its coefficients vary, except the given ones, which stay fixed. Without a law,
// draws only the accessible region.
static int draw_reach(carom_problem *problem, const carom_picture *picture) {
    static const carom_style style = {.ink = CAROM_INK_ORANGE, .fill = 0.4, .hatched = true};
    const carom_law *law = problem->law;
    const bool space = problem->contact.dim == 3;
    carom_error refusal;
    carom_reach_range own[CAROM_MAX_REACH_RANGES];
    const int count = law ? carom_reach_ranges(law, problem->given, own) : 0;
    carom_figure *figure = carom_figure_create("reach", space ? 760.0 : 400.0, space ? 420.0 : 380.0);
    carom_panel *panel = space ? NULL : carom_figure_panel(figure);
    const carom_impulse_view view = {.contact = &problem->contact, .params = &problem->params};
    carom_status status =
        space ? carom_draw_region(figure, &problem->contact, &problem->params, count ? law : NULL, own, count)
              : carom_panel_impulse(panel, &view);
    char name[128] = "reached over ", list[96] = "";
    for (int k = 0; k < count; k++)
        carom_join(list, sizeof list, ", ", carom_law_coefficient(law, (int)own[k].param)->name);
    carom_join(name, sizeof name, "", list);
    if (status == CAROM_OK && !space && law)
        status = carom_panel_reach(panel, law, &problem->contact, &problem->params, own, count,
                                   count ? name : law->name, style);
    if (status == CAROM_OK && !space) carom_panel_letters(panel, &problem->contact, problem->params.mu);
    carom_contact_caption(figure, &problem->contact);
    const char *left[CAROM_MAX_REACH_RANGES + 1] = {NULL};
    for (int k = 0; k < count; k++) left[k] = carom_law_coefficient(law, (int)own[k].param)->name;
    if (law) carom_picture_title(figure, problem, law, left);
    if (status == CAROM_OK || !figure || figure->failed) return carom_picture_save(picture, figure);
    carom_figure_free(figure);
    if (status == CAROM_NOT_APPLICABLE) {
        carom_say("the region has no surface to draw: it needs an approach, friction (--mu) and a regular W");
        return CAROM_EXIT_USAGE;
    }
    carom_complain_of(&refusal, status, law, &problem->contact, &problem->params, NULL);
    return carom_args_refused(&refusal);
}

static int draw(carom_problem *problem, wishes *w, const carom_picture *picture) {
    carom_error refusal;
    carom_over over = {0};
    if (!carom_problem_settled(problem, &refusal) || (w->laws && !are_laws(w->laws, &refusal)))
        return carom_args_refused(&refusal);
    if (!words_fit(w, problem)) return CAROM_EXIT_USAGE;
    if (problem->contact.v[0] > 0.0) carom_report_parting(stderr, problem, "carom: ");
    if (w->vary[0] && !carom_over_read(&over, problem, w->vary[0], w->vary[1], &refusal))
        return carom_args_refused(&refusal);
    const carom_law *law = problem->law ? problem->law : &carom_law_routh;
    if (w->reach && !carom_ask_mu(problem, "draw --reach", &refusal)) return carom_args_refused(&refusal);
    if (!w->reach && !w->vary[0] && !carom_problem_given(law, &problem->params, problem->contact.dim, &refusal))
        return carom_args_refused(&refusal);
    if (w->reach) return draw_reach(problem, picture);
    if (w->scene && !w->beside) return draw_scene(problem, law, picture);
    // If the law has no path, show only its result.
    const bool space = problem->contact.dim == 3;
    const bool has_path = space || !law->contact || law->contact->trace;
    if (!has_path && !w->laws && !w->vary[0] && !w->all) w->laws = law->name;
    carom_poll list = {0};
    // If the law has no friction coefficient, show no cone.
    carom_params params = problem->params;
    if (isnan(params.mu) || (!(carom_law_reads(law) & CAROM_PARAM_BIT(mu)) && !w->laws)) params.mu = HUGE_VAL;
    carom_impulse_view view = {.contact = &problem->contact,
                               .params = &params,
                               .law = has_path && !w->vary[0] ? law : NULL,
                               .all = w->all ? law : NULL};
    carom_impulse_mark *ends = w->laws ? ask_ends(problem, w->laws, &list, &view.end_count) : NULL;
    for (size_t i = 0; i < list.count; i++) {
        const carom_polled *e = &list.at[i];
        if (e->answer.status != CAROM_COEFFICIENT_MISSING || !is_wanted(w->laws, e->problem.law->name)) continue;
        refusal = e->answer.refusal;
        free(ends);
        free(list.at);
        return carom_args_refused(&refusal);
    }
    view.end = ends;
    const double width = space                                                       ? 640.0
                         : ((w->laws && view.end_count > 1) || w->all) && !w->beside ? 580.0
                         : w->beside                                                 ? 440.0
                                                                                     : 380.0;
    const double height = w->beside ? 420.0 : space ? 620.0 : 360.0;
    carom_figure *figure = carom_figure_create("impact", w->beside ? 2.0 * width : width, height);
    if (figure && w->beside) figure->columns = 2;
    const bool stands = !w->beside || !figure || add_scene(figure, problem, law);
    carom_panel *panel = space ? NULL : carom_figure_panel(figure);
    const carom_status status = !stands ? CAROM_NOT_APPLICABLE
                                : space ? carom_draw_hodograph(figure, &view)
                                        : carom_panel_impulse(panel, &view);
    if (status == CAROM_OK && w->vary[0]) carom_over_draw(panel, &over, problem);
    carom_contact_caption(figure, &problem->contact);
    // Leave out the coefficients that vary, which are in the legend.
    carom_picture_title(figure, problem, law, (const char *const[]){over.first.name, over.second.name, NULL});
    free(ends);
    free(list.at);
    if (stands && (status == CAROM_OK || !figure || figure->failed)) return carom_picture_save(picture, figure);
    carom_figure_free(figure);
    if (!stands) return CAROM_EXIT_USAGE;
    carom_complain_of(&refusal, status, law, &problem->contact, &problem->params, NULL);
    return carom_args_refused(&refusal);
}

int carom_verb_draw(int argc, char **argv) {
    carom_problem problem = carom_problem_new(carom_tables_modules());
    carom_picture picture = {0};
    wishes w = {0};
    const char *units = NULL;
    carom_units chosen = {0};
    const carom_option options[] = {
        CAROM_PICTURE_OPTIONS(picture),
        {"laws", "all|A,B", "also mark the results of these laws", NULL, &w.laws},
        {"all-solutions", NULL, "mark every result that satisfies the law", &w.all, NULL},
        {"vary", "NAME=A:B:N", "draw the results of the law as this coefficient varies, as a curve", NULL, &w.vary[0]},
        {"vary", "NAME=A:B:N", "given again: also vary this coefficient, and draw a net", NULL, &w.vary[1]},
        {"reach", NULL, "draw all impulses that the law can produce as its coefficients vary", &w.reach, NULL},
        {"scene", NULL, "draw the bodies to scale, with velocities before and after the impact", &w.scene, NULL},
        {"with-scene", NULL, "draw the scene and the impulse plane side by side", &w.beside, NULL},
        CAROM_UNITS_OPTION(units),
        {0},
    };
    const carom_usage usage = {.verb = "draw",
                               .examples = examples,
                               .about = about,
                               .options = options,
                               .problem = &problem,
                               .most_operands = 1,
                               .operands = "[FILE|-]",
                               .reads = carom_tables_reads(NULL)};
    carom_operands operands;
    json_t *document;
    int exit;
    if (!carom_args_read(&usage, argc, argv, &operands, &exit)) return exit;
    const uint64_t given = problem.given;
    if (!carom_units_option(units, &chosen)) return CAROM_EXIT_USAGE;
    if (!carom_stream_stated(&usage, &operands, &document, &exit)) return exit;
    if (units) problem.units = chosen;
    if (carom_args_law_reads(&problem, given, drawn_reads(&problem, w.laws, w.reach), &exit))
        exit = draw(&problem, &w, &picture);
    carom_problem_free(&problem);
    json_decref(document);
    return exit;
}
