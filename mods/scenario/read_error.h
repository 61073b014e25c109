// Writes error messages and finds the most similar name. Also allocates memory up to a limit.
#ifndef CAROM_SCENARIO_READ_ERROR_H
#define CAROM_SCENARIO_READ_ERROR_H

#include <stdbool.h>
#include <stddef.h>

#include "carom/carom.h"

#if defined(__GNUC__)
#define CAROM_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define CAROM_PRINTF(text, first)
#endif

// Copies a text of the user for a message: characters that control a terminal, and bytes that are not UTF-8, are
// written as \x1b. Cuts text that does not fit. The messages below pass through it as a whole, so it is not called for
// each name.
void carom_visible(char *out, size_t size, const char *text);

// Fills the error with a status and a sentence that suits all front ends. Always returns false, so that a reader can
// `return carom_refuse(...)`.
bool carom_refuse(carom_error *refusal, carom_status status, const char *format, ...) CAROM_PRINTF(3, 4);

// Adds the member of a problem that the error is about, and the member inside that (NULL: none). Always returns false.
bool carom_refuse_of(carom_error *refusal, const char *key, const char *inner);

// Adds a hint. Always returns false. If there is a similar name, the message suggests that instead.
bool carom_refuse_toward(carom_error *refusal, carom_hint hint);
bool carom_refuse_near(carom_error *refusal, const char *near, carom_hint hint);

// Copies an error for a caller of the library; does nothing if `why` is NULL.
void carom_error_hand_over(const carom_error *refusal, carom_error *why);

// Returns the name at `index`, or NULL past the last.
typedef const char *carom_names(int index);
const char *carom_law_names(int index);   // includes the modules' laws, built or not
const char *carom_param_names(int index); // includes those of the modules

// Finds the name most similar to `word`; NULL if none is close. `best` keeps the result over several calls.
typedef struct carom_nearest {
    const char *name;
    size_t distance;
} carom_nearest;
void carom_nearest_word(carom_nearest *best, const char *word, const char *name);
void carom_nearest_among(carom_nearest *best, const char *word, carom_names *names);
const char *carom_nearest_name(const char *word, carom_names *names);

// Writes `; did you mean "routh"?` or, without a similar name, "; " and the other hint. Returns the text.
const char *carom_suggestion(const char *near, const char *otherwise, char *text, size_t size);

// Appends a name to a list in a text of `size` bytes, after the separator unless it is the first. Cuts text that does
// not fit.
void carom_join(char *text, size_t size, const char *separator, const char *name);

// Allocates memory. Returns NULL if there is not enough, or more than one problem may use.
#define CAROM_MAX_MEMORY ((size_t)1 << 30)
void *carom_room(size_t count, size_t size); // zeroed

#endif
