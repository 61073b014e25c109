// Smith's law in space: all solutions, and among several the one that grows from the frictionless impact.
#include <math.h>

#include "base/dense3.h"
#include "impulse/diagonal.h"
#include "impulse/give.h"
#include "impulse/smith.h"

#define MOST 16

// The path of solutions (q, mu) from mu = 0, scaled: q by `speed`, mu by its target. Its equations without pole,
//   G = (q - v_t) D - (w - mu T K) c = 0,
// follow from those of carom_smith_polish by eliminating P_n.
typedef struct {
    const carom_smith *s;
    double speed;
} track;

// G at y = (q/speed, mu/target); returns D.
static double path_equations(const track *p, const double y[3], double G[2]) {
    const carom_smith *s = p->s;
    const double qx = y[0] * p->speed, qy = y[1] * p->speed, mu = y[2] * s->mu;
    const double speed = sqrt(qx * qx + qy * qy), N = s->V * s->V + qx * qx + qy * qy;
    const double Kx = (s->V * s->V + speed * qx) / N, Ky = speed * qy / N;
    const double D = s->a - mu * (s->wx * Kx + s->wy * Ky);
    G[0] = ((qx - s->V) * D - (s->wx - mu * (s->Txx * Kx + s->Txy * Ky)) * s->c) / (s->a * p->speed);
    G[1] = (qy * D - (s->wy - mu * (s->Txy * Kx + s->Tyy * Ky)) * s->c) / (s->a * p->speed);
    return D;
}

static void path_jacobian(const track *p, const double y[3], double rows[2][3]) {
    for (int j = 0; j < 3; j++) {
        // 1e-6 of the scale: central differences, good to 1e-10, enough to follow a path that is polished at its end.
        double ahead[3] = {y[0], y[1], y[2]}, behind[3] = {y[0], y[1], y[2]}, G1[2], G0[2];
        ahead[j] += 1e-6;
        behind[j] -= 1e-6;
        path_equations(p, ahead, G1);
        path_equations(p, behind, G0);
        for (int i = 0; i < 2; i++) rows[i][j] = (G1[i] - G0[i]) / 2e-6;
    }
}

// The direction of the path, kept pointing the way it came.
static void tangent(double rows[2][3], const double before[3], double t[3]) {
    t[0] = rows[0][1] * rows[1][2] - rows[0][2] * rows[1][1];
    t[1] = rows[0][2] * rows[1][0] - rows[0][0] * rows[1][2];
    t[2] = rows[0][0] * rows[1][1] - rows[0][1] * rows[1][0];
    const double length = sqrt(t[0] * t[0] + t[1] * t[1] + t[2] * t[2]);
    const double way = t[0] * before[0] + t[1] * before[1] + t[2] * before[2];
    for (int i = 0; i < 3; i++) t[i] *= (way < 0.0 ? -1.0 : 1.0) / length;
}

// Back to the path in the plane across the tangent; true if it took few steps and stayed near. D > 0 all along the
// path: a point with D <= 0 lies on a branch of impulses that pull.
static bool correct(const track *p, const double t[3], double reach, double y[3], int *evaluations) {
    const double guess[3] = {y[0], y[1], y[2]};
    for (int i = 0; i < 6; i++) {
        double G[2], J[3][3], step[3], largest = 0.0;
        path_equations(p, y, G);
        path_jacobian(p, y, J);
        for (int j = 0; j < 3; j++) J[2][j] = t[j];
        const double g[3] = {G[0], G[1],
                             t[0] * (y[0] - guess[0]) + t[1] * (y[1] - guess[1]) + t[2] * (y[2] - guess[2])};
        ++*evaluations;
        if (!carom_solve_dense3(J, g, step)) return false;
        for (int j = 0; j < 3; j++) {
            y[j] -= step[j];
            largest = fmax(largest, fabs(step[j]));
        }
        if (!(largest <= reach)) return false;
        if (largest <= 1e-9) return path_equations(p, y, G) > 0.0;
    }
    return false;
}

bool carom_smith_follow(const carom_smith *s, carom_smith_point *point, int *evaluations) {
    const double qx = s->V + s->wx * s->c / s->a, qy = s->wy * s->c / s->a;
    const track p = {.s = s, .speed = s->V + sqrt(qx * qx + qy * qy)};
    double y[3] = {qx / p.speed, qy / p.speed, 0.0}, before[3] = {0.0, 0.0, 1.0}, h = 0.01;
    // 5000: a path takes some hundred steps; one that takes more is lost.
    for (int i = 0; i < 5000; i++) {
        double rows[2][3], t[3], next[3];
        path_jacobian(&p, y, rows);
        tangent(rows, before, t);
        for (int j = 0; j < 3; j++) next[j] = y[j] + h * t[j];
        if (!correct(&p, t, 0.5 * h, next, evaluations)) {
            h *= 0.5;
            if (h < 1e-9) return false;
            continue;
        }
        if (next[2] >= 1.0) {
            // The target is crossed: interpolate and polish there.
            const double share = (1.0 - y[2]) / (next[2] - y[2]);
            *point = (carom_smith_point){.qx = p.speed * (y[0] + share * (next[0] - y[0])),
                                         .qy = p.speed * (y[1] + share * (next[1] - y[1]))};
            return true;
        }
        for (int j = 0; j < 3; j++) {
            y[j] = next[j];
            before[j] = t[j];
        }
        h = fmin(1.5 * h, 0.05 * (1.0 + sqrt(y[0] * y[0] + y[1] * y[1])));
    }
    return false;
}

// The frame of the slip: x along v_t.
static carom_smith in_slip_frame(const carom_contact *k, double c, double mu, double V) {
    const double x = k->v[1] / V, y = k->v[2] / V;
    const double p = k->W[1][1], q = k->W[1][2], r = k->W[2][2];
    return (carom_smith){.a = k->W[0][0],
                         .wx = k->W[0][1] * x + k->W[0][2] * y,
                         .wy = k->W[0][2] * x - k->W[0][1] * y,
                         .Txx = p * x * x + 2.0 * q * x * y + r * y * y,
                         .Txy = (r - p) * x * y + q * (x * x - y * y),
                         .Tyy = p * y * y - 2.0 * q * x * y + r * x * x,
                         .V = V,
                         .c = c,
                         .mu = mu};
}

static int nearest(const carom_smith_point *points, int count, const carom_smith_point *to) {
    int best = 0;
    double least = HUGE_VAL;
    for (int i = 0; i < count; i++) {
        const double dx = points[i].qx - to->qx, dy = points[i].qy - to->qy;
        if (dx * dx + dy * dy < least) {
            least = dx * dx + dy * dy;
            best = i;
        }
    }
    return best;
}

static carom_status give_point(const carom_contact *k, const carom_smith *s, const carom_smith_point *point,
                               carom_outcome *out) {
    const double x = k->v[1] / s->V, y = k->v[2] / s->V, grip = s->mu * point->Pn;
    out->residual = point->residual;
    if (!(point->residual <= CAROM_SMITH_RESIDUAL) || !(point->Pn > 0.0)) return CAROM_NOT_CONVERGED;
    const double P[3] = {point->Pn, -grip * (x * point->Kx - y * point->Ky), -grip * (y * point->Kx + x * point->Ky)};
    return carom_give(out, 3, P, CAROM_MODE_UNNAMED);
}

// Without approach: the impulse is zero unless friction against the slip jams, W_nn < mu w.v_t/V. The jam is the limit
// of slow approach: solve one, then let Newton take c to zero.
static carom_status graze(const carom_contact *k, carom_smith *s, carom_outcome *out) {
    out->solutions = 1;
    if (!(s->a < s->mu * s->wx)) return carom_give_nothing(out, 3);
    carom_smith_point points[MOST];
    // 1e-6: small enough that Newton needs a few steps from there, large enough that D keeps ten digits.
    s->c = 1e-6 * s->V * sqrt(s->a / s->Txx);
    const int count = carom_smith_all(s, points, MOST, &out->evaluations);
    if (count == 0) return CAROM_NOT_CONVERGED;
    int best = 0;
    carom_smith_point path;
    if (count > 1 && carom_smith_follow(s, &path, &out->evaluations)) best = nearest(points, count, &path);
    s->c = 0.0;
    carom_smith_polish(s, &points[best], &out->evaluations);
    return give_point(k, s, &points[best], out);
}

// A nearly singular W hides its solution from the scan: D is then all rounding. Add a share of itself to W's diagonal,
// solve that, and take the share away by tenths, Newton following.
static bool soften(const carom_smith *s, carom_smith_point *point, int *evaluations) {
    carom_smith_point points[MOST];
    int count = 0;
    for (double share = 1e-9; share < 1e-3 && count != 1; share *= 10.0) {
        carom_smith softer = *s;
        softer.a *= 1.0 + share;
        softer.Txx *= 1.0 + share;
        softer.Tyy *= 1.0 + share;
        count = carom_smith_all(&softer, points, MOST, evaluations);
        if (count != 1) continue;
        *point = points[0];
        for (double left = 0.5 * share; left > 1e-18; left *= 0.5) {
            softer.a = s->a * (1.0 + left);
            softer.Txx = s->Txx * (1.0 + left);
            softer.Tyy = s->Tyy * (1.0 + left);
            carom_smith_polish(&softer, point, evaluations);
        }
        carom_smith_polish(s, point, evaluations);
    }
    return count == 1;
}

carom_status carom_smith_space(const carom_contact *k, double e, double mu, carom_outcome *out) {
    carom_smith_point points[MOST], path;
    carom_smith s = in_slip_frame(k, -(1.0 + e) * k->v[0], mu, carom_slip_speed(k));
    if (k->v[0] == 0.0) return graze(k, &s, out);
    const int count = carom_smith_all(&s, points, MOST, &out->evaluations);
    out->solutions = count;
    if (count == 1) return give_point(k, &s, &points[0], out);
    if (count > 1) {
        if (!carom_smith_follow(&s, &path, &out->evaluations)) return CAROM_NOT_CONVERGED;
        return give_point(k, &s, &points[nearest(points, count, &path)], out);
    }
    out->solutions = 1;
    return soften(&s, &path, &out->evaluations) ? give_point(k, &s, &path, out) : CAROM_NOT_CONVERGED;
}
