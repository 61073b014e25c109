// Checks that each enumerator in the headers has the number of its row.
#include "carom/carom.h"

#define SAME(enumerator, number) _Static_assert((int)(enumerator) == (number), #enumerator " has the number of its row")

#define CAROM_STATUS(number, ID, ...) SAME(CAROM_##ID, number);
#include "tables/status.def"
#undef CAROM_STATUS
#define CAROM_REASON(number, ID, ...) SAME(CAROM_REASON_##ID, number);
#include "tables/reasons.def"
#define CAROM_HINT(number, ID, ...) SAME(CAROM_HINT_##ID, number);
#include "tables/hints.def"
#define CAROM_MODE(number, ID, ...)  SAME(CAROM_MODE_##ID, number);
#define CAROM_EVENT(number, ID, ...) SAME(CAROM_EVENT_##ID, number);
#include "tables/modes.def"
#define CAROM_STOP(id, ID, number, ...) SAME(CAROM_##ID, number);
#include "tables/stops.def"
#define CAROM_FRICTION_MODEL(number, ID, ...) SAME(CAROM_FRICTION_##ID, number);
#include "tables/frictions.def"
#define CAROM_PARAM(number, field, ...) SAME(CAROM_PARAM_##field, number);
#include "tables/params.def"
