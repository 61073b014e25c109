// Refusals in words: the sentence, the nearest name; and memory that may be refused.
#ifndef CAROM_SCENARIO_REFUSAL_H
#define CAROM_SCENARIO_REFUSAL_H

#include <stdbool.h>
#include <stddef.h>

#include "carom/scenario.h"

#if defined(__GNUC__)
#define CAROM_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define CAROM_PRINTF(text, first)
#endif

// Text of the user's in words of ours: what a terminal would obey (control characters, bytes that are not UTF-8) is
// written as \x1b. Cuts what has no room. Sentences below go through it whole, so it is not called for each name.
void carom_visible(char *out, size_t size, const char *text);

// The way out: one row of ways.def each.
typedef enum carom_way {
#define CAROM_WAY(ID, name) CAROM_WAY_##ID,
#include "mods/scenario/ways.def"
#undef CAROM_WAY
} carom_way;
const char *carom_way_name(carom_way way);
carom_way carom_way_find(const char *name); // CAROM_WAY_NONE for no such name

// Why a problem is refused: a code for programs (a name of status.def, "bad-json" or "bad-problem") and a sentence.
typedef struct carom_misreading {
    const char *code;
    const char *key, *inner; // the member of a problem it is about, and the one inside that; NULL: none is known
    char where[160];         // a path in the file ("bodies[0].mass") or a parameter; "" if none is known
    const char *reason;      // the name of a row of refusals.def; NULL: none
    const char *hint;        // the name of the way out, of ways.def or refusals.def; NULL: none
    int line, column;        // in the text it was read from, from 1; 0: no place, or none that is known
    carom_way way;           // out of it, which the text does not name
    char text[640];          // in no front end's language
} carom_misreading;

// Fills the refusal; always false, so that a reader can `return carom_refuse(...)`.
bool carom_refuse(carom_misreading *refusal, const char *code, const char *format, ...) CAROM_PRINTF(3, 4);

// Adds which member of a problem it is about, and which one inside that (NULL: none); always false.
bool carom_refuse_of(carom_misreading *refusal, const char *key, const char *inner);

// Adds the way out to a refusal; always false. With a near name the sentence asks for that instead.
bool carom_refuse_toward(carom_misreading *refusal, carom_way way);
bool carom_refuse_near(carom_misreading *refusal, const char *near, carom_way way);

// The same for a caller of the library; nothing to do where he does not want it.
void carom_misreading_hand_over(const carom_misreading *refusal, carom_scenario_error *why);

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
#define CAROM_MOST_MEMORY ((size_t)1 << 30)
void *carom_room(size_t count, size_t size); // cleared

#endif
