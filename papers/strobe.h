// Evaluates strobe pictures of pucks that hit a wall. Chatterjee 1997, 11.1.2 and 11.2.
#ifndef CAROM_PAPERS_STROBE_H
#define CAROM_PAPERS_STROBE_H

#include "carom/fit.h"

// A body in 2D under strobe light that hits a wall along x with normal +y. Four flashes, two before and two after the
// impact, show its centre of mass and a marker on it. It touches the wall with a round edge. It is a disc, or a part of
// a disc, whose centre of mass is at the distance `offset` from the centre of the disc. For a part of a disc the wall
// is at y = 0. The contact is the point where the body would touch the wall if it continued its motion after the second
// flash unchanged.
typedef struct carom_strobe {
    double mass;     // kg, > 0
    double inertia;  // about the centre of mass, kg m^2, > 0
    double radius;   // radius of the round edge, m, > 0
    double scale;    // units of the coordinates per metre, > 0
    double rate;     // flashes per second, 1/s, > 0
    double sigma;    // standard deviation of a coordinate, in its unit, >= 0
    double at[4][4]; // for each flash: x and y of the centre of mass, x and y of the marker
    int group;       // impacts of one group are left out together
    double offset;   // from the centre of the circle to the centre of mass, m, 0 <= offset < radius; 0: a disc
    double marker;   // angle from that direction to the marker, counterclockwise, rad; not used for a disc
} carom_strobe;

// Numbers of one impact. The tangent is chosen such that v_t < 0. Each bound is the largest change that errors of `h`
// in the 16 coordinates can cause: h sum |df/dq|. All places on the edge of a disc are alike: alpha is then pi/2, and
// psi is the angle of the impulse.
typedef struct carom_strobe_reading {
    double theta;         // angle of incidence, atan(v_t/v_n), rad, 0 to pi/2
    double e;             // -v_n'/v_n
    double ratio;         // P_t/P_n
    double tan_phi;       // v_t'/v_n'
    double vft;           // v_t'/|v|
    double theta_bound;   // largest error of theta, rad
    double e_bound;       // largest error of e
    double ratio_bound;   // largest error of the ratio
    double tan_phi_bound; // largest error of tan_phi
    double vft_bound;     // largest error of vft
    double alpha;         // position of the contact on the edge, rad, 0 to pi. It is measured from the diameter of the
                          // edge to the direction from the centre of the circle to the contact
    double psi;           // angle of the impulse from the direction contact to centre of mass, towards +t, rad
    double touch;         // time from the second flash to the impact, s; 0 for a disc
    double alpha_bound;   // largest error of alpha, rad
    double psi_bound;     // largest error of psi, rad
} carom_strobe_reading;

// Computes the velocities of the body and its arm. Returns CAROM_BAD_VALUE for invalid numbers, or if the body does not
// touch the wall between the second flash and the third.
carom_status carom_strobe_body(const carom_strobe *strobe, carom_fit_body *body);

// Computes the numbers of one impact, with bounds for errors of `h` (>= 0) in each coordinate. Returns CAROM_BAD_VALUE
// as above.
carom_status carom_strobe_read(const carom_strobe *strobe, double h, carom_strobe_reading *reading);

// Computes the same numbers without pictures, from v before and after. The bounds, alpha, psi and touch are 0.
carom_status carom_strobe_compute(const carom_contact *contact, const double after[3], carom_strobe_reading *reading);

#endif
