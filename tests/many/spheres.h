// Provides systems of 3D contacts: a row of touching spheres, and a box on many points.
#ifndef CAROM_TESTS_MANY_SPHERES_H
#define CAROM_TESTS_MANY_SPHERES_H

#include <string.h>

#include "bench/random.h"
#include "carom/carom.h"
#include "carom/systems.h"
#include "support/params.h"

enum { MOST_IN_SPACE = 100 };

typedef struct space_system {
    carom_system s;
    carom_params contact[MOST_IN_SPACE];
    double W[9 * MOST_IN_SPACE * MOST_IN_SPACE], v[3 * MOST_IN_SPACE];
} space_system;

static inline void space_params(space_system *x, int nc, double e, double mu) {
    memset(x, 0, sizeof *x);
    x->s = (carom_system){.nc = nc, .dim = 3, .W = x->W, .v = x->v};
    for (int i = 0; i < nc; i++) {
        x->contact[i] = params_plain();
        x->contact[i].e = x->contact[i].e_t = e;
        x->contact[i].mu = mu;
    }
}

// Makes a row of spheres of radius 1 and mass 1 along x. Contact i joins sphere i (body B) and sphere i + 1 (body A),
// with the normal along x. A tangential impulse also rotates both spheres, and contributes 1/m + r^2/I = 1 + 2.5 for
// each. Neighbouring contacts are coupled through one sphere. The coupling is -1 for the normals and -1 + 2.5 for the
// tangents.
static inline void space_row(space_system *x, int nc) {
    space_params(x, nc, 0.3, 0.4);
    const int n = 3 * nc;
    for (int i = 0; i < nc; i++) {
        for (int k = 0; k < 3; k++) {
            x->W[(3 * i + k) * n + 3 * i + k] = k ? 7.0 : 2.0;
            if (i + 1 == nc) continue;
            const double across = k ? 1.5 : -1.0;
            x->W[(3 * i + k) * n + 3 * (i + 1) + k] = x->W[(3 * (i + 1) + k) * n + 3 * i + k] = across;
        }
        random_stream r = random_at(77, (uint64_t)i);
        x->v[3 * i] = -random_between(&r, 0.1, 1.0);
        x->v[3 * i + 1] = random_between(&r, -1.0, 1.0);
        x->v[3 * i + 2] = random_between(&r, -1.0, 1.0);
    }
}

// Computes the row of a box in the direction d: the linear part d and the angular part r x d.
static inline void box_row(double row[6], const double r[3], const double d[3]) {
    for (int k = 0; k < 3; k++) {
        row[k] = d[k];
        row[3 + k] = r[(k + 1) % 3] * d[(k + 2) % 3] - r[(k + 2) % 3] * d[(k + 1) % 3];
    }
}

// Makes a box of mass 1 that lands on nc points of its lower face. All contacts act on one body, so W has rank 6.
static inline void space_box_at(space_system *x, int nc, const double (*points)[2], const double u[6], double height) {
    static const double directions[3][3] = {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}};
    const double inverse_inertia[3] = {5.0, 4.0, 3.0};
    double rows[3 * MOST_IN_SPACE][6];
    const int n = 3 * nc;
    for (int i = 0; i < nc; i++) {
        const double r[3] = {points[i][0], points[i][1], -height};
        for (int k = 0; k < 3; k++) box_row(rows[3 * i + k], r, directions[k]);
    }
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 6; k++) x->v[i] += rows[i][k] * u[k];
        for (int j = 0; j < n; j++)
            for (int k = 0; k < 6; k++)
                x->W[i * n + j] += rows[i][k] * (k < 3 ? 1.0 : inverse_inertia[k - 3]) * rows[j][k];
    }
}

static inline void space_box(space_system *x, int nc) {
    double points[MOST_IN_SPACE][2];
    const double u[6] = {0.5, -0.2, -1.0, 0.3, -0.4, 0.2};
    space_params(x, nc, 0.3, 0.4);
    for (int i = 0; i < nc; i++) {
        random_stream r = random_at(78, (uint64_t)i);
        points[i][0] = random_between(&r, -1.0, 1.0);
        points[i][1] = random_between(&r, -1.0, 1.0);
    }
    space_box_at(x, nc, (const double(*)[2])points, u, 0.5);
}

#endif
