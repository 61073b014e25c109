// Poisson's restitution for n contacts as two friction problems. Pfeiffer & Glocker 1996; Chatterjee 1997, 5.1.5.
//   compression  v_C = v + W P_C,   Newton's law with all coefficients zero
//   expansion    v' = v_C + W P_E,  0 <= P_En - e P_Cn  perp  v_n' >= 0
// The tangential impulse stored in compression widens the interval of P_Et on its own side, with s = sign P_Ct:
//   s > 0   [-mu (1 - nu) P_En + e e_t P_Ct,  mu P_En]
//   s < 0   [-mu P_En,  mu (1 - nu) P_En + e e_t P_Ct]
//   s = 0   -+ mu P_En: an impulse without a direction is not stored
// If contacts depend on each other, P_C is not unique. The expansion returns a fraction of the P_C of each contact, so
// v' may not be unique either. The shortest P_C is taken, which does not depend on the order of the contacts. Other P_C
// with the same v_C are tried, at a distance from it equal to its length. If one of them leads to another v', there are
// several results.
//
// With e = e_i at contact i, friction gives (P_Et - e P_Ct).v_t' <= 0. Therefore
//   dE <= -(P_C.W P_C - 2 P_C.E W P_E + P_E.W P_E)/2,
// and no energy is gained if e is a contraction of W (systems/contraction.h), which includes one common e. Without
// friction, P_E minimizes v_C.P + P.W P/2 over P >= e P_C. P = P_C shows that the minimum is at most P_C.W P_C/2. So the
// expansion returns at most the energy of compression, for every e.
#include <math.h>
#include <string.h>

#include "base/sym.h"
#include "base/systems.h"
#include "base/worst.h"
#include "systems/contraction.h"
#include "systems/least.h"
#include "systems/order.h"
#include "systems/solution.h"

// Up to this many contacts, every edge of every cone is tried as a direction, both ways. For more contacts, only the
// direction that moves impulses to contacts with a larger e is tried.
#define ALL_DIRECTIONS 8

// The other P_C that are tried have a distance from the shortest one equal to its length. If they all lead to one
// result, this multiple of the distance is tried too. In one of 1300 random systems, other results exist only at more
// than twice the distance.
#define FAR 30.0

// Number of further paths of Lemke's method that search for another solution.
#define PATHS 4

static carom_cone expansion_cone(const carom_params *p, const double *P_C, double most) {
    const double mu = p->mu, stored = p->e * p->e_t * P_C[1];
    // A stored impulse of rounding size has no sign.
    const double s = fabs(P_C[1]) <= 1e-14 * most ? 0.0 : carom_sign(P_C[1]);
    carom_cone k = carom_coulomb(mu);
    k.floor = p->e * P_C[0];
    if (s > 0.0) k.lo = (carom_edge){-mu * (1.0 - p->nu), stored};
    if (s < 0.0) k.hi = (carom_edge){mu * (1.0 - p->nu), stored};
    return k;
}

typedef struct arrays {
    const carom_system *s;
    const carom_system_params *p;
    carom_cone_memory m;
    double *P_C, *v_C;
    carom_ordered ordered;
    // Memory for trying other P_C.
    carom_least least;
    carom_found other;
    double *other_C, *step, *x, *toward;
    void *lemke;
    size_t lemke_bytes;
} arrays;

static bool carve(arrays *my, const carom_system *s, const carom_system_params *p, carom_arena *a) {
    my->s = s;
    my->p = p;
    carom_cone_carve(&my->m, s, p, a);
    my->P_C = CAROM_TAKE(a, 2 * s->nc, double);
    my->v_C = CAROM_TAKE(a, 2 * s->nc, double);
    carom_ordered_carve(&my->ordered, s->nc, a);
    carom_least_carve(&my->least, s->nc, a);
    carom_found_carve(&my->other, s->nc, 1, a);
    my->other_C = CAROM_TAKE(a, 2 * s->nc, double);
    my->step = CAROM_TAKE(a, 2 * s->nc, double);
    my->x = CAROM_TAKE(a, 2 * s->nc, double);
    my->toward = CAROM_TAKE(a, 2 * s->nc, double);
    my->lemke_bytes = carom_cones_lemke_memory(s->nc);
    my->lemke = carom_arena_take(a, 1, my->lemke_bytes);
    return !carom_arena_short(a);
}

static size_t bytes_needed(const carom_law *self, const carom_system *s, const carom_system_params *p) {
    carom_arena a = carom_arena_over(NULL, 0);
    arrays my;
    carve(&my, s, p, &a);
    return carom_arena_bytes(&a);
}

// Returns the largest speed, by which results are distinguished. If compression stops everything, v_C is only rounding.
static double fastest(const carom_system *s) {
    double most = 0.0;
    for (int i = 0; i < 2 * s->nc; i++) most = fmax(most, fabs(s->v[i]));
    return most;
}

static carom_cones compression(const arrays *my) {
    for (int i = 0; i < my->s->nc; i++) my->m.cone[i] = carom_coulomb(my->p->contacts[i].mu);
    return (carom_cones){.nc = my->s->nc, .W = my->s->W, .q = my->s->v, .cone = my->m.cone};
}

static carom_cones expansion(const arrays *my, const double *P_C) {
    const carom_cones first = compression(my);
    const carom_cone_scale scale = carom_cones_scale(&first, P_C);
    // The sizes are computed before the cones, because both use the same array.
    for (int i = 0; i < my->s->nc; i++) my->toward[i] = carom_cones_P_size(&first, P_C, i, scale);
    for (int i = 0; i < my->s->nc; i++) my->m.cone[i] = expansion_cone(&my->p->contacts[i], P_C + 2 * i, my->toward[i]);
    return (carom_cones){.nc = my->s->nc, .W = my->s->W, .q = my->v_C, .cone = my->m.cone, .speed = fastest(my->s)};
}

// Computes the shortest P_C that leads to v_C. If rounding makes this impossible, keeps the P_C found first. Returns
// false if P_C is unique.
static bool take_least(arrays *my) {
    const size_t n = 2 * (size_t)my->s->nc;
    const carom_cones first = compression(my);
    if (!carom_least_open(&my->least, &first, my->P_C, my->v_C)) return false;
    if (carom_least_near(&my->least, NULL, my->other_C) && carom_cones_residual(&first, my->other_C) <= CAROM_RESIDUAL)
        memcpy(my->P_C, my->other_C, n * sizeof *my->P_C);
    return true;
}

// Computes one more expansion, from the P_C of the set nearest to x + step.
static void try_toward(arrays *my, const double *step, double scale) {
    const int n = 2 * my->s->nc;
    for (int j = 0; j < my->least.edges; j++) my->toward[j] = my->x[j] + step[j];
    if (!carom_least_near(&my->least, my->toward, my->other_C)) return;
    const carom_cones first = compression(my);
    if (!(carom_cones_residual(&first, my->other_C) <= CAROM_RESIDUAL)) return;
    const carom_cones second = expansion(my, my->other_C);
    const carom_status status = carom_cones_solve(&second, CAROM_SOLVER_LEMKE, my->lemke, my->lemke_bytes, &my->other);
    my->m.found.tried += my->other.tried;
    if (carom_status_classify(status) != CAROM_CLASS_OK) return;
    for (int i = 0; i < n; i++) my->other.P[i] += my->other_C[i];
    carom_found_add(&my->m.found, my->s->nc, my->other.P, my->other.y, scale);
}

// If contacts depend on each other, searches for further solutions along other paths of Lemke's method, which finds one
// solution at a time. Returns true if a path ends compression at another v_C. Adds other expansions.
static bool try_paths(arrays *my, double scale) {
    const int n = 2 * my->s->nc;
    bool other_compression = false;
    for (int cover = 1; cover <= PATHS; cover++) {
        const carom_cones first = compression(my);
        double apart = 0.0;
        if (carom_cones_lemke_from(&first, cover, my->lemke, my->lemke_bytes, &my->other) == CAROM_OK)
            for (int i = 0; i < n; i++) carom_worsen(&apart, fabs(my->other.y[i] - my->v_C[i]));
        other_compression = other_compression || apart > CAROM_SAME_VELOCITY * scale;
        my->m.found.tried += my->other.tried;
        const carom_cones second = expansion(my, my->P_C);
        if (carom_cones_lemke_from(&second, cover, my->lemke, my->lemke_bytes, &my->other) != CAROM_OK) continue;
        my->m.found.tried += my->other.tried;
        for (int i = 0; i < n; i++) my->other.P[i] += my->P_C[i];
        carom_found_add(&my->m.found, my->s->nc, my->other.P, my->other.y, scale);
    }
    return other_compression;
}

// Computes expansions from P_C at a distance of about `reach`: towards larger and smaller returned impulses, and along
// each edge both ways.
static void try_around(arrays *my, double reach, double scale) {
    const int edges = my->least.edges;
    double mean = 0.0, *step = my->step;
    for (int j = 0; j < edges; j++) mean += my->p->contacts[my->least.contact[j]].e / edges;
    for (int sign = -1; sign <= 1; sign += 2) {
        for (int j = 0; j < edges; j++) step[j] = 2.0 * sign * reach * (my->p->contacts[my->least.contact[j]].e - mean);
        try_toward(my, step, scale);
        for (int k = 0; my->s->nc <= ALL_DIRECTIONS && k < edges; k++) {
            for (int j = 0; j < edges; j++) step[j] = j == k ? sign * reach : 0.0;
            try_toward(my, step, scale);
        }
    }
}

// Tries other solutions. Returns true if compression has another v_C.
static bool try_others(arrays *my) {
    double long_as = 0.0, scale = fastest(my->s);
    for (int j = 0; j < my->least.edges; j++) {
        my->x[j] = my->least.x[j];
        long_as = fmax(long_as, my->x[j]);
    }
    for (int i = 0; i < 2 * my->s->nc; i++) scale = fmax(scale, fabs(my->v_C[i]));
    try_around(my, 2.0 * long_as, scale);
    if (my->m.found.count == 1) try_around(my, FAR * long_as, scale);
    return !carom_enumerates(my->p->solver, my->s->nc) && try_paths(my, scale);
}

// Turns every expansion found into a solution P_C + P_E.
static void add_compression(const arrays *my, int nc) {
    for (int k = 0; k < my->m.found.kept; k++)
        for (int i = 0; i < 2 * nc; i++) my->m.found.P[2 * nc * k + i] += my->P_C[i];
}

// Solves the mode sets one by one. For a singular mode set, takes the shortest solution. If none is consistent, Lemke's
// method may find a solution.
static carom_status expand(arrays *my, const carom_cones *second) {
    carom_cone_memory *m = &my->m;
    const carom_status status = carom_cones_solve(second, my->p->solver, m->solver, m->solver_bytes, &m->found);
    if (carom_status_classify(status) == CAROM_CLASS_OK || !carom_enumerates(my->p->solver, my->s->nc)) return status;
    return carom_cones_lemke(second, my->lemke, my->lemke_bytes, &m->found) == CAROM_OK ? CAROM_OK : status;
}

static carom_status solve_ordered(arrays *my, carom_system_result *out) {
    const carom_system *s = my->s;
    const carom_system_params *p = my->p;
    const size_t n = 2 * (size_t)s->nc;
    carom_cone_memory *m = &my->m;

    const carom_cones first = compression(my);
    const carom_status compressed = carom_cones_solve(&first, p->solver, m->solver, m->solver_bytes, &m->found);
    const int choices = m->found.count;
    if (carom_status_classify(compressed) != CAROM_CLASS_OK) return compressed;
    memcpy(my->P_C, m->found.P, n * sizeof(double));
    memcpy(my->v_C, m->found.y, n * sizeof(double));
    // Velocities that have stopped are set to exactly zero, so that rounding errors of v_C do not affect the
    // expansion.
    carom_cones_clean(&first, my->P_C, my->v_C);
    const bool others = take_least(my);
    const double left = carom_cones_residual(&first, my->P_C);

    const carom_cones second = expansion(my, my->P_C);
    const carom_status expanded = expand(my, &second);
    if (carom_status_classify(expanded) != CAROM_CLASS_OK) return expanded;
    const double left_too = carom_cones_residual(&second, m->found.P);
    add_compression(my, s->nc);
    const bool counted = m->found.count > 0;
    if (!counted) m->found.count = 1;
    const bool other_compression = others && try_others(my);
    const bool several =
        compressed == CAROM_NOT_UNIQUE || other_compression || expanded == CAROM_NOT_UNIQUE || m->found.count > 1;
    // Lemke's method finds one solution but not their number, so the count is 0, unknown.
    if (!counted && m->found.count == 1) m->found.count = 0;

    const carom_cones judged = compression(my);
    carom_set_solution(s, &judged, m, expanded, out);
    if (choices > 1 && out->solution_count < choices) out->solution_count = choices;
    out->residual = carom_worst(left, left_too);
    out->P_compression = my->P_C;
    out->v_compression = my->v_C;
    return several ? CAROM_NOT_UNIQUE : CAROM_OK;
}

// Solves the system. The solution found first depends on the order of the contacts, so they are sorted into a canonical
// order.
static carom_status solve(const carom_law *self, const carom_system *s, const carom_system_params *p, void *memory,
                          size_t bytes, carom_system_result *out) {
    carom_arena a = carom_arena_over(memory, bytes);
    arrays my;
    if (!carve(&my, s, p, &a)) return CAROM_SMALL_MEMORY;

    carom_system_params ordered = *p;
    carom_ordered_fill(&my.ordered, s, p->contacts);
    ordered.contacts = my.ordered.contact;
    my.s = &my.ordered.s;
    my.p = &ordered;
    const carom_status status = solve_ordered(&my, out);
    if (carom_status_classify(status) != CAROM_CLASS_OK) return status;
    carom_ordered_back(&my.ordered, out->P_compression);
    carom_ordered_back(&my.ordered, out->v_compression);
    carom_ordered_outcome_back(&my.ordered, out);
    return status;
}

static double restitution(const carom_system_params *p, int contact, int component) {
    return p->contacts[contact].e;
}

static unsigned also(const carom_law *self, const carom_system *s, const carom_system_params *p) {
    bool common = true, bounded = true;
    for (int i = 0; i < s->nc; i++) {
        const carom_params *k = &p->contacts[i];
        bounded = bounded && k->e >= 0.0 && k->e <= 1.0 && !k->e_of_speed.form && k->e_t >= 0.0 && k->e_t <= 1.0 &&
                  k->nu >= 0.0 && k->nu <= 1.0;
        common = common && k->e == p->contacts[0].e;
    }
    const bool dissipative =
        bounded && (common || carom_system_frictionless(s, p) || carom_restitution_contracts(s, p, restitution));
    return dissipative ? (unsigned)CAROM_GUARANTEE_DISSIPATIVE : 0u;
}

const carom_system_vtable carom_system_pfeiffer_glocker = {
    .solve = solve,
    .memory_size = bytes_needed,
    .guarantees = also,
    .provides = CAROM_PROVIDES_SOLUTIONS | CAROM_PROVIDES_COMPRESSION,
    .solvers = CAROM_PLANE_SOLVERS,
    .ignores = CAROM_PARAM_BIT(rest_speed),
    .always = CAROM_GUARANTEE_COULOMB | CAROM_GUARANTEE_NONPENETRATING | CAROM_GUARANTEE_HOMOGENEOUS,
    .conditions = "dissipative with one common e, without friction, or if W - E W E is positive semi-definite (E: e of "
                  "each contact)",
};
