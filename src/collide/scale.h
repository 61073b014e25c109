// Scales contacts that have very large or small masses or speeds by powers of two, so that their numbers are near 1.
// Scales the results back. No digit changes, and squares do not overflow.
//   v = 2^speed v1,  W = 4^light W1   ->   P = 2^(speed - 2 light) P1,  dE = 2^(2 speed - 2 light) dE1
// W takes an even power of two, so that the square root of an entry scales without rounding too.
#ifndef CAROM_SRC_SCALE_H
#define CAROM_SRC_SCALE_H

#include <float.h>
#include <math.h>
#include <stdbool.h>

#include "carom/carom.h"
#include "collide/validate.h"

typedef struct carom_scale {
    int speed, light;
} carom_scale;

static inline bool carom_scaled(carom_scale s) {
    return s.speed || s.light;
}

static inline int carom_exponent(double largest) {
    int power;
    frexp(largest, &power);
    return largest > 0.0 ? power : 0;
}

static inline double carom_larger(double most, double x) {
    return fabs(x) > most ? fabs(x) : most;
}

// Real problems are far inside 1e-12 to 1e12, so ordinary problems reach the laws unscaled. The twelfth power of such
// numbers does not overflow.
#define CAROM_RESCALE_LIMIT 1e12

// Returns the scale that brings the contact near 1 if its largest speed or entry of W is above `far` or below 1/far. No
// entry of a valid W exceeds the largest diagonal entry by more than rounding.
static inline carom_scale carom_scale_of(const carom_contact *c, double far) {
    double fastest = carom_larger(fabs(c->v[0]), c->v[1]), lightest = carom_larger(c->W[0][0], c->W[1][1]);
    if (c->dim == 3) {
        fastest = carom_larger(fastest, c->v[2]);
        lightest = carom_larger(lightest, c->W[2][2]);
    }
    const bool speed_near = fastest <= far && fastest * far >= 1.0,
               light_near = lightest <= far && lightest * far >= 1.0;
    if ((speed_near || fastest == 0.0) && (light_near || lightest == 0.0)) return (carom_scale){0, 0};
    return (carom_scale){speed_near ? 0 : carom_exponent(fastest), light_near ? 0 : carom_exponent(lightest) / 2};
}

static inline carom_contact carom_scale_contact(const carom_contact *c, carom_scale s) {
    carom_contact near = {.dim = c->dim};
    for (int i = 0; i < c->dim; i++) {
        near.v[i] = ldexp(c->v[i], -s.speed);
        for (int j = 0; j < c->dim; j++) near.W[i][j] = ldexp(c->W[i][j], -2 * s.light);
    }
    return near;
}

static inline double carom_scale_speed(carom_scale s, double v) {
    return ldexp(v, s.speed);
}

static inline double carom_scale_impulse(carom_scale s, double P) {
    return ldexp(P, s.speed - 2 * s.light);
}

static inline double carom_unscale_impulse(carom_scale s, double P) {
    return ldexp(P, 2 * s.light - s.speed);
}

static inline double carom_scale_energy(carom_scale s, double E) {
    return ldexp(E, 2 * s.speed - 2 * s.light);
}

// Returns whether the largest of these impulses kept all its digits when it was scaled back.
static inline bool carom_scale_kept(int dim, const double near[3], const double P[3]) {
    double most = 0.0, largest = 0.0;
    for (int i = 0; i < dim; i++) {
        most = fmax(most, fabs(near[i]));
        largest = fmax(largest, fabs(P[i]));
    }
    return most == 0.0 || (largest >= DBL_MIN / DBL_EPSILON && isfinite(largest));
}

// Return the scale that brings a contact near 1 for this law, and the coefficients that the law receives. They have the
// defaults of the law, and e = 0 below rest_speed.
carom_scale carom_scale_for(const carom_law *law, const carom_contact *contact);
carom_params carom_asked_with(const carom_law *law, const carom_contact *contact, const carom_params *params);

// The path or the history that a law fills in addition to the result.
typedef struct carom_details {
    carom_path *path;
    carom_history *history;
} carom_details;

// Returns whether there is a result. The status is nearly always CAROM_OK.
static inline bool carom_stands(carom_status status) {
    return status == CAROM_OK || carom_status_classify(status) == CAROM_CLASS_OK;
}

// Solves a valid contact by the law and judges the result, both scaled near 1. If some of the law's own coefficients
// are omitted, their defaults are filled in. Restitution is 0 below rest_speed. `details` may be NULL.
carom_status carom_solve_scaled(const carom_law *law, const carom_contact *contact, const carom_params *params,
                                uint64_t reads, const carom_details *details, carom_result *outcome);

// Computes every result of a law that can list them (carom_contact_vtable.solve_all), for a valid contact with v_n <= 0
// and W_nn > 0. Judges them in the same way. There are at most CAROM_MAX_ALTERNATIVES.
carom_status carom_solve_all_scaled(const carom_law *law, const carom_contact *contact, const carom_params *params,
                                    carom_result *list, int *count);

// Returns the index of a result (carom_alternative.index), which the law computes for the contact scaled near 1.
// Returns 0 if the law does not provide an index.
int carom_index_near(const carom_law *law, const carom_contact *contact, const carom_params *params,
                     const carom_result *outcome);

#endif
