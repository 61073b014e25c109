#include "support/hdf5/hdf.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <hdf5.h>

_Static_assert(sizeof(hid_t) == sizeof(int64_t), "handles of HDF5 before 1.10 are int");

bool carom_hdf_fail(carom_hdf_error *error, const char *what, const char *why) {
    snprintf(error->text, sizeof error->text, "%s%s%s", what, why ? ": " : "", why ? why : "");
    return false;
}

// Keeps the innermost error message of HDF5, which the downward walk reaches last.
static herr_t keep_last(unsigned depth, const H5E_error2_t *at, void *text) {
    if (at->desc) snprintf(text, 128, "%s", at->desc);
    return 0;
}

static bool fail_by_hdf(carom_hdf_error *error, const char *path, const char *what) {
    char why[128] = "", whole[224];
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_DOWNWARD, keep_last, why);
    snprintf(whole, sizeof whole, "%.160s %s", path, what);
    return carom_hdf_fail(error, whole, why[0] ? why : NULL);
}

static bool fail_at(carom_hdf_error *error, const char *path, const char *what) {
    char whole[224];
    snprintf(whole, sizeof whole, "%.160s %s", path, what);
    return carom_hdf_fail(error, whole, NULL);
}

// A process has one of the two kinds of functions. HDF5 does not return one kind while the other is in use.
carom_hdf_reports carom_hdf_silence(void) {
    carom_hdf_reports r = {.known = false};
    unsigned newer = 1;
    // This must be the first call of HDF5. If it cannot write a file, it would try again at the end of the process and
    // crash.
    H5dont_atexit();
    if (H5Eauto_is_v2(H5E_DEFAULT, &newer) < 0) return r;
    r.older = !newer;
    if (newer) {
        H5E_auto2_t report = NULL;
        r.known = H5Eget_auto2(H5E_DEFAULT, &report, &r.data) >= 0;
        r.of_stack = report;
    }
#ifndef H5_NO_DEPRECATED_SYMBOLS
    if (!newer) {
        H5E_auto1_t report = NULL;
        r.known = H5Eget_auto1(&report, &r.data) >= 0;
        r.of_default = report;
    }
#endif
    if (r.known) H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    return r;
}

void carom_hdf_restore(const carom_hdf_reports *before) {
    if (before->known && !before->older) H5Eset_auto2(H5E_DEFAULT, before->of_stack, before->data);
#ifndef H5_NO_DEPRECATED_SYMBOLS
    if (before->known && before->older) H5Eset_auto1(before->of_default, before->data);
#endif
}

// Opens files.

// Checks that the file is regular. Opens it without blocking, because a pipe would wait for data.
static bool is_regular(const char *name, uint64_t *bytes, carom_hdf_error *error) {
    struct stat what;
    const int probe = open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (probe < 0) return carom_hdf_fail(error, "cannot be opened", strerror(errno));
    const bool known = fstat(probe, &what) == 0;
    const int why = errno;
    close(probe);
    *bytes = known && what.st_size > 0 ? (uint64_t)what.st_size : 0;
    if (!known) return carom_hdf_fail(error, "cannot be looked at", strerror(why));
    return S_ISREG(what.st_mode) || carom_hdf_fail(error, "is no regular file", NULL);
}

bool carom_hdf_open(carom_hdf *hdf, const char *name, carom_hdf_error *error) {
    *hdf = (carom_hdf){.file = -1, .reports = carom_hdf_silence()};
    if (!is_regular(name, &hdf->bytes, error)) return false;
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
    hdf->file = H5Fopen(name, H5F_ACC_RDONLY, access);
    H5Pclose(access);
    return hdf->file >= 0 || carom_hdf_fail(error, "is not an HDF5 file", NULL);
}

void carom_hdf_close(carom_hdf *hdf) {
    if (hdf->file >= 0) H5Fclose(hdf->file);
    hdf->file = -1;
    carom_hdf_restore(&hdf->reports);
}

// Rejects links to other files.
static herr_t refuse_link(const char *parent_file, const char *parent_group, const char *child_file,
                          const char *child_path, unsigned *flags, hid_t access, void *unused) {
    return -1;
}

// Returns a property list for opening datasets that rejects links to other files.
static hid_t stay_inside(hid_t class) {
    const hid_t list = H5Pcreate(class);
    H5Pset_elink_cb(list, refuse_link, NULL);
    return list;
}

bool carom_hdf_has(const carom_hdf *hdf, const char *path) {
    char step[256];
    const size_t length = strlen(path);
    const hid_t links = stay_inside(H5P_LINK_ACCESS);
    bool has = length < sizeof step;
    for (size_t i = 1; i <= length && has; i++) {
        if (path[i] != '/' && path[i] != 0) continue;
        snprintf(step, sizeof step, "%.*s", (int)i, path);
        has = H5Lexists(hdf->file, step, links) > 0;
    }
    H5Pclose(links);
    return has;
}

// Checks the type of a dataset. It must be one of these types, so that HDF5 does not convert a crafted type.

static bool is_one_of(hid_t type, const hid_t *known, size_t count) {
    bool is = false;
    for (size_t i = 0; i < count && !is; i++) is = H5Tequal(type, known[i]) > 0;
    return is;
}

static bool is_integer(hid_t type) {
    const hid_t known[] = {H5T_STD_I8LE,  H5T_STD_I16LE, H5T_STD_I32LE, H5T_STD_I64LE, H5T_STD_U8LE,  H5T_STD_U16LE,
                           H5T_STD_U32LE, H5T_STD_U64LE, H5T_STD_I8BE,  H5T_STD_I16BE, H5T_STD_I32BE, H5T_STD_I64BE,
                           H5T_STD_U8BE,  H5T_STD_U16BE, H5T_STD_U32BE, H5T_STD_U64BE};
    return is_one_of(type, known, sizeof known / sizeof *known);
}

static bool is_real(hid_t type) {
    const hid_t known[] = {H5T_IEEE_F64LE, H5T_IEEE_F32LE, H5T_IEEE_F64BE, H5T_IEEE_F32BE};
    return is_one_of(type, known, sizeof known / sizeof *known);
}

static bool is_text(hid_t type) {
    return H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) == 0;
}

static bool is_kind(hid_t type, carom_hdf_kind kind) {
    switch (kind) {
    case CAROM_HDF_INTEGER: return is_integer(type);
    case CAROM_HDF_REAL: return is_real(type);
    case CAROM_HDF_WORD: return H5Tequal(type, H5T_STD_U64LE) > 0;
    case CAROM_HDF_BYTE: return H5Tequal(type, H5T_STD_U8LE) > 0;
    case CAROM_HDF_TEXT: return is_text(type);
    }
    return false;
}

// Returns a new type: that of the numbers in memory. Text has its type in the file.
static hid_t memory_type(hid_t set, carom_hdf_kind kind) {
    switch (kind) {
    case CAROM_HDF_INTEGER: return H5Tcopy(H5T_NATIVE_INT);
    case CAROM_HDF_REAL: return H5Tcopy(H5T_NATIVE_DOUBLE);
    case CAROM_HDF_WORD: return H5Tcopy(H5T_NATIVE_UINT64);
    case CAROM_HDF_BYTE: return H5Tcopy(H5T_NATIVE_UINT8);
    case CAROM_HDF_TEXT: break;
    }
    return H5Dget_type(set);
}

static bool is_extent(hid_t space, const carom_hdf_shape *shape) {
    hsize_t dims[2] = {0, 0};
    if (H5Sis_simple(space) <= 0 || H5Sget_simple_extent_type(space) == H5S_NULL) return false;
    if (H5Sget_simple_extent_ndims(space) != shape->rank || shape->rank > 2) return false;
    if (shape->rank && H5Sget_simple_extent_dims(space, dims, NULL) != shape->rank) return false;
    for (int i = 0; i < shape->rank; i++)
        if (dims[i] != shape->dims[i]) return false;
    return true;
}

// Multiplies *count by size. Returns false if the product exceeds 63 bits.
static bool times(uint64_t *count, uint64_t size) {
    if (size && *count > INT64_MAX / size) return false;
    *count *= size;
    return true;
}

static bool bytes_of(const carom_hdf_shape *shape, uint64_t size, uint64_t *bytes) {
    *bytes = size;
    for (int i = 0; i < shape->rank; i++)
        if (!times(bytes, shape->dims[i])) return false;
    return true;
}

uint64_t carom_hdf_chunk_rows(const carom_hdf_shape *shape) {
    enum { MOST = 16384 };
    return shape->dims[0] < MOST ? shape->dims[0] : MOST;
}

// Returns true if the dataset is in chunks of the expected size, with checksums and no other filter.
static bool is_checked(hid_t made, const carom_hdf_shape *shape) {
    hsize_t chunk[2] = {0, 0};
    unsigned flags;
    size_t none = 0;
    if (H5Pget_layout(made) != H5D_CHUNKED || H5Pget_nfilters(made) != 1) return false;
    if (H5Pget_filter2(made, 0, &flags, &none, NULL, 0, NULL, NULL) != H5Z_FILTER_FLETCHER32) return false;
    return H5Pget_chunk(made, 2, chunk) == shape->rank && chunk[0] == carom_hdf_chunk_rows(shape) &&
           (shape->rank < 2 || chunk[1] == shape->dims[1]);
}

// Returns true if the bytes are contiguous inside the file, or in the header of the dataset if it is small.
static bool lies_plainly(const carom_hdf *hdf, hid_t set, hid_t made, uint64_t bytes) {
    const H5D_layout_t layout = H5Pget_layout(made);
    const bool plain = H5Pget_nfilters(made) == 0 && H5Pget_external_count(made) == 0 &&
                       (layout == H5D_CONTIGUOUS || layout == H5D_COMPACT);
    if (!plain || !bytes || (uint64_t)H5Dget_storage_size(set) != bytes) return bytes == 0 && plain;
    if (layout == H5D_COMPACT) return true;
    const haddr_t at = H5Dget_offset(set);
    return at != HADDR_UNDEF && bytes <= hdf->bytes && (uint64_t)at <= hdf->bytes - bytes;
}

static bool is_stored(const carom_hdf *hdf, hid_t set, const carom_hdf_shape *shape, uint64_t bytes) {
    const hid_t made = H5Dget_create_plist(set);
    if (made < 0) return false;
    const bool fine = shape->checked ? is_checked(made, shape) : lies_plainly(hdf, set, made, bytes);
    H5Pclose(made);
    return fine;
}

// Returns the dataset if it has the required type, shape and storage, otherwise -1.
static hid_t open_checked(const carom_hdf *hdf, const char *path, const carom_hdf_shape *shape,
                          carom_hdf_error *error) {
    const hid_t inside = stay_inside(H5P_DATASET_ACCESS), set = H5Dopen2(hdf->file, path, inside);
    uint64_t bytes = 0;
    if (set < 0) {
        fail_by_hdf(error, path, "is no dataset");
        H5Pclose(inside);
        return -1;
    }
    H5Pclose(inside);
    const hid_t type = H5Dget_type(set), space = H5Dget_space(set);
    const size_t size = H5Tget_size(type);
    bool right = type >= 0 && space >= 0;
    if (!right || !is_kind(type, shape->kind) || (shape->width && size != shape->width))
        right = fail_at(error, path, "has another type than it must have");
    else if (!is_extent(space, shape) || !bytes_of(shape, size, &bytes))
        right = fail_at(error, path, "has another shape than it must have");
    else if (!is_stored(hdf, set, shape, bytes))
        right = fail_at(error, path,
                        shape->checked ? "is not stored in chunks with checksums"
                                       : "is not stored in one piece, uncompressed, inside the file");
    if (space >= 0) H5Sclose(space);
    if (type >= 0) H5Tclose(type);
    if (right) return set;
    H5Dclose(set);
    return -1;
}

uint64_t carom_hdf_length(const carom_hdf *hdf, const char *path) {
    const hid_t inside = stay_inside(H5P_DATASET_ACCESS), set = H5Dopen2(hdf->file, path, inside);
    const hid_t space = set >= 0 ? H5Dget_space(set) : -1;
    hsize_t length = 0;
    hsize_t dims[2] = {0, 0};
    const int rank = space >= 0 && H5Sis_simple(space) > 0 ? H5Sget_simple_extent_ndims(space) : 0;
    if ((rank == 1 || rank == 2) && H5Sget_simple_extent_dims(space, dims, NULL) == rank) length = dims[0];
    if (space >= 0) H5Sclose(space);
    if (set >= 0) H5Dclose(set);
    H5Pclose(inside);
    return length;
}

bool carom_hdf_read_rows(const carom_hdf *hdf, const char *path, const carom_hdf_shape *shape, uint64_t first,
                         uint64_t rows, void *out, size_t room, carom_hdf_error *error) {
    const hid_t set = open_checked(hdf, path, shape, error);
    if (set < 0) return false;
    carom_hdf_shape part = *shape;
    if (part.rank) part.dims[0] = rows;
    const hsize_t start[2] = {first, 0}, count[2] = {rows, part.dims[1]};
    const bool whole = !part.rank || (!first && rows == shape->dims[0]);
    const hid_t type = memory_type(set, shape->kind), file = whole ? H5S_ALL : H5Dget_space(set);
    const hid_t memory = whole ? H5S_ALL : H5Screate_simple(part.rank, count, NULL);
    const size_t size = H5Tget_size(type); // 0 if HDF5 failed, which would leave `out` unchanged
    uint64_t bytes = 0;
    bool done = size && bytes_of(&part, size, &bytes) && bytes <= room;
    if (!size)
        fail_by_hdf(error, path, "cannot be read");
    else if (!done)
        fail_at(error, path, "is larger than it may be");
    else if (bytes)
        done = ((whole || H5Sselect_hyperslab(file, H5S_SELECT_SET, start, NULL, count, NULL) >= 0) &&
                H5Dread(set, type, memory, file, H5P_DEFAULT, out) >= 0) ||
               fail_by_hdf(error, path, "cannot be read");
    if (!whole && memory >= 0) H5Sclose(memory);
    if (!whole && file >= 0) H5Sclose(file);
    H5Tclose(type);
    H5Dclose(set);
    return done;
}

bool carom_hdf_read(const carom_hdf *hdf, const char *path, const carom_hdf_shape *shape, void *out, size_t room,
                    carom_hdf_error *error) {
    return carom_hdf_read_rows(hdf, path, shape, 0, shape->dims[0], out, room, error);
}

// Checks the length stated in the file first, and then reads the text like any other dataset.
char *carom_hdf_text(const carom_hdf *hdf, const char *path, size_t most, carom_hdf_error *error) {
    const hid_t inside = stay_inside(H5P_DATASET_ACCESS), set = H5Dopen2(hdf->file, path, inside);
    if (set < 0) fail_by_hdf(error, path, "is no dataset");
    H5Pclose(inside);
    if (set < 0) return NULL;
    const hid_t type = H5Dget_type(set);
    const size_t size = H5Tget_size(type);
    const bool fits = type >= 0 && is_text(type) && size > 0 && size <= most;
    if (type >= 0) H5Tclose(type);
    H5Dclose(set);
    const carom_hdf_shape shape = {CAROM_HDF_TEXT, 1, {1}, size, true};
    char *text = fits ? calloc(size + 1, 1) : NULL;
    if (!text) {
        fail_at(error, path, fits ? "finds no memory" : "is no text of fixed length");
        return NULL;
    }
    if (carom_hdf_read(hdf, path, &shape, text, size, error)) return text;
    free(text);
    return NULL;
}

char *carom_hdf_note(const carom_hdf *hdf, const char *name, size_t most, carom_hdf_error *error) {
    const hid_t links = stay_inside(H5P_LINK_ACCESS);
    const hid_t note = H5Aopen_by_name(hdf->file, "/", name, H5P_DEFAULT, links);
    H5Pclose(links);
    if (note < 0) {
        fail_by_hdf(error, name, "is no attribute of it");
        errno = 0;
        return NULL;
    }
    const carom_hdf_shape one = {.kind = CAROM_HDF_TEXT};
    const hid_t type = H5Aget_type(note), space = H5Aget_space(note);
    const size_t size = H5Tget_size(type);
    const bool fits = type >= 0 && space >= 0 && is_text(type) && size > 0 && size <= most && is_extent(space, &one) &&
                      H5Aget_storage_size(note) == size;
    errno = 0;
    char *text = fits ? calloc(size + 1, 1) : NULL;
    const int why = errno;
    if (!text) fail_at(error, name, fits ? "finds no memory" : "is no short text of fixed length");
    if (text && H5Aread(note, type, text) < 0) {
        fail_by_hdf(error, name, "cannot be read");
        free(text);
        text = NULL;
    }
    if (space >= 0) H5Sclose(space);
    if (type >= 0) H5Tclose(type);
    H5Aclose(note);
    errno = why;
    return text;
}
