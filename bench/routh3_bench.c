// Compares the time of Routh's law in 3D with that of SUNDIALS ARKODE on the same problems. Also prints the errors of
// both relative to a reference in 113-bit arithmetic. Usage: routh3_bench [PROBLEMS]
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "carom/carom.h"
#include "walk/ode.h"
#include "walk/problems.h"
#include "walk/reference.h"

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double distance(const double a[3], const double b[3]) {
    double d = 0.0, size = 0.0;
    for (int i = 0; i < 3; i++) {
        d += (a[i] - b[i]) * (a[i] - b[i]);
        size += b[i] * b[i];
    }
    return sqrt(d / size);
}

static int rising(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

typedef struct figures {
    double us;                 // per impact
    double median, p99, worst; // error relative to |P|
} figures;

static figures summarize(double spent, double *errors, long count) {
    qsort(errors, (size_t)count, sizeof *errors, rising);
    return (figures){1e6 * spent / (double)count, errors[count / 2], errors[count * 99 / 100], errors[count - 1]};
}

// Returns the best time of 20 passes over all problems. A pass takes a few milliseconds, so another process disturbs
// only a few passes.
static figures time_carom(const problem *q, const double (*truth)[3], double *errors, long count) {
    double best = HUGE_VAL;
    for (int pass = 0; pass < 20; pass++) {
        const double start = seconds();
        for (long i = 0; i < count; i++) {
            carom_result out;
            carom_collide(&carom_law_routh, &q[i].c, &q[i].p, &out);
            errors[i] = distance(out.P, truth[i]);
        }
        best = fmin(best, seconds() - start);
    }
    return summarize(best, errors, count);
}

static figures time_arkode(const problem *q, const double (*truth)[3], double *errors, long count, double tolerance) {
    const double start = seconds();
    for (long i = 0; i < count; i++) {
        ode_outcome out;
        errors[i] = ode_solve(&q[i].c, &q[i].p, tolerance, &out) ? HUGE_VAL : distance(out.P, truth[i]);
    }
    return summarize(seconds() - start, errors, count);
}

static void print(const char *who, figures f, double us) {
    printf("%-20s %9.2f us  %6.1f x   error: median %.1e, 99 %% %.1e, worst %.1e\n", who, f.us, f.us / us, f.median,
           f.p99, f.worst);
}

int main(int argc, char **argv) {
    const long wanted = argc > 1 ? atol(argv[1]) : 1000;
    problem *q = malloc((size_t)wanted * sizeof *q);
    double(*truth)[3] = malloc((size_t)wanted * sizeof *truth), *errors = malloc((size_t)wanted * sizeof *errors);
    long count = 0;
    for (long i = 0; q && truth && errors && i < wanted; i++) {
        reference_outcome ref;
        ode_outcome ode;
        const problem candidate = random_problem(609, (uint64_t)i);
        // Omits the problems on which ARKODE fails because it switches between modes near rest.
        if (reference_solve(&candidate.c, &candidate.p, &ref) || ode_solve(&candidate.c, &candidate.p, 1e-12, &ode))
            continue;
        q[count] = candidate;
        for (int k = 0; k < 3; k++) truth[count][k] = ref.P[k];
        count++;
    }
    if (!count) return 1;
    printf("%ld problems\n", count);
    const figures ours = time_carom(q, (const double(*)[3])truth, errors, count);
    print("carom", ours, ours.us);
    for (double tolerance = 1e-8; tolerance > 1e-15; tolerance *= 1e-2) {
        char name[32];
        snprintf(name, sizeof name, "ARKODE %.0e", tolerance);
        print(name, time_arkode(q, (const double(*)[3])truth, errors, count, tolerance), ours.us);
    }
    free(q);
    free(truth);
    free(errors);
    return 0;
}
