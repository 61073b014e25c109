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
// 1e-12: at 1e-13 rounding unties rows of redundant systems with 20 contacts and more, and 3 of 1e5 end on a ray.
#define TIE 1e-12
// An entry this small a share of its column is rounding, not a pivot.
#define NO_PIVOT 1e-11
// What is left of the equations, relative to the largest |q|, before the answer is refined.
#define REFINE 1e-15
// So few pivots leave nothing to refine.
#define FEW 6
// Rows up to this width are added even when their factor is zero: a branch missed costs more.
#define DENSE 20

typedef struct dictionary {
    int n, stride;
    double *T;     // n rows of `stride`
    int *basic;    // variable of each row: w_j is j, z_j is n + j, z0 is 2 n
    int *nonbasic; // variable of each column; column 0 is q
    int *place;    // row of a basic variable, -column < 0 of a nonbasic one
    int *tied;     // rows that reach zero together
    double *fall;  // how fast each row falls as the entering variable grows
    double scale;  // largest |q|
    const double *M, *q, *d;
} dictionary;

// fmax is a call; this is not, and NaN cannot come here.
static inline double larger(double a, double b) {
    return a > b ? a : b;
}

static bool carve(dictionary *t, carom_arena *a) {
    const size_t n = (size_t)t->n;
    t->stride = (t->n + 3) & ~1;
    t->T = CAROM_TAKE(a, n * (size_t)t->stride, double);
    t->fall = CAROM_TAKE(a, n, double);
    int *indices = CAROM_TAKE(a, 5 * n + 4, int);
    if (carom_arena_short(a)) return false;
    t->basic = indices;
    t->tied = indices + n;
    t->nonbasic = indices + 2 * n + 1;
    t->place = indices + 3 * n + 3;
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
        t->scale = larger(t->scale, fabs(t->q[i]));
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

// Of the tied rows, the one whose perturbed ratio is least.
static int lexicographic_least(const dictionary *t, int count) {
    const int n = t->n;
    for (int j = 0; j < n && count > 1; j++) {
        double least = HUGE_VAL;
        int kept = 0;
        for (int k = 0; k < count; k++) {
            const int i = t->tied[k];
            const double ratio = perturbation(t, i, j) / t->fall[i];
            const double slack = NO_PIVOT * (fabs(ratio) + fabs(least < HUGE_VAL ? least : 0.0));
            if (ratio < least - slack) kept = 0;
            if (ratio <= least + slack) t->tied[kept++] = i;
            if (ratio < least) least = ratio;
        }
        count = kept;
    }
    return t->tied[0];
}

// The row that leaves when `column` grows; -1 on a ray. z0 leaves as soon as it may. Which rows fall is as good as
// random, so the loops choose without branching.
static inline int leaving_row_of(dictionary *t, int column, int n, size_t stride) {
    double steepest = 0.0;
    for (int i = 0; i < n; i++) {
        t->fall[i] = -t->T[(size_t)i * stride + (size_t)column];
        steepest = larger(steepest, fabs(t->fall[i]));
    }
    const double no_pivot = NO_PIVOT * steepest, tie = TIE * t->scale;

    // The least ratio q_i / fall_i, compared crosswise: one division in all. A row that does not fall has fall_i = 0.
    double height = HUGE_VAL, speed = 1.0;
    for (int i = 0; i < n; i++) {
        const double q = larger(t->T[(size_t)i * stride], 0.0);
        const double fall = t->fall[i] > no_pivot ? t->fall[i] : 0.0;
        const bool sooner = q * speed < height * fall;
        height = sooner ? q : height;
        speed = sooner ? fall : speed;
        t->fall[i] = fall;
    }
    if (!(height < HUGE_VAL)) return -1;
    const double least = height / speed;
    int count = 0;
    for (int i = 0; i < n; i++) {
        t->tied[count] = i;
        count += (t->T[(size_t)i * stride] - t->fall[i] * least <= tie) & (t->fall[i] > 0.0);
    }
    for (int k = 0; k < count; k++)
        if (t->basic[t->tied[k]] == 2 * n) return t->tied[k];
    return count > 1 ? lexicographic_least(t, count) : t->tied[0];
}

// One and two contacts have their loops unrolled: there the loops cost more than what they do.
static int leaving_row(dictionary *t, int column) {
    switch (t->n) {
    case 4: return leaving_row_of(t, column, 4, 6);
    case 8: return leaving_row_of(t, column, 8, 10);
    default: return leaving_row_of(t, column, t->n, (size_t)t->stride);
    }
}

// The first row: the lexicographically least q_i/d_i, so the last of equal ones.
static int first_row(const dictionary *t) {
    int row = 0;
    double least = HUGE_VAL;
    for (int i = 0; i < t->n; i++) {
        const double ratio = t->d ? t->q[i] / t->d[i] : t->q[i];
        if (ratio <= least) {
            least = ratio;
            row = i;
        }
    }
    return row;
}

// The entry in the pivot's column is written last: a short store before the wide loads of the loop would stall them.
static inline void add_row(double *restrict to, const double *restrict from, int column, int width, double inverse) {
    const double factor = to[column];
    if (width > DENSE && factor == 0.0) return;
    for (int j = 0; j < width; j++) to[j] += factor * from[j];
    to[column] = factor * inverse;
}

// Exchanges the basic variable of `row` with the nonbasic one of `column`; returns what left.
static inline int pivot_of(dictionary *t, int row, int column, int n, int width) {
    const size_t stride = (size_t)width;
    double *from = t->T + (size_t)row * stride;
    const double inverse = 1.0 / from[column];
    for (int j = 0; j < width; j++) from[j] *= -inverse;
    for (int i = 0; i < row; i++) add_row(t->T + (size_t)i * stride, from, column, width, inverse);
    for (int i = row + 1; i < n; i++) add_row(t->T + (size_t)i * stride, from, column, width, inverse);
    from[column] = inverse;
    const int out = t->basic[row], in = t->nonbasic[column];
    t->basic[row] = in;
    t->nonbasic[column] = out;
    t->place[in] = row;
    t->place[out] = -column;
    return out;
}

static int pivot(dictionary *t, int row, int column) {
    switch (t->n) {
    case 4: return pivot_of(t, row, column, 4, 6);
    case 8: return pivot_of(t, row, column, 8, 10);
    default: return pivot_of(t, row, column, t->n, t->stride);
    }
}

// The basic solution, once z0 has left the basis.
static void read_solution(const dictionary *t, double *z) {
    const int n = t->n;
    for (int j = 0; j < n; j++) z[j] = 0.0;
    for (int i = 0; i < n; i++) {
        const double value = t->T[(size_t)i * (size_t)t->stride];
        if (t->basic[i] >= n) z[t->basic[i] - n] = larger(value, 0.0);
    }
}

// What is left of w = q + M z; the largest relative to the scale.
static double what_is_left(const dictionary *t, const double *z, double *left) {
    const int n = t->n;
    double most = 0.0;
    for (int j = 0; j < n; j++) {
        const double *row = t->M + (size_t)j * (size_t)n;
        double sum = t->q[j];
        for (int k = 0; k < n; k++) sum += row[k] * z[k];
        left[j] = is_basic(t, j) ? sum - t->T[(size_t)t->place[j] * (size_t)t->stride] : sum;
        most = larger(most, fabs(left[j]));
    }
    return most / t->scale;
}

// One step of iterative refinement: what is left is a change of q, and the columns of the nonbasic w say what that
// does.
static void refine(const dictionary *t, double *z, double *left) {
    const int n = t->n;
    if (!(what_is_left(t, z, left) > REFINE)) return;
    for (int i = 0; i < n; i++) {
        const int j = t->basic[i] - n;
        if (j < 0) continue;
        double change = 0.0;
        for (int k = 0; k < n; k++)
            if (left[k] != 0.0) change += perturbation(t, i, k) * left[k];
        z[j] = larger(z[j] + change, 0.0);
    }
}

size_t carom_lemke_memory(int n) {
    if (n < 1 || n > CAROM_MOST_LEMKE) return 0;
    carom_arena a = carom_arena_over(NULL, 0);
    dictionary t = {.n = n};
    carve(&t, &a);
    CAROM_TAKE(&a, n, double);
    return carom_arena_bytes(&a);
}

carom_status carom_lemke_along(int n, const double *M, const double *q, const double *cover, double *z, void *memory,
                               size_t bytes, int *pivots) {
    carom_arena a = carom_arena_over(memory, bytes);
    dictionary t = {.n = n, .M = M, .q = q, .d = cover};
    const bool room = carve(&t, &a);
    double *left = CAROM_TAKE(&a, n, double);
    if (!room || !left) return CAROM_NO_ROOM;

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
            read_solution(&t, z);
            if (*pivots > FEW) refine(&t, z, left);
            return CAROM_OK;
        }
    }
    return CAROM_NOT_CONVERGED;
}

carom_status carom_lemke(int n, const double *M, const double *q, double *z, void *memory, size_t bytes, int *pivots) {
    int unused;
    if (n < 1 || n > CAROM_MOST_LEMKE) return CAROM_BAD_COUNT;
    if (!M || !q || !z || !memory) return CAROM_NULL_POINTER;
    for (int i = 0; i < n; i++) {
        if (!isfinite(q[i])) return CAROM_NOT_FINITE;
        for (int j = 0; j < n; j++)
            if (!isfinite(M[(size_t)i * (size_t)n + (size_t)j])) return CAROM_NOT_FINITE;
    }
    return carom_lemke_along(n, M, q, NULL, z, memory, bytes, pivots ? pivots : &unused);
}

const double *carom_lemke_cover(int n, int attempt, double *cover) {
    if (attempt == 0) return NULL;
    double x = 0.0;
    for (int i = 0; i < n; i++) {
        x += attempt * 0.61803398874989485;
        x -= floor(x);
        cover[i] = attempt < 3 ? 1.0 + x : 0.01 + 10.0 * x * x * x;
    }
    return cover;
}
