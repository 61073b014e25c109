#include "cli/judge/mechanics.h"

#include <math.h>

#include "base/vec.h"
#include "carom/bodies.h"

// Computes R D R^T x, where R holds the body's axes at orientation q and D is I or 1/I.
static void inertia_times(const carom_judge_body *b, const double q[4], bool inverse, const double x[3], double y[3]) {
    double R[3][3], along[3];
    if (carom_rotation_from_quaternion(q, R) != CAROM_OK) {
        y[0] = y[1] = y[2] = (double)NAN;
        return;
    }
    for (int j = 0; j < 3; j++) {
        along[j] = R[0][j] * x[0] + R[1][j] * x[1] + R[2][j] * x[2];
        along[j] = inverse ? along[j] / b->inertia[j] : along[j] * b->inertia[j];
    }
    carom_apply3((const double(*)[3])R, along, y);
}

void carom_judge_momentum(const carom_judge_body *b, const double q[4], const double w[3], double L[3]) {
    inertia_times(b, q, false, w, L);
}

void carom_judge_spin(const carom_judge_body *b, const double L[3], double w[3]) {
    inertia_times(b, b->q, true, L, w);
}

// Returns twice the kinetic energy of one body.
static double vis_viva(const carom_judge_body *b, const double q[4], const double u[6]) {
    double L[3];
    carom_judge_momentum(b, q, u + 3, L);
    return b->mass * carom_dot3(u, u) + carom_dot3(u + 3, L);
}

double carom_judge_size(const carom_judge_case *c, const carom_judge_speeds *u) {
    double sum = 0.0;
    for (int i = 0; i < c->body_count; i++) sum += vis_viva(&c->body[i], c->body[i].q, u[i].at);
    return sqrt(sum);
}

double carom_judge_apart(const carom_judge_case *c, const carom_judge_speeds *u, const carom_judge_speeds *w) {
    carom_judge_speeds d[CAROM_JUDGE_BODIES];
    for (int i = 0; i < c->body_count; i++)
        for (int k = 0; k < 6; k++) d[i].at[k] = u[i].at[k] - w[i].at[k];
    return carom_judge_size(c, d);
}

double carom_judge_size_before(const carom_judge_case *c) {
    carom_judge_speeds u[CAROM_JUDGE_BODIES];
    for (int i = 0; i < c->body_count; i++) u[i] = c->body[i].u;
    return carom_judge_size(c, u);
}

double carom_judge_energy(const carom_judge_case *c, int body, const double q[4], const carom_judge_speeds *u,
                          double height) {
    const carom_judge_body *b = &c->body[body];
    return 0.5 * vis_viva(b, q, u->at) + b->mass * c->gravity * height;
}

static void arm_of(const carom_judge_contact *k, const carom_judge_body *b, double r[3]) {
    for (int i = 0; i < 3; i++) r[i] = k->point[i] - b->centre[i];
}

// Returns the normal velocity of a body's point at the contact.
static double normal_speed(const carom_judge_contact *k, const carom_judge_body *b, const double u[6]) {
    double r[3], turning[3];
    arm_of(k, b, r);
    carom_cross(u + 3, r, turning);
    return carom_dot3(k->normal, u) + carom_dot3(k->normal, turning);
}

double carom_judge_parting(const carom_judge_case *c, const carom_judge_contact *k, const carom_judge_speeds *u) {
    const double a = normal_speed(k, &c->body[k->a], u[k->a].at);
    return k->b == CAROM_JUDGE_FLOOR ? a : a - normal_speed(k, &c->body[k->b], u[k->b].at);
}

// Judges the only contact: the friction cone, and whether I dw = r x P.
static void judge_impulse(const carom_judge_case *c, const carom_judge_speeds *u, double before, carom_judgement *j) {
    const carom_judge_contact *k = &c->contact[0];
    const carom_judge_body *b = &c->body[k->a];
    double r[3], moment[3], dw[3], left[3], lost[3];
    for (int i = 0; i < 3; i++) {
        j->P[i] = b->mass * (u[k->a].at[i] - b->u.at[i]);
        dw[i] = u[k->a].at[3 + i] - b->u.at[3 + i];
    }
    const double Pn = carom_dot3(j->P, k->normal), Pt = sqrt(fmax(0.0, carom_dot3(j->P, j->P) - Pn * Pn));
    j->outside = !(Pt <= 1.001 * c->mu * Pn + 1e-4 * before * sqrt(b->mass));
    arm_of(k, b, r);
    carom_cross(r, j->P, moment);
    carom_judge_momentum(b, b->q, dw, left);
    for (int i = 0; i < 3; i++) left[i] -= moment[i];
    carom_judge_spin(b, left, lost);
    j->torque = sqrt(fmax(0.0, carom_dot3(left, lost))) / before;
}

// Returns the restitution that the velocities u show at the contact that closes fastest before the impact.
static double rebound_of(const carom_judge_case *c, const carom_judge_speeds *u) {
    carom_judge_speeds before[CAROM_JUDGE_BODIES];
    double fastest = 0.0, rebound = (double)NAN;
    for (int i = 0; i < c->body_count; i++) before[i] = c->body[i].u;
    for (int k = 0; k < c->contact_count; k++) {
        const double closing = -carom_judge_parting(c, &c->contact[k], before);
        if (!(closing > fastest)) continue;
        fastest = closing;
        rebound = carom_judge_parting(c, &c->contact[k], u) / closing;
    }
    return rebound;
}

void carom_judge_velocities(const carom_judge_case *c, const carom_judge_speeds *u, carom_judgement *j) {
    const double before = carom_judge_size_before(c), after = carom_judge_size(c, u);
    *j = (carom_judgement){.gain = after * after / (before * before) - 1.0, .rebound = rebound_of(c, u)};
    for (int k = 0; k < CAROM_JUDGE_LAWS; k++) j->distance[k] = (double)NAN;
    for (int k = 0; k < c->answer_count; k++)
        j->distance[c->answer[k].law] = carom_judge_apart(c, u, c->answer[k].u) / before;
    for (int k = 0; k < c->contact_count; k++)
        j->approach = fmax(j->approach, -carom_judge_parting(c, &c->contact[k], u));
    if (c->contact_count == 1) judge_impulse(c, u, before, j);
}

void carom_judge_impulse(const carom_judge_case *c, const carom_judge_speeds *u, double P[3]) {
    const carom_judge_contact *k = &c->contact[0];
    const carom_judge_body *b = &c->body[k->a];
    double frame[3][3] = {{0.0}}, change[3];
    const carom_planar_pair plane = {.normal = {k->normal[0], k->normal[1]}};
    const carom_pair space = {.normal = {k->normal[0], k->normal[1], k->normal[2]}};
    double flat[2][2] = {{0.0}};
    if (c->dim == 3) carom_pair_frame(&space, frame);
    if (c->dim == 2) carom_planar_pair_frame(&plane, flat);
    for (int i = 0; i < 2 && c->dim == 2; i++) frame[i][0] = flat[i][0], frame[i][1] = flat[i][1];
    for (int i = 0; i < 3; i++) change[i] = b->mass * (u[k->a].at[i] - b->u.at[i]);
    carom_apply3((const double(*)[3])frame, change, P);
}
