// Declares the laws and types that tests name. A test of a new law declares the law itself or finds it by name.
#ifndef CAROM_TESTS_LAWS_H
#define CAROM_TESTS_LAWS_H

#include "carom/systems.h"

#endif
