// Generates systems of several contacts at exact limits, or within a few units of rounding: ordinary ones, small
// integers, extreme scales, close to a balance, and invalid ones.
#ifndef CAROM_TESTS_EDGE_SYSTEMS_H
#define CAROM_TESTS_EDGE_SYSTEMS_H

#include "carom/systems.h"
#include "many/systems.h"

typedef struct edge_system {
    random_system x; // x.s is the system
    carom_system_params all;
    double gap[MOST_CONTACTS];
} edge_system;

// System i, of at most so many contacts; for a method that needs one, with a striking contact.
void edge_system_at(const carom_law *method, uint64_t i, int most, edge_system *p);

#endif
