// Synthetic experiments after Chatterjee 1997, 11.1.2: 9 pucks with 12 impacts each, seen under strobe light on a grid
// of pixels. Each coordinate has a normally distributed error of 0.4 pixels and is rounded to an integer.
#ifndef CAROM_TESTS_SYNTHETIC_H
#define CAROM_TESTS_SYNTHETIC_H

#include <math.h>
#include <stdint.h>

#include "bench/random.h"
#include "fit/pucks.h"

enum { PUCKS = 9, IMPACTS_EACH = 12, IMPACTS = PUCKS * IMPACTS_EACH };

static const double pixel_error = 0.4;

static inline double stated_sigma(void) {
    return sqrt(pixel_error * pixel_error + 1.0 / 12.0);
}

// Returns a normally distributed number by the method of Box and Muller.
static inline double normal(random_stream *seed) {
    const double u = 1.0 - random_unit(seed), w = random_unit(seed);
    return sqrt(-2.0 * log(u)) * cos(8.0 * atan(1.0) * w);
}

// Computes the motion of a body before and after a random impact by the law. The approach speed is 0.25 to 0.6 m/s, the
// angle of incidence 0.05 to 1.45 rad and the spin at most 12 rad/s.
static inline bool synthetic_motion(const carom_law *law, const carom_params *p, const carom_strobe *s,
                                    random_stream *seed, double u[6]) {
    const double normal_speed = 0.25 + 0.35 * random_unit(seed), theta = 0.05 + 1.4 * random_unit(seed);
    const double spin = 24.0 * (random_unit(seed) - 0.5), side = random_unit(seed) < 0.5 ? -1.0 : 1.0;
    const double R = s->radius, m = s->mass, I = s->inertia;
    const double slip = side * fmin(normal_speed * tan(theta), 1.5);
    carom_contact c = {.dim = 2, .W = {{1.0 / m, 0.0}, {0.0, 1.0 / m + R * R / I}}, .v = {-normal_speed, slip}};
    carom_result out;
    if (carom_collide(law, &c, p, &out) != CAROM_OK) return false;
    u[0] = -normal_speed, u[1] = slip - spin * R, u[2] = spin;
    u[3] = u[0] + out.P[0] / m, u[4] = u[1] + out.P[1] / m, u[5] = spin + R * out.P[1] / I;
    return true;
}

// Takes the pictures: flashes at -1.4, -0.4, 0.6 and 1.6 flash periods from the impact, with a small random shift. The
// marker is at 0.8 R.
static inline void synthetic_pictures(carom_strobe *s, const double u[6], random_stream *seed, double sign) {
    const double shift = 0.3 * (random_unit(seed) - 0.5), turn = 6.28 * random_unit(seed);
    const double x0 = 0.1 * (random_unit(seed) - 0.5);
    for (int k = 0; k < 4; k++) {
        const double t = (k - 1.5 + shift) / s->rate, *w = t < 0.0 ? u : u + 3, angle = turn + sign * w[2] * t;
        const double at[4] = {x0 + w[1] * t, s->radius + w[0] * t, 0.8 * s->radius * cos(angle),
                              0.8 * s->radius * sin(angle)};
        for (int i = 0; i < 4; i++) {
            const double place = (i < 2 ? at[i] : at[i - 2] + at[i]) * s->scale;
            s->at[k][i] = nearbyint(place + pixel_error * normal(seed));
        }
    }
}

// Generates all impacts of experiment `number`. With `sign` = -1 the marker turns the wrong way, as if the spin had
// been measured clockwise by mistake.
static inline bool synthetic_experiment(const carom_law *law, const carom_params *p, uint64_t number, double sign,
                                        carom_fit_impact *impacts, carom_fit_body *bodies) {
    random_stream seed = random_at(17, number);
    for (int k = 0; k < IMPACTS; k++) {
        carom_strobe s = puck_strobe(1 + k / IMPACTS_EACH);
        double u[6];
        if (!synthetic_motion(law, p, &s, &seed, u)) return false;
        synthetic_pictures(&s, u, &seed, sign);
        s.sigma = stated_sigma();
        if (carom_strobe_body(&s, &bodies[k]) || carom_fit_impact_from_body(&bodies[k], &impacts[k])) return false;
        // Measurement errors may turn a grazing approach into a separation. Such an impact is replaced by another one.
        if (!(impacts[k].contact.v[0] < 0.0)) k--;
    }
    return true;
}

#endif
