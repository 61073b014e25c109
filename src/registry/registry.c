// The table of the core's laws: the only file that names every one of them.
#include <string.h>

#include "carom/laws.h"
#include "carom/module.h"

static const carom_law *const laws[] = {
#define CAROM_LAW(id) &carom_law_##id,
#include "carom/laws.def"
#undef CAROM_LAW
    NULL,
};

static const carom_method *const methods[] = {
#define CAROM_METHOD(id) &carom_method_##id,
#include "carom/methods.def"
#undef CAROM_METHOD
    NULL,
};

const carom_module carom_module_core = {.name = "core", .laws = laws, .methods = methods};

int carom_law_count(void) {
    return (int)(sizeof laws / sizeof *laws) - 1;
}

const carom_law *carom_law_at(int index) {
    return carom_law_in(NULL, index);
}

const carom_law *carom_law_find(const char *name) {
    return carom_law_find_in(NULL, name);
}

int carom_method_count(void) {
    return (int)(sizeof methods / sizeof *methods) - 1;
}

const carom_method *carom_method_at(int index) {
    return carom_method_in(NULL, index);
}

const carom_method *carom_method_find(const char *name) {
    return carom_method_find_in(NULL, name);
}
