#include "exactly.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static quad quad_abs(quad x) {
    return x < 0 ? -x : x;
}

static quad quad_sqrt(quad x) {
    if (!(x > 0)) return x == 0 ? x : (quad)NAN;
    // The first estimate is the square root of a double. Products of four numbers of 1e150 are outside the range of a
    // double, so x is scaled.
    quad scale = 1;
    for (; x > (quad)0x1p+500; x *= (quad)0x1p-400) scale *= (quad)0x1p+200;
    for (; x < (quad)0x1p-500; x *= (quad)0x1p+400) scale *= (quad)0x1p-200;
    quad y = (quad)sqrt((double)x);
    for (int i = 0; i < 3; i++) y = (y + x / y) / 2;
    return y * scale;
}

static quad quad_sign_of(quad x, quad sign) {
    return signbit((double)sign) ? -quad_abs(x) : quad_abs(x);
}

// From here every `double` is a 113-bit number, also in structs of the library. No function of the library may be
// called with such a number.
#define double quad
#define fabs     quad_abs
#define sqrt     quad_sqrt
#define copysign quad_sign_of

#include "base/each.h"
#include "base/lane.h"
#include "collide/problem.h"

#define CAROM_LANES_CODE
#include "batch/laws_lanes.def"
#undef CAROM_LANES_CODE

enum { ANY = -1 };
#define GIVEN(k, q)  , p[k]
#define NUMBER(k, q) CAROM_PARAM_##q,

#define CAROM_LANES_PLANE(kernel, ...)                                                                                 \
    static bool exact_##kernel(const quad W[3][3], const quad v[3], const quad p[EXACTLY_MOST_PARAMS], quad P[3]) {    \
        return plane(PLANE_OF(kernel, __VA_ARGS__), P);                                                                \
    }
#define PLANE_OF(kernel, law, restitution, ...)                                                                        \
    carom_##kernel(W[0][0], W[0][1], W[1][1], v[0], v[1] CAROM_EACH(GIVEN, __VA_ARGS__))
#define CAROM_LANES_SPACE(kernel, ...)                                                                                 \
    static bool exact_##kernel(const quad W[3][3], const quad v[3], const quad p[EXACTLY_MOST_PARAMS], quad P[3]) {    \
        return space(SPACE_OF(kernel, __VA_ARGS__), P);                                                                \
    }
#define SPACE_OF(kernel, law, restitution, ...)                                                                        \
    carom_##kernel(W[0][0], W[0][1], W[0][2], W[1][1], W[1][2], W[2][2], v[0], v[1],                                   \
                   v[2] CAROM_EACH(GIVEN, __VA_ARGS__))

static bool plane(carom_answer2 x, quad P[3]) {
    P[0] = x.Pn, P[1] = x.Pt, P[2] = 0;
    return P[0] - P[0] == 0 && P[1] - P[1] == 0;
}

static bool space(carom_answer3 x, quad P[3]) {
    quad none = 0;
    for (int i = 0; i < 3; i++) {
        P[i] = x.P[i];
        none += P[i] - P[i];
    }
    return none == 0;
}

#include "batch/laws_lanes.def"

// These closed forms are not vectorised, so they are computed from their equations. The law initial-slip sticks if the
// impulse lies in the friction cone. Otherwise friction opposes the initial slip.
static bool exact_initial_slip(const quad W[3][3], const quad v[3], const quad p[EXACTLY_MOST_PARAMS], quad P[3]) {
    const quad det = W[0][0] * W[1][1] - W[0][1] * W[0][1], c = -(1 + p[0]) * v[0];
    const quad s = v[1] > 0 ? 1 : v[1] < 0 ? -1 : W[0][1] > 0 ? 1 : -1;
    P[0] = (W[1][1] * c + W[0][1] * v[1]) / det;
    P[1] = -(W[0][0] * v[1] + W[0][1] * c) / det;
    P[2] = 0;
    if (P[0] > 0 && quad_abs(P[1]) <= p[1] * P[0]) return true;
    P[0] = c / (W[0][0] - p[1] * s * W[0][1]);
    P[1] = -p[1] * s * P[0];
    return P[0] > 0;
}

// P = -(1 + eta) (d.v)/(d.W d) d
static bool exact_ivanov(const quad W[3][3], const quad v[3], const quad p[EXACTLY_MOST_PARAMS], quad P[3]) {
    quad along = 0, dWd = 0;
    for (int i = 0; i < 3; i++) {
        along += p[1 + i] * v[i];
        for (int j = 0; j < 3; j++) dWd += p[1 + i] * W[i][j] * p[1 + j];
    }
    for (int i = 0; i < 3; i++) P[i] = -(1 + p[0]) * along / dWd * p[1 + i];
    return dWd > 0;
}

#define ROW(kernel, dim, law, restitution, ...)                                                                        \
    {#law, dim, restitution, CAROM_COUNT(__VA_ARGS__), {CAROM_EACH(NUMBER, __VA_ARGS__)}, exact_##kernel},
static const exactly rows[] = {
#define CAROM_LANES_PLANE(kernel, ...) ROW(kernel, 2, __VA_ARGS__)
#define CAROM_LANES_SPACE(kernel, ...) ROW(kernel, 3, __VA_ARGS__)
#include "batch/laws_lanes.def"
    ROW(initial_slip, 2, initial_slip, ANY, e, mu) ROW(ivanov, 2, ivanov, ANY, eta, direction)
        ROW(ivanov, 3, ivanov, ANY, eta, direction)};

const exactly *exactly_rows(int *count) {
    *count = (int)(sizeof rows / sizeof *rows);
    return rows;
}
