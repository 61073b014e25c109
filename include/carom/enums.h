// Names of enumerators and bits, for programs and for people.
//
//   puts(carom_enum_name(CAROM_ENUM_MODE, CAROM_MODE_SLIDING));    // sliding
//   puts(carom_enum_meaning(CAROM_ENUM_MODE, CAROM_MODE_SLIDING)); // slips to the end
//   for (int bit = 1; carom_enum_name(CAROM_ENUM_VIOLATION, bit); bit *= 2)
//       if (outcome.broken & (unsigned)bit) puts(carom_enum_name(CAROM_ENUM_VIOLATION, bit));
#ifndef CAROM_ENUMS_H
#define CAROM_ENUMS_H

#include "carom/base.h"

CAROM_BEGIN

typedef enum carom_enum {
    CAROM_ENUM_STATUS = 0,          // carom_status
    CAROM_ENUM_MODE = 1,            // carom_mode
    CAROM_ENUM_EVENT = 2,           // carom_event
    CAROM_ENUM_VIOLATION = 3,       // bits of carom_result.broken
    CAROM_ENUM_GUARANTEE = 4,       // bits of carom_guarantee
    CAROM_ENUM_CONTACT_STATE = 5,   // carom_contact_state
    CAROM_ENUM_SMOOTHNESS = 6,      // carom_smoothness
    CAROM_ENUM_INVARIANT = 7,       // carom_invariant_kind
    CAROM_ENUM_SOLVER = 8,          // carom_solver
    CAROM_ENUM_STAGE_EVENT = 9,     // bits of the events of a stage
    CAROM_ENUM_LIST_FAULT = 10,     // bits of the faults of hm-list
    CAROM_ENUM_APPROACH = 11,       // carom_approach
    CAROM_ENUM_AGREEMENT = 12,      // bits of carom_restitution_comparison.because
    CAROM_ENUM_FORCE_CASE = 13,     // carom_force_case
    CAROM_ENUM_FORCE_MODE = 14,     // carom_force_mode
    CAROM_ENUM_CONVERT_REASON = 15, // carom_convert_reason
    CAROM_ENUM_COMBINE_RULE = 16,   // carom_combine_rule
    CAROM_ENUM_MOTION_KIND = 17,    // carom_motion_kind
    CAROM_ENUM_MOTION_STOP = 18,    // carom_motion_stop
    CAROM_ENUM_MOTION_RULE = 19,    // carom_motion_rule
    CAROM_ENUM_MOTION_PERSIST = 20, // carom_motion_persist
    CAROM_ENUM_MOTION_PART = 21     // carom_motion_part
} carom_enum;

// Returns the name of an enumerator or of one bit; NULL if there is none.
CAROM_API const char *carom_enum_name(carom_enum kind, int value);

// Returns what it means, in half a sentence; NULL if there is nothing to say.
CAROM_API const char *carom_enum_meaning(carom_enum kind, int value);

// Returns the value with this name; -1 if there is none.
CAROM_API int carom_enum_find(carom_enum kind, const char *name);

CAROM_END

#endif
