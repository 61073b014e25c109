// Prints messages on stderr.
#ifndef CAROM_CLI_WORDS_H
#define CAROM_CLI_WORDS_H

#include "mods/scenario/read_error.h"

// Reports a failure. Writes "carom: ..." and a newline on stderr, or keeps the message for carom_say_end in JSON mode.
void carom_say(const char *format, ...) CAROM_PRINTF(1, 2);

// Reports a failure with its code and place.
void carom_say_refusal(const carom_error *refusal);

// Does the same for an invalid command line, with a code of the command itself.
void carom_say_usage(const char *code, const carom_error *refusal);

// Prints a message that is not a failure, such as progress, as plain text even in JSON mode.
void carom_remark(const char *format, ...) CAROM_PRINTF(1, 2);

// Returns true if --json or --format json is one of the words. Failures are then printed as JSON.
bool carom_say_asked(int argc, char **argv);

// Switches JSON mode on or off and forgets earlier failures.
void carom_say_begin(bool json);

// Ends JSON mode. If the exit code is above 1, writes one object on stderr with the members "status", "reason", "where"
// and "message" in "error". Unknown members are omitted.
int carom_say_end(int exit);

// Ends the command because there is not enough memory.
_Noreturn void carom_no_memory(void);

// Reallocates memory, or ends the command if there is not enough. For small allocations whose size does not depend on
// the input.
void *carom_resize(void *memory, size_t count, size_t size);

// Allocates memory. Jansson also uses this function as its allocator. Without it, Jansson would omit parts of an answer
// or report invalid JSON when memory is short.
void *carom_memory(size_t size);

#endif
