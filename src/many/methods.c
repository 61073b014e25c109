// What a method promises, and the names of its choices.
#include "many/method.h"

unsigned carom_method_promises(const carom_method *method, const carom_system *system,
                               const carom_many_params *params) {
    if (carom_impact_shape(method, system, params) != CAROM_OK) return 0;
    return method->promises | (method->code->also ? method->code->also(method, system, params) : 0u);
}

_Static_assert(CAROM_SOLVER_ADMM < 32, "the solvers a method takes are bits of an unsigned");
