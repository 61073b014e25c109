#include "cli/lookup/approach.h"

#include <math.h>

carom_contact carom_approach_for_slip(const carom_contact *contact, double mu, double angle) {
    carom_contact c = *contact;
    const double drive = hypot(c.W[0][1], c.W[0][2]) + mu * 0.5 * (c.W[1][1] + c.W[2][2]);
    c.v[0] = drive > 0.0 ? -4.0 * c.W[0][0] / drive : -1.0;
    c.v[1] = cos(angle);
    c.v[2] = sin(angle);
    return c;
}
