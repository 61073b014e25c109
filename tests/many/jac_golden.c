// Compares derivatives at several contacts with golden cases: dP by v, W and the coefficients of every contact. A null
// column in a golden case is not defined, and NaN is expected there. It is the derivative by v_n of a closed contact
// that does not strike, where v_n = 0.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "carom/derivatives.h"
#include "support/golden.h"
#include "support/params.h"

enum { MOST = 4, N = 2 * MOST, ROOM = N * N * N };

static void compare(golden_case *c, const char *what, const double *got, const json_t *wanted, int columns, double tol,
                    double least) {
    const double allowed = tol * fmax(least, golden_largest(wanted));
    size_t i;
    json_t *row;
    json_array_foreach((json_t *)(size_t)wanted, i, row) {
        for (int k = 0; k < columns; k++) {
            const json_t *x = json_is_array(row) ? json_array_get(row, (size_t)k) : row;
            const double have = got[(int)i * columns + k];
            if (json_is_null(x)) {
                if (!isnan(have)) golden_differ(c, "%s: a number in a column that is not defined", what);
            } else {
                golden_near(c, what, have, json_number_value(x), allowed);
            }
        }
    }
}

static void read_param(const char *key, const json_t *value, int nc, carom_params *p, carom_system_params *all) {
    if (!strcmp(key, "c")) {
        all->striking = (int)json_integer_value(value);
        return;
    }
    const carom_coefficient *row = carom_coefficient_find(NULL, key);
    for (int i = 0; i < nc; i++) {
        const json_t *one = json_is_array(value) ? json_array_get(value, (size_t)i) : value;
        const double x = json_is_string(one) ? carom_choice_of(row, json_string_value(one)) : json_number_value(one);
        carom_params_set(&p[i], row, &x, 1);
    }
}

// Compares the columns of one coefficient. If the file has one column, it belongs to the striking contact.
static void check_param(golden_case *c, const carom_system_jacobian *jac, int nc, int striking, const char *key,
                        const json_t *wanted, double tol) {
    double got[ROOM];
    const int columns = json_is_array(json_array_get(wanted, 0)) ? nc : 1;
    for (int k = 0; k < jac->params; k++) {
        if ((int)jac->param[k] != carom_coefficient_find(NULL, key)->number) continue;
        for (int i = 0; i < jac->n; i++)
            for (int j = 0; j < columns; j++)
                got[i * columns + j] = jac->dP_dparam[i * jac->params * nc + k * nc + (columns == 1 ? striking : j)];
        compare(c, key, got, wanted, columns, tol, 1.0);
        return;
    }
    golden_differ(c, "no columns of %s", key);
}

static void check(const json_t *item, golden_case *c) {
    double W[N * N], v[N];
    carom_params p[MOST];
    const json_t *expect = json_object_get(item, "expect");
    golden_reals(json_object_get(item, "W"), W, N * N);
    const int n = golden_reals(json_object_get(item, "v"), v, N), nc = n / 2;
    carom_system_params all = carom_system_params_default(p);
    const char *key;
    json_t *value;
    for (int i = 0; i < nc; i++) p[i] = params_plain();
    json_object_foreach(json_object_get(item, "params"), key, value) read_param(key, value, nc, p, &all);
    const carom_system s = {.nc = nc, .dim = 2, .W = W, .v = v};
    const carom_law *method = carom_law_find(NULL, golden_text(item, "law"), CAROM_SYSTEMS);
    const size_t bytes = carom_system_jacobian_memory_size(method, &s, &all);
    void *memory = malloc(bytes);
    carom_system_result out;
    carom_system_jacobian jac;
    const carom_status status = carom_system_solve_jacobian(method, &s, &all, memory, bytes, &out, &jac);
    const double tol = golden_real(item, "tol");
    if (carom_status_classify(status) != CAROM_CLASS_OK || jac.smooth != CAROM_SMOOTH) {
        golden_differ(c, "status %s, smooth %d", carom_status_name(status), (int)jac.smooth);
    } else {
        compare(c, "P", out.P, json_object_get(expect, "P"), 1, tol, 1.0);
        compare(c, "dP_dv", jac.dP_dv, json_object_get(expect, "dP_dv"), n, tol, 1.0);
        compare(c, "dP_dW", jac.dP_dW, json_object_get(expect, "dP_dW"), jac.entries, tol, 1.0);
        json_object_foreach(json_object_get(expect, "dP_dparam"), key, value)
            check_param(c, &jac, nc, all.striking, key, value, tol);
    }
    free(memory);
}

int main(void) {
    json_t *document = golden_load("golden", "derivatives");
    if (!document) return 1;
    golden_tally tally = {.name = "derivatives: contacts"};
    size_t i;
    json_t *item;
    json_array_foreach(json_object_get(document, "cases"), i, item) {
        const char *where = golden_text(item, "where");
        if (!where || strcmp(where, "contacts") != 0) continue;
        golden_case c = {0};
        check(item, &c);
        golden_judge(&tally, golden_text(item, "id"), &c);
    }
    json_decref(document);
    return !golden_report(&tally, 46, 4000);
}
