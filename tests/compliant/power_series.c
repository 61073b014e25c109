// Compares power series with ARKODE on the same problems. The linker redirects every run of the integrator to this
// file, which can switch the series off. Both ways must give the same results. For head-on impacts the series must be
// more accurate than ARKODE, compared with the closed form, and they must be faster.
//   compliant_power_series COUNT : solves COUNT problems per model
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/worst.h"
#include "bench/random.h"
#include "carom/compliant.h"
#include "compliant/devices.h"
#include "mods/compliant/models/restitution.h"
#include "mods/compliant/ode/machine.h"
#include "support/compliant_params.h"
#include "support/floor.h"

static bool stepped;

// The number of linear pieces of the motion, and of all others.
static long pieces[2];
static bool (*piece_of)(void *self, const double *y, carom_linear_piece *piece);

static bool counted(void *self, const double *y, carom_linear_piece *piece) {
    const bool linear = piece_of && piece_of(self, y, piece);
    pieces[!linear]++;
    return linear;
}

carom_status __real_carom_machine_run(const carom_machine_system *system, void *self, double t, double *y,
                                      carom_machine_report *report);
carom_status __wrap_carom_machine_run(const carom_machine_system *system, void *self, double t, double *y,
                                      carom_machine_report *report);

carom_status __wrap_carom_machine_run(const carom_machine_system *system, void *self, double t, double *y,
                                      carom_machine_report *report) {
    carom_machine_system copy = *system;
    piece_of = system->piece;
    copy.piece = counted;
    if (stepped) copy.piece = NULL, copy.grow = NULL, copy.work = 4 * CAROM_COMPLIANT_WORK; // steps take longer
    return __real_carom_machine_run(&copy, self, t, y, report);
}

static carom_status collide(bool by_steps, const carom_law *law, const carom_contact *c, const carom_params *p,
                            carom_result *out) {
    stepped = by_steps;
    return carom_collide(law, c, p, out);
}

static carom_params random_device(random_stream *r, int dim, carom_vibration modes[2]) {
    carom_params p = random_params(r, dim);
    give_springs(&p);
    p.mu = random_below(r, 8) ? random_between(r, 0.05, 1.0) : 0.0;
    p.e = random_between(r, 0.2, 1.0);
    p.own[CAROM_OWN(eta2)] = random_between(r, 0.3, 3.0);
    p.own[CAROM_OWN(type)] = random_below(r, 2) ? CAROM_TYPE_1 : CAROM_TYPE_2;
    p.own[CAROM_OWN(kn)] = random_power10(random_between(r, -1.0, 1.0));
    p.own[CAROM_OWN(cn)] = random_below(r, 3) ? random_between(r, 0.0, 0.5) : 0.0;
    p.own[CAROM_OWN(kt)] = p.own[CAROM_OWN(kn)] * random_power10(random_between(r, -0.5, 1.0));
    p.own[CAROM_OWN(ct)] = random_below(r, 3) ? 0.0 : random_between(r, 0.1, 0.5);
    p.own[CAROM_OWN(pn)] = 1.0;
    for (int k = 0; k < 2; k++)
        modes[k] = (carom_vibration){.omega = random_power10(random_between(r, -0.3, 0.7)),
                                     .zeta = random_between(r, 0.0, 0.3),
                                     .phi = {random_between(r, -0.7, 0.7), random_between(r, -0.7, 0.7)}};
    p.list = modes;
    p.list_count = 2;
    // The force of the dashpot in series ends in a head-on impact if z = sqrt(kn/W_nn)/(2 cs) < 1. In some of these
    // problems the force never ends.
    p.own[CAROM_OWN(cs)] = sqrt(p.own[CAROM_OWN(kn)]) * random_power10(random_between(r, -0.3, 1.0));
    for (int i = 1; i < dim - 1; i++) {
        p.own[CAROM_OWN(kt) + i] = p.own[CAROM_OWN(kt)] * random_power10(random_between(r, -0.5, 0.5));
        p.own[CAROM_OWN(ct) + i] = p.own[CAROM_OWN(ct)] * random_between(r, 0.5, 2.0);
    }
    return p;
}

// Checks that series and ARKODE give the same P. The error of ARKODE per step is 1e-13 of the changing quantities. The
// largest difference in 2D was 6e-12; the bound is 1e-9.
static int agree(const carom_law *law, int dim, double pn, double allowed, int count) {
    int answered = 0, failed = 0;
    double worst = 0.0;
    for (int k = 0; k < count; k++) {
        random_stream r = random_at(941, (uint64_t)k);
        const carom_contact c = random_contact(&r, dim, 1.0);
        carom_vibration modes[2];
        carom_params p = random_device(&r, dim, modes);
        carom_result a, b;
        p.own[CAROM_OWN(pn)] = pn;
        if (collide(true, law, &c, &p, &b) != CAROM_OK) continue;
        answered++;
        double off = collide(false, law, &c, &p, &a) == CAROM_OK ? 0.0 : HUGE_VAL, P = 0.0;
        for (int i = 0; i < dim; i++) P = fmax(P, fabs(b.P[i]));
        for (int i = 0; i < dim; i++) carom_worsen(&off, fabs(a.P[i] - b.P[i]) / P);
        carom_worsen(&worst, off);
        if (off <= allowed) continue;
        failed++;
        printf("WRONG %s, dim %d, problem %d: apart by %.3g\n", law->name, dim, k, off);
    }
    printf("%-16s series and steps agree to %.1e (dim %d)\n", law->name, worst, dim);
    return failed + !floor_met(law->name, answered, count, 0.95);
}

// Checks e = exp(-2 zeta acos(zeta)/sqrt(1 - zeta^2)) below, at and above critical damping. The largest error of the
// series was 5e-15 of e; the bound is 1e-13.
static int head_on(void) {
    double worst[2] = {0.0, 0.0};
    for (int k = 0; k <= 60; k++) {
        const double zeta = k == 30 ? 1.0 : k == 31 ? 1.0 + 1e-9 : 0.05 * k;
        carom_params p = params_springs();
        carom_result out;
        p.mu = 0.0;
        p.own[CAROM_OWN(cn)] = 2.0 * zeta;
        for (int way = 0; way < 2; way++) {
            const carom_contact c = {2, {{1, 0}, {0, 1}}, {-1, 0}};
            const double e = carom_e_of_zeta(zeta);
            const bool fine = collide(way, &carom_law_spring_dashpot, &c, &p, &out) == CAROM_OK;
            carom_worsen(&worst[way], fine ? fabs(out.v[0] / e - 1.0) : HUGE_VAL);
        }
    }
    printf("head-on restitution up to zeta = 3: series err by %.1e, steps by %.1e of e\n", worst[0], worst[1]);
    return !(worst[0] <= 1e-13 && worst[0] <= worst[1]);
}

static double seconds(bool by_steps, const carom_law *law, const carom_contact *c, const carom_params *p) {
    enum { IMPACTS = 10 };
    carom_result out;
    const clock_t begin = clock();
    for (int i = 0; i < IMPACTS; i++) collide(by_steps, law, c, p, &out);
    return (double)(clock() - begin) / CLOCKS_PER_SEC / IMPACTS;
}

// Sanitizers slow down carom but not ARKODE, so the times are not compared there.
#if defined(__SANITIZE_ADDRESS__) || !defined(__OPTIMIZE__)
#define CLAIMED 0.0
#else
#define CLAIMED 10.0
#endif

// Compares the times of series and ARKODE, alternating, best of 5 runs. The series were about 40 times faster; the test
// requires 10 times.
static int fast(const carom_law *law) {
    random_stream r = random_at(942, 1);
    carom_vibration modes[2];
    carom_params p = random_device(&r, 2, modes);
    const carom_contact c = {2, {{1, 0.3}, {0.3, 2.5}}, {-1, 0.4}};
    double best[2] = {HUGE_VAL, HUGE_VAL};
    p.mu = 0.3;
    for (int round = 0; round < 5; round++)
        for (int way = 0; way < 2; way++) best[way] = fmin(best[way], seconds(way, law, &c, &p));
    printf("%-16s series are %.0f times as fast as steps: %.1f against %.0f us\n", law->name, best[1] / best[0],
           1e6 * best[0], 1e6 * best[1]);
    return !(best[1] >= CLAIMED * best[0]);
}

// Returns true if the motion of this model is linear between events, so that it is computed by power series.
static bool is_linear(const carom_law *law) {
    pieces[0] = pieces[1] = 0;
    for (uint64_t k = 0; k < 5; k++) {
        random_stream r = random_at(943, k);
        const carom_contact c = random_contact(&r, 2, 1.0);
        carom_vibration modes[2];
        const carom_params p = random_device(&r, 2, modes);
        carom_result out;
        collide(false, law, &c, &p, &out);
    }
    return pieces[0] && !pieces[1];
}

int main(int argc, char **argv) {
    const int count = argc > 1 ? atoi(argv[1]) : 300, few = count / 15 + 4;
    const carom_law *law;
    int failed = head_on(), found = 0;
    for (int i = 0; (law = device_at(i)); i++) {
        if (strcmp(law->module, "compliant") || !is_linear(law)) continue;
        found++;
        failed += agree(law, 2, 1.0, 1e-9, law == &carom_law_series_dashpot ? few : count) + fast(law);
        failed += agree(law, 3, 1.0, 1e-9, few); // only while the point sticks
    }
    if (found < 5) printf("only %d devices are linear\n", found), failed++;
    // These models are not linear and use Taylor series. The error of ARKODE is 3e-10 there, so the bound is 1e-8.
    failed += agree(&carom_law_modal, 2, 1.5, 1e-8, few) + agree(&carom_law_ivanov_potential, 2, 1.0, 1e-9, few) +
              agree(&carom_law_ivanov_potential, 3, 1.0, 1e-9, few);
    return failed != 0;
}
