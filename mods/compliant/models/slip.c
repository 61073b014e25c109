// Computes the slip of a contact point, Chatterjee 1997, 8.5, with the friction coefficient restored in the cone.
#include "slip.h"

#include <math.h>

#include "base/root.h"

double carom_slip_grip(const carom_resist *A, double mu, const double dir[2]) {
    double grip = 0.0;
    for (int i = 0; i < A->count; i++) {
        grip += mu * A->nt[i] * dir[i];
        for (int j = 0; j < A->count; j++) grip += dir[i] * A->tt[i][j] * dir[j];
    }
    return grip;
}

double carom_slip_along(const carom_resist *A, double mu, double N0, const double g[2], const double dir[2]) {
    return (carom_tangent_dot(A->count, dir, g) - mu * N0) / carom_slip_grip(A, mu, dir);
}

static void towards(double angle, double dir[2]) {
    dir[0] = cos(angle);
    dir[1] = sin(angle);
}

// Finds the minimum in 3D: the lowest of a grid, refined by golden section. There are at most two minima on the circle,
// so 64 points suffice.
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

// Computes lam from the balance of forces along dir. Returns the component perpendicular to dir, which must vanish.
static double across(const carom_resist *A, double mu, double N0, const double g[2], const double dir[2], double *lam) {
    const double side[2] = {-dir[1], dir[0]};
    *lam = carom_slip_along(A, mu, N0, g, dir);
    double left = 0.0;
    for (int i = 0; i < 2; i++) {
        left += side[i] * g[i];
        for (int j = 0; j < 2; j++) left -= *lam * side[i] * A->tt[i][j] * dir[j];
    }
    return left;
}

static double across_at(const carom_resist *A, double mu, double N0, const double g[2], double angle, double dir[2],
                        double *lam) {
    towards(angle, dir);
    return across(A, mu, N0, g, dir, lam);
}

// Solves for the angle by Newton's method with a difference quotient. Its step of 1e-6 makes the iteration converge
// linearly with a ratio of 1e-6. It also continues the slip smoothly slightly beyond its end, lam < 0 or N < 0.
static bool solve_near(const carom_resist *A, double mu, double N0, const double g[2], double angle, double *lam,
                       double dir[2]) {
    const double size = 1e-15 * (fabs(g[0]) + fabs(g[1]));
    double left = HUGE_VAL, ahead[2], other;
    for (int i = 0; i < 50; i++) {
        const double before = fabs(left);
        left = across_at(A, mu, N0, g, angle, dir, lam);
        // Stop when the remainder no longer decreases, because it is only rounding or the iteration cycles. Eight steps
        // can reach any angle.
        if (!(fabs(left) > size) || (fabs(left) >= before && (before <= 1e3 * size || i > 8))) break;
        const double move = -1e-6 * left / (across_at(A, mu, N0, g, angle + 1e-6, ahead, &other) - left);
        if (!isfinite(move)) return false;
        angle += fmax(-0.5, fmin(0.5, move));
        if (fabs(move) < 1e-15) break;
    }
    return fabs(left) <= 1e3 * size;
}

// Solves for an element that does not change the normal force, along its axes: dir_i = g_i/(mu N0 + lam A_ii) must have
// length 1. The length falls from infinity to zero as lam rises from the last pole, so there is one root, for N0 < 0
// too. Newton's method on 1/length, which is concave and nearly linear, converges from the left of the root without
// passing it.
static bool solve_aligned(const carom_resist *A, double mu, double N0, const double g[2], double *lam, double dir[2]) {
    const double load = mu * N0;
    double low = -HUGE_VAL;
    // No component may exceed 1. The largest of the resulting bounds lies between the last pole and the root.
    for (int i = 0; i < 2; i++)
        if (g[i] != 0.0) low = fmax(low, (fabs(g[i]) - load) / A->tt[i][i]);
    for (int i = 0; i < 100; i++) {
        double length2 = 0.0, slope = 0.0;
        for (int k = 0; k < 2; k++) {
            const double under = load + low * A->tt[k][k];
            dir[k] = g[k] != 0.0 ? g[k] / under : 0.0;
            length2 += dir[k] * dir[k];
            slope += under != 0.0 ? dir[k] * dir[k] * A->tt[k][k] / under : 0.0;
        }
        const double length = sqrt(length2), step = (length - 1.0) * length2 / slope;
        *lam = low;
        if (!(fabs(length - 1.0) > 1e-15) || !(step > 0.0) || low + step == low) break;
        low += step;
    }
    const double length = sqrt(dir[0] * dir[0] + dir[1] * dir[1]);
    if (!(fabs(length - 1.0) < 1e-9)) return false;
    for (int k = 0; k < 2; k++) dir[k] /= length;
    return true;
}

// Solves by bisection. The angle is between those of g (little slip) and of A_tt^-1 g (little friction), which differ
// by less than a right angle. The remainder across dir changes sign between them if N is positive at both ends.
static bool solve_between(const carom_resist *A, double mu, double N0, const double g[2], double *lam, double dir[2]) {
    const double det = A->tt[0][0] * A->tt[1][1] - A->tt[0][1] * A->tt[1][0];
    const double far[2] = {(A->tt[1][1] * g[0] - A->tt[0][1] * g[1]) / det,
                           (A->tt[0][0] * g[1] - A->tt[1][0] * g[0]) / det};
    const double size = 1e-15 * (fabs(g[0]) + fabs(g[1])), from = atan2(g[1], g[0]);
    const double turn = atan2(g[0] * far[1] - g[1] * far[0], g[0] * far[0] + g[1] * far[1]);
    const double at_low = across_at(A, mu, N0, g, from, dir, lam);
    const double at_high = across_at(A, mu, N0, g, from + turn, dir, lam);
    // Without a normal force, the solution is at or near the far end, where the sign is only rounding.
    if ((at_low > 0.0) == (at_high > 0.0)) return solve_near(A, mu, N0, g, from + turn, lam, dir);
    carom_root r = carom_root_chord(0.0, at_low, 1.0, at_high);
    r.least = 1e-16;
    do {
        const double left = across_at(A, mu, N0, g, from + r.x * turn, dir, lam);
        if (!(fabs(left) > size)) break;
        carom_root_secant(&r, left);
    } while (!r.over);
    return true;
}

bool carom_slip_solve(const carom_resist *A, double mu, double N0, const double g[2], double *lam, double dir[2]) {
    if (A->count == 1) {
        dir[0] = g[0] < 0.0 ? -1.0 : 1.0;
        dir[1] = 0.0;
        *lam = carom_slip_along(A, mu, N0, g, dir);
    } else if (A->nt[0] == 0.0 && A->nt[1] == 0.0 && A->tt[0][1] == 0.0) {
        if (!solve_aligned(A, mu, N0, g, lam, dir)) return false;
    } else if (!solve_near(A, mu, N0, g, atan2(g[1], g[0]), lam, dir) && !solve_between(A, mu, N0, g, lam, dir)) {
        return false;
    }
    return carom_slip_grip(A, mu, dir) > 0.0;
}

// Stores a valid slip.
static int keep_slip(const carom_resist *A, double N0, double lam, const double dir[2], int count, int most,
                     double lams[], double dirs[][2]) {
    if (!(lam > 0.0) || !(N0 + lam * carom_tangent_dot(A->count, A->nt, dir) >= 0.0)) return count;
    if (count < most) {
        lams[count] = lam;
        dirs[count][0] = dir[0];
        dirs[count][1] = A->count == 2 ? dir[1] : 0.0;
    }
    return count + 1;
}

// Finds all slips. In 3D the remainder across dir, times the grip, is a trigonometric polynomial of order 3, with at
// most six zeros on the circle. With 360 parts, two zeros within one degree are missed.
int carom_slip_all(const carom_resist *A, double mu, double N0, const double g[2], int most, double lams[],
                   double dirs[][2]) {
    enum { PARTS = 360 };
    const double step = 6.283185307179586 / PARTS;
    double dir[2] = {1.0, 0.0}, lam;
    int count = 0;
    if (A->count == 1) {
        for (int side = 0; side < 2; side++) {
            dir[0] = side ? -1.0 : 1.0;
            lam = carom_slip_along(A, mu, N0, g, dir);
            count = keep_slip(A, N0, lam, dir, count, most, lams, dirs);
        }
        return count;
    }
    double low = across_at(A, mu, N0, g, 0.0, dir, &lam) * carom_slip_grip(A, mu, dir);
    for (int k = 1; k <= PARTS; k++) {
        const double high = across_at(A, mu, N0, g, step * k, dir, &lam) * carom_slip_grip(A, mu, dir);
        const bool crosses = (low > 0.0) != (high > 0.0);
        carom_root r = carom_root_chord(step * (k - 1), low, step * k, high);
        low = high;
        if (!crosses) continue;
        while (!r.over) {
            const double at = across_at(A, mu, N0, g, r.x, dir, &lam) * carom_slip_grip(A, mu, dir);
            carom_root_secant(&r, at);
        }
        across_at(A, mu, N0, g, r.x, dir, &lam);
        count = keep_slip(A, N0, lam, dir, count, most, lams, dirs);
    }
    return count;
}
