#include "walk/events.h"

#include <math.h>
#include <string.h>

#include "base/rank.h"
#include "base/sym.h"
#include "collide/path.h"

void carom_walk_add_point(const carom_space_walk *w, const carom_place *place, carom_event event) {
    if (!w->path) return;
    carom_path_point point = {.event = event, .work_normal = w->flow.nu * (w->base + place->work)};
    memcpy(point.P, place->P, sizeof point.P);
    carom_velocity_after(3, w->c->W, w->c->v, place->P, point.v);
    point.v[0] = place->v_n;
    if (place->r == 0.0) point.v[1] = point.v[2] = 0.0;
    for (int i = 0; i < 3; i++) point.dE += 0.5 * point.P[i] * (w->c->v[i] + point.v[i]);
    carom_path_add(w->path, &point);
}

// The normal work since the start of the piece, with dP = P - P_start. By friction: dE = v_n dp - mu r dp and
// dE = dP.v_start + dP.W dP/2. By hold: v_n = v_n_start + nu (w - a.x) l + x.(u - u_start), x = B^-1 a.
// Terms that only hold the start's slip have cancelled in the lag, so the first loses digits like mu |u - u_start| beside
// v_n, the second like |x| |u - u_start|.
static double work_since(const carom_space_walk *w, const carom_series_point *s) {
    const double(*W)[3] = w->c->W;
    const double ahead = w->at.v_n * s->l;
    if (w->flow.by_hold) return ahead + (0.5 * w->flow.nu * w->flow.hold.slope * s->l * s->l + s->lag);
    const double p = s->l, x = s->Pt[0], y = s->Pt[1];
    const double change =
        p * (W[0][0] * p + 2.0 * (W[0][1] * x + W[0][2] * y)) + x * (W[1][1] * x + 2.0 * W[1][2] * y) + W[2][2] * y * y;
    return ahead + 0.5 * change + w->flow.m * s->lag;
}

carom_place carom_walk_place(const carom_space_walk *w, const carom_series_point *s) {
    const carom_place *at = &w->at;
    carom_place place = {
        .l = at->l + s->l,
        .P = {at->P[0] + w->flow.nu * s->l, at->P[1] + s->Pt[0], at->P[2] + s->Pt[1]},
        .v_n = at->v_n + (w->flow.nu * w->c->W[0][0] * s->l + w->c->W[0][1] * s->Pt[0] + w->c->W[0][2] * s->Pt[1]),
        .e = {s->e[0], s->e[1]},
        .r = s->r};
    place.work = at->work + work_since(w, s);
    // As slip and v_n die together the sum loses the sign of v_n.
    if (s->r < w->near_rest) place.v_n = s->r * (w->flow.hold.x[0] * s->e[0] + w->flow.hold.x[1] * s->e[1]);
    return place;
}

// Is there work left that the walk may do?
static bool may_go_on(const carom_space_walk *w) {
    return w->most == 0 || w->expansions + w->evaluations < w->most;
}

static carom_place place_on(carom_space_walk *w, const carom_series *series, double clock, double *dl) {
    const carom_series_point s = carom_series_at(series, clock);
    w->evaluations++;
    *dl = s.dl;
    return carom_walk_place(w, &s);
}

double carom_normal_rate(const carom_space_walk *w, const double e[2]) {
    return w->flow.nu * w->c->W[0][0] - w->flow.m * (w->c->W[0][1] * e[0] + w->c->W[0][2] * e[1]);
}

void carom_walk_settle(const carom_space_walk *w, const carom_hold *hold, carom_place *place) {
    if (!hold->singular || hold->slope != 0.0) return;
    const double *v = w->c->v, v_n = v[0] - (hold->x[0] * v[1] + hold->x[1] * v[2]);
    const double size = fabs(v[0]) + fabs(hold->x[0] * v[1]) + fabs(hold->x[1] * v[2]);
    place->v_n = fabs(v_n) <= CAROM_IN_RANGE * size ? 0.0 : v_n;
}

static carom_progress progress_at(const carom_space_walk *w, const carom_place *place) {
    const bool tangential = w->flow.nu == 0.0;
    return (carom_progress){.e = w->p->e,
                            .v_before = w->c->v[0],
                            .v_n = place->v_n,
                            .p = tangential ? place->l : place->P[0],
                            .p_c = tangential ? w->l_c : w->P_c[0],
                            .absorbed = w->absorbed,
                            .released = (place->work - w->mark) + w->released};
}

static double stop_value(const carom_space_walk *w, const carom_place *place) {
    const carom_progress here = progress_at(w, place);
    return w->stop->past(&here);
}

double carom_walk_value(const carom_space_walk *w, const carom_place *place, carom_awaited what) {
    return what == CAROM_RISES ? place->v_n : what == CAROM_FALLS ? -place->v_n : stop_value(w, place);
}

double carom_walk_slope(const carom_space_walk *w, const carom_place *place, carom_awaited what, double rate) {
    if (what != CAROM_STOPS) return what == CAROM_FALLS ? -rate : rate;
    const carom_progress here = progress_at(w, place);
    return w->stop->rates(&here, rate).first;
}

// 1e-9: the step after such a step is below rounding, Newton being quadratic.
double carom_bracket_step(carom_bracket *b, double clock, double value, double newton, bool *last) {
    *(value >= 0.0 ? &b->high : &b->low) = clock;
    double next = clock - newton;
    const bool inside = next >= b->low && next <= b->high;
    if (!inside) next = isinf(b->high) ? 2.0 * b->low + 1.0 : 0.5 * (b->low + b->high);
    const double step = fabs(next - clock);
    *last = (inside && step <= 1e-9 * next) || step <= 2e-16 * next;
    return next;
}

// A stretch of a series on which v_n is monotone.
typedef struct {
    double from, to; // clock
    carom_place a, b;
} stretch;

// A finite clock past the event on a stretch without end; false if the event is its very end.
static bool bracket(carom_space_walk *w, const carom_series *s, stretch *part, carom_awaited what) {
    const double from = part->from;
    double dl;
    for (double step = 1.0; step < 1e18 && may_go_on(w); step *= 2.0) {
        const carom_place place = place_on(w, s, from + step, &dl);
        if (carom_walk_value(w, &place, what) >= 0.0) {
            part->to = from + step;
            part->b = place;
            return true;
        }
        part->from = from + step;
        part->a = place;
    }
    return false;
}

// The clock of the event: Newton from the secant, bisection where Newton would leave the bracket.
static double find(carom_space_walk *w, const carom_series *s, stretch part, carom_awaited what, carom_place *place) {
    double dl;
    *place = part.a;
    if (carom_walk_value(w, &part.a, what) >= 0.0) return part.from;
    *place = part.b;
    if (isinf(part.to) && !bracket(w, s, &part, what)) return part.to;
    carom_bracket in = {part.from, part.to};
    const double below = carom_walk_value(w, &part.a, what), above = carom_walk_value(w, &part.b, what);
    double clock = in.low + (in.high - in.low) * (below / (below - above));
    if (!(clock > in.low && clock < in.high)) clock = 0.5 * (in.low + in.high);
    bool last = false;
    for (int i = 0; i < 100 && !last && may_go_on(w); i++) {
        *place = place_on(w, s, clock, &dl);
        const double value = carom_walk_value(w, place, what);
        const double slope = carom_walk_slope(w, place, what, carom_normal_rate(w, place->e));
        clock = carom_bracket_step(&in, clock, value, value / (slope * dl), &last);
    }
    *place = place_on(w, s, clock, &dl);
    return clock;
}

// Points for a drawing: the slip, and with it the path, turns by at most 4 degrees from one to the next.
static void add_curve(carom_space_walk *w, const carom_series *s, double from, double to) {
    if (!w->path || !(to > from)) return;
    const double first = carom_series_first(s), sigma = s->sigma;
    const double t1 = s->at_root ? first * exp(sigma * from) : s->h * from;
    const double t2 = s->at_root ? first * exp(sigma * to) : s->h * to;
    const double start = 2.0 * atan(t1), turn = 2.0 * atan(t2) - start;
    const int count = (int)ceil(fabs(turn) / 0.07), evaluations = w->evaluations;
    double dl;
    for (int i = 1; i < count; i++) {
        const double clock = carom_series_clock(s, tan(0.5 * (start + turn * i / count)));
        const carom_place place = place_on(w, s, clock, &dl);
        carom_walk_add_point(w, &place, CAROM_EVENT_PASSES);
    }
    // A walk that is drawn is the walk that is not.
    w->evaluations = evaluations;
}

void carom_walk_end_compression(carom_space_walk *w, const carom_place *place) {
    w->compressing = false;
    w->l_c = place->l;
    memcpy(w->P_c, place->P, sizeof w->P_c);
    w->absorbed += w->mark - place->work;
    w->mark = place->work;
}

static void resume_compression(carom_space_walk *w, const carom_place *place) {
    w->compressing = true;
    w->released += place->work - w->mark;
    w->mark = place->work;
}

void carom_walk_rebase(carom_space_walk *w, const carom_place *place) {
    w->at = *place;
    w->base += place->work;
    w->mark -= place->work;
    w->at.work = 0.0;
}

static carom_walk_state finish(carom_space_walk *w, const carom_place *place) {
    w->at = *place;
    carom_walk_add_point(w, place, CAROM_EVENT_END);
    return CAROM_WALK_ENDED;
}

// Moves the stretch's start to an event.
static void pass(carom_space_walk *w, const carom_series *s, stretch *part, double clock, const carom_place *place,
                 carom_event event) {
    add_curve(w, s, part->from, clock);
    carom_walk_add_point(w, place, event);
    part->from = clock;
    part->a = *place;
}

// Walks a stretch on which v_n is monotone: it rises through zero at most once, or falls through zero at most once.
static carom_walk_state walk_stretch(carom_space_walk *w, const carom_series *s, stretch part) {
    carom_place place;
    if (w->compressing && part.b.v_n >= 0.0) {
        const double clock = find(w, s, part, CAROM_RISES, &place);
        if (isinf(place.l)) return CAROM_WALK_NEVER_ENDS;
        carom_walk_end_compression(w, &place);
        pass(w, s, &part, clock, &place, CAROM_EVENT_COMPRESSION_ENDS);
        if (w->p->e == 0.0) return finish(w, &place);
        if (w->stop->traits & CAROM_STOP_WORKS) {
            carom_walk_rebase(w, &place);
            return CAROM_WALK_NEW_PIECE;
        }
    }
    if (!w->compressing) {
        const bool falls = part.b.v_n < 0.0;
        stretch free = part;
        if (falls) free.to = find(w, s, part, CAROM_FALLS, &free.b);
        if (stop_value(w, &free.b) >= 0.0) {
            const double clock = find(w, s, free, CAROM_STOPS, &place);
            if (isinf(place.l)) return CAROM_WALK_NEVER_ENDS;
            add_curve(w, s, part.from, clock);
            return finish(w, &place);
        }
        if (falls) {
            resume_compression(w, &free.b);
            pass(w, s, &part, free.to, &free.b, CAROM_EVENT_COMPRESSION_RESUMES);
        }
    }
    add_curve(w, s, part.from, part.to);
    return CAROM_WALK_GOES_ON;
}

// Where dv_n/dl = 0 inside the piece: nw (1 + t^2) = ma1 (1 - t^2) + 2 ma2 t. Between these v_n is monotone.
static int turning_points(const carom_series *s, double clock[2]) {
    const carom_view *v = &s->view;
    const double a = v->nw + v->ma1, b = -v->ma2, c = s->rise;
    const double under = b * b - a * c;
    if (!(under > 0.0)) return 0;
    const double big = -(b + copysign(sqrt(under), b));
    const double roots[2] = {big / a, c / big};
    const double first = carom_series_first(s), last = carom_series_last(s);
    int count = 0;
    for (int i = 0; i < 2; i++)
        if (roots[i] > fmin(first, last) && roots[i] < fmax(first, last))
            clock[count++] = carom_series_clock(s, roots[i]);
    if (count == 2 && clock[0] > clock[1]) {
        const double swap = clock[0];
        clock[0] = clock[1];
        clock[1] = swap;
    }
    return count;
}

// v_n where friction balances the push and nothing changes any more, or -infinity where compression would last for
// ever. The slip there is R e.
static double balanced_velocity(const carom_space_walk *w, const carom_series *s) {
    const double R = 0.5 * s->y[0] * s->G[1], *x = w->flow.hold.x, *u = w->at.e, *e = s->view.e;
    const double here = w->at.r * (x[0] * u[0] + x[1] * u[1]), there = R * (x[0] * e[0] + x[1] * e[1]);
    const double v_n = w->at.v_n + (there - here);
    const bool rises = v_n > CAROM_IN_RANGE * (fabs(w->at.v_n) + fabs(here) + fabs(there));
    return w->compressing && !rises ? -HUGE_VAL : v_n;
}

// The end of a piece whose clock is infinite and whose slip does not die: v_n goes with its final rate.
static carom_place place_at_infinity(const carom_space_walk *w, const carom_series *s) {
    carom_place place = w->at;
    memcpy(place.e, s->view.e, sizeof place.e);
    place.l = place.P[0] = HUGE_VAL;
    if (s->balanced && s->rise == 0.0)
        place.v_n = balanced_velocity(w, s);
    else
        place.v_n = s->rise > 0.0 ? HUGE_VAL : -HUGE_VAL;
    place.work = HUGE_VAL;
    return place;
}

carom_walk_state carom_walk_series(carom_space_walk *w, const carom_series *s) {
    double knots[3], dl;
    const int inner = turning_points(s, knots);
    const bool endless = isinf(s->last) && !(s->power[CAROM_CLOCK] > 0.0);
    knots[inner] = s->last;
    stretch part = {.to = 0.0, .b = w->at};
    for (int i = 0; i <= inner; i++) {
        part.from = part.to;
        part.a = part.b;
        part.to = knots[i];
        part.b = endless && i == inner ? place_at_infinity(w, s) : place_on(w, s, part.to, &dl);
        if (isinf(part.to) && !endless) carom_walk_settle(w, &w->flow.hold, &part.b);
        const carom_walk_state state = walk_stretch(w, s, part);
        if (state != CAROM_WALK_GOES_ON) return state;
    }
    if (endless) return CAROM_WALK_NEVER_ENDS;
    w->at = part.b;
    if (!isfinite(w->at.v_n) || !isfinite(w->at.r)) return CAROM_WALK_LOST;
    if (isinf(s->last)) return CAROM_WALK_SLIP_DIES;
    carom_walk_add_point(w, &w->at, CAROM_EVENT_PASSES);
    return CAROM_WALK_GOES_ON;
}

// The length left to the stop where v_n changes at a constant rate; infinity if it is never reached.
static double straight_stop(const carom_space_walk *w, double rate) {
    const carom_progress here = progress_at(w, &w->at);
    return carom_stop_clock(w->stop, &here, rate);
}

static void advance(carom_place *at, const double d[3], double rate, double f, double step) {
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

// The length left to the end of the phase, v_n = 0; infinity where slip that dies first, or just there, leaves v_n zero.
static double straight_phase(const carom_space_walk *w, double rate, double length) {
    carom_place end = {.v_n = w->at.v_n + rate * length};
    if (!w->compressing && !isinf(length)) {
        carom_walk_settle(w, &w->flow.hold, &end);
        if (end.v_n == 0.0) return HUGE_VAL;
    }
    return to_zero(w->at.v_n, rate, w->compressing);
}

carom_walk_state carom_walk_straight(carom_space_walk *w, const double d[3], double rate, double f) {
    double length = f < 0.0 ? w->at.r / -f : HUGE_VAL;
    // At most: compression ends, resumes, ends; one more is a mistake of ours.
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
        if (!w->compressing && w->p->e == 0.0) return finish(w, &w->at);
    }
    return CAROM_WALK_LOST;
}
