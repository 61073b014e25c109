// Tests carom/explain.h on random problems by other methods. The energy form must equal dE in every mode. Newton's and
// Poisson's v_n' must agree if carom_restitution_compare gives a reason (because). Otherwise their difference must
// agree with a formula for the path. The forces of a closed contact must be those that a search over friction ratios
// finds.
//   campaign PROBLEMS
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/worst.h"
#include "bench/random.h"
#include "carom/explain.h"
#include "support/floor.h"
#include "support/laws.h"
#include "support/params.h"

static const double regular = 1e-4; // smallest ratio of det W to W_nn W_tt; below it too many digits are lost

static carom_contact contact_at(random_stream *r) {
    carom_contact c;
    do c = random_contact(r, 2, 1.0);
    while (c.W[0][0] * c.W[1][1] - c.W[0][1] * c.W[0][1] < regular * c.W[0][0] * c.W[1][1]);
    return c;
}

static carom_params params_at(random_stream *r) {
    carom_params p = params_plain();
    p.e = random_unit(r);
    p.mu = random_power10(random_between(r, -1.5, 0.7));
    return p;
}

static double size_of(const carom_contact *c, const double P[3]) {
    double size = 0.0;
    for (int i = 0; i < 2; i++) {
        size += fabs(P[i] * c->v[i]);
        for (int j = 0; j < 2; j++) size += fabs(P[i] * c->W[i][j] * P[j]);
    }
    return size;
}

static int energy(long problems) {
    long answered = 0, modes[CAROM_MODE_R_REVERSED + 1] = {0}, gains = 0;
    double worst = 0.0;
    for (long k = 0; k < problems; k++) {
        random_stream r = random_at(901, (uint64_t)k);
        const carom_contact c = contact_at(&r);
        const carom_params p = params_at(&r);
        carom_energy_form form;
        if (carom_energy_form_compute(&c, &p, &form) != CAROM_OK || form.outcome.mode > CAROM_MODE_R_REVERSED) continue;
        answered++;
        modes[form.outcome.mode]++;
        gains += form.twice_dE > 1e-12 * size_of(&c, form.outcome.P);
        gains += form.determinant < 0.0 && p.e == 1.0;
        carom_worsen(&worst, fabs(form.twice_dE - 2.0 * form.outcome.dE) / size_of(&c, form.outcome.P));
    }
    long fewest = problems;
    for (int m = CAROM_MODE_SLIDING; m <= CAROM_MODE_R_REVERSED; m++) fewest = modes[m] < fewest ? modes[m] : fewest;
    printf("energy forms: worst difference %.1e of the terms; gains %ld; at least %ld problems of each mode\n", worst,
           gains, fewest);
    // The largest difference in 1e6 problems was 1e-15; the bound is 1e-12.
    return !(worst < 1e-12) || gains || fewest < problems / 2000 || !floor_met("energy forms", answered, problems, 1.0);
}

// Computes v_n' by Poisson minus v_n' by Newton from the path. If the slip ends before maximum compression,
// the result is e (k2 - k1) P1. Otherwise it is (k2 - k1) ((1 + e) P_c - P1).
static bool gap_by_path(const carom_contact *c, const carom_params *params, double *gap) {
    carom_path_point points[16];
    carom_path path = {points, 16, 0};
    carom_params p = *params;
    carom_result out;
    double P1 = (double)NAN, Pc = (double)NAN;
    p.restitution = CAROM_POISSON;
    if (carom_trace(&carom_law_routh, c, &p, &path, &out) != CAROM_OK) return false;
    int resumes = 0;
    for (size_t i = 0; i < path.count; i++) {
        const carom_event event = points[i].event;
        if (event == CAROM_EVENT_SLIP_STICKS || event == CAROM_EVENT_SLIP_REVERSES) P1 = points[i].P[0];
        if (event == CAROM_EVENT_COMPRESSION_ENDS) Pc = points[i].P[0];
        resumes += event == CAROM_EVENT_COMPRESSION_RESUMES;
    }
    if (isnan(P1) || isnan(Pc) || resumes) return false;
    const double s = c->v[1] > 0.0 ? 1.0 : -1.0, a = c->W[0][0], w = c->W[0][1], T = c->W[1][1];
    const bool holds = p.mu >= fabs(w / T);
    const double k1 = a - s * p.mu * w, k2 = holds ? a - w * w / T : a + s * p.mu * w;
    *gap = P1 < Pc ? p.e * (k2 - k1) * P1 : (k2 - k1) * ((1.0 + p.e) * Pc - P1);
    return true;
}

static int restitutions(long problems) {
    long answered = 0, compared = 0, agree = 0, wrong = 0;
    double worst = 0.0;
    for (long k = 0; k < problems; k++) {
        random_stream r = random_at(902, (uint64_t)k);
        carom_contact c = contact_at(&r);
        carom_params p = params_at(&r);
        const int kind = random_below(&r, 8);
        if (kind == 0) c.W[0][1] = c.W[1][0] = 0.0;
        if (kind == 1) p.mu = 0.0;
        if (kind == 2) p.e = 0.0;
        carom_restitution_comparison found;
        if (carom_restitution_compare(&c, &p, &found) != CAROM_OK) continue;
        answered++;
        agree += found.because != 0;
        const double gap = found.poisson.v[0] - found.newton.v[0], speed = fabs(c.v[0]) + fabs(c.v[1]);
        // v' is accurate to 1e-15 of W P, which is up to 1e4 times the speeds here. The largest error was 2e-12; the
        // bound is 1e-9.
        if (found.because) wrong += !(fabs(gap) <= 1e-9 * speed);
        double by_path;
        if (found.because || !gap_by_path(&c, &p, &by_path)) continue;
        compared++;
        carom_worsen(&worst, fabs(gap - by_path) / speed);
        wrong += gap == 0.0;
    }
    printf("restitutions: %ld agree, none without a reason but %ld; gaps off by %.1e at most in %ld\n", agree, wrong,
           worst, compared);
    return wrong || !(worst < 1e-9) || compared < problems / 10 || !floor_met("restitutions", answered, problems, 0.99);
}

// Counts the forces of a 2D contact at rest: separation, sliding at both limits of friction, and sticking. Sticking is
// a friction ratio at which the tangential acceleration is 0.
static int count_at_rest(const carom_contact *c, const double b[3], double mu) {
    int count = b[0] > 0.0;
    const double w = c->W[0][1], T = c->W[1][1];
    double before = 0.0;
    enum { SAMPLES = 2000 };
    for (int i = 0; i <= SAMPLES; i++) {
        const double ratio = mu * (2.0 * i / SAMPLES - 1.0), D = c->W[0][0] + ratio * w, N = -b[0] / D;
        const double turned = b[1] * D - b[0] * (w + ratio * T); // a_t D
        if (i == 0) count += N > 0.0 && turned / D > 0.0;
        if (i == SAMPLES) count += N > 0.0 && turned / D < 0.0;
        // The tangential acceleration times D is linear in the ratio, so it changes sign at most once. At this ratio N
        // = -b_n/D must be positive.
        if (i > 0 && (turned < 0.0) != (before < 0.0)) {
            const double at = ratio - 2.0 * mu / SAMPLES * turned / (turned - before);
            count += -b[0] / (c->W[0][0] + at * w) > 0.0;
        }
        before = turned;
    }
    return count;
}

static int forces(long problems) {
    long answered = 0, wrong = 0, cases[4] = {0}, impacts = 0;
    for (long k = 0; k < problems; k++) {
        random_stream r = random_at(903, (uint64_t)k);
        carom_contact c = contact_at(&r);
        const carom_params p = params_at(&r);
        const bool rests = random_below(&r, 2);
        double b[3] = {random_between(&r, -10.0, 5.0), random_between(&r, -10.0, 10.0), 0.0};
        c.v[0] = 0.0;
        c.v[1] = rests ? 0.0 : random_between(&r, -1.0, 1.0);
        carom_contact_forces f;
        if (carom_forces_compute(&c, b, &p, &f) != CAROM_OK) continue;
        answered++;
        cases[f.which]++;
        impacts += f.impulse[0] > 0.0;
        if (rests) {
            wrong += f.count != count_at_rest(&c, b, p.mu);
            continue;
        }
        const double s = c.v[1] > 0.0 ? 1.0 : -1.0, lift = c.W[0][0] - s * p.mu * c.W[0][1];
        wrong += (f.impulse[0] > 0.0) != (lift < 0.0);
        wrong += f.count != (b[0] > 0.0) + (-b[0] / lift > 0.0);
        for (int i = 0; i < f.count; i++)
            wrong += f.at[i].F[0] < 0.0 || fabs(f.at[i].a[0] * f.at[i].F[0]) > 0.0 || f.at[i].a[0] < 0.0;
    }
    printf("forces: contact %ld, separation %ld, inconsistent %ld, indeterminate %ld; impacts without approach %ld; "
           "wrong %ld\n",
           cases[0], cases[1], cases[2], cases[3], impacts, wrong);
    return wrong || cases[2] < problems / 500 || cases[3] < problems / 500 || !impacts ||
           !floor_met("forces", answered, problems, 1.0);
}

int main(int argc, char **argv) {
    const long problems = argc > 1 ? atol(argv[1]) : 50000;
    return energy(problems) | restitutions(problems) | forces(problems / 10);
}
