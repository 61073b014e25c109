// Records an impact: history, path and outcome.
#ifndef CAROM_COMPLIANT_RECORD_H
#define CAROM_COMPLIANT_RECORD_H

#include "motion.h"

void carom_record_point(carom_touch *touch, double t, const double *y, const carom_touch_motion *motion,
                        const carom_forces *forces);
carom_status carom_record_end(carom_touch *touch, const double *y);
carom_status carom_record_nothing(carom_touch *touch); // for v_n = 0, if the bodies touch without an impulse

#endif
