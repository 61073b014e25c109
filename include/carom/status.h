// What a call answers. One row of status.def each.
#ifndef CAROM_STATUS_H
#define CAROM_STATUS_H

#include "carom/base.h"

CAROM_BEGIN

typedef enum carom_status {
#define CAROM_STATUS(number, ID, ...) CAROM_##ID = (number),
#include "carom/status.def"
#undef CAROM_STATUS
} carom_status;

typedef enum carom_status_class {
    CAROM_FINE = 0,      // the outcome is filled and stands
    CAROM_NO_ANSWER = 1, // the question was fair, the law has no answer
    CAROM_BAD_INPUT = 2, // refused; mend the input
    CAROM_NUMERICAL = 3  // the arithmetic failed
} carom_status_class;

CAROM_API const char *carom_status_name(carom_status status);            // "no-solution"
CAROM_API const char *carom_status_message(carom_status status);         // one sentence that says what to do
CAROM_API carom_status_class carom_status_class_of(carom_status status); // whose fault it is
CAROM_API int carom_status_count(void);                                  // statuses have the numbers 0 .. count - 1

CAROM_END

#endif
