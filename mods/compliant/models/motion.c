// Computes velocities and forces from the state. No function in this file changes a phase.
#include <math.h>

#include "motion.h"

// Computes the direction of a slip from the angle by which it has turned, f = mu N dir. Near N = 0 the stretch is as
// small as the force and does not determine the direction.
static void steer(const carom_touch *touch, double told, carom_touch_motion *m) {
    const double *from = touch->course, c = cos(told / touch->radian), s = sin(told / touch->radian);
    m->dir[0] = c * from[0] - s * from[1];
    m->dir[1] = s * from[0] + c * from[1];
    const double most = touch->mu * touch->normal->force(touch, m);
    for (int i = 0; i < 2; i++) {
        m->pull[i] = most * m->dir[i];
        m->xi[i] = m->pull[i] / touch->K.tt[i][i];
    }
}

// Computes r = a0 + sum phi z: the motion of the rigid body and of its modes (Chatterjee 1997, 9.2).
void carom_motion_at(const carom_touch *touch, const double *y, carom_touch_motion *m) {
    const int dim = touch->dim;
    const double *xi = y + CAROM_STATE_XI(touch), *z = y + CAROM_STATE_Z(touch);
    m->d = -y[0];
    m->inner = touch->normal->inner ? y[CAROM_STATE_INNER(touch)] : 0.0;
    for (int i = 0; i < dim; i++) m->v[i] = y[CAROM_STATE_V + i];
    for (size_t k = 0; k < carom_modes(touch); k++) {
        const double *phi = CAROM_MODES_OF(touch->params)[k].phi;
        m->d -= phi[0] * z[2 * k];
        for (int i = 0; i < dim; i++) m->v[i] += phi[i] * z[2 * k + 1];
    }
    if (touch->steered) {
        steer(touch, xi[0], m);
        return;
    }
    for (int i = 0; i < dim - 1; i++) {
        m->xi[i] = xi[i];
        m->pull[i] = -touch->K.nt[i] * m->d + touch->C.nt[i] * m->v[0];
    }
    for (int i = 0; i < dim - 1; i++)
        for (int j = 0; j < dim - 1; j++) m->pull[i] += touch->K.tt[i][j] * xi[j] + touch->C.tt[i][j] * m->v[1 + j];
}

void carom_acceleration(const carom_touch *touch, const double *y, const double F[3], double a[3]) {
    const double *z = y + CAROM_STATE_Z(touch);
    for (int i = 0; i < touch->dim; i++) {
        a[i] = 0.0;
        for (int j = 0; j < touch->dim; j++) a[i] += touch->contact->W[i][j] * F[j];
    }
    for (size_t k = 0; k < carom_modes(touch); k++) {
        const carom_vibration *mode = &CAROM_MODES_OF(touch->params)[k];
        double zz = -mode->omega * (2.0 * mode->zeta * z[2 * k + 1] + mode->omega * z[2 * k]);
        for (int i = 0; i < touch->dim; i++) zz += mode->phi[i] * F[i];
        for (int i = 0; i < touch->dim; i++) a[i] += mode->phi[i] * zz;
    }
}

// Computes the direction of slip if only springs resist. In 2D a slip keeps its sign until an event ends it. In 3D it
// follows the pull, but does not reverse if the pull passes zero within a step. After the end of contact the force is
// then negative along the same direction, the step stays smooth, and the end is detected.
void carom_slip_direction(const carom_touch *touch, const carom_touch_motion *m, double dir[2]) {
    const double *known = touch->steered ? m->dir : touch->dir;
    dir[0] = known[0];
    dir[1] = known[1];
    if (touch->dim == 2 || touch->steered) return;
    const double length = carom_tangent_length(touch, m->pull), along = carom_tangent_dot(2, touch->dir, m->pull);
    for (int i = 0; i < 2 && length > 0.0; i++) dir[i] = (along < 0.0 ? -1.0 : 1.0) * m->pull[i] / length;
}

// Returns the common factor of the forces on the body.
static double swell(const carom_touch *touch, const carom_touch_motion *m) {
    return touch->normal->swell ? touch->normal->swell(touch, m) : 1.0;
}

// Computes the slip if there are only springs. The pull stays on the cone, |f|' = mu N', which determines lam:
//   lam (dir.K_tt dir + mu K_nt.dir) = dir.(K_tt v_t + K_nt v_n) - mu N0'
// The stretch changes much more slowly than the point slips, so its rate is not computed as their difference. With
// v_t = ahead dir + aside side it is (ahead - lam) dir + aside side.
static void slip_by_rates(const carom_touch *touch, const double *y, const carom_touch_motion *m, carom_forces *f) {
    const int count = carom_tangents(touch);
    double dir[2], a[3], felt[3] = {0.0};
    carom_slip_direction(touch, m, dir);
    for (int i = 0; i < count; i++) f->F[1 + i] = -touch->mu * f->F[0] * dir[i];
    for (int i = 0; i <= count; i++) felt[i] = swell(touch, m) * f->F[i];
    carom_acceleration(touch, y, felt, a);
    const double side[2] = {-dir[1], dir[0]}, ahead = carom_tangent_dot(count, dir, m->v + 1);
    const double aside = count == 2 ? carom_tangent_dot(2, side, m->v + 1) : 0.0;
    double pull =
        touch->mu * (touch->normal->rate(touch, m, -a[0]) + carom_tangent_dot(count, touch->K.nt, dir) * ahead);
    for (int i = 0; i < count; i++) {
        pull -= dir[i] * touch->K.nt[i] * m->v[0];
        for (int j = 0; j < count; j++) pull -= dir[i] * touch->K.tt[i][j] * aside * side[j];
    }
    const double longer = pull / carom_slip_grip(&touch->K, touch->mu, dir);
    f->lam = ahead - longer;
    for (int i = 0; i < count; i++) {
        f->slip[i] = f->lam * dir[i];
        f->stretch[i] = longer * dir[i] + aside * side[i];
    }
}

// Computes the slip if there are dashpots. The forces determine it: (mu N + lam C_tt) dir = pull. In 2D the slip keeps
// its sign, so that lam falls through zero. With the sign of the pull, lam would only touch zero, for a time that may
// be shorter than any step.
static void slip_by_forces(const carom_touch *touch, const carom_touch_motion *m, carom_forces *f) {
    const int count = carom_tangents(touch);
    double dir[2] = {touch->dir[0], 0.0};
    const bool balanced = count == 1 ? carom_slip_grip(&touch->C, touch->mu, dir) > 0.0
                                     : carom_slip_solve(&touch->C, touch->mu, f->F[0], m->pull, &f->lam, dir);
    if (count == 1) f->lam = carom_slip_along(&touch->C, touch->mu, f->F[0], m->pull, dir);
    if (!balanced) f->lam = (double)NAN;
    f->F[0] += f->lam * carom_tangent_dot(count, touch->C.nt, dir);
    for (int i = 0; i < count; i++) {
        f->F[1 + i] = -touch->mu * f->F[0] * dir[i];
        f->slip[i] = f->lam * dir[i];
        f->stretch[i] = m->v[1 + i] - f->slip[i];
    }
}

// Moves a contact without friction. The tangential element is never loaded, but it still moves if it is coupled to the
// normal element:
//   A xi' = -(K_tt xi - K_nt d + C_nt v_n) with A = C_tt;  A xi' = -K_nt v_n with A = K_tt
// Here the normal force depends on xi' instead of v_t.
static void move_freely(const carom_touch *touch, carom_touch_motion *m, carom_forces *f) {
    const int count = carom_tangents(touch);
    const double(*A)[2] = touch->damped ? touch->C.tt : touch->K.tt;
    double r[2] = {0.0, 0.0}, rate[2] = {0.0, 0.0};
    for (int i = 0; i < count; i++) {
        r[i] = touch->damped ? touch->K.nt[i] * m->d - touch->C.nt[i] * m->v[0] : -touch->K.nt[i] * m->v[0];
        for (int j = 0; j < count && touch->damped; j++) r[i] -= touch->K.tt[i][j] * m->xi[j];
    }
    const double det = count == 1 ? A[0][0] : A[0][0] * A[1][1] - A[0][1] * A[1][0];
    if (det > 0.0) {
        rate[0] = count == 1 ? r[0] / det : (A[1][1] * r[0] - A[0][1] * r[1]) / det;
        if (count == 2) rate[1] = (A[0][0] * r[1] - A[1][0] * r[0]) / det;
    }
    for (int i = 0; i < count; i++) {
        f->slip[i] = m->v[1 + i] - rate[i];
        f->stretch[i] = m->v[1 + i] = rate[i];
    }
}

static void tell_forces(const carom_touch *touch, const double *y, const carom_touch_motion *m, carom_forces *f) {
    if (touch->state == CAROM_CONTACT_FREE) {
        carom_touch_motion free = *m;
        move_freely(touch, &free, f);
        f->F[0] = touch->normal->force(touch, &free);
        return;
    }
    f->F[0] = touch->normal->force(touch, m);
    if (touch->state == CAROM_CONTACT_SLIP) {
        if (touch->damped)
            slip_by_forces(touch, m, f);
        else
            slip_by_rates(touch, y, m, f);
    } else {
        for (int i = 0; i < carom_tangents(touch); i++) {
            f->F[1 + i] = -m->pull[i];
            f->stretch[i] = m->v[1 + i];
        }
    }
}

void carom_forces_at(const carom_touch *touch, const double *y, const carom_touch_motion *m, carom_forces *f) {
    *f = (carom_forces){0};
    if (touch->state == CAROM_CONTACT_OPEN) return;
    tell_forces(touch, y, m, f);
    f->N = f->F[0];
    for (int i = 0; i < touch->dim && touch->normal->swell; i++) f->F[i] *= swell(touch, m);
}

// Returns the rate at which f = mu N dir turns: side.f' / (mu N).
static double turning(const carom_touch *touch, const carom_touch_motion *m, const carom_forces *f) {
    const double most = touch->mu * f->N;
    const double across = m->dir[0] * touch->K.tt[1][1] * f->stretch[1] - m->dir[1] * touch->K.tt[0][0] * f->stretch[0];
    return most != 0.0 ? touch->radian * across / most : 0.0;
}

void carom_touch_flow(const carom_touch *touch, const double *y, double *dy) {
    const int dim = touch->dim;
    const double *z = y + CAROM_STATE_Z(touch);
    carom_touch_motion m;
    carom_forces f;
    carom_motion_at(touch, y, &m);
    carom_forces_at(touch, y, &m, &f);
    dy[0] = y[CAROM_STATE_V];
    for (int i = 0; i < dim; i++) {
        double *dv = dy + CAROM_STATE_V + i;
        *dv = 0.0;
        for (int j = 0; j < dim; j++) *dv += touch->contact->W[i][j] * f.F[j];
        dy[CAROM_STATE_P(touch) + i] = f.F[i];
    }
    dy[CAROM_STATE_WORK(touch)] = f.F[0] * m.v[0];
    for (int i = 0; i < dim - 1; i++) dy[CAROM_STATE_XI(touch) + i] = f.stretch[i];
    if (touch->steered) {
        dy[CAROM_STATE_XI(touch)] = turning(touch, &m, &f);
        dy[CAROM_STATE_XI(touch) + 1] = 0.0;
    }
    if (touch->normal->inner)
        dy[CAROM_STATE_INNER(touch)] = touch->state != CAROM_CONTACT_OPEN ? touch->normal->inner(touch, &m) : 0.0;
    for (size_t k = 0; k < carom_modes(touch); k++) {
        const carom_vibration *mode = &CAROM_MODES_OF(touch->params)[k];
        double *dz = dy + CAROM_STATE_Z(touch) + 2 * k;
        dz[0] = z[2 * k + 1];
        dz[1] = -mode->omega * (2.0 * mode->zeta * z[2 * k + 1] + mode->omega * z[2 * k]);
        for (int i = 0; i < dim; i++) dz[1] += mode->phi[i] * f.F[i];
    }
}
