// Judges an impulse at several contacts from (W, v, P, mu) alone, with the slacks of collide/check: each quantity that
// must have a sign, over the size of the terms it is made of. The worst contact speaks for all.
#include <math.h>

#include "base/rounding.h"
#include "base/worst.h"
#include "carom/systems.h"

static double share(double sum, double size) {
    return size == 0.0 ? 0.0 : sum / size;
}

// v'_i, and the sizes of its terms.
static double after(const carom_system *s, const double *P, int i, double *terms) {
    const int n = s->dim * s->nc;
    const double *row = s->W + (size_t)i * (size_t)n, *column = s->W + i;
    double sum = s->v[i];
    *terms = fabs(s->v[i]);
    for (int j = 0; j < n; j++) {
        const double W = 0.5 * (row[j] + column[(size_t)j * (size_t)n]); // as carom_system_solve averages it
        sum += W * P[j];
        *terms += fabs(W * P[j]);
    }
    return sum;
}

static double largest(int n, const double *x) {
    double most = 0.0;
    for (int i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
    return most;
}

// An impulse is measured by itself, or by what would make its contact's velocities or the largest one: beside it
// rounding is rounding. What other bodies carry is no measure, they may be heavier.
static double impulse_scale(const carom_system *s, const double *P, int contact, double fastest) {
    const int n = s->dim * s->nc;
    double W = 0.0, terms, most = fastest;
    for (int i = s->dim * contact; i < s->dim * (contact + 1); i++) {
        W = fmax(W, s->W[(size_t)i * (size_t)n + (size_t)i]);
        after(s, P, i, &terms);
        most = fmax(most, terms);
    }
    const double own = largest(s->dim, P + s->dim * contact);
    return W > 0.0 ? fmax(own, most / W) : largest(n, P);
}

// Solved impulses have this many digits of the speeds and of their contact's own impulses.
// 1e-10: what the methods accept as solved.
#define SOLVED 1e-10
// An error dP of a solved impulse changes dE by dP.v', a share of the sum of |P_i v'_i|, which stays small beside the terms
// of dE as W nears a singular one. Worst seen 1.2e-13 on 8e4 systems that conserve energy, so 1e-11.
#define EXACT 1e-11

static void judge_contact(int dim, double mu, const double *P, double most, carom_verdict *out) {
    const double Pt = dim == 2 ? fabs(P[1]) : sqrt(P[1] * P[1] + P[2] * P[2]);
    carom_worsen(&out->pull_slack, share(-P[0], most));
    if (!isinf(mu)) carom_worsen(&out->cone_slack, share(Pt - mu * P[0], Pt + fmax(1.0, mu) * fabs(P[0]) + most));
}

// v' and the energy; the terms of the energy may cancel between contacts, so its size is theirs together. An approach
// is measured by the speed, and by its own terms only as far as they round: beside a nearly singular W they are far
// larger than any speed.
//
// An impact cannot lose more energy than there is, nor stop what no impulse can stop. With v in the range of W the first
// is an identity, dE + v.W^+ v/2 = v'.W^+ v'/2, and the second is W's own doing, as long as v' is what it says. So what
// is asked is whether v' is known: true where rounding of its terms leaves less than 1 % of the speeds.
#define UNKNOWN 0.01

static bool judge_motion(const carom_system *s, const double *P, double fastest, double *v, carom_verdict *out) {
    const int n = s->dim * s->nc;
    double size_of_energy = 0.0, unknown = 0.0, work = 0.0;
    for (int i = 0; i < n; i++) {
        double size;
        v[i] = after(s, P, i, &size);
        carom_worsen(&unknown, size);
        out->dE += 0.5 * P[i] * (s->v[i] + v[i]);
        size_of_energy += 0.5 * fabs(P[i]) * (fabs(s->v[i]) + size);
        work += fabs(P[i] * v[i]);
        if (i % s->dim == 0)
            carom_worsen(&out->approach_slack, share(-v[i], fastest + carom_rounding(n) / SOLVED * size));
    }
    out->energy_slack = share(out->dE, size_of_energy);
    if (out->dE > carom_rounding(n) * size_of_energy + EXACT * work) out->violations |= CAROM_VIOLATION_ENERGY;
    return carom_rounding(n) * unknown > UNKNOWN * fmax(fastest, largest(n, v));
}

carom_status carom_system_check(const carom_system *s, const double *mu, const double *P, double *v,
                                carom_verdict *verdict) {
    if (!s || !s->W || !s->v || !mu || !P || !v || !verdict) return CAROM_NULL_POINTER;
    if (s->dim != 2 && s->dim != 3) return CAROM_BAD_DIM;
    if (s->nc < 1 || s->nc > CAROM_MAX_CONTACTS) return CAROM_BAD_COUNT;
    *verdict = (carom_verdict){
        .cone_slack = -HUGE_VAL, .pull_slack = -HUGE_VAL, .approach_slack = -HUGE_VAL, .energy_slack = -HUGE_VAL};
    const int n = s->dim * s->nc;
    const double fastest = largest(n, s->v);
    for (int i = 0; i < s->nc; i++) {
        if (!(mu[i] >= 0.0)) return CAROM_COEFFICIENT_RANGE;
        judge_contact(s->dim, mu[i], P + s->dim * i, impulse_scale(s, P, i, fastest), verdict);
    }
    const bool unknown = judge_motion(s, P, fastest, v, verdict);
    for (int i = 0; i < n; i++)
        if (!isfinite(P[i]) || !isfinite(v[i])) return CAROM_OVERFLOW;
    if (!isfinite(verdict->dE)) return CAROM_OVERFLOW;

    verdict->violations |= (unknown ? (unsigned)CAROM_VIOLATION_LOSS : 0u) |
                           (verdict->cone_slack > SOLVED ? (unsigned)CAROM_VIOLATION_CONE : 0u) |
                           (verdict->pull_slack > SOLVED ? (unsigned)CAROM_VIOLATION_PULL : 0u) |
                           (verdict->approach_slack > SOLVED ? (unsigned)CAROM_VIOLATION_PENETRATION : 0u);
    return CAROM_OK;
}
