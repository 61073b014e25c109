// Derivatives of the laws without coupling. They hold for changes of W that keep it valid for these laws. W_nt is not
// read, and b is u.W_tt u along the slip.
#ifndef CAROM_SRC_JAC_BILINEAR_H
#define CAROM_SRC_JAC_BILINEAR_H

#include "derivative/equations.h"
#include "friction/diagonal.h"

static inline double carom_bilinear_axis(const carom_contact *c, double speed, double u[2]) {
    double b = 0.0;
    for (int i = 1; i < c->dim; i++) u[i - 1] = speed > 0.0 ? c->v[i] / speed : 0.0;
    if (!(speed > 0.0)) u[0] = 1.0;
    for (int i = 1; i < c->dim; i++)
        for (int j = 1; j < c->dim; j++) b += u[i - 1] * c->W[i][j] * u[j - 1];
    return b;
}

// Adds the switch to sliding, s = (1 + e_t) |v_t| / b - mu P_n. If s > 0, the contact slides, because friction cannot
// reach the impulse that stops it.
static inline void carom_bilinear_switch(const carom_contact *c, const carom_params *p, const double P[3], double b,
                                         const double u[2], double speed, carom_equations *eq) {
    const double stop = (1.0 + p->e_t) * speed / b, most = p->mu * P[0];
    carom_row *n = carom_switch_at(eq, stop - most, stop + most, CAROM_MODE_STICKING, 0);
    if (!n) return;
    n->P[0] = -p->mu;
    carom_row_param(eq, n, CAROM_PARAM_mu, -P[0]);
    carom_row_param(eq, n, CAROM_PARAM_e_t, speed / b);
    for (int i = 1; i < c->dim; i++) {
        n->x[CAROM_JACOBIAN_V + i] = (1.0 + p->e_t) * u[i - 1] / b;
        for (int j = 1; j < c->dim; j++) n->x[carom_w_column(c->dim, i, j)] -= stop / b * u[i - 1] * u[j - 1];
    }
}

static inline bool carom_bilinear_jac(const carom_law *self, const carom_contact *c, const carom_params *p,
                                      const carom_result *out, carom_equations *eq) {
    const double *P = out->P, speed = carom_slip_speed(c);
    const bool slides = out->mode == CAROM_MODE_SLIDING;
    double u[2];
    const double b = carom_bilinear_axis(c, speed, u);
    if (!(b > 0.0)) return false;
    eq->row[0].P[0] = c->W[0][0];
    eq->row[0].x[CAROM_JACOBIAN_V] = 1.0 + p->e;
    eq->row[0].x[CAROM_JACOBIAN_W] = P[0];
    carom_row_param(eq, &eq->row[0], CAROM_PARAM_e, c->v[0]);
    for (int i = 1; i < c->dim; i++) {
        carom_row *row = &eq->row[i];
        row->P[i] = slides ? 1.0 : b;
        if (slides) {
            row->P[0] = p->mu * u[i - 1];
            carom_row_param(eq, row, CAROM_PARAM_mu, P[0] * u[i - 1]);
        } else {
            row->x[CAROM_JACOBIAN_V + i] = 1.0 + p->e_t;
            carom_row_param(eq, row, CAROM_PARAM_e_t, c->v[i]);
        }
        for (int j = 1; j < c->dim; j++) {
            const double turn = (i == j ? 1.0 : 0.0) - u[i - 1] * u[j - 1];
            if (slides) row->x[CAROM_JACOBIAN_V + j] += p->mu * P[0] * turn / speed;
            for (int l = 1; l < c->dim && !slides; l++)
                row->x[carom_w_column(c->dim, j, l)] += u[j - 1] * u[l - 1] * P[i];
        }
    }
    if (slides)
        carom_bilinear_switch(c, p, P, b, u, speed, eq);
    else
        carom_switch_cone(eq, P, p->mu, CAROM_MODE_SLIDING);
    return true;
}

#endif
