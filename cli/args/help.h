// Prints the help and the man page of a verb from its table of options.
#ifndef CAROM_CLI_HELP_H
#define CAROM_CLI_HELP_H

#include "cli/args/usage.h"

// Prints help on stdout. If `law` is not NULL, prints the parameters of this law only; otherwise those of all laws that
// the verb uses.
void carom_help_print(const carom_usage *usage, const carom_law *law);

// Calls `write` for every option: the verb's own, those of a problem, and the parameters of its laws.
typedef void carom_option_writer(const char *name, const char *value, const char *meaning);
void carom_help_options(const carom_usage *usage, carom_option_writer *write);

// Prints the words of text[0 .. length), the first one at `column`; no line has more than 80 columns. Further lines
// begin with `indent` blanks.
void carom_print_wrapped(const char *text, size_t length, int column, int indent);

// Print the page carom-VERB.1, and the part of carom.1 that lists the verbs, as man(7) text.
void carom_man_print(const carom_usage *usage);
void carom_man_verbs(void);

#endif
