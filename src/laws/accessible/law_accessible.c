// This law can reach every outcome that friction and energy allow, each by exactly one set of coefficients. Chatterjee
// 1997, 10.6, describes a law that is Newton's law without friction and whose outcomes are exactly the accessible
// region. This region is A = {|P_t| <= mu P_n, v_n' >= 0, dE <= 0}. He proposes to describe an impulse by its direction
// and distance from a reference point. This is one such law.
//   e     the level: v_n' = e |v_n|, or the highest possible
//   R     the reference: the frictionless impulse of that level. For e > 1, which A does not contain, the point of that
//         level on the line from the elastic frictionless impulse to the highest one
//   phi   the direction u of friction, as an angle from the direction against the slip after R; in 2D the sign of f
//   f     the fraction of the segment from R along u to the edge of A:  P = R + f t_max (-w.u / W_nn, u)
// A is convex. A level is therefore convex, every ray from R leaves it once, and every point of it lies on one ray. So
// (e, f, phi) covers A once, and carom_region_locate is the inverse. P obeys friction, energy and non-penetration
// because it lies in A. geometry/slice.h computes the levels.
#include "carom/derivatives.h"
#include "carom/geometry.h"
#include "collide/set_impulse.h"
#include "derivative/equations.h"
#include "geometry/outline.h"
#include "geometry/slice.h"
#include "laws/accessible/kernel_accessible.h"
#include "tables/row.h"

extern CAROM_API const carom_law carom_law_accessible;

// Sides of a switch (carom_equations.to_side). Beyond the switch, either the other condition (cone or energy) ends the
// segment, or the segment has the opposite direction.
enum { OTHER_END = 1, OTHER_WAY = 2 };

// Computes the direction of friction. A negative fraction means the opposite direction, in 3D too.
static void direction(const carom_slice *s, int dim, double f, double phi, double u[2]) {
    const double sign = f < 0.0 ? -1.0 : 1.0, by[2] = {sign * cos(phi), sign * sin(phi)};
    u[0] = dim == 2 ? sign * s->u[0] : by[0] * s->u[0] - by[1] * s->u[1];
    u[1] = dim == 2 ? 0.0 : by[1] * s->u[0] + by[0] * s->u[1];
}

// Returns whether the digits of P are lost. For e > 1 the reference is measured from the highest impulse. Near a
// singular W that impulse is so large that no digit of a much lower level is left. Such an impulse is not returned.
static bool lost(const carom_contact *c, double e, const double P[3]) {
    carom_verdict verdict;
    if (e <= 1.0 || carom_check(c, HUGE_VAL, P, &verdict) != CAROM_OK) return false;
    return verdict.violations & CAROM_VIOLATION_ENERGY;
}

// Solves any contact. Only with a singular W may the segment have no end.
static carom_status walk(const carom_contact *c, const carom_params *p, carom_result *out) {
    const double f = p->own[CAROM_OWN(f)], share = fabs(f);
    carom_slice s;
    double u[2], P[3];
    const carom_status status = carom_slice_at(c, p->mu, p->e, &s);
    if (status != CAROM_OK) return status;
    if (s.top) return carom_set_impulse(out, c->dim, s.R, CAROM_MODE_HIGHEST);
    if (share == 0.0) return carom_set_impulse(out, c->dim, s.R, CAROM_MODE_INSIDE);
    direction(&s, c->dim, f, p->own[CAROM_OWN(phi)], u);
    const carom_slice_way room = carom_slice_room(&s, u);
    if (!isfinite(room.length)) return CAROM_NO_SOLUTION;
    carom_slice_point(&s, &room, share, P);
    if (lost(c, p->e, P)) return CAROM_NOT_CONVERGED;
    const carom_mode end = room.energy ? CAROM_MODE_ENERGY : CAROM_MODE_FRICTION;
    return carom_set_impulse(out, c->dim, P, share < 1.0 || !(room.length > 0.0) ? CAROM_MODE_INSIDE : end);
}

static carom_status solve(const carom_law *self, const carom_contact *c, const carom_params *p, carom_result *out) {
    if (c->dim == 3 || p->e > 1.0 || isinf(p->mu) || carom_singular2(c->W)) return walk(c, p, out);
    const carom_answer2 k = carom_accessible_closed(c->W[0][0], c->W[0][1], c->W[1][1], c->v[0], c->v[1], p->e, p->mu,
                                                    p->own[CAROM_OWN(f)]);
    return k.mode == CAROM_EXTRAORDINARY ? walk(c, p, out)
                                         : carom_set_impulse_plane(out, k.Pn, k.Pt, (carom_mode)k.mode);
}

// Adds the equation for the direction of friction: Q_t stays parallel to yr, the slip after R turned by phi. With R_n =
// -(1 + e) v_n / a that slip is y = v_t + w R_n.
static void row_parallel(const carom_equations *eq, const carom_contact *c, double e, double phi, const double Q[3],
                         carom_row *row) {
    const double a = c->W[0][0], Rn = -(1.0 + e) * c->v[0] / a, turn[2] = {cos(phi), sin(phi)};
    const double y[2] = {c->v[1] + c->W[0][1] * Rn, c->v[2] + c->W[0][2] * Rn};
    const double yr[2] = {turn[0] * y[0] - turn[1] * y[1], turn[1] * y[0] + turn[0] * y[1]};
    // Derivatives of F = Q_1 yr_2 - Q_2 yr_1 with respect to y_1, y_2 and phi.
    const double by[2] = {Q[1] * turn[1] - Q[2] * turn[0], Q[1] * turn[0] + Q[2] * turn[1]};
    row->P[1] = yr[1];
    row->P[2] = -yr[0];
    for (int i = 0; i < 2; i++) {
        const double by_Rn = by[i] * c->W[0][i + 1];
        row->x[CAROM_JACOBIAN_V + i + 1] += by[i];
        row->x[carom_w_column(3, 0, i + 1)] += by[i] * Rn;
        row->x[CAROM_JACOBIAN_V] -= by_Rn * (1.0 + e) / a;
        row->x[carom_w_column(3, 0, 0)] -= by_Rn * Rn / a;
        carom_row_param(eq, row, CAROM_PARAM_e, -by_Rn * c->v[0] / a);
    }
    carom_row_param(eq, row, CAROM_PARAM_phi, Q[1] * yr[0] + Q[2] * yr[1]);
}

// Adds the equations for the end Q of the segment: Newton's level, the direction, and the condition that ends it.
static void end_rows(const carom_contact *c, const carom_params *p, const carom_slice_way *way, const double Q[3],
                     bool energy, carom_equations *eq) {
    carom_row *last = &eq->row[c->dim - 1];
    const double slip[2] = {-way->u[0], -way->u[1]};
    carom_row_rebound(eq, c, Q, 0, p->e, CAROM_PARAM_e, &eq->row[0]);
    if (c->dim == 3) row_parallel(eq, c, p->e, p->own[CAROM_OWN(phi)], Q, &eq->row[1]);
    if (energy)
        carom_row_energy(c, Q, last);
    else if (c->dim == 2)
        carom_row_edge(eq, Q, way->u[0], p->mu, last);
    else
        carom_row_against(eq, Q, slip, p->mu, last);
}

// Adds the switch at which cone and energy meet. Beyond it, the other condition ends the segment.
static void other_end(const carom_contact *c, const carom_params *p, const double Q[3], const carom_mode mode,
                      const carom_slopes *J, carom_equations *eq, bool energy) {
    double size = 0.0, gain = 0.0;
    for (int i = 0; i < c->dim; i++) {
        gain += Q[i] * (c->v[i] + carom_after(c, Q, i));
        size += fabs(Q[i] * c->v[i]) + fabs(Q[i] * carom_after(c, Q, i));
    }
    const int before = eq->switches;
    if (energy) {
        carom_switch_cone(eq, Q, p->mu, mode);
    } else {
        carom_row *n = carom_switch_at(eq, -gain, size, mode, 0);
        if (n) carom_row_energy(c, Q, n);
        for (int i = 0; n && i < 3; i++) n->P[i] = -n->P[i];
        for (int k = 0; n && k < CAROM_JACOBIAN_PARAM; k++) n->x[k] = -n->x[k];
    }
    if (eq->switches == before) return;
    eq->to_side = OTHER_END;
    carom_row_chain(eq, J, &eq->normal);
}

// Uses P_t = |f| Q_t on Newton's level, where Q is the end of the segment. Holds only for e <= 1, because the segment
// then starts at the frictionless impulse.
static bool jac(const carom_law *self, const carom_contact *c, const carom_params *p, const carom_result *out,
                carom_equations *eq) {
    const double f = p->own[CAROM_OWN(f)], turned = eq->side == OTHER_WAY ? -1.0 : 1.0;
    const double sign = turned * (f < 0.0 ? -1.0 : 1.0), Rn = -(1.0 + p->e) * c->v[0] / c->W[0][0];
    carom_equations end = carom_equations_part(eq);
    carom_slopes J;
    carom_slice s;
    double u[2], Q[3] = {0.0}, slip = 0.0, size = 0.0;
    if (p->e > 1.0 || carom_slice_at(c, p->mu, p->e, &s) != CAROM_OK || s.top) return false;
    direction(&s, c->dim, sign, p->own[CAROM_OWN(phi)], u);
    const carom_slice_way way = carom_slice_room(&s, u);
    if (!isfinite(way.length)) return false;
    carom_slice_point(&s, &way, 1.0, Q);
    const bool energy = way.energy != (eq->side == OTHER_END);
    end_rows(c, p, &way, Q, energy, &end);
    if (!carom_equations_slopes(&end, &J)) return false;

    carom_row_rebound(eq, c, out->P, 0, p->e, CAROM_PARAM_e, &eq->row[0]);
    for (int i = 1; i < c->dim; i++) {
        carom_row *row = &eq->row[i];
        row->P[i] = -fabs(f);
        carom_row_chain(eq, &J, row);
        row->P[i] = 1.0;
        carom_row_param(eq, row, CAROM_PARAM_f, -sign * Q[i]);
        slip = hypot(slip, c->v[i] + c->W[0][i] * Rn);
        size += fabs(c->v[i]) + fabs(c->W[0][i] * Rn);
    }
    // If there is no slip after R, the direction jumps. At f = 0 the lines of both directions meet. At e = 1, R begins
    // to move.
    if (carom_switch_at(eq, slip, size, out->mode, 0)) eq->jumps = true;
    carom_row *n = carom_switch_at(eq, fabs(f), 1.0, out->mode, OTHER_WAY);
    if (n) carom_row_param(eq, n, CAROM_PARAM_f, sign);
    other_end(c, p, Q, out->mode, &J, eq, energy);
    eq->margin = fmin(eq->margin, 1.0 - p->e);
    if (p->e == 1.0) eq->smooth = CAROM_ONE_SIDED;
    return true;
}

// Returns the guarantees that hold only without friction, because then there is no direction that could jump.
static unsigned also(const carom_law *self, int dim, const carom_params *p) {
    return p->own[CAROM_OWN(f)] == 0.0 || p->mu == 0.0 ? CAROM_GUARANTEE_CONTINUOUS : 0u;
}

// Computes the area. Over all its coefficients the law reaches exactly the accessible region.
static carom_status outline(const carom_law *self, const carom_contact *c, const carom_params *p, carom_reach_area *o) {
    carom_corner corners[CAROM_MAX_CORNERS];
    carom_region region;
    carom_polygon_area area = {.count = 0};
    int count;
    if (carom_region_compute(c, p->mu, &region) != CAROM_OK || !region.bounded) return CAROM_NOT_APPLICABLE;
    if (carom_region_corners(c, p->mu, corners, &count) != CAROM_OK || count < 3) return CAROM_NOT_APPLICABLE;
    double twice = 0.0;
    for (int i = 0; i < count; i++) {
        const double *P = corners[i].P, *Q = corners[(i + 1) % count].P;
        twice += P[0] * Q[1] - P[1] * Q[0];
    }
    const int step = twice < 0.0 ? count - 1 : 1; // the common orientation, from P_n towards P_t
    for (int k = 0, i = 0; k < count; k++, i = (i + step) % count) {
        const carom_corner *here = &corners[i], *next = &corners[(i + step) % count];
        carom_area_add(&area, here->P[0], here->P[1], here->meets & next->meets & CAROM_BOUNDARY_ENERGY);
    }
    carom_area_outline(&area, c, &region, o);
    return CAROM_OK;
}

#define CAROM_ROW_any_e                                                                                                \
    .name = "e", .number = CAROM_PARAM_e, .kind = CAROM_REAL, .symbol = "e", .default_value = CAROM_REQUIRED,          \
    .example = 0.5,                                                                                                    \
    .meaning =                                                                                                         \
        "normal restitution: final to initial normal speed; above 1 tangential motion is spent on the rebound, "       \
        "\"inf\" is the highest there is"
#define CAROM_ROW_f                                                                                                    \
    .name = "f", .number = CAROM_PARAM_f, .kind = CAROM_REAL, .symbol = "f", .default_value = CAROM_REQUIRED,          \
    .meaning =                                                                                                         \
        "share of the friction that the cone and the energy allow: 0 none, 1 all of it, below 0 the opposite way"
#define CAROM_ROW_phi                                                                                                  \
    .name = "phi", .number = CAROM_PARAM_phi, .kind = CAROM_REAL, .symbol = "φ",                                       \
    .meaning = "in 3D: angle of friction from the direction opposite to the slip"
#define CAROM_UNIT_any_e "1"
#define CAROM_UNIT_f     "1"
#define CAROM_UNIT_phi   "rad"

// The coefficients of this law.
static const carom_coefficient coefficients[] = {
    CAROM_ROW(any_e, 0, HUGE_VAL, "-v_n' / v_n, limited to the largest possible value",
              "equals Newton's restitution; above 1 the tangential motion supplies energy"),
    CAROM_ROW(mu, 0, HUGE_VAL, "largest |P_t| / P_n of the whole impulse", "as in every law"),
    CAROM_ROW(f, -1, 1, "fraction of the largest friction that cone and energy allow at this v_n'",
              "f = 0 gives no friction (e <= 1); f = 1 gives brach, except where brach sticks"),
    CAROM_ROW(phi, -DBL_MAX, DBL_MAX, "angle between friction and the direction opposite to the slip",
              "3D only; no other law has a coefficient for friction across the slip"),
    CAROM_COEFFICIENT_REST_SPEED,
};

static const carom_contact_vtable code = {.solve = solve,
                                          .guarantees = also,
                                          .accuracy = 1e-12,
                                          .outline = outline,
                                          .equations = CAROM_EXTRA(jac),
                                          .differentiable = CAROM_2D | CAROM_3D};

const carom_law carom_law_accessible = {
    .name = "accessible",
    .module = "core",
    .solves = CAROM_2D | CAROM_3D,
    .closed_form = CAROM_2D,
    CAROM_COEFFICIENTS(coefficients),
    .guarantees = CAROM_GUARANTEE_DISSIPATIVE | CAROM_GUARANTEE_COULOMB | CAROM_GUARANTEE_NONPENETRATING |
                  CAROM_GUARANTEE_HOMOGENEOUS | CAROM_GUARANTEE_UNIQUE,
    .conditions = "continuous if f = 0, if mu = 0, or if the impact without friction leaves slip",
    .summary = "every result that friction and energy allow, each for one set of coefficients",
    .citation = "after Chatterjee 1997, 10.6",
    .contact = &code,
};
