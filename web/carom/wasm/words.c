// Implements the part of vsnprintf that the library's messages need: %s, %.*s, %c, %d, %g and %.14g. The complete
// function, with its numbers of 128 bits, would be 5 % of all code. JavaScript formats the numbers, because its
// toPrecision() is exact.
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { NUMBER_ROOM = 32, STANDARD_DIGITS = 6 };

// Writes a number like %.*g, at most NUMBER_ROOM characters without a final zero byte. Returns their count.
__attribute__((import_module("words"), import_name("number"))) int words_number(double value, int digits, char *text);

typedef struct page {
    char *text;
    size_t size, length;
} page;

// Counts characters beyond the buffer, as vsnprintf does.
static void put(page *p, const char *letters, size_t count) {
    for (size_t i = 0; i < count; i++, p->length++)
        if (p->length + 1 < p->size) p->text[p->length] = letters[i];
}

static void put_number(page *p, double value, int digits) {
    char text[NUMBER_ROOM];
    put(p, text, (size_t)words_number(value, digits, text));
}

int vsnprintf(char *text, size_t size, const char *format, va_list given) {
    page p = {text, size, 0};
    for (; *format; format++) {
        if (*format != '%') {
            put(&p, format, 1);
        } else if (strncmp(format, "%s", 2) == 0) {
            const char *word = va_arg(given, const char *);
            put(&p, word, strlen(word));
            format += 1;
        } else if (strncmp(format, "%.*s", 4) == 0) {
            const int most = va_arg(given, int);
            const char *word = va_arg(given, const char *);
            put(&p, word, (size_t)most);
            format += 3;
        } else if (strncmp(format, "%c", 2) == 0) {
            put(&p, &(char){(char)va_arg(given, int)}, 1);
            format += 1;
        } else if (strncmp(format, "%d", 2) == 0) {
            put_number(&p, va_arg(given, int), 10);
            format += 1;
        } else if (strncmp(format, "%g", 2) == 0) {
            put_number(&p, va_arg(given, double), STANDARD_DIGITS);
            format += 1;
        } else if (strncmp(format, "%.14g", 5) == 0) {
            put_number(&p, va_arg(given, double), 14);
            format += 4;
        } else {
            __builtin_trap(); // add a missing conversion here
        }
    }
    if (size) text[p.length < size ? p.length : size - 1] = 0;
    return (int)p.length;
}
