#include "mods/scenario/impact_ask.h"

#include <stdlib.h>

#include "mods/scenario/impact_read.h"

void carom_impact_find_striking(carom_impact_problem *p) {
    for (int i = 0; !p->c_given && i < p->system.nc; i++)
        if (p->system.v[p->system.dim * i] < p->system.v[p->system.dim * p->params.striking]) p->params.striking = i;
}

bool carom_impact_solve(carom_impact_problem *p, const carom_law *method, carom_impact_answer *a) {
    *a = (carom_impact_answer){.status = CAROM_COEFFICIENT_UNUSED};
    if (!carom_impact_settle(p, method, &a->refusal)) return false;
    const size_t bytes = carom_system_memory_size(method, &p->system, &p->params);
    a->memory = carom_room(bytes, 1);
    if (!a->memory) {
        carom_impact_too_large(bytes, &a->refusal);
        a->status = a->refusal.status;
        return false;
    }
    a->status = carom_system_solve(method, &p->system, &p->params, a->memory, bytes, &a->outcome);
    return true;
}

void carom_impact_answer_free(carom_impact_answer *a) {
    free(a->memory);
    a->memory = NULL;
}

const char *carom_impact_step(int step) {
    switch (step) {
    case 8: return "step 8 of the printed procedure: its equations have no solution";
    case 9: return "step 9 of the printed procedure: the newest member of L_s can slip neither way";
    default: return "step 12 of the printed procedure: no event, the striking normal velocity never returns";
    }
}
