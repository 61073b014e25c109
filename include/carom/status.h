// Statuses: what the functions of all libraries return. One row of status.def each.
#ifndef CAROM_STATUS_H
#define CAROM_STATUS_H

#include "carom/base.h"

CAROM_BEGIN

typedef enum carom_status {
#define CAROM_STATUS(number, ID, ...) CAROM_##ID = (number),
#include "carom/status.def"
#undef CAROM_STATUS
} carom_status;

// What kind of answer a status is; the range of its number says so, see status.def.
typedef enum carom_status_class {
    CAROM_CLASS_OK = 0,         // the result is filled and valid
    CAROM_CLASS_NO_ANSWER = 1,  // the input is valid, but there is no result
    CAROM_CLASS_BAD_INPUT = 2,  // the input is refused; correct it
    CAROM_CLASS_NUMERICAL = 3,  // the arithmetic failed
    CAROM_CLASS_ENVIRONMENT = 4 // memory or a file failed
} carom_status_class;

// Numbers of statuses fit in a byte and have gaps. Those from 224 to 255 are free for laws that users write.
#define CAROM_STATUS_USER 224
#define CAROM_STATUS_END  256

// Name and message of a status: "no-solution", "user-224"; "unknown-status" if no status has this number.
CAROM_API const char *carom_status_name(carom_status status);
CAROM_API const char *carom_status_message(carom_status status);         // one sentence
CAROM_API carom_status_class carom_status_classify(carom_status status); // by its range

CAROM_END

#endif
