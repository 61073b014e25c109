// Smith's law: its equations, Newton's iteration on them, and the cubic in 2D.
#include "laws/smith/smith.h"

#include <float.h>
#include <math.h>

#include "base/dense3.h"
#include "base/root.h"
#include "base/worst.h"
#include "collide/set_impulse.h"
#include "friction/diagonal.h"

// Returns the largest power of two that does not exceed x.
static double power_below(double x) {
    int exponent;
    frexp(x, &exponent);
    return ldexp(1.0, exponent - 1);
}

// Scales the problem. The number lambda is the unit of tangential speed divided by that of normal speed. The scaled
// numbers are w / lambda, W_tt / lambda^2 and mu lambda.
carom_smith carom_smith_scaled(const carom_contact *k, double e, double mu, carom_smith_units *units) {
    const double Tyy = k->dim == 3 ? k->W[2][2] : 0.0, vy = k->dim == 3 ? k->v[2] : 0.0;
    const double mass = power_below(k->W[0][0]), T = (k->W[1][1] + Tyy) / mass, c = -(1.0 + e) * k->v[0];
    const double lambda = T > 0.0 ? power_below(sqrt(T)) : 1.0;
    const double x = k->v[1] / lambda, y = vy / lambda, speed = power_below(fmax(c, fmax(fabs(x), fabs(y))));
    const double across = mass * lambda, both = across * lambda;
    carom_smith s = {.a = k->W[0][0] / mass,
                     .wx = k->W[0][1] / across,
                     .wy = k->dim == 3 ? k->W[0][2] / across : 0.0,
                     .Txx = k->W[1][1] / both,
                     .Txy = k->dim == 3 ? k->W[1][2] / both : 0.0,
                     .Tyy = Tyy / both,
                     .vx = x / speed,
                     .vy = y / speed,
                     .c = c / speed,
                     .m0 = 1.0,
                     .m1 = mu * lambda};
    s.V = sqrt(s.vx * s.vx + s.vy * s.vy);
    if (isinf(s.m1)) {
        s.m0 = 0.0;
        s.m1 = 1.0;
    } else if (s.m1 > 1.0) {
        s.m0 = 1.0 / power_below(s.m1);
        s.m1 *= s.m0;
    }
    *units = (carom_smith_units){.normal = speed / mass, .tangential = speed / across};
    return s;
}

// Computes K and its derivatives. With q = d - v_t the numerator |v_t| v_t + |q| q is |q| d - (|q| - V) v_t. Here |q| -
// V = d.(d - 2 v_t) / (|q| + V).
//   dK/dd = (|q| 1 + q q^T / |q| - 2 K q^T) / N
void carom_smith_friction(const carom_smith *s, double dx, double dy, double K[2], double slopes[2][2]) {
    const double qx = dx - s->vx, qy = dy - s->vy, speed = sqrt(qx * qx + qy * qy);
    const double N = s->V * s->V + speed * speed;
    const double gain = (dx * (dx - 2.0 * s->vx) + dy * (dy - 2.0 * s->vy)) / (speed + s->V);
    K[0] = (speed * dx - gain * s->vx) / N;
    K[1] = (speed * dy - gain * s->vy) / N;
    if (!slopes) return;
    const double ux = speed > 0.0 ? qx / speed : 0.0, uy = speed > 0.0 ? qy / speed : 0.0;
    slopes[0][0] = (speed + ux * qx - 2.0 * K[0] * qx) / N;
    slopes[0][1] = (ux * qy - 2.0 * K[0] * qy) / N;
    slopes[1][0] = (uy * qx - 2.0 * K[1] * qx) / N;
    slopes[1][1] = (speed + uy * qy - 2.0 * K[1] * qy) / N;
}

static double share(double part, double whole) {
    return part == 0.0 ? 0.0 : fabs(part) / whole;
}

// Replaces two rows for a W of rank 2: the tangential equation along s, and the equation of the line, which holds for
// every l.
static void keep_to_line(const carom_smith *s, const carom_smith_point *at, const double size[3], double g[3],
                         double J[3][3], carom_smith_point *measured) {
    const double whole = fabs(s->sx) * size[0] + fabs(s->sy) * size[1];
    g[0] = s->sx * g[0] + s->sy * g[1];
    g[1] = s->sx * at->dy - s->sy * at->dx - s->off;
    for (int j = 0; j < 3; j++) J[0][j] = s->sx * J[0][j] + s->sy * J[1][j];
    J[1][0] = -s->sy;
    J[1][1] = s->sx;
    J[1][2] = 0.0;
    const double reach = fabs(at->dx) + fabs(at->dy);
    measured->residual = carom_worst(carom_worst(share(g[0], whole), share(g[1], reach)), share(g[2], size[2]));
}

// Computes the equations at (d, l) and their Jacobian.
//   g = (d - 2 v_t - (m0 w - m1 T K) l, D l - c)
static void equations(const carom_smith *s, carom_smith_point *at, double g[3], double J[3][3]) {
    double K[2], S[2][2];
    carom_smith_friction(s, at->dx, at->dy, K, S);
    at->Kx = K[0];
    at->Ky = K[1];
    const double Tx = s->Txx * K[0] + s->Txy * K[1], Ty = s->Txy * K[0] + s->Tyy * K[1];
    const double hx = s->m0 * s->wx - s->m1 * Tx, hy = s->m0 * s->wy - s->m1 * Ty;
    const double D = s->m0 * s->a - s->m1 * (s->wx * K[0] + s->wy * K[1]);
    g[0] = at->dx - 2.0 * s->vx - hx * at->l;
    g[1] = at->dy - 2.0 * s->vy - hy * at->l;
    g[2] = D * at->l - s->c;

    // Compute the residual of each equation, relative to its terms. The error of K is a fraction of its length.
    const double l = fabs(at->l), grip = s->m1 * l * sqrt(K[0] * K[0] + K[1] * K[1]), push = s->m0 * l;
    const double size[3] = {
        fabs(at->dx) + 2.0 * fabs(s->vx) + push * fabs(s->wx) + grip * (fabs(s->Txx) + fabs(s->Txy)),
        fabs(at->dy) + 2.0 * fabs(s->vy) + push * fabs(s->wy) + grip * (fabs(s->Txy) + fabs(s->Tyy)),
        s->c + push * s->a + grip * (fabs(s->wx) + fabs(s->wy))};
    at->residual = carom_worst(carom_worst(share(g[0], size[0]), share(g[1], size[1])), share(g[2], size[2]));

    const double m = s->m1 * at->l;
    const double rows[3][3] = {
        {1.0 + m * (s->Txx * S[0][0] + s->Txy * S[1][0]), m * (s->Txx * S[0][1] + s->Txy * S[1][1]), -hx},
        {m * (s->Txy * S[0][0] + s->Tyy * S[1][0]), 1.0 + m * (s->Txy * S[0][1] + s->Tyy * S[1][1]), -hy},
        {-m * (s->wx * S[0][0] + s->wy * S[1][0]), -m * (s->wx * S[0][1] + s->wy * S[1][1]), D}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) J[i][j] = rows[i][j];
    if (s->on_line) keep_to_line(s, at, size, g, J, at);
}

// Takes a Newton step if it reduces the residual; otherwise halves the step. Ends when the residual no longer
// decreases.
void carom_smith_polish(const carom_smith *s, carom_smith_point *point, int *evaluations) {
    double g[3], J[3][3], step[3];
    equations(s, point, g, J);
    // Quadratic convergence needs six steps, and guesses that are far away about twenty. DBL_EPSILON is rounding.
    for (int i = 0; i < 60 && point->residual > DBL_EPSILON; i++) {
        if (!carom_solve_dense3(J, g, step)) return;
        double scale = 1.0;
        carom_smith_point next;
        double gn[3], Jn[3][3];
        do {
            next = *point;
            next.dx -= scale * step[0];
            next.dy -= scale * step[1];
            next.l -= scale * step[2];
            equations(s, &next, gn, Jn);
            ++*evaluations;
            scale *= 0.5;
            // If the residual is close to the rounding error, a shorter step does not reduce it.
        } while (!(next.residual < point->residual) && scale > 1e-4 && point->residual > 1e-14);
        if (!(next.residual < point->residual)) return;
        *point = next;
        for (int k = 0; k < 3; k++) {
            g[k] = gn[k];
            for (int j = 0; j < 3; j++) J[k][j] = Jn[k][j];
        }
    }
}

// Computes K = -(m0/m1) P_t/P_n, turned so that v_t = V (1, 0), and then q from K. The chord of K from (1, 0) meets the
// circle at u:
//   |q| = rho V,  rho = |h| / sqrt(1 - |K|^2),  h = (1, 0) - K,   u + (1, 0) = 2 K_y (K_y, 1 - K_x) / |h|^2
//   d = q + v_t,  d/V = (1 - rho, 0) + rho (u + (1, 0)),  1 - rho = 2 (K_x - |K|^2) / ((1 - |K|^2) (1 + rho))
bool carom_smith_guess(const carom_smith *s, const double P[3], carom_smith_point *point) {
    if (!(P[0] > 0.0) || !(s->m0 > 0.0) || !(s->m1 > 0.0)) return false;
    const double m = -s->m0 / (s->m1 * P[0]), x = s->vx / s->V, y = s->vy / s->V;
    const double Kx = m * (x * P[1] + y * P[2]), Ky = m * (x * P[2] - y * P[1]), square = Kx * Kx + Ky * Ky;
    if (!(square < 1.0)) return false;
    const double h = (1.0 - Kx) * (1.0 - Kx) + Ky * Ky, rho = sqrt(h / (1.0 - square)), turn = 2.0 * rho * Ky / h;
    const double dx = s->V * (2.0 * (Kx - square) / ((1.0 - square) * (1.0 + rho)) + turn * Ky);
    const double dy = s->V * turn * (1.0 - Kx);
    *point = (carom_smith_point){.dx = x * dx - y * dy, .dy = y * dx + x * dy, .l = P[0] / s->m0};
    return true;
}

// Evaluates the 2D equation in t, multiplied by powers of r = 1 - t. Here x = |q| = X t / (1 - t) and X >= V.
//   (V r + X t) D' + c r (m0 w sum - m1 T difference),  D' = m0 a sum - m1 w difference, which has the sign of D
//   sum = V^2 r^2 + X^2 t^2,  difference = V^2 r^2 - X^2 t^2
// If D <= 0 there is no solution; the value then keeps the sign of the nearer end.
static double cubic(const carom_smith *s, double X, double t) {
    const double r = 1.0 - t, before = s->V * r, after = X * t;
    const double sum = before * before + after * after, difference = (before - after) * (before + after);
    const double D = s->m0 * s->a * sum - s->m1 * s->wx * difference;
    if (!(D > 0.0)) return s->wx > 0.0 ? -1.0 : 1.0;
    return (before + after) * D + s->c * r * (s->m0 * s->wx * sum - s->m1 * s->Txx * difference);
}

// Halves the interval until no number lies between its ends. The function changes its sign once in (0, 1), and jumps where
// D becomes 0.
static double cubic_root(const carom_smith *s, double X, int *evaluations) {
    carom_root r = carom_root_between(0.0, 1.0, true);
    for (; !r.over; ++*evaluations) carom_root_halve(&r, !(cubic(s, X, r.x) < 0.0));
    return r.high;
}

// Handles a slip that reverses, q = -x: finds the root of the cubic and refines it.
static carom_smith_point from_cubic(const carom_smith *s, int *evaluations) {
    const double X = s->V + s->c * fabs(s->wx) / s->a;
    const double t = cubic_root(s, X, evaluations), r = 1.0 - t, x = X * t / r;
    const double K = (s->V - x) * (s->V + x) / (s->V * s->V + x * x);
    // The normal or the tangential equation gives l. The one that cancels less is used, because near a jam D is only
    // rounding.
    const double Dn = s->m0 * s->a - s->m1 * s->wx * K, Dt = s->m0 * s->wx - s->m1 * K * s->Txx;
    const double sure_n = Dn / (s->m0 * s->a + fabs(s->m1 * s->wx * K));
    const double sure_t = r * fabs(Dt) / (s->m0 * fabs(s->wx) + s->m1 * fabs(K) * s->Txx);
    const bool normal = sure_n >= sure_t || !(Dt < 0.0);
    carom_smith_point point = {.dx = s->V - x, .l = normal ? s->c / Dn : -(s->V + x) / Dt};
    carom_smith_polish(s, &point, evaluations);
    return point;
}

carom_smith_point carom_smith_plane(const carom_smith *s, int *evaluations) {
    const carom_smith flat = {.a = s->a,
                              .wx = s->wx,
                              .Txx = s->Txx,
                              .Tyy = s->Txx,
                              .vx = s->V,
                              .V = s->V,
                              .c = s->c,
                              .m0 = s->m0,
                              .m1 = s->m1};
    carom_smith_point point = {.Kx = 1.0};

    // The slip keeps its sign.
    const double D = s->m0 * s->a - s->m1 * s->wx, push = s->m0 * s->wx - s->m1 * s->Txx;
    if (D > 0.0 && D * s->V + push * s->c >= 0.0) {
        point.l = s->c / D;
        point.dx = 2.0 * s->V + push * point.l;
        return point;
    }

    // The slip reverses, and there is one solution. If Newton's iteration converges near the reversing impulse, it has
    // found this solution.
    const double det = s->a * s->Txx - s->wx * s->wx;
    const double P[3] = {(s->Txx * s->c + 2.0 * s->wx * s->V) / det, -(2.0 * s->a * s->V + s->wx * s->c) / det, 0.0};
    if (carom_smith_guess(&flat, P, &point)) {
        carom_smith_polish(&flat, &point, evaluations);
        if (point.residual <= CAROM_SMITH_RESIDUAL && point.l > 0.0) return point;
    }
    return from_cubic(&flat, evaluations);
}

carom_status carom_smith_give(const carom_smith *s, const carom_smith_units *units, int dim,
                              const carom_smith_point *point, carom_result *out) {
    out->residual = point->residual;
    if (!(point->residual <= CAROM_SMITH_RESIDUAL) || !(point->l > 0.0)) return CAROM_NOT_CONVERGED;
    const double grip = -s->m1 * point->l * units->tangential;
    const double P[3] = {s->m0 * point->l * units->normal, grip * point->Kx, grip * point->Ky};
    return carom_set_impulse(out, dim, P, CAROM_MODE_UNNAMED);
}
