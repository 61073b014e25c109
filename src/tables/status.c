// Names, messages and classes of status.def. Modes and events have consecutive numbers.
#include "carom/carom.h"
#include "tables/counts.h"

typedef struct {
    const char *name, *meaning;
} row;

// The row of a status that only laws of users return.
#define USER(number) [number] = {"user-" #number, "the author of the law documents this status"}

// The names by number; numbers without a status have no name.
static const row statuses[CAROM_STATUS_END] = {
#define CAROM_STATUS(number, ID, name, message) [number] = {name, message},
#include "tables/status.def"
#undef CAROM_STATUS
    USER(224), USER(225), USER(226), USER(227), USER(228), USER(229), USER(230), USER(231),
    USER(232), USER(233), USER(234), USER(235), USER(236), USER(237), USER(238), USER(239),
    USER(240), USER(241), USER(242), USER(243), USER(244), USER(245), USER(246), USER(247),
    USER(248), USER(249), USER(250), USER(251), USER(252), USER(253), USER(254), USER(255),
};

// Checks that every status lies in the range of a class, and that no text is missing.
#define CAROM_STATUS(number, ID, name, message)                                                                        \
    _Static_assert((number) >= 0 && (number) < 192, "status " #ID " has a class");                                     \
    _Static_assert(sizeof(name) > 1 && sizeof(message) > 1, "status " #ID " has a name and a message");
#include "tables/status.def"
#undef CAROM_STATUS

// Checks that modes and events are numbered 0, 1, 2, ... in order.
enum {
#define CAROM_MODE(number, ID, ...) MODE_AT_##ID,
#define CAROM_EVENT(...)
#include "tables/modes.def"
#undef CAROM_EVENT
#undef CAROM_MODE
};
enum {
#define CAROM_MODE(...)
#define CAROM_EVENT(number, ID, ...) EVENT_AT_##ID,
#include "tables/modes.def"
#undef CAROM_EVENT
#undef CAROM_MODE
};
#define CAROM_MODE(number, ID, name, meaning)                                                                          \
    _Static_assert(MODE_AT_##ID == (number), "the number of mode " #ID " is its place");                               \
    _Static_assert(sizeof(name) > 1 && sizeof(meaning) > 1, "mode " #ID " has a name and a meaning");
#define CAROM_EVENT(number, ID, name, meaning)                                                                         \
    _Static_assert(EVENT_AT_##ID == (number), "the number of event " #ID " is its place");                             \
    _Static_assert(sizeof(name) > 1 && sizeof(meaning) > 1, "event " #ID " has a name and a meaning");
#include "tables/modes.def"
#undef CAROM_EVENT
#undef CAROM_MODE

// A batch stores the status, the mode and the violations of an item in one byte each.
_Static_assert(CAROM_STATUS_END <= 256 && CAROM_MODE_COUNT < 255 && CAROM_VIOLATION_LOSS < 255, "each fits a byte");

static int known(int index, int count) {
    return index >= 0 && index < count;
}

static const row *status_row(carom_status status) {
    const row *at = known((int)status, CAROM_STATUS_END) ? &statuses[status] : NULL;
    return at && at->name ? at : NULL;
}

const char *carom_status_name(carom_status status) {
    const row *at = status_row(status);
    return at ? at->name : "unknown-status";
}

const char *carom_status_message(carom_status status) {
    const row *at = status_row(status);
    return at ? at->meaning : "this is not a carom_status";
}

carom_status_class carom_status_classify(carom_status status) {
    const int number = (int)status;
    if (!known(number, CAROM_STATUS_END)) return CAROM_CLASS_BAD_INPUT;
    if (number < 16) return CAROM_CLASS_OK;
    if (number < 32 || number >= CAROM_STATUS_USER) return CAROM_CLASS_NO_ANSWER;
    if (number < 128) return CAROM_CLASS_BAD_INPUT;
    if (number < 160) return CAROM_CLASS_NUMERICAL;
    return number < 192 ? CAROM_CLASS_ENVIRONMENT : CAROM_CLASS_BAD_INPUT;
}

const char *carom_mode_name(carom_mode mode) {
    return carom_enum_name(CAROM_ENUM_MODE, (int)mode);
}
