// Computes when restitution is a contraction of W. For Newton's restitution with xi = v' + E v (system_glocker.c):
//   v' = v + W P,  v = (I + E)^-1 (xi - W P)
//   dE = P.(v + v')/2 = P.(I + E)^-1 xi - P.D W P/2,  D = (I - E)(I + E)^-1
// The first term is not positive. For Poisson's restitution with one E = e for the components of a contact
// (system_pfeiffer_glocker.c), with the impulses P_C of compression and P_E of expansion:
//   dE <= P_C.v_C - (P_C.W P_C - 2 P_C.E W P_E + P_E.W P_E)/2
// In both cases no energy is gained if W - E W E is positive semi-definite, because
//   (I + E)(D W + W D)(I + E) = 2 (W - E W E).
// docs/site/concepts/energy-gain.md has the proofs.
#include "systems/contraction.h"

#include <math.h>

// Entries of W scaled to a diagonal of 1 count as zero below this value. W has errors of about 1e-15 and each of at
// most 24 eliminations adds as much. An energy change of 1e-13 of P.W P is far below the limit of carom_system_check.
static const double zero = 1e-13;

static bool slides(const carom_params *contact) {
    return contact->mu_of_speed.form || !(contact->mu == 0.0);
}

bool carom_system_frictionless(const carom_system *s, const carom_system_params *p) {
    bool none = true;
    for (int i = 0; i < s->nc; i++) none = none && !slides(&p->contacts[i]);
    return none;
}

// Returns true if the symmetric matrix A is positive semi-definite. A is overwritten. Each pivot is the largest
// diagonal entry left; if none is positive, all other entries must be zero.
static bool semidefinite(int n, double A[CAROM_CONTRACTION_MOST][CAROM_CONTRACTION_MOST]) {
    bool done[CAROM_CONTRACTION_MOST] = {false};
    for (int step = 0; step < n; step++) {
        int best = -1;
        for (int i = 0; i < n; i++) {
            if (done[i]) continue;
            if (!(A[i][i] >= -zero)) return false;
            if (best < 0 || A[i][i] > A[best][best]) best = i;
        }
        done[best] = true;
        const double pivot = A[best][best];
        for (int i = 0; i < n; i++) {
            if (done[i]) continue;
            if (!(pivot > zero)) {
                if (!(fabs(A[best][i]) <= zero)) return false;
                continue;
            }
            for (int j = 0; j < n; j++)
                if (!done[j]) A[i][j] -= A[i][best] * A[best][j] / pivot;
        }
    }
    return true;
}

bool carom_restitution_contracts(const carom_system *s, const carom_system_params *p, carom_component_restitution *e) {
    double E[CAROM_CONTRACTION_MOST], A[CAROM_CONTRACTION_MOST][CAROM_CONTRACTION_MOST];
    int row[CAROM_CONTRACTION_MOST], n = 0;
    const int all = s->dim * s->nc;
    for (int i = 0; i < s->nc; i++)
        for (int k = 0; k < s->dim; k++) {
            // A row of zeros belongs to a contact without a tangential direction.
            if (p->contacts[i].e_of_speed.form || n == CAROM_CONTRACTION_MOST) return false;
            if ((k && !slides(&p->contacts[i])) || s->W[(s->dim * i + k) * (all + 1)] == 0.0) continue;
            E[n] = e(p, i, k);
            if (!(E[n] > -1.0 && E[n] <= 1.0)) return false;
            row[n++] = s->dim * i + k;
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            const double w = 0.5 * (s->W[row[i] * all + row[j]] + s->W[row[j] * all + row[i]]);
            const double scale = sqrt(s->W[row[i] * (all + 1)]) * sqrt(s->W[row[j] * (all + 1)]);
            A[i][j] = w / scale * (1.0 - E[i] * E[j]);
        }
    return semidefinite(n, A);
}
