// Implements Newton's restitution as an inclusion in 3D, like the core's glocker in 2D, with the round friction cone:
//   xi_n = v_n' + e_n v_n,  xi_t = v_t' + e_t v_t        (two components)
//   0 <= P_n perp xi_n >= 0
//   P_t = -mu P_n xi_t / |xi_t| if it slips,  |P_t| <= mu P_n if xi_t = 0
// This is the cone problem with q = ((1 + e_n) v_n, (1 + e_t) v_t).
#include "carom/systems.h"
#include "siconos.h"

size_t carom_siconos_memory(const carom_law *self, const carom_system *s, const carom_system_params *p) {
    return (4 * (size_t)s->nc + carom_siconos_scratch(s->nc)) * sizeof(double); // q, mu, scratch
}

// Returns the same guarantees as in 2D: the proof only needs P.xi <= 0, which also holds for the cone.
static unsigned also(const carom_law *self, const carom_system *s, const carom_system_params *p) {
    return carom_law_glocker.system->guarantees(self, s, p);
}

static const carom_system_vtable code = {
    .solve = carom_siconos_solve,
    .memory_size = carom_siconos_memory,
    .guarantees = also,
    .accuracy = CAROM_SICONOS_RESIDUAL,
    .pairs_alone = true,
    .solvers = 1u << CAROM_SOLVER_AUTO | 1u << CAROM_SOLVER_NSGS | 1u << CAROM_SOLVER_ADMM,
    .inclusion = true,
    .always = CAROM_GUARANTEE_COULOMB | CAROM_GUARANTEE_HOMOGENEOUS,
    .conditions =
        "dissipative with one common coefficient e_n = e_t for all contacts; nonpenetrating for contacts that "
        "do not separate beforehand",
};

#define CAROM_UNIT_e_n "1"
#define CAROM_ROW_e_n                                                                                                  \
    .name = "e_n", .number = CAROM_PARAM_e, .kind = CAROM_REAL, .symbol = "ε_N", .default_value = CAROM_REQUIRED,      \
    .example = 0.5, .alias = "e", .meaning = "normal restitution: final to initial normal speed (Newton)"

static const carom_coefficient coefficients[] = {
    CAROM_ROW(e_n, 0, 1, "-v_n' / v_n", "as in glocker"),
    CAROM_ROW(e_t, -1, 1, "-v_t' / v_t where it sticks", "as in glocker"),
    CAROM_COEFFICIENT_MU("|P_t| / P_n when friction slips"),
};

const carom_law carom_law_cones = {CAROM_CONES_ROW(coefficients, sizeof coefficients / sizeof *coefficients, &code)};

static const carom_law *const laws[] = {&carom_law_cones, NULL};

const carom_module carom_module_siconos = {.name = "siconos", .laws = laws};
