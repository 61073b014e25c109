// Rows of coefficients that only laws of this library use: other names for e and e_t, and members of carom_params that
// only one law reads.
#ifndef CAROM_SRC_SHARED_ROWS_H
#define CAROM_SRC_SHARED_ROWS_H

#include "carom/law.h"

#define CAROM_UNIT_e_n "1"
#define CAROM_ROW_e_n                                                                                                  \
    .name = "e_n", .number = CAROM_PARAM_e, .kind = CAROM_REAL, .symbol = "ε_N", .default_value = CAROM_REQUIRED,      \
    .example = 0.5, .alias = "e", .meaning = "normal restitution: final to initial normal speed (Newton)"
#define CAROM_UNIT_r_n "1"
#define CAROM_ROW_r_n                                                                                                  \
    .name = "r_n", .number = CAROM_PARAM_e, .kind = CAROM_REAL, .symbol = "r_n", .default_value = CAROM_REQUIRED,      \
    .example = 0.5, .alias = "e", .meaning = "normal restitution of Chatterjee's laws: final to initial normal speed"
#define CAROM_UNIT_r_t "1"
#define CAROM_ROW_r_t                                                                                                  \
    .name = "r_t", .number = CAROM_PARAM_e_t, .kind = CAROM_REAL, .symbol = "r_t", .default_value = 0.0,               \
    .example = 0.0, .alias = "e_t",                                                                                    \
    .meaning = "tangential restitution of Chatterjee's laws: reversed to initial slip where friction allows"
#define CAROM_UNIT_nu "1"
#define CAROM_ROW_nu                                                                                                   \
    .name = "nu", .number = CAROM_PARAM_nu, .kind = CAROM_REAL, .symbol = "ν", .default_value = 0.0, .example = 0.0,   \
    .alias = NULL, .meaning = "share of the friction bound spent on stored tangential impulse"
#define CAROM_UNIT_s1 "1"
#define CAROM_ROW_s1                                                                                                   \
    .name = "s1", .number = CAROM_PARAM_s1, .kind = CAROM_REAL, .symbol = "s_1", .default_value = CAROM_REQUIRED,      \
    .example = 0.0, .alias = NULL, .meaning = "weight of Chatterjee's law I; the rest of 1 after s1 + s2 is law III"
#define CAROM_UNIT_s2 "1"
#define CAROM_ROW_s2                                                                                                   \
    .name = "s2", .number = CAROM_PARAM_s2, .kind = CAROM_REAL, .symbol = "s_2", .default_value = CAROM_REQUIRED,      \
    .example = 0.0, .alias = NULL, .meaning = "weight of Chatterjee's law II; s1 + s2 is at most 1"
#define CAROM_UNIT_direction "1"
#define CAROM_ROW_direction                                                                                            \
    .name = "direction", .number = CAROM_PARAM_direction, .kind = CAROM_VECTOR, .symbol = "d", .default_value = 0.0,   \
    .example = 0.0, .alias = NULL,                                                                                     \
    .meaning = "direction of the impulse, any length, with d.v < 0; all zeros means the normal"
#define CAROM_UNIT_eta "1"
#define CAROM_ROW_eta                                                                                                  \
    .name = "eta", .number = CAROM_PARAM_eta, .kind = CAROM_REAL, .symbol = "η", .default_value = CAROM_REQUIRED,      \
    .example = 1.0, .alias = NULL,                                                                                     \
    .meaning = "Ivanov's coefficient: 1 conserves energy along the direction, 0 loses the most, -1 is no impulse"

#endif
