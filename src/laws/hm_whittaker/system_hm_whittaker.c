// Whittaker's algebra for one striking contact c among others. Hurmuzlu & Marghitu 1994, 3.2.1:
//   c        v_n' = -e v_n, never open
//   others   v_n' = 0, or open with v_n' >= 0
//   all      stick v_t' = 0 inside the cone, or slip P_t = -+ mu P_n with the sign of the final v_t'
// This is glocker with e at the striking contact and 0 elsewhere, so it gains no energy if e is a contraction of W.
#include "systems/contraction.h"
#include "systems/hm.h"

extern CAROM_API const carom_law carom_law_hm_whittaker;

carom_cones carom_whittaker_cones(const carom_system *s, const carom_system_params *p, carom_cone_memory *m) {
    for (int i = 0; i < s->nc; i++) {
        m->q[2 * i] = (i == p->striking ? 1.0 + p->contacts[i].e : 1.0) * s->v[2 * i];
        m->q[2 * i + 1] = s->v[2 * i + 1];
        m->cone[i] = carom_coulomb(p->contacts[i].mu);
    }
    m->cone[p->striking].may &= ~(unsigned)CAROM_MAY_REST;
    return (carom_cones){.nc = s->nc, .W = s->W, .q = m->q, .cone = m->cone};
}

static double restitution(const carom_system_params *p, int contact, int component) {
    return contact == p->striking && component == 0 ? p->contacts[contact].e : 0.0;
}

static unsigned also(const carom_law *self, const carom_system *s, const carom_system_params *p) {
    const double e = p->contacts[p->striking].e;
    return e >= 0.0 && carom_restitution_contracts(s, p, restitution) ? (unsigned)CAROM_GUARANTEE_DISSIPATIVE : 0u;
}

static carom_status solve(const carom_law *self, const carom_system *s, const carom_system_params *p, void *memory,
                          size_t bytes, carom_system_result *out) {
    carom_arena a = carom_arena_over(memory, bytes);
    carom_cone_memory m;
    if (!carom_cone_carve(&m, s, p, &a)) return CAROM_SMALL_MEMORY;
    const carom_cones cones = carom_whittaker_cones(s, p, &m);
    const carom_status status = carom_cones_solve(&cones, p->solver, m.solver, m.solver_bytes, &m.found);
    carom_set_solution(s, &cones, &m, status, out);
    carom_set_impulse_ratio(p, status, out);
    return status;
}

static const carom_system_vtable code = {
    .solve = solve,
    .memory_size = carom_cone_bytes,
    .guarantees = also,
    .needs = CAROM_NEEDS_STRIKING,
    .provides = CAROM_PROVIDES_SOLUTIONS | CAROM_PROVIDES_RATIO,
    .solvers = CAROM_PLANE_SOLVERS,
    .always = CAROM_GUARANTEE_COULOMB | CAROM_GUARANTEE_NONPENETRATING | CAROM_GUARANTEE_HOMOGENEOUS,
    .conditions = "dissipative if e^2 <= 1 / (W_cc (W^-1)_cc), with the normal c of the striking contact",
};

static const carom_coefficient coefficients[] = {
    CAROM_COEFFICIENT_E("-v_n' / v_n of the striking contact"),
    CAROM_COEFFICIENT_MU("|P_t| / P_n of the whole impulse when it ends slipping"),
};

const carom_law carom_law_hm_whittaker = {
    .name = "hm-whittaker",
    .module = "core",
    .solves = CAROM_SYSTEM_2D,
    CAROM_COEFFICIENTS(coefficients),
    .summary = "one contact strikes; every combination of final modes is tried, Newton's restitution",
    .citation = "Hurmuzlu & Marghitu 1994, 3.2.1 (after Whittaker 1904)",
    .conditions = "",
    .system = &code,
};
