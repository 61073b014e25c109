// Uniform bodies by name and sizes: what "shape" may say.
#ifndef CAROM_SCENARIO_UNIFORM_H
#define CAROM_SCENARIO_UNIFORM_H

#include <stdbool.h>
#include <stddef.h>

typedef struct carom_uniform {
    const char *name;
    size_t sizes;                                                        // how many numbers it takes
    bool plane, space;                                                   // where it lives
    const char *wanted;                                                  // its sizes, in words
    void (*moments)(double mass, const double *size, double moments[3]); // of inertia, about axes through the centre
    // From the centre to where its surface has this outward unit normal, in the body's axes; NULL: it has corners.
    void (*arm)(const double *size, const double outward[3], double arm[3]);
} carom_uniform;

const carom_uniform *carom_uniform_find(const char *name); // NULL: no such shape

#endif
