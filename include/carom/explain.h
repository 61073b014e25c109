// Explains an impact and converts its coefficients. Use it to find out why laws disagree, or why a restitution of 0.82
// is measured although 0.75 was set. It also computes which e and mu another law or a physics engine needs for the same
// impulse.
//
//   #include <carom/explain.h>
//   #include <stdio.h>
//
//   int main(void) {
//       const carom_contact contact = {.dim = 2, .W = {{2.5, -1.5}, {-1.5, 2.5}}, .v = {-1.0, -1.6333}};
//       carom_params params = carom_params_default();
//       double newton;
//       carom_max_restitution most;
//       params.restitution = CAROM_POISSON;
//       params.e = 0.75;
//       params.mu = 1.0;
//       if (carom_restitution_convert(&contact, &params, CAROM_NEWTON, &newton, NULL) != CAROM_OK) return 1;
//       if (carom_restitution_max(&carom_law_whittaker, &contact, &params, &most) != CAROM_OK) return 1;
//       printf("Poisson's e = %.2f is Newton's e = %.2f\n", params.e, newton);
//       printf("whittaker gains no energy up to e = %.2f\n", most.e);
//       return 0;
//   }
//
// It prints "Poisson's e = 0.75 is Newton's e = 0.82" and "whittaker gains no energy up to e = 2.37".
#ifndef CAROM_EXPLAIN_H
#define CAROM_EXPLAIN_H

#include <stdbool.h>

#include "carom/carom.h"

CAROM_BEGIN

// ---- Class of an impact --------------------------------------------------------------------------------------------

// Whether the contact approaches. Wang & Mason 1992, 3.4.1.
typedef enum carom_approach {
    CAROM_MEETING = 0,    // v_n < 0
    CAROM_TANGENTIAL = 1, // |v_n| is at most 1e-12 of the speed
    CAROM_PARTING = 2     // v_n > 0
} carom_approach;

// The class of an impact. Wang & Mason 1992, 3.4.1.
typedef struct carom_contact_class {
    carom_approach approach;
    bool direct;   // no slip: |v_t| is at most 1e-12 of the speed; otherwise the impact is oblique
    bool central;  // generalized central: |W_nt| is at most 1e-12 sqrt(W_nn W_tt); otherwise the impact is eccentric
    double mu_jam; // W_nn / (w.u), with w = (W_nt1, W_nt2) and u the direction of slip, > 0. With more friction than
                   // this, the present slip presses the bodies together, so an impact begins even without approach
                   // (tangential impact). Infinite if no friction does so
    // The impulses at which the slip is zero, in 2D for a regular W. NaN in 3D and for a singular W.
    double Q[2]; // N s, at maximum compression: -W^-1 v
    double D[2]; // N s, where v_n' = -e v_n: a sticking contact ends here by Newton's restitution
} carom_contact_class;

// Computes the class of an impact. Returns CAROM_COEFFICIENT_RANGE if e is not finite; all members except D are then
// still valid.
CAROM_API carom_status carom_contact_classify(const carom_contact *contact, double e, carom_contact_class *result);

// ---- Newton's and Poisson's restitution compared -------------------------------------------------------------------

// Why Newton's and Poisson's restitution with the same e give the same impact in Routh's process; bits. In 2D they
// agree for every problem with one of these five properties and for no other. Wang & Mason 1992, section 5.
typedef enum carom_agreement {
    CAROM_AGREE_DIRECT = 1,       // no slip before the impact
    CAROM_AGREE_CENTRAL = 2,      // normal and tangential directions are not coupled: W_nt = 0
    CAROM_AGREE_FRICTIONLESS = 4, // mu = 0
    CAROM_AGREE_PLASTIC = 8,      // e = 0
    CAROM_AGREE_SLIDING = 16      // the contact slips in one direction until the end
} carom_agreement;

// Both results of one impact.
typedef struct carom_restitution_comparison {
    unsigned because;     // CAROM_AGREE_* bits; 0: the results differ
    double gap;           // v_n' by Poisson minus v_n' by Newton, m/s; 0 if `because` is not 0
    carom_result newton;  // result of the law routh with CAROM_NEWTON
    carom_result poisson; // result of the law routh with CAROM_POISSON
} carom_restitution_comparison;

// Computes one impact in 2D by Newton's and by Poisson's restitution. params->restitution is not read. Returns
// CAROM_WRONG_DIM in 3D. If one of the two calls of carom_collide has no result, returns the status of the first of
// them.
CAROM_API carom_status carom_restitution_compare(const carom_contact *contact, const carom_params *params,
                                                 carom_restitution_comparison *result);

// ---- Energy as a quadratic form ------------------------------------------------------------------------------------

// The energy change dE of an impact with Poisson's restitution, as a quadratic form of the impulse. Wang & Mason 1992,
// appendix, extended from e = 1 to every e:
//   2 dE = tt P_t^2 + nt P_t P_n + nn P_n^2 + n P_n
// It is never positive. If the slip is reversed, `determinant` = tt nn - nt^2/4 shows this.
typedef struct carom_energy_form {
    carom_result outcome; // the result of the law routh with Poisson's restitution
    double tt, nt, nn;    // coefficients of the quadratic terms, 1/kg
    double n;             // coefficient of the linear term, m/s: -s mu (v_t + v_t') in sliding, s = sign of slip; else
                          // 0
    double determinant;   // 1/kg^2; NaN unless the slip is reversed
    double twice_dE;      // value of the form at outcome.P, J
} carom_energy_form;

// Computes the form for an impact in 2D with v_n < 0. Returns CAROM_WRONG_DIM in 3D, CAROM_NOT_APPLICABLE if v_n >= 0
// or friction is infinite, and the status of carom_collide if the law has no result.
CAROM_API carom_status carom_energy_form_compute(const carom_contact *contact, const carom_params *params,
                                                 carom_energy_form *form);

// ---- Forces of a closed contact ------------------------------------------------------------------------------------

// The contact is closed, v_n = 0, and slides or rests. b is its relative acceleration without contact forces. Then
//   a = b + W F,  F = (N, F_t),  N >= 0,  a_n >= 0,  N a_n = 0,  and Coulomb's friction holds.
// In sliding along u = v_t/|v_t| this means F = N (1, -mu u) and a_n = b_n + p N. Here p is W_nn - mu w.u.
//            b_n < 0                           b_n > 0
//   p > 0    contact, N = -b_n/p               separation
//   p < 0    inconsistent: no finite force     indeterminate: N = 0 and N = -b_n/p
// See Painleve 1895, Wang & Mason 1992 (section 6, case 4) and Payr & Glocker 2005 (section 6). If p < 0, an impact
// without approach is a solution too. It is the only one if b_n < 0. `impulse` of carom_contact_forces is its impulse
// by the law routh with Poisson's restitution.

// How many solutions the equations have.
typedef enum carom_force_case {
    CAROM_FORCE_CONTACT = 0,      // one solution: the contact stays closed
    CAROM_FORCE_SEPARATION = 1,   // one solution: the contact opens
    CAROM_FORCE_INCONSISTENT = 2, // no solution with a finite force
    CAROM_FORCE_INDETERMINATE = 3 // several solutions
} carom_force_case;

// State of the contact in one solution.
typedef enum carom_force_mode {
    CAROM_FORCE_SEPARATES = 0, // it opens
    CAROM_FORCE_SLIDES = 1,    // it slides on, or begins to slide from rest
    CAROM_FORCE_STICKS = 2     // it stays at rest
} carom_force_mode;

// One solution.
typedef struct carom_force {
    carom_force_mode mode;
    double F[3]; // force on A: (N, F_t), N (newton)
    double a[3]; // relative acceleration, m/s^2
} carom_force;

enum { CAROM_MAX_FORCES = 10 }; // largest number of solutions

// All solutions.
typedef struct carom_contact_forces {
    carom_force_case which;
    double p;                         // W_nn - mu w.u in sliding, 1/kg; < 0: the contact jams. NaN at rest
    int count;                        // number of solutions, 0 .. CAROM_MAX_FORCES
    carom_force at[CAROM_MAX_FORCES]; // the solutions
    double impulse[3];                // impulse of the impact without approach, N s; 0 if there is none
} carom_contact_forces;

// Computes all forces that a closed contact allows. Takes v_n of the contact as 0 and v_t as its slip; b is the
// relative acceleration without contact forces in m/s^2. Reads mu, mu_static and, for the impulse, e. Returns
// CAROM_NOT_FINITE if b is not finite, and CAROM_COEFFICIENT_RANGE if friction is infinite in sliding. Returns the
// status of carom_collide if the law routh rejects the coefficients.
CAROM_API carom_status carom_forces_compute(const carom_contact *contact, const double b[3], const carom_params *params,
                                            carom_contact_forces *forces);

// ---- One coefficient from two bodies -------------------------------------------------------------------------------

// How the coefficients a and b of two bodies become the coefficient of their contact. There is no default rule.
typedef enum carom_combine_rule {
    CAROM_COMBINE_MAX = 0,      // the larger of both
    CAROM_COMBINE_MIN = 1,      // the smaller of both
    CAROM_COMBINE_PRODUCT = 2,  // a b
    CAROM_COMBINE_MEAN = 3,     // (a + b) / 2
    CAROM_COMBINE_GEOMETRIC = 4 // sqrt(a b)
} carom_combine_rule;

// The rule of an engine in which the program sets e or mu for each contact, so nothing is combined.
#define CAROM_COMBINE_CONTACT (-1)

// Computes the coefficient of a contact from those of two bodies. Both must be numbers >= 0; infinity is accepted, for
// infinite friction. Returns CAROM_BAD_VALUE for other numbers, for infinity times 0 and for an unknown rule; *combined
// is then NaN.
CAROM_API carom_status carom_combine(carom_combine_rule rule, double a, double b, double *combined);

// Returns the value to give to both bodies so that their contact has this coefficient: its square root for
// CAROM_COMBINE_PRODUCT, otherwise the coefficient itself. `rule` is a carom_combine_rule or CAROM_COMBINE_CONTACT.
// Returns NaN if the coefficient is negative or NaN, or if there is no such rule.
CAROM_API double carom_combine_split(int rule, double coefficient);

// ---- Physics engines -----------------------------------------------------------------------------------------------

// A physics engine, the law that it was measured to compute for one impact, and the meaning of its e and mu.
typedef struct carom_engine {
    const char *name;           // key: "bullet"
    const char *title;          // name for readers: "Bullet"
    const char *version;        // the version that was measured
    const char *measured;       // month and year of the measurement
    const char *install;        // how it was installed: a Debian or npm package
    const char *law;            // the carom law whose e and mu it uses in 2D; "": none
    const char *friction_model; // value of the `friction` coefficient of that law in 3D; "": not stated, or the engine
                                // is 2D
    int e_rule, mu_rule;        // how the coefficients of two bodies are combined: a carom_combine_rule or
                                // CAROM_COMBINE_CONTACT
    double rest_speed;          // slower approaches have no restitution in the default settings, m/s. 0 if there is no
                                // such limit, NaN if it was not measured
    const char *give;           // where a program sets e and mu
    const char *computes;       // the observed behaviour, in one sentence
    const char *costs;          // its consequences for energy and friction, in one sentence
} carom_engine;

// Returns an engine by its index from 0; NULL past the last.
CAROM_API const carom_engine *carom_engine_at(int index);

// Returns an engine by its name; NULL if there is none.
CAROM_API const carom_engine *carom_engine_find(const char *name);

// ---- Conversion of coefficients ------------------------------------------------------------------------------------

// Newton's, Poisson's and the energetic e of one impact describe the same point on the path of its impulse. Each can
// therefore be computed from the others.

// Why a coefficient of an impact cannot be converted.
typedef enum carom_convert_reason {
    CAROM_CONVERT_OK = 0,          // it was converted
    CAROM_CONVERT_NO_APPROACH = 1, // v_n >= 0: e has no speed to refer to
    CAROM_CONVERT_SINGULAR = 2,    // W is singular and the contact sticks: v_n' is the same for every Poisson e
    CAROM_CONVERT_MU_INF = 3,      // friction is infinite and the slip has ended: likewise
    CAROM_CONVERT_SPACE = 4,       // in 3D v_n can decrease again on the path, so one e fits several points
    CAROM_CONVERT_GAINS = 5,       // only for the largest e: the impact gains energy already with e = 0
    CAROM_CONVERT_UNLIKE = 6       // only for e and mu of another law: no known e and mu give this impulse
} carom_convert_reason;

// Converts a coefficient of restitution in 2D, by the law routh. The members restitution, e, mu and mu_static of
// `params` determine where the impact ends. Here params->e must be >= 0 and may exceed 1. Writes to *e the coefficient
// of kind `to` for the same end, which may exceed 1. If the contact slips until the end, all three are equal. Returns
// CAROM_NOT_APPLICABLE, with *e = NaN and the reason in *reason (may be NULL), if there is no such coefficient.
CAROM_API carom_status carom_restitution_convert(const carom_contact *contact, const carom_params *params,
                                                 carom_restitution to, double *e, carom_convert_reason *reason);

// carom_restitution_max searches up to this e if the law has no formula.
#define CAROM_E_MAX_LOOKED 1024.0

// The largest normal restitution (e, e_n or r_n, whichever the law reads) with which one impact gains no energy.
typedef struct carom_max_restitution {
    double e;                 // >= 0, may exceed 1. Infinite if no e up to CAROM_E_MAX_LOOKED gains energy; NaN: see
                              // `why`
    double allowed;           // min(1, e): within the range that laws accept
    bool exact;               // computed by a formula; otherwise found by a search
    carom_mode mode;          // mode of the law's result with that e
    carom_convert_reason why; // CAROM_CONVERT_OK, CAROM_CONVERT_NO_APPROACH or CAROM_CONVERT_GAINS
} carom_max_restitution;

// Computes the largest restitution of a law that gains no energy in this impact. Reads all coefficients in params
// except the restitution itself and rest_speed. The search evaluates e in steps of 1/64 (above 1: of e/64) and climbs
// each peak of the energy between two steps. No e that it evaluates below the result gains energy, but a gain over a
// narrower range of e may be missed. For the law brach, which is defined up to e = 1, the result is 1 even if a larger e
// would gain none. Returns CAROM_NOT_APPLICABLE if the law has no normal restitution, if result->why gives a reason, or if
// the law has no result for this contact. Returns the status of the rejected argument for invalid input.
CAROM_API carom_status carom_restitution_max(const carom_law *law, const carom_contact *contact,
                                             const carom_params *params, carom_max_restitution *result);

// The meaning of a pair (e, mu). It is defined by a kind of restitution of the law routh ("newton", "poisson",
// "energetic"), by another law, or by an engine.
typedef struct carom_convention {
    const char *name;              // key: "poisson", "whittaker", "bullet"
    const carom_law *law;          // the law that uses e and mu; NULL for an engine that computes no law of carom
    carom_restitution restitution; // the restitution hypothesis, for laws that read it
    const carom_engine *engine;    // NULL: none
} carom_convention;

// Finds a convention by its name, among the laws of these modules (NULL: those of the core). Returns CAROM_UNKNOWN_LAW
// if no kind of restitution, law or engine has this name.
CAROM_API carom_status carom_convention_find(carom_modules *modules, const char *name, carom_convention *convention);

// Returns a convention by its index from 0. The kinds of restitution come first, then the other laws that read a
// restitution and mu, then the engines. Returns false past the last.
CAROM_API bool carom_convention_at(carom_modules *modules, int index, carom_convention *convention);

// Sets the coefficients other than e and mu that a convention fixes: the kind of restitution and, in 3D, the friction
// model of an engine. Returns CAROM_NOT_APPLICABLE if the convention has no law.
CAROM_API carom_status carom_convention_apply(const carom_convention *convention, int dim, carom_params *params);

// The coefficients with which a law gives an impulse.
typedef struct carom_conversion {
    double e;            // normal restitution, >= 0, may exceed 1; NaN if there is none
    double mu;           // friction, >= 0; NaN if there is none
    carom_result result; // result of the law with these coefficients
} carom_conversion;

// Finds e and mu with which `law` gives the impulse P in this impact. `params` holds the law's other coefficients; its
// e and mu are kept if possible, and mu_static is taken as equal to mu. Tries the formulas by which the laws of the
// core relate e and mu to an impulse. Confirms each candidate by carom_collide, whose impulse must agree with P to
// 1e-9. Returns CAROM_NOT_APPLICABLE, with the reason in *reason (may be NULL), if no candidate agrees or if the law
// reads no restitution.
CAROM_API carom_status carom_coefficients_find(const carom_law *law, const carom_contact *contact,
                                               const carom_params *params, const double P[3], carom_conversion *result,
                                               carom_convert_reason *reason);

// Converts e and mu from one convention to another, for one impact. The impact is computed by `from` with params, where
// e may exceed 1; `from_result` (may be NULL) receives it. `result` receives the coefficients of `to` that give the
// same impulse. Coefficients that belong only to the law of `from` are not passed to another law. Returns the status of
// `from` if it has no result, otherwise as carom_coefficients_find.
CAROM_API carom_status carom_coefficients_convert(const carom_contact *contact, const carom_params *params,
                                                  const carom_convention *from, const carom_convention *to,
                                                  carom_result *from_result, carom_conversion *result,
                                                  carom_convert_reason *reason);

// ---- Two numbers for an engine -------------------------------------------------------------------------------------

// The e and mu that carry the impulse of any law into an engine that computes `whittaker` for one contact. Most engines
// do (carom_engine.law). Set them for this contact and this step, in the contact callback of the engine.
typedef struct carom_equivalent {
    double e;            // ratio of normal speeds, -v_n'/v_n >= 0; may exceed 1
    double mu;           // ratio of impulses, |P_t|/P_n; infinite if P_n = 0 and P_t is not
    bool reached;        // `whittaker` with this e and mu gives the impulse of the law to 1e-9. It cannot if friction
                         // pushes along the final slip, as after a reversed slip
    double e_max;        // largest e with which `whittaker` gains no energy with this mu. If `reached` is false, use
                         // min(e, e_max). NaN: every e gains energy
    double e_max_alone;  // the same with params->mu, for engines in which only e can be set per contact. NaN: every e
                         // gains energy, or params has no mu
    carom_result wanted; // result of the law
    carom_result given;  // result of `whittaker` with e and mu; read it only if its status is CAROM_OK
} carom_equivalent;

// Computes the equivalent coefficients of an impact by any law, in 2D and 3D. Returns CAROM_NOT_APPLICABLE if the
// contact does not approach or the law pulls, and the status of carom_collide if the law has no result.
CAROM_API carom_status carom_equivalent_compute(const carom_law *law, const carom_contact *contact,
                                                const carom_params *params, carom_equivalent *result);

CAROM_END

#endif
