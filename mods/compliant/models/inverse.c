// Finds the damping with which a contact model has a given head-on restitution.
#include <math.h>
#include <string.h>

#include "base/root.h"
#include "carom/compliant.h"
#include "model.h"
#include "restitution.h"
#include "tables/params.h"

// Runs the contact model head-on with this damping. Returns its restitution, or 0 if it does not rebound.
static double bounce(const carom_damping_request *a, double cn) {
    const carom_contact c = {.dim = 2, .W = {{1.0 / a->m, 0.0}, {0.0, 1.0 / a->m}}, .v = {-a->v, 0.0}};
    carom_params p = carom_params_default();
    carom_result out;
    p.mu = 0.0;
    CAROM_OF(&p, kn) = a->kn;
    CAROM_OF(&p, cn) = cn;
    CAROM_OF(&p, tension) = (double)a->tension;
    if (a->p > 0.0) CAROM_OF(&p, p) = a->p;
    if (a->depth > 0.0) CAROM_OF(&p, depth) = a->depth;
    if (a->R > 0.0) CAROM_OF(&p, R_eff) = a->R;
    const carom_status status = carom_collide(a->law, &c, &p, &out);
    return status == CAROM_OK ? out.v[0] / a->v : status == CAROM_NOT_CONVERGED ? 0.0 : (double)NAN;
}

// Finds the damping, knowing that e decreases as the damping grows. First finds its power of ten, starting at `usual`,
// and then its value.
static carom_status search(const carom_damping_request *a, double usual, double *value) {
    double high = usual;
    if (a->e == 1.0) return *value = 0.0, CAROM_OK;
    for (int i = 0; i < 12 && bounce(a, high) > a->e; i++) high *= 10.0;
    for (int i = 0; i < 12 && bounce(a, 0.1 * high) < a->e; i++) high *= 0.1;
    carom_root r = carom_root_between(0.1 * high, high, false);
    r.close = 1e-13;
    while (!r.over) carom_root_secant(&r, bounce(a, r.x) - a->e);
    *value = r.x;
    return fabs(bounce(a, r.x) - a->e) < 1e-8 ? CAROM_OK : CAROM_NOT_CONVERGED;
}

static double zeta_for(const carom_damping_request *a) {
    return a->tension == CAROM_TENSION_ALLOWED ? carom_series_of_e(a->e) : carom_zeta_of_e(a->e);
}

// Checks coefficients that only some contact models read. A value of 0 or less means "not given", and NaN is rejected.
static bool fair_rest(const carom_damping_request *a) {
    return !isnan(a->p) && !isnan(a->depth) && !isnan(a->R) &&
           (a->tension == CAROM_TENSION_CUT || a->tension == CAROM_TENSION_ALLOWED);
}

carom_status carom_damping_for_restitution(const carom_damping_request *a, double *value) {
    if (!a || !value) return CAROM_NULL_POINTER;
    const double pace = sqrt(a->kn / a->m), p = a->p > 0.0 ? a->p : 1.5;
    *value = (double)NAN;
    if (!a->law) return CAROM_UNKNOWN_LAW;
    if (!(a->e > 0.0 && a->e <= 1.0 && a->m > 0.0 && a->v > 0.0 && a->kn > 0.0 && isfinite(a->v * pace)))
        return CAROM_BAD_VALUE;
    if (!fair_rest(a)) return CAROM_BAD_VALUE;
    const bool damped = a->law != &carom_law_thornton; // for thornton the search is over the depth
    if ((damped && (carom_law_reads(a->law) & CAROM_PARAM_BIT(depth)) && !(a->depth > 0.0)) ||
        ((carom_law_reads(a->law) & CAROM_PARAM_BIT(R_eff)) && !(a->R > 0.0)))
        return CAROM_COEFFICIENT_MISSING;
    if (a->law == &carom_law_viscoelastic || a->law == &carom_law_adams_impact ||
        a->law == &carom_law_lammps_hertz_history) {
        // A Hertz contact lasts about (m/k)^(2/5) v^(-1/5).
        const double k = a->law == &carom_law_lammps_hertz_history ? a->kn * sqrt(a->R) : a->kn;
        const double time = pow(a->m / k, 0.4) * pow(a->v, -0.2);
        const double usual = a->law == &carom_law_viscoelastic   ? time
                             : a->law == &carom_law_adams_impact ? a->m / time
                                                                 : time * a->kn / a->m;
        return search(a, usual, value);
    }
    if (a->law == &carom_law_hunt_crossley)
        *value = carom_a_of_e(a->e);
    else if (a->law == &carom_law_nonlinear_dashpot)
        *value = carom_a_of_e(a->e) * a->kn / a->v;
    else if (a->law == &carom_law_tsuji)
        *value = zeta_for(a) * sqrt(2.0 * (p + 1.0));
    else if (a->law == &carom_law_spring_dashpot)
        *value = 2.0 * zeta_for(a) * pace * a->m;
    else if (a->law == &carom_law_lammps_hooke || a->law == &carom_law_lammps_hooke_history)
        *value = 2.0 * zeta_for(a) * pace;
    else if (a->law == &carom_law_series_dashpot)
        *value = 0.5 * pace * a->m / carom_series_of_e(a->e);
    else if (a->law == &carom_law_thornton)
        *value = pow(pow(carom_yield_of_e(a->e) * a->v / pace, 2.0) / 0.8, 0.4);
    if (isinf(*value)) { // e = 1 of series-dashpot
        *value = (double)NAN;
        return CAROM_NOT_CONVERGED;
    }
    return isnan(*value) ? CAROM_UNKNOWN_LAW : CAROM_OK;
}

carom_status carom_restitution_simulate(const carom_law *law, const carom_params *params, double m, double v,
                                        double *e) {
    if (!params || !e) return CAROM_NULL_POINTER;
    *e = (double)NAN;
    if (!law || !law->module || strcmp(law->module, "compliant")) return CAROM_UNKNOWN_LAW;
    if (!(m > 0.0 && v > 0.0 && isfinite(m * v))) return CAROM_BAD_VALUE;
    const carom_contact c = {.dim = 2, .W = {{1.0 / m, 0.0}, {0.0, 1.0 / m}}, .v = {-v, 0.0}};
    carom_params p = *params;
    carom_result out;
    if (carom_marked(params)) p.mu = 0.0;
    const carom_status status = carom_collide(law, &c, &p, &out);
    if (carom_status_classify(status) == CAROM_CLASS_OK) *e = out.v[0] / v;
    return status;
}
