// Defines the names in an FCLIB file (fclib 2020) with a local problem.
#ifndef CAROM_FCLIB_NAMES_H
#define CAROM_FCLIB_NAMES_H

#include "carom/carom.h"

#define CAROM_FCLIB_LOCAL   "/fclib_local"
#define CAROM_FCLIB_DIM     CAROM_FCLIB_LOCAL "/spacedim"
#define CAROM_FCLIB_W       CAROM_FCLIB_LOCAL "/W"
#define CAROM_FCLIB_VECTORS CAROM_FCLIB_LOCAL "/vectors"
#define CAROM_FCLIB_INFO    CAROM_FCLIB_LOCAL "/info"

const char *carom_fclib_words(carom_status status); // describes the error in one sentence

#endif
