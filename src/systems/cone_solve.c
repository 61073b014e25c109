// Chooses the solver and checks its solution.
#include "systems/cone.h"

size_t carom_cones_memory(int nc, carom_solver solver) {
    return carom_enumerates(solver, nc) ? 0 : carom_cones_lemke_memory(nc);
}

carom_status carom_cones_solve(const carom_cones *p, carom_solver solver, void *memory, size_t bytes,
                               carom_found *found) {
    if (!carom_enumerates(solver, p->nc)) {
        const carom_status lemke = carom_cones_lemke(p, memory, bytes, found);
        // A path of Lemke's method does not prove that there is no solution. If there are few contacts, trying all mode
        // sets proves it.
        if (lemke == CAROM_OK || p->nc > CAROM_MAX_ENUMERATED) return lemke;
    }
    const carom_status status = carom_enumerate(p, found);
    if (carom_status_classify(status) != CAROM_CLASS_OK) return status;
    for (int k = 0; k < found->kept; k++)
        if (!(carom_cones_residual(p, found->P + 2 * p->nc * k) <= CAROM_RESIDUAL)) return CAROM_NOT_CONVERGED;
    return status;
}
