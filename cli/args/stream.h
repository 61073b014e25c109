// Reads problems from files: one JSON object, or one object per line.
#ifndef CAROM_CLI_STREAM_H
#define CAROM_CLI_STREAM_H

#include <stdio.h>

#include "carom/scenario.h"
#include "cli/args/args.h"
#include "mods/scenario/lines.h"

struct carom_drop_options;

// Opens a file; "-" or NULL means stdin. Prints an error and returns NULL on failure.
FILE *carom_stream_open(const char *name);
void carom_stream_close(FILE *file);

// Returns the name of the file for messages: "standard input" for "-" or NULL.
const char *carom_stream_spoken(const char *name);

// Writes the name of the file before the sentence of an error, as in "a.json, line 3: ...", unless the sentence has it.
void carom_stream_place(const char *name, carom_error *refusal);

// Makes carom_stream_text return this text for the file with this name; all other files then count as missing. NULL
// restores normal reading.
void carom_stream_embed(const char *name, const char *text, size_t length);

// Reads the whole file into newly allocated memory and adds a zero byte. Prints an error and returns NULL on failure.
char *carom_stream_text(const char *name, size_t *length);

// The first prints that a file cannot be read and returns the exit code. The second returns true and fills in the error
// if a line does not fit into memory.
int carom_stream_unreadable(const char *name, const char *why);
bool carom_stream_too_long(const carom_text_line *line, carom_error *refusal);

// Reads a motion from a file. Prints an error, sets *exit and returns NULL on failure.
carom_drop *carom_stream_drop(const char *name, const struct carom_drop_options *options, int *exit);

// Reads the problem of a verb whose only operand is a file: first the command line, then the file. Options override the
// file. If true is returned, the caller must free usage->problem and *document. Otherwise both are free already, and
// the verb ends with *exit.
bool carom_stream_opening(const carom_usage *usage, int argc, char **argv, json_t **document, int *exit);

// Reads only the file, for verbs that process the command line before they open the file.
bool carom_stream_stated(const carom_usage *usage, const carom_operands *operands, json_t **document, int *exit);

// Calls `answer` for every line of a file that is not blank, in order. Returns the most serious exit code.
typedef int carom_line_answer(const carom_text_line *line, const void *context);
int carom_stream_lines(const char *name, carom_line_answer *answer, const void *context);

#endif
