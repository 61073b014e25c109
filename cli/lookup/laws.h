// Finds laws in the tables with which this command was built.
#ifndef CAROM_CLI_LAWS_H
#define CAROM_CLI_LAWS_H

#include <stdbool.h>

#include "carom/carom.h"

// Returns the modules of this build, the core first, ended by NULL.
carom_modules *carom_tables_modules(void);

// Returns the methods for several contacts by index from 0, each name once, for this dimension; NULL past the last. A
// method of a module that is not built has no code.
const carom_law *carom_tables_method(int index, int dim);

// Finds a law by name in the core and the modules; NULL if there is none. A law of a module that is not built has no
// code.
const carom_law *carom_tables_find(const char *name);

// Count and return the laws with code, those of the core first. If `devices` is false, only laws of the core are
// counted.
int carom_tables_count(bool devices);
const carom_law *carom_tables_at(int index);

// Returns all laws of the modules by index, including those for systems; NULL past the last.
const carom_law *carom_tables_law(int index);

// Returns the set of parameters, as bits, that some law reads: any law with code, or one of those that `asked` selects.
typedef bool carom_law_test(const carom_law *law);
uint64_t carom_tables_reads(carom_law_test *asked);

// Returns a parameter by its number, from params.def or a module; NULL if there is none.
const carom_coefficient *carom_tables_param(int number);

#endif
