// Reads local FCLIB problems through the checked reader. Matrices in the file are sparse; ours are dense.
#include "cli/fclib/names.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/systems.h"
#include "cli/fclib/fclib.h"
#include "support/hdf5/hdf.h"

const char *carom_fclib_words(carom_status status) {
    switch ((int)status) {
    case CAROM_BAD_FILE: return "the file holds no local FCLIB problem";
    case CAROM_NOT_APPLICABLE: return "the problem has bilateral parts (V, R), which carom does not read";
    case CAROM_BAD_COUNT: return "the problem has more contacts than carom takes, or none";
    case CAROM_BAD_VALUE: return "the problem lacks W, q or mu, or its dim is neither 2 nor 3";
    default: return carom_status_message(status);
    }
}

void carom_fclib_free(carom_fclib *p) {
    if (!p) return;
    free(p->W);
    free(p->q);
    free(p->mu);
    *p = (carom_fclib){0};
}

// A sparse matrix in the form of the file. If nz >= 0, it is the number of triplets (rows p, columns i). -1 means
// compressed columns and -2 compressed rows; p then holds n + 1 offsets.
typedef struct {
    int m, n, nz, nzmax;
    int *p, *i;
    double *x;
} sparse;

// The largest number of entries; the largest dense matrix has 9.4 million.
enum { MOST_ENTRIES = 1 << 25 };

static bool read_int(const carom_hdf *hdf, const char *path, int *value, carom_hdf_error *error) {
    const carom_hdf_shape one = {.kind = CAROM_HDF_INTEGER, .rank = 1, .dims = {1}};
    return carom_hdf_read(hdf, path, &one, value, sizeof *value, error);
}

static bool read_list(const carom_hdf *hdf, const char *path, carom_hdf_kind kind, size_t count, void *out,
                      carom_hdf_error *error) {
    const carom_hdf_shape list = {.kind = kind, .rank = 1, .dims = {count}};
    const size_t size = kind == CAROM_HDF_REAL ? sizeof(double) : sizeof(int);
    return carom_hdf_read(hdf, path, &list, out, count * size, error);
}

static carom_status read_sizes(const carom_hdf *hdf, int dim, sparse *A, carom_hdf_error *error) {
    if (!read_int(hdf, CAROM_FCLIB_W "/m", &A->m, error) || !read_int(hdf, CAROM_FCLIB_W "/n", &A->n, error) ||
        !read_int(hdf, CAROM_FCLIB_W "/nz", &A->nz, error) || !read_int(hdf, CAROM_FCLIB_W "/nzmax", &A->nzmax, error))
        return CAROM_BAD_FILE;
    if (A->m != A->n || A->n < 1 || A->n % dim) {
        carom_hdf_fail(error, "W is not square, or its size is not a multiple of spacedim", NULL);
        return CAROM_BAD_FILE;
    }
    if (A->n / dim > CAROM_MAX_CONTACTS) return CAROM_BAD_COUNT;
    if (A->nz < -2 || A->nzmax < 0 || A->nzmax > MOST_ENTRIES || A->nz > A->nzmax) {
        carom_hdf_fail(error, "the number of entries of W is wrong (nz, nzmax)", NULL);
        return CAROM_BAD_FILE;
    }
    return CAROM_OK;
}

// Checks that every index is in range before it is used.
static bool sound(const sparse *A) {
    const int entries = A->nz >= 0 ? A->nz : A->p[A->n];
    if (entries < 0 || entries > A->nzmax) return false;
    for (int outer = 0; A->nz < 0 && outer < A->n; outer++)
        if (A->p[outer] < 0 || A->p[outer] > A->p[outer + 1]) return false;
    for (int k = 0; k < entries; k++)
        if (A->i[k] < 0 || A->i[k] >= A->n || (A->nz >= 0 && (A->p[k] < 0 || A->p[k] >= A->n))) return false;
    return true;
}

static void add_entries(const sparse *A, double *W) {
    const size_t n = (size_t)A->n;
    for (int k = 0; k < A->nz; k++) W[(size_t)A->p[k] * n + (size_t)A->i[k]] += A->x[k];
    for (size_t outer = 0; A->nz < 0 && outer < n; outer++)
        for (int k = A->p[outer]; k < A->p[outer + 1]; k++)
            W[A->nz == -1 ? (size_t)A->i[k] * n + outer : outer * n + (size_t)A->i[k]] += A->x[k];
}

static carom_status read_entries(const carom_hdf *hdf, sparse *A, double *W, carom_hdf_error *error) {
    const size_t most = (size_t)A->nzmax, triplets = A->nz < 0 ? 0 : (size_t)A->nz;
    const size_t ends = A->nz < 0 ? (size_t)A->n + 1 : triplets, inner = A->nz < 0 ? most : triplets;
    A->p = malloc((ends + 1) * sizeof *A->p);
    A->i = malloc((inner + 1) * sizeof *A->i);
    A->x = malloc((most + 1) * sizeof *A->x);
    carom_status status = A->p && A->i && A->x ? CAROM_OK : CAROM_NO_MEMORY;
    if (status == CAROM_OK && (!read_list(hdf, CAROM_FCLIB_W "/p", CAROM_HDF_INTEGER, ends, A->p, error) ||
                               !read_list(hdf, CAROM_FCLIB_W "/i", CAROM_HDF_INTEGER, inner, A->i, error) ||
                               !read_list(hdf, CAROM_FCLIB_W "/x", CAROM_HDF_REAL, most, A->x, error)))
        status = CAROM_BAD_FILE;
    if (status == CAROM_OK && !sound(A)) {
        carom_hdf_fail(error, "an index of W is out of range", NULL);
        status = CAROM_BAD_FILE;
    }
    if (status == CAROM_OK) add_entries(A, W);
    free(A->p);
    free(A->i);
    free(A->x);
    return status;
}

static carom_status read_problem(const carom_hdf *hdf, carom_fclib *p, carom_hdf_error *error) {
    sparse A = {0};
    int dim;
    if (!carom_hdf_has(hdf, CAROM_FCLIB_LOCAL)) return CAROM_BAD_FILE;
    if (carom_hdf_has(hdf, CAROM_FCLIB_LOCAL "/V") || carom_hdf_has(hdf, CAROM_FCLIB_LOCAL "/R"))
        return CAROM_NOT_APPLICABLE;
    if (!read_int(hdf, CAROM_FCLIB_DIM, &dim, error)) return CAROM_BAD_FILE;
    if (dim != 2 && dim != 3) {
        carom_hdf_fail(error, "spacedim is neither 2 nor 3", NULL);
        return CAROM_BAD_FILE;
    }
    const carom_status sized = read_sizes(hdf, dim, &A, error);
    if (sized != CAROM_OK) return sized;
    const size_t n = (size_t)A.n, nc = n / (size_t)dim;
    *p = (carom_fclib){.nc = (int)nc, .dim = dim};
    p->W = calloc(n * n, sizeof *p->W);
    p->q = malloc(n * sizeof *p->q);
    p->mu = malloc(nc * sizeof *p->mu);
    if (!p->W || !p->q || !p->mu) return CAROM_NO_MEMORY;
    if (!read_list(hdf, CAROM_FCLIB_VECTORS "/q", CAROM_HDF_REAL, n, p->q, error) ||
        !read_list(hdf, CAROM_FCLIB_VECTORS "/mu", CAROM_HDF_REAL, nc, p->mu, error))
        return CAROM_BAD_FILE;
    return read_entries(hdf, &A, p->W, error);
}

carom_status carom_fclib_read(const char *path, carom_fclib *problem, char *why, size_t size) {
    carom_hdf_error error = {""};
    carom_status status = CAROM_BAD_VALUE;
    if (problem) *problem = (carom_fclib){0};
    if (path && problem) {
        carom_hdf hdf;
        status = carom_hdf_open(&hdf, path, &error) ? read_problem(&hdf, problem, &error) : CAROM_CANNOT_READ;
        carom_hdf_close(&hdf);
        if (status != CAROM_OK) carom_fclib_free(problem);
    }
    if (why && size) snprintf(why, size, "%s", error.text[0] ? error.text : carom_fclib_words(status));
    return status;
}
