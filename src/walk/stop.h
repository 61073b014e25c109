// Restitution hypotheses, which determine the end of an impact. They are used by the path followers in 2D and 3D, the
// closed forms and vectorised code of routh, the method hm-differential, and the drawing. One file (walk/stop_<id>.h)
// and one row (tables/stops.def) define one hypothesis.
//
// A hypothesis is defined by a function of the path that is negative before the end and rises through zero there. Along
// a straight piece, on which v_n changes at a constant rate, it is at most a quadratic of the path parameter. Its file
// has
//   carom_<id>_past     that function
//   carom_<id>_rates    its first and second derivative by the path parameter, if v_n rises at this rate
//   carom_<id>_closed   P_n if the slip ends before the impact does, without branches, so that it vectorises
//   carom_<id>_line     the line in 2D impulse space on which all paths end, if there is one
//   carom_<id>_ratio    its coefficient e by which an impact would end at a given point of restitution
//   carom_<id>_since    the inverse: the path parameter from maximum compression to the point where it ends by e
//   carom_<id>_traits   further properties: CAROM_STOP_* bits
// The rows of the table refer to these names, so a missing function is a compiler error. This header includes the files
// through the rows; do not include them directly.
#ifndef CAROM_SRC_STOP_H
#define CAROM_SRC_STOP_H

#include <math.h>
#include <stdbool.h>

#include "base/lane.h"
#include "carom/carom.h"
#include "tables/counts.h"

enum {
    CAROM_STOP_COMPRESSES = 1,      // it reads the end of compression: p_c, or the work
    CAROM_STOP_WORKS = 2,           // it reads the work, whose digits must then be kept
    CAROM_STOP_DISSIPATES = 4,      // one contact never gains energy with it
    CAROM_STOP_DISSIPATES_MANY = 8, // several contacts of which one strikes never gain energy with it
};

// The state of the path in restitution, from which a hypothesis computes its function.
typedef struct carom_progress {
    double e;             // the coefficient
    double v_before, v_n; // normal velocity before the impact, and here
    double p, p_c;        // path parameter here, and at the last maximum compression. It is the normal impulse, or the
                          // length of the tangential one while infinite friction has no normal impulse
    double absorbed, released; // normal work in compression, taken positive, and normal work since compression
} carom_progress;

typedef struct carom_stop_rates {
    double first, second;
} carom_stop_rates;

// A 2D path of two straight pieces, with the end of the slip between them, in the notation of
// laws/routh/kernel_routh.h. On the first piece v_n = vn + k1 P_n, which ends at P_n = S/g with v_n = C/g. On the
// second dv_n/dP_n = K/U. Compression ends on the first piece if C >= 0.
typedef struct carom_two_pieces {
    double vn, S, k1, g, C, K, U;
} carom_two_pieces;

typedef struct carom_fraction {
    double above, below;
} carom_fraction;

// Restitution in 2D as a function of q, the path parameter since maximum compression. The normal velocity grows from
// zero at the rate k up to q = turn, where the slip ends. From there it grows at the rate k2. The path parameter is the
// normal impulse, or the tangential one while infinite friction has no normal impulse.
typedef struct carom_rebound {
    double N;           // -v_n before
    double p_c;         // path parameter of compression
    double absorbed;    // normal work in compression, taken positive
    double k, turn, k2; // turn is infinite if the rate never changes
} carom_rebound;

CAROM_LANE double carom_rebound_speed(const carom_rebound *r, double q) {
    return q <= r->turn ? r->k * q : r->k * r->turn + r->k2 * (q - r->turn);
}

CAROM_LANE double carom_rebound_released(const carom_rebound *r, double q) {
    const double first = q <= r->turn ? q : r->turn, more = q - first;
    return 0.5 * r->k * first * first + more * (r->k * first + 0.5 * r->k2 * more);
}

typedef struct carom_stop {
    double (*past)(const carom_progress *x);
    carom_stop_rates (*rates)(const carom_progress *x, double rate);
    bool (*line)(const carom_contact *contact, double e, double line[3]);
    double (*ratio)(const carom_rebound *r, double q);
    double (*since)(const carom_rebound *r, double e);
    unsigned traits;
} carom_stop;

// The hypotheses in the order of their numbers.
extern const carom_stop carom_stops[CAROM_STOP_COUNT];

// Returns the traits of a hypothesis; 0 if there is no such hypothesis.
static inline unsigned carom_stop_traits(carom_restitution restitution) {
    return (unsigned)restitution < CAROM_STOP_COUNT ? carom_stops[restitution].traits : 0;
}

// Returns the distance to the end along the path if v_n changes at a constant rate; infinity if the end is never
// reached.
double carom_stop_clock(const carom_stop *stop, const carom_progress *here, double rate);

// Computes the path parameter since maximum compression from `past` and `rates` alone, for a hypothesis without a
// shorter form.
double carom_stop_since(const carom_rebound *r, double e, double (*past)(const carom_progress *),
                        carom_stop_rates (*rates)(const carom_progress *, double));

// Computes P_n from `past` and `rates` alone, for a hypothesis without a shorter closed form. It starts at the second
// piece, or at the end of compression on it, and takes the root of the quadratic that does not cancel.
CAROM_LANE carom_fraction carom_stop_closed(const carom_two_pieces *k, double e, double (*past)(const carom_progress *),
                                            carom_stop_rates (*rates)(const carom_progress *, double)) {
    const double P1 = k->S / k->g, c1 = k->C / k->g, k2 = k->K / k->U;
    const bool in_r = k->C >= 0.0;
    const double Pc = in_r ? -k->vn / k->k1 : P1 - c1 / k2;
    const double in_c = 0.5 * c1 * c1 / k2 - 0.5 * P1 * (k->vn + c1);
    const carom_progress x = {.e = e,
                              .v_before = k->vn,
                              .v_n = in_r ? c1 : 0.0,
                              .p = in_r ? P1 : Pc,
                              .p_c = Pc,
                              .absorbed = in_r ? 0.5 * k->vn * k->vn / k->k1 : in_c,
                              .released = in_r ? 0.5 * c1 * c1 / k->k1 : 0.0};
    const carom_stop_rates d = rates(&x, k2);
    const double missing = -past(&x), under = d.first * d.first + 2.0 * d.second * missing;
    const double root = d.first + sqrt(under > 0.0 ? under : 0.0);
    const double left = 2.0 * missing / (root > 0.0 ? root : 1.0);
    return (carom_fraction){x.p + (missing > 0.0 ? left : 0.0), 1.0};
}

#include "walk/stop_energetic.h"
#include "walk/stop_newton.h"
#include "walk/stop_poisson.h"

#endif
