// Refusals in words: the sentence, the nearest name; and memory that may be refused.
#ifndef CAROM_SCENARIO_REFUSAL_H
#define CAROM_SCENARIO_REFUSAL_H

#include <stdbool.h>
#include <stddef.h>

#include "carom/carom.h"

#if defined(__GNUC__)
#define CAROM_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define CAROM_PRINTF(text, first)
#endif

// Text of the user's in words of ours: what a terminal would obey (control characters, bytes that are not UTF-8) is
// written as \x1b. Cuts what has no room. Sentences below go through it whole, so it is not called for each name.
void carom_visible(char *out, size_t size, const char *text);

// Fills the error with a status and a sentence in no front end's language; always false, so that a reader can
// `return carom_refuse(...)`.
bool carom_refuse(carom_error *refusal, carom_status status, const char *format, ...) CAROM_PRINTF(3, 4);

// Adds which member of a problem it is about, and which one inside that (NULL: none); always false.
bool carom_refuse_of(carom_error *refusal, const char *key, const char *inner);

// Adds a hint; always false. With a near name the sentence asks for that instead.
bool carom_refuse_toward(carom_error *refusal, carom_hint hint);
bool carom_refuse_near(carom_error *refusal, const char *near, carom_hint hint);

// The same for a caller of the library; nothing to do where he does not want it.
void carom_error_hand_over(const carom_error *refusal, carom_error *why);

// Which names there are: the one at `index`, or NULL past the last.
typedef const char *carom_names(int index);
const char *carom_law_names(int index);   // modules' laws too, built or not
const char *carom_param_names(int index); // likewise

// The name most like `word`, or NULL if none is close. `best` keeps the winner over several calls.
typedef struct carom_nearest {
    const char *name;
    size_t distance;
} carom_nearest;
void carom_nearest_word(carom_nearest *best, const char *word, const char *name);
void carom_nearest_among(carom_nearest *best, const char *word, carom_names *names);
const char *carom_nearest_name(const char *word, carom_names *names);

// Writes `; did you mean "routh"?` or, with no near name, "; " and the other hint, and returns the text.
const char *carom_suggestion(const char *near, const char *otherwise, char *text, size_t size);

// Appends a name to a list in a text of `size` bytes, behind the separator unless it is the first; cuts what has no
// room.
void carom_join(char *text, size_t size, const char *separator, const char *name);

// Memory, or NULL where there is none or more is asked for than any one problem may have.
#define CAROM_MAX_MEMORY ((size_t)1 << 30)
void *carom_room(size_t count, size_t size); // cleared

#endif
