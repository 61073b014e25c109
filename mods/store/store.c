#include "mods/store/store.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <hdf5.h>

static bool fail(carom_store_error *error, const char *what, const char *why) {
    snprintf(error->text, sizeof error->text, "%s%s%s", what, why ? ": " : "", why ? why : "");
    return false;
}

static size_t item_size(const carom_store_item *item) {
    static const size_t size[] = {[CAROM_STORE_F64] = 8, [CAROM_STORE_U64] = 8, [CAROM_STORE_U8] = 1};
    return item->type == CAROM_STORE_TEXT ? item->width : size[item->type];
}

static uint64_t item_bytes(const carom_store_item *item) {
    uint64_t bytes = item_size(item);
    for (int i = 0; i < item->rank; i++) bytes *= item->dims[i];
    return bytes;
}

uint64_t carom_store_bytes(const carom_store_item *items, size_t count) {
    uint64_t bytes = 0;
    for (size_t i = 0; i < count; i++) bytes += item_bytes(&items[i]);
    return bytes;
}

// Little-endian in the file; so is every machine this is built for.
static hid_t item_type(const carom_store_item *item) {
    if (item->type == CAROM_STORE_F64) return H5Tcopy(H5T_IEEE_F64LE);
    if (item->type == CAROM_STORE_U64) return H5Tcopy(H5T_STD_U64LE);
    if (item->type == CAROM_STORE_U8) return H5Tcopy(H5T_STD_U8LE);
    const hid_t text = H5Tcopy(H5T_C_S1);
    H5Tset_size(text, item->width);
    H5Tset_cset(text, H5T_CSET_UTF8);
    return text;
}

static hid_t item_space(const carom_store_item *item) {
    const hsize_t dims[2] = {item->dims[0], item->dims[1]};
    return item->rank ? H5Screate_simple(item->rank, dims, NULL) : H5Screate(H5S_SCALAR);
}

static bool write_note(hid_t object, const char *name, const char *text) {
    const hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
    H5Tset_size(type, H5T_VARIABLE);
    H5Tset_cset(type, H5T_CSET_UTF8);
    const hid_t note = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    const bool done = note >= 0 && H5Awrite(note, type, &text) >= 0;
    if (note >= 0) H5Aclose(note);
    H5Sclose(space);
    H5Tclose(type);
    return done;
}

// Room in the file at once and filled, so that a full disk is met here and not in the middle of a run; no times, so
// that equal studies are equal files.
static hid_t plain_layout(const carom_store_item *item) {
    const double missing = (double)NAN;
    const uint8_t none = 255;
    const hid_t layout = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_layout(layout, H5D_CONTIGUOUS);
    H5Pset_alloc_time(layout, H5D_ALLOC_TIME_EARLY);
    H5Pset_fill_time(layout, H5D_FILL_TIME_ALLOC);
    H5Pset_obj_track_times(layout, 0);
    if (item->type == CAROM_STORE_F64) H5Pset_fill_value(layout, H5T_NATIVE_DOUBLE, &missing);
    if (item->type == CAROM_STORE_U8) H5Pset_fill_value(layout, H5T_NATIVE_UINT8, &none);
    return layout;
}

static bool create_item(hid_t file, const carom_store_item *item) {
    const hid_t type = item_type(item), space = item_space(item), layout = plain_layout(item);
    const hid_t links = H5Pcreate(H5P_LINK_CREATE);
    H5Pset_create_intermediate_group(links, 1);
    const hid_t set = H5Dcreate2(file, item->path, type, space, links, layout, H5P_DEFAULT);
    bool done = set >= 0;
    if (done && item->data) done = H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, item->data) >= 0;
    if (done && item->unit) done = write_note(set, "unit", item->unit);
    if (done && item->meaning) done = write_note(set, "meaning", item->meaning);
    if (set >= 0) done = H5Dclose(set) >= 0 && done;
    H5Pclose(links);
    H5Pclose(layout);
    H5Sclose(space);
    H5Tclose(type);
    return done;
}

static bool create_note(hid_t file, const carom_store_note *note) {
    const hid_t object = H5Oopen(file, note->path, H5P_DEFAULT);
    const bool done = object >= 0 && write_note(object, note->name, note->text);
    if (object >= 0) H5Oclose(object);
    return done;
}

static bool lay_out(const char *name, const carom_store_item *items, size_t count, const carom_store_note *notes,
                    size_t note_count) {
    const hid_t file = H5Fcreate(name, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    bool done = file >= 0;
    for (size_t i = 0; i < count && done; i++) done = create_item(file, &items[i]);
    for (size_t i = 0; i < note_count && done; i++) done = create_note(file, &notes[i]);
    if (file >= 0) done = H5Fclose(file) >= 0 && done;
    return done;
}

// The file, and the name it gets, are on the disk.
static bool sync_and_name(const char *part, const char *name) {
    const int file = open(part, O_RDWR);
    if (file < 0) return false;
    const bool done = fsync(file) == 0;
    close(file);
    return done && rename(part, name) == 0;
}

bool carom_store_create(const char *name, const carom_store_item *items, size_t count, const carom_store_note *notes,
                        size_t note_count, carom_store_error *error) {
    char part[4096];
    if (snprintf(part, sizeof part, "%s.part", name) >= (int)sizeof part)
        return fail(error, "its name is too long", NULL);
    // Ask the system first: it says better why than HDF5 does.
    const int probe = open(part, O_RDWR | O_CREAT | O_TRUNC, 0666);
    if (probe < 0) return fail(error, "cannot be created", strerror(errno));
    const int short_of = posix_fallocate(probe, 0, (off_t)carom_store_bytes(items, count));
    close(probe);
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    errno = short_of;
    const bool done = (!short_of || short_of == EINVAL || short_of == EOPNOTSUPP) &&
                      lay_out(part, items, count, notes, note_count) && sync_and_name(part, name);
    if (done) return true;
    fail(error, "cannot be laid out", errno ? strerror(errno) : "HDF5 failed");
    unlink(part);
    return false;
}

static bool find_item(hid_t file, carom_store_item *item) {
    const hid_t set = H5Dopen2(file, item->path, H5P_DEFAULT);
    if (set < 0) return false;
    const haddr_t address = H5Dget_offset(set);
    const bool same = H5Dget_storage_size(set) == item_bytes(item);
    item->address = address;
    H5Dclose(set);
    return same && address != HADDR_UNDEF;
}

bool carom_store_open(carom_store *store, const char *name, bool writable, carom_store_item *items, size_t count,
                      carom_store_error *error) {
    store->writable = writable;
    store->file = open(name, writable ? O_RDWR : O_RDONLY);
    if (store->file < 0) return fail(error, "cannot be opened", strerror(errno));
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    const hid_t file = H5Fopen(name, H5F_ACC_RDONLY, H5P_DEFAULT);
    size_t found = 0;
    while (file >= 0 && found < count && find_item(file, &items[found])) found++;
    if (file >= 0) H5Fclose(file);
    if (found == count) return true;
    carom_store_close(store);
    return file < 0 ? fail(error, "is no HDF5 file", NULL)
                    : fail(error, "was not made by this study; it lacks", items[found].path);
}

void carom_store_close(carom_store *store) {
    if (store->file >= 0) close(store->file);
    store->file = -1;
}

bool carom_store_lock(const carom_store *store, carom_store_error *error) {
    // Not flock: HDF5 takes that one for every reader.
    return lockf(store->file, F_TLOCK, 0) == 0 || fail(error, "is being written by another run", NULL);
}

bool carom_store_write(const carom_store *store, const carom_store_item *item, uint64_t offset, const void *bytes,
                       size_t count) {
    const char *from = bytes;
    while (count) {
        const ssize_t done = pwrite(store->file, from, count, (off_t)(item->address + offset));
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return false;
        from += done;
        offset += (uint64_t)done;
        count -= (size_t)done;
    }
    return true;
}

bool carom_store_read(const carom_store *store, const carom_store_item *item, uint64_t offset, void *bytes,
                      size_t count) {
    char *to = bytes;
    while (count) {
        const ssize_t done = pread(store->file, to, count, (off_t)(item->address + offset));
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return false;
        to += done;
        offset += (uint64_t)done;
        count -= (size_t)done;
    }
    return true;
}

bool carom_store_sync(const carom_store *store) {
    return fdatasync(store->file) == 0;
}

char *carom_store_text(const char *name, const char *path, carom_store_error *error) {
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    const int probe = open(name, O_RDONLY);
    if (probe < 0) {
        fail(error, "cannot be opened", strerror(errno));
        return NULL;
    }
    close(probe);
    const hid_t file = H5Fopen(name, H5F_ACC_RDONLY, H5P_DEFAULT);
    const hid_t set = file >= 0 ? H5Dopen2(file, path, H5P_DEFAULT) : -1;
    char *text = NULL;
    if (set >= 0) {
        const hid_t type = H5Dget_type(set);
        text = calloc(H5Tget_size(type) + 1, 1);
        if (text && H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text) < 0) {
            free(text);
            text = NULL;
        }
        H5Tclose(type);
        H5Dclose(set);
    }
    if (file >= 0) H5Fclose(file);
    if (!text) fail(error, "is not the result of a sweep", NULL);
    return text;
}
