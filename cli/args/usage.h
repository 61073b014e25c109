// Describes the command line of a verb: its own options, the options of problems, and its operands.
#ifndef CAROM_CLI_USAGE_H
#define CAROM_CLI_USAGE_H

#include "mods/scenario/problem.h"

// One option of a verb. A flag sets *flag; an option with a value stores it in *text. An option that may be repeated
// has one row per repetition.
typedef struct carom_option {
    const char *name;    // without the dashes; NULL ends the list
    const char *value;   // placeholder of its value in --help (picture.h checks PICTURE and PIXELS); NULL for a flag
    const char *meaning; // for an output format: the text that --format adds to its name, or ""
    bool *flag;
    const char **text;
} carom_option;

// A row of the options without effect: in a kind of problem, beside one of these options, or without one of these.
// "law=all" is a value of --law, "set" any coefficient, and names are separated by blanks.
typedef struct carom_no_effect {
    const char *option, *kind, *beside, *without;
    const char *reason;
} carom_no_effect;

// Selects the laws that a verb with a problem uses. The first two values may be written as false and true.
typedef enum carom_asking {
    CAROM_ASKS_ONE = 0,    // the law of --law
    CAROM_ASKS_EVERY = 1,  // all laws; there is no --law
    CAROM_ASKS_MOTION = 2, // one or several laws, at contacts that the verb finds; there is no --W and no --v
    CAROM_ASKS_ANY = 3     // the law of --law, which may be a law for systems only
} carom_asking;

// Describes a verb: the text of --help and of the man page, its options and its operands.
typedef struct carom_usage {
    const char *verb;
    const char *examples; // printed first; every line ends with a newline
    const char *about;    // one paragraph
    const carom_option *options;
    const carom_no_effect *no_effect; // ends with a row without an option; NULL for none
    carom_problem *problem; // if not NULL, the verb takes --law, --W, --v, --set, --allow and an option for every
                            // parameter
    int most_operands;      // the largest number of words that are not options
    const char *operands;   // operands as in a synopsis; "" for none
    int asks;               // a carom_asking
    uint64_t reads;         // if the verb takes a problem: CAROM_PARAM_BIT set of the parameters that its laws read
    const char **whole; // if not NULL, --law may be "all", and with CAROM_ASKS_ANY "delassus"; the name is stored here
    const char **sets;  // if not NULL, the values of --set are stored here unread, up to CAROM_MOST_SETS
} carom_usage;

enum { CAROM_MOST_SETS = 64 };

// Returns the coefficient that NAME=VALUE names, or NULL.
const carom_coefficient *carom_problem_set_name(const carom_problem *problem, const char *set);

// Sets the coefficients of --set that verbs read later, except those that an option gave after it.
bool carom_problem_assign_all(carom_problem *problem, const char *const *sets, carom_error *refusal);

// Reads NAME=VALUE, which sets a coefficient.
bool carom_problem_assign(carom_problem *problem, const char *value, carom_error *refusal);

// Describes an option that every verb with a problem has.
typedef struct carom_problem_option {
    const char *name, *value, *meaning;
    bool (*read)(carom_problem *problem, const char *value, carom_error *refusal);
} carom_problem_option;

// Returns the option at an index, in the order of --help; NULL past the last.
const carom_problem_option *carom_problem_option_at(int index);

// Returns true for an output format of the verb. Formats are flags (json, csv, md, jsonl); `--format json` sets the
// flag "json".
bool carom_is_format(const carom_usage *usage, const char *name);

// Writes the formats of the verb, such as "text|json|csv", separated by `between`. Writes "" if the verb prints text
// only or has its own --format.
const char *carom_formats(const carom_usage *usage, const char *between, char *text, size_t size);

// Returns true if the verb takes this option of problems.
bool carom_problem_option_taken(const carom_usage *usage, const char *name);

#endif
