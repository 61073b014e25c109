// How the velocity after an impact changes with the mass matrix M = W^-1. Chatterjee 1997, 10.2: collision laws for
// bodies that are nearly, but not quite, spheres (or whatever W one begins with).
//
//   carom_mass_jacobian s;
//   carom_status status = carom_sensitivity_of(&carom_law_smith, &contact, &params, &s);
//   // v' of the contact with mass M + dM is about s.at.v[i] + sum over k of s.J[i][k] dM_k
#ifndef CAROM_SENSITIVITY_H
#define CAROM_SENSITIVITY_H

#include "carom/law.h"

CAROM_BEGIN

// In space the columns are M11, M22, M33, M12, M13, M23, in the plane M11, M22, M12; an entry off the diagonal moves with
// its mirror image.
enum { CAROM_SENSITIVITY_COLUMNS = 6 };

// Why there is no derivative.
typedef enum carom_unsmooth {
    CAROM_UNSMOOTH_NONE = 0,
    CAROM_UNSMOOTH_STATUS = 1, // a contact next to this one has no answer
    CAROM_UNSMOOTH_MODE = 2,   // or has its answer in another mode: sticking instead of sliding, say
    CAROM_UNSMOOTH_KINK = 3    // v' has a kink or a jump there
} carom_unsmooth;

typedef struct carom_mass_jacobian {
    int columns;                                // 6 in space, 3 in the plane
    double M[3][3];                             // W^-1, kg
    double J[3][CAROM_SENSITIVITY_COLUMNS];     // dv'_i/dM_k, m/s per kg; NaN where there is none
    double error[3][CAROM_SENSITIVITY_COLUMNS]; // how far J may be off
    carom_result at;                            // the impact itself
    carom_unsmooth unsmooth;                    // why a derivative is refused
    int column;                                 // in which column that was seen first; -1: in none
} carom_mass_jacobian;

// Asks the law at M and at 6 masses to either side of it in each column, within 1e-3 of the entries' size; central
// differences, twice extrapolated (Richardson). CAROM_NOT_APPLICABLE, with `unsmooth` and `column`, next to a change of
// mode or a kink: there is no derivative, or none that holds as far as one would use it. Also for a singular W, which has
// no M. Else the law's own status.
CAROM_API carom_status carom_sensitivity_of(const carom_law *law, const carom_contact *contact,
                                            const carom_params *params, carom_mass_jacobian *sensitivity);

// "M13", counted from 1; and why there is no derivative, in words. NULL for what is none.
CAROM_API const char *carom_sensitivity_name(int dim, int column);
CAROM_API const char *carom_unsmooth_words(carom_unsmooth unsmooth);

// Which entry of M a column is: row and column from 0. CAROM_BAD_DIM, CAROM_BAD_INDEX for what is none.
CAROM_API carom_status carom_sensitivity_entry(int dim, int column, int *i, int *j);

CAROM_END

#endif
