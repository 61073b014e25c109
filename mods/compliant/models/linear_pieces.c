// Integrates contacts that are linear between events, u' = A u + b, u = (x_n, v, xi, the internal state, z, z'), by
// power series:
//   u_{k+1} = h/(k+1) (A u_k + b [k = 0]),   P_{k+1} = h/(k+1) F(u_k)
// where k is the power of the fraction s of a piece of length h. This is the matrix exponential for any eigenvalues of
// A;
// repeated, critical or overdamped ones need no special case. All forces and guards are linear forms of u, computed
// once
// for each piece.
#include "linear_pieces.h"

#include <math.h>
#include <string.h>

#include "motion.h"
#include "taylor.h"

enum { MOST = 7 + 2 * CAROM_VIBRATIONS_MAX, ORDER = CAROM_PIECE_ORDER };

typedef double form[MOST + 1]; // coefficients of u, then a constant

typedef struct exact {
    const carom_touch *touch;
    int n, dim, modes;
    int place[MOST];       // of each u among the states
    double slope, damping; // derivatives of N' with respect to d' and d''
    double fading;         // derivative of N' with respect to the internal state
    bool inner;            // true if there is an internal state
    form d, speed[3], pull[2], N, F[3], a[3], lam, rate[MOST];
    double size[MOST]; // size of the terms of u and of its changes within a piece; their sums may cancel
    double dir;        // sign of a slip
    double begin;      // N at the beginning, from the contact model itself, because the terms of its linear form cancel
                       // if unloading is stiff
    carom_series force[3];
} exact;

static void clear(const exact *x, form f) {
    memset(f, 0, (size_t)x->n * sizeof *f);
    f[MOST] = 0.0;
}

static void add(const exact *x, form to, double factor, const form f) {
    for (int i = 0; i < x->n; i++) to[i] += factor * f[i];
    to[MOST] += factor * f[MOST];
}

static int place_of_v(int i) {
    return 1 + i;
}

static int place_of_xi(const exact *x, int i) {
    return 1 + x->dim + i;
}

static int place_of_inner(const exact *x) {
    return 2 * x->dim;
}

static int place_of_z(const exact *x, int k) {
    return 2 * x->dim + x->inner + 2 * k;
}

static const carom_vibration *mode_of(const exact *x, int k) {
    return &CAROM_MODES_OF(x->touch->params)[k];
}

static void lay_out(exact *x, const carom_touch *touch) {
    x->touch = touch;
    x->dim = touch->dim;
    x->modes = (int)carom_modes(touch);
    x->inner = touch->normal->inner != NULL;
    x->n = 2 * x->dim + x->inner + 2 * x->modes;
    x->place[0] = 0;
    for (int i = 0; i < x->dim; i++) x->place[place_of_v(i)] = CAROM_STATE_V + i;
    for (int i = 0; i < x->dim - 1; i++) x->place[place_of_xi(x, i)] = CAROM_STATE_XI(touch) + i;
    if (x->inner) x->place[place_of_inner(x)] = CAROM_STATE_INNER(touch);
    for (int k = 0; k < 2 * x->modes; k++) x->place[place_of_z(x, 0) + k] = CAROM_STATE_Z(touch) + k;
}

// Computes overlap, velocity of the contact and pull of the tangential element.
static void write_motion(exact *x) {
    const carom_touch *t = x->touch;
    clear(x, x->d);
    x->d[0] = -1.0;
    for (int i = 0; i < x->dim; i++) {
        clear(x, x->speed[i]);
        x->speed[i][place_of_v(i)] = 1.0;
    }
    for (int k = 0; k < x->modes; k++) {
        x->d[place_of_z(x, k)] = -mode_of(x, k)->phi[0];
        for (int i = 0; i < x->dim; i++) x->speed[i][place_of_z(x, k) + 1] = mode_of(x, k)->phi[i];
    }
    for (int i = 0; i < x->dim - 1; i++) {
        clear(x, x->pull[i]);
        x->pull[i][place_of_xi(x, i)] = t->K.tt[i][i];
        if (t->damped) add(x, x->pull[i], t->C.tt[i][i], x->speed[1 + i]);
    }
}

// Computes N = N(0) + slope d + damping d', or N from the internal state. While the contact dwells, N is the force that
// keeps v_n = 0.
static void write_normal_force(exact *x) {
    const carom_touch *t = x->touch;
    const carom_touch_motion still = {0}, closing = {.v = {-1.0}}, own = {.inner = 1.0};
    clear(x, x->N);
    x->slope = t->normal->rate(t, &closing, 0.0);
    x->damping = t->normal->rate(t, &still, 1.0);
    if (t->state == CAROM_CONTACT_DWELL) {
        for (int i = 0; i < x->dim - 1; i++) add(x, x->N, t->contact->W[0][1 + i] / t->contact->W[0][0], x->pull[i]);
        return;
    }
    x->N[MOST] = t->normal->force(t, &still);
    if (x->inner) {
        x->fading = t->normal->rate(t, &own, 0.0);
        x->N[place_of_inner(x)] = t->normal->force(t, &own) - x->N[MOST];
        return;
    }
    add(x, x->N, x->slope, x->d);
    add(x, x->N, -x->damping, x->speed[0]);
}

static bool knows_cone(const carom_touch *t) {
    return t->state != CAROM_CONTACT_OPEN && t->state != CAROM_CONTACT_FREE && !isinf(t->mu);
}

static bool holds_on(const carom_touch *t) {
    return t->state == CAROM_CONTACT_STICK || t->state == CAROM_CONTACT_DWELL;
}

// Computes the forces and the resulting accelerations.
static void write_forces(exact *x, double dir) {
    const carom_touch *t = x->touch;
    const bool holds = holds_on(t);
    for (int i = 0; i < x->dim; i++) clear(x, x->F[i]);
    if (t->state != CAROM_CONTACT_OPEN) add(x, x->F[0], 1.0, x->N);
    for (int i = 1; i < x->dim && holds; i++) add(x, x->F[i], -1.0, x->pull[i - 1]);
    if (t->state == CAROM_CONTACT_SLIP) add(x, x->F[1], -t->mu * dir, x->N);
    for (int i = 0; i < x->dim; i++) {
        clear(x, x->a[i]);
        for (int j = 0; j < x->dim; j++) add(x, x->a[i], t->contact->W[i][j], x->F[j]);
    }
}

static void write_modes(exact *x) {
    for (int k = 0; k < x->modes; k++) {
        const carom_vibration *mode = mode_of(x, k);
        const int z = place_of_z(x, k);
        clear(x, x->rate[z]);
        clear(x, x->rate[z + 1]);
        x->rate[z][z + 1] = 1.0;
        x->rate[z + 1][z] = -mode->omega * mode->omega;
        x->rate[z + 1][z + 1] = -2.0 * mode->zeta * mode->omega;
        for (int i = 0; i < x->dim; i++) add(x, x->rate[z + 1], mode->phi[i], x->F[i]);
    }
}

// Computes the slip speed in 2D:
//   springs only  lam = dir v_t - mu N'/K, N' = -slope v_n - damping v_n' + fading s       a dashpot  lam = (dir pull -
//   mu N)/C
static void write_slip(exact *x, double dir) {
    const carom_touch *t = x->touch;
    double *rate = x->rate[place_of_xi(x, 0)];
    clear(x, x->lam);
    if (t->damped) {
        add(x, x->lam, dir / t->C.tt[0][0], x->pull[0]);
        add(x, x->lam, -t->mu / t->C.tt[0][0], x->N);
    } else {
        const double share = t->mu / t->K.tt[0][0];
        add(x, x->lam, dir, x->speed[1]);
        add(x, x->lam, share * x->slope, x->speed[0]);
        add(x, x->lam, share * x->damping, x->a[0]);
        if (x->inner) x->lam[place_of_inner(x)] -= share * x->fading;
        for (int k = 0; k < x->modes; k++)
            add(x, x->lam, share * x->damping * mode_of(x, k)->phi[0], x->rate[place_of_z(x, k) + 1]);
    }
    clear(x, rate);
    add(x, rate, 1.0, x->speed[1]);
    add(x, rate, -dir, x->lam);
}

static void write_inner(exact *x) {
    const carom_touch *t = x->touch;
    const carom_touch_motion closing = {.v = {-1.0}}, own = {.inner = 1.0};
    double *rate = x->rate[place_of_inner(x)];
    if (!x->inner) return;
    clear(x, rate);
    if (t->state == CAROM_CONTACT_OPEN) return;
    add(x, rate, -t->normal->inner(t, &closing), x->speed[0]);
    rate[place_of_inner(x)] = t->normal->inner(t, &own);
}

static void write_rates(exact *x) {
    clear(x, x->rate[0]);
    x->rate[0][place_of_v(0)] = 1.0;
    for (int i = 0; i < x->dim; i++) memcpy(x->rate[place_of_v(i)], x->a[i], sizeof x->a[i]);
    for (int i = 0; i < x->dim - 1; i++) {
        double *rate = x->rate[place_of_xi(x, i)];
        if (x->touch->state == CAROM_CONTACT_SLIP) continue;
        clear(x, rate);
        if (holds_on(x->touch)) add(x, rate, 1.0, x->speed[1 + i]);
    }
}

// Returns a bound on the rate of u, 1/s. It is computed from the traces of stiffness over mass and damping over mass,
// which do not depend on the units of u.
static double fastest_rate(const exact *x) {
    double springs = 0.0, dashpots = 0.0;
    for (int i = 0; i < x->dim; i++) {
        const double *rate = x->rate[place_of_v(i)];
        springs += fabs(rate[i == 0 ? 0 : place_of_xi(x, i - 1)]);
        dashpots += fabs(rate[place_of_v(i)]);
    }
    for (int i = 0; i < x->dim - 1; i++) dashpots += fabs(x->rate[place_of_xi(x, i)][place_of_xi(x, i)]);
    if (x->inner) {
        const int s = place_of_inner(x), v = place_of_v(0);
        springs += fabs(x->rate[v][s] * x->rate[s][v]);
        dashpots += fabs(x->rate[s][s]);
    }
    for (int k = 0; k < x->modes; k++) {
        const int z = place_of_z(x, k);
        springs += fabs(x->rate[z + 1][z]);
        dashpots += fabs(x->rate[z + 1][z + 1]);
    }
    return sqrt(springs) + dashpots;
}

static double dot(const exact *x, const form f, const double *u) {
    double sum = 0.0;
    for (int i = 0; i < x->n; i++) sum += f[i] * u[i];
    return sum;
}

// Replaces fmax, which would be a function call.
static double larger(double a, double b) {
    return b > a || isnan(a) ? b : a;
}

// Computes the terms of the forces once, for P, v and friction: friction is mu times the same N.
static void tell_forces(exact *x, const double *u, int k) {
    const carom_touch *t = x->touch;
    const double N = k == 0 ? x->begin : dot(x, x->N, u);
    x->force[0][k] = t->state == CAROM_CONTACT_OPEN ? 0.0 : N;
    for (int i = 1; i < x->dim; i++)
        x->force[i][k] = holds_on(t)                                ? -dot(x, x->pull[i - 1], u)
                         : t->state == CAROM_CONTACT_SLIP && i == 1 ? -t->mu * x->dir * N
                                                                    : 0.0;
}

// Computes the coefficients of u. Returns the fraction of the length over which the last one is below rounding.
static double write_series(exact *x, double h, double u[ORDER + 1][MOST]) {
    double most[MOST], share = 1.0;
    for (int i = 0; i < x->n; i++) most[i] = fabs(u[0][i]);
    for (int k = 0; k < ORDER; k++) {
        tell_forces(x, u[k], k);
        for (int i = 0; i < x->n; i++) {
            const double *rate = x->rate[i];
            double sum = 0.0;
            if (i >= place_of_v(0) && i <= place_of_v(x->dim - 1))
                for (int j = 0; j < x->dim; j++) sum += x->touch->contact->W[i - place_of_v(0)][j] * x->force[j][k];
            else
                sum = dot(x, rate, u[k]) + (k == 0 ? rate[MOST] : 0.0);
            u[k + 1][i] = h / (k + 1) * sum;
            most[i] = larger(most[i], fabs(u[k + 1][i]));
        }
    }
    tell_forces(x, u[ORDER], ORDER);
    for (int i = 0; i < x->n; i++) {
        const double last = larger(fabs(u[ORDER][i]), fabs(u[ORDER - 1][i]));
        if (last > 1e-15 * most[i]) share = fmin(share, pow(1e-16 * most[i] / last, 1.0 / (ORDER - 1)));
    }
    return share;
}

static void write_sizes(exact *x, double h, const double *u) {
    for (int i = 0; i < x->n; i++) {
        x->size[i] = fabs(u[i]) + h * fabs(x->rate[i][MOST]);
        for (int j = 0; j < x->n; j++) x->size[i] += h * fabs(x->rate[i][j] * u[j]);
    }
}

// Computes the power series of a linear form of the states. Most forms contain few states.
static void tell_series(const exact *x, const form f, double u[ORDER + 1][MOST], double *series) {
    for (int k = 0; k <= ORDER; k++) series[k] = 0.0;
    for (int i = 0; i < x->n; i++)
        for (int k = 0; k <= ORDER && f[i] != 0.0; k++) series[k] += f[i] * u[k][i];
    series[0] += f[MOST];
}

static void write_look(const exact *x, const form f, double u[ORDER + 1][MOST], carom_linear_piece *piece, int which) {
    double *look = piece->look[which], size = fabs(f[MOST]);
    piece->watched[which] = true;
    tell_series(x, f, u, look);
    for (int i = 0; i < x->n; i++) size += fabs(f[i]) * x->size[i];
    piece->size[which] = size;
}

// Adds the change of the guards, relative to `none`, that one nonzero entry `one` of the motion m causes. The form of
// this entry is `of`.
static void ask_guards(const exact *x, const carom_touch_motion *m, double one, const form of, const double none[2],
                       form guard[2]) {
    double g[2] = {none[0], none[1]};
    x->touch->normal->guards(x->touch, m, g);
    for (int w = 0; w < 2; w++) add(x, guard[w], (g[w] - none[w]) / one, of);
}

// Computes the guards of the normal law, which are linear in overlap, closing speed, pull and internal state. They are
// evaluated at typical sizes.
static void write_normal_guards(const exact *x, double u[ORDER + 1][MOST], carom_linear_piece *piece) {
    const carom_touch *t = x->touch;
    const double speed = -t->contact->v[0];
    const double L = fmax(speed / sqrt(t->stiffest * t->contact->W[0][0]), t->d_max);
    double none[2] = {0.0, 0.0};
    form guard[2];
    if (!t->normal->guards) return;
    t->normal->guards(t, &(carom_touch_motion){0}, none);
    for (int w = 0; w < 2; w++) {
        clear(x, guard[w]);
        guard[w][MOST] = none[w];
    }
    ask_guards(x, &(carom_touch_motion){.d = L}, L, x->d, none, guard);
    ask_guards(x, &(carom_touch_motion){.v = {speed}}, speed, x->speed[0], none, guard);
    for (int i = 0; i < x->dim - 1; i++) {
        carom_touch_motion m = {0};
        m.pull[i] = L * t->stiffest;
        ask_guards(x, &m, m.pull[i], x->pull[i], none, guard);
    }
    if (x->inner) {
        form own;
        clear(x, own);
        own[place_of_inner(x)] = 1.0;
        ask_guards(x, &(carom_touch_motion){.inner = L}, L, own, none, guard);
    }
    write_look(x, guard[0], u, piece, CAROM_LOOK_NORMAL);
    if (t->state == CAROM_CONTACT_DWELL) write_look(x, guard[1], u, piece, CAROM_LOOK_NORMAL_OTHER);
}

// Computes mu N - pull >= 0 and mu N + pull >= 0 in 2D.
static void write_cone(const exact *x, double u[ORDER + 1][MOST], carom_linear_piece *piece) {
    for (int side = 0; side < 2; side++) {
        form edge;
        clear(x, edge);
        add(x, edge, x->touch->mu, x->N);
        add(x, edge, side ? 1.0 : -1.0, x->pull[0]);
        write_look(x, edge, u, piece, CAROM_LOOK_CONE + side);
        piece->look[CAROM_LOOK_CONE + side][0] =
            x->touch->mu * x->begin + (side ? 1.0 : -1.0) * dot(x, x->pull[0], u[0]);
    }
}

// Computes (mu N)^2 - |pull|^2 >= 0 in 3D, term by term.
static void write_round_cone(const exact *x, double u[ORDER + 1][MOST], carom_linear_piece *piece) {
    double *look = piece->look[CAROM_LOOK_CONE], size = 0.0;
    carom_series part[3];
    piece->watched[CAROM_LOOK_CONE] = true;
    for (int i = 0; i < 3; i++) {
        const double *f = i == 0 ? x->N : x->pull[i - 1], factor = i == 0 ? x->touch->mu : 1.0;
        double all = fabs(f[MOST]);
        for (int k = 0; k <= ORDER; k++) part[i][k] = factor * (dot(x, f, u[k]) + (k == 0 ? f[MOST] : 0.0));
        for (int j = 0; j < x->n; j++) all += fabs(f[j]) * x->size[j];
        size += factor * all * factor * all;
    }
    part[0][0] = x->touch->mu * x->begin;
    for (int k = 0; k <= ORDER; k++)
        look[k] = carom_term_of_product(part[0], part[0], k) - carom_term_of_product(part[1], part[1], k) -
                  carom_term_of_product(part[2], part[2], k);
    piece->size[CAROM_LOOK_CONE] = size;
}

static void write_looks(const exact *x, double u[ORDER + 1][MOST], carom_linear_piece *piece) {
    const carom_touch *t = x->touch;
    write_look(x, x->d, u, piece, CAROM_LOOK_PEAK_OVERLAP);
    if (t->state == CAROM_CONTACT_OPEN) {
        form back;
        clear(x, back);
        add(x, back, -1.0, t->phase == 0 ? x->d : x->N);
        write_look(x, back, u, piece, CAROM_LOOK_END);
        if (t->phase != 0) write_look(x, x->d, u, piece, CAROM_LOOK_CONE);
        return;
    }
    write_look(x, x->N, u, piece, CAROM_LOOK_END);
    piece->look[CAROM_LOOK_END][0] = x->begin;
    if (t->recorder->more) write_look(x, x->N, u, piece, CAROM_LOOK_PEAK_FORCE);
    if (t->state == CAROM_CONTACT_SLIP)
        write_look(x, x->lam, u, piece, CAROM_LOOK_CONE);
    else if (knows_cone(t))
        (x->dim == 2 ? write_cone : write_round_cone)(x, u, piece);
    write_normal_guards(x, u, piece);
    for (int k = 0; k < t->level.terms; k++) piece->look[t->level.guard][k] = 0.0;
}

static void write_states(const exact *x, double u[ORDER + 1][MOST], carom_linear_piece *piece) {
    const bool open = x->touch->state == CAROM_CONTACT_OPEN;
    for (int i = 0; i < x->n; i++)
        for (int k = 0; k <= ORDER; k++) piece->y[x->place[i]][k] = u[k][i];
    for (int i = 0; i < x->dim; i++) {
        double *P = piece->y[CAROM_STATE_P(x->touch) + i];
        for (int k = 0; k < ORDER; k++) P[k + 1] = piece->length / (k + 1) * x->force[i][k];
    }
    for (int k = 0; k <= ORDER && !open; k++) {
        piece->force[k] = x->force[0][k];
        piece->speed[k] = dot(x, x->speed[0], u[k]);
    }
}

// Returns true if the phase is linear. In 3D the direction of a slip turns, so it is not.
static bool is_linear(const carom_touch *t) {
    if (t->state == CAROM_CONTACT_OPEN && t->phase == 0) return true; // linear for any force at the next touch
    return t->normal->linear && (t->dim == 2 || t->state != CAROM_CONTACT_SLIP);
}

bool carom_exact_piece(const carom_touch *touch, const double *y, carom_linear_piece *piece) {
    exact x;
    double u[ORDER + 1][MOST];
    if (!is_linear(touch)) return false;
    lay_out(&x, touch);
    carom_touch_motion m;
    carom_motion_at(touch, y, &m);
    const double dir = x.dir = touch->state == CAROM_CONTACT_SLIP ? touch->dir[0] : 0.0;
    x.begin = touch->normal->force(touch, &m);
    write_motion(&x);
    write_normal_force(&x);
    write_forces(&x, dir);
    write_modes(&x);
    if (touch->state == CAROM_CONTACT_SLIP) write_slip(&x, dir);
    write_rates(&x);
    write_inner(&x);
    const double rate = fastest_rate(&x);
    if (!(rate > 0.0 && isfinite(rate))) return false;
    // The guard of the round cone is a product of two series. Its terms decrease as slowly as those of a piece twice as
    // long.
    const double longest = (touch->dim == 3 && knows_cone(touch) ? 0.5 : 1.0) * CAROM_PIECE_LENGTH / rate;
    piece->length = longest;
    for (int i = 0; i < x.n; i++) u[0][i] = y[x.place[i]];
    const double share = write_series(&x, piece->length, u);
    if (share < 1.0) {
        piece->length *= share;
        write_series(&x, piece->length, u);
    }
    for (int i = 0; i < touch->dim; i++) piece->y[CAROM_STATE_P(touch) + i][0] = y[CAROM_STATE_P(touch) + i];
    for (int i = 0; i < CAROM_LOOKS; i++) piece->watched[i] = false;
    write_sizes(&x, piece->length, u[0]);
    write_states(&x, u, piece);
    write_looks(&x, u, piece);
    return true;
}

void carom_exact_along(const carom_touch *touch, const carom_linear_piece *piece, double before, double s, double *y) {
    const int states = CAROM_STATE_Z(touch) + 2 * (int)carom_modes(touch), work = CAROM_STATE_WORK(touch);
    for (int i = 0; i < states; i++)
        if (i != work) y[i] = carom_series_at(piece->y[i], s);
    y[work] = before;
    if (touch->state != CAROM_CONTACT_OPEN) y[work] += piece->length * carom_series_work(piece->force, piece->speed, s);
}
