// Fuzzes derivatives of one impact, with three checks. The impulse must have the bits of carom_collide. Euler's
// identities must be satisfied: P is homogeneous of degree 1 in v and -1 in W. The product of a batch must agree with
// the Jacobian.
#include <math.h>
#include <string.h>

#include "carom/derivatives.h"
#include "fuzz.h"

const double fuzz_floor = 0.1;

static _Noreturn void wrong(const fuzz_question *q, const char *what, double by) {
    fuzz_print(q);
    fuzz_wrong("jacobian, %s: %s, off by %g", q->law->name, what, by);
}

static int entry(int dim, int i, int j) {
    return i == 0 ? j : dim == 2 ? 2 : i + j + 1;
}

// Checks that dP/dv v = P and dP/dW W = -P, relative to the sizes of the terms. The error of a derivative is the square
// of the condition number times 1e-16.
static void euler(const fuzz_question *q, const carom_result *out, const carom_jacobian *j) {
    const int dim = q->c.dim;
    const double condition = fuzz_condition(&q->c), allowed = 1e-9 + 1e-13 * condition * condition;
    for (int i = 0; i < dim; i++) {
        double speed = -out->P[i], mass = out->P[i], size = fabs(out->P[0]) + fabs(out->P[i]);
        for (int a = 0; a < dim; a++) {
            speed += j->dP_dv[i][a] * q->c.v[a];
            size += fabs(j->dP_dv[i][a] * q->c.v[a]);
            for (int b = a; b < dim; b++) {
                mass += j->dP_dW[i][entry(dim, a, b)] * q->c.W[a][b];
                size += fabs(j->dP_dW[i][entry(dim, a, b)] * q->c.W[a][b]);
            }
        }
        if (!(fabs(speed) <= allowed * size)) wrong(q, "Euler in v", fabs(speed) / size);
        if (!(fabs(mass) <= allowed * size)) wrong(q, "Euler in W", fabs(mass) / size);
    }
}

// Checks the JVP of a batch along v.
static void product(const fuzz_question *q, const carom_jacobian *j) {
    const int dim = q->c.dim;
    carom_batch_in in = {.dim = dim, .params = &q->p};
    carom_batch_tangent d = {.v = {{0}}};
    double P[3] = {0}, size = 0.0;
    carom_batch_tangent_out to = {.dE = {0}};
    for (int i = 0; i < dim; i++) {
        in.v[i] = d.v[i] = carom_shared(&q->c.v[i]);
        to.P[i] = carom_array_out(&P[i]);
        for (int k = i; k < dim; k++) in.W[i][k] = carom_shared(&q->c.W[i][k]);
    }
    if (carom_collide_jvp_batch(q->law, 1, &in, &d, NULL, &to) != CAROM_OK) wrong(q, "no product", 0.0);
    for (int i = 0; i < dim; i++) {
        double sum = 0.0;
        size = 0.0;
        for (int a = 0; a < dim; a++) {
            sum += j->dP_dv[i][a] * q->c.v[a];
            size += fabs(j->dP_dv[i][a] * q->c.v[a]);
        }
        if (!(fabs(sum - P[i]) <= 1e-13 * size + 1e-300)) wrong(q, "a product of a batch", fabs(sum - P[i]));
    }
}

bool fuzz_one(const uint8_t *bytes, size_t size) {
    fuzz_bytes b = {bytes, bytes + size};
    const fuzz_question q = fuzz_ask(&b);
    const unsigned here = q.c.dim == 2 ? CAROM_2D : CAROM_3D;
    carom_result out, one;
    carom_jacobian j;
    const carom_status status = carom_collide_jacobian(q.law, &q.c, &q.p, &out, &j);
    const carom_status plain = carom_collide(q.law, &q.c, &q.p, &one);
    const bool fine = carom_status_classify(plain) == CAROM_CLASS_OK;
    if (fine && !(carom_law_derivatives(q.law) & here) ? status != CAROM_NO_DERIVATIVE : status != plain)
        wrong(&q, "another status", 0.0);
    if (fine && memcmp(out.P, one.P, (size_t)q.c.dim * sizeof(double))) wrong(&q, "another impulse", 0.0);
    if (fine && !carom_enum_name(CAROM_ENUM_SMOOTHNESS, (int)j.smooth)) wrong(&q, "no smoothness", 0.0);
    if (status != CAROM_OK || j.smooth >= CAROM_DIRECTIONAL || !fuzz_is_tame(&q.c)) return false;
    // Large friction coefficients and strongly different speeds reduce the accuracy of the derivatives.
    if (!(fuzz_condition(&q.c) <= 1e4) || !(j.margin > 1e-6) || !fuzz_is_mild(&q) || !fuzz_speeds_alike(&q.c, 1e9))
        return true;
    if (carom_law_guarantees(q.law, q.c.dim, &q.p) & CAROM_GUARANTEE_HOMOGENEOUS && q.c.v[0] < 0.0) euler(&q, &out, &j);
    if (j.smooth != CAROM_KINK) product(&q, &j);
    return true;
}
