// Checks that deferred never gains energy. It also loses at least as much energy as an impact without friction: dE <=
// -(1 - e^2) v_n^2/(2 W_nn). Usage: laws_deferred [DIM [PROBLEMS]]
//
// The random problems use every bound on friction. One in three has a condition number up to 1e12 and masses over 18
// decades. Some have e = 1, mu = 0 or no slip.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/worst.h"
#include "bench/random.h"
#include "support/floor.h"
#include "support/laws.h"

static carom_contact contact(random_stream *r, int dim, bool hard) {
    carom_contact c = random_contact(r, dim, hard ? 12.0 : 2.0);
    const double mass = hard ? random_power10(random_between(r, -9.0, 9.0)) : 1.0;
    for (int i = 0; i < dim; i++)
        for (int j = 0; j < dim; j++) c.W[i][j] *= mass;
    return c;
}

// Returns by how much the energy loss is smaller than without friction, relative to the terms of dE.
static double short_by(const carom_contact *c, const carom_params *p, const carom_result *out) {
    const double least = (1.0 - p->e * p->e) * c->v[0] * c->v[0] / (2.0 * c->W[0][0]);
    double size = least;
    for (int i = 0; i < c->dim; i++) size += fabs(out->P[i] * c->v[i]) + fabs(out->P[i] * out->v[i]);
    return size > 0.0 ? (out->dE + least) / size : 0.0;
}

int main(int argc, char **argv) {
    const int dim = argc > 1 ? atoi(argv[1]) : 2;
    const long problems = argc > 2 ? atol(argv[2]) : 100000;
    long answered = 0, gains = 0, elastic = 0;
    double worst = -HUGE_VAL;
    for (long i = 0; i < problems; i++) {
        random_stream r = random_at(132, (uint64_t)i);
        const carom_contact c = contact(&r, dim, i % 3 == 0);
        carom_params p = random_params(&r, dim);
        carom_result out;
        p.friction =
            (carom_friction)random_below(&r, 1 + (int)carom_coefficient_at(NULL, CAROM_PARAM_friction)->highest);
        if (carom_collide(&carom_law_deferred, &c, &p, &out) != CAROM_OK) continue;
        answered++;
        elastic += p.e == 1.0;
        if (out.violations & CAROM_VIOLATION_ENERGY && gains++ < 5)
            printf("FAIL problem %ld gains %g J, friction %d, e %.17g, mu %.17g\n", i, out.dE, (int)p.friction, p.e,
                   p.mu);
        carom_worsen(&worst, short_by(&c, &p, &out));
    }
    printf("%dD: %ld answered, %ld with e = 1, %ld gain energy; loss short of the frictionless by %.2g of its terms\n",
           dim, answered, elastic, gains, worst);
    // The largest value was 2e-16; the bound is 1e-14.
    const bool fine = gains == 0 && worst <= 1e-14;
    return floor_met("deferred", answered, problems, 0.999) && fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
