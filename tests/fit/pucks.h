// The pucks of Chatterjee 1997, table 11.1, and their strobe pictures.
#ifndef CAROM_TESTS_PUCKS_H
#define CAROM_TESTS_PUCKS_H

#include "carom/fit.h"

// Number, radius mm, mass g, ratio I/(I + m R^2).
static const struct {
    double radius, mass, ratio;
} pucks[] = {{49.1, 67.8, .336}, {49.1, 67.2, .336}, {49.7, 59.2, .362}, {49.6, 45.4, .400}, {49.5, 46.2, .402},
             {49.1, 92.0, .289}, {49.2, 91.5, .289}, {49.2, 82.8, .295}, {49.1, 74.6, .308}};

// Puck 1 .. 9 before its pictures: 4.35 pixels a mm, 530 flashes a minute.
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
