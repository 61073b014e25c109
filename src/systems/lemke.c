// Lemke's method on a compact dictionary: w = q + M z + d z0, one row per basic variable, one column per nonbasic one.
//
//   start    w basic; z0 enters and the row with the smallest q_i/d_i leaves, so that all values are >= 0
//   pivot    the complement of the variable that left enters; the row that first reaches zero leaves
//   end      z0 leaves: solved.  No row limits the entering variable: a secondary ray.
//
// A path takes fewer pivots than there are columns and reads one column per pivot. A pivot is therefore only recorded
// (the column that entered, the row that left). The recorded pivots are applied to a column when it is needed, and a
// column of M is not read before that. Only q is updated at every pivot.
//
// Ties are resolved lexicographically (Cottle, Pang & Stone 1992, 4.9). The vector q is regarded as q + (eps, eps^2,
// ...), so that no two rows reach zero together and no basis returns. Column 0 holds q, columns 1 .. n + 1 the nonbasic
// variables.
#include "systems/lemke.h"

#include "carom/systems.h"

#include <math.h>
#include <string.h>

#include "base/lane.h"
#include "systems/arena.h"

// A basic variable this close to zero, relative to the largest |q|, counts as zero, so that ties up to rounding are
// recognised as ties. With 1e-13, rounding separates tied rows of redundant systems with 20 contacts and more, and 3 of
// 1e5 end on a ray.
#define TIE 1e-12
// An entry below this fraction of its column is rounding, not a pivot.
#define NO_PIVOT 1e-11
// Residual of the equations, relative to the largest |q|, above which the solution is refined.
#define REFINE 1e-15
// After this number of pivots or fewer, the solution is not refined.
#define FEW 6
// The length of a column is a multiple of this, with zeros at the end, so that loops over it have no remainder.
#define LANES 4
// Number of pivots that are recorded before they are applied to all columns. Paths of 32 contacts end before 128. This
// takes 16 MB at the largest n.
#define MOST_WRITTEN 128

typedef struct dictionary {
    int n, tall;     // rows, and the length of a column
    double *T;       // n + 2 columns; column 0 is q
    double *entered; // the columns that entered, as they were then
    double *inverse; // inverse of the exchanged entry, one per pivot
    int *left;       // the exchanged row, one per pivot
    int written, most;
    int *seen;     // number of pivots that have been applied to each column; -1: it is still in M
    int *basic;    // variable of each row: w_j is j, z_j is n + j, z0 is 2 n
    int *nonbasic; // variable of each column
    int *place;    // row of a basic variable, -column < 0 of a nonbasic one
    int *tied;     // rows that reach zero together
    double *fall;  // rate at which the variable of each row decreases as the entering one grows; 0 if it does not
                   // decrease
    double *per;   // 1 / fall
    double *ratio; // how far the entering variable may grow before this row reaches zero
    double scale;  // largest |q|
    const double *M, *q, *d;
} dictionary;

// Returns the larger number, without the function call of fmax. NaN cannot occur here.
static inline double larger(double a, double b) {
    return a > b ? a : b;
}

static bool carve(dictionary *t, carom_arena *a) {
    const size_t n = (size_t)t->n;
    t->tall = (t->n + LANES - 1) / LANES * LANES;
    t->most = t->n + 2 < MOST_WRITTEN ? t->n + 2 : MOST_WRITTEN;
    const size_t tall = (size_t)t->tall, most = (size_t)t->most;
    t->T = CAROM_TAKE(a, (n + 2) * tall, double);
    double *numbers = CAROM_TAKE(a, (most + 3) * tall + most, double);
    int *indices = CAROM_TAKE(a, 6 * n + most + 6, int);
    if (carom_arena_short(a)) return false;
    t->fall = numbers;
    t->per = numbers + tall;
    t->ratio = numbers + 2 * tall;
    t->entered = numbers + 3 * tall;
    t->inverse = t->entered + most * tall;
    t->basic = indices;
    t->tied = indices + n;
    t->nonbasic = indices + 2 * n + 1;
    t->place = indices + 3 * n + 3;
    t->seen = indices + 5 * n + 4;
    t->left = indices + 6 * n + 6;
    return true;
}

static inline double *column_of(const dictionary *t, int column) {
    return t->T + (size_t)column * (size_t)t->tall;
}

// Copies a column of M as it was before all pivots. Stores two numbers at once, because a wide load after two short
// stores would stall.
CAROM_LANE void read_column(const dictionary *t, int column, int n, int tall, double *to) {
    const double *from = t->M + (size_t)column - 1;
    int i = 0;
    for (; i + 2 <= n; i += 2, from += 2 * n) {
        const double pair[2] = {from[0], from[n]};
        memcpy(to + i, pair, sizeof pair);
    }
    for (; i < n; i++) to[i] = *from;
    for (; i < tall; i++) to[i] = 0.0;
}

// Applies pivot k to another column. The entry in the exchanged row becomes `share`, and `share` times the column that
// entered is added to the other entries.
CAROM_LANE void follow_one(const dictionary *t, int k, int tall, double *restrict column) {
    const double *restrict entered = t->entered + (size_t)k * (size_t)tall;
    const int row = t->left[k];
    const double share = column[row] * -t->inverse[k];
    for (int i = 0; i < tall; i++) column[i] += share * entered[i];
    column[row] = share;
}

// Converts the column of the variable that entered to the column of the variable that left.
CAROM_LANE void turn(const double *restrict entered, int row, double inverse, int tall, double *restrict column) {
    for (int i = 0; i < tall; i++) column[i] = entered[i] * inverse;
    column[row] = inverse;
}

// Brings a column up to date in place.
static const double *follow(dictionary *t, int column) {
    double *to = column_of(t, column);
    if (t->seen[column] < 0) {
        read_column(t, column, t->n, t->tall, to);
        t->seen[column] = 0;
    }
    for (int k = t->seen[column]; k < t->written; k++) follow_one(t, k, t->tall, to);
    t->seen[column] = t->written;
    return to;
}

// Brings all columns up to date and empties the list of pivots.
static void follow_all(dictionary *t) {
    for (int j = 1; j < t->n + 2; j++) {
        follow(t, j);
        t->seen[j] = 0;
    }
    t->seen[0] = t->written = 0;
}

// Returns the column of the entering variable, up to date, at the place where the next pivot is recorded.
CAROM_LANE double *enter(dictionary *t, int column, int n, int tall) {
    double *to = t->entered + (size_t)t->written * (size_t)tall;
    if (t->seen[column] < 0)
        read_column(t, column, n, tall, to);
    else
        memcpy(to, column_of(t, column), (size_t)tall * sizeof *to);
    for (int k = t->seen[column] < 0 ? 0 : t->seen[column]; k < t->written; k++) follow_one(t, k, tall, to);
    return to;
}

// Returns the coefficient of eps^(j+1) in the basic variable of row i. The column of a nonbasic variable is up to date.
static double perturbation(const dictionary *t, int i, int j) {
    const int at = t->place[j];
    if (at >= 0) return at == i ? 1.0 : 0.0;
    return -column_of(t, -at)[i];
}

static bool is_basic(const dictionary *t, int variable) {
    return t->place[variable] >= 0;
}

// Returns the tied row whose perturbed ratio is smallest.
static int lexicographic_least(dictionary *t, int count) {
    const int n = t->n;
    for (int j = 0; j < n && count > 1; j++) {
        double least = HUGE_VAL;
        int kept = 0;
        if (!is_basic(t, j)) follow(t, -t->place[j]);
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

// Returns the largest absolute value in a column, first in each SIMD part and then over all.
CAROM_LANE double steepest_of(const double *x, int tall) {
    double most[LANES];
    for (int k = 0; k < LANES; k++) most[k] = fabs(x[k]);
    for (int i = LANES; i < tall; i += LANES)
        for (int k = 0; k < LANES; k++) most[k] = larger(fabs(x[i + k]), most[k]);
    return larger(larger(most[0], most[1]), larger(most[2], most[3]));
}

CAROM_LANE double least_of(const double *x, int tall) {
    double least[LANES];
    for (int k = 0; k < LANES; k++) least[k] = x[k];
    for (int i = LANES; i < tall; i += LANES)
        for (int k = 0; k < LANES; k++) least[k] = x[i + k] < least[k] ? x[i + k] : least[k];
    const double a = least[0] < least[1] ? least[0] : least[1], b = least[2] < least[3] ? least[2] : least[3];
    return a < b ? a : b;
}

// Returns the smallest ratio q_i / fall_i. All entries are divided, so that the divisions need not wait for the largest
// one.
CAROM_LANE double least_ratio(const dictionary *t, const double *restrict column, int tall) {
    const double *restrict q = t->T;
    double *restrict fall = t->fall, *restrict per = t->per, *restrict ratio = t->ratio;
    const double no_pivot = NO_PIVOT * steepest_of(column, tall);
    CAROM_ROLLED for (int i = 0; i < tall; i++) {
        const double speed = -column[i];
        per[i] = 1.0 / (speed > 0.0 ? speed : 1.0);
        const double far = (q[i] > 0.0 ? q[i] : 0.0) * per[i];
        fall[i] = speed > no_pivot ? speed : 0.0;
        ratio[i] = speed > no_pivot ? far : HUGE_VAL;
    }
    return least_of(ratio, tall);
}

// Returns the row whose variable leaves when the variable of this column enters; -1 on a ray. If z0 can leave, it does.
// The rows that decrease are almost random, so the loops select without branches.
CAROM_LANE int leaving_row(dictionary *t, const double *column, int n, int tall) {
    const double least = least_ratio(t, column, tall);
    if (!(least < HUGE_VAL)) return -1;
    const double tie = TIE * t->scale;
    int count = 0;
    for (int i = 0; i < n; i++) {
        t->tied[count] = i;
        count += ((t->T[i] - t->fall[i] * least <= tie) & (t->fall[i] > 0.0)) | (t->ratio[i] <= least);
    }
    if (count == 1) return t->tied[0];
    for (int k = 0; k < count; k++)
        if (t->basic[t->tied[k]] == 2 * n) return t->tied[k];
    return lexicographic_least(t, count);
}

// Initialises the dictionary: w is basic, nothing is exchanged, and M is not read.
CAROM_LANE void set_up(dictionary *t, int n, int tall) {
    double *q = t->T, *d = t->T + (size_t)(n + 1) * (size_t)tall;
    memcpy(q, t->q, (size_t)n * sizeof *q);
    if (t->d) memcpy(d, t->d, (size_t)n * sizeof *d);
    for (int i = 0; i < n && !t->d; i++) d[i] = 1.0;
    for (int i = n; i < tall; i++) q[i] = d[i] = 0.0;
    t->scale = steepest_of(q, tall);
    t->written = 0;
    for (int i = 0; i < n; i++) t->basic[i] = t->place[i] = i;
    for (int i = 0; i < n; i++) t->place[n + i] = -(i + 1);
    for (int i = 0; i < n; i++) t->nonbasic[i + 1] = n + i;
    for (int i = 0; i < n; i++) t->seen[i + 1] = -1;
    t->nonbasic[0] = -1;
    t->nonbasic[n + 1] = 2 * n;
    t->place[2 * n] = -(n + 1);
    t->seen[0] = t->seen[n + 1] = 0;
}

// Returns the row that leaves first: the one with the lexicographically smallest q_i/d_i, and the last of equal ones.
CAROM_LANE int first_row(const dictionary *t, int n) {
    int row = 0;
    double least = HUGE_VAL;
    for (int i = 0; i < n; i++) {
        const double ratio = t->d ? t->q[i] / t->d[i] : t->q[i];
        row = ratio <= least ? i : row;
        least = ratio <= least ? ratio : least;
    }
    return row;
}

// Exchanges the basic variable of `row` with the nonbasic one of `column`, which has entered. Returns the variable that
// left.
CAROM_LANE int pivot(dictionary *t, int row, double inverse, int column, int tall) {
    const int k = t->written++;
    const double *entered = t->entered + (size_t)k * (size_t)tall;
    t->left[k] = row;
    t->inverse[k] = inverse;
    turn(entered, row, inverse, tall, column_of(t, column));
    follow_one(t, k, tall, t->T);
    t->seen[column] = t->written;
    const int out = t->basic[row], in = t->nonbasic[column];
    t->basic[row] = in;
    t->nonbasic[column] = out;
    t->place[in] = row;
    t->place[out] = -column;
    if (t->written == t->most) follow_all(t);
    return out;
}

// Reads the basic solution after z0 has left the basis. The order of the basic variables is almost random, so the code
// writes all of them and then drops the w.
static void read_solution(const dictionary *t, double *z) {
    const int n = t->n;
    double *dropped = t->ratio;
    for (int j = 0; j < n; j++) z[j] = 0.0;
    for (int i = 0; i < n; i++) {
        const int j = t->basic[i] - n;
        double *to = j < 0 ? dropped : z + j;
        *to = larger(t->T[i], 0.0);
    }
}

// Computes the residual of w = q + M z. Returns its largest entry relative to the scale. About half of z is zero and is
// skipped.
static double what_is_left(const dictionary *t, const double *z, double *left) {
    const int n = t->n;
    int count = 0;
    double most = 0.0;
    for (int k = 0; k < n; k++) {
        t->tied[count] = k;
        count += z[k] != 0.0;
    }
    for (int j = 0; j < n; j++) {
        const double *row = t->M + (size_t)j * (size_t)n;
        double sum = t->q[j];
        for (int k = 0; k < count; k++) sum += row[t->tied[k]] * z[t->tied[k]];
        left[j] = is_basic(t, j) ? sum - t->T[t->place[j]] : sum;
        most = larger(most, fabs(left[j]));
    }
    return most / t->scale;
}

// Performs one step of iterative refinement. The residual is a change of q, and the columns of the nonbasic w give its
// effect.
static void refine(dictionary *t, double *z, double *left) {
    const int n = t->n;
    if (!(what_is_left(t, z, left) > REFINE)) return;
    double *change = t->fall;
    for (int i = 0; i < n; i++) change[i] = 0.0;
    for (int k = 0; k < n; k++) {
        // The residual of a basic w changes that w alone.
        if (left[k] == 0.0 || is_basic(t, k)) continue;
        const double *column = follow(t, -t->place[k]);
        for (int i = 0; i < n; i++) change[i] += -column[i] * left[k];
    }
    for (int i = 0; i < n; i++) {
        const int j = t->basic[i] - n;
        if (j >= 0) z[j] = larger(z[j] + change[i], 0.0);
    }
}

size_t carom_lemke_memory(int n) {
    if (n < 1 || n > CAROM_MAX_LEMKE) return 0;
    carom_arena a = carom_arena_over(NULL, 0);
    dictionary t = {.n = n};
    carve(&t, &a);
    CAROM_TAKE(&a, n, double);
    return carom_arena_bytes(&a);
}

// Follows the path from the first exchange to z0 = 0. There is no exchange if q >= 0.
CAROM_LANE carom_status path(dictionary *t, int n, int tall, int *pivots) {
    const int start = first_row(t, n);
    *pivots = 0;
    set_up(t, n, tall);
    if (t->q[start] >= 0.0) return CAROM_OK;
    const double first = enter(t, n + 1, n, tall)[start];
    int out = pivot(t, start, 1.0 / first, n + 1, tall);

    // Paths of about 2 n pivots occur. A path of 20 n pivots is the effect of rounding errors.
    for (*pivots = 1; *pivots < 20 * n + 100; ++*pivots) {
        const int column = -t->place[out < n ? out + n : out - n];
        const int row = leaving_row(t, enter(t, column, n, tall), n, tall);
        if (row < 0) return CAROM_NO_SOLUTION;
        out = pivot(t, row, -t->per[row], column, tall);
        if (out == 2 * n) return CAROM_OK;
    }
    return CAROM_NOT_CONVERGED;
}

// Follows the path with unrolled loops for one, two and four contacts, where the loop overhead would exceed the work.
static carom_status follow_path(dictionary *t, int *pivots) {
    switch (t->n) {
    case 4: return path(t, 4, 4, pivots);
    case 8: return path(t, 8, 8, pivots);
    case 16: return path(t, 16, 16, pivots);
    default: return path(t, t->n, t->tall, pivots);
    }
}

carom_status carom_lemke_along(int n, const double *M, const double *q, const double *cover, double *z, void *memory,
                               size_t bytes, int *pivots) {
    carom_arena a = carom_arena_over(memory, bytes);
    dictionary t;
    t.n = n;
    t.M = M;
    t.q = q;
    t.d = cover;
    const bool room = carve(&t, &a);
    double *left = CAROM_TAKE(&a, n, double);
    if (!room || !left) return CAROM_SMALL_MEMORY;

    const carom_status status = follow_path(&t, pivots);
    if (status != CAROM_OK) return status;
    read_solution(&t, z);
    if (*pivots > FEW) refine(&t, z, left);
    return CAROM_OK;
}

// Returns whether all numbers are finite. x - x is zero for every finite number and NaN otherwise, and NaN stays in a
// sum.
static bool all_finite(size_t count, const double *x) {
    double sum[2 * LANES] = {0.0};
    size_t i = 0;
    for (; i + 2 * LANES <= count; i += 2 * LANES)
        for (size_t k = 0; k < 2 * LANES; k++) sum[k] += x[i + k] - x[i + k];
    for (; i < count; i++) sum[0] += x[i] - x[i];
    for (int k = 1; k < 2 * LANES; k++) sum[0] += sum[k];
    return sum[0] == 0.0;
}

carom_status carom_lemke(int n, const double *M, const double *q, double *z, void *memory, size_t bytes, int *pivots) {
    int unused;
    if (n < 1 || n > CAROM_MAX_LEMKE) return CAROM_BAD_COUNT;
    if (!M || !q || !z || !memory) return CAROM_NULL_POINTER;
    if (!all_finite((size_t)n, q) || !all_finite((size_t)n * (size_t)n, M)) return CAROM_NOT_FINITE;
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
