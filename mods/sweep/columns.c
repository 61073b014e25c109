// Writes and reads the columns of a study, which keep every sample.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/law.h"
#include "mods/sweep/results.h"
#include "mods/sweep/store.h"

enum { CODES = 3, PATH = 192, MERGED = CAROM_PIECE_BLOCKS * CAROM_SWEEP_BLOCK };

static int numbers(const carom_study *s) {
    return s->inputs + s->laws * s->outputs;
}

static int all_columns(const carom_study *s) {
    return numbers(s) + CODES * s->laws;
}

int carom_columns_of_law(const carom_study *s, int law) {
    return s->inputs + law * s->outputs;
}

int carom_columns_of_codes(const carom_study *s, int law) {
    return numbers(s) + law * CODES;
}

static size_t size_of(const carom_study *s, int column) {
    return column < numbers(s) ? sizeof(double) : 1;
}

static carom_hdf_shape shape_of(const carom_study *s, int column, uint64_t samples) {
    return (carom_hdf_shape){column < numbers(s) ? CAROM_HDF_REAL : CAROM_HDF_BYTE, 1, {samples}, 0, true};
}

// Returns the path of a column in the results, and its unit and meaning if the pointers are not NULL.
static void describe(const carom_study *s, int column, char path[PATH], const char **unit, const char **meaning) {
    static const struct {
        const char *name, *meaning;
    } codes[CODES] = {{"status", "as in /statuses; 255: not done yet"},
                      {"mode", "as in /modes"},
                      {"violations", "bits, as in /violations"}};
    const carom_coefficient *param = NULL;
    const int k = column - s->inputs, code = column - numbers(s);
    if (column < s->inputs) {
        for (int law = 0; law < s->laws && !param && !s->many; law++)
            param = carom_law_coefficient(s->asked[law].law, (int)s->input[column].param);
        snprintf(path, PATH, "/columns/inputs/%s", s->input[column].name);
        *unit = param ? param->unit : "SI";
        *meaning = param ? param->meaning : NULL;
    } else if (code < 0) {
        const carom_output_info *info = carom_output_at((int)s->output[k % s->outputs]);
        snprintf(path, PATH, "/columns/%s/%s", s->asked[k / s->outputs].name, info->name);
        *unit = info->unit;
        *meaning = info->meaning;
    } else {
        snprintf(path, PATH, "/columns/%s/%s", s->asked[code / CODES].name, codes[code % CODES].name);
        *unit = NULL;
        *meaning = codes[code % CODES].meaning;
    }
}

carom_parts_name carom_parts(const char *name, const char *file) {
    carom_parts_name path;
    snprintf(path.text, sizeof path.text, "%s.parts%s%s", name, *file ? "/" : "", file);
    return path;
}

static carom_parts_name piece_name(const char *name, uint64_t first) {
    char file[32];
    snprintf(file, sizeof file, "%llu.h5", (unsigned long long)first);
    return carom_parts(name, file);
}

bool carom_piece_new(carom_piece *p, const carom_study *study) {
    const size_t room = (size_t)CAROM_PIECE_BLOCKS * CAROM_SWEEP_BLOCK;
    const size_t sample = (size_t)numbers(study) * sizeof(double) + (size_t)(CODES * study->laws);
    *p = (carom_piece){.study = study, .room = room, .bytes = calloc(room, sample)};
    return p->bytes != NULL;
}

void carom_piece_free(carom_piece *p) {
    free(p->bytes);
    *p = (carom_piece){.room = 0};
}

// Returns sample `at` of a column.
static void *place(const carom_piece *p, int column, size_t at) {
    const size_t doubles = (size_t)(column < numbers(p->study) ? column : numbers(p->study));
    return p->bytes + p->room * (doubles * sizeof(double) + ((size_t)column - doubles)) +
           at * size_of(p->study, column);
}

void carom_piece_inputs(carom_piece *p, size_t n, double *const x[]) {
    for (int k = 0; k < p->study->inputs; k++) memcpy(place(p, k, p->n), x[k], n * sizeof(double));
}

void carom_piece_law(carom_piece *p, int law, const carom_block_answers *b) {
    const carom_study *s = p->study;
    const uint8_t *const codes[CODES] = {b->status, b->mode, b->broken};
    for (int k = 0; k < s->outputs; k++)
        memcpy(place(p, carom_columns_of_law(s, law) + k, p->n), b->variable[s->inputs + k], b->n * sizeof(double));
    for (int k = 0; k < CODES; k++) memcpy(place(p, carom_columns_of_codes(s, law) + k, p->n), codes[k], b->n);
}

bool carom_piece_write(const carom_piece *p, const char *name) {
    carom_store store;
    carom_store_begin(&store, piece_name(name, p->first).text, 0);
    for (int k = 0; k < all_columns(p->study); k++) {
        const carom_hdf_shape shape = shape_of(p->study, k, p->n);
        char at[16];
        snprintf(at, sizeof at, "/%d", k);
        carom_store_put(&store, at, &shape, NULL, NULL, place(p, k, 0));
    }
    return carom_store_end(&store);
}

static bool read_rows(const char *file, const char *path, const carom_hdf_shape *shape, uint64_t first, size_t n,
                      void *to, size_t bytes, carom_hdf_error *error) {
    carom_hdf hdf;
    const bool done =
        carom_hdf_open(&hdf, file, error) && carom_hdf_read_rows(&hdf, path, shape, first, n, to, bytes, error);
    carom_hdf_close(&hdf);
    return done;
}

// Reads the samples from .. to of a column from a piece that has them.
static bool read_piece(const carom_results *r, int column, carom_blocks run, uint64_t from, uint64_t to, void *out,
                       carom_hdf_error *error) {
    const uint64_t first = run.first * CAROM_SWEEP_BLOCK, left = r->study->samples - first;
    const uint64_t samples = run.count * CAROM_SWEEP_BLOCK < left ? run.count * CAROM_SWEEP_BLOCK : left;
    const carom_hdf_shape shape = shape_of(r->study, column, samples);
    const carom_parts_name file = piece_name(r->name, run.first);
    const size_t n = (size_t)(to - from);
    char path[16], why[sizeof error->text];
    snprintf(path, sizeof path, "/%d", column);
    if (read_rows(file.text, path, &shape, from - first, n, out, n * size_of(r->study, column), error)) return true;
    memcpy(why, error->text, sizeof why);
    snprintf(error->text, sizeof error->text, "has a damaged piece: .parts/%llu.h5 %.200s",
             (unsigned long long)run.first, why);
    return false;
}

bool carom_columns_read(const carom_results *r, int column, uint64_t first, size_t n, void *to,
                        carom_hdf_error *error) {
    const carom_study *s = r->study;
    const size_t size = size_of(s, column);
    if (r->whole) {
        const carom_hdf_shape shape = shape_of(s, column, s->samples);
        const char *unit, *meaning;
        char path[PATH];
        describe(s, column, path, &unit, &meaning);
        return read_rows(r->name, path, &shape, first, n, to, n * size, error);
    }
    double *number = to;
    if (size == 1) memset(to, 255, n);
    for (size_t i = 0; i < n && size > 1; i++) number[i] = (double)NAN;
    for (size_t k = 0; k < r->done.runs; k++) {
        const carom_blocks run = r->done.run[k];
        const uint64_t low = run.first * CAROM_SWEEP_BLOCK, high = low + run.count * CAROM_SWEEP_BLOCK;
        const uint64_t from = low > first ? low : first, end = high < first + n ? high : first + n;
        if (from < end &&
            !read_piece(r, column, run, from, end, (unsigned char *)to + (size_t)(from - first) * size, error))
            return false;
    }
    return true;
}

bool carom_columns_merge(carom_results *r, carom_store *store) {
    const carom_study *s = r->study;
    double *part = malloc(MERGED * sizeof *part);
    bool fine = part != NULL;
    carom_store_group(store, "/columns");
    carom_store_group(store, "/columns/inputs");
    for (int law = 0; law < s->laws; law++) {
        char path[PATH];
        snprintf(path, sizeof path, "/columns/%s", s->asked[law].name);
        carom_store_group(store, path);
    }
    for (int column = 0; column < all_columns(s); column++) {
        const carom_hdf_shape shape = shape_of(s, column, s->samples);
        const char *unit, *meaning;
        char path[PATH];
        describe(s, column, path, &unit, &meaning);
        carom_store_put(store, path, &shape, unit, meaning, NULL);
        for (uint64_t first = 0; fine && store->fine && first < s->samples; first += MERGED) {
            const uint64_t n = s->samples - first < MERGED ? s->samples - first : MERGED;
            fine = carom_columns_read(r, column, first, (size_t)n, part, &r->damage);
            if (fine) carom_store_rows(store, path, &shape, first, n, part);
        }
    }
    free(part);
    return fine;
}
