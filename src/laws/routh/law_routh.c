// Coulomb friction followed along the normal impulse, with a choice of restitution (tables/stops.def). Routh 1860; Wang
// & Mason 1992, (39)-(55). mu_static follows Shen & Townsend 1998, the energetic hypothesis Stronge 1990.
// carom_collide uses the closed form. The path follower (walk/) computes the path. It also solves the cases that the
// closed form does not cover: v_n = 0, infinite friction and singular W (base/rank.h). In these cases the end of the
// slip may determine v_n, or friction may balance the normal impulse forever. If the end is never reached, the status
// is CAROM_NO_SOLUTION.
#include "collide/ordinary.h"
#include "laws/routh/jac_routh.h"
#include "laws/routh/kernel_routh.h"
#include "tables/counts.h"
#include "tables/params.h"
#include "tables/row.h"
#include "walk/plane.h"
#include "walk/rebound.h"
#include "walk/walk.h"

extern CAROM_API const carom_law carom_law_routh;

static carom_status trace(const carom_law *self, const carom_contact *c, const carom_params *p, carom_path *path,
                          carom_result *out) {
    if (c->dim == 3) return carom_walk_space(c, p, path, out);
    return carom_walk_plane(c, p, path, out);
}

// Returns the normal work of the linear pieces: mean v_n times impulse.
static double normal_work(const carom_contact *c, const carom_routh_kernel *k, double smu) {
    const double P1 = k->slides >= 0.0 ? k->Pn : fabs(c->v[1]) / k->path.g;
    const double c1 = c->v[0] + c->W[0][0] * P1 - c->W[0][1] * (smu * P1);
    const double cf = c->v[0] + c->W[0][0] * k->Pn + c->W[0][1] * k->Pt;
    return 0.5 * (P1 * (c->v[0] + c1) + (k->Pn - P1) * (c1 + cf));
}

// Returns whether the closed form applies. Otherwise the problem is a limit or its numbers are out of range, and the
// path follower solves it.
static bool ordinary(const carom_contact *c, const carom_params *p) {
    return carom_ordinary2(c->W[0][0], c->W[0][1], c->W[1][1], c->v[0], c->v[1]) && p->e >= 0.0 && p->mu >= 0.0 &&
           p->mu <= CAROM_ORDINARY_MOST && carom_mu_static(p) <= CAROM_ORDINARY_MOST;
}

static carom_status solve(const carom_law *self, const carom_contact *c, const carom_params *p, carom_result *out) {
    if (c->dim == 3 || !ordinary(c, p)) return trace(self, c, p, NULL, out);
    const double a = c->W[0][0], w = c->W[0][1], T = c->W[1][1], vn = c->v[0], vt = c->v[1];
    const carom_routh_kernel k = carom_routh_closed(a, w, T, vn, vt, p->e, p->mu, carom_mu_static(p), p->restitution);
    out->mode = (carom_mode)carom_routh_mode(&k, vt);
    out->P[0] = k.Pn;
    out->P[1] = k.Pt;
    const double smu = copysign(p->mu, vt);
    const carom_two_pieces *x = &k.path;
    out->Pc[0] = x->C >= 0.0 ? -vn / x->k1 : (fabs(vt) * x->K - x->C * x->U) / (x->g * x->K);
    out->Pc[1] = x->C >= 0.0 ? -smu * out->Pc[0] : carom_routh_friction(&k, w, T, vt, out->Pc[0]);
    out->work_normal = normal_work(c, &k, smu);
    out->has = CAROM_HAS_COMPRESSION | CAROM_HAS_WORK;
    return CAROM_OK;
}

// Returns the largest e without a gain of energy. Along the path, the energy E(p) is convex with E(0) = 0 and E'(0) <
// 0. Therefore it vanishes at exactly one p > 0. On a piece from P1 with direction d it is E1 + (v1.d) x + K x^2/2, K =
// d.W d. If the slip has ended, v1.d = c1.
static double e_max(const carom_law *self, const carom_contact *c, const carom_params *p) {
    const double a = c->W[0][0], w = c->W[0][1], T = c->W[1][1], vt = c->v[1], N = -c->v[0];
    carom_rebound_course x;
    if (carom_rebound_of(c, p->mu, carom_mu_static(p), &x) != CAROM_CONVERT_OK) return (double)NAN;
    const carom_routh_kernel k = carom_routh_closed(a, w, T, -N, vt, 0.0, p->mu, carom_mu_static(p), CAROM_POISSON);
    const double smu = copysign(p->mu, vt), along = N + p->mu * fabs(vt);
    const double P1 = k.path.g > 0.0 ? fabs(vt) / k.path.g : HUGE_VAL, c1 = k.path.C / k.path.g;
    const double sliding = 2.0 * along / (a - 2.0 * smu * w + smu * smu * T);
    if (sliding <= P1 && vt != 0.0) return carom_stops[p->restitution].ratio(&x.r, sliding - x.r.p_c);
    const double d2 = k.grip >= 0.0 ? -w / T : k.again, K2 = a + 2.0 * d2 * w + d2 * d2 * T;
    const double E1 = 0.5 * P1 * (c1 - along), more = (sqrt(c1 * c1 - 2.0 * K2 * E1) - c1) / K2;
    return carom_stops[p->restitution].ratio(&x.r, P1 + more - x.r.p_c);
}

static unsigned also(const carom_law *self, int dim, const carom_params *p) {
    // In 3D, v_n can decrease again and touch zero. If v_n is slightly smaller, compression resumes, with another p_c.
    return (carom_stop_traits(p->restitution) & CAROM_STOP_DISSIPATES ? CAROM_GUARANTEE_DISSIPATIVE : 0u) |
           (dim == 2 && carom_mu_static(p) == p->mu ? CAROM_GUARANTEE_CONTINUOUS : 0u);
}

static bool jac(const carom_law *self, const carom_contact *c, const carom_params *p, const carom_result *out,
                carom_equations *eq) {
    return c->dim == 2 ? carom_routh_jac_plane(c, p, out, eq) : carom_routh_jac_space(c, p, out, eq);
}

// The coefficients of this law.
static const carom_coefficient coefficients[] = {
    CAROM_ROW(restitution, 0, CAROM_STOP_COUNT - 1, "which definition `e` follows",
              "all three agree if W_nt = 0, if v_t = 0, if e = 0, or if the contact slides to the end"),
    CAROM_ROW(e, 0, 1, "the ratio that `restitution` names", CAROM_NEWTON_ALIKE),
    CAROM_ROW(mu, 0, HUGE_VAL, "|P_t| / P_n at every instant of slip", "the same Coulomb coefficient in every law"),
    CAROM_ROW(mu_static, 0, HUGE_VAL, "largest |P_t| / P_n that holds a stopped slip",
              "at least mu; has no effect if equal to mu"),
    CAROM_COEFFICIENT_REST_SPEED,
};

static const carom_contact_vtable code = {.solve = solve,
                                          .trace = trace,
                                          .guarantees = also,
                                          .accuracy = 1e-12,
                                          .max_restitution = CAROM_EXTRA(e_max),
                                          .equations = CAROM_EXTRA(jac),
                                          .differentiable = CAROM_2D | CAROM_3D};

const carom_law carom_law_routh = {
    .name = "routh",
    .module = "core",
    .solves = CAROM_2D | CAROM_3D,
    .closed_form = CAROM_2D,
    CAROM_COEFFICIENTS(coefficients),
    .guarantees =
        CAROM_GUARANTEE_COULOMB | CAROM_GUARANTEE_NONPENETRATING | CAROM_GUARANTEE_HOMOGENEOUS | CAROM_GUARANTEE_UNIQUE,
    .conditions = "dissipative unless restitution is newton; continuous in 2D while mu_static = mu",
    .summary =
        "Coulomb friction followed along the impulse: slip, stick or reversal, then the restitution of your choice",
    .citation = "Routh 1860; Wang & Mason 1992 (39)-(55); Shen & Townsend 1998 (mu_static); Stronge 1990 (energetic)",
    .contact = &code,
};
