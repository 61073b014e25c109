// Fuzzes a sweep file. It is read and described, and a small part of it is run in memory.
#include <stdlib.h>

#include "carom/sweep.h"
#include "fuzz.h"
#include "mods/sweep/sweep.h"

enum { SAMPLES = 32 };

const double fuzz_floor = 0.02;

static void look(carom_sweep *s) {
    const carom_sweep_info shape = carom_sweep_describe(s);
    carom_worker worker;
    for (int i = -1; i <= shape.inputs; i++) (void)carom_sweep_name(s, CAROM_SWEEP_NAME_INPUT, i);
    for (int i = -1; i <= shape.laws; i++) (void)carom_sweep_name(s, CAROM_SWEEP_NAME_LAW, i);
    for (int i = -1; i <= shape.outputs; i++) (void)carom_sweep_output_at(s, i);
    (void)carom_sweep_name(s, CAROM_SWEEP_NAME_NOTE, 0);
    if (!(shape.memory_bytes < 64e6) || !carom_worker_start(&worker, &s->file.study)) return;
    uint64_t *summary = calloc(worker.shape.words, sizeof *summary);
    if (!summary) exit(2);
    carom_summary_clear(&s->file.study, &worker.shape, summary);
    carom_worker_block(&worker, 0, summary);
    free(summary);
    carom_worker_end(&worker);
}

bool fuzz_one(const uint8_t *bytes, size_t size) {
    carom_error why = {.detail = ""};
    char *text = fuzz_text(bytes, size);
    carom_sweep *s = carom_sweep_parse(text, size, SAMPLES, NULL, &why);
    free(text);
    if (!s) fuzz_refused("a sweep", why.detail);
    if (!s) return false;
    look(s);
    carom_sweep_free(s);
    return true;
}
