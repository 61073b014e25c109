// carom reach: what a law can answer over its own coefficients.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/args/args.h"
#include "cli/args/stream.h"
#include "cli/exit.h"
#include "cli/words/json.h"
#include "cli/words/shell.h"
#include "cli/words/table.h"
#include "cli/words/tables.h"
#include "cli/words/words.h"

static const char examples[] = "  carom reach --mu 0.55 --W \"1 0.45; 0.45 1.1\" --v \"-1 -0.65\"\n"
                               "  carom reach problem.json --law chatterjee1 --json\n"
                               "  carom reach problem.json --law smith --csv\n";
static const char about[] =
    "Says which impulses a law reaches over its own coefficients, friction fixed: a curve for one coefficient, an area "
    "for\n"
    "more, how much of the region that friction, energy and the surface allow it covers, and how far its e_n goes. "
    "Without\n"
    "--law every law of the core. A coefficient that is given is held. `carom draw --reach` draws it.";

enum { CURVE = 200, FIRST = 20, SECOND = 40 };

// One law, what it is asked over, and what came of it.
typedef struct {
    const carom_law *law;
    carom_coefficient own[CAROM_MOST_COEFFICIENTS];
    int count;
    carom_reach reach;
} row;

typedef struct {
    const carom_problem *problem;
    carom_letters letters;
    carom_extent extent;
    carom_cover *cover;
} question;

static carom_status measure(const question *q, const carom_law *law, row *r) {
    *r = (row){.law = law};
    r->count = carom_law_coefficients(law, q->problem->given, r->own);
    return carom_reach_of(law, &q->problem->contact, &q->problem->params, r->own, r->count, q->cover, &r->reach);
}

static const char *name_of(const row *r, int k) {
    return carom_law_param(r->law, (int)r->own[k].param)->name;
}

// What it reaches, in a word.
static const char *kind_of(const row *r, int dim) {
    static const char *const kinds[3] = {"a point", "a curve", "a surface"};
    if (!r->reach.answered) return "nothing";
    if (dim == 2 && r->count > 1) return r->reach.area > 0.0 ? "an area" : "a curve";
    return r->count < 3 ? kinds[r->count] : "a body";
}

static void coefficients_text(const row *r, char *text, size_t size) {
    text[0] = 0;
    for (int k = 0; k < r->count; k++) {
        char one[96];
        snprintf(one, sizeof one, "%s from %g to %g", name_of(r, k), r->own[k].low, r->own[k].high);
        carom_join(text, size, ", ", one);
    }
    if (!r->count) snprintf(text, size, "no coefficient of its own");
}

// As words.

static const struct {
    char letter;
    const char *words;
} letters[8] = {{'A', "friction and greatest compression, away from the push"},
                {'B', "no friction, e = 0"},
                {'C', "everything stops"},
                {'D', "friction and greatest compression, where it pushes to"},
                {'E', "friction and no energy lost, where it pushes to"},
                {'F', "no friction, e = 1"},
                {'G', "everything turns round: 2 C"},
                {'H', "friction and no energy lost, away from the push"}};

static void print_letters(const question *q) {
    carom_table table = {.align = "lrrl"};
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

static void print_region(const question *q) {
    const carom_problem *p = q->problem;
    const bool space = p->contact.dim == 3;
    printf("mu = %g; the accessible region has %s %.6g (N s)^%d", p->params.mu, space ? "the volume" : "the area",
           q->extent.size, space ? 3 : 2);
    if (q->extent.e_most > 0.0) printf(" and e_n up to %.6g", q->extent.e_most);
    printf(".\n");
    if (p->params.mu == 0.0) printf("Without friction it is a line: pass --mu.\n");
}

static void print_one(const question *q, const row *r) {
    const carom_reach *a = &r->reach;
    const int dim = q->problem->contact.dim;
    char text[256];
    coefficients_text(r, text, sizeof text);
    print_region(q);
    printf("\n%s, %s: %s", r->law->name, text, kind_of(r, dim));
    if (dim == 2 && a->area > 0.0) {
        printf(" of %.6g (N s)^2", a->area);
        if (isfinite(a->region)) printf(", %.*f %% of the region", a->exact ? 3 : 1, 100.0 * a->share);
        printf(" (%s)", a->exact ? "by formula" : "by a raster");
        if (a->outside > 1e-3 * a->area) printf("; %.4g (N s)^2 of it outside", a->outside);
    }
    printf(".\n");
    if (a->answered && !isnan(a->e_n[0])) printf("e_n from %.6g to %.6g; ", carom_tidy(a->e_n[0], 1.0), a->e_n[1]);
    if (a->answered) printf("energy from %.6g to %.6g J", a->dE[0], carom_tidy(a->dE[1], fabs(a->dE[0])));
    printf("%s%ld of %ld answered, %ld outside of the region.\n", a->answered ? ".\n" : "", a->answered, a->asked,
           a->left);
    if (dim == 2) print_letters(q);
}

static void print_row(carom_table *table, const row *r, int dim) {
    const carom_reach *a = &r->reach;
    char text[128] = "";
    for (int k = 0; k < r->count; k++) carom_join(text, sizeof text, ", ", name_of(r, k));
    carom_table_cell(table, "%s", r->law->name);
    carom_table_cell(table, "%s", r->count ? text : "none");
    carom_table_cell(table, "%s", kind_of(r, dim));
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
                         a->dE[1] > 1e-9 * fabs(a->dE[0]) ? ", gains energy" : "");
    else if (!a->answered)
        carom_table_cell(table, "it answers no such contact: `carom laws %s`", r->law->name);
    else if (a->answered < a->asked)
        carom_table_cell(table, "no answer in %ld of %ld", a->asked - a->answered, a->asked);
    carom_table_end_row(table);
}

static void print_all(const question *q) {
    const int dim = q->problem->contact.dim;
    const char *const heads[] = {"law", "over", "reaches", dim == 2 ? "of the region" : "e_n", dim == 2 ? "e_n" : NULL};
    carom_table table = {.align = dim == 2 ? "lllrll" : "lllll"};
    for (int i = 0; i < 5 && heads[i]; i++) carom_table_cell(&table, "%s", heads[i]);
    carom_table_end_row(&table);
    for (int i = 0; i < carom_law_count(); i++) {
        const carom_law *law = carom_law_at(i);
        row r;
        if (!(law->dims & (dim == 2 ? CAROM_PLANE : CAROM_SPACE))) continue;
        if (measure(q, law, &r) == CAROM_OK) print_row(&table, &r, dim);
    }
    print_region(q);
    printf("\n");
    carom_table_print(stdout, &table);
    if (dim == 2) print_letters(q);
}

// As JSON.

static json_t *impulses_json(const question *q, const row *r) {
    const int dim = q->problem->contact.dim, first = r->count > 1 ? FIRST : CURVE, second = r->count > 1 ? SECOND : 0;
    const size_t most = (size_t)(first + 1) * (size_t)(second + 1);
    double *P = r->count ? carom_resize(NULL, 3 * most, sizeof *P) : NULL;
    json_t *array = json_array();
    size_t answered;
    if (P && carom_reach_net(r->law, &q->problem->contact, &q->problem->params, &r->own[0], first,
                             r->count > 1 ? &r->own[1] : NULL, second, P, most, &answered) == CAROM_OK)
        for (size_t i = 0; i < most; i++) json_array_append_new(array, carom_json_numbers(P + 3 * i, (size_t)dim));
    free(P);
    return array;
}

static json_t *outline_json(const question *q, const row *r) {
    carom_reach_area *area = carom_resize(NULL, 1, sizeof *area);
    json_t *array = json_array();
    if (r->reach.exact && r->count > 1 &&
        carom_reach_outline(r->law, &q->problem->contact, &q->problem->params, area) == CAROM_OK)
        for (int i = 0; i < area->count; i++) json_array_append_new(array, carom_json_numbers(area->P[i], 2));
    free(area);
    return array;
}

static json_t *row_json(const question *q, const row *r, bool points) {
    const carom_reach *a = &r->reach;
    json_t *object = json_object(), *own = json_array();
    for (int k = 0; k < r->count; k++)
        json_array_append_new(own, json_pack("{s:s, s:o, s:o}", "name", name_of(r, k), "low",
                                             carom_json_real(r->own[k].low), "high", carom_json_real(r->own[k].high)));
    json_object_set_new(object, "law", json_string(r->law->name));
    json_object_set_new(object, "coefficients", own);
    json_object_set_new(object, "reaches", json_string(kind_of(r, q->problem->contact.dim)));
    json_object_set_new(object, "exact", json_boolean(a->exact));
    json_object_set_new(object, "area", carom_json_real(a->area));
    json_object_set_new(object, "share", carom_json_real(a->share));
    json_object_set_new(object, "outside", carom_json_real(a->outside));
    json_object_set_new(object, "e_n", carom_json_numbers(a->e_n, 2));
    json_object_set_new(object, "dE", carom_json_numbers(a->dE, 2));
    json_object_set_new(object, "asked", json_integer(a->asked));
    json_object_set_new(object, "answered", json_integer(a->answered));
    json_object_set_new(object, "left", json_integer(a->left));
    if (!points) return object;
    json_object_set_new(object, "outline", outline_json(q, r));
    json_object_set_new(object, "impulses", impulses_json(q, r));
    return object;
}

static json_t *answer_json(const question *q, const row *one) {
    const int dim = q->problem->contact.dim;
    json_t *object = json_object(), *points = json_object(), *laws = json_array();
    json_object_set_new(object, "mu", carom_json_real(q->problem->params.mu));
    json_object_set_new(object, "region", carom_json_real(q->extent.size));
    json_object_set_new(object, "e_n_most", carom_json_real(q->extent.e_most));
    for (int i = 0; i < 8 && dim == 2; i++) {
        const double *P = q->letters.at[i];
        const char name[2] = {(char)('A' + i), 0};
        json_object_set_new(points, name, isnan(P[0]) ? json_null() : carom_json_numbers(P, 2));
    }
    if (dim == 2) json_object_set(object, "letters", points);
    json_decref(points);
    for (int i = 0; i < carom_law_count() && !one; i++) {
        row r;
        if (measure(q, carom_law_at(i), &r) == CAROM_OK) json_array_append_new(laws, row_json(q, &r, false));
    }
    if (one) json_array_append_new(laws, row_json(q, one, true));
    json_object_set_new(object, "laws", laws);
    return object;
}

// As CSV: the coefficients and the impulse.
static void print_csv(const question *q, const row *r) {
    const int dim = q->problem->contact.dim, first = r->count > 1 ? FIRST : CURVE, second = r->count > 1 ? SECOND : 0;
    const size_t across = (size_t)second + 1, most = (size_t)(first + 1) * across;
    double *P = carom_resize(NULL, 3 * most, sizeof *P);
    size_t answered = 0;
    carom_reach_net(r->law, &q->problem->contact, &q->problem->params, &r->own[0], first,
                    r->count > 1 ? &r->own[1] : NULL, second, P, most, &answered);
    printf("%s%s%s,P_n,%s\n", name_of(r, 0), r->count > 1 ? "," : "", r->count > 1 ? name_of(r, 1) : "",
           dim == 2 ? "P_t" : "P_t1,P_t2");
    for (size_t i = 0; i < most; i++) {
        const double x = (double)(i / across) / first, y = second ? (double)(i % across) / second : 0.0;
        if (isnan(P[3 * i])) continue;
        printf("%.17g", r->own[0].low + x * (r->own[0].high - r->own[0].low));
        if (r->count > 1) printf(",%.17g", r->own[1].low + y * (r->own[1].high - r->own[1].low));
        for (int k = 0; k < dim; k++) printf(",%.17g", P[3 * i + (size_t)k]);
        printf("\n");
    }
    free(P);
}

static int answer(const question *q, bool json, bool csv) {
    const carom_problem *p = q->problem;
    carom_misreading refusal;
    row one;
    if (p->law) {
        const carom_status status = measure(q, p->law, &one);
        if (status != CAROM_OK) {
            carom_complain_of(&refusal, status, p->law, &p->contact, &p->params, NULL);
            return carom_args_refused(&refusal);
        }
    }
    if (csv && (!p->law || !one.count)) {
        carom_say(p->law ? "%s has no coefficient of its own left to ask over" : "--csv needs --law",
                  p->law ? p->law->name : "");
        return CAROM_EXIT_USAGE;
    }
    if (csv)
        print_csv(q, &one);
    else if (json)
        carom_json_answer(answer_json(q, p->law ? &one : NULL));
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
        {"json", NULL, "as one JSON object, with outline and impulses for one law", &json, NULL},
        {"csv", NULL, "for one law: coefficients and impulses, one a row", &csv, NULL},
        {0},
    };
    const carom_usage usage = {
        "reach", examples, about, options, &problem, 1, "[FILE|-]", false, carom_tables_reads(NULL)};
    carom_misreading refusal;
    json_t *document;
    int exit;
    if (!carom_stream_opening(&usage, argc, argv, &document, &exit)) return exit;
    question q = {.problem = &problem, .cover = carom_resize(NULL, 1, sizeof *q.cover)};
    bool whole =
        problem.law ? carom_problem_whole(&problem, &refusal) : carom_problem_contact_whole(&problem, &refusal);
    carom_status status = whole ? carom_region_extent(&problem.contact, problem.params.mu, &q.extent) : CAROM_OK;
    if (whole && status == CAROM_OK && problem.contact.dim == 2)
        status = carom_region_letters(&problem.contact, problem.params.mu, &q.letters);
    if (status != CAROM_OK) whole = carom_complain_of(&refusal, status, NULL, &problem.contact, &problem.params, NULL);
    exit = whole ? answer(&q, json, csv) : carom_args_refused(&refusal);
    free(q.cover);
    carom_problem_free(&problem);
    json_decref(document);
    return exit;
}
