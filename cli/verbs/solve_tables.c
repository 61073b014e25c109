// Prints the tables of carom solve: all results of one contact, derivatives, and the laws for several contacts.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/exit.h"
#include "cli/lookup/ask.h"
#include "cli/lookup/laws.h"
#include "cli/print/json.h"
#include "cli/print/table.h"
#include "cli/print/words.h"
#include "cli/print/write_why.h"
#include "cli/verbs/parts.h"
#include "mods/scenario/report.h"
#include "tables/missing.h"

// Prints every outcome.
void carom_solve_alternatives(const carom_problem *problem, const carom_alternative *list, int count) {
    static const char *const plane[] = {"P_n", "P_t", "v_n", "v_t"};
    static const char *const space[] = {"P_n", "P_t1", "P_t2", "v_n", "v_t1", "v_t2"};
    const int dim = problem->contact.dim;
    const double speed = carom_largest(problem->contact.v, dim);
    carom_table table = {.format = carom_output_format, .align = dim == 2 ? "rlrrrrrrl" : "rlrrrrrrrrl"};
    printf(count == 1 ? "%s: %d outcome satisfies the law here\n\n"
                      : "%s: %d outcomes satisfy the law here, least normal impulse first\n\n",
           problem->law->name, count);
    carom_table_cell(&table, "%s", "");
    carom_table_cell(&table, "mode");
    for (int i = 0; i < 2 * dim; i++) carom_table_cell(&table, "%s", dim == 2 ? plane[i] : space[i]);
    carom_table_cell(&table, "dE");
    carom_table_cell(&table, "index");
    carom_table_cell(&table, "%s", "");
    for (int k = 0; k < count; k++) {
        const carom_result *out = &list[k].result;
        const double size = carom_largest(out->P, dim);
        const unsigned bad = out->violations & ~(unsigned)CAROM_VIOLATION_NOT_UNIQUE;
        char said[256] = "", broken[192];
        if (list[k].returned && count > 1) carom_join(said, sizeof said, ", ", "the law's result");
        if (list[k].stable && count > 1) carom_join(said, sizeof said, ", ", "small changes select it");
        if (bad) carom_join(said, sizeof said, ", ", carom_violation_words(bad, broken, sizeof broken));
        carom_table_cell(&table, "%d", k + 1);
        carom_table_cell(&table, "%s", out->mode == CAROM_MODE_UNNAMED ? "-" : carom_mode_name(out->mode));
        for (int i = 0; i < dim; i++) carom_table_number(&table, out->P[i], size);
        for (int i = 0; i < dim; i++) carom_table_number(&table, out->v[i], speed);
        carom_table_number(&table, out->dE, size * speed);
        carom_table_cell(&table, list[k].index ? "%+d" : "-", list[k].index);
        carom_table_cell(&table, "%s", said);
    }
    carom_table_print(stdout, &table);
}

// Prints the derivatives of P, one row per variable.
void carom_solve_jacobian(const carom_problem *problem, carom_status status, const carom_jacobian *jac) {
    char said[CAROM_JAC_LABEL];
    double dP[3];
    const bool known = carom_jacobian_text(problem, status, jac, said);
    printf("\nderivatives of P: %s\n%s", said, known ? "\n" : "");
    if (!known) return;
    carom_table table = {.format = carom_output_format, .align = problem->contact.dim == 2 ? "lrr" : "lrrr"};
    carom_table_cell(&table, "by");
    for (int i = 0; i < problem->contact.dim; i++)
        carom_table_cell(&table, "P_%s", carom_axis_word(problem->contact.dim, i));
    for (int k = 0; carom_jac_row(problem->law, jac, problem->contact.dim, k, said, dP); k++) {
        carom_table_cell(&table, "%s", said);
        for (int i = 0; i < problem->contact.dim; i++) carom_table_number(&table, dP[i], 0.0);
    }
    carom_table_print(stdout, &table);
}

// Writes the modes, such as "stick|slip+|open".
static void write_modes(const carom_mode *mode, int nc, char *text, size_t size) {
    text[0] = 0;
    for (int i = 0; i < nc; i++) carom_join(text, size, "|", carom_mode_name(mode[i]));
}

static void compare_head(carom_table *table, int nc) {
    static const char *const before[] = {"law", "status", "dE, J"};
    for (int i = 0; i < 3; i++) carom_table_cell(table, "%s", before[i]);
    for (int i = 0; i < nc; i++) carom_table_cell(table, "v'_n%d", i);
    carom_table_cell(table, "modes");
    carom_table_end_row(table);
}

static void compare_row(carom_table *table, const carom_problem *p, const carom_answer *a, char *modes, size_t size) {
    carom_table_cell(table, "%s", p->law->name);
    carom_table_cell(table, "%s", carom_status_name(a->status));
    if (carom_status_classify(a->status) != CAROM_CLASS_OK) {
        carom_table_cell(table, "%s", a->refusal.detail);
        carom_table_end_row(table);
        return;
    }
    double most = 0.0;
    for (int i = 0; i < p->system.dim * p->system.nc; i++) most = fmax(most, fabs(a->system.v[i]));
    write_modes(a->system.mode, p->system.nc, modes, size);
    carom_table_cell(table, "%.6g%s", carom_tidy(a->system.dE, most),
                     a->system.violations & CAROM_VIOLATION_ENERGY ? " GAINED" : "");
    for (int i = 0; i < p->system.nc; i++) carom_table_number(table, a->system.v[p->system.dim * i], most);
    carom_table_cell(table, "%s", modes);
    carom_table_end_row(table);
}

// Returns the exit code. A law without a result is a row like any other; a law may reject a problem even with --strict.
static int exit_of_one(const carom_problem *p, const carom_answer *a, bool strict) {
    const bool refuses = carom_status_classify(a->status) == CAROM_CLASS_BAD_INPUT;
    if (a->status == CAROM_NO_MEMORY) return CAROM_EXIT_NUMERICAL;
    return strict && !refuses ? carom_system_exit(p, a, strict) : CAROM_EXIT_FINE;
}

// Compares all laws for systems; the text has one column per contact.
int carom_solve_compare(carom_problem *p, bool json, bool strict) {
    int exit = CAROM_EXIT_FINE;
    const size_t nc = (size_t)p->system.nc, longest_mode = 20;
    char *align = carom_resize(NULL, nc + 5, 1), *modes = carom_resize(NULL, nc + 1, longest_mode);
    memcpy(align, "llr", 3);
    memset(align + 3, 'r', nc);
    memcpy(align + 3 + nc, "l", 2);
    carom_table table = {.format = carom_output_format, .align = align};
    if (!json) compare_head(&table, p->system.nc);
    const carom_law *law;
    uint64_t filled = 0;
    for (int i = 0; (law = carom_tables_method(i, p->system.dim)); i++) {
        carom_answer a;
        p->law = carom_system_taking(p, law);
        // Fill in coefficients that only this law has, such as a stiffness.
        const uint64_t own = ~UINT64_C(0) << CAROM_PARAM_OWN;
        for (int k = 0; k < p->system.nc; k++) filled |= carom_fill_examples(p->law, own, &p->each[k]);
        carom_answer_problem(p, &a);
        if (!json) compare_row(&table, p, &a, modes, (nc + 1) * longest_mode);
        exit = carom_graver_exit(exit, exit_of_one(p, &a, strict));
        if (json)
            carom_json_answer(carom_answer_json(p, &a));
        else
            carom_answer_free(&a);
    }
    if (!json) carom_table_print(stdout, &table);
    if (!json && carom_output_format == CAROM_FORMAT_TEXT) carom_print_examples(filled);
    free(align);
    free(modes);
    return exit;
}
