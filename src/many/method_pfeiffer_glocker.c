// Poisson's restitution for n contacts: two friction problems. Pfeiffer & Glocker 1996; Chatterjee 1997, 5.1.5.
//   compression  v_C = v + W P_C,   Newton's law with all coefficients zero
//   expansion    v' = v_C + W P_E,  0 <= P_En - e P_Cn  perp  v_n' >= 0
// The tangential impulse stored in compression widens the interval of P_Et on its own side, with s = sign P_Ct:
//   s > 0   [-mu (1 - nu) P_En + e e_t P_Ct,  mu P_En]
//   s < 0   [-mu P_En,  mu (1 - nu) P_En + e e_t P_Ct]
//   s = 0   -+ mu P_En: nothing is stored without a direction
//
// Where contacts depend on each other P_C is not unique, and the expansion returns a share of each contact's own: so v'
// need not be unique either. The least P_C is taken, which does not depend on the order of the contacts, and other P_C
// of the same v_C, as far from it as it is long, are tried: where one leads elsewhere there are several outcomes.
#include <math.h>
#include <string.h>

#include "base/sym.h"
#include "base/worst.h"
#include "many/least.h"
#include "many/method.h"
#include "many/order.h"

// Up to this many contacts every edge of every cone is tried as a direction, both ways; beyond, the one direction that
// moves impulses to where more is returned.
#define ALL_DIRECTIONS 8

static carom_cone expansion_cone(const carom_params *p, const double *P_C, double most) {
    const double mu = p->mu, stored = p->e * p->e_t * P_C[1];
    // A stored impulse of rounding size has no side.
    const double s = fabs(P_C[1]) <= 1e-14 * most ? 0.0 : carom_sign(P_C[1]);
    carom_cone k = carom_coulomb(mu);
    k.floor = p->e * P_C[0];
    if (s > 0.0) k.lo = (carom_edge){-mu * (1.0 - p->nu), stored};
    if (s < 0.0) k.hi = (carom_edge){mu * (1.0 - p->nu), stored};
    return k;
}

typedef struct arrays {
    const carom_system *s;
    const carom_many_params *p;
    carom_method_memory m;
    double *P_C, *v_C;
    carom_ordered ordered;
    // To try other P_C.
    carom_least least;
    carom_found other;
    double *other_C, *step, *x, *toward;
    void *lemke;
    size_t lemke_bytes;
} arrays;

static bool carve(arrays *my, const carom_system *s, const carom_many_params *p, carom_arena *a) {
    my->s = s;
    my->p = p;
    carom_method_carve(&my->m, s, p, a);
    my->P_C = CAROM_TAKE(a, 2 * s->nc, double);
    my->v_C = CAROM_TAKE(a, 2 * s->nc, double);
    if (!carom_enumerates(p->solver, s->nc)) carom_ordered_carve(&my->ordered, s->nc, a);
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

static size_t bytes_needed(const carom_system *s, const carom_many_params *p) {
    carom_arena a = carom_arena_over(NULL, 0);
    arrays my;
    carve(&my, s, p, &a);
    return carom_arena_bytes(&a);
}

// A compression that stops all leaves nothing in v_C to tell outcomes apart by.
static double fastest(const carom_system *s) {
    double most = 0.0;
    for (int i = 0; i < 2 * s->nc; i++) most = fmax(most, fabs(s->v[i]));
    return most;
}

static carom_cones compression(const arrays *my) {
    for (int i = 0; i < my->s->nc; i++) my->m.cone[i] = carom_coulomb(my->p->contact[i].mu);
    return (carom_cones){.nc = my->s->nc, .W = my->s->W, .q = my->s->v, .cone = my->m.cone};
}

static carom_cones expansion(const arrays *my, const double *P_C) {
    const carom_cones first = compression(my);
    const carom_cone_scale scale = carom_cones_scale(&first, P_C);
    // Sizes before cones: both live in one array.
    for (int i = 0; i < my->s->nc; i++) my->toward[i] = carom_cones_P_size(&first, P_C, i, scale);
    for (int i = 0; i < my->s->nc; i++) my->m.cone[i] = expansion_cone(&my->p->contact[i], P_C + 2 * i, my->toward[i]);
    return (carom_cones){.nc = my->s->nc, .W = my->s->W, .q = my->v_C, .cone = my->m.cone, .speed = fastest(my->s)};
}

// The least P_C of v_C; false where it is the only one.
static bool take_least(arrays *my) {
    const size_t n = 2 * (size_t)my->s->nc;
    const carom_cones first = compression(my);
    memcpy(my->other_C, my->P_C, n * sizeof *my->other_C);
    if (!carom_least_open(&my->least, &first, my->P_C, my->v_C)) return false;
    if (!carom_least_near(&my->least, NULL, my->P_C)) return false;
    if (carom_cones_residual(&first, my->P_C) <= CAROM_RESIDUAL) return true;
    memcpy(my->P_C, my->other_C, n * sizeof *my->P_C);
    return false;
}

// One more expansion, from the P_C of the set nearest to x + step.
static void try_toward(arrays *my, const double *step, double scale) {
    const int n = 2 * my->s->nc;
    for (int j = 0; j < my->least.edges; j++) my->toward[j] = my->x[j] + step[j];
    if (!carom_least_near(&my->least, my->toward, my->other_C)) return;
    const carom_cones first = compression(my);
    if (!(carom_cones_residual(&first, my->other_C) <= CAROM_RESIDUAL)) return;
    const carom_cones second = expansion(my, my->other_C);
    const carom_status status = carom_cones_solve(&second, CAROM_SOLVER_LEMKE, my->lemke, my->lemke_bytes, &my->other);
    my->m.found.tried += my->other.tried;
    if (carom_status_class_of(status) != CAROM_FINE) return;
    for (int i = 0; i < n; i++) my->other.P[i] += my->other_C[i];
    carom_found_add(&my->m.found, my->s->nc, my->other.P, my->other.y, scale);
}

static void try_others(arrays *my) {
    const int edges = my->least.edges;
    double long_as = 0.0, scale = fastest(my->s), mean = 0.0, *step = my->step;
    for (int j = 0; j < edges; j++) {
        my->x[j] = my->least.x[j];
        long_as = fmax(long_as, my->x[j]);
        mean += my->p->contact[my->least.contact[j]].e / edges;
    }
    for (int i = 0; i < 2 * my->s->nc; i++) scale = fmax(scale, fabs(my->v_C[i]));
    for (int sign = -1; sign <= 1; sign += 2) {
        for (int j = 0; j < edges; j++)
            step[j] = 4.0 * sign * long_as * (my->p->contact[my->least.contact[j]].e - mean);
        try_toward(my, step, scale);
        for (int k = 0; my->s->nc <= ALL_DIRECTIONS && k < edges; k++) {
            for (int j = 0; j < edges; j++) step[j] = j == k ? 2.0 * sign * long_as : 0.0;
            try_toward(my, step, scale);
        }
    }
}

// Every expansion found becomes a solution P_C + P_E.
static void add_compression(const arrays *my, int nc) {
    for (int k = 0; k < my->m.found.kept; k++)
        for (int i = 0; i < 2 * nc; i++) my->m.found.P[2 * nc * k + i] += my->P_C[i];
}

// Mode sets are solved one by one, and a singular one by its shortest answer; where none fits Lemke may find one that
// does.
static carom_status expand(arrays *my, const carom_cones *second) {
    carom_method_memory *m = &my->m;
    const carom_status status = carom_cones_solve(second, my->p->solver, m->solver, m->solver_bytes, &m->found);
    if (carom_status_class_of(status) == CAROM_FINE || !carom_enumerates(my->p->solver, my->s->nc)) return status;
    return carom_cones_lemke(second, my->lemke, my->lemke_bytes, &m->found) == CAROM_OK ? CAROM_OK : status;
}

static carom_status solve_ordered(arrays *my, carom_many_outcome *out) {
    const carom_system *s = my->s;
    const carom_many_params *p = my->p;
    const size_t n = 2 * (size_t)s->nc;
    carom_method_memory *m = &my->m;

    const carom_cones first = compression(my);
    const carom_status compressed = carom_cones_solve(&first, p->solver, m->solver, m->solver_bytes, &m->found);
    const int choices = m->found.count;
    if (carom_status_class_of(compressed) != CAROM_FINE) return compressed;
    memcpy(my->P_C, m->found.P, n * sizeof(double));
    memcpy(my->v_C, m->found.y, n * sizeof(double));
    // What has stopped, has stopped: rounding of v_C must not be what the expansion is measured by.
    carom_cones_clean(&first, my->P_C, my->v_C);
    const bool others = take_least(my);
    const double left = carom_cones_residual(&first, my->P_C);

    const carom_cones second = expansion(my, my->P_C);
    const carom_status expanded = expand(my, &second);
    if (carom_status_class_of(expanded) != CAROM_FINE) return expanded;
    const double left_too = carom_cones_residual(&second, m->found.P);
    add_compression(my, s->nc);
    const bool counted = m->found.count > 0;
    if (!counted) m->found.count = 1;
    if (others) try_others(my);
    const bool several = compressed == CAROM_SEVERAL || expanded == CAROM_SEVERAL || m->found.count > 1;
    // Lemke finds one and counts none.
    if (!counted && m->found.count == 1) m->found.count = 0;

    const carom_cones judged = compression(my);
    carom_give_found(s, &judged, m, expanded, out);
    if (choices > 1 && out->solutions < choices) out->solutions = choices;
    out->residual = carom_worst(left, left_too);
    out->P_C = my->P_C;
    out->v_C = my->v_C;
    return several ? CAROM_SEVERAL : CAROM_OK;
}

// Lemke finds one solution, and which one depends on the order of the contacts: then they are put into one of their own.
static carom_status solve(const carom_system *s, const carom_many_params *p, void *memory, size_t bytes,
                          carom_many_outcome *out) {
    carom_arena a = carom_arena_over(memory, bytes);
    arrays my;
    if (!carve(&my, s, p, &a)) return CAROM_NO_ROOM;
    if (carom_enumerates(p->solver, s->nc)) return solve_ordered(&my, out);

    carom_many_params ordered = *p;
    carom_ordered_fill(&my.ordered, s, p->contact);
    ordered.contact = my.ordered.contact;
    my.s = &my.ordered.s;
    my.p = &ordered;
    const carom_status status = solve_ordered(&my, out);
    if (carom_status_class_of(status) != CAROM_FINE) return status;
    double *const vectors[] = {out->P, out->P_C, out->v_C};
    for (int k = 0; k < 3; k++) carom_ordered_back(&my.ordered, vectors[k]);
    carom_ordered_modes_back(&my.ordered, out->mode);
    for (int k = 0; k < out->kept; k++) {
        carom_ordered_back(&my.ordered, out->solution[k].P);
        carom_ordered_back(&my.ordered, out->solution[k].v);
        carom_ordered_modes_back(&my.ordered, out->solution[k].mode);
    }
    return status;
}

static const carom_method_code code = {.solve = solve, .bytes = bytes_needed};

const carom_method carom_method_pfeiffer_glocker = {
    .name = "pfeiffer-glocker",
    .module = "core",
    .dims = CAROM_PLANE,
    .fills = CAROM_FILLS_SOLUTIONS | CAROM_FILLS_COMPRESSION,
    .solvers = CAROM_PLANE_SOLVERS,
    .reads = CAROM_PARAM_BIT(e) | CAROM_PARAM_BIT(mu) | CAROM_PARAM_BIT(e_t) | CAROM_PARAM_BIT(nu),
    .promises = CAROM_COULOMB | CAROM_NONPENETRATING | CAROM_HOMOGENEOUS,
    .also = "",
    .summary = "Poisson's restitution: a compression problem, then an expansion problem that returns e of each impulse",
    .citation = "Pfeiffer & Glocker 1996; Chatterjee 1997, 5.1.5",
    .code = &code,
};
