// Implements carom region --law: computes the impulses that a law can give over all values of its coefficients.
#include <math.h>
#include <stdlib.h>

#include "carom/geometry.h"
#include "cli/document/document.h"
#include "cli/exit.h"
#include "cli/print/shell.h"
#include "cli/verbs/parts.h"
#include "mods/scenario/json.h"
#include "papers/letters.h"

// One law, the coefficients that are varied, and the result.
typedef struct {
    const carom_law *law;
    carom_reach_range own[CAROM_MAX_REACH_RANGES];
    int count;
    carom_reach reach;
} reached;

// Computes the set that a law reaches over its own coefficients, except those given, which are held.
static carom_status follow(const carom_problem *problem, const carom_extent *extent, const carom_law *law,
                           carom_cover *cover, reached *r) {
    *r = (reached){.law = law};
    r->count = carom_reach_ranges(law, problem->given, r->own);
    for (int k = 0; k < r->count; k++)
        if (isinf(r->own[k].high) && isfinite(extent->e_most)) r->own[k].high = extent->e_most;
    return carom_reach_compute(law, &problem->contact, &problem->params, r->own, r->count, cover, &r->reach);
}

static const char *name_of(const reached *r, int k) {
    return carom_law_coefficient(r->law, (int)r->own[k].param)->name;
}

static const char *kind_of(const reached *r, int dim) {
    static const char *const kinds[3] = {"a point", "a curve", "a surface"};
    if (!r->reach.answered) return "nothing";
    if (dim == 2 && r->count > 1) return r->reach.area > 0.0 ? "an area" : "a curve";
    return r->count < 3 ? kinds[r->count] : "a body";
}

static const carom_document_column columns[] = {
    CAROM_COLUMN("law"),
    {.key = "coefficients"},
    {.title = "over"},
    CAROM_COLUMN("reaches"),
    {.key = "exact"},
    {.key = "area"},
    {.key = "share"},
    {.title = "of the region"},
    {.key = "outside"},
    {.key = "e_n_low", .array = "e_n"},
    {.key = "e_n_high", .array = "e_n"},
    {.title = "e_n"},
    {.key = "dE_low", .array = "dE"},
    {.key = "dE_high", .array = "dE"},
    {.title = "energy, J"},
    {.key = "asked"},
    {.key = "answered"},
    {.key = "left"},
    {.title = "remark"},
};

static void add_range(carom_document *document, const double range[2], double scale) {
    carom_document_cell_number(document, range[0], scale);
    carom_document_cell_number(document, range[1], scale);
    if (isnan(range[0]))
        carom_document_cell(document, "-");
    else
        carom_document_cell(document, "%.4g to %.4g", carom_tidy(range[0], scale), carom_tidy(range[1], scale));
}

static void add_remark(carom_document *document, const reached *r) {
    const carom_reach *a = &r->reach;
    if (a->left)
        carom_document_cell(document, "leaves the region in %ld of %ld%s", a->left, a->answered,
                            a->gains ? ", gains energy" : "");
    else if (!a->answered)
        carom_document_cell(document, "not defined for this contact: `carom laws %s`", r->law->name);
    else if (a->answered < a->asked)
        carom_document_cell(document, "no result in %ld of %ld", a->asked - a->answered, a->asked);
    else
        carom_document_cell(document, "%s", "");
}

static void add_law(carom_document *document, const reached *r, int dim) {
    const carom_reach *a = &r->reach;
    json_t *own = json_array();
    char over[128] = "";
    for (int k = 0; k < r->count; k++) {
        carom_join(over, sizeof over, ", ", name_of(r, k));
        json_array_append_new(own, json_pack("{s:s, s:o, s:o}", "name", name_of(r, k), "low",
                                             carom_json_real(r->own[k].low), "high", carom_json_real(r->own[k].high)));
    }
    carom_document_cell(document, "%s", r->law->name);
    carom_document_cell_data(document, own);
    carom_document_cell(document, "%s", r->count ? over : "none");
    carom_document_cell(document, "%s", kind_of(r, dim));
    carom_document_cell_data(document, json_boolean(a->exact));
    carom_document_cell_number(document, a->area, 0.0);
    carom_document_cell_number(document, a->share, 0.0);
    if (dim == 2 && a->area > 0.0)
        carom_document_cell(document, "%.*f %%", a->exact ? 3 : 1, 100.0 * a->share);
    else
        carom_document_cell(document, "%s", dim == 2 && a->answered ? "no area" : "-");
    carom_document_cell_number(document, a->outside, 0.0);
    add_range(document, a->e_n, 1.0);
    add_range(document, a->dE, fabs(a->dE[0]));
    carom_document_cell_data(document, json_integer(a->asked));
    carom_document_cell_data(document, json_integer(a->answered));
    carom_document_cell_data(document, json_integer(a->left));
    add_remark(document, r);
}

// Chatterjee 1997, chapter 7, names these points by letters.
static void add_letters(carom_document *document, const carom_problem *problem) {
    static const carom_document_column heads[] = {CAROM_COLUMN("letter"), CAROM_COMPONENT("P_n", "P", "N s"),
                                                  CAROM_COMPONENT("P_t", "P", "N s"), CAROM_COLUMN("what")};
    static const char *const what[8] = {
        "edge of the friction cone meets v_n' = 0, on the side opposite to friction",
        "no friction, e = 0",
        "everything stops",
        "edge of the friction cone meets v_n' = 0, on the side to which friction pushes",
        "edge of the friction cone meets dE = 0, on the side to which friction pushes",
        "no friction, e = 1",
        "the velocity is reversed: 2 C",
        "edge of the friction cone meets dE = 0, on the side opposite to friction"};
    carom_named_points letters;
    if (problem->contact.dim == 3 || carom_letters_compute(&problem->contact, problem->params.mu, &letters) != CAROM_OK)
        return;
    carom_document_table(document, "letters", heads, sizeof heads / sizeof *heads);
    for (int i = 0; i < 8; i++) {
        const double *P = letters.at[i];
        if (isnan(P[0])) continue;
        carom_document_cell(document, "%c", 'A' + i);
        for (int k = 0; k < 2; k++) carom_document_cell_number(document, P[k], fabs(P[0]) + fabs(P[1]));
        carom_document_cell(document, "%s", what[i]);
    }
}

static void add_outline(carom_document *document, const carom_problem *problem, const reached *r) {
    json_t *array = json_array();
    carom_reach_area *area = carom_resize(NULL, 1, sizeof *area);
    if (r->reach.exact && r->count > 1 &&
        carom_reach_outline(r->law, &problem->contact, &problem->params, area) == CAROM_OK)
        for (int i = 0; i < area->count; i++) json_array_append_new(array, carom_json_numbers(area->P[i], 2));
    free(area);
    carom_document_data(document, "outline", array);
}

// Adds the impulses over a grid of at most two coefficients, for programs. `heads` has room for five columns.
enum { CURVE = 200, FIRST = 20, SECOND = 40 };
static void add_impulses(carom_document *document, const carom_problem *problem, const reached *r,
                         carom_document_column *heads) {
    const bool two = r->count > 1;
    const int dim = problem->contact.dim, first = two ? FIRST : CURVE, second = two ? SECOND : 0;
    const size_t across = (size_t)second + 1, most = (size_t)(first + 1) * across;
    static const char *const names[2][3] = {{"P_n", "P_t", NULL}, {"P_n", "P_t1", "P_t2"}};
    int count = 0;
    for (int k = 0; k < 1 + two; k++) heads[count++] = (carom_document_column){.key = name_of(r, k)};
    for (int i = 0; i < dim; i++) heads[count++] = (carom_document_column){.key = names[dim - 2][i], .array = "P"};
    double *P = carom_resize(NULL, 3 * most, sizeof *P);
    size_t answered = 0;
    const carom_status status = carom_reach_net(r->law, &problem->contact, &problem->params, &r->own[0], first,
                                                two ? &r->own[1] : NULL, second, P, most, &answered);
    carom_document_table(document, "impulses", heads, count);
    for (size_t i = 0; i < most && status == CAROM_OK; i++) {
        if (isnan(P[3 * i])) continue;
        const double at[2] = {(double)(i / across) / first, two ? (double)(i % across) / second : 0.0};
        for (int k = 0; k < 1 + two; k++)
            carom_document_cell_number(document, r->own[k].low + at[k] * (r->own[k].high - r->own[k].low), 0.0);
        for (int k = 0; k < dim; k++) carom_document_cell_number(document, P[3 * i + (size_t)k], 0.0);
    }
    free(P);
}

int carom_region_law(const carom_problem *problem, const carom_law *law, const carom_extent *extent) {
    const int dim = problem->contact.dim;
    carom_cover *cover = carom_resize(NULL, 1, sizeof *cover);
    carom_document_column heads[5];
    reached r;
    const carom_status status = law ? follow(problem, extent, law, cover, &r) : CAROM_OK;
    if (status != CAROM_OK) {
        carom_error refusal;
        free(cover);
        carom_complain_of(&refusal, status, law, &problem->contact, &problem->params, NULL);
        return carom_args_refused(&refusal);
    }
    carom_document *document = carom_document_new(NULL);
    carom_region_facts(document, dim, problem->params.mu, extent);
    carom_document_table(document, "laws", columns, sizeof columns / sizeof *columns);
    if (law) add_law(document, &r, dim);
    for (int i = 0; !law && carom_law_at(NULL, i, CAROM_ONE_CONTACT); i++) {
        const carom_law *each = carom_law_at(NULL, i, CAROM_ONE_CONTACT);
        if ((each->solves & (dim == 2 ? CAROM_2D : CAROM_3D)) && follow(problem, extent, each, cover, &r) == CAROM_OK)
            add_law(document, &r, dim);
    }
    add_letters(document, problem);
    if (law) add_outline(document, problem, &r);
    if (law && r.count) add_impulses(document, problem, &r, heads);
    carom_document_print(document);
    free(cover);
    return CAROM_EXIT_FINE;
}
