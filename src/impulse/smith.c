// Smith's law: the planar cubic, and Newton's iteration in space.
#include "impulse/smith.h"

#include <math.h>

#include "base/dense3.h"

// The planar equation in t, x = |q| = V t / (1 - t), after multiplication by (1 - t)^3 / V^2; r = 1 - t.
//   V D' + c r (w (r^2 + t^2) - mu T (r^2 - t^2)),  D' = a (r^2 + t^2) - mu w (r^2 - t^2), which has D's sign
// Where D <= 0 there is no solution; there the value keeps the sign of the nearer end.
static double cubic(const carom_smith *s, double t) {
    const double r = 1.0 - t, sum = r * r + t * t, difference = r * r - t * t;
    const double D = s->a * sum - s->mu * s->wx * difference;
    if (!(D > 0.0)) return s->wx > 0.0 ? -1.0 : 1.0;
    return s->V * D + s->c * r * (s->wx * sum - s->mu * s->Txx * difference);
}

// Halves until no number lies between: the cubic changes sign once in (0, 1).
static double cubic_root(const carom_smith *s, int *evaluations) {
    double low = 0.0, high = 1.0;
    for (;;) {
        const double t = 0.5 * (low + high);
        if (!(t > low && t < high)) return high;
        *(cubic(s, t) < 0.0 ? &low : &high) = t;
        ++*evaluations;
    }
}

// The two equations at (q, P_n), and their Jacobian: g = (q - v_t - (w - mu T K) P_n, D P_n - c).
static void equations(const carom_smith *s, carom_smith_point *at, double g[3], double J[3][3]) {
    const double speed = sqrt(at->qx * at->qx + at->qy * at->qy), N = s->V * s->V + at->qx * at->qx + at->qy * at->qy;
    at->Kx = (s->V * s->V + speed * at->qx) / N;
    at->Ky = speed * at->qy / N;
    const double Tx = s->Txx * at->Kx + s->Txy * at->Ky, Ty = s->Txy * at->Kx + s->Tyy * at->Ky;
    const double hx = s->wx - s->mu * Tx, hy = s->wy - s->mu * Ty;
    const double D = s->a - s->mu * (s->wx * at->Kx + s->wy * at->Ky);
    g[0] = at->qx - s->V - hx * at->Pn;
    g[1] = at->qy - hy * at->Pn;
    g[2] = D * at->Pn - s->c;

    // What is left, over the terms. K is itself a difference of terms up to one, so mu stands for mu K.
    const double reach = s->mu;
    const double T = fabs(s->Txx) + fabs(s->Txy) + fabs(s->Tyy), w = fabs(s->wx) + fabs(s->wy);
    const double size_t = speed + s->V + (w + reach * T) * fabs(at->Pn);
    const double size_n = s->c + (s->a + reach * w) * fabs(at->Pn);
    at->residual = fmax((fabs(g[0]) + fabs(g[1])) / size_t, fabs(g[2]) / size_n);

    // dK/dq = (|q| 1 + q q^T / |q|) / N - 2 K q^T / N
    const double ux = speed > 0.0 ? at->qx / speed : 0.0, uy = speed > 0.0 ? at->qy / speed : 0.0;
    const double Kxx = (speed + ux * at->qx - 2.0 * at->Kx * at->qx) / N,
                 Kxy = (ux * at->qy - 2.0 * at->Kx * at->qy) / N;
    const double Kyx = (uy * at->qx - 2.0 * at->Ky * at->qx) / N,
                 Kyy = (speed + uy * at->qy - 2.0 * at->Ky * at->qy) / N;
    const double m = s->mu * at->Pn;
    const double rows[3][3] = {{1.0 + m * (s->Txx * Kxx + s->Txy * Kyx), m * (s->Txx * Kxy + s->Txy * Kyy), -hx},
                               {m * (s->Txy * Kxx + s->Tyy * Kyx), 1.0 + m * (s->Txy * Kxy + s->Tyy * Kyy), -hy},
                               {-m * (s->wx * Kxx + s->wy * Kyx), -m * (s->wx * Kxy + s->wy * Kyy), D}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) J[i][j] = rows[i][j];
}

// A step is taken if it lessens the residual, else halved. Ends where nothing is gained any more.
void carom_smith_polish(const carom_smith *s, carom_smith_point *point, int *evaluations) {
    double g[3], J[3][3], step[3];
    equations(s, point, g, J);
    // 60 steps: quadratic convergence needs six; far guesses some twenty. 1e-15 is rounding.
    for (int i = 0; i < 60 && point->residual > 1e-15; i++) {
        if (!carom_solve_dense3(J, g, step)) return;
        double scale = 1.0;
        carom_smith_point next;
        double gn[3], Jn[3][3];
        do {
            next = *point;
            next.qx -= scale * step[0];
            next.qy -= scale * step[1];
            next.Pn -= scale * step[2];
            equations(s, &next, gn, Jn);
            ++*evaluations;
            scale *= 0.5;
        } while (!(next.residual < point->residual) && scale > 1e-4);
        if (!(next.residual < point->residual)) return;
        *point = next;
        for (int k = 0; k < 3; k++) {
            g[k] = gn[k];
            for (int j = 0; j < 3; j++) J[k][j] = Jn[k][j];
        }
    }
}

carom_smith_point carom_smith_plane(const carom_smith *s, int *evaluations) {
    carom_smith_point point = {.Kx = 1.0};

    // The slip keeps its sign.
    const double D = s->a - s->mu * s->wx;
    if (D > 0.0 && D * s->V + (s->wx - s->mu * s->Txx) * s->c >= 0.0) {
        point.Pn = s->c / D;
        point.qx = s->V + (s->wx - s->mu * s->Txx) * point.Pn;
        return point;
    }

    // It reverses: q = -x, K = (r^2 - t^2) / (r^2 + t^2).
    const double t = cubic_root(s, evaluations), r = 1.0 - t;
    const double K = point.Kx = (r * r - t * t) / (r * r + t * t);
    // P_n from the normal or the tangential equation, whichever cancels less: near a jam D tells nothing.
    const double Dn = s->a - s->mu * s->wx * K, Dt = s->wx - s->mu * K * s->Txx;
    const double sure_n = Dn / (s->a + fabs(s->mu * s->wx * K));
    const double sure_t = r * fabs(Dt) / (fabs(s->wx) + s->mu * fabs(K) * s->Txx);
    const bool normal = sure_n >= sure_t || !(Dt < 0.0);
    point.Pn = normal ? s->c / Dn : -s->V / (r * Dt);
    point.qx = -s->V * t / r;

    // Newton takes out what the choice of one equation has left in the other.
    const carom_smith flat = {s->a, s->wx, 0.0, s->Txx, 0.0, s->Txx, s->V, s->c, s->mu};
    carom_smith_polish(&flat, &point, evaluations);
    // Where q nearly mirrors v_t, K is a small difference; the impulse equation mu W_tt K P_n = V + W_nt P_n - q knows
    // it better if friction outweighs its other terms.
    double grip = s->mu * s->Txx * point.Pn;
    // Three rounds: each multiplies the error by less than the ratio of those terms, unless D cancels (a jam).
    const bool jam = s->a - s->mu * s->wx * point.Kx < 0.3 * s->a;
    for (int i = 0; i < 3 && !jam && s->V + fabs(point.qx) + fabs(s->wx) * point.Pn < 0.1 * grip; i++) {
        point.Kx = (s->V - point.qx + s->wx * point.Pn) / grip;
        point.Pn = s->c / (s->a - s->mu * s->wx * point.Kx);
        grip = s->mu * s->Txx * point.Pn;
    }
    return point;
}
