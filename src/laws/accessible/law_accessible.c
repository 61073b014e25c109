// Every outcome that friction and energy allow, each for one set of coefficients. Chatterjee 1997, 10.6, asks for a law
// whose outcomes are exactly the accessible region A = {|P_t| <= mu P_n, v_n' >= 0, dE <= 0} and which is Newton's without
// friction, and proposes to measure from a point of reference in a direction; this is one such law.
//   e     the level: v_n' = e |v_n|, or the highest there is
//   R     the reference: the frictionless impulse of that level; for e > 1, where A no longer holds one, the point of that
//         level on the way from the elastic frictionless impulse to the highest one
//   phi   the direction u of friction, turned from against the slip after R; in the plane the sign of f does that
//   f     the share of the way from R along u to where A ends:  P = R + f t_max (-w.u / W_nn, u)
// A is convex. So a level is convex, every ray from R leaves it once, and every point of it lies on one ray: (e, f, phi)
// covers A once (carom_locate is the inverse), and P obeys friction, energy and non-penetration because it lies in A.
// collide/slice.h has the levels.
#include "carom/region.h"
#include "collide/give.h"
#include "collide/outline.h"
#include "collide/row.h"
#include "collide/slice.h"
#include "laws/accessible/kernel_accessible.h"

// A negative share is the opposite direction, in space too.
static void direction(const carom_slice *s, int dim, double f, double phi, double u[2]) {
    const double sign = f < 0.0 ? -1.0 : 1.0, by[2] = {sign * cos(phi), sign * sin(phi)};
    u[0] = dim == 2 ? sign * s->u[0] : by[0] * s->u[0] - by[1] * s->u[1];
    u[1] = dim == 2 ? 0.0 : by[1] * s->u[0] + by[0] * s->u[1];
}

// For e > 1 the reference is measured from the highest impulse, which near a singular W is so large that no digit of a level
// far below it is left. Such an impulse is not given.
static bool lost(const carom_contact *c, double e, const double P[3]) {
    carom_verdict verdict;
    if (e <= 1.0 || carom_check(c, HUGE_VAL, P, &verdict) != CAROM_OK) return false;
    return verdict.broken & CAROM_BROKEN_ENERGY;
}

// Any contact. Only a singular W leaves a ray without an end.
static carom_status walk(const carom_contact *c, const carom_params *p, carom_outcome *out) {
    const double f = p->own[CAROM_OWN(f)], share = fabs(f);
    carom_slice s;
    double u[2], P[3];
    const carom_status status = carom_slice_at(c, p->mu, p->e, &s);
    if (status != CAROM_OK) return status;
    if (s.top) return carom_give(out, c->dim, s.R, CAROM_MODE_HIGHEST);
    if (share == 0.0) return carom_give(out, c->dim, s.R, CAROM_MODE_INSIDE);
    direction(&s, c->dim, f, p->own[CAROM_OWN(phi)], u);
    const carom_slice_way room = carom_slice_room(&s, u);
    if (!isfinite(room.length)) return CAROM_NO_SOLUTION;
    carom_slice_point(&s, &room, share, P);
    if (lost(c, p->e, P)) return CAROM_NOT_CONVERGED;
    const carom_mode end = room.energy ? CAROM_MODE_ENERGY : CAROM_MODE_FRICTION;
    return carom_give(out, c->dim, P, share < 1.0 || !(room.length > 0.0) ? CAROM_MODE_INSIDE : end);
}

static carom_status solve(const carom_contact *c, const carom_params *p, carom_outcome *out) {
    if (c->dim == 3 || p->e > 1.0 || isinf(p->mu) || carom_singular2(c->W)) return walk(c, p, out);
    const carom_answer2 k = carom_accessible_closed(c->W[0][0], c->W[0][1], c->W[1][1], c->v[0], c->v[1], p->e, p->mu,
                                                    p->own[CAROM_OWN(f)]);
    return k.mode == CAROM_EXTRAORDINARY ? walk(c, p, out) : carom_give_plane(out, k.Pn, k.Pt, (carom_mode)k.mode);
}

// Without friction there is no direction to jump.
static unsigned also(int dim, const carom_params *p) {
    (void)dim;
    return p->own[CAROM_OWN(f)] == 0.0 || p->own[CAROM_OWN(f)] == CAROM_LEFT_OUT || p->mu == 0.0 ? CAROM_CONTINUOUS
                                                                                                 : 0u;
}

// Over all its coefficients it reaches the region, no more and no less.
static carom_status outline(const carom_contact *c, const carom_params *p, carom_reach_area *o) {
    carom_corner corners[CAROM_MOST_CORNERS];
    carom_region region;
    carom_polygon_area area = {.count = 0};
    int count;
    if (carom_region_of(c, p->mu, &region) != CAROM_OK || !region.bounded) return CAROM_NOT_APPLICABLE;
    if (carom_region_corners(c, p->mu, corners, &count) != CAROM_OK || count < 3) return CAROM_NOT_APPLICABLE;
    double twice = 0.0;
    for (int i = 0; i < count; i++) {
        const double *P = corners[i].P, *Q = corners[(i + 1) % count].P;
        twice += P[0] * Q[1] - P[1] * Q[0];
    }
    const int step = twice < 0.0 ? count - 1 : 1; // from P_n towards P_t
    for (int k = 0, i = 0; k < count; k++, i = (i + step) % count) {
        const carom_corner *here = &corners[i], *next = &corners[(i + step) % count];
        carom_area_add(&area, here->P[0], here->P[1], here->meets & next->meets & CAROM_BOUNDARY_ENERGY);
    }
    carom_area_outline(&area, c, &region, o);
    return CAROM_OK;
}

static const carom_param_info own[] = {
    {.name = "e",
     .number = CAROM_PARAM_e,
     .kind = CAROM_REAL,
     .symbol = "e",
     .unit = "1",
     .standard = 1.0,
     .lowest = 0.0,
     .highest = HUGE_VAL,
     .family = "e",
     .meaning = "normal restitution: final to initial normal speed; above 1 tangential motion is spent on the rebound, "
                "\"inf\" is the highest there is",
     .offset = offsetof(carom_params, e)},
    {.name = "f",
     .number = CAROM_PARAM_f,
     .kind = CAROM_REAL,
     .symbol = "f",
     .unit = "1",
     .standard = 0.0,
     .lowest = -1.0,
     .highest = 1.0,
     .family = "",
     .meaning =
         "share of the friction that the cone and the energy allow: 0 none, 1 all of it, below 0 the opposite way"},
    {.name = "phi",
     .number = CAROM_PARAM_phi,
     .kind = CAROM_REAL,
     .symbol = "φ",
     .unit = "rad",
     .standard = 0.0,
     .lowest = -DBL_MAX,
     .highest = DBL_MAX,
     .family = "",
     .meaning = "in space: angle of friction from the direction against the slip"},
    {.name = NULL},
};

// What its coefficients are here.
static const carom_card cards[] = {
    CAROM_CARD(accessible, e, 0, HUGE_VAL, "-v_n' / v_n, up to the highest there is",
               "equals every Newton's restitution; above 1 the tangential motion gives energy to the normal one"),
    CAROM_CARD(accessible, mu, 0, HUGE_VAL, "largest |P_t| / P_n of the whole impulse", "as in every law"),
    CAROM_CARD(accessible, f, -1, 1, "friction to the most that cone and energy allow at this v_n'",
               "0 is frictionless up to e = 1; 1 is brach's impulse unless that sticks"),
    CAROM_CARD(accessible, phi, -DBL_MAX, DBL_MAX, "angle of friction from against the slip, radians",
               "space only; friction across the slip, which no other law here has a coefficient for"),
    CAROM_NO_MORE_CARDS,
};

static const carom_law_code code = {
    .solve = solve, .also = also, .accuracy = 1e-12, .cards = cards, .outline = outline};

const carom_law carom_law_accessible = {
    .name = "accessible",
    .module = "core",
    .dims = CAROM_PLANE | CAROM_SPACE,
    .closed = CAROM_PLANE,
    .reads = CAROM_PARAM_BIT(e) | CAROM_PARAM_BIT(mu) | CAROM_PARAM_BIT(rest_speed) | CAROM_PARAM_BIT(f) |
             CAROM_PARAM_BIT(phi),
    .own = own,
    .promises = CAROM_DISSIPATIVE | CAROM_COULOMB | CAROM_NONPENETRATING | CAROM_HOMOGENEOUS | CAROM_UNIQUE,
    .also = "continuous for f = 0 or mu = 0, else but where no slip is left without friction",
    .summary = "every outcome that friction and energy allow, each for one level, share and direction",
    .citation = "after Chatterjee 1997, 10.6",
    .code = &code,
};
