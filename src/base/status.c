// Names and messages of status.def and modes.def.
#include "carom/status.h"
#include "base/counts.h"
#include "carom/trace.h"

static const struct {
    const char *name, *message;
    carom_status_class class;
} statuses[] = {
#define CAROM_STATUS(number, ID, name, class, message) [number] = {name, message, CAROM_##class},
#include "carom/status.def"
#undef CAROM_STATUS
};

typedef struct {
    const char *name, *meaning;
} row;

static const row modes[] = {
#define CAROM_MODE(number, ID, name, meaning) [number] = {name, meaning},
#define CAROM_EVENT(...)
#include "carom/modes.def"
#undef CAROM_EVENT
#undef CAROM_MODE
};

static const row events[] = {
#define CAROM_MODE(...)
#define CAROM_EVENT(number, ID, name, meaning) [number] = {name, meaning},
#include "carom/modes.def"
#undef CAROM_EVENT
#undef CAROM_MODE
};

// The numbers of n rows are 0 .. n - 1, each once: with one twice or left out their bits are no n ones.
_Static_assert((0ull
#define CAROM_STATUS(number, ...) | 1ull << (number)
#include "carom/status.def"
#undef CAROM_STATUS
                ) == ~0ull >> (64 - CAROM_STATUS_COUNT),
               "each status has a number of its own, without a gap");

_Static_assert((0ull
#define CAROM_MODE(number, ...) | 1ull << (number)
#define CAROM_EVENT(...)
#include "carom/modes.def"
#undef CAROM_EVENT
#undef CAROM_MODE
                ) == ~0ull >> (64 - CAROM_MODE_COUNT),
               "each mode has a number of its own, without a gap");

_Static_assert((0ull
#define CAROM_MODE(...)
#define CAROM_EVENT(number, ...) | 1ull << (number)
#include "carom/modes.def"
#undef CAROM_EVENT
#undef CAROM_MODE
                ) == ~0ull >> (64 - CAROM_EVENT_COUNT),
               "each event has a number of its own, without a gap");

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
