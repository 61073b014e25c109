// Declares the laws of the core from their table, so that a new law does not require a change in a public header.
#ifndef CAROM_SRC_LAW_CONSTANTS_H
#define CAROM_SRC_LAW_CONSTANTS_H

#include "carom/carom.h"

#define CAROM_LAW(id) extern CAROM_API const carom_law carom_law_##id;
#include "tables/laws.def"
#undef CAROM_LAW

#endif
