// Converts the impulse of any law to e and mu for an engine that computes Whittaker's law. They are the ratio of the
// normal speeds and the ratio of the impulses.
#include <math.h>

#include "base/sym.h"
#include "carom/explain.h"
#include "carom/law.h"
#include "collide/scale.h"
#include "tables/counts.h"

// Relative tolerance within which Whittaker's impulse equals that of the law. Rounding of v' costs digits if W is
// nearly singular. Different impulses differ by several percent.
#define SAME 1e-9

static double tangential(int dim, const double *x) {
    return dim == 3 ? sqrt(x[1] * x[1] + x[2] * x[2]) : fabs(x[1]);
}

static carom_params numbers(double e, double mu) {
    carom_params p = carom_params_default();
    p.e = e;
    p.mu = mu;
    p.allow = CAROM_PARAM_BIT(e);
    return p;
}

static double largest(const carom_contact *contact, double mu) {
    const carom_params p = numbers(0.0, mu);
    carom_max_restitution most;
    return carom_restitution_max(&carom_law_whittaker, contact, &p, &most) == CAROM_OK ? most.e : (double)NAN;
}

static bool gains(const carom_contact *contact, double e, double mu) {
    const carom_params p = numbers(e, mu);
    carom_result out;
    return carom_stands(carom_collide(&carom_law_whittaker, contact, &p, &out)) &&
           (out.violations & CAROM_VIOLATION_ENERGY);
}

// Returns the largest e with this mu. In 3D the search may miss a narrow range of e that gains energy. If the e found
// gains energy, it is reduced by halving.
static double largest_below(const carom_contact *contact, double e, double mu) {
    const double most = largest(contact, mu);
    if (!(most > e) || !gains(contact, e, mu)) return most;
    double low = 0.0, high = e;
    for (int i = 0; i < 60; i++) {
        const double middle = 0.5 * (low + high);
        if (gains(contact, middle, mu))
            high = middle;
        else
            low = middle;
    }
    return low;
}

static bool same(int dim, const double *P, const double *Q) {
    double off = 0.0, size = 0.0;
    for (int i = 0; i < dim; i++) {
        off += fabs(P[i] - Q[i]);
        size += fabs(P[i]);
    }
    return off <= SAME * size;
}

carom_status carom_equivalent_compute(const carom_law *law, const carom_contact *contact, const carom_params *params,
                                      carom_equivalent *found) {
    if (!found) return CAROM_NULL_POINTER;
    *found = (carom_equivalent){.e = (double)NAN, .mu = (double)NAN, .e_max = (double)NAN, .e_max_alone = (double)NAN};
    if (!law || !contact || !params) return CAROM_NULL_POINTER;
    const carom_status status = carom_collide(law, contact, params, &found->wanted);
    if (carom_status_classify(status) != CAROM_CLASS_OK) return status;
    const double *P = found->wanted.P;
    if (!(contact->v[0] < 0.0) || !(P[0] >= 0.0)) return CAROM_NOT_APPLICABLE;
    const double slid = tangential(contact->dim, P);
    found->e = fmax(0.0, -found->wanted.v[0] / contact->v[0]);
    found->mu = slid > 0.0 ? slid / P[0] : 0.0;
    const carom_params p = numbers(found->e, found->mu);
    const carom_status given = carom_collide(&carom_law_whittaker, contact, &p, &found->given);
    found->reached = carom_stands(given) && same(contact->dim, P, found->given.P);
    found->e_max = largest_below(contact, found->e, found->mu);
    found->e_max_alone = largest(contact, params->mu);
    return CAROM_OK;
}
