// Uses two modules of your own with the core and the contact models, in one list. Each module has a law with sixteen
// coefficients of its own. The coefficients of both laws use the same places in carom_params.own without a conflict.
// Every coefficient is set, checked, reported and differentiated as its law describes it.
//   cc two_modules.c $(pkg-config --cflags --libs carom_compliant) -lm -o two_modules && ./two_modules
// It compiles as C and as C++20.
#include <carom/carom.h>
#include <carom/compliant.h>
#include <carom/derivatives.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { COUNT = 16 };

#define ROW(text, k, most)                                                                                             \
    {                                                                                                                  \
        .name = text #k, .number = CAROM_PARAM_OWN + (k), .kind = CAROM_REAL, .symbol = text #k, .default_value = 0.0, \
        .meaning = "share of the impulse that layer " #k " absorbs", .unit = "1", .lowest = 0.0, .highest = (most)     \
    }
#define ROWS(text, most)                                                                                               \
    {                                                                                                                  \
        ROW(text, 0, most), ROW(text, 1, most), ROW(text, 2, most), ROW(text, 3, most), ROW(text, 4, most),            \
            ROW(text, 5, most), ROW(text, 6, most), ROW(text, 7, most), ROW(text, 8, most), ROW(text, 9, most),        \
            ROW(text, 10, most), ROW(text, 11, most), ROW(text, 12, most), ROW(text, 13, most), ROW(text, 14, most),   \
            ROW(text, 15, most)                                                                                        \
    }
static const carom_coefficient foam_rows[] = ROWS("foam", 0.05), cork_rows[] = ROWS("cork", 0.06);

// The layers of foam or cork absorb their shares one after the other. The quality is data of the law.
typedef struct {
    double quality;
} padding;

static double passed(const padding *pad, const carom_params *p) {
    double rest = 1.0;
    for (int k = 0; k < COUNT; k++) rest *= 1.0 - pad->quality * p->own[k];
    return rest;
}

static carom_status solve(const carom_law *self, const carom_contact *c, const carom_params *p, carom_result *out) {
    const padding *pad = (const padding *)self->user;
    out->P[0] = -(1.0 + passed(pad, p)) * c->v[0] / c->W[0][0];
    out->P[1] = 0.0;
    out->mode = CAROM_MODE_SLIDING;
    return CAROM_OK;
}

// Computes the derivatives of W_nn P_n + (1 + passed) v_n = 0 and P_t = 0 with respect to P, v, W and the coefficients.
static bool jac(const carom_law *self, const carom_contact *c, const carom_params *p, const carom_result *out,
                carom_equations *equations) {
    const padding *pad = (const padding *)self->user;
    const double rest = passed(pad, p);
    carom_row *row = equations->row;
    row[0].P[0] = c->W[0][0];
    row[0].x[CAROM_JACOBIAN_V] = 1.0 + rest;
    row[0].x[CAROM_JACOBIAN_W] = out->P[0];
    row[1].P[1] = 1.0;
    for (int k = 0; k < equations->params; k++) {
        const double share = pad->quality * p->own[(int)equations->param[k] - CAROM_PARAM_OWN];
        row[0].x[CAROM_JACOBIAN_PARAM + k] = -pad->quality * rest / (1.0 - share) * c->v[0];
    }
    return true;
}

static const carom_contact_vtable code = {.solve = solve, .equations = jac, .differentiable = CAROM_2D};
static padding good = {1.0}, poor = {0.5};

static const carom_law foam = {.name = "foam",
                               .module = "foams",
                               .solves = CAROM_2D,
                               .closed_form = CAROM_2D,
                               CAROM_COEFFICIENTS(foam_rows),
                               .conditions = "",
                               .summary = "layers of foam",
                               .citation = "this file",
                               .contact = &code,
                               .user = &good};
static const carom_law cork = {.name = "cork",
                               .module = "corks",
                               .solves = CAROM_2D,
                               .closed_form = CAROM_2D,
                               CAROM_COEFFICIENTS(cork_rows),
                               .conditions = "",
                               .summary = "layers of cork",
                               .citation = "this file",
                               .contact = &code,
                               .user = &poor};
static const carom_law *const foams[] = {&foam, NULL}, *const corks[] = {&cork, NULL};
static const carom_module foam_module = {.name = "foams", .laws = foams},
                          cork_module = {.name = "corks", .laws = corks};

// Sets, rejects and differentiates every coefficient of one law. Returns the number of wrong results.
static int check(carom_modules *modules, const char *name, double quality, double most) {
    const carom_law *law = carom_law_find(modules, name, CAROM_ONE_CONTACT);
    const carom_contact c = {.dim = 2, .W = {{2.5, -1.5}, {-1.5, 2.5}}, .v = {-1.0, 0.6}};
    carom_params p = carom_params_default();
    carom_result out;
    carom_error refusal;
    carom_jacobian J;
    double expected = 1.0;
    int wrong = 0;
    for (int k = 0; k < COUNT; k++) {
        char key[16];
        const double value = 0.001 * (k + 1), too_large = 1.01 * most;
        snprintf(key, sizeof key, "%s%d", name, k);
        // A value outside the range is reported with number, name and range. A value inside is used.
        carom_params_set_by_name(law, &p, key, &too_large, 1);
        const carom_status status = carom_collide(law, &c, &p, &out);
        carom_collide_error(status, law, &c, &p, &out, &refusal);
        wrong += status == CAROM_OK || (int)refusal.coefficient != CAROM_PARAM_OWN + k || refusal.highest != most;
        wrong += strcmp(carom_law_coefficient(law, (int)refusal.coefficient)->name, key) != 0;
        wrong += carom_params_set_by_name(law, &p, key, &value, 1) != CAROM_OK;
        expected *= 1.0 - quality * value;
    }
    wrong += carom_collide_jacobian(law, &c, &p, &out, &J) != CAROM_OK || J.params != COUNT;
    wrong += !(fabs(out.P[0] - (1.0 + expected) / 2.5) < 1e-14);
    for (int k = 0; k < COUNT; k++) {
        const double slope = -quality * expected / (1.0 - quality * 0.001 * (k + 1)) / 2.5;
        wrong += (int)J.param[k] != CAROM_PARAM_OWN + k || !(fabs(J.dP_dparam[0][k] - slope) < 1e-14);
    }
    printf("%s: 16 coefficients set, checked and differentiated, P_n = %.6f, %d wrong\n", name, out.P[0], wrong);
    return wrong;
}

int main(void) {
    static carom_modules modules[] = {&carom_module_core, &carom_module_compliant, &foam_module, &cork_module, NULL};
    int wrong = check(modules, "foam", 1.0, 0.05) + check(modules, "cork", 0.5, 0.06);

    // The other law and the contact models do not know the coefficients of this law.
    carom_params p = carom_params_default();
    const double x = 0.01;
    wrong += carom_params_set_by_name(&foam, &p, "cork3", &x, 1) == CAROM_OK;
    wrong +=
        carom_params_set_by_name(carom_law_find(modules, "stronge", CAROM_ONE_CONTACT), &p, "foam3", &x, 1) == CAROM_OK;
    wrong +=
        carom_params_set_by_name(carom_law_find(modules, "stronge", CAROM_ONE_CONTACT), &p, "eta2", &x, 1) != CAROM_OK;
    return wrong != 0;
}
