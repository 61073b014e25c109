// Compliant contacts: the contact is a small machine of springs, dashpots and friction, and the impact is its motion.
// In the module carom_compliant (needs SUNDIALS); the header is the same in every build.
//
//   carom_result out;
//   carom_status  s = carom_collide(&carom_law_stronge, &contact, &params, &out);  // as for any law
//
//   carom_history_point points[1000];
//   carom_history       history = {.points = points, .capacity = 1000};
//   s = carom_record(&carom_law_stronge, &contact, &params, &history, &out); // history.summary.duration, ...
#ifndef CAROM_COMPLIANT_H
#define CAROM_COMPLIANT_H

#include "carom/compliant_base.h"

CAROM_BEGIN

#define CAROM_LAW(id, name) extern CAROM_COMPLIANT_API const carom_law carom_law_##id;
#include "carom/compliant_laws.def"
#undef CAROM_LAW

CAROM_END

#endif
