// What may be said to a verb: its own options, those that state a problem, and the words around them.
#ifndef CAROM_CLI_USAGE_H
#define CAROM_CLI_USAGE_H

#include "mods/scenario/problem.h"

// One option of a verb: a flag sets *flag, one with a value stores its words in *text.
typedef struct carom_option {
    const char *name;  // without the dashes; NULL ends the list
    const char *value; // what it takes, for --help, PICTURE and PIXELS also for picture.h; NULL for a flag
    const char *meaning;
    bool *flag;
    const char **text;
} carom_option;

// Which laws a verb with a problem uses. The first two may be written as false and true.
typedef enum carom_asking {
    CAROM_ASKS_ONE = 0,    // --law
    CAROM_ASKS_EVERY = 1,  // --law makes no sense
    CAROM_ASKS_MOTION = 2, // one or several, at contacts that the verb finds: --W and --v make no sense
    CAROM_ASKS_ANY = 3     // --law, which may also name a law that only solves systems
} carom_asking;

// What --help and the man page say, and what may be said.
typedef struct carom_usage {
    const char *verb;
    const char *examples; // first of all; lines end with a newline
    const char *about;    // a paragraph
    const carom_option *options;
    carom_problem *problem; // not NULL: takes --law, --W, --v, --param, --allow and every parameter by its name
    int most_operands;      // words that are not options
    const char *operands;   // what they are, as a synopsis has it; "" for none
    int asks;               // carom_asking
    uint64_t reads;         // with a problem: CAROM_PARAM_BIT set of what its laws read
} carom_usage;

// An option of every verb that takes a problem.
typedef struct carom_problem_option {
    const char *name, *value, *meaning;
    bool (*read)(carom_problem *problem, const char *value, carom_error *refusal);
} carom_problem_option;

// In the order of --help; NULL past the last.
const carom_problem_option *carom_problem_option_at(int index);

// Does the verb take this option of problems?
bool carom_problem_option_taken(const carom_usage *usage, const char *name);

#endif
