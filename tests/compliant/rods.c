// Checks that random elastic rods that fall on a floor do not gain energy, leave the friction cone or penetrate. The
// energy that stays in the vibration modes counts as part of the energy loss of the rigid motion.
//   compliant_rods COUNT : solves COUNT problems, 1/8 of them in 3D. The long run uses 100000.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/worst.h"
#include "bench/random.h"
#include "carom/compliant.h"
#include "support/floor.h"

typedef struct {
    int run, answered, given_up, failed, several;
    double worst_energy, worst_balance;
} tally;

// Fills W of a uniform thin rod that is struck at its end; `axis` is its unit direction.
static void fill_W(double mass, int dim, const double axis[3], double W[3][3]) {
    for (int i = 0; i < dim; i++)
        for (int j = 0; j < dim; j++) W[i][j] = ((i == j ? 4.0 : 0.0) - 3.0 * axis[i] * axis[j]) / mass;
}

static void try(uint64_t index, tally *t) {
    random_stream r = random_at(71, index);
    const int dim = random_below(&r, 8) ? 2 : 3;
    carom_rod rod = {.length = random_between(&r, 0.1, 1.0),
                     .E = random_power10(random_between(&r, 9.0, 11.4)),
                     .density = random_between(&r, 1000.0, 9000.0),
                     .zeta = random_below(&r, 2) ? random_between(&r, 0.0, 0.05) : 0.0};
    const double diameter = rod.length * random_between(&r, 0.01, 0.1);
    rod.area = 0.785398163397448 * diameter * diameter;
    rod.gyration = 0.25 * diameter;
    rod.at = -0.5 * rod.length;
    random_direction(&r, dim, rod.axis);
    rod.axis[0] = fabs(rod.axis[0]);
    const double mass = rod.density * rod.area * rod.length;
    carom_contact c = {.dim = dim, .v = {-1.0}};
    for (int i = 1; i < dim; i++) c.v[i] = random_below(&r, 3) ? random_between(&r, -1.0, 1.0) : 0.0;
    fill_W(mass, dim, rod.axis, c.W);
    carom_vibration modes[CAROM_VIBRATIONS_MAX];
    const int bending = random_below(&r, 7), axial = random_below(&r, 3);
    if (carom_rod_vibrations(&rod, dim, bending, axial, modes) != CAROM_OK) {
        t->failed++;
        return;
    }
    carom_params p = carom_params_default();
    const double kn = 0.1 * rod.E * diameter * random_power10(random_between(&r, -1.0, 0.0));
    p.mu = random_below(&r, 8) ? random_between(&r, 0.0, 1.0) : 0.0;
    p.own[CAROM_OWN(kn)] = kn;
    p.own[CAROM_OWN(cn)] = random_below(&r, 2) ? random_between(&r, 0.0, 0.4) * sqrt(kn * mass) : 0.0;
    p.own[CAROM_OWN(kt)] = p.own[CAROM_OWN(kt) + 1] = 0.8 * kn;
    p.own[CAROM_OWN(pn)] = 1.0;
    carom_set_vibrations(&p, modes, (size_t)((dim - 1) * bending + axial));
    carom_history more = {.work_limit = 11 * CAROM_COMPLIANT_WORK};
    carom_result out;
    carom_verdict verdict;
    const carom_status status = carom_record(&carom_law_modal, &c, &p, &more, &out);
    t->run++;
    if (status == CAROM_NOT_CONVERGED) {
        t->given_up++;
        return;
    }
    if (status != CAROM_OK || out.violations || carom_check(&c, p.mu, out.P, &verdict) != CAROM_OK ||
        verdict.violations) {
        printf("FAILED problem %llu (dim %d): %s, violations %u, dE %g\n", (unsigned long long)index, dim,
               carom_status_name(status), out.violations, out.dE);
        t->failed++;
        return;
    }
    const double before = 0.5 * mass; // the energy scale: the approach speed is 1 m/s
    carom_worsen(&t->worst_energy, verdict.energy_slack);
    carom_worsen(&t->worst_balance, (out.dE + more.summary.vibration) / before);
    t->answered++;
    t->several += more.summary.micro_impacts > 1;
}

int main(int argc, char **argv) {
    const int count = argc > 1 ? atoi(argv[1]) : 300;
    tally t = {.worst_energy = -HUGE_VAL, .worst_balance = -HUGE_VAL};
    for (int i = 0; i < count; i++) try((uint64_t)i, &t);
    printf(
        "%d rods, %d answered, %d with several contact phases, %d given up, %d failed; greatest gain of energy %.1e, "
        "with the vibrations %.1e\n",
        t.run, t.answered, t.several, t.given_up, t.failed, t.worst_energy, t.worst_balance);
    // The bound is 1e-9: the model integrates with a relative tolerance of about 1e-11, over up to about 100 phases.
    const bool enough = floor_met("compliant/rods", t.answered, t.run, 0.99);
    return t.failed || !enough || !t.several || !(t.worst_balance < 1e-9) ? EXIT_FAILURE : EXIT_SUCCESS;
}
