// Generates systems of several contacts exactly at limits, or a few rounding errors away. They include ordinary
// systems, small integers, extreme scales, systems near a balance, and invalid ones.
#ifndef CAROM_TESTS_EDGE_SYSTEMS_H
#define CAROM_TESTS_EDGE_SYSTEMS_H

#include "carom/systems.h"
#include "many/systems.h"

typedef struct edge_system {
    random_system x; // x.s is the system
    carom_system_params all;
    double gap[MOST_CONTACTS];
} edge_system;

// Computes system i with up to `most` contacts. If the method needs a striking contact, the system has one.
void edge_system_at(const carom_law *method, uint64_t i, int most, edge_system *p);

#endif
