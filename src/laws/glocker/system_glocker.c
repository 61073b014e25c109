// Newton's restitution as an inclusion. Payr & Glocker 2005 (27)-(28), for n contacts:
//   xi_N = v_n' + e_n v_n,  xi_T = v_t' + e_t v_t
//   0 <= P_n perp xi_N >= 0,  -P_t in mu P_n Sgn(xi_T)
// This is the friction problem with q = ((1 + e_n) v_n, (1 + e_t) v_t). For 3D with round cones see glocker3.c.
//
// With one coefficient eps = e_n = e_t for all contacts, energy is not gained:
//   dE = P.xi / (1 + eps) - (1 - eps) / (2 (1 + eps)) P.WP <= 0.
// The same holds for different coefficients if they are a contraction of W (systems/contraction.h). Without friction,
// dE = sum of P_n (1 - e_n) v_n / 2, which is not positive if no contact separates beforehand.
#include "base/systems.h"
#include "systems/contraction.h"
#include "systems/glocker3.h"
#include "systems/order.h"
#include "systems/solution.h"

static double restitution(const carom_system_params *p, int contact, int component) {
    return component ? p->contacts[contact].e_t : p->contacts[contact].e;
}

static unsigned also(const carom_law *self, const carom_system *s, const carom_system_params *p) {
    bool common = true, closing = true, bounded = true;
    for (int i = 0; i < s->nc; i++) {
        const carom_params *k = &p->contacts[i];
        bounded = bounded && k->e >= 0.0 && k->e <= 1.0 && !k->e_of_speed.form;
        common = common && k->e == p->contacts[0].e && k->e_t == k->e;
        closing = closing && s->v[s->dim * i] <= 0.0;
    }
    const bool dissipative = bounded && (common || (closing && carom_system_frictionless(s, p)) ||
                                         carom_restitution_contracts(s, p, restitution));
    return (dissipative ? (unsigned)CAROM_GUARANTEE_DISSIPATIVE : 0u) |
           (closing ? (unsigned)CAROM_GUARANTEE_NONPENETRATING : 0u);
}

typedef struct arrays {
    carom_cone_memory m;
    carom_ordered ordered;
} arrays;

static bool carve(arrays *my, const carom_system *s, const carom_system_params *p, carom_arena *a) {
    carom_cone_carve(&my->m, s, p, a);
    if (!carom_enumerates(p->solver, s->nc)) carom_ordered_carve(&my->ordered, s->nc, a);
    return !carom_arena_short(a);
}

static size_t bytes_needed(const carom_law *self, const carom_system *s, const carom_system_params *p) {
    carom_arena a = carom_arena_over(NULL, 0);
    arrays my;
    if (s->dim == 3) return carom_glocker3_memory(s);
    carve(&my, s, p, &a);
    return carom_arena_bytes(&a);
}

// Solves the system. Lemke's method finds one solution, which depends on the order of the contacts. The contacts are
// therefore sorted into a canonical order. Enumeration finds all solutions in the caller's order.
static carom_status solve(const carom_law *self, const carom_system *s, const carom_system_params *p, void *memory,
                          size_t bytes, carom_system_result *out) {
    carom_arena a = carom_arena_over(memory, bytes);
    arrays my;
    carom_cone_memory *m = &my.m;
    if (s->dim == 3) return carom_glocker3_solve(s, p, memory, bytes, out);
    if (!carve(&my, s, p, &a)) return CAROM_SMALL_MEMORY;
    const bool ordered = !carom_enumerates(p->solver, s->nc);
    if (ordered) carom_ordered_fill(&my.ordered, s, p->contacts);
    const carom_system *own = ordered ? &my.ordered.s : s;
    for (int i = 0; i < s->nc; i++) {
        const carom_params *k = ordered ? &my.ordered.contact[i] : &p->contacts[i];
        m->q[2 * i] = (1.0 + k->e) * own->v[2 * i];
        m->q[2 * i + 1] = (1.0 + k->e_t) * own->v[2 * i + 1];
        m->cone[i] = carom_coulomb(k->mu);
    }
    const carom_cones cones = {.nc = s->nc, .W = own->W, .q = m->q, .cone = m->cone};
    const carom_status status = carom_cones_solve(&cones, p->solver, m->solver, m->solver_bytes, &m->found);
    carom_set_solution(own, &cones, m, status, out);
    if (ordered && carom_status_classify(status) == CAROM_CLASS_OK) carom_ordered_outcome_back(&my.ordered, out);
    return status;
}

const carom_system_vtable carom_system_glocker = {
    .solve = solve,
    .memory_size = bytes_needed,
    .guarantees = also,
    .provides = CAROM_PROVIDES_SOLUTIONS,
    .solvers = CAROM_PLANE_SOLVERS,
    .ignores = CAROM_PARAM_BIT(rest_speed),
    .inclusion = true,
    .always = CAROM_GUARANTEE_COULOMB | CAROM_GUARANTEE_HOMOGENEOUS,
    .conditions =
        "dissipative with one common coefficient e_n = e_t for all contacts, if W - E W E is positive semi-definite "
        "(E: all coefficients), or without friction if no contact separates beforehand; nonpenetrating for contacts "
        "that do not separate beforehand",
};
