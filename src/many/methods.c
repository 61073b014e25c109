// The table of the methods: the only file that names every one of them.
#include <string.h>

#include "many/method.h"

static const carom_method *const methods[] = {
#define CAROM_METHOD(id) &carom_method_##id,
#include "carom/methods.def"
#undef CAROM_METHOD
};

int carom_method_count(void) {
    return (int)(sizeof methods / sizeof *methods);
}

const carom_method *carom_method_at(int index) {
    return index >= 0 && index < carom_method_count() ? methods[index] : NULL;
}

const carom_method *carom_method_find(const char *name) {
    for (int i = 0; name && i < carom_method_count(); i++)
        if (!strcmp(methods[i]->name, name)) return methods[i];
    return NULL;
}

unsigned carom_method_promises(const carom_method *method, const carom_system *system,
                               const carom_many_params *params) {
    if (carom_impact_shape(method, system, params) != CAROM_OK) return 0;
    return method->promises | (method->code->also ? method->code->also(system, params) : 0u);
}

const char *carom_solver_name(carom_solver solver) {
    switch (solver) {
    case CAROM_SOLVER_AUTO: return "auto";
    case CAROM_SOLVER_ENUMERATE: return "enumerate";
    case CAROM_SOLVER_LEMKE: return "lemke";
    case CAROM_SOLVER_NSGS: return "nsgs";
    case CAROM_SOLVER_ADMM: return "admm";
    default: return NULL;
    }
}

const char *carom_stage_event_name(unsigned bit) {
    switch (bit) {
    case CAROM_STAGE_SLIP_STOP: return "slip-stop";
    case CAROM_STAGE_ATTACH: return "attach";
    case CAROM_STAGE_END_COMPRESSION: return "end-compression";
    case CAROM_STAGE_END_RESTITUTION: return "end-restitution";
    default: return NULL;
    }
}
