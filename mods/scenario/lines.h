// Reads text from files, line by line or as a whole, with any bytes and within a limit of memory.
#ifndef CAROM_SCENARIO_LINES_H
#define CAROM_SCENARIO_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "mods/scenario/read_error.h"

// The limit is 256 MB. The matrix of 1000 2D contacts with all digits needs about 1/3 of that.
#define CAROM_LONGEST_TEXT ((size_t)256 << 20)

// A line of a stream without its end, ended by a zero byte. Initialise with {0} and free `text` at the end.
typedef struct carom_text_line {
    char *text;
    size_t length, room;
    int number;    // starts at 1
    bool too_long; // it was skipped, because it exceeds CAROM_LONGEST_TEXT or the memory
} carom_text_line;

// Reads the next line, and skips a byte order mark at the beginning of a file. Returns false at the end of the file, or
// if it cannot be read (ferror).
bool carom_text_next(carom_text_line *line, FILE *file);

// Returns true if the line has only blanks. A zero byte is not blank.
bool carom_text_blank(const carom_text_line *line);

// Reads every byte of the file into newly allocated memory, ended by a zero byte. On failure, returns NULL and sets *why
// to the words to print after the file's name. The second skips a byte order mark at the beginning.
char *carom_text_bytes(FILE *file, size_t *length, const char **why);
char *carom_text_read(FILE *file, size_t *length, const char **why);

// Copies a text of `length` bytes into newly allocated memory, ended by a zero byte. Returns NULL and fills in
// `refusal` if there is no text or not enough memory.
char *carom_text_copy(const char *text, size_t length, carom_error *refusal);

// Reads the whole file of this name, ended by a zero byte. Returns NULL and fills in `refusal` on failure.
char *carom_text_load(const char *path, size_t *length, carom_error *refusal);

#endif
