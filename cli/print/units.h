// Handles units on the command line.
#ifndef CAROM_CLI_UNITS_H
#define CAROM_CLI_UNITS_H

#include "mods/scenario/units.h"

// Defines the option --units for the options of a verb.
#define CAROM_UNITS_OPTION(text)                                                                                       \
    { "units", "LIST", "units of the results: SI, US, or such as km/h,deg", NULL, &(text) }

// Reads the value of --units, which overrides the units of a file. NULL keeps the units of the file. Prints an error
// and returns false if a name is unknown.
bool carom_units_option(const char *text, carom_units *units);

#endif
