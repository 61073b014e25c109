// Fuzzes the results file of a sweep. A valid file is modified: any bytes, a word of a dataset, a letter of the study,
// the length, or a word of the frame. Some changes also correct the checksums, as an attacker would. Either the file is
// rejected, or the report is the same as for the valid file, bit for bit. Only a file with corrected checksums may have
// another report. A run that resumes on the file must end.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "carom/sweep.h"
#include "fuzz.h"
#include "mods/sweep/frame.h"
#include "mods/sweep/sweep.h"
#include "tables/counts.h"

enum { MOST_EDITS = 4, FRAME_HEAD = 32, SAMPLES = 50 };

const double fuzz_floor = 0.02;

static const char study_text[] = "{\"scenario\": {\"W\": [[1, 0.2], [0.2, 3]], \"v\": [-1, 0.5], "
                                 "\"params\": {\"mu\": 0.3, \"e\": 0.5}},"
                                 " \"laws\": [\"routh\", \"whittaker\"], \"inputs\": {\"params.mu\": {\"uniform\": [0, "
                                 "1]}}, \"samples\": 50, \"seed\": 1,"
                                 " \"columns\": true, \"outputs\": [\"dE\"], \"worst\": {\"of\": \"dE\", \"keep\": 2}}";

// The valid file, made once, and the places of its parts.
static struct whole {
    uint8_t *bytes, *bent;
    size_t size;
    carom_results plan;
    carom_frame_piece *pieces;
    uint64_t piece_count, told;
} whole;

// Returns a checksum of everything that a report reads, or 0 if the file is rejected.
static uint64_t told(const char *name) {
    carom_error why = {.detail = ""};
    carom_sweep_results *r = carom_sweep_open(name, NULL, &why);
    if (!r) fuzz_refused("results", why.detail);
    if (!r) return 0;
    const carom_sweep_info shape = carom_sweep_describe(carom_sweep_study(r));
    const uint64_t done = carom_sweep_done(r);
    uint64_t sum = carom_store_checksum(1, &done, sizeof done);
    for (int law = 0; law < shape.laws; law++) {
        double mean[64], covariance[64 * 64], least[64], greatest[64], column[SAMPLES] = {0};
        const size_t n = (size_t)(shape.inputs + shape.outputs) * sizeof *mean;
        carom_sweep_case worst = {0};
        uint64_t count = carom_sweep_count(r, law, CAROM_SWEEP_COUNT_ANSWERS, 0);
        carom_sweep_moments(r, law, mean, covariance, least, greatest);
        sum = carom_store_checksum(sum, &count, sizeof count);
        sum = carom_store_checksum(carom_store_checksum(sum, mean, n), greatest, n);
        for (int i = 0; i < CAROM_MODE_COUNT; i++) sum += carom_sweep_count(r, law, CAROM_SWEEP_COUNT_MODE, i) << i;
        for (int i = 0; i < shape.outputs; i++) {
            const double middle = carom_sweep_quantile(r, law, i, 0.5);
            sum = carom_store_checksum(sum, &middle, sizeof middle);
            (void)carom_sweep_column(r, law, i, 0, SAMPLES, column);
            sum = carom_store_checksum(sum, column, sizeof column);
        }
        for (int i = 0; i < shape.inputs; i++) {
            (void)carom_sweep_column(r, -1, i, 0, SAMPLES, column);
            sum = carom_store_checksum(sum, column, sizeof column);
        }
        for (int kind = CAROM_SWEEP_CODE_STATUS; kind <= CAROM_SWEEP_CODE_VIOLATIONS; kind++) {
            uint8_t bytes[SAMPLES] = {0};
            (void)carom_sweep_codes(r, law, (carom_sweep_code)kind, 0, SAMPLES, bytes);
            sum = carom_store_checksum(sum, bytes, sizeof bytes);
        }
        for (int k = 0; carom_sweep_worst(r, law, k, &worst); k++) {
            sum = carom_store_checksum(sum, &worst.sample, sizeof worst.sample);
            (void)carom_sweep_sample_scenario(r, law, worst.sample, NULL, 0);
        }
    }
    carom_sweep_close(r);
    return sum | 1;
}

// Makes the valid file next to the file of fuzz_file, and reads it into memory.
static void make(void) {
    carom_error why;
    carom_hdf_error error;
    const char *name = fuzz_file("", 0);
    char made[128];
    snprintf(made, sizeof made, "%s.h5", name);
    unlink(made);
    carom_sweep *s = carom_sweep_parse(study_text, strlen(study_text), 0, NULL, &why);
    if (!s) fuzz_wrong("the study itself: %s", why.detail);
    if (carom_sweep_run(s, made, NULL, NULL, &why) != CAROM_OK) exit(2);
    if (!carom_results_plan(&whole.plan, &s->file.study, s->file.text) ||
        !carom_results_open(&whole.plan, made, false, &error))
        exit(2);
    const off_t size = lseek(whole.plan.store.file, 0, SEEK_END);
    whole.size = (size_t)size;
    whole.bytes = malloc(whole.size);
    whole.bent = malloc(whole.size + 256);
    if (!whole.bytes || !whole.bent || pread(whole.plan.store.file, whole.bytes, whole.size, 0) != size) exit(2);
    memcpy(&whole.piece_count, whole.bytes + FRAME_HEAD - 8, sizeof whole.piece_count);
    whole.pieces = malloc(whole.piece_count * sizeof *whole.pieces);
    if (!whole.pieces) exit(2);
    memcpy(whole.pieces, whole.bytes + FRAME_HEAD, whole.piece_count * sizeof *whole.pieces);
    whole.told = told(made);
    if (!whole.told) fuzz_wrong("the whole file is refused");
    unlink(made);
}

static uint64_t odd_word(fuzz_bytes *b) {
    static const uint64_t odd[] = {0, 1, 2, 50, 2048, 1u << 31, UINT64_C(1) << 40, UINT64_C(1) << 63, UINT64_MAX};
    const int kind = fuzz_byte(b);
    return kind < 9 ? odd[kind] : (uint64_t)fuzz_byte(b) << kind % 57;
}

// Makes one change. Returns true if it may affect bytes of HDF5's own structures.
static bool edit(fuzz_bytes *b, size_t *size) {
    const int kind = fuzz_below(b, 6);
    const size_t far = ((size_t)fuzz_byte(b) << 16 | (size_t)fuzz_byte(b) << 8) + (size_t)fuzz_byte(b);
    const carom_store_item *items = whole.plan.layout.items;
    if (kind == 0) {
        whole.bent[far % whole.size] ^= (uint8_t)(1 << fuzz_below(b, 8));
        return true;
    }
    if (kind == 1) {
        *size = fuzz_below(b, 2) ? far % (whole.size + 1) : whole.size + (size_t)fuzz_byte(b);
        return true;
    }
    if (kind == 2) { // the frame: its checksum, its size, the number of pieces, the first piece
        const uint64_t word = odd_word(b);
        memcpy(whole.bent + 8 * (far % 6), &word, sizeof word);
        return true;
    }
    const carom_store_item *item = &items[kind == 3   ? (size_t)CAROM_ITEM_STATE
                                          : kind == 4 ? (size_t)CAROM_ITEM_STUDY
                                                      : (size_t)fuzz_byte(b) % whole.plan.layout.item_count];
    const uint64_t bytes = carom_store_bytes(item, 1), word = odd_word(b);
    if (kind == 4)
        whole.bent[item->address + far % bytes] = (uint8_t)fuzz_byte(b);
    else if (bytes >= 8)
        memcpy(whole.bent + item->address + far % (bytes / 8) * 8, &word, sizeof word);
    return false;
}

// Writes both slots as if this state had been committed with this study.
static void slots_again(const carom_store *store) {
    const carom_store_item *items = whole.plan.layout.items;
    const char *text = (const char *)whole.bent + items[CAROM_ITEM_STUDY].address;
    const uint64_t key = carom_store_checksum(0, text, strnlen(text, items[CAROM_ITEM_STUDY].width));
    uint64_t *copy = malloc(whole.plan.state_words * sizeof *copy);
    if (!copy) exit(2);
    memcpy(copy, whole.bent + items[CAROM_ITEM_STATE].address + CAROM_SLOT_HEAD * sizeof *copy,
           whole.plan.state_words * sizeof *copy);
    for (uint64_t sequence = 1; sequence <= 2; sequence++)
        if (!carom_slots_write(store, &items[CAROM_ITEM_STATE], key, copy, whole.plan.state_words, sequence)) exit(2);
    free(copy);
}

static void resume(const char *name) {
    carom_error why = {.detail = ""};
    carom_sweep_options options = carom_sweep_options_default();
    carom_sweep *s = carom_sweep_parse(study_text, strlen(study_text), 0, NULL, &why);
    options.resume = true;
    const carom_status status = carom_sweep_run(s, name, &options, NULL, &why);
    if (status == CAROM_WRONG_FILE)
        fuzz_refused("resumed", why.detail);
    else if (status != CAROM_OK && status != CAROM_ALREADY_DONE)
        fuzz_wrong("a resumed run ends with %d", (int)status);
    carom_sweep_free(s);
}

bool fuzz_one(const uint8_t *bytes, size_t size) {
    if (!whole.bytes) make();
    fuzz_bytes b = {bytes, bytes + size};
    const int how = fuzz_byte(&b), edits = fuzz_below(&b, MOST_EDITS + 1);
    size_t length = whole.size;
    bool hdf = false;
    memcpy(whole.bent, whole.bytes, whole.size);
    memset(whole.bent + whole.size, 0, 256);
    for (int i = 0; i < edits; i++) hdf |= edit(&b, &length);
    const char *name = fuzz_file(whole.bent, length);
    // HDF5 itself is not tested, so a file whose HDF5 structures may be damaged never gets valid checksums.
    const bool forged = !hdf && how & 3;
    if (forged) {
        const carom_store store = {open(name, O_RDWR), true};
        if (store.file < 0) exit(2);
        if (how & 1) slots_again(&store);
        if (how & 2 && !carom_frame_seal(store.file, whole.pieces, whole.piece_count)) exit(2);
        close(store.file);
    }
    const uint64_t now = told(name);
    if (now && !forged && now != whole.told) fuzz_wrong("damaged results are told as if they were whole");
    if (!edits && !now) fuzz_wrong("whole results are refused");
    if (how & 4) resume(name);
    return now != 0;
}
