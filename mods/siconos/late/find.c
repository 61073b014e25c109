// The solvers of carom_siconos, loaded when a problem first needs them. Siconos brings a BLAS, which takes half a second,
// a hundred megabytes of addresses and threads of its own; a command that seldom needs it does without.
//
// The loader finds the library as it finds any other: in LD_LIBRARY_PATH, in the run path of the program, in the system's
// folders.
#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mods/siconos/siconos.h"

typedef carom_status cones_fn(int nc, const double *W, const double *q, const double *mu, carom_solver solver,
                              double *P, carom_siconos_report *report);

// NULL: it is not installed, or cannot be loaded. The problems are small, so threads of BLAS would only cost; and where
// they cannot be started for lack of memory OpenBLAS waits for them at the end of the process for ever.
static cones_fn *load(void) {
    cones_fn *cones = NULL;
    setenv("OPENBLAS_NUM_THREADS", "1", 0);
    void *library = dlopen(CAROM_SICONOS_FILE, RTLD_NOW | RTLD_LOCAL);
    void *symbol = library ? dlsym(library, "carom_siconos_cones") : NULL;
    memcpy(&cones, &symbol, sizeof cones); // ISO C has no cast from an object's address to a function's
    return cones;
}

carom_status carom_siconos_find(int nc, const double *W, const double *q, const double *mu, carom_solver solver,
                                double *scratch, double *P, carom_siconos_report *report) {
    static cones_fn *cones;
    *report = (carom_siconos_report){.residual = (double)NAN};
    if (!cones) cones = load();
    return cones ? cones(nc, W, q, mu, solver, P, report) : CAROM_MODULE_MISSING;
}
