// Implements Ivanov's contact with a potential. Chatterjee 1997, 5.2.3, (5.2): with h = -x_n and |x| the length of the
// displacement
//   U = c (h^2 + 2 mu h |x|),   F_n = 2c (h + mu |x| + mu h^2/|x|),   F_t = -2c mu h x_t/|x|
// The contact never slips, and no energy is lost. Friction is a slope of U, |F_t| < mu F_n. The impact ends at h = 0,
// where a force of 2c mu |x_t| may remain. The constant c only sets the time scale. Here 2c = 1/(1+mu), so that an
// infinite mu has a limit.
#include <math.h>
#include <string.h>

#include "model.h"
#include "mods/compliant/ode/machine.h"
#include "taylor.h"

extern CAROM_COMPLIANT_API const carom_law carom_law_ivanov_potential;

enum { X, V = 3, P = 6, WORK = 9, STATES = 10 };
enum { END, GUARDS, FORCE = GUARDS, OVERLAP, LOOKS };
enum { DRAWN = 32 }; // each step is recorded in 32 parts for pictures

typedef struct field {
    const carom_contact *c;
    carom_recorder *recorder;
    double share, mu_share; // 2c and 2c mu
    double force, overlap, time, end, Pc[3];
} field;

static void push(const field *f, const double *y, double F[3]) {
    const double h = -y[X], t1 = y[X + 1], t2 = f->c->dim == 3 ? y[X + 2] : 0.0, x = sqrt(h * h + t1 * t1 + t2 * t2);
    const double lean = x > 0.0 ? f->mu_share * h / x : 0.0;
    F[0] = f->share * h + f->mu_share * x + lean * h;
    F[1] = -lean * t1;
    F[2] = -lean * t2;
}

static void flow(void *self, const double *y, double *dy) {
    const field *f = self;
    double F[3];
    push(f, y, F);
    memset(dy, 0, STATES * sizeof *dy);
    for (int i = 0; i < f->c->dim; i++) {
        dy[X + i] = y[V + i];
        dy[P + i] = F[i];
        for (int j = 0; j < f->c->dim; j++) dy[V + i] += f->c->W[i][j] * F[j];
    }
    dy[WORK] = F[0] * y[V];
}

// Computes the series terms of the forces, up to term k, from those of the displacement. At touch x = t w: with `first`
// = 1 the terms of |x| and h/|x| are computed from those of w; they begin at t^1 and t^0.
typedef struct growth {
    carom_series q, length, per_length, slope; // of |w|^2, |w|, 1/|w|, h/|x|
    carom_series F[3];
} growth;

static void grow_forces(const field *f, const carom_linear_piece *piece, int first, int k, growth *g) {
    const int n = k - first;
    for (int i = 0; i < f->c->dim && n >= 0; i++)
        g->q[n] += carom_term_of_product(piece->y[X + i] + first, piece->y[X + i] + first, n);
    if (n >= 0) {
        carom_term_of_power(g->q, 0.5, g->length, n);
        carom_term_of_power(g->q, -0.5, g->per_length, n);
        g->slope[n] = -carom_term_of_product(piece->y[X] + first, g->per_length, n);
    }
    g->F[0][k] = -f->share * piece->y[X][k] + (n >= 0 ? f->mu_share * g->length[n] : 0.0) -
                 f->mu_share * carom_term_of_product(piece->y[X], g->slope, k);
    for (int i = 1; i < f->c->dim; i++) g->F[i][k] = -f->mu_share * carom_term_of_product(piece->y[X + i], g->slope, k);
}

// Computes a step as Taylor series. The energy then changes only by rounding; ARKODE's steps would increase it by
// 1e-11.
static bool grow(void *self, const double *y, double length, carom_linear_piece *piece) {
    const field *f = self;
    growth g = {0};
    double way = 0.0;
    piece->length = length;
    for (int i = 0; i < STATES; i++) {
        memset(piece->y[i], 0, sizeof piece->y[i]);
        piece->y[i][0] = y[i];
    }
    for (int i = 0; i < f->c->dim; i++) way = fmax(way, fabs(y[X + i]));
    for (int k = 0; k < CAROM_PIECE_ORDER; k++) {
        const double share = length / (k + 1);
        for (int i = 0; i < f->c->dim; i++) piece->y[X + i][k + 1] = share * piece->y[V + i][k];
        grow_forces(f, piece, way == 0.0, k, &g);
        for (int i = 0; i < f->c->dim; i++) {
            piece->y[P + i][k + 1] = share * g.F[i][k];
            for (int j = 0; j < f->c->dim; j++) piece->y[V + i][k + 1] += share * f->c->W[i][j] * g.F[j][k];
        }
        piece->y[WORK][k + 1] = share * carom_term_of_product(g.F[0], piece->y[V], k);
    }
    return carom_taylor_trust(piece, STATES);
}

static void look(void *self, const double *y, double *values) {
    double F[3];
    push(self, y, F);
    values[END] = values[OVERLAP] = -y[X];
    values[FORCE] = F[0];
}

static carom_machine_turn turn(void *self, int guard, double t, double *y) {
    field *f = self;
    f->end = t;
    return CAROM_OVER;
}

static carom_machine_turn pass(void *self, double t, const double *y) {
    field *f = self;
    carom_history *history = f->recorder->history;
    carom_path *path = f->recorder->path;
    double F[3];
    push(f, y, F);
    f->force = fmax(f->force, F[0]);
    for (int i = 0; i < f->c->dim; i++)
        if (!isfinite(y[V + i]) || !isfinite(F[i])) return CAROM_LOST;
    if (path && path->count++ < path->capacity) {
        carom_path_point *point = &path->points[path->count - 1];
        *point = (carom_path_point){.event = path->count > 1 ? CAROM_EVENT_PASSES : CAROM_EVENT_START,
                                    .work_normal = y[WORK]};
        for (int i = 0; i < f->c->dim; i++) {
            point->P[i] = y[P + i];
            point->v[i] = y[V + i];
            point->dE += 0.5 * y[P + i] * (f->c->v[i] + y[V + i]);
        }
    }
    if (!history || history->count++ >= history->capacity) return CAROM_GO_ON;
    carom_history_point *point = &history->points[history->count - 1];
    *point = (carom_history_point){.t = t, .state = CAROM_CONTACT_STICK, .overlap = -y[X], .work_normal = y[WORK]};
    for (int i = 0; i < f->c->dim; i++) {
        point->force[i] = F[i];
        point->P[i] = y[P + i];
        point->v[i] = y[V + i];
        if (i > 0) point->stretch[i - 1] = y[X + i];
    }
    return CAROM_GO_ON;
}

static void peak(void *self, int which, double value, double t, const double *y) {
    field *f = self;
    if (which == 0) f->force = fmax(f->force, value);
    if (which == 0 || !(value > f->overlap)) return;
    if (f->overlap == 0.0) f->time = t;
    f->overlap = value;
    memcpy(f->Pc, y + P, sizeof f->Pc);
}

// Runs the impact. The slopes of U are at most 2c (1 + 4 mu) per length, so no motion is faster than the root of that
// times trace W. A grazing impact is short: h'' = -W_nn 2c mu |x_t| grows with the distance and ends it after about
// |v_n/v_t|.
static carom_status run(field *f, double *y, carom_result *out) {
    const carom_contact *c = f->c;
    double speed = 0.0, trace = 0.0, size[STATES], depth[LOOKS];
    for (int i = 0; i < c->dim; i++) {
        speed = fmax(speed, fabs(c->v[i]));
        trace += c->W[i][i];
    }
    const double unit = 1.0 / sqrt(c->W[0][0]), longest = 1.0 / sqrt(4.0 * trace);
    const double press = -c->v[0] / (c->W[0][0] * unit);
    for (int i = 0; i < STATES; i++) size[i] = i < V ? speed * unit : i < P ? speed : -c->v[0] / c->W[0][0];
    size[X] = -c->v[0] * unit;
    size[V] = -c->v[0];
    size[WORK] = -c->v[0] / c->W[0][0] * speed;
    depth[END] = depth[OVERLAP] = -c->v[0] * unit;
    depth[FORCE] = press;
    const carom_machine_system system = {.states = STATES,
                                         .quiet = P,
                                         .quiet_end = STATES,
                                         .guards = GUARDS,
                                         .peaks = 2,
                                         .unit = unit,
                                         .work = f->recorder->work,
                                         .longest = longest,
                                         .size = size,
                                         .depth = depth,
                                         .flow = flow,
                                         .look = look,
                                         .turn = turn,
                                         .pass = pass,
                                         .peak = peak,
                                         .grow = grow,
                                         .passes = f->recorder->history || f->recorder->path ? DRAWN : 1};
    carom_machine_report report = {0};
    const carom_status status = carom_machine_run(&system, f, 0.0, y, &report);
    out->evaluations = report.evaluations;
    return status;
}

static void answer(const field *f, const double *y, carom_result *out) {
    carom_path *path = f->recorder->path;
    out->mode = CAROM_MODE_UNNAMED;
    for (int i = 0; i < f->c->dim; i++) {
        out->P[i] = y[P + i];
        out->Pc[i] = f->Pc[i];
    }
    out->work_normal = y[WORK];
    out->has = CAROM_HAS_COMPRESSION | CAROM_HAS_WORK;
    if (path && path->count && path->count <= path->capacity) path->points[path->count - 1].event = CAROM_EVENT_END;
    if (!f->recorder->more) return;
    *f->recorder->more = (carom_history_summary){.duration = f->end,
                                                 .peak_force = f->force,
                                                 .compression = f->overlap,
                                                 .compression_time = f->time,
                                                 .margin = (double)NAN,
                                                 .micro_impacts = 1};
}

static carom_status simulate(const carom_contact *c, const carom_params *p, carom_recorder *recorder,
                             carom_result *out) {
    field f = {.c = c, .recorder = recorder, .share = 1.0 / (1.0 + p->mu)};
    double y[STATES] = {0.0};
    f.mu_share = isinf(p->mu) ? 1.0 : p->mu * f.share;
    if (c->v[0] == 0.0) {
        out->mode = CAROM_MODE_NONE;
        for (int i = 0; i < c->dim; i++) out->P[i] = out->Pc[i] = 0.0;
        out->has = CAROM_HAS_COMPRESSION;
        return CAROM_OK;
    }
    memcpy(y + V, c->v, (size_t)c->dim * sizeof *y);
    const carom_status status = run(&f, y, out);
    if (status == CAROM_OK) answer(&f, y, out);
    return status;
}

// The coefficients of this model.
static const carom_coefficient coefficients[] = {
    CAROM_ROW(mu, 0, HUGE_VAL, "bound on |F_t| / F_n, from the slope of the potential",
              "a bound like Coulomb's, but friction is elastic; 0 is frictionless with e = 1"),
};

CAROM_DEVICE(ivanov_potential, simulate, NULL);

const carom_law carom_law_ivanov_potential = {
    .name = "ivanov-potential",
    .solves = CAROM_2D | CAROM_3D,
    .guarantees = CAROM_PROMISES_ALL,
    .conditions = "",
    .summary =
        "forces from a potential that resembles friction: no energy is lost, nothing slips, -v_n' / v_n may exceed 1",
    .citation = "Chatterjee 1997, 5.2.3 (5.2); Ivanov",
    CAROM_DEVICE_LAW(ivanov_potential),
};
