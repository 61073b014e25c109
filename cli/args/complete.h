// Completes the command line in bash, using the tables of verbs and options.
#ifndef CAROM_CLI_COMPLETE_H
#define CAROM_CLI_COMPLETE_H

#include "cli/args/usage.h"

// Prints the completion script on stdout. `options` prints the options of a verb.
typedef void carom_options_of(int verb);
void carom_complete_print(carom_options_of *options);

// Prints a verb's options, separated by blanks, as the answer to CAROM_WORDS.
void carom_complete_words(const carom_usage *usage);

#endif
