// Lemke's method on a compact dictionary: w = q + M z + d z0, one row per basic variable, one column per nonbasic one.
//
//   start    w basic; z0 enters and the row with the least q_i/d_i leaves, so that all is >= 0
//   pivot    the complement of what left enters; the row that first reaches zero leaves
//   end      z0 leaves: solved.  No row limits the entering variable: a secondary ray.
//
// Ties are broken lexicographically (Cottle, Pang & Stone 1992, 4.9): q is thought of as q + (eps, eps^2, ...), so that
// no two rows reach zero together and no basis comes back. Column 0 holds q, columns 1 .. n + 1 the nonbasic variables.
#include "many/lemke.h"

#include <math.h>
#include <string.h>

#include "many/arena.h"

// A basic variable this close to zero, relative to the largest |q|, has reached it: ties up to rounding count as ties.
// 1e-13: rounding in a dictionary of 128 rows leaves some 1e-15; a true gap of 1e-12 still decides.
#define TIE 1e-13
// An entry this small a share of its column is rounding, not a pivot.
#define NO_PIVOT 1e-11

typedef struct dictionary {
    int n, stride;
    double *T;     // n rows of `stride`
    int *basic;    // variable of each row: w_j is j, z_j is n + j, z0 is 2 n
    int *nonbasic; // variable of each column; column 0 is q
    int *place;    // row of a basic variable, -column < 0 of a nonbasic one
    int *tied;     // rows that reach zero together
    double scale;  // largest |q|
    const double *M, *q, *d;
} dictionary;

static bool carve(dictionary *t, carom_arena *a) {
    const int n = t->n;
    t->stride = (n + 3) & ~1;
    t->T = CAROM_TAKE(a, n * t->stride, double);
    int *indices = CAROM_TAKE(a, 5 * n + 3, int);
    if (carom_arena_short(a)) return false;
    t->basic = indices;
    t->tied = indices + n;
    t->nonbasic = indices + 2 * n;
    t->place = indices + 3 * n + 2;
    return true;
}

static void set_up(dictionary *t) {
    const int n = t->n;
    t->scale = 0.0;
    for (int i = 0; i < n; i++) {
        double *row = t->T + (size_t)i * (size_t)t->stride;
        row[0] = t->q[i];
        memcpy(row + 1, t->M + (size_t)i * (size_t)n, (size_t)n * sizeof *row);
        row[n + 1] = t->d ? t->d[i] : 1.0;
        if (t->stride > n + 2) row[n + 2] = 0.0;
        t->scale = fmax(t->scale, fabs(t->q[i]));
        t->basic[i] = i;
        t->place[i] = i;
        t->nonbasic[i + 1] = n + i;
        t->place[n + i] = -(i + 1);
    }
    t->nonbasic[0] = -1;
    t->nonbasic[n + 1] = 2 * n;
    t->place[2 * n] = -(n + 1);
}

// The coefficient of eps^(j+1) in the basic variable of row i.
static double perturbation(const dictionary *t, int i, int j) {
    const int at = t->place[j];
    if (at >= 0) return at == i ? 1.0 : 0.0;
    return -t->T[(size_t)i * (size_t)t->stride + (size_t)-at];
}

static bool is_basic(const dictionary *t, int variable) {
    return t->place[variable] >= 0;
}

// Of the tied rows, the one whose perturbed ratio is least. rate[i] > 0 is how fast row i falls.
static int lexicographic_least(const dictionary *t, int count, int column) {
    const int n = t->n;
    for (int j = 0; j < n && count > 1; j++) {
        double least = HUGE_VAL;
        int kept = 0;
        for (int k = 0; k < count; k++) {
            const int i = t->tied[k];
            const double rate = fabs(t->T[(size_t)i * (size_t)t->stride + (size_t)column]);
            const double ratio = perturbation(t, i, j) / rate;
            const double slack = NO_PIVOT * (fabs(ratio) + fabs(least < HUGE_VAL ? least : 0.0));
            if (ratio < least - slack) kept = 0;
            if (ratio <= least + slack) t->tied[kept++] = i;
            if (ratio < least) least = ratio;
        }
        count = kept;
    }
    return t->tied[0];
}

// The row that leaves when `column` grows; -1 on a ray. z0 leaves as soon as it may.
static int leaving_row(dictionary *t, int column) {
    const size_t stride = (size_t)t->stride;
    const double *at = t->T;
    double steepest = 0.0, least = HUGE_VAL;
    for (int i = 0; i < t->n; i++) steepest = fmax(steepest, fabs(at[(size_t)i * stride + (size_t)column]));
    const double no_pivot = NO_PIVOT * steepest, tie = TIE * t->scale;

    for (int i = 0; i < t->n; i++) {
        const double *row = at + (size_t)i * stride;
        if (row[column] < -no_pivot) {
            const double ratio = fmax(row[0], 0.0) / -row[column];
            if (ratio < least) least = ratio;
        }
    }
    int count = 0;
    for (int i = 0; i < t->n; i++) {
        const double *row = at + (size_t)i * stride;
        if (!(row[column] < -no_pivot) || row[0] + row[column] * least > tie) continue;
        if (t->basic[i] == 2 * t->n) return i;
        t->tied[count++] = i;
    }
    if (!count) return -1;
    return count == 1 ? t->tied[0] : lexicographic_least(t, count, column);
}

// The first row: the lexicographically least q_i/d_i, so the last of equal ones.
static int first_row(const dictionary *t) {
    int row = 0;
    double least = HUGE_VAL;
    for (int i = 0; i < t->n; i++) {
        const double ratio = t->q[i] / (t->d ? t->d[i] : 1.0);
        if (ratio <= least) {
            least = ratio;
            row = i;
        }
    }
    return row;
}

// Exchanges the basic variable of `row` with the nonbasic one of `column`; returns what left.
static int pivot(dictionary *t, int row, int column) {
    const size_t stride = (size_t)t->stride;
    const int width = t->stride;
    double *restrict from = t->T + (size_t)row * stride;
    const double inverse = 1.0 / from[column];
    for (int j = 0; j < width; j++) from[j] *= -inverse;
    from[column] = inverse;

    for (int i = 0; i < t->n; i++) {
        double *restrict to = t->T + (size_t)i * stride;
        const double factor = to[column];
        if (i == row || factor == 0.0) continue;
        to[column] = 0.0;
        for (int j = 0; j < width; j++) to[j] += factor * from[j];
    }
    const int out = t->basic[row], in = t->nonbasic[column];
    t->basic[row] = in;
    t->nonbasic[column] = out;
    t->place[in] = row;
    t->place[out] = -column;
    return out;
}

// The basic solution from the dictionary, and one step of iterative refinement: what is left of w = q + M z is a
// change of q, and the columns of the nonbasic w say what a change of q does.
static void read_solution(const dictionary *t, double *z, double *left, double *basic) {
    const int n = t->n;
    for (int j = 0; j < n; j++) {
        const int at = t->place[n + j];
        z[j] = is_basic(t, n + j) ? fmax(t->T[(size_t)at * (size_t)t->stride], 0.0) : 0.0;
    }
    for (int j = 0; j < n; j++) {
        double sum = t->q[j];
        for (int k = 0; k < n; k++) sum += t->M[(size_t)j * (size_t)n + (size_t)k] * z[k];
        const int at = t->place[j];
        left[j] = is_basic(t, j) ? sum - t->T[(size_t)at * (size_t)t->stride] : sum;
    }
    for (int i = 0; i < n; i++) {
        basic[i] = 0.0;
        if (t->basic[i] < n) continue;
        for (int j = 0; j < n; j++)
            if (left[j] != 0.0) basic[i] += perturbation(t, i, j) * left[j];
    }
    for (int i = 0; i < n; i++)
        if (t->basic[i] >= n && t->basic[i] < 2 * n) z[t->basic[i] - n] = fmax(z[t->basic[i] - n] + basic[i], 0.0);
}

size_t carom_lemke_memory(int n) {
    if (n < 1) return 0;
    carom_arena a = carom_arena_over(NULL, 0);
    dictionary t = {.n = n};
    carve(&t, &a);
    CAROM_TAKE(&a, 2 * n, double);
    return a.used;
}

carom_status carom_lemke_along(int n, const double *M, const double *q, const double *cover, double *z, void *memory,
                               size_t bytes, int *pivots) {
    carom_arena a = carom_arena_over(memory, bytes);
    dictionary t = {.n = n, .M = M, .q = q, .d = cover};
    const bool room = carve(&t, &a);
    double *scratch = CAROM_TAKE(&a, 2 * n, double);
    if (!room || !scratch) return CAROM_NO_ROOM;

    // Nothing to do when q >= 0.
    const int start = first_row(&t);
    *pivots = 0;
    if (q[start] >= 0.0) {
        for (int i = 0; i < n; i++) z[i] = 0.0;
        return CAROM_OK;
    }
    set_up(&t);
    int out = pivot(&t, start, n + 1);

    // 20 n: paths of some 2 n pivots are seen; a longer one has lost its way in rounding.
    for (*pivots = 1; *pivots < 20 * n + 100; ++*pivots) {
        const int column = -t.place[out < n ? out + n : out - n];
        const int row = leaving_row(&t, column);
        if (row < 0) return CAROM_NO_SOLUTION;
        out = pivot(&t, row, column);
        if (out == 2 * n) {
            read_solution(&t, z, scratch, scratch + n);
            return CAROM_OK;
        }
    }
    return CAROM_NOT_CONVERGED;
}

carom_status carom_lemke(int n, const double *M, const double *q, double *z, void *memory, size_t bytes, int *pivots) {
    int unused;
    if (n < 1) return CAROM_BAD_COUNT;
    if (!M || !q || !z || !memory) return CAROM_NULL_POINTER;
    for (int i = 0; i < n; i++)
        if (!isfinite(q[i])) return CAROM_NOT_FINITE;
    return carom_lemke_along(n, M, q, NULL, z, memory, bytes, pivots ? pivots : &unused);
}
