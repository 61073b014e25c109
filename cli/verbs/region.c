// Implements carom region: computes the geometry of impulse space for one contact.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

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
#include "mods/scenario/write.h"

static const char examples[] = "  carom region --mu 0.5 --W \"2.5 -1.5; -1.5 2.5\" --v \"-1 0.6\"\n"
                               "  carom region problem.json --format json\n";
static const char about[] =
    "Prints the impulses that energy, friction and the surface allow.\n"
    "\n"
    "The region of these impulses depends only on W, v and mu, and every admissible result lies in it. "
    "Its boundary consists of the energy ellipse, the friction cone and the line of maximum "
    "compression. `carom check` checks one impulse.";

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

static json_t *region_json(const answer *a) {
    const carom_region *r = &a->region;
    const size_t dim = (size_t)r->dim;
    json_t *axes = json_array(), *object = json_object();
    for (size_t k = 0; k < dim; k++) json_array_append_new(axes, carom_json_numbers(r->axes[k], dim));
    json_object_set_new(object, "mu", carom_json_real(r->mu));
    json_object_set_new(object, "energy", carom_json_real(r->energy));
    json_object_set_new(object, "bounded", json_boolean(r->bounded));
    json_object_set_new(object, "centre", carom_json_numbers(r->centre, dim));
    json_object_set_new(object, "axes", axes);
    json_object_set_new(object, "frictionless_e0", carom_json_numbers(r->frictionless[0], dim));
    json_object_set_new(object, "frictionless_e1", carom_json_numbers(r->frictionless[1], dim));
    json_object_set_new(object, "sticking", r->sticks ? line_json(&r->sticking, r->dim) : json_null());
    json_object_set_new(object, "compression_normal", carom_json_numbers(r->compression_normal, dim));
    json_object_set_new(object, r->dim == 2 ? "area" : "volume", carom_json_real(a->extent.size));
    json_object_set_new(object, "e_n_most", carom_json_real(a->extent.e_most));
    json_object_set_new(object, "highest", carom_json_numbers(a->extent.highest, dim));
    if (a->mesh) json_object_set_new(object, "mesh", mesh_json(a));
    if (r->dim == 2) {
        json_object_set_new(object, "compression", line_json(&r->compression, 2));
        json_object_set_new(object, "corners", corners_json(a));
    }
    return object;
}

// Prints text.

static void row(carom_table *table, const char *name, const double *x, int dim, double scale, const char *words) {
    carom_table_cell(table, "%s", name);
    for (int i = 0; i < dim; i++) carom_table_number(table, x[i], scale);
    carom_table_cell(table, "%s", words);
}

static void print_corners(carom_table *table, const answer *a, double size) {
    for (int i = 0; i < a->corner_count; i++) {
        char meets[160] = "corner: ";
        bool first = true;
        for (int k = 0; k < BOUNDARIES; k++) {
            if (!(a->corners[i].meets & boundaries[k].bit)) continue;
            carom_join(meets, sizeof meets, first ? "" : ", ", boundaries[k].name);
            first = false;
        }
        row(table, "", a->corners[i].P, 2, size, meets);
    }
}

static void print_region(const answer *a) {
    const carom_region *r = &a->region;
    const int dim = r->dim;
    const double size = r->frictionless[1][0] + (r->bounded ? carom_largest(r->centre, dim) : 0.0);
    carom_table table = {.format = carom_output_format, .align = dim == 2 ? "lrrl" : "lrrrl"};
    static const char *const heads[] = {"point", "P_n", "P_t", "", "what"};
    for (int i = 0; i < 5 && carom_table_plain(); i++)
        if (i != 3 || dim == 3)
            carom_table_cell(&table, "%s%s", heads[i], dim == 2 ? "" : i == 2 ? "1" : i == 3 ? "P_t2" : "");
    row(&table, "A", r->frictionless[0], dim, size, "no friction, e = 0: on the line of maximum compression");
    row(&table, "B", r->frictionless[1], dim, size, "no friction, e = 1: on the energy ellipse");
    row(&table, "C", r->centre, dim, size, "everything stops: centre of the ellipse");
    for (int k = 0; k < dim; k++)
        row(&table, "axis", r->axes[k], dim, r->bounded ? carom_largest(r->axes[k], dim) : 0.0,
            "semi-axis of the ellipse, from C");
    if (r->sticks)
        row(&table, "stick", r->sticking.direction, dim, 1.0, "direction of the line of sticking, through C");
    if (dim == 2)
        row(&table, "press", r->compression.direction, 2, 1.0, "direction of the line of compression, through A");
    print_corners(&table, a, size);
    printf("mu = %g, energy %g J\n\n", r->mu, r->energy);
    carom_table_print(stdout, &table);
    printf("\nThe region has the %s %.6g (N s)^%d", dim == 2 ? "area" : "volume", a->extent.size, dim);
    if (a->extent.e_most > 0.0) printf(" and e_n up to %.6g", a->extent.e_most);
    printf(".\n");
}

int carom_verb_region(int argc, char **argv) {
    bool json = false, mesh = false;
    carom_problem problem = carom_problem_new(carom_tables_modules());
    const carom_option options[] = {
        {"json", NULL, "", &json, NULL},
        CAROM_TABLE_OPTIONS,
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
                               .asks = CAROM_ASKS_EVERY,
                               .reads = CAROM_PARAM_BIT(mu)};
    carom_error refusal;
    json_t *document;
    int exit;
    if (!carom_stream_opening(&usage, argc, argv, &document, &exit)) return exit;
    answer a = {.problem = &problem, .mesh = mesh};
    if (!carom_problem_settled(&problem, &refusal) || !look(&a, &refusal))
        exit = carom_args_refused(&refusal);
    else if (json)
        carom_json_answer(region_json(&a));
    else if (mesh)
        exit = print_mesh(&a);
    else
        print_region(&a);
    carom_problem_free(&problem);
    json_decref(document);
    return exit;
}
