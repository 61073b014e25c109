#include "cli/lookup/impact_answer.h"

#include "cli/lookup/answer.h"
#include "cli/print/shell.h"
#include "mods/scenario/impact_ask.h"

static bool stands(const carom_impact_answer *a) {
    return carom_status_classify(a->status) == CAROM_CLASS_OK;
}

// Writes the error for a coefficient outside its range. There is no --allow for several contacts.
static void complain(const carom_impact_problem *p, const carom_law *method, carom_impact_answer *a) {
    carom_error refusal;
    carom_system_error(a->status, method, &p->system, &p->params, &a->outcome, &refusal);
    if (refusal.hint == CAROM_HINT_ALLOW) refusal.hint = CAROM_HINT_NONE;
    carom_complain(&a->refusal, &refusal);
    if (a->status == CAROM_MODULE_MISSING && !(method->system && carom_system_needs(method) & CAROM_NEEDS_SINGLE))
        carom_refuse(&a->refusal, a->status, "contacts in %s need the module \"%s\", which %s",
                     p->system.dim == 2 ? "2D" : "3D", method->module,
                     method->system && method->system->solve ? "cannot be loaded: install it, or give it more memory"
                                                             : "this build does not have");
    if (a->status == CAROM_NO_SOLUTION && a->outcome.step)
        carom_refuse(&a->refusal, a->status, "%s", carom_impact_step(a->outcome.step));
}

void carom_impact_ask(carom_impact_problem *p, const carom_law *method, carom_impact_answer *a) {
    if (carom_impact_solve(p, method, a) && !stands(a)) complain(p, method, a);
}

int carom_impact_exit(const carom_impact_problem *p, const carom_impact_answer *a, bool strict) {
    return carom_status_exit(a->status, !carom_impact_separates(&p->system) && !a->outcome.violations, strict);
}
