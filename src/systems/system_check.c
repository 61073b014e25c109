// Judges an impulse at several contacts from (W, v, P, mu) alone, with the tolerances of collide/check. Each quantity
// that must have a certain sign is divided by the size of its terms. The worst contact determines the verdict.
#include <math.h>

#include "base/rounding.h"
#include "base/worst.h"
#include "carom/systems.h"

static double share(double sum, double size) {
    return size == 0.0 ? 0.0 : sum / size;
}

// Returns v'_i, and the sizes of its terms.
static double after(const carom_system *s, const double *P, int i, double *terms) {
    const int n = s->dim * s->nc;
    const double *row = s->W + (size_t)i * (size_t)n, *column = s->W + i;
    double sum = s->v[i];
    *terms = fabs(s->v[i]);
    for (int j = 0; j < n; j++) {
        const double W = 0.5 * (row[j] + column[(size_t)j * (size_t)n]); // averaged as in carom_system_solve
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

// Returns the size by which an impulse is judged. It is the impulse itself, or the impulse that would cause the
// velocities of its contact or the largest velocity. Impulses of other bodies are not used, because these may be
// heavier.
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

// Solved impulses are exact to this fraction of the speeds and of the impulses of their own contact. The methods use
// the same tolerance.
#define SOLVED 1e-10
// An error dP of a solved impulse changes dE by dP.v', a fraction of the sum of |P_i v'_i|. That sum stays small
// relative to the terms of dE as W becomes singular. The largest value seen on 8e4 systems that conserve energy is
// 1.2e-13.
#define EXACT 1e-11

static void judge_contact(int dim, double mu, const double *P, double most, carom_verdict *out) {
    const double Pt = dim == 2 ? fabs(P[1]) : sqrt(P[1] * P[1] + P[2] * P[2]);
    carom_worsen(&out->pull_slack, share(-P[0], most));
    if (!isinf(mu)) carom_worsen(&out->cone_slack, share(Pt - mu * P[0], Pt + fmax(1.0, mu) * fabs(P[0]) + most));
}

// Computes v' and the energy. The terms of the energy may cancel between contacts, so the energy is compared with all
// of them. An approach v'_n < 0 is compared with the speeds; the terms of v'_n only determine its rounding error. They
// may be far larger than any speed if W is nearly singular.
//
// An impact cannot lose more energy than there is, and cannot stop a motion that no impulse can stop. If v is in the
// range of W, the first is an identity, dE + v.W^+ v/2 = v'.W^+ v'/2. The second follows from W if v' is accurate. The
// check is therefore whether v' is known, that is, whether the rounding of its terms is below 1 % of the speeds.
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
