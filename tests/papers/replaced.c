// Replaces the functions of faults.def at link time. While a fault is active, the replacement changes the arguments or
// the result of the function.
#include "faults.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "carom/derivatives.h"
#include "carom/explain.h"
#include "carom/fit.h"
#include "carom/geometry.h"
#include "mods/compliant/models/eigen_spring.h"
#include "mods/compliant/models/restitution.h"
#include "papers/discs.h"
#include "papers/letters.h"
#include "papers/rods.h"
#include "papers/span.h"

// Declares the original of a function, and begins the definition of its replacement.
#define REPLACE(type, function, ...)                                                                                   \
    type __real_##function(__VA_ARGS__);                                                                               \
    type __wrap_##function(__VA_ARGS__);                                                                               \
    type __wrap_##function(__VA_ARGS__)

// Faults of all functions at once. They show that every claim can fail.

static bool is_blunt(void) {
    return planted == answers_off || planted == answers_far || planted == answers_none;
}

static double factor(void) {
    return planted == answers_off ? 1.1 : planted == answers_far ? -2.0 : (double)NAN;
}

// Changes every number, also zeros.
static void spoil(double *numbers, size_t count) {
    for (size_t i = 0; i < count && is_blunt(); i++) numbers[i] = factor() * (numbers[i] + 1.0) - 1.0;
}

// Changes every number of a value that contains only doubles.
#define SPOIL(value) spoil((double *)&(value), sizeof(value) / sizeof(double))

static carom_status answered(carom_status status) {
    if (planted == answers_far && status == CAROM_NO_SOLUTION) return CAROM_OK;
    return planted == answers_none ? CAROM_NO_SOLUTION : status;
}

// Laws for one contact.

// Returns true if `law` is `other` or a copy of it. Some items use a copy without closed forms.
static bool is(const carom_law *law, const carom_law *other) {
    return law->contact->solve == other->contact->solve;
}

static void swap(double *a, double *b) {
    const double kept = *a;
    *a = *b;
    *b = kept;
}

// Computes velocity and energy after the impulse was changed.
static void settle(const carom_contact *c, carom_result *out) {
    out->dE = 0.0;
    for (int i = 0; i < c->dim; i++) {
        out->v[i] = c->v[i];
        for (int j = 0; j < c->dim; j++) out->v[i] += c->W[i][j] * out->P[j];
        out->dE += 0.5 * out->P[i] * (c->v[i] + out->v[i]);
    }
}

static void spoil_params(const carom_law *law, const carom_contact *c, carom_params *p) {
    if (planted == routh_mu_inverse && is(law, &carom_law_routh)) p->mu = 1.0 / p->mu, p->mu_static = CAROM_SAME_AS_MU;
    if (planted == routh_poisson_as_newton && is(law, &carom_law_routh)) p->restitution = CAROM_NEWTON;
    if (planted == whittaker_never_sticks && is(law, &carom_law_whittaker)) p->mu_static = p->mu;
    if (planted == ivanov_eta_sign && is(law, &carom_law_ivanov)) p->eta = -p->eta;
    if (planted == frictionless_e_squared && is(law, &carom_law_frictionless)) p->e *= p->e;
    if (planted == pg_expansion && is(law, &carom_law_pfeiffer_glocker)) {
        p->e *= 0.8, p->e_t /= 0.8; // keeps e e_t, the stored share
        p->allow |= CAROM_PARAM_BIT(e_t);
    }
    if (planted == law2_normal && is(law, &carom_law_chatterjee2)) p->e = p->e_t, p->allow |= CAROM_PARAM_BIT(e);
    if (planted == law1_r_t && is(law, &carom_law_chatterjee1)) p->e_t = -p->e_t;
    if (planted == law3_cone && is(law, &carom_law_chatterjee3)) p->mu *= 2.0;
    if (planted == smith_frictionless && is(law, &carom_law_smith)) p->mu = 0.0;
    if (planted == accessible_share && is(law, &carom_law_accessible) && c->dim == 2) p->own[CAROM_OWN(f)] *= 0.5;
    if (planted == accessible_share_space && is(law, &carom_law_accessible) && c->dim == 3) p->own[CAROM_OWN(f)] *= 0.5;
    if (planted == glocker_e_t_lost && is(law, &carom_law_glocker)) p->e_t = 0.0;
    if (planted == walton_e_t && is(law, &carom_law_walton)) p->e_t = p->e;
    if (planted == split_mass_friction && is(law, &carom_law_split_mass)) p->mu *= 0.7;
    if (planted == power_exponent && is(law, &carom_law_power_dashpot))
        swap(&p->own[CAROM_OWN(p)], &p->own[CAROM_OWN(q)]);
    if (planted == stronge_stiffness && is(law, &carom_law_stronge))
        p->own[CAROM_OWN(eta2)] = 1.0 / p->own[CAROM_OWN(eta2)];
    if (planted == stronge_e && is(law, &carom_law_stronge)) p->e = sqrt(p->e);
    if (planted == bilinear_e && is(law, &carom_law_bilinear_spring)) p->e = sqrt(p->e);
    if (planted == eigen_margin && is(law, &carom_law_eigen_spring)) p->mu = 1.0 / p->mu;
    if (planted == vibration_forgotten && is(law, &carom_law_modal)) p->list_count = 0;
    if (planted == hertz_peak && is(law, &carom_law_hertz)) p->own[CAROM_OWN(p)] = 1.0;
    if (planted == mindlin_kappa && is(law, &carom_law_mindlin))
        p->own[CAROM_OWN(kappa)] = 1.0 / p->own[CAROM_OWN(kappa)];
    if (planted == hunt_crossley_mu && is(law, &carom_law_hunt_crossley)) p->mu *= 0.9;
}

static void spoil_outcome(const carom_law *law, const carom_contact *c, const carom_params *p, carom_result *out);

static void blunt_outcome(const carom_contact *c, carom_result *out) {
    if (!is_blunt()) return;
    for (int i = c->dim - 1; i >= 0; i--) {
        out->P[i] = factor() * out->P[i] + (factor() - 1.0) * (out->P[0] - c->v[0]);
        out->Pc[i] = factor() * out->Pc[i] + (factor() - 1.0) * out->Pc[0];
    }
    settle(c, out);
    out->work_normal *= factor();
    out->status = answered(out->status);
    out->mode = planted == answers_none ? CAROM_MODE_UNNAMED : out->mode;
}

REPLACE(carom_status, carom_collide, const carom_law *law, const carom_contact *c, const carom_params *p,
        carom_result *out) {
    carom_params spoilt = *p;
    spoil_params(law, c, &spoilt);
    const carom_status status = __real_carom_collide(law, c, &spoilt, out);
    if (status == CAROM_OK) spoil_outcome(law, c, p, out);
    blunt_outcome(c, out);
    return answered(status);
}

static void spoil_outcome(const carom_law *law, const carom_contact *c, const carom_params *p, carom_result *out) {
    carom_result other;
    switch (planted) {
    case routh_friction_sign:
        if (!is(law, &carom_law_routh)) return;
        for (int i = 1; i < c->dim; i++) out->P[i] = -out->P[i];
        break;
    case routh_reversal_missed:
        if (is(law, &carom_law_routh) && out->mode == CAROM_MODE_R_REVERSED) out->mode = CAROM_MODE_R_STICKING;
        return;
    case initial_slip_reversed:
        if (!is(law, &carom_law_initial_slip) || !(out->v[1] * c->v[1] < 0.0)) return;
        out->P[1] = -out->P[1];
        break;
    case combined_weight:
        if (!is(law, &carom_law_chatterjee)) return;
        __real_carom_collide(&carom_law_chatterjee2, c, p, &other);
        for (int i = 0; i < c->dim; i++) out->P[i] -= 0.5 * p->s2 * other.P[i];
        break;
    case smith_no_mean:
        if (!is(law, &carom_law_smith)) return;
        __real_carom_collide(&carom_law_initial_slip, c, p, &other);
        for (int i = 0; i < c->dim; i++) out->P[i] = other.P[i];
        break;
    case glocker_modes_swapped:
        if (!is(law, &carom_law_glocker)) return;
        if (out->mode == CAROM_MODE_FORWARD_SLIP)
            out->mode = CAROM_MODE_BACKWARD_SLIP;
        else if (out->mode == CAROM_MODE_BACKWARD_SLIP)
            out->mode = CAROM_MODE_FORWARD_SLIP;
        return;
    case glocker_never_jams:
        if (!is(law, &carom_law_glocker) || c->v[0] < 0.0) return;
        out->P[0] = out->P[1] = 0.0;
        break;
    default: return;
    }
    settle(c, out);
}

REPLACE(carom_status, carom_trace, const carom_law *law, const carom_contact *c, const carom_params *p,
        carom_path *path, carom_result *out) {
    const carom_status status = __real_carom_trace(law, c, p, path, out);
    for (size_t i = 0; i < path->count && i < path->capacity; i++) {
        carom_event *event = &path->points[i].event;
        if (planted == path_events_swapped && *event == CAROM_EVENT_SLIP_STICKS) *event = CAROM_EVENT_SLIP_REVERSES;
        if (planted == path_compression_missed && *event == CAROM_EVENT_COMPRESSION_ENDS) *event = CAROM_EVENT_PASSES;
        SPOIL(path->points[i].P);
        SPOIL(path->points[i].v);
    }
    blunt_outcome(c, out);
    return answered(status);
}

REPLACE(carom_status, carom_collide_all, const carom_law *law, const carom_contact *c, const carom_params *p,
        carom_alternative *list, int *count) {
    const carom_status status = __real_carom_collide_all(law, c, p, list, count);
    if ((planted == smith_one_lost && *count > 1) || is_blunt()) *count -= 1;
    return answered(status);
}

REPLACE(carom_status, carom_collide_mass_jacobian, const carom_law *law, const carom_contact *c, const carom_params *p,
        carom_mass_jacobian *s) {
    const carom_status status = __real_carom_collide_mass_jacobian(law, c, p, s);
    for (int k = 0; k < s->columns && planted == sensitivity_factor; k++) {
        const int row = s->entry[k][0], column = s->entry[k][1];
        for (int i = 0; i < 3 && row != column; i++) s->J[i][k] *= 0.5;
    }
    SPOIL(s->J);
    return is_blunt() && status != CAROM_OK ? CAROM_OK : answered(status);
}

// Checks, figures and explanations of one contact.

REPLACE(carom_status, carom_check, const carom_contact *c, double mu, const double P[3], carom_verdict *verdict) {
    const carom_status status = __real_carom_check(c, mu, P, verdict);
    if (planted == energy_halved) verdict->dE *= 0.5;
    if (is_blunt()) verdict->dE += (factor() - 1.0) * P[0], verdict->violations ^= CAROM_VIOLATION_ENERGY;
    SPOIL(verdict->v);
    SPOIL(verdict->dE);
    return answered(status);
}

REPLACE(carom_status, carom_contact_classify, const carom_contact *c, double e, carom_contact_class *found) {
    const carom_status status = __real_carom_contact_classify(c, e, found);
    if (is_blunt()) found->approach = CAROM_PARTING, found->direct = !found->direct, found->central = !found->central;
    SPOIL(found->mu_jam);
    SPOIL(found->Q);
    SPOIL(found->D);
    if (planted == class_swapped) {
        const bool direct = found->direct;
        found->direct = found->central;
        found->central = direct;
    }
    return status;
}

REPLACE(carom_status, carom_critical_compute, const carom_contact *c, double e, double mu, carom_critical *critical) {
    const carom_status status = __real_carom_critical_compute(c, planted == critical_forgets_e ? 0.0 : e, mu, critical);
    SPOIL(critical->mu_c);
    SPOIL(critical->mu_q);
    SPOIL(critical->mu_d);
    SPOIL(critical->F_star);
    return answered(status);
}

REPLACE(carom_status, carom_restitution_compare, const carom_contact *c, const carom_params *p,
        carom_restitution_comparison *found) {
    const carom_status status = __real_carom_restitution_compare(c, p, found);
    if (planted == agreement_missed || is_blunt()) found->because &= ~(unsigned)CAROM_AGREE_SLIDING;
    return status;
}

REPLACE(carom_status, carom_forces_compute, const carom_contact *c, const double b[3], const carom_params *p,
        carom_contact_forces *forces) {
    carom_contact spoilt = *c;
    if (planted == forces_slip_sign) spoilt.v[1] = -spoilt.v[1];
    const carom_status status = __real_carom_forces_compute(&spoilt, b, p, forces);
    for (int i = 0; i < forces->count; i++) SPOIL(forces->at[i].F);
    SPOIL(forces->impulse);
    return answered(status);
}

REPLACE(carom_status, carom_hodograph_compute, const carom_contact *c, double mu, double mu_static,
        carom_hodograph *out) {
    const carom_status status = __real_carom_hodograph_compute(c, mu, mu_static, out);
    if (planted == hodograph_squared) out->mu_critical *= out->mu_critical;
    SPOIL(out->mu_critical);
    out->holds = out->holds != is_blunt();
    return status;
}

REPLACE(carom_status, carom_span_condition, const carom_contact *c, const double P[3], double *a, double *b,
        bool *holds) {
    const carom_status status = __real_carom_span_condition(c, P, a, b, holds);
    if (planted == (c->dim == 3 ? span_sign : span_sign_plane)) {
        *a = -*a;
        *holds = *a >= 0.0 && *b >= 0.0;
    }
    SPOIL(*a);
    SPOIL(*b);
    *holds = *holds != is_blunt();
    return status;
}

REPLACE(carom_status, carom_region_compute, const carom_contact *c, double mu, carom_region *region) {
    const carom_status status = __real_carom_region_compute(c, mu, region);
    for (int i = 0; i < 9 && planted == region_axes; i++) region->axes[i / 3][i % 3] *= 0.5;
    SPOIL(region->centre);
    SPOIL(region->axes);
    SPOIL(region->energy);
    SPOIL(region->sticking.point);
    return status;
}

REPLACE(carom_status, carom_letters_compute, const carom_contact *c, double mu, carom_named_points *letters) {
    const carom_status status = __real_carom_letters_compute(c, mu, letters);
    for (int i = 0; i < 3 && planted == region_letters; i++) {
        swap(&letters->at['A' - 'A'][i], &letters->at['D' - 'A'][i]);
        swap(&letters->at['H' - 'A'][i], &letters->at['E' - 'A'][i]);
    }
    SPOIL(*letters);
    return status;
}

REPLACE(carom_status, carom_region_extent, const carom_contact *c, double mu, carom_extent *extent) {
    const carom_status status = __real_carom_region_extent(c, mu, extent);
    if (planted == region_extent) extent->size *= 2.0;
    SPOIL(*extent);
    return status;
}

REPLACE(carom_status, carom_region_locate, const carom_contact *c, double mu, const double P[3], carom_location *at) {
    const carom_status status = __real_carom_region_locate(c, mu, P, at);
    if (planted == locate_angle) at->phi = -at->phi;
    if (planted == ivanov_eta_found) at->eta *= at->eta;
    SPOIL(at->e);
    SPOIL(at->eta);
    return status;
}

REPLACE(carom_status, carom_reach_compute, const carom_law *law, const carom_contact *c, const carom_params *p,
        const carom_reach_range *own, int count, carom_cover *cover, carom_reach *reach) {
    const carom_status status = __real_carom_reach_compute(law, c, p, own, count, cover, reach);
    if (planted == reach_halved) reach->area *= 0.5, reach->share *= 0.5;
    SPOIL(reach->area);
    SPOIL(reach->share);
    return status;
}

REPLACE(carom_status, carom_reach_outline, const carom_law *law, const carom_contact *c, const carom_params *p,
        carom_reach_area *outline) {
    const carom_status status = __real_carom_reach_outline(law, c, p, outline);
    for (int i = 0; i < 4 && planted == outline_friction; i++) outline->friction[i / 2][i % 2] *= 0.5;
    SPOIL(outline->area);
    return status;
}

// Bodies and mechanisms.

REPLACE(carom_link, carom_link_bar, double length, double mass, int parent, double angle, double rate) {
    carom_link bar = __real_carom_link_bar(length, mass, parent, angle, rate);
    if (planted == bar_inertia) bar.inertia *= 4.0;
    SPOIL(bar.mass);
    return bar;
}

REPLACE(carom_status, carom_delassus_compute, const carom_mechanism *m, void *memory, size_t bytes, carom_delassus *d) {
    const carom_status status = __real_carom_delassus_compute(m, memory, bytes, d);
    if (status == CAROM_OK) spoil(d->W, (size_t)d->size * (size_t)d->size);
    if (planted == contacts_swapped && status == CAROM_OK && d->contacts > 1) {
        const int n = d->size, dim = d->dim;
        for (int i = 0; i < dim; i++) {
            swap(&d->v[i], &d->v[dim + i]);
            for (int j = 0; j < n; j++) swap(&d->W[i * n + j], &d->W[(dim + i) * n + j]);
        }
        for (int i = 0; i < dim; i++)
            for (int j = 0; j < n; j++) swap(&d->W[j * n + i], &d->W[j * n + dim + i]);
    }
    return status;
}

REPLACE(carom_status, carom_planar_pair_contact, const carom_planar_pair *pair, carom_contact *c) {
    carom_planar_pair spoilt = *pair;
    if (planted == pair_inertia) spoilt.a.inertia *= 1.25, spoilt.b.inertia *= 1.25;
    if (planted == sphere_normal) spoilt.b.spin = -spoilt.b.spin;
    const carom_status status = __real_carom_planar_pair_contact(&spoilt, c);
    SPOIL(c->v);
    return status;
}

REPLACE(carom_status, carom_planar_pair_apply, const carom_planar_pair *pair, const double P[3],
        carom_planar_pair *after) {
    const carom_planar_body b = pair->b;
    const carom_status status = __real_carom_planar_pair_apply(pair, P, after);
    for (int i = 0; i < 2 && planted == pair_reaction; i++)
        after->b.velocity[i] = 2.0 * b.velocity[i] - after->b.velocity[i];
    SPOIL(after->a);
    SPOIL(after->b);
    return status;
}

REPLACE(carom_status, carom_ellipsoid_inertia, double mass, const double semi_axes[3], double moments[3]) {
    const carom_status status = __real_carom_ellipsoid_inertia(mass, semi_axes, moments);
    for (int i = 0; i < 3 && planted == ellipsoid_inertia; i++) moments[i] *= 1.25;
    spoil(moments, 3);
    return status;
}

REPLACE(carom_status, carom_ellipsoid_arm, const double semi_axes[3], const double outward[3], double arm[3]) {
    const carom_status status = __real_carom_ellipsoid_arm(semi_axes, outward, arm);
    for (int i = 0; i < 3 && planted == ellipsoid_arm; i++) arm[i] = semi_axes[i] * outward[i];
    spoil(arm, 3);
    return status;
}

REPLACE(carom_status, carom_pair_from_contact, const carom_contact *c, carom_pair_choice choice, double arm,
        carom_pair *pair) {
    const carom_status status = __real_carom_pair_from_contact(c, choice, arm, pair);
    const bool two = choice == CAROM_PAIR_TWO;
    if (planted == realise_inertia && !two) swap(&pair->a.inertia[1][1], &pair->a.inertia[2][2]);
    if (planted == realise_two_mass && two) pair->b.mass *= 2.0;
    SPOIL(pair->a.mass);
    return status;
}

REPLACE(carom_status, carom_rods_compute, const carom_contact *c, double M_c, double arm, carom_rod_masses *rods,
        carom_pair *pair) {
    const carom_status status = __real_carom_rods_compute(c, M_c, arm, rods, pair);
    if (planted == rods_mass) swap(&rods->M_a, &rods->M_b);
    SPOIL(*rods);
    SPOIL(pair->a.mass);
    return status;
}

// Laws for several contacts.

static void spoil_contact(const carom_law *method, carom_params *p) {
    const bool pg = method == &carom_law_pfeiffer_glocker, differential = method == &carom_law_hm_differential;
    if (planted == pg_stored_halved && pg) p->e_t *= 0.5;
    if (planted == pg_floor && pg) {
        p->e *= 0.9, p->e_t /= 0.9;
        p->allow |= CAROM_PARAM_BIT(e_t);
    }
    if (planted == springs_gap && method == &carom_law_springs) p->own[CAROM_OWN(gap)] = 0.0;
    if (planted == hm_whittaker_mu && method == &carom_law_hm_whittaker) p->mu *= 2.0;
    if (planted == hm_energetic_e && differential && p->restitution == CAROM_ENERGETIC) p->e = 1.0 - p->e;
}

static void blunt_many(const carom_system *s, carom_system_result *out) {
    const size_t n = (size_t)(s->dim * s->nc);
    if (out->P && out->v) spoil(out->P, n), spoil(out->v, n);
    if (out->P_compression && out->v_compression) spoil(out->P_compression, n), spoil(out->v_compression, n);
    for (int i = 0; i < out->kept; i++) spoil(out->solutions[i].P, n), spoil(out->solutions[i].v, n);
    SPOIL(out->dE);
    if (is_blunt() && out->kept) out->kept--;
}

static void spoil_many(const carom_law *method, const carom_system *s, carom_system_result *out) {
    if (planted == one_motion && method == &carom_law_glocker && out->kept > 1) out->kept = 1;
    if (planted == hm_list_blind && method == &carom_law_hm_list)
        for (int k = 0; k < out->stages; k++) memset(out->stage[k].faults, 0, (size_t)s->nc);
}

REPLACE(carom_status, carom_system_solve, const carom_law *method, const carom_system *system,
        const carom_system_params *params, void *memory, size_t bytes, carom_system_result *out) {
    carom_params contact[8];
    double gap[8];
    carom_system_params spoilt = *params;
    if (system->nc > 8) return CAROM_BAD_SIZE;
    for (int i = 0; i < system->nc; i++) {
        contact[i] = params->contacts[i];
        spoil_contact(method, &contact[i]);
    }
    spoilt.contacts = contact;
    for (int i = 0; i < system->nc && params->gap; i++) gap[i] = params->gap[system->nc - 1 - i];
    if (planted == order_swapped && params->gap) spoilt.gap = gap;
    const bool brach = planted == hm_brach_limit && method == &carom_law_hm_brach;
    const carom_status status =
        __real_carom_system_solve(brach ? &carom_law_hm_whittaker : method, system, &spoilt, memory, bytes, out);
    spoil_many(method, system, out);
    if (carom_status_classify(status) == CAROM_CLASS_OK) blunt_many(system, out);
    return answered(status);
}

// Contact models.

REPLACE(carom_status, carom_record, const carom_law *law, const carom_contact *c, const carom_params *p,
        carom_history *history, carom_result *out) {
    carom_params spoilt = *p;
    spoil_params(law, c, &spoilt);
    const carom_status status = __real_carom_record(law, c, &spoilt, history, out);
    if (planted == history_end_lost && history->points) history->count--;
    for (size_t i = 0; i < history->count && i < history->capacity; i++) {
        SPOIL(history->points[i].force);
        SPOIL(history->points[i].P);
        SPOIL(history->points[i].v);
    }
    spoil(&history->summary.duration, offsetof(carom_history_summary, micro_impacts) / sizeof(double));
    blunt_outcome(c, out);
    return answered(status);
}

REPLACE(carom_status, carom_eigen_spring_instants, const carom_contact *c, const carom_params *p,
        const double stretch[3], carom_instant *instants, int capacity, int *count) {
    const carom_status status = __real_carom_eigen_spring_instants(c, p, stretch, instants, capacity, count);
    for (int i = 0; i < *count && planted == instants_missed; i++)
        if (instants[i].state == CAROM_CONTACT_OPEN) instants[i] = instants[--*count];
    for (int i = 0; i < *count; i++) SPOIL(instants[i].force), SPOIL(instants[i].point);
    return status;
}

REPLACE(carom_status, carom_eigen_spring_mu, const carom_contact *c, const carom_params *p, double *mu) {
    const carom_status status = __real_carom_eigen_spring_mu(c, p, mu);
    if (planted == eigen_mu_inverse) *mu = 1.0 / *mu;
    SPOIL(*mu);
    return status;
}

REPLACE(double, carom_e_of_zeta, double zeta) {
    double e = __real_carom_e_of_zeta(planted == zeta_doubled ? 2.0 * zeta : zeta);
    SPOIL(e);
    return e;
}

REPLACE(double, carom_e_of_a, double a) {
    double e = __real_carom_e_of_a(planted == restitution_of_a ? 2.0 * a : a);
    SPOIL(e);
    return e;
}

REPLACE(double, carom_e_of_series, double zeta) {
    double e = __real_carom_e_of_series(planted == series_restitution ? 2.0 * zeta : zeta);
    SPOIL(e);
    return e;
}

REPLACE(double, carom_factor_of_e, carom_damping_formula author, double e) {
    double a = __real_carom_factor_of_e(author, e) * (planted == factor_one_sided ? 1.0 + e : 1.0);
    SPOIL(a);
    return a;
}

REPLACE(carom_status, carom_damping_for_restitution, const carom_damping_request *asked, double *value) {
    const carom_status status = __real_carom_damping_for_restitution(asked, value);
    if (planted == device_damping) *value *= 1.1;
    SPOIL(*value);
    return status;
}

REPLACE(carom_status, carom_hertz_from_materials, const carom_material *a, const carom_material *b,
        carom_hertz_contact *pair) {
    carom_material spoilt = *a;
    if (planted == hertz_modulus) spoilt.E *= 1.0 - a->nu * a->nu;
    const carom_status status = __real_carom_hertz_from_materials(&spoilt, b == a ? &spoilt : b, pair);
    SPOIL(*pair);
    return status;
}

REPLACE(carom_two_stage, carom_two_stage_at, double e, double m1, double m2, double k, double v, double t) {
    if (planted == two_stage_mass) swap(&m1, &m2);
    carom_two_stage now = __real_carom_two_stage_at(e, m1, m2, k, v, t);
    SPOIL(now);
    return now;
}

REPLACE(carom_status, carom_disc_compress, const carom_disc *disc, double force, carom_disc_pressed *out) {
    const carom_status status = __real_carom_disc_compress(disc, force, out);
    if (planted == disc_plane_stress) {
        out->sum += out->plane_stress - out->flat;
        out->flat = out->plane_stress;
    }
    SPOIL(*out);
    return status;
}

REPLACE(carom_slowness, carom_impact_slowness, double E, double density, double V, double m, double k, double size) {
    carom_slowness s = __real_carom_impact_slowness(E, density, V, m, k, size);
    if (planted == slowness_duration) s.duration *= 2.0, s.crossings *= 2.0;
    SPOIL(s);
    return s;
}

// Measured impacts.

REPLACE(carom_status, carom_fit_impact_from_body, const carom_fit_body *body, carom_fit_impact *impact) {
    carom_fit_body spoilt = *body;
    if (planted == measured_inertia)
        spoilt.inertia[0][0] += body->mass * (body->arm[0] * body->arm[0] + body->arm[1] * body->arm[1]);
    const carom_status status = __real_carom_fit_impact_from_body(&spoilt, impact);
    SPOIL(impact->contact.W);
    return status;
}

REPLACE(carom_status, carom_fit_read, const carom_contact *c, const double after[3], carom_strobe_reading *r) {
    const carom_status status = __real_carom_fit_read(c, after, r);
    if (planted == reading_ratio) r->ratio = 1.0 / r->ratio;
    SPOIL(*r);
    return status;
}

REPLACE(carom_status, carom_strobe_read, const carom_strobe *s, double h, carom_strobe_reading *r) {
    const carom_status status = __real_carom_strobe_read(s, h, r);
    if (planted == strobe_rate) r->vft *= 0.5, r->tan_phi *= 0.5;
    SPOIL(*r);
    return status;
}
