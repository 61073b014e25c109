#include "cli/words/tables.h"

#include <string.h>

#include "carom/compliant_base.h"
#include "carom/known.h"
#include "carom/siconos.h"

#ifndef CAROM_HAS_SICONOS
// Listed without its code, so that a refusal can say what is missing.
static const carom_method cones = {CAROM_CONES_ROW(NULL, NULL)};
static const carom_method *const methods[] = {&cones, NULL};
static const carom_module siconos = {.name = "siconos", .methods = methods};
#define carom_module_siconos siconos
#endif

#ifndef CAROM_WITH_COMPLIANT
static const carom_method springs = {CAROM_SPRINGS_ROW(NULL, NULL)};
static const carom_method lzb = {CAROM_LZB_ROW(NULL, NULL)};
static const carom_method *const compliant_methods[] = {&springs, &lzb, NULL};
static const carom_module compliant = {.name = "compliant", .methods = compliant_methods};
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

const carom_method *carom_tables_method(int index, int dim) {
    carom_modules *modules = carom_tables_modules();
    const carom_method *method;
    for (int i = 0; (method = carom_method_in(modules, i)); i++)
        if (carom_method_find_in(modules, method->name) == method && index-- == 0)
            return carom_method_for(modules, method->name, dim);
    return NULL;
}

// A law of a module that this build does not have: its name and no code, so that a refusal can say which is missing.
static const carom_law *missing(const char *name) {
    static const carom_law laws[] = {
#define CAROM_LAW(id, name_) {.name = name_, .module = "compliant", .also = "", .summary = "", .citation = ""},
#include "carom/compliant_laws.def"
#undef CAROM_LAW
    };
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++)
        if (!strcmp(laws[i].name, name)) return &laws[i];
    return NULL;
}

const carom_law *carom_tables_find(const char *name) {
    const carom_law *law = carom_law_find_in(carom_tables_modules(), name);
    return law ? law : missing(name);
}

int carom_tables_count(bool devices) {
    int count = carom_law_count();
    while (devices && carom_law_in(carom_tables_modules(), count)) count++;
    return count;
}

const carom_law *carom_tables_at(int index) {
    return carom_law_in(carom_tables_modules(), index);
}

uint64_t carom_tables_reads(carom_law_test *asked) {
    uint64_t reads = 0;
    for (int i = 0; i < carom_tables_count(true); i++)
        if (!asked || asked(carom_tables_at(i))) reads |= carom_tables_at(i)->reads;
    return reads;
}

const carom_param_info *carom_tables_param(int number) {
    return carom_param_in(carom_tables_modules(), number);
}
