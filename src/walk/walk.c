#include "walk/walk.h"

#include <math.h>
#include <string.h>

#include "base/rank.h"
#include "base/sym.h"
#include "base/worst.h"
#include "collide/path.h"
#include "tables/params.h"

void carom_walk_add_point(const carom_space_walk *w, const carom_walk_point *place, carom_event event) {
    if (!w->path) return;
    carom_path_point point = {.event = event, .work_normal = w->flow.nu * (w->base + place->work)};
    memcpy(point.P, place->P, sizeof point.P);
    carom_velocity_after(3, w->c->W, w->c->v, place->P, point.v);
    point.v[0] = place->v_n;
    if (place->r == 0.0) point.v[1] = point.v[2] = 0.0;
    for (int i = 0; i < 3; i++) point.dE += 0.5 * point.P[i] * (w->c->v[i] + point.v[i]);
    carom_path_add(w->path, &point);
}

// Returns the normal work since the start of the piece, with dP = P - P_start. Without `by_hold`, it follows from dE =
// v_n dp - mu r dp and dE = dP.v_start + dP.W dP/2. With `by_hold`, it uses v_n = v_n_start + nu (w - a.x) l + x.(u -
// u_start), x = B^-1 a. Terms that contain only the initial slip are left out, because the lag does not contain them.
// The first formula loses digits in proportion to mu |u - u_start| relative to v_n, the second in proportion to |x| |u
// - u_start|.
static double work_since(const carom_space_walk *w, const carom_piece_point *s) {
    const double(*W)[3] = w->c->W;
    const double ahead = w->at.v_n * s->l;
    if (w->flow.by_hold) return ahead + (0.5 * w->flow.nu * w->flow.hold.slope * s->l * s->l + s->lag);
    const double p = s->l, x = s->Pt[0], y = s->Pt[1];
    const double change =
        p * (W[0][0] * p + 2.0 * (W[0][1] * x + W[0][2] * y)) + x * (W[1][1] * x + 2.0 * W[1][2] * y) + W[2][2] * y * y;
    return ahead + 0.5 * change + w->flow.m * s->lag;
}

carom_walk_point carom_walk_point_of(const carom_space_walk *w, const carom_piece_point *s) {
    const carom_walk_point *at = &w->at;
    carom_walk_point place = {
        .l = at->l + s->l,
        .P = {at->P[0] + w->flow.nu * s->l, at->P[1] + s->Pt[0], at->P[2] + s->Pt[1]},
        .v_n = at->v_n + (w->flow.nu * w->c->W[0][0] * s->l + w->c->W[0][1] * s->Pt[0] + w->c->W[0][2] * s->Pt[1]),
        .e = {s->e[0], s->e[1]},
        .r = s->r};
    place.work = at->work + work_since(w, s);
    // If slip and v_n become zero together, the sum loses the sign of v_n.
    if (s->r < w->flow.near_rest) place.v_n = s->r * (w->flow.hold.x[0] * s->e[0] + w->flow.hold.x[1] * s->e[1]);
    return place;
}

// Returns whether the path may take more work.
static bool may_go_on(const carom_space_walk *w) {
    return w->expansions + w->evaluations < w->most;
}

static carom_walk_point place_on(carom_space_walk *w, const carom_piece *series, double clock, double *dl) {
    const carom_piece_point s = carom_piece_at(series, clock);
    w->evaluations++;
    *dl = s.dl;
    return carom_walk_point_of(w, &s);
}

static carom_progress progress_at(const carom_space_walk *w, const carom_walk_point *place) {
    const bool tangential = w->flow.nu == 0.0;
    return (carom_progress){.e = w->e,
                            .v_before = w->c->v[0],
                            .v_n = place->v_n,
                            .p = tangential ? place->l : place->P[0],
                            .p_c = tangential ? w->l_c : w->P_c[0],
                            .absorbed = w->absorbed,
                            .released = (place->work - w->mark) + w->released};
}

static double stop_value(const carom_space_walk *w, const carom_walk_point *place) {
    const carom_progress here = progress_at(w, place);
    return w->stop->past(&here);
}

double carom_walk_value(const carom_space_walk *w, const carom_walk_point *place, carom_awaited what) {
    return what == CAROM_RISES ? place->v_n : what == CAROM_FALLS ? -place->v_n : stop_value(w, place);
}

double carom_walk_slope(const carom_space_walk *w, const carom_walk_point *place, carom_awaited what, double rate) {
    if (what != CAROM_STOPS) return what == CAROM_FALLS ? -rate : rate;
    const carom_progress here = progress_at(w, place);
    return w->stop->rates(&here, rate).first;
}

double carom_walk_straightened(const carom_space_walk *w, carom_awaited what, double value) {
    if (what != CAROM_STOPS || !(w->stop->traits & CAROM_STOP_WORKS)) return 1.0;
    const double wanted = w->e * w->e * w->absorbed, released = value + wanted;
    const double s = sqrt(released > 0.0 ? released : 0.0);
    return s > 0.0 ? 2.0 * s / (s + sqrt(wanted)) : 1.0;
}

// Returns dv_n/dl for slip along e.
static double rate_at(const carom_space_walk *w, const double e[2]) {
    return w->flow.nu * w->c->W[0][0] - w->flow.m * (w->c->W[0][1] * e[0] + w->c->W[0][2] * e[1]);
}

// A part of a series on which v_n is monotone.
typedef struct {
    double from, to; // interval of the path parameter
    carom_walk_point a, b;
    double dl_a, dl_b; // dl/dclock there, where `clock` is the parameter of the piece
} stretch;

static double slope_at(const carom_space_walk *w, const carom_walk_point *place, carom_awaited what) {
    return carom_walk_slope(w, place, what, rate_at(w, place->e));
}

// Converts the parameter of the piece to that of the search. On a piece that ends at a root, the quantities r and l are
// nearly linear in c = (1 - e^(-k z))/k. If k > 0, c ends at 1/k, where the slip ends; otherwise c has no end. On other
// pieces the two parameters are the same.
static double searched(const carom_piece *s, double clock) {
    const double k = s->power[CAROM_CLOCK];
    if (!isinf(s->last)) return clock;
    if (isinf(clock)) return k > 0.0 ? 1.0 / k : HUGE_VAL;
    return k != 0.0 ? -expm1(-k * clock) / k : clock;
}

static double clock_at(const carom_piece *s, double c) {
    const double k = s->power[CAROM_CLOCK];
    if (!isinf(s->last) || k == 0.0) return c;
    return k * c < 1.0 ? -log1p(-k * c) / k : HUGE_VAL;
}

// Returns dl/dc from dl/dclock, where `clock` is the parameter of the piece. At the end of the slip both are zero, but
// their ratio is not.
static double searched_rate(const carom_piece *s, double c, double dl) {
    if (!isinf(s->last)) return dl;
    const double left = 1.0 - s->power[CAROM_CLOCK] * c;
    return left > 0.0 ? dl / left : s->sigma * s->over[CAROM_INTEGRALS][0];
}

// Returns the first guess, from value and slope at both ends. On a part without end, one Newton step gives the guess.
// The released work grows quadratically from maximum compression.
static double first_guess(const carom_space_walk *w, const carom_piece *s, const stretch *part, carom_awaited what,
                          const double ends[2]) {
    const double value[2] = {carom_walk_value(w, &part->a, what), carom_walk_value(w, &part->b, what)};
    const double first = slope_at(w, &part->a, what) * searched_rate(s, ends[0], part->dl_a);
    if (isinf(ends[1])) return carom_bracket_beyond(ends[0], value[0], first);
    if (what == CAROM_STOPS && (w->stop->traits & CAROM_STOP_WORKS))
        return ends[0] + (ends[1] - ends[0]) * sqrt(value[0] / (value[0] - value[1]));
    const double last = slope_at(w, &part->b, what) * searched_rate(s, ends[1], part->dl_b);
    return carom_bracket_guess(ends[0], ends[1], value, (double[]){first, last});
}

// An event beyond this parameter counts as one at infinity.
#define ENDLESS 1e40

// Finds the parameter of the event by Newton's method, or by bisection if Newton's step would leave the bracket.
static double find(carom_space_walk *w, const carom_piece *s, stretch part, carom_awaited what, carom_walk_point *place,
                   double *dl) {
    const double ends[2] = {searched(s, part.from), searched(s, part.to)};
    *place = part.a;
    *dl = part.dl_a;
    if (carom_walk_value(w, &part.a, what) >= 0.0) return part.from;
    carom_bracket in = {.low = ends[0], .high = ends[1]};
    double c = first_guess(w, s, &part, what, ends);
    if (!(c > in.low && c < in.high)) c = isinf(in.high) ? 2.0 * in.low + 1.0 : 0.5 * (in.low + in.high);
    bool last = false;
    for (int i = 0; i < 100 && !last && c < ENDLESS && may_go_on(w); i++) {
        *place = place_on(w, s, clock_at(s, c), dl);
        const double value = carom_walk_value(w, place, what);
        const double newton = value / (slope_at(w, place, what) * searched_rate(s, c, *dl));
        c = carom_bracket_step(&in, c, value, newton * carom_walk_straightened(w, what, value), &last);
    }
    if (!(c < ENDLESS)) {
        *place = part.b;
        return part.to;
    }
    const double clock = clock_at(s, c);
    *place = place_on(w, s, clock, dl);
    return clock;
}

// Adds points for a drawing. The slip, and with it the path, turns by at most 4 degrees from one to the next.
static void add_curve(carom_space_walk *w, const carom_piece *s, double from, double to) {
    if (!w->path || !(to > from)) return;
    const double first = s->h * s->tau0, sigma = s->sigma;
    const double t1 = s->at_root ? first * exp(sigma * from) : s->h * from;
    const double t2 = s->at_root ? first * exp(sigma * to) : s->h * to;
    const double start = 2.0 * atan(t1), turn = 2.0 * atan(t2) - start;
    const int count = (int)ceil(fabs(turn) / 0.07), evaluations = w->evaluations;
    double dl;
    for (int i = 1; i < count; i++) {
        const double t = tan(0.5 * (start + turn * i / count)), clock = s->at_root ? sigma * log(t / first) : t / s->h;
        const carom_walk_point place = place_on(w, s, clock, &dl);
        carom_walk_add_point(w, &place, CAROM_EVENT_PASSES);
    }
    // Points for a drawing are not counted as evaluations.
    w->evaluations = evaluations;
}

void carom_walk_end_compression(carom_space_walk *w, const carom_walk_point *place) {
    w->compressing = false;
    w->l_c = place->l;
    memcpy(w->P_c, place->P, sizeof w->P_c);
    w->absorbed += w->mark - place->work;
    w->mark = place->work;
}

static void resume_compression(carom_space_walk *w, const carom_walk_point *place) {
    w->compressing = true;
    w->released += place->work - w->mark;
    w->mark = place->work;
}

void carom_walk_rebase(carom_space_walk *w, const carom_walk_point *place) {
    w->at = *place;
    w->base += place->work;
    w->mark -= place->work;
    w->at.work = 0.0;
}

static carom_walk_state finish(carom_space_walk *w, const carom_walk_point *place) {
    w->at = *place;
    carom_walk_add_point(w, place, CAROM_EVENT_END);
    return CAROM_WALK_ENDED;
}

// Moves the start of the part to an event.
static void pass(carom_space_walk *w, const carom_piece *s, stretch *part, double clock, const carom_walk_point *place,
                 double dl, carom_event event) {
    add_curve(w, s, part->from, clock);
    carom_walk_add_point(w, place, event);
    part->from = clock;
    part->a = *place;
    part->dl_a = dl;
}

// Follows a part on which v_n is monotone: it rises or falls through zero at most once.
static carom_walk_state walk_stretch(carom_space_walk *w, const carom_piece *s, stretch part) {
    carom_walk_point place;
    double dl;
    if (w->compressing && part.b.v_n >= 0.0) {
        const double clock = find(w, s, part, CAROM_RISES, &place, &dl);
        if (isinf(place.l)) return CAROM_WALK_NEVER_ENDS;
        carom_walk_end_compression(w, &place);
        pass(w, s, &part, clock, &place, dl, CAROM_EVENT_COMPRESSION_ENDS);
        if (w->e == 0.0) return finish(w, &place);
        if (w->stop->traits & CAROM_STOP_WORKS) {
            carom_walk_rebase(w, &place);
            return CAROM_WALK_NEW_PIECE;
        }
    }
    if (!w->compressing) {
        const bool falls = part.b.v_n < 0.0;
        stretch free = part;
        if (falls) free.to = find(w, s, part, CAROM_FALLS, &free.b, &free.dl_b);
        if (stop_value(w, &free.b) >= 0.0) {
            const double clock = find(w, s, free, CAROM_STOPS, &place, &dl);
            if (isinf(place.l)) return CAROM_WALK_NEVER_ENDS;
            add_curve(w, s, part.from, clock);
            return finish(w, &place);
        }
        if (falls) {
            resume_compression(w, &free.b);
            pass(w, s, &part, free.to, &free.b, free.dl_b, CAROM_EVENT_COMPRESSION_RESUMES);
        }
    }
    add_curve(w, s, part.from, part.to);
    return CAROM_WALK_GOES_ON;
}

// Returns v_n if friction balances the push and nothing changes any more, or -infinity if compression would last
// forever. The slip there is R e.
static double balanced_velocity(const carom_space_walk *w, const carom_piece *s) {
    const double R = 0.5 * s->over[CAROM_INTEGRALS][0] * s->G[1], *x = w->flow.hold.x, *u = w->at.e, *e = s->view.e;
    const double here = w->at.r * (x[0] * u[0] + x[1] * u[1]), there = R * (x[0] * e[0] + x[1] * e[1]);
    const double v_n = w->at.v_n + (there - here);
    const bool rises = v_n > CAROM_IN_RANGE * (fabs(w->at.v_n) + fabs(here) + fabs(there));
    return w->compressing && !rises ? -HUGE_VAL : v_n;
}

// Returns the end of an infinite piece whose slip does not end. There v_n is infinite, unless its final rate is zero.
static carom_walk_point place_at_infinity(const carom_space_walk *w, const carom_piece *s) {
    carom_walk_point place = w->at;
    memcpy(place.e, s->view.e, sizeof place.e);
    place.l = place.P[0] = HUGE_VAL;
    if (s->balanced && s->rise == 0.0)
        place.v_n = balanced_velocity(w, s);
    else
        place.v_n = s->rise > 0.0 ? HUGE_VAL : -HUGE_VAL;
    place.work = HUGE_VAL;
    return place;
}

static carom_walk_state walk_curve(carom_space_walk *w, const carom_piece *s) {
    double knots[3] = {s->turn[0], s->turn[1]};
    const int inner = s->turns;
    const bool endless = isinf(s->last) && !(s->power[CAROM_CLOCK] > 0.0);
    knots[inner] = s->last;
    stretch part = {.to = 0.0, .b = w->at, .dl_b = s->dl};
    for (int i = 0; i <= inner; i++) {
        part.from = part.to;
        part.a = part.b;
        part.dl_a = part.dl_b;
        part.to = knots[i];
        part.b = endless && i == inner ? place_at_infinity(w, s) : place_on(w, s, part.to, &part.dl_b);
        if (isinf(part.to) && !endless && w->flow.hold.tied) part.b.v_n = w->flow.hold.rest;
        const carom_walk_state state = walk_stretch(w, s, part);
        if (state != CAROM_WALK_GOES_ON) return state;
    }
    if (endless) return CAROM_WALK_NEVER_ENDS;
    w->at = part.b;
    if (!isfinite(w->at.v_n) || !isfinite(w->at.r) || w->at.r < 0.0) return CAROM_WALK_LOST;
    if (isinf(s->last)) return CAROM_WALK_SLIP_DIES;
    carom_walk_add_point(w, &w->at, CAROM_EVENT_PASSES);
    return CAROM_WALK_GOES_ON;
}

// Returns the remaining length to the end if v_n changes at a constant rate; infinity if it is never reached.
static double straight_stop(const carom_space_walk *w, double rate) {
    const carom_progress here = progress_at(w, &w->at);
    return carom_stop_clock(w->stop, &here, rate);
}

static void advance(carom_walk_point *at, const double d[3], double rate, double f, double step) {
    at->r += f * step;
    at->work += step * (at->v_n + 0.5 * rate * step);
    at->v_n += rate * step;
    at->l += step;
    for (int i = 0; i < 3; i++) at->P[i] += d[i] * step;
}

static double to_zero(double v_n, double rate, bool rising) {
    if (rising) return !(v_n < 0.0) && !(rate < 0.0) ? 0.0 : rate > 0.0 ? -v_n / rate : HUGE_VAL;
    return rate < 0.0 ? v_n / -rate : HUGE_VAL;
}

// Returns the remaining length to the end of the phase, v_n = 0. Returns infinity if the slip ends first, or at the
// same point with v_n = 0.
static double straight_phase(const carom_space_walk *w, double rate, double length) {
    carom_walk_point end = {.v_n = w->at.v_n + rate * length};
    if (!w->compressing && !isinf(length)) {
        if (w->flow.hold.tied) end.v_n = w->flow.hold.rest;
        if (end.v_n == 0.0) return HUGE_VAL;
    }
    return to_zero(w->at.v_n, rate, w->compressing);
}

static carom_walk_state walk_straight(carom_space_walk *w, const carom_straight *line) {
    const double *d = line->d, rate = line->rise, f = line->growth;
    double length = f < 0.0 ? w->at.r / -f : HUGE_VAL;
    // At most three events can occur: compression ends, resumes, and ends again. A fourth event indicates an error in
    // this code.
    for (int i = 0; i < 4; i++) {
        const double zero = straight_phase(w, rate, length);
        const double stop = w->compressing ? HUGE_VAL : straight_stop(w, rate);
        const double step = fmin(zero, stop);
        if (!(step <= length) || isinf(step)) {
            if (isinf(length)) return CAROM_WALK_NEVER_ENDS;
            advance(&w->at, d, rate, f, length);
            w->at.r = 0.0;
            return CAROM_WALK_SLIP_DIES;
        }
        advance(&w->at, d, rate, f, step);
        length -= step;
        if (stop <= zero) return finish(w, &w->at);
        w->at.v_n = 0.0;
        if (w->compressing)
            carom_walk_end_compression(w, &w->at);
        else
            resume_compression(w, &w->at);
        if ((w->stop->traits & CAROM_STOP_WORKS) && w->flow.nu > 0.0) carom_walk_rebase(w, &w->at);
        carom_walk_add_point(w, &w->at,
                             w->compressing ? CAROM_EVENT_COMPRESSION_RESUMES : CAROM_EVENT_COMPRESSION_ENDS);
        if (!w->compressing && w->e == 0.0) return finish(w, &w->at);
    }
    return CAROM_WALK_LOST;
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

// Returns the approximate distance l to the end of the impact, at the present rate of v_n. If the work is needed,
// returns the distance to the end of compression, because a new piece begins there.
static double clock_left(const carom_space_walk *w) {
    const double rate = rate_at(w, w->at.e);
    const bool compression = w->compressing && (w->stop->traits & CAROM_STOP_WORKS);
    const double left = compression ? -w->at.v_n / rate : -(1.0 + w->e) * w->c->v[0] / rate - w->at.l;
    return rate > 0.0 && left > 0.0 ? left : HUGE_VAL;
}

// Follows the slip from r > 0 until it ends or the impact ends.
static carom_walk_state slip(carom_space_walk *w) {
    for (const double *first = w->c->v + 1;; first = NULL) {
        carom_course course = {.kind = CAROM_COURSE_NONE, .left = clock_left(w)};
        carom_piece piece;
        if (carom_flow_rests(&w->flow, w->c->v, &w->at)) return CAROM_WALK_SLIP_DIES;
        do
            if (!carom_flow_course(&w->flow, &w->at, first, &course)) return CAROM_WALK_LOST;
        while (!carom_piece_begin(&w->flow, &course, &w->at, &piece));
        if (piece.straight) return walk_straight(w, &piece.line);
        if (w->expansions + w->evaluations >= w->most) return CAROM_WALK_LOST;
        w->expansions++;
        const carom_walk_state state = walk_curve(w, &piece);
        carom_worsen(&w->residual, carom_walk_mismatch(w));
        if (state != CAROM_WALK_GOES_ON && state != CAROM_WALK_NEW_PIECE) return state;
    }
}

static carom_mode mode_of(bool holds, bool in_compression) {
    if (holds) return in_compression ? CAROM_MODE_C_STICKING : CAROM_MODE_R_STICKING;
    return in_compression ? CAROM_MODE_C_REVERSED : CAROM_MODE_R_REVERSED;
}

carom_walk_state carom_walk_from_rest(carom_space_walk *w, bool slipped, carom_mode *mode) {
    const bool tangential = w->flow.nu == 0.0;
    carom_straight line;
    const bool holds = carom_flow_from_rest(&w->flow, w->c->v, w->mu, w->mu_static, &w->at, &line);
    // Infinite friction has had no normal impulse and no work so far.
    if (tangential) w->at.work = w->base = w->mark = w->absorbed = w->released = 0.0;
    if (slipped) {
        *mode = mode_of(holds, w->compressing);
        carom_walk_add_point(w, &w->at, holds ? CAROM_EVENT_SLIP_STICKS : CAROM_EVENT_SLIP_REVERSES);
    } else {
        *mode = holds ? CAROM_MODE_C_STICKING : CAROM_MODE_SLIDING;
    }
    return walk_straight(w, &line);
}

static carom_space_walk at_start(const carom_contact *c, const carom_params *p, carom_path *path) {
    carom_space_walk w = {
        .c = c, .e = p->e, .mu = p->mu, .stop = &carom_stops[p->restitution], .path = path, .compressing = true};
    w.mu_static = carom_mu_static(p);
    w.at.v_n = c->v[0];
    w.at.r = hypot(c->v[1], c->v[2]);
    if (w.at.r > 0.0) {
        w.at.e[0] = c->v[1] / w.at.r;
        w.at.e[1] = c->v[2] / w.at.r;
    }
    return w;
}

carom_status carom_walk_space_within(int most, const carom_contact *contact, const carom_params *params,
                                     carom_path *path, carom_result *out) {
    carom_space_walk w = at_start(contact, params, path);
    w.most = most;
    carom_walk_state state = CAROM_WALK_ENDED;
    if (path) path->count = 0;
    out->mode = CAROM_MODE_SLIDING;
    carom_walk_add_point(&w, &w.at, CAROM_EVENT_START);
    w.flow = carom_flow_begin(contact, params->mu, w.at.r);
    if (carom_flow_makes_no_impulse(&w.flow, contact->v, &w.at)) {
        out->mode = CAROM_MODE_NONE;
        carom_walk_add_point(&w, &w.at, CAROM_EVENT_END);
    } else {
        const bool slips = w.at.r > 0.0;
        state = slips ? slip(&w) : CAROM_WALK_SLIP_DIES;
        if (state == CAROM_WALK_SLIP_DIES) state = carom_walk_from_rest(&w, slips, &out->mode);
    }
    // A search that exceeds the limit has no usable result.
    if (w.expansions + w.evaluations > most) return CAROM_NOT_CONVERGED;
    if (state == CAROM_WALK_NEVER_ENDS) return CAROM_NO_SOLUTION;
    // The largest residual of 3e6 random paths is 3e-15. A wrong path has a residual of order 1.
    if (state != CAROM_WALK_ENDED || !(w.residual <= 1e-8)) return CAROM_NOT_CONVERGED;

    memcpy(out->P, w.at.P, sizeof out->P);
    memcpy(out->Pc, w.P_c, sizeof out->Pc);
    out->work_normal = w.flow.nu * (w.base + w.at.work);
    out->has = CAROM_HAS_COMPRESSION | CAROM_HAS_WORK;
    out->evaluations = w.expansions + w.evaluations;
    out->residual = w.residual;
    return CAROM_OK;
}

carom_status carom_walk_space(const carom_contact *contact, const carom_params *params, carom_path *path,
                              carom_result *out) {
    return carom_walk_space_within(CAROM_MAX_EVALUATIONS, contact, params, path, out);
}
