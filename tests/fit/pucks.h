// The pucks of Chatterjee 1997, table 11.1, and the settings of their strobe pictures.
#ifndef CAROM_TESTS_PUCKS_H
#define CAROM_TESTS_PUCKS_H

#include "papers/strobe.h"

// Radius in mm, mass in g, ratio I/(I + m R^2).
static const struct {
    double radius, mass, ratio;
} pucks[] = {
#define CAROM_PUCK(number, radius, inner, thickness, mass, ratio) {radius, mass, ratio},
#include "papers/pucks.def"
#undef CAROM_PUCK
};

// Returns the strobe record of puck 1 to 9 without its pictures: 4.35 pixels per mm, 530 flashes per minute.
static inline carom_strobe puck_strobe(int number) {
    const double R = 1e-3 * pucks[number - 1].radius, m = 1e-3 * pucks[number - 1].mass, rho = pucks[number - 1].ratio;
    return (carom_strobe){.mass = m,
                          .inertia = m * R * R * rho / (1.0 - rho),
                          .radius = R,
                          .scale = 4350.0,
                          .rate = 530.0 / 60.0,
                          .group = number};
}

#endif
