// Completion of the command line in bash, from the tables of verbs and options.
#ifndef CAROM_CLI_COMPLETE_H
#define CAROM_CLI_COMPLETE_H

#include "cli/args/usage.h"

// The script on stdout; `options` prints the options of a verb.
typedef void carom_options_of(int verb);
void carom_complete_print(carom_options_of *options);

// A verb's options, apart by blanks: what it prints when it is asked for CAROM_WORDS.
void carom_complete_words(const carom_usage *usage);

#endif
