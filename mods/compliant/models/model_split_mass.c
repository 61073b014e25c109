// Implements a body that is split into a contact mass (1-e)M, which strikes without rebound, and a top mass eM on
// springs above it.
// Chatterjee 1997, 8.1; v' = e v + (1-e) u, v of the top, u of the contact mass.
//   first   the contact mass meets the ground and stops: the law routh, or whittaker, with e = 0
//   then    top v' = (W/e) F, F = -(kn x_n, kt (x_t - s));  contact u_n = 0, u_t' = (W/(1-e)) (R - F)
//           stick R = F, |F_t| <= mu F_n;   slip R = N (1, -mu dir), N = (W_nn F_n + W_nt.F_t)/(W_nn - mu W_nt.dir)
// It ends when N = 0. With coupling, N can vanish while the body still approaches; the checker then reports it. If
// W_nn <= mu W_nt.dir, the slip has no next instant (Painleve) and the model does not apply.
#include <math.h>
#include <string.h>

#include "bilinear.h"
#include "carom/compliant.h"
#include "split_mass.h"

extern CAROM_COMPLIANT_API const carom_law carom_law_split_mass;

static void flow(void *self, const double *y, double *dy) {
    const carom_split *s = self;
    double F[3], R[3], a[3] = {0.0}, u[2], dir[2];
    carom_split_load(s, y, F);
    carom_split_ground_force(s, y, F, R);
    carom_split_accelerate(s, R, F, a);
    carom_split_slip_velocity(s, y, u);
    carom_split_direction(s, y, dir);
    memset(dy, 0, STATES * sizeof *dy);
    for (int i = 0; i < s->c->dim; i++) {
        dy[P + i] = R[i];
        dy[U + i] = i == 0 ? 0.0 : a[i];
        for (int j = 0; j < s->c->dim; j++) dy[V + i] += s->c->W[i][j] * F[j] / s->p->e;
    }
    if (s->state == CAROM_CONTACT_STICK) dy[U + 1] = dy[U + 2] = 0.0;
    if (carom_split_polar(s)) {
        // The divisor is at least 10 % of the rest speed, so that the turning rate stays finite in a step that passes
        // rest.
        dy[SPEED] = carom_split_dot(s, dir, a + 1);
        dy[ANGLE] = (dir[0] * a[2] - dir[1] * a[1]) / fmax(fabs(y[SPEED]), 0.1 * s->still);
    }
    dy[X] = y[V];
    for (int i = 0; i < s->c->dim - 1; i++) dy[STRETCH + i] = y[V + 1 + i] - u[i];
}

static void look(void *self, const double *y, double *values) {
    const carom_split *s = self;
    double F[3], R[3], dir[2];
    carom_split_load(s, y, F);
    carom_split_ground_force(s, y, F, R);
    values[FORCE] = R[0];
    values[OVERLAP] = -y[X];
    values[END] = R[0];
    values[CONE] = values[CONE_OTHER] = values[WEDGE] = 1.0;
    if (s->p->mu == 0.0 || isinf(s->p->mu)) return;
    if (s->state == CAROM_CONTACT_SLIP) {
        carom_split_direction(s, y, dir);
        values[WEDGE] = carom_split_wedge(s, dir) - WEDGED;
        values[CONE] = carom_split_polar(s) ? y[SPEED] - s->slow : s->dir[0] * y[U + 1];
    } else if (s->c->dim == 2) {
        values[CONE] = s->p->mu * R[0] - R[1];
        values[CONE_OTHER] = s->p->mu * R[0] + R[1];
    } else {
        values[CONE] = s->p->mu * R[0] - carom_split_length(s, R + 1);
    }
}

static carom_machine_turn turn(void *self, int guard, double t, double *y) {
    carom_split *s = self;
    double F[3], R[3], dir[2] = {0.0, 0.0};
    s->end = t;
    // The force jumps when a slip ends, so its largest value may be the last one before the jump.
    carom_split_load(s, y, F);
    carom_split_ground_force(s, y, F, R);
    if (R[0] > s->force) s->force = R[0];
    if (guard == END) return CAROM_OVER;
    if (guard == WEDGE) return CAROM_JAMMED;
    if (s->state == CAROM_CONTACT_SLIP && s->c->dim == 3 && !carom_split_carry_to_rest(s, y) && s->slow > s->still) {
        s->slow = s->still;
        return CAROM_GO_ON;
    }
    s->switches++;
    carom_split_load(s, y, F);
    if (s->state == CAROM_CONTACT_SLIP) return carom_split_rest(s, F, y);
    const double friction = carom_split_length(s, F + 1);
    for (int i = 0; i < s->c->dim - 1; i++) dir[i] = -F[1 + i] / friction;
    return carom_split_start(s, dir, y);
}

static carom_machine_turn pass(void *self, double t, const double *y) {
    carom_split *s = self;
    carom_history *history = s->recorder->history;
    double F[3], R[3], dir[2], u[2];
    carom_split_load(s, y, F);
    carom_split_ground_force(s, y, F, R);
    carom_split_direction(s, y, dir);
    carom_split_slip_velocity(s, y, u);
    if (s->state == CAROM_CONTACT_SLIP && !(carom_split_wedge(s, dir) > 0.0)) return CAROM_JAMMED;
    if (R[0] > s->force) s->force = R[0];
    if (carom_split_polar(s) && y[SPEED] > 10.0 * STOPS * s->speed) s->slow = STOPS * s->speed;
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

// Returns true if the motion is stiff. In 3D the direction of a slow slip turns at the rate mu N W_tt/((1-e) |u|). The
// limit of 30 is the same as for the other contact models.
static bool stiff(void *self, const double *y) {
    const carom_split *s = self;
    double F[3], R[3];
    if (!carom_split_polar(s)) return false;
    carom_split_load(s, y, F);
    carom_split_ground_force(s, y, F, R);
    const double W = fmax(s->c->W[1][1], s->c->W[2][2]) / (1.0 - s->p->e);
    return s->longest * W * carom_split_length(s, R + 1) > 30.0 * y[SPEED];
}

static void peak(void *self, int which, double value, double t, const double *y) {
    carom_split *s = self;
    if (which == 0 && value > s->force) s->force = value;
    if (which == 1 && value > s->overlap) {
        if (s->overlap == 0.0) s->time = t + s->late;
        s->overlap = value;
        memcpy(s->Pc, y + P, sizeof s->Pc);
    }
}

static carom_status run(carom_split *s, const double *size, const double *depth, double unit, double *y,
                        carom_result *out) {
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
                                         .peak = peak};
    carom_machine_report report = {0};
    const carom_status status = carom_machine_run(&system, s, 0.0, y, &report);
    out->evaluations += report.evaluations;
    s->end = report.t + s->late;
    return status;
}

// Computes the impact without rebound of the contact mass, whose inverse mass is W/(1-e).
static carom_status strike(const carom_split *s, double *y) {
    carom_contact c = *s->c;
    carom_params p = carom_params_default();
    carom_result dead;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) c.W[i][j] /= 1.0 - s->p->e;
    p.e = 0.0;
    p.mu = s->p->mu;
    const carom_law *law = CAROM_OF(s->p, dead) == CAROM_DEAD_WHITTAKER ? &carom_law_whittaker : &carom_law_routh;
    const carom_status status = carom_collide(law, &c, &p, &dead);
    for (int i = 0; i < c.dim && status == CAROM_OK; i++) {
        // After a slip has stopped, u = v + W P is only the rounding error of its terms, which is not a slip.
        double terms = fabs(c.v[i]);
        for (int j = 0; j < c.dim; j++) terms += fabs(c.W[i][j] * dead.P[j]);
        y[P + i] = dead.P[i];
        y[U + i] = i == 0 || fabs(dead.v[i]) <= 4e-15 * terms ? 0.0 : dead.v[i];
    }
    return status;
}

// Computes the phase in which the springs push off the top mass. Initially they have no force, so the rates determine
// whether a contact mass at rest starts to slip.
static carom_status push_off(carom_split *s, double *y, carom_result *out) {
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
    if (s->p->mu > 0.0 && (isinf(s->p->mu) || carom_split_length(s, y + U + 1) <= 2.0 * s->still)) {
        const carom_machine_turn turn = carom_split_rest(s, rate, y);
        if (turn != CAROM_GO_ON) return turn == CAROM_OVER ? CAROM_OK : CAROM_NOT_APPLICABLE;
    } else {
        carom_split_aim(s, y);
        if (!(carom_split_wedge(s, s->dir) > WEDGED)) return CAROM_NOT_APPLICABLE;
    }
    s->longest = sqrt(fmin(e, 1.0 - e) / fast);
    return run(s, size, depth, unit, y, out);
}

static void answer(const carom_split *s, const double *y, carom_result *out) {
    for (int i = 0; i < s->c->dim; i++) {
        out->P[i] = y[P + i];
        out->Pc[i] = s->Pc[i];
    }
    out->mode = CAROM_MODE_UNNAMED;
    out->solution_count = s->several;
    out->has = s->p->e > 0.0 ? CAROM_HAS_COMPRESSION : 0u;
    if (s->recorder->more)
        *s->recorder->more = (carom_history_summary){.duration = s->p->e > 0.0 ? s->end : 0.0,
                                                     .peak_force = s->force,
                                                     .compression = s->overlap,
                                                     .compression_time = s->time,
                                                     .margin = (double)NAN,
                                                     .micro_impacts = 1,
                                                     .switches = s->switches};
}

// Handles e = 1, where the contact mass is zero and the springs touch the ground directly.
static carom_status without_contact_mass(const carom_contact *c, const carom_params *p, carom_recorder *recorder,
                                         carom_result *out) {
    carom_params springs = *p;
    CAROM_EACH_OF(&springs, ct)[0] = CAROM_EACH_OF(&springs, ct)[1] = 0.0;
    carom_touch touch = {.normal = &carom_bilinear[CAROM_TYPE_1], .contact = c, .params = &springs, .mu = p->mu};
    touch.kn = touch.stiffest = CAROM_OF(p, kn);
    touch.rebound = 1.0;
    const carom_status status = carom_touch_align(&touch, out);
    return status == CAROM_OK ? carom_touch_run(&touch, recorder, out) : status;
}

static carom_status simulate(const carom_contact *c, const carom_params *p, carom_recorder *recorder,
                             carom_result *out) {
    carom_split s = {.c = c, .p = p, .recorder = recorder};
    double y[STATES] = {0.0};
    if (!(CAROM_OF(p, kn) > 0.0)) return carom_device_refuse(out, CAROM_PARAM_kn);
    for (int i = 0; i < c->dim - 1; i++)
        if (!(CAROM_EACH_OF(p, kt)[i] > 0.0)) return carom_device_refuse(out, CAROM_PARAM_kt);
    if (p->e == 1.0 || c->v[0] == 0.0) return without_contact_mass(c, p, recorder, out);
    for (int i = 0; i < c->dim; i++) y[V + i] = y[U + i] = c->v[i];
    s.speed = fmax(fabs(c->v[0]), carom_split_length(&s, c->v + 1));
    s.still = s.slow = c->dim == 3 ? NEAR_REST * s.speed : 0.0;
    carom_status status = strike(&s, y);
    if (status == CAROM_OK && p->e > 0.0) status = push_off(&s, y, out);
    if (status == CAROM_OK) answer(&s, y, out);
    return status;
}

// The coefficients of this model.
static const carom_coefficient coefficients[] = {
    CAROM_ROW(dead, CAROM_DEAD_ROUTH, CAROM_DEAD_WHITTAKER, "law of the plastic impact of the contact mass",
              "routh or whittaker with e = 0; if e = 0 here, the result is that of this law"),
    CAROM_ROW(e, 0, 1, "mass on the springs / total mass",
              "-v_n' / v_n in a head-on impact; 1 is bilinear-spring with e = 1, 0 is routh with e = 0"),
    CAROM_ROW(kn, CAROM_LEAST, CAROM_MOST, "N / d of the spring between the masses", CAROM_WORDS_ONLY_KT),
    CAROM_ROW(kt, 0, CAROM_MOST, "F_t / stretch of the spring between the masses",
              "positive; the impulse depends on kt/kn"),
    CAROM_ROW(mu, 0, HUGE_VAL, "|R_t| / R_n of the ground on the slipping contact mass",
              "the same Coulomb coefficient in every law; not applicable if W_nn <= mu W_nt.dir during slip"),
};

CAROM_DEVICE(split_mass, simulate, NULL);

const carom_law carom_law_split_mass = {
    .name = "split-mass",
    .solves = CAROM_2D | CAROM_3D,
    .guarantees = CAROM_GUARANTEE_DISSIPATIVE | CAROM_GUARANTEE_COULOMB | CAROM_GUARANTEE_HOMOGENEOUS,
    .conditions = "",
    .summary = "a contact mass that strikes plastically below a mass on springs; may leave penetration (reported)",
    .citation = "Chatterjee 1997, 8.1 (8.1)",
    CAROM_DEVICE_LAW(split_mass),
};
