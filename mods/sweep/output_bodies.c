// Two bodies afterwards: speed, heading, spin, where the impulse came from; and the share of their energy that is lost.
#include <math.h>

#include "mods/scenario/change.h"
#include "mods/sweep/outputs.h"

// The impulse of sample i on a body, in the world's axes; B gets the opposite.
static void impulse_on(const carom_block_columns *block, int body, size_t i, double P[3]) {
    const carom_moving *m = &block->contacts->moving[i];
    for (int k = 0; k < 3; k++) {
        P[k] = 0.0;
        for (int r = 0; r < block->contacts->dim; r++) P[k] += block->P[r][i] * m->frame[r][k];
        if (body) P[k] = -P[k];
    }
}

static void velocity_of(const carom_block_columns *block, int body, size_t i, double v[3]) {
    const carom_moving *m = &block->contacts->moving[i];
    impulse_on(block, body, i, v);
    for (int k = 0; k < 3; k++) v[k] = m->velocity[body][k] + v[k] * m->inverse_mass[body];
}

static const double *speed(const carom_block_columns *block, int body, size_t n, double *y) {
    for (size_t i = 0; i < n; i++) {
        double v[3];
        velocity_of(block, body, i, v);
        y[i] = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    }
    return y;
}

static const double *heading(const carom_block_columns *block, int body, size_t n, double *y) {
    for (size_t i = 0; i < n; i++) {
        double v[3];
        velocity_of(block, body, i, v);
        y[i] = carom_heading(v);
    }
    return y;
}

static const double *spin(const carom_block_columns *block, int body, size_t n, double *y) {
    for (size_t i = 0; i < n; i++) {
        const carom_moving *m = &block->contacts->moving[i];
        y[i] = m->spin[body] + m->turn[body][0] * block->P[0][i] + m->turn[body][1] * block->P[1][i];
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

#define OF_BODIES(what)                                                                                                \
    const double *carom_output_##what##_a(const carom_block_columns *block, size_t n, double *room) {                  \
        return what(block, 0, n, room);                                                                                \
    }                                                                                                                  \
    const double *carom_output_##what##_b(const carom_block_columns *block, size_t n, double *room) {                  \
        return what(block, 1, n, room);                                                                                \
    }
OF_BODIES(speed)
OF_BODIES(heading)
OF_BODIES(spin)
OF_BODIES(pdof)

const double *carom_output_lost(const carom_block_columns *block, size_t n, double *room) {
    for (size_t i = 0; i < n; i++) room[i] = -block->dE[i] / block->contacts->moving[i].energy;
    return room;
}
