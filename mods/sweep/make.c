// From the inputs of a sample to its contact.
#include <stdlib.h>
#include <string.h>

#include "mods/scenario/bodies.h"
#include "mods/scenario/bodies_parts.h"
#include "mods/scenario/bodies_read.h"
#include "mods/sweep/file.h"

static void store(const carom_problem *problem, size_t i, carom_contacts *c) {
    const carom_bodies *s = problem->bodies;
    for (int r = 0; r < c->dim; r++) {
        c->v[r][i] = problem->contact.v[r];
        for (int k = r; k < c->dim; k++) c->W[r][k][i] = problem->contact.W[r][k];
    }
    if (s && s->kind == CAROM_SCENARIO_PLANE) {
        c->inverse_mass[0][i] = 1.0 / s->plane.a.mass;
        c->inverse_mass[1][i] = 1.0 / s->plane.b.mass;
    } else if (s && s->kind == CAROM_SCENARIO_SPACE) {
        c->inverse_mass[0][i] = 1.0 / s->space.a.mass;
        c->inverse_mass[1][i] = 1.0 / s->space.b.mass;
    }
}

// A refusal's code is the name of a status, or one of the reader's own.
static uint8_t status_of(const char *code) {
    for (int s = 0; s < CAROM_STATUS_COUNT; s++)
        if (!strcmp(carom_status_name((carom_status)s), code)) return (uint8_t)s;
    return CAROM_BAD_VALUE;
}

// The scenario with one sample's numbers in their places, read like any other. What the varied numbers cannot change
// was checked when the file was read, so two bodies are read without it, unless a number is where only positive ones
// may be.
static void make_scenario(carom_sweep_file *f, size_t i, double *const x[], carom_contacts *c) {
    carom_misreading refusal = {.code = ""};
    const carom_reading reading = {{"", 1}, &refusal, f->base.modules};
    carom_problem problem = carom_problem_new(f->base.modules);
    carom_bodies scenario = {0};
    bool finite = true, plain = f->base.bodies->kind == CAROM_SCENARIO_PLANE;
    for (int k = 0; k < f->study.inputs; k++) {
        if (f->target[k].kind != CAROM_TARGET_LEAF) continue;
        finite = json_real_set(f->target[k].leaf, x[k][i]) == 0 && finite;
        plain = plain && (f->target[k].any_sign || x[k][i] > 0.0);
    }
    bool read = finite;
    if (read && plain) {
        read = carom_bodies_pair(&reading, f->scenario, &scenario, &problem.contact);
        problem.bodies = &scenario;
    } else if (read) {
        read = carom_bodies_read(&problem, f->scenario, reading.source, &refusal);
    }
    c->status[i] = read ? CAROM_OK : finite ? status_of(refusal.code) : CAROM_NOT_FINITE;
    store(read ? &problem : &f->base, i, c);
    if (plain)
        for (int k = 0; k < scenario.block_count; k++) free(scenario.blocks[k]);
    else
        carom_problem_free(&problem);
}

// W and v given as numbers: columns go where they belong.
static void place_columns(const carom_sweep_file *f, size_t n, double *const x[], carom_contacts *c) {
    for (int k = 0; k < f->study.inputs; k++) {
        const carom_target *t = &f->target[k];
        const int low = t->row < t->column ? t->row : t->column, high = t->row < t->column ? t->column : t->row;
        if (t->kind == CAROM_TARGET_W) memcpy(c->W[low][high], x[k], n * sizeof *x[k]);
        if (t->kind == CAROM_TARGET_V) memcpy(c->v[t->row], x[k], n * sizeof *x[k]);
    }
}

void carom_sweep_make(void *context, size_t n, double *const x[], carom_contacts *c) {
    carom_sweep_file *f = context;
    if (f->varies) {
        c->dim = f->base.contact.dim;
        for (size_t i = 0; i < n; i++) make_scenario(f, i, x, c);
    } else if (!c->dim) {
        // What never changes is filled in once.
        c->dim = f->base.contact.dim;
        for (size_t i = 0; i < CAROM_BLOCK; i++) store(&f->base, i, c);
    }
    place_columns(f, n, x, c);
}
