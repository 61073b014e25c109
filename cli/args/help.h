// What a verb says of itself: --help, and its man page. Both come from its table of options.
#ifndef CAROM_CLI_HELP_H
#define CAROM_CLI_HELP_H

#include "cli/args/usage.h"

// On stdout. `law`: only its parameters; NULL for those of all laws the verb asks.
void carom_help_print(const carom_usage *usage, const carom_law *law);

// Every option in turn: the verb's own, those of a problem, and the parameters its laws read.
typedef void carom_option_writer(const char *name, const char *value, const char *meaning);
void carom_help_options(const carom_usage *usage, carom_option_writer *write);

// Prints the words of text[0 .. length), the first one at `column`; no line has more than 80 columns. Further lines
// begin with `indent` blanks.
void carom_print_wrapped(const char *text, size_t length, int column, int indent);

// The page carom-VERB.1, and the part of carom.1 that lists the verbs, in the words of man(7).
void carom_man_print(const carom_usage *usage);
void carom_man_verbs(void);

#endif
