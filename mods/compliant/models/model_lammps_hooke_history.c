// Implements LAMMPS's pair style gran/hooke/history, which adds to gran/hooke a tangential spring Kt with a memory of
// the slip. If Kt is NULL, LAMMPS uses 2/7 Kn. A damping m_eff gamma_t acts in parallel: gamma_n/2 if it is NULL, none
// if dampflag is 0. During slip LAMMPS adds m_eff gamma_t v_t to the stretch that it resets; here the dashpot is in
// series with the slipping point. Both are the same if Kt or gamma_t is zero.
#include "lammps.h"

extern CAROM_COMPLIANT_API const carom_law carom_law_lammps_hooke_history;

// The coefficients of this model.
static const carom_coefficient coefficients[] = {
    CAROM_LAMMPS_KN_ROW,      CAROM_LAMMPS_GAMMA_N_ROW, CAROM_LAMMPS_KT_ROW,
    CAROM_LAMMPS_GAMMA_T_ROW, CAROM_DEVICE_TENSION_ROW, CAROM_DEVICE_MU_ROW,
};

CAROM_DEVICE_ALSO(lammps_hooke_history, carom_lammps_run, NULL, carom_powers_also);

const carom_law carom_law_lammps_hooke_history = {
    .name = "lammps-hooke-history",
    .solves = CAROM_2D | CAROM_3D,
    .guarantees = CAROM_GUARANTEE_DISSIPATIVE | CAROM_GUARANTEE_NONPENETRATING | CAROM_GUARANTEE_CONTINUOUS |
                  CAROM_GUARANTEE_UNIQUE,
    .conditions = CAROM_ALSO_CUT,
    .summary = "LAMMPS gran/hooke/history: N = kn d + m cn d', a tangential spring kt and dashpot m ct",
    .citation = "LAMMPS manual, pair_style gran/hooke/history",
    CAROM_DEVICE_LAW(lammps_hooke_history),
};
