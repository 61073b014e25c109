// What a law says about itself: its row, which is a carom_law, and a card for each parameter it reads. A law that reads a
// normal restitution reads rest_speed too, which needs no card.
#ifndef CAROM_SRC_ROW_H
#define CAROM_SRC_ROW_H

#include <float.h>
#include <math.h>

#include "carom/card.h"

// What it is the ratio of, the range the law takes it in, and how it relates to the same idea in other laws.
#define CAROM_CARD(law_id, field, lowest, highest, ratio, relation)                                                    \
    { &carom_law_##law_id, (carom_param)CAROM_PARAM_##field, lowest, highest, ratio, relation }
#define CAROM_NO_MORE_CARDS                                                                                            \
    { .law = NULL }

// What a law tells that no impact asks for: its derivatives, its largest e. A build where size counts leaves them out,
// still named here lest they be called unused; asked for, the law then has none.
#ifdef CAROM_WITHOUT_EXTRAS
#define CAROM_EXTRA(function) (0 ? (function) : NULL)
#else
#define CAROM_EXTRA(function) function
#endif

// All that a law can promise.
#define CAROM_EVERY_PROMISE                                                                                            \
    (CAROM_DISSIPATIVE | CAROM_COULOMB | CAROM_NONPENETRATING | CAROM_HOMOGENEOUS | CAROM_CONTINUOUS | CAROM_UNIQUE)

#define CAROM_CARD_NEWTON_ALIKE                                                                                        \
    "equals every other normal restitution where nothing couples (W_nt = 0) and without friction"

#endif
