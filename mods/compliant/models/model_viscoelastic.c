// Implements viscoelastic spheres, N = k (d^(3/2) + (3/2) A sqrt(d) d'). Kuwabara & Kono 1987; Brilliantov et al. 1996.
// The head-on restitution depends only on b = (3/2) A (k W_nn)^(2/5) |v_n|^(1/5), without a closed form. For small b
//   e = 1 - C1 b + (3/5) C1^2 b^2 + (4/15) b^(5/2) [cut only] + O(b^3),  C1 = (4/5)^(2/5) B(3/5, 3/2) = 1.153448858
// Some codes define A as (3/2) times the A used here. For a material (Ramirez et al. 1999, (4)):
//   A = (1/3) (3 eta2 - eta1)^2/(3 eta2 + 2 eta1) (1-nu^2)(1-2 nu)/(Y nu^2)
#include "powers.h"

extern CAROM_COMPLIANT_API const carom_law carom_law_viscoelastic;

static carom_status simulate(const carom_contact *c, const carom_params *p, carom_recorder *recorder,
                             carom_result *out) {
    carom_touch touch = {.contact = c, .params = p, .kn = CAROM_OF(p, kn), .power = 1.5, .damp_power = 0.5};
    if (!(touch.kn > 0.0)) return carom_device_refuse(out, CAROM_PARAM_kn);
    if (!(CAROM_OF(p, cn) >= 0.0)) return carom_device_refuse(out, CAROM_PARAM_cn);
    touch.cn = 1.5 * CAROM_OF(p, cn) * touch.kn;
    return carom_powers_run(&touch, recorder, out);
}

// The coefficients of this model.
static const carom_coefficient coefficients[] = {
    CAROM_ROW_IN("N/m^(3/2)", kn, CAROM_LEAST, CAROM_MOST, "N / d^(3/2) at rest", "(4/3) E* sqrt(R*) for two spheres"),
    CAROM_ROW_IN(
        "s", cn, 0, CAROM_MOST, "Brilliantov's A: (N - kn d^(3/2)) / ((3/2) kn sqrt(d) d')",
        "e decreases with (3/2) A (kn W_nn)^(2/5) |v_n|^(1/5); some codes write A for (3/2) A; LAMMPS's hertz/history "
        "has A = (2/3) m_eff gamma_n/Kn"),
    CAROM_DEVICE_TENSION_ROW,
    CAROM_DEVICE_KT_ROW,
    CAROM_DEVICE_CT_ROW,
    CAROM_DEVICE_MU_ROW,
};

CAROM_DEVICE_ALSO(viscoelastic, simulate, NULL, carom_powers_also);

const carom_law carom_law_viscoelastic = {
    .name = "viscoelastic",
    .solves = CAROM_2D | CAROM_3D,
    .guarantees = CAROM_GUARANTEE_DISSIPATIVE | CAROM_GUARANTEE_NONPENETRATING | CAROM_GUARANTEE_CONTINUOUS |
                  CAROM_GUARANTEE_UNIQUE,
    .conditions = CAROM_ALSO_CUT,
    .summary = "N = kn (d^(3/2) + (3/2) cn sqrt(d) d'): viscous spheres, whose restitution falls with speed",
    .citation = "Kuwabara & Kono 1987; Brilliantov et al. 1996",
    CAROM_DEVICE_LAW(viscoelastic),
};
