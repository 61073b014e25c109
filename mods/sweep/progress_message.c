#include "mods/sweep/progress_message.h"

size_t carom_progress_message_bytes(const carom_summary_shape *shape) {
    return sizeof(carom_progress_message) + shape->words * sizeof(uint64_t);
}

void carom_progress_message_clear(const carom_study *study, const carom_summary_shape *shape,
                                  carom_progress_message *report) {
    report->asks = report->busy = report->error = report->stop = report->runs = 0;
    carom_summary_clear(study, shape, report->summary);
}

bool carom_progress_message_name(carom_progress_message *report, carom_blocks blocks) {
    // Remove runs that touch the new one, and add them again joined with it.
    for (uint64_t k = 0; k < report->runs;) {
        const carom_blocks run = report->run[k];
        const bool before = run.first + run.count == blocks.first, after = blocks.first + blocks.count == run.first;
        if (before || after) {
            blocks = (carom_blocks){before ? run.first : blocks.first, run.count + blocks.count};
            report->run[k] = report->run[--report->runs];
        }
        k = before || after ? 0 : k + 1;
    }
    if (report->runs == CAROM_MESSAGE_RUNS) return false;
    report->run[report->runs++] = blocks;
    return true;
}

bool carom_progress_message_room(const carom_progress_message *report, const carom_progress_message *other) {
    return report->runs + other->runs <= CAROM_MESSAGE_RUNS;
}

void carom_progress_message_merge(const carom_study *study, const carom_summary_shape *shape,
                                  carom_progress_message *report, const carom_progress_message *other) {
    if (other->error && !report->error) report->error = other->error;
    report->stop |= other->stop;
    if (!other->runs || other->error) return;
    carom_summary_merge(study, shape, report->summary, other->summary);
    for (uint64_t k = 0; k < other->runs; k++) carom_progress_message_name(report, other->run[k]);
}
