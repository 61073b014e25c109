// Solves systems of contacts.
#include "mods/scenario/system.h"

#include <math.h>
#include <stdlib.h>

#include "base/worst.h"
#include "mods/scenario/json.h"
#include "mods/scenario/speed.h"

const carom_bodies *carom_system_bodies(const carom_problem *p) {
    const bool own = p->bodies && p->bodies->delassus.size == p->system.dim * p->system.nc;
    return own && p->system.nc ? p->bodies : NULL;
}

bool carom_system_separates(const carom_system *system) {
    for (int i = 0; i < system->nc; i++)
        if (!(system->v[system->dim * i] > 0.0)) return false;
    return system->nc > 0;
}

// Stores the gaps in the contacts' parameters or separately, as the method requires. Rejects them if the method has
// none.
static bool settle_gaps(carom_problem *p, const carom_law *law, carom_error *refusal) {
    const bool single = (carom_system_needs(law) & CAROM_NEEDS_SINGLE) != 0;
    const carom_coefficient *row = carom_coefficient_find(p->modules, "gap");
    const bool reads = row && !single && (carom_system_reads(law) >> row->number & 1);
    p->settings.gap = single ? p->gap : NULL;
    if (!p->gap || single) return true;
    for (int i = 0; i < p->system.nc && reads; i++) carom_params_set(&p->each[i], row, &p->gap[i], 1);
    return reads || p->asked == CAROM_ASKED_ALL || (p->by_option && !p->gaps_insisted) ||
           carom_refuse(refusal, CAROM_COEFFICIENT_UNUSED, "method \"%s\" does not read gap; %s", law->name,
                        "sequence and springs do");
}

// Evaluates a function of speed at one speed. Returns NaN if it does not apply there.
static double of_speed(const carom_speed_function *of, double speed, double highest) {
    const double at = of->form->value(of->c, fabs(speed));
    return at < 0.0 ? 0.0 : at > highest ? highest : at;
}

// Evaluates speed-dependent coefficients. A law of single impacts evaluates them at each of its impacts; methods get
// the values at each contact's speed before the impact.
static bool settle_speeds(carom_problem *p, bool single, uint64_t reads, const char *name, carom_error *refusal) {
    const carom_speed_function *e_of = &p->params.e_of_speed, *mu_of = &p->params.mu_of_speed;
    const bool unread =
        (e_of->form && !(reads & CAROM_PARAM_BIT(e))) || (mu_of->form && !(reads & CAROM_PARAM_BIT(mu)));
    if (unread && p->asked != CAROM_ASKED_ALL && !p->by_option)
        return carom_refuse(refusal, CAROM_COEFFICIENT_UNUSED, "\"%s\" does not read %s", name,
                            e_of->form && !(reads & CAROM_PARAM_BIT(e)) ? "e_of" : "mu_of");
    for (int i = 0; i < p->system.nc; i++) {
        carom_params *k = &p->each[i];
        const double *v = p->system.v + p->system.dim * i;
        if (single) {
            if (reads & CAROM_PARAM_BIT(e)) k->e_of_speed = *e_of;
            if (reads & CAROM_PARAM_BIT(mu)) k->mu_of_speed = *mu_of;
            continue;
        }
        k->e_of_speed.form = k->mu_of_speed.form = NULL;
        if (e_of->form) k->e = of_speed(e_of, v[0], 1.0);
        if (mu_of->form) k->mu = of_speed(mu_of, p->system.dim == 2 ? v[1] : hypot(v[1], v[2]), HUGE_VAL);
        const bool no_e = e_of->form && isnan(k->e);
        if (no_e || (mu_of->form && isnan(k->mu)))
            return carom_refuse(refusal, CAROM_BAD_VALUE, "%s does not hold at the speed of contact %d, %g m/s",
                                no_e ? e_of->form->name : mu_of->form->name, i, fabs(no_e ? v[0] : v[1]));
    }
    return true;
}

// Returns true if no contact has friction. Then mu has no effect, and every method accepts it.
static bool no_friction(const carom_problem *p, int param) {
    bool none = param == CAROM_PARAM_mu;
    for (int i = 0; i < p->system.nc && none; i++) none = p->each[i].mu == 0.0;
    return none;
}

bool carom_system_settle(carom_problem *p, const carom_law *law, carom_error *refusal) {
    if (!settle_gaps(p, law, refusal)) return false;
    const bool single = (carom_system_needs(law) & CAROM_NEEDS_SINGLE) != 0;
    const uint64_t reads = single ? carom_law_reads(p->settings.single) : carom_system_reads(law);
    if ((p->params.e_of_speed.form || p->params.mu_of_speed.form) &&
        !settle_speeds(p, single, reads, single ? p->settings.single->name : law->name, refusal))
        return false;
    for (int i = 0; i < CAROM_PARAM_END; i++) {
        if (!((p->given >> i) & 1) || ((reads >> i) & 1)) continue;
        const carom_coefficient *row = carom_coefficient_at(p->modules, i);
        if (no_friction(p, i)) continue;
        if (p->asked == CAROM_ASKED_ALL) continue;
        if (p->by_option && !((p->insisted >> i) & 1)) {
            p->passed |= UINT64_C(1) << i;
            continue;
        }
        return carom_refuse(refusal, CAROM_COEFFICIENT_UNUSED, "%s \"%s\" does not read %s",
                            single ? "the single law" : "method", single ? p->settings.single->name : law->name,
                            row->name);
    }
    return true;
}

bool carom_system_answer(carom_problem *p, carom_answer *a) {
    *a = (carom_answer){.status = CAROM_COEFFICIENT_UNUSED};
    if (!carom_system_settle(p, p->law, &a->refusal)) return false;
    const size_t bytes = carom_system_memory_size(p->law, &p->system, &p->settings);
    a->memory = carom_room(bytes, 1);
    if (!a->memory) {
        carom_too_large(bytes, &a->refusal);
        a->status = a->refusal.status;
        return false;
    }
    a->status = carom_system_solve(p->law, &p->system, &p->settings, a->memory, bytes, &a->system);
    return true;
}

void carom_answer_free(carom_answer *a) {
    free(a->memory);
    a->memory = NULL;
}

// Counts the outcomes of a sequence if gaps determine the order.

static void draw_gaps(const carom_problem *p, uint64_t *x, double *gap) {
    for (int i = 0; i < p->system.nc; i++) {
        if (!p->sustained[i]) *x = (UINT64_C(1103515245) * *x + 12345) & 0x7fffffff;
        gap[i] = p->sustained[i] ? 0.0 : (double)*x / 2147483648.0;
    }
}

// Returns the index of the solution with these velocities. If there is none, returns the number of solutions.
static int which_solution(const carom_problem *p, const carom_system_result *out, const double *v, double most) {
    for (int which = 0; which < out->kept; which++) {
        double apart = 0.0;
        for (int i = 0; i < p->system.dim * p->system.nc; i++)
            carom_worsen(&apart, fabs(v[i] - out->solutions[which].v[i]));
        if (apart <= p->settings.merge * most) return which;
    }
    return out->kept;
}

bool carom_system_gap_counts(const carom_problem *p, const carom_system_result *out, int *counts) {
    const int n = p->system.dim * p->system.nc;
    double *gap = carom_room((size_t)p->system.nc, sizeof *gap), most = 0.0;
    carom_system_params params = p->settings;
    params.gap = gap;
    const size_t bytes = carom_system_memory_size(&carom_law_sequence, &p->system, &params);
    void *memory = carom_room(bytes ? bytes : 1, 1);
    for (int i = 0; i < n; i++) most = fmax(most, fabs(p->system.v[i]));
    uint64_t x = 12345;
    for (int sample = 0; gap && memory && sample < p->gap_samples; sample++) {
        carom_system_result one;
        draw_gaps(p, &x, gap);
        const carom_status status = carom_system_solve(&carom_law_sequence, &p->system, &params, memory, bytes, &one);
        counts[status == CAROM_OK ? which_solution(p, out, one.v, most) : out->kept]++;
    }
    const bool done = gap && memory;
    free(memory);
    free(gap);
    return done;
}

json_t *carom_system_json(const carom_problem *p) {
    const size_t n = (size_t)(p->system.dim * p->system.nc);
    json_t *object = json_object(), *W = json_array();
    for (size_t i = 0; i < n; i++) json_array_append_new(W, carom_json_numbers(p->system.W + i * n, n));
    json_object_set(object, "id", p->id ? p->id : json_null());
    json_object_set_new(object, "status", json_string("ok"));
    json_object_set_new(object, "W", W);
    json_object_set_new(object, "v", carom_json_numbers(p->system.v, n));
    if (p->P && carom_system_bodies(p)) {
        const carom_mechanism *m = &p->bodies->mechanism;
        double *u = carom_json_room((size_t)(m->speeds + m->constraints), sizeof *u);
        if (!u) return object;
        double *joint = u + m->speeds;
        carom_delassus_apply(&p->bodies->delassus, p->P, u, joint);
        for (int i = 0; i < m->speeds; i++) u[i] -= m->u[i];
        json_object_set_new(object, "du", carom_json_numbers(u, (size_t)m->speeds));
        json_object_set_new(object, "joint_impulse", carom_json_numbers(joint, (size_t)m->constraints));
        carom_json_leave(u);
    }
    return object;
}
