#include "mods/sweep/store.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <hdf5.h>

#include "mods/sweep/frame.h"
#include "support/atomic_file/atomic_file.h"

static size_t item_size(const carom_store_item *item) {
    static const size_t size[] = {[CAROM_STORE_F64] = 8, [CAROM_STORE_U64] = 8, [CAROM_STORE_U8] = 1};
    return item->type == CAROM_STORE_TEXT ? item->width : size[item->type];
}

// Returns the size in bytes, or UINT64_MAX if it exceeds 63 bits.
static uint64_t item_bytes(const carom_store_item *item) {
    uint64_t bytes = item_size(item);
    for (int i = 0; i < item->rank; i++) {
        if (item->dims[i] && bytes > INT64_MAX / item->dims[i]) return UINT64_MAX;
        bytes *= item->dims[i];
    }
    return bytes;
}

uint64_t carom_store_bytes(const carom_store_item *items, size_t count) {
    uint64_t bytes = 0;
    for (size_t i = 0; i < count; i++) {
        const uint64_t more = item_bytes(&items[i]);
        if (more > INT64_MAX - bytes) return UINT64_MAX;
        bytes += more;
    }
    return bytes;
}

// Numbers are little-endian in the file (order.h) and native in memory; HDF5 converts them.
static hid_t item_type(const carom_store_item *item, bool in_memory) {
    if (item->type == CAROM_STORE_F64) return H5Tcopy(in_memory ? H5T_NATIVE_DOUBLE : H5T_IEEE_F64LE);
    if (item->type == CAROM_STORE_U64) return H5Tcopy(in_memory ? H5T_NATIVE_UINT64 : H5T_STD_U64LE);
    if (item->type == CAROM_STORE_U8) return H5Tcopy(in_memory ? H5T_NATIVE_UINT8 : H5T_STD_U8LE);
    const hid_t text = H5Tcopy(H5T_C_S1);
    H5Tset_size(text, item->width);
    H5Tset_cset(text, H5T_CSET_UTF8);
    return text;
}

static hid_t item_space(const carom_store_item *item) {
    const hsize_t dims[2] = {item->dims[0], item->dims[1]};
    return item->rank ? H5Screate_simple(item->rank, dims, NULL) : H5Screate(H5S_SCALAR);
}

static bool write_note(hid_t object, const char *name, const char *text, bool fixed) {
    const hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
    H5Tset_size(type, fixed ? strlen(text) + 1 : H5T_VARIABLE);
    H5Tset_cset(type, H5T_CSET_UTF8);
    const hid_t note = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    const bool done = note >= 0 && H5Awrite(note, type, fixed ? (const void *)text : (const void *)&text) >= 0;
    if (note >= 0) H5Aclose(note);
    H5Sclose(space);
    H5Tclose(type);
    return done;
}

// Allocates and fills the space in the file at once, so that a full disk is detected here and not during a run. No
// times are stored, so that equal studies give equal files.
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
    const hid_t type = item_type(item, false), memory = item_type(item, true);
    const hid_t space = item_space(item), layout = plain_layout(item);
    const hid_t links = H5Pcreate(H5P_LINK_CREATE);
    H5Pset_create_intermediate_group(links, 1);
    const hid_t set = H5Dcreate2(file, item->path, type, space, links, layout, H5P_DEFAULT);
    bool done = set >= 0;
    if (done && item->data) done = H5Dwrite(set, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, item->data) >= 0;
    if (done && item->unit) done = write_note(set, "unit", item->unit, false);
    if (done && item->meaning) done = write_note(set, "meaning", item->meaning, false);
    if (set >= 0) done = H5Dclose(set) >= 0 && done;
    H5Pclose(links);
    H5Pclose(layout);
    H5Sclose(space);
    H5Tclose(memory);
    H5Tclose(type);
    return done;
}

static bool create_note(hid_t file, const carom_store_note *note) {
    const hid_t object = H5Oopen(file, note->path, H5P_DEFAULT);
    const bool done = object >= 0 && write_note(object, note->name, note->text, note->checked);
    if (object >= 0) H5Oclose(object);
    return done;
}

// Lays out the file. `room` is the size that the file will need. The space is reserved again here, because HDF5 has
// emptied the file.
static bool lay_out(const carom_file_place *place, uint64_t room, const carom_store_item *items, size_t count,
                    const carom_store_note *notes, size_t note_count) {
    // If HDF5 cannot write a file, it would try again at the end of the process and crash.
    H5dont_atexit();
    const carom_hdf_reports before = carom_hdf_silence();
    const hid_t shape = H5Pcreate(H5P_FILE_CREATE);
    H5Pset_userblock(shape, carom_frame_room(count));
    const hid_t file = H5Fcreate(place->part, H5F_ACC_TRUNC, shape, H5P_DEFAULT);
    H5Pclose(shape);
    const int kept = file >= 0 ? posix_fallocate(place->file, 0, (off_t)room) : 0;
    bool done = file >= 0 && kept != ENOSPC && kept != EFBIG;
    for (size_t i = 0; i < count && done; i++) done = create_item(file, &items[i]);
    for (size_t i = 0; i < note_count && done; i++) done = create_note(file, &notes[i]);
    if (file >= 0) done = H5Fclose(file) >= 0 && done;
    carom_hdf_restore(&before);
    if (!done && (kept == ENOSPC || kept == EFBIG)) errno = kept;
    return done;
}

static bool find_item(const carom_hdf *hdf, carom_store_item *item, carom_hdf_error *error) {
    static const carom_hdf_kind kinds[] = {[CAROM_STORE_F64] = CAROM_HDF_REAL,
                                           [CAROM_STORE_U64] = CAROM_HDF_INTEGER,
                                           [CAROM_STORE_U8] = CAROM_HDF_INTEGER,
                                           [CAROM_STORE_TEXT] = CAROM_HDF_TEXT};
    const carom_hdf_shape shape = {kinds[item->type], item->rank, {item->dims[0], item->dims[1]}, item_size(item)};
    return carom_hdf_address(hdf, item->path, &shape, &item->address, error);
}

// Writes the positions of all data that change later, then the checksum of the remaining file.
static bool seal(const carom_file_place *place, const carom_store_item *items, size_t count, carom_hdf_error *error) {
    carom_hdf hdf;
    size_t n = 0;
    carom_frame_piece *pieces = calloc(count + 1, sizeof *pieces);
    bool done = pieces && carom_hdf_open(&hdf, place->part, error);
    for (size_t i = 0; i < count && done; i++) {
        carom_store_item found = items[i];
        if (found.data || !item_bytes(&found)) continue;
        done = find_item(&hdf, &found, error);
        pieces[n++] = (carom_frame_piece){found.address, item_bytes(&found)};
    }
    if (pieces) carom_hdf_close(&hdf);
    done = done && carom_frame_seal(place->file, pieces, n);
    free(pieces);
    return done;
}

bool carom_store_create(const char *name, const carom_store_item *items, size_t count, const carom_store_note *notes,
                        size_t note_count, bool *taken, carom_hdf_error *error) {
    const uint64_t bytes = carom_store_bytes(items, count);
    carom_file_place place;
    *taken = false;
    if (bytes == UINT64_MAX) return carom_hdf_fail(error, "would be larger than any file", NULL);
    if (!carom_place_begin(&place, name, CAROM_PLACE_NEW)) {
        *taken = errno == EEXIST;
        return carom_hdf_fail(error, "cannot be created", strerror(errno));
    }
    // Check with the system first; it reports the reason better than HDF5.
    const int short_of = posix_fallocate(place.file, 0, (off_t)bytes);
    errno = short_of;
    const bool laid = (!short_of || short_of == EINVAL || short_of == EOPNOTSUPP) &&
                      lay_out(&place, bytes, items, count, notes, note_count) && seal(&place, items, count, error);
    if (!laid) {
        carom_hdf_fail(error, "cannot be laid out", errno ? strerror(errno) : "HDF5 failed");
        carom_place_abandon(&place);
        return false;
    }
    if (carom_place_commit(&place)) return true;
    *taken = errno == EEXIST;
    return carom_hdf_fail(error, "cannot be put in its place", strerror(errno));
}

// Checks the frame. A file without a checksum may still be recognised.
static bool check_frame(const char *name, carom_frame_state *state, carom_hdf_error *error) {
    *state = carom_frame_look(name);
    if (*state == CAROM_FRAME_UNREAD) return carom_hdf_fail(error, "cannot be read", strerror(errno));
    return *state != CAROM_FRAME_BROKEN ||
           carom_hdf_fail(error, "is damaged", "its names, its study or its structure are not what was written");
}

static bool check_note(const carom_hdf *hdf, const carom_store_note *note, carom_hdf_error *error) {
    enum { LONGEST = 256 };
    if (!note->checked) return true;
    char *text = carom_hdf_note(hdf, note->name, LONGEST, error), says[200];
    if (!text && errno == ENOMEM) return false;
    const bool same = text && !strcmp(text, note->text);
    snprintf(says, sizeof says, "%s \"%.80s\", not \"%.40s\"", note->name, text ? text : "(unreadable)", note->text);
    free(text);
    return same || carom_hdf_fail(error, "was made by another version of carom", says);
}

bool carom_store_open(carom_store *store, const char *name, bool writable, carom_store_item *items, size_t count,
                      const carom_store_note *notes, size_t note_count, carom_hdf_error *error) {
    carom_hdf hdf;
    struct stat what;
    carom_frame_state state;
    const bool framed = check_frame(name, &state, error);
    bool fits = framed && carom_hdf_open(&hdf, name, error);
    for (size_t i = 0; i < note_count && fits; i++) fits = check_note(&hdf, &notes[i], error);
    for (size_t i = 0; i < count && fits; i++)
        if (!(fits = find_item(&hdf, &items[i], error))) {
            char why[sizeof error->text];
            memcpy(why, error->text, sizeof why);
            carom_hdf_fail(error, "was not made by this study", why);
        }
    if (framed) carom_hdf_close(&hdf);
    store->writable = writable;
    store->file = -1;
    if (!fits) return false;
    store->file = open(name, (writable ? O_RDWR : O_RDONLY) | O_NONBLOCK | O_CLOEXEC);
    if (store->file < 0) return carom_hdf_fail(error, "cannot be opened", strerror(errno));
    if (fstat(store->file, &what) == 0 && S_ISREG(what.st_mode)) return true;
    carom_store_close(store);
    return carom_hdf_fail(error, "is no regular file", NULL);
}

void carom_store_close(carom_store *store) {
    if (store->file >= 0) close(store->file);
    store->file = -1;
}

bool carom_store_lock(const carom_store *store, carom_hdf_error *error) {
    // Do not use flock, because HDF5 uses it for every reader.
    return lockf(store->file, F_TLOCK, 0) == 0 || carom_hdf_fail(error, "is being written by another run", NULL);
}

char *carom_store_text(const char *name, const char *path, carom_hdf_error *error) {
    enum { LONGEST = 1 << 24 };
    carom_hdf hdf;
    char *text = NULL;
    carom_frame_state state;
    if (!check_frame(name, &state, error)) return NULL;
    if (carom_hdf_open(&hdf, name, error) && !(text = carom_hdf_text(&hdf, path, LONGEST, error))) {
        char why[sizeof error->text];
        memcpy(why, error->text, sizeof why);
        carom_hdf_fail(error, "is not the result of a sweep", why);
    }
    carom_hdf_close(&hdf);
    if (!text || state == CAROM_FRAME_WHOLE) return text;
    free(text);
    carom_hdf_fail(error, "was made by another version of carom", "it has no checksum, or that is damaged");
    return NULL;
}
