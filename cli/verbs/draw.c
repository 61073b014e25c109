// carom draw: the impulse diagram of a problem.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/args/args.h"
#include "cli/args/stream.h"
#include "cli/exit.h"
#include "cli/words/ask.h"
#include "cli/words/picture.h"
#include "cli/words/shell.h"
#include "cli/words/tables.h"
#include "cli/words/words.h"

static const char examples[] = "  carom draw --e 0.5 --mu 0.7 --W \"2.5 -1.5; -1.5 2.5\" --v \"-1 0.6\" -o impact.svg\n"
                               "  carom draw problem.json --laws all -o impact.pdf\n";
static const char about[] =
    "Draws one impact in the plane of impulses: the path of the law (routh unless --law says another), the lines of "
    "sticking,\n"
    "greatest compression, termination and friction, the ellipse of no energy loss with rings of equal loss, and what "
    "friction,\n"
    "energy and the surface leave accessible. --laws adds the ends that other laws predict. In space: the hodograph of "
    "the\n"
    "slip with its invariant directions, and the path in impulse space from above, the side and the front.";

// "all", or names parted by commas: is this law among them?
static bool is_wanted(const char *laws, const char *name) {
    if (!strcmp(laws, "all")) return true;
    const size_t n = strlen(name);
    for (const char *at = laws; (at = strstr(at, name)); at++)
        if ((at == laws || at[-1] == ',') && (!at[n] || at[n] == ',')) return true;
    return false;
}

// Every name must be a law's.
static bool are_laws(const char *laws, carom_misreading *refusal) {
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

static size_t wanted_ends(const carom_poll *list, const char *laws, carom_impulse_end *ends) {
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++) {
        const carom_polled *e = &list->at[i];
        if (!is_wanted(laws, e->problem.law->name) || !carom_answer_stands(&e->answer)) continue;
        ends[count].name = e->name;
        memcpy(ends[count++].P, e->answer.outcome.P, sizeof e->answer.outcome.P);
    }
    return count;
}

// The ends of the wanted laws; the caller frees both lists.
static carom_impulse_end *ask_ends(const carom_problem *problem, const char *laws, carom_poll *list, size_t *count) {
    carom_problem asked = *problem;
    carom_problem_carry(&asked);
    carom_ask_all(list, &asked, false);
    carom_impulse_end *ends = carom_resize(NULL, list->count, sizeof *ends);
    *count = wanted_ends(list, laws, ends);
    return ends;
}

static int draw(carom_problem *problem, const char *laws, const carom_picture *picture) {
    carom_misreading refusal;
    if (!carom_problem_contact_whole(problem, &refusal) || (laws && !are_laws(laws, &refusal)))
        return carom_args_refused(&refusal);
    const bool space = problem->contact.dim == 3;
    if (laws && space) {
        carom_say("--laws marks ends in the plane; this problem is in space, where only the path is drawn");
        return CAROM_EXIT_USAGE;
    }
    // A law without a path is shown by its end alone.
    const carom_law *law = problem->law ? problem->law : &carom_law_routh;
    const bool has_path = space || !law->code || law->code->trace;
    if (!has_path && !laws) laws = law->name;
    carom_poll list = {0};
    carom_impulse_view view = {.contact = &problem->contact, .params = &problem->params, .law = has_path ? law : NULL};
    carom_impulse_end *ends = laws ? ask_ends(problem, laws, &list, &view.end_count) : NULL;
    view.end = ends;
    carom_figure *figure = carom_figure_new("impact", space ? 640.0 : laws ? 580.0 : 380.0, space ? 620.0 : 360.0);
    const carom_status status =
        space ? carom_diagram_space(figure, &view) : carom_diagram_impulse(carom_figure_panel(figure), &view);
    free(ends);
    free(list.at);
    if (status == CAROM_OK) return carom_picture_save(picture, figure);
    carom_figure_free(figure);
    carom_complain_of(&refusal, status, law, &problem->contact, &problem->params, NULL);
    return carom_args_refused(&refusal);
}

int carom_verb_draw(int argc, char **argv) {
    carom_problem problem = carom_problem_new(carom_tables_modules());
    carom_picture picture = {0};
    const char *laws = NULL;
    const carom_option options[] = {
        CAROM_PICTURE_OPTIONS(picture),
        {"laws", "all|A,B", "mark where these laws end", NULL, &laws},
        {0},
    };
    const carom_usage usage = {
        "draw", examples, about, options, &problem, 1, "[FILE|-]", false, carom_tables_reads(NULL)};
    json_t *document;
    int exit;
    if (!carom_stream_opening(&usage, argc, argv, &document, &exit)) return exit;
    exit = draw(&problem, laws, &picture);
    carom_problem_free(&problem);
    json_decref(document);
    return exit;
}
