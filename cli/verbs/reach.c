// Implements carom reach: computes the impulses that a law can give over all values of its coefficients.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/args/args.h"
#include "cli/args/stream.h"
#include "cli/exit.h"
#include "cli/lookup/ask.h"
#include "cli/lookup/laws.h"
#include "cli/print/json.h"
#include "cli/print/reach_write.h"
#include "cli/print/shell.h"
#include "cli/print/table.h"
#include "cli/print/words.h"
#include "papers/letters.h"

static const char examples[] = "  carom reach --mu 0.55 --W \"1 0.45; 0.45 1.1\" --v \"-1 -0.65\"\n"
                               "  carom reach problem.json --law chatterjee1 --json\n";
static const char about[] =
    "Prints which impulses a law can produce as its coefficients vary, at fixed mu.\n"
    "\n"
    "A law with one free coefficient produces a curve of impulses; a law with two or more produces an area. The output "
    "shows the share of the admissible region that the law covers, and the range of e_n. Coefficients that you give "
    "are held "
    "fixed. Without --law, every law of the core is tried. `carom draw --reach` draws the result.";

// Prints text.

static const struct {
    char letter;
    const char *words;
} letters[8] = {{'A', "edge of the friction cone meets v_n' = 0, on the side opposite to friction"},
                {'B', "no friction, e = 0"},
                {'C', "everything stops"},
                {'D', "edge of the friction cone meets v_n' = 0, on the side to which friction pushes"},
                {'E', "edge of the friction cone meets dE = 0, on the side to which friction pushes"},
                {'F', "no friction, e = 1"},
                {'G', "the velocity is reversed: 2 C"},
                {'H', "edge of the friction cone meets dE = 0, on the side opposite to friction"}};

static void print_letters(const carom_reach_question *q) {
    carom_table table = {.format = carom_output_format, .align = "lrrl"};
    carom_table_cell(&table, "letter");
    carom_table_cell(&table, "P_n");
    carom_table_cell(&table, "P_t");
    carom_table_end_row(&table);
    for (int i = 0; i < 8; i++) {
        const double *P = q->letters.at[letters[i].letter - 'A'];
        if (isnan(P[0])) continue;
        carom_table_cell(&table, "%c", letters[i].letter);
        for (int k = 0; k < 2; k++) carom_table_number(&table, P[k], fabs(P[0]) + fabs(P[1]));
        carom_table_cell(&table, "%s", letters[i].words);
    }
    printf("\n");
    carom_table_print(stdout, &table);
}

static void print_region(const carom_reach_question *q) {
    const carom_problem *p = q->problem;
    const bool space = p->contact.dim == 3;
    printf("mu = %g; the accessible region has %s %.6g (N s)^%d", p->params.mu, space ? "the volume" : "the area",
           q->extent.size, space ? 3 : 2);
    if (q->extent.e_most > 0.0) printf(" and e_n up to %.6g", q->extent.e_most);
    printf(".\n");
    if (p->params.mu == 0.0) printf("Without friction it is a line.\n");
}

static void print_one(const carom_reach_question *q, const carom_reach_row *r) {
    const carom_reach *a = &r->reach;
    const int dim = q->problem->contact.dim;
    char text[256];
    carom_reach_over(r, text, sizeof text);
    print_region(q);
    printf("\n%s, %s: %s", r->law->name, text, carom_reach_kind(r, dim));
    if (dim == 2 && a->area > 0.0) {
        printf(" of %.6g (N s)^2", a->area);
        if (isfinite(a->region)) printf(", %.*f %% of the region", a->exact ? 3 : 1, 100.0 * a->share);
        printf(" (%s)", a->exact ? "by formula" : "by a raster");
        if (a->outside > 1e-3 * a->area) printf("; %.4g (N s)^2 of it outside", a->outside);
    }
    printf(".\n");
    if (a->answered && !isnan(a->e_n[0])) printf("e_n from %.6g to %.6g; ", carom_tidy(a->e_n[0], 1.0), a->e_n[1]);
    if (a->answered) printf("energy from %.6g to %.6g J", a->dE[0], carom_tidy(a->dE[1], fabs(a->dE[0])));
    printf("%s%ld of %ld have a result, %ld are outside the region.\n", a->answered ? ".\n" : "", a->answered, a->asked,
           a->left);
    if (dim == 2) print_letters(q);
}

static void print_row(carom_table *table, const carom_reach_row *r, int dim) {
    const carom_reach *a = &r->reach;
    char text[128] = "";
    for (int k = 0; k < r->count; k++) carom_join(text, sizeof text, ", ", carom_reach_name(r, k));
    carom_table_cell(table, "%s", r->law->name);
    carom_table_cell(table, "%s", r->count ? text : "none");
    carom_table_cell(table, "%s", carom_reach_kind(r, dim));
    if (dim == 2 && a->area > 0.0)
        carom_table_cell(table, "%.1f %%", 100.0 * a->share);
    else if (dim == 2)
        carom_table_cell(table, "%s", a->answered ? "no area" : "");
    if (isnan(a->e_n[0]))
        carom_table_cell(table, "%s", "");
    else
        carom_table_cell(table, "%.4g to %.4g", carom_tidy(a->e_n[0], 1.0), a->e_n[1]);
    if (a->left)
        carom_table_cell(table, "leaves the region in %ld of %ld%s", a->left, a->answered,
                         a->gains ? ", gains energy" : "");
    else if (!a->answered)
        carom_table_cell(table, "it does not apply to this contact: `carom laws %s`", r->law->name);
    else if (a->answered < a->asked)
        carom_table_cell(table, "no result in %ld of %ld", a->asked - a->answered, a->asked);
    carom_table_end_row(table);
}

static void print_all(const carom_reach_question *q) {
    const int dim = q->problem->contact.dim;
    const char *const heads[] = {"law", "over", "reaches", dim == 2 ? "of the region" : "e_n", dim == 2 ? "e_n" : NULL};
    carom_table table = {.format = carom_output_format, .align = dim == 2 ? "lllrll" : "lllll"};
    for (int i = 0; i < 5 && heads[i]; i++) carom_table_cell(&table, "%s", heads[i]);
    carom_table_end_row(&table);
    for (int i = 0; carom_law_at(NULL, i, CAROM_ONE_CONTACT); i++) {
        const carom_law *law = carom_law_at(NULL, i, CAROM_ONE_CONTACT);
        carom_reach_row r;
        if (!(law->solves & (dim == 2 ? CAROM_2D : CAROM_3D))) continue;
        if (carom_reach_row_of(q, law, &r) == CAROM_OK) print_row(&table, &r, dim);
    }
    print_region(q);
    printf("\n");
    carom_table_print(stdout, &table);
    if (dim == 2) print_letters(q);
}

static int answer(const carom_reach_question *q, bool json, bool csv) {
    const carom_problem *p = q->problem;
    carom_error refusal;
    carom_reach_row one;
    if (p->law) {
        const carom_status status = carom_reach_row_of(q, p->law, &one);
        if (status != CAROM_OK) {
            carom_complain_of(&refusal, status, p->law, &p->contact, &p->params, NULL);
            return carom_args_refused(&refusal);
        }
    }
    if (csv && (!p->law || !one.count)) {
        carom_say(p->law ? "%s has no free coefficient left to vary" : "--csv needs --law", p->law ? p->law->name : "");
        return CAROM_EXIT_USAGE;
    }
    if (csv)
        carom_reach_csv(q, &one, stdout);
    else if (json)
        carom_json_answer(carom_reach_json(q, p->law ? &one : NULL));
    else if (p->law)
        print_one(q, &one);
    else
        print_all(q);
    return CAROM_EXIT_FINE;
}

int carom_verb_reach(int argc, char **argv) {
    bool json = false, csv = false;
    carom_problem problem = carom_problem_new(carom_tables_modules());
    const carom_option options[] = {
        {"json", NULL, "", &json, NULL},
        {"csv", NULL, "with --law, one row for each impulse", &csv, NULL},
        {0},
    };
    const carom_usage usage = {.verb = "reach",
                               .examples = examples,
                               .about = about,
                               .options = options,
                               .problem = &problem,
                               .most_operands = 1,
                               .operands = "[FILE|-]",
                               .reads = carom_tables_reads(NULL)};
    carom_error refusal;
    json_t *document;
    int exit;
    if (!carom_stream_opening(&usage, argc, argv, &document, &exit)) return exit;
    carom_reach_question q = {.problem = &problem, .cover = carom_resize(NULL, 1, sizeof *q.cover)};
    bool whole = (!problem.law || carom_problem_whole(&problem, &refusal)) &&
                 carom_problem_settled(&problem, &refusal) && carom_ask_mu(&problem, "reach", &refusal);
    carom_status status = whole ? carom_region_extent(&problem.contact, problem.params.mu, &q.extent) : CAROM_OK;
    if (whole && status == CAROM_OK && problem.contact.dim == 2)
        status = carom_letters_compute(&problem.contact, problem.params.mu, &q.letters);
    if (status != CAROM_OK) whole = carom_complain_of(&refusal, status, NULL, &problem.contact, &problem.params, NULL);
    exit = whole ? answer(&q, json, csv) : carom_args_refused(&refusal);
    free(q.cover);
    carom_problem_free(&problem);
    json_decref(document);
    return exit;
}
