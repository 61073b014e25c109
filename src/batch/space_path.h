// One walker of batch/space_paths.h: an item of a block, followed piece by piece. Its series are computed elsewhere,
// together with those of others; it says what it needs of them and reads the answer from its own lane.
#ifndef CAROM_SRC_WALKER_H
#define CAROM_SRC_WALKER_H

#include "batch/block.h"
#include "batch/lane_series.h"
#include "walk/walk.h"

typedef enum carom_walker_task {
    CAROM_WALKER_IDLE,    // without an item
    CAROM_WALKER_TAYLOR,  // on a Taylor piece
    CAROM_WALKER_TO_ROOT, // on all the rest of the slip, around the direction it turns to
} carom_walker_task;

typedef struct carom_walker {
    // Its item.
    size_t item;
    carom_contact contact;
    carom_space_walk walk; // `at` is where the present piece starts
    int pieces;
    bool far; // the direction ahead is out of reach from here
    // Its series.
    carom_walker_task task;
    carom_view view;
    double G[5], h;                       // as in walk/piece.h
    double y0;                            // y at the start; to a root t y
    double k, R0, whole[CAROM_INTEGRALS]; // to a root: the exponent, R at the start, the sums at tau = 1
    bool firm;                            // ... and k is known to all but two digits
    // Its event.
    carom_walk_point end; // of the piece, at clock = reach
    double end_dl;        // dl/dclock there
    double reach, clock;
    carom_bracket in;
    int looks;
    bool seeking; // the event awaited is on this piece
    bool last;    // ... and at `clock`
} carom_walker;

// Starts on item i. False if it is not for walkers.
bool carom_walker_begin(carom_walker *walker, const carom_block *block, size_t i, carom_restitution restitution);

// Asks for its next series. False if there is none for walkers; the item is then left to carom_collide.
bool carom_walker_ask(carom_walker *walker, carom_lane_series *series, int lane);

// The series is there: how far it reaches.
void carom_walker_start_piece(carom_walker *walker, const carom_lane_series *series, int lane);

// tau where it wants the sums: where it seeks, or at the end of a new piece.
double carom_walker_tau(const carom_walker *walker);

// The sums are there: it looks at the end of a new piece, or where it seeks. Gives its answer to the block, and is
// idle, when it has one.
void carom_walker_reach_end(carom_walker *walker, const carom_block *block, const carom_lane_series *series, int lane);
void carom_walker_look(carom_walker *walker, const carom_block *block, const carom_lane_series *series, int lane);

#endif
