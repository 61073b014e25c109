// Names of others in tables: cells of CSV and of Markdown, written one way everywhere. Numbers stay numbers.
#ifndef CAROM_FILE_CELL_H
#define CAROM_FILE_CELL_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

// Is it nothing but a decimal number, or a lone dash? Spreadsheets take these for what they are.
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

// A cell of CSV. Quoted where it holds what parts cells or lines. A spreadsheet computes what begins with = + - @, a tab or a
// return, so an apostrophe precedes it, as OWASP advises; a number is not touched.
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

// Does a tag of HTML or a character by its name begin here, <b>, </b>, <!--, &lt;, &#60;?
static inline bool carom_is_markup(const char *at) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    if (!at[1]) return false;
    return (*at == '<' && (strchr(letters, at[1]) || strchr("/!?", at[1]))) ||
           (*at == '&' && (strchr(letters, at[1]) || at[1] == '#'));
}

// A cell of a table in Markdown: what would end it, or begin HTML, code, emphasis or a link, is escaped.
static inline void carom_markdown_cell(FILE *file, const char *text) {
    const bool links = strstr(text, "](") != NULL;
    for (; *text; text++) {
        if (strchr("\\|`*", *text) || carom_is_markup(text) || (links && strchr("[]", *text))) fputc('\\', file);
        fputc(strchr("\t\r\n", *text) ? ' ' : *text, file);
    }
}

#endif
