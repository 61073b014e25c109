// Returns the guarantees that a law gives for a system of contacts.
#include "systems/solution.h"

unsigned carom_system_guarantees(const carom_law *method, const carom_system *system,
                                 const carom_system_params *params) {
    if (carom_impact_shape(method, system, params) != CAROM_OK) return 0;
    if (!method->system) return carom_law_guarantees(method, system->dim, params->contacts);
    return method->system->always |
           (method->system->guarantees ? method->system->guarantees(method, system, params) : 0u);
}

_Static_assert(CAROM_SOLVER_ADMM < 32, "the solvers a method takes are bits of an unsigned");
