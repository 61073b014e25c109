// Newton's restitution as an inclusion, in 3D with round friction cones.
#ifndef CAROM_SRC_GLOCKER3_H
#define CAROM_SRC_GLOCKER3_H

#include "carom/systems.h"

size_t carom_glocker3_memory(const carom_system *s);
carom_status carom_glocker3_solve(const carom_system *s, const carom_system_params *p, void *memory, size_t bytes,
                                  carom_system_result *out);

#endif
