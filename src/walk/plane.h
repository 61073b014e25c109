// Routh's construction in the plane as one machine: a point moves in impulse space along straight pieces until an
// event. What ends it is a stop (walk/stop.h).
//
//   piece     slipping        d = (1, -mu s),    s = sign of the slip
//             held            d = (1, -W_nt/W_tt)
//             mu = infinity   d = (0, -s): the limit, all friction at once
//   rates     dv/dl = W d, constant on a piece; l is the normal impulse (for mu = infinity: the tangential one)
//   events    the slip dies; compression ends (v_n = 0); the stop is reached
//   ties      the end of a phase comes before the end of the slip, so a slip that dies exactly at greatest compression
//             dies in restitution, and one that dies exactly at the end has slid all the way
#ifndef CAROM_SRC_PLANE_H
#define CAROM_SRC_PLANE_H

#include <stdbool.h>

#include "carom/carom.h"

// Where the walk is.
typedef struct carom_walk {
    const carom_contact *c;
    double P[2], v[2];
    double slip;     // sign of the slip; 0 while held
    double d[2];     // direction of the current piece
    double rate[2];  // W d
    double l, l_c;   // clock on this piece, and where compression ended on it (0 if earlier)
    double P_c[2];   // impulse at the end of compression
    double work;     // normal work so far
    double absorbed; // -int v_n dl in compression
    double released; // int v_n dl since, by itself: as a difference it would lose the digits of a small e
    bool compressing;
    bool singular; // W is singular ...
    bool in_range; // ... and v lies in its range: slip and compression end together
} carom_walk;

// Walks a planar contact (v_n <= 0, W_nn > 0) to its end. `path` may be NULL. Fills P, Pc, mode and the work.
carom_status carom_walk_plane(const carom_contact *contact, const carom_params *params, carom_path *path,
                              carom_result *outcome);

#endif
