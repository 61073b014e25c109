// Computes derivatives of a contact point's motion.
#include <math.h>

#include "motion.h"
#include "vary.h"

_Static_assert(sizeof(carom_touch) <= CAROM_KEPT_ROOM, "a touch has room to be kept");

static void own(void *self, carom_own *own) {
    carom_touch *touch = self;
    carom_own_take(own, &touch->contact, &touch->params, &touch->recorder);
}

// Copies the phase. In 3D the direction of slip is that of the pull, and `dir` determines only its sign.
static void follow(void *self, const void *leader) {
    carom_touch *touch = self;
    const carom_touch *to = leader;
    touch->dir[0] = to->dir[0];
    touch->dir[1] = to->dir[1];
    touch->mark = to->mark;
    touch->recent_force = to->recent_force;
    touch->largest_force = to->largest_force;
    touch->largest_overlap = to->largest_overlap;
}

static bool alike(const void *self, const void *as) {
    const carom_touch *a = self, *b = as;
    const bool way = a->dim == 3 || a->state != CAROM_CONTACT_SLIP || a->dir[0] == b->dir[0];
    return a->state == b->state && a->phase == b->phase && a->pulling == b->pulling && way;
}

// Limits the steps for differences. A power of the overlap is not smooth at zero overlap; nor is the direction of slip
// in 3D at zero stretch.
static void grain(const void *self, const double *y, double *step) {
    const carom_touch *touch = self;
    carom_touch_motion m;
    carom_motion_at(touch, y, &m);
    if (!touch->normal->linear) {
        const double left = touch->normal->hold ? touch->normal->hold(touch, &m) / touch->stiffest : m.d;
        step[0] = fmin(step[0], fmin(1e-3 * fabs(left), 1e-3 * fabs(m.d)));
    }
    if (touch->dim == 2 || touch->steered) return;
    double *xi = step + CAROM_STATE_XI(touch);
    const double length = carom_tangent_length(touch, m.xi);
    for (int i = 0; i < 2 && length > 0.0; i++) xi[i] = fmin(xi[i], 1e-4 * length);
}

static double reach(const void *self, const double *y) {
    const carom_touch *touch = self;
    carom_touch_motion m;
    carom_motion_at(touch, y, &m);
    if (touch->normal->linear || m.v[0] == 0.0) return HUGE_VAL;
    const double left = touch->normal->hold ? touch->normal->hold(touch, &m) / touch->stiffest : m.d;
    return fmin(fabs(left), fabs(m.d)) / fabs(m.v[0]);
}

const carom_vary carom_touch_vary = {sizeof(carom_touch), own, follow, alike, grain, reach};
