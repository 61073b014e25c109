// From bodies and strobe pictures to impacts, and the checks before any law.
#include "mods/fit/data.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/dense.h"

bool carom_fit_impulse(const carom_fit_impact *impact, double P[3]) {
    const int dim = impact->contact.dim;
    double M[9], scratch[9];
    memcpy(M, impact->contact.W, sizeof M);
    P[0] = P[1] = P[2] = 0.0;
    if (!carom_inverse(dim, 3, M, scratch)) return false;
    for (int i = 0; i < dim; i++)
        for (int j = 0; j < dim; j++) P[i] += M[3 * i + j] * (impact->after[j] - impact->contact.v[j]);
    return true;
}

double carom_fit_ratio(const double P[3]) {
    return hypot(P[1], P[2]) / P[0];
}

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double carom_fit_quantile(double *x, size_t n, double share) {
    if (n == 0) return (double)NAN;
    qsort(x, n, sizeof *x, ascending);
    return x[(size_t)(share * (double)(n - 1) + 0.5)];
}

// a.S b for six numbers.
static double between(const double a[6], const double S[6][6], const double b[6]) {
    double sum = 0.0;
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++) sum += a[i] * S[i][j] * b[j];
    return sum;
}

static bool is_body(const carom_fit_body *b) {
    double sum = b->arm[0] + b->arm[1];
    for (int i = 0; i < 6; i++) {
        sum += b->u[i];
        for (int j = 0; j < 6; j++) sum += b->S[i][j];
    }
    return b->mass > 0.0 && b->inertia > 0.0 && isfinite(b->mass) && isfinite(b->inertia) && isfinite(sum);
}

// With r the arm and spin w counterclockwise, the tangent being the normal turned clockwise:
//   v_n = u_n + w r_t,  v_t = u_t - w r_n,   W = 1/m + (r_t, -r_n)(r_t, -r_n)^T/I
//   I dw = r_t P_n - r_n P_t,  P = m du
carom_status carom_fit_of_body(const carom_fit_body *body, carom_fit_impact *impact) {
    if (!body || !impact || !is_body(body)) return CAROM_BAD_VALUE;
    const double m = body->mass, I = body->inertia, lever[2] = {body->arm[1], -body->arm[0]};
    *impact = (carom_fit_impact){.contact.dim = 2, .group = body->group};
    double rows[4][6] = {{0}};
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++) impact->contact.W[i][j] = (i == j) / m + lever[i] * lever[j] / I;
        for (int k = 0; k < 2; k++) rows[2 * k + i][3 * k + i] = 1.0, rows[2 * k + i][3 * k + 2] = lever[i];
    }
    for (int i = 0; i < 2; i++) {
        impact->contact.v[i] = body->u[i] + lever[i] * body->u[2];
        impact->after[i] = body->u[3 + i] + lever[i] * body->u[5];
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) impact->S[i][j] = between(rows[i], body->S, rows[j]);
    const double change[6] = {0.0, 0.0, -1.0, 0.0, 0.0, 1.0};
    const double moment[6] = {-lever[0] * m / I, -lever[1] * m / I, 0.0, lever[0] * m / I, lever[1] * m / I, 0.0};
    double less[6], more[6];
    carom_fit_spin *s = &impact->spin;
    for (int i = 0; i < 6; i++) {
        less[i] = change[i] - moment[i], more[i] = change[i] + moment[i];
        s->change += change[i] * body->u[i], s->predicted += moment[i] * body->u[i];
    }
    s->variance = between(change, body->S, change);
    s->variance_plus = between(less, body->S, less);
    s->variance_minus = between(more, body->S, more);
    s->known = s->variance_plus > 0.0 && s->variance_minus > 0.0 && s->variance > 0.0;
    return CAROM_OK;
}

// The tangent turned so that v_t < 0.
carom_status carom_fit_read(const carom_contact *contact, const double after[3], carom_strobe_reading *reading) {
    double P[3];
    if (!contact || !after || !reading || carom_contact_validate(contact) != CAROM_OK) return CAROM_BAD_VALUE;
    const carom_fit_impact impact = {.contact = *contact, .after = {after[0], after[1]}};
    if (contact->dim != 2 || !(contact->v[0] < 0.0) || !carom_fit_impulse(&impact, P)) return CAROM_BAD_VALUE;
    const double *v = contact->v, turn = v[1] > 0.0 ? -1.0 : 1.0;
    *reading = (carom_strobe_reading){.theta = atan2(fabs(v[1]), -v[0]),
                                      .e = -after[0] / v[0],
                                      .ratio = turn * P[1] / P[0],
                                      .tan_phi = turn * after[1] / after[0],
                                      .vft = turn * after[1] / hypot(v[0], v[1])};
    return CAROM_OK;
}
