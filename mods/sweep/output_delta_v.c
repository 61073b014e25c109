// Outputs the change of velocity of a body's centre: |P| / m.
#include <math.h>

#include "mods/sweep/outputs.h"

static const double *change_of_speed(const carom_block_columns *block, int body, size_t n, double *y) {
    for (size_t i = 0; i < n; i++) {
        double square = 0.0;
        for (int r = 0; r < block->contacts->dim; r++) square += block->P[r][i] * block->P[r][i];
        y[i] = sqrt(square) * block->contacts->inverse_mass[body][i];
    }
    return y;
}

const double *carom_output_delta_v_a(const carom_block_columns *block, size_t n, double *room) {
    return change_of_speed(block, 0, n, room);
}

const double *carom_output_delta_v_b(const carom_block_columns *block, size_t n, double *room) {
    return change_of_speed(block, 1, n, room);
}
