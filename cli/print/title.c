#include "cli/print/title.h"

#include <stdio.h>
#include <string.h>

#include "tables/params.h"

static bool is_among(const char *const *names, const char *name) {
    for (; names && *names; names++)
        if (!strcmp(*names, name)) return true;
    return false;
}

// Returns true if a coefficient is part of the title. Returns false for values without effect: a static friction no
// larger than mu, Coulomb's cone, a rest speed.
static bool is_told(const carom_problem *problem, const carom_law *law, const carom_coefficient *row,
                    const char *const *without) {
    if (!((carom_law_reads(law) >> row->number) & 1) || row->kind > CAROM_CHOICE || is_among(without, row->name))
        return false;
    if (row->number == CAROM_PARAM_mu_static) return problem->params.mu_static > problem->params.mu;
    if (row->number == CAROM_PARAM_friction) return problem->params.friction != CAROM_FRICTION_CONE;
    return row->number != CAROM_PARAM_rest_speed;
}

const char *carom_problem_title(const carom_problem *problem, const carom_law *law, const char *const *without,
                                char *text, size_t size) {
    size_t used = (size_t)snprintf(text, size, "%s", law->name);
    for (int i = 0; i < CAROM_PARAM_END && used + 80 < size; i++) {
        const carom_coefficient *row = carom_law_coefficient(law, i);
        double values[3];
        if (!row || !is_told(problem, law, row, without)) continue;
        carom_params_get(&problem->params, row, values);
        if (row->kind == CAROM_CHOICE)
            used += (size_t)snprintf(text + used, size - used, ", %s", carom_choice_at(row, (int)values[0]));
        else
            used += (size_t)snprintf(text + used, size - used, ", $%s$ = %.4g", carom_param_symbol(row), values[0]);
    }
    if (problem->contact.v[0] > 0.0 && used + 40 < size)
        snprintf(text + used, size - used, ": nothing happens, they part");
    return text;
}
