#include "reference.h"

#include <math.h>
#include <stdbool.h>

#define ORDER     40
#define TOLERANCE 1e-28
#define MOST      3000

enum { U1, U2, R, PN, P1, P2, VN, WORK, STATE };

typedef struct {
    const carom_params *p;
    quad v_n; // v_n before the impact
    quad a[2], B[3], w, mu, e;
    quad c_[STATE][ORDER + 1]; // Taylor coefficients of the present step
    quad x[STATE];             // the current point of the path
    bool compressing;
    quad p_c, absorbed, released_before;
    quad size;  // |a| + mu |B|
    bool tied;  // W is singular, B is not: the end of the slip determines v_n
    quad rests; // v_n at the end of the slip, if tied
} state;

// Evaluates a Taylor series.
static quad at(const quad *c, quad s) {
    quad sum = c[ORDER];
    for (int n = ORDER - 1; n >= 0; n--) sum = sum * s + c[n];
    return sum;
}

// Returns coefficient n of the product of two series.
static quad product(const quad *x, const quad *y, int n) {
    quad sum = 0;
    for (int i = 0; i <= n; i++) sum += x[i] * y[n - i];
    return sum;
}

// Computes the Taylor coefficients at the current point, in the time s multiplied by `size`. Returns the largest
// accurate step.
static quad expand(state *z) {
    quad(*c)[ORDER + 1] = z->c_;
    for (int i = 0; i < STATE; i++) c[i][0] = z->x[i];
    for (int n = 0; n < ORDER; n++) {
        const quad d = (n + 1) * z->size;
        c[U1][n + 1] = (c[R][n] * z->a[0] - z->mu * (z->B[0] * c[U1][n] + z->B[1] * c[U2][n])) / d;
        c[U2][n + 1] = (c[R][n] * z->a[1] - z->mu * (z->B[1] * c[U1][n] + z->B[2] * c[U2][n])) / d;
        c[PN][n + 1] = c[R][n] / d;
        c[P1][n + 1] = -z->mu * c[U1][n] / d;
        c[P2][n + 1] = -z->mu * c[U2][n] / d;
        c[VN][n + 1] = (z->w * c[R][n] - z->mu * (z->a[0] * c[U1][n] + z->a[1] * c[U2][n])) / d;
        c[WORK][n + 1] = product(c[VN], c[R], n) / d;
        quad square = product(c[U1], c[U1], n + 1) + product(c[U2], c[U2], n + 1);
        for (int i = 1; i <= n; i++) square -= c[R][i] * c[R][n + 1 - i];
        c[R][n + 1] = square / (2 * c[R][0]);
    }
    quad tail = 0;
    for (int i = U1; i <= R; i++)
        for (int n = ORDER - 1; n <= ORDER; n++)
            if (quad_abs(c[i][n]) > tail) tail = quad_abs(c[i][n]);
    // The size of the last coefficients is relative to the slip, and a double has enough range for this ratio. On a
    // straight path these coefficients are 0, so the step is also limited to 10.
    const double step = pow(TOLERANCE / (double)(tail / c[R][0]), 1.0 / ORDER);
    return fmin(step, 10.0);
}

// Returns a function that rises through zero at the end of the impact.
static quad stop_value(const state *z, quad v_n, quad p, quad work) {
    switch (z->p->restitution) {
    case CAROM_NEWTON: return v_n + z->e * z->v_n;
    case CAROM_POISSON: return p - (1 + z->e) * z->p_c;
    default: return work + (1 - z->e * z->e) * z->absorbed;
    }
}

static quad event_value(const state *z, int what, quad s) {
    const quad v_n = at(z->c_[VN], s);
    return what == 0 ? v_n : what == 1 ? -v_n : stop_value(z, v_n, at(z->c_[PN], s), at(z->c_[WORK], s));
}

// Finds the zero of a function between lo and hi by regula falsi, with a bisection in every third step.
static quad find(const state *z, int what, quad lo, quad hi) {
    quad below = event_value(z, what, lo), above = event_value(z, what, hi);
    if (below >= 0) return lo;
    for (int i = 0; i < 300 && hi - lo > hi * (quad)1e-32; i++) {
        quad mid = i % 3 == 2 ? (lo + hi) / 2 : lo + (hi - lo) * (below / (below - above));
        if (!(mid > lo && mid < hi)) mid = (lo + hi) / 2;
        const quad value = event_value(z, what, mid);
        if (value == 0) return mid;
        if (value > 0) {
            hi = mid;
            above = value;
            below /= 2; // Illinois method
        } else {
            lo = mid;
            below = value;
            above /= 2;
        }
    }
    return (lo + hi) / 2;
}

// Moves the current point by s.
static void move(state *z, quad s) {
    for (int i = 0; i < STATE; i++) z->x[i] = at(z->c_[i], s);
    // The series treats r as a variable of its own. It is set to |u| here, because the two would drift apart when both
    // vanish.
    z->x[R] = quad_sqrt(z->x[U1] * z->x[U1] + z->x[U2] * z->x[U2]);
}

static void end_compression(state *z, quad p, quad work) {
    z->compressing = false;
    z->p_c = p;
    z->absorbed = z->released_before - work;
}

// Follows the path from lo to hi, where v_n is monotone. Returns true if the impact ends there.
static bool walk_part(state *z, quad lo, quad hi) {
    if (z->compressing && at(z->c_[VN], hi) >= 0) {
        lo = find(z, 0, lo, hi);
        end_compression(z, at(z->c_[PN], lo), at(z->c_[WORK], lo));
    }
    if (z->compressing) return false;
    const bool falls = at(z->c_[VN], hi) < (z->tied && z->rests == 0 ? (quad)1e-20 * z->v_n : 0);
    const quad end = falls ? find(z, 1, lo, hi) : hi;
    if (event_value(z, 2, end) >= 0) {
        move(z, find(z, 2, lo, end));
        return true;
    }
    if (falls) {
        z->compressing = true;
        z->released_before = at(z->c_[WORK], end) + z->absorbed;
    }
    return false;
}

static quad slope_of_v_n(const state *z, quad s) {
    quad sum = ORDER * z->c_[VN][ORDER];
    for (int n = ORDER - 1; n >= 1; n--) sum = sum * s + n * z->c_[VN][n];
    return sum;
}

// Returns where v_n is stationary between lo and hi; hi if it is not.
static quad turn_of_v_n(const state *z, quad lo, quad hi) {
    const bool rises = slope_of_v_n(z, lo) > 0;
    if ((slope_of_v_n(z, hi) > 0) == rises) return hi;
    for (int i = 0; i < 110; i++) {
        const quad mid = (lo + hi) / 2;
        if ((slope_of_v_n(z, mid) > 0) == rises)
            lo = mid;
        else
            hi = mid;
    }
    return hi;
}

// Follows one step in eight parts, each divided where v_n is stationary. A double crossing of zero, which a grazing
// contact has within 1e-5 of a step, is thus not missed. Returns true if the impact ends in this step.
static bool walk_step(state *z, quad h) {
    for (int i = 0; i < 8; i++) {
        const quad lo = h * i / 8, hi = h * (i + 1) / 8, turn = turn_of_v_n(z, lo, hi);
        if (walk_part(z, lo, turn) || (turn < hi && walk_part(z, turn, hi))) return true;
    }
    move(z, h);
    return false;
}

// Follows a straight piece with dP_t/dp = d and dv_n/dp = rate, at most `length` long. Returns 1 if the impact ends, 0
// if the piece ends, and 2 if neither ends.
static int walk_straight(state *z, quad d1, quad d2, quad rate, quad length, bool endless) {
    for (int i = 0; i < 5; i++) {
        const quad v = z->x[VN], missing = -stop_value(z, v, z->x[PN], z->x[WORK]);
        quad step = length;
        int event = 0; // 1 if v_n = 0, 2 if the impact ends
        bool open = endless;
        // If v_n has just fallen to zero, it continues to fall.
        if (z->compressing ? rate > 0 || v > 0 || (v == 0 && rate == 0) : rate < 0) {
            const quad zero = v >= 0 && z->compressing ? 0 : -v / rate;
            // If the slip ends exactly where v_n falls to zero, v_n stays zero.
            const bool leaves = !z->compressing && !endless && z->tied && z->rests == 0;
            if (open || (zero <= step && !leaves)) event = 1, step = zero, open = false;
        }
        if (!z->compressing) {
            quad x = missing;
            if (z->p->restitution == CAROM_NEWTON) x = rate > 0 ? missing / rate : -1;
            if (z->p->restitution == CAROM_ENERGETIC) {
                const quad under = v * v + 2 * rate * missing, below = under >= 0 ? v + quad_sqrt(under) : 0;
                x = below > 0 ? 2 * missing / below : -1;
            }
            if (missing <= 0) x = 0;
            if (x >= 0 && (open || x <= step)) event = 2, step = x, open = false;
        }
        if (open) return 2;
        z->x[WORK] += step * (v + rate * step / 2);
        z->x[VN] += rate * step;
        z->x[PN] += step;
        z->x[P1] += d1 * step;
        z->x[P2] += d2 * step;
        length -= step;
        if (event == 0) return 0;
        if (event == 2) return 1;
        z->x[VN] = 0;
        if (z->compressing) {
            end_compression(z, z->x[PN], z->x[WORK]);
        } else {
            z->compressing = true;
            z->released_before = z->x[WORK] + z->absorbed;
        }
    }
    return 2;
}

// Computes the unit vector e with a - mu B e = lambda e, by bisection on |(mu B + lambda)^-1 a| = 1.
static void escape(const state *z, quad e[2]) {
    quad lo = 0, hi = quad_abs(z->a[0]) + quad_abs(z->a[1]);
    for (int i = 0; i < 120; i++) {
        const quad l = (lo + hi) / 2, m11 = z->mu * z->B[0] + l, m12 = z->mu * z->B[1], m22 = z->mu * z->B[2] + l;
        const quad det = m11 * m22 - m12 * m12;
        e[0] = (m22 * z->a[0] - m12 * z->a[1]) / det;
        e[1] = (m11 * z->a[1] - m12 * z->a[0]) / det;
        if (e[0] * e[0] + e[1] * e[1] > 1)
            lo = l;
        else
            hi = l;
    }
}

// Continues after the end of the slip, or from a contact without slip. Returns the same numbers as walk_straight.
static int from_rest(state *z, bool slipped, reference_outcome *out) {
    const quad det = z->B[0] * z->B[2] - z->B[1] * z->B[1];
    const quad x1 = (z->B[2] * z->a[0] - z->B[1] * z->a[1]) / det, x2 = (z->B[0] * z->a[1] - z->B[1] * z->a[0]) / det;
    const quad mu_s = z->p->mu_static == CAROM_SAME_AS_MU ? z->p->mu : z->p->mu_static;
    const bool holds = x1 * x1 + x2 * x2 <= mu_s * mu_s, early = z->compressing;
    out->mode = holds ? (early ? CAROM_MODE_C_STICKING : CAROM_MODE_R_STICKING)
                      : (early ? CAROM_MODE_C_REVERSED : CAROM_MODE_R_REVERSED);
    if (!slipped) out->mode = holds ? CAROM_MODE_C_STICKING : CAROM_MODE_SLIDING;
    quad e[2], d1 = -x1, d2 = -x2;
    if (z->tied) z->x[VN] = z->rests;
    if (!holds) {
        escape(z, e);
        d1 = -z->mu * e[0];
        d2 = -z->mu * e[1];
    }
    const quad rate = holds && z->tied ? 0 : z->w + z->a[0] * d1 + z->a[1] * d2;
    return walk_straight(z, d1, d2, rate, 0, true);
}

// Follows a slip in an invariant direction, which is straight to 1e-25.
static int along(state *z, quad e1, quad e2, reference_outcome *out) {
    const quad f =
        e1 * z->a[0] + e2 * z->a[1] - z->mu * (z->B[0] * e1 * e1 + 2 * z->B[1] * e1 * e2 + z->B[2] * e2 * e2);
    const quad D = z->w - z->mu * (z->a[0] * e1 + z->a[1] * e2);
    const bool dies = f < 0;
    const int end = walk_straight(z, -z->mu * e1, -z->mu * e2, D, dies ? z->x[R] / -f : 0, !dies);
    return end == 0 ? from_rest(z, true, out) : end;
}

// Returns the turning rate g of the slip direction e.
static quad turning(const state *z, quad e1, quad e2) {
    return e1 * z->a[1] - e2 * z->a[0] - z->mu * (z->B[1] * (e1 * e1 - e2 * e2) + (z->B[2] - z->B[0]) * e1 * e2);
}

// Follows the curved part of the path, and the rest. Returns the same numbers as walk_straight, and 3 after too many
// steps.
static int curved(state *z, reference_outcome *out) {
    quad largest = z->x[R];
    z->size = quad_abs(z->a[0]) + quad_abs(z->a[1]) + z->mu * (z->B[0] + z->B[2]);
    out->least_slip = 1.0;
    for (out->steps = 0; out->steps < MOST; out->steps++) {
        const quad e1 = z->x[U1] / z->x[R], e2 = z->x[U2] / z->x[R], g = turning(z, e1, e2);
        if (quad_abs(g) < (quad)1e-26 * z->size && out->steps > 0) return along(z, e1, e2, out);
        if (g == 0) return along(z, e1, e2, out);
        if (z->x[R] < (quad)1e-26 * largest) return from_rest(z, true, out);
        if (walk_step(z, expand(z))) return 1;
        if (z->x[R] > largest) largest = z->x[R];
        out->least_slip = fmin(out->least_slip, (double)(z->x[R] / largest));
    }
    return 3;
}

static state begin(const carom_contact *contact, double mu) {
    state z = {.compressing = true, .v_n = contact->v[0]};
    z.w = contact->W[0][0];
    z.a[0] = contact->W[0][1];
    z.a[1] = contact->W[0][2];
    z.B[0] = contact->W[1][1];
    z.B[1] = contact->W[1][2];
    z.B[2] = contact->W[2][2];
    z.mu = mu;
    z.x[VN] = contact->v[0];
    z.x[U1] = contact->v[1];
    z.x[U2] = contact->v[2];
    z.x[R] = quad_sqrt(z.x[U1] * z.x[U1] + z.x[U2] * z.x[U2]);
    return z;
}

int reference_solve(const carom_contact *contact, const carom_params *params, reference_outcome *out) {
    state z = begin(contact, params->mu);
    z.p = params;
    z.e = params->e;
    *out = (reference_outcome){.mode = CAROM_MODE_SLIDING};
    const int end = z.x[R] > 0 ? curved(&z, out) : from_rest(&z, false, out);
    for (int i = 0; i < 3; i++) out->P[i] = (double)z.x[PN + i];
    return end == 1 ? 0 : end == 3 ? 1 : 2;
}

int reference_tied(const quad *Q, const quad v[3], bool in_range, const carom_params *params, reference_outcome *out) {
    quad W[3][3];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) W[i][j] = Q[2 * i] * Q[2 * j] + Q[2 * i + 1] * Q[2 * j + 1];
    state z = {.p = params, .compressing = true, .tied = true, .w = W[0][0], .v_n = v[0]};
    z.mu = params->mu;
    z.e = params->e;
    for (int i = 0; i < 2; i++) z.a[i] = W[0][i + 1];
    z.B[0] = W[1][1];
    z.B[1] = W[1][2];
    z.B[2] = W[2][2];
    z.x[VN] = v[0];
    z.x[U1] = v[1];
    z.x[U2] = v[2];
    z.x[R] = quad_sqrt(v[1] * v[1] + v[2] * v[2]);
    // The null vector of W is z = q1 x q2. Since z.v is constant, v_n = z.v/z_n where the slip is zero.
    const quad n = Q[2] * Q[5] - Q[4] * Q[3], t1 = Q[4] * Q[1] - Q[0] * Q[5], t2 = Q[0] * Q[3] - Q[2] * Q[1];
    z.rests = in_range ? 0 : v[0] + (t1 * v[1] + t2 * v[2]) / n;
    *out = (reference_outcome){.mode = CAROM_MODE_SLIDING};
    // Rounding decides the result if friction balances the push, |z_t| = mu |z_n|, or if v_n = 0 at the end of the
    // slip.
    const double steep = (double)quad_sqrt((t1 * t1 + t2 * t2) / (n * n));
    const double mu_s = params->mu_static == CAROM_SAME_AS_MU ? params->mu : params->mu_static;
    if (fabs(steep - params->mu) < 1e-9 * steep || fabs(steep - mu_s) < 1e-9 * steep) return 1;
    if (!in_range && quad_abs(z.rests) < (quad)1e-9 * quad_abs(v[0])) return 1;
    const int end = z.x[R] > 0 ? curved(&z, out) : from_rest(&z, false, out);
    for (int i = 0; i < 3; i++) out->P[i] = (double)z.x[PN + i];
    return end == 1 ? 0 : end == 3 ? 1 : 2;
}

double reference_turning(const carom_contact *contact, double mu) {
    const state z = begin(contact, mu);
    return (double)turning(&z, z.x[U1] / z.x[R], z.x[U2] / z.x[R]);
}
