// One path follower of batch/space_paths.h: an item of a block, followed piece by piece. Its series are computed
// together with those of others. It requests the series that it needs and reads the results from its own column.
#ifndef CAROM_SRC_SPACE_PATH_H
#define CAROM_SRC_SPACE_PATH_H

#include "batch/block.h"
#include "batch/lane_series.h"
#include "walk/walk.h"

typedef enum carom_walker_task {
    CAROM_WALKER_IDLE,    // has no item
    CAROM_WALKER_TAYLOR,  // on a Taylor piece
    CAROM_WALKER_TO_ROOT, // on all of the remaining slip, around the direction to which it turns
} carom_walker_task;

typedef struct carom_walker {
    // The item that is solved.
    size_t item;
    carom_contact contact;
    carom_space_walk walk; // `at` is the start of the present piece
    int pieces;
    bool far; // the direction to which the slip turns is too far away for a series
    // Quantities of the present series.
    carom_walker_task task;
    carom_view view;
    double G[5], h;                       // polynomial G and unit h, as in walk/piece.h
    double y0;                            // y at the start; on a piece to a root, t y
    double k, R0, whole[CAROM_INTEGRALS]; // on a piece to a root: the exponent, R at the start, and the sums at tau = 1
    bool firm;                            // on a piece to a root: k is accurate to all but two digits
    // The event that is searched.
    carom_walk_point end; // the end of the piece, at clock = reach
    double end_dl;        // dl/dclock there, where `clock` is the parameter of the piece
    double reach, clock;
    carom_bracket in;
    int looks;
    bool seeking; // the awaited event is on this piece
    bool last;    // the awaited event lies at the parameter `clock`
} carom_walker;

// Starts item i. Returns false if path followers do not handle it.
bool carom_walker_begin(carom_walker *walker, const carom_block *block, size_t i, carom_restitution restitution);

// Requests the next series. Returns false if there is none; the item is then left to carom_collide.
bool carom_walker_ask(carom_walker *walker, carom_lane_series *series, int lane);

// Reads how far the finished series is accurate.
void carom_walker_start_piece(carom_walker *walker, const carom_lane_series *series, int lane);

// Returns the tau at which the sums are needed: the point of its search, or the end of a new piece.
double carom_walker_tau(const carom_walker *walker);

// Uses the finished sums to evaluate the end of a new piece, or the point of the search. When the item is solved,
// stores its result in the block and becomes idle.
void carom_walker_reach_end(carom_walker *walker, const carom_block *block, const carom_lane_series *series, int lane);
void carom_walker_look(carom_walker *walker, const carom_block *block, const carom_lane_series *series, int lane);

#endif
