// Defines the report of a rank to the next above it: its blocks, including those of the ranks below, and their summary.
#ifndef CAROM_SWEEP_PROGRESS_MESSAGE_H
#define CAROM_SWEEP_PROGRESS_MESSAGE_H

#include "mods/sweep/summary.h"

// Consecutive blocks.
typedef struct carom_blocks {
    uint64_t first, count;
} carom_blocks;

// The number of runs of blocks in a report. Runs are joined when gaps close, so few are used; a full report is sent.
enum { CAROM_MESSAGE_RUNS = 256 };

typedef struct carom_progress_message {
    uint64_t asks;  // 1: the rank has no more work
    uint64_t busy;  // number of ranks, itself and those below, that are still working
    uint64_t error; // errno of a failure; the summary is then not used
    uint64_t stop;  // 1: it received a signal
    uint64_t runs;
    carom_blocks run[CAROM_MESSAGE_RUNS];
    uint64_t summary[]; // its length is determined by the study
} carom_progress_message;

size_t carom_progress_message_bytes(const carom_summary_shape *shape);
void carom_progress_message_clear(const carom_study *study, const carom_summary_shape *shape,
                                  carom_progress_message *report);

// Adds these blocks. Returns false if there is no space for another run.
bool carom_progress_message_name(carom_progress_message *report, carom_blocks blocks);

// Merge `other` into `report`, and check that there is space for its runs.
bool carom_progress_message_room(const carom_progress_message *report, const carom_progress_message *other);
void carom_progress_message_merge(const carom_study *study, const carom_summary_shape *shape,
                                  carom_progress_message *report, const carom_progress_message *other);

#endif
