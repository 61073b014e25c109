#include "laws/chatterjee/chatterjee.h"

#include <math.h>
#include <stdbool.h>

#include "base/ldl.h"
#include "laws/chatterjee/forms_chatterjee.h"
#include "laws/chatterjee/twin_chatterjee3.h"

// Returns the problem in the notation of the closed forms. The factors of W are included if they may be needed.
static carom_chatterjee_problem problem_of(const carom_contact *c, const carom_chatterjee_input *in,
                                           const carom_ldl *factors) {
    carom_chatterjee_problem x = {.r_n = in->r_n, .r_t = in->r_t, .mu = in->mu, .general = factors};
    for (int i = 0; i < c->dim; i++) {
        x.v[i] = c->v[i];
        for (int j = 0; j < c->dim; j++) x.W[i][j] = c->W[i][j];
    }
    return x;
}

static carom_status give(const carom_contact *c, const carom_chatterjee_form *f, double P[3], carom_mode *mode) {
    if (!f->found) return CAROM_NO_SOLUTION;
    for (int i = 0; i < c->dim; i++) P[i] = f->P[i];
    *mode = (carom_mode)f->mode;
    return CAROM_OK;
}

carom_status carom_chatterjee_1(const carom_contact *c, const carom_chatterjee_input *in, double P[3],
                                carom_mode *mode) {
    const carom_chatterjee_problem x = problem_of(c, in, NULL);
    const carom_chatterjee_form f =
        c->dim == 2 ? carom_chatterjee_1_form(2, true, &x) : carom_chatterjee_1_form(3, true, &x);
    return give(c, &f, P, mode);
}

carom_status carom_chatterjee_2(const carom_contact *c, const carom_chatterjee_input *in, double P[3],
                                carom_mode *mode) {
    const carom_ldl factors = carom_factor(c->dim, c->W);
    const carom_chatterjee_problem x = problem_of(c, in, &factors);
    const carom_chatterjee_form f =
        c->dim == 2 ? carom_chatterjee_2_form(2, true, &x) : carom_chatterjee_2_form(3, true, &x);
    return give(c, &f, P, mode);
}

// Handles law III for a singular W and a wanted velocity that W cannot reach. The impulse grows along the null vector z
// until the cone limits it. If z lies in the cone, nothing limits it.
static carom_status run_off(const carom_contact *c, const carom_ldl *f, const double wanted[3], double base, double mu,
                            double P[3]) {
    double z[3];
    carom_ldl_null_part(f, wanted, z);
    const double friction = carom_chatterjee_friction(c->dim, z);
    if (carom_chatterjee_in_cone(true, z, friction, mu) > 0.0) return CAROM_NO_SOLUTION;
    const double t = isinf(mu) ? -base / z[0] : mu * base / (friction - mu * z[0]);
    P[0] = base + t * z[0];
    for (int i = 1; i < c->dim; i++) P[i] = t * z[i];
    return CAROM_OK;
}

carom_status carom_chatterjee_3(const carom_contact *c, const carom_chatterjee_input *in, double P[3],
                                carom_mode *mode) {
    const carom_ldl factors = carom_factor(c->dim, c->W);
    if (factors.rank < c->dim && !carom_ldl_in_range(&factors, c->v)) return CAROM_NO_SOLUTION;
    double wanted[3];
    for (int i = 0; i < c->dim; i++) wanted[i] = -(i == 0 ? in->r_n : in->r_t) * c->v[i];
    if (factors.rank < c->dim && !carom_ldl_in_range(&factors, wanted)) {
        *mode = CAROM_MODE_SCALED_FRICTION;
        return run_off(c, &factors, wanted, -(1.0 + in->r_n) * c->v[0] / c->W[0][0], in->mu, P);
    }
    if (factors.rank == c->dim) {
        const carom_twin_law3 x = carom_twin_law3_of(c, in->r_n, in->r_t, in->mu, -1, -1);
        const carom_mode as_wanted = x.inside ? CAROM_MODE_INSIDE : CAROM_MODE_FRICTION;
        *mode = !x.scaled ? as_wanted : x.inside ? CAROM_MODE_SCALED_INSIDE : CAROM_MODE_SCALED_FRICTION;
        carom_twin_law3_impulse(&x, P);
        return CAROM_OK;
    }
    const carom_chatterjee_problem x = problem_of(c, in, &factors);
    const carom_chatterjee_form f =
        c->dim == 2 ? carom_chatterjee_3_form(2, true, &x) : carom_chatterjee_3_form(3, true, &x);
    return give(c, &f, P, mode);
}
