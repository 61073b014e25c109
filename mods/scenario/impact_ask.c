#include "mods/scenario/impact_ask.h"

#include <stdlib.h>

#include "mods/scenario/impact_read.h"

void carom_impact_find_striking(carom_impact_problem *p) {
    for (int i = 0; !p->c_given && i < p->system.nc; i++)
        if (p->system.v[p->system.dim * i] < p->system.v[p->system.dim * p->params.c]) p->params.c = i;
}

bool carom_impact_solve(carom_impact_problem *p, const carom_method *method, carom_impact_answer *a) {
    *a = (carom_impact_answer){.status = CAROM_UNREAD_PARAM};
    if (!carom_impact_settle(p, method, &a->refusal)) return false;
    const size_t bytes = carom_impact_memory(method, &p->system, &p->params);
    a->memory = carom_room(bytes, 1);
    if (!a->memory) {
        a->status = CAROM_BAD_SIZE;
        return carom_impact_too_large(bytes, &a->refusal);
    }
    a->status = carom_impact(method, &p->system, &p->params, a->memory, bytes, &a->outcome);
    return true;
}

void carom_impact_answer_free(carom_impact_answer *a) {
    free(a->memory);
    a->memory = NULL;
}
