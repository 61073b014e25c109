// Computes stiffness from material, Johnson 1985, 4.2 and 7.3.
// 1/E* = sum (1-nu^2)/E, 1/R* = sum 1/R, 1/G* = sum 2(1+nu)(2-nu)/E. A rigid or flat body adds nothing to its sum.
#include <math.h>

#include "restitution.h"

static bool fair(const carom_material *m) {
    return !m || (m->E >= 0.0 && m->nu > -1.0 && m->nu <= 0.5 && m->radius >= 0.0);
}

carom_status carom_hertz_from_materials(const carom_material *a, const carom_material *b, carom_hertz_contact *out) {
    const carom_material *const side[2] = {a, b};
    double give = 0.0, shear = 0.0, curve = 0.0;
    if (!out) return CAROM_NULL_POINTER;
    *out = (carom_hertz_contact){0};
    if (!fair(a) || !fair(b)) return CAROM_BAD_VALUE;
    for (int i = 0; i < 2; i++) {
        const carom_material *m = side[i];
        if (m && m->E > 0.0) give += (1.0 - m->nu * m->nu) / m->E;
        if (m && m->E > 0.0) shear += 2.0 * (1.0 + m->nu) * (2.0 - m->nu) / m->E;
        if (m && m->radius > 0.0) curve += 1.0 / m->radius;
    }
    if (!(give > 0.0 && curve > 0.0 && isfinite(give / curve))) return CAROM_BAD_VALUE;
    out->E = 1.0 / give, out->R = 1.0 / curve, out->G = 1.0 / shear;
    out->Kn = 4.0 / 3.0 * out->E, out->Kt = 8.0 * out->G;
    out->kn = out->Kn * sqrt(out->R);
    out->kappa = 4.0 * out->G / out->E;
    return CAROM_OK;
}

// The contact ends when its force is zero, at t = 2 q/omega. With q = acos(zeta)/sqrt(1 - zeta^2), e = exp(-2 zeta q)
// determines q. At zeta = 0, q is pi/2.
carom_status carom_mujoco_from_restitution(double e, double omega, carom_mujoco_contact *found) {
    if (!found) return CAROM_NULL_POINTER;
    if (!(e > 0.0 && e <= 1.0 && omega > 0.0 && isfinite(omega * omega))) return CAROM_BAD_VALUE;
    const double zeta = carom_zeta_of_e(e);
    const double q = zeta < 1e-9 ? acos(zeta) : -log(e) / (2.0 * zeta), b = 2.0 * omega;
    *found = (carom_mujoco_contact){.dampratio = zeta,
                                    .timeconst = zeta > 0.0 ? 1.0 / (zeta * omega) : HUGE_VAL,
                                    .solref = {-omega * omega, -2.0 * zeta * omega},
                                    .solreffriction = {-1.0, -b},
                                    .duration = 2.0 * q / omega};
    found->slip_left = exp(-b * found->duration);
    return CAROM_OK;
}
