// Outputs two bodies before and after: speed, heading, spin, principal direction of force, and lost fraction of energy.
#include <math.h>

#include "mods/scenario/change.h"
#include "mods/sweep/outputs.h"

// Returns the impulse of sample i on a body in world axes; B gets the opposite.
static void impulse_on(const carom_block_columns *block, int body, size_t i, double P[3]) {
    const carom_moving *m = &block->contacts->moving[i];
    for (int k = 0; k < 3; k++) {
        P[k] = 0.0;
        for (int r = 0; r < block->contacts->dim; r++) P[k] += block->P[r][i] * m->frame[r][k];
        if (body) P[k] = -P[k];
    }
}

// The factor of the impulse that is added to the velocity of the scenario, which is that before or after the impact.
typedef enum { BEFORE, AFTER } side;
static double share(const carom_block_columns *block, side when) {
    return (when == AFTER ? 1.0 : 0.0) - (block->backwards ? 1.0 : 0.0);
}

static void velocity_of(const carom_block_columns *block, int body, side when, size_t i, double v[3]) {
    const carom_moving *m = &block->contacts->moving[i];
    const double of_P = share(block, when) * m->inverse_mass[body];
    impulse_on(block, body, i, v);
    for (int k = 0; k < 3; k++) v[k] = m->velocity[body][k] + v[k] * of_P;
}

static const double *speed(const carom_block_columns *block, int body, side when, size_t n, double *y) {
    for (size_t i = 0; i < n; i++) {
        double v[3];
        velocity_of(block, body, when, i, v);
        y[i] = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    }
    return y;
}

static const double *heading(const carom_block_columns *block, int body, side when, size_t n, double *y) {
    for (size_t i = 0; i < n; i++) {
        double v[3];
        velocity_of(block, body, when, i, v);
        y[i] = carom_heading(v);
    }
    return y;
}

static const double *spin(const carom_block_columns *block, int body, side when, size_t n, double *y) {
    const double of_P = share(block, when);
    for (size_t i = 0; i < n; i++) {
        const carom_moving *m = &block->contacts->moving[i];
        y[i] = m->spin[body] + of_P * (m->turn[body][0] * block->P[0][i] + m->turn[body][1] * block->P[1][i]);
    }
    return y;
}

static const double *pdof(const carom_block_columns *block, int body, size_t n, double *y) {
    for (size_t i = 0; i < n; i++) {
        double P[3];
        impulse_on(block, body, i, P);
        y[i] = carom_pdof(carom_heading(P), block->contacts->moving[i].front[body]);
    }
    return y;
}

#define OF_BODY(name, call)                                                                                            \
    const double *carom_output_##name(const carom_block_columns *block, size_t n, double *room) {                      \
        return call;                                                                                                   \
    }
#define AT_BOTH_SIDES(what, letter, body)                                                                              \
    OF_BODY(what##_##letter, what(block, body, AFTER, n, room))                                                        \
    OF_BODY(what##_before_##letter, what(block, body, BEFORE, n, room))
AT_BOTH_SIDES(speed, a, 0)
AT_BOTH_SIDES(speed, b, 1)
AT_BOTH_SIDES(heading, a, 0)
AT_BOTH_SIDES(heading, b, 1)
AT_BOTH_SIDES(spin, a, 0)
AT_BOTH_SIDES(spin, b, 1)
OF_BODY(pdof_a, pdof(block, 0, n, room))
OF_BODY(pdof_b, pdof(block, 1, n, room))

const double *carom_output_lost(const carom_block_columns *block, size_t n, double *room) {
    for (size_t i = 0; i < n; i++) {
        const double there = block->contacts->moving[i].energy - (block->backwards ? block->dE[i] : 0.0);
        room[i] = -block->dE[i] / there;
    }
    return room;
}
