// Replaces the functions of <math.h> that laws without a closed form call. Each function is computed with 113 bits and
// rounded once, so the last digit does not depend on the C library. The script edges.sh includes this header in every
// file.
#ifndef CAROM_BITS_MATHEMATICS_H
#define CAROM_BITS_MATHEMATICS_H

#include <math.h>

// The 113-bit functions are declared here, because quadmath.h also declares POSIX names.
#ifdef __x86_64__
#define OF_113_BITS(name) name##q
typedef __float128 bits113;
#else
#define OF_113_BITS(name) name##l
typedef long double bits113;
#endif

#define CAROM_ONE(name)                                                                                                \
    extern bits113 OF_113_BITS(name)(bits113);                                                                         \
    static inline double carom_##name(double x) {                                                                      \
        return (double)OF_113_BITS(name)((bits113)x);                                                                  \
    }
#define CAROM_TWO(name)                                                                                                \
    extern bits113 OF_113_BITS(name)(bits113, bits113);                                                                \
    static inline double carom_##name(double x, double y) {                                                            \
        return (double)OF_113_BITS(name)((bits113)x, (bits113)y);                                                      \
    }
CAROM_ONE(exp)
CAROM_ONE(expm1)
CAROM_ONE(log)
CAROM_ONE(log1p)
CAROM_ONE(sin)
CAROM_ONE(cos)
CAROM_ONE(tan)
CAROM_ONE(atan)
CAROM_ONE(acos)
CAROM_ONE(cbrt)
CAROM_TWO(atan2)
CAROM_TWO(hypot)
CAROM_TWO(pow)

#define exp   carom_exp
#define expm1 carom_expm1
#define log   carom_log
#define log1p carom_log1p
#define sin   carom_sin
#define cos   carom_cos
#define tan   carom_tan
#define atan  carom_atan
#define acos  carom_acos
#define cbrt  carom_cbrt
#define atan2 carom_atan2
#define hypot carom_hypot
#define pow   carom_pow

#endif
