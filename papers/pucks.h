// Defines the apparatus of Chatterjee's experiments (1997, chapter 11): pucks, plate, camera and the semicircular puck.
#ifndef CAROM_PAPERS_PUCKS_H
#define CAROM_PAPERS_PUCKS_H

#include <math.h>

#include "papers/strobe.h"

#define CAROM_PUCK_RATE  (530.0 / 60.0) // flashes per second: 530 per minute
#define CAROM_PUCK_SCALE 4350.0         // pixels per metre; the first experiments have 1.7 pixels per mm
#define CAROM_HALF_SCALE 4900.0         // pixels per metre in the pictures of the semicircle
#define CAROM_PUCK_ERROR 2.0            // bound of a reading error, pixels

typedef struct carom_puck {
    int number;
    double radius, inner, thickness, mass, rho; // lengths in m, mass in kg, rho = I/(I + m R^2)
} carom_puck;

static const carom_puck carom_pucks[] = {
#define CAROM_PUCK(number, radius, inner, thickness, mass, ratio)                                                      \
    {number, 1e-3 * (radius), 1e-3 * (inner), 1e-3 * (thickness), 1e-3 * (mass), ratio},
#include "papers/pucks.def"
#undef CAROM_PUCK
};

enum { CAROM_PUCK_COUNT = sizeof carom_pucks / sizeof *carom_pucks };

// Returns the moment of inertia that follows from rho = I/(I + m R^2), equation (11.1).
static inline double carom_puck_inertia(const carom_puck *p) {
    return p->mass * p->radius * p->radius * p->rho / (1.0 - p->rho);
}

// Returns the mass of the steel plate, 40.6 x 20.3 x 1.9 cm, at 7850 kg/m^3.
static inline double carom_puck_plate(void) {
    return 0.406 * 0.203 * 0.019 * 7850.0;
}

// Returns the semicircle of section 11.2, which is half of puck 1: 33.4 g and 265 g cm^2. The source gives its centre
// of mass only in a figure that is lost. Here it follows from the inertia of the whole puck about its centre, m R^2
// rho/(1 - rho). Half of this inertia is I + m d^2 of the semicircle.
static inline carom_strobe carom_half_puck(void) {
    carom_strobe s = {.mass = 0.0334, .inertia = 265e-7, .radius = 0.0491, .scale = CAROM_HALF_SCALE};
    const double rho = carom_pucks[0].rho, R = s.radius;
    s.offset = sqrt(R * R * rho / (1.0 - rho) - s.inertia / s.mass);
    s.rate = CAROM_PUCK_RATE;
    return s;
}

// Returns the distance of the centre of mass of a uniform half disc from the centre of its circle, 4 R/(3 pi).
static inline double carom_half_uniform(void) {
    return carom_half_puck().radius / (0.75 * 3.14159265358979323846);
}

// Computes the arm of the semicircle for a contact at the angle alpha. Returns the contact with v = (-cos theta, -sin
// theta).
static inline carom_contact carom_half_contact(double alpha, double theta, double arm[2]) {
    const carom_strobe s = carom_half_puck();
    carom_fit_body body = {.dim = 2, .mass = s.mass, .inertia = {{s.inertia}}};
    carom_fit_impact impact;
    body.arm[0] = arm[0] = s.offset * sin(alpha) - s.radius, body.arm[1] = arm[1] = -s.offset * cos(alpha);
    if (carom_fit_impact_from_body(&body, &impact) != CAROM_OK) return (carom_contact){0};
    impact.contact.v[0] = -cos(theta), impact.contact.v[1] = -sin(theta);
    return impact.contact;
}

// Returns psi, the angle of the impulse P to the direction from the contact to the centre of mass.
static inline double carom_half_psi(const double arm[2], const double P[3]) {
    return atan2(P[1], P[0]) - atan2(-arm[1], -arm[0]);
}

#endif
