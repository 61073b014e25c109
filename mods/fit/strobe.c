// From four flashes of a centre and a marker to velocities before and after, with exact derivatives in all 16
// coordinates. Chatterjee 1997, 11.1.2.
#include <math.h>

#include "carom/fit.h"

// The six speeds u_n, u_t, spin before and after, in m/s and rad/s, and their slopes in the coordinates, which stand as
// at[flash][centre x, y, marker x, y].
typedef struct {
    double u[6], slope[6][16];
} speeds;

static double wrapped(double turn) {
    const double whole = 8.0 * atan(1.0);
    return turn - whole * ceil(turn / whole - 0.5);
}

// The direction of the marker from the centre and its slopes: d(angle) = (x dy - y dx)/(x^2 + y^2).
static double direction(const double at[4], double slope[4]) {
    const double x = at[2] - at[0], y = at[3] - at[1], square = x * x + y * y;
    slope[2] = -y / square, slope[3] = x / square;
    slope[0] = -slope[2], slope[1] = -slope[3];
    return atan2(y, x);
}

// Flashes 2k and 2k + 1: normal +y, tangent +x.
static void read_speeds(const carom_strobe *s, speeds *r) {
    for (int i = 0; i < 6 * 16; i++) r->slope[i / 16][i % 16] = 0.0;
    for (int k = 0; k < 2; k++) {
        const double *first = s->at[2 * k], *second = s->at[2 * k + 1], f = s->rate / s->scale;
        const int from = 8 * k, to = from + 4;
        double turned[4], before[4];
        r->u[3 * k] = (second[1] - first[1]) * f, r->u[3 * k + 1] = (second[0] - first[0]) * f;
        r->slope[3 * k][to + 1] = f, r->slope[3 * k][from + 1] = -f;
        r->slope[3 * k + 1][to] = f, r->slope[3 * k + 1][from] = -f;
        r->u[3 * k + 2] = wrapped(direction(second, turned) - direction(first, before)) * s->rate;
        for (int i = 0; i < 4; i++) {
            r->slope[3 * k + 2][to + i] = s->rate * turned[i];
            r->slope[3 * k + 2][from + i] = -s->rate * before[i];
        }
    }
}

static bool is_strobe(const carom_strobe *s) {
    double sum = 0.0;
    for (int i = 0; i < 16; i++) sum += s->at[i / 4][i % 4];
    return s->mass > 0.0 && s->inertia > 0.0 && s->radius > 0.0 && s->scale > 0.0 && s->rate > 0.0 && s->sigma >= 0.0 &&
           isfinite(sum);
}

carom_fit_status carom_fit_of_strobe(const carom_strobe *strobe, carom_fit_body *body) {
    speeds r;
    if (!strobe || !body || !is_strobe(strobe)) return CAROM_FIT_BAD_INPUT;
    read_speeds(strobe, &r);
    *body = (carom_fit_body){.mass = strobe->mass, .inertia = strobe->inertia, .group = strobe->group};
    body->arm[0] = -strobe->radius;
    const double variance = strobe->sigma * strobe->sigma;
    for (int i = 0; i < 6; i++) {
        body->u[i] = r.u[i];
        for (int j = 0; j < 6; j++)
            for (int k = 0; k < 16; k++) body->S[i][j] += variance * r.slope[i][k] * r.slope[j][k];
    }
    return CAROM_FIT_OK;
}

// h sum |df/dq| for f with these slopes in v_n, v_t, v_n', v_t'.
static double bound(const double slope[4][16], const double by[4], double h) {
    double sum = 0.0;
    for (int k = 0; k < 16; k++) {
        double df = 0.0;
        for (int i = 0; i < 4; i++) df += by[i] * slope[i][k];
        sum += fabs(df);
    }
    return h * sum;
}

carom_fit_status carom_strobe_read(const carom_strobe *strobe, double h, carom_strobe_reading *reading) {
    speeds r;
    double v[4], slope[4][16];
    if (!strobe || !reading || !is_strobe(strobe) || !(h >= 0.0)) return CAROM_FIT_BAD_INPUT;
    read_speeds(strobe, &r);
    const double R = strobe->radius, I = strobe->inertia, rho = I / (I + strobe->mass * R * R);
    // The contact's v_n, v_t before and after, t turned so that v_t < 0.
    const double turn = r.u[1] + R * r.u[2] > 0.0 ? -1.0 : 1.0;
    for (int k = 0; k < 2; k++) {
        v[2 * k] = r.u[3 * k], v[2 * k + 1] = turn * (r.u[3 * k + 1] + R * r.u[3 * k + 2]);
        for (int i = 0; i < 16; i++) {
            slope[2 * k][i] = r.slope[3 * k][i];
            slope[2 * k + 1][i] = turn * (r.slope[3 * k + 1][i] + R * r.slope[3 * k + 2][i]);
        }
    }
    const double dn = v[2] - v[0], dt = v[3] - v[1], square = v[0] * v[0] + v[1] * v[1];
    reading->theta = atan2(fabs(v[1]), fabs(v[0])), reading->e = -v[2] / v[0];
    reading->ratio = rho * dt / dn, reading->tan_phi = v[3] / v[2], reading->vft = v[3] / sqrt(square);
    const double theta[4] = {-v[1] / square, v[0] / square, 0.0, 0.0}, e[4] = {v[2] / (v[0] * v[0]), 0.0, -1.0 / v[0]};
    const double ratio[4] = {rho * dt / (dn * dn), -rho / dn, -rho * dt / (dn * dn), rho / dn};
    const double tan_phi[4] = {0.0, 0.0, -v[3] / (v[2] * v[2]), 1.0 / v[2]};
    reading->theta_bound = bound((const double(*)[16])slope, theta, h);
    reading->e_bound = bound((const double(*)[16])slope, e, h);
    reading->ratio_bound = bound((const double(*)[16])slope, ratio, h);
    reading->tan_phi_bound = bound((const double(*)[16])slope, tan_phi, h);
    return CAROM_FIT_OK;
}
