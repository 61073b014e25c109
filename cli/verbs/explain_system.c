// Implements carom explain for several contacts: prints which methods can gain energy, and why.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/systems.h"
#include "cli/args/args.h"
#include "cli/args/stream.h"
#include "cli/exit.h"
#include "cli/lookup/answer.h"
#include "cli/lookup/energy_verdict.h"
#include "cli/lookup/impact_answer.h"
#include "cli/lookup/laws.h"
#include "cli/print/json.h"
#include "cli/print/table.h"
#include "cli/print/words.h"
#include "cli/verbs/parts.h"
#include "mods/scenario/impact_ask.h"
#include "mods/scenario/impact_read.h"
#include "mods/scenario/json.h"
#include "mods/scenario/shape.h"
#include "tables/missing.h"

json_t *carom_explain_several(const char *text, size_t length) {
    json_t *document = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    if (document && carom_is_system(document, carom_tables_modules())) return document;
    json_decref(document);
    return NULL;
}

// One row: a method, its result for the given velocity, and its verdict.
typedef struct row {
    const carom_law *method;
    carom_impact_answer answer;
    carom_energy_verdict verdict;
    bool judged;
    double *v;
} row;

static bool has_result(const row *r) {
    return carom_status_classify(r->answer.status) == CAROM_CLASS_OK;
}

static void judge(carom_impact_problem *p, const carom_law *method, row *r) {
    r->method = carom_impact_taking(p, method);
    const uint64_t own = ~UINT64_C(0) << CAROM_PARAM_OWN;
    for (int k = 0; k < p->system.nc; k++) carom_fill_examples(r->method, own, &p->contact[k]);
    carom_impact_ask(p, r->method, &r->answer);
    r->judged = r->answer.memory && carom_status_classify(r->answer.status) != CAROM_CLASS_BAD_INPUT;
    if (r->judged && !carom_energy_judge(p, r->method, r->v, &r->verdict)) carom_no_memory();
}

static json_t *row_json(const carom_impact_problem *p, const row *r) {
    json_t *object = json_pack("{s:s, s:s}", "law", r->method->name, "status", carom_status_name(r->answer.status));
    if (has_result(r)) json_object_set_new(object, "dE", json_real(r->answer.outcome.dE));
    if (!r->judged) return object;
    const carom_energy_verdict *e = &r->verdict;
    json_object_set_new(object, "energy", json_string(carom_energy_kind_name(e->kind)));
    json_object_set_new(object, "reason", json_string(carom_energy_reason_name(e->reason)));
    if (!isnan(e->factor)) json_object_set_new(object, "safe_factor", json_real(e->factor));
    if (e->kind != CAROM_ENERGY_THEOREM) json_object_set_new(object, "tried", json_integer(e->tried));
    if (e->kind != CAROM_ENERGY_COUNTEREXAMPLE) return object;
    json_t *v = json_array();
    for (int i = 0; i < p->system.dim * p->system.nc; i++) json_array_append_new(v, json_real(r->v[i]));
    json_object_set_new(object, "counterexample", json_pack("{s:o, s:f}", "v", v, "dE", e->dE));
    return object;
}

static void print_contacts(const carom_impact_problem *p) {
    const int dim = p->system.dim;
    carom_table table = {.format = carom_output_format, .align = dim == 2 ? "rrrl" : "rrrrl"};
    double most = 0.0;
    for (int i = 0; i < dim * p->system.nc; i++) most = fmax(most, fabs(p->system.v[i]));
    carom_table_cell(&table, "contact");
    carom_table_cell(&table, "v_n");
    for (int k = 1; k < dim; k++) carom_table_cell(&table, dim == 2 ? "v_t" : "v_t%d", k);
    carom_table_cell(&table, "m/s");
    for (int i = 0; i < p->system.nc; i++) {
        const double *v = &p->system.v[dim * i];
        carom_table_cell(&table, "%d", i);
        for (int k = 0; k < dim; k++) carom_table_number(&table, v[k], most);
        carom_table_cell(&table, "%s", v[0] < 0.0 ? "approaching" : v[0] > 0.0 ? "parting" : "touching");
    }
    carom_table_print(stdout, &table);
}

static void print_verdict(carom_table *table, const row *r) {
    const carom_energy_verdict *e = &r->verdict;
    const char *words = carom_energy_reason_words(e->reason);
    if (!r->judged) {
        carom_table_cell(table, "-");
        carom_table_cell(table, "%s", r->answer.refusal.detail);
        return;
    }
    carom_table_cell(table, "%s",
                     e->kind == CAROM_ENERGY_THEOREM          ? "dissipative by theorem"
                     : e->kind == CAROM_ENERGY_COUNTEREXAMPLE ? "gains energy"
                                                              : "no theorem applies");
    char why[320] = "", more[128];
    if (words[0]) carom_join(why, sizeof why, "; ", words);
    if (e->kind == CAROM_ENERGY_COUNTEREXAMPLE) {
        snprintf(more, sizeof more, "%.4g J at the velocity below", e->dE);
        carom_join(why, sizeof why, "; ", more);
    }
    if (e->kind == CAROM_ENERGY_UNKNOWN) {
        snprintf(more, sizeof more, "no gain found at %d velocities", e->tried);
        carom_join(why, sizeof why, "; ", more);
    }
    if (!isnan(e->factor)) {
        snprintf(more, sizeof more, "dissipative by theorem if all e are multiplied by %.4g", e->factor);
        carom_join(why, sizeof why, "; ", more);
    }
    carom_table_cell(table, "%s", why);
}

static void print_text(const carom_impact_problem *p, const row *rows, int count) {
    print_contacts(p);
    printf("\nEnergy at any velocity, with these bodies and coefficients\n\n");
    carom_table table = {.format = carom_output_format, .align = "lrll"};
    carom_table_cell(&table, "law");
    carom_table_cell(&table, "dE here, J");
    carom_table_cell(&table, "verdict");
    carom_table_cell(&table, "why");
    for (int i = 0; i < count; i++) {
        carom_table_cell(&table, "%s", rows[i].method->name);
        if (has_result(&rows[i]))
            carom_table_cell(&table, "%.6g", carom_tidy(rows[i].answer.outcome.dE, 1.0));
        else
            carom_table_cell(&table, "%s", carom_status_name(rows[i].answer.status));
        print_verdict(&table, &rows[i]);
    }
    carom_table_print(stdout, &table);
    printf("\n  E is the diagonal matrix of all e; proofs: docs/site/concepts/energy-gain.md (Glocker 2013 for "
           "Poisson)\n");
    for (int i = 0; i < count; i++) {
        if (!rows[i].judged || rows[i].verdict.kind != CAROM_ENERGY_COUNTEREXAMPLE) continue;
        printf("\n  %s gains %.6g J at v =", rows[i].method->name, rows[i].verdict.dE);
        for (int k = 0; k < p->system.dim * p->system.nc; k++) printf(" %.6g", rows[i].v[k]);
        printf(" m/s\n");
    }
}

static void explain(carom_impact_problem *p, const char *only, bool json) {
    row *rows = NULL;
    const carom_law *method;
    const size_t n = (size_t)(p->system.dim * p->system.nc);
    int count = 0;
    carom_impact_find_striking(p);
    for (int i = 0; (method = carom_tables_method(i, p->system.dim)); i++) {
        if (only && strcmp(only, method->name) != 0) continue;
        rows = carom_resize(rows, (size_t)count + 1, sizeof *rows);
        rows[count] = (row){0};
        rows[count].v = carom_resize(NULL, n, sizeof *rows[count].v);
        judge(p, method, &rows[count++]);
    }
    if (json) {
        json_t *laws = json_array();
        for (int i = 0; i < count; i++) json_array_append_new(laws, row_json(p, &rows[i]));
        carom_json_answer(json_pack("{s:i, s:i, s:o}", "contacts", p->system.nc, "dim", p->system.dim, "laws", laws));
    } else
        print_text(p, rows, count);
    for (int i = 0; i < count; i++) {
        carom_impact_answer_free(&rows[i].answer);
        free(rows[i].v);
    }
    free(rows);
}

int carom_explain_system(json_t *object, const char *text, const char *const *sets, const carom_problem *options,
                         bool json) {
    carom_impact_problem p = carom_impact_problem_new(carom_tables_modules());
    carom_error refusal;
    const char *only = options->law ? options->law->name : NULL;
    bool read = true;
    for (; read && *sets; sets++) {
        json_t *next = carom_impact_over(&p, object, *sets, &refusal);
        json_decref(object);
        read = (object = next);
    }
    read = read && carom_impact_method(&p, "all", &refusal) &&
           carom_impact_read(&p, object, (carom_source){.text = text, .first_line = 1}, &refusal) &&
           carom_impact_options(&p, options, false, &refusal);
    if (read && only && !(carom_law_find(p.modules, only, CAROM_SYSTEMS)->solves & CAROM_SYSTEMS))
        read = carom_refuse(&refusal, CAROM_WRONG_PROBLEM, "law \"%s\" solves one contact, and this file has several",
                            only);
    int exit = CAROM_EXIT_FINE;
    if (read)
        explain(&p, only, json);
    else
        exit = carom_args_refused(&refusal);
    carom_impact_problem_free(&p);
    json_decref(object);
    return exit;
}
