#include "mods/scenario/sequence_bound.h"

#include <math.h>

// The approach speeds obey x_{k+1} = -(1 + e) g x_k - e x_{k-1}. Here g = W_12 / sqrt(W_11 W_22) of the normals.
// The sequence ends if x becomes negative. For g >= 0 this happens at once. For complex roots it happens after
// ceil(pi/theta) impacts, where cos theta = (1 + e)|g| / (2 sqrt e). For real roots it never happens.
int carom_max_sequence_impacts(const double W[4][4], double e) {
    if (!W || !(W[0][0] > 0.0 && W[2][2] > 0.0) || !(e >= 0.0 && isfinite(e))) return -1;
    const double g = W[0][2] / sqrt(W[0][0]) / sqrt(W[2][2]);
    if (!isfinite(g)) return -1;
    if (g >= 0.0) return 2;
    // If e is 0 (of either sign), the remaining speed shrinks forever.
    const double cosine = e > 0.0 ? (1.0 + e) * -g / (2.0 * sqrt(e)) : HUGE_VAL;
    if (!(cosine < 1.0)) return 0;
    // If the number of half turns differs from an integer only by rounding, round it to that integer.
    return (int)ceil(acos(-1.0) / acos(cosine) - 1e-9);
}
