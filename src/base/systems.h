// Connects laws of one contact and laws of systems.
#ifndef CAROM_SRC_SYSTEMS_H
#define CAROM_SRC_SYSTEMS_H

#include "carom/law.h"

// The system functions of laws that also solve one contact, defined in laws/<law>/system_<law>.c.
extern const carom_system_vtable carom_system_glocker, carom_system_pfeiffer_glocker;

// Returns the status of a law that has no functions for one contact.
static inline carom_status carom_lacks_code(const carom_law *law) {
    return law->system ? CAROM_WRONG_PROBLEM : CAROM_MODULE_MISSING;
}

#endif
