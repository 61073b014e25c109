// Writes FCLIB problems. HDF5 creates the file in memory, because it neither reports a full disk clearly nor recovers
// from it. The bytes are then written like any other file.
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <hdf5.h>

#include "carom/systems.h"
#include "cli/fclib/fclib.h"
#include "cli/fclib/names.h"
#include "support/atomic_file/atomic_file.h"
#include "support/hdf5/hdf.h"

static bool put(hid_t file, const char *path, hid_t type, hid_t space, hid_t memory, const void *values) {
    const hid_t links = H5Pcreate(H5P_LINK_CREATE), made = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_create_intermediate_group(links, 1);
    H5Pset_obj_track_times(made, 0);
    const hid_t set = H5Dcreate2(file, path, type, space, links, made, H5P_DEFAULT);
    bool done = set >= 0 && H5Dwrite(set, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0;
    if (set >= 0) done = H5Dclose(set) >= 0 && done;
    H5Pclose(made);
    H5Pclose(links);
    H5Sclose(space);
    return done;
}

static bool put_ints(hid_t file, const char *path, const int *values, size_t count) {
    const hsize_t dims[1] = {count};
    return put(file, path, H5T_STD_I32LE, H5Screate_simple(1, dims, NULL), H5T_NATIVE_INT, values);
}

static bool put_reals(hid_t file, const char *path, const double *values, size_t count) {
    const hsize_t dims[1] = {count};
    return put(file, path, H5T_IEEE_F64LE, H5Screate_simple(1, dims, NULL), H5T_NATIVE_DOUBLE, values);
}

static bool put_text(hid_t file, const char *path, const char *text) {
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, strlen(text) + 1);
    const bool done = put(file, path, type, H5Screate(H5S_SCALAR), type, text);
    H5Tclose(type);
    return done;
}

// Writes every nonzero entry of W as a triplet.
static bool put_W(hid_t file, const carom_fclib *p) {
    const int n = p->dim * p->nc;
    const size_t most = (size_t)n * (size_t)n;
    int *row = malloc(most * sizeof *row), *column = malloc(most * sizeof *column), nz = 0;
    double *x = malloc(most * sizeof *x);
    for (size_t k = 0; row && column && x && k < most; k++) {
        if (p->W[k] == 0.0) continue;
        row[nz] = (int)(k / (size_t)n);
        column[nz] = (int)(k % (size_t)n);
        x[nz++] = p->W[k];
    }
    const bool done =
        row && column && x && put_ints(file, CAROM_FCLIB_W "/nzmax", &nz, 1) &&
        put_ints(file, CAROM_FCLIB_W "/m", &n, 1) && put_ints(file, CAROM_FCLIB_W "/n", &n, 1) &&
        put_ints(file, CAROM_FCLIB_W "/nz", &nz, 1) && put_ints(file, CAROM_FCLIB_W "/p", row, (size_t)nz) &&
        put_ints(file, CAROM_FCLIB_W "/i", column, (size_t)nz) && put_reals(file, CAROM_FCLIB_W "/x", x, (size_t)nz);
    free(row);
    free(column);
    free(x);
    return done;
}

static bool put_solution(hid_t file, const carom_fclib *p, const double *P) {
    const size_t n = (size_t)p->dim * (size_t)p->nc;
    double *u = malloc(n * sizeof *u);
    for (size_t i = 0; u && i < n; i++) {
        u[i] = p->q[i];
        for (size_t j = 0; j < n; j++) u[i] += p->W[i * n + j] * P[j];
    }
    const bool done = u && put_reals(file, "/solution/u", u, n) && put_reals(file, "/solution/r", P, n);
    free(u);
    return done;
}

static bool put_problem(hid_t file, const carom_fclib *p, const char *title, const double *P) {
    const size_t n = (size_t)p->dim * (size_t)p->nc;
    return put_ints(file, CAROM_FCLIB_DIM, &p->dim, 1) && put_W(file, p) &&
           put_reals(file, CAROM_FCLIB_VECTORS "/q", p->q, n) &&
           put_reals(file, CAROM_FCLIB_VECTORS "/mu", p->mu, (size_t)p->nc) &&
           put_text(file, CAROM_FCLIB_INFO "/title", title) &&
           put_text(file, CAROM_FCLIB_INFO "/description", "written by carom") &&
           put_text(file, CAROM_FCLIB_INFO "/math_info", "") && (!P || put_solution(file, p, P));
}

// Returns the whole file in newly allocated memory; NULL if there is not enough. The name only distinguishes several
// files within one process.
static void *make_image(const carom_fclib *p, const char *title, const double *P, size_t *bytes) {
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_fapl_core(access, 1 << 20, 0);
    H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
    const hid_t file = H5Fcreate("carom-fclib", H5F_ACC_TRUNC, H5P_DEFAULT, access);
    void *image = NULL;
    if (file >= 0 && put_problem(file, p, title, P) && H5Fflush(file, H5F_SCOPE_GLOBAL) >= 0) {
        const ssize_t size = H5Fget_file_image(file, NULL, 0);
        *bytes = size > 0 ? (size_t)size : 0;
        image = *bytes ? malloc(*bytes) : NULL;
        if (image && H5Fget_file_image(file, image, *bytes) != size) {
            free(image);
            image = NULL;
        }
    }
    if (file >= 0) H5Fclose(file);
    H5Pclose(access);
    return image;
}

static carom_status place_image(const char *path, const void *image, size_t bytes, char *why, size_t size) {
    carom_file_place place;
    bool done = carom_place_begin(&place, path, CAROM_PLACE_NEW);
    if (done && !carom_place_write(place.file, image, bytes)) {
        carom_place_abandon(&place);
        done = false;
    } else if (done) {
        done = carom_place_commit(&place);
    }
    if (done) return CAROM_OK;
    const carom_status status = errno == EEXIST ? CAROM_FILE_EXISTS : CAROM_CANNOT_WRITE;
    if (why && size && status == CAROM_FILE_EXISTS)
        snprintf(why, size, "it exists already; choose another name");
    else if (why && size)
        snprintf(why, size, "cannot be written: %s", strerror(errno));
    return status;
}

static carom_status check(const char *path, const carom_fclib *p) {
    if (!path || !p || !p->W || !p->q || !p->mu) return CAROM_BAD_VALUE;
    if (p->dim != 2 && p->dim != 3) return CAROM_BAD_VALUE;
    return p->nc < 1 || p->nc > CAROM_MAX_CONTACTS ? CAROM_BAD_COUNT : CAROM_OK;
}

carom_status carom_fclib_write(const char *path, const carom_fclib *p, const char *title, const double *P, char *why,
                               size_t size) {
    void *image = NULL;
    size_t bytes = 0;
    carom_status status = check(path, p);
    if (why && size) snprintf(why, size, "%s", carom_fclib_words(status));
    if (status != CAROM_OK) return status;
    const carom_hdf_reports before = carom_hdf_silence();
    image = make_image(p, title ? title : "", P, &bytes);
    carom_hdf_restore(&before);
    if (image) {
        status = place_image(path, image, bytes, why, size);
    } else {
        status = CAROM_NO_MEMORY;
        if (why && size) snprintf(why, size, "%s", carom_fclib_words(status));
    }
    free(image);
    return status;
}
