// Fuzzes the results file of a sweep. Bytes of a valid file are changed, or its length. Either the file is rejected, or
// everything that is read from it is the same, bit for bit. A run that resumes on the file must end.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "carom/sweep.h"
#include "fuzz.h"
#include "tables/counts.h"

enum { MOST_EDITS = 4, SAMPLES = 50, MOST_BYTES = 1 << 20 };

const double fuzz_floor = 0.02;

static const char study_text[] = "{\"scenario\": {\"W\": [[1, 0.2], [0.2, 3]], \"v\": [-1, 0.5], "
                                 "\"params\": {\"mu\": 0.3, \"e\": 0.5}},"
                                 " \"laws\": [\"routh\", \"whittaker\"], \"inputs\": {\"params.mu\": {\"uniform\": [0, "
                                 "1]}}, \"samples\": 50, \"seed\": 1,"
                                 " \"columns\": true, \"outputs\": [\"dE\"], \"worst\": {\"of\": \"dE\", \"keep\": 2}}";

// Everything that is read from a file.
typedef struct {
    uint64_t done, count[2][2 + CAROM_MODE_COUNT];
    double moments[2][4 + 4], quantile[2], column[4][SAMPLES];
    uint8_t codes[6][SAMPLES];
    carom_sweep_case worst[2][2];
    bool read[10];
} contents;

static uint8_t whole[MOST_BYTES], bent[MOST_BYTES];
static size_t whole_size;
static contents wanted;

// Reads the file; false if it is rejected. A column may be rejected alone.
static bool look(const char *name, contents *c) {
    carom_error why = {.detail = ""};
    carom_sweep_results *r = carom_sweep_open(name, NULL, &why);
    if (!r) fuzz_refused("results", why.detail);
    if (!r) return false;
    memset(c, 0, sizeof *c);
    c->done = carom_sweep_done(r);
    c->read[0] = carom_sweep_column(r, -1, 0, 0, SAMPLES, c->column[0]);
    for (int law = 0; law < 2; law++) {
        c->count[law][0] = carom_sweep_count(r, law, CAROM_SWEEP_COUNT_ANSWERS, 0);
        for (int m = 0; m < CAROM_MODE_COUNT; m++)
            c->count[law][1 + m] = carom_sweep_count(r, law, CAROM_SWEEP_COUNT_MODE, m);
        carom_sweep_moments(r, law, c->moments[law], c->moments[law] + 4, c->moments[law] + 2, NULL);
        c->quantile[law] = carom_sweep_quantile(r, law, 0, 0.5);
        for (int k = 0; k < 2; k++) (void)carom_sweep_worst(r, law, k, &c->worst[law][k]);
        c->read[1 + law] = carom_sweep_column(r, law, 0, 0, SAMPLES, c->column[1 + law]);
        for (int kind = 0; kind < 3; kind++)
            c->read[3 + 3 * law + kind] =
                carom_sweep_codes(r, law, (carom_sweep_code)kind, 0, SAMPLES, c->codes[3 * law + kind]);
    }
    carom_sweep_close(r);
    return true;
}

// Compares the contents with those of the valid file, but for columns that were rejected.
static bool same(contents *c) {
    for (int k = 0; k < 3; k++)
        if (!c->read[k]) memcpy(c->column[k], wanted.column[k], sizeof c->column[k]);
    for (int k = 0; k < 6; k++)
        if (!c->read[3 + k]) memcpy(c->codes[k], wanted.codes[k], sizeof c->codes[k]);
    memcpy(c->read, wanted.read, sizeof c->read);
    return !memcmp(c, &wanted, sizeof wanted);
}

static void run(const char *name, bool resume) {
    carom_error why = {.detail = ""};
    carom_sweep_options options = carom_sweep_options_default();
    carom_sweep *s = carom_sweep_parse(study_text, strlen(study_text), 0, NULL, &why);
    options.resume = resume;
    const carom_status status = carom_sweep_run(s, name, &options, NULL, &why);
    if (status == CAROM_WRONG_FILE && resume)
        fuzz_refused("resumed", why.detail);
    else if (status != CAROM_OK && status != CAROM_ALREADY_DONE)
        fuzz_wrong("a run ends with %d: %s", (int)status, why.detail);
    carom_sweep_free(s);
}

// Makes the valid file next to the file of fuzz_file, and reads it into memory.
static void make(void) {
    char made[128];
    snprintf(made, sizeof made, "%s.h5", fuzz_file("", 0));
    unlink(made);
    run(made, false);
    FILE *file = fopen(made, "rb");
    whole_size = file ? fread(whole, 1, sizeof whole, file) : 0;
    if (!whole_size || !look(made, &wanted)) fuzz_wrong("the valid file is rejected");
    fclose(file);
    unlink(made);
}

bool fuzz_one(const uint8_t *bytes, size_t size) {
    if (!whole_size) make();
    fuzz_bytes b = {bytes, bytes + size};
    const int resumed = fuzz_below(&b, 4), edits = fuzz_below(&b, MOST_EDITS + 1);
    size_t length = whole_size;
    contents now;
    memcpy(bent, whole, whole_size);
    for (int i = 0; i < edits; i++) {
        const size_t at = ((size_t)fuzz_byte(&b) << 16 | (size_t)fuzz_byte(&b) << 8) + (size_t)fuzz_byte(&b);
        if (fuzz_below(&b, 8))
            bent[at % whole_size] ^= (uint8_t)(1 << fuzz_below(&b, 8));
        else
            length = at % (whole_size + 1);
    }
    const char *name = fuzz_file(bent, length);
    const bool read = look(name, &now);
    if (read && !same(&now)) fuzz_wrong("damaged results are read as if they were valid");
    if (!edits && !read) fuzz_wrong("valid results are rejected");
    if (!resumed) run(name, true);
    return read;
}
