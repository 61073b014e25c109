// Laws and methods of a list of modules.
#include "carom/module.h"

#include <string.h>

#include "carom/many.h"

const carom_law *carom_law_in(carom_modules *modules, int index) {
    for (; modules && *modules && index >= 0; modules++)
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
    for (; modules && *modules && index >= 0; modules++)
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

const carom_method *carom_method_for(carom_modules *modules, const char *name, int dim) {
    const carom_method *method;
    if (dim != 2 && dim != 3) return NULL;
    const unsigned bit = dim == 2 ? CAROM_PLANE : CAROM_SPACE;
    for (int i = 0; name && (method = carom_method_in(modules, i)); i++)
        if ((method->dims & bit) && !strcmp(method->name, name)) return method;
    return carom_method_find_in(modules, name);
}
