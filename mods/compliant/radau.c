// The stages Z_i = y(c_i h) - y(0) of a step of length h solve  Z_i = h sum_j A_ij f(y(0) + Z_j)  by Newton's method,
//   (I - h A_ij J_j) dZ = h A f - Z,   J_j the derivative of the flow at stage j
// with a derivative at every stage: the direction of a slip in space turns at a rate like 1/N, which changes much within
// a step, and one derivative for all of them converges slowly or not at all.
#include "radau.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "machine.h"
#include "radau_table.h"

// Of Legendre's polynomial of degree 9 in the step, as a share of each state: what is left out is a tenth of it.
#define TOLERANCE 1e-12
// A guard is asked at every stage, so a step may be this many times as long as where only its ends are.
#define LONGEST 100.0
// Newton's last correction. 1e-14: rounding makes corrections of 1e-15.
#define SOLVED 1e-14
// The same by a derivative made for it: its square is left, and rounding.
#define ROUNDED 1e-12

enum { MOST_CORE = 24, MOST_STATES = 16, ITERATIONS = 16, TRIES = 60 };

// An evaluation of the flow is as long as this many products.
enum { PRODUCTS = 1000 };

const int carom_radau_stages = STAGES;

struct carom_radau {
    carom_ode_field field;
    int copies, n;                   // of the states, each n
    int core;                        // states that the flow depends on, in each copy
    int place[CAROM_MACHINE_STATES]; // of each of them
    double next;                     // the step it would take
    double length;                   // of the last step; 0: there is none
    double y[CAROM_MACHINE_STATES];  // at its beginning
    double Z[STAGES][CAROM_MACHINE_STATES], f[STAGES][CAROM_MACHINE_STATES];
    double scale[CAROM_MACHINE_STATES];
    double *matrix; // of Newton's method, then its factors
    int *pivot;
};

static double *row_of(carom_radau *r, int i) {
    return r->matrix + (size_t)i * (size_t)(STAGES * r->core);
}

carom_radau *carom_radau_open(const carom_ode_field *field) {
    carom_radau *r = calloc(1, sizeof *r);
    if (!r) return NULL;
    r->field = *field;
    r->copies = field->copies > 1 ? field->copies : 1;
    r->n = field->states / r->copies;
    for (int i = 0; i < r->n; i++)
        if (i < field->quiet || i >= field->quiet_end) r->place[r->core++] = i;
    const size_t n = (size_t)(STAGES * r->core);
    r->matrix =
        r->core <= MOST_CORE && (!field->slopes || r->n <= MOST_STATES) ? malloc(n * n * sizeof *r->matrix) : NULL;
    r->pivot = malloc(n * sizeof *r->pivot);
    r->next = 1e-3 * field->longest;
    if (r->matrix && r->pivot) return r;
    carom_radau_close(r);
    return NULL;
}

void carom_radau_close(carom_radau *r) {
    if (!r) return;
    free(r->matrix);
    free(r->pivot);
    free(r);
}

void carom_radau_reset(carom_radau *r, const double *y) {
    memcpy(r->y, y, (size_t)r->field.states * sizeof *y);
    r->length = 0.0;
}

// The interpolant through the beginning and the stages of the last step, less its value at the beginning, at a share x of it.
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

// Gauss's elimination with pivots by rows.
static bool factor(carom_radau *r, int n) {
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(row_of(r, i)[k]) > fabs(row_of(r, best)[k])) best = i;
        double *restrict top = row_of(r, k), *other = row_of(r, best);
        r->pivot[k] = best;
        for (int j = 0; best != k && j < n; j++) {
            const double swap = top[j];
            top[j] = other[j];
            other[j] = swap;
        }
        if (!(fabs(top[k]) > 0.0)) return false;
        for (int i = k + 1; i < n; i++) {
            double *restrict row = row_of(r, i);
            if (row[k] == 0.0) continue;
            const double share = row[k] /= top[k];
            for (int j = k + 1; j < n; j++) row[j] -= share * top[j];
        }
    }
    return true;
}

static void solve(carom_radau *r, int n, double *b) {
    for (int k = 0; k < n; k++) {
        const double swap = b[k];
        b[k] = b[r->pivot[k]];
        b[r->pivot[k]] = swap;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) b[i] -= row_of(r, i)[j] * b[j];
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++) b[i] -= row_of(r, i)[j] * b[j];
        b[i] /= row_of(r, i)[i];
    }
}

// The flow at stage j, one state off by a part of what it moves by.
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

// The slopes at stage j that the field knows itself.
static void known_slopes(carom_radau *r, int j, double *A) {
    double y[CAROM_MACHINE_STATES];
    for (int i = 0; i < r->field.states; i++) y[i] = r->y[i] + r->Z[j][i];
    r->field.slopes(r->field.self, y, A);
}

static bool linearize(carom_radau *r, double h) {
    const int n = STAGES * r->core;
    double column[CAROM_MACHINE_STATES], A[MOST_STATES * MOST_STATES];
    for (int j = 0; j < STAGES; j++) {
        if (r->field.slopes) known_slopes(r, j, A);
        for (int k = 0; k < r->core; k++) {
            for (int l = 0; l < r->core && r->field.slopes; l++) column[l] = A[r->place[l] * r->n + r->place[k]];
            if (!r->field.slopes && !slope_of(r, h, j, r->place[k], column)) return false;
            for (int i = 0; i < STAGES; i++)
                for (int l = 0; l < r->core; l++)
                    row_of(r, i * r->core + l)[j * r->core + k] =
                        (i == j && l == k ? 1.0 : 0.0) - h * integrals[i][j] * column[l];
        }
    }
    *r->field.work += (size_t)n * (size_t)n * (size_t)n / (2 * PRODUCTS);
    return factor(r, n);
}

static bool flows(carom_radau *r) {
    double y[CAROM_MACHINE_STATES];
    for (int j = 0; j < STAGES; j++) {
        for (int i = 0; i < r->field.states; i++) y[i] = r->y[i] + r->Z[j][i];
        if (!carom_flow_at(&r->field, y, r->f[j])) return false;
    }
    return true;
}

// What is left of the equations; states that the flow does not depend on are set.
static void residual(carom_radau *r, double h, double *left) {
    for (int i = 0; i < STAGES; i++) {
        double sum[CAROM_MACHINE_STATES] = {0.0};
        for (int j = 0; j < STAGES; j++)
            for (int k = 0; k < r->field.states; k++) sum[k] += integrals[i][j] * r->f[j][k];
        for (int c = 0; c < r->copies; c++) {
            const int at = c * r->n;
            for (int k = 0; k < r->core; k++)
                left[(c * STAGES + i) * r->core + k] = h * sum[at + r->place[k]] - r->Z[i][at + r->place[k]];
            for (int k = at + r->field.quiet; k < at + r->field.quiet_end; k++) r->Z[i][k] = h * sum[k];
        }
    }
}

// Every copy is moved by the same slopes.
static double correct(carom_radau *r, double *left) {
    const size_t n = (size_t)(STAGES * r->core);
    double most = 0.0;
    *r->field.work += (size_t)r->copies * n * n / PRODUCTS;
    for (int c = 0; c < r->copies; c++) {
        double *d = left + c * STAGES * r->core;
        solve(r, STAGES * r->core, d);
        for (int i = 0; i < STAGES; i++)
            for (int k = 0; k < r->core; k++) {
                const int at = c * r->n + r->place[k];
                const double move = d[i * r->core + k], size = fabs(move) / r->scale[at];
                r->Z[i][at] += move;
                most = size <= most ? most : size; // NaN is kept
            }
    }
    return most;
}

// Newton's method from the stages that are there. A derivative that makes slow progress is made anew: its corrections are
// small because it is wrong (the force grows much within a step, and the direction of slip follows it), and say nothing
// of what is left. Those of a fresh one leave their square.
static bool newton(carom_radau *r, double h) {
    double left[STAGES * CAROM_MACHINE_STATES], before = HUGE_VAL;
    bool fresh = true;
    if (!flows(r) || !linearize(r, h)) return false;
    for (int it = 0; it < ITERATIONS; it++) {
        residual(r, h, left);
        const double most = correct(r, left);
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

// The share of the highest polynomial in the step, over what is allowed.
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

// The stages of the next step as the polynomial of the last one goes on, or at rest.
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
