// Computes the geometry of impulse space: which impulses are possible at a contact, and which of them a law reaches.
// Also computes how the slip turns in 3D and at which friction a contact changes its behaviour. Use it to compare laws
// or to explain results.
//
//   #include <stdbool.h>
//   #include <stdio.h>
//
//   #include <carom/geometry.h>
//
//   int main(void) {
//       // A disc of 1 kg hits the floor at 1 m/s and slips at 2 m/s.
//       const carom_contact contact = {2, {{1.0, 0.0, 0.0}, {0.0, 3.0, 0.0}, {0.0, 0.0, 0.0}}, {-1.0, 2.0, 0.0}};
//       const double mu = 0.5;
//       carom_corner corners[CAROM_MAX_CORNERS];
//       int count = 0;
//       if (carom_region_corners(&contact, mu, corners, &count) != CAROM_OK) return 1;
//       // Prints the corners (1.000, -0.500), (1.000, 0.215) and (2.286, -1.143).
//       for (int i = 0; i < count; i++) printf("corner (%.3f, %.3f) N s\n", corners[i].P[0], corners[i].P[1]);
//
//       double ratio = 0.0;
//       if (carom_critical_ratio(&contact, 0.5, 0.0, &ratio) != CAROM_OK) return 1;
//       printf("the slip stops if mu >= %.3f\n", ratio); // 0.444
//
//       carom_params params = carom_params_default();
//       params.e = 0.5;
//       params.mu = mu;
//       carom_result result;
//       bool inside = false;
//       if (carom_collide(&carom_law_routh, &contact, &params, &result) != CAROM_OK) return 1;
//       if (carom_region_contains(&contact, mu, result.P, &inside) != CAROM_OK) return 1;
//       printf("routh: (%.3f, %.3f) N s, %s\n", result.P[0], result.P[1], inside ? "possible" : "not possible");
//       return 0;
//   }
#ifndef CAROM_GEOMETRY_H
#define CAROM_GEOMETRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "carom/carom.h"

CAROM_BEGIN

// ---------------------------------------------------------------------------------------------------------------------
// The accessible region: the impulses that all laws together could return. Chatterjee 1997, 3.4.
//
// It depends on W, v and mu only and is the same for every law. An impulse P of the region lies in the friction cone
// |P_t| <= mu P_n, gains no energy (dE <= 0), and the bodies do not approach afterwards (v_n' >= 0). The region is
// convex.
// - Energy: dE = P.v + P.W P / 2 = 0 is an ellipse (an ellipsoid in 3D) through the origin. Its centre is C = -W^-1 v.
// - Compression: v_n' = 0 is the line (the plane in 3D) W_n.P = -v_n. On it or above it the bodies do not approach.
// - Sticking: v_t' = 0 is a line in 2D and 3D, W_tt P_t + W_nt P_n = -v_t. It meets the compression line or plane at C.
//
// P has three components in all functions; in 2D the third one is not read, and 0 when written.
// ---------------------------------------------------------------------------------------------------------------------

// A line in impulse space.
typedef struct carom_line {
    double point[3];     // a point of the line, N s
    double direction[3]; // unit vector
} carom_line;

// The curves that bound the accessible region.
typedef struct carom_region {
    int dim;           // 2 or 3
    double mu;         // friction coefficient, >= 0
    bool bounded;      // true if W is regular and the energy curve is an ellipse, false if it is a strip without one
                       // centre
    double energy;     // v.W^-1 v / 2, J: the energy lost if all motion stops; infinity if no impulse can stop it
    double centre[3];  // C, N s, where v' = 0; NaN if there is none
    double axes[3][3]; // semi-axes of the ellipse as vectors from C, N s, longest first; infinite along a null vector
    double frictionless[2][3];    // impulses without friction, N s: e = 0 (compression), e = 1 (on the ellipse)
    bool sticks;                  // true: an impulse can stop v_t, so the sticking line exists
    carom_line sticking;          // the line v_t' = 0; NaN if it does not exist
    carom_line compression;       // 2D: the line v_n' = 0
    double compression_normal[3]; // 2D and 3D: v_n' = 0 is compression_normal.P = -v_n, 1/kg
} carom_region;

// Computes the curves that bound the region of one contact. mu >= 0 may be infinite. Returns CAROM_NO_SOLUTION if
// W_nn = 0, and CAROM_OVERFLOW if the frictionless impulse is not finite.
CAROM_API carom_status carom_region_compute(const carom_contact *contact, double mu, carom_region *region);

// The curves (3D: surfaces) that bound the region; bits.
typedef enum carom_boundary {
    CAROM_BOUNDARY_COMPRESSION = 1,   // v_n' = 0
    CAROM_BOUNDARY_ENERGY = 2,        // dE = 0
    CAROM_BOUNDARY_FRICTION_UP = 4,   // P_t = +mu P_n
    CAROM_BOUNDARY_FRICTION_DOWN = 8, // P_t = -mu P_n
    CAROM_BOUNDARY_FRICTION = 12      // either of the two in 2D, the cone |P_t| = mu P_n in 3D
} carom_boundary;

// Computes the interval of s in which P + s d lies in the region. If interval[0] > interval[1], the line misses the
// region. An end may be infinite. `faces` (may be NULL) receives the CAROM_BOUNDARY_* that bounds each end, 0 if
// nothing does. In 3D friction has one face, CAROM_BOUNDARY_FRICTION.
CAROM_API carom_status carom_region_interval(const carom_contact *contact, double mu, const double P[3],
                                             const double d[3], double interval[2], unsigned faces[2]);

// A corner of the region in 2D.
typedef struct carom_corner {
    double P[3];    // impulse, N s
    unsigned meets; // CAROM_BOUNDARY_* bits of the curves that meet here
} carom_corner;

#define CAROM_MAX_CORNERS 6 // largest number of corners

// Computes the corners of the region in 2D, in order around it. `corners` must have room for CAROM_MAX_CORNERS. Between
// two corners that share CAROM_BOUNDARY_ENERGY the boundary is an arc of the ellipse; otherwise it is straight. No
// corner means that the region is empty, because the bodies separate. One corner means that the bodies are at rest, and
// only the origin is possible. Returns CAROM_OVERFLOW, without corners, if two curves meet outside the range of a
// double, and CAROM_WRONG_DIM in 3D.
CAROM_API carom_status carom_region_corners(const carom_contact *contact, double mu, carom_corner *corners, int *count);

// The size of the region.
typedef struct carom_extent {
    double size;       // area in 2D, (N s)^2, or volume in 3D, (N s)^3; infinity if W is singular and nothing bounds it
    double e_most;     // largest v_n' / -v_n in the region; infinity if v_n = 0, NaN if W is singular
    double highest[3]; // the impulse with the largest v_n', N s
} carom_extent;

// Computes the size of the region to ten digits. Close to a singular W in 3D it has fewer digits, or the status is
// CAROM_NOT_CONVERGED after about 100 ms.
CAROM_API carom_status carom_region_extent(const carom_contact *contact, double mu, carom_extent *extent);

// Writes the boundary in 2D as a closed polygon through the corners, with `arc` points along the ellipse on each side.
// It starts on the side of P_t > 0. There are 2 arc + 3 impulses of three numbers each; `count` receives their number.
// `capacity` is the number of impulses that P has room for. Returns CAROM_BAD_VALUE if it is too small, and
// CAROM_NOT_APPLICABLE if the region is unbounded or has no interior.
CAROM_API carom_status carom_region_outline(const carom_contact *contact, double mu, int arc, double *P,
                                            size_t capacity, int *count);

// Writes a face of the region in 3D (COMPRESSION, ENERGY or FRICTION) as (around + 1) x (across + 1) impulses, row by
// row. Row i lies in the half-plane at the angle 2 pi i / around from t1. Its points run from the normal to the rim; on
// the cone they run from the compression plane to the ellipsoid. The rims of two faces are the same points, so the
// three faces form a closed surface. A face that does not exist in a half-plane is reduced to a point of the rim.
// Statuses are those of carom_region_outline.
CAROM_API carom_status carom_region_mesh(const carom_contact *contact, double mu, carom_boundary face, int around,
                                         int across, double *P, size_t capacity);

// Writes to `inside` whether the impulse lies in the region, by the same rules as carom_check.
CAROM_API carom_status carom_region_contains(const carom_contact *contact, double mu, const double P[3], bool *inside);

// The position of an impulse in the region, as the coefficients with which law `accessible` returns it. Every impulse
// of the region has exactly one set of e, f and phi:
//   carom_region_locate(&contact, mu, P, &location);
//   params.e = location.e;
//   params.mu = mu;
//   params.own[CAROM_OWN(f)] = location.f;
//   params.own[CAROM_OWN(phi)] = location.phi;
//   carom_collide(&carom_law_accessible, &contact, &params, &result); // result.P is P
typedef struct carom_location {
    double e;      // v_n' / -v_n, >= 0; above 1 if tangential motion is converted into rebound
    double f;      // share of the friction that is possible at this v_n': [0, 1] in 3D, [-1, 1] in 2D
    double phi;    // 3D: angle from the direction against the slip to that friction, rad, (-pi, pi]; 0 in 2D
    double room;   // the friction impulse for f = 1, N s; 0 if only one impulse has this v_n'
    unsigned face; // the CAROM_BOUNDARY_* that limits this friction: ENERGY or FRICTION; in 2D FRICTION_UP or
                   // FRICTION_DOWN
    double eta;    // Ivanov's coefficient: P = (1 + eta) P*, where P* is the impulse along P that loses most energy;
                   // 1 conserves energy. Also computed outside the region. NaN if P.v >= 0: such a P gains energy
} carom_location;

// Computes the position of an impulse in the region. An impulse that lies outside by rounding (1e-9 of its terms)
// counts as on the boundary. Returns CAROM_NOT_APPLICABLE, and NaN, if P is not in the region, if the bodies separate,
// or if they do not approach but P separates them. Returns this status also for a singular W if the region is unbounded
// in this direction or if v_n' > -v_n.
CAROM_API carom_status carom_region_locate(const carom_contact *contact, double mu, const double P[3],
                                           carom_location *location);

// Computes the line in 2D on which every impulse path ends for params->restitution and params->e. It is line[0] P_n +
// line[1] P_t = line[2]. Returns CAROM_NOT_APPLICABLE, and NaN, if there is no such line, and CAROM_BAD_DIM in 3D.
CAROM_API carom_status carom_region_end_line(const carom_contact *contact, const carom_params *params, double line[3]);

// ---------------------------------------------------------------------------------------------------------------------
// Reach: the impulses that one law returns over its own coefficients, for one contact and one friction. Chatterjee
// 1997, chapter 7.
//
// A law with one coefficient reaches a curve. A law with two or more reaches an area in 2D, and a surface or a body in
// 3D. A carom_cover is large, so do not put it on the stack:
//   carom_reach_range ranges[CAROM_MAX_REACH_RANGES];
//   const int count = carom_reach_ranges(&carom_law_chatterjee1, 0, ranges);
//   static carom_cover cover;
//   carom_reach reach;
//   carom_reach_compute(&carom_law_chatterjee1, &contact, &params, ranges, count, &cover, &reach);
// ---------------------------------------------------------------------------------------------------------------------

// A coefficient of a law and the interval over which it is varied.
typedef struct carom_reach_range {
    carom_param param; // the coefficient
    double low, high;  // ends of the interval, in the unit of the coefficient
} carom_reach_range;

#define CAROM_MAX_REACH_RANGES 4 // coefficients that are varied at once

// Writes the coefficients of the law that can be varied, with their whole ranges, and returns their number. These are
// the ratios between -1 and 1 that the law reads, without friction. Coefficients of the set `held` (CAROM_PARAM_BIT) are left
// out and keep the value in the params. A normal restitution without an upper limit has high = infinity, which means
// the largest v_n' that friction and energy allow. `own` must have room for CAROM_MAX_REACH_RANGES.
CAROM_API int carom_reach_ranges(const carom_law *law, uint64_t held, carom_reach_range *own);

// Computes the impulses over one or two coefficients: (first_steps + 1) x (second_steps + 1) impulses of three numbers
// each, the second coefficient running fastest. If `second` is NULL, they form a curve of first_steps + 1 impulses. An
// impulse is NaN if the law has no result; `answered` receives the number of impulses that are not NaN. `capacity` is
// the number of impulses that P has room for. Returns CAROM_BAD_VALUE if it is too small.
CAROM_API carom_status carom_reach_net(const carom_law *law, const carom_contact *contact, const carom_params *params,
                                       const carom_reach_range *first, int first_steps, const carom_reach_range *second,
                                       int second_steps, double *P, size_t capacity, size_t *answered);

enum { CAROM_MAX_REACH = 512 }; // points of a carom_reach_area

// The area in 2D that a law with two coefficients reaches, by formula.
typedef struct carom_reach_area {
    int count;                    // points of the boundary, in order around it; 0: the law reaches no area
    double P[CAROM_MAX_REACH][3]; // the points, N s; curved pieces consist of many points
    bool corner[CAROM_MAX_REACH]; // true for a corner, false for a point within a piece
    double area;                  // (N s)^2, enclosed by the curved pieces, not by the polygon
    unsigned touches;             // CAROM_BOUNDARY_* bits of the region's curves on which the law also reaches points
                                  // or intervals that are not part of this boundary
    double friction[2][2];        // interval of P_n, N s, that is reached on CAROM_BOUNDARY_FRICTION_UP and _DOWN; NaN:
                                  // none
} carom_reach_area;

// Computes this area. Returns CAROM_NOT_APPLICABLE if no formula is known. This is so if the law has none, W is
// singular, the bodies do not approach, or the law reaches only a line.
CAROM_API carom_status carom_reach_outline(const carom_law *law, const carom_contact *contact,
                                           const carom_params *params, carom_reach_area *outline);

enum { CAROM_COVER_ROWS = 512, CAROM_COVER_COLUMNS = 1024 }; // cells of a carom_cover along P_n and along P_t

// Scratch memory to find an area without a formula. carom divides the ranges of two coefficients into small cells. The
// impulses at the corners of a cell form a quadrilateral, which marks the cells of a raster that it covers.
// Quadrilaterals are refined where they bend.
typedef struct carom_cover {
    double low[2];                                            // P_n and P_t of the first corner of the raster, N s
    double step[2];                                           // size of a cell, N s
    uint64_t row[CAROM_COVER_ROWS][CAROM_COVER_COLUMNS / 64]; // one bit per cell
} carom_cover;

// The impulses that a law reaches.
typedef struct carom_reach {
    int coefficients; // number of coefficients that were varied
    bool exact;       // true if the area is computed by formula, false if by a raster, accurate to three digits
    double area;      // area that is reached in 2D, (N s)^2. It is 0 for a curve and NaN in 3D
    double region;    // size of the accessible region: area, (N s)^2, or in 3D volume, (N s)^3
    double share;     // 2D: share of the accessible region that is reached, 0 to 1; NaN in 3D and if the region has no
                      // area
    double outside;   // area that is reached outside the region in 2D, (N s)^2. It is 0 for a curve and NaN in 3D
    double e_n[2];    // smallest and largest v_n' / -v_n of the results; NaN if v_n = 0
    double dE[2];     // smallest and largest change of energy, J; above 0: the law gains energy
    bool gains;       // true: dE[1] is positive by more than rounding
    long asked;       // number of evaluated sets of coefficients, without those that the law rejects
    long answered;    // number of these with a result
    long left;        // number of these whose impulse lies outside the region
} carom_reach;

// Computes the impulses that a law reaches over `count` coefficients with these intervals. `cover` may be NULL in 3D,
// for one coefficient, and if carom_reach_outline has a formula.
CAROM_API carom_status carom_reach_compute(const carom_law *law, const carom_contact *contact,
                                           const carom_params *params, const carom_reach_range *own, int count,
                                           carom_cover *cover, carom_reach *reach);

// ---------------------------------------------------------------------------------------------------------------------
// The slip hodograph in 3D: how Coulomb friction turns and stops the slip as the normal impulse p grows
//
// With W = [[w, a^T], [a, B]] and the slip u = r e, where e is a unit vector at the angle th:
//   du/dp = a - mu B e,  dv_n/dp = w - mu a.e,
//   dr/dp = f(e) = e.(a - mu B e),  r dth/dp = g(e) = e_perp.(a - mu B e).
// If g = 0, the slip keeps its direction. These invariant directions alone determine whether the slip stops or grows
// forever.
// ---------------------------------------------------------------------------------------------------------------------

// Behaviour of the slip along an invariant direction.
typedef enum carom_invariant_kind {
    CAROM_CONVERGENT = 0, // f < 0: the slip stops
    CAROM_DIVERGENT = 1,  // f > 0: the slip grows
    CAROM_NEUTRAL = 2     // f = 0 up to rounding errors: the slip keeps its speed
} carom_invariant_kind;

// One invariant direction.
typedef struct carom_invariant {
    double e[2];               // unit vector of the slip, (t1, t2)
    double f;                  // dr/dp along it, 1/kg
    double turn;               // dg/dth there, 1/kg: < 0 attracts nearby directions, > 0 repels them
    double D;                  // dv_n/dp along it, 1/kg: < 0 drives the bodies together
    carom_invariant_kind kind; // kind of the direction, by the sign of f
} carom_invariant;

// The invariant directions, and the behaviour of a slip that has stopped.
typedef struct carom_hodograph {
    int count;                    // number of invariant directions: 2 or 4, 3 if two of them merge, 0 if `everywhere`
    bool everywhere;              // true: every direction is invariant (B isotropic, no coupling); count is 0
    carom_invariant direction[4]; // the invariant directions, counterclockwise
    double mu_critical;           // |B^-1 a|: the smallest friction with which a contact sticks after its slip has
                                  // stopped
    bool holds;                   // true: mu_static >= mu_critical, so a stopped slip sticks
    double hold[2];               // tangential impulse per normal impulse while it sticks, -B^-1 a
    double escape[2];             // unit vector in which a stopped slip starts if it does not stick; otherwise zero
} carom_hodograph;

// Computes the hodograph of a 3D contact, whose v is not used, for 0 <= mu <= mu_static with a finite mu. Off-diagonal
// entries of W up to 1e-12 of its diagonal count as zero, since they may be rounding errors, and do not turn the slip.
// Returns CAROM_WRONG_DIM in 2D and CAROM_COEFFICIENT_RANGE for other mu or mu_static.
CAROM_API carom_status carom_hodograph_compute(const carom_contact *contact, double mu, double mu_static,
                                               carom_hodograph *hodograph);

// ---------------------------------------------------------------------------------------------------------------------
// Critical numbers: the directions of W, and the friction coefficients at which a contact changes its behaviour
//
// They depend on W, v, e and mu only and are the same for every law. Off-diagonal entries of W up to 1e-12 sqrt(W_ii
// W_jj) are treated as rounding errors: they define no direction and no coupling.
// ---------------------------------------------------------------------------------------------------------------------

// When the slip ends in 2D if friction opposes it, for an approach v_n < 0 and Poisson's restitution. Wang & Mason
// 1992, table 1.
typedef enum carom_slip_end {
    CAROM_SLIP_END_NONE = 0,        // there is no slip before the impact; always in 3D, where it is not computed
    CAROM_SLIP_END_AT_ONCE = 1,     // mu is infinite
    CAROM_SLIP_END_NEVER = 2,       // friction cannot brake the slip: mu B1 + s B3 <= 0
    CAROM_SLIP_END_COMPRESSION = 3, // the slip ends in compression: P_d < P_q
    CAROM_SLIP_END_RESTITUTION = 4, // the slip ends in restitution: P_q <= P_d < (1 + e) P_q
    CAROM_SLIP_END_OUTLASTS = 5     // not before the impact ends: P_d >= (1 + e) P_q
} carom_slip_end;

// The critical numbers of a contact.
typedef struct carom_critical {
    double eigenvalue[3];   // eigenvalues of W, 1/kg, largest first; zero if below the rounding of the largest
    double direction[3][3]; // row k: unit eigenvector of eigenvalue k; its first component that is not zero is positive
    double mu_hold;         // smallest friction with which a contact sticks after its slip has stopped: |T^-1 w|;
                            // infinite if it always slips
    double mu_c;            // Painleve's critical friction: W_nn / |w|; infinite without coupling

    // Numbers of Wang & Mason 1992, (32)-(36), in 2D. In their notation B1 = W_tt, B2 = W_nn, B3 = -W_nt, C0 = v_n and
    // S0 = v_t. The three ratios mu_s, mu_q and mu_d have no unit. mu_q and mu_d are slopes P_t / P_n in impulse space.
    // They correspond to a friction coefficient of -s times the slope. All are 0 in 3D.
    double s;                // sign of S0; 1 without slip
    double mu_s;             // -B3 / B1
    double mu_q;             // (B2 S0 + B3 C0) / (B3 S0 + B1 C0): the slip ends with compression
    double mu_d;             // (B2 S0 + (1 + e) B3 C0) / (B3 S0 + (1 + e) B1 C0): the slip ends with the impact
    double P_d;              // (B2 + s mu B3) s S0, m/(kg s)
    double P_q;              // -(mu B1 + s B3) C0, m/(kg s)
    double braking;          // mu B1 + s B3, 1/kg: slip speed lost per normal impulse
    carom_slip_end slip_end; // when the slip ends
    double F_star; // normal impulse at which the slip would stop, |v_t| / braking, N s, even if the impact ends before;
                   // infinite if the slip never stops, because it grows. Shen & Townsend 1998, (12)-(17)
} carom_critical;

// Computes the critical numbers. e is Poisson's restitution, mu >= 0 the friction while sliding; mu may be infinite.
// Returns CAROM_COEFFICIENT_RANGE for a negative or NaN mu and for an e that is not finite. All members are filled by
// their formulas even then, and those that depend on W and v only are valid.
CAROM_API carom_status carom_critical_compute(const carom_contact *contact, double e, double mu,
                                              carom_critical *critical);

// Computes |P_t| / P_n of the impulse that reverses v_n by e and v_t by e_t (e_t = 0 stops the slip). The ratio is
// infinite if this impulse does not push. Returns CAROM_NOT_APPLICABLE, and NaN, if W is singular and there is no such
// impulse.
CAROM_API carom_status carom_critical_ratio(const carom_contact *contact, double e, double e_t, double *ratio);

CAROM_END

#endif
