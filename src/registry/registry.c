// The table of the core's laws: the only file that names every one of them.
#include <string.h>

#include "carom/law.h"

static const carom_law *const core[] = {
#define CAROM_LAW(id) &carom_law_##id,
#define CAROM_MODULE_LAW(name, module)
#include "carom/laws.def"
#undef CAROM_MODULE_LAW
#undef CAROM_LAW
};

// Names only, so that a build without the module can say which one is missing.
static const carom_law elsewhere[] = {
#define CAROM_LAW(id)
#define CAROM_MODULE_LAW(name_, module_) {.name = name_, .module = module_, .also = "", .summary = "", .citation = ""},
#include "carom/laws.def"
#undef CAROM_MODULE_LAW
#undef CAROM_LAW
};

int carom_law_count(void) {
    return (int)(sizeof core / sizeof *core);
}

const carom_law *carom_law_at(int index) {
    return index >= 0 && index < carom_law_count() ? core[index] : NULL;
}

const carom_law *carom_law_find(const char *name) {
    if (!name) return NULL;
    for (int i = 0; i < carom_law_count(); i++)
        if (!strcmp(core[i]->name, name)) return core[i];
    for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++)
        if (!strcmp(elsewhere[i].name, name)) return &elsewhere[i];
    return NULL;
}

const char *carom_promise_name(unsigned bit) {
    switch (bit) {
    case CAROM_DISSIPATIVE: return "dissipative";
    case CAROM_COULOMB: return "coulomb";
    case CAROM_NONPENETRATING: return "nonpenetrating";
    case CAROM_HOMOGENEOUS: return "homogeneous";
    case CAROM_CONTINUOUS: return "continuous";
    case CAROM_UNIQUE: return "unique";
    default: return NULL;
    }
}
