// Reads the parameter "modes" given as a rod, with the keys "length", "diameter", "E", "density" and "angle".
#ifndef CAROM_SCENARIO_ROD_H
#define CAROM_SCENARIO_ROD_H

#include "carom/bodies.h"
#include "mods/scenario/read_error.h"
#include "mods/scenario/value.h"

// Fills the modes of the rod and their number. Returns false and fills the refusal if a key is missing or wrong.
bool carom_rod_json(const json_t *object, carom_vibration modes[CAROM_VIBRATIONS_MAX], size_t *count,
                    carom_error *refusal);

#endif
