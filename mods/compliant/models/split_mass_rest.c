// Decides whether the contact mass of a split mass stays at rest, and if not, in which direction it slips.
#include <string.h>

#include "base/root.h"
#include "split_mass.h"

carom_machine_turn carom_split_start(carom_split *s, const double dir[2], double *y) {
    memcpy(s->dir, dir, sizeof s->dir);
    s->state = CAROM_CONTACT_SLIP;
    if (!(carom_split_wedge(s, dir) > WEDGED)) return CAROM_JAMMED;
    if (s->c->dim == 3) {
        y[SPEED] = 2.0 * s->still;
        y[ANGLE] = atan2(dir[1], dir[0]);
    }
    s->slow = s->still;
    return CAROM_GO_ON;
}

// Returns the component, to the left of the slip, of the acceleration of a slip at this angle from the push of
// friction.
static double astray(const carom_split *s, const double F[3], double angle, double dir[2], double a[3]) {
    const double push = carom_split_length(s, F + 1), ca = cos(angle), sa = sin(angle);
    double R[3];
    dir[0] = -(ca * F[1] - sa * F[2]) / push;
    dir[1] = -(sa * F[1] + ca * F[2]) / push;
    carom_split_slip_force(s, F, dir, R);
    carom_split_accelerate(s, R, F, a);
    return dir[0] * a[2] - dir[1] * a[1];
}

// Finds the direction between two angles at which the acceleration stops pointing to the left. Returns the acceleration
// along it; -inf if it is not a slip, because it wedges or decelerates.
static double ray_between(const carom_split *s, const double F[3], double low, double high, double dir[2]) {
    double a[3];
    carom_root r = carom_root_between(low, high, false);
    while (!r.over) carom_root_secant(&r, astray(s, F, r.x, dir, a));
    astray(s, F, r.x, dir, a);
    const double along = carom_split_dot(s, dir, a + 1);
    return carom_split_wedge(s, dir) > WEDGED && along > 0.0 ? along : -HUGE_VAL;
}

// Starts a slip from rest in 3D, in a direction along which it accelerates and to which neighbouring slips turn. Angles
// are counted from the push -F_t, so the result does not depend on the frame. astray times 1 - mu w.dir is a
// trigonometric polynomial of order 2, so there are at most two such directions. If there are two, the one with the
// larger acceleration is followed; if they are equal, the first. `several` receives their number.
static carom_machine_turn slip_in_space(carom_split *s, const double F[3], double *y) {
    enum { PARTS = 256 };
    const double step = 6.283185307179586 / PARTS;
    double dir[2], best[2] = {0.0, 0.0}, a[3], fastest = 0.0;
    int rays = 0;
    // The circle closes with the value it began with, so no sign change is missed there.
    const double first = astray(s, F, -0.5 * step, dir, a);
    double left = first;
    for (int k = 0; k < PARTS; k++) {
        const double angle = step * (k + 0.5), right = k + 1 < PARTS ? astray(s, F, angle, dir, a) : first;
        const bool falls = left > 0.0 && !(right > 0.0);
        left = right;
        if (!falls) continue;
        const double along = ray_between(s, F, angle - step, angle, dir);
        if (!(along > 0.0)) continue;
        rays++;
        if (!(along > fastest * (1.0 + 1e-9))) continue;
        fastest = along;
        memcpy(best, dir, sizeof best);
    }
    if (!rays) return CAROM_JAMMED;
    if (rays > s->several) s->several = rays;
    return carom_split_start(s, best, y);
}

// Starts a slip from rest under a load outside the cone. Slip along dir has N = N0/(1 - mu w.dir), w = W_nt/W_nn, N0 =
// F_n + w.F_t. If N0 is not positive, the contact opens at once. In 2D the slip can only follow the push -F_t: |F_t| >
// mu N holds exactly if |F_t| > mu F_n, and in the other direction friction would have to pull.
static carom_machine_turn slip_from_rest(carom_split *s, const double F[3], double *y) {
    if (!(F[0] + carom_split_dot(s, s->c->W[0] + 1, F + 1) / s->c->W[0][0] > 0.0)) return CAROM_OVER;
    if (s->c->dim == 2) return carom_split_start(s, (const double[2]){F[1] > 0.0 ? -1.0 : 1.0, 0.0}, y);
    return slip_in_space(s, F, y);
}

carom_machine_turn carom_split_rest(carom_split *s, const double F[3], double *y) {
    y[U + 1] = y[U + 2] = 0.0;
    s->state = CAROM_CONTACT_STICK;
    // The tolerance is 1e-12. If a slip ends just as the load enters the cone, the contact sticks; otherwise rounding
    // would make it slip and stop forever.
    if (carom_split_length(s, F + 1) <= (1.0 + 1e-12) * s->p->mu * F[0]) return CAROM_GO_ON;
    return slip_from_rest(s, F, y);
}

bool carom_split_carry_to_rest(carom_split *s, double *y) {
    double F[3], R[3], a[3], dir[2];
    carom_split_load(s, y, F);
    carom_split_direction(s, y, dir);
    carom_split_slip_force(s, F, dir, R);
    carom_split_accelerate(s, R, F, a);
    const double along = carom_split_dot(s, dir, a + 1), across = dir[0] * a[2] - dir[1] * a[1];
    const double left = -y[SPEED] / along;
    if (!(along < 0.0 && fabs(across) < 1e-4 * -along && left < 1e-4 * s->longest)) return false;
    for (int i = 0; i < 3; i++) {
        double push = 0.0;
        for (int j = 0; j < 3; j++) push += s->c->W[i][j] * F[j] / s->p->e;
        if (i > 0) y[STRETCH + i - 1] += left * (y[V + i] + 0.5 * left * push - 0.5 * y[SPEED] * dir[i - 1]);
        if (i == 0) y[X] += left * (y[V] + 0.5 * left * push);
        y[V + i] += left * push;
        y[P + i] += left * R[i];
    }
    s->late += left;
    return true;
}
