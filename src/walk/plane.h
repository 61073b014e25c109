// Routh's construction in 2D: a point moves in impulse space along straight pieces between events. A restitution
// hypothesis (walk/stop.h) ends it.
//
//   piece     slipping        d = (1, -mu s),    s = sign of the slip
//             held            d = (1, -W_nt/W_tt)
//             mu = infinity   d = (0, -s): the limit, all friction at once
//   rates     dv/dl = W d, constant on a piece; l is the normal impulse (for mu = infinity: the tangential one)
//   events    the slip ends; compression ends (v_n = 0); the end of the impact
//   ties      the end of a phase comes before the end of the slip. A slip that ends exactly at maximum compression
//             therefore ends in restitution, and one that ends exactly at the end of the impact has slid all the way
#ifndef CAROM_SRC_PLANE_H
#define CAROM_SRC_PLANE_H

#include <stdbool.h>

#include "carom/carom.h"

// The current point of the path.
typedef struct carom_walk {
    const carom_contact *c;
    double P[2], v[2];
    double slip;     // sign of the slip; 0 while held
    double d[2];     // direction of the current piece
    double rate[2];  // W d
    double l, l_c;   // distance l on this piece, and its value at the end of compression (0 if that was earlier)
    double P_c[2];   // impulse at the end of compression
    double work;     // normal work so far
    double absorbed; // -int v_n dl in compression
    double released; // int v_n dl since the end of compression, as its own sum: a difference would lose the digits of a
                     // small e
    bool compressing;
    bool singular; // W is singular
    bool in_range; // W is singular and v lies in its range, so that slip and compression end together
} carom_walk;

// Follows the path of a 2D contact (v_n <= 0, W_nn > 0) to its end. `path` may be NULL. Fills P, Pc, mode and the work.
carom_status carom_walk_plane(const carom_contact *contact, const carom_params *params, carom_path *path,
                              carom_result *outcome);

#endif
