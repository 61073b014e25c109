// Routh's construction in space: the slip follows the hodograph, piece by piece, until it dies or the impact ends.
//
//   pieces    curved: a power series (series.h)
//             straight: slip along an invariant direction, no friction, or a held slip
//   events    v_n rises through zero (greatest compression), v_n falls through zero again (compression resumes),
//             the stop, the slip dies
//   stops     walk/stop.h
//   ties      as in the plane: the end of a phase comes before the end of the slip
#ifndef CAROM_SRC_WALK_SPACE_H
#define CAROM_SRC_WALK_SPACE_H

#include "walk/events.h"

// The most work of one walk, series and points on them together (outcome->evaluations): a walk that is not done by then
// answers CAROM_NOT_CONVERGED. Each takes at most some 2 us, so a walk ends within a millisecond or two.
// 1000: the worst of 3e5 random walks took 204, two invariant directions about to merge.
#define CAROM_MOST_EVALUATIONS 1000

// Walks a spatial contact (v_n <= 0, W_nn > 0) to its end. `path` may be NULL. Fills P, Pc, mode, the work, the number
// of series and of their evaluations, and the residual: the slip of the series against v + W P.
carom_status carom_walk_space(const carom_contact *contact, const carom_params *params, carom_path *path,
                              carom_outcome *outcome);

// The same with another bound on the work.
carom_status carom_walk_space_within(int most, const carom_contact *contact, const carom_params *params,
                                     carom_path *path, carom_outcome *outcome);

// The parts of a walk, for those who follow the curved pieces in their own way.

// From rest on: held, or slipping in the one direction that keeps itself going. `slipped`: the slip has just died.
carom_walk_state carom_walk_from_rest(carom_space_walk *walk, bool slipped, carom_mode *mode);

// How far the slip followed is from v + W P, relative to the terms of the latter.
double carom_walk_mismatch(const carom_space_walk *walk);

#endif
