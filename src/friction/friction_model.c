#include "friction/friction_model.h"

#include <math.h>

#include "carom/carom.h"
#include "friction/whittaker.h"
#include "friction/whittaker_box.h"

// Computes the direction of the slip before the impact, or t1 if there is none.
static void along_slip(const carom_contact *c, double t[2]) {
    const double slip = sqrt(c->v[1] * c->v[1] + c->v[2] * c->v[2]);
    t[0] = slip > 0.0 ? c->v[1] / slip : 1.0;
    t[1] = slip > 0.0 ? c->v[2] / slip : 0.0;
}

// Transforms (x, y) to the axes along and across t, and back with (t0, -t1).
static void turn(const double t[2], double *x, double *y) {
    const double along = t[0] * *x + t[1] * *y;
    *y = t[0] * *y - t[1] * *x;
    *x = along;
}

// Returns the contact in the axes along and across t.
static carom_contact turned(const carom_contact *c, const double t[2]) {
    carom_contact k = *c;
    turn(t, &k.v[1], &k.v[2]);
    for (int i = 0; i < 3; i++) turn(t, &k.W[i][1], &k.W[i][2]);
    for (int j = 0; j < 3; j++) turn(t, &k.W[1][j], &k.W[2][j]);
    k.W[2][1] = k.W[1][2]; // exactly symmetric
    return k;
}

static carom_status slip_box(const carom_contact *c, double e, double mu, double mu_static, carom_result *out) {
    double t[2];
    along_slip(c, t);
    const carom_contact k = turned(c, t);
    const carom_status status = carom_whittaker_box(&k, e, mu, mu_static, out);
    if (status == CAROM_OK) turn((const double[2]){t[0], -t[1]}, &out->P[1], &out->P[2]);
    return status;
}

static carom_status slip_box_all(const carom_contact *c, double e, double mu, double mu_static, carom_result *list,
                                 int *count) {
    double t[2];
    along_slip(c, t);
    const carom_contact k = turned(c, t);
    const carom_status status = carom_whittaker_box_all(&k, e, mu, mu_static, list, count);
    for (int i = 0; i < *count; i++) turn((const double[2]){t[0], -t[1]}, &list[i].P[1], &list[i].P[2]);
    return status;
}

static int slip_box_index(const carom_contact *c, double mu, const carom_result *out) {
    double t[2];
    carom_result o = *out;
    along_slip(c, t);
    turn(t, &o.P[1], &o.P[2]);
    turn(t, &o.v[1], &o.v[2]);
    const carom_contact k = turned(c, t);
    return carom_whittaker_box_index(&k, mu, &o);
}

// Returns the 2D contact that the normal and t span.
static carom_contact plane_of(const carom_contact *c, const double t[2]) {
    const carom_contact k = turned(c, t);
    return (carom_contact){.dim = 2, .W = {{k.W[0][0], k.W[0][1]}, {k.W[0][1], k.W[1][1]}}, .v = {k.v[0], k.v[1]}};
}

static carom_status one_direction(const carom_contact *c, double e, double mu, double mu_static, carom_result *out) {
    double t[2];
    along_slip(c, t);
    const carom_contact k = plane_of(c, t);
    const carom_status status = carom_whittaker(&k, e, mu, mu_static, out);
    const double P = out->P[1];
    for (int i = 0; i < 2 && status == CAROM_OK; i++) out->P[i + 1] = P * t[i];
    return status;
}

static carom_status one_direction_all(const carom_contact *c, double e, double mu, double mu_static, carom_result *list,
                                      int *count) {
    double t[2];
    along_slip(c, t);
    const carom_contact k = plane_of(c, t);
    const carom_status status = carom_whittaker_all(&k, e, mu, mu_static, list, count);
    for (int n = 0; n < *count; n++) {
        const double P = list[n].P[1];
        for (int i = 0; i < 2; i++) list[n].P[i + 1] = P * t[i];
    }
    return status;
}

static int one_direction_index(const carom_contact *c, double mu, const carom_result *out) {
    double t[2];
    along_slip(c, t);
    const carom_contact k = plane_of(c, t);
    carom_result o = *out;
    turn(t, &o.P[1], &o.P[2]);
    return carom_whittaker_index(&k, 0.0, mu, &o); // in 2D the index does not depend on e
}

carom_status carom_friction_model(const carom_contact *c, carom_friction friction, double e, double mu,
                                  double mu_static, carom_result *out) {
    if (c->dim == 2) return carom_whittaker(c, e, mu, mu_static, out);
    switch (friction) { // GCOV_EXCL_BR_LINE: other values were rejected earlier
    case CAROM_FRICTION_CONE: break;
    case CAROM_FRICTION_DISC: return carom_whittaker_disc(c, e, mu, mu_static, out);
    case CAROM_FRICTION_BOX: return carom_whittaker_box(c, e, mu, mu_static, out);
    case CAROM_FRICTION_SLIP_BOX: return slip_box(c, e, mu, mu_static, out);
    case CAROM_FRICTION_ONE_DIRECTION: return one_direction(c, e, mu, mu_static, out);
    }
    return carom_whittaker(c, e, mu, mu_static, out);
}

carom_status carom_friction_model_all(const carom_contact *c, carom_friction friction, double e, double mu,
                                      double mu_static, carom_result *list, int *count) {
    if (c->dim == 2) return carom_whittaker_all(c, e, mu, mu_static, list, count);
    switch (friction) { // GCOV_EXCL_BR_LINE: other values were rejected earlier
    case CAROM_FRICTION_CONE: break;
    case CAROM_FRICTION_DISC: return carom_whittaker_disc_all(c, e, mu, mu_static, list, count);
    case CAROM_FRICTION_BOX: return carom_whittaker_box_all(c, e, mu, mu_static, list, count);
    case CAROM_FRICTION_SLIP_BOX: return slip_box_all(c, e, mu, mu_static, list, count);
    case CAROM_FRICTION_ONE_DIRECTION: return one_direction_all(c, e, mu, mu_static, list, count);
    }
    return carom_whittaker_all(c, e, mu, mu_static, list, count);
}

int carom_friction_model_index(const carom_contact *c, carom_friction friction, double e, double mu,
                               const carom_result *out) {
    if (c->dim == 2) return carom_whittaker_index(c, e, mu, out);
    switch (friction) { // GCOV_EXCL_BR_LINE: other values were rejected earlier
    case CAROM_FRICTION_CONE: break;
    case CAROM_FRICTION_DISC: return carom_whittaker_disc_index(c, e, mu, out);
    case CAROM_FRICTION_BOX: return carom_whittaker_box_index(c, mu, out);
    case CAROM_FRICTION_SLIP_BOX: return slip_box_index(c, mu, out);
    case CAROM_FRICTION_ONE_DIRECTION: return one_direction_index(c, mu, out);
    }
    return carom_whittaker_index(c, e, mu, out);
}

unsigned carom_friction_model_guarantees(int dim, carom_friction friction) {
    if (dim == 2) return CAROM_GUARANTEE_COULOMB | CAROM_GUARANTEE_UNIQUE;
    switch (friction) { // GCOV_EXCL_BR_LINE: other values were rejected earlier
    case CAROM_FRICTION_CONE:
    case CAROM_FRICTION_DISC: break;
    case CAROM_FRICTION_BOX:
    case CAROM_FRICTION_SLIP_BOX: return 0u;
    case CAROM_FRICTION_ONE_DIRECTION: return CAROM_GUARANTEE_COULOMB | CAROM_GUARANTEE_UNIQUE;
    }
    return CAROM_GUARANTEE_COULOMB;
}
