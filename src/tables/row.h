// What law files share: rows of coefficients, promises. A law that reads a normal restitution reads rest_speed too.
#ifndef CAROM_SRC_ROW_H
#define CAROM_SRC_ROW_H

#include <float.h>
#include <math.h>

#include "carom/carom.h"
#include "tables/shared_rows.h"

// What a law tells that no impact asks for: its derivatives, its largest e. A build where size counts leaves them out,
// still named here lest they be called unused; asked for, the law then has none.
#ifdef CAROM_WITHOUT_EXTRAS
#define CAROM_EXTRA(function) (0 ? (function) : NULL)
#else
#define CAROM_EXTRA(function) function
#endif

// All that a law can promise.
#define CAROM_EVERY_PROMISE                                                                                            \
    (CAROM_GUARANTEE_DISSIPATIVE | CAROM_GUARANTEE_COULOMB | CAROM_GUARANTEE_NONPENETRATING |                          \
     CAROM_GUARANTEE_HOMOGENEOUS | CAROM_GUARANTEE_CONTINUOUS | CAROM_GUARANTEE_UNIQUE)

#define CAROM_NEWTON_ALIKE "equals every other normal restitution where nothing couples (W_nt = 0) and without friction"

#endif
