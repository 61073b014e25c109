// The names of laws in modules, for programs that link no module but report which module contains a law. The library
// itself does not read this.
#ifndef CAROM_SRC_MODULE_NAMES_H
#define CAROM_SRC_MODULE_NAMES_H

#include "carom/compliant.h"

typedef struct carom_known_name {
    const char *name;   // name of a law
    const char *module; // module that contains it
} carom_known_name;

// Returns the laws of the modules, from 0; NULL past the last.
static inline const carom_known_name *carom_known_law(int index) {
    static const carom_known_name laws[] = {
#define CAROM_LAW(id, name) {name, "compliant"},
#include "tables/compliant_laws.def"
#undef CAROM_LAW
    };
    return index >= 0 && index < (int)(sizeof laws / sizeof *laws) ? &laws[index] : 0;
}

// Returns name number `index`, from 0, of the coefficients that only laws of modules have; NULL past the last.
static inline const char *carom_known_param(int index) {
    static const char *const names[] = {
#define CAROM_PARAM(number, field, ...) #field,
#include "tables/compliant_params.def"
#undef CAROM_PARAM
    };
    return index >= 0 && index < (int)(sizeof names / sizeof *names) ? names[index] : 0;
}

// Returns law number `index`, from 0, of the laws of the modules that solve systems, without their functions; NULL past
// the last.
static inline const carom_law *carom_known_system_law(int index) {
    static const carom_system_vtable absent = {0, 0, 0, 0.0, false, 0, 0, 1u << CAROM_SOLVER_AUTO, false, 0, 0, ""};
    static const carom_law laws[] = {
        {CAROM_SPRINGS_ROW(0, 0, &absent)}, {CAROM_LZB_ROW(0, 0, &absent)}, {CAROM_CONES_ROW(0, 0, &absent)}};
    return index >= 0 && index < (int)(sizeof laws / sizeof *laws) ? &laws[index] : 0;
}

#endif
