// Compares two contact models with the same equations, which are solved by different methods. lammps-hooke-history uses
// series in time, spring-dashpot uses closed forms between events. The damping cn and ct of spring-dashpot is that of
// lammps-hooke-history times the mass m = 1/W_nn. Some problems have stiff dashpots, whose slip reverses within one
// step.
//   twins [PROBLEMS]
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/worst.h"
#include "bench/random.h"
#include "carom/compliant.h"
#include "support/compliant_params.h"
#include "support/floor.h"

static carom_params draw(random_stream *r) {
    carom_params p = params_springs();
    p.mu = random_power10(random_between(r, -1.0, 0.7));
    p.own[CAROM_OWN(kn)] = random_power10(random_between(r, -2.0, 2.0));
    p.own[CAROM_OWN(cn)] = random_below(r, 2) ? random_power10(random_between(r, -1.0, 1.0)) : 0.0;
    p.own[CAROM_OWN(kt)] = p.own[CAROM_OWN(kn)] * random_power10(random_between(r, -1.0, 1.5));
    p.own[CAROM_OWN(ct)] = random_power10(random_between(r, -1.0, 2.0));
    p.own[CAROM_OWN(tension)] = CAROM_TENSION_CUT;
    return p;
}

int main(int argc, char **argv) {
    const long problems = argc > 1 ? atol(argv[1]) : 300;
    long both = 0, differ = 0;
    double worst = 0.0;
    // Problems in which rounding once ended a slip at the instant at which it began, when the force reached the cone.
    const long once[] = {9578, 11667, 16907}, more = sizeof once / sizeof *once;
    for (long k = 0; k < problems + more; k++) {
        const long i = k < problems ? k : once[k - problems];
        random_stream r = random_at(77, (uint64_t)i);
        const carom_contact c = random_contact(&r, 2, 2.0);
        carom_params p = draw(&r), q = p;
        carom_result a, b;
        q.own[CAROM_OWN(cn)] /= c.W[0][0];
        q.own[CAROM_OWN(ct)] /= c.W[0][0];
        if (carom_collide(&carom_law_lammps_hooke_history, &c, &p, &a) != CAROM_OK) continue;
        if (carom_collide(&carom_law_spring_dashpot, &c, &q, &b) != CAROM_OK) continue;
        both++;
        const double size = fabs(b.P[0]) + fabs(b.P[1]);
        const double off = (fabs(a.P[0] - b.P[0]) + fabs(a.P[1] - b.P[1])) / size;
        worst = carom_worst(worst, off);
        if (off <= 1e-9) continue;
        differ++;
        printf("FAIL problem %ld: P = (%.10g, %.10g), its twin (%.10g, %.10g)\n", i, a.P[0], a.P[1], b.P[0], b.P[1]);
    }
    printf("%ld of %ld answered by both, %ld differ, worst %.1e of |P|\n", both, problems + more, differ, worst);
    return differ || !floor_met("twins", both, problems + more, 0.9);
}
