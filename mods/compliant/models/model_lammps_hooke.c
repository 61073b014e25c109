// Implements LAMMPS's pair style gran/hooke, without a memory of the slip. N = Kn d + m_eff gamma_n d', and F_t =
// -m_eff gamma_t v_t is bounded by mu |N|. Here m_eff = 1/W_nn. For spheres, whose contacts are central, this is
// LAMMPS's m1 m2/(m1+m2). By default tension is allowed; `limit_damping` means "cut".
#include "lammps.h"

extern CAROM_COMPLIANT_API const carom_law carom_law_lammps_hooke;

static carom_status simulate(const carom_contact *c, const carom_params *p, carom_recorder *recorder,
                             carom_result *out) {
    carom_params without = *p;
    CAROM_EACH_OF(&without, kt)[0] = CAROM_EACH_OF(&without, kt)[1] = 0.0;
    if (CAROM_EACH_OF(p, ct)[0] == 0.0 && (c->dim == 2 || CAROM_EACH_OF(p, ct)[1] == 0.0)) without.mu = 0.0;
    return carom_lammps_run(c, &without, recorder, out);
}

// The coefficients of this model.
static const carom_coefficient coefficients[] = {
    CAROM_LAMMPS_KN_ROW,      CAROM_LAMMPS_GAMMA_N_ROW, CAROM_LAMMPS_GAMMA_T_ROW,
    CAROM_DEVICE_TENSION_ROW, CAROM_DEVICE_MU_ROW,
};

CAROM_DEVICE_ALSO(lammps_hooke, simulate, NULL, carom_powers_also);

const carom_law carom_law_lammps_hooke = {
    .name = "lammps-hooke",
    .solves = CAROM_2D | CAROM_3D,
    .guarantees = CAROM_GUARANTEE_DISSIPATIVE | CAROM_GUARANTEE_NONPENETRATING | CAROM_GUARANTEE_CONTINUOUS |
                  CAROM_GUARANTEE_UNIQUE,
    .conditions = CAROM_ALSO_CUT,
    .summary = "LAMMPS gran/hooke: N = kn d + m cn d', a tangential dashpot m ct bounded by mu |N|",
    .citation = "LAMMPS manual, pair_style gran/hooke",
    CAROM_DEVICE_LAW(lammps_hooke),
};
