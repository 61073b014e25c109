// What Hurmuzlu & Marghitu's methods share: one contact strikes, the others rest or are apart.
#ifndef CAROM_SRC_HM_H
#define CAROM_SRC_HM_H

#include "many/method.h"

// The friction problem of Whittaker's algebra, in the method's memory.
carom_cones carom_whittaker_cones(const carom_system *s, const carom_many_params *p, carom_method_memory *m);

#endif
