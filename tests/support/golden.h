// Golden cases: reading the files, comparing numbers, keeping count, asking the command. What a file's cases mean is
// the business of the test that reads them; how near is near, and what is disputed, is decided here alone.
#ifndef CAROM_TESTS_GOLDEN_H
#define CAROM_TESTS_GOLDEN_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

// The copies this repository carries are what every machine runs. The document NAME.json of `copies` (a folder of
// tests/), or of the folder in CAROM_GOLDEN if that has it, which is then said; NULL with a message if there is none.
json_t *golden_load(const char *copies, const char *name);

// Reading.
const char *golden_text(const json_t *object, const char *key); // NULL: no string
double golden_real(const json_t *object, const char *key);
int golden_reals(const json_t *value, double *out, int most); // of a (nested) array, row by row; returns how many
double golden_largest(const json_t *value);                   // the largest size in a (nested) array; 0 if empty

// One case.
typedef struct {
    int numbers;   // how many were compared
    double error;  // the worst difference / allowed: more than 1 fails. NaN stays.
    char why[512]; // what differs first; empty if the case passes
} golden_case;

void golden_differ(golden_case *c, const char *format, ...);
void golden_near(golden_case *c, const char *what, double got, double wanted, double allowed);

// Numbers of any shape; what is no number must be the same.
void golden_json(golden_case *c, const char *what, const json_t *got, const json_t *wanted, double allowed);
double golden_apart(const json_t *a, const json_t *b); // the largest difference; infinity if the shapes differ

// All cases of a file.
typedef struct {
    const char *name;
    int cases, numbers, skipped, disputed, failed;
    double worst; // error / tolerance over the cases that pass
    char worst_id[128];
} golden_tally;

// Counts the case. A line of tests/golden/disputed.txt that starts with its id says that we can prove its numbers wrong:
// it must go on failing, or the dispute is over and the line must go.
void golden_judge(golden_tally *t, const char *id, const golden_case *c);

// Prints the tally. False if a case failed, or fewer cases or numbers were compared than the file has: a test that
// skips what it should run does not pass.
bool golden_report(const golden_tally *t, int least_cases, int least_numbers);

// Sends problems through `CAROM VERB --jsonl`, one a line, and hands over the answers in order. False, said, if the
// command did not answer every one, or did not exit with 0.
typedef void golden_taker(void *user, size_t index, const json_t *answer);
bool golden_ask(const char *carom, const char *verb, const json_t *problems, golden_taker *take, void *user);

#endif
