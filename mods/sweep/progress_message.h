// What one rank tells the next above it: which blocks it has, its own and those of the ranks below, and their summary.
#ifndef CAROM_SWEEP_TIDINGS_H
#define CAROM_SWEEP_TIDINGS_H

#include "mods/sweep/summary.h"

// Blocks one after another.
typedef struct carom_blocks {
    uint64_t first, count;
} carom_blocks;

// Runs of blocks a report can name. They join as their gaps fill, so few are used; a rank whose report is full sends it.
enum { CAROM_TIDINGS_RUNS = 256 };

typedef struct carom_progress_message {
    uint64_t asks;  // 1: the rank is out of work
    uint64_t busy;  // how many ranks, it and those below, still work on something
    uint64_t error; // errno of what failed; the summary is then not used
    uint64_t stop;  // 1: a signal reached it
    uint64_t runs;
    carom_blocks run[CAROM_TIDINGS_RUNS];
    uint64_t summary[]; // as long as the study's shape says
} carom_progress_message;

size_t carom_progress_message_bytes(const carom_summary_shape *shape);
void carom_progress_message_clear(const carom_study *study, const carom_summary_shape *shape,
                                  carom_progress_message *report);

// Names these blocks too. False: there is no room for one more run.
bool carom_progress_message_name(carom_progress_message *report, carom_blocks blocks);

// Everything of `other` into `report`; only if there is room for its runs.
bool carom_progress_message_room(const carom_progress_message *report, const carom_progress_message *other);
void carom_progress_message_merge(const carom_study *study, const carom_summary_shape *shape,
                                  carom_progress_message *report, const carom_progress_message *other);

#endif
