// Computes the coefficients with which a contact model or simulator gives a requested head-on restitution. Runs the
// contact model with them to check the result.
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "cli/convert/targets.h"

// Runs a contact model head-on and returns its restitution.
static double bounce(const carom_law *law, const carom_target_request *w, int damping, double value) {
    const carom_contact c = {.dim = 2, .W = {{1.0 / w->m, 0.0}, {0.0, 1.0 / w->m}}, .v = {-w->v, 0.0}};
    carom_params p = carom_params_default();
    carom_result out;
    p.mu = 0.0;
    p.own[CAROM_OWN(kn)] = w->kn;
    if (w->p > 0.0) p.own[CAROM_OWN(p)] = w->p;
    if (w->depth > 0.0) p.own[CAROM_OWN(depth)] = w->depth;
    if (w->R > 0.0) p.own[CAROM_OWN(R_eff)] = w->R;
    p.own[damping - CAROM_PARAM_OWN] = value;
    return carom_collide(law, &c, &p, &out) == CAROM_OK ? out.v[0] / w->v : (double)NAN;
}

static const char *spring_dashpot(const carom_target_request *w, carom_target_value r[4]) {
    const double zeta = carom_restitution_to_damping(CAROM_DAMPING_RATIO, w->e), cn = 2.0 * zeta * sqrt(w->kn * w->m);
    r[0] = (carom_target_value){"kn", w->kn};
    r[1] = (carom_target_value){"cn", cn};
    r[2] = (carom_target_value){"zeta", zeta};
    r[3] = (carom_target_value){"e_back", bounce(&carom_law_spring_dashpot, w, CAROM_PARAM_cn, cn)};
    return "e = exp(-2 zeta acos(zeta)/sqrt(1-zeta^2)), cn = 2 zeta sqrt(kn m): any speed, this mass; the contact ends "
           "when its force is zero";
}

static const char *nonlinear_dashpot(const carom_target_request *w, carom_target_value r[4]) {
    const double a = carom_restitution_to_damping(CAROM_DAMPING_EXACT, w->e), cn = a * w->kn / w->v;
    r[0] = (carom_target_value){"kn", w->kn};
    r[1] = (carom_target_value){"cn", cn};
    r[2] = (carom_target_value){"a", a};
    r[3] = (carom_target_value){"e_back", bounce(&carom_law_nonlinear_dashpot, w, CAROM_PARAM_cn, cn)};
    return "e = (1 + W0(-(1+a) exp(-(1+a))))/a, cn = a kn/v: any mass, this speed";
}

static const char *series_dashpot(const carom_target_request *w, carom_target_value r[4]) {
    const double zeta = carom_restitution_to_damping(CAROM_DAMPING_SERIES, w->e), cs = 0.5 * sqrt(w->kn * w->m) / zeta;
    r[0] = (carom_target_value){"kn", w->kn};
    r[1] = (carom_target_value){"cs", cs};
    r[2] = (carom_target_value){"zeta", zeta};
    r[3] = (carom_target_value){"e_back", bounce(&carom_law_series_dashpot, w, CAROM_PARAM_cs, cs)};
    return "e = exp(-pi zeta/sqrt(1-zeta^2)), cs = sqrt(kn m)/(2 zeta): any speed, this mass; e = 1 needs no dashpot";
}

static const char *hunt_crossley(const carom_target_request *w, carom_target_value r[4]) {
    const double a = carom_restitution_to_damping(CAROM_DAMPING_EXACT, w->e);
    r[0] = (carom_target_value){"h", a / w->v};
    r[1] = (carom_target_value){"c_simbody", a / w->v / 1.5};
    r[2] = (carom_target_value){"a", a};
    r[3] = (carom_target_value){"e_back", bounce(&carom_law_nonlinear_dashpot, w, CAROM_PARAM_cn, a * w->kn / w->v)};
    return "F = k d^n (1 + h d') with h = a/v gives e for every n and mass, at this speed; engines that write "
           "F = k d^(3/2) (1 + (3/2) c d') want c_simbody";
}

// Finds the damping of a contact model in closed form or by running it, then runs the model with that damping.
static double found(const carom_law *law, const carom_target_request *w, carom_tension tension, int *param) {
    const carom_damping_request asked = {.law = law,
                                         .e = w->e,
                                         .m = w->m,
                                         .v = w->v,
                                         .kn = w->kn,
                                         .p = w->p,
                                         .depth = w->depth,
                                         .R = w->R,
                                         .tension = tension};
    double value = (double)NAN;
    *param = law == &carom_law_thornton ? (int)CAROM_PARAM_depth : (int)CAROM_PARAM_cn;
    return carom_damping_for_restitution(&asked, &value) == CAROM_OK ? value : (double)NAN;
}

static void tell_found(const carom_law *law, const char *name, const char *allowed, const carom_target_request *w,
                       carom_target_value r[4]) {
    int param;
    const double cut = found(law, w, CAROM_TENSION_CUT, &param);
    r[0] = (carom_target_value){"kn", w->kn};
    r[1] = (carom_target_value){name, cut};
    r[2] = (carom_target_value){allowed, found(law, w, CAROM_TENSION_ALLOWED, &param)};
    r[3] = (carom_target_value){"e_back", bounce(law, w, param, cut)};
}

static const char *tsuji(const carom_target_request *w, carom_target_value r[4]) {
    tell_found(&carom_law_tsuji, "alpha", "alpha_allowed", w, r);
    return "zeta = alpha/sqrt(2(p+1)): any speed and mass; give it as cn. alpha_allowed is for tension \"allowed\" and "
           "for LAMMPS's coeff_restitution";
}

static const char *viscoelastic(const carom_target_request *w, carom_target_value r[4]) {
    tell_found(&carom_law_viscoelastic, "A", "A_allowed", w, r);
    return "this speed and mass, found by running the model; give it as cn. Some codes write A for 3/2 of it";
}

static const char *adams_impact(const carom_target_request *w, carom_target_value r[4]) {
    tell_found(&carom_law_adams_impact, "cn", "cn_allowed", w, r);
    return "this speed and mass, found by running the model";
}

static const char *thornton(const carom_target_request *w, carom_target_value r[4]) {
    int param;
    const double depth = found(&carom_law_thornton, w, CAROM_TENSION_CUT, &param);
    r[0] = (carom_target_value){"kn", w->kn};
    r[1] = (carom_target_value){"depth", depth};
    r[2] = (carom_target_value){"v_y", carom_restitution_to_damping(CAROM_DAMPING_YIELD, w->e) * w->v};
    r[3] = (carom_target_value){"e_back", bounce(&carom_law_thornton, w, param, depth)};
    return "the overlap d_y and the speed v_y of first yield: this speed; d_y = R* (pi p_y/(2 E*))^2 determines the "
           "yield pressure";
}

static const char *lammps_hooke(const carom_target_request *w, carom_target_value r[4]) {
    tell_found(&carom_law_lammps_hooke, "gamma_n", "gamma_n_allowed", w, r);
    return "this mass, any speed; give it as cn. gamma_n is for limit_damping, gamma_n_allowed for LAMMPS's default";
}

static const char *lammps_hertz(const carom_target_request *w, carom_target_value r[4]) {
    tell_found(&carom_law_lammps_hertz_history, "gamma_n", "gamma_n_allowed", w, r);
    return "kn in Pa: this speed and mass, found by running the model; give it as cn";
}

static const char *mujoco_solref(const carom_target_request *w, carom_target_value r[4]) {
    const double zeta = carom_restitution_to_damping(CAROM_DAMPING_RATIO, w->e);
    r[0] = (carom_target_value){"dampratio", zeta};
    r[1] = (carom_target_value){"timeconst", sqrt(w->m / w->kn) / zeta};
    r[2] = (carom_target_value){"zeta", zeta};
    r[3] = (carom_target_value){"e_back",
                                bounce(&carom_law_spring_dashpot, w, CAROM_PARAM_cn, 2.0 * zeta * sqrt(w->kn * w->m))};
    return "constant impedance (solimp[0] = solimp[1]), one contact, no gravity: the contact is then a spring-dashpot "
           "with omega = 1/(timeconst dampratio) and zeta = dampratio; omega = sqrt(kn/m) here; timeconst must stay "
           "above twice the time step";
}

typedef const char *target_fn(const carom_target_request *w, carom_target_value r[4]);

typedef enum device {
#define CAROM_LAW(id, name) DEVICE_##id,
#include "tables/compliant_laws.def"
#undef CAROM_LAW
    DEVICES
} device;

// Returns the target of a row of compliant_laws.def; the compiler reports a missing row. Returns NULL if no damping
// coefficient determines the restitution.
static target_fn *target_of(device which) {
    switch (which) {
    case DEVICE_spring_dashpot: return spring_dashpot;
    case DEVICE_nonlinear_dashpot: return nonlinear_dashpot;
    case DEVICE_series_dashpot: return series_dashpot;
    case DEVICE_hunt_crossley: return hunt_crossley;
    case DEVICE_tsuji: return tsuji;
    case DEVICE_viscoelastic: return viscoelastic;
    case DEVICE_adams_impact: return adams_impact;
    case DEVICE_thornton: return thornton;
    case DEVICE_lammps_hooke: return lammps_hooke;
    case DEVICE_lammps_hertz_history: return lammps_hertz;
    case DEVICE_stronge: // reads e itself, like the next two
    case DEVICE_bilinear_spring:
    case DEVICE_split_mass:
    case DEVICE_eigen_spring: // no damping, like the next three
    case DEVICE_hertz:
    case DEVICE_mindlin:
    case DEVICE_ivanov_potential:
    case DEVICE_power_dashpot:        // has a coefficient for each pair of powers
    case DEVICE_modal:                // the vibrations also absorb energy
    case DEVICE_lammps_hooke_history: // the same as lammps-hooke
    case DEVICES: break;
    }
    return NULL;
}

// Returns the target at an index: the contact models in the order of their table, then the simulator.
static target_fn *target_at(int index, const char **name) {
    static const char *const names[] = {
#define CAROM_LAW(id, name) name,
#include "tables/compliant_laws.def"
#undef CAROM_LAW
    };
    for (int i = 0; i < DEVICES; i++)
        if (target_of((device)i) && !index--) return *name = names[i], target_of((device)i);
    *name = index ? NULL : "mujoco-solref";
    return index ? NULL : mujoco_solref;
}

const char *carom_target_name(int index) {
    const char *name;
    return index >= 0 && target_at(index, &name) ? name : NULL;
}

carom_status carom_target_find(const char *to, const carom_target_request *w, carom_target *out) {
    if (!to || !w || !out) return CAROM_NULL_POINTER;
    const bool fair = w->e > 0.0 && w->e <= 1.0 && w->m > 0.0 && w->v > 0.0 && w->kn > 0.0 &&
                      isfinite(w->m * w->v * w->kn) && w->p >= 0.0 && w->depth >= 0.0 && w->R >= 0.0 &&
                      isfinite(w->p + w->depth + w->R);
    const char *name;
    target_fn *target;
    for (int i = 0; (target = target_at(i, &name)); i++) {
        if (strcmp(to, name) != 0) continue;
        if (!fair) return CAROM_BAD_VALUE;
        out->assumes = target(w, out->given);
        return CAROM_OK;
    }
    return CAROM_UNKNOWN_LAW;
}
