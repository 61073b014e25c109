// Solves the law `accessible` in 2D without branches. Requires a regular W, e <= 1, finite mu and v_n <= 0. Starts at
// the frictionless impulse and moves along Newton's line. It covers the fraction f of the segment up to the limit of
// friction or energy. If f > 0, it moves against the slip q that remains without friction; if f < 0, in the other
// direction.
#ifndef CAROM_SRC_KERNEL_ACCESSIBLE_H
#define CAROM_SRC_KERNEL_ACCESSIBLE_H

#include <math.h>
#include <stdint.h>

#include "base/lane.h"
#include "collide/problem.h"
#include "geometry/line.h"

CAROM_LANE uint64_t carom_if_ordinary_f(uint64_t word, double x) {
    word = fabs(x) >= CAROM_ORDINARY_LEAST || x == 0.0 ? word : CAROM_EXTRAORDINARY;
    return fabs(x) <= 1.0 ? word : CAROM_EXTRAORDINARY;
}

CAROM_LANE carom_answer2 carom_accessible_closed(CAROM_PLANE_PROBLEM, double e, double mu, double f) {
    const double c = -(1.0 + e) * vn;
    const double S = T - w * w / a;
    const double q = vt + w * c / a;
    const double slip = q != 0.0 ? q : vt;
    const double against = slip > 0.0 ? -1.0 : 1.0;
    const double sigma = f < 0.0 ? -against : against;
    const double cone = carom_line_cone(a, sigma * w, c, mu), energy = carom_line_energy_of(a, w, S, vn, vt, e, sigma);
    const double room = energy < cone ? energy : cone, share = fabs(f), x = share * room;
    const uint64_t end = energy < cone ? CAROM_MODE_ENERGY : CAROM_MODE_FRICTION;
    const uint64_t at_end = room > 0.0 ? end : CAROM_MODE_INSIDE;
    carom_answer2 k;
    k.Pn = (c - w * sigma * x) / a;
    k.Pt = sigma * x;
    k.mode = share < 1.0 ? CAROM_MODE_INSIDE : at_end;
    k.mode = c <= CAROM_LINE_STEEP * (a * k.Pn) ? k.mode : CAROM_EXTRAORDINARY;
    return k;
}

#endif
