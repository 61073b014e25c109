// Newton's restitution at several contacts in 3D:
//   xi_n = v_n' + e_n v_n,  xi_t = v_t' + e_t v_t        (xi_t and P_t have two components)
//   0 <= P_n perp xi_n >= 0
//   P_t = -mu P_n xi_t / |xi_t| if it slides,  |P_t| <= mu P_n if xi_t = 0
// This is the problem of systems/cones3.h with q = ((1 + e_n) v_n, (1 + e_t) v_t).
#include "systems/glocker3.h"

#include <string.h>

#include "systems/cones3.h"
#include "systems/solution.h"

typedef struct arrays {
    double *q, *mu, *floor, *P, *v;
    carom_solution *solution;
    carom_mode *mode;
    void *solver;
    size_t solver_bytes;
} arrays;

static bool carve(arrays *m, int nc, carom_arena *a) {
    const size_t n = 3 * (size_t)nc;
    m->q = CAROM_TAKE(a, n, double);
    m->mu = CAROM_TAKE(a, nc, double);
    m->floor = CAROM_TAKE(a, nc, double);
    m->P = CAROM_TAKE(a, 2 * n, double);
    m->v = CAROM_TAKE(a, 2 * n, double);
    m->solution = CAROM_TAKE(a, 2, carom_solution);
    m->mode = CAROM_TAKE(a, 2 * (size_t)nc, carom_mode);
    m->solver_bytes = carom_cones3_memory(nc);
    m->solver = carom_arena_take(a, 1, m->solver_bytes);
    return !carom_arena_short(a);
}

size_t carom_glocker3_memory(const carom_system *s) {
    carom_arena a = carom_arena_over(NULL, 0);
    arrays m;
    if (s->nc > CAROM_MAX_CONES) return 0;
    carve(&m, s->nc, &a);
    return carom_arena_bytes(&a);
}

carom_status carom_glocker3_solve(const carom_system *s, const carom_system_params *p, void *memory, size_t bytes,
                                  carom_system_result *out) {
    carom_arena a = carom_arena_over(memory, bytes);
    arrays m;
    if (s->nc > CAROM_MAX_CONES) return CAROM_BAD_COUNT;
    if (!carve(&m, s->nc, &a)) return CAROM_SMALL_MEMORY;
    for (int i = 0; i < s->nc; i++) {
        const carom_params *k = &p->contacts[i];
        m.mu[i] = k->mu;
        m.floor[i] = 0.0;
        m.q[3 * i] = (1.0 + k->e) * s->v[3 * i];
        for (int j = 1; j < 3; j++) m.q[3 * i + j] = (1.0 + k->e_t) * s->v[3 * i + j];
    }
    const carom_cones3 cones = {.nc = s->nc, .W = s->W, .q = m.q, .mu = m.mu, .floor = m.floor};
    carom_cones3_report report;
    const carom_status status = carom_cones3_solve(&cones, m.solver, m.solver_bytes, m.P, &report);
    out->pivots = report.steps;
    if (status != CAROM_OK && status != CAROM_NOT_UNIQUE) return status;
    out->residual = report.residual;
    for (int k = 0; k < report.count; k++) {
        double *P = m.P + 3 * s->nc * k, *v = m.v + 3 * s->nc * k;
        carom_cones3_modes(&cones, P, m.mode + s->nc * k);
        carom_system_after(s, P, v);
        m.solution[k] = (carom_solution){
            .P = P, .v = v, .mode = m.mode + s->nc * k, .dE = carom_system_energy(s, P, v), .probability = (double)NAN};
    }
    out->solutions = m.solution;
    out->kept = report.count;
    out->solution_count = report.count > 1 ? report.count : out->solution_count;
    memcpy(out->P, m.P, 3 * (size_t)s->nc * sizeof *out->P);
    memcpy(out->mode, m.mode, (size_t)s->nc * sizeof *out->mode);
    return status;
}
