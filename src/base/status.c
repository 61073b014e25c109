// Names and messages of status.def and modes.def.
#include "carom/status.h"
#include "base/counts.h"
#include "carom/trace.h"

static const struct {
    const char *name, *message;
    carom_status_class class;
} statuses[] = {
#define CAROM_STATUS(number, ID, name, class, message) {name, message, CAROM_##class},
#include "carom/status.def"
#undef CAROM_STATUS
};

typedef struct {
    const char *name, *meaning;
} row;

static const row modes[] = {
#define CAROM_MODE(number, ID, name, meaning) {name, meaning},
#define CAROM_EVENT(...)
#include "carom/modes.def"
#undef CAROM_EVENT
#undef CAROM_MODE
};

static const row events[] = {
#define CAROM_MODE(...)
#define CAROM_EVENT(number, ID, name, meaning) {name, meaning},
#include "carom/modes.def"
#undef CAROM_EVENT
#undef CAROM_MODE
};

// Rows stand in the order of their numbers, from 0 without a gap, and no word is missing.
enum {
#define CAROM_STATUS(number, ID, ...) STATUS_AT_##ID,
#include "carom/status.def"
#undef CAROM_STATUS
};
#define CAROM_STATUS(number, ID, name, class, message)                                                                 \
    _Static_assert(STATUS_AT_##ID == (number), "the number of status " #ID " is its place");                           \
    _Static_assert(sizeof(name) > 1 && sizeof(message) > 1, "status " #ID " has a name and a message");
#include "carom/status.def"
#undef CAROM_STATUS

enum {
#define CAROM_MODE(number, ID, ...) MODE_AT_##ID,
#define CAROM_EVENT(...)
#include "carom/modes.def"
#undef CAROM_EVENT
#undef CAROM_MODE
};
enum {
#define CAROM_MODE(...)
#define CAROM_EVENT(number, ID, ...) EVENT_AT_##ID,
#include "carom/modes.def"
#undef CAROM_EVENT
#undef CAROM_MODE
};
#define CAROM_MODE(number, ID, name, meaning)                                                                          \
    _Static_assert(MODE_AT_##ID == (number), "the number of mode " #ID " is its place");                               \
    _Static_assert(sizeof(name) > 1 && sizeof(meaning) > 1, "mode " #ID " has a name and a meaning");
#define CAROM_EVENT(number, ID, name, meaning)                                                                         \
    _Static_assert(EVENT_AT_##ID == (number), "the number of event " #ID " is its place");                             \
    _Static_assert(sizeof(name) > 1 && sizeof(meaning) > 1, "event " #ID " has a name and a meaning");
#include "carom/modes.def"
#undef CAROM_EVENT
#undef CAROM_MODE

_Static_assert(sizeof statuses / sizeof *statuses == CAROM_STATUS_COUNT, "one row a status");
_Static_assert(sizeof modes / sizeof *modes == CAROM_MODE_COUNT, "one row a mode");
_Static_assert(sizeof events / sizeof *events == CAROM_EVENT_COUNT, "one row an event");

// A batch stores the status, the mode and the set of broken conditions of an item in one byte each.
_Static_assert(CAROM_STATUS_COUNT < 255 && CAROM_MODE_COUNT < 255 && CAROM_BROKEN_LOSS < 255, "each fits a byte");

static int known(int index, int count) {
    return index >= 0 && index < count;
}

const char *carom_status_name(carom_status status) {
    return known((int)status, CAROM_STATUS_COUNT) ? statuses[status].name : "unknown-status";
}

const char *carom_status_message(carom_status status) {
    return known((int)status, CAROM_STATUS_COUNT) ? statuses[status].message : "this is not a carom_status";
}

carom_status_class carom_status_class_of(carom_status status) {
    return known((int)status, CAROM_STATUS_COUNT) ? statuses[status].class : CAROM_BAD_INPUT;
}

int carom_status_count(void) {
    return CAROM_STATUS_COUNT;
}

const char *carom_mode_name(carom_mode mode) {
    return known((int)mode, CAROM_MODE_COUNT) ? modes[mode].name : NULL;
}

const char *carom_mode_meaning(carom_mode mode) {
    return known((int)mode, CAROM_MODE_COUNT) ? modes[mode].meaning : NULL;
}

int carom_mode_count(void) {
    return CAROM_MODE_COUNT;
}

const char *carom_event_name(carom_event event) {
    return known((int)event, CAROM_EVENT_COUNT) ? events[event].name : NULL;
}

const char *carom_event_meaning(carom_event event) {
    return known((int)event, CAROM_EVENT_COUNT) ? events[event].meaning : NULL;
}

int carom_event_count(void) {
    return CAROM_EVENT_COUNT;
}

const char *carom_broken_name(unsigned bit) {
    switch (bit) {
    case CAROM_BROKEN_ENERGY: return "dE>0";
    case CAROM_BROKEN_CONE: return "|P_t|>mu P_n";
    case CAROM_BROKEN_PULL: return "P_n<0";
    case CAROM_BROKEN_PENETRATION: return "v_n<0";
    case CAROM_BROKEN_NO_SOLUTION: return "no-solution";
    case CAROM_BROKEN_SEVERAL: return "several";
    case CAROM_BROKEN_LOSS: return "lost>E";
    default: return NULL;
    }
}
