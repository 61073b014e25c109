#ifndef CAROM_VERSION_H
#define CAROM_VERSION_H

#include "carom/base.h"

// Semantic version of these headers; the soname carries the major number.
#define CAROM_VERSION_MAJOR 0
#define CAROM_VERSION_MINOR 1
#define CAROM_VERSION_PATCH 0
#define CAROM_VERSION       "0.1.0"

CAROM_BEGIN
CAROM_API const char *carom_version(void); // of the library that runs
CAROM_END

#endif
