// Solves for the stages Z_i = y(c_i h) - y(0) of a step of length h, Z_i = h sum_j A_ij f(y(0) + Z_j), by Newton's
// method,
//   (I - h A_ij J_j) dZ = h A f - Z,   J_j the derivative of the flow at stage j
// It uses a derivative at every stage. The direction of a slip in 3D turns at a rate proportional to 1/N, which changes
// much
// within a step, and a common derivative converges slowly or not at all.
// States that are integrals of others, x' = v, follow from them, dX = left + h A dV. Only the others are solved for:
//   (I - h A_ij (J_j + h K_j A)) dV = left + h A K left_x,   K_j the derivative of their flow with x
#include "radau.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "panels.h"
#include "piece.h"
#include "radau_table.h"

// Tolerance of the coefficient of the Legendre polynomial of degree 9 in a step, relative to the size of each state.
// The truncation error of the step is 10 % of this coefficient.
#define TOLERANCE 1e-12
// A step may be this many times as long as a step that checks guards only at its ends. Here guards are checked at every
// stage.
#define LONGEST 100.0
// Tolerance of Newton's last correction. It is 1e-14, because rounding causes corrections of 1e-15.
#define SOLVED 1e-14
// The tolerance of Newton's correction after computing a new derivative. The remaining error is the square of the
// correction, plus rounding.
#define ROUNDED 1e-12

enum { MOST_CORE = 24, ITERATIONS = 16, TRIES = 60 };

// The cost of an evaluation of the flow, in multiplications.
enum { PRODUCTS = 1000 };

const int carom_radau_stages = STAGES;

struct carom_radau {
    carom_ode_field field;
    int core;                        // number of states on which the flow depends
    int place[CAROM_MACHINE_STATES]; // index of each of them
    double next;                     // length of the next step
    double length;                   // length of the last step; 0 if there is none
    double y[CAROM_MACHINE_STATES];  // states at its beginning
    double Z[STAGES][CAROM_MACHINE_STATES], f[STAGES][CAROM_MACHINE_STATES];
    double scale[CAROM_MACHINE_STATES];
    double *slopes; // derivatives of the flow at every stage, core rows of core
    double *matrix; // matrix of Newton's method, then its factors
    int *pivot;
    int by[MOST_CORE];         // for each core state: the state of which it is the integral, or -1
    int solved, at[MOST_CORE]; // number of states solved for, and the index of each among those
};

static double slope_at(const carom_radau *r, int stage, int row, int column) {
    return r->slopes[(stage * r->core + row) * r->core + column];
}

carom_radau *carom_radau_open(const carom_ode_field *field) {
    carom_radau *r = calloc(1, sizeof *r);
    if (!r) return NULL;
    r->field = *field;
    for (int i = 0; i < field->states; i++)
        if (i < field->quiet || i >= field->quiet_end) r->place[r->core++] = i;
    const size_t n = (size_t)(STAGES * r->core);
    const bool worth = r->core <= MOST_CORE;
    r->matrix = worth ? malloc(n * n * sizeof *r->matrix) : NULL;
    r->slopes = worth ? malloc(n * (size_t)r->core * sizeof *r->slopes) : NULL;
    r->pivot = malloc(n * sizeof *r->pivot);
    r->next = 1e-3 * field->longest;
    if (r->matrix && r->slopes && r->pivot) return r;
    carom_radau_close(r);
    return NULL;
}

void carom_radau_close(carom_radau *r) {
    if (!r) return;
    free(r->matrix);
    free(r->slopes);
    free(r->pivot);
    free(r);
}

void carom_radau_reset(carom_radau *r, const double *y) {
    memcpy(r->y, y, (size_t)r->field.states * sizeof *y);
    r->length = 0.0;
}

// Evaluates the interpolant through the beginning and the stages of the last step, minus its value at the beginning, at
// a fraction x of it.
static void interpolate(const carom_radau *r, double x, double *Z) {
    double sum = weights[0] / x;
    memset(Z, 0, (size_t)r->field.states * sizeof *Z);
    for (int j = 0; j < STAGES; j++) {
        if (x == carom_radau_nodes[j]) {
            memcpy(Z, r->Z[j], (size_t)r->field.states * sizeof *Z);
            return;
        }
        const double w = weights[1 + j] / (x - carom_radau_nodes[j]);
        sum += w;
        for (int i = 0; i < r->field.states; i++) Z[i] += w * r->Z[j][i];
    }
    for (int i = 0; i < r->field.states; i++) Z[i] /= sum;
}

void carom_radau_within(const carom_radau *r, double time, double *y) {
    double Z[CAROM_MACHINE_STATES] = {0.0};
    if (time > 0.0 && r->length > 0.0) interpolate(r, time / r->length, Z);
    for (int i = 0; i < r->field.states; i++) y[i] = r->y[i] + Z[i];
}

// Computes the flow at stage j with one state changed by a fraction of its own change.
static bool slope_of(carom_radau *r, double h, int j, int which, double *column) {
    double y[CAROM_MACHINE_STATES], f[CAROM_MACHINE_STATES];
    for (int i = 0; i < r->field.states; i++) y[i] = r->y[i] + r->Z[j][i];
    const double was = y[which];
    y[which] += 1e-7 * (fabs(was) + h * fabs(r->f[j][which])) + 1e-10 * r->scale[which];
    const double off = y[which] - was;
    if (!carom_flow_at(&r->field, y, f)) return false;
    for (int i = 0; i < r->core; i++) column[i] = (f[r->place[i]] - r->f[j][r->place[i]]) / off;
    return true;
}

// Returns the state whose integral this state is at every stage; -1 if there is none.
static int mover_of(const carom_radau *r, int row) {
    int by = -1;
    for (int k = 0; k < r->core; k++)
        if (slope_at(r, 0, row, k) != 0.0) by = by < 0 ? k : row;
    for (int j = 0; j < STAGES && by >= 0; j++)
        for (int k = 0; k < r->core; k++)
            if (slope_at(r, j, row, k) != (k == by ? 1.0 : 0.0)) return -1;
    return by == row ? -1 : by;
}

static void choose_solved(carom_radau *r) {
    r->solved = 0;
    for (int k = 0; k < r->core; k++) r->by[k] = mover_of(r, k);
    for (int k = 0; k < r->core; k++) {
        if (r->by[k] >= 0 && r->by[r->by[k]] >= 0) r->by[k] = -1; // a state that is itself an integral cannot be used
        if (r->by[k] < 0) r->at[k] = r->solved++;
    }
}

// Adds the derivative of state `row` by state `column` to Newton's matrix, directly or through the integral. The
// unknowns of the matrix are the stages of the first state, then those of the next, and so on.
static void place_slope(carom_radau *r, double h, int row, int column) {
    const int by = r->by[column], n = STAGES * r->solved;
    double *to = r->matrix + STAGES * (r->at[row] * n + r->at[by < 0 ? column : by]), share[STAGES];
    bool none = true;
    for (int j = 0; j < STAGES; j++) {
        share[j] = h * slope_at(r, j, row, column);
        none = none && share[j] == 0.0;
    }
    for (int i = 0; i < STAGES && !none; i++, to += n)
        for (int j = 0; j < STAGES; j++) {
            const double part = integrals[i][j] * share[j];
            if (by < 0) to[j] -= part;
            for (int m = 0; by >= 0 && m < STAGES; m++) to[m] -= part * (h * integrals[j][m]);
        }
}

static bool linearize(carom_radau *r, double h) {
    double column[CAROM_MACHINE_STATES];
    for (int j = 0; j < STAGES; j++)
        for (int k = 0; k < r->core; k++) {
            if (!slope_of(r, h, j, r->place[k], column)) return false;
            for (int l = 0; l < r->core; l++) r->slopes[(j * r->core + l) * r->core + k] = column[l];
        }
    choose_solved(r);
    const size_t n = (size_t)(STAGES * r->solved);
    memset(r->matrix, 0, n * n * sizeof *r->matrix);
    for (size_t i = 0; i < n; i++) r->matrix[i * n + i] = 1.0;
    for (int l = 0; l < r->core; l++)
        for (int k = 0; k < r->core && r->by[l] < 0; k++) place_slope(r, h, l, k);
    *r->field.work += n * n * n / (2 * PRODUCTS);
    return carom_panel_factor((int)n, r->matrix, r->pivot);
}

static bool flows(carom_radau *r) {
    double y[CAROM_MACHINE_STATES];
    for (int j = 0; j < STAGES; j++) {
        for (int i = 0; i < r->field.states; i++) y[i] = r->y[i] + r->Z[j][i];
        if (!carom_flow_at(&r->field, y, r->f[j])) return false;
    }
    return true;
}

// Computes the residual of the equations. Sets the states on which the flow does not depend.
static void residual(carom_radau *r, double h, double *left) {
    for (int i = 0; i < STAGES; i++) {
        double sum[CAROM_MACHINE_STATES] = {0.0};
        for (int j = 0; j < STAGES; j++)
            for (int k = 0; k < r->field.states; k++) sum[k] += integrals[i][j] * r->f[j][k];
        for (int k = 0; k < r->core; k++) left[i * r->core + k] = h * sum[r->place[k]] - r->Z[i][r->place[k]];
        for (int k = r->field.quiet; k < r->field.quiet_end; k++) r->Z[i][k] = h * sum[k];
    }
}

// Computes Newton's corrections from the residual. Both are ordered by stage, each with all core states.
static void move_by(carom_radau *r, double h, double *left) {
    const int core = r->core;
    double b[STAGES * MOST_CORE], pushed[STAGES][MOST_CORE];
    for (int j = 0; j < STAGES; j++)
        for (int l = 0; l < core; l++) {
            pushed[j][l] = 0.0;
            for (int k = 0; k < core && r->by[l] < 0; k++)
                if (r->by[k] >= 0) pushed[j][l] += h * slope_at(r, j, l, k) * left[j * core + k];
        }
    for (int i = 0; i < STAGES; i++)
        for (int l = 0; l < core; l++) {
            double sum = left[i * core + l];
            for (int j = 0; j < STAGES; j++) sum += integrals[i][j] * pushed[j][l];
            if (r->by[l] < 0) b[r->at[l] * STAGES + i] = sum;
        }
    carom_panel_solve(STAGES * r->solved, r->matrix, r->pivot, b);
    for (int i = 0; i < STAGES; i++)
        for (int l = 0; l < core; l++) {
            if (r->by[l] < 0) left[i * core + l] = b[r->at[l] * STAGES + i];
            for (int j = 0; j < STAGES && r->by[l] >= 0; j++)
                left[i * core + l] += h * integrals[i][j] * b[r->at[r->by[l]] * STAGES + j];
        }
}

// Corrects the stages. Returns the largest correction, relative to the size of its state.
static double correct(carom_radau *r, double h, double *left) {
    const size_t n = (size_t)(STAGES * r->solved);
    double most = 0.0;
    *r->field.work += n * n / PRODUCTS;
    move_by(r, h, left);
    for (int i = 0; i < STAGES; i++)
        for (int k = 0; k < r->core; k++) {
            const double move = left[i * r->core + k], size = fabs(move) / r->scale[r->place[k]];
            r->Z[i][r->place[k]] += move;
            most = size <= most ? most : size; // keeps NaN
        }
    return most;
}

// Runs Newton's method from the present stages. If the iteration converges slowly, the derivative is computed again.
// With a wrong derivative, corrections may be small although the remaining error is not. The force grows much within a
// step, and the direction of slip follows it. With a fresh derivative the remaining error is the square of the
// correction.
static bool newton(carom_radau *r, double h) {
    double left[STAGES * CAROM_MACHINE_STATES], before = HUGE_VAL;
    bool fresh = true;
    if (!flows(r) || !linearize(r, h)) return false;
    for (int it = 0; it < ITERATIONS; it++) {
        residual(r, h, left);
        const double most = correct(r, h, left);
        const bool slow = most > 0.1 * before;
        if (!isfinite(most) || !flows(r)) return false;
        if (fresh ? most <= ROUNDED : most <= SOLVED && !slow) {
            residual(r, h, left);
            return true;
        }
        if (fresh && most > 2.0 * before) return false;
        if (slow && !linearize(r, h)) return false;
        before = slow && !fresh ? HUGE_VAL : most;
        fresh = slow;
    }
    return false;
}

// Returns the coefficient of the highest polynomial in the step, relative to the tolerance.
static double estimate(const carom_radau *r) {
    double worst = 0.0;
    for (int i = 0; i < r->field.states; i++) {
        double share = 0.0;
        for (int j = 0; j < STAGES; j++) share += weights[1 + j] * r->Z[j][i];
        const double off = fabs(share) / (TOLERANCE * r->scale[i]);
        worst = off <= worst ? worst : off;
    }
    return worst;
}

// Predicts the stages of the next step by extrapolating the polynomial of the last step, or assumes constant states.
static void predict(carom_radau *r, const carom_radau *last, double h) {
    const double grown = h / last->length;
    memset(r->Z, 0, sizeof r->Z);
    for (int j = 0; j < STAGES && last->length > 0.0 && grown <= 3.0; j++) {
        interpolate(last, 1.0 + grown * carom_radau_nodes[j], r->Z[j]);
        for (int i = 0; i < r->field.states; i++) r->Z[j][i] -= last->Z[STAGES - 1][i];
    }
}

bool carom_radau_advance(carom_radau *r, double *length, double *y) {
    const carom_radau last = *r;
    double h = fmin(r->next, LONGEST * r->field.longest);
    carom_radau_within(&last, last.length, r->y);
    for (int i = 0; i < r->field.states; i++) r->scale[i] = r->field.size[i] + fabs(r->y[i]);
    for (int tries = 0; tries < TRIES; tries++) {
        predict(r, &last, h);
        const bool solved = newton(r, h);
        const double off = solved ? estimate(r) : HUGE_VAL;
        if (off <= 1.0) {
            r->length = *length = h;
            r->next = h * fmin(5.0, 0.9 * pow(fmax(off, 1e-12), -1.0 / STAGES));
            carom_radau_within(r, h, y);
            return true;
        }
        h *= solved && isfinite(off) ? fmax(0.1, 0.8 * pow(off, -1.0 / STAGES)) : 0.25;
    }
    return false;
}

bool carom_radau_retake(carom_radau *r, double length) {
    const carom_radau last = *r;
    for (int j = 0; j < STAGES; j++) interpolate(&last, carom_radau_nodes[j] * length / last.length, r->Z[j]);
    r->length = length;
    if (newton(r, length)) return true;
    memcpy(r->Z, last.Z, sizeof r->Z);
    r->length = last.length;
    return false;
}
