// Loads the solvers of carom_siconos when a problem first needs them. Siconos depends on a BLAS, which takes 0.5 s, 100
// MB of address space and its own threads to load. Commands that rarely need it therefore load it only on demand.
//
// The loader searches LD_LIBRARY_PATH, the run path of the program and the system's directories.
#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>

#include "mods/siconos/siconos.h"

// Returns the law of the shared library; NULL if it is not installed or cannot be loaded. The problems are small, so
// threads of BLAS do not make them faster. If they cannot be started because memory is short, OpenBLAS waits for them
// forever at the end of the process.
static const carom_law *load(void) {
    setenv("OPENBLAS_NUM_THREADS", "1", 0);
    void *library = dlopen(CAROM_SICONOS_FILE, RTLD_NOW | RTLD_LOCAL);
    return library ? dlsym(library, "carom_law_cones") : NULL;
}

carom_status carom_siconos_solve(const carom_law *self, const carom_system *s, const carom_system_params *p,
                                 void *memory, size_t bytes, carom_system_result *out) {
    static const carom_law *law;
    if (!law) law = load();
    if (law) return law->system->solve(self, s, p, memory, bytes, out);
    out->residual = (double)NAN;
    return CAROM_MODULE_MISSING;
}
