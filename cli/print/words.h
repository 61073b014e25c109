// Words for people on stderr.
#ifndef CAROM_CLI_WORDS_H
#define CAROM_CLI_WORDS_H

#include "mods/scenario/read_error.h"

// Reports a failure: writes "carom: ..." and a newline on stderr. In JSON mode it keeps the message for carom_say_end.
void carom_say(const char *format, ...) CAROM_PRINTF(1, 2);

// Reports a failure by its code and place too.
void carom_say_refusal(const carom_error *refusal);

// The same for a command line that is wrong, with a code of the command's own.
void carom_say_usage(const char *code, const carom_error *refusal);

// Reports what is not a failure, such as progress; plain text in JSON mode too.
void carom_remark(const char *format, ...) CAROM_PRINTF(1, 2);

// Is --json one of the words, or --format json? Then failures are JSON.
bool carom_say_asked(int argc, char **argv);

// Switches JSON mode on or off and forgets earlier failures.
void carom_say_begin(bool json);

// Ends JSON mode: a command that ends with an exit code above 1 writes one object on stderr,
// {"error":{"status":...,"reason":...,"where":...,"message":...}}. What is not known is left out.
void carom_say_end(int exit);

// Ends the command for a lack of memory.
_Noreturn void carom_no_memory(void);

// Memory or a plain end of the command: for what is small and no line of a stream decides.
void *carom_resize(void *memory, size_t count, size_t size);

// Jansson's too: what it cannot build it would leave out of an answer, or call the file no JSON.
void *carom_memory(size_t size);

#endif
