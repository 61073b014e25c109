// The table of the laws of the core. It is the only file that names every one of them.
#include <stddef.h>

#include "carom/carom.h"
#include "carom/systems.h"
#include "tables/law_constants.h"

static const carom_law *const laws[] = {
#define CAROM_LAW(id) &carom_law_##id,
#include "tables/laws.def"
#undef CAROM_LAW
    NULL,
};

const carom_module carom_module_core = {.name = "core", .laws = laws};
