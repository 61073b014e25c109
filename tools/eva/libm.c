// Defines functions that Eva's libm lacks, according to ISO C. The sign of zero and the kind of NaN do not matter.
#include <math.h>

double fmax(double x, double y) {
    return isnan(x) ? y : isnan(y) ? x : x > y ? x : y;
}

double fmin(double x, double y) {
    return isnan(x) ? y : isnan(y) ? x : x < y ? x : y;
}

double copysign(double x, double y) {
    static volatile int negative_zero;
    const int negative = y < 0.0 || (!(y > 0.0) && negative_zero != 0);
    return negative ? -fabs(x) : fabs(x);
}

double fma(double x, double y, double z) {
    static volatile double any;
    (void)x, (void)y, (void)z;
    return any;
}

double frexp(double x, int *power) {
    static volatile double share;
    static volatile int any;
    const int p = any;
    *power = x == 0.0 ? 0 : p < -1073 ? -1073 : p > 1024 ? 1024 : p;
    return share;
}

double ldexp(double x, int power) {
    static volatile double any;
    (void)x, (void)power;
    return any;
}
