// Computes how many impacts a sequence at two frictionless contacts can have.
#ifndef CAROM_SCENARIO_SEQUENCE_BOUND_H
#define CAROM_SCENARIO_SEQUENCE_BOUND_H

// Returns the largest number of impacts in a sequence at two frictionless contacts with one coefficient e. Returns 0 if
// there can be infinitely many, and -1 for an invalid system: NULL, NaN, e < 0, or a normal of zero mobility.
int carom_max_sequence_impacts(const double W[4][4], double e);

#endif
