// Computes velocities and forces of a split mass. No function in this file changes a phase.
#include <string.h>

#include "split_mass.h"

void carom_split_load(const carom_split *s, const double *y, double F[3]) {
    F[0] = -CAROM_OF(s->p, kn) * y[X];
    for (int i = 0; i < 2; i++) F[1 + i] = -CAROM_EACH_OF(s->p, kt)[i] * y[STRETCH + i];
}

void carom_split_slip_force(const carom_split *s, const double F[3], const double dir[2], double R[3]) {
    const double *Wn = s->c->W[0];
    R[0] = (Wn[0] * F[0] + carom_split_dot(s, Wn + 1, F + 1)) / (Wn[0] - s->p->mu * carom_split_dot(s, Wn + 1, dir));
    for (int i = 0; i < 2; i++) R[1 + i] = -s->p->mu * R[0] * dir[i];
}

double carom_split_wedge(const carom_split *s, const double dir[2]) {
    return 1.0 - s->p->mu * carom_split_dot(s, s->c->W[0] + 1, dir) / s->c->W[0][0];
}

bool carom_split_polar(const carom_split *s) {
    return s->c->dim == 3 && s->state == CAROM_CONTACT_SLIP && s->p->mu > 0.0;
}

void carom_split_direction(const carom_split *s, const double *y, double dir[2]) {
    dir[0] = carom_split_polar(s) ? cos(y[ANGLE]) : s->dir[0];
    dir[1] = carom_split_polar(s) ? sin(y[ANGLE]) : s->dir[1];
}

void carom_split_slip_velocity(const carom_split *s, const double *y, double u[2]) {
    double dir[2];
    carom_split_direction(s, y, dir);
    for (int i = 0; i < 2; i++) u[i] = carom_split_polar(s) ? y[SPEED] * dir[i] : y[U + 1 + i];
}

void carom_split_aim(carom_split *s, double *y) {
    const double speed = carom_split_length(s, y + U + 1);
    for (int i = 0; i < s->c->dim - 1 && speed > 0.0; i++) s->dir[i] = y[U + 1 + i] / speed;
    if (!carom_split_polar(s)) return;
    y[SPEED] = speed;
    y[ANGLE] = atan2(s->dir[1], s->dir[0]);
}

void carom_split_ground_force(const carom_split *s, const double *y, const double F[3], double R[3]) {
    double dir[2];
    carom_split_direction(s, y, dir);
    if (s->state == CAROM_CONTACT_STICK)
        memcpy(R, F, 3 * sizeof *R); // keeps the contact mass at rest
    else
        carom_split_slip_force(s, F, dir, R);
}

void carom_split_accelerate(const carom_split *s, const double R[3], const double F[3], double a[3]) {
    for (int i = 0; i < 3; i++) {
        a[i] = 0.0;
        for (int j = 0; i < s->c->dim && j < s->c->dim; j++) a[i] += s->c->W[i][j] * (R[j] - F[j]) / (1.0 - s->p->e);
    }
}
