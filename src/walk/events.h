// What happens on a piece of the spatial path: compression ends, resumes, the stop is reached.
#ifndef CAROM_SRC_EVENTS_H
#define CAROM_SRC_EVENTS_H

#include "carom/law.h"
#include "walk/series.h"
#include "walk/stop.h"

// A point of the path.
typedef struct carom_place {
    double l;       // clock: the normal impulse, or the length of P_t for infinite friction
    double P[3];    // impulse so far
    double v_n;     // normal velocity
    double e[2], r; // slip
    double work;    // int v_n dl since the walk's base
} carom_place;

typedef struct carom_space_walk {
    const carom_contact *c;
    const carom_params *p;
    const carom_stop *stop;
    carom_path *path;
    carom_flow flow;
    carom_place at;
    bool compressing;
    double near_rest;           // for a v in the range of a singular W: slower slip than this tells v_n = x.u
    double l_c, P_c[3];         // at the latest greatest compression
    double base;                // int v_n dl up to where `work` counts from
    double mark;                // `work` where the present phase began: compression, or what follows it
    double absorbed;            // work taken up in the compressions that are over
    double released;            // work given back in the phases between them that are over
    double root[4][2], turn[4]; // invariant directions, and dg/dth there
    int roots;                  // how many; -1 when all are
    bool roots_known;
    int expansions;  // series expanded
    int evaluations; // points computed on them
    int most;        // of both together; 0 is no limit
    double residual; // largest distance of the slip followed from v + W P, relative
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

double carom_walk_value(const carom_space_walk *walk, const carom_place *place, carom_awaited what);
double carom_walk_slope(const carom_space_walk *walk, const carom_place *place, carom_awaited what, double rate);

// Where an event is sought: between these clocks. `high` may be infinite.
typedef struct carom_bracket {
    double low, high;
} carom_bracket;

// One step of the search from a clock with this value: Newton's, or where that would leave the bracket half the way, or
// twice as far where there is no end. Returns the next clock; *last if it is the event's.
double carom_bracket_step(carom_bracket *bracket, double clock, double value, double newton, bool *last);

// A point of a piece that starts where the walk is.
carom_place carom_walk_place(const carom_space_walk *walk, const carom_series_point *point);

// Compression ends at this place.
void carom_walk_end_compression(carom_space_walk *walk, const carom_place *place);

// The walk goes on from this place, and work counts from here: what is released by and by is then not the small
// difference of large works.
void carom_walk_rebase(carom_space_walk *walk, const carom_place *place);

// A singular W can tie v_n to the slip, v_n - x.u = const: where the slip dies v_n is then known without the path, and
// exactly zero for a v in the range of W.
void carom_walk_settle(const carom_space_walk *walk, const carom_hold *hold, carom_place *place);

// dv_n/dl for slip along e.
double carom_normal_rate(const carom_space_walk *walk, const double e[2]);

void carom_walk_add_point(const carom_space_walk *walk, const carom_place *place, carom_event event);

// Walks a series to its end, or to the stop.
carom_walk_state carom_walk_series(carom_space_walk *walk, const carom_series *series);

// Walks along d with dv_n/dl = rate and dr/dl = f until the slip dies, or the stop.
carom_walk_state carom_walk_straight(carom_space_walk *walk, const double d[3], double rate, double f);

#endif
