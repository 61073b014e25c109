// Implements carom hodograph: shows how friction turns and stops the slip of a 3D contact.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/geometry.h"
#include "cli/args/args.h"
#include "cli/args/stream.h"
#include "cli/exit.h"
#include "cli/lookup/approach.h"
#include "cli/lookup/ask.h"
#include "cli/lookup/laws.h"
#include "cli/print/json.h"
#include "cli/print/shell.h"
#include "cli/print/table.h"

static const char examples[] = "  carom hodograph --mu 0.3 --W \"4 1 0.5; 1 3 0.7; 0.5 0.7 2\"\n";
static const char about[] =
    "Shows how friction turns and stops the slip of a 3D contact.\n"
    "\n"
    "The output lists the invariant directions of the slip and whether slip along each of them decays "
    "or grows. It also contains the smallest friction coefficient at which a stopped contact sticks. "
    "The input consists of W, mu and mu_static; velocities are not needed.";

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
        return carom_refuse(refusal, CAROM_BAD_VALUE, "a hodograph has no speed; pass --mu");
    if (!carom_ask_mu(problem, "hodograph", refusal)) return false;
    p->contact = problem->contact;
    p->contact.dim = problem->W_size;
    memset(p->contact.v, 0, sizeof p->contact.v);
    p->mu = problem->params.mu;
    p->mu_static = problem->params.mu_static == CAROM_SAME_AS_MU ? p->mu : problem->params.mu_static;
    const carom_status status = carom_hodograph_compute(&p->contact, p->mu, p->mu_static, &p->found);
    if (status == CAROM_OK) return true;
    if (status == CAROM_WRONG_DIM)
        return carom_refuse(refusal, status, "a hodograph needs a 3D contact: W is 2 x 2, not 3 x 3");
    if (status == CAROM_COEFFICIENT_RANGE)
        return carom_refuse(refusal, status,
                            "mu = %g and mu_static = %g: a hodograph needs 0 <= mu <= mu_static and a finite mu", p->mu,
                            p->mu_static);
    return carom_complain_of(refusal, status, &carom_law_routh, &p->contact, &problem->params, NULL);
}

static json_t *direction_json(const carom_invariant *d) {
    return json_pack("{s:o, s:s, s:b, s:o, s:o, s:o}", "e", carom_json_numbers(d->e, 2), "kind",
                     carom_enum_name(CAROM_ENUM_INVARIANT, (int)d->kind), "attracts", d->turn < 0.0, "f",
                     carom_json_real(d->f), "turn", carom_json_real(d->turn), "D", carom_json_real(d->D));
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

static json_t *portrait_json(const portrait *p) {
    const carom_hodograph *h = &p->found;
    json_t *directions = json_array(), *trajectories = json_array();
    for (int i = 0; i < h->count; i++) json_array_append_new(directions, direction_json(&h->direction[i]));
    for (int i = 0; i < SAMPLES; i++)
        json_array_append_new(trajectories, trajectory_json(p, 8.0 * atan(1.0) * i / SAMPLES));
    return json_pack("{s:o, s:o, s:o, s:b, s:o, s:o, s:b, s:o, s:o}", "mu", carom_json_real(p->mu), "mu_static",
                     carom_json_real(p->mu_static), "mu_critical", carom_json_real(h->mu_critical), "holds", h->holds,
                     "hold", carom_json_numbers(h->hold, 2), "escape",
                     h->holds ? json_null() : carom_json_numbers(h->escape, 2), "everywhere", h->everywhere,
                     "directions", directions, "trajectories", trajectories);
}

static void print_portrait(const portrait *p) {
    const carom_hodograph *h = &p->found;
    printf("mu = %g, critical %g: a stopped slip %s\n\n", p->mu, h->mu_critical,
           h->holds ? "sticks" : "starts again along the divergent direction");
    if (h->everywhere) {
        printf("  every direction is invariant: the slip never turns\n");
        return;
    }
    carom_table table = {.format = carom_output_format, .align = "rrrrll"};
    static const char *const heads[] = {"e_t1", "e_t2", "dr/dp", "dv_n/dp", "slip along it", "directions nearby"};
    for (int i = 0; i < 6; i++) carom_table_cell(&table, "%s", heads[i]);
    carom_table_end_row(&table);
    for (int i = 0; i < h->count; i++) {
        const carom_invariant *d = &h->direction[i];
        carom_table_number(&table, d->e[0], 1.0);
        carom_table_number(&table, d->e[1], 1.0);
        carom_table_number(&table, d->f, fabs(d->turn));
        carom_table_number(&table, d->D, p->contact.W[0][0]);
        carom_table_cell(&table, "%s", carom_enum_name(CAROM_ENUM_INVARIANT, (int)d->kind));
        carom_table_cell(&table, "%s", d->turn < 0.0 ? "attracted" : "repelled");
        carom_table_end_row(&table);
    }
    carom_table_print(stdout, &table);
}

int carom_verb_hodograph(int argc, char **argv) {
    bool json = false;
    carom_problem problem = carom_problem_new(carom_tables_modules());
    const carom_option options[] = {
        {"json", NULL, "with sample trajectories", &json, NULL},
        CAROM_TABLE_OPTIONS,
        {0},
    };
    const carom_usage usage = {.verb = "hodograph",
                               .examples = examples,
                               .about = about,
                               .options = options,
                               .problem = &problem,
                               .most_operands = 1,
                               .operands = "[FILE|-]",
                               .asks = CAROM_ASKS_EVERY,
                               .reads = CAROM_PARAM_BIT(mu) | CAROM_PARAM_BIT(mu_static)};
    carom_error refusal;
    portrait p;
    json_t *document;
    int exit;
    if (!carom_stream_opening(&usage, argc, argv, &document, &exit)) return exit;
    if (!look(&problem, &p, &refusal))
        exit = carom_args_refused(&refusal);
    else if (json)
        carom_json_answer(portrait_json(&p));
    else
        print_portrait(&p);
    carom_problem_free(&problem);
    json_decref(document);
    return exit;
}
