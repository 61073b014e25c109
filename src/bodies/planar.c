// Treats two bodies in 2D as two bodies in 3D that rotate only about z and touch at z = 0.
#include <math.h>

#include "carom/bodies.h"

static carom_body lift_body(const carom_planar_body *body) {
    return (carom_body){
        .mass = body->mass,
        .inertia = {{HUGE_VAL, 0.0, 0.0}, {0.0, HUGE_VAL, 0.0}, {0.0, 0.0, body->inertia}},
        .centre = {body->centre[0], body->centre[1], 0.0},
        .velocity = {body->velocity[0], body->velocity[1], 0.0},
        .spin = {0.0, 0.0, body->spin},
    };
}

static carom_pair lift(const carom_planar_pair *pair) {
    const double *n = pair->normal, *t = pair->tangent;
    const int chosen = t[0] == 0.0 && t[1] == 0.0;
    return (carom_pair){
        .a = lift_body(&pair->a),
        .b = lift_body(&pair->b),
        .point = {pair->point[0], pair->point[1], 0.0},
        .normal = {n[0], n[1], 0.0},
        .tangent = {{chosen ? n[1] : t[0], chosen ? -n[0] : t[1], 0.0}},
    };
}

carom_planar_body carom_planar_body_fixed(void) {
    return (carom_planar_body){.mass = HUGE_VAL, .inertia = HUGE_VAL};
}

carom_status carom_planar_pair_frame(const carom_planar_pair *pair, double frame[2][2]) {
    if (!pair || !frame) return CAROM_NULL_POINTER;
    const carom_pair lifted = lift(pair);
    double d[3][3];
    const carom_status status = carom_pair_frame(&lifted, d);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) frame[i][j] = status == CAROM_OK ? d[i][j] : (double)NAN;
    return status;
}

carom_status carom_planar_pair_contact(const carom_planar_pair *pair, carom_contact *contact) {
    if (!pair || !contact) return CAROM_NULL_POINTER;
    const carom_pair lifted = lift(pair);
    carom_contact c;
    const carom_status status = carom_pair_contact(&lifted, &c);
    *contact = (carom_contact){.dim = 2, .W = {{c.W[0][0], c.W[0][1]}, {c.W[1][0], c.W[1][1]}}, .v = {c.v[0], c.v[1]}};
    return status;
}

carom_status carom_planar_pair_free_acceleration(const carom_planar_pair *pair, const double gravity[2], double b[2]) {
    if (!pair || !gravity || !b) return CAROM_NULL_POINTER;
    const carom_pair lifted = lift(pair);
    double in_space[3] = {(double)NAN, (double)NAN, (double)NAN};
    const carom_status status =
        carom_pair_free_acceleration(&lifted, (const double[3]){gravity[0], gravity[1], 0.0}, in_space);
    for (int i = 0; i < 2; i++) b[i] = in_space[i];
    return status;
}

bool carom_planar_looks_reversed(const carom_planar_pair *pair) {
    if (!pair) return false;
    const carom_pair lifted = lift(pair);
    return carom_pair_looks_reversed(&lifted);
}

static void lower_body(const carom_body *lifted, carom_planar_body *body) {
    for (int i = 0; i < 2; i++) body->velocity[i] = lifted->velocity[i];
    body->spin = lifted->spin[2];
}

carom_status carom_planar_pair_apply(const carom_planar_pair *pair, const double P[2], carom_planar_pair *after) {
    if (!pair || !P || !after) return CAROM_NULL_POINTER;
    carom_pair lifted = lift(pair);
    const double impulse[3] = {P[0], P[1], 0.0};
    const carom_status status = carom_pair_apply(&lifted, impulse, &lifted);
    if (status != CAROM_OK) return status;
    *after = *pair;
    lower_body(&lifted.a, &after->a);
    lower_body(&lifted.b, &after->b);
    return CAROM_OK;
}

carom_status carom_planar_pair_balance(const carom_planar_pair *pair, const double P[2], carom_balance *ledger) {
    if (!pair || !P || !ledger) return CAROM_NULL_POINTER;
    const carom_pair lifted = lift(pair);
    const double impulse[3] = {P[0], P[1], 0.0};
    return carom_pair_balance(&lifted, impulse, ledger);
}

carom_status carom_planar_pair_error(carom_status status, const carom_planar_pair *pair, carom_error *error) {
    const carom_pair lifted = pair ? lift(pair) : (carom_pair){0};
    const carom_status told = carom_pair_error(status, pair ? &lifted : NULL, error);
    if (told == CAROM_OK) error->count = 2;
    return told;
}
