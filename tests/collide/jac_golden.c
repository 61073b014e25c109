// Compares Jacobians of one impact with the golden file: at smooth points, on both sides of kinks, and at jumps.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "carom/derivatives.h"
#include "support/compliant_params.h"
#include "support/golden.h"
#include "support/outcome.h"

// Tests the laws of the core, or the contact models if JAC_COMPLIANT is defined.
#ifdef JAC_COMPLIANT
#include "compliant/devices.h"
#define FIND  device_find
#define CASES 37
#define SIZE  508
#else
#define FIND(name) carom_law_find(NULL, name, CAROM_ONE_CONTACT)
#define CASES      513
#define SIZE       12365
#endif

// A Jacobian, with one row for each component of P. The columns are v, W, and the coefficients that the golden case
// names, in its order.
typedef struct table {
    int rows, columns;
    double x[3][32];
    double largest;
} table;

static void add(table *t, int row, int *column, double x) {
    t->x[row][*column] = x;
    t->largest = fmax(t->largest, fabs(x));
    if (++*column > t->columns) t->columns = *column;
}

static table wanted_of(const json_t *side, int dim) {
    table t = {.rows = dim};
    double v[9], W[18];
    const char *name;
    json_t *column;
    golden_reals(json_object_get(side, "dP_dv"), v, 9);
    golden_reals(json_object_get(side, "dP_dW"), W, 18);
    const int entries = dim == 2 ? 3 : 6;
    int k = 0;
    for (int i = 0; i < dim; i++) {
        k = 0;
        for (int j = 0; j < dim; j++) add(&t, i, &k, v[dim * i + j]);
        for (int j = 0; j < entries; j++) add(&t, i, &k, W[entries * i + j]);
    }
    json_object_foreach(json_object_get(side, "dP_dparam"), name, column) {
        double x[9];
        const int many = golden_reals(column, x, 9) / dim, from = k;
        for (int i = 0; i < dim; i++) {
            k = from;
            for (int j = 0; j < many; j++) add(&t, i, &k, x[many * i + j]);
        }
    }
    return t;
}

// Returns the same columns of carom's Jacobian, plus `share` times c n^T. A share of 1 gives the other side of a kink.
static table got_of(const carom_law *law, const carom_jacobian *j, const json_t *params, int dim, double share) {
    table t = {.rows = dim};
    const int entries = dim == 2 ? 3 : 6;
    const char *name;
    json_t *unused;
    for (int i = 0; i < dim; i++) {
        int k = 0;
        for (int l = 0; l < dim; l++) add(&t, i, &k, j->dP_dv[i][l] + share * j->c[i] * j->n_v[l]);
        for (int l = 0; l < entries; l++) add(&t, i, &k, j->dP_dW[i][l] + share * j->c[i] * j->n_W[l]);
        json_object_foreach((json_t *)params, name, unused) {
            const carom_coefficient *row = carom_law_find_coefficient(law, name);
            for (int l = 0; row && l < j->params; l++)
                if ((int)j->param[l] == row->number)
                    add(&t, i, &k, j->dP_dparam[i][l] + share * j->c[i] * j->n_param[l]);
        }
    }
    return t;
}

static double apart(const table *a, const table *b) {
    double off = a->columns == b->columns ? 0.0 : HUGE_VAL;
    for (int i = 0; i < a->rows; i++)
        for (int k = 0; k < a->columns; k++)
            off = fabs(a->x[i][k] - b->x[i][k]) <= off ? off : fabs(a->x[i][k] - b->x[i][k]);
    return off;
}

static bool ask(const json_t *golden, const carom_law *law, carom_contact *c, carom_params *p) {
    const char *name;
    json_t *value;
    double W[9];
    c->dim = golden_reals(json_object_get(golden, "v"), c->v, 3);
    golden_reals(json_object_get(golden, "W"), W, 9);
    for (int i = 0; i < c->dim; i++)
        for (int j = 0; j < c->dim; j++) c->W[i][j] = W[c->dim * i + j];
    json_object_foreach(json_object_get(golden, "params"), name, value) {
        double x[3] = {HUGE_VAL};
        size_t many = 1;
        if (json_is_array(value)) many = (size_t)golden_reals(value, x, 3);
        if (json_is_number(value)) x[0] = json_number_value(value);
        if (!strcmp(name, "type")) x[0] -= 1.0; // the golden file counts choices from 1
        if (json_is_string(value) && strcmp(json_string_value(value), "inf"))
            x[0] = carom_choice_of(carom_law_find_coefficient(law, name), json_string_value(value));
        if (carom_params_set_by_name(law, p, name, x, many) != CAROM_OK) return false;
    }
    return true;
}

// `tol` is relative to the largest entry, or absolute if that is below 1.
static void compare(golden_case *c, const char *what, const table *got, const table *wanted, double tol) {
    golden_near(c, what, apart(got, wanted), 0.0, tol * fmax(1.0, wanted->largest));
    c->numbers += wanted->rows * wanted->columns - 1;
}

static void compare_sides(golden_case *c, const carom_law *law, const carom_jacobian *j, const json_t *expect, int dim,
                          double tol) {
    const json_t *sides = json_object_get(expect, "sides"), *first = json_array_get(sides, 0);
    const json_t *names = json_object_get(first, "dP_dparam");
    const table a = wanted_of(first, dim), b = wanted_of(json_array_get(sides, 1), dim);
    const table here = got_of(law, j, names, dim, 0.0), there = got_of(law, j, names, dim, 1.0);
    if (j->smooth != CAROM_KINK)
        golden_differ(c, "%s, not a kink", carom_enum_name(CAROM_ENUM_SMOOTHNESS, (int)j->smooth));
    const bool at_first = apart(&here, &a) <= apart(&here, &b);
    compare(c, "this side", &here, at_first ? &a : &b, tol);
    compare(c, "other side", &there, at_first ? &b : &a, tol);
}

static golden_case check(const json_t *golden, const carom_law *law) {
    const char *kind = golden_text(golden, "kind");
    const json_t *expect = json_object_get(golden, "expect");
    const double tol = golden_real(golden, "tol");
    golden_case compared = {0};
    carom_contact c = {.dim = 0};
    carom_params p = params_springs();
    carom_result out, plain;
    carom_jacobian j;
    if (!ask(golden, law, &c, &p)) golden_differ(&compared, "not read");
    const carom_status status = carom_collide_jacobian(law, &c, &p, &out, &j);
    carom_collide(law, &c, &p, &plain);
    if (status != CAROM_OK) golden_differ(&compared, "%s", carom_status_name(status));
    if (!same_outcome(&plain, &out, c.dim)) golden_differ(&compared, "the outcome differs from carom_collide's");
    if (compared.why[0]) return compared;
    if (!strcmp(kind, "kink")) compare_sides(&compared, law, &j, expect, c.dim, tol);
    if (!strcmp(kind, "jump") && j.smooth != CAROM_JUMP)
        golden_differ(&compared, "%s, not a jump", carom_enum_name(CAROM_ENUM_SMOOTHNESS, (int)j.smooth));
    if (strcmp(kind, "smooth")) return compared;
    if (json_object_get(expect, "sides")) expect = json_array_get(json_object_get(expect, "sides"), 0); // equal sides
    // mindlin accepts any W, but the golden derivatives keep W diagonal, so they have 0 for W_nt.
    if (!strcmp(law->name, "mindlin"))
        for (int k = 0; k < c.dim; k++) j.dP_dW[k][1] = 0.0;
    const table wanted = wanted_of(expect, c.dim),
                got = got_of(law, &j, json_object_get(expect, "dP_dparam"), c.dim, 0.0);
    if (j.smooth != CAROM_SMOOTH && j.smooth != CAROM_ONE_SIDED)
        golden_differ(&compared, "%s, not smooth", carom_enum_name(CAROM_ENUM_SMOOTHNESS, (int)j.smooth));
    compare(&compared, "Jacobian", &got, &wanted, tol);
    return compared;
}

int main(void) {
    golden_tally t = {.name = "derivatives", .worst_id = "-"};
    json_t *document = golden_load("golden", "derivatives"), *golden;
    size_t i;
    if (!document) return 1;
    json_array_foreach(json_object_get(document, "cases"), i, golden) {
        const carom_law *law = FIND(golden_text(golden, "law"));
        const int dim = (int)json_array_size(json_object_get(golden, "v"));
        if (json_object_get(golden, "where") || !(carom_law_derivatives(law) & (dim == 2 ? CAROM_2D : CAROM_3D)))
            continue;
        const golden_case c = check(golden, law);
        golden_judge(&t, golden_text(golden, "id"), &c);
    }
    json_decref(document);
    return golden_report(&t, CASES, SIZE) ? 0 : 1;
}
