// Computes the residual of an impulse in Coulomb's law with round cones. With ~y = y + mu |y_t| n the law is
//   K* contains ~y,  P in K,  ~y.P = 0,   that is   P = projection on K of (P - rho ~y)  for any rho > 0.
#include <math.h>

#include "base/worst.h"
#include "siconos.h"

// Returns the point of the cone |x_t| <= mu x_n nearest to x.
static void project(double mu, const double x[3], double out[3]) {
    const double t = sqrt(x[1] * x[1] + x[2] * x[2]);
    double n = x[0], share = 1.0;
    if (t > mu * x[0]) {
        const double along = (x[0] + mu * t) / (1.0 + mu * mu);
        n = along > 0.0 ? along : 0.0;
        share = t > 0.0 ? mu * n / t : 0.0;
    }
    out[0] = n;
    out[1] = share * x[1];
    out[2] = share * x[2];
}

static bool finite(size_t n, const double *x) {
    for (size_t i = 0; i < n; i++)
        if (!isfinite(x[i])) return false;
    return true;
}

static bool friction(size_t nc, const double *mu) {
    for (size_t i = 0; i < nc; i++)
        if (!(mu[i] >= 0.0) || isinf(mu[i])) return false;
    return true;
}

double carom_cone_residual(int nc, const double *W, const double *q, const double *mu, const double *P) {
    if (!W || !q || !mu || !P || nc < 1 || nc > CAROM_MAX_CONTACTS) return (double)NAN;
    const size_t n = 3 * (size_t)nc;
    if (!finite(n * n, W) || !finite(n, q) || !finite(n, P) || !friction((size_t)nc, mu)) return (double)NAN;
    double scale_y = 0.0, scale_W = 0.0, most = 0.0, worst = 0.0;
    for (size_t i = 0; i < n; i++) {
        carom_worsen(&scale_y, fabs(q[i]));
        carom_worsen(&scale_W, W[i * n + i]);
        carom_worsen(&most, fabs(P[i]));
    }
    if (!(scale_W > 0.0) || !(scale_y > 0.0)) return most > 0.0 ? HUGE_VAL : 0.0;
    const double rho = 1.0 / scale_W, scale = scale_y / scale_W;
    if (!(most <= 1e9 * scale)) return HUGE_VAL;
    for (size_t c = 0; c < (size_t)nc; c++) {
        double y[3], x[3], near[3];
        for (size_t k = 0; k < 3; k++) {
            const double *row = W + (3 * c + k) * n;
            y[k] = q[3 * c + k];
            for (size_t j = 0; j < n; j++) y[k] += row[j] * P[j];
        }
        y[0] += mu[c] * sqrt(y[1] * y[1] + y[2] * y[2]);
        for (int k = 0; k < 3; k++) x[k] = P[3 * c + (size_t)k] - rho * y[k];
        project(mu[c], x, near);
        for (int k = 0; k < 3; k++) carom_worsen(&worst, fabs(P[3 * c + (size_t)k] - near[k]) / scale);
    }
    return worst;
}
