// LAMMPS's pair style gran/hooke/history: gran/hooke with a tangential spring Kt (NULL in LAMMPS: 2/7 Kn) that remembers
// the slip, and m_eff gamma_t beside it (NULL: gamma_n/2; dampflag 0: none). While it slips LAMMPS adds m_eff gamma_t v_t
// to the stretch it resets; here the dashpot is in series with the slipping point. The same where Kt or gamma_t is zero.
#include "lammps.h"

extern CAROM_COMPLIANT_API const carom_law carom_law_lammps_hooke_history;

// What its coefficients are here.
static const carom_card cards[] = {
    CAROM_LAMMPS_KN_CARD(lammps_hooke_history),
    CAROM_LAMMPS_GAMMA_N_CARD(lammps_hooke_history),
    CAROM_LAMMPS_KT_CARD(lammps_hooke_history),
    CAROM_LAMMPS_GAMMA_T_CARD(lammps_hooke_history),
    CAROM_DEVICE_TENSION_CARD(lammps_hooke_history),
    CAROM_DEVICE_MU_CARD(lammps_hooke_history),
    CAROM_DEVICE_NO_MORE_CARDS,
};

CAROM_DEVICE_ALSO(lammps_hooke_history, carom_lammps_run, NULL, carom_powers_also, cards);

#define CAROM_OWN_TABLE static const carom_param_info own[]
#define CAROM_OWN_UNITS CAROM_OWN_UNIT(cn, "1/s"), CAROM_OWN_UNIT(ct, "1/s"),
#include "own_params.h"

const carom_law carom_law_lammps_hooke_history = {
    .name = "lammps-hooke-history",
    .solves = CAROM_PLANE | CAROM_SPACE,
    .reads = CAROM_READS_PAIR | CAROM_PARAM_BIT(tension),
    .promises = CAROM_DISSIPATIVE | CAROM_NONPENETRATING | CAROM_CONTINUOUS | CAROM_UNIQUE,
    .also = CAROM_ALSO_CUT,
    .summary = "LAMMPS gran/hooke/history: N = kn d + m cn d', a tangential spring kt and dashpot m ct",
    .citation = "LAMMPS manual, pair_style gran/hooke/history",
    CAROM_DEVICE_LAW_OWN(lammps_hooke_history, own),
};
