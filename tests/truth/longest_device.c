// Searches for the longest call of every contact model. It changes bytes from which tests/fuzz makes a problem. An
// impact is given up after an amount of work that takes less than 100 ms on a core without other load (compliant.h).
// The time of impacts solved by routh serves as the unit, because it depends on the load of the machine in the same
// way.
// Usage: longest_device [STEPS [LAW]], with STEPS for each contact model and dimension. CI uses 1 step.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/random.h"
#include "climb.h"
#include "compliant/devices.h"
#include "fuzz/fuzz.h"
#include "support/compliant_params.h"
#include "support/floor.h"

enum { BYTES = 96, AFRESH = 30 };

// Limits of the longest call, in units of the reference time and in ms. The largest in units of the reference was 25.
#define MOST      40.0
#define MOST_EVER 2000.0

const double fuzz_floor = 0.0;

static carom_status ask(void *what, int *evaluations) {
    const fuzz_question *q = what;
    carom_result out;
    const carom_status status = carom_collide(q->law, &q->c, &q->p, &out);
    *evaluations =
        0; // an evaluation of a stiff contact model may cost 100 times as much as another, and failed calls report none
    return status;
}

// Returns the problem that the bytes describe. Its numbers are in range and of ordinary size, and the bodies approach.
static fuzz_question problem(const carom_law *law, int dim, const uint8_t *bytes) {
    fuzz_bytes b = {bytes, bytes + BYTES};
    fuzz_question q = {.law = law, .c = fuzz_contact(&b, dim), .p = fuzz_params(&b, law)};
    return q;
}

static void draw(random_stream *r, uint8_t *bytes) {
    for (int i = 0; i < BYTES; i++) bytes[i] = (uint8_t)random_word(r);
    bytes[0] = (uint8_t)(bytes[0] % 224 | 1); // a regular W in ordinary units, v_n < 0
}

// Returns the time in ms of a thousand impacts by routh in 3D, the shortest of five measurements. It is the reference
// time, which depends on the load of the machine.
static double reference(void) {
    const carom_contact c = {
        .dim = 3, .W = {{2.5, -1.5, 0.5}, {-1.5, 2.5, 0.2}, {0.5, 0.2, 3.0}}, .v = {-1.0, 0.6, 0.4}};
    carom_params p = params_springs();
    double least = HUGE_VAL;
    p.mu = 0.3;
    p.e = 0.5;
    for (int again = 0; again < 5; again++) {
        carom_result out;
        const double start = climb_now();
        for (int i = 0; i < 1000; i++) carom_collide(carom_law_find(NULL, "routh", CAROM_ONE_CONTACT), &c, &p, &out);
        least = fmin(least, climb_now() - start);
    }
    return least;
}

static bool climb_device(const carom_law *law, int dim, long steps) {
    climb k = {.status = "-"};
    random_stream r = random_at(29, (uint64_t)dim);
    uint8_t best[BYTES], next[BYTES];
    double height = 0.0;
    int since = AFRESH + 1;
    for (long i = 0; i < steps; i++) {
        const bool afresh = since > AFRESH;
        memcpy(next, best, sizeof next);
        if (afresh) draw(&r, next);
        for (int n = afresh ? 0 : 1 + random_below(&r, 3); n > 0; n--)
            next[1 + random_below(&r, BYTES - 1)] = (uint8_t)random_word(&r);
        fuzz_question q = problem(law, dim, next);
        const double now = climb_time(&k, ask, &q);
        since++;
        if (now > height || afresh) memcpy(best, next, sizeof best), height = now, since = 0;
    }
    const double share = k.longest / reference();
    const bool quick = climb_tell(&k, law->name, dim == 2 ? "plane" : "space", MOST_EVER) && share < MOST;
    printf("%-24s %-8s longest %9.4f times the reference\n", law->name, dim == 2 ? "plane" : "space", share);
    return floor_met(law->name, k.answered, k.asked, 0.5) && quick;
}

int main(int argc, char **argv) {
    const long steps = argc > 1 ? atol(argv[1]) : 20;
    bool good = true;
    for (int i = 0; i < device_count(); i++)
        for (int dim = 2; dim <= 3; dim++)
            if (device_at(i)->solves & (dim == 2 ? CAROM_2D : CAROM_3D) &&
                (argc < 3 || !strcmp(argv[2], device_at(i)->name)))
                good &= climb_device(device_at(i), dim, steps);
    return good ? 0 : 1;
}
