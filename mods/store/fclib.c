// FCLIB local problems. The library takes and gives sparse matrices; ours are dense.
#include <fclib.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/store.h"

const char *carom_file_message(carom_file_status status) {
    switch (status) {
    case CAROM_FILE_OK: return "done";
    case CAROM_FILE_NOT_READ: return "the file is missing, or holds no local FCLIB problem";
    case CAROM_FILE_CONSTRAINED: return "the problem has bilateral parts (V, R), which carom does not read";
    case CAROM_FILE_TOO_LARGE: return "the problem has more contacts than carom takes, or none";
    case CAROM_FILE_NO_MEMORY: return "not enough memory";
    case CAROM_FILE_NOT_WRITTEN:
        return "not written; no file is overwritten, choose a new name in a folder that exists";
    default: return "the problem lacks W, q or mu, or its dim is neither 2 nor 3";
    }
}

void carom_fclib_free(carom_fclib *p) {
    if (!p) return;
    free(p->W);
    free(p->q);
    free(p->mu);
    *p = (carom_fclib){0};
}

// nz >= 0 counts triplets; -1 and -2 are compressed columns and rows.
static void add_entries(const struct fclib_matrix *A, double *W) {
    const int n = A->n;
    for (int k = 0; k < A->nz; k++) W[A->p[k] * n + A->i[k]] += A->x[k];
    for (int outer = 0; A->nz < 0 && outer < n; outer++)
        for (int k = A->p[outer]; k < A->p[outer + 1]; k++)
            W[A->nz == -1 ? A->i[k] * n + outer : outer * n + A->i[k]] += A->x[k];
}

// Every index must lie inside before it is followed.
static bool sound(const struct fclib_matrix *A, int n) {
    if (!A || A->m != n || A->n != n || !A->p || !A->i || !A->x || A->nz < -2) return false;
    const int entries = A->nz >= 0 ? A->nz : A->p[n];
    if (entries < 0 || entries > A->nzmax) return false;
    for (int outer = 0; A->nz < 0 && outer < n; outer++)
        if (A->p[outer] < 0 || A->p[outer] > A->p[outer + 1]) return false;
    for (int k = 0; k < entries; k++)
        if (A->i[k] < 0 || A->i[k] >= n || (A->nz >= 0 && (A->p[k] < 0 || A->p[k] >= n))) return false;
    return true;
}

static carom_file_status convert(const struct fclib_local *f, carom_fclib *p) {
    if (f->V || f->R) return CAROM_FILE_CONSTRAINED;
    if ((f->spacedim != 2 && f->spacedim != 3) || !f->W || f->W->n < 1 || f->W->n % f->spacedim)
        return CAROM_FILE_NOT_READ;
    const int n = f->W->n;
    if (n / f->spacedim > CAROM_MOST_CONTACTS) return CAROM_FILE_TOO_LARGE;
    if (!sound(f->W, n) || !f->q || !f->mu) return CAROM_FILE_NOT_READ;
    *p = (carom_fclib){.nc = n / f->spacedim, .dim = f->spacedim};
    p->W = calloc((size_t)n * (size_t)n, sizeof *p->W);
    p->q = malloc((size_t)n * sizeof *p->q);
    p->mu = malloc((size_t)p->nc * sizeof *p->mu);
    if (!p->W || !p->q || !p->mu) {
        carom_fclib_free(p);
        return CAROM_FILE_NO_MEMORY;
    }
    add_entries(f->W, p->W);
    memcpy(p->q, f->q, (size_t)n * sizeof *p->q);
    memcpy(p->mu, f->mu, (size_t)p->nc * sizeof *p->mu);
    return CAROM_FILE_OK;
}

// HDF5 prints a stack on a missing file and on one that is not its own; the first bytes say which is which.
static bool is_hdf5(const char *path) {
    static const unsigned char mark[8] = {0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};
    unsigned char bytes[8];
    FILE *file = fopen(path, "rb");
    const bool is = file && fread(bytes, 1, 8, file) == 8 && !memcmp(bytes, mark, 8);
    if (file) fclose(file);
    return is;
}

carom_file_status carom_fclib_read(const char *path, carom_fclib *problem) {
    if (!path || !problem) return CAROM_FILE_BAD_PROBLEM;
    *problem = (carom_fclib){0};
    if (!is_hdf5(path)) return CAROM_FILE_NOT_READ;
    struct fclib_local *f = fclib_read_local(path);
    if (!f) return CAROM_FILE_NOT_READ;
    const carom_file_status status = convert(f, problem);
    fclib_delete_local(f);
    free(f);
    return status;
}

// Every entry as a triplet, zeros left out.
static bool fill_matrix(const carom_fclib *p, struct fclib_matrix *A) {
    const int n = p->dim * p->nc;
    *A = (struct fclib_matrix){.m = n, .n = n, .nzmax = n * n};
    A->p = malloc((size_t)A->nzmax * sizeof *A->p);
    A->i = malloc((size_t)A->nzmax * sizeof *A->i);
    A->x = malloc((size_t)A->nzmax * sizeof *A->x);
    for (int k = 0; A->p && A->i && A->x && k < n * n; k++) {
        if (p->W[k] == 0.0) continue;
        A->p[A->nz] = k / n;
        A->i[A->nz] = k % n;
        A->x[A->nz++] = p->W[k];
    }
    A->nzmax = A->nz;
    return A->p && A->i && A->x;
}

static bool write_solution(const char *path, const carom_fclib *p, const double *P) {
    const int n = p->dim * p->nc;
    double *u = malloc((size_t)n * sizeof *u);
    if (!u) return false;
    for (int i = 0; i < n; i++) {
        u[i] = p->q[i];
        for (int j = 0; j < n; j++) u[i] += p->W[i * n + j] * P[j];
    }
    struct fclib_solution solution = {.u = u, .r = (double *)(size_t)P};
    const bool written = fclib_write_solution(&solution, path) != 0;
    free(u);
    return written;
}

// HDF5 prints a stack where it cannot create a file, so that is tried first: "x" fails on a file that exists.
static bool can_create(const char *path) {
    FILE *file = fopen(path, "wbx");
    if (!file) return false;
    fclose(file);
    return remove(path) == 0;
}

carom_file_status carom_fclib_write(const char *path, const carom_fclib *p, const char *title, const double *P) {
    if (!path || !p || !p->W || !p->q || !p->mu) return CAROM_FILE_BAD_PROBLEM;
    if (p->dim != 2 && p->dim != 3) return CAROM_FILE_BAD_PROBLEM;
    if (p->nc < 1 || p->nc > CAROM_MOST_CONTACTS) return CAROM_FILE_TOO_LARGE;
    if (!can_create(path)) return CAROM_FILE_NOT_WRITTEN;
    struct fclib_matrix W;
    char name[256], by[] = "written by carom", none[] = "";
    snprintf(name, sizeof name, "%s", title ? title : "");
    struct fclib_info info = {.title = name, .description = by, .math_info = none};
    struct fclib_local f = {.W = &W, .mu = p->mu, .q = p->q, .spacedim = p->dim, .info = &info};
    bool written = fill_matrix(p, &W) && fclib_write_local(&f, path) != 0;
    if (written && P) written = write_solution(path, p, P);
    free(W.p);
    free(W.i);
    free(W.x);
    return written ? CAROM_FILE_OK : CAROM_FILE_NOT_WRITTEN;
}
