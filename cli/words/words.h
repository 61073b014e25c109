// Words for people on stderr.
#ifndef CAROM_CLI_WORDS_H
#define CAROM_CLI_WORDS_H

#include "mods/scenario/refusal.h"

// Writes "carom: ..." and a newline on stderr.
void carom_say(const char *format, ...) CAROM_PRINTF(1, 2);

// Memory or a plain end of the command: for what is small and no line of a stream decides.
void *carom_resize(void *memory, size_t count, size_t size);

// Jansson's too: what it cannot build it would leave out of an answer, or call the file no JSON.
void *carom_memory(size_t size);

#endif
