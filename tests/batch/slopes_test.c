// Tests derivatives of every law by a second method. Derivatives with respect to coefficients are compared with
// differences of carom_collide, those of a batch of several items with carom_collide_jacobian.
#include "support/cmocka.h"

#include <string.h>

#include "base/worst.h"
#include "bench/random.h"
#include "carom/derivatives.h"
#include "support/floor.h"
#include "support/law_count.h"

enum { PROBLEMS = 150 };

static carom_contact draw(const carom_law *law, int dim, uint64_t i, carom_params *p) {
    random_stream r = random_at(2301, i);
    carom_contact c = random_contact(&r, dim, 1.0);
    *p = random_params(&r, dim);
    random_own(&r, law, p);
    p->rest_speed = 0.0;
    p->mu_static = CAROM_SAME_AS_MU;
    if (!strcmp(law->name, "bilinear") || !strcmp(law->name, "walton"))
        for (int k = 1; k < 3; k++) c.W[0][k] = c.W[k][0] = 0.0; // the law needs it
    return c;
}

// Returns true if no change of mode is near.
static bool is_smooth(const carom_jacobian *j) {
    return j->smooth == CAROM_SMOOTH && j->margin > 1e-2;
}

// Computes dP by one coefficient as a central difference. Returns false if the mode changes, or at the end of the
// range.
static bool difference(const carom_law *law, const carom_contact *c, carom_params p, const carom_coefficient *row,
                       carom_mode mode, double dP[3]) {
    const double h = 1e-5;
    double x[3];
    carom_result out[2];
    if (!row || row->kind != CAROM_REAL || carom_params_get(&p, row, x) != 1) return false;
    for (int side = 0; side < 2; side++) {
        const double at = x[0] + (side ? h : -h);
        if (carom_params_set(&p, row, &at, 1) != CAROM_OK || carom_collide(law, c, &p, &out[side]) != CAROM_OK)
            return false;
        if (out[side].mode != mode) return false;
    }
    for (int i = 0; i < c->dim; i++) dP[i] = (out[1].P[i] - out[0].P[i]) / (2.0 * h);
    return true;
}

static void by_parameters(void **state) {
    (void)state;
    for (int l = 0; l < law_count(CAROM_ONE_CONTACT); l++)
        for (int dim = 2; dim <= 3; dim++) {
            const carom_law *law = carom_law_at(NULL, l, CAROM_ONE_CONTACT);
            long compared = 0, near = 0;
            if (!law->contact || !(carom_law_derivatives(law) & (dim == 2 ? CAROM_2D : CAROM_3D))) continue;
            for (uint64_t i = 0; i < PROBLEMS; i++) {
                carom_params p;
                const carom_contact c = draw(law, dim, i, &p);
                carom_result out;
                carom_jacobian j;
                if (carom_collide_jacobian(law, &c, &p, &out, &j) != CAROM_OK || !is_smooth(&j)) continue;
                double size = 0.0;
                for (int k = 0; k < dim; k++) size += fabs(out.P[k]);
                for (int n = 0; n < j.params; n++) {
                    double dP[3], off = 0.0, length = size;
                    if (!difference(law, &c, p, carom_law_coefficient(law, (int)j.param[n]), out.mode, dP)) continue;
                    for (int k = 0; k < dim; k++) {
                        carom_worsen(&off, fabs(dP[k] - j.dP_dparam[k][n]));
                        length += fabs(j.dP_dparam[k][n]);
                    }
                    compared++;
                    near += off <= 1e-5 * length;
                }
            }
            if (compared && !floor_met(law->name, near, compared, 0.99))
                fail_msg("%s in %d dimensions", law->name, dim);
        }
}

typedef struct {
    carom_contact c, dc; // dc: the tangent of v and W
    double mu, e;
    double dP[3];
} item;

// Computes dP along the tangent from the Jacobian.
static bool along(const carom_law *law, const item *x, carom_params p, double dP[3], double *terms) {
    carom_result out;
    carom_jacobian j;
    p.mu = x->mu, p.e = x->e;
    if (carom_collide_jacobian(law, &x->c, &p, &out, &j) != CAROM_OK || !is_smooth(&j)) return false;
    *terms = 0.0;
    for (int i = 0; i < x->c.dim; i++) {
        dP[i] = 0.0;
        for (int k = 0, n = 0; k < x->c.dim; k++) {
            dP[i] += j.dP_dv[i][k] * x->dc.v[k];
            *terms += fabs(j.dP_dv[i][k] * x->dc.v[k]);
            for (int m = k; m < x->c.dim; m++, n++) {
                dP[i] += j.dP_dW[i][n] * x->dc.W[k][m];
                *terms += fabs(j.dP_dW[i][n] * x->dc.W[k][m]);
            }
        }
    }
    return true;
}

static void of_batches(void **state) {
    (void)state;
    static item x[PROBLEMS];
    for (int l = 0; l < law_count(CAROM_ONE_CONTACT); l++)
        for (int dim = 2; dim <= 3; dim++) {
            const carom_law *law = carom_law_at(NULL, l, CAROM_ONE_CONTACT);
            if (!law->contact || !(carom_law_derivatives(law) & (dim == 2 ? CAROM_2D : CAROM_3D))) continue;
            carom_params p, unused;
            draw(law, dim, 0, &p);
            carom_batch_in in = {.dim = dim, .params = &p};
            carom_batch_tangent din = {0};
            carom_batch_tangent_out dout = {0};
            for (uint64_t i = 0; i < PROBLEMS; i++) {
                random_stream r = random_at(2302, i);
                x[i] =
                    (item){.c = draw(law, dim, i, &unused), .mu = random_between(&r, 0.05, 1.0), .e = random_unit(&r)};
                for (int k = 0; k < dim; k++) {
                    x[i].dc.v[k] = random_between(&r, -1.0, 1.0);
                    for (int m = k; m < dim; m++) x[i].dc.W[k][m] = x[i].c.W[k][m] * random_between(&r, -1.0, 1.0);
                }
            }
            for (int k = 0; k < dim; k++) {
                in.v[k] = (carom_column){&x->c.v[k], sizeof *x};
                din.v[k] = (carom_column){&x->dc.v[k], sizeof *x};
                dout.P[k] = (carom_column_out){&x->dP[k], sizeof *x};
                for (int m = k; m < dim; m++) {
                    in.W[k][m] = (carom_column){&x->c.W[k][m], sizeof *x};
                    din.W[k][m] = (carom_column){&x->dc.W[k][m], sizeof *x};
                }
            }
            in.param[CAROM_PARAM_mu] = (carom_column){&x->mu, sizeof *x};
            if (carom_law_reads(law) & CAROM_PARAM_BIT(e)) in.param[CAROM_PARAM_e] = (carom_column){&x->e, sizeof *x};
            if (!(carom_law_reads(law) & CAROM_PARAM_BIT(mu))) in.param[CAROM_PARAM_mu] = (carom_column){0};
            assert_int_equal(carom_collide_jvp_batch(law, PROBLEMS, &in, &din, NULL, &dout), CAROM_OK);
            for (int i = 0; i < PROBLEMS; i++) {
                double dP[3], terms;
                if (!along(law, &x[i], p, dP, &terms)) continue;
                for (int k = 0; k < dim; k++)
                    if (!(fabs(dP[k] - x[i].dP[k]) <= 1e-8 * terms))
                        fail_msg("%s in %d dimensions, item %d: %.17g, alone %.17g", law->name, dim, i, x[i].dP[k],
                                 dP[k]);
            }
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(by_parameters), cmocka_unit_test(of_batches)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
