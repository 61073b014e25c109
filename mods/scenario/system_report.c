// Solves files with several contacts, for the library interface.
#include "mods/scenario/system_report.h"

#include <string.h>

#include "mods/scenario/impact_ask.h"
#include "mods/scenario/impact_read.h"
#include "mods/scenario/json.h"
#include "mods/scenario/report.h"

// Copies the gaps of the file to the coefficients of the laws that read them.
static void put_gaps(carom_impact_problem *p) {
    const carom_coefficient *gap = carom_coefficient_find(p->modules, "gap");
    for (int i = 0; gap && p->gap && i < p->system.nc; i++) carom_params_set(&p->contact[i], gap, &p->gap[i], 1);
    p->params.gap = p->gap;
}

bool carom_scenario_read_system(carom_impact_problem *p, const json_t *document, carom_source source,
                                carom_error *refusal) {
    if (!carom_impact_read(p, document, source, refusal)) return false;
    carom_impact_find_striking(p);
    put_gaps(p);
    return true;
}

// Solves a copy of the problem, because solving changes the coefficients of its contacts.
static bool answer(carom_impact_problem *p, const carom_law *law, carom_impact_answer *a) {
    if (!p->contact) {
        a->status = CAROM_NO_MEMORY;
        return carom_refuse(&a->refusal, a->status, "%s", carom_status_message(a->status));
    }
    if (!law) {
        a->status = CAROM_UNKNOWN_LAW;
        return carom_refuse(&a->refusal, a->status, "the method is missing");
    }
    if (carom_impact_solve(p, law, a) && carom_status_classify(a->status) != CAROM_CLASS_OK)
        carom_impact_explain(p, law, a);
    return true;
}

carom_report *carom_scenario_report_system(const carom_impact_problem *problem, const carom_law *law,
                                           const carom_params *params, carom_status *status, carom_error *refusal) {
    carom_impact_problem p = *problem;
    carom_impact_answer a = {.status = CAROM_OK};
    const size_t nc = (size_t)p.system.nc;
    p.chosen = law && law != p.method;
    if (!law) law = p.method;
    p.contact = carom_json_room(nc, sizeof *p.contact);
    if (p.contact) memcpy(p.contact, params ? params : problem->contact, nc * sizeof *p.contact);
    p.params.contacts = p.contact;
    if (params) p.given = 0;
    answer(&p, law, &a);
    carom_report *report = p.contact ? carom_report_new_system(&p, law, &a) : NULL;
    carom_json_leave(p.contact);
    carom_impact_answer_free(&a);
    *status = a.status;
    *refusal = a.refusal;
    return report;
}
