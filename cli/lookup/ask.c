#include "cli/lookup/ask.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "carom/compliant.h"
#include "cli/lookup/laws.h"
#include "cli/print/words.h"
#include "tables/missing.h"

static carom_polled *append(carom_poll *list) {
    if (list->count == list->room) {
        list->room = list->room ? 2 * list->room : 32;
        list->at = carom_resize(list->at, list->room, sizeof *list->at);
    }
    return &list->at[list->count++];
}

const char *carom_e_use_name(carom_e_use use) {
    return use == CAROM_E_READ ? "read" : use == CAROM_E_TUNED ? "tuned" : "ignored";
}

// Finds the damping with which a contact model has the restitution e in a head-on impact at this speed. A damping given
// by the user is kept.
static bool tune(carom_polled *polled) {
#ifdef CAROM_WITH_COMPLIANT
    carom_problem *p = &polled->problem;
    const carom_contact *c = &p->contact;
    double kn[3] = {0.0}, power[3] = {0.0}, depth[3] = {0.0}, R[3] = {0.0}, tension[3] = {0.0}, value;
    const struct {
        int number;
        double *values;
    } read[] = {{CAROM_PARAM_kn, kn},
                {CAROM_PARAM_p, power},
                {CAROM_PARAM_depth, depth},
                {CAROM_PARAM_R_eff, R},
                {CAROM_PARAM_tension, tension}};
    polled->tuned = p->law == &carom_law_series_dashpot ? (int)CAROM_PARAM_cs
                    : p->law == &carom_law_thornton     ? (int)CAROM_PARAM_depth
                                                        : (int)CAROM_PARAM_cn;
    if ((p->given >> polled->tuned & 1) || !(carom_law_reads(p->law) >> polled->tuned & 1)) return false;
    for (size_t i = 0; i < sizeof read / sizeof *read; i++)
        if (carom_law_reads(p->law) >> read[i].number & 1)
            carom_params_get(&p->params, carom_law_coefficient(p->law, read[i].number), read[i].values);
    const carom_damping_request wish = {.law = p->law,
                                        .e = p->params.e,
                                        .m = 1.0 / c->W[0][0],
                                        .v = -c->v[0],
                                        .kn = kn[0],
                                        .p = power[0],
                                        .depth = depth[0],
                                        .R = R[0],
                                        .tension = (carom_tension)(int)tension[0]};
    return carom_damping_for_restitution(&wish, &value) == CAROM_OK &&
           carom_params_set(&p->params, carom_law_coefficient(p->law, polled->tuned), &value, 1) == CAROM_OK;
#else
    return false;
#endif
}

static void ask(carom_poll *list, const carom_problem *problem, const char *choices) {
    carom_polled *e = append(list);
    const uint64_t restitution = CAROM_PARAM_BIT(e);
    *e = (carom_polled){.problem = *problem};
    const bool used = !(problem->given & restitution) || (carom_law_reads(problem->law) & restitution);
    e->e_use = used ? CAROM_E_READ : tune(e) ? CAROM_E_TUNED : CAROM_E_IGNORED;
    problem = &e->problem;
    snprintf(e->name, sizeof e->name, choices[0] ? "%s (%s)" : "%s", problem->law->name, choices);
    const carom_status status = carom_collide(problem->law, &problem->contact, &problem->params, &e->answer.outcome);
    carom_answer_take(problem, status, &e->answer);
}

// Tries every value of the choices that the law reads and the user did not give, for parameters numbered `param` and
// above. Conventions of engines are tried only if the user names them.
static void ask_choices(carom_poll *list, const carom_problem *problem, int param, const char *choices) {
    const uint64_t open = carom_law_reads(problem->law) & ~problem->given;
    while (param < CAROM_PARAM_END && (!(open >> param & 1) || param == CAROM_PARAM_friction ||
                                       carom_law_coefficient(problem->law, param)->kind != CAROM_CHOICE))
        param++;
    if (param == CAROM_PARAM_END) {
        ask(list, problem, choices);
        return;
    }
    const carom_coefficient *row = carom_law_coefficient(problem->law, param);
    const char *name;
    for (int i = 0; (name = carom_choice_at(row, i)); i++) {
        carom_problem tried = *problem;
        char longer[64];
        snprintf(longer, sizeof longer, "%s%s%s", choices, choices[0] ? ", " : "", name);
        carom_params_set(&tried.params, row, &(double){i}, 1);
        ask_choices(list, &tried, param + 1, longer);
    }
}

uint64_t carom_ask_examples(carom_problem *problem) {
    return carom_fill_examples(problem->law, ~(CAROM_PARAM_BIT(e) | CAROM_PARAM_BIT(mu)), &problem->params);
}

void carom_examples_text(uint64_t examples, char *text, size_t size) {
    text[0] = 0;
    for (int i = 0; i < CAROM_PARAM_END; i++) {
        const carom_coefficient *row = examples >> i & 1 ? carom_tables_param(i) : NULL;
        char one[64];
        if (!row) continue;
        snprintf(one, sizeof one, "%s = %g", row->name, row->example);
        carom_join(text, size, ", ", one);
    }
}

void carom_print_examples(uint64_t examples) {
    char text[512];
    carom_examples_text(examples, text, sizeof text);
    if (text[0]) printf("  Missing coefficients have example values: %s.\n", text);
}

bool carom_ask_mu(const carom_problem *problem, const char *verb, carom_error *refusal) {
    if (!isnan(problem->params.mu) || problem->params.mu_of_speed.form) return true;
    carom_refuse(refusal, CAROM_COEFFICIENT_MISSING, "`carom %s` needs mu (missing or NaN)", verb);
    carom_refuse_toward(refusal, CAROM_HINT_STATE_COEFFICIENT);
    refusal->coefficient = CAROM_PARAM_mu;
    return carom_refuse_of(refusal, "mu", NULL);
}

void carom_ask_all(carom_poll *list, carom_problem *problem, bool devices) {
    for (int i = 0; i < carom_tables_count(devices); i++) {
        problem->law = carom_tables_at(i);
        carom_problem filled = *problem;
        const size_t first = list->count;
        const uint64_t examples = carom_ask_examples(&filled);
        ask_choices(list, &filled, 0, "");
        for (size_t row = first; row < list->count; row++) list->at[row].examples = examples;
        list->examples |= examples;
    }
}
