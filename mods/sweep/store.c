#define _GNU_SOURCE // posix_fallocate
#include "mods/sweep/store.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

#include <hdf5.h>

// Remembers a failure. HDF5 returns negative numbers; without an errno it counts as an error of the disk.
static bool check(carom_store *s, bool fine) {
    if (!fine && s->fine) s->reason = errno ? errno : EIO;
    return s->fine = s->fine && fine;
}

// Creates the property list of a file, group or dataset. No times are stored, so that equal studies give equal files.
static hid_t new_list(carom_store *s, hid_t class) {
    const hid_t list = H5Pcreate(class);
    check(s, list >= 0 && H5Pset_obj_track_times(list, 0) >= 0);
    return list;
}

void carom_store_begin(carom_store *s, const char *name, uint64_t bytes) {
    *s = (carom_store){.file = -1, .fine = true};
    s->reports = carom_hdf_silence();
    if (!check(s, carom_place_begin(&s->place, name, CAROM_PLACE_REPLACE))) return;
    const hid_t made = new_list(s, H5P_FILE_CREATE), access = H5Pcreate(H5P_FILE_ACCESS);
    // HDF5 has checksums of its own structures since version 1.10 of the format.
    check(s, access >= 0 && H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110) >= 0);
    errno = 0;
    if (s->fine) s->file = H5Fcreate(s->place.part, H5F_ACC_TRUNC, made, access);
    check(s, s->file >= 0);
    H5Pclose(access);
    H5Pclose(made);
    const int kept = s->fine && bytes ? posix_fallocate(s->place.file, 0, (off_t)bytes) : 0;
    errno = kept;
    check(s, kept != ENOSPC && kept != EFBIG);
}

void carom_store_group(carom_store *s, const char *path) {
    if (!s->fine) return;
    const hid_t list = new_list(s, H5P_GROUP_CREATE);
    const hid_t group = s->fine ? H5Gcreate2(s->file, path, H5P_DEFAULT, list, H5P_DEFAULT) : -1;
    check(s, group >= 0);
    if (group >= 0) check(s, H5Gclose(group) >= 0);
    if (list >= 0) H5Pclose(list);
}

// Numbers are little-endian in the file and native in memory; HDF5 converts them.
static hid_t type_of(carom_store *s, const carom_hdf_shape *shape, bool in_memory) {
    const hid_t native[] = {[CAROM_HDF_REAL] = H5T_NATIVE_DOUBLE,
                            [CAROM_HDF_WORD] = H5T_NATIVE_UINT64,
                            [CAROM_HDF_BYTE] = H5T_NATIVE_UINT8,
                            [CAROM_HDF_TEXT] = H5T_C_S1};
    const hid_t stored[] = {[CAROM_HDF_REAL] = H5T_IEEE_F64LE,
                            [CAROM_HDF_WORD] = H5T_STD_U64LE,
                            [CAROM_HDF_BYTE] = H5T_STD_U8LE,
                            [CAROM_HDF_TEXT] = H5T_C_S1};
    const hid_t type = H5Tcopy((in_memory ? native : stored)[shape->kind]);
    check(s, type >= 0);
    if (s->fine && shape->kind == CAROM_HDF_TEXT)
        check(s, H5Tset_size(type, shape->width) >= 0 && H5Tset_cset(type, H5T_CSET_UTF8) >= 0);
    return type;
}

static hid_t layout_of(carom_store *s, const carom_hdf_shape *shape) {
    const hid_t list = new_list(s, H5P_DATASET_CREATE);
    const hsize_t chunk[2] = {carom_hdf_chunk_rows(shape), shape->dims[1]};
    check(s, list >= 0 && H5Pset_chunk(list, shape->rank, chunk) >= 0 && H5Pset_fletcher32(list) >= 0 &&
                 H5Pset_fill_time(list, H5D_FILL_TIME_NEVER) >= 0);
    return list;
}

void carom_store_put(carom_store *s, const char *path, const carom_hdf_shape *shape, const char *unit,
                     const char *meaning, const void *data) {
    const hsize_t dims[2] = {shape->dims[0], shape->dims[1]};
    if (!s->fine) return;
    const hid_t type = type_of(s, shape, false), list = layout_of(s, shape);
    const hid_t space = H5Screate_simple(shape->rank, dims, NULL);
    const hid_t set = s->fine ? H5Dcreate2(s->file, path, type, space, H5P_DEFAULT, list, H5P_DEFAULT) : -1;
    check(s, set >= 0);
    if (set >= 0) check(s, H5Dclose(set) >= 0);
    if (space >= 0) H5Sclose(space);
    if (list >= 0) H5Pclose(list);
    if (type >= 0) H5Tclose(type);
    if (data) carom_store_rows(s, path, shape, 0, shape->dims[0], data);
    if (unit) carom_store_note(s, path, "unit", unit);
    if (meaning) carom_store_note(s, path, "meaning", meaning);
}

void carom_store_rows(carom_store *s, const char *path, const carom_hdf_shape *shape, uint64_t first, uint64_t rows,
                      const void *data) {
    const hsize_t start[2] = {first, 0}, count[2] = {rows, shape->dims[1]};
    if (!s->fine) return;
    const hid_t type = type_of(s, shape, true), memory = H5Screate_simple(shape->rank, count, NULL);
    const hid_t set = H5Dopen2(s->file, path, H5P_DEFAULT), space = set >= 0 ? H5Dget_space(set) : -1;
    check(s, memory >= 0 && space >= 0 && H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL) >= 0 &&
                 s->fine && H5Dwrite(set, type, memory, space, H5P_DEFAULT, data) >= 0);
    if (space >= 0) H5Sclose(space);
    if (set >= 0) check(s, H5Dclose(set) >= 0);
    if (memory >= 0) H5Sclose(memory);
    if (type >= 0) H5Tclose(type);
}

void carom_store_note(carom_store *s, const char *path, const char *name, const char *text) {
    const carom_hdf_shape shape = {.kind = CAROM_HDF_TEXT, .width = strlen(text) + 1};
    if (!s->fine) return;
    const hid_t type = type_of(s, &shape, true), space = H5Screate(H5S_SCALAR);
    const hid_t object = H5Oopen(s->file, path, H5P_DEFAULT);
    const hid_t note = s->fine && object >= 0 ? H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT) : -1;
    check(s, note >= 0 && H5Awrite(note, type, text) >= 0);
    if (note >= 0) check(s, H5Aclose(note) >= 0);
    if (object >= 0) H5Oclose(object);
    if (space >= 0) H5Sclose(space);
    if (type >= 0) H5Tclose(type);
}

void carom_store_fail(carom_store *s, int reason) {
    errno = reason;
    check(s, false);
}

bool carom_store_end(carom_store *s) {
    errno = 0;
    if (s->file >= 0) check(s, H5Fclose(s->file) >= 0);
    carom_hdf_restore(&s->reports);
    if (s->fine) return carom_place_commit(&s->place);
    carom_place_abandon(&s->place);
    errno = s->reason;
    return false;
}
