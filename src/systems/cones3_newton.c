// Newton's method for friction cones in 3D, on the equations of Alart & Curnier 1991. With
//   t_n = max(floor, x_n - rho_n z_n),  d = x_t - rho_t z_t,  r = mu t_n
// a solution has x_n = t_n. The contact sticks, x_t = d, if |d| <= r; otherwise it slides, x_t = r d/|d|. The equations
// are piecewise smooth. A step minimises |J s + F|^2 + small^2 |s|^2, so for a singular W it is nearly the shortest
// one.
#include <math.h>
#include <string.h>

#include "base/worst.h"
#include "systems/cones3.h"

bool carom_newton3_carve(carom_newton3 *w, int nc, carom_arena *a) {
    const size_t n = 3 * (size_t)nc;
    w->J = CAROM_TAKE(a, 2 * n * n, double);
    w->side = CAROM_TAKE(a, 2 * n, double);
    w->z = CAROM_TAKE(a, n, double);
    w->to = CAROM_TAKE(a, n, double);
    w->F = CAROM_TAKE(a, n, double);
    w->step = CAROM_TAKE(a, n, double);
    w->x = CAROM_TAKE(a, n, double);
    return !carom_arena_short(a);
}

// Minimises |J s - side| over n columns of 2 n numbers by Householder reflections. The lower half of the columns is
// `small` times the unit matrix, so column k has at most n + k + 1 entries. Returns the smallest pivot.
static double least_squares(int size, double *J, double *side, double *s) {
    const size_t n = (size_t)size, high = 2 * n;
    double least = HUGE_VAL;
    for (size_t k = 0; k < n; k++) {
        double *c = J + k * high, sum = 0.0;
        const size_t end = n + k + 1;
        for (size_t i = k; i < end; i++) sum += c[i] * c[i];
        const double length = c[k] > 0.0 ? -sqrt(sum) : sqrt(sum), head = c[k] - length;
        if (length == 0.0) continue;
        c[k] = head;
        // v.v / 2 = -length head
        const double by = -1.0 / (length * head);
        for (size_t j = k + 1; j <= n; j++) {
            double *other = j < n ? J + j * high : side, dot = 0.0;
            for (size_t i = k; i < end; i++) dot += c[i] * other[i];
            dot *= by;
            for (size_t i = k; i < end; i++) other[i] -= dot * c[i];
        }
        c[k] = length;
        least = fmin(least, fabs(length));
    }
    for (size_t k = n; k-- > 0;) {
        double x = side[k];
        for (size_t j = k + 1; j < n; j++) x -= J[j * high + k] * s[j];
        s[k] = J[k * high + k] == 0.0 ? 0.0 : x / J[k * high + k];
    }
    return least;
}

// A contact counts as open or sticking also if it misses this by rounding. With dependent contacts such ties are common,
// and without a tolerance the order of the contacts would decide them. x is of order 1.
static const double TIE = 1e-12;

// Writes the rows of J for one contact into the columns.
static void fill_contact(const carom_newton3 *w, const carom_scaled3 *s, const double *x, int contact) {
    const size_t n = (size_t)s->n, high = 2 * n, f = 3 * (size_t)contact;
    const double rho_n = s->rho[2 * contact], rho_t = s->rho[2 * contact + 1], mu = s->mu[contact];
    const double tie = TIE * fmax(1.0, fabs(x[f]));
    const bool presses = x[f] - rho_n * w->z[f] > s->floor[contact] + tie;
    double d[2], length;
    for (size_t k = 0; k < 2; k++) d[k] = x[f + 1 + k] - rho_t * w->z[f + 1 + k];
    length = sqrt(d[0] * d[0] + d[1] * d[1]);
    const double radius = mu * w->to[f];
    const bool sticks = length <= radius + tie;
    for (size_t j = 0; j < n; j++) {
        double *column = w->J + j * high + f;
        // dn and dd: derivatives of t_n and d with respect to x_j
        const double dn = presses ? (j == f ? 1.0 : 0.0) - rho_n * s->A[f * n + j] : 0.0;
        double dd[2];
        for (size_t k = 0; k < 2; k++) dd[k] = (j == f + 1 + k ? 1.0 : 0.0) - rho_t * s->A[(f + 1 + k) * n + j];
        column[0] = (j == f ? 1.0 : 0.0) - dn;
        const double along = length > 0.0 ? (d[0] * dd[0] + d[1] * dd[1]) / length : 0.0;
        for (size_t k = 0; k < 2; k++) {
            const double own = j == f + 1 + k ? 1.0 : 0.0;
            if (sticks)
                column[1 + k] = own - dd[k];
            else
                column[1 + k] = own - mu * dn * d[k] / length - radius / length * (dd[k] - along * d[k] / length);
        }
    }
}

// Removes the part of a step along directions that change F by less than `small`: rounding decides this part. With
// J' J + small^2 = R' R, this is s - small^2 (R' R)^-1 s.
static void drop_noise(int size, const double *J, double small, double *y, double *s) {
    const size_t n = (size_t)size, high = 2 * n;
    for (size_t k = 0; k < n; k++) {
        double x = s[k];
        for (size_t j = 0; j < k; j++) x -= J[k * high + j] * y[j];
        y[k] = x / J[k * high + k];
    }
    for (size_t k = n; k-- > 0;) {
        double x = y[k];
        for (size_t j = k + 1; j < n; j++) x -= J[j * high + k] * y[j];
        y[k] = x / J[k * high + k];
    }
    for (size_t k = 0; k < n; k++) s[k] -= small * small * y[k];
}

static void find_step(carom_newton3 *w, const carom_scaled3 *s, const double *x, double small) {
    const size_t n = (size_t)s->n, high = 2 * n;
    for (int i = 0; i < s->nc; i++) fill_contact(w, s, x, i);
    for (size_t j = 0; j < n; j++) {
        memset(w->J + j * high + n, 0, n * sizeof *w->J);
        w->J[j * high + n + j] = small;
        w->side[j] = -w->F[j];
        w->side[n + j] = 0.0;
    }
    const double least = least_squares(s->n, w->J, w->side, w->step);
    w->least = fmin(w->least, least);
    for (int k = 0; k < 2 && least < 1e-6; k++) drop_noise(s->n, w->J, small, w->side, w->step);
}

static double largest(int n, const double *F) {
    double most = 0.0;
    for (int i = 0; i < n; i++) carom_worsen(&most, fabs(F[i]));
    return most;
}

static double squares(int n, const double *F) {
    double sum = 0.0;
    for (int i = 0; i < n; i++) sum += F[i] * F[i];
    return sum;
}

static void evaluate(carom_newton3 *w, const carom_scaled3 *s, const double *x) {
    carom_scaled3_speeds(s, x, w->z);
    carom_scaled3_gap(s, x, w->z, w->to, w->F);
}

enum { FREE = 12, DAMPED = 60 };
// Newton's method does not move x along a direction that changes F by less than this. F and x are of order 1.
static const double SMALL = 1e-9;
// Values of F below this are only rounding.
static const double DONE = 1e-15;

// Takes full steps, even if they increase F. x becomes the best point.
static double run_free(carom_newton3 *w, const carom_scaled3 *s, double *x, int *steps) {
    const size_t bytes = (size_t)s->n * sizeof *x;
    memcpy(w->x, x, bytes);
    evaluate(w, s, w->x);
    double best = largest(s->n, w->F);
    for (int k = 0; k < FREE && best > DONE; k++) {
        find_step(w, s, w->x, SMALL);
        ++*steps;
        for (int i = 0; i < s->n; i++) w->x[i] += w->step[i];
        evaluate(w, s, w->x);
        const double now = largest(s->n, w->F);
        if (!(now < 1e6)) break;
        // After quadratic convergence, x changes only by rounding.
        if (now >= best && best < 1e-12) break;
        if (now < best) {
            best = now;
            memcpy(x, w->x, bytes);
        }
    }
    return best;
}

// Takes Levenberg-Marquardt steps, each of which reduces the sum of squares.
static double run_damped(carom_newton3 *w, const carom_scaled3 *s, double *x, int *steps) {
    double small = SMALL;
    evaluate(w, s, x);
    double merit = squares(s->n, w->F);
    for (int k = 0; k < DAMPED && merit > 1e-24; k++) {
        find_step(w, s, x, small);
        ++*steps;
        double by = 1.0, now = HUGE_VAL;
        for (; by > 0.05; by *= 0.5) {
            for (int i = 0; i < s->n; i++) w->x[i] = x[i] + by * w->step[i];
            evaluate(w, s, w->x);
            now = squares(s->n, w->F);
            if (now < (1.0 - 0.1 * by) * merit) break;
        }
        if (now < (1.0 - 0.01) * merit) {
            merit = now;
            memcpy(x, w->x, (size_t)s->n * sizeof *x);
            small = fmax(SMALL, 0.1 * small);
            continue;
        }
        evaluate(w, s, x);
        small = small < 1e-4 ? 1e-3 : 10.0 * small;
        if (small > 100.0) break;
    }
    evaluate(w, s, x);
    return largest(s->n, w->F);
}

double carom_newton3_run(carom_newton3 *w, const carom_scaled3 *s, double *x, int *steps) {
    w->least = HUGE_VAL;
    double left = run_free(w, s, x, steps);
    if (left <= 1e-12) return left;
    left = run_damped(w, s, x, steps);
    return left < 1e-3 ? run_free(w, s, x, steps) : left;
}
