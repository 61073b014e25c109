// Declares code shared by the granular pair styles of LAMMPS.
#ifndef CAROM_COMPLIANT_LAMMPS_H
#define CAROM_COMPLIANT_LAMMPS_H

#include "powers.h"

// Computes the model N = Kn d + m_eff gamma_n d' with tangential stiffness Kt and damping m_eff gamma_t.
carom_status carom_lammps_run(const carom_contact *contact, const carom_params *params, carom_recorder *recorder,
                              carom_result *out);

#define CAROM_LAMMPS_KN_ROW                                                                                            \
    CAROM_ROW(kn, CAROM_LEAST, CAROM_MOST, "LAMMPS's Kn, N / d at rest",                                               \
              "at fixed zeta the duration is proportional to 1/sqrt(kn)")
#define CAROM_LAMMPS_GAMMA_N_ROW                                                                                       \
    CAROM_ROW_IN("1/s", cn, 0, CAROM_MOST, "LAMMPS's gamma_n: (N - kn d) W_nn / d'",                                   \
                 "spring-dashpot's cn is gamma_n/W_nn; zeta = gamma_n/(2 sqrt(kn W_nn))")
#define CAROM_LAMMPS_KT_ROW                                                                                            \
    CAROM_ROW(kt, 0, CAROM_MOST, "LAMMPS's Kt, F_t / stretch", "NULL in LAMMPS means 2/7 Kn; " CAROM_WORDS_KT_STICKS)
#define CAROM_LAMMPS_GAMMA_T_ROW                                                                                       \
    CAROM_ROW_IN("1/s", ct, 0, CAROM_MOST, "LAMMPS's gamma_t: F_t W_nn / rate of stretch",                             \
                 "NULL in LAMMPS means gamma_n/2, dampflag 0 means 0")

#endif
