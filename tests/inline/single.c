// Calls the functions of carom_inline.h in float.
#define CAROM_INLINE_FLOAT
#include "carom_inline.h"

#include "rows.h"

#define ARGUMENT(k, q) , (float)x[k + FIRST]
#define CAROM_INLINE_2D(name, law, stop, ...)                                                                          \
    void float_##name(const double *x, answer *out);                                                                   \
    void float_##name(const double *x, answer *out) {                                                                  \
        enum { FIRST = 5 };                                                                                            \
        const carom_inline_answer2 a =                                                                                 \
            name((float)x[0], (float)x[1], (float)x[2], (float)x[3], (float)x[4] CAROM_EACH(ARGUMENT, __VA_ARGS__));   \
        *out = (answer){{(double)a.Pn, (double)a.Pt, 0.0}, a.mode};                                                    \
    }
#define CAROM_INLINE_3D(name, law, stop, ...)                                                                          \
    void float_##name(const double *x, answer *out);                                                                   \
    void float_##name(const double *x, answer *out) {                                                                  \
        enum { FIRST = SPACE_NUMBERS };                                                                                \
        const carom_inline_answer3 a =                                                                                 \
            name((float)x[0], (float)x[1], (float)x[2], (float)x[3], (float)x[4], (float)x[5], (float)x[6],            \
                 (float)x[7], (float)x[8] CAROM_EACH(ARGUMENT, __VA_ARGS__));                                          \
        *out = (answer){{(double)a.P[0], (double)a.P[1], (double)a.P[2]}, a.mode};                                     \
    }
#include "inline_rows.h"
