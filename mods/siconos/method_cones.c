// Newton's restitution as an inclusion in space, as the core's glocker in the plane, with the true friction cone:
//   xi_n = v_n' + e_n v_n,  xi_t = v_t' + e_t v_t        (two components)
//   0 <= P_n perp xi_n >= 0
//   P_t = -mu P_n xi_t / |xi_t| where it slips,  |P_t| <= mu P_n where xi_t = 0
// which is the cone problem with q = ((1 + e_n) v_n, (1 + e_t) v_t).
#include <math.h>

#include "carom/laws.h"
#include "siconos.h"

// Doubles of workspace: q, mu, and what the solver needs.
static size_t doubles(int nc) {
    return 4 * (size_t)nc + carom_siconos_scratch(nc);
}

static size_t bytes_needed(const carom_law *self, const carom_system *s, const carom_system_params *p) {
    return doubles(s->nc) * sizeof(double);
}

// Promised as in the plane: the proof asks for P.xi <= 0 alone, which the cone gives too.
static unsigned also(const carom_law *self, const carom_system *s, const carom_system_params *p) {
    return carom_law_glocker.system->also(self, s, p);
}

static double largest(size_t n, const double *x) {
    double most = 0.0;
    for (size_t i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
    return most;
}

// A force or a slip as small as the residual allows is none.
static void name_modes(const carom_system *s, const double *q, carom_system_result *out) {
    const size_t n = 3 * (size_t)s->nc;
    const double no_force = CAROM_SICONOS_RESIDUAL * largest(n, out->P),
                 no_slip = CAROM_SICONOS_RESIDUAL * largest(n, s->v);
    for (int i = 0; i < s->nc; i++) {
        double xi[3];
        for (size_t k = 0; k < 3; k++) {
            const double *row = s->W + (3 * (size_t)i + k) * n;
            xi[k] = q[3 * (size_t)i + k];
            for (size_t j = 0; j < n; j++) xi[k] += row[j] * out->P[j];
        }
        out->mode[i] = out->P[3 * i] <= no_force        ? CAROM_MODE_OPEN
                       : hypot(xi[1], xi[2]) <= no_slip ? CAROM_MODE_STICK
                                                        : CAROM_MODE_SLIDING;
    }
}

static carom_status solve(const carom_law *self, const carom_system *s, const carom_system_params *p, void *memory,
                          size_t bytes, carom_system_result *out) {
    if (bytes < bytes_needed(self, s, p)) return CAROM_SMALL_MEMORY;
    double *q = memory, *mu = q + 3 * s->nc, *scratch = mu + s->nc;
    for (int i = 0; i < s->nc; i++) {
        const carom_params *k = &p->contact[i];
        mu[i] = k->mu;
        q[3 * i] = (1.0 + k->e) * s->v[3 * i];
        for (int j = 1; j < 3; j++) q[3 * i + j] = (1.0 + k->e_t) * s->v[3 * i + j];
    }
    carom_siconos_report report;
    const carom_status status = carom_siconos_find(s->nc, s->W, q, mu, p->solver, scratch, out->P, &report);
    out->pivots = report.iterations;
    out->residual = report.residual;
    if (status == CAROM_OK) name_modes(s, q, out);
    return status;
}

static const carom_system_vtable code = {
    .solve = solve,
    .bytes = bytes_needed,
    .also = also,
    .accuracy = CAROM_SICONOS_RESIDUAL,
    .pairs_alone = true,
    .solvers = 1u << CAROM_SOLVER_AUTO | 1u << CAROM_SOLVER_NSGS | 1u << CAROM_SOLVER_ADMM,
    .inclusion = true,
    .promises = CAROM_GUARANTEE_COULOMB | CAROM_GUARANTEE_HOMOGENEOUS,
    .conditions =
        "dissipative with one common coefficient e_n = e_t for all contacts; nonpenetrating for contacts that "
        "do not separate beforehand",
};

#define CAROM_UNIT_e_n "1"
#define CAROM_ROW_e_n                                                                                                  \
    .name = "e_n", .number = CAROM_PARAM_e, .kind = CAROM_REAL, .symbol = "ε_N", .standard = CAROM_REQUIRED,           \
    .example = 0.5, .alias = "e", .meaning = "normal restitution: final to initial normal speed (Newton)"

static const carom_coefficient coefficients[] = {
    CAROM_ROW(e_n, 0, 1, "-v_n' / v_n", "as in glocker"),
    CAROM_ROW(e_t, -1, 1, "-v_t' / v_t where it sticks", "as in glocker"),
    CAROM_COEFFICIENT_MU("|P_t| / P_n when friction slips"),
};

const carom_law carom_law_cones = {CAROM_CONES_ROW(coefficients, sizeof coefficients / sizeof *coefficients, &code)};

static const carom_law *const laws[] = {&carom_law_cones, NULL};

const carom_module carom_module_siconos = {.name = "siconos", .laws = laws};
