// Defines uniform bodies by name and sizes: the values of "shape".
#ifndef CAROM_SCENARIO_UNIFORM_H
#define CAROM_SCENARIO_UNIFORM_H

#include <stdbool.h>
#include <stddef.h>

typedef struct carom_uniform {
    const char *name;
    size_t sizes;                                                        // number of its sizes
    bool plane, space;                                                   // available in 2D, in 3D
    const char *wanted;                                                  // its sizes, in words
    void (*moments)(double mass, const double *size, double moments[3]); // of inertia, about axes through the centre
    // Computes the vector from the centre to the surface point with this outward unit normal, in the body's axes; NULL
    // if it has corners.
    void (*arm)(const double *size, const double outward[3], double arm[3]);
} carom_uniform;

const carom_uniform *carom_uniform_find(const char *name); // NULL if there is no such shape

#endif
