#include "collide/admissibility.h"

#include "base/ldl.h"

// Properties of an impulse at a contact with a singular W, where no impulse changes the velocity along the null
// vectors.
typedef struct unmoved {
    double changed[3];  // part of v' - v along the null vectors
    double P[3], v[3];  // parts of P and v along the null vectors
    double most_energy; // v_r.W^+ v_r/2, the largest energy that v can lose; v_r is v without its part along the null
                        // vectors
} unmoved;

// Fills these properties. Returns false if W is regular.
static bool unmoved_by(const carom_contact *c, const double P[3], const carom_judged *j, unmoved *z) {
    const carom_ldl f = carom_factor(c->dim, c->W);
    if (f.rank == f.dim) return false;
    double change[3] = {0}, rest[3] = {0};
    for (int i = 0; i < c->dim; i++) change[i] = j->v[i] - c->v[i];
    carom_ldl_null_part(&f, change, z->changed);
    carom_ldl_null_part(&f, P, z->P);
    carom_ldl_null_part(&f, c->v, z->v);
    for (int i = 0; i < c->dim; i++) rest[i] = c->v[i] - z->v[i];
    z->most_energy = 0.5 * carom_ldl_inverse_form(&f, rest, rest);
    return true;
}

// If W is singular, no impulse can change some velocities. P counts as far too large if rounding changes such a
// velocity by this fraction of the speeds, or if v' is lost in rounding. Speeds are compared as v_i^2/W_ii, which are
// energies up to a factor, because a direction with little mass may be much faster. With 1e-2, v' keeps at least two
// digits. Finite results for singular W are far below this limit.
#define LOST 1e-2

// The condition dE >= P_z.v_z - v_r.W^+ v_r/2 counts as violated only beyond rounding and beyond this error of W. A
// singular W that was computed may be indefinite by 1e-12 (collide/validate.h).
#define KNOWN 1e-12

unsigned carom_judge_loss(const carom_contact *c, const double P[3]) {
    const carom_judged judged = carom_judge(c->dim, c->W, c->v, P, 0.0), *j = &judged;
    unmoved z;
    if (!unmoved_by(c, P, j, &z)) return 0;
    double energy = 0.0, lost = 0.0, spread = 0.0, along = 0.0;
    for (int i = 0; i < c->dim; i++) {
        along += z.P[i] * z.v[i];
        if (!(c->W[i][i] > 0.0)) continue;
        spread += sqrt(c->W[i][i]) * fabs(P[i]);
        const double speed = fmax(fabs(c->v[i]), fabs(j->v[i]));
        const double unknown = fmax(fabs(z.changed[i]), j->rounding * j->size[i]);
        energy = fmax(energy, speed * speed / c->W[i][i]);
        lost = fmax(lost, unknown * unknown / c->W[i][i]);
    }
    const double least = along - z.most_energy;
    const double slack = j->rounding * j->energy.size + KNOWN * (spread * spread + fabs(least));
    const bool stops_what_cannot_stop = energy > 0.0 && lost > LOST * LOST * energy;
    return stops_what_cannot_stop || j->energy.sum < least - slack ? (unsigned)CAROM_VIOLATION_LOSS : 0u;
}
