#include "cli/lookup/energy_verdict.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "carom/systems.h"
#include "mods/scenario/value.h"

// Velocities that are solved. A few contacts take some microseconds each; every order of single impacts takes longer.
enum { TRIES = 4000, TRIES_SLOW = 400, FEW_CONTACTS = 4 };

typedef struct bed {
    carom_problem *p;
    const carom_law *method;
    uint64_t random;               // state of the random numbers
    double *v, *best, *P, *memory; // candidate, best candidate, random impulse, memory of the method
    size_t bytes;
    double gain; // dE of the best candidate, relative to its terms
} bed;

// Returns a number in [-1, 1).
static double random_number(bed *b) {
    return (double)(carom_random_next(&b->random) >> 11) * 0x1p-52 - 1.0;
}

static double restitution(const bed *b, int contact, int component) {
    const carom_params *c = &b->p->each[contact];
    if (carom_system_needs(b->method) & CAROM_NEEDS_STRIKING)
        return component == 0 && contact == b->p->settings.striking ? c->e : 0.0;
    return component && (carom_system_reads(b->method) & CAROM_PARAM_BIT(e_t)) ? c->e_t : c->e;
}

// Proposes a velocity in the range of W, so that bodies can have it. In half of the proposals, a random impulse in the
// friction cones leads to v' = -E v. Newton's restitution gains energy at such velocities.
static void propose(bed *b) {
    const carom_system *s = &b->p->system;
    const int n = s->dim * s->nc;
    const bool aimed = random_number(b) < 0.0;
    for (int i = 0; i < s->nc; i++) {
        double *P = &b->P[s->dim * i], mu = b->p->each[i].mu;
        P[0] = random_number(b);
        if (aimed) P[0] = fabs(P[0]);
        for (int k = 1; k < s->dim; k++) P[k] = random_number(b) * (aimed && mu < 1e3 ? mu * P[0] / (s->dim - 1) : 1.0);
    }
    for (int i = 0; i < n; i++) {
        b->v[i] = 0.0;
        for (int j = 0; j < n; j++) b->v[i] -= s->W[(size_t)i * (size_t)n + (size_t)j] * b->P[j];
        if (aimed) b->v[i] /= 1.0 + restitution(b, i / s->dim, i % s->dim);
    }
    // A method for one striking contact requires that the others rest or separate.
    if (!(carom_system_needs(b->method) & CAROM_NEEDS_STRIKING)) return;
    for (int i = 0; i < s->nc; i++) {
        double *v_n = &b->v[s->dim * i];
        const bool strikes = i == b->p->settings.striking;
        if (strikes) *v_n = -fabs(*v_n);
        if (!strikes) *v_n = random_number(b) < 0.0 ? 0.0 : fabs(*v_n);
    }
}

static void disturb(bed *b, double size) {
    const int n = b->p->system.dim * b->p->system.nc;
    propose(b);
    for (int i = 0; i < n; i++) b->v[i] = b->best[i] + size * b->v[i];
    for (int i = 0; (carom_system_needs(b->method) & CAROM_NEEDS_STRIKING) && i < b->p->system.nc; i++) {
        double *v_n = &b->v[b->p->system.dim * i];
        if (i != b->p->settings.striking) *v_n = fmax(*v_n, 0.0);
    }
}

// Solves the candidate. Keeps it if it gains more than the best one; `dE` is set then.
static bool improves(bed *b, double *dE) {
    carom_system_result out;
    const int n = b->p->system.dim * b->p->system.nc;
    double most = 0.0, terms = 0.0;
    for (int i = 0; i < n; i++) most = fmax(most, fabs(b->v[i]));
    if (!(most > 0.0)) return false;
    for (int i = 0; i < n; i++) b->v[i] /= most;
    const carom_status status =
        carom_system_solve(b->method, &b->p->system, &b->p->settings, b->memory, b->bytes, &out);
    if (carom_status_classify(status) != CAROM_CLASS_OK || !(out.violations & CAROM_VIOLATION_ENERGY)) return false;
    for (int i = 0; i < n; i++) terms += fabs(out.P[i]) * (fabs(b->v[i]) + fabs(out.v[i])) / 2.0;
    if (!(out.dE > b->gain * terms)) return false;
    b->gain = out.dE / terms;
    *dE = out.dE;
    memcpy(b->best, b->v, (size_t)n * sizeof *b->best);
    return true;
}

static void search(bed *b, carom_energy_verdict *verdict) {
    const bool slow = b->p->system.nc > FEW_CONTACTS || (carom_system_needs(b->method) & CAROM_NEEDS_SINGLE);
    const int tries = slow ? TRIES_SLOW : TRIES;
    double size = 0.5;
    for (int k = 0; k < tries; k++) {
        const bool found = verdict->kind == CAROM_ENERGY_COUNTEREXAMPLE, local = found && k % 2;
        if (local)
            disturb(b, size);
        else
            propose(b);
        if (improves(b, &verdict->dE))
            verdict->kind = CAROM_ENERGY_COUNTEREXAMPLE;
        else if (local)
            size = fmax(0.98 * size, 1e-3);
    }
    verdict->tried = tries;
}

static bool is_safe(const carom_problem *p, const carom_law *method) {
    return carom_system_guarantees(method, &p->system, &p->settings) & CAROM_GUARANTEE_DISSIPATIVE;
}

static carom_energy_reason reason_of(const carom_problem *p, const carom_law *method) {
    const bool newton = method->system == carom_law_glocker.system;
    if (!newton && method->system != carom_law_pfeiffer_glocker.system)
        return (carom_system_needs(method) & CAROM_NEEDS_STRIKING) &&
                       !(method->system->always & CAROM_GUARANTEE_DISSIPATIVE) &&
                       !(carom_system_reads(method) & CAROM_PARAM_BIT(restitution))
                   ? CAROM_ENERGY_CONTRACTION
                   : CAROM_ENERGY_METHOD;
    bool common = true, frictionless = true;
    for (int i = 0; i < p->system.nc; i++) {
        const carom_params *c = &p->each[i];
        common = common && c->e == p->each[0].e && (!newton || c->e_t == c->e);
        frictionless = frictionless && c->mu == 0.0;
    }
    if (common) return CAROM_ENERGY_COMMON;
    return frictionless && !newton ? CAROM_ENERGY_FRICTIONLESS : CAROM_ENERGY_CONTRACTION;
}

// Returns the largest factor of all coefficients for which the theorem holds.
static double safe_factor(carom_problem *p, const carom_law *method) {
    const int nc = p->system.nc;
    carom_params *own = p->each, *scaled = carom_room((size_t)nc, sizeof *own);
    double low = 0.0, high = 1.0;
    if (!scaled) return (double)NAN;
    for (int step = 0; step < 60; step++) {
        const double factor = step ? 0.5 * (low + high) : 0.0;
        memcpy(scaled, own, (size_t)nc * sizeof *own);
        for (int i = 0; i < nc; i++) scaled[i].e *= factor, scaled[i].e_t *= factor;
        p->settings.contacts = scaled;
        const bool safe = is_safe(p, method);
        if (!step && !safe) break;
        if (safe)
            low = factor;
        else
            high = factor;
    }
    p->settings.contacts = own;
    free(scaled);
    // With a singular W only e = 0 may be safe. Rounding then leaves a factor of about 1e-6.
    return low > 1e-3 ? low : (double)NAN;
}

bool carom_energy_judge(carom_problem *p, const carom_law *method, double *v, carom_energy_verdict *verdict) {
    const size_t n = (size_t)(p->system.dim * p->system.nc);
    *verdict = (carom_energy_verdict){.kind = CAROM_ENERGY_UNKNOWN, .factor = (double)NAN};
    const double *before = p->system.v;
    bed b = {.p = p, .method = method, .best = v, .bytes = carom_system_memory_size(method, &p->system, &p->settings)};
    b.memory = carom_room(b.bytes, 1);
    b.v = carom_room(2 * n, sizeof *b.v);
    const bool had_memory = b.v && b.memory;
    if (had_memory) {
        const bool here = is_safe(p, method);
        b.P = b.v + n;
        // All contacts separate at this velocity, so a theorem that requires v_n <= 0 does not apply.
        for (size_t i = 0; i < n; i++) b.v[i] = 1.0;
        p->system.v = b.v;
        if (is_safe(p, method)) {
            verdict->kind = CAROM_ENERGY_THEOREM;
            verdict->reason = reason_of(p, method);
        } else {
            verdict->factor = safe_factor(p, method);
            search(&b, verdict);
            if (here) verdict->reason = CAROM_ENERGY_CLOSING;
        }
        p->system.v = before;
    }
    free(b.memory);
    free(b.v);
    return had_memory;
}

const char *carom_energy_kind_name(carom_energy_kind kind) {
    return kind == CAROM_ENERGY_THEOREM          ? "theorem"
           : kind == CAROM_ENERGY_COUNTEREXAMPLE ? "counterexample"
                                                 : "unknown";
}

static const struct {
    const char *name, *words;
} reasons[] = {
    [CAROM_ENERGY_NONE] = {"none", ""},
    [CAROM_ENERGY_METHOD] = {"method", "the method never gains energy with these coefficients"},
    [CAROM_ENERGY_COMMON] = {"common", "one coefficient of restitution for all contacts"},
    [CAROM_ENERGY_FRICTIONLESS] = {"frictionless", "no contact has friction"},
    [CAROM_ENERGY_CLOSING] = {"closing", "safe at the given velocity: no friction, and no contact separates before"},
    [CAROM_ENERGY_CONTRACTION] = {"contraction", "W - E W E is positive semi-definite"}};

const char *carom_energy_reason_name(carom_energy_reason reason) {
    return reasons[reason].name;
}

const char *carom_energy_reason_words(carom_energy_reason reason) {
    return reasons[reason].words;
}
