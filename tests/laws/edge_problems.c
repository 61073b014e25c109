#include <float.h>
#include <math.h>
#include <string.h>

#include "bench/apply.h"
#include "laws/edge_problems.h"
#include "support/laws.h"
#include "support/whole.h"

// Returns a relative deviation from 1e-16 to 1e-4, of either sign, below and above the tolerances that carom uses.
// Returns 0 in two of three calls.
static double off(random_stream *r) {
    static const double sizes[] = {1e-16, 3e-16, 1e-15, 3e-15,  1e-14, 3e-14, 3e-13, 7e-13, 1.5e-12, 3e-12,
                                   1e-11, 1e-10, 7e-10, 1.5e-9, 1e-8,  1e-7,  1e-6,  1e-5,  1e-4};
    const int which = random_below(r, 3 * (int)(sizeof sizes / sizeof *sizes));
    const double sign = random_below(r, 2) ? 1.0 : -1.0;
    return which % 3 ? 0.0 : sign * sizes[which / 3];
}

// Sets W to the sum of `count` dyads of small integers. Its rank is at most `count`.
static void dyads(random_stream *r, int count, carom_contact *c) {
    memset(c->W, 0, sizeof c->W);
    for (int k = 0; k < count; k++) {
        int q[3];
        for (int i = 0; i < 3; i++) q[i] = whole(r, 3);
        if (random_below(r, 4) == 0) q[random_below(r, c->dim)] = 0;
        for (int i = 0; i < c->dim; i++)
            for (int j = 0; j < c->dim; j++) c->W[i][j] += q[i] * q[j];
    }
}

static void times(carom_contact *c, double W, double v) {
    for (int i = 0; i < c->dim; i++) {
        for (int j = 0; j < c->dim; j++) c->W[i][j] *= W;
        c->v[i] *= v;
    }
}

// Changes each entry of W and v by a relative deviation. W stays symmetric.
static void shake(random_stream *r, carom_contact *c) {
    for (int i = 0; i < c->dim; i++) {
        for (int j = 0; j <= i; j++) c->W[i][j] = c->W[j][i] = c->W[i][j] * (1.0 + off(r));
        c->v[i] *= 1.0 + off(r);
    }
}

// Makes an impulse of integers whose tangential part has an integer length. Returns |P_t| / P_n.
static double impulse(random_stream *r, int dim, double P[3]) {
    static const int sides[][3] = {{3, 4, 5}, {4, -3, 5}, {-5, 12, 13}, {8, 15, 17}, {0, 2, 2}, {1, 0, 1}, {-3, 0, 3}};
    const int *t = sides[random_below(r, 7)];
    P[0] = 1 + random_below(r, 6);
    P[1] = t[0];
    P[2] = dim == 3 ? t[1] : 0.0;
    return (dim == 3 ? t[2] : fabs(P[1])) / P[0];
}

// Sets v such that P leads to v_n' = -e v_n and to the slip `after`.
static void before(carom_contact *c, const double P[3], double e, const double after[3]) {
    double WP[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < c->dim; i++)
        for (int j = 0; j < c->dim; j++) WP[i] += c->W[i][j] * P[j];
    c->v[0] = -WP[0] / (1.0 + e);
    for (int i = 1; i < c->dim; i++) c->v[i] = after[i] - WP[i];
}

// Makes a problem whose result is known, exactly or nearly. It sticks on the edge of the cone, or its slip ends at
// rest, or its slip continues against friction.
static void designed(random_stream *r, carom_contact *c, carom_params *p) {
    static const double halves[] = {0.0, 0.5, 1.0};
    double P[3], after[3] = {0.0, 0.0, 0.0};
    const int count = c->dim - 1 + random_below(r, 3);
    dyads(r, count, c);
    const double edge = impulse(r, c->dim, P);
    p->mu = edge * (1.0 + off(r));
    if (random_below(r, 5) == 0) P[1] = P[2] = 0.0; // the normal impulse alone stops the contact
    p->mu_static = random_below(r, 5) ? CAROM_SAME_AS_MU : random_below(r, 2) ? 2.0 * p->mu : HUGE_VAL;
    p->e = halves[random_below(r, 3)];
    const double more = 0.5 * random_below(r, 2), slip = random_below(r, 2) ? 0.0 : off(r) + more;
    for (int i = 1; i < c->dim; i++) after[i] = -slip * P[i];
    before(c, P, p->e, after);
    if (random_below(r, 3) == 0) shake(r, c);
}

// Returns a mu at which two terms balance, exactly or nearly, such as W_nn / |W_nt|.
static double balance(random_stream *r, const carom_contact *c) {
    const double w = c->dim == 3 ? sqrt(c->W[0][1] * c->W[0][1] + c->W[0][2] * c->W[0][2]) : fabs(c->W[0][1]);
    const double T = c->W[1][1], vt = c->dim == 3 ? hypot(c->v[1], c->v[2]) : fabs(c->v[1]);
    const double at[] = {
        w > 0.0 ? c->W[0][0] / w : 1.0, T > 0.0 ? w / T : 0.5, c->v[0] < 0.0 ? vt / -c->v[0] : 2.0, 1.0, HUGE_VAL, 0.0};
    const double one = at[random_below(r, 6)];
    return one * (1.0 + off(r));
}

// Makes a W that is singular or nearly so, with v in its range or close to it.
static void nearly(random_stream *r, carom_contact *c, carom_params *p) {
    dyads(r, 1 + random_below(r, c->dim - 1), c);
    double x[3];
    for (int i = 0; i < 3; i++) x[i] = whole(r, 3);
    for (int i = 0; i < c->dim; i++) {
        double sum = 0.0;
        for (int j = 0; j < c->dim; j++) sum += c->W[i][j] * x[j];
        c->v[i] = random_below(r, 6) ? sum * (1.0 + off(r)) : whole(r, 3);
    }
    if (c->v[0] > 0.0)
        for (int i = 0; i < c->dim; i++) c->v[i] = -c->v[i];
    if (random_below(r, 2))
        for (int i = 0; i < c->dim; i++) c->W[i][i] += fabs(off(r)) * c->W[i][i];
    if (random_below(r, 4) == 0) shake(r, c);
    p->mu = balance(r, c);
}

// Makes a contact that does not approach, or only by a rounding error, with friction that may jam it.
static void grazing(random_stream *r, carom_contact *c, carom_params *p) {
    dyads(r, 1 + random_below(r, 4), c);
    for (int i = 1; i < c->dim; i++) c->v[i] = whole(r, 2);
    c->v[0] = random_below(r, 2) ? 0.0 : -fabs(off(r));
    p->mu = random_below(r, 2) ? balance(r, c) : 0.5 * random_below(r, 12);
    if (random_below(r, 4) == 0) p->mu_static = 1.5 * p->mu;
}

// Scales W and v to about three limits. Beyond 1e12 carom rescales a problem, beyond 1e50 or 1e100 it is not ordinary,
// and beyond that doubles overflow.
static void far_off(random_stream *r, carom_contact *c) {
    static const double ends[] = {1.0, 1e12, 1e-12, 1e50, 1e-50, 1e140, 1e-140, 1e100, 1e-100, 1e6, 1e-6};
    const double W = ends[random_below(r, 11)], v = ends[random_below(r, 11)];
    static const double beside[] = {0.5, 1.0, 1.0, 2.0, 3.0};
    if (random_below(r, 2)) dyads(r, 1 + random_below(r, 4), c);
    const double more_W = beside[random_below(r, 5)], more_v = beside[random_below(r, 5)];
    times(c, W * more_W, v * more_v);
}

// Returns an extreme mu, including 0 and infinity.
static double extreme(random_stream *r) {
    static const double all[] = {0.0, 1e-300, 1e-100, 1e-50, 1e-41, 1e-39, 1e-20, 1e-9,
                                 1e9, 1e20,   1e39,   1e41,  1e50,  1e100, 1e150, HUGE_VAL};
    return all[random_below(r, 16)];
}

// Makes a W whose couplings are 0 or rounding errors, and whose tangents may be equal up to rounding.
static void uncoupled(random_stream *r, carom_contact *c) {
    for (int i = 0; i < c->dim; i++)
        for (int j = 0; j <= i; j++) c->W[i][j] = c->W[j][i] = i == j ? 1.0 + random_below(r, 3) : off(r);
    if (c->dim == 3 && random_below(r, 2)) c->W[2][2] = c->W[1][1] * (1.0 + off(r));
    c->v[0] = -1.0;
    for (int i = 1; i < c->dim; i++) c->v[i] = random_below(r, 3) ? whole(r, 2) : off(r);
}

// Makes the problem invalid, or valid only within the tolerance for rounding. It may change one triangle of W alone.
static void wrong(random_stream *r, const carom_law *law, carom_contact *c, carom_params *p) {
    const double bad[] = {(double)NAN, HUGE_VAL, -HUGE_VAL, -1.0, -1e-9, 1.0 + 1e-9, 2.0, 1e300, 1e141, 0.0};
    const int i = random_below(r, c->dim), j = random_below(r, c->dim);
    const double value = bad[random_below(r, 10)], sign = random_below(r, 2) ? 1.0 : -1.0;
    switch (random_below(r, 9)) {
    case 0: c->W[i][j] = value; break;
    case 1: c->W[i][j] = c->W[j][i] = value; break;
    case 2: c->W[i][j] *= 1.0 + off(r); break;
    case 3: c->W[i][j] = c->W[j][i] = sign * sqrt(c->W[i][i] * c->W[j][j]) * (1.0 + off(r)); break;
    case 4: c->v[i] = value; break;
    case 5: c->dim = random_below(r, 5); break;
    case 6: p->mark = 0; break;
    case 7: p->mu_static = random_below(r, 2) ? p->mu * (1.0 + off(r)) : value; break;
    default:
        for (int n = 0; n < CAROM_PARAM_END; n++) {
            const carom_coefficient *row =
                law && (carom_law_reads(law) >> n) & 1 ? carom_law_coefficient(law, n) : NULL;
            if (!row || row->kind == CAROM_LIST || random_below(r, 3)) continue;
            const double ends[] = {row->lowest,         row->highest, row->lowest - 1e-9,
                                   row->highest + 1e-9, value,        0.5 * (row->lowest + row->highest)};
            double values[3];
            for (int k = 0; k < 3; k++) values[k] = ends[random_below(r, 6)];
            (void)carom_params_set(p, row, values, row->kind == CAROM_VECTOR ? 3 : row->kind == CAROM_PAIR ? 2 : 1);
        }
    }
    if (random_below(r, 3) == 0) p->allow = ~UINT64_C(0);
}

// Sets rest_speed close to the approach speed, or e outside [0, 1], or speed-dependent coefficients.
static void by_speed(random_stream *r, carom_contact *c, carom_params *p) {
    static const double es[] = {-1.0, -0.5, 1.25, 2.0, 0.0};
    const int kind = random_below(r, 4);
    if (kind == 0) p->rest_speed = fabs(c->v[0]) * (1.0 + off(r));
    if (kind == 1) p->e = es[random_below(r, 5)], p->allow = ~UINT64_C(0);
    for (int k = 0; kind >= 2 && k < 2; k++) {
        int count = 0;
        while (carom_speed_form_at(count)) count++;
        const carom_speed_form *form = carom_speed_form_at(random_below(r, count));
        double numbers[CAROM_SPEED_NUMBERS];
        for (int i = 0; i < CAROM_SPEED_NUMBERS; i++)
            numbers[i] = random_below(r, 6) ? form->usual[i] : random_below(r, 2) ? form->lowest[i] : form->highest[i];
        if (random_below(r, 12) == 0) numbers[0] = -1.0;
        (void)carom_params_set_speed_form(p, form, numbers, (size_t)form->count);
    }
    if (random_below(r, 4) == 0) p->mu_static = p->mu + 0.1;
}

// Fills the third row and column of a 2D contact, which no function may read, with x.
static void fill_beyond(double x, carom_contact *c) {
    if (c->dim != 2) return;
    for (int i = 0; i < 3; i++) c->W[i][2] = c->W[2][i] = x;
    c->v[2] = x;
}

void edge_problem(const carom_law *law, int dim, uint64_t i, carom_contact *c, carom_params *p) {
    random_stream r = random_at(2611, i);
    const int kind = (int)(i % 14);
    *c = kind <= 1 ? random_contact(&r, dim, kind ? 8.0 : 3.0) : whole_contact(&r, dim);
    *p = kind <= 1 ? random_wide_params(&r, dim) : whole_params(&r, c, law ? law : &carom_law_routh);
    if (law) random_own(&r, law, p);
    if (kind == 2) p->mu = balance(&r, c);
    if (kind == 3 || kind == 4) designed(&r, c, p);
    if (kind == 5 || kind == 6) nearly(&r, c, p);
    if (kind == 7) grazing(&r, c, p);
    if (kind == 8) far_off(&r, c);
    if (kind == 9) p->mu = extreme(&r), p->mu_static = CAROM_SAME_AS_MU;
    if (kind == 10) uncoupled(&r, c);
    if (kind == 11) shake(&r, c);
    carom_result out; // some laws need a special W, for example that of a sphere
    if (law && kind != 10) (void)random_apply(law, c, p, &out);
    for (int k = 0; i % 5 == 0 && k < CAROM_MAX_OWN; k++) p->own[k] = CAROM_LEFT_OUT;
    if (kind == 12) wrong(&r, law, c, p);
    if (kind == 13) by_speed(&r, c, p);
    const double beyond[] = {(double)NAN, -3e5, 0.0};
    fill_beyond(beyond[i % 3], c);
}
