#include "forge.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1 << 12 };

static hid_t type_of(const forge_item *item) {
    return H5Tcopy(item->real ? H5T_IEEE_F64LE : H5T_STD_I32LE);
}

static size_t bytes_of(const forge_item *item) {
    size_t bytes = item->real ? sizeof(double) : sizeof(int);
    for (int i = 0; i < item->rank; i++) bytes *= item->dims[i];
    return bytes;
}

// Returns a type that the dataset must not have.
static hid_t other_type(fuzz_bytes *b) {
    hid_t type;
    switch (fuzz_below(b, 10)) {
    case 0: return H5Tcopy(H5T_IEEE_F32BE);
    case 1: return H5Tcopy(H5T_STD_U64BE);
    case 2: return H5Tcopy(H5T_STD_I8LE);
    case 3: return H5Tvlen_create(H5T_IEEE_F64LE);
    case 4: return H5Tcreate(H5T_OPAQUE, 8);
    case 5:
        type = H5Tcreate(H5T_COMPOUND, 16);
        H5Tinsert(type, "a", 0, H5T_IEEE_F64LE);
        return type;
    case 6:
        type = H5Tcopy(H5T_C_S1);
        H5Tset_size(type, fuzz_below(b, 2) ? H5T_VARIABLE : (size_t)(1 + fuzz_byte(b)));
        return type;
    case 7: return H5Tcopy(H5T_STD_REF_OBJ);
    case 8: return H5Tarray_create2(H5T_IEEE_F64LE, 1, (const hsize_t[]){3});
    default:
        type = H5Tcopy(H5T_IEEE_F64LE);
        H5Tset_precision(type, 40);
        return type;
    }
}

static hsize_t other_length(fuzz_bytes *b, hsize_t length) {
    static const hsize_t odd[] = {0, 1, 2, 1000, (hsize_t)1 << 31, (hsize_t)1 << 33, (hsize_t)1 << 61};
    return fuzz_below(b, 2) ? length + (hsize_t)fuzz_below(b, 3) - (length ? 1 : 0) : odd[fuzz_below(b, 7)];
}

typedef struct dataset {
    hid_t type;
    H5D_layout_t layout;
    int rank;
    hsize_t dims[2];
    bool packed, outside, no_space;
} dataset;

static void create(hid_t file, const forge_item *item, const dataset *as, const void *data) {
    const hid_t space = as->no_space ? H5Screate(H5S_NULL)
                        : as->rank   ? H5Screate_simple(as->rank, as->dims, NULL)
                                     : H5Screate(H5S_SCALAR);
    const hid_t made = H5Pcreate(H5P_DATASET_CREATE), links = H5Pcreate(H5P_LINK_CREATE);
    const hsize_t chunk[2] = {2, 2};
    H5Pset_create_intermediate_group(links, 1);
    H5Pset_layout(made, as->layout);
    if (as->layout == H5D_CHUNKED) H5Pset_chunk(made, as->rank ? as->rank : 1, chunk);
    if (as->packed) H5Pset_deflate(made, 1);
    if (as->outside) H5Pset_external(made, "/etc/passwd", 0, 64);
    const hid_t set = H5Dcreate2(file, item->path, as->type, space, links, made, H5P_DEFAULT);
    if (set >= 0 && data) H5Dwrite(set, as->type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data);
    if (set >= 0) H5Dclose(set);
    H5Pclose(links);
    H5Pclose(made);
    H5Sclose(space);
}

// Replaces one number of the data.
static void spoil(fuzz_bytes *b, const forge_item *item, uint8_t *data) {
    static const int odd[] = {0, 1, -1, -2, -3, 2, 3, 4, 1000, INT_MAX, INT_MIN, 1 << 25};
    const size_t width = item->real ? sizeof(double) : sizeof(int), count = bytes_of(item) / width;
    const size_t at = count ? (size_t)fuzz_byte(b) % count : 0;
    const double number = fuzz_number(b);
    const int whole = odd[fuzz_below(b, 12)];
    if (!count) return;
    memcpy(data + at * width, item->real ? (const void *)&number : (const void *)&whole, width);
}

static void put(fuzz_bytes *b, hid_t file, const forge_item *item) {
    static uint8_t data[MOST_BYTES];
    dataset as = {type_of(item), H5D_CONTIGUOUS, item->rank, {item->dims[0], item->dims[1]}, false, false, false};
    const int how = fuzz_byte(b);
    bool filled = true;
    memcpy(data, item->data, bytes_of(item));
    if (how >= 200 && how < 228) spoil(b, item, data);
    switch (how) {
    case 228: H5Tclose(as.type); return; // the dataset is absent
    case 229:
    case 230:
    case 231:
    case 232:
        H5Tclose(as.type);
        as.type = other_type(b);
        filled = false;
        break;
    case 233: as.rank = (item->rank + 1) % 3, as.dims[1] = 1, filled = false; break;
    case 234:
    case 235:
    case 236: as.dims[0] = other_length(b, as.dims[0]), filled = false; break;
    case 237: as.layout = H5D_CHUNKED; break;
    case 238: as.layout = H5D_CHUNKED, as.packed = true; break;
    case 239: as.layout = H5D_CHUNKED, as.dims[0] = (hsize_t)1 << 40, filled = false; break;
    case 240: as.layout = H5D_COMPACT; break;
    case 241: as.outside = true, filled = false; break;
    case 242: as.no_space = true, filled = false; break;
    case 243:
        H5Lcreate_soft("/nowhere", file, item->path, H5P_DEFAULT, H5P_DEFAULT);
        H5Tclose(as.type);
        return;
    case 244:
        H5Lcreate_soft(item->path, file, item->path, H5P_DEFAULT, H5P_DEFAULT);
        H5Tclose(as.type);
        return;
    case 245:
        H5Lcreate_external("/etc/passwd", "/x", file, item->path, H5P_DEFAULT, H5P_DEFAULT);
        H5Tclose(as.type);
        return;
    case 246: {
        const hid_t links = H5Pcreate(H5P_LINK_CREATE);
        H5Pset_create_intermediate_group(links, 1);
        const hid_t group = H5Gcreate2(file, item->path, links, H5P_DEFAULT, H5P_DEFAULT);
        if (group >= 0) H5Gclose(group);
        H5Pclose(links);
        H5Tclose(as.type);
        return;
    }
    default: break;
    }
    create(file, item, &as, filled ? data : NULL);
    H5Tclose(as.type);
}

uint8_t *forge_file(fuzz_bytes *b, const forge_item *items, int count, size_t *size) {
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_fapl_core(access, 1 << 16, 0);
    const hid_t file = H5Fcreate("forged", H5F_ACC_TRUNC, H5P_DEFAULT, access);
    H5Pclose(access);
    for (int i = 0; i < count; i++) put(b, file, &items[i]);
    H5Fflush(file, H5F_SCOPE_GLOBAL);
    const ssize_t length = H5Fget_file_image(file, NULL, 0);
    *size = length > 0 ? (size_t)length : 0;
    uint8_t *image = malloc(*size + 1);
    if (!image) exit(2);
    if (length > 0) H5Fget_file_image(file, image, *size);
    H5Fclose(file);
    return image;
}
