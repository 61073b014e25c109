// The command line of a verb: its own options, and those that state a problem.
#ifndef CAROM_CLI_ARGS_H
#define CAROM_CLI_ARGS_H

#include "cli/args/usage.h"

typedef struct carom_operands {
    int count;
    const char *at[4];
    char *text; // of the file that is the first, if it was read already
    size_t length;
} carom_operands;

// The word that asks a verb for its man page.
#define CAROM_MAN "--man"

// The word that asks a verb for its options, for the completion of words.
#define CAROM_WORDS "--words"

// Reads the words. True: go on. False: all is said, end with *exit.
bool carom_args_read(const carom_usage *usage, int argc, char **argv, carom_operands *operands, int *exit);

// Returns false and sets *exit if an option gave a parameter that is not in `reads`, the set that the chosen laws use.
bool carom_args_law_reads(const carom_problem *problem, uint64_t given, uint64_t reads, int *exit);

// Says so, if neither the options nor a file state any problem.
bool carom_args_nothing(const carom_usage *usage, const char *file);

// Says why a problem is refused and returns the exit code for it.
int carom_args_refused(const carom_error *refusal);

#endif
