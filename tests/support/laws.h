// The laws and types that tests name; a test of a new law declares it or finds it by its name.
#ifndef CAROM_TESTS_LAWS_H
#define CAROM_TESTS_LAWS_H

#include "carom/systems.h"

#endif
