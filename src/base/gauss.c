#include "base/gauss.h"

#include <float.h>
#include <math.h>

// Applies Gauss's rule, which is exact for polynomials up to degree 31.
static double rule(carom_integrand *f, const void *user, double low, double high) {
    static const double x[8] = {0.09501250983763744018531933542495806, 0.2816035507792589132304605014604961,
                                0.4580167776572273863424194429835775,  0.6178762444026437484466717640487910,
                                0.7554044083550030338951011948474422,  0.8656312023878317438804678977123931,
                                0.9445750230732325760779884155346083,  0.9894009349916499325961541734503326};
    static const double w[8] = {0.1894506104550684962853967232082831,  0.1826034150449235888667636679692199,
                                0.1691565193950025381893120790303599,  0.1495959888165767320815017305474785,
                                0.1246289712555338720524762821920164,  0.09515851168249278480992510760224622,
                                0.06225352393864789286284383699437769, 0.02715245941175409485178057245601810};
    const double half = 0.5 * (high - low), middle = low + half;
    double sum = 0.0;
    for (int i = 0; i < 8; i++) sum += w[i] * (f(user, middle - half * x[i]) + f(user, middle + half * x[i]));
    return half * sum;
}

static double halve(carom_integrand *f, const void *user, double low, double high, double whole, double allowed,
                    int depth, carom_care *care) {
    enum { DEEPEST = 12 };
    const double middle = 0.5 * (low + high), first = rule(f, user, low, middle), second = rule(f, user, middle, high);
    care->left -= 32;
    // An overflow (infinity or NaN) also ends the recursion. Halving cannot remove it, and a nested integral with 4096
    // pieces per level would take minutes.
    if (depth == DEEPEST || care->left <= 0 || !(fabs(first + second - whole) > allowed)) return first + second;
    return halve(f, user, low, middle, first, 0.5 * allowed, depth + 1, care) +
           halve(f, user, middle, high, second, 0.5 * allowed, depth + 1, care);
}

double carom_integral(carom_integrand *f, const void *user, double low, double high, carom_care *care) {
    const double whole = rule(f, user, low, high);
    // DBL_MIN is the smallest normal number. A smaller tolerance would be below rounding and could never be met.
    return halve(f, user, low, high, whole, care->share * fabs(whole) + DBL_MIN, 1, care);
}
