#include "cli/words/words.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/exit.h"

// Longer sentences are cut: a name of the user's may have any length.
enum { LONGEST_SENTENCE = 2000 };

void carom_say(const char *format, ...) {
    char text[LONGEST_SENTENCE], shown[4 * LONGEST_SENTENCE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    carom_visible(shown, sizeof shown, text);
    fprintf(stderr, "carom: %s\n", shown);
}

void *carom_resize(void *memory, size_t count, size_t size) {
    void *larger = size && count > SIZE_MAX / size ? NULL : realloc(memory, count && size ? count * size : 1);
    if (larger) return larger;
    carom_say("out of memory");
    exit(CAROM_EXIT_NUMERICAL);
}

void *carom_memory(size_t size) {
    return carom_resize(NULL, 1, size);
}
