// Checks that law `accessible` and carom_region_locate are inverse to each other, and that together they cover the
// accessible region. Usage: collide_locate [PROBLEMS]
//   cover  Random impulses of the region lie on random lines, whose ends carom_region_interval computes without the
//          code of the law. Each impulse is located, with coefficients in their ranges, and the law returns the same
//          impulse for them.
//   back   For random coefficients, every result is in the region, and carom_region_locate returns these coefficients.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/eigen.h"
#include "base/worst.h"
#include "bench/random.h"
#include "carom/geometry.h"
#include "support/floor.h"
#include "support/laws.h"
#include "support/params.h"

// Returns the tolerance for two computations that round differently: 1e-10, plus the effect of a change of W by 1e-14.
static double same(double condition) {
    return 1e-10 + 1e-14 * condition;
}

static double condition_of(const carom_contact *c) {
    double values[3], vectors[3][3];
    carom_eigen(c->dim, c->W, values, vectors);
    return values[c->dim - 1] > 0.0 ? values[0] / values[c->dim - 1] : HUGE_VAL;
}

typedef struct {
    long asked, answered, failed, above, on_cone, on_energy;
    double worst, worst_e, worst_f, worst_phi; // largest errors, relative to the tolerance
} tally;

static double size_of(int dim, const double P[3]) {
    double size = 0.0;
    for (int i = 0; i < dim; i++) carom_worsen(&size, fabs(P[i]));
    return size;
}

static void complain(tally *t, const char *what, long index, const carom_contact *c, double mu, const double P[3]) {
    if (t->failed++ >= 3) return;
    printf("FAIL %s, problem %ld, mu = %.17g\n", what, index, mu);
    for (int i = 0; i < c->dim; i++)
        printf("    W %.17g %.17g %.17g   v %.17g   P %.17g\n", c->W[i][0], c->W[i][1], c->W[i][2], c->v[i], P[i]);
}

// Computes a random impulse of the region. It takes a point on a random line through a frictionless impulse, and then a
// point on a random line through that point.
static bool point_of(random_stream *r, const carom_contact *c, double mu, double P[3]) {
    P[0] = -(1.0 + random_unit(r)) * c->v[0] / c->W[0][0];
    P[1] = P[2] = 0.0;
    for (int k = 0; k < 2; k++) {
        double d[3] = {0.0}, interval[2];
        random_direction(r, c->dim, d);
        if (carom_region_interval(c, mu, P, d, interval, NULL) != CAROM_OK) return false;
        const double least = interval[0], most = interval[1];
        if (!(least <= most) || !isfinite(least) || !isfinite(most)) return false;
        const int end = random_below(r, 16);
        const double s = end == 0 ? least : end == 1 ? most : random_between(r, least, most);
        for (int i = 0; i < c->dim; i++) P[i] += s * d[i];
    }
    return true;
}

static carom_params params_of(double mu, double e, double f, double phi) {
    carom_params p = params_plain();
    p.mu = mu;
    p.e = e;
    p.own[CAROM_OWN(f)] = f;
    p.own[CAROM_OWN(phi)] = phi;
    return p;
}

static bool in_range(int dim, const carom_location *l) {
    return l->e >= 0.0 && l->f <= 1.0 && l->f >= (dim == 2 ? -1.0 : 0.0) && fabs(l->phi) <= 3.1415926535897936 &&
           (dim == 3 || l->phi == 0.0) && l->room >= 0.0;
}

static void cover(tally *t, random_stream *r, long index, int dim) {
    const carom_contact c = random_contact(r, dim, 2.0);
    const double mu = random_below(r, 16) ? random_power10(random_between(r, -2.0, 1.0)) : HUGE_VAL;
    double P[3];
    carom_location l;
    carom_result out;
    t->asked++;
    if (!point_of(r, &c, mu, P)) return;
    if (carom_region_locate(&c, mu, P, &l) != CAROM_OK || !in_range(dim, &l)) {
        complain(t, "an impulse of the region is not located", index, &c, mu, P);
        return;
    }
    const carom_params p = params_of(mu, l.e, l.f, l.phi);
    const carom_status status = carom_collide(&carom_law_accessible, &c, &p, &out);
    double off = 0.0;
    for (int i = 0; i < dim; i++) carom_worsen(&off, fabs(out.P[i] - P[i]));
    off /= size_of(dim, P);
    const double allowed = same(condition_of(&c));
    if (status != CAROM_OK || !(off <= allowed)) {
        complain(t, "the law answers another impulse", index, &c, mu, P);
        printf("    e %.17g f %.17g phi %.17g room %.17g: off by %g\n", l.e, l.f, l.phi, l.room, off);
    }
    t->answered++;
    t->above += l.e > 1.0;
    t->on_energy += fabs(l.f) >= 1.0 - 1e-9 && l.face == CAROM_BOUNDARY_ENERGY;
    t->on_cone += fabs(l.f) >= 1.0 - 1e-9 && l.face != CAROM_BOUNDARY_ENERGY;
    carom_worsen(&t->worst, off / allowed);
}

// Checks the coefficients that are recovered from an impulse. The error of e is relative to the speeds that cancel in
// v_n'. The errors of f and phi are measured by how far they move the impulse.
static void back(tally *t, random_stream *r, long index, int dim) {
    const carom_contact c = random_contact(r, dim, 2.0);
    const double mu = random_below(r, 16) ? random_power10(random_between(r, -2.0, 1.0)) : HUGE_VAL;
    const double e = random_below(r, 3) ? random_unit(r) : random_power10(random_between(r, 0.0, 1.0));
    const double f = random_between(r, dim == 2 ? -1.0 : 0.0, 1.0), phi = random_between(r, -3.14, 3.14);
    const carom_params p = params_of(mu, e, f, phi);
    carom_result out;
    carom_location l;
    t->asked++;
    if (carom_collide(&carom_law_accessible, &c, &p, &out) != CAROM_OK || out.violations) {
        complain(t, "coefficients without an impulse of the region", index, &c, mu, out.P);
        return;
    }
    if (carom_region_locate(&c, mu, out.P, &l) != CAROM_OK) {
        complain(t, "an outcome is not located", index, &c, mu, out.P);
        return;
    }
    t->answered++;
    if (out.mode == CAROM_MODE_HIGHEST) return;
    double speeds = -c.v[0];
    for (int i = 0; i < dim; i++) speeds += fabs(c.W[0][i] * out.P[i]);
    const double size = size_of(dim, out.P), e_off = fabs(l.e - e) * -c.v[0] / speeds;
    const double f_off = fabs(l.f - f) * l.room / size;
    const double phi_off = dim == 3 ? fabs(l.phi - phi) * fabs(f) * l.room / size : 0.0;
    const double allowed = same(condition_of(&c));
    if (!(e_off <= allowed && f_off <= allowed && phi_off <= allowed)) {
        complain(t, "an outcome is located elsewhere", index, &c, mu, out.P);
        printf("    e %.17g f %.17g phi %.17g, located e %.17g f %.17g phi %.17g room %g\n", e, f, phi, l.e, l.f, l.phi,
               l.room);
    }
    t->above += e > 1.0;
    carom_worsen(&t->worst_e, e_off / allowed);
    carom_worsen(&t->worst_f, f_off / allowed);
    carom_worsen(&t->worst_phi, phi_off / allowed);
}

int main(int argc, char **argv) {
    const long problems = argc > 1 ? atol(argv[1]) : 100000;
    bool good = true;
    for (int dim = 2; dim <= 3; dim++) {
        tally there = {0}, again = {0};
        for (long i = 0; i < problems; i++) {
            random_stream r = random_at(140 + (uint64_t)dim, (uint64_t)i);
            cover(&there, &r, i, dim);
            back(&again, &r, i, dim);
        }
        printf("%dD  %ld impulses located of %ld (%ld above e = 1, %ld on the cone, %ld on the energy), worst %.1e\n",
               dim, there.answered, there.asked, there.above, there.on_cone, there.on_energy, there.worst);
        printf("    %ld sets of coefficients of %ld found again (%ld above e = 1), worst e %.1g, f %.1g, phi %.1g\n",
               again.answered, again.asked, again.above, again.worst_e, again.worst_f, again.worst_phi);
        good = good && !there.failed && !again.failed && there.above > problems / 20 &&
               there.on_cone > problems / 100 && there.on_energy > problems / 100;
        good &= floor_met("located", there.answered, there.asked, 0.99);
        good &= floor_met("found again", again.answered, again.asked, 0.999);
    }
    return good ? 0 : 1;
}
