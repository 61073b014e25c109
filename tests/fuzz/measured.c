// Fuzzes measured impacts in HDF5 files, as `carom fit` reads them. The columns are valid or modified.
#include <stdlib.h>

#include "cli/fit/data.h"
#include "forge.h"

const double fuzz_floor = 0.05;

bool fuzz_one(const uint8_t *bytes, size_t size) {
    static const double v_n[] = {-1, -2, -3, -1.5}, v_t[] = {0.5, 0.7, 0.1, 2}, after_n[] = {0.5, 1, 1.4, 0.8},
                        after_t[] = {0.2, 0.4, 0.1, 1.4};
    static const int group[] = {0, 0, 1, 1};
    const forge_item items[] = {{"/v_n", true, 1, {4}, v_n},
                                {"/v_t", true, 1, {4}, v_t},
                                {"/v_n_after", true, 1, {4}, after_n},
                                {"/v_t_after", true, 1, {4}, after_t},
                                {"/group", false, 1, {4}, group}};
    const carom_fit_wishes wishes = {.W = "1 0; 0 3", .sigma = "0.01"};
    fuzz_bytes b = {bytes, bytes + size};
    carom_fit_data data = {0};
    carom_error refusal = {0};
    size_t length;
    uint8_t *image = forge_file(&b, items, 5, &length);
    const bool read = carom_fit_data_hdf(fuzz_file(image, length), &wishes, &data, &refusal);
    free(image);
    if (!read) fuzz_refused("measured impacts", refusal.detail);
    if (read) carom_fit_data_free(&data);
    return read;
}
