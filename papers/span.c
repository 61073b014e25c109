// Checks whether the friction impulse opposes a combination of the slips before and after it.
#include "papers/span.h"

#include <math.h>

#include "base/sym.h"

// Solves -P = a x + b y in one dimension, for a 2D contact or for parallel slips x and y. Uses one of the slips: the
// larger of those that are opposite to P, otherwise the larger slip.
static void span_line(double P, double x, double y, double *a, double *b, bool *holds) {
    const bool first = fabs(x) >= fabs(y);
    const bool x_can = P * x < 0.0, y_can = P * y < 0.0;
    const bool by_x = x_can && (first || !y_can) ? true : y_can ? false : first;
    *a = by_x && x != 0.0 ? -P / x : 0.0;
    *b = by_x ? 0.0 : -P / y; // if by_x is false, y is not 0
    *holds = P == 0.0 || x_can || y_can;
}

carom_status carom_span_condition(const carom_contact *contact, const double P[3], double *a, double *b, bool *holds) {
    if (!contact || !P || !a || !b || !holds) return CAROM_NULL_POINTER;
    const carom_status status = carom_contact_validate(contact);
    if (status != CAROM_OK) return status;
    double after[3];
    carom_velocity_after(contact->dim, contact->W, contact->v, P, after);
    if (contact->dim == 2) {
        span_line(P[1], contact->v[1], after[1], a, b, holds);
        return CAROM_OK;
    }
    const double x1 = contact->v[1], x2 = contact->v[2], y1 = after[1], y2 = after[2];
    const double cross = x1 * y2 - x2 * y1, x = sqrt(x1 * x1 + x2 * x2), y = sqrt(y1 * y1 + y2 * y2);
    const double size = sqrt(P[1] * P[1] + P[2] * P[2]);
    // Slips with a sine of their angle below 1e-12 are treated as parallel, because a and b would be rounding errors.
    if (fabs(cross) > 1e-12 * x * y) {
        *a = -(P[1] * y2 - P[2] * y1) / cross;
        *b = -(P[2] * x1 - P[1] * x2) / cross;
        // For an impulse along one slip, a or b has a rounding error of a few 1e-16, divided by the sine of the angle.
        const double rounding = (1e-12 + 1e-15 * (x * y / fabs(cross))) * size;
        *holds = *a * x >= -rounding && *b * y >= -rounding;
        return CAROM_OK;
    }
    const double *u = x >= y ? contact->v + 1 : after + 1, length = x >= y ? x : y;
    const double across = length > 0.0 ? (P[1] * u[1] - P[2] * u[0]) / length : size;
    if (fabs(across) > 1e-12 * size) {
        *a = *b = (double)NAN;
        *holds = false;
        return CAROM_OK;
    }
    const double scale = length > 0.0 ? 1.0 / length : 0.0;
    span_line((P[1] * u[0] + P[2] * u[1]) * scale, (x1 * u[0] + x2 * u[1]) * scale, (y1 * u[0] + y2 * u[1]) * scale, a,
              b, holds);
    return CAROM_OK;
}
