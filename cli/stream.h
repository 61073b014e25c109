// Problems from files: one JSON object, or one a line.
#ifndef CAROM_CLI_STREAM_H
#define CAROM_CLI_STREAM_H

#include <stdio.h>

#include "cli/problem.h"

// Opens a file, "-" or NULL for stdin. Says why and returns NULL if it cannot.
FILE *carom_stream_open(const char *name);
void carom_stream_close(FILE *file);

// Reads the file's one JSON problem over what `problem` states already. *document keeps what the problem borrows.
// Returns the exit code; on failure all is said.
int carom_stream_problem(const char *name, carom_problem *problem, json_t **document);

// Answers one problem a line with one JSON object a line, in order; `base` holds what the lines may leave out.
int carom_stream_lines(const char *name, const carom_problem *base, bool strict);

#endif
