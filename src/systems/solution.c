#include "systems/solution.h"

#include <math.h>
#include <string.h>

double carom_system_zero(const carom_system *s) {
    double most = 0.0;
    for (int i = 0; i < s->dim * s->nc; i++) most = fmax(most, fabs(s->v[i]));
    return 1e-12 * most;
}

void carom_system_after(const carom_system *s, const double *P, double *v) {
    const size_t n = (size_t)s->dim * (size_t)s->nc;
    for (size_t i = 0; i < n; i++) {
        double sum = s->v[i];
        for (size_t j = 0; j < n; j++) sum += s->W[i * n + j] * P[j];
        v[i] = sum;
    }
}

double carom_system_energy(const carom_system *s, const double *P, const double *v_after) {
    double dE = 0.0;
    for (int i = 0; i < s->dim * s->nc; i++) dE += 0.5 * P[i] * (s->v[i] + v_after[i]);
    return dE;
}

bool carom_cone_carve(carom_cone_memory *m, const carom_system *s, const carom_system_params *p, carom_arena *a) {
    const int kept = p->max_solutions;
    m->q = CAROM_TAKE(a, 2 * s->nc, double);
    m->cone = CAROM_TAKE(a, s->nc, carom_cone);
    carom_found_carve(&m->found, s->nc, kept, a);
    m->solution = CAROM_TAKE(a, kept, carom_solution);
    m->mode = CAROM_TAKE(a, (size_t)kept * (size_t)s->nc, carom_mode);
    m->solver_bytes = carom_cones_memory(s->nc, p->solver);
    m->solver = carom_arena_take(a, 1, m->solver_bytes);
    return !carom_arena_short(a);
}

size_t carom_cone_bytes(const carom_law *self, const carom_system *s, const carom_system_params *p) {
    carom_arena a = carom_arena_over(NULL, 0);
    carom_cone_memory m;
    carom_cone_carve(&m, s, p, &a);
    return carom_arena_bytes(&a);
}

void carom_set_solution(const carom_system *s, const carom_cones *cones, carom_cone_memory *m, carom_status status,
                        carom_system_result *out) {
    const int n = 2 * s->nc;
    out->pivots = m->found.tried;
    out->solution_count = m->found.count;
    if (carom_status_classify(status) != CAROM_CLASS_OK) return;
    for (int k = 0; k < m->found.kept; k++) {
        carom_solution *one = &m->solution[k];
        *one = (carom_solution){
            .P = m->found.P + k * n, .v = m->found.y + k * n, .mode = m->mode + k * s->nc, .probability = (double)NAN};
        carom_cones_modes(cones, one->P, one->mode);
        carom_system_after(s, one->P, one->v);
        one->dE = carom_system_energy(s, one->P, one->v);
    }
    out->kept = m->found.kept;
    out->solutions = m->solution;
    out->residual = carom_cones_residual(cones, m->found.P);
    memcpy(out->P, m->solution[0].P, (size_t)n * sizeof *out->P);
    memcpy(out->mode, m->solution[0].mode, (size_t)s->nc * sizeof *out->mode);
}
