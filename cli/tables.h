// The tables of laws this command was built with.
#ifndef CAROM_CLI_TABLES_H
#define CAROM_CLI_TABLES_H

#include "carom/carom.h"

// The law of this name from the core or a module; a module's law without code where the module is not built; or NULL.
const carom_law *carom_tables_find(const char *name);

#endif
