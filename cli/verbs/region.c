// Implements carom region: computes the geometry of impulse space for one contact.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "carom/geometry.h"
#include "cli/args/args.h"
#include "cli/args/stream.h"
#include "cli/document/document.h"
#include "cli/exit.h"
#include "cli/lookup/ask.h"
#include "cli/lookup/laws.h"
#include "cli/lookup/report.h"
#include "cli/print/shell.h"
#include "cli/print/words.h"
#include "cli/verbs/parts.h"
#include "mods/scenario/json.h"
#include "mods/scenario/report.h"

static const char examples[] = "  carom region --mu 0.5 --W \"2.5 -1.5; -1.5 2.5\" --v \"-1 0.6\"\n"
                               "  carom region problem.json --law chatterjee1\n"
                               "  carom region problem.json --law all\n";
static const char about[] =
    "Prints the impulses that energy, friction and the surface allow, or those that a law can give.\n"
    "\n"
    "The accessible region depends only on W, v and mu, and every admissible result lies in it. Its boundary consists "
    "of the energy ellipse, the friction cone and the line of maximum compression. `carom check` checks one impulse.\n"
    "\n"
    "With --law, carom varies the coefficients of the law that you do not give, at fixed mu, and prints which part of "
    "the region the law covers. One free coefficient gives a curve of impulses, two or more an area. `carom draw "
    "--reach` draws it.";

static const struct {
    unsigned bit;
    const char *name;
} boundaries[] = {{CAROM_BOUNDARY_COMPRESSION, "compression"},
                  {CAROM_BOUNDARY_ENERGY, "energy"},
                  {CAROM_BOUNDARY_FRICTION_UP, "friction P_t = +mu P_n"},
                  {CAROM_BOUNDARY_FRICTION_DOWN, "friction P_t = -mu P_n"}};
enum { BOUNDARIES = sizeof boundaries / sizeof *boundaries };

// Holds the values to print: the region and its corners.
typedef struct {
    const carom_problem *problem;
    carom_region region;
    carom_corner corners[CAROM_MAX_CORNERS];
    int corner_count;
    carom_extent extent;
    bool mesh;
} answer;

static bool look(answer *a, carom_error *refusal) {
    const carom_problem *p = a->problem;
    carom_status status = carom_contact_validate(&p->contact);
    if (status == CAROM_OK && !carom_ask_mu(p, "region", refusal)) return false;
    if (status == CAROM_OK) status = carom_region_compute(&p->contact, p->params.mu, &a->region);
    if (status == CAROM_OK && p->contact.dim == 2)
        status = carom_region_corners(&p->contact, p->params.mu, a->corners, &a->corner_count);
    if (status == CAROM_OK) status = carom_region_extent(&p->contact, p->params.mu, &a->extent);
    if (status != CAROM_OK) return carom_complain_of(refusal, status, NULL, &p->contact, &p->params, NULL);
    return true;
}

// Writes JSON.

static json_t *line_json(const carom_line *line, int dim) {
    return json_pack("{s:o, s:o}", "point", carom_json_numbers(line->point, (size_t)dim), "direction",
                     carom_json_numbers(line->direction, (size_t)dim));
}

static json_t *corners_json(const answer *a) {
    json_t *array = json_array();
    for (int i = 0; i < a->corner_count; i++) {
        json_t *meets = json_array();
        for (int k = 0; k < BOUNDARIES; k++)
            if (a->corners[i].meets & boundaries[k].bit) json_array_append_new(meets, json_string(boundaries[k].name));
        json_array_append_new(array,
                              json_pack("{s:o, s:o}", "P", carom_json_numbers(a->corners[i].P, 2), "meets", meets));
    }
    return array;
}

// Writes the surface in 3D: three faces of a mesh. The last points of each row are the corner curves.
enum { AROUND = 72, ACROSS = 12, POINTS = (AROUND + 1) * (ACROSS + 1) };
static const struct {
    carom_boundary face;
    const char *name;
} faces[3] = {{CAROM_BOUNDARY_COMPRESSION, "compression"},
              {CAROM_BOUNDARY_FRICTION, "friction"},
              {CAROM_BOUNDARY_ENERGY, "energy"}};

static bool face_of(const answer *a, int k, double *P) {
    const carom_problem *p = a->problem;
    if (carom_region_mesh(&p->contact, p->params.mu, faces[k].face, AROUND, ACROSS, P, POINTS) == CAROM_OK) return true;
    carom_say("--mesh is for a 3D region with a surface: it needs an approach, friction (--mu) and a regular W");
    return false;
}

static json_t *mesh_json(const answer *a) {
    double *P = carom_resize(NULL, 3 * POINTS, sizeof *P);
    json_t *object = json_object(), *rims = json_object();
    json_object_set_new(object, "around", json_integer(AROUND));
    json_object_set_new(object, "across", json_integer(ACROSS));
    for (int k = 0; k < 3 && face_of(a, k, P); k++) {
        json_t *points = json_array(), *rim = json_array();
        for (int i = 0; i < POINTS; i++) {
            json_array_append_new(points, carom_json_numbers(P + 3 * i, 3));
            if (i % (ACROSS + 1) == ACROSS) json_array_append_new(rim, carom_json_numbers(P + 3 * i, 3));
        }
        json_object_set_new(object, faces[k].name, points);
        json_object_set_new(rims, faces[k].name, rim);
        if (faces[k].face == CAROM_BOUNDARY_FRICTION) json_object_del(rims, faces[k].name);
    }
    json_object_set_new(object, "corner_curves", rims);
    free(P);
    return object;
}

static int print_mesh(const answer *a) {
    double *P = carom_resize(NULL, 3 * POINTS, sizeof *P);
    int exit = CAROM_EXIT_FINE;
    for (int k = 0; k < 3 && exit == CAROM_EXIT_FINE; k++) {
        if (!face_of(a, k, P)) exit = CAROM_EXIT_USAGE;
        if (exit == CAROM_EXIT_FINE && k == 0) printf("face,around,across,P_n,P_t1,P_t2\n");
        for (int i = 0; i < POINTS && exit == CAROM_EXIT_FINE; i++)
            printf("%s,%d,%d,%.17g,%.17g,%.17g\n", faces[k].name, i / (ACROSS + 1), i % (ACROSS + 1), P[3 * i],
                   P[3 * i + 1], P[3 * i + 2]);
    }
    free(P);
    return exit;
}

// Adds what programs read, with all numbers in one place.
static void add_data(carom_document *document, const answer *a) {
    const carom_region *r = &a->region;
    const size_t dim = (size_t)r->dim;
    json_t *axes = json_array();
    for (size_t k = 0; k < dim; k++) json_array_append_new(axes, carom_json_numbers(r->axes[k], dim));
    carom_document_data(document, "bounded", json_boolean(r->bounded));
    carom_document_data(document, "centre", carom_json_numbers(r->centre, dim));
    carom_document_data(document, "axes", axes);
    carom_document_data(document, "frictionless_e0", carom_json_numbers(r->frictionless[0], dim));
    carom_document_data(document, "frictionless_e1", carom_json_numbers(r->frictionless[1], dim));
    carom_document_data(document, "sticking", r->sticks ? line_json(&r->sticking, r->dim) : json_null());
    carom_document_data(document, "compression_normal", carom_json_numbers(r->compression_normal, dim));
    carom_document_data(document, "highest", carom_json_numbers(a->extent.highest, dim));
    if (a->mesh) carom_document_data(document, "mesh", mesh_json(a));
    if (dim == 3) return;
    carom_document_data(document, "compression", line_json(&r->compression, 2));
    carom_document_data(document, "corners", corners_json(a));
}

static void row(carom_document *document, const char *name, const double *x, int dim, double scale, const char *words) {
    carom_document_cell(document, "%s", name);
    for (int i = 0; i < dim; i++) carom_document_cell_number(document, x[i], scale);
    carom_document_cell(document, "%s", words);
}

static void add_corners(carom_document *document, const answer *a, double size) {
    for (int i = 0; i < a->corner_count; i++) {
        char meets[160] = "corner: ";
        bool first = true;
        for (int k = 0; k < BOUNDARIES; k++) {
            if (!(a->corners[i].meets & boundaries[k].bit)) continue;
            carom_join(meets, sizeof meets, first ? "" : ", ", boundaries[k].name);
            first = false;
        }
        row(document, "", a->corners[i].P, 2, size, meets);
    }
}

static void add_points(carom_document *document, const answer *a) {
    static const carom_document_column plane[] = {CAROM_COLUMN("point"), CAROM_COLUMN("P_n"), CAROM_COLUMN("P_t"),
                                                  CAROM_COLUMN("what")},
                                       space[] = {CAROM_COLUMN("point"), CAROM_COLUMN("P_n"), CAROM_COLUMN("P_t1"),
                                                  CAROM_COLUMN("P_t2"), CAROM_COLUMN("what")};
    const carom_region *r = &a->region;
    const int dim = r->dim;
    const double size = r->frictionless[1][0] + (r->bounded ? carom_largest(r->centre, dim) : 0.0);
    carom_document_table(document, NULL, dim == 2 ? plane : space, dim + 2);
    row(document, "A", r->frictionless[0], dim, size, "no friction, e = 0: on the line of maximum compression");
    row(document, "B", r->frictionless[1], dim, size, "no friction, e = 1: on the energy ellipse");
    row(document, "C", r->centre, dim, size, "everything stops: centre of the ellipse");
    for (int k = 0; k < dim; k++)
        row(document, "axis", r->axes[k], dim, r->bounded ? carom_largest(r->axes[k], dim) : 0.0,
            "semi-axis of the ellipse, from C");
    if (r->sticks)
        row(document, "stick", r->sticking.direction, dim, 1.0, "direction of the line of sticking, through C");
    if (dim == 2)
        row(document, "press", r->compression.direction, 2, 1.0, "direction of the line of compression, through A");
    add_corners(document, a, size);
}

void carom_region_facts(carom_document *document, int dim, double mu, const carom_extent *extent) {
    carom_document_number(document, (carom_fact){.key = "mu", .title = "mu"}, mu);
    carom_document_number(document,
                          dim == 2 ? (carom_fact){.key = "area", .title = "area", .unit = "(N s)^2"}
                                   : (carom_fact){.key = "volume", .title = "volume", .unit = "(N s)^3"},
                          extent->size);
    carom_document_number(document, (carom_fact){.key = "e_n_most", .title = "largest e_n"}, extent->e_most);
}

static carom_document *describe(const answer *a) {
    const carom_region *r = &a->region;
    carom_document *document = carom_document_new(NULL);
    carom_region_facts(document, r->dim, r->mu, &a->extent);
    carom_document_number(document, (carom_fact){.key = "energy", .title = "energy", .unit = "J"}, r->energy);
    add_data(document, a);
    add_points(document, a);
    return document;
}

int carom_verb_region(int argc, char **argv) {
    bool mesh = false;
    const char *whole = NULL;
    carom_problem problem = carom_problem_new(carom_tables_modules());
    const carom_option options[] = {
        CAROM_DOCUMENT_OPTIONS,
        {"mesh", NULL, "3D: print the surface of the region as CSV, or as JSON with --json", &mesh, NULL},
        {0},
    };
    const carom_usage usage = {.verb = "region",
                               .examples = examples,
                               .about = about,
                               .options = options,
                               .problem = &problem,
                               .most_operands = 1,
                               .operands = "[FILE|-]",
                               .reads = carom_tables_reads(NULL),
                               .whole = &whole};
    carom_error refusal;
    carom_operands operands;
    json_t *document;
    int exit;
    if (!carom_args_read(&usage, argc, argv, &operands, &exit)) return exit;
    // The law of a file is not meant: the region is the same for every law.
    const carom_law *law = problem.law;
    if (!law && !whole &&
        !carom_problem_all_read(&problem, problem.given, CAROM_PARAM_BIT(mu), "a region without --law", &refusal))
        return carom_args_refused(&refusal);
    if (mesh && (law || whole)) {
        carom_say("--mesh is the surface of the region; leave out --law");
        return CAROM_EXIT_USAGE;
    }
    if (!carom_stream_stated(&usage, &operands, &document, &exit)) return exit;
    answer a = {.problem = &problem, .mesh = mesh};
    if ((law && !carom_problem_whole(&problem, &refusal)) || !carom_problem_settled(&problem, &refusal) ||
        !look(&a, &refusal))
        exit = carom_args_refused(&refusal);
    else if (law || whole)
        exit = carom_region_law(&problem, law, &a.extent);
    else if (mesh && !carom_document_wants_json)
        exit = print_mesh(&a);
    else
        carom_document_print(describe(&a));
    carom_problem_free(&problem);
    json_decref(document);
    return exit;
}
