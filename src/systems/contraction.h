// Decides whether restitution is a contraction of W, so that Newton's and Poisson's restitution gain no energy.
#ifndef CAROM_SRC_CONTRACTION_H
#define CAROM_SRC_CONTRACTION_H

#include "carom/systems.h"

// Larger systems are not tested, because this code has no memory but its stack: 8 contacts in 3D or 12 in 2D.
enum { CAROM_CONTRACTION_MOST = 24 };

// Returns the restitution of component i (normal first) of a contact.
typedef double carom_component_restitution(const carom_system_params *p, int contact, int component);

// Returns true if W - E W E is positive semi-definite, where E is the diagonal matrix of restitution. Tangents of
// contacts without friction are left out, because they have no impulse. Also returns false for a restitution outside -1
// < e <= 1, and for systems that are too large.
bool carom_restitution_contracts(const carom_system *s, const carom_system_params *p, carom_component_restitution *e);

// Returns true if every contact is without friction.
bool carom_system_frictionless(const carom_system *s, const carom_system_params *p);

#endif
