// In the core, because pictures of histories name states too, with or without the devices.
#include "carom/compliant.h"

const char *carom_contact_state_name(carom_contact_state state) {
    static const char *const names[] = {"open", "stick", "slip", "free", "dwell"};
    return (int)state >= 0 && (int)state < CAROM_CONTACT_STATE_COUNT ? names[state] : NULL;
}
