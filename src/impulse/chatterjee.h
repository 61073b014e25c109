// Chatterjee's three laws (1997, 6.5) in the plane and in space, with their limits: v_n = 0, infinite friction,
// singular W. Each fills an impulse and names its mode. Written without the thesis's frame: its 2-axis is -v_t/|v_t|.
#ifndef CAROM_SRC_CHATTERJEE_H
#define CAROM_SRC_CHATTERJEE_H

#include "carom/outcome.h"

// What the three laws read.
typedef struct carom_chatterjee_input {
    double r_n, r_t, mu;
} carom_chatterjee_input;

carom_status carom_chatterjee_1(const carom_contact *c, const carom_chatterjee_input *in, double P[3],
                                carom_mode *mode);
carom_status carom_chatterjee_2(const carom_contact *c, const carom_chatterjee_input *in, double P[3],
                                carom_mode *mode);
carom_status carom_chatterjee_3(const carom_contact *c, const carom_chatterjee_input *in, double P[3],
                                carom_mode *mode);

#endif
