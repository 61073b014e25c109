// Converts results to other units. The library computes in SI units; a writer multiplies by a factor and prints another
// name.
#ifndef CAROM_SCENARIO_UNITS_H
#define CAROM_SCENARIO_UNITS_H

#include <stdbool.h>
#include <stddef.h>

// One bit for each unit that replaces an SI unit.
typedef enum carom_units_bit {
    CAROM_UNITS_KMH = 1,     // speeds in km/h
    CAROM_UNITS_MPH = 2,     // speeds in miles per hour
    CAROM_UNITS_DEGREES = 4, // angles in degrees, spins in degrees per second
    CAROM_UNITS_POUNDS = 8,  // masses in lb, impulses in lbf s, energies in ft lbf
    CAROM_UNITS_FEET = 16    // lengths in ft
} carom_units_bit;

typedef struct carom_units {
    bool stated;   // by the file or by --units; otherwise results are in SI and JSON does not list units
    unsigned bits; // carom_units_bit
} carom_units;

// The unit of a printed number.
typedef struct carom_unit {
    double factor; // printed number = factor times the number in SI
    const char *name;
} carom_unit;

// Reads names separated by blanks or commas: SI, km/h, mph, deg, lb, ft, and US for the last four. Other names of these
// are kmh, degrees, pounds and feet. Returns false and keeps `units` if a name is unknown or two names contradict each
// other.
bool carom_units_read(const char *text, carom_units *units);

// Returns the unit to print instead of an SI unit such as "m/s"; the same unit with factor 1 if nothing replaces it.
carom_unit carom_units_find(const carom_units *units, const char *si);

// Returns a number of this SI unit in the unit to print.
double carom_units_value(const carom_units *units, const char *si, double value);

// Gets row `index` of the units object in JSON results: a key and its SI unit. Returns false past the last.
bool carom_units_row(int index, const char **key, const char **si);

#endif
