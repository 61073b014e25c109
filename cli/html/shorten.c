#include "cli/html/shorten.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"

// Writes numbers as short as possible.

// Writes a number of hundredths. `before` is the number that precedes it directly, or NULL. A space separates them,
// except before a sign, or before a decimal point if the first number has one.
static char *put_hundredths(char *to, long value, const long *before) {
    const long size = labs(value);
    if (value < 0)
        *to++ = '-';
    else if (before && !(*before % 100 && size < 100 && size))
        *to++ = ' ';
    if (size >= 100 || !size) to += sprintf(to, "%ld", size / 100);
    if (size % 10)
        to += sprintf(to, ".%02ld", size % 100);
    else if (size % 100)
        to += sprintf(to, ".%ld", size % 100 / 10);
    return to;
}

// Reads a number as hundredths. Returns the text after it, or NULL if there is no number of at most 1e6.
static const char *read_hundredths(const char *at, long *value) {
    char *end;
    const double number = carom_decimal_read(at, &end);
    if (end == at || !(fabs(number) <= 1e6)) return NULL;
    *value = lround(100.0 * number);
    return end;
}

// Shortens paths.

typedef struct {
    char *to;
    long here[2], start[2]; // of the path, and where its part begins
    char command;           // the last one
    long last;              // number written
} path;

// Writes a line or curve to `count` points, relative to the position.
static void put_points(path *p, char command, const long (*point)[2], int count) {
    const long *end = point[count - 1], dx = end[0] - p->here[0], dy = end[1] - p->here[1];
    if (command == 'l' && !dx != !dy) {
        *p->to++ = p->command = dx ? 'h' : 'v';
        p->last = dx ? dx : dy;
        p->to = put_hundredths(p->to, p->last, NULL);
    } else {
        const bool repeated = command == p->command;
        if (!repeated) *p->to++ = command;
        for (int i = 0; i < 2 * count; i++) {
            const long value = point[i / 2][i % 2] - p->here[i % 2];
            p->to = put_hundredths(p->to, value, i || repeated ? &p->last : NULL);
            p->last = value;
        }
        p->command = command;
    }
    memcpy(p->here, end, sizeof p->here);
}

// Writes one command of a path. Returns the text after it, or NULL if the command is not one of those of Cairo.
static const char *put_command(path *p, const char *at) {
    const char name = *at++;
    const int count = name == 'M' || name == 'L' ? 1 : name == 'C' ? 3 : 0;
    long point[3][2];
    if (!count && name != 'Z') return NULL;
    for (int i = 0; i < 2 * count && at; i++) at = read_hundredths(at, &point[i / 2][i % 2]);
    if (!at) return NULL;
    if (name == 'Z') {
        *p->to++ = p->command = 'z';
        memcpy(p->here, p->start, sizeof p->here);
    } else if (name == 'M') {
        *p->to++ = p->command = 'M';
        p->to = put_hundredths(p->to, point[0][0], NULL);
        p->to = put_hundredths(p->to, point[0][1], &point[0][0]);
        memcpy(p->here, point[0], sizeof p->here);
        memcpy(p->start, point[0], sizeof p->start);
    } else
        put_points(p, name == 'L' ? 'l' : 'c', (const long(*)[2])point, count);
    return at;
}

// Shortens a path from `at` to its quotation mark, and removes a last move that draws nothing. Returns the end of what it
// wrote, or NULL if it left the path as it is. A number of two letters becomes one of twelve at most.
static char *put_path(char *to, const char *at, bool *failed) {
    const size_t length = strcspn(at, "\"");
    char *text = malloc(length + 1), *made = malloc(6 * length + 64);
    path p = {.to = made};
    char *last = NULL; // where the last command began, if it was a move
    const char *rest = NULL;
    *failed = *failed || !text || !made;
    if (text && made) {
        memcpy(text, at, length);
        text[length] = 0;
        rest = text;
    }
    while (rest && *(rest += strspn(rest, " "))) {
        last = *rest == 'M' ? p.to : NULL;
        rest = put_command(&p, rest);
    }
    if (last && last != made) p.to = last;
    const size_t size = (size_t)(p.to - made);
    const bool shorter = rest && size <= length;
    if (shorter) memcpy(to, made, size);
    free(text);
    free(made);
    return shorter ? to + size : NULL;
}

// Shortens styles.

// Returns the length of a style at the beginning of the text that has no effect, or 0. With round joins the limit of
// mitres has none.
static size_t idle_style(const char *text, bool rounded) {
    static const char *const idle[] = {"fill-rule:nonzero;",   "fill-opacity:1;",      "stroke-opacity:1;",
                                       "stroke:none;",         "stroke-linecap:butt;", "stroke-linejoin:miter;",
                                       "stroke-miterlimit:10;"};
    const size_t count = sizeof idle / sizeof *idle - !rounded;
    for (size_t i = 0; i < count; i++)
        if (!strncmp(text, idle[i], strlen(idle[i]))) return strlen(idle[i]);
    return 0;
}

// Writes a colour in hexadecimal. Returns the text after it, or NULL if there is none.
static const char *put_colour(char **to, const char *at) {
    double part[3];
    int length = 0;
    if (sscanf(at, "rgb(%lf%%,%lf%%,%lf%%)%n", &part[0], &part[1], &part[2], &length) != 3 || !length) return NULL;
    char text[16];
    for (int i = 0; i < 3; i++)
        snprintf(text + 2 * i, 3, "%02x", (unsigned)lround(255.0 * fmin(fmax(part[i], 0.0), 100.0) / 100.0) & 255u);
    *to += sprintf(*to, "#%s", text);
    return at + length;
}

static char *copy(char *to, const char **at, size_t count) {
    memmove(to, *at, count);
    *at += count;
    return to + count;
}

static char *put_style(char *to, const char **at) {
    const char *const end = *at + strcspn(*at, "\""), *joins = strstr(*at, "stroke-linejoin:round;");
    const bool rounded = joins && joins < end;
    while (*at < end) {
        const size_t idle = idle_style(*at, rounded);
        const char *after = idle ? *at + idle : put_colour(&to, *at);
        if (after)
            *at = after;
        else
            *to++ = *(*at)++;
    }
    return to;
}

// Shortens the value of an attribute x or y.
static char *put_place(char *to, const char **at) {
    char text[32];
    long value;
    const char *end = read_hundredths(*at, &value);
    if (!end || *end != '"') return to;
    const size_t length = (size_t)(put_hundredths(text, value, NULL) - text);
    if (length > (size_t)(end - *at)) return to;
    memcpy(to, text, length);
    *at = end;
    return to + length;
}

size_t carom_svg_shorten(char *svg) {
    char *to = svg;
    bool failed = false;
    for (const char *at = svg; *at;) {
        if (!strncmp(at, " d=\"", 4)) {
            to = copy(to, &at, 4);
            char *end = put_path(to, at, &failed);
            if (end) to = end, at += strcspn(at, "\"");
        } else if (!strncmp(at, " x=\"", 4) || !strncmp(at, " y=\"", 4)) {
            to = copy(to, &at, 4);
            to = put_place(to, &at);
        } else if (!strncmp(at, " style=\"", 8)) {
            char *const begin = to;
            to = copy(to, &at, 8);
            to = put_style(to, &at);
            if (to == begin + 8 && *at == '"') to = begin, at++; // an empty style
        } else if (!strncmp(at, "\"glyph", 6) || !strncmp(at, "\"#glyph", 7)) {
            // The names of letters: "glyph12-3" becomes "g12-3".
            to = copy(to, &at, strcspn(at, "y") - 1);
            at += 4;
        } else {
            const bool line = *at == '\n';
            *to++ = *at++;
            if (line) at += strspn(at, " ");
        }
    }
    *to = 0;
    return failed ? 0 : (size_t)(to - svg);
}
