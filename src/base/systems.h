// The code for several contacts of laws that also solve one contact, defined in many/method_<law>.c.
#ifndef CAROM_SRC_SYSTEMS_H
#define CAROM_SRC_SYSTEMS_H

#include "carom/law.h"

extern const carom_system_code carom_system_glocker, carom_system_pfeiffer_glocker;

#endif
