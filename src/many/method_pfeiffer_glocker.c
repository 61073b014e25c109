// Poisson's restitution for n contacts: two friction problems. Pfeiffer & Glocker 1996; Chatterjee 1997, 5.1.5.
//   compression  v_C = v + W P_C,   Newton's law with all coefficients zero
//   expansion    v' = v_C + W P_E,  0 <= P_En - e P_Cn  perp  v_n' >= 0
// The tangential impulse stored in compression widens the interval of P_Et on its own side, with s = sign P_Ct:
//   s > 0   [-mu (1 - nu) P_En + e e_t P_Ct,  mu P_En]
//   s < 0   [-mu P_En,  mu (1 - nu) P_En + e e_t P_Ct]
//   s = 0   -+ mu (1 - nu/2) P_En
#include <math.h>
#include <string.h>

#include "base/sym.h"
#include "many/method.h"

static carom_cone expansion_cone(const carom_params *p, const double *P_C, double most) {
    const double mu = p->mu, stored = p->e * p->e_t * P_C[1];
    // A stored impulse of rounding size has no side.
    const double s = fabs(P_C[1]) <= 1e-14 * most ? 0.0 : carom_sign(P_C[1]);
    carom_cone k = carom_coulomb(mu);
    k.floor = p->e * P_C[0];
    if (s > 0.0) k.lo = (carom_edge){-mu * (1.0 - p->nu), stored};
    if (s < 0.0) k.hi = (carom_edge){mu * (1.0 - p->nu), stored};
    if (s == 0.0) {
        k.lo.slope *= 1.0 - 0.5 * p->nu;
        k.hi.slope *= 1.0 - 0.5 * p->nu;
    }
    return k;
}

typedef struct arrays {
    carom_method_memory m;
    double *P_C, *v_C;
} arrays;

static bool carve(arrays *my, const carom_system *s, const carom_many_params *p, carom_arena *a) {
    carom_method_carve(&my->m, s, p, a);
    my->P_C = CAROM_TAKE(a, 2 * s->nc, double);
    my->v_C = CAROM_TAKE(a, 2 * s->nc, double);
    return !carom_arena_short(a);
}

static size_t bytes_needed(const carom_system *s, const carom_many_params *p) {
    carom_arena a = carom_arena_over(NULL, 0);
    arrays my;
    carve(&my, s, p, &a);
    return carom_arena_bytes(&a);
}

// Every expansion found becomes a solution P_C + P_E.
static void add_compression(const arrays *my, int nc) {
    for (int k = 0; k < my->m.found.kept; k++)
        for (int i = 0; i < 2 * nc; i++) my->m.found.P[2 * nc * k + i] += my->P_C[i];
}

static carom_status solve(const carom_system *s, const carom_many_params *p, void *memory, size_t bytes,
                          carom_many_outcome *out) {
    const int n = 2 * s->nc;
    carom_arena a = carom_arena_over(memory, bytes);
    arrays my;
    if (!carve(&my, s, p, &a)) return CAROM_NO_ROOM;
    carom_method_memory *m = &my.m;

    for (int i = 0; i < s->nc; i++) m->cone[i] = carom_coulomb(p->contact[i].mu);
    const carom_cones compression = {.nc = s->nc, .W = s->W, .q = s->v, .cone = m->cone};
    const carom_status first = carom_cones_solve(&compression, p->solver, m->solver, m->solver_bytes, &m->found);
    const int choices = m->found.count;
    if (carom_status_class_of(first) != CAROM_FINE) return first;
    memcpy(my.P_C, m->found.P, (size_t)n * sizeof(double));
    memcpy(my.v_C, m->found.y, (size_t)n * sizeof(double));
    const double left = carom_cones_residual(&compression, my.P_C);

    const carom_scale scale = carom_cones_scale(&compression, my.P_C);
    for (int i = 0; i < s->nc; i++) {
        const double most = carom_cones_P_size(&compression, my.P_C, i, scale);
        m->cone[i] = expansion_cone(&p->contact[i], my.P_C + 2 * i, most);
    }
    const carom_cones expansion = {.nc = s->nc, .W = s->W, .q = my.v_C, .cone = m->cone};
    carom_status second = carom_cones_solve(&expansion, p->solver, m->solver, m->solver_bytes, &m->found);
    if (carom_status_class_of(second) != CAROM_FINE) return second;
    const double left_too = carom_cones_residual(&expansion, m->found.P);

    add_compression(&my, s->nc);
    carom_give_found(s, &compression, m, second, out);
    if (choices > 1 && out->solutions < choices) out->solutions = choices;
    out->residual = fmax(left, left_too);
    out->P_C = my.P_C;
    out->v_C = my.v_C;
    return first == CAROM_SEVERAL ? first : second;
}

const carom_method_code carom_method_code_pfeiffer_glocker = {.solve = solve, .bytes = bytes_needed};
