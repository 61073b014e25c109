// One contact strikes, and the others are closed or apart. The impact is followed along the normal impulse of the
// striking contact (eta.h). The rates of each stage are the solution of a complementarity problem. Hurmuzlu & Marghitu
// 1994, 3.1, without their lists.
#include "base/worst.h"
#include "systems/eta.h"
#include "systems/stage.h"

extern CAROM_API const carom_law carom_law_hm_differential;

static carom_status rates(carom_eta_walk *w, bool *several) {
    carom_stage_memory *m = w->own;
    double residual = 0.0;
    const carom_status status = carom_stage_rates(w->s, w->p, w->v, m, &residual);
    if (carom_status_classify(status) != CAROM_CLASS_OK) return status;
    *several = status == CAROM_NOT_UNIQUE;
    w->f = m->found.P;
    w->a = m->found.y;
    w->tried += m->found.tried;
    carom_worsen(&w->residual, residual);
    return CAROM_OK;
}

static carom_mode mode(const carom_eta_walk *w, int i) {
    return carom_stage_mode(w->own, w->v, i, w->p->striking);
}

static const carom_eta_rule rule = {.rates = rates, .mode = mode};

static bool carve(carom_eta_walk *w, carom_stage_memory *m, const carom_system *s, const carom_system_params *p,
                  carom_arena *a) {
    *w = (carom_eta_walk){.rule = &rule, .own = m};
    carom_stage_carve(m, s->nc, p->solver, a);
    return carom_eta_carve(w, s, p, a);
}

static size_t bytes_needed(const carom_law *self, const carom_system *s, const carom_system_params *p) {
    carom_arena a = carom_arena_over(NULL, 0);
    carom_eta_walk w;
    carom_stage_memory m;
    carve(&w, &m, s, p, &a);
    return carom_arena_bytes(&a);
}

static carom_status solve(const carom_law *self, const carom_system *s, const carom_system_params *p, void *memory,
                          size_t bytes, carom_system_result *out) {
    carom_arena a = carom_arena_over(memory, bytes);
    carom_eta_walk w;
    carom_stage_memory m;
    return carve(&w, &m, s, p, &a) ? carom_eta_follow(&w, out) : CAROM_SMALL_MEMORY;
}

static const carom_system_vtable code = {
    .solve = solve,
    .memory_size = bytes_needed,
    .guarantees = carom_eta_also,
    .needs = CAROM_NEEDS_STRIKING,
    .provides = CAROM_PROVIDES_STAGES,
    .solvers = CAROM_PLANE_SOLVERS,
    .always = CAROM_GUARANTEE_COULOMB | CAROM_GUARANTEE_NONPENETRATING | CAROM_GUARANTEE_HOMOGENEOUS,
    .conditions = "dissipative with restitution energetic",
};

static const carom_coefficient coefficients[] = {
    CAROM_COEFFICIENT_RESTITUTION("which definition `e` follows"),
    CAROM_COEFFICIENT_E("the ratio that `restitution` names, of the striking contact"),
    CAROM_COEFFICIENT_MU("|P_t| / P_n at every instant of slip"),
    CAROM_COEFFICIENT_MU_STATIC("largest |P_t| / P_n that holds a stopped slip"),
};

const carom_law carom_law_hm_differential = {
    .name = "hm-differential",
    .module = "core",
    .solves = CAROM_SYSTEM_2D,
    CAROM_COEFFICIENTS(coefficients),
    .summary = "one contact strikes, the others slip, stick, leave and return; followed along the striking impulse",
    .citation = "Hurmuzlu & Marghitu 1994, 3.1",
    .conditions = "",
    .system = &code,
};
