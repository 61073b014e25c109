// What laws of one contact and laws of systems have to do with each other.
#ifndef CAROM_SRC_SYSTEMS_H
#define CAROM_SRC_SYSTEMS_H

#include "carom/law.h"

// The code for several contacts of laws that also solve one contact, defined in many/method_<law>.c.
extern const carom_system_vtable carom_system_glocker, carom_system_pfeiffer_glocker;

// Why a law without code for one contact cannot solve one.
static inline carom_status carom_lacks_code(const carom_law *law) {
    return law->system ? CAROM_WRONG_PROBLEM : CAROM_MODULE_MISSING;
}

#endif
