// The tables of laws this command was built with.
#ifndef CAROM_CLI_TABLES_H
#define CAROM_CLI_TABLES_H

#include <stdbool.h>

#include "carom/carom.h"

// The modules of this build, the core first, ended by NULL.
carom_modules *carom_tables_modules(void);

// The names of methods for several contacts, each once: the method that has it for this dimension, 0 ..; NULL past the
// last. One of a module that is not built has no code.
const carom_law *carom_tables_method(int index, int dim);

// The law of this name from the core or a module; a module's law without code where the module is not built; or NULL.
const carom_law *carom_tables_find(const char *name);

// The laws with code, the core's first: all of them, or the core's alone.
int carom_tables_count(bool devices);
const carom_law *carom_tables_at(int index);

// All laws of the modules, those for systems included; NULL past the last.
const carom_law *carom_tables_law(int index);

// Every parameter that some law reads, as bits: of all the laws with code, or of those that `asked` picks.
typedef bool carom_law_test(const carom_law *law);
uint64_t carom_tables_reads(carom_law_test *asked);

// The parameter of a number, of params.def or a module's own; NULL if there is none.
const carom_coefficient *carom_tables_param(int number);

#endif
