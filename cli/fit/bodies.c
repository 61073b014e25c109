// Reads free bodies from the columns of a table.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "carom/bodies.h"
#include "carom/fit.h"
#include "cli/fit/row.h"

double carom_fit_row_inertia(const carom_fit_row *p, double mass, double radius) {
    const double ratio = carom_fit_row_get(p, "ratio", (double)NAN);
    return carom_fit_row_get(p, "inertia", mass * radius * radius * ratio / (1.0 - ratio));
}

static bool refuse_body(const carom_fit_row *p) {
    return carom_refuse(
        p->refusal, CAROM_BAD_VALUE,
        "impact %zu: a body needs mass > 0, kg, and inertia > 0, kg m^2 (or ratio = I/(I + m R^2) with radius)",
        p->number);
}

// Reads the body's axes as columns, in n, t1, t2; all are 0 without an orientation. In 2D `angle` rotates the body's x
// axis counterclockwise from t. In 3D the quaternion rotates its axes from t1, t2, n.
static bool read_axes(carom_fit_row *p, carom_fit_body *b) {
    if (b->dim == 2 && carom_fit_row_has(p, "angle")) {
        const double angle = carom_fit_row_get(p, "angle", 0.0), c = cos(angle), s = sin(angle);
        b->axes[0][0] = s, b->axes[1][0] = c, b->axes[0][1] = c, b->axes[1][1] = -s;
    }
    if (b->dim == 2 || !carom_fit_row_has(p, "qw")) return true;
    static const char *const names[] = {"qw", "qx", "qy", "qz", NULL};
    double q[4], size = 0.0;
    if (carom_fit_row_lacks(p, names)) return false;
    for (int i = 0; i < 4; i++) q[i] = carom_fit_row_get(p, names[i], 0.0), size += q[i] * q[i];
    if (!(fabs(size - 1.0) < 0.01))
        return carom_refuse(p->refusal, CAROM_BAD_VALUE,
                            "impact %zu: qw, qx, qy, qz must be a unit quaternion; its length is %.4g", p->number,
                            sqrt(size));
    double R[3][3];
    carom_rotation_from_quaternion(q, R);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) b->axes[i][j] = R[(i + 2) % 3][j];
    return true;
}

// Reads the inertia of a 3D body: one number, or a matrix in the body's axes, which must then be known.
static bool read_inertia(carom_fit_row *p, carom_fit_body *b) {
    static const char *const names[3][3] = {
        {"I_xx", "I_xy", "I_xz"}, {"I_xy", "I_yy", "I_yz"}, {"I_xz", "I_yz", "I_zz"}};
    double own[3][3] = {{0}}, given[9];
    const bool column = carom_fit_row_has(p, "inertia"), columns = carom_fit_row_has(p, "I_xx");
    const int count = column || columns ? 0 : carom_fit_read_numbers(p->wishes->inertia, given, 9);
    const bool plain = column || count == 1;
    if (column) given[0] = carom_fit_row_get(p, "inertia", 0.0);
    for (int i = 0; i < 9; i++) {
        const bool diagonal = i / 3 == i % 3;
        double *at = &own[i / 3][i % 3];
        if (plain || count == 3)
            *at = diagonal ? given[plain ? 0 : i / 3] : 0.0;
        else if (count == 9)
            *at = given[i];
        else
            *at = carom_fit_row_get(p, names[i / 3][i % 3], diagonal ? (double)NAN : 0.0);
    }
    double known = 0.0;
    for (int i = 0; i < 9; i++) known += fabs(b->axes[i / 3][i % 3]);
    if (!plain && known == 0.0) {
        p->columns = true;
        return carom_refuse(p->refusal, CAROM_BAD_VALUE,
                            "an inertia in the body's axes needs the attitude: columns qw, qx, qy, qz");
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3 && !plain; k++)
                for (int l = 0; l < 3; l++) b->inertia[i][j] += b->axes[i][k] * own[k][l] * b->axes[j][l];
    if (plain) memcpy(b->inertia, own, sizeof own);
    return true;
}

static bool read_2d(carom_fit_row *p, carom_fit_body *b) {
    static const char *const arm[] = {"r_n", NULL};
    if (!carom_fit_row_has(p, "radius") && carom_fit_row_lacks(p, arm)) return false;
    const double radius = carom_fit_row_get(p, "radius", (double)NAN);
    b->inertia[0][0] = carom_fit_row_inertia(p, b->mass, radius);
    if (isnan(b->inertia[0][0])) b->inertia[0][0] = carom_fit_option(p->wishes->inertia);
    b->arm[0] = carom_fit_row_get(p, "r_n", -radius), b->arm[1] = carom_fit_row_get(p, "r_t", 0.0);
    return read_axes(p, b);
}

static bool read_3d(carom_fit_row *p, carom_fit_body *b) {
    static const char *const arm[] = {"r_n", "r_t1", "r_t2", NULL};
    if (carom_fit_row_lacks(p, arm)) return false;
    for (int i = 0; i < 3; i++) b->arm[i] = carom_fit_row_get(p, arm[i], 0.0);
    return read_axes(p, b) && read_inertia(p, b);
}

bool carom_fit_row_body(carom_fit_row *p, carom_fit_body *b) {
    static const char *const flat[] = {"u_n",        "u_t", "spin", "u_n_after", "u_t_after",
                                       "spin_after", "r_n", "r_t",  NULL};
    static const char *const solid[] = {
        "u_n",        "u_t1",      "u_t2",       "w_n",        "w_t1", "w_t2", "u_n_after", "u_t1_after",
        "u_t2_after", "w_n_after", "w_t1_after", "w_t2_after", "r_n",  "r_t1", "r_t2",      NULL};
    static const char *const mass[] = {"mass", NULL};
    const bool space = carom_fit_row_has(p, "u_t1");
    const char *const *names = space ? solid : flat;
    const int speeds = space ? 12 : 6;
    const char *some[13] = {NULL};
    memcpy(some, names, sizeof *some * (size_t)speeds);
    *b =
        (carom_fit_body){.dim = space ? 3 : 2, .mass = carom_fit_row_get(p, "mass", carom_fit_option(p->wishes->mass))};
    if (carom_fit_row_lacks(p, some) || (!p->wishes->mass && carom_fit_row_lacks(p, mass))) return false;
    if (!(space ? read_3d : read_2d)(p, b)) return false;
    for (int i = 0; i < speeds; i++) b->u[i] = carom_fit_row_get(p, names[i], 0.0);
    if (carom_fit_row_states_errors(p, names, speeds) &&
        !carom_fit_row_errors(p, names, speeds, CAROM_FIT_MEASURED, &b->S[0][0]))
        return false;
    for (int i = 0; i < b->dim; i++) {
        char name[16];
        snprintf(name, sizeof name, "sd_%s", names[speeds + i]);
        const double sd = carom_fit_row_get(p, name, 0.0);
        b->S[speeds + i][speeds + i] = sd * sd;
    }
    carom_fit_impact at;
    return carom_fit_impact_from_body(b, &at) == CAROM_OK || refuse_body(p);
}
