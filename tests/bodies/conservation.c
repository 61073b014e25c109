// Tests every law on random pairs of bodies in 2D and 3D. Linear and angular momentum must be conserved. The balance
// includes the part that fixed bodies absorb. The dE of the contact must be the change of the kinetic energy of the
// bodies. The velocities after the impact must be the v' of the law.
#include <float.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/worst.h"
#include "bench/random.h"
#include "carom/bodies.h"
#include "carom/law.h"
#include "support/floor.h"

// The bound on errors, relative to the terms of each balance. The largest error in 1e6 pairs of each kind with every
// law was 1.1e-13.
#define TOLERANCE 1e-12

static double worst;
static long impacts;

static int balanced(double off, double size) {
    const double share = size > 0.0 ? fabs(off) / size : off == 0.0 ? 0.0 : HUGE_VAL;
    carom_worsen(&worst, share);
    return share <= TOLERANCE;
}

static double random_mass(random_stream *r) {
    const double mass = random_power10(random_between(r, -2.0, 2.0));
    return random_below(r, 8) ? mass : HUGE_VAL;
}

static void random_vector(random_stream *r, int dim, double most, double *x) {
    for (int i = 0; i < dim; i++) x[i] = random_between(r, -most, most);
}

// Returns a body with random orientation. Its mass and principal moments are 1e-2 to 1e2, and each is infinite with
// probability 1/8.
static carom_body random_body(random_stream *r) {
    carom_body body = {.mass = random_mass(r)};
    double q[4];
    for (int i = 0; i < 3; i++) body.inertia[i][i] = random_mass(r);
    for (int i = 0; i < 4; i++) q[i] = random_between(r, 0.1, 1.0);
    carom_rotation_from_quaternion(q, body.axes);
    random_vector(r, 3, 2.0, body.centre);
    random_vector(r, 3, 3.0, body.velocity);
    random_vector(r, 3, 3.0, body.spin);
    return body;
}

static carom_planar_body random_planar_body(random_stream *r) {
    carom_planar_body body = {.mass = random_mass(r), .inertia = random_mass(r), .spin = random_between(r, -3.0, 3.0)};
    random_vector(r, 2, 2.0, body.centre);
    random_vector(r, 2, 3.0, body.velocity);
    return body;
}

// Changes the body to a ball that touches the contact point. With two balls W is diagonal, as some laws require.
static void make_ball(random_stream *r, carom_body *ball, double side, const carom_pair *pair) {
    const double radius = random_between(r, 0.1, 2.0);
    for (int i = 0; i < 3; i++) {
        ball->centre[i] = pair->point[i] + side * radius * pair->normal[i];
        for (int j = 0; j < 3; j++) ball->inertia[i][j] = i == j ? 0.4 * ball->mass * radius * radius : 0.0;
    }
}

static void make_disc(random_stream *r, carom_planar_body *ball, double side, const carom_planar_pair *pair) {
    const double radius = random_between(r, 0.1, 2.0);
    for (int i = 0; i < 2; i++) ball->centre[i] = pair->point[i] + side * radius * pair->normal[i];
    ball->inertia = 0.4 * ball->mass * radius * radius;
}

static int vector_balance(const double before[3], const double after[3], const double fixed[3], double size) {
    int good = 1;
    for (int i = 0; i < 3; i++) good &= balanced(after[i] + fixed[i] - before[i], size);
    return good;
}

static double size_of(const double x[3]) {
    return fabs(x[0]) + fabs(x[1]) + fabs(x[2]);
}

// Returns |v_i| + sum_j |W_ij P_j|, the size of the terms of v'_i.
static double velocity_terms(const carom_contact *c, const carom_result *out, int i) {
    double size = fabs(c->v[i]);
    for (int j = 0; j < c->dim; j++) size += fabs(c->W[i][j] * out->P[j]);
    return size;
}

// Checks the balances of linear momentum, angular momentum and energy. The size of each is the sum of the values before
// and after the impact and of the change by the impulse. Lever arms are at most 4 m.
static int ledger_balances(const carom_balance *l, const carom_contact *c, const carom_result *out) {
    double impulse = 0.0, work = 0.0;
    for (int i = 0; i < c->dim; i++) {
        impulse += fabs(out->P[i]);
        work += fabs(out->P[i]) * velocity_terms(c, out, i);
    }
    const double linear = size_of(l->momentum_before) + size_of(l->momentum_after) + impulse;
    const double angular = size_of(l->angular_before) + size_of(l->angular_after) + 4.0 * impulse + linear;
    const double energy = l->energy_before + l->energy_after + fabs(l->energy_fixed) + work;
    return vector_balance(l->momentum_before, l->momentum_after, l->momentum_fixed, linear) &
           vector_balance(l->angular_before, l->angular_after, l->angular_fixed, angular) &
           balanced(l->energy_after + l->energy_fixed - l->energy_before - out->dE, energy);
}

// Checks that the contact point of the bodies after the impact moves with the v' of the law.
static int same_velocity(const carom_contact *before, const carom_contact *after, const carom_result *out) {
    int good = 1;
    for (int i = 0; i < before->dim; i++) {
        // 10 m/s is the size of the velocities of the bodies. A relative velocity is their difference.
        good &= balanced(after->v[i] - out->v[i], velocity_terms(before, out, i) + 10.0);
    }
    return good;
}

// Solves an impact. If the law rejects the coefficient `direction`, the opposite direction is used, which points
// against the velocity.
static carom_status collide(const carom_law *law, const carom_contact *c, carom_params p, carom_result *out) {
    const carom_status status = carom_collide(law, c, &p, out);
    if (status != CAROM_COEFFICIENT_RANGE || out->coefficient != CAROM_PARAM_direction) return status;
    for (int i = 0; i < c->dim; i++) p.direction[i] = -p.direction[i];
    return carom_collide(law, c, &p, out);
}

static int space_good(const carom_law *law, random_stream *r, const carom_params *p) {
    carom_pair pair = {.a = random_body(r), .b = random_body(r)}, after;
    carom_contact c, d;
    carom_result out;
    carom_balance ledger;
    random_vector(r, 3, 2.0, pair.point);
    random_direction(r, 3, pair.normal);
    if (random_below(r, 4) == 0) {
        make_ball(r, &pair.a, 1.0, &pair);
        make_ball(r, &pair.b, -1.0, &pair);
    }
    if (carom_pair_contact(&pair, &c) != CAROM_OK) return 0;
    if (carom_status_classify(collide(law, &c, *p, &out)) == CAROM_CLASS_BAD_INPUT) return 0;
    if (carom_status_classify(out.status) != CAROM_CLASS_OK) return 1;
    impacts += out.P[0] != 0.0;
    if (carom_pair_apply(&pair, out.P, &after) || carom_pair_balance(&pair, out.P, &ledger)) return 0;
    return carom_pair_contact(&after, &d) == CAROM_OK && ledger_balances(&ledger, &c, &out) &&
           same_velocity(&c, &d, &out);
}

static int plane_good(const carom_law *law, random_stream *r, const carom_params *p) {
    carom_planar_pair pair = {.a = random_planar_body(r), .b = random_planar_body(r)}, after;
    carom_contact c, d;
    carom_result out;
    carom_balance ledger;
    random_vector(r, 2, 2.0, pair.point);
    double n[3];
    random_direction(r, 2, n);
    pair.normal[0] = n[0];
    pair.normal[1] = n[1];
    if (random_below(r, 4) == 0) {
        make_disc(r, &pair.a, 1.0, &pair);
        make_disc(r, &pair.b, -1.0, &pair);
    }
    if (carom_planar_pair_contact(&pair, &c) != CAROM_OK) return 0;
    if (carom_status_classify(collide(law, &c, *p, &out)) == CAROM_CLASS_BAD_INPUT) return 0;
    if (carom_status_classify(out.status) != CAROM_CLASS_OK) return 1;
    impacts += out.P[0] != 0.0;
    if (carom_planar_pair_apply(&pair, out.P, &after) || carom_planar_pair_balance(&pair, out.P, &ledger)) return 0;
    return carom_planar_pair_contact(&after, &d) == CAROM_OK && ledger_balances(&ledger, &c, &out) &&
           same_velocity(&c, &d, &out);
}

static long campaign(const carom_law *law, int dim, long count) {
    long bad = 0;
    worst = 0.0;
    impacts = 0;
    for (long i = 0; i < count; i++) {
        random_stream r = random_at(404 + (uint64_t)dim, (uint64_t)i);
        const carom_params p = random_params(&r, dim);
        if (dim == 2 ? plane_good(law, &r, &p) : space_good(law, &r, &p)) continue;
        if (!bad++) printf("%s in %dD: pair %ld does not balance\n", law->name, dim, i);
    }
    printf("%-16s %dD  %ld pairs, %ld impacts, %ld bad, worst %.1e\n", law->name, dim, count, impacts, bad, worst);
    // Half of the random pairs approach. Laws without coupling solve only pairs of balls, 1/4 of all pairs.
    return bad + !floor_met(law->name, impacts, count, 0.1);
}

int main(int argc, char **argv) {
    const long count = argc > 1 ? strtol(argv[1], NULL, 10) : 10000;
    long bad = 0;
    for (int i = 0; carom_law_at(NULL, i, CAROM_ONE_CONTACT); i++) {
        const carom_law *law = carom_law_at(NULL, i, CAROM_ONE_CONTACT);
        if (law->solves & CAROM_2D) bad += campaign(law, 2, count);
        if (law->solves & CAROM_3D) bad += campaign(law, 3, count);
    }
    return bad > 0 || count < 1;
}
