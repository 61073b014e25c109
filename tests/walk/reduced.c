#include "reduced.h"

#include <string.h>

#include "reference.h"
#include "support/quad.h"

// If B has rank one, the slip changes only along the unit vector q. Let x be the slip along q and y the slip across it.
//   B = beta q q^T,  a = alpha q
//   x' = alpha - mu beta x/r,  r^2 = x^2 + y^2,  y' = 0,   v_n' = w - mu alpha x/r        (d/dp)
//   x = |y| sinh(tau),  s = e^tau,  c = alpha/(mu beta),  A = c - 1,  C = c + 1
// The impulses and the velocity are integrals over s.
//   p    = |y|/(2 mu beta) int (s^2 + 1)^2 / (s^2 (A s^2 + C)) ds
//   P_y  = -y/beta         int (s^2 + 1) / (s (A s^2 + C)) ds
//   P_x  = (x - x_0 - alpha p)/beta
//   v_n  = v_n0 + k p + (alpha/beta) (x - x_0),   k = w - alpha^2/beta
//   int x dp = y^2/(4 mu beta) int (s^2 - 1)(s^2 + 1)^2 / (s^3 (A s^2 + C)) ds
// If |c| < 1, s approaches sqrt(-C/A), the balance, where friction balances the push alpha. Otherwise s approaches 0 or
// infinity.
typedef struct {
    quad p, Px, Py, v_n, x, work;
} place;

typedef struct {
    const carom_params *par;
    quad w, alpha, beta, k, mu, e;
    quad v_n, x, y; // at the start
    quad A, C, s0, balance, at_start[3];
    place at;
    bool compressing;
    quad p_c, absorbed, released_before;
} line;

// Computes the primitives of the three integrals. `left` is |A s^2 + C|.
static void primitives(const line *l, quad s, quad left, quad out[3]) {
    const quad A = l->A, C = l->C, log_s = quad_log(s), log_left = quad_log(left);
    quad turn; // primitive of 1/(A s^2 + C)
    if (A * C < 0) {
        const quad z = 1 + s / l->balance;
        turn = quad_log(z * z * C / left) / (2 * quad_sqrt(-A * C));
    } else {
        turn = quad_atan(s * quad_sqrt(A / C)) / (quad_sqrt(A * C) * (A < 0 ? -1 : 1));
    }
    out[0] = s / A - 1 / (C * s) - 4 / (A * C) * turn;
    out[1] = log_s / C + log_left / (A * C);
    const quad a = 1 / A, b = (1 - C / A) / A, d = (-1 - b * C) / A, rest = -1 - d * C;
    // 1/(s^3 (A s^2 + C)) = (1/C) (1/s^3 - (A/C) (1/s - A s/(A s^2 + C)))
    const quad tail = (-1 / (2 * s * s) - A / C * (log_s - log_left / 2)) / C;
    out[2] = a * s * s / 2 + b * log_s - d / (2 * s * s) + rest * tail;
}

// Computes s at the path parameter z and returns |A s^2 + C|. z = 0 is the start. If z grows by 1, the distance of s to
// the balance, or s itself, changes by a factor e.
static quad left_at(const line *l, quad z, quad *s) {
    if (l->A * l->C < 0) {
        const quad far = (l->s0 - l->balance) * quad_exp(-z);
        *s = l->balance + far;
        return quad_abs(l->A * far * (l->balance + *s));
    }
    *s = l->s0 * quad_exp(l->A > 0 ? z : -z);
    return quad_abs(l->A * *s * *s + l->C);
}

// Returns the state of the path at z.
static place at_z(const line *l, quad z) {
    quad s, now[3];
    const quad left = left_at(l, z, &s), y = quad_abs(l->y);
    primitives(l, s, left, now);
    for (int i = 0; i < 3; i++) now[i] -= l->at_start[i];
    place q = {.p = y / (2 * l->mu * l->beta) * now[0], .x = y * (s - 1 / s) / 2};
    q.Py = -l->y / l->beta * now[1];
    q.Px = (q.x - l->x - l->alpha * q.p) / l->beta;
    q.v_n = l->v_n + l->k * q.p + l->alpha / l->beta * (q.x - l->x);
    const quad x_dp = y * y / (4 * l->mu * l->beta) * now[2] - l->x * q.p;
    q.work = l->v_n * q.p + l->k * q.p * q.p / 2 + l->alpha / l->beta * x_dp;
    return q;
}

// Returns a function that rises through zero at the end of the impact.
static quad stop_value(const line *l, const place *q) {
    switch (l->par->restitution) {
    case CAROM_NEWTON: return q->v_n + l->e * l->v_n;
    case CAROM_POISSON: return q->p - (1 + l->e) * l->p_c;
    default: return q->work + (1 - l->e * l->e) * l->absorbed;
    }
}

static quad value(const line *l, const place *q, int what) {
    return what == 0 ? q->v_n : what == 1 ? -q->v_n : stop_value(l, q);
}

// Finds the zero of a function between lo and hi by regula falsi, with a bisection in every third step.
static quad find(const line *l, int what, quad lo, quad hi) {
    place a = at_z(l, lo), b = at_z(l, hi);
    quad below = value(l, &a, what), above = value(l, &b, what);
    if (below >= 0) return lo;
    for (int i = 0; i < 200 && hi - lo > hi * (quad)1e-29; i++) {
        quad mid = i % 3 == 2 ? (lo + hi) / 2 : lo + (hi - lo) * (below / (below - above));
        if (!(mid > lo && mid < hi)) mid = (lo + hi) / 2;
        const place q = at_z(l, mid);
        const quad y = value(l, &q, what);
        if (y == 0) return mid;
        if (y > 0) {
            hi = mid;
            above = y;
            below /= 2; // Illinois method
        } else {
            lo = mid;
            below = y;
            above /= 2;
        }
    }
    return (lo + hi) / 2;
}

static void end_compression(line *l, const place *q) {
    l->compressing = false;
    l->p_c = q->p;
    l->absorbed = l->released_before - q->work;
}

static void resume(line *l, const place *q) {
    l->compressing = true;
    l->released_before = q->work + l->absorbed;
}

// Follows the path from z = lo to hi, which must be so short that v_n crosses zero at most once. Returns true if the
// impact ends.
static bool walk_step(line *l, quad lo, quad hi) {
    place end = at_z(l, hi);
    if (l->compressing && end.v_n >= 0) {
        lo = find(l, 0, lo, hi);
        const place q = at_z(l, lo);
        end_compression(l, &q);
    }
    if (l->compressing) return false;
    const bool falls = end.v_n < 0;
    const quad last = falls ? find(l, 1, lo, hi) : hi;
    end = at_z(l, last);
    if (stop_value(l, &end) >= 0) {
        l->at = at_z(l, find(l, 2, lo, last));
        return true;
    }
    if (falls) resume(l, &end);
    return false;
}

// Follows a straight piece from the current point. Returns 1 if the impact ends, 0 if the piece ends, and 2 if neither
// ends.
static int walk_straight(line *l, quad dx, quad dy, quad rate, quad length, bool endless) {
    place *q = &l->at;
    for (int i = 0; i < 6; i++) {
        const quad v = q->v_n, missing = -stop_value(l, q);
        quad step = length;
        int event = 0; // 1 if v_n = 0, 2 if the impact ends
        bool open = endless;
        if (l->compressing ? rate > 0 || v >= 0 : rate < 0) {
            const quad zero = v >= 0 && l->compressing ? 0 : -v / rate;
            // If the slip ends exactly where v_n falls to zero, v_n stays zero.
            const quad reach = l->compressing ? step : step * (1 - (quad)1e-18);
            if (open || zero <= reach) event = 1, step = zero, open = false;
        }
        if (!l->compressing) {
            quad x = missing;
            if (l->par->restitution == CAROM_NEWTON) x = rate > 0 ? missing / rate : -1;
            if (l->par->restitution == CAROM_ENERGETIC) {
                const quad under = v * v + 2 * rate * missing, below = under >= 0 ? v + quad_sqrt(under) : 0;
                x = below > 0 ? 2 * missing / below : -1;
            }
            if (missing <= 0) x = 0;
            if (x >= 0 && (open || x <= step)) event = 2, step = x, open = false;
        }
        if (open) return 2;
        q->work += step * (v + rate * step / 2);
        q->v_n += rate * step;
        q->p += step;
        q->Px += dx * step;
        q->Py += dy * step;
        length -= step;
        if (event == 0) return 0;
        if (event == 2) return 1;
        q->v_n = 0;
        if (l->compressing)
            end_compression(l, q);
        else
            resume(l, q);
    }
    return 2;
}

// Returns the z at which v_n is stationary, w = mu alpha tanh(tau), if that is before the end; otherwise 0.
static quad turning_point(const line *l) {
    const quad e_x = l->alpha != 0 ? l->w / (l->mu * l->alpha) : 2;
    if (l->k == 0 || !(quad_abs(e_x) < 1)) return 0;
    const quad s = quad_sqrt((1 + e_x) / (1 - e_x));
    const quad part = l->A * l->C < 0 ? (l->s0 - l->balance) / (s - l->balance) : l->A > 0 ? s / l->s0 : l->s0 / s;
    return part > 1 ? quad_log(part) : 0;
}

// Follows a slip that does not pass through zero.
static int curved(line *l) {
    const quad r = quad_sqrt(l->x * l->x + l->y * l->y), y = quad_abs(l->y), c = l->alpha / (l->mu * l->beta);
    l->A = c - 1;
    l->C = c + 1;
    if (quad_abs(l->A) < (quad)1e-9 || quad_abs(l->C) < (quad)1e-9) return 3;
    l->s0 = l->x > 0 ? (l->x + r) / y : y / (r - l->x);
    l->balance = l->A * l->C < 0 ? quad_sqrt(-l->C / l->A) : 0;
    quad s;
    const quad left = left_at(l, 0, &s);
    if (l->balance > 0 && quad_abs(l->s0 - l->balance) < (quad)1e-9 * l->balance) return 3;
    primitives(l, l->s0, left, l->at_start);
    // At z = 60 the balance is 1e-26 away, or the slip is 1e26 times as fast.
    const quad turn = turning_point(l);
    if (turn > 0 && walk_step(l, 0, turn)) return 1;
    if (walk_step(l, turn, 60)) return 1;
    if (!(l->balance > 0)) return 2;
    l->at = at_z(l, 60);
    // If v_n = 0 at the balance, rounding decides the result.
    if (l->k == 0 && quad_abs(l->at.v_n) < (quad)1e-9 * quad_abs(l->v_n)) return 3;
    const quad e_x = c, e_y = quad_sqrt(1 - c * c) * (l->y < 0 ? -1 : 1);
    return walk_straight(l, -l->mu * e_x, -l->mu * e_y, l->k, 0, true);
}

// Follows a path whose slip is along q or zero. This is a 2D problem.
static int straight(line *l, bool in_range) {
    const quad side = l->x > 0 ? 1 : -1;
    if (l->x != 0) {
        const quad f = side * l->alpha - l->mu * l->beta, D = l->w - l->mu * side * l->alpha;
        if (quad_abs(f) < (quad)1e-9 * l->mu * l->beta) return 3;
        const int end = walk_straight(l, -side * l->mu, 0, D, f < 0 ? side * l->x / -f : 0, !(f < 0));
        if (end != 0) return end;
    }
    if (l->k == 0 && l->alpha != 0) {
        // For k = 0, v_n depends on the slip x alone. So x = 0 determines v_n (0 if v is in the range of W).
        l->at.v_n = in_range ? 0 : l->v_n - l->alpha / l->beta * l->x;
        if (!in_range && quad_abs(l->at.v_n) < (quad)1e-9 * quad_abs(l->v_n)) return 3;
    }
    const quad x = l->alpha / l->beta, mu_s = l->par->mu_static == CAROM_SAME_AS_MU ? l->par->mu : l->par->mu_static;
    if (quad_abs(quad_abs(x) - mu_s) < (quad)1e-9 * mu_s) return 3;
    if (quad_abs(x) <= mu_s) return walk_straight(l, -x, 0, l->k, 0, true);
    const quad way = x > 0 ? 1 : -1;
    return walk_straight(l, -way * l->mu, 0, l->w - l->mu * quad_abs(l->alpha), 0, true);
}

typedef struct {
    quad Q[3][2], v[3];
} exact;

// Returns Q and v in 113-bit arithmetic.
static exact lift(const reduced_problem *q) {
    exact x = {0};
    for (int i = 0; i < 3; i++) {
        x.v[i] = q->in_range ? 0 : q->v[i];
        for (int j = 0; j < q->rank; j++) {
            x.Q[i][j] = q->Q[i][j];
            if (q->in_range) x.v[i] += x.Q[i][j] * q->s[j];
        }
    }
    return x;
}

void reduced_contact(const reduced_problem *q, carom_contact *c) {
    const exact x = lift(q);
    *c = (carom_contact){.dim = 3};
    for (int i = 0; i < 3; i++) {
        c->v[i] = (double)x.v[i];
        for (int j = 0; j < 3; j++) c->W[i][j] = (double)(x.Q[i][0] * x.Q[j][0] + x.Q[i][1] * x.Q[j][1]);
    }
}

// Returns whether the tangential parts of the columns of Q are parallel, and computes the unit vector along them.
static bool on_a_line(const exact *x, quad dir[2]) {
    const int j = x->Q[1][1] * x->Q[1][1] + x->Q[2][1] * x->Q[2][1] > x->Q[1][0] * x->Q[1][0] + x->Q[2][0] * x->Q[2][0];
    const quad length = quad_sqrt(x->Q[1][j] * x->Q[1][j] + x->Q[2][j] * x->Q[2][j]);
    const quad cross = x->Q[1][0] * x->Q[2][1] - x->Q[2][0] * x->Q[1][1];
    dir[0] = length > 0 ? x->Q[1][j] / length : 1;
    dir[1] = length > 0 ? x->Q[2][j] / length : 0;
    return quad_abs(cross) <= (quad)1e-30 * length * length;
}

static int solve_line(const reduced_problem *q, const exact *x, const quad dir[2], double P[3]) {
    line l = {.par = &q->p, .mu = q->p.mu, .e = q->p.e, .v_n = x->v[0], .compressing = true};
    for (int j = 0; j < q->rank; j++) {
        const quad n = x->Q[0][j], t = dir[0] * x->Q[1][j] + dir[1] * x->Q[2][j];
        l.w += n * n;
        l.alpha += n * t;
        l.beta += t * t;
    }
    l.k = q->rank == 1 && l.beta > 0 ? 0 : l.beta > 0 ? l.w - l.alpha * l.alpha / l.beta : l.w;
    l.x = dir[0] * x->v[1] + dir[1] * x->v[2];
    l.y = dir[0] * x->v[2] - dir[1] * x->v[1];
    l.at.v_n = l.v_n;
    const quad r = quad_sqrt(l.x * l.x + l.y * l.y);
    int end;
    if (l.beta == 0) {
        end = walk_straight(&l, r > 0 ? -l.mu * l.x / r : 0, r > 0 ? -l.mu * l.y / r : 0, l.w, 0, true);
    } else if (quad_abs(l.y) <= (quad)1e-30 * r) {
        end = straight(&l, q->in_range && q->rank == 1);
    } else if (quad_abs(l.y) < (quad)1e-9 * r) {
        end = 3;
    } else {
        end = curved(&l);
    }
    P[0] = (double)l.at.p;
    P[1] = (double)(dir[0] * l.at.Px - dir[1] * l.at.Py);
    P[2] = (double)(dir[1] * l.at.Px + dir[0] * l.at.Py);
    return end;
}

reduced_answer reduced_solve(const reduced_problem *q, double P[3]) {
    const exact x = lift(q);
    quad dir[2];
    int end;
    if (on_a_line(&x, dir)) {
        end = solve_line(q, &x, dir, P);
    } else {
        reference_outcome out;
        end = reference_tied(&x.Q[0][0], x.v, q->in_range, &q->p, &out);
        end = end == 0 ? 1 : end == 1 ? 3 : end;
        memcpy(P, out.P, sizeof out.P);
    }
    return end == 1 ? REDUCED_SOLVED : end == 3 ? REDUCED_UNSURE : REDUCED_NEVER_ENDS;
}
