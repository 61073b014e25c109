// Solves one impact at several contacts: rejects invalid problems, calls the method, and judges its result.
#include <math.h>
#include <string.h>

#include "base/systems.h"
#include "collide/validate.h"
#include "systems/solution.h"
#include "tables/params.h"
#include "tables/speed.h"

carom_system_params carom_system_params_default(const carom_params *contact) {
    return (carom_system_params){.contacts = contact,
                                 .solver = CAROM_SOLVER_AUTO,
                                 .max_solutions = 16,
                                 .max_stages = 200,
                                 .cut = 1e-10,
                                 .merge = 1e-7,
                                 .max_impacts = 200,
                                 .max_states = 20000,
                                 .max_outcomes = 1000,
                                 .max_strikes = 40000};
}

// Memory for the arrays of the result, a symmetric copy of W, and the friction by which each contact is judged.
typedef struct arrays {
    carom_system s;
    double *W, *mu;
} arrays;

static bool carve(arrays *m, const carom_system *s, carom_system_result *out, carom_arena *a) {
    const int n = s->dim * s->nc;
    m->W = CAROM_TAKE(a, (size_t)n * (size_t)n, double);
    m->mu = CAROM_TAKE(a, s->nc, double);
    out->P = CAROM_TAKE(a, n, double);
    out->v = CAROM_TAKE(a, n, double);
    out->work = CAROM_TAKE(a, s->nc, double);
    out->mode = CAROM_TAKE(a, s->nc, carom_mode);
    return !carom_arena_short(a);
}

static bool between(int64_t x, int64_t least, int64_t most) {
    return x >= least && x <= most;
}

carom_status carom_impact_shape(const carom_law *method, const carom_system *s, const carom_system_params *p) {
    if (!method) return CAROM_UNKNOWN_LAW;
    if (method->system ? !method->system->solve : !method->contact) return CAROM_MODULE_MISSING;
    if (!s || !p || !s->W || !s->v || !p->contacts) return CAROM_NULL_POINTER;
    if (s->dim != 2 && s->dim != 3) return CAROM_BAD_DIM;
    if (s->nc < 1 || s->nc > CAROM_MAX_CONTACTS) return CAROM_BAD_COUNT;
    if (!method->system && s->nc != 1) return CAROM_WRONG_PROBLEM;
    const unsigned bit = carom_system_bit(s->dim);
    if (!(method->solves & (method->system ? bit : bit / CAROM_SYSTEM_2D))) return CAROM_WRONG_DIM;
    if (!method->system) return CAROM_OK;
    if (!between(p->solver, CAROM_SOLVER_AUTO, CAROM_SOLVER_ADMM)) return CAROM_BAD_VALUE;
    if (!(method->system->solvers & 1u << p->solver)) return CAROM_BAD_VALUE;
    if (s->dim == 3 && (CAROM_PLANE_SOLVERS_ALONE & 1u << p->solver)) return CAROM_BAD_VALUE;
    if (p->solver == CAROM_SOLVER_ENUMERATE && s->nc > CAROM_MAX_ENUMERATED) return CAROM_BAD_COUNT;
    if (!between(p->max_solutions, 1, CAROM_MAX_SOLUTIONS)) return CAROM_BAD_COUNT;
    if (!between(p->max_stages, 1, CAROM_MAX_STAGES)) return CAROM_BAD_COUNT;
    if (carom_system_needs(method) & CAROM_NEEDS_SINGLE) {
        if (!p->single) return CAROM_UNKNOWN_LAW;
        if (!p->single->contact) return carom_lacks_code(p->single);
        if (!between(p->max_impacts, 1, CAROM_MAX_IMPACTS) || !between(p->max_states, 1, CAROM_MAX_STATES) ||
            !between(p->max_outcomes, 1, CAROM_MAX_OUTCOMES) || p->max_strikes < 1)
            return CAROM_BAD_COUNT;
    }
    return (carom_system_needs(method) & CAROM_NEEDS_STRIKING) && (p->striking < 0 || p->striking >= s->nc)
               ? CAROM_BAD_INDEX
               : CAROM_OK;
}

// Returns the friction coefficient (mu or mu_static) that the method reads, if it is infinite; otherwise
// CAROM_PARAM_NONE.
static carom_param endless(uint64_t reads, const carom_params *p) {
    if (reads & CAROM_PARAM_BIT(mu) && isinf(p->mu)) return CAROM_PARAM_mu;
    return reads & CAROM_PARAM_BIT(mu_static) && isinf(p->mu_static) ? CAROM_PARAM_mu_static : CAROM_PARAM_NONE;
}

// Checks the coefficients of each contact in the same way as for a single contact. mu must be finite if W couples the
// friction cones.
static carom_status validate_params(const carom_law *method, const carom_system *s, const carom_system_params *p,
                                    carom_system_result *out) {
    const bool single = (carom_system_needs(method) & CAROM_NEEDS_SINGLE) != 0;
    for (int i = 0; i < s->nc; i++) {
        out->contact = i;
        const carom_status status = single
                                        ? carom_params_validate(p->single, &p->contacts[i], s->dim, &out->coefficient)
                                        : carom_coefficients_validate(method, carom_system_reads(method),
                                                                      &p->contacts[i], s->dim, &out->coefficient);
        if (status != CAROM_OK) return status;
        if (single) continue;
        out->coefficient = p->contacts[i].e_of_speed.form ? CAROM_PARAM_e : CAROM_PARAM_mu;
        if (carom_e_by_speed(carom_system_reads(method), &p->contacts[i]) ||
            carom_mu_by_speed(carom_system_reads(method), &p->contacts[i]))
            return CAROM_COEFFICIENT_RANGE;
        out->coefficient = endless(carom_system_reads(method), &p->contacts[i]);
        if (out->coefficient != CAROM_PARAM_NONE) return CAROM_COEFFICIENT_RANGE;
    }
    out->contact = -1;
    if (single && !(p->cut > 0.0 && p->merge > 0.0)) return CAROM_BAD_VALUE;
    for (int i = 0; single && p->gap && i < s->nc; i++)
        if (!(p->gap[i] >= 0.0)) return CAROM_BAD_VALUE;
    return CAROM_OK;
}

// Checks that the striking contact approaches and that the other contacts do not.
static carom_status validate_strike(const carom_system *s, int c) {
    const double zero = carom_system_zero(s);
    for (int i = 0; i < s->nc; i++)
        if (i != c && s->v[s->dim * i] < -zero) return CAROM_OTHER_APPROACHES;
    return s->v[s->dim * c] < -zero ? CAROM_OK : CAROM_NO_IMPACT;
}

carom_system carom_system_averaged(const carom_system *s, double *W) {
    const int n = s->dim * s->nc;
    carom_system averaged = *s;
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) W[i * n + j] = W[j * n + i] = 0.5 * (s->W[i * n + j] + s->W[j * n + i]);
    averaged.W = W;
    return averaged;
}

// Computes the friction by which a contact is judged: static friction, if the method or law reads it.
static void cones_of(const carom_law *method, const carom_system *s, const carom_system_params *p, double *mu) {
    const bool single = (carom_system_needs(method) & CAROM_NEEDS_SINGLE) != 0;
    const uint64_t reads = single ? carom_law_reads(p->single) : carom_system_reads(method);
    const bool coulomb = ((single ? p->single->guarantees : method->system->always) & CAROM_GUARANTEE_COULOMB) != 0;
    for (int i = 0; i < s->nc; i++) {
        const carom_params *k = &p->contacts[i];
        if (reads & CAROM_PARAM_BIT(mu_static))
            mu[i] = fmax(k->mu, carom_mu_static(k));
        else if (reads & CAROM_PARAM_BIT(mu))
            mu[i] = k->mu;
        else
            mu[i] = coulomb ? 0.0 : HUGE_VAL;
        if (isnan(mu[i]))
            mu[i] = HUGE_VAL; // friction depends on speed; each single impact was judged with its own value
    }
}

static void no_impact(const carom_system *s, carom_system_result *out) {
    for (int i = 0; i < s->dim * s->nc; i++) out->P[i] = 0.0;
    for (int i = 0; i < s->nc; i++) out->mode[i] = s->v[s->dim * i] > 0.0 ? CAROM_MODE_SEPARATING : CAROM_MODE_NONE;
}

// Returns the violations that the limited accuracy of an iterative result can cause. An error dP of P changes v' by W
// dP and dE by dP.v'.
static unsigned forgiven(double accuracy, const carom_system *s, const carom_system_result *out,
                         const carom_verdict *verdict) {
    if (!(accuracy > 0.0)) return 0;
    double work = 0.0;
    for (int i = 0; i < s->dim * s->nc; i++) work += fabs(out->P[i] * out->v[i]);
    return (verdict->dE <= accuracy * work ? (unsigned)CAROM_VIOLATION_ENERGY : 0u) |
           (verdict->cone_slack <= accuracy ? (unsigned)CAROM_VIOLATION_CONE : 0u) |
           (verdict->pull_slack <= accuracy ? (unsigned)CAROM_VIOLATION_PULL : 0u) |
           (verdict->approach_slack <= accuracy ? (unsigned)CAROM_VIOLATION_PENETRATION : 0u);
}

static carom_status judge(const carom_law *method, const arrays *m, carom_system_result *out) {
    carom_verdict verdict;
    const carom_system *s = &m->s;
    const carom_status status = carom_system_check(s, m->mu, out->P, out->v, &verdict);
    if (status != CAROM_OK) return status;
    out->dE = verdict.dE;
    out->violations = (verdict.violations & ~forgiven(method->system->accuracy, s, out, &verdict)) |
                      (out->status == CAROM_NOT_UNIQUE ? (unsigned)CAROM_VIOLATION_NOT_UNIQUE : 0u);
    for (int i = 0; i < s->nc; i++) {
        out->work[i] = 0.0;
        for (int k = s->dim * i; k < s->dim * (i + 1); k++) out->work[i] += 0.5 * out->P[k] * (s->v[k] + out->v[k]);
    }
    return CAROM_OK;
}

static const carom_system_result unanswered = {.dE = (double)NAN,
                                               .residual = (double)NAN,
                                               .coefficient = CAROM_PARAM_NONE,
                                               .contact = -1,
                                               .eta = (double)NAN,
                                               .eta_c = (double)NAN,
                                               .ratio_c = (double)NAN};

// Sets the status and clears all numbers, so that none can be mistaken for a solution.
static carom_status refuse(const carom_system *s, carom_system_result *out, carom_status status) {
    out->status = status;
    out->violations =
        carom_status_classify(status) == CAROM_CLASS_NO_ANSWER ? (unsigned)CAROM_VIOLATION_NO_SOLUTION : 0u;
    out->dE = out->residual = out->eta = out->eta_c = out->ratio_c = (double)NAN;
    out->kept = 0;
    for (int i = 0; i < s->dim * s->nc; i++) out->P[i] = out->v[i] = (double)NAN;
    for (int i = 0; i < s->nc; i++) {
        out->work[i] = (double)NAN;
        out->mode[i] = CAROM_MODE_UNNAMED;
    }
    return status;
}

carom_system carom_impact_averaged(const carom_system *s, void *memory, size_t bytes) {
    carom_arena a = carom_arena_over(memory, bytes);
    carom_system_result unused;
    arrays m;
    carve(&m, s, &unused, &a);
    m.s = *s;
    m.s.W = m.W;
    return m.s;
}

size_t carom_system_memory_size(const carom_law *method, const carom_system *system,
                                const carom_system_params *params) {
    if (carom_impact_shape(method, system, params) != CAROM_OK) return 0;
    carom_arena a = carom_arena_over(NULL, 0);
    carom_system_result out;
    arrays m;
    carve(&m, system, &out, &a);
    const size_t own = carom_arena_bytes(&a);
    const size_t beyond = method->system ? method->system->memory_size(method, system, params) : 1;
    return own && beyond && beyond <= SIZE_MAX - own ? own + beyond : 0;
}

// Solves a system of one contact by a law for one contact.
static carom_status solve_one_contact(const carom_law *law, const carom_system *s, const carom_params *params,
                                      carom_system_result *out) {
    carom_contact contact = {.dim = s->dim};
    carom_result one;
    for (int i = 0; i < s->dim; i++) {
        contact.v[i] = s->v[i];
        for (int j = 0; j < s->dim; j++) contact.W[i][j] = s->W[i * s->dim + j];
    }
    const carom_status status = carom_collide(law, &contact, params, &one);
    out->coefficient = one.coefficient;
    out->contact = one.coefficient == CAROM_PARAM_NONE ? -1 : 0;
    if (carom_status_classify(status) != CAROM_CLASS_OK) return refuse(s, out, status);
    out->status = status;
    out->violations = one.violations;
    out->mode[0] = one.mode;
    out->dE = one.dE;
    out->residual = one.residual;
    out->solution_count = one.solution_count;
    out->work[0] = 0.0;
    for (int i = 0; i < s->dim; i++) {
        out->P[i] = one.P[i];
        out->v[i] = one.v[i];
        out->work[0] += 0.5 * one.P[i] * (s->v[i] + one.v[i]);
    }
    return status;
}

carom_status carom_system_solve(const carom_law *method, const carom_system *system, const carom_system_params *params,
                                void *memory, size_t bytes, carom_system_result *out) {
    if (!out) return CAROM_NULL_POINTER;
    *out = unanswered;
    carom_status status = carom_impact_shape(method, system, params);
    if (status != CAROM_OK) return out->status = status;
    carom_arena a = carom_arena_over(memory, bytes);
    arrays m;
    if (!carve(&m, system, out, &a)) {
        *out = unanswered;
        return out->status = memory ? CAROM_SMALL_MEMORY : CAROM_NULL_POINTER;
    }
    if (!method->system) return solve_one_contact(method, system, params->contacts, out);
    status = carom_system_validate(system, method->system->pairs_alone ? NULL : m.W);
    if (status == CAROM_OK) status = validate_params(method, system, params, out);
    if (status == CAROM_OK && (carom_system_needs(method) & CAROM_NEEDS_STRIKING))
        status = validate_strike(system, params->striking);
    if (carom_status_classify(status) != CAROM_CLASS_OK) return refuse(system, out, status);

    m.s = carom_system_averaged(system, m.W);
    cones_of(method, system, params, m.mu);
    out->residual = 0.0;
    if (status == CAROM_NO_IMPACT)
        no_impact(system, out);
    else
        status = method->system->solve(method, &m.s, params, a.base + a.used, a.size - a.used, out);
    if (carom_status_classify(status) != CAROM_CLASS_OK) return refuse(system, out, status);
    out->status = status;
    const carom_status judged = judge(method, &m, out);
    return judged == CAROM_OK ? status : refuse(system, out, judged);
}
