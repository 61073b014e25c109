// Golden cases of several contacts: what the runner's files share.
#ifndef CAROM_TESTS_MANY_GOLDEN_H
#define CAROM_TESTS_MANY_GOLDEN_H

#include <jansson.h>
#include <stdbool.h>

typedef struct {
    double error;  // worst difference / allowed: more than 1 fails
    char why[512]; // what differs first; empty if the case passes
} comparison;

void differ(comparison *c, const char *format, ...);

// One answer against one case's "expect".
comparison compare_many(const json_t *golden, const json_t *answer);

// The sweeps of chain_three_link.json: the problem of entry i of a case, and its answer against the arrays.
json_t *chain_problem(const json_t *golden, int i);
comparison compare_chain(const json_t *golden, const json_t *expect, int i, const json_t *answer);
comparison compare_spot(const json_t *spot, const json_t *answer);
json_t *chain_spot_problem(const json_t *spot);

enum { CHAIN_POINTS = 361 };

#endif
