// Declarations that the files of the region share.
#ifndef CAROM_SRC_REGION_H
#define CAROM_SRC_REGION_H

#include <stdbool.h>

#include "carom/carom.h"

// Returns whether W is singular and the region is unbounded along one of its null vectors.
bool carom_region_endless(const carom_contact *contact, double mu);

#endif
