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

#ifdef CAROM_WITH_COMPLIANT
static double value_of(const carom_law *law, const carom_params *params, int number) {
    double value[3] = {0.0};
    if (carom_law_reads(law) >> number & 1) carom_params_get(params, carom_law_coefficient(law, number), value);
    return value[0];
}

bool carom_ask_tune(const carom_law *law, double e, double m, double v, carom_params *params, int *coefficient) {
    const carom_damping_request wish = {.law = law,
                                        .e = e,
                                        .m = m,
                                        .v = v,
                                        .kn = value_of(law, params, CAROM_PARAM_kn),
                                        .p = value_of(law, params, CAROM_PARAM_p),
                                        .depth = value_of(law, params, CAROM_PARAM_depth),
                                        .R = value_of(law, params, CAROM_PARAM_R_eff),
                                        .tension = (carom_tension)(int)value_of(law, params, CAROM_PARAM_tension)};
    double value;
    *coefficient = law == &carom_law_series_dashpot ? (int)CAROM_PARAM_cs
                   : law == &carom_law_thornton     ? (int)CAROM_PARAM_depth
                                                    : (int)CAROM_PARAM_cn;
    return (carom_law_reads(law) >> *coefficient & 1) && carom_damping_for_restitution(&wish, &value) == CAROM_OK &&
           carom_params_set(params, carom_law_coefficient(law, *coefficient), &value, 1) == CAROM_OK;
}
#else
bool carom_ask_tune(const carom_law *law, double e, double m, double v, carom_params *params, int *coefficient) {
    return false;
}
#endif

// Finds the damping with which a contact model has the restitution e in a head-on impact at this speed. A damping given
// by the user is kept.
static bool tune(carom_polled *polled) {
    carom_problem *p = &polled->problem;
    const carom_contact *c = &p->contact;
    carom_params params = p->params;
    if (!carom_ask_tune(p->law, p->params.e, 1.0 / c->W[0][0], -c->v[0], &params, &polled->tuned) ||
        (p->given >> polled->tuned & 1))
        return false;
    p->params = params;
    return true;
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
        for (size_t row = first; row < list->count; row++) {
            const carom_polled *e = &list->at[row];
            list->at[row].examples = examples & ~(e->e_use == CAROM_E_TUNED ? UINT64_C(1) << e->tuned : 0);
        }
        list->examples |= examples;
    }
}
