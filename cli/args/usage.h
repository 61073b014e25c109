// What may be said to a verb: its own options, those that state a problem, and the words around them.
#ifndef CAROM_CLI_USAGE_H
#define CAROM_CLI_USAGE_H

#include "mods/scenario/problem.h"

// One option of a verb: a flag sets *flag, one with a value stores its words in *text. An option that may be repeated has a
// row for each time.
typedef struct carom_option {
    const char *name;    // without the dashes; NULL ends the list
    const char *value;   // what it takes, for --help, PICTURE and PIXELS also for picture.h; NULL for a flag
    const char *meaning; // of an output format, what --format adds to its name, or ""
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
    carom_problem *problem; // not NULL: takes --law, --W, --v, --set, --allow and every parameter by its name
    int most_operands;      // words that are not options
    const char *operands;   // what they are, as a synopsis has it; "" for none
    int asks;               // carom_asking
    uint64_t reads;         // with a problem: CAROM_PARAM_BIT set of what its laws read
    const char **whole;     // not NULL: --law may be "all" or "delassus", which is kept here
    const char **sets;      // not NULL: the values of --set are kept here, up to CAROM_MOST_SETS, instead of read
} carom_usage;

enum { CAROM_MOST_SETS = 64 };

// Reads NAME=VALUE, a coefficient.
bool carom_problem_assign(carom_problem *problem, const char *value, carom_error *refusal);

// An option of every verb that takes a problem.
typedef struct carom_problem_option {
    const char *name, *value, *meaning;
    bool (*read)(carom_problem *problem, const char *value, carom_error *refusal);
} carom_problem_option;

// In the order of --help; NULL past the last.
const carom_problem_option *carom_problem_option_at(int index);

// Is this an output format of the verb? They are flags: json, csv, md and jsonl. `--format json` sets the flag "json".
bool carom_is_format(const carom_usage *usage, const char *name);

// "text|json|csv": the formats of the verb, with `between` between them; "" if it has text alone, or a --format of its own.
const char *carom_formats(const carom_usage *usage, const char *between, char *text, size_t size);

// Does the verb take this option of problems?
bool carom_problem_option_taken(const carom_usage *usage, const char *name);

#endif
