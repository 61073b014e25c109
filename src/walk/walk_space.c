#include "walk/walk_space.h"

#include <math.h>
#include <string.h>

#include "base/params.h"
#include "base/rank.h"
#include "base/sym.h"
#include "base/worst.h"

// Slip below this share of the speeds around is rest: what it could still do is lost in rounding.
#define REST 1e-18

static double speed_scale(const carom_space_walk *w) {
    const carom_contact *c = w->c;
    return fabs(c->v[0]) + fabs(c->v[1]) + fabs(c->v[2]) + carom_flow_size(&w->flow) * w->at.l;
}

// The invariant directions, found when they are first needed.
static void find_roots(carom_space_walk *w) {
    if (w->roots_known) return;
    w->roots_known = true;
    w->roots = carom_invariant_directions(&w->flow, w->root);
    for (int i = 0; i < w->roots; i++) w->turn[i] = carom_turning(&w->flow, w->root[i]).slope;
}

// The invariant direction the slip turns to (attracting, ahead) or comes from (repelling, behind): the nearest of its
// kind. Which kind it is says on which side it lies, even where the angle to it is lost in rounding.
static const double *nearest_root(const carom_space_walk *w, double side, bool ahead) {
    const double *best = NULL;
    double least = HUGE_VAL;
    for (int i = 0; i < w->roots; i++) {
        const double *e = w->root[i];
        if (ahead ? !(w->turn[i] < 0.0) : !(w->turn[i] > 0.0)) continue;
        const double cross = w->at.e[0] * e[1] - w->at.e[1] * e[0], dot = w->at.e[0] * e[0] + w->at.e[1] * e[1];
        double angle = (ahead ? side : -side) * atan2(cross, dot);
        if (angle < -1e-12) angle += 8.0 * atan(1.0);
        if (angle < least) {
            least = angle;
            best = e;
        }
    }
    return best;
}

// Is the impact about over before the slip changes by a fifth? Then a Taylor series does, and keeps the digits of the
// change. Next to a direction that repels only one piece knows g exactly, so there a twentieth, to be sure of the end.
static bool changes_little(const carom_space_walk *w, double g) {
    const double left = -(1.0 + w->p->e) * w->c->v[0] / carom_normal_rate(w, w->at.e);
    const double part = fabs(g) < 0.1 * carom_turning(&w->flow, w->at.e).slope ? 0.05 : 0.2;
    return left > 0.0 && left * carom_flow_size(&w->flow) < part * w->at.r;
}

// The next piece of the curve: the whole approach to the invariant direction ahead, or a step.
static bool next_series(carom_space_walk *w, double g, carom_series *s) {
    const double side = carom_sign(g), turning = fabs(g);
    if (changes_little(w, g)) return carom_series_taylor(&w->flow, w->at.e, w->at.r, side, turning, s);
    find_roots(w);
    if (w->expansions == 0) {
        const double *behind = nearest_root(w, side, false);
        if (behind && carom_series_leave(&w->flow, w->at.e, w->at.r, side, turning, behind, s)) return true;
    }
    const double *ahead = nearest_root(w, side, true);
    if (ahead && carom_series_approach(&w->flow, w->at.e, w->at.r, side, ahead, s)) return true;
    return carom_series_taylor(&w->flow, w->at.e, w->at.r, side, turning, s);
}

// g here, or 0 where the path is straight up to rounding: 1e-15 rad or less from a direction that attracts. Next to one
// that repels the slightest turning counts, so there the caller's `exact` g stands; NaN if the caller has none.
static double turning_here(const carom_space_walk *w, double exact) {
    const carom_turn turn = carom_turning(&w->flow, w->at.e);
    const double g = isnan(exact) ? turn.g : exact;
    if (turn.slope < 0.0 && fabs(g) <= -1e-15 * turn.slope) return 0.0;
    return isnan(exact) && fabs(g) <= 4e-16 * turn.size ? 0.0 : g;
}

double carom_walk_mismatch(const carom_space_walk *w) {
    double off = 0.0, size = 0.0;
    for (int i = 1; i < 3; i++) {
        double sum = w->c->v[i];
        size += fabs(sum);
        for (int j = 0; j < 3; j++) {
            sum += w->c->W[i][j] * w->at.P[j];
            size += fabs(w->c->W[i][j] * w->at.P[j]);
        }
        off += fabs(sum - w->at.r * w->at.e[i - 1]);
    }
    return size > 0.0 ? off / size : 0.0;
}

// Where slip changes along one line only, slip along that line runs straight: it dies, or not. Slip beside it never
// dies.
static bool runs_along_the_line(carom_space_walk *w) {
    const double *q = w->flow.hold.q, *e = w->at.e;
    if (!w->flow.hold.line || !(fabs(e[0] * q[1] - e[1] * q[0]) <= CAROM_IN_RANGE)) return false;
    const double way = e[0] * q[0] + e[1] * q[1] > 0.0 ? 1.0 : -1.0;
    w->at.e[0] = way * q[0];
    w->at.e[1] = way * q[1];
    return true;
}

// Friction that turns no slip: a sphere, whose W is isotropic and uncoupled up to rounding. The slip turns by |g/f| in
// all while it loses its speed, so below 4e-16, the rounding of its direction, the path is straight; above, the series
// know their way (4e-17 leaves one turned sphere in a hundred to them, where k = f/g' overflows their terms).
static bool turns_nowhere(const carom_flow *flow) {
    const double half = 0.5 * (flow->W[1][1] - flow->W[2][2]), mean = 0.5 * (flow->W[1][1] + flow->W[2][2]);
    const double most =
        flow->nu * (fabs(flow->W[0][1]) + fabs(flow->W[0][2])) + flow->m * (fabs(half) + fabs(flow->W[1][2]));
    return most <= 4e-16 * flow->m * mean;
}

// Slip from r > 0 until it dies or the impact ends.
static carom_walk_state slip(carom_space_walk *w) {
    if (!(w->at.r > REST * speed_scale(w))) return CAROM_WALK_SLIP_DIES;
    const bool straight = w->flow.m == 0.0 || turns_nowhere(&w->flow) || runs_along_the_line(w);
    double g = straight ? 0.0 : turning_here(w, carom_exact_turning(&w->flow, w->c->v + 1));
    while (g != 0.0) {
        carom_series s;
        if (w->expansions + w->evaluations >= w->most || !next_series(w, g, &s)) return CAROM_WALK_LOST;
        w->expansions++;
        const carom_walk_state state = carom_walk_series(w, &s);
        carom_worsen(&w->residual, carom_walk_mismatch(w));
        if (state != CAROM_WALK_GOES_ON && state != CAROM_WALK_NEW_PIECE) return state;
        if (!(w->at.r > REST * speed_scale(w))) return CAROM_WALK_SLIP_DIES;
        g = turning_here(w, (double)NAN);
    }
    const carom_view v = carom_view_from(&w->flow, w->at.e, 1.0);
    // Without friction a slip that is not against the coupling passes by rest.
    const bool passes = w->flow.m == 0.0 && carom_exact_turning(&w->flow, w->c->v + 1) != 0.0;
    const bool balanced = w->flow.m > 0.0 && carom_view_balanced(&w->flow, &v);
    const double f = passes || balanced ? 0.0 : v.alpha - v.b11;
    const double d[3] = {w->flow.nu, -w->flow.m * w->at.e[0], -w->flow.m * w->at.e[1]};
    return carom_walk_straight(w, d, balanced ? w->flow.nu * w->flow.hold.slope : v.nw - v.ma1, f);
}

// From rest on: friction holds, or slip starts in the one direction that keeps itself going. True if it holds.
static bool rest_holds(carom_space_walk *w, const carom_hold *hold, double d[3], double *rate) {
    const double mu = w->p->mu, *x = hold->x;
    d[0] = 1.0;
    const bool holds = sqrt(x[0] * x[0] + x[1] * x[1]) <= carom_mu_static(w->p) || isinf(mu);
    if (!holds) carom_escape_direction(w->c->W, mu, w->at.e);
    d[1] = holds ? -x[0] : -mu * w->at.e[0];
    d[2] = holds ? -x[1] : -mu * w->at.e[1];
    *rate = holds ? hold->slope : w->c->W[0][0] + w->c->W[0][1] * d[1] + w->c->W[0][2] * d[2];
    return holds;
}

static carom_mode mode_of(bool holds, bool in_compression) {
    if (holds) return in_compression ? CAROM_MODE_C_STICKING : CAROM_MODE_R_STICKING;
    return in_compression ? CAROM_MODE_C_REVERSED : CAROM_MODE_R_REVERSED;
}

carom_walk_state carom_walk_from_rest(carom_space_walk *w, bool slipped, carom_mode *mode) {
    double d[3], rate;
    w->at.r = 0.0;
    // Those who follow the curved pieces in their own way have not asked.
    const bool known = w->flow.hold.singular || w->flow.hold.slope > 0.0;
    const carom_hold hold = known ? w->flow.hold : carom_hold_find(w->c->W);
    const bool holds = rest_holds(w, &hold, d, &rate);
    carom_walk_settle(w, &hold, &w->at);
    if (slipped) {
        *mode = mode_of(holds, w->compressing);
        carom_walk_add_point(w, &w->at, holds ? CAROM_EVENT_SLIP_STICKS : CAROM_EVENT_SLIP_REVERSES);
    } else {
        *mode = holds ? CAROM_MODE_C_STICKING : CAROM_MODE_SLIDING;
    }
    // Infinite friction has spent no normal impulse so far, and no work.
    if (w->flow.nu == 0.0) w->at.work = w->base = w->mark = w->absorbed = w->released = 0.0;
    w->flow = (carom_flow){.W = w->c->W, .nu = 1.0, .m = holds ? 0.0 : w->p->mu};
    const carom_view v = carom_view_from(&w->flow, w->at.e, 1.0);
    const double growth = holds ? 0.0 : fmax(v.alpha - v.b11, 0.0);
    return carom_walk_straight(w, d, rate, growth);
}

// 1e-3 of the slip, less where B is nearly singular and x known the worse: above, the rounding of x shows.
static double near_rest(const carom_space_walk *w) {
    const double(*W)[3] = w->c->W;
    carom_place rest = {.v_n = 1.0};
    carom_walk_settle(w, &w->flow.hold, &rest);
    const double share = w->flow.hold.line ? 1.0 : 1.0 - W[1][2] / W[1][1] * (W[1][2] / W[2][2]);
    return rest.v_n == 0.0 ? 1e-3 * share * w->at.r : 0.0;
}

static carom_space_walk at_start(const carom_contact *c, const carom_params *p, carom_path *path) {
    const bool infinite = isinf(p->mu);
    carom_space_walk w = {.c = c, .p = p, .stop = &carom_stops[p->restitution], .path = path, .compressing = true};
    // Friction below 1e-100 changes no digit of the path, and 1/mu in it would overflow.
    const double mu = p->mu < 1e-100 ? 0.0 : p->mu;
    w.flow = (carom_flow){.W = c->W, .nu = infinite ? 0.0 : 1.0, .m = infinite ? 1.0 : mu};
    w.flow.hold = carom_hold_find(c->W);
    const double *x = w.flow.hold.x;
    w.flow.by_hold = infinite || mu * mu > x[0] * x[0] + x[1] * x[1];
    w.at.v_n = c->v[0];
    w.at.r = hypot(c->v[1], c->v[2]);
    w.near_rest = near_rest(&w);
    if (w.at.r > 0.0) {
        w.at.e[0] = c->v[1] / w.at.r;
        w.at.e[1] = c->v[2] / w.at.r;
    }
    return w;
}

// Without approach only a slip that friction turns into compression makes an impulse.
static bool nothing_happens(const carom_space_walk *w) {
    if (w->c->v[0] < 0.0) return false;
    return !(w->at.r > 0.0 && carom_normal_rate(w, w->at.e) < 0.0);
}

carom_status carom_walk_space_within(int most, const carom_contact *contact, const carom_params *params,
                                     carom_path *path, carom_outcome *out) {
    carom_space_walk w = at_start(contact, params, path);
    w.most = most;
    carom_walk_state state = CAROM_WALK_ENDED;
    if (path) path->count = 0;
    out->mode = CAROM_MODE_SLIDING;
    carom_walk_add_point(&w, &w.at, CAROM_EVENT_START);
    if (nothing_happens(&w)) {
        out->mode = CAROM_MODE_NONE;
        carom_walk_add_point(&w, &w.at, CAROM_EVENT_END);
    } else {
        const bool slips = w.at.r > 0.0;
        state = slips ? slip(&w) : CAROM_WALK_SLIP_DIES;
        if (state == CAROM_WALK_SLIP_DIES) state = carom_walk_from_rest(&w, slips, &out->mode);
    }
    // A search that was cut short says nothing.
    if (w.expansions + w.evaluations > most) return CAROM_NOT_CONVERGED;
    if (state == CAROM_WALK_NEVER_ENDS) return CAROM_NO_SOLUTION;
    // 1e-8: the worst of 3e6 random walks is 3e-15; a path followed wrongly is off by its own size.
    if (state != CAROM_WALK_ENDED || !(w.residual <= 1e-8)) return CAROM_NOT_CONVERGED;

    memcpy(out->P, w.at.P, sizeof out->P);
    memcpy(out->Pc, w.P_c, sizeof out->Pc);
    out->work_normal = w.flow.nu * (w.base + w.at.work);
    out->known = CAROM_KNOWS_COMPRESSION | CAROM_KNOWS_WORK;
    out->evaluations = w.expansions + w.evaluations;
    out->residual = w.residual;
    return CAROM_OK;
}

carom_status carom_walk_space(const carom_contact *contact, const carom_params *params, carom_path *path,
                              carom_outcome *out) {
    return carom_walk_space_within(CAROM_MOST_EVALUATIONS, contact, params, path, out);
}
