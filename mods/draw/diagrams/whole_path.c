#include "whole_path.h"

#include <stdlib.h>

carom_status carom_follow(const carom_law *law, const carom_contact *c, const carom_params *p, carom_path *path) {
    carom_result out;
    carom_status status = CAROM_PATH_FULL;
    path->count = 256;
    while (status == CAROM_PATH_FULL) {
        carom_path_point *more = realloc(path->points, path->count * sizeof *more);
        if (!more) return CAROM_OVERFLOW;
        path->points = more;
        path->capacity = path->count;
        status = carom_trace(law, c, p, path, &out);
    }
    return status;
}
