// The number of rows of the tables, for arrays and loops of this source tree. A program should loop until
// carom_enum_name returns NULL, because the library that it runs with may have more rows.
#ifndef CAROM_SRC_COUNTS_H
#define CAROM_SRC_COUNTS_H

enum {
    CAROM_MODE_COUNT = 0
#define CAROM_MODE(...) +1
#define CAROM_EVENT(...)
#include "tables/modes.def"
#undef CAROM_EVENT
#undef CAROM_MODE
    ,
    CAROM_EVENT_COUNT = 0
#define CAROM_MODE(...)
#define CAROM_EVENT(...) +1
#include "tables/modes.def"
#undef CAROM_EVENT
#undef CAROM_MODE
    ,
    CAROM_REASON_COUNT = 0
#define CAROM_REASON(...) +1
#include "tables/reasons.def"
    ,
    CAROM_HINT_COUNT = 0
#define CAROM_HINT(...) +1
#include "tables/hints.def"
    ,
    CAROM_STOP_COUNT = 0
#define CAROM_STOP(...) +1
#include "tables/stops.def"
    ,
    CAROM_FRICTION_COUNT = 0
#define CAROM_FRICTION_MODEL(...) +1
#include "tables/frictions.def"
};

#endif
