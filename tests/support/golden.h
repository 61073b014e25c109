// Reads the files of golden cases, compares numbers, counts the cases and runs the command on their problems. The test
// that reads a file interprets its cases. The tolerances and the disputed cases are handled only here.
#ifndef CAROM_TESTS_GOLDEN_H
#define CAROM_TESTS_GOLDEN_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

// Reads the document NAME.json from the directory in the environment variable CAROM_GOLDEN, if it contains the file,
// otherwise from `copies`, a subdirectory of tests/. Prints the path if CAROM_GOLDEN is set. Returns NULL after an
// error message if no file can be read.
json_t *golden_load(const char *copies, const char *name);

// Functions that read values.
const char *golden_text(const json_t *object, const char *key); // NULL if the value is not a string
double golden_real(const json_t *object, const char *key);
int golden_reals(const json_t *value, double *out, int most); // copies a (nested) array; returns how many numbers
double golden_largest(const json_t *value);                   // largest magnitude in a (nested) array; 0 if empty

// The comparison of one case.
typedef struct {
    int numbers;   // how many numbers were compared
    double error;  // largest ratio of difference to tolerance, or NaN; the case passes up to 1
    char why[512]; // describes the first difference; empty if the case passes
} golden_case;

void golden_differ(golden_case *c, const char *format, ...);
void golden_near(golden_case *c, const char *what, double got, double wanted, double allowed);

// Compares numbers and (nested) arrays of numbers within `allowed`. Other values must be equal.
void golden_json(golden_case *c, const char *what, const json_t *got, const json_t *wanted, double allowed);
double golden_apart(const json_t *a, const json_t *b); // the largest difference; infinity if the shapes differ

// The totals of all cases of a file.
typedef struct {
    const char *name;
    int cases, numbers, skipped, disputed, failed;
    double worst; // the largest `error` of the cases that pass
    char worst_id[128];
} golden_tally;

// Counts the case. A line of tests/golden/disputed.txt that starts with its id states that its expected numbers can be
// proved wrong. Such a case must fail; if it passes, its line must be removed.
void golden_judge(golden_tally *t, const char *id, const golden_case *c);

// Prints the tally. Returns false if a case failed, or if fewer cases or numbers were compared than the file has. A
// test that skips cases therefore does not pass.
bool golden_report(const golden_tally *t, int least_cases, int least_numbers);

// Runs `CAROM solve --jsonl` on the problems, one per line, and passes each result to `take`, in order. Returns false
// after a message if a result is missing or the command did not exit with 0. `several`: the problems have several contacts.
typedef void golden_taker(void *user, size_t index, const json_t *answer);
bool golden_ask(const char *carom, bool several, const json_t *problems, golden_taker *take, void *user);

#endif
