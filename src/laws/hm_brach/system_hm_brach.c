// Uses Whittaker's algebra, but with less friction if it would gain energy. Hurmuzlu & Marghitu 1994, 3.2.2 (after
// Brach).
//
// The tangential condition of the striking contact c becomes P_t = r P_n. For one mode set of the other contacts
// P/P_n(c) is linear in r, so
//   g(r) = dE / P_n(c)^2
// is a quadratic, known from three values. Its roots between 0 and Whittaker's ratio give dE = 0. Among the roots at
// which the other contacts are consistent, the one nearest to Whittaker's ratio is taken.
#include <math.h>
#include <string.h>

#include "base/rounding.h"
#include "systems/hm.h"
#include "systems/modeset.h"

extern CAROM_API const carom_law carom_law_hm_brach;

#define NO_FRICTION 1e-9

typedef struct search {
    const carom_system *s;
    carom_modeset set;
    carom_cone *striking;
    int c;
    double ratio; // Whittaker's ratio
    double best;  // nearest root so far
} search;

// Computes dE/P_n^2 of the current mode set at the ratio r. Returns false if it has no solution.
static bool relative_energy(search *h, double r, double *g) {
    h->striking->lo = h->striking->hi = (carom_edge){r, 0.0};
    if (!carom_modeset_solve(&h->set)) return false;
    const int n = 2 * h->s->nc;
    const double *P = h->set.P, Pn = P[2 * h->c];
    double dE = 0.0;
    for (int i = 0; i < n; i++) {
        double change = 2.0 * h->s->v[i];
        for (int j = 0; j < n; j++) change += h->s->W[i * n + j] * P[j];
        dE += 0.5 * P[i] * change;
    }
    *g = dE / (Pn * Pn);
    return isfinite(*g);
}

// Finds the roots of g, a quadratic in x (r in units of Whittaker's ratio), from its values at x = 0, 1/2 and 1.
// Without friction (x = 0), every system conserves energy for e = 1. The root x = 0 is therefore used only if there is
// no other.
static int roots_between(double g0, double g_half, double g1, bool none_else, double root[2]) {
    const double a = 2.0 * (g0 - 2.0 * g_half + g1), b = g1 - g0 - a, c = g0;
    const double under = b * b - 4.0 * a * c;
    if (!(under >= 0.0)) return 0;
    const double q = -0.5 * (b + copysign(sqrt(under), b));
    const double x[2] = {q / a, c / q};
    int count = 0;
    for (int i = 0; i < 2; i++)
        if ((none_else ? fabs(x[i]) <= NO_FRICTION : x[i] > NO_FRICTION) && x[i] <= 1.0)
            root[count++] = fmax(x[i], 0.0);
    return count;
}

// Takes Newton steps on the exact g, because the quadratic through three values loses digits if they cancel.
static double polish(search *h, double r) {
    for (int k = 0; k < 3; k++) {
        double here, there;
        const double step = 1e-6 * h->ratio;
        if (!relative_energy(h, r, &here) || !relative_energy(h, r + step, &there)) return r;
        const double next = r - here * step / (there - here);
        if (!isfinite(next) || fabs(next - r) > 1e-3 * fabs(h->ratio)) return r;
        r = next;
    }
    return r;
}

// Swaps the newest solution with the first one. If there is no space for the former first solution, its impulse is
// dropped.
static void put_first(const carom_modeset *set, carom_found *found) {
    const size_t n = 2 * (size_t)set->p->nc, last = (size_t)(found->count - 1) * n;
    const bool kept = found->count == found->kept;
    for (size_t k = 0; k < n; k++) {
        if (kept) found->P[last + k] = found->P[k];
        found->y[last + k] = found->y[k];
        found->P[k] = set->P[k];
        found->y[k] = set->y[k];
    }
}

static void try_roots(search *h, bool none_else, carom_found *found) {
    double g0, g_half, g1, root[2], unused;
    if (!relative_energy(h, 0.0, &g0) || !relative_energy(h, 0.5 * h->ratio, &g_half) ||
        !relative_energy(h, h->ratio, &g1))
        return;
    const int count = roots_between(g0, g_half, g1, none_else, root);
    for (int i = 0; i < count; i++) {
        const double r = polish(h, root[i] * h->ratio);
        if (!relative_energy(h, r, &unused) || !carom_modeset_admissible(&h->set)) continue;
        if (!carom_modeset_keep(&h->set, found)) continue;
        if (!(fabs(r - h->ratio) < fabs(h->best - h->ratio))) continue;
        h->best = r;
        put_first(&h->set, found);
    }
}

// Returns whether Whittaker's first solution does not gain energy, up to rounding.
static bool dissipates(const carom_system *s, const double *P) {
    const int n = 2 * s->nc;
    double dE = 0.0, size = 0.0;
    for (int i = 0; i < n; i++) {
        double after = s->v[i], terms = fabs(s->v[i]);
        for (int j = 0; j < n; j++) {
            after += s->W[i * n + j] * P[j];
            terms += fabs(s->W[i * n + j] * P[j]);
        }
        dE += 0.5 * P[i] * (s->v[i] + after);
        size += 0.5 * fabs(P[i]) * (fabs(s->v[i]) + terms);
    }
    return dE <= carom_rounding(n) * size;
}

static carom_status limit(const carom_system *s, const carom_system_params *p, carom_cones *cones, carom_cone_memory *m,
                          carom_system_result *out) {
    search h = {.s = s, .striking = &m->cone[p->striking], .c = p->striking, .best = HUGE_VAL};
    h.ratio = m->found.P[2 * p->striking + 1] / m->found.P[2 * p->striking];
    h.striking->may = CAROM_MAY_PRESS | CAROM_MAY_PLUS | CAROM_DRIVEN;
    m->found.count = m->found.kept = 0;
    for (int none_else = 0; none_else < 2 && !m->found.count; none_else++) {
        h.set = carom_modeset_first(cones);
        do {
            m->found.tried++;
            try_roots(&h, none_else, &m->found);
        } while (carom_modeset_next(&h.set));
    }
    if (!m->found.count) return CAROM_NO_SOLUTION;

    h.striking->lo = h.striking->hi = (carom_edge){h.best, 0.0};
    const carom_status status = m->found.count > 1 ? CAROM_NOT_UNIQUE : CAROM_OK;
    carom_set_solution(s, cones, m, status, out);
    out->mode[p->striking] = CAROM_MODE_RATIO;
    for (int k = 0; k < out->kept; k++) out->solutions[k].mode[p->striking] = CAROM_MODE_RATIO;
    out->limited = true;
    return status;
}

static carom_status solve(const carom_law *self, const carom_system *s, const carom_system_params *p, void *memory,
                          size_t bytes, carom_system_result *out) {
    carom_arena a = carom_arena_over(memory, bytes);
    carom_cone_memory m;
    if (!carom_cone_carve(&m, s, p, &a)) return CAROM_SMALL_MEMORY;
    carom_cones cones = carom_whittaker_cones(s, p, &m);
    carom_status status = carom_cones_solve(&cones, p->solver, m.solver, m.solver_bytes, &m.found);
    if (carom_status_classify(status) != CAROM_CLASS_OK) return status;
    if (dissipates(s, m.found.P))
        carom_set_solution(s, &cones, &m, status, out);
    else
        status = s->nc <= CAROM_MAX_ENUMERATED ? limit(s, p, &cones, &m, out) : CAROM_BAD_COUNT;
    carom_set_impulse_ratio(p, status, out);
    return status;
}

static const carom_system_vtable code = {
    .solve = solve,
    .memory_size = carom_cone_bytes,
    .needs = CAROM_NEEDS_STRIKING,
    .provides = CAROM_PROVIDES_SOLUTIONS | CAROM_PROVIDES_RATIO | CAROM_PROVIDES_LIMITED,
    .solvers = CAROM_PLANE_SOLVERS,
    .always = CAROM_GUARANTEE_DISSIPATIVE | CAROM_GUARANTEE_COULOMB | CAROM_GUARANTEE_NONPENETRATING |
              CAROM_GUARANTEE_HOMOGENEOUS,
    .conditions = "",
};

static const carom_coefficient coefficients[] = {
    CAROM_COEFFICIENT_E("-v_n' / v_n of the striking contact"),
    CAROM_COEFFICIENT_MU("largest |P_t| / P_n of the whole impulse"),
};

const carom_law carom_law_hm_brach = {
    .name = "hm-brach",
    .module = "core",
    .solves = CAROM_SYSTEM_2D,
    CAROM_COEFFICIENTS(coefficients),
    .summary = "hm-whittaker with the striking contact's friction ratio lowered until no energy is gained",
    .citation = "Hurmuzlu & Marghitu 1994, 3.2.2 (after Brach 1989)",
    .conditions = "",
    .system = &code,
};
