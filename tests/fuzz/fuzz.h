// Declares the common functions of the programs of this directory. Each program provides fuzz_one, which processes any
// bytes. tools/fuzz.sh guides the programs by coverage. In every test run, standalone.c runs their seeds and random
// changes of the seeds instead.
#ifndef CAROM_TESTS_FUZZ_H
#define CAROM_TESTS_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "carom/carom.h"

// Processes the bytes. Returns true if they pass: a file is read or a problem is solved. Does not return if a result is
// wrong.
bool fuzz_one(const uint8_t *bytes, size_t size);

// The smallest share of random changes that must pass. If fewer pass, the seeds are unsuitable.
extern const double fuzz_floor;

// Reports a wrong result and aborts the program.
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
_Noreturn void
fuzz_wrong(const char *format, ...);

// Checks that a rejection has a message. If FUZZ_SAY is set in the environment, the message is printed.
void fuzz_refused(const char *what, const char *words);

// Numbers are made from bytes. After the end of the bytes they are made from zeros, so that bytes of any length are a
// problem.
typedef struct fuzz_bytes {
    const uint8_t *at, *end;
} fuzz_bytes;

int fuzz_byte(fuzz_bytes *b);
int fuzz_below(fuzz_bytes *b, int n);
double fuzz_number(fuzz_bytes *b); // of any size, also NaN and infinities
double fuzz_share(fuzz_bytes *b);  // in [0, 1], often 0 or 1

// Returns a contact. W is mostly positive semi-definite, and v mostly approaches.
carom_contact fuzz_contact(fuzz_bytes *b, int dim);
int fuzz_dim(fuzz_bytes *b, const carom_law *law);
const carom_law *fuzz_law(fuzz_bytes *b);
// Returns coefficients, mostly within their ranges.
carom_params fuzz_params(fuzz_bytes *b, const carom_law *law);

// A problem for one law: the law, the contact and the coefficients.
typedef struct fuzz_question {
    const carom_law *law;
    carom_contact c;
    carom_params p;
} fuzz_question;
fuzz_question fuzz_ask(fuzz_bytes *b);
void fuzz_print(const fuzz_question *q);

// Returns the largest eigenvalue of W divided by the smallest, or infinity if W is not positive definite.
double fuzz_condition(const carom_contact *c);

// Returns true if every entry of W and v is 0 or has a size of 1e-90 to 1e90. Products of such numbers do not overflow.
bool fuzz_is_tame(const carom_contact *c);

// Returns true if no speed is more than `times` as large as another that is not 0.
bool fuzz_speeds_alike(const carom_contact *c, double times);

// Returns true if all coefficients that the law reads are at most 100 in size.
bool fuzz_is_mild(const fuzz_question *q);

// Returns the difference of two impulses, relative to the second.
double fuzz_distance(int dim, const double *a, const double *b);

// Writes the bytes to a regular file, in memory if possible. Returns its name, which is valid until the next call.
const char *fuzz_file(const void *bytes, size_t size);

// Returns the bytes as a text that ends with 0, in new memory of exactly this length.
char *fuzz_text(const uint8_t *bytes, size_t size);

#endif
