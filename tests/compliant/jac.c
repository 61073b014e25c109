// Tests the derivatives of contact models on random problems by identities and differences, without a reference.
//   compliant_jac [PROBLEMS [LAW [FIRST]]] : in 3D 10 % of the problems, because a Jacobian takes up to 1 s
//   units          For each of mass, length and time, the sum of a_x x dP/dx over v, W and every coefficient x is
//                  a_P P. Here a_x is the exponent of this unit in the unit of x. For models without a
//                  stiffness, two of these are Euler's identities for homogeneous functions.
//   tangent unit   v_t.dP/dv_t + w.dP/dw + 2 T:dP/dT - mu dP/dmu - 2 kt dP/dkt - 2 ct dP/dct + 2 eta2 dP/deta2
//                  = (0, -P_t), where w is W_nt and T is W_tt
//   rotation       dP[Om W - W Om, Om v] = Om P in 3D, if the tangential element is the same in every direction
//   differences    central differences of whole impacts, along a random direction of the inputs
//   stated         the residuals of the units are at most what the stated errors of the derivatives allow
// Errors are relative to the sum of the sizes of the terms.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/worst.h"
#include "bench/random.h"
#include "carom/compliant.h"
#include "carom/derivatives.h"
#include "compliant/devices.h"
#include "support/compliant_params.h"
#include "support/floor.h"
#include "support/outcome.h"

// The bounds. Contact models guarantee 1e-7. The largest error in 40 problems per model in 2D was 6e-8. Differences
// have their own error: that of P, 1e-12 to 1e-11, divided by the step 1e-4. Their largest error was 7e-7.
static const double most[] = {1e-7, 1e-7, 1e-7, 1e-7, 1e-7, 1e-5, 1.0};

enum { MASS, LENGTH, TIME, TANGENT, ROTATION, DIFFERENCE, STATED, CLAIMS };
static const char *const claim_names[CLAIMS] = {"mass",     "length",      "time",  "tangent",
                                                "rotation", "differences", "stated"};

typedef struct tally {
    long asked, answered, none, differed;
    double worst[CLAIMS];
    long above[CLAIMS]; // number of problems with an error above the bound
    double value_time, jac_time;
} tally;

typedef struct sample {
    const carom_law *law;
    carom_contact c;
    carom_params p;
    carom_result out;
    carom_jacobian j;
} sample;

// The exponents of kilogram, metre and second.
typedef struct unit {
    double of[3];
} unit;

// Returns the unit of a coefficient. p is the exponent of the overlap in the force, q the exponent in the damping.
static unit unit_of(const carom_law *law, const carom_params *params, int number) {
    const double p = law == &carom_law_viscoelastic || law == &carom_law_thornton ? 1.5
                     : carom_law_reads(law) & CAROM_PARAM_BIT(p)                  ? params->own[CAROM_OWN(p)]
                                                                                  : 1.0;
    const bool gamma = law == &carom_law_lammps_hooke || law == &carom_law_lammps_hooke_history;
    const bool pascal = law == &carom_law_lammps_hertz_history;
    switch (number) {
    case CAROM_PARAM_kn: return (unit){{1.0, pascal ? -1.0 : 1.0 - p, -2.0}};
    case CAROM_PARAM_k: return (unit){{1.0, 1.0 - p, -2.0}};
    case CAROM_PARAM_c: return (unit){{1.0, -params->own[CAROM_OWN(q)], -1.0}};
    case CAROM_PARAM_cn:
        if (law == &carom_law_tsuji) return (unit){{0.0, 0.0, 0.0}};
        if (law == &carom_law_viscoelastic) return (unit){{0.0, 0.0, 1.0}};
        if (gamma || pascal) return (unit){{0.0, pascal ? -1.0 : 0.0, -1.0}};
        return (unit){{1.0, law == &carom_law_nonlinear_dashpot ? -1.0 : 0.0, -1.0}};
    case CAROM_PARAM_kt:
    case CAROM_PARAM_kt + 1: return (unit){{1.0, pascal ? -1.0 : 0.0, -2.0}};
    case CAROM_PARAM_ct:
    case CAROM_PARAM_ct + 1:
        return gamma || pascal ? (unit){{0.0, pascal ? -1.0 : 0.0, -1.0}} : (unit){{1.0, 0.0, -1.0}};
    case CAROM_PARAM_cs: return (unit){{1.0, 0.0, -1.0}};
    case CAROM_PARAM_depth:
    case CAROM_PARAM_R_eff: return (unit){{0.0, 1.0, 0.0}};
    default: return (unit){{0.0, 0.0, 0.0}};
    }
}

static double value_of(const carom_params *p, int number) {
    return number == CAROM_PARAM_e ? p->e : number == CAROM_PARAM_mu ? p->mu : p->own[number - CAROM_PARAM_OWN];
}

// A direction in the space of all inputs.
typedef struct way {
    double v[3], W[3][3], param[CAROM_JACOBIAN_PARAMS];
} way;

static int entry(int dim, int i, int j) {
    return i == 0 ? j : dim == 2 ? 2 : i + j + 1;
}

// Returns the error of the derivative along the direction w against `wanted`, relative to its terms. `out`, if not
// NULL, receives the derivative.
static double off_along(const sample *s, const way *w, const double wanted[3], double out[3]) {
    double off = 0.0, size = 0.0;
    for (int i = 0; i < s->c.dim; i++) {
        double sum = 0.0, terms = fabs(wanted[i]) + fabs(s->out.P[i]);
        for (int j = 0; j < s->c.dim; j++) {
            sum += s->j.dP_dv[i][j] * w->v[j];
            terms += fabs(s->j.dP_dv[i][j] * w->v[j]);
            for (int k = j; k < s->c.dim; k++) {
                sum += s->j.dP_dW[i][entry(s->c.dim, j, k)] * w->W[j][k];
                terms += fabs(s->j.dP_dW[i][entry(s->c.dim, j, k)] * w->W[j][k]);
            }
        }
        for (int k = 0; k < s->j.params; k++) {
            if (w->param[k] == 0.0) continue;
            sum += s->j.dP_dparam[i][k] * w->param[k];
            terms += fabs(s->j.dP_dparam[i][k] * w->param[k]);
        }
        carom_worsen(&off, fabs(sum - wanted[i]));
        size = fmax(size, terms);
        if (out) out[i] = sum;
    }
    return off / size;
}

static void count(tally *t, int claim, double off) {
    carom_worsen(&t->worst[claim], off);
    t->above[claim] += !(off <= most[claim]);
}

static void units(const sample *s, tally *t) {
    const double of_P[3] = {1.0, 1.0, -1.0}, of_v[3] = {0.0, 1.0, -1.0}, of_W[3] = {-1.0, 0.0, 0.0};
    for (int u = MASS; u <= TIME; u++) {
        way w = {.v = {0}};
        double wanted[3];
        for (int i = 0; i < 3; i++) {
            w.v[i] = of_v[u] * s->c.v[i];
            wanted[i] = of_P[u] * s->out.P[i];
            for (int j = 0; j < 3; j++) w.W[i][j] = of_W[u] * s->c.W[i][j];
        }
        for (int k = 0; k < s->j.params; k++)
            w.param[k] = unit_of(s->law, &s->p, (int)s->j.param[k]).of[u] * value_of(&s->p, (int)s->j.param[k]);
        double along[3], largest = 0.0;
        count(t, u, off_along(s, &w, wanted, along));
        // The exponents are at most 2.5, and the input of a column changes by at most its exponent times its size. P
        // itself has an error of 1e-11.
        const int columns = s->c.dim * (s->c.dim + 3) / 2 + s->j.params;
        for (int i = 0; i < s->c.dim; i++) largest = fmax(largest, fabs(s->out.P[i]));
        const double allowed = (2.5 * columns * s->j.error + 1e-11) * largest;
        for (int i = 0; i < s->c.dim && s->j.error > 0.0; i++) count(t, STATED, fabs(along[i] - wanted[i]) / allowed);
    }
}

static void tangent(const sample *s, tally *t) {
    way w = {.v = {0.0, s->c.v[1], s->c.v[2]}};
    const double wanted[3] = {0.0, -s->out.P[1], -s->out.P[2]};
    if (s->law == &carom_law_ivanov_potential || s->law == &carom_law_mindlin) return; // no separate tangential length
    for (int i = 0; i < s->c.dim; i++)
        for (int j = 0; j < s->c.dim; j++) w.W[i][j] = ((i > 0) + (j > 0)) * s->c.W[i][j];
    for (int k = 0; k < s->j.params; k++) {
        const int number = (int)s->j.param[k];
        const double x = value_of(&s->p, number);
        if (number == CAROM_PARAM_mu) w.param[k] = -x;
        if (number == CAROM_PARAM_eta2) w.param[k] = 2.0 * x;
        if (number >= CAROM_PARAM_kt && number < CAROM_PARAM_type) w.param[k] = -2.0 * x;
    }
    count(t, TANGENT, off_along(s, &w, wanted, NULL));
}

static void rotation(const sample *s, tally *t) {
    const double Om[3][3] = {{0, 0, 0}, {0, 0, -1}, {0, 1, 0}};
    way w = {.v = {0}};
    double wanted[3] = {0};
    if (s->c.dim == 2) return;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            w.v[i] += Om[i][j] * s->c.v[j];
            wanted[i] += Om[i][j] * s->out.P[j];
            for (int k = 0; k < 3; k++) w.W[i][j] += Om[i][k] * s->c.W[k][j] - s->c.W[i][k] * Om[k][j];
        }
    count(t, ROTATION, off_along(s, &w, wanted, NULL));
}

// Compares the Jacobian with central differences of whole impacts along a random direction, with two step sizes. The
// two differences show how accurate they are.
static void differences(const sample *s, random_stream *r, tally *t) {
    way w = {.v = {0}};
    double slope[2][3], wanted[3], apart = 0.0, size = 0.0;
    for (int i = 0; i < s->c.dim; i++) {
        w.v[i] = random_between(r, -0.5, 0.5) * s->c.v[0];
        for (int j = i; j < s->c.dim; j++) w.W[i][j] = random_between(r, -0.2, 0.2) * sqrt(s->c.W[i][i] * s->c.W[j][j]);
    }
    for (int k = 0; k < s->j.params; k++)
        w.param[k] = random_between(r, -0.5, 0.5) * value_of(&s->p, (int)s->j.param[k]);
    for (int near = 0; near < 2; near++) {
        const double h = near ? 1e-4 : 2e-4;
        carom_result out[2];
        for (int side = 0; side < 2; side++) {
            carom_contact c = s->c;
            carom_params p = s->p;
            const double by = side ? h : -h;
            for (int i = 0; i < c.dim; i++) {
                c.v[i] += by * w.v[i];
                for (int j = i; j < c.dim; j++) c.W[j][i] = c.W[i][j] += by * w.W[i][j];
            }
            for (int k = 0; k < s->j.params; k++) {
                const int n = (int)s->j.param[k];
                *(n == CAROM_PARAM_e    ? &p.e
                  : n == CAROM_PARAM_mu ? &p.mu
                                        : &p.own[n - CAROM_PARAM_OWN]) += by * w.param[k];
            }
            if (carom_collide(s->law, &c, &p, &out[side]) != CAROM_OK) return;
        }
        for (int i = 0; i < s->c.dim; i++) slope[near][i] = (out[1].P[i] - out[0].P[i]) / (2.0 * h);
    }
    for (int i = 0; i < s->c.dim; i++) {
        wanted[i] = (4.0 * slope[1][i] - slope[0][i]) / 3.0;
        carom_worsen(&apart, fabs(slope[1][i] - slope[0][i]));
        size = fmax(size, fabs(s->out.P[i]));
    }
    if (!(apart <= 1e-6 * size)) return; // the mode changes between the points, or P is not smooth enough
    t->differed++;
    count(t, DIFFERENCE, off_along(s, &w, wanted, NULL));
}

static double seconds(void) {
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void check(sample *s, random_stream *r, tally *t) {
    carom_result plain;
    const double begin = seconds();
    if (carom_collide(s->law, &s->c, &s->p, &plain) != CAROM_OK) return;
    const double middle = seconds();
    const carom_status status = carom_collide_jacobian(s->law, &s->c, &s->p, &s->out, &s->j);
    t->value_time += middle - begin;
    t->jac_time += seconds() - middle;
    t->asked++;
    if (status != CAROM_OK || !same_outcome(&plain, &s->out, s->c.dim)) t->worst[MASS] = HUGE_VAL;
    if (isnan(s->j.dP_dv[0][0])) {
        t->none++;
        return;
    }
    t->answered++;
    units(s, t);
    tangent(s, t);
    rotation(s, t);
    differences(s, r, t);
}

// Returns random values of every coefficient, over one or two decades. The dashpots of the normal direction are on.
static carom_params random_device(random_stream *r, const carom_law *law, const carom_contact *c) {
    carom_params p = params_springs();
    p.e = random_between(r, 0.2, 0.95);
    p.mu = random_power10(random_between(r, -1.5, 0.3));
    p.own[CAROM_OWN(eta2)] = random_power10(random_between(r, -1.0, 0.7));
    p.own[CAROM_OWN(type)] = random_below(r, 2) ? CAROM_TYPE_1 : CAROM_TYPE_2;
    p.own[CAROM_OWN(kn)] = random_power10(random_between(r, -0.5, 0.5));
    const double weight = p.own[CAROM_OWN(kn)];
    p.own[CAROM_OWN(cn)] = weight * random_power10(random_between(r, -1.5, -0.3));
    p.own[CAROM_OWN(kt)] = p.own[CAROM_OWN(kt) + 1] = weight * random_power10(random_between(r, -0.5, 0.7));
    const bool damped = random_below(r, 2) || law == &carom_law_lammps_hooke;
    p.own[CAROM_OWN(ct)] = p.own[CAROM_OWN(ct) + 1] =
        damped ? weight * random_power10(random_between(r, -1.0, 0.0)) : 0.0;
    for (int i = 0; i < 3; i++) {
        p.own[CAROM_OWN(k) + i] = random_power10(random_between(r, -0.5, 0.5));
        p.own[CAROM_OWN(c) + i] = p.own[CAROM_OWN(k) + i] * random_power10(random_between(r, -1.5, -0.3));
    }
    p.own[CAROM_OWN(p)] = random_between(r, 1.1, 2.5);
    p.own[CAROM_OWN(q)] = random_between(r, 0.1, 2.5);
    p.own[CAROM_OWN(kappa)] = random_between(r, 0.6, 1.4);
    p.own[CAROM_OWN(cs)] = random_between(r, 0.6, 10.0) * sqrt(weight / c->W[0][0]);
    p.own[CAROM_OWN(factor)] = (double)random_below(r, CAROM_DAMPING_HU_GUO + 1);
    p.own[CAROM_OWN(depth)] = random_power10(random_between(r, -1.0, 0.5));
    p.own[CAROM_OWN(R_eff)] = random_power10(random_between(r, -0.5, 0.5));
    return p;
}

static bool report(const carom_law *law, int dim, const tally *t) {
    bool met = true;
    printf("%-20s %dd", law->name, dim);
    for (int k = 0; k < CLAIMS; k++) {
        printf("  %s %.1e", claim_names[k], t->worst[k]);
        if (t->above[k]) printf(" (%ld)", t->above[k]);
        if (!(t->worst[k] <= most[k])) printf(" TOO MUCH");
        met = met && t->worst[k] <= most[k];
    }
    printf("  no derivative %ld, differences %ld, cost %.0f us, %.1f times the value\n", t->none, t->differed,
           1e6 * t->jac_time / (double)t->asked, t->jac_time / t->value_time);
    return met && (t->asked < 4 || floor_met(law->name, t->answered, t->asked, 0.5));
}

// Returns the derivatives by v_t of an impact at v_t with few nonzero coefficients.
static carom_status ask(const carom_law *law, double v_t, double mu, double e, carom_jacobian *j) {
    const carom_contact c = {.dim = 2, .W = {{1.0, 0.2}, {0.2, 3.0}}, .v = {-1.0, v_t}};
    carom_params p = params_springs();
    carom_result out;
    p.mu = mu;
    p.e = e;
    for (int i = 0; i < 3; i++) p.own[CAROM_OWN(c) + i] = 0.1;
    return carom_collide_jacobian(law, &c, &p, &out, j);
}

// Checks that a call reports missing derivatives. Two models never have derivatives. mindlin has none if a part of its
// springs slips. Another case is a contact mass that strikes at v_t = 0 with too little friction to hold it. The slope
// of P_t by v_t is -0.1516 for v_t > 0 and -0.2243 for v_t < 0 there, which central differences alone do not show.
static bool none(const carom_law *law, double v_t, double mu, double e, carom_status wanted) {
    carom_jacobian j;
    const carom_status status = ask(law, v_t, mu, e, &j);
    const bool said = status == wanted && j.smooth == CAROM_SMOOTHNESS_NONE && isnan(j.dP_dv[0][0]);
    if (!said)
        printf("%s: %s, %s\n", law->name, carom_status_name(status),
               carom_enum_name(CAROM_ENUM_SMOOTHNESS, (int)j.smooth));
    return said;
}

// Checks a derivative by v_t where the slip begins in either direction but is held at once. Differences of P forward
// and backward converge to -0.24929, in proportion to their step, and agree to 2e-5 at a step of 6e-6.
static bool held(void) {
    carom_jacobian j;
    const bool near =
        ask(&carom_law_adams_impact, 0.0, 0.5, 1.0, &j) == CAROM_OK && fabs(j.dP_dv[1][1] + 0.24929) < 1e-5;
    if (!near) printf("adams-impact at v_t = 0: %.9g\n", j.dP_dv[1][1]);
    return near;
}

// Checks that a coefficient near an end of its range has a derivative: no step leaves the range.
static bool near_end(void) {
    carom_jacobian j;
    const bool known = ask(&carom_law_split_mass, 0.35, 0.3, 0.999, &j) == CAROM_OK && j.smooth == CAROM_SMOOTH;
    if (!known) printf("split-mass near e = 1: %s\n", carom_enum_name(CAROM_ENUM_SMOOTHNESS, (int)j.smooth));
    return known;
}

int main(int words, char **word) {
    const long problems = words > 1 ? atol(word[1]) : 20, first = words > 3 ? atol(word[3]) : 0;
    bool met = none(&carom_law_modal, 0.5, 0.3, 1.0, CAROM_NO_DERIVATIVE);
    met = none(&carom_law_eigen_spring, 0.5, 0.3, 1.0, CAROM_NO_DERIVATIVE) && met;
    met = none(&carom_law_mindlin, 0.1, 0.5, 1.0, CAROM_OK) && met;
    met = none(&carom_law_split_mass, 0.0, 0.02, 0.6, CAROM_OK) && met;
    met = held() && near_end() && met;
    for (int k = 0; device_at(k); k++) {
        const carom_law *law = device_at(k);
        for (int dim = 2; dim <= 3; dim++) {
            tally t = {.asked = 0};
            if (!(carom_law_derivatives(law) & (dim == 2 ? CAROM_2D : CAROM_3D)) || strcmp(law->module, "compliant"))
                continue;
            if (words > 2 && strcmp(word[2], law->name)) continue;
            const long share = law == &carom_law_mindlin ? 5 : 1,
                       many = dim == 2 ? problems / share : (problems + 9) / 10;
            for (long i = first; i < first + many; i++) {
                random_stream r = random_at(78, (uint64_t)(10 * i + dim));
                sample s = {.law = law, .c = random_contact(&r, dim, 1.0)};
                s.p = random_device(&r, law, &s.c);
                check(&s, &r, &t);
            }
            met = report(law, dim, &t) && met;
        }
    }
    return met ? 0 : 1;
}
