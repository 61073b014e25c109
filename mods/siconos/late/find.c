// The solvers of carom_siconos, loaded when a problem first needs them. Siconos brings a BLAS, which takes half a second,
// a hundred megabytes of addresses and threads of its own; a command that seldom needs it does without.
//
// The loader finds the library as it finds any other: in LD_LIBRARY_PATH, in the run path of the program, in the system's
// folders.
#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>

#include "mods/siconos/siconos.h"

// Returns the law of the shared library; NULL if it is not installed or cannot be loaded. The problems are small, so
// threads of BLAS would only cost; and if they cannot be started for lack of memory, OpenBLAS waits for them for ever at
// the end of the process.
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
