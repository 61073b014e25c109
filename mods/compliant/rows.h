// Defines the coefficients of the contact models: the members of a row (carom_coefficient) that are the same in every
// model. A stiffness is never zero or infinite.
#ifndef CAROM_COMPLIANT_ROWS_H
#define CAROM_COMPLIANT_ROWS_H

#include "carom/compliant.h"

// The names of choices, and the conditions on lists.
extern const char *const carom_type_names[], *const carom_dead_names[], *const carom_tension_names[],
                                                                            *const carom_factor_names[];
extern const char carom_modes_range[];

// A row with another unit than the default.
#define CAROM_ROW_IN(unit_, field, lowest_, highest_, ratio_, relation_)                                               \
    {                                                                                                                  \
        CAROM_ROW_##field, .unit = (unit_), .lowest = (lowest_), .highest = (highest_), .ratio = (ratio_),             \
                           .relation = (relation_)                                                                     \
    }

#define CAROM_UNIT_eta2 "1"
#define CAROM_ROW_eta2                                                                                                 \
    .name = "eta2", .number = CAROM_PARAM_eta2, .kind = CAROM_REAL, .symbol = "η²", .default_value = 1.21,             \
    .example = 1.21,                                                                                                   \
    .meaning = "normal to tangential stiffness of the contact; 1.21 is a half-space with Poisson's ratio 0.3"
#define CAROM_UNIT_kn "N/m"
#define CAROM_ROW_kn                                                                                                   \
    .name = "kn", .number = CAROM_PARAM_kn, .kind = CAROM_REAL, .symbol = "k_n", .default_value = CAROM_REQUIRED,      \
    .example = 1.0, .meaning = "stiffness of the normal spring"
#define CAROM_UNIT_cn "N s/m"
#define CAROM_ROW_cn                                                                                                   \
    .name = "cn", .number = CAROM_PARAM_cn, .kind = CAROM_REAL, .symbol = "c_n", .default_value = 0.0, .example = 0.0, \
    .meaning = "damping of the normal dashpot; each law defines what it multiplies, and so its unit"
#define CAROM_UNIT_kt "N/m"
#define CAROM_ROW_kt                                                                                                   \
    .name = "kt", .number = CAROM_PARAM_kt, .kind = CAROM_TANGENT, .symbol = "k_t", .default_value = CAROM_REQUIRED,   \
    .example = 1.0,                                                                                                    \
    .meaning = "stiffness of the tangential spring, one number or one each along t1 and t2; 0 only without friction "  \
               "or with a dashpot"
#define CAROM_UNIT_ct "N s/m"
#define CAROM_ROW_ct                                                                                                   \
    .name = "ct", .number = CAROM_PARAM_ct, .kind = CAROM_TANGENT, .symbol = "c_t", .default_value = 0.0,              \
    .example = 0.0, .meaning = "damping of the tangential dashpot, one number or one each along t1 and t2"
#define CAROM_UNIT_type ""
#define CAROM_ROW_type                                                                                                 \
    .name = "type", .number = CAROM_PARAM_type, .kind = CAROM_CHOICE, .symbol = "", .default_value = CAROM_TYPE_1,     \
    .example = CAROM_TYPE_1, .meaning = "how the bilinear spring unloads: 1 stiffer (k/e^2), 2 softer (e^2 k)",        \
    .choices = carom_type_names
#define CAROM_UNIT_dead ""
#define CAROM_ROW_dead                                                                                                 \
    .name = "dead", .number = CAROM_PARAM_dead, .kind = CAROM_CHOICE, .symbol = "", .default_value = CAROM_DEAD_ROUTH, \
    .example = CAROM_DEAD_ROUTH, .meaning = "the law of the contact mass's dead impact", .choices = carom_dead_names
#define CAROM_UNIT_k "N/m"
#define CAROM_ROW_k                                                                                                    \
    .name = "k", .number = CAROM_PARAM_k, .kind = CAROM_EACH, .symbol = "k", .default_value = CAROM_REQUIRED,          \
    .example = 1.0,                                                                                                    \
    .meaning =                                                                                                         \
        "stiffness along each eigenvector of W, ascending eigenvalue (eigen-spring); N = k d^p (hertz, power-dashpot)"
#define CAROM_UNIT_c "N s/m"
#define CAROM_ROW_c                                                                                                    \
    .name = "c", .number = CAROM_PARAM_c, .kind = CAROM_EACH, .symbol = "c", .default_value = 0.0, .example = 0.0,     \
    .meaning =                                                                                                         \
        "damping along each eigenvector of W: all positive or all zero (eigen-spring); N = c d^q d' (power-dashpot)"
#define CAROM_UNIT_p "1"
#define CAROM_ROW_p                                                                                                    \
    .name = "p", .number = CAROM_PARAM_p, .kind = CAROM_REAL, .symbol = "p", .default_value = 1.5, .example = 1.5,     \
    .meaning = "exponent of the normal force; 3/2 is Hertz"
#define CAROM_UNIT_kappa "1"
#define CAROM_ROW_kappa                                                                                                \
    .name = "kappa", .number = CAROM_PARAM_kappa, .kind = CAROM_REAL, .symbol = "κ", .default_value = 14.0 / 17.0,     \
    .example = 14.0 / 17.0,                                                                                            \
    .meaning = "tangential to normal stiffness of the half-space, 2(1-nu)/(2-nu) with Poisson's ratio nu"
#define CAROM_UNIT_modes ""
#define CAROM_ROW_modes                                                                                                \
    .name = "modes", .number = CAROM_PARAM_modes, .kind = CAROM_LIST, .symbol = "", .default_value = CAROM_REQUIRED,   \
    .example = 0.0, .meaning = "vibration modes seen at the contact: omega, zeta, phi; z0, zdot0 if they move before", \
    .range = carom_modes_range
#define CAROM_UNIT_q "1"
#define CAROM_ROW_q                                                                                                    \
    .name = "q", .number = CAROM_PARAM_q, .kind = CAROM_REAL, .symbol = "q", .default_value = 1.5, .example = 1.5,     \
    .meaning = "exponent of the overlap in the damping, N = c d^q d'"
#define CAROM_UNIT_pn "1"
#define CAROM_ROW_pn                                                                                                   \
    .name = "pn", .number = CAROM_PARAM_pn, .kind = CAROM_REAL, .symbol = "p_n", .default_value = 1.0, .example = 1.0, \
    .meaning = "exponent of modal's normal force, N = kn d^pn; 3/2 is Hertz"
#define CAROM_UNIT_cs "N s/m"
#define CAROM_ROW_cs                                                                                                   \
    .name = "cs", .number = CAROM_PARAM_cs, .kind = CAROM_REAL, .symbol = "c_s", .default_value = CAROM_REQUIRED,      \
    .example = 1.0, .meaning = "damping of the dashpot in series with the normal spring"
#define CAROM_UNIT_tension ""
#define CAROM_ROW_tension                                                                                              \
    .name = "tension", .number = CAROM_PARAM_tension, .kind = CAROM_CHOICE, .symbol = "",                              \
    .default_value = CAROM_TENSION_CUT, .example = CAROM_TENSION_CUT,                                                  \
    .meaning =                                                                                                         \
        "a dashpot that would pull: cut ends the contact when its force falls to zero, allowed when its overlap does", \
    .choices = carom_tension_names
#define CAROM_UNIT_factor ""
#define CAROM_ROW_factor                                                                                               \
    .name = "factor", .number = CAROM_PARAM_factor, .kind = CAROM_CHOICE, .symbol = "",                                \
    .default_value = CAROM_DAMPING_EXACT, .example = CAROM_DAMPING_EXACT,                                              \
    .meaning = "whose damping factor a(e) hunt-crossley takes; exact returns the e it is given",                       \
    .choices = carom_factor_names
#define CAROM_UNIT_gap "m"
#define CAROM_ROW_gap                                                                                                  \
    .name = "gap", .number = CAROM_PARAM_gap, .kind = CAROM_REAL, .symbol = "g", .default_value = 0.0, .example = 0.0, \
    .meaning = "how far apart a contact is when the others begin (springs)"
#define CAROM_UNIT_depth "m"
#define CAROM_ROW_depth                                                                                                \
    .name = "depth", .number = CAROM_PARAM_depth, .kind = CAROM_REAL, .symbol = "s", .default_value = CAROM_REQUIRED,  \
    .example = 0.1, .meaning = "an overlap: where the damping is whole (adams-impact), where yield begins (thornton)"
#define CAROM_UNIT_R_eff "m"
#define CAROM_ROW_R_eff                                                                                                \
    .name = "R_eff", .number = CAROM_PARAM_R_eff, .kind = CAROM_REAL, .symbol = "R*", .default_value = CAROM_REQUIRED, \
    .example = 1.0, .meaning = "radius of the contact, 1/R* = 1/R1 + 1/R2 (lammps-hertz-history)"

#endif
