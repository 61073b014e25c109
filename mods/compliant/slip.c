// Chatterjee 1997, 8.5, with the friction coefficient restored in the cone.
#include "slip.h"

#include <math.h>

double carom_slip_grip(const carom_resist *A, double mu, const double dir[2]) {
    double grip = 0.0;
    for (int i = 0; i < A->count; i++) {
        grip += mu * A->nt[i] * dir[i];
        for (int j = 0; j < A->count; j++) grip += dir[i] * A->tt[i][j] * dir[j];
    }
    return grip;
}

static void towards(double angle, double dir[2]) {
    dir[0] = cos(angle);
    dir[1] = sin(angle);
}

// In space: the lowest of a grid, refined by golden section. 64 points: the grip has at most two minima on the circle.
static double margin_in_space(const carom_resist *A, double mu) {
    const double turn = 6.283185307179586, golden = 0.6180339887498949;
    double dir[2], best = HUGE_VAL, at = 0.0;
    for (int i = 0; i < 64; i++) {
        towards(turn * i / 64.0, dir);
        const double grip = carom_slip_grip(A, mu, dir);
        if (grip < best) best = grip, at = turn * i / 64.0;
    }
    double a = at - turn / 64.0, b = at + turn / 64.0;
    for (int i = 0; i < 80; i++) {
        double left[2], right[2];
        towards(b - golden * (b - a), left);
        towards(a + golden * (b - a), right);
        if (carom_slip_grip(A, mu, left) < carom_slip_grip(A, mu, right))
            b = a + golden * (b - a);
        else
            a = b - golden * (b - a);
    }
    towards(0.5 * (a + b), dir);
    return fmin(best, carom_slip_grip(A, mu, dir));
}

double carom_slip_margin(const carom_resist *A, double mu) {
    return A->count == 1 ? A->tt[0][0] - mu * fabs(A->nt[0]) : margin_in_space(A, mu);
}

// The balance along dir gives lam; what is left across dir must vanish.
static double across(const carom_resist *A, double mu, double N0, const double g[2], const double dir[2], double *lam) {
    const double side[2] = {-dir[1], dir[0]};
    *lam = (carom_tangent_dot(2, dir, g) - mu * N0) / carom_slip_grip(A, mu, dir);
    double left = 0.0;
    for (int i = 0; i < 2; i++) {
        left += side[i] * g[i];
        for (int j = 0; j < 2; j++) left -= *lam * side[i] * A->tt[i][j] * dir[j];
    }
    return left;
}

bool carom_slip_solve(const carom_resist *A, double mu, double N0, const double g[2], double *lam, double dir[2]) {
    if (A->count == 1) {
        dir[0] = g[0] < 0.0 ? -1.0 : 1.0;
        dir[1] = 0.0;
        const double grip = carom_slip_grip(A, mu, dir);
        *lam = (dir[0] * g[0] - mu * N0) / grip;
        return grip > 0.0;
    }
    // Newton on the angle, from the load's own direction (exact where the element is isotropic), with a slope by
    // differences: 1e-6 leaves it linear with a ratio of 1e-6.
    double angle = atan2(g[1], g[0]), left = HUGE_VAL;
    const double size = 1e-15 * (fabs(g[0]) + fabs(g[1]));
    for (int i = 0; i < 50; i++) {
        double ahead[2], other;
        towards(angle, dir);
        left = across(A, mu, N0, g, dir, lam);
        if (!(fabs(left) > size)) break;
        towards(angle + 1e-6, ahead);
        const double slope = (across(A, mu, N0, g, ahead, &other) - left) / 1e-6;
        const double move = -left / slope;
        if (!isfinite(move)) return false;
        angle += fmax(-0.5, fmin(0.5, move));
        if (fabs(move) < 1e-15) break;
    }
    return fabs(left) <= 1e6 * size && carom_slip_grip(A, mu, dir) > 0.0;
}
