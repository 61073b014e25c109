// Two bodies in 3D. With d_1, d_2, d_3 = n, t1, t2 and the arm a of each body from its centre to the contact
//   v_i  = d_i . (v_A + w_A x a_A - v_B - w_B x a_B)
//   W_ij = sum over bodies of  d_i . d_j / m + (a x d_i) . I^-1 (a x d_j)
// These formulas need only inverse masses; a body of infinite mass adds zero.
#include <string.h>

#include "base/vec.h"
#include "bodies/inertia.h"
#include "carom/bodies.h"

// Tangents may deviate by this much from being perpendicular to the normal; the deviation is then removed. Orientations
// have the same tolerance.
#define ROUNDING 1e-9

// The quantities from which the contact of a pair is computed.
typedef struct {
    carom_inertia a, b;
    double arm_a[3], arm_b[3];
    double d[3][3];
} joint;

// Returns the world axis furthest from the normal. If several are equally far, returns the first.
static void choose_tangent(const double n[3], double t[3]) {
    int axis = 0;
    for (int i = 1; i < 3; i++)
        if (fabs(n[i]) < fabs(n[axis])) axis = i;
    for (int i = 0; i < 3; i++) t[i] = (double)(i == axis);
    carom_add3(t, -carom_dot3(n, t), n);
    carom_unit3(t);
}

// Computes a unit vector perpendicular to n (and to t1, if any) from a given tangent.
static bool take_tangent(const double given[3], const double n[3], const double *t1, double t[3]) {
    memcpy(t, given, 3 * sizeof *t);
    if (!carom_unit3(t) || !(fabs(carom_dot3(n, t)) <= ROUNDING)) return false;
    carom_add3(t, -carom_dot3(n, t), n);
    if (t1) {
        if (!(fabs(carom_dot3(t1, t)) <= ROUNDING)) return false;
        carom_add3(t, -carom_dot3(t1, t), t1);
    }
    return carom_unit3(t);
}

carom_status carom_pair_frame(const carom_pair *pair, double d[3][3]) {
    if (!pair || !d) return CAROM_NULL_POINTER;
    memcpy(d[0], pair->normal, sizeof pair->normal);
    if (!carom_unit3(d[0])) return CAROM_BAD_FRAME;
    if (carom_zero3(pair->tangent[0]))
        choose_tangent(d[0], d[1]);
    else if (!take_tangent(pair->tangent[0], d[0], NULL, d[1]))
        return CAROM_BAD_FRAME;
    if (carom_zero3(pair->tangent[1]))
        carom_cross(d[0], d[1], d[2]);
    else if (!take_tangent(pair->tangent[1], d[0], d[1], d[2]))
        return CAROM_BAD_FRAME;
    return CAROM_OK;
}

static carom_status prepare(const carom_pair *pair, joint *j) {
    if (!carom_finite3(pair->point)) return CAROM_NOT_FINITE;
    carom_status status = carom_pair_frame(pair, j->d);
    if (status == CAROM_OK) status = carom_inertia_make(&pair->a, &j->a);
    if (status == CAROM_OK) status = carom_inertia_make(&pair->b, &j->b);
    for (int i = 0; i < 3; i++) {
        j->arm_a[i] = pair->point[i] - pair->a.centre[i];
        j->arm_b[i] = pair->point[i] - pair->b.centre[i];
    }
    return status;
}

// Computes the velocity of the body's point at the contact.
static void point_velocity(const carom_body *body, const double arm[3], double out[3]) {
    carom_cross(body->spin, arm, out);
    carom_add3(out, 1.0, body->velocity);
}

static void add_compliance(const carom_inertia *body, const double arm[3], double d[3][3], double W[3][3]) {
    double moment[3][3], turning[3][3];
    for (int i = 0; i < 3; i++) {
        carom_cross(arm, d[i], moment[i]);
        carom_apply3(body->inverse, moment[i], turning[i]);
    }
    for (int i = 0; i < 3; i++) {
        W[i][i] += body->inverse_mass;
        for (int k = 0; k < 3; k++)
            W[i][k] += 0.5 * (carom_dot3(moment[i], turning[k]) + carom_dot3(moment[k], turning[i]));
    }
}

carom_status carom_pair_contact(const carom_pair *pair, carom_contact *contact) {
    if (!pair || !contact) return CAROM_NULL_POINTER;
    *contact = (carom_contact){.dim = 3};
    joint j;
    const carom_status status = prepare(pair, &j);
    if (status != CAROM_OK) return status;
    double at_a[3], at_b[3];
    point_velocity(&pair->a, j.arm_a, at_a);
    point_velocity(&pair->b, j.arm_b, at_b);
    carom_add3(at_a, -1.0, at_b);
    for (int i = 0; i < 3; i++) contact->v[i] = carom_dot3(j.d[i], at_a);
    add_compliance(&j.a, j.arm_a, j.d, contact->W);
    add_compliance(&j.b, j.arm_b, j.d, contact->W);
    const bool finite = carom_finite3(contact->v) && carom_finite3(contact->W[0]) && carom_finite3(contact->W[1]) &&
                        carom_finite3(contact->W[2]);
    return finite ? CAROM_OK : CAROM_OVERFLOW;
}

// Computes the acceleration of the body's point at the contact without forces other than weight: I w' = -w x I w.
static void point_acceleration(const carom_body *body, const carom_inertia *inertia, const double arm[3],
                               const double gravity[3], double out[3]) {
    double momentum[3], torque[3], turning[3], part[3], whirl[3];
    carom_apply3(inertia->tensor, body->spin, momentum);
    carom_cross(momentum, body->spin, torque);
    carom_apply3(inertia->inverse, torque, turning);
    carom_cross(turning, arm, out);
    carom_cross(body->spin, arm, part);
    carom_cross(body->spin, part, whirl);
    carom_add3(out, 1.0, whirl);
    if (inertia->inverse_mass > 0.0) carom_add3(out, 1.0, gravity);
}

carom_status carom_pair_free_acceleration(const carom_pair *pair, const double gravity[3], double b[3]) {
    if (!pair || !gravity || !b) return CAROM_NULL_POINTER;
    joint j;
    const carom_status status = prepare(pair, &j);
    if (status != CAROM_OK) return status;
    if (!carom_finite3(gravity)) return CAROM_NOT_FINITE;
    double at_a[3], at_b[3];
    point_acceleration(&pair->a, &j.a, j.arm_a, gravity, at_a);
    point_acceleration(&pair->b, &j.b, j.arm_b, gravity, at_b);
    carom_add3(at_a, -1.0, at_b);
    for (int i = 0; i < 3; i++) b[i] = carom_dot3(j.d[i], at_a);
    return carom_finite3(b) ? CAROM_OK : CAROM_OVERFLOW;
}

// Returns whether n.(c_A - c_B) < 0. The centre of a rod that lies on its floor is at the height of the contact, so
// 1e-9 of the distance counts as rounding.
bool carom_pair_looks_reversed(const carom_pair *pair) {
    joint j;
    if (!pair || prepare(pair, &j) != CAROM_OK) return false;
    double from_b_to_a[3] = {0.0, 0.0, 0.0};
    if (j.a.inverse_mass > 0.0) carom_add3(from_b_to_a, -1.0, j.arm_a);
    if (j.b.inverse_mass > 0.0) carom_add3(from_b_to_a, 1.0, j.arm_b);
    const double along = carom_dot3(j.d[0], from_b_to_a);
    return along < 0.0 && along * along > ROUNDING * ROUNDING * carom_dot3(from_b_to_a, from_b_to_a);
}

// Computes the impulse in world axes.
static void world_impulse(const joint *j, const double P[3], double p[3]) {
    for (int i = 0; i < 3; i++) p[i] = P[0] * j->d[0][i] + P[1] * j->d[1][i] + P[2] * j->d[2][i];
}

static void kick(carom_body *body, const carom_inertia *inertia, const double arm[3], double sign, const double p[3]) {
    double moment[3], turning[3];
    carom_cross(arm, p, moment);
    carom_apply3(inertia->inverse, moment, turning);
    carom_add3(body->velocity, sign * inertia->inverse_mass, p);
    carom_add3(body->spin, sign, turning);
}

static bool moves_finitely(const carom_body *body) {
    return carom_finite3(body->velocity) && carom_finite3(body->spin);
}

carom_status carom_pair_apply(const carom_pair *pair, const double P[3], carom_pair *after) {
    if (!pair || !P || !after) return CAROM_NULL_POINTER;
    joint j;
    const carom_status status = prepare(pair, &j);
    if (status != CAROM_OK) return status;
    if (!carom_finite3(P)) return CAROM_NOT_FINITE;
    double p[3];
    world_impulse(&j, P, p);
    *after = *pair;
    kick(&after->a, &j.a, j.arm_a, 1.0, p);
    kick(&after->b, &j.b, j.arm_b, -1.0, p);
    return moves_finitely(&after->a) && moves_finitely(&after->b) ? CAROM_OK : CAROM_OVERFLOW;
}

// Adds the kinetic energy, the momentum, and the angular momentum I w - a x m v about the contact of a body.
static void count(const carom_body *body, const carom_inertia *inertia, const double arm[3], double *energy,
                  double momentum[3], double angular[3]) {
    double turning[3], orbital[3];
    carom_apply3(inertia->tensor, body->spin, turning);
    carom_cross(arm, body->velocity, orbital);
    *energy += 0.5 * inertia->mass * carom_dot3(body->velocity, body->velocity) + 0.5 * carom_dot3(body->spin, turning);
    carom_add3(momentum, inertia->mass, body->velocity);
    carom_add3(angular, 1.0, turning);
    carom_add3(angular, -inertia->mass, orbital);
}

// Adds the momentum that the supports of a fixed body absorb from an impulse at its contact point. This is the impulse,
// if the centre is fixed, and the moment about the fixed axes.
static void count_fixed(const carom_body *body, const carom_inertia *inertia, const double arm[3], double sign,
                        const double p[3], carom_balance *ledger) {
    double moment[3], held[3];
    carom_cross(arm, p, moment);
    carom_apply3(inertia->fixed, moment, held);
    ledger->energy_fixed += sign * carom_dot3(held, body->spin);
    carom_add3(ledger->angular_fixed, sign, held);
    if (inertia->mass > 0.0) return;
    ledger->energy_fixed += sign * carom_dot3(p, body->velocity);
    carom_add3(ledger->momentum_fixed, sign, p);
    carom_add3(ledger->angular_fixed, -sign, moment);
}

carom_status carom_pair_balance(const carom_pair *pair, const double P[3], carom_balance *ledger) {
    if (!pair || !P || !ledger) return CAROM_NULL_POINTER;
    *ledger = (carom_balance){0};
    carom_pair after;
    joint j;
    carom_status status = carom_pair_apply(pair, P, &after);
    if (status == CAROM_OK) status = prepare(pair, &j);
    if (status != CAROM_OK) return status;
    carom_balance *l = ledger;
    count(&pair->a, &j.a, j.arm_a, &l->energy_before, l->momentum_before, l->angular_before);
    count(&pair->b, &j.b, j.arm_b, &l->energy_before, l->momentum_before, l->angular_before);
    count(&after.a, &j.a, j.arm_a, &l->energy_after, l->momentum_after, l->angular_after);
    count(&after.b, &j.b, j.arm_b, &l->energy_after, l->momentum_after, l->angular_after);
    double p[3];
    world_impulse(&j, P, p);
    count_fixed(&pair->a, &j.a, j.arm_a, 1.0, p, ledger);
    count_fixed(&pair->b, &j.b, j.arm_b, -1.0, p, ledger);
    return CAROM_OK;
}
