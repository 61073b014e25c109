// Computes the minimum of P.W P/2 + b.P on the edge of the cone in 3D.
//
// Start. With P = (m0 Q_0, m1 Q_t), m1/m0 = mu, the cone is |Q_t| <= Q_0. Lorentz transformations V map it to itself:
// V^T J V = J = diag(-1, 1, 1). One of them makes W diagonal. It is a product of rotations in the tangential plane and
// boosts along its axes. Each of them makes one coupling zero, like a Jacobi rotation. In those coordinates, Q = V z,
//   (l_0 - k) z_0 = -c_0,   (l_i + k) z_i = -c_i,   |z_t| = z_0,   c = V^T b
// Inserting k = l_0 + c_0/z_0 leaves one equation for z_0 > 0 alone,
//   sum over i of c_i^2 / ((l_0 + l_i) z_0 + c_0)^2 = 1.
// Its left side decreases, so it has at most one root. It has one if b is not in K* and the unconstrained minimum is
// not in K. At k = l_0, W - k J ceases to be positive, but this does not affect the equation.
//
// Refinement. P = x d with d = (m0, m1 u), |u| = 1, is on the edge for every u. On each ray, x = -d.b/d.W d is the
// minimum. Over the rays it is where d'.y = 0, d' = (0, m1 u_perp). Newton steps in the angle of u reduce this to
// rounding:
//   slope = d'.W d' - (d.W d')^2/d.W d + d''.y/x,   d''.y = -m1 u.y_t >= 0
#include "friction/cone_space.h"

#include <math.h>

#include "base/double_double.h"
#include "base/root.h"
#include "base/vec.h"

// A coupling below this fraction of its diagonal is not removed, because the Newton steps square its effect on u.
#define UNCOUPLED 1e-5
#define SWEEPS    12

// A singular W is treated as if each diagonal entry were larger by this fraction. It only affects where the Newton
// steps start.
#define FELT 1e-13

// For slopes of the cone outside these limits, relative to the scale of W, the result equals the limit except for
// rounding. Squares would overflow there. The limits only affect where the Newton steps start.
#define STEEPEST 1e40

typedef struct lorentz {
    double A[3][3]; // V^T W V
    double V[3][3];
} lorentz;

// Rotates or boosts one coupling and its neighbours: columns i and j become c i + s j and +-s i + c j.
static void mix(lorentz *l, int i, int j, double c, double s, double sign) {
    const int k = 3 - i - j;
    const double p = l->A[i][k], q = l->A[j][k];
    l->A[i][k] = l->A[k][i] = c * p + s * q;
    l->A[j][k] = l->A[k][j] = sign * s * p + c * q;
    l->A[i][j] = l->A[j][i] = 0.0;
    for (int r = 0; r < 3; r++) {
        const double x = l->V[r][i], y = l->V[r][j];
        l->V[r][i] = c * x + s * y;
        l->V[r][j] = sign * s * x + c * y;
    }
}

static bool coupled(const lorentz *l, int i, int j) {
    return fabs(l->A[i][j]) > UNCOUPLED * sqrt(l->A[i][i] * l->A[j][j]);
}

// Sets the new diagonal. The larger new entry goes to the index with the larger old one; the other follows from their
// product.
static void become(lorentz *l, int i, int j, double less, double large, double product) {
    const double small = large > 0.0 ? product / large : 0.0;
    l->A[i][i] = less >= 0.0 ? large : small;
    l->A[j][j] = less >= 0.0 ? small : large;
}

static double determinant(const lorentz *l, int i, int j) {
    const double det = carom_difference_of_products(l->A[i][i], l->A[j][j], l->A[i][j], l->A[i][j]);
    return det > 0.0 ? det : 0.0;
}

// Rotates the tangential axes by phi, tan 2 phi = 2 w/(a - b). The sum a + b stays, |a - b| grows to `root`, and a b
// shrinks to the determinant.
static void rotate(lorentz *l) {
    if (!coupled(l, 1, 2)) return;
    const double w = l->A[1][2], less = l->A[1][1] - l->A[2][2], sum = l->A[1][1] + l->A[2][2];
    const double det = determinant(l, 1, 2), root = sqrt(less * less + 4.0 * w * w);
    const double t = 2.0 * w / (less + copysign(root, less)), c = 1.0 / sqrt(1.0 + t * t);
    become(l, 1, 2, less, 0.5 * (sum + root), det);
    mix(l, 1, 2, c, t * c, -1.0);
}

// Boosts along an axis by phi, tanh 2 phi = -2 w/(a + b). The difference a - b stays, a + b shrinks to `root`, and a b
// to the determinant.
static void boost(lorentz *l, int i) {
    if (!coupled(l, 0, i)) return;
    const double w = l->A[0][i], sum = l->A[0][0] + l->A[i][i], less = l->A[0][0] - l->A[i][i];
    const double det = determinant(l, 0, i);
    const double root = fmax(sqrt(less * less + 4.0 * det), 1e-15 * sum);
    const double c = sqrt((sum + root) / (2.0 * root)), s = -2.0 * w / (sum + root) * c;
    become(l, 0, i, less, 0.5 * (fabs(less) + root), det);
    mix(l, 0, i, c, s, 1.0);
}

static lorentz diagonal(const double W[3][3], double m0, double m1, bool singular) {
    const double m[3] = {m0, m1, m1};
    lorentz l = {.V = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) l.A[i][j] = m[i] * W[i][j] * m[j] * (singular && i == j ? 1.0 + FELT : 1.0);
    for (int sweep = 0; sweep < SWEEPS && (coupled(&l, 1, 2) || coupled(&l, 0, 1) || coupled(&l, 0, 2)); sweep++) {
        rotate(&l);
        boost(&l, 1);
        boost(&l, 2);
    }
    return l;
}

// Returns the square root of one term of the left side of the equation: c/(L t + c_0). It is 0 for c = 0.
static double part(double c, double L, double c0, double t) {
    return c != 0.0 ? c / (L * t + c0) : 0.0;
}

// Finds the root t = z_0. A single term is 1 at (|c_i| - c_0)/L_i, and below 1/2 with sqrt(2) |c_i|.
static double secular(const double c[3], const double L[2]) {
    double low = 0.0, high = 0.0;
    for (int i = 0; i < 2; i++) {
        low = fmax(low, (fabs(c[i + 1]) - c[0]) / L[i]);
        high = fmax(high, (1.4142135623730952 * fabs(c[i + 1]) - c[0]) / L[i]);
    }
    carom_root r = carom_root_between(low, high, true);
    carom_root_guess(&r, low);
    r.close = 1e-9;
    // 1/|p| rises nearly linearly, which suits Newton steps.
    while (!r.over) {
        const double p1 = part(c[1], L[0], c[0], r.x), p2 = part(c[2], L[1], c[0], r.x), square = p1 * p1 + p2 * p2;
        const double fall1 = c[1] != 0.0 ? p1 * p1 * (L[0] / (L[0] * r.x + c[0])) : 0.0;
        const double fall2 = c[2] != 0.0 ? p2 * p2 * (L[1] / (L[1] * r.x + c[0])) : 0.0;
        const double size = sqrt(square);
        carom_root_newton(&r, 1.0 / size - 1.0, (fall1 + fall2) / (square * size));
    }
    return r.x;
}

// Computes the approximate direction of friction.
static bool begin(const double W[3][3], const double b[3], double mu, bool singular, double u[2]) {
    const double lighter = fmax(W[1][1], W[2][2]), own = W[0][0] > 0.0 ? sqrt(lighter / W[0][0]) : 1.0;
    const double slope = fmin(fmax(mu * own, 1.0 / STEEPEST), STEEPEST) / own;
    // No roots of entries of W are used, so that twice the mass gives exactly twice the impulse.
    const double m0 = slope > 1.0 ? 1.0 / slope : 1.0, m1 = slope > 1.0 ? 1.0 : slope;
    const lorentz l = diagonal(W, m0, m1, singular);
    double c[3] = {0.0, 0.0, 0.0}, z[3], q[2] = {0.0, 0.0};
    for (int i = 0; i < 3; i++) c[i] = l.V[0][i] * (m0 * b[0]) + l.V[1][i] * (m1 * b[1]) + l.V[2][i] * (m1 * b[2]);
    const double L[2] = {l.A[0][0] + l.A[1][1], l.A[0][0] + l.A[2][2]};
    z[0] = secular(c, L);
    for (int i = 1; i < 3; i++) z[i] = -z[0] * part(c[i], L[i - 1], c[0], z[0]);
    for (int i = 0; i < 3; i++) {
        q[0] += l.V[1][i] * z[i];
        q[1] += l.V[2][i] * z[i];
    }
    const double size = sqrt(q[0] * q[0] + q[1] * q[1]);
    u[0] = q[0] / size;
    u[1] = q[1] / size;
    return size > 0.0 && isfinite(size);
}

// An edge of the cone and the quantities on it.
typedef struct edge {
    double u[2];
    double d[3], P[3], y[3];
    double g, K, x;
    double turn, terms; // d'.y, and the size of its terms
    double most[3];     // sizes of the terms of y
} edge;

// Computes the quantities at P = x d.
static void move(const double W[3][3], const double b[3], double m1, const double Wd[3], edge *e) {
    for (int i = 0; i < 3; i++) {
        e->P[i] = e->x * e->d[i];
        e->y[i] = b[i] + e->x * Wd[i];
        e->most[i] = fabs(b[i]);
        for (int j = 0; j < 3; j++) e->most[i] += fabs(W[i][j] * e->P[j]);
    }
    e->turn = m1 * (e->u[0] * e->y[2] - e->u[1] * e->y[1]);
    e->terms = m1 * (fabs(e->u[0]) * e->most[2] + fabs(e->u[1]) * e->most[1]);
}

// Computes the edge in the direction of (ux, uy) at x, or at its minimum if x is 0.
static edge look_at(const double W[3][3], const double b[3], double m0, double m1, double ux, double uy, double x) {
    const double size = sqrt(ux * ux + uy * uy);
    edge e = {.u = {ux / size, uy / size}};
    double Wd[3];
    e.d[0] = m0;
    e.d[1] = m1 * e.u[0];
    e.d[2] = m1 * e.u[1];
    carom_apply3(W, e.d, Wd);
    e.K = carom_dot3(e.d, Wd);
    e.g = carom_dot3(e.d, b);
    e.x = x > 0.0 ? x : -e.g / e.K;
    move(W, b, m1, Wd, &e);
    return e;
}

static edge look(const double W[3][3], const double b[3], double m0, double m1, double ux, double uy) {
    return look_at(W, b, m0, m1, ux, uy, 0.0);
}

// The second derivatives of the form at an edge, with respect to x and to x times the angle.
typedef struct bends {
    double across[3]; // d'
    double mixed, angle;
} bends;

static bends bends_of(const double W[3][3], double m1, const edge *e) {
    bends h = {.across = {0.0, -m1 * e->u[1], m1 * e->u[0]}};
    double Wa[3];
    carom_apply3(W, h.across, Wa);
    h.mixed = carom_dot3(e->d, Wa);
    h.angle = carom_dot3(h.across, Wa);
    return h;
}

static double outward(double m1, const edge *e) {
    return fmax(-m1 * (e->u[0] * e->y[1] + e->u[1] * e->y[2]) / e->x, 0.0);
}

// Returns the second derivative of the form with respect to the angle if x is the minimum on each ray. If it is below
// 1e-15 of its terms, it is only rounding.
static double stiffness(double m1, const edge *e, const bends *h, double mixed) {
    const double stiff = carom_difference_of_products(h->angle, e->K, mixed, mixed) / e->K;
    return fmax(stiff, 1e-15 * h->angle) + outward(m1, e);
}

// Returns the angle of the next Newton step, if x is the minimum on each ray.
static double newton(const double W[3][3], double m1, const edge *e) {
    const bends h = bends_of(W, m1, e);
    return -e->turn / (e->x * stiffness(m1, e, &h, h.mixed + e->turn / e->x));
}

// If d'.y is below this fraction of its terms, it counts as rounding. An exact P leaves about 2e-16.
#define ROUNDING 4e-16

// Largest number of Newton steps; three are usual. A step that increases the residual is the last one.
#define STEPS 8

static edge turned(const double W[3][3], const double b[3], double m0, double m1, const edge *e, double angle) {
    return look(W, b, m0, m1, e->u[0] - angle * e->u[1], e->u[1] + angle * e->u[0]);
}

static double left(const edge *e) {
    return e->terms > 0.0 ? e->turn / e->terms : 0.0;
}

// Takes Newton steps while they reduce the residual.
static edge settle(const double W[3][3], const double b[3], double m0, double m1, edge best, int *steps) {
    for (int k = 0; k < STEPS && fabs(left(&best)) > ROUNDING; k++) {
        const edge next = turned(W, b, m0, m1, &best, newton(W, m1, &best));
        (*steps)++;
        if (!(next.g < 0.0) || !(fabs(left(&next)) < fabs(left(&best)))) break;
        best = next;
    }
    return best;
}

// Descends in a valley that is too narrow for Newton steps, because W is nearly singular. The angle changes downhill by
// 1e-15 at first, and by four times the previous step each time, until the form increases. Then the root finder
// searches between the last two points.
static edge descend(const double W[3][3], const double b[3], double m0, double m1, const edge *from, int *steps) {
    const double side = from->turn > 0.0 ? -1.0 : 1.0;
    double near = 0.0, far = 1e-15;
    edge at = turned(W, b, m0, m1, from, side * far);
    for (; far < 1e3 && at.g < 0.0 && left(&at) * side < 0.0; (*steps)++) {
        near = far;
        far *= 4.0;
        at = turned(W, b, m0, m1, from, side * far);
    }
    carom_root r = carom_root_between(near, far, true);
    for (; !r.over; (*steps)++) {
        at = turned(W, b, m0, m1, from, side * r.x);
        carom_root_secant(&r, at.g < 0.0 ? left(&at) * side : 1.0);
    }
    at = turned(W, b, m0, m1, from, side * r.x);
    return at.g < 0.0 && fabs(left(&at)) < fabs(left(from)) ? at : *from;
}

// Takes the last steps in x and the angle together, from one y. The rounding error of y then acts like an error of b.
// This does not hold if x and the angle are found separately. A nearly singular W may need a second step.
static edge refine(const double W[3][3], const double b[3], double m0, double m1, edge best) {
    edge e = best;
    for (int k = 0; k < 3; k++) {
        const bends h = bends_of(W, m1, &e);
        const double along = carom_dot3(e.d, e.y);
        const double angle = -(e.turn - h.mixed * along / e.K) / stiffness(m1, &e, &h, h.mixed);
        const double x = e.x - (along + h.mixed * angle) / e.K, by = angle / e.x;
        if (!(x > 0.0)) return best;
        e = look_at(W, b, m0, m1, e.u[0] - by * e.u[1], e.u[1] + by * e.u[0], x);
        const double size = fabs(e.d[0]) * e.most[0] + fabs(e.d[1]) * e.most[1] + fabs(e.d[2]) * e.most[2];
        if (fabs(left(&e)) <= ROUNDING && fabs(carom_dot3(e.d, e.y)) <= ROUNDING * size) return e;
    }
    return best;
}

static edge lowest(const double W[3][3], const double b[3], double m0, double m1, edge best, int *steps) {
    best = settle(W, b, m0, m1, best, steps);
    if (!(fabs(left(&best)) > ROUNDING)) return best;
    best = descend(W, b, m0, m1, &best, steps);
    return settle(W, b, m0, m1, best, steps);
}

// Largest number of moves across the cone (see below). Two are rare, and more have not been seen.
#define CROSSINGS 4

// Finds a lower edge on the other side of the cone. If kappa < 0 by more than rounding, the form decreases into the
// cone. It does so towards the unconstrained minimum S, which lies beyond the other side of the cone. The edge at which
// the way to S leaves the cone is then lower.
static bool crosses(const double W[3][3], const double b[3], double m0, double m1, const double S[3], edge *e) {
    const double inward = e->u[0] * e->y[1] + e->u[1] * e->y[2], mu2 = (m1 / m0) * (m1 / m0);
    double A = 0.0, B = 0.0;
    if (!(inward * m1 > ROUNDING * e->terms)) return false;
    for (int i = 0; i < 3; i++) {
        const double s = S[i] - e->P[i], sign = i ? 1.0 : -mu2;
        A += sign * s * s;
        B += sign * s * e->P[i];
    }
    // If S is outside the cone only by rounding, takes the edge next to S.
    const double out = -2.0 * B / A, t = out > 0.0 && out < 1.0 ? out : 1.0;
    const edge other = look(W, b, m0, m1, e->P[1] + t * (S[1] - e->P[1]), e->P[2] + t * (S[2] - e->P[2]));
    if (!(other.g < 0.0)) return false;
    *e = other;
    return true;
}

carom_status carom_cone_edge_space(const double W[3][3], const double b[3], double mu, const double *S,
                                   carom_cone_least *out) {
    const double m0 = mu > 1.0 ? 1.0 / mu : 1.0, m1 = mu > 1.0 ? 1.0 : mu;
    double u[2];
    edge best = {.g = 0.0};
    if (begin(W, b, mu, !S, u)) best = look(W, b, m0, m1, u[0], u[1]);
    // The range of W or K* almost contains b. Takes the edge of steepest descent, or P = 0 if the descent is only
    // rounding.
    if (!(best.g < 0.0)) best = look(W, b, m0, m1, -b[1], -b[2]);
    // There is no initial slip, and friction is too small to affect `begin`. Friction then opposes the slip that the
    // normal impulse alone would cause.
    if (!(best.g < 0.0)) best = look(W, b, m0, m1, W[1][0] * b[0] - W[0][0] * b[1], W[2][0] * b[0] - W[0][0] * b[2]);
    if (!(best.g < 0.0)) return CAROM_OK;
    best = lowest(W, b, m0, m1, best, &out->steps);
    for (int k = 0; k < CROSSINGS && S && crosses(W, b, m0, m1, S, &best); k++)
        best = lowest(W, b, m0, m1, best, &out->steps);
    best = refine(W, b, m0, m1, best);
    for (int i = 0; i < 3; i++) out->P[i] = best.P[i];
    out->place = CAROM_CONE_EDGE;
    out->residual = fabs(left(&best));
    out->kappa = fmax(-(best.u[0] * best.y[1] + best.u[1] * best.y[2]) / (best.x * m1), 0.0);
    return best.x > 0.0 && isfinite(best.x) ? CAROM_OK : CAROM_NOT_CONVERGED;
}
