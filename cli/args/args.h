// Reads the command line of a verb: its own options and those that describe a problem.
#ifndef CAROM_CLI_ARGS_H
#define CAROM_CLI_ARGS_H

#include "cli/args/usage.h"

typedef struct carom_operands {
    int count;
    const char *at[4];
    char *text; // contents of the first operand's file if it has been read already; otherwise NULL
    size_t length;
} carom_operands;

// The option with which a verb prints its man page.
#define CAROM_MAN "--man"

// The option with which a verb prints its options, for shell completion.
#define CAROM_WORDS "--words"

// The option with which a verb prints its table of options without effect, for tests.
#define CAROM_EFFECTS "--no-effects"

// Reads the words of the command line. Returns false if the verb has nothing more to do; it then exits with the code
// *exit.
bool carom_args_read(const carom_usage *usage, int argc, char **argv, carom_operands *operands, int *exit);

// Returns false and sets *exit if an option gave a parameter that is not in `reads`, the set that the chosen laws use.
bool carom_args_law_reads(const carom_problem *problem, uint64_t given, uint64_t reads, int *exit);

// Prints an error and returns true if neither the options nor a file describe a problem.
bool carom_args_nothing(const carom_usage *usage, const char *file);

// Prints why a problem is rejected and returns the exit code for it.
int carom_args_refused(const carom_error *refusal);

#endif
