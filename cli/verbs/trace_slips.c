// Implements carom trace --slips: shows how friction turns and stops the slip of a 3D contact.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/geometry.h"
#include "cli/document/document.h"
#include "cli/exit.h"
#include "cli/lookup/approach.h"
#include "cli/lookup/ask.h"
#include "cli/print/shell.h"
#include "cli/verbs/parts.h"
#include "mods/scenario/json.h"

// Trajectories start on a circle of unit slip, one every 15 degrees.
enum { SAMPLES = 24, MOST_POINTS = 2000 };

typedef struct {
    carom_contact contact;
    double mu, mu_static;
    carom_hodograph found;
} portrait;

static bool look(carom_problem *problem, portrait *p, carom_error *refusal) {
    if (!problem->W_size)
        return carom_refuse(refusal, CAROM_BAD_VALUE,
                            "W is missing: a 3 x 3 matrix, such as --W \"4 1 0; 1 3 0; 0 0 2\"");
    if (problem->params.mu_of_speed.form)
        return carom_refuse(refusal, CAROM_BAD_VALUE, "the slip of a hodograph has no speed; pass --mu");
    if (!carom_ask_mu(problem, "trace --slips", refusal)) return false;
    p->contact = problem->contact;
    p->contact.dim = problem->W_size;
    memset(p->contact.v, 0, sizeof p->contact.v);
    p->mu = problem->params.mu;
    p->mu_static = problem->params.mu_static == CAROM_SAME_AS_MU ? p->mu : problem->params.mu_static;
    const carom_status status = carom_hodograph_compute(&p->contact, p->mu, p->mu_static, &p->found);
    if (status == CAROM_OK) return true;
    if (status == CAROM_WRONG_DIM)
        return carom_refuse(refusal, status, "--slips needs a 3D contact: W is 2 x 2, not 3 x 3");
    if (status == CAROM_COEFFICIENT_RANGE)
        return carom_refuse(refusal, status,
                            "mu = %g and mu_static = %g: --slips needs 0 <= mu <= mu_static and a finite mu", p->mu,
                            p->mu_static);
    return carom_complain_of(refusal, status, &carom_law_routh, &p->contact, &problem->params, NULL);
}

// Writes one trajectory of the slip with Routh's law.
static json_t *trajectory_json(const portrait *p, double angle) {
    static carom_path_point points[MOST_POINTS];
    carom_path path = {.points = points, .capacity = MOST_POINTS};
    const carom_contact c = carom_approach_for_slip(&p->contact, p->mu, angle);
    carom_params params = carom_params_default();
    carom_result out;
    params.e = 0.0;
    params.mu = p->mu;
    params.mu_static = p->mu_static;
    json_t *slips = json_array();
    if (carom_status_classify(carom_trace(&carom_law_routh, &c, &params, &path, &out)) != CAROM_CLASS_OK) return slips;
    for (size_t i = 0; i < path.count; i++) json_array_append_new(slips, carom_json_numbers(points[i].v + 1, 2));
    return slips;
}

static const carom_document_column columns[] = {
    {.key = "e_t1", .title = "e_t1", .array = "e"},
    {.key = "e_t2", .title = "e_t2", .array = "e"},
    {.key = "f", .title = "dr/dp"},
    {.key = "D", .title = "dv_n/dp"},
    {.key = "turn"},
    {.key = "kind", .title = "slip along it"},
    {.key = "attracts"},
    {.title = "directions nearby"},
};

static void add_directions(carom_document *document, const portrait *p) {
    const carom_hodograph *h = &p->found;
    carom_document_table(document, "directions", columns, sizeof columns / sizeof *columns);
    for (int i = 0; i < h->count; i++) {
        const carom_invariant *d = &h->direction[i];
        carom_document_cell_number(document, d->e[0], 1.0);
        carom_document_cell_number(document, d->e[1], 1.0);
        carom_document_cell_number(document, d->f, fabs(d->turn));
        carom_document_cell_number(document, d->D, p->contact.W[0][0]);
        carom_document_cell_number(document, d->turn, 0.0);
        carom_document_cell(document, "%s", carom_enum_name(CAROM_ENUM_INVARIANT, (int)d->kind));
        carom_document_cell_data(document, json_boolean(d->turn < 0.0));
        carom_document_cell(document, "%s", d->turn < 0.0 ? "attracted" : "repelled");
    }
}

static carom_document *describe(const portrait *p) {
    const carom_hodograph *h = &p->found;
    carom_document *document = carom_document_new(NULL);
    json_t *trajectories = json_array();
    for (int i = 0; i < SAMPLES && carom_document_wants_json; i++)
        json_array_append_new(trajectories, trajectory_json(p, 8.0 * atan(1.0) * i / SAMPLES));
    carom_document_number(document, (carom_fact){.key = "mu", .title = "mu"}, p->mu);
    carom_document_number(document, (carom_fact){.key = "mu_static", .title = "mu_static"}, p->mu_static);
    carom_document_number(document,
                          (carom_fact){.key = "mu_critical",
                                       .title = "critical mu_static",
                                       .remark = h->holds
                                                     ? "a stopped slip sticks"
                                                     : "a stopped slip starts again along the divergent direction"},
                          h->mu_critical);
    carom_document_data(document, "holds", json_boolean(h->holds));
    carom_document_data(document, "hold", carom_json_numbers(h->hold, 2));
    carom_document_data(document, "escape", h->holds ? json_null() : carom_json_numbers(h->escape, 2));
    carom_document_data(document, "everywhere", json_boolean(h->everywhere));
    if (h->everywhere) carom_document_paragraph(document, "Every direction is invariant: the slip never turns.");
    add_directions(document, p);
    carom_document_data(document, "trajectories", trajectories);
    return document;
}

int carom_trace_slips(carom_problem *problem) {
    carom_error refusal;
    portrait p;
    if (!look(problem, &p, &refusal)) return carom_args_refused(&refusal);
    carom_document_print(describe(&p));
    return CAROM_EXIT_FINE;
}
