// Fuzzes the names of units.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "mods/scenario/units.h"

const double fuzz_floor = 0.005;

bool fuzz_one(const uint8_t *bytes, size_t size) {
    char *text = fuzz_text(bytes, size);
    carom_units units = {.bits = CAROM_UNITS_FEET};
    const char *key, *si;
    const bool read = carom_units_read(text, &units);
    free(text);
    if (!read && units.bits != CAROM_UNITS_FEET) fuzz_wrong("rejected units have changed");
    for (int i = 0; carom_units_row(i, &key, &si); i++) {
        const carom_unit unit = carom_units_find(&units, si);
        if (!unit.name || !(unit.factor > 0.0 && unit.factor < 1e3)) fuzz_wrong("%s has no unit for %s", key, si);
        if (carom_units_value(&units, si, 2.0) != 2.0 * unit.factor) fuzz_wrong("%s is converted otherwise", key);
    }
    return read;
}
