// Tests carom_small_solve on small singular systems: it finds the shortest of all solutions.
#include "support/cmocka.h"

#include "base/worst.h"
#include "bench/random.h"
#include "support/floor.h"
#include "systems/small.h"

enum { MOST = CAROM_SMALL_MOST };

typedef struct singular {
    int n, rank;
    double rows[MOST][MOST]; // `rank` orthonormal rows; A x depends only on the part of x in their span
    double A[MOST * MOST], b[MOST], right[MOST];
} singular;

static double dot(int n, const double *a, const double *b) {
    double sum = 0.0;
    for (int i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

// Subtracts the part of x in the span of the rows.
static void project_out(int n, double (*rows)[MOST], int count, double *x) {
    for (int twice = 0; twice < 2; twice++)
        for (int k = 0; k < count; k++) {
            const double along = dot(n, rows[k], x);
            for (int i = 0; i < n; i++) x[i] -= along * rows[k][i];
        }
}

// Makes A = B rows and b = A right, with `right` in the span of the rows. `right` is then the shortest solution.
static void make(singular *s, random_stream *r, int n, int rank) {
    *s = (singular){.n = n, .rank = rank};
    for (int k = 0; k < rank; k++) {
        for (int i = 0; i < n; i++) s->rows[k][i] = random_between(r, -1.0, 1.0);
        project_out(n, s->rows, k, s->rows[k]);
        const double length = sqrt(dot(n, s->rows[k], s->rows[k]));
        for (int i = 0; i < n; i++) s->rows[k][i] /= length;
        const double share = random_between(r, -1.0, 1.0);
        for (int i = 0; i < n; i++) s->right[i] += share * s->rows[k][i];
    }
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < rank; k++) {
            const double B = random_between(r, -1.0, 1.0);
            for (int j = 0; j < n; j++) s->A[i * n + j] += B * s->rows[k][j];
        }
        s->b[i] = dot(n, s->A + i * n, s->right);
    }
}

// Tests every rank of every size. The largest error was 2e-13, with a badly conditioned B; the bound is 1e-10.
static void shortest(void **state) {
    (void)state;
    int answered = 0;
    double worst = 0.0;
    for (int n = 1; n <= MOST; n++)
        for (int rank = 0; rank <= n; rank++)
            for (uint64_t k = 0; k < 20; k++) {
                random_stream r = random_at(61, (uint64_t)(n * 1000 + rank * 40) + k);
                singular s;
                double A[MOST * MOST], b[MOST], unit[MOST], x[MOST];
                make(&s, &r, n, rank);
                for (int i = 0; i < n * n; i++) A[i] = s.A[i];
                for (int i = 0; i < n; i++) {
                    b[i] = s.b[i];
                    unit[i] = 1.0;
                }
                if (!carom_small_solve(n, A, b, unit, x)) continue;
                answered++;
                for (int i = 0; i < n; i++) carom_worsen(&worst, fabs(x[i] - s.right[i]));
            }
    printf("%d of 1800 answered, worst difference %.2g\n", answered, worst);
    assert_true(floor_holds(answered, 1800, 0.99));
    assert_true(worst <= 1e-10);
}

// A right-hand side b that is clearly outside the range is rejected.
static void inconsistent(void **state) {
    (void)state;
    int asked = 0;
    for (int n = 2; n <= MOST; n++)
        for (int rank = 1; rank < n; rank++) {
            random_stream r = random_at(62, (uint64_t)(n * 100 + rank));
            singular s;
            double A[MOST * MOST], b[MOST], unit[MOST], x[MOST];
            make(&s, &r, n, rank);
            for (int i = 0; i < n * n; i++) A[i] = s.A[i];
            for (int i = 0; i < n; i++) {
                b[i] = random_between(&r, -1.0, 1.0);
                unit[i] = 1.0;
            }
            assert_false(carom_small_solve(n, A, b, unit, x));
            asked++;
        }
    assert_int_equal(asked, 66);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(shortest), cmocka_unit_test(inconsistent)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
