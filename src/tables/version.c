#include "carom/carom.h"

const char *carom_version(void) {
    return CAROM_VERSION;
}

int carom_abi(void) {
    return CAROM_ABI;
}
