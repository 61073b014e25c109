// Computes the motion of the bodies after an impulse, and lists the coefficients.
#include <math.h>
#include <string.h>

#include "base/decimal.h"
#include "mods/scenario/after.h"
#include "mods/scenario/change.h"
#include "mods/scenario/report.h"

// Handles two bodies.

static carom_motion motion_of(const char *name, const carom_body *body) {
    carom_motion motion = {.name = name, .mass = body->mass};
    memcpy(motion.velocity, body->velocity, sizeof motion.velocity);
    memcpy(motion.spin, body->spin, sizeof motion.spin);
    return motion;
}

static void fill_frame(carom_report *r, const carom_bodies *b) {
    double flat[2][2];
    if (b->kind == CAROM_SCENARIO_SPACE) {
        carom_pair_frame(&b->space, r->frame);
        return;
    }
    carom_planar_pair_frame(&b->plane, flat);
    for (int i = 0; i < 2; i++) memcpy(r->frame[i], flat[i], sizeof flat[i]);
}

static void fill_pair(carom_report *r, const carom_bodies *b, const double P[3]) {
    carom_motion *before = carom_report_room(r, 4, sizeof *before), *after = before + 2;
    carom_body moved[2];
    if (!before) return;
    carom_after_pair(b, P, moved, &r->ledger);
    r->lost = carom_share_lost(&r->ledger);
    for (int i = 0; i < 2; i++) {
        const char *name = carom_report_copy(r, b->names[i]);
        before[i] = motion_of(name, i ? &b->space.b : &b->space.a);
        after[i] = motion_of(name, &moved[i]);
        r->change[i] = carom_change_of(b, i, moved);
    }
    fill_frame(r, b);
    carom_report_fields *f = &r->fields;
    f->body_count = 2;
    f->before = before;
    f->after = after;
    f->changes = r->change;
    f->ledger = &r->ledger;
    f->lost = r->lost;
}

// Handles chains, mechanisms and free bodies.

carom_motion *carom_report_free_bodies(carom_report *r, const carom_bodies *b, const double *u) {
    const carom_assembly *a = &b->assembly;
    carom_motion *list = carom_report_room(r, (size_t)a->bodies, sizeof *list);
    for (int i = 0; list && i < a->bodies; i++) {
        char name[32];
        snprintf(name, sizeof name, "body %d", i);
        list[i].name = carom_report_copy(r, b->names[i] ? b->names[i] : name);
        list[i].mass = a->body[i].mass;
        carom_assembly_motion(a, u, i, list[i].velocity, list[i].spin);
    }
    return list;
}

// Returns "link 2" or its name, "base x", "base y", or "speed 4" of a mechanism.
static const char *speed_name(carom_report *r, const carom_bodies *b, int i) {
    char text[64];
    if (b->kind == CAROM_SCENARIO_CHAIN && i < b->chain.links && b->names[i]) return carom_report_copy(r, b->names[i]);
    if (b->kind != CAROM_SCENARIO_CHAIN)
        snprintf(text, sizeof text, "speed %d", i);
    else if (i >= b->chain.links)
        snprintf(text, sizeof text, "base %s", i == b->chain.links ? "x" : "y");
    else
        snprintf(text, sizeof text, "link %d", i);
    return carom_report_copy(r, text);
}

static void fill_tree(carom_report *r, const carom_bodies *b, const double P[3]) {
    const carom_delassus *d = &b->delassus;
    const size_t speeds = (size_t)d->speeds;
    double *u = carom_report_room(r, speeds + carom_after_numbers(d), sizeof *u);
    r->speed_names = carom_report_room(r, speeds, sizeof *r->speed_names);
    if (!u || !r->speed_names) return;
    carom_after_speeds after = {.u = u + speeds, .reactions = u + 2 * speeds};
    after.impulse = after.reactions + d->constraints + 1;
    memcpy(u, b->mechanism.u, speeds * sizeof *u);
    carom_after_tree(b, P, &after);
    for (int i = 0; i < d->speeds; i++) r->speed_names[i] = speed_name(r, b, i);
    r->energy_before = after.energy_before;
    r->energy_after = after.energy_after;
    r->rank = d->rank;
    if (b->kind == CAROM_SCENARIO_CHAIN) {
        r->links = b->chain.links;
        r->pinned = b->chain.pinned;
    }
    carom_report_fields *f = &r->fields;
    f->speed_count = d->speeds;
    f->u = u;
    f->u_after = after.u;
    f->reaction_count = d->constraints;
    f->reactions = after.reactions;
    if (b->kind != CAROM_SCENARIO_BODIES) return;
    f->body_count = b->assembly.bodies;
    f->before = carom_report_free_bodies(r, b, u);
    f->after = carom_report_free_bodies(r, b, after.u);
}

void carom_report_bodies(carom_report *r, const carom_bodies *b, const double P[3]) {
    r->kind = b->kind;
    if (b->kind == CAROM_SCENARIO_PLANE || b->kind == CAROM_SCENARIO_SPACE)
        fill_pair(r, b, P);
    else
        fill_tree(r, b, P);
}

// Lists coefficients.

// Returns true if all components are equal; they are then written as one number.
static bool all_alike(const double *value, int count) {
    for (int i = 1; i < count; i++)
        if (value[i] != value[0]) return false;
    return true;
}

const char *carom_param_words(const carom_params *params, const carom_coefficient *row, int dim, char *text,
                              size_t size) {
    double value[3];
    if (row->number == CAROM_PARAM_mu_static && params->mu_static == CAROM_SAME_AS_MU)
        row = carom_coefficient_at(NULL, CAROM_PARAM_mu);
    const size_t count = carom_params_get(params, row, value);
    const int numbers = row->kind == CAROM_TANGENT || row->kind == CAROM_PAIR  ? dim - 1
                        : row->kind == CAROM_EACH || row->kind == CAROM_VECTOR ? dim
                                                                               : 1;
    if (row->kind == CAROM_CHOICE)
        snprintf(text, size, "%s", carom_choice_at(row, (int)value[0]));
    else if (row->kind == CAROM_LIST)
        snprintf(text, size, params->list_count ? "%zu" : "none", params->list_count);
    else if (row->kind == CAROM_VECTOR ||
             (numbers > 1 && (row->kind == CAROM_PAIR ? value[1] != 0.0 : !all_alike(value, numbers))))
        snprintf(text, size, "%s %s%s%s", CAROM_SHORT(value[0], 6), CAROM_SHORT(value[1], 6), numbers == 3 ? " " : "",
                 numbers == 3 ? CAROM_SHORT(value[2], 6) : "");
    else if (count)
        snprintf(text, size, "%s", CAROM_SHORT(value[0], 6));
    return text;
}

static void fill_remark(carom_report_coefficient *c, const carom_problem *problem, const carom_coefficient *row, int i,
                        const carom_params *at) {
    char text[96];
    const char *by = carom_of_speed_words(&problem->params, i, text, sizeof text);
    const bool given = (problem->given >> i) & 1;
    const bool follows_mu = i == CAROM_PARAM_mu_static && problem->params.mu_static == CAROM_SAME_AS_MU;
    if (by)
        snprintf(c->remark, sizeof c->remark, "%s", by);
    else if (carom_problem_changed(problem, i, at))
        snprintf(c->remark, sizeof c->remark, "   (the approach is slower than rest_speed; %s otherwise)",
                 carom_param_words(&problem->params, row, problem->contact.dim, text, sizeof text));
    else if (!given)
        snprintf(c->remark, sizeof c->remark, "%s", follows_mu ? "   (default: equal to mu)" : "   (default)");
}

void carom_report_coefficients(carom_report *r, const carom_problem *problem) {
    const carom_params *at = &r->params;
    r->coefficients = carom_report_room(r, CAROM_PARAM_END, sizeof *r->coefficients);
    for (int i = 0; r->coefficients && i < CAROM_PARAM_END; i++) {
        const bool spec = carom_problem_tells(problem, i), changed = carom_problem_changed(problem, i, at);
        if (!spec && !changed) continue;
        const carom_coefficient *row = carom_law_coefficient(problem->law, i);
        if (i == CAROM_PARAM_mu && isnan(at->mu)) continue; // not given, and not used by any check
        carom_report_coefficient *c = &r->coefficients[r->coefficient_count++];
        double value[3] = {0.0};
        c->name = row->name;
        c->changed = changed;
        carom_param_words(at, row, problem->contact.dim, c->text, sizeof c->text);
        if (changed) carom_params_get(at, row, value);
        c->used = value[0];
        fill_remark(c, problem, row, i, at);
    }
}
