#define _GNU_SOURCE
#include "fuzz.h"
#include "carom/law.h"
#include "support/params.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/eigen.h"
#include "base/worst.h"
#include "support/law_count.h"

void fuzz_wrong(const char *format, ...) {
    va_list words;
    // The message does not go through the stream stderr, which the program may have redirected.
    va_start(words, format);
    dprintf(STDERR_FILENO, "WRONG ");
    vdprintf(STDERR_FILENO, format, words);
    dprintf(STDERR_FILENO, "\n");
    va_end(words);
    abort();
}

void fuzz_refused(const char *what, const char *words) {
    if (!words[0]) fuzz_wrong("%s refused without a word", what);
    if (getenv("FUZZ_SAY")) dprintf(STDERR_FILENO, "%s: %s\n", what, words);
}

int fuzz_byte(fuzz_bytes *b) {
    return b->at < b->end ? *b->at++ : 0;
}

int fuzz_below(fuzz_bytes *b, int n) {
    return fuzz_byte(b) % n;
}

static double any_double(fuzz_bytes *b) {
    uint8_t raw[sizeof(double)];
    double x;
    for (size_t i = 0; i < sizeof raw; i++) raw[i] = (uint8_t)fuzz_byte(b);
    memcpy(&x, raw, sizeof x);
    return x;
}

double fuzz_number(fuzz_bytes *b) {
    static const double odd[16] = {
        0.0,   -0.0,  1e-300,      4e-324, 1e300,  -1e300,      1e-160,           1e160,
        1e-20, 1e-12, 1.0 + 1e-15, 1e12,   -1e-12, (double)NAN, (double)INFINITY, -(double)INFINITY};
    const int kind = fuzz_byte(b);
    if (kind < 16) return odd[kind];
    if (kind < 24) return any_double(b);
    if (kind < 64) return (kind - 44) * pow(10.0, fuzz_byte(b) % 41 - 20);
    if (kind < 160) return (kind - 112) / 8.0;
    const int low = fuzz_byte(b);
    return ((kind - 208) * 256 + low) / 4096.0;
}

double fuzz_share(fuzz_bytes *b) {
    const int x = fuzz_byte(b);
    return x < 32 ? 0.0 : x >= 224 ? 1.0 : (x - 32 + fuzz_byte(b) / 256.0) / 192.0;
}

carom_contact fuzz_contact(fuzz_bytes *b, int dim) {
    carom_contact c = {.dim = dim};
    const int kind = fuzz_byte(b), rank = kind % 8 == 0 ? kind / 8 % dim : dim;
    const double scale = kind < 224 ? 1.0 : pow(10.0, fuzz_byte(b) - 128);
    for (int k = 0; k < rank; k++) {
        double q[3];
        for (int i = 0; i < dim; i++) q[i] = (fuzz_byte(b) - 128) / 32.0;
        const double weight = kind & 16 ? pow(10.0, -(fuzz_byte(b) % 13)) : 1.0;
        for (int i = 0; i < dim; i++)
            for (int j = 0; j <= i; j++) c.W[i][j] += scale * weight * (q[i] * q[j]);
    }
    for (int i = 0; i < dim; i++) {
        c.v[i] = fuzz_number(b);
        for (int j = 0; j <= i; j++) {
            if (kind == 255) c.W[i][j] = fuzz_number(b);
            c.W[j][i] = c.W[i][j];
        }
    }
    if (kind % 4) c.v[0] = -fabs(c.v[0]);
    return c;
}

const carom_law *fuzz_law(fuzz_bytes *b) {
    return carom_law_at(NULL, fuzz_below(b, law_count(CAROM_ONE_CONTACT)), CAROM_ONE_CONTACT);
}

int fuzz_dim(fuzz_bytes *b, const carom_law *law) {
    const int dim = 2 + fuzz_below(b, 2);
    return !(law->solves & CAROM_3D) ? 2 : !(law->solves & CAROM_2D) ? 3 : dim;
}

static double in_row(fuzz_bytes *b, const carom_coefficient *row) {
    const int kind = fuzz_byte(b);
    if (kind == 0) return fuzz_number(b);
    if (row->kind == CAROM_CHOICE) return row->lowest + kind % (1 + (int)(row->highest - row->lowest));
    if (row->highest - row->lowest <= 100.0) return row->lowest + (row->highest - row->lowest) * fuzz_share(b);
    return fmin(fmax(kind < 128 ? kind / 32.0 : pow(10.0, fuzz_byte(b) % 33 - 16), row->lowest), row->highest);
}

carom_params fuzz_params(fuzz_bytes *b, const carom_law *law) {
    static const size_t numbers[] = {[CAROM_REAL] = 1, [CAROM_CHOICE] = 1, [CAROM_VECTOR] = 3, [CAROM_TANGENT] = 2,
                                     [CAROM_EACH] = 3, [CAROM_LIST] = 0,   [CAROM_PAIR] = 2};
    carom_params p = params_plain();
    static const char none;
    p.list = &none; // an empty list
    for (int i = 0; i < CAROM_PARAM_END; i++) {
        const carom_coefficient *row = (carom_law_reads(law) >> i) & 1 ? carom_law_coefficient(law, i) : NULL;
        if (!row) continue;
        if (carom_param_required(row) && row->kind != CAROM_LIST) (void)carom_params_set(&p, row, &row->example, 1);
        if (fuzz_byte(b) < 48) continue;
        double values[3];
        for (int k = 0; k < 3; k++) values[k] = (size_t)k < numbers[row->kind] ? in_row(b, row) : 0.0;
        if (numbers[row->kind]) (void)carom_params_set(&p, row, values, numbers[row->kind]);
    }
    if (fuzz_byte(b) == 1) p.mu = HUGE_VAL;
    return p;
}

fuzz_question fuzz_ask(fuzz_bytes *b) {
    fuzz_question q = {.law = fuzz_law(b)};
    q.c = fuzz_contact(b, fuzz_dim(b, q.law));
    q.p = fuzz_params(b, q.law);
    return q;
}

void fuzz_print(const fuzz_question *q) {
    fprintf(stderr, "%s\n", q->law->name);
    for (int i = 0; i < q->c.dim; i++)
        fprintf(stderr, "  W %.17g %.17g %.17g   v %.17g\n", q->c.W[i][0], q->c.W[i][1], q->c.W[i][2], q->c.v[i]);
    for (int i = 0; i < CAROM_PARAM_END; i++) {
        double value[3];
        if ((carom_law_reads(q->law) >> i) & 1 && carom_params_get(&q->p, carom_law_coefficient(q->law, i), value))
            fprintf(stderr, "  %s = %.17g\n", carom_law_coefficient(q->law, i)->name, value[0]);
    }
}

double fuzz_condition(const carom_contact *c) {
    double values[3], vectors[3][3];
    for (int i = 0; i < c->dim; i++)
        for (int j = 0; j < c->dim; j++)
            if (!isfinite(c->W[i][j])) return HUGE_VAL;
    carom_eigen(c->dim, c->W, values, vectors);
    return values[c->dim - 1] > 0.0 ? values[0] / values[c->dim - 1] : HUGE_VAL;
}

static bool tame(double x) {
    return x == 0.0 || (fabs(x) > 1e-90 && fabs(x) < 1e90);
}

bool fuzz_is_tame(const carom_contact *c) {
    for (int i = 0; i < c->dim; i++) {
        if (!tame(c->v[i])) return false;
        for (int j = 0; j < c->dim; j++)
            if (!tame(c->W[i][j])) return false;
    }
    return true;
}

bool fuzz_speeds_alike(const carom_contact *c, double times) {
    double least = HUGE_VAL, most = 0.0;
    for (int i = 0; i < c->dim; i++) {
        most = fmax(most, fabs(c->v[i]));
        if (c->v[i] != 0.0) least = fmin(least, fabs(c->v[i]));
    }
    return most == 0.0 || most <= times * least;
}

bool fuzz_is_mild(const fuzz_question *q) {
    for (int i = 0; i < CAROM_PARAM_END; i++) {
        double value[3] = {0.0, 0.0, 0.0};
        if (!((carom_law_reads(q->law) >> i) & 1)) continue;
        carom_params_get(&q->p, carom_law_coefficient(q->law, i), value);
        for (int k = 0; k < 3; k++)
            if (!(fabs(value[k]) <= 100.0) && !isnan(value[k])) return false;
    }
    return true;
}

double fuzz_distance(int dim, const double *a, const double *b) {
    double off = 0.0, size = 0.0;
    for (int i = 0; i < dim; i++) {
        carom_worsen(&off, fabs(a[i] - b[i]));
        carom_worsen(&size, fabs(b[i]));
    }
    return size == 0.0 ? off : off / size;
}

static char file_name[64];

static void remove_file(void) {
    unlink(file_name);
}

// The file needs a name, because HDF5 opens files by name.
const char *fuzz_file(const void *bytes, size_t size) {
    static int file = -1;
    if (file < 0) {
        const char *folder = access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm";
        snprintf(file_name, sizeof file_name, "%s/carom_fuzz_XXXXXX", folder);
        file = mkstemp(file_name);
        atexit(remove_file);
    }
    if (file < 0 || ftruncate(file, 0) || pwrite(file, bytes, size, 0) != (ssize_t)size) exit(2);
    return file_name;
}

char *fuzz_text(const uint8_t *bytes, size_t size) {
    char *text = malloc(size + 1);
    if (!text) exit(2);
    if (size) memcpy(text, bytes, size);
    text[size] = 0;
    return text;
}
