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
#include "cli/lookup/laws.h"
#include "cli/print/words.h"
#include "cli/verbs/parts.h"
#include "mods/scenario/bodies_read.h"
#include "mods/scenario/report.h"
#include "mods/scenario/shape.h"
#include "tables/missing.h"

json_t *carom_explain_several(const char *text, size_t length) {
    json_t *document = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    if (document && carom_is_system(document, NULL, carom_tables_modules())) return document;
    json_decref(document);
    return NULL;
}

// One row: a method, its result for the given velocity, and its verdict.
typedef struct row {
    const carom_law *method;
    carom_answer answer;
    carom_energy_verdict verdict;
    bool judged;
    double *v;
} row;

static bool has_result(const row *r) {
    return carom_status_classify(r->answer.status) == CAROM_CLASS_OK;
}

static void judge(carom_problem *p, const carom_law *method, row *r) {
    r->method = carom_system_taking(p, method);
    const uint64_t own = ~UINT64_C(0) << CAROM_PARAM_OWN;
    for (int k = 0; k < p->system.nc; k++) carom_fill_examples(r->method, own, &p->each[k]);
    p->law = r->method;
    carom_answer_problem(p, &r->answer);
    r->judged = r->answer.memory && carom_status_classify(r->answer.status) != CAROM_CLASS_BAD_INPUT;
    if (r->judged && !carom_energy_judge(p, r->method, r->v, &r->verdict)) carom_no_memory();
}

// Writes why the method is safe or not.
static void write_why(const row *r, char *why, size_t size) {
    const carom_energy_verdict *e = &r->verdict;
    char more[128];
    carom_join(why, size, "; ", carom_energy_reason_words(e->reason));
    if (e->kind == CAROM_ENERGY_COUNTEREXAMPLE)
        snprintf(more, sizeof more, "%.4g J at the velocity below", e->dE);
    else
        snprintf(more, sizeof more, "no gain found at %d velocities", e->tried);
    if (e->kind != CAROM_ENERGY_THEOREM) carom_join(why, size, "; ", more);
    snprintf(more, sizeof more, "dissipative by theorem if all e are multiplied by %.4g", e->factor);
    if (!isnan(e->factor)) carom_join(why, size, "; ", more);
}

static json_t *row_json(const carom_problem *p, const row *r) {
    const carom_energy_verdict *e = &r->verdict;
    const double dE = r->answer.system.dE;
    char why[320] = "";
    json_t *object = json_pack("{s:s, s:s}", "law", r->method->name, "status", carom_status_name(r->answer.status));
    if (has_result(r)) json_object_set_new(object, "dE", json_real(dE));
    json_object_set_new(object, "~dE",
                        has_result(r) ? json_real(carom_tidy(dE, 1.0))
                                      : json_string(carom_status_name(r->answer.status)));
    json_object_set_new(object, "~verdict",
                        json_string(!r->judged                               ? "-"
                                    : e->kind == CAROM_ENERGY_THEOREM        ? "dissipative by theorem"
                                    : e->kind == CAROM_ENERGY_COUNTEREXAMPLE ? "gains energy"
                                                                             : "no theorem applies"));
    if (r->judged) write_why(r, why, sizeof why);
    json_object_set_new(object, "~why", carom_json_words(r->judged ? why : r->answer.refusal.detail));
    if (!r->judged) return object;
    json_object_set_new(object, "energy", json_string(carom_energy_kind_name(e->kind)));
    json_object_set_new(object, "reason", json_string(carom_energy_reason_name(e->reason)));
    if (!isnan(e->factor)) json_object_set_new(object, "safe_factor", json_real(e->factor));
    if (e->kind != CAROM_ENERGY_THEOREM) json_object_set_new(object, "tried", json_integer(e->tried));
    if (e->kind == CAROM_ENERGY_COUNTEREXAMPLE)
        json_object_set_new(object, "counterexample",
                            json_pack("{s:o, s:f}", "v",
                                      carom_json_numbers(r->v, (size_t)(p->system.dim * p->system.nc)), "dE", e->dE));
    return object;
}

static void add_contacts(carom_document *document, const carom_problem *p) {
    static const carom_document_column columns[] = {
        CAROM_COLUMN("contact"),
        {.key = "", .title = "", .parts = "v_n v_t|v_n v_t1 v_t2", .path = "v"},
        CAROM_CELL("m/s", "state"),
    };
    const int dim = p->system.dim;
    const double most = carom_largest(p->system.v, dim * p->system.nc);
    json_t *rows = json_array();
    for (int i = 0; i < p->system.nc; i++) {
        const double *v = &p->system.v[dim * i];
        json_array_append_new(rows, json_pack("{s:i, s:o, s:s}", "contact", i, "v", carom_document_tidy(v, dim, most),
                                              "state",
                                              v[0] < 0.0   ? "approaching"
                                              : v[0] > 0.0 ? "parting"
                                                           : "touching"));
    }
    carom_document_rows(document, NULL, CAROM_COLUMNS(columns), rows);
}

static carom_document *describe(const carom_problem *p, const row *rows, int count) {
    static const carom_document_column columns[] = {
        CAROM_COLUMN("law"),
        {.key = "dE here", .title = "dE here", .unit = "J", .path = "~dE"},
        CAROM_CELL("verdict", "~verdict"),
        CAROM_CELL("why", "~why"),
    };
    carom_document *document = carom_document_new(NULL);
    json_t *laws = json_array();
    carom_document_data(document, "contacts", json_integer(p->system.nc));
    carom_document_data(document, "dim", json_integer(p->system.dim));
    add_contacts(document, p);
    for (int i = 0; i < count; i++) json_array_append_new(laws, row_json(p, &rows[i]));
    carom_document_heading(document, "Energy at any velocity, with these bodies and coefficients");
    carom_document_rows(document, "laws", CAROM_COLUMNS(columns), laws);
    carom_document_line(document, "E is the diagonal matrix of all e; proofs: docs/site/concepts/energy-gain.md "
                                  "(Glocker 2013 for Poisson)");
    for (int i = 0; i < count; i++) {
        char v[2000] = "", one[32];
        if (!rows[i].judged || rows[i].verdict.kind != CAROM_ENERGY_COUNTEREXAMPLE) continue;
        for (int k = 0; k < p->system.dim * p->system.nc; k++) {
            snprintf(one, sizeof one, "%.6g", rows[i].v[k]);
            carom_join(v, sizeof v, " ", one);
        }
        carom_document_line(document, "%s gains %.6g J at v = %s m/s", rows[i].method->name, rows[i].verdict.dE, v);
    }
    return document;
}

static void explain(carom_problem *p, const char *only) {
    row *rows = NULL;
    const carom_law *method;
    const size_t n = (size_t)(p->system.dim * p->system.nc);
    int count = 0;
    for (int i = 0; (method = carom_tables_method(i, p->system.dim)); i++) {
        if (only && strcmp(only, method->name) != 0) continue;
        rows = carom_resize(rows, (size_t)count + 1, sizeof *rows);
        rows[count] = (row){0};
        rows[count].v = carom_resize(NULL, n, sizeof *rows[count].v);
        judge(p, method, &rows[count++]);
    }
    carom_document_print(describe(p, rows, count));
    for (int i = 0; i < count; i++) {
        carom_answer_free(&rows[i].answer);
        free(rows[i].v);
    }
    free(rows);
}

int carom_explain_system(json_t *object, const char *text, const char *const *sets, const carom_problem *options) {
    carom_problem p = carom_problem_new(carom_tables_modules());
    carom_error refusal;
    const char *only = options->law ? options->law->name : NULL;
    p.asked = CAROM_ASKED_ALL;
    p.W_size = options->W_size;
    bool read = carom_problem_read(&p, object, (carom_source){.text = text, .first_line = 1}, &refusal);
    if (read) carom_problem_over(&p, options);
    for (; read && *sets; sets++) read = carom_system_set(&p, *sets, options->given, NULL, &refusal);
    if (read && only && !(carom_law_find(p.modules, only, CAROM_SYSTEMS)->solves & CAROM_SYSTEMS))
        read = carom_refuse(&refusal, CAROM_WRONG_PROBLEM, "law \"%s\" solves one contact, and this file has several",
                            only);
    int exit = CAROM_EXIT_FINE;
    if (read)
        explain(&p, only);
    else
        exit = carom_args_refused(&refusal);
    carom_problem_free(&p);
    json_decref(object);
    return exit;
}
