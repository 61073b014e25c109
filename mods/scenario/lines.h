// Text from files: line by line, or all of it; whatever its bytes, and never more than there is room for.
#ifndef CAROM_SCENARIO_LINES_H
#define CAROM_SCENARIO_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "mods/scenario/read_error.h"

// 256 MB: the matrix of a thousand contacts in the plane, every digit written, is a third of that.
#define CAROM_LONGEST_TEXT ((size_t)256 << 20)

// A line of a stream, without its end, closed by a zero. Begin with {0} and free `text` in the end.
typedef struct carom_text_line {
    char *text;
    size_t length, room;
    int number;    // from 1
    bool too_long; // it was skipped: more than CAROM_LONGEST_TEXT, or than memory
} carom_text_line;

// A mark of the byte order at the beginning of a file is skipped.
// The next line; false at the end of the file, or if it cannot be read (ferror).
bool carom_text_next(carom_text_line *line, FILE *file);

// Nothing but blanks: no problem stands here. A zero byte is not blank.
bool carom_text_blank(const carom_text_line *line);

// The whole file, closed by a zero, in new memory. NULL: *why says it, in words behind the file's name.
char *carom_text_read(FILE *file, size_t *length, const char **why);

// A text of so many bytes in new memory, closed by a zero; NULL and a refusal if there is no text, or no memory for it.
char *carom_text_copy(const char *text, size_t length, carom_error *refusal);

// The whole file of a name, closed by a zero; NULL and a refusal.
char *carom_text_load(const char *path, size_t *length, carom_error *refusal);

#endif
