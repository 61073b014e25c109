// The rows of the methods, from their table.
#include "many/method.h"

#define CAROM_METHOD(id, ...) extern const carom_method_code carom_method_code_##id;
#include "carom/methods.def"
#undef CAROM_METHOD

#define CAROM_METHOD(id, name_, reads_, promises_, also_, summary_, citation_)                                         \
    const carom_method carom_method_##id = {.name = name_,                                                             \
                                            .reads = reads_,                                                           \
                                            .promises = promises_,                                                     \
                                            .also = also_,                                                             \
                                            .summary = summary_,                                                       \
                                            .citation = citation_,                                                     \
                                            .code = &carom_method_code_##id};
#include "carom/methods.def"
#undef CAROM_METHOD

unsigned carom_method_promises(const carom_method *method, const carom_system *system,
                               const carom_many_params *params) {
    if (!method || !system) return 0;
    // In space the module siconos answers for this method.
    carom_system shape = *system;
    if (method == &carom_method_glocker && shape.dim == 3) shape.dim = 2;
    if (carom_impact_shape(method, &shape, params) != CAROM_OK) return 0;
    return method->promises | (method->code->also ? method->code->also(system, params) : 0u);
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
