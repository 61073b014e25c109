// Contains the arithmetic of carom_check without branches, so that compilers can vectorise it.
//
// Each quantity that must have a certain sign is a sum of terms that may cancel. It counts as violated if it exceeds
// the rounding of the sum. That is a few units in the last place of the sizes of its terms (base/rounding.h). The
// judgement therefore does not depend on the units of mass, speed or time. It also stays accurate if W is nearly
// singular, where P and the terms grow.
//
// If a law states its accuracy, the tolerance is wider, because the digits beyond that accuracy are not judged.
#ifndef CAROM_SRC_ADMISSIBILITY_H
#define CAROM_SRC_ADMISSIBILITY_H

#include <math.h>
#include <stdint.h>

#include "base/lane.h"
#include "base/rounding.h"
#include "base/sym.h"
#include "carom/law.h"
#include "collide/ordinary.h"

// A sum, and the sum of the sizes of its terms.
typedef struct carom_weighed {
    double sum, size;
} carom_weighed;

typedef struct carom_judged {
    double v[3], size[3];               // v + W P, and the sums of the sizes of its terms
    carom_weighed energy;               // dE
    carom_weighed cone, pull, approach; // |P_t| - mu P_n, -P_n and -v_n': violated if positive beyond rounding
    double rounding;                    // largest rounding error, as a fraction of a size
    double speed, work;                 // sums of |v_i| + |v'_i| and of |P_i v'_i|, relative to which the error of an
                                        // inexact P is measured
} carom_judged;

// The accuracy of an impulse. If the law has a closed form, rounding changes v_n' and the cone by a fraction of the
// speeds and forces themselves. If the law iterates, P has an error dP, a fraction of P, which changes v' by W dP and
// dE by dP.v'.
typedef struct carom_accuracy {
    double motion, impulse;
} carom_accuracy;

#define CAROM_EXACT  ((carom_accuracy){0.0, 0.0})
#define CAROM_CLOSED ((carom_accuracy){CAROM_CLOSED_ACCURACY, 0.0})

// Judges an impulse. With infinite mu the cone is never violated: its sum is -infinity or NaN.
CAROM_LANE carom_judged carom_judge(int dim, const double W[3][3], const double v[3], const double P[3], double mu) {
    carom_judged j = {
        .v = {0.0, 0.0, 0.0}, .size = {0.0, 0.0, 0.0}, .energy = {0.0, 0.0}, .rounding = carom_rounding(dim)};
    for (int i = 0; i < dim; i++) {
        j.v[i] = v[i];
        j.size[i] = fabs(v[i]);
        for (int k = 0; k < dim; k++) {
            j.v[i] += W[i][k] * P[k];
            j.size[i] += fabs(W[i][k] * P[k]);
        }
        j.energy.sum += 0.5 * P[i] * (v[i] + j.v[i]);
        j.energy.size += 0.5 * fabs(P[i]) * (fabs(v[i]) + j.size[i]);
        j.speed += fabs(v[i]) + fabs(j.v[i]);
        j.work += fabs(P[i] * j.v[i]);
    }
    const double Pn = fabs(P[0]), Pt = dim == 2 ? fabs(P[1]) : sqrt(P[1] * P[1] + P[2] * P[2]);
    j.cone = (carom_weighed){Pt - mu * P[0], Pt + (mu > 1.0 ? mu : 1.0) * Pn};
    j.pull = (carom_weighed){-P[0], Pn + Pt};
    j.approach = (carom_weighed){-j.v[0], j.size[0]};
    return j;
}

// Returns this violation bit if the sum exceeds its limit, otherwise 0.
CAROM_LANE uint64_t carom_breach(double sum, double most, uint64_t bit) {
    return sum > most ? bit : 0;
}

// Returns CAROM_VIOLATION_* bits, in a word as wide as a double.
CAROM_LANE uint64_t carom_breaches(const carom_judged *j, carom_accuracy a) {
    const double share = j->rounding + a.impulse;
    const double most_gain = j->rounding * j->energy.size + a.impulse * j->work;
    const double most_approach = share * j->approach.size + a.motion * j->speed;
    return carom_breach(j->energy.sum, most_gain, CAROM_VIOLATION_ENERGY) |
           carom_breach(j->cone.sum, (share + a.motion) * j->cone.size, CAROM_VIOLATION_CONE) |
           carom_breach(j->pull.sum, (share + a.motion) * j->pull.size, CAROM_VIOLATION_PULL) |
           carom_breach(j->approach.sum, most_approach, CAROM_VIOLATION_PENETRATION);
}

// Returns the accuracy by which a law is judged in this dimension.
static inline carom_accuracy carom_accuracy_of(const carom_law *law, int dim) {
    const bool closed = law->closed_form & (dim == 2 ? CAROM_2D : CAROM_3D);
    return closed ? CAROM_CLOSED : (carom_accuracy){0.0, law->contact->accuracy};
}

// Returns whether all numbers are finite. Every P_i and v'_i is a factor in a term of dE, so dE is not finite if one of
// them is not.
CAROM_LANE bool carom_judged_finite(const carom_judged *j) {
    return isfinite(j->energy.sum);
}

// Returns whether W is certainly regular. Batches use the same test to decide whether the vectorised code may solve an
// item.
CAROM_LANE bool carom_surely_regular(int dim, const double W[3][3]) {
    if (dim == 2) return W[0][0] * W[1][1] - W[0][1] * W[0][1] > CAROM_SINGULAR * (W[0][0] * W[1][1]);
    return carom_if_regular3(0, W[0][0], W[0][1], W[0][2], W[1][1], W[1][2], W[2][2]) == 0;
}

// Returns CAROM_VIOLATION_LOSS or 0, for a W that is not certainly regular.
unsigned carom_judge_loss(const carom_contact *contact, const double P[3]);

// Returns all violations of an impulse at a contact that is scaled near 1, for the given accuracy of the impulse.
CAROM_LANE unsigned carom_all_breaches(int dim, const carom_contact *c, const double P[3], const carom_judged *j,
                                       carom_accuracy a) {
    const unsigned broken = (unsigned)carom_breaches(j, a);
    return carom_surely_regular(dim, c->W) ? broken : broken | carom_judge_loss(c, P);
}

#endif
