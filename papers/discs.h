// Computes quantities of slow impacts of soft bodies (Chatterjee 1997, chapter 11). They are the restitution of a body
// that carries another on a spring, the compression of a disc, and measures of slowness.
// the body.
#ifndef CAROM_PAPERS_DISCS_H
#define CAROM_PAPERS_DISCS_H

#include "carom/carom.h"

// Returns the restitution (e m1 - m2)/(m1 + m2) of two bodies of masses m1 and m2. Body 1 bounces with the restitution
// e and carries body 2 on a soft spring. It leaves the wall before the spring acts on body 2. Chatterjee 1997, 11.1.1.
double carom_restitution_two_stage(double e, double m1, double m2);

// The motion of these two bodies over time. A spring of stiffness k connects m1 and m2, and both arrive with the speed
// v. At t = 0 the body m1 leaves the wall with the speed e v. The result is valid while m1 does not return to the wall:
// e m1 - m2 > 0.21723 m2 (1 + e), where -0.21723 is the minimum of sin(x)/x.
typedef struct carom_two_stage {
    double e;              // restitution of both bodies together after the vibration
    double margin;         // (e m1 - m2)/(m2 (1 + e)) - 0.21723; negative: m1 touches the wall again
    double period;         // period of the vibration, s
    double x1, x2, v1, v2; // state at the time t: distances from the wall, m (of m2 from its rest position), and
                           // velocities away from the wall, m/s
    double nearest, when;  // smallest distance of m1 from the wall after t = 0, m (negative: it would penetrate;
                           // infinite: m1 always moves away); its time, s (NaN: m1 always moves away)
} carom_two_stage;

// Computes the motion at the time t in s. If the masses in kg, k in N/m and v in m/s are not all > 0, all members are
// NaN.
carom_two_stage carom_two_stage_at(double e, double m1, double m2, double k, double v, double t);

// A disc with a rounded edge, compressed along a diameter between rigid plates. Chatterjee 1997, 11.3.2.
typedef struct carom_disc {
    double E, nu;        // Young's modulus, Pa, > 0; Poisson's ratio, (-1, 1/2]
    double radius, edge; // radius of the disc and of its edge in cross-section, m, > 0
    double thickness;    // m, > 0
} carom_disc;

// The compression of the disc by a force: the distance by which a plate and the centre of the disc approach each other.
// It is the sum of two parts. The compression `flat` of the whole disc is that of a cylinder in plane strain with b <<
// R: F(1-nu^2)/(pi E t) (2 ln(4R/b) - 1), Johnson 1985, 5.6. The compression `point` near the contact is that of
// Hertz's elliptical contact.
typedef struct carom_disc_pressed {
    double half_width;   // half-width b of the contact of the cylinder, m
    double flat;         // compression of the cylinder, m
    double flat_exact;   // compression of the cylinder without the assumption b << R, m
    double plane_stress; // the same as flat_exact, but in plane stress, m
    double axes[2];      // semi-axes of Hertz's ellipse, m, the larger first
    double point;        // compression of Hertz's contact, m
    double sum;          // flat + point, m
    double stiffness;    // dF/d(sum), N/m
} carom_disc_pressed;

// Computes the compression of a disc by a force in N, > 0. Returns CAROM_BAD_VALUE for numbers outside their ranges.
carom_status carom_disc_compress(const carom_disc *disc, double force, carom_disc_pressed *result);

// Numbers that show whether an impact is slow compared with the waves in the body. A mass m on a spring k hits a wall
// with the speed V. Chatterjee 1997, 11.3.
typedef struct carom_slowness {
    double c;           // speed of waves, sqrt(E/density), m/s
    double fifth;       // (V/c)^(1/5); small if waves cross a sphere many times during the impact
    double third;       // 0.3 (V/c)^(1/3); small if waves carry little energy; the exponent is as printed in the source
    double duration;    // duration of the impact, pi sqrt(m/k), s
    double crossings;   // number of times that a wave crosses `size` during the impact
    double force;       // maximum force, V sqrt(k m), N
    double compression; // maximum compression, V sqrt(m/k), m
} carom_slowness;

// Computes these numbers from Young's modulus E in Pa, the density in kg/m^3, V in m/s, m in kg, k in N/m and the size
// of the body in m, all > 0.
carom_slowness carom_impact_slowness(double E, double density, double V, double m, double k, double size);

#endif
