// Laws and methods of a list of modules.
#include "carom/module.h"

#include <string.h>

#include "carom/many.h"

// No list is the core alone.
static carom_modules *list(carom_modules *modules) {
    static carom_modules core[] = {&carom_module_core, NULL};
    return modules ? modules : core;
}

const carom_law *carom_law_in(carom_modules *modules, int index) {
    for (modules = list(modules); *modules && index >= 0; modules++)
        for (const carom_law *const *law = (*modules)->laws; law && *law; law++)
            if (index-- == 0) return *law;
    return NULL;
}

const carom_law *carom_law_find_in(carom_modules *modules, const char *name) {
    const carom_law *law;
    for (int i = 0; name && (law = carom_law_in(modules, i)); i++)
        if (!strcmp(law->name, name)) return law;
    return NULL;
}

const carom_method *carom_method_in(carom_modules *modules, int index) {
    for (modules = list(modules); *modules && index >= 0; modules++)
        for (const carom_method *const *method = (*modules)->methods; method && *method; method++)
            if (index-- == 0) return *method;
    return NULL;
}

const carom_method *carom_method_find_in(carom_modules *modules, const char *name) {
    const carom_method *method;
    for (int i = 0; name && (method = carom_method_in(modules, i)); i++)
        if (!strcmp(method->name, name)) return method;
    return NULL;
}

const carom_param_info *carom_param_in(carom_modules *modules, int number) {
    const carom_param_info *row = carom_law_param(NULL, number);
    const carom_law *law;
    for (int i = 0; !row && (law = carom_law_in(modules, i)); i++) row = carom_law_param(law, number);
    return row;
}

const carom_param_info *carom_param_find_in(carom_modules *modules, const char *name) {
    const carom_param_info *row = carom_law_param_find(NULL, name);
    const carom_law *law;
    for (int i = 0; !row && (law = carom_law_in(modules, i)); i++) row = carom_law_param_find(law, name);
    return row;
}

uint64_t carom_param_family(carom_modules *modules, const carom_param_info *param) {
    uint64_t family = 0;
    if (!param || !param->family || !param->family[0]) return 0;
    for (int i = 0; i < CAROM_PARAM_ROOM; i++) {
        const carom_param_info *row = carom_param_in(modules, i);
        if (row && row->family && !strcmp(row->family, param->family)) family |= UINT64_C(1) << i;
    }
    return family;
}

const carom_method *carom_method_for(carom_modules *modules, const char *name, int dim) {
    const carom_method *method;
    if (dim != 2 && dim != 3) return NULL;
    const unsigned bit = dim == 2 ? CAROM_PLANE : CAROM_SPACE;
    for (int i = 0; name && (method = carom_method_in(modules, i)); i++)
        if ((method->dims & bit) && !strcmp(method->name, name)) return method;
    return carom_method_find_in(modules, name);
}
