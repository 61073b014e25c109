// Implements carom check: checks an impulse for energy, friction, tension and penetration.
#include <math.h>
#include <stdio.h>

#include "carom/geometry.h"
#include "cli/args/args.h"
#include "cli/args/stream.h"
#include "cli/document/document.h"
#include "cli/exit.h"
#include "cli/lookup/ask.h"
#include "cli/lookup/laws.h"
#include "cli/lookup/report.h"
#include "cli/print/shell.h"
#include "cli/print/table.h"
#include "cli/print/words.h"
#include "mods/scenario/json.h"
#include "mods/scenario/numbers.h"
#include "mods/scenario/report.h"
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

// Adds the coefficients with which the law `accessible` gives this impulse, if there are any.
static void add_location(carom_document *document, const carom_contact *contact, double mu, const double P[3]) {
    carom_location l;
    if (carom_region_locate(contact, mu, P, &l) != CAROM_OK) {
        carom_document_data(document, "accessible", json_null());
        return;
    }
    carom_document_paragraph(document, "The law accessible gives this impulse with these coefficients:");
    carom_document_open(document, "accessible");
    carom_document_number(document, (carom_fact){.key = "e", .title = "e"}, l.e);
    carom_document_number(document,
                          (carom_fact){.key = "f",
                                       .title = "f",
                                       .remark = l.face == CAROM_BOUNDARY_ENERGY
                                                     ? "fraction of the friction that the energy allows there"
                                                     : "fraction of the friction that the cone allows there"},
                          l.f);
    if (contact->dim == 3)
        carom_document_number(document, (carom_fact){.key = "phi", .title = "phi", .unit = "rad"}, l.phi);
    carom_document_close(document);
}

static void add_conditions(carom_document *document, const answer *a) {
    static const carom_document_column columns[] = {CAROM_COLUMN("condition"), CAROM_COLUMN("value"),
                                                    CAROM_COLUMN("unit"), CAROM_COLUMN("verdict")};
    const carom_verdict *v = &a->verdict;
    const double mu = a->problem->params.mu, slip = hypot(a->P[1], a->problem->contact.dim == 3 ? a->P[2] : 0.0);
    const struct {
        unsigned bit;
        const char *name, *unit;
        double value;
    } rows[] = {{CAROM_VIOLATION_ENERGY | CAROM_VIOLATION_LOSS, "energy change dE", "J", v->dE},
                {CAROM_VIOLATION_CONE, "|P_t| - mu P_n", "N s", slip - mu * a->P[0]},
                {CAROM_VIOLATION_PULL, "normal impulse P_n", "N s", a->P[0]},
                {CAROM_VIOLATION_PENETRATION, "normal velocity v_n'", "m/s", v->v[0]}};
    carom_document_table(document, "conditions", columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char words[192];
        const unsigned bad = v->violations & rows[i].bit;
        carom_document_cell(document, "%s", rows[i].name);
        carom_document_cell_number(document, rows[i].value, 1.0);
        carom_document_cell(document, "%s", rows[i].unit);
        carom_document_cell(document, "%s", bad ? carom_violation_words(bad, words, sizeof words) : "holds");
    }
}

static carom_document *describe(const answer *a) {
    const carom_contact *c = &a->problem->contact;
    const unsigned violations = a->verdict.violations;
    carom_document *document = carom_document_new(NULL);
    json_t *names = json_array();
    for (unsigned bit = 1; carom_enum_name(CAROM_ENUM_VIOLATION, (int)bit); bit <<= 1)
        if (violations & bit)
            json_array_append_new(names, json_string(carom_enum_name(CAROM_ENUM_VIOLATION, (int)bit)));
    carom_document_paragraph(document, "The impulse is %s.", violations ? "inadmissible" : "admissible");
    carom_document_data(document, "P", carom_json_numbers(a->P, (size_t)c->dim));
    carom_document_data(document, "v_after", carom_json_numbers(a->verdict.v, (size_t)c->dim));
    carom_document_data(document, "dE", carom_json_real(a->verdict.dE));
    carom_document_data(document, "violations", names);
    add_conditions(document, a);
    carom_document_number(document,
                          (carom_fact){.key = "eta",
                                       .title = "Ivanov's eta",
                                       .remark = isnan(a->eta) ? "none: the impulse acts with the velocity" : NULL},
                          a->eta);
    carom_document_flag(document,
                        (carom_fact){.key = "spans",
                                     .title = "in the span",
                                     .remark = "the friction is in the negative span of the slips before and after"},
                        a->spans);
    carom_document_data(document, "span", carom_json_numbers(a->span, 2));
    add_location(document, c, a->problem->params.mu, a->P);
    return document;
}

int carom_verb_check(int argc, char **argv) {
    bool strict = false;
    const char *P = NULL;
    carom_problem problem = carom_problem_new(carom_tables_modules());
    const carom_option options[] = {
        {"P", "\"n t\"", "impulse to check, N s", NULL, &P},
        CAROM_DOCUMENT_OPTIONS,
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
    else
        carom_document_print(describe(&a));
    if (exit == CAROM_EXIT_FINE && strict && a.verdict.violations) exit = CAROM_EXIT_INADMISSIBLE;
    carom_problem_free(&problem);
    json_decref(document);
    return exit;
}
