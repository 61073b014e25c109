// What a method promises, and the names of its choices.
#include "many/method.h"

unsigned carom_method_promises(const carom_method *method, const carom_system *system,
                               const carom_many_params *params) {
    if (carom_impact_shape(method, system, params) != CAROM_OK) return 0;
    return method->promises | (method->code->also ? method->code->also(method, system, params) : 0u);
}

_Static_assert(CAROM_SOLVER_ADMM < 32, "the solvers a method takes are bits of an unsigned");

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
    case CAROM_STAGE_RESUME_COMPRESSION: return "resume-compression";
    default: return NULL;
    }
}

const char *carom_list_fault_name(unsigned bit) {
    switch (bit) {
    case CAROM_LIST_PULLS: return "Fn<0";
    case CAROM_LIST_SLIP_SIGN: return "slip-sign";
    default: return NULL;
    }
}
