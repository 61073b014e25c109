// LAMMPS's pair style gran/hooke/history: gran/hooke with a tangential spring Kt (NULL in LAMMPS: 2/7 Kn) that remembers
// the slip, and m_eff gamma_t beside it (NULL: gamma_n/2; dampflag 0: none). While it slips LAMMPS adds m_eff gamma_t v_t
// to the stretch it resets; here the dashpot is in series with the slipping point. The same where Kt or gamma_t is zero.
#include "lammps.h"

extern CAROM_COMPLIANT_API const carom_law carom_law_lammps_hooke_history;

// What its coefficients are here.
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
