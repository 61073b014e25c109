// Returns the contact models of the module by number and by name.
#ifndef CAROM_TESTS_DEVICES_H
#define CAROM_TESTS_DEVICES_H

#include "carom/compliant.h"

static carom_modules devices[] = {&carom_module_compliant, NULL};

static inline const carom_law *device_at(int index) {
    return carom_law_at(devices, index, CAROM_ONE_CONTACT);
}

static inline const carom_law *device_find(const char *name) {
    return carom_law_find(devices, name, CAROM_ONE_CONTACT);
}

static inline int device_count(void) {
    int count = 0;
    while (device_at(count)) count++;
    return count;
}

#endif
