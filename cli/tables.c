#include "cli/tables.h"

#include "carom/compliant.h"

const carom_law *carom_tables_find(const char *name) {
    const carom_law *law = carom_law_find(name);
#ifdef CAROM_WITH_COMPLIANT
    if (law && !law->code) return carom_compliant_law_find(name);
#endif
    return law;
}
