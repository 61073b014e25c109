#ifndef CAROM_VERSION_H
#define CAROM_VERSION_H

#include "carom/base.h"

// Semantic version of these headers. Until 1.0 a new minor number may change the ABI, and the soname carries it: 0.2.
#define CAROM_VERSION_MAJOR 0
#define CAROM_VERSION_MINOR 2
#define CAROM_VERSION_PATCH 0
#define CAROM_VERSION       "0.2.0"

// Programs and libraries of one number understand each other's structs. Within it no struct of these headers changes its
// size or its fields, tables are only appended to, and no number of a row is given to another.
#define CAROM_ABI (1000 * CAROM_VERSION_MAJOR + CAROM_VERSION_MINOR)

CAROM_BEGIN
CAROM_API const char *carom_version(void); // of the library that runs
CAROM_API int carom_abi(void);             // its CAROM_ABI
CAROM_END

#endif
