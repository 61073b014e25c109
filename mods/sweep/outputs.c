// Computes the outputs of a sweep, each a row of outputs.def.
#include <math.h>

#include "mods/scenario/change.h"
#include "mods/sweep/block.h"

// Returns the impulse of sample i on a body in world axes; B gets the opposite.
static void impulse_on(const carom_block_columns *b, int body, size_t i, double P[3]) {
    const carom_moving *m = &b->moving[i];
    for (int k = 0; k < 3; k++) {
        P[k] = 0.0;
        for (int r = 0; r < b->dim; r++) P[k] += b->P[r][i] * m->frame[r][k];
        if (body) P[k] = -P[k];
    }
}

// The factor of the impulse that is added to the velocity of the scenario, which is that before or after the impact.
typedef enum { BEFORE, AFTER } side;
static double share(const carom_block_columns *b, side when) {
    return (when == AFTER ? 1.0 : 0.0) - (b->backwards ? 1.0 : 0.0);
}

static void velocity_of(const carom_block_columns *b, int body, side when, size_t i, double v[3]) {
    const carom_moving *m = &b->moving[i];
    const double of_P = share(b, when) * m->inverse_mass[body];
    impulse_on(b, body, i, v);
    for (int k = 0; k < 3; k++) v[k] = m->velocity[body][k] + v[k] * of_P;
}

static const double *speed(const carom_block_columns *b, int body, side when, size_t n, double *y) {
    for (size_t i = 0; i < n; i++) {
        double v[3];
        velocity_of(b, body, when, i, v);
        y[i] = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    }
    return y;
}

static const double *heading(const carom_block_columns *b, int body, side when, size_t n, double *y) {
    for (size_t i = 0; i < n; i++) {
        double v[3];
        velocity_of(b, body, when, i, v);
        y[i] = carom_heading(v);
    }
    return y;
}

static const double *spin(const carom_block_columns *b, int body, side when, size_t n, double *y) {
    const double of_P = share(b, when);
    for (size_t i = 0; i < n; i++) {
        const carom_moving *m = &b->moving[i];
        y[i] = m->spin[body] + of_P * (m->turn[body][0] * b->P[0][i] + m->turn[body][1] * b->P[1][i]);
    }
    return y;
}

static const double *pdof(const carom_block_columns *b, int body, size_t n, double *y) {
    for (size_t i = 0; i < n; i++) {
        double P[3];
        impulse_on(b, body, i, P);
        y[i] = carom_pdof(carom_heading(P), b->moving[i].front[body]);
    }
    return y;
}

// The change of velocity of a body's centre, |P| / m.
static const double *delta_v(const carom_block_columns *b, int body, size_t n, double *y) {
    for (size_t i = 0; i < n; i++) {
        double square = 0.0;
        for (int r = 0; r < b->dim; r++) square += b->P[r][i] * b->P[r][i];
        y[i] = sqrt(square) * b->moving[i].inverse_mass[body];
    }
    return y;
}

static const double *lost(const carom_block_columns *b, size_t n, double *y) {
    for (size_t i = 0; i < n; i++) y[i] = -b->dE[i] / (b->moving[i].energy - (b->backwards ? b->dE[i] : 0.0));
    return y;
}

#define CAROM_OUTPUT(ID, name, unit, where, value, meaning)                                                            \
    static const double *output_##ID(const carom_block_columns *b, size_t n, double *y) {                              \
        return value;                                                                                                  \
    }
#include "mods/sweep/outputs.def"
#undef CAROM_OUTPUT

static const struct {
    carom_output_info info;
    const double *(*column)(const carom_block_columns *block, size_t n, double *y);
} rows[] = {
#define CAROM_OUTPUT(ID, name, unit, where, value, meaning)                                                            \
    {{name, unit, meaning, CAROM_OUTPUT_IN_##where}, output_##ID},
#include "mods/sweep/outputs.def"
#undef CAROM_OUTPUT
};

const carom_output_info *carom_output_at(int output) {
    return output >= 0 && output < CAROM_OUTPUT_COUNT ? &rows[output].info : NULL;
}

const double *carom_output_column(carom_sweep_quantity output, const carom_block_columns *block, size_t n, double *y) {
    return rows[output].column(block, n, y);
}
