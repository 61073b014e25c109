// One golden case against one answer of the command.
#ifndef CAROM_TESTS_GOLDEN_COMPARE_H
#define CAROM_TESTS_GOLDEN_COMPARE_H

#include <jansson.h>
#include <stdbool.h>

typedef struct {
    double error;  // worst difference / (tol x scale): more than 1 fails
    char why[256]; // what differs first; empty if the case passes
} comparison;

comparison compare_case(const json_t *golden, const json_t *answer);

// A case of a contact device: P, v' and dE. Its own runner compares forces, durations and what is admissible; a head-on
// case has one component and is answered in the plane.
comparison compare_device(const json_t *golden, const json_t *answer);

#endif
