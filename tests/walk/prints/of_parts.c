// The parts that both walks are made of: the search for an event, the stops, the restitution in the plane.
#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "support/whole.h"
#include "walk/bracket.h"
#include "walk/prints/prints.h"
#include "walk/rebound.h"
#include "walk/stop.h"

static double some(random_stream *r) {
    return random_below(r, 2) ? whole(r, 4) : random_between(r, -2.0, 2.0);
}

static void print_step(print *to, carom_bracket b, double clock, double value, double newton) {
    bool last = false;
    print_number(to, carom_bracket_step(&b, clock, value, newton, &last));
    print_numbers(to, 3, (double[]){b.low, b.high, b.step});
    print_word(to, last);
}

// Steps of the sizes that settle a search, and next to them; whole ones, so that a size is met exactly.
static void print_steps(random_stream *r, print *to) {
    static const double clocks[] = {1.0, 100.0, 1e9, 3e9, 7e9, 1e6, 0.0, 1e-3};
    static const double steps[] = {1.0,  1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7,  1e-8,
                                   2e-9, 1e-9, 0.0,  2.0,  3.0,  7.0,  1e6,  1.5e6, 2.5e6};
    const double next = clocks[random_below(r, 8)], sign = random_below(r, 2) ? 1.0 : -1.0;
    const double step = steps[random_below(r, 18)], size = random_below(r, 3) ? step : step * next;
    const double wide = random_below(r, 2) ? next + 2.0 * size + 1.0 : HUGE_VAL;
    const double before = random_below(r, 4) ? steps[random_below(r, 18)] * (random_below(r, 2) ? next : 1.0) : 0.0;
    const double low = random_below(r, 3) ? 0.0 : next * (1.0 - 1e-3) - size;
    print_step(to, (carom_bracket){fmax(low, 0.0), wide, before}, fmax(next + sign * size, 0.0), some(r), sign * size);
}

// A bracket of two units of rounding, whose middle is one off: about 2e-16 of it.
static void print_last_bits(random_stream *r, print *to) {
    double middle = DBL_EPSILON / 2e-16;
    const int off = whole(r, 6);
    for (int k = 0; k < abs(off); k++) middle = nextafter(middle, off < 0 ? 0.0 : 2.0);
    middle = ldexp(middle, whole(r, 3));
    const carom_bracket b = {nextafter(middle, 0.0), nextafter(middle, HUGE_VAL), 0.0};
    const double value = whole(r, 1);
    print_step(to, b, value < 0.0 ? b.low : b.high, value, 10.0 * whole(r, 1));
}

bool walk_bracket(uint64_t i, print *to) {
    random_stream r = random_at(2651, i);
    const double low = random_below(&r, 4), high = low + 1 + random_below(&r, 4);
    const double value[2] = {-fabs(some(&r)), fabs(some(&r)) + 0.5 * (1 + random_below(&r, 2))};
    const double slope[2] = {some(&r), some(&r)};
    print_number(to, carom_bracket_guess(low, high, value, slope));
    print_number(to, carom_bracket_beyond(low, value[0], slope[0]));
    const double most = low > 0.0 ? low : 1.0, rise = random_unit(&r);
    print_number(to, carom_bracket_beyond(low, -(most * rise), rise));
    print_steps(&r, to);
    print_last_bits(&r, to);
    return true;
}

static void print_line(random_stream *r, print *to) {
    carom_contact c = whole_contact(r, 1 + random_below(r, 3) / 2 + 1);
    carom_params p = carom_default_params();
    double line[3] = {7.0, 7.0, 7.0};
    p.restitution = (carom_restitution)random_below(r, CAROM_STOP_COUNT + 1);
    p.e = 0.25 * random_below(r, 5);
    const int odd = random_below(r, 20);
    if (odd == 0) c.v[0] = (double)NAN;
    print_word(to, (uint64_t)carom_stop_line(odd == 1 ? NULL : &c, odd == 2 ? NULL : &p, odd == 3 ? NULL : line));
    print_numbers(to, 3, line);
}

bool walk_stops(uint64_t i, print *to) {
    random_stream r = random_at(2652, i);
    const carom_progress here = {.e = 0.25 * random_below(&r, 5),
                                 .v_before = -fabs(some(&r)),
                                 .v_n = some(&r),
                                 .p = fabs(some(&r)),
                                 .p_c = fabs(some(&r)),
                                 .absorbed = fabs(some(&r)),
                                 .released = some(&r)};
    carom_rebound rebound = {.N = 0.5 + fabs(some(&r)),
                             .p_c = 0.5 + fabs(some(&r)),
                             .absorbed = 0.5 + fabs(some(&r)),
                             .k = 0.5 + fabs(some(&r)),
                             .turn = random_below(&r, 4) ? fabs(some(&r)) : HUGE_VAL,
                             .k2 = 0.5 + fabs(some(&r))};
    const double rate = some(&r), q = fabs(some(&r));
    const bool meets = random_below(&r, 3) == 0;
    for (int k = 0; k < CAROM_STOP_COUNT; k++) {
        const carom_stop *stop = &carom_stops[k];
        // The slip dies just where it ends.
        if (meets) rebound.turn = HUGE_VAL, rebound.turn = stop->since(&rebound, here.e);
        const carom_stop_rates d = stop->rates(&here, rate);
        print_numbers(to, 3, (double[]){stop->past(&here), d.first, d.second});
        print_number(to, carom_stop_clock(stop, &here, rate));
        print_numbers(to, 2, (double[]){stop->ratio(&rebound, q), stop->since(&rebound, here.e)});
        print_number(to, carom_stop_since(&rebound, here.e, stop->past, stop->rates));
        print_word(to, stop->traits);
    }
    print_line(&r, to);
    return true;
}

bool walk_rebound(uint64_t i, print *to) {
    carom_contact c;
    carom_params p;
    carom_rebound_course x;
    problem_at(&carom_law_routh, 2, i, &c, &p);
    if (c.dim != 2 || carom_contact_validate(&c) != CAROM_OK || !(p.mu >= 0.0) || c.W[0][1] != c.W[1][0]) return false;
    const double holds = p.mu_static >= p.mu ? p.mu_static : p.mu;
    memset(&x, 0, sizeof x);
    const carom_untranslated why = carom_rebound_of(&c, p.mu, holds, &x);
    print_word(to, (uint64_t)why);
    if (why != CAROM_TRANSLATED) return false;
    print_numbers(to, 6, (double[]){x.r.N, x.r.p_c, x.r.absorbed, x.r.k, x.r.turn, x.r.k2});
    print_word(to, 8 * (uint64_t)x.beyond + x.slides);
    return true;
}
