// Declares what the programs of this directory share. Each provides fuzz_one, which processes any bytes. tools/fuzz.sh
// runs them guided by coverage; otherwise (standalone.c) they run their seeds and random changes of them, in every test
// run.
#ifndef CAROM_TESTS_FUZZ_H
#define CAROM_TESTS_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "carom/carom.h"

// True if the bytes came through: a file was read, a problem answered. A wrong answer does not return.
bool fuzz_one(const uint8_t *bytes, size_t size);

// The share of the blind changes that must come through, or the seeds show nothing.
extern const double fuzz_floor;

// A wrong answer: says what, and ends the program as a crash does.
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
_Noreturn void
fuzz_wrong(const char *format, ...);

// A refusal must have words; FUZZ_SAY in the environment shows them.
void fuzz_refused(const char *what, const char *words);

// Numbers taken from bytes; zeros past the end, so that any length is a problem.
typedef struct fuzz_bytes {
    const uint8_t *at, *end;
} fuzz_bytes;

int fuzz_byte(fuzz_bytes *b);
int fuzz_below(fuzz_bytes *b, int n);
double fuzz_number(fuzz_bytes *b); // of any size, NaN and infinities too
double fuzz_share(fuzz_bytes *b);  // in [0, 1], both ends often

// Mostly a positive semi-definite W that approaches; sometimes anything.
carom_contact fuzz_contact(fuzz_bytes *b, int dim);
int fuzz_dim(fuzz_bytes *b, const carom_law *law);
const carom_law *fuzz_law(fuzz_bytes *b);
// Mostly in range.
carom_params fuzz_params(fuzz_bytes *b, const carom_law *law);

// A question to one law: a law, its contact, its parameters.
typedef struct fuzz_question {
    const carom_law *law;
    carom_contact c;
    carom_params p;
} fuzz_question;
fuzz_question fuzz_ask(fuzz_bytes *b);
void fuzz_print(const fuzz_question *q);

// Largest over smallest eigenvalue; infinite for one that is not positive definite.
double fuzz_condition(const carom_contact *c);

// Is every W and v within 1e-90 .. 1e90 or 0? Then doubling one of them neither overflows nor underflows on the way.
bool fuzz_is_tame(const carom_contact *c);

// Is no speed more than this many times another, or 0?
bool fuzz_speeds_alike(const carom_contact *c, double times);

// Are all the parameters that the law reads at most 100?
bool fuzz_is_mild(const fuzz_question *q);

// By how much two impulses differ, relative to the second.
double fuzz_distance(int dim, const double *a, const double *b);

// The bytes as a regular file, in memory where there is such a place; its name, good until the next call.
const char *fuzz_file(const void *bytes, size_t size);

// The bytes as a text closed by a zero, in new memory exactly that long.
char *fuzz_text(const uint8_t *bytes, size_t size);

#endif
