// The colours and marks of laws and modes (looks.def), for programs that draw without carom_draw. The library itself
// does not read this.
#ifndef CAROM_LOOKS_H
#define CAROM_LOOKS_H

#include <stdbool.h>
#include <string.h>

#include "carom/carom.h"

typedef struct carom_look {
    int ink, mark;             // carom_ink and carom_mark of draw.h; -1 if there is none
    const char *colour, *sign; // their names: "blue", "disc"
    unsigned light, dark;      // 0xrrggbb on a light and on a dark background
} carom_look;

// Returns the look of an ink, counted from 0; its colour is NULL past the last.
static inline carom_look carom_ink_look(int ink) {
    static const carom_look inks[] = {
#define CAROM_INK_LOOK(ID, name, light, dark) {0, -1, name, 0, light, dark},
#include "tables/looks.def"
#undef CAROM_INK_LOOK
    };
    carom_look look = {-1, -1, 0, 0, 0, 0};
    if (ink < 0 || ink >= (int)(sizeof inks / sizeof *inks)) return look;
    look = inks[ink];
    look.ink = ink;
    return look;
}

// Returns the look of a law by its name, which may be followed by its choices, as in "routh (newton)". Choices without
// a row have the look of the law. NULL has no look.
static inline carom_look carom_law_look(const char *name) {
    enum {
#define CAROM_INK_LOOK(ID, name, light, dark) CAROM_LOOK_INK_##ID,
#define CAROM_MARK_LOOK(ID, name)             CAROM_LOOK_MARK_##ID,
#include "tables/looks.def"
#undef CAROM_INK_LOOK
#undef CAROM_MARK_LOOK
        CAROM_LOOK_INKS = CAROM_LOOK_INK_SKY + 1
    };
    static const char *const signs[] = {
#define CAROM_MARK_LOOK(ID, name) name,
#include "tables/looks.def"
#undef CAROM_MARK_LOOK
    };
    static const struct {
        const char *name;
        int ink, mark;
    } laws[] = {
#define CAROM_LAW_LOOK(name, ink, mark) {name, CAROM_LOOK_INK_##ink, CAROM_LOOK_MARK_##mark - CAROM_LOOK_INKS},
#include "tables/looks.def"
#undef CAROM_LAW_LOOK
    };
    const size_t length = name ? strcspn(name, " ") : 0;
    unsigned letters = 5381;
    for (size_t i = 0; i < length; i++) letters = 33 * letters + (unsigned char)name[i];
    // A name without a row gets one of the inks after the greys, and a mark, both chosen by its letters.
    int ink = 2 + (int)(letters % (CAROM_LOOK_INKS - 2u)), mark = (int)(letters / 8u % (sizeof signs / sizeof *signs));
    int row = -1;
    for (int i = 0; name && i < (int)(sizeof laws / sizeof *laws); i++) {
        const bool whole = !strcmp(laws[i].name, name);
        const bool law = strlen(laws[i].name) == length && !memcmp(laws[i].name, name, length);
        if (whole || (law && row < 0)) row = i;
    }
    if (row >= 0) ink = laws[row].ink, mark = laws[row].mark;
    carom_look look = carom_ink_look(name ? ink : -1);
    look.mark = name ? mark + 1 : -1;
    look.sign = name ? signs[mark] : 0;
    return look;
}

// Returns the colours of the area of a mode in a map; light and dark are 0 if there is no such mode.
static inline carom_look carom_mode_look(int mode) {
    carom_look look = {-1, -1, 0, 0, 0, 0};
    switch (mode) {
#define CAROM_MODE_LOOK(ID, on_light, on_dark)                                                                         \
    case CAROM_MODE_##ID:                                                                                              \
        look.light = on_light, look.dark = on_dark;                                                                    \
        break;
#include "tables/looks.def"
#undef CAROM_MODE_LOOK
    }
    return look;
}

#endif
