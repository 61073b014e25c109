// Follows the path of solutions of Smith's law from mu = 0, parametrised by its length, so that it can pass folds.
//
// Eliminating l leaves G = (q - v_t) D - c (m0 w - m1 T K) = 0. Let T = S + w w^T / W_nn. The slip minus the
// frictionless slip is g = q - v_t - c w / W_nn. Then
//   G = D g + c m1 S K = 0,
// so g is opposite to S K for every mu. The solutions of every mu lie on one curve g x S K = 0 of slips, and
//   F = D |g|^2 + c m1 g.S K
// shows the position of mu along the curve. F < 0 while the mu of the point is smaller than the given mu. Near a
// singular W, S and D are both small, and no terms cancel.
#include <math.h>

#include "base/double_double.h"
#include "base/root.h"
#include "laws/smith/smith.h"

typedef struct {
    const carom_smith *s;
    double S[3]; // S_xx, S_xy, S_yy over their trace
    double trace;
    int *evaluations;
} track;

typedef struct {
    double d[2], g[2]; // the point, and its slip minus the frictionless slip
    double across;     // g x S K
    double slope[2];   // derivatives of g x S K with respect to d
    double along, F;   // g.S K < 0 where D > 0
    double reach;      // mu of the point divided by the given mu; F >= 0 for reach >= 1
} place;

static place look(const track *p, double dx, double dy) {
    const carom_smith *s = p->s;
    place at = {.d = {dx, dy}, .g = {dx - 2.0 * s->vx - s->wx * s->c / s->a, dy - 2.0 * s->vy - s->wy * s->c / s->a}};
    double K[2], slopes[2][2];
    carom_smith_friction(s, dx, dy, K, slopes);
    const double x = p->S[0] * K[0] + p->S[1] * K[1], y = p->S[1] * K[0] + p->S[2] * K[1];
    at.across = at.g[0] * y - at.g[1] * x;
    at.along = at.g[0] * x + at.g[1] * y;
    for (int j = 0; j < 2; j++) {
        const double xj = p->S[0] * slopes[0][j] + p->S[1] * slopes[1][j];
        const double yj = p->S[1] * slopes[0][j] + p->S[2] * slopes[1][j];
        at.slope[j] = at.g[0] * yj - at.g[1] * xj + (j == 0 ? y : -x);
    }
    const double D = s->m0 * s->a - s->m1 * (s->wx * K[0] + s->wy * K[1]);
    const double square = at.g[0] * at.g[0] + at.g[1] * at.g[1], push = s->c * p->trace * at.along;
    at.F = D * square + s->m1 * push;
    const double grip = s->m1 * ((s->wx * K[0] + s->wy * K[1]) * square - push);
    at.reach = grip > 0.0 ? s->m0 * s->a * square / grip : HUGE_VAL;
    ++*p->evaluations;
    return at;
}

// Takes a step h from `from` along t, and returns to the curve across it. Returns true if this took few iterations and
// the point stayed near. D > 0 everywhere on the path; a point with D <= 0 lies on a branch of impulses that pull.
static bool step(const track *p, const place *from, const double t[2], double h, place *to) {
    double along = 0.0;
    *to = look(p, from->d[0] + h * t[0], from->d[1] + h * t[1]);
    for (int i = 0; i < 6; i++) {
        const double rise = to->slope[1] * t[0] - to->slope[0] * t[1], move = -to->across / rise;
        along += move;
        if (!(fabs(along) <= 0.5 * h)) return false;
        *to = look(p, from->d[0] + h * t[0] - along * t[1], from->d[1] + h * t[1] + along * t[0]);
        if (fabs(move) <= 1e-3 * h) return to->along < 0.0 || to->F >= 0.0;
    }
    return false;
}

// Computes the tangent of the curve, with increasing g x S K always on its left. It therefore leaves the frictionless
// slip against S K and never turns back.
static void tangent(const place *at, double t[2]) {
    const double length = sqrt(at->slope[0] * at->slope[0] + at->slope[1] * at->slope[1]);
    t[0] = at->slope[1] / length;
    t[1] = -at->slope[0] / length;
}

// Finds the solution between the last two points of the path by halving the step. Then l is c/D, with D from F = 0.
static void arrive(const track *p, const place *from, const place *to, const double t[2], double h,
                   carom_smith_point *point) {
    const carom_smith *s = p->s;
    place at, best = *to;
    // 40 halvings find the solution to 1e-12 of a step. Near a singular W Newton's iteration needs such a good start.
    carom_root r = carom_root_between(0.0, h, true);
    for (r.least = ldexp(h, -41); !r.over;) {
        const bool there = step(p, from, t, r.x, &at) && at.F >= 0.0;
        carom_root_halve(&r, there);
        if (there) best = at;
    }
    const double square = best.g[0] * best.g[0] + best.g[1] * best.g[1];
    *point = (carom_smith_point){.dx = best.d[0], .dy = best.d[1]};
    point->l = -square / (s->m1 * p->trace * best.along);
}

// Searches for a fold within a step. At a fold, mu rises to a maximum on the path and falls again. It may then pass the
// given mu twice, and the ends of the step do not reveal this. If there is a fold, returns true and the position in the
// step at which mu is reached. Called only if mu is within a factor of 2. A step moves the slip by 5 %.
static bool reached_at_fold(const track *p, const place *from, const place *to, const double t[2], double h,
                            double *there) {
    place probe;
    if (!(fmax(from->reach, to->reach) > 0.5) || !step(p, from, t, 0.99 * h, &probe) || !(probe.reach > to->reach))
        return false;
    double low = 0.0, high = h;
    // 60 steps by thirds give 1e-10 of the step. Two solutions of one fold that are closer than this are not
    // distinguished.
    for (int i = 0; i < 60; i++) {
        place a, b;
        const double x = low + (high - low) / 3.0, y = high - (high - low) / 3.0;
        if (!step(p, from, t, x, &a) || !step(p, from, t, y, &b)) return false;
        *there = a.reach > b.reach ? x : y;
        if (fmax(a.reach, b.reach) >= 1.0) return true;
        *(a.reach > b.reach ? &high : &low) = a.reach > b.reach ? y : x;
    }
    return false;
}

bool carom_smith_follow(const carom_smith *s, carom_smith_point *point, int *evaluations) {
    const double xx = carom_difference_of_products(s->a, s->Txx, s->wx, s->wx);
    const double xy = carom_difference_of_products(s->a, s->Txy, s->wx, s->wy);
    const double yy = carom_difference_of_products(s->a, s->Tyy, s->wy, s->wy);
    const track p = {.s = s,
                     .S = {xx / (xx + yy), xy / (xx + yy), yy / (xx + yy)},
                     .trace = (xx + yy) / s->a,
                     .evaluations = evaluations};
    place at = look(&p, 2.0 * s->vx + s->wx * s->c / s->a, 2.0 * s->vy + s->wy * s->c / s->a), next;
    double h = 0.01 * s->V;
    while (*evaluations < CAROM_SMITH_WORK) {
        double t[2];
        tangent(&at, t);
        if (!step(&p, &at, t, h, &next)) {
            h *= 0.5;
            // The radius of curvature of the path can be as small as 1e-7 if S is nearly of rank one.
            if (h < 1e-11 * s->V) return false;
            continue;
        }
        double there = h;
        if (next.F >= 0.0 || reached_at_fold(&p, &at, &next, t, h, &there)) {
            if (there < h && !step(&p, &at, t, there, &next)) return false;
            arrive(&p, &at, &next, t, there, point);
            return true;
        }
        at = next;
        const double speed = sqrt((at.d[0] - s->vx) * (at.d[0] - s->vx) + (at.d[1] - s->vy) * (at.d[1] - s->vy));
        h = fmin(1.5 * h, 0.05 * (s->V + speed));
    }
    return false;
}
