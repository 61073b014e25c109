// Problems from files: one JSON object, or one a line.
#ifndef CAROM_CLI_STREAM_H
#define CAROM_CLI_STREAM_H

#include <stdio.h>

#include "carom/scenario.h"
#include "cli/args/args.h"
#include "mods/scenario/lines.h"

struct carom_drop_options;

// Opens a file, "-" or NULL for stdin. Says why and returns NULL if it cannot.
FILE *carom_stream_open(const char *name);
void carom_stream_close(FILE *file);

// The file's name as messages say it: "standard input" for "-" or NULL.
const char *carom_stream_spoken(const char *name);

// The whole file in new memory, closed by a zero. Says why and returns NULL if it cannot be read.
char *carom_stream_text(const char *name, size_t *length);

// Says that a file cannot be read, and returns the exit code; refuses a line that there is no room for.
int carom_stream_unreadable(const char *name, const char *why);
bool carom_stream_too_long(const carom_text_line *line, carom_error *refusal);

// Reads the motion of a file. NULL: all is said, end with *exit.
carom_drop *carom_stream_drop(const char *name, const struct carom_drop_options *options, int *exit);

// The one problem of a verb that takes no more than a file beside its options: reads the words, then the file they
// name; what the words state wins over the file. True: go on, and free usage->problem and *document in the end. False:
// all is said and freed, end with *exit.
bool carom_stream_opening(const carom_usage *usage, int argc, char **argv, json_t **document, int *exit);

// Its second half, for verbs that look at the words before they open the file.
bool carom_stream_stated(const carom_usage *usage, const carom_operands *operands, json_t **document, int *exit);

// Has every line of a file answered that is not blank, in order. Returns the gravest exit code.
typedef int carom_line_answer(const carom_text_line *line, const void *context);
int carom_stream_lines(const char *name, carom_line_answer *answer, const void *context);

// Answers one contact of a line with one JSON object; `base` holds what the line may leave out.
int carom_stream_answer(const carom_text_line *line, const carom_problem *base, bool strict);

#endif
