// Computes by formula the areas of impulse space that laws I, II and III reach in 2D. The coefficients vary: r_n over
// [0, 1] and r_t over [-1, 1]. Chatterjee 1997, 7.1.
#ifndef CAROM_SRC_OUTLINE_CHATTERJEE_H
#define CAROM_SRC_OUTLINE_CHATTERJEE_H

#include "carom/law.h"

carom_reach_area_fn carom_chatterjee_1_outline, carom_chatterjee_2_outline, carom_chatterjee_3_outline;

#endif
