// One contact: the inverse local mass matrix and the approach velocity.
#ifndef CAROM_CONTACT_H
#define CAROM_CONTACT_H

#include "carom/status.h"

CAROM_BEGIN

// Components are ordered normal first: (n, t) in the plane, (n, t1, t2) in space. SI units.
typedef struct carom_contact {
    int dim;        // 2 or 3
    double W[3][3]; // inverse local mass, 1/kg, symmetric positive semi-definite: v' = v + W P
    double v[3];    // relative velocity of A at the contact, m/s; v[0] < 0 approaches
} carom_contact;

// Rejects what is not a contact: dimension, NaN and infinity, asymmetry, negative mass.
// W may come from single precision. W_ij and W_ji may differ by 1e-6 sqrt(W_ii W_jj), and every function then uses their
// mean. The matrix of W_ij / sqrt(W_ii W_jj) may have an eigenvalue down to -1e-6; W then counts as singular, with every
// W_ij off the diagonal divided by 1 plus the size of that eigenvalue.
CAROM_API carom_status carom_contact_validate(const carom_contact *contact);

CAROM_END

#endif
