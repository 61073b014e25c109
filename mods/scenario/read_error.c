#include "mods/scenario/read_error.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/law.h"
#include "support/atomic_file/cell.h"
#include "tables/error.h"
#include "tables/module_names.h"

// Returns the number of bytes of one printable UTF-8 character at this place; 0 if there is none.
static size_t printable(const unsigned char *at) {
    const unsigned char c = *at;
    if (c < 0x80) return c >= 0x20 && c != 0x7f;
    if (carom_reorders((const char *)at)) return 0;
    const size_t n = c >= 0xc2 && c < 0xe0 ? 2 : c >= 0xe0 && c < 0xf0 ? 3 : c >= 0xf0 && c < 0xf5 ? 4 : 0;
    for (size_t i = 1; i < n; i++)
        if ((at[i] & 0xc0) != 0x80) return 0;
    // Reject upper control characters, overlong forms, surrogate halves, and code points past the last.
    if ((c == 0xc2 && at[1] < 0xa0) || (c == 0xe0 && at[1] < 0xa0) || (c == 0xed && at[1] >= 0xa0)) return 0;
    return (c == 0xf0 && at[1] < 0x90) || (c == 0xf4 && at[1] >= 0x90) ? 0 : n;
}

void carom_visible(char *out, size_t size, const char *text) {
    size_t used = 0;
    for (const unsigned char *at = (const unsigned char *)text; *at;) {
        const size_t n = printable(at), needs = n ? n : 4;
        if (used + needs >= size) break;
        if (n)
            memcpy(out + used, at, n);
        else
            snprintf(out + used, 5, "\\x%02x", *at);
        used += needs;
        at += n ? n : 1;
    }
    out[used] = 0;
}

// Longer messages are cut, since names given by the user may have any length.
enum { LONGEST_SENTENCE = 2000 };

bool carom_refuse(carom_error *refusal, carom_status status, const char *format, ...) {
    char text[LONGEST_SENTENCE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    *refusal = carom_error_plain(status);
    carom_visible(refusal->detail, sizeof refusal->detail, text);
    return false;
}

bool carom_refuse_of(carom_error *refusal, const char *key, const char *inner) {
    if (key && !refusal->name[0]) {
        char path[2 * sizeof refusal->name];
        snprintf(path, sizeof path, "%s%s%s", key, inner ? "." : "", inner ? inner : "");
        carom_visible(refusal->name, sizeof refusal->name, path);
        refusal->subject = CAROM_SUBJECT_FILE;
    }
    return false;
}

bool carom_refuse_toward(carom_error *refusal, carom_hint hint) {
    refusal->hint = hint;
    return false;
}

bool carom_refuse_near(carom_error *refusal, const char *near, carom_hint hint) {
    char question[128];
    if (!near) return carom_refuse_toward(refusal, hint);
    snprintf(question, sizeof question, "did you mean \"%s\"?", near);
    carom_join(refusal->detail, sizeof refusal->detail, "; ", question);
    return false;
}

void carom_error_hand_over(const carom_error *refusal, carom_error *why) {
    if (why) *why = *refusal;
}

const char *carom_law_names(int index) {
    int core = 0;
    for (const carom_law *law; (law = carom_law_at(NULL, core, CAROM_ONE_CONTACT)); core++)
        if (core == index) return law->name;
    const carom_known_name *elsewhere = carom_known_law(index - core);
    return elsewhere ? elsewhere->name : NULL;
}

const char *carom_param_names(int index) {
    const carom_law *law;
    for (int i = 0; (law = carom_law_at(NULL, i, 0)); i++) {
        if (index < law->coefficient_count) return law->coefficients[index].name;
        index -= law->coefficient_count;
    }
    return carom_known_param(index);
}

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

// No name in carom is longer than this.
enum { LONGEST_WORD = 40 };

// Computes the edit distance with swaps of neighbours (optimal string alignment), row by row.
static size_t edit_distance(const char *a, const char *b) {
    size_t rows[3][LONGEST_WORD + 1];
    const size_t n = strlen(a), m = strlen(b);
    if (n > LONGEST_WORD || m > LONGEST_WORD) return SIZE_MAX;
    for (size_t j = 0; j <= m; j++) rows[0][j] = j;
    for (size_t i = 1; i <= n; i++) {
        size_t *now = rows[i % 3];
        const size_t *last = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
        now[0] = i;
        for (size_t j = 1; j <= m; j++) {
            now[j] = least(last[j - 1] + (a[i - 1] != b[j - 1]), least(last[j], now[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = least(now[j], before[j - 2] + 1);
        }
    }
    return rows[n % 3][m];
}

// Returns true if two words are similar: one typing error in a short word, two or 1/3 of the letters in a longer one;
// the start of a name counts too.
static bool is_near(const char *word, const char *name, size_t distance) {
    const size_t length = strlen(word);
    if (length >= 3 && !strncmp(word, name, length)) return true;
    return distance <= (length <= 3 ? 1 : length / 3 > 2 ? length / 3 : 2) && distance < length;
}

// Returns true if the first letters that differ are neighbours on a keyboard: "my" for "mu".
static bool is_slip_of_key(const char *word, const char *name) {
    static const char *const rows[] = {"qwertyuiop", "asdfghjkl", "zxcvbnm"};
    while (*word && *word == *name) word++, name++;
    for (int i = 0; i < 3 && *word && *name; i++) {
        const char *a = strchr(rows[i], *word), *b = strchr(rows[i], *name);
        if (a && b && (a - b == 1 || b - a == 1)) return true;
    }
    return false;
}

void carom_nearest_word(carom_nearest *best, const char *word, const char *name) {
    const size_t distance = edit_distance(word, name);
    if (!is_near(word, name, distance)) return;
    const bool likelier =
        best->name && distance == best->distance && is_slip_of_key(word, name) && !is_slip_of_key(word, best->name);
    if (!best->name || distance < best->distance || likelier) *best = (carom_nearest){name, distance};
}

void carom_nearest_among(carom_nearest *best, const char *word, carom_names *names) {
    const char *name;
    for (int i = 0; (name = names(i)); i++) carom_nearest_word(best, word, name);
}

const char *carom_nearest_name(const char *word, carom_names *names) {
    carom_nearest best = {0};
    carom_nearest_among(&best, word, names);
    return best.name;
}

const char *carom_suggestion(const char *near, const char *otherwise, char *text, size_t size) {
    if (near)
        snprintf(text, size, "; did you mean \"%s\"?", near);
    else
        snprintf(text, size, "; %s", otherwise);
    return text;
}

void carom_join(char *text, size_t size, const char *separator, const char *name) {
    const size_t used = strlen(text);
    snprintf(text + used, size - used, "%s%s", used ? separator : "", name);
}

void *carom_room(size_t count, size_t size) {
    return !size || count <= CAROM_MAX_MEMORY / size ? calloc(count ? count : 1, size ? size : 1) : NULL;
}
