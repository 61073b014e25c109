// Searches for the longest call by processor time. A measured time depends on more than the problem. A call that seems
// to be the longest so far is therefore measured again, and its shortest time counts.
#ifndef CAROM_TESTS_CLIMB_H
#define CAROM_TESTS_CLIMB_H

#include <stdbool.h>
#include <stdio.h>
#include <time.h>

#include "carom/carom.h"

// Returns the processor time in ms.
static inline double climb_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

typedef struct climb {
    long asked, answered;
    double longest, spent;
    int most;           // largest number of evaluations of a call, if the law counts them
    const char *status; // status of the longest call
} climb;

// Makes one call. `evaluations` receives the number of evaluations, or 0 if the law does not count them.
typedef carom_status climb_ask(void *what, int *evaluations);

// Makes and times one call. Returns the quantity to maximise: the number of evaluations if the law counts them,
// otherwise the time.
static inline double climb_time(climb *k, climb_ask *ask, void *what) {
    int evaluations = 0;
    const double start = climb_now();
    const carom_status status = ask(what, &evaluations);
    double took = climb_now() - start;
    k->asked++;
    k->spent += took;
    k->answered += carom_status_classify(status) != CAROM_CLASS_BAD_INPUT;
    for (int again = 0; again < 2 && took > k->longest; again++) {
        const double restart = climb_now();
        ask(what, &evaluations);
        const double now = climb_now() - restart;
        k->spent += now;
        if (now < took) took = now;
    }
    if (took > k->longest) k->longest = took, k->status = carom_status_name(status);
    if (evaluations > k->most) k->most = evaluations;
    return evaluations > 0 ? (double)evaluations : took * 1e-6;
}

// Prints the longest call and returns whether it took less than `below` ms.
static inline bool climb_tell(const climb *k, const char *name, const char *where, double below) {
    printf("%-24s %-8s longest %9.4f ms (%s), %d evaluations at most, of %ld calls\n", name, where, k->longest,
           k->status, k->most, k->asked);
    return k->longest < below;
}

#endif
