// Computes the contact of a sample from its inputs.
#include <math.h>
#include <string.h>

#include "mods/scenario/bodies.h"
#include "mods/scenario/bodies_parts.h"
#include "mods/scenario/change.h"
#include "mods/sweep/file.h"
#include "tables/counts.h"

// Computes the change of a body's spin per unit of each component of P: (r x frame) / I, with r from its centre to the
// contact.
static void find_turns(const carom_planar_body *body, const double point[2], double sign, const carom_moving *m,
                       double turn[2]) {
    const double x = point[0] - body->centre[0], y = point[1] - body->centre[1];
    for (int k = 0; k < 2; k++) turn[k] = sign * (x * m->frame[k][1] - y * m->frame[k][0]) / body->inertia;
}

static void store_bodies(const carom_bodies *s, carom_moving *m) {
    static const double nothing[3];
    const carom_body *body[2] = {&s->space.a, &s->space.b};
    carom_balance ledger = {0};
    *m = (carom_moving){.spin = {s->plane.a.spin, s->plane.b.spin}};
    for (int i = 0; i < 2; i++) {
        memcpy(m->velocity[i], body[i]->velocity, sizeof m->velocity[i]);
        m->inverse_mass[i] = 1.0 / body[i]->mass;
        m->front[i] = carom_front(s, i);
    }
    if (s->kind == CAROM_SCENARIO_SPACE) {
        carom_pair_frame(&s->space, m->frame);
        carom_pair_balance(&s->space, nothing, &ledger);
    } else {
        double frame[2][2];
        carom_planar_pair_frame(&s->plane, frame);
        for (int k = 0; k < 2; k++) memcpy(m->frame[k], frame[k], sizeof frame[k]);
        carom_planar_pair_balance(&s->plane, nothing, &ledger);
        find_turns(&s->plane.a, s->plane.point, 1.0, m, m->turn[0]);
        find_turns(&s->plane.b, s->plane.point, -1.0, m, m->turn[1]);
    }
    m->energy = ledger.energy_before;
}

static void store(const carom_problem *problem, size_t i, carom_contacts *c) {
    const carom_bodies *s = problem->bodies;
    if (s && c->moving) store_bodies(s, &c->moving[i]);
    for (int r = 0; r < c->dim; r++) {
        c->v[r][i] = problem->contact.v[r];
        for (int k = r; k < c->dim; k++) c->W[r][k][i] = 0.5 * (problem->contact.W[r][k] + problem->contact.W[k][r]);
    }
}

bool carom_sweep_of_pair(const carom_sweep_file *f) {
    const carom_bodies *b = f->base.bodies;
    return b && (b->kind == CAROM_SCENARIO_PLANE || b->kind == CAROM_SCENARIO_SPACE);
}

static bool suits(const carom_sweep_target *target, double x) {
    switch (target->takes) {
    case CAROM_LEAF_ANY: return true;
    case CAROM_LEAF_AT_LEAST_0: return x >= 0.0;
    case CAROM_LEAF_POSITIVE: return x > 0.0;
    case CAROM_LEAF_NONE: break;
    }
    return false;
}

// Computes the contact of one sample. The numbers of two bodies go to their slots: conditions that do not depend on them
// were checked when the file was read. Those of a chain or mechanism go to the document, which is read again.
static void make_one(carom_sweep_file *f, bool pair, size_t i, double *const x[], carom_contacts *c) {
    carom_error refusal = {.status = CAROM_BAD_VALUE};
    const carom_reading reading = {{.text = "", .first_line = 1}, &refusal, f->base.modules};
    carom_bodies tree = {.kind = CAROM_SCENARIO_CHAIN};
    carom_problem problem = {.bodies = pair ? &f->made : &tree};
    bool finite = true, suited = true;
    for (int k = 0; k < f->study.inputs; k++) {
        const carom_sweep_target *target = &f->target[k];
        if (target->kind != CAROM_TARGET_LEAF) continue;
        finite = finite && isfinite(x[k][i]);
        suited = suited && suits(target, x[k][i]);
        if (target->slot) *target->slot = x[k][i];
        if (!pair && finite) json_real_set(target->leaf, x[k][i]);
    }
    bool made = finite && suited;
    if (made)
        made = pair ? carom_pair_from_spec(&reading, &f->spec, &f->made, &problem.contact)
                    : carom_bodies_tree(&reading, f->scenario, &tree, &problem.contact);
    c->status[i] = made ? CAROM_OK : !finite ? CAROM_NOT_FINITE : suited ? (uint8_t)refusal.status : CAROM_BAD_VALUE;
    store(made ? &problem : &f->base, i, c);
    carom_bodies_clear(&tree);
}

// If W and v are given as numbers, copies the varied entries from the inputs to their columns.
static void place_columns(const carom_sweep_file *f, size_t n, double *const x[], carom_contacts *c) {
    for (int k = 0; k < f->study.inputs; k++) {
        const carom_sweep_target *t = &f->target[k];
        const int low = t->row < t->column ? t->row : t->column, high = t->row < t->column ? t->column : t->row;
        if (t->kind == CAROM_TARGET_W) memcpy(c->W[low][high], x[k], n * sizeof *x[k]);
        if (t->kind == CAROM_TARGET_V) memcpy(c->v[t->row], x[k], n * sizeof *x[k]);
    }
}

void carom_sweep_make(void *context, size_t n, double *const x[], carom_contacts *c) {
    carom_sweep_file *f = context;
    if (f->varies) {
        c->dim = f->base.contact.dim;
        const bool pair = carom_sweep_of_pair(f);
        for (size_t i = 0; i < n; i++) make_one(f, pair, i, x, c);
    } else if (!c->dim) {
        // Constant values are filled in once.
        c->dim = f->base.contact.dim;
        for (size_t i = 0; i < CAROM_SWEEP_BLOCK; i++) store(&f->base, i, c);
    }
    place_columns(f, n, x, c);
}
