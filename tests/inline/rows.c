// Calls the functions of carom_inline.h in double, and makes the problems.
#include "rows.h"

#include "carom_inline.h"
#include "tables/law_constants.h"

#define ARGUMENT(k, q) , x[k + FIRST]
#define CAROM_INLINE_2D(name, law, stop, ...)                                                                          \
    static void call_##name(const double *x, answer *out) {                                                            \
        enum { FIRST = 5 };                                                                                            \
        const carom_inline_answer2 a = name(x[0], x[1], x[2], x[3], x[4] CAROM_EACH(ARGUMENT, __VA_ARGS__));           \
        *out = (answer){{a.Pn, a.Pt, 0.0}, a.mode};                                                                    \
    }                                                                                                                  \
    void float_##name(const double *x, answer *out);
#define CAROM_INLINE_3D(name, law, stop, ...)                                                                          \
    static void call_##name(const double *x, answer *out) {                                                            \
        enum { FIRST = SPACE_NUMBERS };                                                                                \
        const carom_inline_answer3 a =                                                                                 \
            name(x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8] CAROM_EACH(ARGUMENT, __VA_ARGS__));              \
        *out = (answer){{a.P[0], a.P[1], a.P[2]}, a.mode};                                                             \
    }                                                                                                                  \
    void float_##name(const double *x, answer *out);
#include "inline_rows.h"
#undef CAROM_INLINE_2D
#undef CAROM_INLINE_3D

#define ANY                CAROM_NEWTON
#define PARAM_OF(k, field) CAROM_PARAM_##field,
#define ROW(name, law, dim, stop, ...)                                                                                 \
    {#name,       &carom_law_##law, dim, stop, CAROM_COUNT(__VA_ARGS__), {CAROM_EACH(PARAM_OF, __VA_ARGS__)},          \
     call_##name, float_##name},
const row rows[] = {
#define CAROM_INLINE_2D(name, law, stop, ...) ROW(name, law, 2, stop, __VA_ARGS__)
#define CAROM_INLINE_3D(name, law, stop, ...) ROW(name, law, 3, stop, __VA_ARGS__)
#include "inline_rows.h"
};
const int row_count = sizeof rows / sizeof *rows;

static double rounded(double x, int single) {
    return single ? (double)(float)x : x;
}

// Rounds a number to 20 bits. 3.5 times such a number is also a float; a homogeneous sphere needs this.
static double short_number(double x) {
    int power;
    const double part = frexp(x, &power);
    return ldexp(rint(ldexp(part, 20)), power - 20);
}

static void read_numbers(const row *r, const carom_contact *c, const carom_params *p, double *x) {
    int at = 0;
    for (int a = 0; a < r->dim; a++)
        for (int b = a; b < r->dim; b++) x[at++] = c->W[a][b];
    for (int a = 0; a < r->dim; a++) x[at++] = c->v[a];
    for (int k = 0; k < r->count; k++) {
        // The second number of a pair is not a separate coefficient.
        const carom_coefficient *info = carom_law_coefficient(r->law, r->params[k]);
        double values[3];
        if (info) carom_params_get(p, info, values);
        x[at++] = info ? values[0] : p->own[r->params[k] - CAROM_PARAM_OWN];
    }
}

static int reads_static(const row *r) {
    for (int k = 0; k < r->count; k++)
        if (r->params[k] == CAROM_PARAM_mu_static) return 1;
    return 0;
}

carom_status make_problem(const row *r, uint64_t index, int single, double x[MOST_NUMBERS], carom_result *out) {
    random_stream s = random_at(73, index);
    carom_contact c = random_contact(&s, r->dim, 1.0);
    carom_params p = random_params(&s, r->dim);
    random_own(&s, r->law, &p);
    if (p.e > 1.0) p.e = 1.0 / p.e;
    p.e = rounded(p.e, single);
    p.e_t = rounded(p.e_t, single);
    p.nu = rounded(p.nu, single);
    for (int k = 0; k < CAROM_MAX_OWN; k++) p.own[k] = rounded(p.own[k], single);
    p.restitution = (carom_restitution)r->restitution;
    p.mu = rounded(random_power10(random_between(&s, -2.0, 0.0)), single);
    p.mu_static = reads_static(r) ? rounded(p.mu * random_between(&s, 1.01, 1.5), single) : CAROM_SAME_AS_MU;
    for (int k = 1; k < r->dim; k++) c.v[k] = random_between(&s, -3.0, 3.0);
    for (int a = 0; a < r->dim; a++) {
        c.v[a] = rounded(c.v[a], single);
        for (int b = 0; b < r->dim; b++) c.W[a][b] = rounded(c.W[a][b], single);
    }
    if (single) c.W[0][0] = short_number(c.W[0][0]);
    const carom_status status = random_apply(r->law, &c, &p, out);
    read_numbers(r, &c, &p, x);
    return status;
}
