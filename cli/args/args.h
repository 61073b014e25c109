// The command line of a verb: its own options, and those that state a problem.
#ifndef CAROM_CLI_ARGS_H
#define CAROM_CLI_ARGS_H

#include "cli/read/problem.h"

// One option of a verb: a flag sets *flag, one with a value stores its words in *text.
typedef struct carom_option {
    const char *name;  // without the dashes; NULL ends the list
    const char *value; // what it takes, for --help; NULL for a flag
    const char *meaning;
    bool *flag;
    const char **text;
} carom_option;

// What --help says, and what may be said.
typedef struct carom_usage {
    const char *verb;
    const char *examples; // first of all; lines end with a newline
    const char *about;    // a paragraph
    const carom_option *options;
    carom_problem *problem; // not NULL: takes --law, --W, --v, --param, --allow and every parameter by its name
    int most_operands;      // words that are not options
    bool every_law;         // asks them all, so --law makes no sense
} carom_usage;

typedef struct carom_operands {
    int count;
    const char *at[4];
} carom_operands;

// Reads the words. True: go on. False: all is said, end with *exit.
bool carom_args_read(const carom_usage *usage, int argc, char **argv, carom_operands *operands, int *exit);

// Says so, if neither the options nor a file state any problem.
bool carom_args_nothing(const carom_usage *usage, const char *file);

// Says why a problem is refused and returns the exit code for it.
int carom_args_refused(const carom_refusal *refusal);

#endif
