// The geometry of impulse space: functions of (W, v, mu) alone, the same for every law. Chatterjee 1997, 3.4.
//
//   energy      dE = P.v + P.W P / 2 = 0 is an ellipse (ellipsoid) through the origin with centre C = -W^-1 v
//   compression v_n' = 0 is a line (plane): W_n.P = -v_n, on or above it the bodies part
//   sticking    v_t' = 0 is a line in both: T P_t + w P_n = -v_t; it meets the line of compression at C
//   cone        |P_t| <= mu P_n
//   region      what all laws together could answer: inside cone and ellipse, on or above compression; it is convex
#ifndef CAROM_REGION_H
#define CAROM_REGION_H

#include <stdbool.h>

#include "carom/outcome.h"
#include "carom/params.h"

CAROM_BEGIN

typedef struct carom_line {
    double point[3], direction[3]; // direction of unit length
} carom_line;

typedef struct carom_region {
    int dim;
    double mu;
    bool bounded;      // W is regular: the ellipse is one; else it is a strip and has no single centre
    double energy;     // v.W^-1 v / 2, J: what stopping everything would cost; infinity if W cannot stop it
    double centre[3];  // C, where v' = 0; NaN if there is none
    double axes[3][3]; // semi-axes of the ellipse as vectors from C, longest first; infinite along a null vector
    double frictionless[2][3];    // impulses without friction for e = 0 (on compression) and e = 1 (on the ellipse)
    bool sticks;                  // v_t can be stopped: the line of sticking exists
    carom_line sticking;          // v_t' = 0
    carom_line compression;       // plane: v_n' = 0 as a line
    double compression_normal[3]; // both: v_n' = 0 is normal.P = -v_n
} carom_region;

CAROM_API carom_status carom_region_of(const carom_contact *contact, double mu, carom_region *region);

// The stretch [least, most] of s for which P + s d lies in the region; least > most if the line misses it.
CAROM_API carom_status carom_region_reach(const carom_contact *contact, double mu, const double P[3], const double d[3],
                                          double *least, double *most);

// The curves that bound the region.
typedef enum carom_boundary {
    CAROM_BOUNDARY_COMPRESSION = 1,  // v_n' = 0
    CAROM_BOUNDARY_ENERGY = 2,       // dE = 0
    CAROM_BOUNDARY_FRICTION_UP = 4,  // P_t = +mu P_n
    CAROM_BOUNDARY_FRICTION_DOWN = 8 // P_t = -mu P_n
} carom_boundary;

typedef struct carom_corner {
    double P[3];
    unsigned meets; // the CAROM_BOUNDARY_* that meet here
} carom_corner;

#define CAROM_MOST_CORNERS 6

// Plane: the corners of the region in order around it. Between two that share CAROM_BOUNDARY_ENERGY the boundary is an
// arc of the ellipse, else straight. `corners` has room for CAROM_MOST_CORNERS. No corner: the region is empty, the
// bodies part. One corner: bodies at rest, the origin alone. CAROM_OVERFLOW, and none, if two of the curves meet beyond
// the range of a double.
CAROM_API carom_status carom_region_corners(const carom_contact *contact, double mu, carom_corner *corners, int *count);

// Is the impulse in the region? The same judgment as carom_check's.
CAROM_API carom_status carom_region_has(const carom_contact *contact, double mu, const double P[3], bool *has);

// Ivanov's coefficient of any impulse: P = (1 + eta) P*, P* the impulse along P that loses most; 1 conserves energy.
// CAROM_NOT_APPLICABLE if P does not act against the velocity (P.v >= 0): it then gains energy whatever its length.
CAROM_API carom_status carom_ivanov_eta(const carom_contact *contact, const double P[3], double *eta);

// The span condition (Chatterjee 1997, (6.6)): P_t = -(a v_t + b v_t') with a, b >= 0. Fills one such pair if there is
// one, else the pair that meets the equation, else (the slips are parallel, P_t is not) NaN.
CAROM_API carom_status carom_span(const carom_contact *contact, const double P[3], double *a, double *b, bool *holds);

// Plane: the line on which every path of impulses ends by params->restitution and e, if there is one:
// line[0] P_n + line[1] P_t = line[2]. CAROM_NOT_APPLICABLE, and NaN, if there is none.
CAROM_API carom_status carom_stop_line(const carom_contact *contact, const carom_params *params, double line[3]);

CAROM_END

#endif
