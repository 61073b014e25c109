// Macros that law files share: rows of coefficients and guarantees. A law that reads a normal restitution reads
// rest_speed too.
#ifndef CAROM_SRC_ROW_H
#define CAROM_SRC_ROW_H

#include <float.h>
#include <math.h>

#include "carom/carom.h"
#include "tables/shared_rows.h"

// The functions of a law that no impact needs: its derivatives and its largest e. A build for small size omits them.
// They are still referenced here, so that the compiler does not report them as unused.
#ifdef CAROM_WITHOUT_EXTRAS
#define CAROM_EXTRA(function) (0 ? (function) : NULL)
#else
#define CAROM_EXTRA(function) function
#endif

// All guarantees that a law can have.
#define CAROM_EVERY_PROMISE                                                                                            \
    (CAROM_GUARANTEE_DISSIPATIVE | CAROM_GUARANTEE_COULOMB | CAROM_GUARANTEE_NONPENETRATING |                          \
     CAROM_GUARANTEE_HOMOGENEOUS | CAROM_GUARANTEE_CONTINUOUS | CAROM_GUARANTEE_UNIQUE)

#define CAROM_NEWTON_ALIKE "for W_nt = 0, or mu = 0, every law gives e the same meaning"

#endif
