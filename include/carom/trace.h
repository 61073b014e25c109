// The path of an impact in impulse space, point by point, in the caller's memory.
#ifndef CAROM_TRACE_H
#define CAROM_TRACE_H

#include "carom/outcome.h"

CAROM_BEGIN

typedef enum carom_event {
#define CAROM_MODE(...)
#define CAROM_EVENT(number, ID, ...) CAROM_EVENT_##ID = (number),
#include "carom/modes.def"
#undef CAROM_EVENT
#undef CAROM_MODE
} carom_event;

typedef struct carom_path_point {
    carom_event event;  // what happens here
    double P[3];        // impulse so far, N s
    double v[3];        // relative velocity, m/s
    double dE;          // energy change so far, J
    double work_normal; // its normal part, J
} carom_path_point;

typedef struct carom_path {
    carom_path_point *points; // room for `capacity` points, the caller's
    size_t capacity;
    size_t count; // points of the path; larger than capacity after CAROM_PATH_FULL
} carom_path;

CAROM_END

#endif
