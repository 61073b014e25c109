// Routh's construction in 3D: the slip follows the hodograph, piece by piece, until it ends or the impact ends.
//
//   pieces    curved: a power series (piece.h)
//             straight: slip along an invariant direction, no friction, or a held slip
//   events    v_n rises through zero (maximum compression), v_n falls through zero again (compression resumes),
//             the impact ends, the slip ends
//   end       by a restitution hypothesis (walk/stop.h)
//   ties      as in 2D: the end of a phase comes before the end of the slip
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
    double e, mu, mu_static; // mu_static is mu if it is omitted
    carom_flow flow;
    carom_walk_point at;
    bool compressing;
    double l_c, P_c[3]; // at the last maximum compression
    double base;        // int v_n dl up to the point from which `work` counts
    double mark;        // `work` at the start of the present phase: compression, or the phase after it
    double absorbed;    // work absorbed in the compressions that are over
    double released;    // work released in the phases between them that are over
    int expansions;     // number of series expanded
    int evaluations;    // number of points computed on them
    int most;           // limit of both together
    double residual;    // largest relative difference of the slip and v + W P
} carom_space_walk;

typedef enum carom_walk_state {
    CAROM_WALK_GOES_ON,    // the piece has ended, the slip has not
    CAROM_WALK_NEW_PIECE,  // the piece is replaced by a new one from here
    CAROM_WALK_SLIP_DIES,  // r = 0
    CAROM_WALK_ENDED,      // the end of the impact is reached
    CAROM_WALK_NEVER_ENDS, // the piece never ends
    CAROM_WALK_LOST        // the arithmetic failed
} carom_walk_state;

// A function of the path that rises through zero at the awaited event. Its slope in l is given for a v_n that rises at
// this rate.
typedef enum carom_awaited { CAROM_RISES, CAROM_FALLS, CAROM_STOPS } carom_awaited;

double carom_walk_value(const carom_space_walk *walk, const carom_walk_point *place, carom_awaited what);
double carom_walk_slope(const carom_space_walk *walk, const carom_walk_point *place, carom_awaited what, double rate);

// Returns the factor of a Newton step. The released work grows quadratically from maximum compression, so Newton's
// method is applied to its square root. Let s^2 be the work and s_e^2 the awaited work. Then (s - s_e)/s' is (s^2 -
// s_e^2)/(s^2)' times this factor.
double carom_walk_straightened(const carom_space_walk *walk, carom_awaited what, double value);

// Returns a point of a piece that starts at the current point of the path.
carom_walk_point carom_walk_point_of(const carom_space_walk *walk, const carom_piece_point *point);

// Ends compression at this point.
void carom_walk_end_compression(carom_space_walk *walk, const carom_walk_point *place);

// Continues from this point, and counts work from here. The released work is then not a small difference of large
// numbers.
void carom_walk_rebase(carom_space_walk *walk, const carom_walk_point *place);

void carom_walk_add_point(const carom_space_walk *walk, const carom_walk_point *place, carom_event event);

// Limit of the work of one path: the number of series and of points on them together (result->evaluations). A path that
// exceeds it returns CAROM_NOT_CONVERGED. Each series or point takes at most about 2 µs, so a path takes at most one or
// two milliseconds. The largest number in 3e5 random paths was 204, where two invariant directions nearly coincided.
#define CAROM_MAX_EVALUATIONS 1000

// Follows the path of a 3D contact (v_n <= 0, W_nn > 0) to its end. `path` may be NULL. Fills P, Pc, mode, the work,
// the number of series and of their evaluations, and the residual. The residual compares the slip of the series with v
// + W P.
carom_status carom_walk_space(const carom_contact *contact, const carom_params *params, carom_path *path,
                              carom_result *outcome);

// Follows the path with a limit of `most` series and evaluations instead of CAROM_MAX_EVALUATIONS.
carom_status carom_walk_space_within(int most, const carom_contact *contact, const carom_params *params,
                                     carom_path *path, carom_result *outcome);

// Functions for callers that follow the curved pieces themselves.

// Continues from rest: held, or slipping in the only direction that sustains itself. `slipped` is true if the slip has
// just ended.
carom_walk_state carom_walk_from_rest(carom_space_walk *walk, bool slipped, carom_mode *mode);

// Returns the difference of the slip and v + W P, relative to the terms of the latter.
double carom_walk_mismatch(const carom_space_walk *walk);

#endif
