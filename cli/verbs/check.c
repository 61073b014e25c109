// Implements carom check: checks an impulse for energy, friction, tension and penetration.
#include <math.h>
#include <stdio.h>

#include "carom/geometry.h"
#include "cli/args/args.h"
#include "cli/args/stream.h"
#include "cli/exit.h"
#include "cli/lookup/ask.h"
#include "cli/lookup/laws.h"
#include "cli/lookup/report.h"
#include "cli/print/json.h"
#include "cli/print/shell.h"
#include "cli/print/table.h"
#include "cli/print/words.h"
#include "mods/scenario/numbers.h"
#include "mods/scenario/write.h"
#include "papers/span.h"

static const char examples[] = "  carom check --P \"0.6 0.12\" --mu 0.5 --W \"2.5 -1.5; -1.5 2.5\" --v \"-1 0.6\"\n"
                               "  carom check cars.json --P \"9000 2000\" --strict\n";
static const char about[] =
    "Checks an impulse for energy gain, friction, tension and penetration.\n"
    "\n"
    "The impulse may come from any law, engine or measurement. The checks use only the impulse, W, v and mu. "
    "carom also prints Ivanov's eta and "
    "the coefficients with which the law `accessible` produces this impulse.";

typedef struct {
    const carom_problem *problem;
    double P[3], eta, span[2];
    bool spans;
    carom_verdict verdict;
} answer;

static bool read_P(const char *text, answer *a, carom_error *refusal) {
    carom_numbers list;
    const carom_problem *p = a->problem;
    if (!text)
        return carom_refuse(refusal, CAROM_BAD_VALUE, "--P is missing: the impulse to check, as in --P \"0.6 0.12\"");
    if (!carom_numbers_text(&list, &text, "P", refusal)) return false;
    if (list.count != p->contact.dim || *text)
        return carom_refuse(refusal, CAROM_BAD_VALUE, "--P has %d numbers, the contact %d", list.count, p->contact.dim);
    for (int i = 0; i < list.count; i++) a->P[i] = list.at[i];
    return true;
}

static bool check(answer *a, const char *P, carom_error *refusal) {
    const carom_problem *p = a->problem;
    carom_status status = carom_contact_validate(&p->contact);
    if (status != CAROM_OK) return carom_complain_of(refusal, status, NULL, &p->contact, &p->params, NULL);
    if (!carom_ask_mu(p, "check", refusal) || !read_P(P, a, refusal)) return false;
    status = carom_check(&p->contact, p->params.mu, a->P, &a->verdict);
    if (status == CAROM_NOT_FINITE)
        return carom_refuse(refusal, CAROM_BAD_VALUE, "--P is not an impulse of finite numbers");
    if (status != CAROM_OK) return carom_complain_of(refusal, status, NULL, &p->contact, &p->params, NULL);
    carom_location at;
    carom_region_locate(&p->contact, p->params.mu, a->P, &at);
    a->eta = at.eta;
    carom_span_condition(&p->contact, a->P, &a->span[0], &a->span[1], &a->spans);
    return true;
}

static json_t *check_json(const answer *a) {
    const carom_contact *c = &a->problem->contact;
    const size_t dim = (size_t)c->dim;
    json_t *object = json_object(), *violations = json_array();
    for (unsigned bit = 1; carom_enum_name(CAROM_ENUM_VIOLATION, (int)bit); bit <<= 1)
        if (a->verdict.violations & bit)
            json_array_append_new(violations, json_string(carom_enum_name(CAROM_ENUM_VIOLATION, (int)bit)));
    json_object_set_new(object, "P", carom_json_numbers(a->P, dim));
    json_object_set_new(object, "v_after", carom_json_numbers(a->verdict.v, dim));
    json_object_set_new(object, "dE", carom_json_real(a->verdict.dE));
    json_object_set_new(object, "violations", violations);
    json_object_set_new(object, "eta", carom_json_real(a->eta));
    json_object_set_new(object, "spans", json_boolean(a->spans));
    json_object_set_new(object, "span", carom_json_numbers(a->span, 2));
    json_object_set_new(object, "accessible", carom_location_json(c, a->problem->params.mu, a->P));
    return object;
}

static void print_check(const answer *a) {
    const carom_contact *c = &a->problem->contact;
    const carom_verdict *v = &a->verdict;
    const double mu = a->problem->params.mu, slip = hypot(a->P[1], c->dim == 3 ? a->P[2] : 0.0);
    const struct {
        unsigned bit;
        const char *name, *unit;
        double value;
    } rows[] = {{CAROM_VIOLATION_ENERGY | CAROM_VIOLATION_LOSS, "energy change dE", "J", v->dE},
                {CAROM_VIOLATION_CONE, "|P_t| - mu P_n", "N s", slip - mu * a->P[0]},
                {CAROM_VIOLATION_PULL, "normal impulse P_n", "N s", a->P[0]},
                {CAROM_VIOLATION_PENETRATION, "normal velocity v_n'", "m/s", v->v[0]}};
    char words[192];
    carom_table table = {.format = carom_output_format, .align = "lrll"};
    if (carom_table_plain()) {
        static const char *const heads[] = {"condition", "value", "unit", "verdict"};
        for (int i = 0; i < 4; i++) carom_table_cell(&table, "%s", heads[i]);
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const unsigned bad = v->violations & rows[i].bit;
        carom_table_cell(&table, "%s", rows[i].name);
        carom_table_number(&table, rows[i].value, 1.0);
        carom_table_cell(&table, "%s", rows[i].unit);
        carom_table_cell(&table, "%s", bad ? carom_violation_words(bad, words, sizeof words) : "holds");
    }
    printf("The impulse is %s.\n\n", v->violations ? "inadmissible" : "admissible");
    carom_table_print(stdout, &table);
    if (isnan(a->eta))
        printf("\nIt acts with the velocity, so it has no eta. ");
    else
        printf("\nIts eta (Ivanov) is %g. ", a->eta);
    printf("Its friction %s the slips before and after.\n",
           a->spans ? "lies in the negative span of" : "is not in the negative span of");
    carom_location_print(stdout, c, mu, a->P);
}

int carom_verb_check(int argc, char **argv) {
    bool json = false, strict = false;
    const char *P = NULL;
    carom_problem problem = carom_problem_new(carom_tables_modules());
    const carom_option options[] = {
        {"P", "\"n t\"", "impulse to check, N s", NULL, &P},
        {"json", NULL, "", &json, NULL},
        CAROM_TABLE_OPTIONS,
        {"strict", NULL, "exit with 1 if the impulse is inadmissible", &strict, NULL},
        {0},
    };
    const carom_usage usage = {.verb = "check",
                               .examples = examples,
                               .about = about,
                               .options = options,
                               .problem = &problem,
                               .most_operands = 1,
                               .operands = "[FILE|-]",
                               .asks = CAROM_ASKS_EVERY,
                               .reads = CAROM_PARAM_BIT(mu)};
    carom_error refusal;
    json_t *document;
    int exit;
    if (!carom_stream_opening(&usage, argc, argv, &document, &exit)) return exit;
    answer a = {.problem = &problem, .eta = (double)NAN};
    if (!carom_problem_settled(&problem, &refusal) || !check(&a, P, &refusal))
        exit = carom_args_refused(&refusal);
    else if (json)
        carom_json_answer(check_json(&a));
    else
        print_check(&a);
    if (exit == CAROM_EXIT_FINE && strict && a.verdict.violations) exit = CAROM_EXIT_INADMISSIBLE;
    carom_problem_free(&problem);
    json_decref(document);
    return exit;
}
