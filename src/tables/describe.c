// Formats errors as sentences with slots, which are filled from the error. Also contains the phrases for C programs.
#include <float.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/decimal.h"
#include "carom/law.h"
#include "tables/counts.h"
#include "tables/error.h"

static const struct {
    const char *name, *sentence;
} reasons[] = {
#define CAROM_REASON(number, ID, name, subject, sentence) {name, sentence},
#include "tables/reasons.def"
};

// Checks that the rows of each table are numbered 0, 1, 2, ... in order, and that no text is missing.
enum {
#define CAROM_REASON(number, ID, ...) REASON_AT_##ID,
#include "tables/reasons.def"
};
enum {
#define CAROM_HINT(number, ID, ...) HINT_AT_##ID,
#include "tables/hints.def"
};
#define CAROM_REASON(number, ID, name, subject, sentence)                                                              \
    _Static_assert(REASON_AT_##ID == (number), "the number of reason " #ID " is its place");                           \
    _Static_assert(sizeof(name) > 1 && sizeof(sentence) > 1, "reason " #ID " has a name and a sentence");
#include "tables/reasons.def"
#define CAROM_HINT(number, ID, name)                                                                                   \
    _Static_assert(HINT_AT_##ID == (number), "the number of hint " #ID " is its place");                               \
    _Static_assert(sizeof(name) > 1, "hint " #ID " has a name");
#include "tables/hints.def"
_Static_assert(sizeof reasons / sizeof *reasons == CAROM_REASON_COUNT, "one row a reason");

static bool is_reason(carom_reason reason) {
    return (int)reason >= 0 && (int)reason < CAROM_REASON_COUNT;
}

// Returns the hint for a C program. Hints about files belong to the front ends that read files.
static const char *hint_in_c(const carom_error_style *self, carom_hint hint) {
    (void)self;
    switch ((int)hint) {
    case CAROM_HINT_ALLOW: return "set {bit} in params.allow to use it anyway";
    case CAROM_HINT_MAKE_EQUAL: return "leave {param} at CAROM_SAME_AS_MU to make them equal";
    case CAROM_HINT_USE_NORMAL: return "set it to zeros to use the normal";
    case CAROM_HINT_SEE_LAW: return "its carom_law.solves contains the problems that it solves";
    case CAROM_HINT_SEE_LAWS: return "carom_law_at() lists them";
    case CAROM_HINT_SEE_PARAMS: return "carom_coefficient_at() returns each of them";
    case CAROM_HINT_OTHER_LAW: return "another law or smaller friction may have one";
    case CAROM_HINT_LAW_WITH_PATH: return "trace a law with one, such as carom_law_routh";
    case CAROM_HINT_OTHER_METHOD: return "use glocker, pfeiffer-glocker or sequence";
    case CAROM_HINT_RESCALE: return "rescale the units of mass or speed";
    case CAROM_HINT_STATE_COEFFICIENT: return "set {param} in carom_params";
    default: return NULL;
    }
}

static const carom_error_style in_c = {.hint = hint_in_c};

// A text that grows. Beyond its capacity, characters are counted but not stored.
typedef struct {
    char *text;
    size_t size, length;
} writer;

static void put(writer *w, const char *format, ...) {
    va_list arguments;
    const size_t used = w->length < w->size ? w->length : w->size;
    va_start(arguments, format);
    const int written = vsnprintf(w->text ? w->text + used : NULL, w->size - used, format, arguments);
    va_end(arguments);
    if (written > 0) w->length += (size_t)written;
}

static void put_param(writer *w, const carom_error *r, carom_param param) {
    const carom_coefficient *row = carom_error_row(r, param);
    put(w, "%s", row ? row->name : "?");
}

static void put_and_other(writer *w, const carom_error *r) {
    if (r->other_coefficient == CAROM_PARAM_NONE) return;
    put(w, " and ");
    put_param(w, r, r->other_coefficient);
}

// Writes the bit of a coefficient in C notation. One of the law's own coefficients is written by its number, because it
// has no name in C.
static void put_bit(writer *w, const carom_error *r) {
    const carom_coefficient *row = carom_error_row(r, r->coefficient);
    if (row && row->number < CAROM_PARAM_OWN)
        put(w, "CAROM_PARAM_BIT(%s)", row->name);
    else
        put(w, "UINT64_C(1) << %d", (int)r->coefficient);
}

static void put_symbol(writer *w, const carom_error *r) {
    const carom_coefficient *row = carom_error_row(r, r->coefficient);
    put(w, "%s", row ? carom_param_symbol(row) : "?");
}

// Writes the meaning of the coefficient in this law, in brackets. If two coefficients conflict, the more general text
// is used. The meanings refer to one contact, not to systems.
static void put_meaning(writer *w, const carom_error *r) {
    const carom_coefficient *row = carom_error_row(r, r->coefficient);
    const bool ratio = row && row->ratio && *row->ratio && r->reason != CAROM_REASON_TOGETHER;
    const char *words = ratio ? row->ratio : row ? row->meaning : NULL;
    if (words && !(r->law && r->law->system && r->contact >= 0)) put(w, " (%s)", words);
}

// Writes a number with a decimal point in any locale. WebAssembly has no locale and no complete printf.
static void put_number(writer *w, double x, int digits) {
#ifdef __wasm__
    put(w, digits == 14 ? "%.14g" : "%g", x);
#else
    put(w, "%s", CAROM_SHORT(x, digits));
#endif
}

static void put_range(writer *w, const carom_error *r) {
    const carom_coefficient *row = carom_error_row(r, r->coefficient);
    if (row && row->kind == CAROM_LIST) {
        put(w, "%s", row->range ? row->range : row->meaning);
        return;
    }
    if (r->lowest == -DBL_MAX)
        put(w, "(-inf, inf)");
    else {
        put(w, "[");
        put_number(w, r->lowest, 6);
        put(w, ", ");
        if (r->highest != DBL_MAX) put_number(w, r->highest, 6);
        put(w, r->highest == DBL_MAX ? "inf)" : "]");
    }
}

static void put_who(writer *w, const carom_error *r) {
    if (r->law)
        put(w, "law \"%s\"", r->law->name);
    else
        put(w, "this law");
}

static void put_name(writer *w, const carom_error *r) {
    put(w, "%s", r->law ? r->law->name : "?");
}

static void put_problems(writer *w, const carom_error *r) {
    const bool systems = r->law && r->law->system;
    put(w, systems ? "systems of contacts, not a single contact" : "a single contact, not several");
}

static void put_at(writer *w, const carom_error *r) {
    if (r->contact >= 0) put(w, " at contact %d", r->contact);
}

static void put_axis(writer *w, const carom_error *r) {
    if (r->count == 3 && r->column >= 0) put(w, " about its axis %d", r->column);
}

// Writes the value of the slot with this name. Returns false if there is no such slot.
static bool fill_words(writer *w, const carom_error *r, const char *slot, size_t n) {
#define IS(name) (n == sizeof name - 1 && !memcmp(slot, name, n))
    if (IS("status")) return put(w, "%s", carom_status_message(r->status)), true;
    if (IS("who")) return put_who(w, r), true;
    if (IS("name")) return put_name(w, r), true;
    if (IS("problems")) return put_problems(w, r), true;
    if (IS("param")) return put_param(w, r, r->coefficient), true;
    if (IS("and_other")) return put_and_other(w, r), true;
    if (IS("other_param")) return put_param(w, r, r->other_coefficient), true;
    if (IS("bit")) return put_bit(w, r), true;
    if (IS("symbol")) return put_symbol(w, r), true;
    if (IS("meaning")) return put_meaning(w, r), true;
    if (IS("summary")) return put(w, "%s", r->law ? r->law->summary : "?"), true;
    if (IS("module")) return put(w, "%s", r->law ? r->law->module : "?"), true;
    if (IS("where")) return put(w, "%s", r->count == 2 ? "the plane" : "space"), true;
    if (IS("body")) return put(w, "body %c", r->body ? 'B' : 'A'), true;
    if (IS("at")) return put_at(w, r), true;
    if (IS("axis")) return put_axis(w, r), true;
    return false;
}

static bool fill_numbers(writer *w, const carom_error *r, const char *slot, size_t n) {
    if (IS("value")) return put_number(w, r->value, 6), true;
    if (IS("exactly")) return put_number(w, r->value, 14), true;
    if (IS("other")) return put_number(w, r->other, 6), true;
    if (IS("other_exactly")) return put_number(w, r->other, 14), true;
    if (IS("sum")) return put_number(w, r->other + r->value, 6), true;
    if (IS("range")) return put_range(w, r), true;
    if (IS("lowest")) return put_number(w, r->lowest, 6), true;
    if (IS("highest")) return put_number(w, r->highest, 6), true;
    if (IS("row")) return put(w, "%d", r->row), true;
    if (IS("column")) return put(w, "%d", r->column), true;
    if (IS("contact")) return put(w, "%d", r->contact), true;
    if (IS("count")) return put(w, "%d", r->count), true;
#undef IS
    return false;
}

// Copies the text and replaces each {slot} by its value in the error. Other braces are copied unchanged.
static void fill(writer *w, const carom_error *r, const char *text) {
    while (*text) {
        const size_t plain = strcspn(text, "{"), n = text[plain] ? strcspn(text + plain + 1, "}") : 0;
        const char *slot = text + plain + 1;
        put(w, "%.*s", (int)plain, text);
        text += plain;
        if (!*text) return;
        if (slot[n] == '}' && (fill_words(w, r, slot, n) || fill_numbers(w, r, slot, n))) {
            text = slot + n + 1;
        } else {
            put(w, "{");
            text++;
        }
    }
}

size_t carom_error_format(const carom_error *error, const carom_error_style *style, char *text, size_t size) {
    writer w = {text, text ? size : 0, 0};
    if (text && size) text[0] = 0;
    if (!error) return 0;
    if (!style) style = &in_c;
    const carom_reason reason = is_reason(error->reason) ? error->reason : CAROM_REASON_PLAIN;
    const char *sentence = style->sentence ? style->sentence(style, reason) : NULL;
    const char *hint = style->hint ? style->hint(style, error->hint) : NULL;
    if (!sentence && error->detail[0])
        put(&w, "%s", error->detail);
    else
        fill(&w, error, sentence ? sentence : reasons[reason].sentence);
    if (hint && *hint) {
        put(&w, "; ");
        fill(&w, error, hint);
    }
    return w.length;
}
