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
#include <stddef.h>

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

CAROM_API carom_status carom_region_compute(const carom_contact *contact, double mu,
                                            carom_region *region); // of one contact

// The stretch [least, most] of s for which P + s d lies in the region; least > most if the line misses it.
CAROM_API carom_status carom_region_reach(const carom_contact *contact, double mu, const double P[3], const double d[3],
                                          double *least, double *most);

// How far from P, which lies in the region, it reaches along d, in lengths of d: and the CAROM_BOUNDARY_* met there.
// In space friction has one face, CAROM_BOUNDARY_FRICTION. Infinity, and 0, where nothing is met.
CAROM_API carom_status carom_region_exit(const carom_contact *contact, double mu, const double P[3], const double d[3],
                                         double *distance, unsigned *face);

// The curves that bound the region.
typedef enum carom_boundary {
    CAROM_BOUNDARY_COMPRESSION = 1,   // v_n' = 0
    CAROM_BOUNDARY_ENERGY = 2,        // dE = 0
    CAROM_BOUNDARY_FRICTION_UP = 4,   // P_t = +mu P_n
    CAROM_BOUNDARY_FRICTION_DOWN = 8, // P_t = -mu P_n
    CAROM_BOUNDARY_FRICTION = 12      // either of the two; in space the cone, |P_t| = mu P_n
} carom_boundary;

typedef struct carom_corner {
    double P[3];
    unsigned meets; // the CAROM_BOUNDARY_* that meet here
} carom_corner;

#define CAROM_MAX_CORNERS 6

// Plane: the corners of the region in order around it. Between two that share CAROM_BOUNDARY_ENERGY the boundary is an
// arc of the ellipse, else straight. `corners` has room for CAROM_MAX_CORNERS. No corner: the region is empty, the
// bodies part. One corner: bodies at rest, the origin alone. CAROM_OVERFLOW, and none, if two of the curves meet beyond
// the range of a double.
CAROM_API carom_status carom_region_corners(const carom_contact *contact, double mu, carom_corner *corners, int *count);

// The points of a planar impact that Chatterjee 1997, chapter 7, letters, by their formulas:
//   B, F   without friction, e = 0 and 1          A, D   where friction meets greatest compression, v_n' = 0
//   C, G   where everything stops, and 2 C        H, E   where it meets the ellipse, dE = 0
// D and E lie on the side that friction pushes to, A and H on the other. NaN where a point is no corner of the region:
// the ellipse then cuts the line of compression first, at `ends` (on the side of A, of D).
typedef struct carom_letters {
    double at[8][3]; // A .. H
    double ends[2][3];
} carom_letters;
CAROM_API carom_status carom_region_letters(const carom_contact *contact, double mu, carom_letters *letters);

// How large the region is. Ten digits of its size; next to a singular W in space fewer, or CAROM_NOT_CONVERGED after some 100 ms.
typedef struct carom_extent {
    double size;       // area, (N s)^2, or in space volume, (N s)^3; infinity where W is singular and nothing bounds it
    double e_most;     // the largest v_n'/-v_n in it; infinity if v_n = 0, NaN if W is singular
    double highest[3]; // the impulse with it
} carom_extent;
CAROM_API carom_status carom_region_extent(const carom_contact *contact, double mu, carom_extent *extent);

// Plane: the boundary as a closed polygon through the corners, with `arc` points a side along the ellipse, first on the
// side of P_t > 0: 2 arc + 3 impulses of three numbers each. `capacity` is how many P has room for; CAROM_BAD_VALUE if
// too few. CAROM_NOT_APPLICABLE if the region has no end, or no inside.
CAROM_API carom_status carom_region_outline(const carom_contact *contact, double mu, int arc, double *P,
                                            size_t capacity, int *count);

// Space: a face of the region (COMPRESSION, ENERGY or FRICTION) as (around + 1) x (across + 1) impulses, row by row. Row i
// lies in the half-plane at the angle 2 pi i/around from t1; in it the points run from the normal to the rim, and on the
// cone from greatest compression to the ellipsoid. The rims of two faces are the same points, so that the three close; a
// face that is not there in a half-plane is a point of the rim. CAROM_NOT_APPLICABLE as above.
CAROM_API carom_status carom_region_mesh(const carom_contact *contact, double mu, carom_boundary face, int around,
                                         int across, double *P, size_t capacity);

// Is the impulse in the region? The same judgment as carom_check's.
CAROM_API carom_status carom_region_contains(const carom_contact *contact, double mu, const double P[3], bool *has);

// Ivanov's coefficient of any impulse: P = (1 + eta) P*, P* the impulse along P that loses most; 1 conserves energy.
// CAROM_NOT_APPLICABLE if P does not act against the velocity (P.v >= 0): it then gains energy whatever its length.
CAROM_API carom_status carom_ivanov_eta(const carom_contact *contact, const double P[3], double *eta);

// Where an impulse lies in the region, as the coefficients with which law `accessible` answers it: every impulse of the
// region has one set. An impulse that rounding has put outside (1e-9 of its terms) counts as on the boundary.
//   carom_region_locate(&contact, mu, P, &l);
//   p.e = l.e, p.mu = mu, p.own[CAROM_OWN(f)] = l.f, p.own[CAROM_OWN(phi)] = l.phi;
//   carom_collide(&carom_law_accessible, &contact, &p, &out);    // out.P is P
typedef struct carom_location {
    double e;      // v_n' / -v_n; above 1 where tangential motion is spent on the rebound
    double f;      // share of the friction that is allowed at this v_n': [0, 1] in space, [-1, 1] in the plane
    double phi;    // space: angle of that friction from against the slip, (-pi, pi]
    double room;   // that friction if it were all used, N s: f is a share of it; 0 if this v_n' has one impulse only
    unsigned face; // the CAROM_BOUNDARY_* that ends it: ENERGY or FRICTION (in the plane which side of it)
} carom_location;

// CAROM_NOT_APPLICABLE, and NaN: P is not in the region; the bodies part; they do not approach and P lifts them; W is
// singular and the region has no end that way, or v_n' > -v_n.
CAROM_API carom_status carom_region_locate(const carom_contact *contact, double mu, const double P[3],
                                           carom_location *location);

// The span condition (Chatterjee 1997, (6.6)): P_t = -(a v_t + b v_t') with a, b >= 0. Fills one such pair if there is
// one, else the pair that meets the equation, else (the slips are parallel, P_t is not) NaN.
CAROM_API carom_status carom_span(const carom_contact *contact, const double P[3], double *a, double *b, bool *holds);

// Plane: the line on which every path of impulses ends by params->restitution and e, if there is one:
// line[0] P_n + line[1] P_t = line[2]. CAROM_NOT_APPLICABLE, and NaN, if there is none.
CAROM_API carom_status carom_region_end_line(const carom_contact *contact, const carom_params *params, double line[3]);

CAROM_END

#endif
