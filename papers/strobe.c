// Computes velocities, contact and impulse from four flashes of a centre and a marker, with exact derivatives with
// respect to all 16 coordinates. Chatterjee 1997, 11.1.2, 11.2.
#include <math.h>

#include "base/root.h"
#include "papers/dual.h"
#include "papers/strobe.h"

typedef struct {
    carom_dual u[6];   // u_n, u_t, spin before and after, m/s and rad/s: normal +y, tangent +x
    carom_dual arm[2]; // contact minus centre of mass, m
    carom_dual alpha, touch;
} motion;

static const double pi = 3.14159265358979323846;

static carom_dual coordinate(const carom_strobe *s, int flash, int i) {
    carom_dual q = {.x = s->at[flash][i]};
    q.d[4 * flash + i] = 1.0;
    return q;
}

static carom_dual wrapped(carom_dual turn) {
    turn.x -= 2.0 * pi * ceil(turn.x / (2.0 * pi) - 0.5);
    return turn;
}

// Returns the direction from the centre to the marker.
static carom_dual direction(const carom_strobe *s, int flash) {
    const carom_dual x = carom_dual_sum(1.0, coordinate(s, flash, 2), -1.0, coordinate(s, flash, 0));
    const carom_dual y = carom_dual_sum(1.0, coordinate(s, flash, 3), -1.0, coordinate(s, flash, 1));
    return carom_dual_angle(y, x);
}

static void read_speeds(const carom_strobe *s, motion *m) {
    const double f = s->rate / s->scale;
    for (int k = 0; k < 2; k++) {
        const int from = 2 * k, to = from + 1;
        m->u[3 * k] = carom_dual_sum(f, coordinate(s, to, 1), -f, coordinate(s, from, 1));
        m->u[3 * k + 1] = carom_dual_sum(f, coordinate(s, to, 0), -f, coordinate(s, from, 0));
        m->u[3 * k + 2] =
            carom_dual_scaled(s->rate, wrapped(carom_dual_sum(1.0, direction(s, to), -1.0, direction(s, from))));
    }
}

// Returns the height of the body's edge above the wall at time t after the second flash, and its rate:
//   y + u_n t - d sin(o + w t) - R,  o the direction from the circle's centre to the centre of mass
static double height(const carom_strobe *s, const motion *m, double y, double o, double t, double *rate) {
    const double angle = o + m->u[2].x * t;
    *rate = m->u[0].x - s->offset * m->u[2].x * cos(angle);
    return y + m->u[0].x * t - s->offset * sin(angle) - s->radius;
}

// Returns the first time at which the edge reaches the wall, between the second flash and the third; NaN if it never
// does. It takes 64 samples, between which the body rotates by less than three degrees.
static double time_of_touch(const carom_strobe *s, const motion *m, double y, double o) {
    enum { LOOKS = 64 };
    double rate;
    if (!(height(s, m, y, o, 0.0, &rate) > 0.0)) return (double)NAN;
    for (int k = 1; k <= LOOKS; k++) {
        const double low = (k - 1) / (LOOKS * s->rate), high = k / (LOOKS * s->rate);
        if (height(s, m, y, o, high, &rate) > 0.0) continue;
        carom_root r = carom_root_between(low, high, false);
        while (!r.over) {
            const double at = height(s, m, y, o, r.x, &rate);
            carom_root_newton(&r, at, rate);
        }
        return r.x;
    }
    return (double)NAN;
}

// Finds the contact. t solves height = 0, so dt = -(dy + t du_n - d cos(o + w t) (do + t dw))/rate. The contact is
// below the circle's centre, at alpha = -(o + w t):  r = (-(R - d sin alpha), -d cos alpha)
static bool find_contact(const carom_strobe *s, motion *m) {
    const carom_dual y = carom_dual_scaled(1.0 / s->scale, coordinate(s, 1, 1)), o = direction(s, 1);
    const double at = o.x - s->marker, t = time_of_touch(s, m, y.x, at);
    double rate;
    if (!isfinite(t)) return false;
    height(s, m, y.x, at, t, &rate);
    const carom_dual turned = carom_dual_sum(1.0, o, t, m->u[2]), moved = carom_dual_sum(1.0, y, t, m->u[0]);
    const double lean = s->offset * cos(at + m->u[2].x * t);
    m->touch = carom_dual_of(t, -1.0 / rate, &moved, lean / rate, &turned);
    m->alpha = carom_dual_sum(-1.0, turned, -m->u[2].x, m->touch);
    m->alpha.x = -(at + m->u[2].x * t);
    m->alpha = wrapped(m->alpha);
    m->arm[0] = carom_dual_scaled(s->offset, carom_dual_sin(m->alpha)), m->arm[0].x -= s->radius;
    m->arm[1] = carom_dual_scaled(-s->offset, carom_dual_cos(m->alpha));
    return true;
}

static bool is_strobe(const carom_strobe *s) {
    double sum = s->marker;
    for (int i = 0; i < 16; i++) sum += s->at[i / 4][i % 4];
    return s->mass > 0.0 && s->inertia > 0.0 && s->radius > 0.0 && s->scale > 0.0 && s->rate > 0.0 && s->sigma >= 0.0 &&
           s->offset >= 0.0 && s->offset < s->radius && isfinite(sum);
}

static bool follow(const carom_strobe *s, motion *m) {
    if (!is_strobe(s)) return false;
    read_speeds(s, m);
    m->alpha = (carom_dual){.x = 0.5 * pi}, m->touch = (carom_dual){.x = 0.0};
    m->arm[0] = (carom_dual){.x = -s->radius}, m->arm[1] = (carom_dual){.x = 0.0};
    return s->offset == 0.0 || find_contact(s, m);
}

carom_status carom_strobe_body(const carom_strobe *strobe, carom_fit_body *body) {
    motion m;
    if (!strobe || !body || !follow(strobe, &m)) return CAROM_BAD_VALUE;
    *body = (carom_fit_body){.dim = 2, .mass = strobe->mass, .inertia = {{strobe->inertia}}, .group = strobe->group};
    body->arm[0] = m.arm[0].x, body->arm[1] = m.arm[1].x;
    for (int i = 0; i < 6; i++) body->u[i] = m.u[i].x;
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++)
            body->S[i][j] = carom_dual_covariance(i < 6 ? &m.u[i] : &m.arm[i - 6], j < 6 ? &m.u[j] : &m.arm[j - 6],
                                                  strobe->sigma * strobe->sigma);
    return CAROM_OK;
}

// Computes the contact's v_n, v_t before and after: v_n = u_n + w r_t, v_t = u_t - w r_n.
static void contact_speeds(const motion *m, carom_dual v[4]) {
    for (int k = 0; k < 2; k++) {
        const carom_dual *u = &m->u[3 * k];
        v[2 * k] = carom_dual_sum(1.0, u[0], 1.0, carom_dual_product(u[2], m->arm[1]));
        v[2 * k + 1] = carom_dual_sum(1.0, u[1], -1.0, carom_dual_product(u[2], m->arm[0]));
    }
}

// Returns P_t/P_n. For a disc it follows from the change of the contact's velocity and rho = I/(I + m R^2), as in
// Chatterjee 1997; for other bodies from m du.
static carom_dual impulse_ratio(const carom_strobe *s, const motion *m, const carom_dual v[4]) {
    const double rho = s->inertia / (s->inertia + s->mass * s->radius * s->radius);
    if (s->offset > 0.0)
        return carom_dual_quotient(carom_dual_sum(1.0, m->u[4], -1.0, m->u[1]),
                                   carom_dual_sum(1.0, m->u[3], -1.0, m->u[0]));
    return carom_dual_scaled(
        rho, carom_dual_quotient(carom_dual_sum(1.0, v[3], -1.0, v[1]), carom_dual_sum(1.0, v[2], -1.0, v[0])));
}

// Mirrors the motion about the normal.
static void turn(motion *m, carom_dual v[4], carom_dual *ratio) {
    v[1] = carom_dual_scaled(-1.0, v[1]), v[3] = carom_dual_scaled(-1.0, v[3]);
    *ratio = carom_dual_scaled(-1.0, *ratio);
    m->arm[1] = carom_dual_scaled(-1.0, m->arm[1]);
    m->alpha = carom_dual_scaled(-1.0, m->alpha), m->alpha.x += pi;
}

carom_status carom_strobe_read(const carom_strobe *strobe, double h, carom_strobe_reading *reading) {
    motion m;
    carom_dual v[4];
    if (!strobe || !reading || !(h >= 0.0) || !follow(strobe, &m)) return CAROM_BAD_VALUE;
    contact_speeds(&m, v);
    carom_dual ratio = impulse_ratio(strobe, &m, v);
    if (v[1].x > 0.0) turn(&m, v, &ratio);
    const carom_dual one = {.x = 1.0}, down = carom_dual_scaled(-1.0, v[0]);
    const carom_dual theta = carom_dual_angle(carom_dual_scaled(-1.0, v[1]), down), e = carom_dual_quotient(v[2], down);
    const carom_dual tan_phi = carom_dual_quotient(v[3], v[2]);
    const carom_dual vft = carom_dual_quotient(v[3], carom_dual_length(v[0], v[1]));
    const carom_dual home = carom_dual_angle(carom_dual_scaled(-1.0, m.arm[1]), carom_dual_scaled(-1.0, m.arm[0]));
    const carom_dual psi = wrapped(carom_dual_sum(1.0, carom_dual_angle(ratio, one), -1.0, home));
    *reading = (carom_strobe_reading){.theta = theta.x,
                                      .e = e.x,
                                      .ratio = ratio.x,
                                      .tan_phi = tan_phi.x,
                                      .vft = vft.x,
                                      .theta_bound = carom_dual_bound(&theta, h),
                                      .e_bound = carom_dual_bound(&e, h),
                                      .ratio_bound = carom_dual_bound(&ratio, h),
                                      .tan_phi_bound = carom_dual_bound(&tan_phi, h),
                                      .vft_bound = carom_dual_bound(&vft, h),
                                      .alpha = m.alpha.x,
                                      .psi = psi.x,
                                      .touch = m.touch.x,
                                      .alpha_bound = carom_dual_bound(&m.alpha, h),
                                      .psi_bound = carom_dual_bound(&psi, h)};
    return CAROM_OK;
}

carom_status carom_strobe_compute(const carom_contact *contact, const double after[3], carom_strobe_reading *reading) {
    carom_fit_reading r;
    const carom_status status = carom_fit_read(contact, after, &r);
    if (status == CAROM_OK)
        *reading =
            (carom_strobe_reading){.theta = r.theta, .e = r.e, .ratio = r.ratio, .tan_phi = r.tan_phi, .vft = r.vft};
    return status;
}
