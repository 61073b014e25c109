// What a law reaches: the impulses it answers over its own coefficients, for one contact and one friction. Chatterjee
// 1997, chapter 7. A law with one coefficient reaches a curve; one with two or more an area of the plane, in space a
// surface or a body. region.h has what all laws together could reach.
//
//   carom_reach_range own[CAROM_MAX_REACH_RANGES];
//   int count = carom_reach_ranges(&carom_law_chatterjee1, 0, own);
//   carom_cover *cover = malloc(sizeof *cover);                             // the caller's: it is large
//   carom_reach reach;
//   carom_reach_compute(&carom_law_chatterjee1, &contact, &params, own, count, cover, &reach);  // reach.share, reach.area
#ifndef CAROM_REACH_H
#define CAROM_REACH_H

#include <stdbool.h>
#include <stdint.h>

#include "carom/law.h"
#include "carom/region.h"

CAROM_BEGIN

// A coefficient of a law and the stretch it is asked over.
typedef struct carom_reach_range {
    carom_param param;
    double low, high;
} carom_reach_range;

#define CAROM_MAX_REACH_RANGES 4

// The law's own: ratios between -1 and 1 that it reads, over all it takes; not friction, and not those of the set `held`
// (CAROM_PARAM_BIT), which stay as the parameters have them. A normal restitution without an upper end has high =
// infinity, which stands for the highest v_n' that friction and energy allow. Returns how many.
CAROM_API int carom_reach_ranges(const carom_law *law, uint64_t held, carom_reach_range *own);

// The impulses over one coefficient, or two: (first_steps + 1) times (second_steps + 1) of three numbers each, the second
// running fastest; with `second` NULL a curve of first_steps + 1. NaN where the law has no answer; `answered` counts the
// others. `capacity` is how many impulses P has room for; CAROM_BAD_VALUE if too few.
CAROM_API carom_status carom_reach_net(const carom_law *law, const carom_contact *contact, const carom_params *params,
                                       const carom_reach_range *first, int first_steps, const carom_reach_range *second,
                                       int second_steps, double *P, size_t capacity, size_t *answered);

// The area of the plane that a law with two coefficients reaches, by formula.
enum { CAROM_REACH_ROOM = 512 };
typedef struct carom_reach_area {
    int count;                     // points of the boundary, in order around it; 0: it reaches no area
    double P[CAROM_REACH_ROOM][3]; // curved pieces are followed by many points
    bool corner[CAROM_REACH_ROOM]; // a corner, or a point in the middle of a piece
    double area;                   // (N s)^2: of the curved pieces, not of the polygon
    unsigned also; // CAROM_BOUNDARY_* on which it reaches single points or stretches outside of the boundary too
    double friction[2][2]; // of CAROM_BOUNDARY_FRICTION_UP and _DOWN: the stretch of P_n it reaches there; NaN: none
} carom_reach_area;

// CAROM_NOT_APPLICABLE if no formula is known: the law has none, W is singular, nothing approaches, what it reaches is a
// line.
CAROM_API carom_status carom_reach_outline(const carom_law *law, const carom_contact *contact,
                                           const carom_params *params, carom_reach_area *outline);

// Room to find an area without a formula: the law's impulses, laid out as small quadrilaterals of two coefficients and
// refined where they bend, mark the cells of a raster.
enum { CAROM_COVER_ROWS = 512, CAROM_COVER_COLUMNS = 1024 };
typedef struct carom_cover {
    double low[2], step[2]; // P_n, P_t of the raster's corner; size of a cell
    uint64_t row[CAROM_COVER_ROWS][CAROM_COVER_COLUMNS / 64];
} carom_cover;

typedef struct carom_reach {
    int coefficients; // it was asked over
    bool exact;       // the area is by formula; else by a raster, good to three digits
    double area;      // plane: what it reaches, (N s)^2; 0 for a curve; NaN in space
    double region;    // the accessible region: area, in space volume
    double share;     // plane: of the accessible region that it reaches; NaN in space and where the region has no area
    double outside;   // plane: area it reaches outside of the region; 0 for a curve
    double e_n[2];    // least and largest v_n'/-v_n it answers; NaN where v_n = 0
    double dE[2];     // most lost and least lost, J; above 0: it gains
    bool gains;       // dE[1] is above rounding
    long asked, answered, left; // problems; those it answered; those whose impulse lies outside of the region
} carom_reach;

// `cover` may be NULL in space, for one coefficient, and where there is an outline.
CAROM_API carom_status carom_reach_compute(const carom_law *law, const carom_contact *contact,
                                           const carom_params *params, const carom_reach_range *own, int count,
                                           carom_cover *cover, carom_reach *reach);

// The properties of a law that Chatterjee 1997, 2.1.3, hopes for, as far as they can be counted or computed. The others
// are its promises and dims (law.h), its cards (card.h), and judgements.
typedef struct carom_properties {
    bool reverses, keeps; // a sphere's slip, over the law's coefficients: some turn it round, some do not
    int coefficients;     // of its own
    bool friction;        // and mu
    double share;         // of the accessible region of a generic collision, W = [1, 0.45; 0.45, 1.1], v = (-1, -0.65),
                          // mu = 0.55: 0 for a curve, NaN if it does not answer that
} carom_properties;
CAROM_API carom_status carom_law_properties(const carom_law *law, carom_cover *cover, carom_properties *properties);

CAROM_END

#endif
