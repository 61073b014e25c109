#include "friction/stick.h"

#include <math.h>

#include "base/ldl.h"
#include "base/sym.h"

bool carom_stick_impulse(const carom_contact *c, double e, double e_t, double P[3]) {
    double b[3] = {-(1.0 + e) * c->v[0], -(1.0 + e_t) * c->v[1], -(1.0 + e_t) * c->v[2]};
    if (c->dim == 3) {
        const carom_ldl f = carom_factor(3, c->W);
        return carom_ldl_solve(&f, b, P);
    }
    if (carom_singular2(c->W)) return carom_solve_singular2(c->W, b, P);
    carom_solve2(c->W, b, P);
    return true;
}

bool carom_stick_in_plane(const carom_contact *c, double e, double P[3]) {
    if (!carom_stick_impulse(c, e, 0.0, P)) return false;
    if (!carom_singular2(c->W)) P[0] = (-(1.0 + e) * c->v[0] - c->W[0][1] * P[1]) / c->W[0][0];
    return true;
}

bool carom_pushes_in_cone(int dim, const double P[3], double mu) {
    const double Pt = dim == 2 ? fabs(P[1]) : sqrt(P[1] * P[1] + P[2] * P[2]);
    return P[0] > 0.0 && Pt <= mu * P[0];
}

bool carom_endless_slip_fits(const carom_contact *c, double rebound, double slip) {
    const double w = c->W[0][1];
    return w != 0.0 && (slip + c->W[1][1] * (rebound / w)) * w < 0.0;
}
