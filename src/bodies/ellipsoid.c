// Computes contact points of an ellipsoid (Chatterjee 1997, 4.4). The surface x.D^-2 x = 1 has the normal D^-2 x, so x
// is along D^2 o.
#include "base/vec.h"
#include "carom/bodies.h"

static bool sizes(const double s[3]) {
    return carom_finite3(s) && s[0] > 0.0 && s[1] > 0.0 && s[2] > 0.0;
}

carom_status carom_ellipsoid_inertia(double mass, const double s[3], double moments[3]) {
    if (!s || !moments) return CAROM_NULL_POINTER;
    if (!sizes(s)) return CAROM_BAD_VALUE;
    if (!(mass > 0.0)) return CAROM_BAD_MASS;
    for (int i = 0; i < 3; i++) {
        const double b = s[(i + 1) % 3], c = s[(i + 2) % 3];
        moments[i] = mass / 5.0 * (b * b + c * c);
        if (!(moments[i] > 0.0)) return CAROM_OVERFLOW;
    }
    return CAROM_OK;
}

carom_status carom_ellipsoid_arm(const double s[3], const double outward[3], double arm[3]) {
    if (!s || !outward || !arm) return CAROM_NULL_POINTER;
    if (!sizes(s)) return CAROM_BAD_VALUE;
    double o[3] = {outward[0], outward[1], outward[2]};
    if (!carom_unit3(o)) return CAROM_BAD_FRAME;
    const double most = fmax(s[0], fmax(s[1], s[2]));
    double stretched[3]; // D o / most, because D^2 alone may overflow
    for (int i = 0; i < 3; i++) stretched[i] = s[i] / most * o[i];
    if (!carom_unit3(stretched)) return CAROM_OVERFLOW;
    for (int i = 0; i < 3; i++) arm[i] = s[i] * stretched[i];
    return CAROM_OK;
}
