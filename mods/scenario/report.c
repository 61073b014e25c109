#include "mods/scenario/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mods/scenario/json.h"
#include "mods/scenario/sequence_bound.h"

// Allocates memory.

struct carom_report_block {
    carom_report_block *next;
    max_align_t data[];
};

// Uses Jansson's allocator, because printing needs memory of the report and of Jansson.
void *carom_report_room(carom_report *r, size_t count, size_t size) {
    const size_t most = CAROM_MAX_MEMORY / 2;
    carom_report_block *block = count <= most / size ? carom_json_room(sizeof *block + count * size, 1) : NULL;
    if (!block) {
        r->short_of_memory = true;
        return NULL;
    }
    block->next = r->blocks;
    r->blocks = block;
    return block->data;
}

char *carom_report_copy(carom_report *r, const char *text) {
    const size_t length = strlen(text) + 1;
    char *copy = carom_report_room(r, length, 1);
    return copy ? memcpy(copy, text, length) : NULL;
}

void carom_report_drop(carom_report *r) {
    if (!r) return;
    for (carom_report_block *block = r->blocks, *next; block; block = next) {
        next = block->next;
        carom_json_leave(block);
    }
    free(r->memory);
    json_decref(r->id);
    carom_json_leave(r);
}

// Returns NULL if an allocation failed, so that no incomplete report is printed.
static carom_report *whole(carom_report *r) {
    if (!r->short_of_memory) return r;
    carom_report_drop(r);
    return NULL;
}

static carom_report *start(carom_status status, const carom_error *error, json_t *id, int dim, carom_units units) {
    carom_report *r = carom_json_room(1, sizeof *r);
    if (!r) return NULL;
    r->status = status;
    r->error = *error;
    r->id = json_incref(id);
    r->dim = dim;
    r->units = units;
    r->critical = (double)NAN;
    r->lost = (double)NAN;
    r->bound = -1;
    r->fields = (carom_report_fields){.size = sizeof r->fields, .status = status};
    return r;
}

// Reports one contact.

// Fills the result. A problem with one contact is reported as a system with the same numbers.
static void fill_result(carom_report *r) {
    double *W = carom_report_room(r, 9, sizeof *W);
    carom_result *out = &r->outcome;
    if (!W) return;
    for (int i = 0; i < r->dim * r->dim; i++) W[i] = r->contact.W[i / r->dim][i % r->dim];
    r->system = (carom_system){.nc = 1, .dim = r->dim, .W = W, .v = r->contact.v};
    r->result = (carom_system_result){.status = r->status,
                                      .violations = out->violations,
                                      .P = out->P,
                                      .v = out->v,
                                      .work = &out->dE,
                                      .mode = &out->mode,
                                      .dE = out->dE,
                                      .residual = out->residual,
                                      .solution_count = out->solution_count,
                                      .coefficient = out->coefficient,
                                      .ratio_c = (double)NAN};
}

static void fill_outputs(carom_report *r, const carom_problem *problem) {
    while (carom_law_output(problem->law, r->output_count)) r->output_count++;
    r->outputs = carom_report_room(r, (size_t)r->output_count, sizeof *r->outputs);
    for (int i = 0; r->outputs && i < r->output_count; i++) {
        const carom_output *tell = carom_law_output(problem->law, i);
        const double value = tell->value(problem->law, &problem->contact, &problem->params, &r->outcome);
        r->outputs[i] = (carom_report_output){tell->name, tell->unit, tell->meaning, value};
    }
}

// Copies the modes of vibration, which belong to the file.
static void copy_list(carom_report *r) {
    const size_t count = r->params.list_count;
    if (!count || !(carom_law_reads(r->fields.law) & CAROM_PARAM_BIT(modes))) return;
    carom_vibration *list = carom_report_room(r, count, sizeof *list);
    if (list) memcpy(list, r->params.list, count * sizeof *list);
    r->params.list = list;
}

static void fill_hint(carom_report *r, const carom_problem *problem) {
    char hint[2000];
    if (r->status == CAROM_NO_IMPACT) r->hint = carom_report_copy(r, carom_parting_hint(problem, hint, sizeof hint));
}

static void fill_fields(carom_report *r) {
    carom_report_fields *f = &r->fields;
    f->system = &r->system;
    f->params = &r->params;
    f->result = &r->result;
    f->contact = &r->outcome;
    f->critical = r->critical;
    f->normal_reversed = r->normal_reversed;
    f->output_count = r->output_count;
    double *values = carom_report_room(r, (size_t)r->output_count, sizeof *values);
    for (int i = 0; values && i < r->output_count; i++) values[i] = r->outputs[i].value;
    f->outputs = values;
}

static carom_report *report_one(const carom_problem *problem, const carom_answer *answer) {
    carom_report *r = start(answer->status, &answer->refusal, problem->id, problem->contact.dim, problem->units);
    if (!r) return NULL;
    r->fields.law = problem->law;
    r->outcome = answer->outcome;
    if (carom_status_classify(answer->status) == CAROM_CLASS_BAD_INPUT) return r;
    r->contact = problem->contact;
    fill_result(r);
    r->normal_reversed = carom_answer_looks_reversed(problem, answer);
    if (carom_answer_stands(answer)) {
        r->params = carom_problem_params(problem);
        copy_list(r);
        fill_outputs(r, problem);
        carom_report_coefficients(r, problem);
        r->critical = carom_answer_critical(problem);
        fill_hint(r, problem);
        r->spec = problem->bodies != NULL;
        if (r->spec) carom_report_bodies(r, problem->bodies, answer->outcome.P);
    }
    fill_fields(r);
    return whole(r);
}

// Reports several contacts.

// Computes the speeds after these impulses, and the free bodies at these speeds.
static carom_report_speeds speeds_after(carom_report *r, const carom_problem *p, const double *P) {
    carom_report_speeds after = {.u = NULL};
    const carom_bodies *b = carom_system_bodies(p);
    if (!b) return after;
    const carom_mechanism *m = &b->mechanism;
    double *u = carom_report_room(r, (size_t)(m->speeds + m->constraints), sizeof *u);
    if (!u) return after;
    carom_delassus_apply(&b->delassus, P, u, u + m->speeds);
    after = (carom_report_speeds){.u = u, .reactions = u + m->speeds};
    if (b->kind == CAROM_SCENARIO_BODIES) after.bodies = carom_report_free_bodies(r, b, u);
    return after;
}

static void fill_speeds(carom_report *r, const carom_problem *p) {
    const carom_system_result *out = &r->result;
    const carom_report_speeds after = speeds_after(r, p, out->P);
    if (!after.u) return;
    carom_report_fields *f = &r->fields;
    const carom_mechanism *m = &p->bodies->mechanism;
    double *u = carom_report_room(r, (size_t)m->speeds, sizeof *u);
    if (u) memcpy(u, m->u, (size_t)m->speeds * sizeof *u);
    f->speed_count = m->speeds;
    f->u = u;
    f->u_after = after.u;
    f->reaction_count = m->constraints;
    f->reactions = after.reactions;
    if (after.bodies) {
        f->body_count = p->bodies->assembly.bodies;
        f->before = carom_report_free_bodies(r, p->bodies, m->u);
        f->after = after.bodies;
    }
    r->kind = p->bodies->kind;
    if (out->kept > 1 || r->orders) r->solutions = carom_report_room(r, (size_t)out->kept, sizeof *r->solutions);
    for (int k = 0; r->solutions && k < out->kept; k++) r->solutions[k] = speeds_after(r, p, out->solutions[k].P);
}

static void fill_expansion(carom_report *r, const carom_problem *p) {
    const carom_system_result *out = &r->result;
    const int n = 2 * p->system.nc;
    r->expansion = carom_report_room(r, (size_t)n, sizeof *r->expansion);
    r->extra = carom_report_room(r, (size_t)p->system.nc, sizeof *r->extra);
    if (!r->expansion || !r->extra) return;
    for (int i = 0; i < n; i++) r->expansion[i] = out->P[i] - out->P_compression[i];
    for (int i = 0; i < p->system.nc; i++) {
        const double floor = p->each[i].e * out->P_compression[2 * i];
        r->extra[i] = r->expansion[2 * i] > floor + 1e-9 * (1.0 + fabs(floor));
    }
}

// Computes the largest possible number of impacts if it is known: for two frictionless contacts with the same
// coefficient.
static void fill_bound(carom_report *r, const carom_problem *p) {
    double W[4][4];
    if (p->system.nc != 2 || p->system.dim != 2 || strcmp(p->settings.single->name, "frictionless") ||
        p->each[0].e != p->each[1].e)
        return;
    memcpy(W, p->system.W, sizeof W);
    r->bound = carom_max_sequence_impacts((const double(*)[4])W, p->each[0].e);
}

static void fill_sequence(carom_report *r, const carom_problem *p) {
    const carom_system_result *out = &r->result;
    r->single = p->settings.single->name;
    fill_bound(r, p);
    if (!p->gap_samples) return;
    r->gap_counts = carom_report_room(r, (size_t)out->kept + 1, sizeof *r->gap_counts);
    if (r->gap_counts && !carom_system_gap_counts(p, out, r->gap_counts)) r->gap_counts = NULL;
}

static void copy_system(carom_report *r, const carom_system *s) {
    const size_t n = (size_t)(s->dim * s->nc);
    double *W = carom_report_room(r, n * (n + 1), sizeof *W);
    if (!W) return;
    memcpy(W, s->W, n * n * sizeof *W);
    memcpy(W + n * n, s->v, n * sizeof *W);
    r->system = (carom_system){.nc = s->nc, .dim = s->dim, .W = W, .v = W + n * n};
}

static void copy_params(carom_report *r, const carom_problem *p) {
    const size_t nc = (size_t)p->system.nc;
    carom_params *params = carom_report_room(r, nc, sizeof *params);
    if (params) memcpy(params, p->each, nc * sizeof *params);
    r->fields.params = params;
}

static carom_report *report_system(const carom_problem *p, const carom_answer *a) {
    carom_report *r = start(a->status, &a->refusal, p->id, p->system.dim, p->units);
    if (!r) free(a->memory);
    if (!r) return NULL;
    const carom_status_class class = carom_status_classify(a->status);
    r->several = true;
    r->fields.law = p->law;
    r->fields.critical = (double)NAN;
    r->result = a->system;
    r->memory = a->memory;
    if (class == CAROM_CLASS_BAD_INPUT) return r;
    copy_system(r, &p->system);
    copy_params(r, p);
    r->parts = carom_system_separates(&p->system);
    if (class == CAROM_CLASS_OK) {
        r->orders = carom_system_provides(p->law) & CAROM_PROVIDES_ORDERS;
        fill_speeds(r, p);
        if (r->result.P_compression) fill_expansion(r, p);
        if (r->orders) fill_sequence(r, p);
    }
    r->fields.system = &r->system;
    r->fields.result = &r->result;
    return whole(r);
}

carom_report *carom_report_new(const carom_problem *problem, const carom_answer *answer) {
    return problem->system.nc ? report_system(problem, answer) : report_one(problem, answer);
}

// Writes an answer as JSON without keeping a report.
json_t *carom_answer_json(const carom_problem *problem, const carom_answer *answer) {
    carom_report *report = carom_report_new(problem, answer);
    json_t *object = report ? carom_report_json(report) : NULL;
    carom_report_drop(report);
    return object;
}

// Provides the functions of the library.

void carom_answer_explain(const carom_problem *p, carom_answer *a) {
    char text[sizeof a->refusal.detail];
    if (p->system.nc)
        carom_system_error(a->status, p->law, &p->system, &p->settings, &a->system, &a->refusal);
    else
        carom_collide_error(a->status, p->law, &p->contact, &p->params, &a->outcome, &a->refusal);
    carom_error_format(&a->refusal, NULL, text, sizeof text);
    carom_visible(a->refusal.detail, sizeof a->refusal.detail, text);
}

carom_status carom_report_hand_over(carom_report *made, carom_status status, const carom_error *error,
                                    carom_report **report, carom_error *why) {
    const carom_status_class class = carom_status_classify(status);
    carom_error none;
    if (class != CAROM_CLASS_OK) carom_error_hand_over(error, why);
    if (class == CAROM_CLASS_BAD_INPUT || class == CAROM_CLASS_ENVIRONMENT) {
        carom_report_drop(made);
        return status;
    }
    *report = made;
    if (made) return status;
    carom_refuse(&none, CAROM_NO_MEMORY, "%s", carom_status_message(CAROM_NO_MEMORY));
    carom_error_hand_over(&none, why);
    return CAROM_NO_MEMORY;
}

bool carom_report_print(FILE *file, const carom_report *r, carom_format format) {
    if (format != CAROM_FORMAT_JSON) return carom_report_text(file, r, format);
    json_t *object = carom_report_json(r);
    if (!object) return false;
    carom_json_print(file, object);
    fputc('\n', file);
    json_decref(object);
    return true;
}
