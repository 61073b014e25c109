// The smooth pieces are power series where the system is linear, and everything about them is in piece.h. Elsewhere they
// are the steps of stride.h. ARKODE's root functions stop a step in which a guard changes sign. Two things are added. A guard may dip
// below zero and come back inside one step: its slope then changes sign, and the dip is searched. And ARKODE's root
// lies on an interpolant of lower order than the method: the event is found again by stepping from the last accepted
// point, so that it has the accuracy of the method. Other methods' steps are right all along.
#include "machine.h"

#include <math.h>
#include <string.h>

#include "base/root.h"
#include "mods/compliant/models/vary.h"
#include "stride.h"

// A guard below zero by less than this share of its size is rounding, not an event.
#define ROUNDING 1e-12

// Dips and peaks are searched when the cubic through a step's ends comes this close to mattering, as a share of the
// value's size: its error over a step of one radian is 0.003, over two radians 0.04.
#define NEAR 0.05

enum { STALLED = 100, PASSES = 100 };

enum { NONE = -1, FAILED = -2, SHORTER = -3 }; // in place of a guard that fired

typedef struct instant {
    double t;
    double y[CAROM_MACHINE_STATES];
    double value[CAROM_MACHINE_LOOKS], slope[CAROM_MACHINE_LOOKS];
} instant;

typedef struct machine {
    const carom_machine_system *system;
    void *self;
    carom_stride stride;
    bool left;         // the steppers stand where they were left: the last step was a power series
    instant low, high; // the ends of the present step
    double best[CAROM_MACHINE_LOOKS];
    int stalled;  // steps in a row that did not move the clock
    int standing; // events in a row that did not
    size_t work;  // calls of the flow and of the guards, and what is as long
    carom_machine_report report;
} machine;

// Values and slopes of everything watched, the slope along the flow by central differences.
// 1e-5 of the longest step: the extremum then lies right to 1e-10 of it, from both rounding and curvature. `known` is
// the flow there, if it is known.
static void measure(machine *m, instant *at, const double *known) {
    const carom_machine_system *s = m->system;
    const double step = 1e-5 * s->longest;
    double dy[CAROM_MACHINE_STATES], there[CAROM_MACHINE_STATES];
    double before[CAROM_MACHINE_LOOKS], after[CAROM_MACHINE_LOOKS];
    m->work += 3;
    s->look(m->self, at->y, at->value);
    if (known)
        memcpy(dy, known, (size_t)s->states * sizeof *dy);
    else {
        m->work++;
        s->flow(m->self, at->y, dy);
    }
    for (int i = 0; i < s->states; i++) there[i] = at->y[i] - step * dy[i];
    s->look(m->self, there, before);
    for (int i = 0; i < s->states; i++) there[i] = at->y[i] + step * dy[i];
    s->look(m->self, there, after);
    for (int i = 0; i < s->guards + s->peaks; i++) at->slope[i] = (after[i] - before[i]) / (2.0 * step);
}

// The method from the low end to time t: one step, or what the step that was taken says.
static bool probe(machine *m, double t, instant *at) {
    at->t = t;
    if (!carom_stride_within(&m->stride, t - m->low.t, m->low.y, at->y)) return false;
    measure(m, at, NULL);
    return true;
}

// The zero of value[which] (or of its slope) between low and `at`, which lies past it, with a first guess. False: the
// arithmetic failed.
static bool locate(machine *m, int which, bool slope, double guess, instant *at) {
    const double a = slope ? m->low.slope[which] : m->low.value[which];
    const double b = slope ? at->slope[which] : at->value[which];
    // A value is rounded to 1e-16 of its size, a slope by differences over 1e-5 of the longest step to 5e-12.
    const double noise = slope ? 1e-11 * m->system->depth[which] / m->system->longest : 2e-16 * m->system->depth[which];
    carom_root r = carom_root_chord(m->low.t, a, at->t, b);
    r.least = fmax(4e-16 * at->t, 1e-15 * m->system->unit);
    carom_root_guess(&r, guess);
    while (!r.over) {
        if (!probe(m, r.x, at)) return false;
        const double g = slope ? at->slope[which] : at->value[which];
        if (fabs(g) <= noise) break;
        // A value has its slope at hand.
        if (slope)
            carom_root_secant(&r, g);
        else
            carom_root_newton(&r, g, at->slope[which]);
    }
    return true;
}

// The least value in (0, 1) of the cubic with these values and slopes (per unit) at 0 and 1, for slopes - then +.
static double cubic_least(double g0, double s0, double g1, double s1) {
    const double c = s0, b = 3.0 * (g1 - g0) - 2.0 * s0 - s1, a = s0 + s1 - 2.0 * (g1 - g0);
    const double root = sqrt(fmax(0.0, b * b - 3.0 * a * c));
    const double x = b + root != 0.0 ? -c / (b + root) : 0.5;
    return x > 0.0 && x < 1.0 ? g0 + x * (c + x * (b + x * a)) : fmin(g0, g1);
}

// Does guard i dip below zero and come back between low and high? Then `bottom` is where it is lowest.
static bool dips(machine *m, int i, instant *bottom, bool *failed) {
    const instant *lo = &m->low, *hi = &m->high;
    const double h = hi->t - lo->t, depth = m->system->depth[i];
    if (!(lo->slope[i] < 0.0 && hi->slope[i] > 0.0)) return false;
    if (cubic_least(lo->value[i], h * lo->slope[i], hi->value[i], h * hi->slope[i]) > NEAR * depth) return false;
    *bottom = *hi;
    *failed = !locate(m, i, true, 0.0, bottom);
    return !*failed && bottom->value[i] < -ROUNDING * depth;
}

// Maxima of the watched values between low and high, where they may be the greatest so far.
static void climb(machine *m) {
    const carom_machine_system *s = m->system;
    const instant *lo = &m->low, *hi = &m->high;
    const double h = hi->t - lo->t;
    for (int i = s->guards; i < s->guards + s->peaks; i++) {
        if (!(lo->slope[i] > 0.0 && hi->slope[i] <= 0.0) || hi->t == lo->t) continue;
        if (-cubic_least(-lo->value[i], -h * lo->slope[i], -hi->value[i], -h * hi->slope[i]) <
            m->best[i] - NEAR * s->depth[i])
            continue;
        instant top = *hi;
        if (!locate(m, i, true, 0.0, &top)) top = hi->value[i] > lo->value[i] ? *hi : *lo;
        m->best[i] = fmax(m->best[i], top.value[i]);
        s->peak(m->self, i - s->guards, top.value[i], top.t, top.y);
    }
}

// A guard that begins at zero, rises and falls through zero within the step: high moves back to where it stands above.
// A point that has just come to stick begins on the edge of the cone, and leaves it with no slope but rounding's: 1e-6.
static bool step_back(machine *m, int i) {
    instant mid;
    double h = m->high.t - m->low.t;
    const double level = -1e-6 * m->system->depth[i] / m->system->longest;
    for (int k = 0; k < (m->low.slope[i] > 0.0 ? 40 : 20) && m->low.slope[i] > level; k++) {
        h *= 0.5;
        if (!probe(m, m->low.t + h, &mid)) return false;
        if (!(mid.value[i] > ROUNDING * m->system->depth[i])) continue;
        m->high = mid;
        return true;
    }
    return false;
}

// The earliest event of the step, with high moved to it: its guard, NONE, FAILED, or SHORTER: none, but high has moved.
static int first_event(machine *m, double guess) {
    const carom_machine_system *s = m->system;
    int fired = NONE;
    // Each pass moves the event to an earlier one; guards that rounding shows in turn at one instant would go on for ever.
    for (int again = 1, passes = 0; again && passes < PASSES; passes++) {
        again = 0;
        for (int i = 0; i < s->guards; i++) {
            const double rounding = ROUNDING * s->depth[i];
            bool failed = false;
            instant bottom;
            if (i == fired) continue;
            if (m->high.value[i] < (fired < 0 ? 0.0 : -rounding)) {
                // A guard that was at zero already and went on down belongs to the beginning of the step; one that rises from
                // zero, but for rounding, falls later in it: a slip that begins where the cone was reached, and ends soon.
                if (m->low.value[i] <= (m->low.slope[i] > 0.0 ? rounding : 0.0)) {
                    if (m->high.value[i] >= -rounding) continue;
                    if (step_back(m, i)) return SHORTER;
                    m->high = m->low;
                    return i;
                }
                if (!locate(m, i, false, guess, &m->high)) return FAILED;
            } else if (m->high.t > m->low.t && m->low.value[i] > 0.0 && dips(m, i, &bottom, &failed)) {
                m->high = bottom;
                if (!locate(m, i, false, 0.0, &m->high)) return FAILED;
            } else if (failed) {
                return FAILED;
            } else {
                continue;
            }
            fired = i;
            again = 1;
            guess = 0.0;
        }
    }
    return fired;
}

static carom_machine_turn settle(machine *m, int fired) {
    const carom_machine_system *s = m->system;
    carom_machine_turn turn = CAROM_GO_ON;
    if (fired >= 0) {
        turn = s->turn(m->self, fired, m->high.t, m->high.y);
        m->report.events++;
    }
    const carom_machine_turn passed = s->pass(m->self, m->high.t, m->high.y);
    return turn == CAROM_GO_ON || passed == CAROM_LOST ? passed : turn;
}

// How far above zero a guard stands in the step, t after its beginning.
static double guard_within(machine *m, int guard, double t, double *y) {
    double value[CAROM_MACHINE_LOOKS];
    m->work++;
    carom_stride_within(&m->stride, t, m->low.y, y);
    m->system->look(m->self, y, value);
    return value[guard] / m->system->depth[guard];
}

// The least value of a guard between a and b, by golden section.
static double lowest(machine *m, int guard, double a, double b, double *t, double *y) {
    const double golden = 0.6180339887498949;
    double c = b - golden * (b - a), d = a + golden * (b - a);
    double at_c = guard_within(m, guard, c, y), at_d = guard_within(m, guard, d, y);
    for (int i = 0; i < 40 && fmin(at_c, at_d) >= -ROUNDING; i++) {
        const bool left = at_c < at_d;
        *(left ? &b : &a) = left ? d : c;
        *(left ? &d : &c) = left ? c : d;
        *(left ? &at_d : &at_c) = left ? at_c : at_d;
        if (left)
            at_c = guard_within(m, guard, c = b - golden * (b - a), y);
        else
            at_d = guard_within(m, guard, d = a + golden * (b - a), y);
    }
    *t = at_c < at_d ? c : d;
    return guard_within(m, guard, *t, y);
}

// A long step may pass over a dip. Its guards are asked at the nodes of the collocation, and between those where one comes
// near zero and rises again: the first place where it is below is the end of the step. One that begins at zero, on either
// side of it by rounding, is asked from where it has risen.
static void shorten(machine *m) {
    const carom_machine_system *s = m->system;
    const double h = m->high.t - m->low.t;
    double y[CAROM_MACHINE_STATES], first = h;
    for (int i = 0; i < s->guards; i++) {
        double before = 0.0, at = 0.0, was = HUGE_VAL, value = m->low.value[i] / s->depth[i];
        bool risen = value > 0.0;
        if (!(value >= -ROUNDING)) continue;
        for (int j = 0; j < carom_radau_stages && at < first; j++) {
            const double next = carom_radau_nodes[j] * h, ahead = guard_within(m, i, next, y);
            double t = next;
            const bool dips = j > 0 && value <= was && value <= ahead && value < NEAR;
            if (!risen && ahead < -ROUNDING) break;
            risen = risen || ahead > ROUNDING;
            if (ahead < -ROUNDING || (dips && lowest(m, i, before, next, &t, y) < -ROUNDING)) {
                first = fmin(first, t);
                break;
            }
            before = at;
            at = next;
            was = value;
            value = ahead;
        }
    }
    if (first == h) return;
    m->high.t = m->low.t + first;
    carom_stride_within(&m->stride, first, m->low.y, m->high.y);
}

// The step from low has ended at `high`, on ARKODE's interpolant where a guard fell. Finds its first event and moves
// high there: the guard, NONE, FAILED or SHORTER.
static int search(machine *m, double end, int fell) {
    const instant root = m->high;
    int fired = FAILED;
    if (carom_stride_dense(&m->stride)) shorten(m);
    if (fell < 0) {
        measure(m, &m->high, carom_stride_dense(&m->stride) ? NULL : carom_stepper_slope(&m->stride.run, m->high.y));
        fired = first_event(m, 0.0);
    } else if (carom_stepper_end(&m->stride.run, end, m->high.y)) {
        // The step ends past the root. There the interpolant is what the method found.
        m->high.t = end;
        measure(m, &m->high, NULL);
        fired = first_event(m, root.t);
    }
    // A guard that ARKODE saw fall, but by so little that rounding hides it from the second look; or the method cannot
    // step past the event (the force turns negative there). The interpolant then has to do.
    if ((fired == NONE || fired == FAILED) && fell >= 0) {
        if (fired == FAILED) m->high = root;
        measure(m, &m->high, NULL);
        return fell;
    }
    return fired;
}

// A step by collocation that an event ends is taken again up to the event, until the event is its end.
static int examine(machine *m, double end, int fell) {
    int fired = search(m, end, fell);
    for (int i = 0; i < 5 && fired >= 0 && carom_stride_retake(&m->stride, m->high.t - m->low.t); i++) {
        carom_stride_within(&m->stride, m->high.t - m->low.t, m->low.y, m->high.y);
        measure(m, &m->high, NULL);
        const int again = first_event(m, 0.0);
        // At the very end of the step it stands above zero by rounding alone.
        if (again == NONE && !(m->high.value[fired] <= ROUNDING * m->system->depth[fired])) return SHORTER;
        if (again != NONE) fired = again;
    }
    return fired;
}

// The guard that holds up the clock: the one nearest to zero of those that do not rise, if it is near. FAILED: none. A guard
// that rises from zero belongs to a phase that has just begun, and does not end it. 1e-11: rounding makes slopes of 5e-12.
static int stuck_guard(const machine *m) {
    const carom_machine_system *s = m->system;
    int nearest = FAILED;
    double least = 1e-9;
    for (int i = 0; i < s->guards; i++) {
        const double value = m->high.value[i] / s->depth[i], slope = m->high.slope[i] * s->longest / s->depth[i];
        if (!(value <= least) || slope > 1e-11) continue;
        nearest = i;
        least = value;
    }
    return nearest;
}

// The maximum of each watched value within a share of the piece. There is one at most: two lie 2 pi units apart.
static void climb_piece(machine *m, const carom_linear_piece *p, double share) {
    const carom_machine_system *s = m->system;
    double y[CAROM_MACHINE_STATES];
    for (int i = s->guards; i < s->guards + s->peaks; i++) {
        carom_series slope = {0.0};
        if (!p->watched[i]) continue;
        for (int k = 0; k < CAROM_PIECE_ORDER; k++) slope[k] = (k + 1) * p->look[i][k + 1];
        const double top = slope[0] > 0.0 ? carom_series_fall(slope, p->size[i]) : 2.0;
        // A peak where an event ends the piece lies on either side of it, by rounding.
        if (!(top <= share + 1e-9)) continue;
        s->along(m->self, p, m->low.y, fmin(top, share), y);
        s->peak(m->self, i - s->guards, carom_series_at(p->look[i], fmin(top, share)),
                m->low.t + fmin(top, share) * p->length, y);
    }
}

// Does the step not move the clock? The clock itself is rounded where the contact has lasted long.
static bool stands(const machine *m) {
    return m->high.t - m->low.t <= 1e-15 * (m->system->unit + fabs(m->high.t));
}

// A piece takes as long as 12 evaluations in the plane, and more with modes; of each copy two more are made beside it.
static size_t piece_work(const carom_machine_system *s) {
    const size_t copies = s->copies > 0 ? (size_t)s->copies : 1, states = (size_t)s->states / copies;
    return (2 * copies - 1) * (8 + states * states / 12);
}

// A piece that its power series follows, as far as its first event.
static carom_machine_turn follow(machine *m, const carom_linear_piece *p) {
    const carom_machine_system *s = m->system;
    double share = 1.0, y[CAROM_MACHINE_STATES];
    int fired = NONE;
    for (int i = 0; i < s->guards; i++) {
        const double fall = p->watched[i] ? carom_series_fall(p->look[i], p->size[i]) : 2.0;
        if (!(fall < share)) continue;
        share = fall;
        fired = i;
    }
    m->work += piece_work(s);
    m->left = true;
    m->high.t = m->low.t + share * p->length;
    s->along(m->self, p, m->low.y, share, m->high.y);
    m->standing = fired >= 0 && stands(m) ? m->standing + 1 : 0;
    if (m->standing > CAROM_MACHINE_CHATTER) return CAROM_LOST;
    for (int k = 1; k < s->passes; k++) {
        const double part = share * k / s->passes;
        s->along(m->self, p, m->low.y, part, y);
        s->pass(m->self, m->low.t + part * p->length, y);
    }
    climb_piece(m, p, share);
    const carom_machine_turn turn = settle(m, fired);
    m->low.t = m->high.t;
    memcpy(m->low.y, m->high.y, (size_t)s->states * sizeof *m->low.y);
    return turn;
}

// One accepted step and what happens in it.
static carom_machine_turn advance(machine *m) {
    const carom_machine_system *s = m->system;
    carom_linear_piece piece;
    double end;
    piece.given = 0.0;
    int fell;
    if (s->piece && s->piece(m->self, m->low.y, &piece)) return follow(m, &piece);
    if (m->left) {
        measure(m, &m->low, NULL);
        carom_stride_moved(&m->stride);
    }
    m->left = false;
    if (!carom_stride_step(&m->stride, m->low.t, m->low.y, &m->high.t, &end, &fell, m->high.y)) return CAROM_LOST;
    int fired = examine(m, end, fell);
    // Steps that no longer move the clock would go on for ever.
    m->stalled = fired < 0 && stands(m) ? m->stalled + 1 : 0;
    if (m->stalled > STALLED) fired = stuck_guard(m);
    m->standing = fired >= 0 && stands(m) ? m->standing + 1 : 0;
    if (fired == FAILED || m->standing > CAROM_MACHINE_CHATTER) return CAROM_LOST;
    climb(m);
    // Steps by series are long, though not as long as pieces.
    const double taken = m->high.t - m->low.t;
    for (int k = 1; 4 * k < s->passes && carom_stride_by_series(&m->stride); k++) {
        double y[CAROM_MACHINE_STATES];
        carom_stride_within(&m->stride, taken * (4 * k) / s->passes, m->low.y, y);
        s->pass(m->self, m->low.t + taken * (4 * k) / s->passes, y);
    }
    const carom_machine_turn turn = settle(m, fired);
    if (fired >= 0) measure(m, &m->high, NULL);
    m->low = m->high;
    if (fired != NONE) carom_stride_moved(&m->stride);
    return turn;
}

carom_status carom_machine_run(const carom_machine_system *system, void *self, double t, double *y,
                               carom_machine_report *report) {
    machine m = {.system = system, .self = self};
    const double last = t + CAROM_MACHINE_TIME * system->unit;
    carom_machine_turn turn = CAROM_LOST;
    if (system->keep) {
        carom_keep(system, self, t, y);
        return CAROM_NOT_CONVERGED;
    }
    const size_t most = system->work ? system->work : CAROM_COMPLIANT_WORK;
    for (int i = 0; i < CAROM_MACHINE_LOOKS; i++) m.best[i] = -HUGE_VAL;
    m.low.t = t;
    memcpy(m.low.y, y, (size_t)system->states * sizeof *y);
    if (carom_stride_open(&m.stride, system, self, &m.work)) {
        m.left = true;
        turn = system->pass(self, t, y);
        for (; turn == CAROM_GO_ON && m.work < most && m.low.t < last; m.report.evaluations++) turn = advance(&m);
    }
    memcpy(y, m.low.y, (size_t)system->states * sizeof *y);
    carom_stride_close(&m.stride);
    m.report.t = m.low.t;
    *report = m.report;
    return turn == CAROM_OVER ? CAROM_OK : turn == CAROM_JAMMED ? CAROM_NOT_APPLICABLE : CAROM_NOT_CONVERGED;
}
