// The body is split into a contact mass (1-e)M that strikes dead, and a top mass eM on springs above it.
// Chatterjee 1997, 8.1; v' = e v + (1-e) u, v of the top, u of the contact mass.
//   first   the contact mass meets the ground and stops: the law routh, or whittaker, with e = 0
//   then    top v' = (W/e) F, F = -(kn x_n, kt (x_t - s));  contact u_n = 0, u_t' = (W/(1-e)) (R - F)
//           stick R = F, |F_t| <= mu F_n;   slip R = N (1, -mu dir), N = (W_nn F_n + W_nt.F_t)/(W_nn - mu W_nt.dir)
// It ends when N = 0. With coupling N can vanish while the body still approaches: the judge then says so. Where
// W_nn <= mu W_nt.dir the slip has no next instant (Painleve) and the model is refused.
#include <math.h>
#include <string.h>

#include "base/root.h"
#include "bilinear.h"
#include "vary.h"

// The contact mass's slip has two places: u_t, or in space while it slips its speed and its angle. The direction of a
// slow slip is then as certain as that of a fast one, where components would leave it to their last digits.
enum { X, V = 1, STRETCH = 4, U = 6, SPEED = U + 1, ANGLE = U + 2, P = 9, STATES = 12 };
enum { END, CONE, CONE_OTHER, WEDGE, GUARDS, FORCE = GUARDS, OVERLAP, LOOKS };
_Static_assert(STATES <= CAROM_MACHINE_STATES && LOOKS <= CAROM_MACHINE_LOOKS, "the machine has room for the device");

// In space a slip that stops, or starts from rest, passes |u| = 0, where its direction turns infinitely fast. A slip
// that heads straight for rest is left at STOPS of the speed and carried on straight (the error in v is its square).
// One that still turns there is followed down to NEAR_REST and stopped, and a slip starts with twice that; the error in
// v is of that size. Much below, the direction of what is left drowns in the tolerance of the integration, 1e-12.
#define STOPS     1e-6
#define NEAR_REST 1e-9

// Nearer than this to W_nn = mu W_nt.dir a slip counts as wedged: its force is then 1e3 times what it was. At 1e-6 the
// clock no longer resolves the turn of a slow slip into the wedge.
#define WEDGED 1e-3

typedef struct split {
    const carom_contact *c;
    const carom_params *p;
    carom_recorder *recorder;
    carom_contact_state state;
    double dir[2];
    double speed;   // the greater of |v_n| and |v_t|
    double still;   // |u_t| that counts as rest: NEAR_REST of the speed in space, 0 in the plane
    double slow;    // |u_t| at which a slip in space is stopped: `still`, or STOPS of the speed
    double late;    // how far the clock is behind, from what was carried on straight
    double longest; // the longest step
    double force, overlap, time, end;
    double Pc[3];
    int switches;
    int several; // the most rays a slip from rest could take
} split;

static double dot(const split *s, const double *a, const double *b) {
    return a[0] * b[0] + (s->c->dim == 3 ? a[1] * b[1] : 0.0);
}

static double length(const split *s, const double *a) {
    return sqrt(dot(s, a, a));
}

// What loads the contact mass: the springs.
static void load(const split *s, const double *y, double F[3]) {
    F[0] = -CAROM_OF(s->p, kn) * y[X];
    for (int i = 0; i < 2; i++) F[1 + i] = -CAROM_EACH_OF(s->p, kt)[i] * y[STRETCH + i];
}

// The ground's force on a slip along dir, under the load F.
static void slip_force(const split *s, const double F[3], const double dir[2], double R[3]) {
    const double *Wn = s->c->W[0];
    R[0] = (Wn[0] * F[0] + dot(s, Wn + 1, F + 1)) / (Wn[0] - s->p->mu * dot(s, Wn + 1, dir));
    for (int i = 0; i < 2; i++) R[1 + i] = -s->p->mu * R[0] * dir[i];
}

// How far a slip along dir is from wedging itself in, W_nn = mu W_nt.dir, where its force grows without bound.
static double wedge(const split *s, const double dir[2]) {
    return 1.0 - s->p->mu * dot(s, s->c->W[0] + 1, dir) / s->c->W[0][0];
}

// Without friction there is no direction to keep: components pass zero smoothly.
static bool polar(const split *s) {
    return s->c->dim == 3 && s->state == CAROM_CONTACT_SLIP && s->p->mu > 0.0;
}

// The way the contact mass slips. In the plane a slip keeps its sense until an event ends it.
static void direction(const split *s, const double *y, double dir[2]) {
    dir[0] = polar(s) ? cos(y[ANGLE]) : s->dir[0];
    dir[1] = polar(s) ? sin(y[ANGLE]) : s->dir[1];
}

// The contact mass's velocity along the ground.
static void slip_velocity(const split *s, const double *y, double u[2]) {
    double dir[2];
    direction(s, y, dir);
    for (int i = 0; i < 2; i++) u[i] = polar(s) ? y[SPEED] * dir[i] : y[U + 1 + i];
}

// The slip begins with the velocity that the dead impact left.
static void aim(split *s, double *y) {
    const double speed = length(s, y + U + 1);
    for (int i = 0; i < s->c->dim - 1 && speed > 0.0; i++) s->dir[i] = y[U + 1 + i] / speed;
    if (!polar(s)) return;
    y[SPEED] = speed;
    y[ANGLE] = atan2(s->dir[1], s->dir[0]);
}

static void ground_force(const split *s, const double *y, const double F[3], double R[3]) {
    double dir[2];
    direction(s, y, dir);
    if (s->state == CAROM_CONTACT_STICK)
        memcpy(R, F, 3 * sizeof *R); // what keeps the contact mass at rest
    else
        slip_force(s, F, dir, R);
}

// (W/(1-e)) (R - F), the contact mass's acceleration.
static void accelerate(const split *s, const double R[3], const double F[3], double a[3]) {
    for (int i = 0; i < 3; i++) {
        a[i] = 0.0;
        for (int j = 0; i < s->c->dim && j < s->c->dim; j++) a[i] += s->c->W[i][j] * (R[j] - F[j]) / (1.0 - s->p->e);
    }
}

static void flow(void *self, const double *y, double *dy) {
    const split *s = self;
    double F[3], R[3], a[3] = {0.0}, u[2], dir[2];
    load(s, y, F);
    ground_force(s, y, F, R);
    accelerate(s, R, F, a);
    slip_velocity(s, y, u);
    direction(s, y, dir);
    memset(dy, 0, STATES * sizeof *dy);
    for (int i = 0; i < s->c->dim; i++) {
        dy[P + i] = R[i];
        dy[U + i] = i == 0 ? 0.0 : a[i];
        for (int j = 0; j < s->c->dim; j++) dy[V + i] += s->c->W[i][j] * F[j] / s->p->e;
    }
    if (s->state == CAROM_CONTACT_STICK) dy[U + 1] = dy[U + 2] = 0.0;
    if (polar(s)) {
        // A tenth of rest: a step that reaches past it still turns at a finite rate.
        dy[SPEED] = dot(s, dir, a + 1);
        dy[ANGLE] = (dir[0] * a[2] - dir[1] * a[1]) / fmax(fabs(y[SPEED]), 0.1 * s->still);
    }
    dy[X] = y[V];
    for (int i = 0; i < s->c->dim - 1; i++) dy[STRETCH + i] = y[V + 1 + i] - u[i];
}

static void look(void *self, const double *y, double *values) {
    const split *s = self;
    double F[3], R[3], dir[2];
    load(s, y, F);
    ground_force(s, y, F, R);
    values[FORCE] = R[0];
    values[OVERLAP] = -y[X];
    values[END] = R[0];
    values[CONE] = values[CONE_OTHER] = values[WEDGE] = 1.0;
    if (s->p->mu == 0.0 || isinf(s->p->mu)) return;
    if (s->state == CAROM_CONTACT_SLIP) {
        direction(s, y, dir);
        values[WEDGE] = wedge(s, dir) - WEDGED;
        values[CONE] = polar(s) ? y[SPEED] - s->slow : s->dir[0] * y[U + 1];
    } else if (s->c->dim == 2) {
        values[CONE] = s->p->mu * R[0] - R[1];
        values[CONE_OTHER] = s->p->mu * R[0] + R[1];
    } else {
        values[CONE] = s->p->mu * R[0] - length(s, R + 1);
    }
}

// Slip that starts along dir: plausible, and begun a little off rest in space.
static carom_machine_turn start_slip(split *s, const double dir[2], double *y) {
    memcpy(s->dir, dir, sizeof s->dir);
    s->state = CAROM_CONTACT_SLIP;
    if (!(wedge(s, dir) > WEDGED)) return CAROM_JAMMED;
    if (s->c->dim == 3) {
        y[SPEED] = 2.0 * s->still;
        y[ANGLE] = atan2(dir[1], dir[0]);
    }
    s->slow = s->still;
    return CAROM_GO_ON;
}

// How far the acceleration under a slip at this angle from the friction's push points to the left of it.
static double astray(const split *s, const double F[3], double angle, double dir[2], double a[3]) {
    const double push = length(s, F + 1), ca = cos(angle), sa = sin(angle);
    double R[3];
    dir[0] = -(ca * F[1] - sa * F[2]) / push;
    dir[1] = -(sa * F[1] + ca * F[2]) / push;
    slip_force(s, F, dir, R);
    accelerate(s, R, F, a);
    return dir[0] * a[2] - dir[1] * a[1];
}

// The ray between two angles where the acceleration stops pointing to the left. Returns the acceleration along it; -inf
// where it is no slip: it wedges, or a is against it.
static double ray_between(const split *s, const double F[3], double low, double high, double dir[2]) {
    double a[3];
    carom_root r = carom_root_between(low, high, false);
    while (!r.over) carom_root_secant(&r, astray(s, F, r.x, dir, a));
    astray(s, F, r.x, dir, a);
    const double along = dot(s, dir, a + 1);
    return wedge(s, dir) > WEDGED && along > 0.0 ? along : -HUGE_VAL;
}

// A contact mass at rest begins to slip along a ray on which its acceleration points along its slip and to which
// neighbouring slips turn: those to its right are pushed left, those to its left right. Angles are counted from the
// push -F_t, so nothing depends on the frame. astray times 1 - mu w.dir is a trigonometric polynomial of order 2: at
// most two such rays. Of two the one that leaves faster is followed, of equals the first; `several` says so.
static carom_machine_turn slip_in_space(split *s, const double F[3], double *y) {
    enum { PARTS = 256 };
    const double step = 6.283185307179586 / PARTS;
    double dir[2], best[2] = {0.0, 0.0}, a[3], fastest = 0.0;
    int rays = 0;
    // The circle closes with the very value it began with: no sign change is lost where it does.
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
    return start_slip(s, best, y);
}

// The contact mass is at rest under a load outside the cone. Slip along dir has N = N0/(1 - mu w.dir), w = W_nt/W_nn,
// N0 = F_n + w.F_t: without N0 the ground is left at once. In the plane the slip goes with the push -F_t and nowhere
// else: there |F_t| > mu N exactly where |F_t| > mu F_n, and against it friction would have to pull.
static carom_machine_turn slip_from_rest(split *s, const double F[3], double *y) {
    if (!(F[0] + dot(s, s->c->W[0] + 1, F + 1) / s->c->W[0][0] > 0.0)) return CAROM_OVER;
    if (s->c->dim == 2) return start_slip(s, (const double[2]){F[1] > 0.0 ? -1.0 : 1.0, 0.0}, y);
    return slip_in_space(s, F, y);
}

// The contact mass is at rest under the load F (or its rate, where F is still zero): does it stay?
static carom_machine_turn rest(split *s, const double F[3], double *y) {
    y[U + 1] = y[U + 2] = 0.0;
    s->state = CAROM_CONTACT_STICK;
    // 1e-12: a slip that ends just as the load enters the cone sticks; rounding would have it slip and stop for ever.
    if (length(s, F + 1) <= (1.0 + 1e-12) * s->p->mu * F[0]) return CAROM_GO_ON;
    return slip_from_rest(s, F, y);
}

// A slow slip in space heads straight for rest, if it decelerates along itself: it is carried on there. False: it
// turns, or lingers.
static bool carry_to_rest(split *s, double *y) {
    double F[3], R[3], a[3], dir[2];
    load(s, y, F);
    direction(s, y, dir);
    slip_force(s, F, dir, R);
    accelerate(s, R, F, a);
    const double along = dot(s, dir, a + 1), across = dir[0] * a[2] - dir[1] * a[1];
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

static carom_machine_turn turn(void *self, int guard, double t, double *y) {
    split *s = self;
    double F[3], dir[2] = {0.0, 0.0};
    s->end = t;
    if (guard == END) return CAROM_OVER;
    if (guard == WEDGE) return CAROM_JAMMED;
    if (s->state == CAROM_CONTACT_SLIP && s->c->dim == 3 && !carry_to_rest(s, y) && s->slow > s->still) {
        s->slow = s->still;
        return CAROM_GO_ON;
    }
    s->switches++;
    load(s, y, F);
    if (s->state == CAROM_CONTACT_SLIP) return rest(s, F, y);
    const double friction = length(s, F + 1);
    for (int i = 0; i < s->c->dim - 1; i++) dir[i] = -F[1 + i] / friction;
    return start_slip(s, dir, y);
}

static carom_machine_turn pass(void *self, double t, const double *y) {
    split *s = self;
    carom_history *history = s->recorder->history;
    double F[3], R[3], dir[2], u[2];
    load(s, y, F);
    ground_force(s, y, F, R);
    direction(s, y, dir);
    slip_velocity(s, y, u);
    if (s->state == CAROM_CONTACT_SLIP && !(wedge(s, dir) > 0.0)) return CAROM_JAMMED;
    if (R[0] > s->force) s->force = R[0];
    if (polar(s) && y[SPEED] > 10.0 * STOPS * s->speed) s->slow = STOPS * s->speed;
    if (!history || history->count++ >= history->capacity) return CAROM_GO_ON;
    carom_history_point *point = &history->points[history->count - 1];
    *point = (carom_history_point){.t = t + s->late, .state = s->state, .overlap = -y[X], .work_normal = (double)NAN};
    for (int i = 0; i < s->c->dim; i++) {
        point->force[i] = R[i];
        point->P[i] = y[P + i];
        point->v[i] = s->p->e * y[V + i] + (1.0 - s->p->e) * (i > 0 ? u[i - 1] : y[U]);
    }
    for (int i = 0; i < s->c->dim - 1; i++) {
        point->stretch[i] = y[STRETCH + i];
        point->slip[i] = u[i];
    }
    return CAROM_GO_ON;
}

// In space the direction of a slow slip turns at the rate mu N W_tt/((1-e) |u|). 30 as for the other devices.
static bool stiff(void *self, const double *y) {
    const split *s = self;
    double F[3], R[3];
    if (!polar(s)) return false;
    load(s, y, F);
    ground_force(s, y, F, R);
    const double W = fmax(s->c->W[1][1], s->c->W[2][2]) / (1.0 - s->p->e);
    return s->longest * W * length(s, R + 1) > 30.0 * y[SPEED];
}

static void peak(void *self, int which, double value, double t, const double *y) {
    split *s = self;
    if (which == 0 && value > s->force) s->force = value;
    if (which == 1 && value > s->overlap) {
        if (s->overlap == 0.0) s->time = t + s->late;
        s->overlap = value;
        memcpy(s->Pc, y + P, sizeof s->Pc);
    }
}

static void own(void *self, carom_own *own) {
    split *s = self;
    carom_own_take(own, &s->c, &s->p, &s->recorder);
}

static void follow(void *self, const void *leader) {
    split *s = self;
    s->slow = ((const split *)leader)->slow;
}

static bool alike(const void *self, const void *as) {
    const split *a = self, *b = as;
    return a->state == b->state && (a->c->dim == 3 || a->dir[0] == b->dir[0]);
}

static void grain(const void *self, const double *y, double *step) {
    const split *s = self;
    if (polar(s)) step[SPEED] = fmin(step[SPEED], 1e-4 * fabs(y[SPEED]));
}

static const carom_vary varies = {sizeof(split), own, follow, alike, grain, NULL};

static carom_status run(split *s, const double *size, const double *depth, double unit, double *y, carom_outcome *out) {
    const carom_machine_system system = {.states = STATES,
                                         .quiet = P,
                                         .quiet_end = STATES,
                                         .guards = GUARDS,
                                         .peaks = 2,
                                         .unit = unit,
                                         .work = s->recorder->work,
                                         .longest = s->longest,
                                         .size = size,
                                         .depth = depth,
                                         .flow = flow,
                                         .look = look,
                                         .turn = turn,
                                         .pass = pass,
                                         .stiff = stiff,
                                         .peak = peak,
                                         .vary = &varies,
                                         .keep = s->recorder->keep,
                                         .impulse = P};
    carom_machine_report report = {0};
    const carom_status status = carom_machine_run(&system, s, 0.0, y, &report);
    out->evaluations += report.evaluations;
    s->end = report.t + s->late;
    return status;
}

// The dead impact: of the contact mass, whose inverse mass is W/(1-e).
static carom_status strike(const split *s, double *y) {
    carom_contact c = *s->c;
    carom_params p = carom_default_params();
    carom_outcome dead;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) c.W[i][j] /= 1.0 - s->p->e;
    p.e = 0.0;
    p.mu = s->p->mu;
    const carom_law *law = CAROM_OF(s->p, dead) == CAROM_DEAD_WHITTAKER ? &carom_law_whittaker : &carom_law_routh;
    const carom_status status = carom_collide(law, &c, &p, &dead);
    for (int i = 0; i < c.dim && status == CAROM_OK; i++) {
        // u = v + W P: a slip that was stopped leaves the rounding of these terms, which is no slip.
        double terms = fabs(c.v[i]);
        for (int j = 0; j < c.dim; j++) terms += fabs(c.W[i][j] * dead.P[j]);
        y[P + i] = dead.P[i];
        y[U + i] = i == 0 || fabs(dead.v[i]) <= 4e-15 * terms ? 0.0 : dead.v[i];
    }
    return status;
}

// The springs push the top mass off. At first they carry no force: rates decide about a contact mass at rest.
static carom_status push_off(split *s, double *y, carom_outcome *out) {
    const double speed = s->speed, e = s->p->e, Wnn = s->c->W[0][0], unit = sqrt(e / (CAROM_OF(s->p, kn) * Wnn));
    const double N = -s->c->v[0] / (Wnn * unit),
                 fast = CAROM_OF(s->p, kn) * Wnn + CAROM_EACH_OF(s->p, kt)[0] * s->c->W[1][1] +
                        (s->c->dim == 3 ? CAROM_EACH_OF(s->p, kt)[1] * s->c->W[2][2] : 0.0);
    double size[STATES], depth[LOOKS] = {N, N, N, 1.0, N, speed * unit};
    for (int i = 0; i < STATES; i++) size[i] = i >= P ? N * unit : i >= STRETCH && i < U ? speed * unit : speed;
    size[X] = speed * unit;
    if (s->c->dim == 3) size[ANGLE] = 1.0;
    double rate[3] = {-CAROM_OF(s->p, kn) * y[V], 0.0, 0.0};
    for (int i = 0; i < s->c->dim - 1; i++) rate[1 + i] = -CAROM_EACH_OF(s->p, kt)[i] * (y[V + 1 + i] - y[U + 1 + i]);
    s->state = CAROM_CONTACT_SLIP;
    if (s->p->mu > 0.0 && (isinf(s->p->mu) || length(s, y + U + 1) <= 2.0 * s->still)) {
        const carom_machine_turn turn = rest(s, rate, y);
        if (turn != CAROM_GO_ON) return turn == CAROM_OVER ? CAROM_OK : CAROM_NOT_APPLICABLE;
    } else {
        aim(s, y);
        if (!(wedge(s, s->dir) > WEDGED)) return CAROM_NOT_APPLICABLE;
    }
    s->longest = sqrt(fmin(e, 1.0 - e) / fast);
    return run(s, size, depth, unit, y, out);
}

static void answer(const split *s, const double *y, carom_outcome *out) {
    for (int i = 0; i < s->c->dim; i++) {
        out->P[i] = y[P + i];
        out->Pc[i] = s->Pc[i];
    }
    out->mode = CAROM_MODE_UNNAMED;
    out->solutions = s->several;
    out->known = s->p->e > 0.0 ? CAROM_KNOWS_COMPRESSION : 0u;
    if (s->recorder->more)
        *s->recorder->more = (carom_compliant_outcome){.duration = s->p->e > 0.0 ? s->end : 0.0,
                                                       .peak_force = s->force,
                                                       .compression = s->overlap,
                                                       .compression_time = s->time,
                                                       .margin = (double)NAN,
                                                       .micro_impacts = 1,
                                                       .switches = s->switches};
}

// e = 1 leaves no contact mass: the springs stand on the ground.
static carom_status without_contact_mass(const carom_contact *c, const carom_params *p, carom_recorder *recorder,
                                         carom_outcome *out) {
    carom_params springs = *p;
    CAROM_EACH_OF(&springs, ct)[0] = CAROM_EACH_OF(&springs, ct)[1] = 0.0;
    carom_touch touch = {.normal = &carom_bilinear[CAROM_TYPE_1], .contact = c, .params = &springs, .mu = p->mu};
    touch.kn = touch.stiffest = CAROM_OF(p, kn);
    touch.rebound = 1.0;
    const carom_status status = carom_touch_align(&touch, out);
    return status == CAROM_OK ? carom_touch_run(&touch, recorder, out) : status;
}

static carom_status simulate(const carom_contact *c, const carom_params *p, carom_recorder *recorder,
                             carom_outcome *out) {
    split s = {.c = c, .p = p, .recorder = recorder};
    double y[STATES] = {0.0};
    if (!(CAROM_OF(p, kn) > 0.0)) return carom_device_refuse(out, CAROM_PARAM_kn);
    for (int i = 0; i < c->dim - 1; i++)
        if (!(CAROM_EACH_OF(p, kt)[i] > 0.0)) return carom_device_refuse(out, CAROM_PARAM_kt);
    if (p->e == 1.0 || c->v[0] == 0.0) return without_contact_mass(c, p, recorder, out);
    for (int i = 0; i < c->dim; i++) y[V + i] = y[U + i] = c->v[i];
    s.speed = fmax(fabs(c->v[0]), length(&s, c->v + 1));
    s.still = s.slow = c->dim == 3 ? NEAR_REST * s.speed : 0.0;
    carom_status status = strike(&s, y);
    if (status == CAROM_OK && p->e > 0.0) status = push_off(&s, y, out);
    if (status == CAROM_OK) answer(&s, y, out);
    return status;
}

// What its coefficients are here.
static const carom_card cards[] = {
    CAROM_DEVICE_CARD(split_mass, dead, CAROM_DEAD_ROUTH, CAROM_DEAD_WHITTAKER,
                      "the law of the contact mass's dead impact",
                      "routh or whittaker with e = 0; with e = 0 here the impact is that law's"),
    CAROM_DEVICE_CARD(split_mass, e, 0, 1, "mass on the springs to the whole mass",
                      "-v_n' / v_n in a head-on impact; 1 is bilinear-spring with e = 1, 0 is routh with e = 0"),
    CAROM_DEVICE_CARD(split_mass, kn, CAROM_CARD_LEAST, CAROM_CARD_MOST, "N / d of the spring between the masses",
                      CAROM_CARD_ONLY_KT),
    CAROM_DEVICE_CARD(split_mass, kt, 0, CAROM_CARD_MOST, "F_t / stretch of the spring between the masses",
                      "positive; the impulse depends on kt/kn"),
    CAROM_DEVICE_CARD(
        split_mass, mu, 0, HUGE_VAL, "|R_t| / R_n of the ground on the slipping contact mass",
        "the same Coulomb coefficient in every law; with W_nn <= mu W_nt.dir the model wedges and is refused"),
    CAROM_DEVICE_NO_MORE_CARDS,
};

CAROM_DEVICE(split_mass, simulate, NULL, cards);

const carom_law carom_law_split_mass = {
    .name = "split-mass",
    .dims = CAROM_PLANE | CAROM_SPACE,
    .reads =
        CAROM_PARAM_BIT(dead) | CAROM_PARAM_BIT(e) | CAROM_PARAM_BIT(kn) | CAROM_PARAM_BIT(kt) | CAROM_PARAM_BIT(mu),
    .promises = CAROM_DISSIPATIVE | CAROM_COULOMB | CAROM_HOMOGENEOUS,
    .also = "",
    .summary = "a contact mass that strikes dead under a mass on springs; may leave penetration (reported)",
    .citation = "Chatterjee 1997, 8.1 (8.1)",
    CAROM_DEVICE_LAW(split_mass),
};
