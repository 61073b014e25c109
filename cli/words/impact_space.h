// Contacts in space, with the module "siconos"; without it the status is CAROM_NOT_BUILT.
#ifndef CAROM_CLI_IMPACT_SPACE_H
#define CAROM_CLI_IMPACT_SPACE_H

#include "mods/scenario/impact_problem.h"

// glocker with cones in space. Fills the outcome; its arrays lie in *memory, which the caller frees.
carom_status carom_impact_in_space(const carom_impact_problem *problem, carom_many_outcome *out, void **memory);

#endif
