#include "cli/lookup/laws.h"

#include <string.h>

#include "carom/compliant.h"
#include "tables/module_names.h"

#if !defined(CAROM_HAS_SICONOS) || !defined(CAROM_WITH_COMPLIANT)
static const carom_system_vtable absent = {.solvers = 1u << CAROM_SOLVER_AUTO};
#endif

#ifndef CAROM_HAS_SICONOS
// Lists the law without its code, so that an error message can name the missing module.
static const carom_law cones = {CAROM_CONES_ROW(NULL, 0, &absent)};
static const carom_law *const siconos_laws[] = {&cones, NULL};
static const carom_module siconos = {.name = "siconos", .laws = siconos_laws};
#define carom_module_siconos siconos
#endif

#ifndef CAROM_WITH_COMPLIANT
static const carom_law springs = {CAROM_SPRINGS_ROW(NULL, 0, &absent)};
static const carom_law lzb = {CAROM_LZB_ROW(NULL, 0, &absent)};
static const carom_law *const compliant_laws[] = {&springs, &lzb, NULL};
static const carom_module compliant = {.name = "compliant", .laws = compliant_laws};
#define carom_module_compliant compliant
#endif

carom_modules *carom_tables_modules(void) {
    static carom_modules modules[] = {
        &carom_module_core,
        &carom_module_compliant,
        &carom_module_siconos,
        NULL,
    };
    return modules;
}

const carom_law *carom_tables_method(int index, int dim) {
    carom_modules *modules = carom_tables_modules();
    const carom_law *method;
    for (int i = 0; (method = carom_law_at(modules, i, CAROM_SYSTEMS)); i++)
        if (carom_law_find(modules, method->name, CAROM_SYSTEMS) == method && index-- == 0)
            return carom_law_find(modules, method->name, carom_system_bit(dim));
    return NULL;
}

// Returns a law of a module that this build does not have: its name without code, so that an error message can name the
// module.
static const carom_law *missing(const char *name) {
    static const carom_law laws[] = {
#define CAROM_LAW(id, name_) {.name = name_, .module = "compliant", .conditions = "", .summary = "", .citation = ""},
#include "tables/compliant_laws.def"
#undef CAROM_LAW
    };
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++)
        if (!strcmp(laws[i].name, name)) return &laws[i];
    return NULL;
}

const carom_law *carom_tables_find(const char *name) {
    const carom_law *law = carom_law_find(carom_tables_modules(), name, CAROM_ONE_CONTACT);
    if (law && !law->contact && law->system) return NULL; // this law solves only systems of contacts
    return law ? law : missing(name);
}

int carom_tables_count(bool devices) {
    int count = 0;
    while (carom_law_at(NULL, count, CAROM_ONE_CONTACT)) count++;
    while (devices && carom_law_at(carom_tables_modules(), count, CAROM_ONE_CONTACT)) count++;
    return count;
}

const carom_law *carom_tables_at(int index) {
    return carom_law_at(carom_tables_modules(), index, CAROM_ONE_CONTACT);
}

const carom_law *carom_tables_law(int index) {
    return carom_law_at(carom_tables_modules(), index, 0);
}

uint64_t carom_tables_reads(carom_law_test *asked) {
    uint64_t reads = 0;
    for (int i = 0; i < carom_tables_count(true); i++)
        if (!asked || asked(carom_tables_at(i))) reads |= carom_law_reads(carom_tables_at(i));
    return reads;
}

const carom_coefficient *carom_tables_param(int number) {
    return carom_coefficient_at(carom_tables_modules(), number);
}
