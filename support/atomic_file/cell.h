// Writes texts of unknown origin into cells of CSV and Markdown tables. Numbers are not changed. Finds characters that
// reorder a line.
#ifndef CAROM_FILE_CELL_H
#define CAROM_FILE_CELL_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

// Returns true if the text is a decimal number or a single dash. A spreadsheet does not compute these.
static inline bool carom_cell_is_number(const char *text) {
    const char *at = text + strspn(text, "+-");
    const size_t digits = strspn(at, "0123456789.");
    if (!strcmp(text, "-")) return true;
    if (at > text + 1) return false;
    if (!strcmp(at, "inf")) return true;
    at += digits;
    if (digits && (*at == 'e' || *at == 'E')) {
        at += 1 + (at[1] == '+' || at[1] == '-');
        const size_t exponent = strspn(at, "0123456789");
        return exponent > 0 && !at[exponent];
    }
    return digits > 0 && !*at;
}

// Returns the length of a character that changes the direction of text and so shows a line in another order: U+061C,
// U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069. Returns 0 for all others.
static inline size_t carom_reorders(const char *at) {
    if (!strncmp(at, "\xd8\x9c", 2)) return 2;
    const unsigned char last = !strncmp(at, "\xe2\x80", 2) || !strncmp(at, "\xe2\x81", 2) ? (unsigned char)at[2] : 0;
    const bool marks = at[1] == '\x80' && (last == 0x8e || last == 0x8f || (last >= 0xaa && last <= 0xae));
    return last && (marks || (at[1] == '\x81' && last >= 0xa6 && last <= 0xa9)) ? 3 : 0;
}

// Writes a cell of CSV. The cell is quoted if it contains a separator or a line break. A spreadsheet evaluates a text
// that begins with = + - @, a tab or a return, so an apostrophe precedes it, as OWASP advises. A number is not changed.
static inline void carom_csv_cell(FILE *file, const char *text) {
    const bool computed = *text && strchr("=+-@\t\r", *text) && !carom_cell_is_number(text);
    const bool quoted = computed || strpbrk(text, ",;\"\t\r\n");
    if (quoted) fputc('"', file);
    if (computed) fputc('\'', file);
    for (; *text; text++) {
        if (*text == '"') fputc('"', file);
        fputc(*text, file);
    }
    if (quoted) fputc('"', file);
}

// Returns true if an HTML tag or a character reference begins here: <b>, </b>, <!--, &lt;, &#60;.
static inline bool carom_is_markup(const char *at) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    if (!at[1]) return false;
    return (*at == '<' && (strchr(letters, at[1]) || strchr("/!?", at[1]))) ||
           (*at == '&' && (strchr(letters, at[1]) || at[1] == '#'));
}

// Writes a cell of a Markdown table. Escapes characters that would end the cell, or begin HTML, code, emphasis or a
// link.
static inline void carom_markdown_cell(FILE *file, const char *text) {
    const bool links = strstr(text, "](") != NULL;
    for (; *text; text++) {
        if (strchr("\\|`*", *text) || carom_is_markup(text) || (links && strchr("[]", *text))) fputc('\\', file);
        fputc(strchr("\t\r\n", *text) ? ' ' : *text, file);
    }
}

#endif
