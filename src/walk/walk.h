// Routh's construction in space: the slip follows the hodograph, piece by piece, until it dies or the impact ends.
//
//   pieces    curved: a power series (piece.h)
//             straight: slip along an invariant direction, no friction, or a held slip
//   events    v_n rises through zero (greatest compression), v_n falls through zero again (compression resumes),
//             the stop, the slip dies
//   stops     walk/stop.h
//   ties      as in the plane: the end of a phase comes before the end of the slip
#ifndef CAROM_SRC_WALK_H
#define CAROM_SRC_WALK_H

#include "carom/carom.h"
#include "walk/bracket.h"
#include "walk/piece.h"
#include "walk/stop.h"

typedef struct carom_space_walk {
    const carom_contact *c;
    const carom_stop *stop;
    carom_path *path;
    double e, mu, mu_static; // mu_static is mu itself where that is left out
    carom_flow flow;
    carom_walk_point at;
    bool compressing;
    double l_c, P_c[3]; // at the latest greatest compression
    double base;        // int v_n dl up to where `work` counts from
    double mark;        // `work` where the present phase began: compression, or what follows it
    double absorbed;    // work taken up in the compressions that are over
    double released;    // work given back in the phases between them that are over
    int expansions;     // series expanded
    int evaluations;    // points computed on them
    int most;           // of both together
    double residual;    // largest distance of the slip followed from v + W P, relative
} carom_space_walk;

typedef enum carom_walk_state {
    CAROM_WALK_GOES_ON,    // the piece is over, the slip is not
    CAROM_WALK_NEW_PIECE,  // the piece is left for a new one from here
    CAROM_WALK_SLIP_DIES,  // r = 0
    CAROM_WALK_ENDED,      // the stop is reached
    CAROM_WALK_NEVER_ENDS, // no stop, however long the piece
    CAROM_WALK_LOST        // the arithmetic failed
} carom_walk_state;

// What an event waits for: a function of the path that rises through zero there, and its slope in l where v_n rises at
// this rate.
typedef enum carom_awaited { CAROM_RISES, CAROM_FALLS, CAROM_STOPS } carom_awaited;

double carom_walk_value(const carom_space_walk *walk, const carom_walk_point *place, carom_awaited what);
double carom_walk_slope(const carom_space_walk *walk, const carom_walk_point *place, carom_awaited what, double rate);

// What Newton's step is to be taken times: the work released grows from greatest compression on like a square, so Newton
// takes its root. With s^2 the work and s_e^2 the work awaited, (s - s_e)/s' is (s^2 - s_e^2)/(s^2)' times this.
double carom_walk_straightened(const carom_space_walk *walk, carom_awaited what, double value);

// A point of a piece that starts where the walk is.
carom_walk_point carom_walk_point_of(const carom_space_walk *walk, const carom_piece_point *point);

// Compression ends at this place.
void carom_walk_end_compression(carom_space_walk *walk, const carom_walk_point *place);

// The walk goes on from this place, and work counts from here: what is released by and by is then not the small
// difference of large works.
void carom_walk_rebase(carom_space_walk *walk, const carom_walk_point *place);

void carom_walk_add_point(const carom_space_walk *walk, const carom_walk_point *place, carom_event event);

// The most work of one walk, series and points on them together (outcome->evaluations): a walk that is not done by then
// answers CAROM_NOT_CONVERGED. Each takes at most some 2 us, so a walk ends within a millisecond or two.
// 1000: the worst of 3e5 random walks took 204, two invariant directions about to merge.
#define CAROM_MAX_EVALUATIONS 1000

// Walks a spatial contact (v_n <= 0, W_nn > 0) to its end. `path` may be NULL. Fills P, Pc, mode, the work, the number
// of series and of their evaluations, and the residual: the slip of the series against v + W P.
carom_status carom_walk_space(const carom_contact *contact, const carom_params *params, carom_path *path,
                              carom_result *outcome);

// The same with another bound on the work.
carom_status carom_walk_space_within(int most, const carom_contact *contact, const carom_params *params,
                                     carom_path *path, carom_result *outcome);

// The parts of a walk, for those who follow the curved pieces in their own way.

// From rest on: held, or slipping in the one direction that keeps itself going. `slipped`: the slip has just died.
carom_walk_state carom_walk_from_rest(carom_space_walk *walk, bool slipped, carom_mode *mode);

// How far the slip followed is from v + W P, relative to the terms of the latter.
double carom_walk_mismatch(const carom_space_walk *walk);

#endif
