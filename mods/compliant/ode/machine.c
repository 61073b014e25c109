// Integrates a system with events. If the system is linear, pieces are power series (piece.h); otherwise they are the
// steps of stride.h. ARKODE's root functions stop a step in which a guard changes sign. This file adds two things.
// First, a guard may dip below zero and return within one step; its slope then changes sign, and the dip is searched.
// Second, ARKODE finds roots on an interpolant of lower order than the method. The event is therefore located again by
// stepping from the last accepted point. Steps of other methods are accurate throughout.
#include "machine.h"

#include <math.h>
#include <string.h>

#include "base/root.h"
#include "stride.h"

// If a guard is below zero by less than this fraction of its size, this is rounding and not an event.
#define ROUNDING 1e-12

// Dips and peaks are searched if the cubic through the ends of a step comes this close to zero or to the maximum,
// relative to the value's size. The cubic's error over a step of one radian is 0.003, over two radians 0.04.
#define NEAR 0.05

enum { STALLED = 100, PASSES = 100 };

enum { NONE = -1, FAILED = -2, SHORTER = -3 }; // returned instead of the guard that fired

typedef struct instant {
    double t;
    double y[CAROM_MACHINE_STATES];
    double value[CAROM_MACHINE_LOOKS], slope[CAROM_MACHINE_LOOKS];
} instant;

typedef struct machine {
    const carom_machine_system *system;
    void *self;
    carom_stride stride;
    bool left;         // the last step was a power series, so the steppers are at an earlier state
    instant low, high; // the ends of the present step
    double best[CAROM_MACHINE_LOOKS];
    int stalled;  // number of steps in a row that did not advance the time
    int standing; // number of events in a row that did not advance it
    size_t work;  // evaluations of the flow and the guards so far; other work counts as an equivalent number
    carom_machine_report report;
} machine;

// Computes values and slopes of everything watched; slopes along the flow are central differences. The step of the
// differences is 1e-5 of the longest step, so that the time of an extremum is accurate to 1e-10 of that step. `known`
// is the flow there, if it is known.
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

// Integrates from the low end to time t: by one step, or by the polynomial of the last step.
static bool probe(machine *m, double t, instant *at) {
    at->t = t;
    if (!carom_stride_within(&m->stride, t - m->low.t, m->low.y, at->y)) return false;
    measure(m, at, NULL);
    return true;
}

// Finds the zero of value[which] (or of its slope) between low and `at`, which lies beyond the zero. Starts from a
// first guess. Returns false on numerical failure.
static bool locate(machine *m, int which, bool slope, double guess, instant *at) {
    const double a = slope ? m->low.slope[which] : m->low.value[which];
    const double b = slope ? at->slope[which] : at->value[which];
    // The rounding error of a value is 1e-16 of its size. The rounding error of a slope, from differences over 1e-5 of
    // the longest step, is 5e-12.
    const double noise = slope ? 1e-11 * m->system->depth[which] / m->system->longest : 2e-16 * m->system->depth[which];
    carom_root r = carom_root_chord(m->low.t, a, at->t, b);
    r.least = fmax(4e-16 * at->t, 1e-15 * m->system->unit);
    carom_root_guess(&r, guess);
    while (!r.over) {
        if (!probe(m, r.x, at)) return false;
        const double g = slope ? at->slope[which] : at->value[which];
        if (fabs(g) <= noise) break;
        // If a zero of the value is wanted, its slope is available.
        if (slope)
            carom_root_secant(&r, g);
        else
            carom_root_newton(&r, g, at->slope[which]);
    }
    return true;
}

// Returns the smallest value in (0, 1) of the cubic with these values and slopes at 0 and 1, if the slope is negative,
// then positive.
static double cubic_least(double g0, double s0, double g1, double s1) {
    const double c = s0, b = 3.0 * (g1 - g0) - 2.0 * s0 - s1, a = s0 + s1 - 2.0 * (g1 - g0);
    const double root = sqrt(fmax(0.0, b * b - 3.0 * a * c));
    const double x = b + root != 0.0 ? -c / (b + root) : 0.5;
    return x > 0.0 && x < 1.0 ? g0 + x * (c + x * (b + x * a)) : fmin(g0, g1);
}

// Returns true if guard i dips below zero and returns between low and high. `bottom` is its lowest point.
static bool dips(machine *m, int i, instant *bottom, bool *failed) {
    const instant *lo = &m->low, *hi = &m->high;
    const double h = hi->t - lo->t, depth = m->system->depth[i];
    if (!(lo->slope[i] < 0.0 && hi->slope[i] > 0.0)) return false;
    if (cubic_least(lo->value[i], h * lo->slope[i], hi->value[i], h * hi->slope[i]) > NEAR * depth) return false;
    *bottom = *hi;
    *failed = !locate(m, i, true, 0.0, bottom);
    return !*failed && bottom->value[i] < -ROUNDING * depth;
}

// Finds maxima of the watched values between low and high, if they may be the largest so far.
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

// Handles a guard that begins at zero, rises, and falls through zero within the step: moves high back to a point where
// it is positive. A point that begins to stick starts on the edge of the cone. The tolerance is 1e-6, because its slope
// may be only rounding.
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

// Finds the earliest event of the step and moves high to it. Returns its guard, NONE, FAILED, or SHORTER if there is
// none but high has moved.
static int first_event(machine *m, double guess) {
    const carom_machine_system *s = m->system;
    int fired = NONE;
    // Each pass finds an earlier event. The number of passes is limited, because guards that cross zero at the same
    // instant could alternate by rounding.
    for (int again = 1, passes = 0; again && passes < PASSES; passes++) {
        again = 0;
        for (int i = 0; i < s->guards; i++) {
            const double rounding = ROUNDING * s->depth[i];
            bool failed = false;
            instant bottom;
            if (i == fired) continue;
            if (m->high.value[i] < (fired < 0 ? 0.0 : -rounding)) {
                // A guard that was already zero and fell further belongs to the beginning of the step. A guard that
                // rises from zero, up to rounding, and falls later is an event: a slip that begins at the cone and ends
                // soon.
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

// Returns the value of a guard within the step, at time t after the beginning of the step.
static double guard_within(machine *m, int guard, double t, double *y) {
    double value[CAROM_MACHINE_LOOKS];
    m->work++;
    carom_stride_within(&m->stride, t, m->low.y, y);
    m->system->look(m->self, y, value);
    return value[guard] / m->system->depth[guard];
}

// Returns the smallest value of a guard between a and b, by golden section.
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

// Shortens a long step that may pass a dip. Guards are evaluated at the collocation nodes, and between them if one
// comes near zero and rises again. The first point below zero becomes the end of the step. A guard that begins at zero,
// up to rounding, is checked only after it has risen.
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

// Finds the first event of a step that ended at `high`, which is on ARKODE's interpolant if a guard fell. Moves high to
// the event. Returns the guard, NONE, FAILED or SHORTER.
static int search(machine *m, double end, int fell) {
    const instant root = m->high;
    int fired = FAILED;
    if (carom_stride_dense(&m->stride)) shorten(m);
    if (fell < 0) {
        measure(m, &m->high, carom_stride_dense(&m->stride) ? NULL : carom_stepper_slope(&m->stride.run, m->high.y));
        fired = first_event(m, 0.0);
    } else if (carom_stepper_end(&m->stride.run, end, m->high.y)) {
        // The end of the step lies past the root. There the interpolant equals the result of the method.
        m->high.t = end;
        measure(m, &m->high, NULL);
        fired = first_event(m, root.t);
    }
    // ARKODE detected a falling guard, but the second search failed. Either rounding hides the event, or the method
    // cannot step past the event because the force turns negative there. Use the interpolant.
    if ((fired == NONE || fired == FAILED) && fell >= 0) {
        if (fired == FAILED) m->high = root;
        measure(m, &m->high, NULL);
        return fell;
    }
    return fired;
}

// If an event lies within a collocation step, repeats the step with a shorter length until it ends at the event.
static int examine(machine *m, double end, int fell) {
    int fired = search(m, end, fell);
    for (int i = 0; i < 5 && fired >= 0 && carom_stride_retake(&m->stride, m->high.t - m->low.t); i++) {
        carom_stride_within(&m->stride, m->high.t - m->low.t, m->low.y, m->high.y);
        measure(m, &m->high, NULL);
        const int again = first_event(m, 0.0);
        // At the end of the step the guard is above zero only by rounding.
        if (again == NONE && !(m->high.value[fired] <= ROUNDING * m->system->depth[fired])) return SHORTER;
        if (again != NONE) fired = again;
    }
    return fired;
}

// Returns the guard that prevents the time from advancing. This is the guard nearest to zero among those that do not
// rise, provided that it is close enough to zero. Returns FAILED if there is none. A guard that rises from zero belongs
// to a phase that has just begun. The limit is 1e-11, because slopes have a rounding error of 5e-12.
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

// Finds the maximum of each watched value within a fraction of the piece. There is at most one maximum, because two are
// 2 pi units apart.
static void climb_piece(machine *m, const carom_linear_piece *p, double share) {
    const carom_machine_system *s = m->system;
    double y[CAROM_MACHINE_STATES];
    for (int i = s->guards; i < s->guards + s->peaks; i++) {
        carom_series slope = {0.0};
        if (!p->watched[i]) continue;
        for (int k = 0; k < CAROM_PIECE_ORDER; k++) slope[k] = (k + 1) * p->look[i][k + 1];
        const double top = slope[0] > 0.0 ? carom_series_fall(slope, p->size[i]) : 2.0;
        // By rounding, a peak at the event that ends the piece may be on either side of it.
        if (!(top <= share + 1e-9)) continue;
        s->along(m->self, p, m->low.y, fmin(top, share), y);
        s->peak(m->self, i - s->guards, carom_series_at(p->look[i], fmin(top, share)),
                m->low.t + fmin(top, share) * p->length, y);
    }
}

// Returns true if the step does not advance the time, which has a rounding error after a long contact.
static bool stands(const machine *m) {
    return m->high.t - m->low.t <= 1e-15 * (m->system->unit + fabs(m->high.t));
}

// Returns the work of a piece: 12 evaluations in 2D, and more with modes.
static size_t piece_work(const carom_machine_system *s) {
    const size_t states = (size_t)s->states;
    return 8 + states * states / 12;
}

// Follows a piece by its power series, up to its first event.
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

// Takes one step and handles its event.
static carom_machine_turn advance(machine *m) {
    const carom_machine_system *s = m->system;
    carom_linear_piece piece;
    double end;
    int fell;
    if (s->piece && s->piece(m->self, m->low.y, &piece)) return follow(m, &piece);
    if (m->left) {
        measure(m, &m->low, NULL);
        carom_stride_moved(&m->stride);
    }
    m->left = false;
    if (!carom_stride_step(&m->stride, m->low.t, m->low.y, &m->high.t, &end, &fell, m->high.y)) return CAROM_LOST;
    int fired = examine(m, end, fell);
    // Stop after too many steps that do not advance the time.
    m->stalled = fired < 0 && stands(m) ? m->stalled + 1 : 0;
    if (m->stalled > STALLED) fired = stuck_guard(m);
    m->standing = fired >= 0 && stands(m) ? m->standing + 1 : 0;
    if (fired == FAILED || m->standing > CAROM_MACHINE_CHATTER) return CAROM_LOST;
    climb(m);
    // Steps of the series are long, but shorter than its pieces.
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
