// Fits laws to measured impacts: estimates with their uncertainty, and tests whether the data allow the law at all. Use
// it if you have measured velocities before and after impacts.
//
//   #include <carom/fit.h>
//   #include <stdio.h>
//
//   int main(void) {
//       static carom_fit_impact impacts[60]; // simulated measurements of a disc that hits a wall
//       carom_params params = carom_params_default();
//       carom_result result;
//       carom_fit_model model;
//       carom_fit_estimate estimate;
//       params.e = 0.9;
//       params.e_t = 0.2;
//       params.mu = 0.3;
//       for (int k = 0; k < 60; k++) {
//           carom_fit_impact *impact = &impacts[k];
//           impact->contact.dim = 2;
//           impact->contact.W[0][0] = 1.0;
//           impact->contact.W[1][1] = 3.0;
//           impact->contact.v[0] = -1.0 - 0.01 * k;
//           impact->contact.v[1] = 0.05 * k;
//           if (carom_collide(&carom_law_bilinear, &impact->contact, &params, &result) != CAROM_OK) return 1;
//           for (int i = 0; i < 2; i++) impact->after[i] = result.v[i];
//           for (int i = 0; i < 4; i++) impact->S[i][i] = 1e-6; // standard deviations of 1 mm/s
//       }
//       if (carom_fit_model_from_law(&carom_law_bilinear, NULL, 0, &model) != CAROM_OK) return 1;
//       carom_fit *fit = carom_fit_create(&model, impacts, 60, NULL);
//       if (!fit || carom_fit_run(fit, &estimate) != CAROM_OK) return 1;
//       for (int j = 0; j < estimate.count; j++) {
//           double low, high;
//           if (carom_fit_interval(fit, j, &low, &high) != CAROM_OK) return 1;
//           printf("%s = %.3f, 95 %% interval %.4f to %.4f\n", model.parameter[j], estimate.b[j], low, high);
//       }
//       carom_fit_free(fit);
//       return 0;
//   }
//
// It prints one line for each of e_n, mu and e_t. The estimates are those of the simulation: 0.9, 0.3 and 0.2.
//
// Both v before and v' after are measured with errors. The residual of a law f with coefficients b is y = v' - f(v; b).
// Its covariance is, to first order, A S A^T with A = (-df/dv, 1). The fit minimises chi2 = sum y.(A S A^T)^-1 y with A
// frozen and then recomputes A. It repeats this until b no longer changes.
//
// There is no global state: fits may run at the same time, each in its own thread. A run reports its progress and can
// be stopped. Only carom_fit_create allocates memory that you must free.
//
// The functions below return these statuses:
//   CAROM_UNSETTLED     the weights kept changing with the estimate, which then has fewer correct digits
//   CAROM_STOPPED       the caller stopped the run
//   CAROM_NO_SOLUTION   the law has no result for some of the impacts
//   CAROM_TOO_FEW_DATA  there are no more numbers than coefficients
//   CAROM_BAD_VALUE     an impact has a number that is not finite, no approach or no uncertainty
//   CAROM_BAD_MODEL     the model has no coefficients or more than CAROM_FIT_MOST, the coefficient does not exist, or
//                       the fit has not run
//   CAROM_NO_MEMORY     memory ran out
// The library is carom_fit.
#ifndef CAROM_FIT_H
#define CAROM_FIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "carom/carom.h"

#if defined(CAROM_BUILDING_FIT)
#define CAROM_FIT_API CAROM_EXPORT
#else
#define CAROM_FIT_API CAROM_IMPORT
#endif

CAROM_BEGIN

// Data.

enum {
    CAROM_FIT_SPEEDS = 12,  // velocities of a body in 3D, before and after
    CAROM_FIT_MEASURED = 15 // measured numbers of a body in 3D: velocities and arm
};

// One measured impact. Your own model may also explain one number by another: then contact.dim = 1.
typedef struct carom_fit_impact {
    carom_contact contact; // W, and v before the impact; all impacts of a fit have the same dim
    double after[3];       // v after the impact, m/s
    double S[6][6];        // covariance of (v, v'), 2 dim rows and columns, (m/s)^2; variances of v' must be > 0
    int group;             // impacts of one group are left out together in carom_fit_cross_validate
    double missed;         // for bodies: |u' - best u'|_M^2, J. The best u' results from the impulse at the contact
                           // that fits best. 0 for a contact without bodies
    double size;           // for bodies: |u'|_M^2, twice the kinetic energy after the impact, J. If it is 0, v'.W^-1 v'
                           // of the contact is used
} carom_fit_impact;

// A free body that hits a fixed wall. The axes are the normal n, which points from the wall to the body, and tangents.
// In 2D the tangent t is the normal rotated clockwise (+x for a normal up), and the spin is counterclockwise. In 3D n,
// t1 and t2 are right-handed.
typedef struct carom_fit_body {
    int dim;                    // 2 or 3
    double mass;                // kg, > 0
    double inertia[3][3];       // about the centre of mass, along n, t1, t2, kg m^2; 2D: inertia[0][0], > 0
    double arm[3];              // vector from the centre of mass to the contact, m
    double u[CAROM_FIT_SPEEDS]; // velocity of the centre (m/s) and spin (rad/s) before, then after: 6 numbers in 2D, 12
                                // in 3D
    double S[CAROM_FIT_MEASURED][CAROM_FIT_MEASURED]; // covariance of these, then of the arm: 8 rows in 2D, 15 in 3D
    double axes[3][3]; // the body's own axes as columns, in n, t1, t2; all 0: the orientation is unknown
    int group;         // impacts of one group are left out together
} carom_fit_body;

// Computes the impact at the contact of a body. Returns CAROM_BAD_VALUE for an invalid body.
CAROM_FIT_API carom_status carom_fit_impact_from_body(const carom_fit_body *body, carom_fit_impact *impact);

// Sets equal errors in the kinetic metric, S = sigma^2 m M^-1, for bodies without errors (S is all 0). The value of
// sigma is chosen so that chi2 of the best impulses equals its degrees of freedom. Returns sigma, the standard
// deviation of a velocity in m/s, or NaN if it cannot be determined.
CAROM_FIT_API double carom_fit_guess_errors(carom_fit_body *bodies, size_t count);

// Numbers of one impact that need no law. The tangent is chosen such that v_t < 0.
typedef struct carom_fit_reading {
    double theta;   // angle of incidence, atan(v_t/v_n), rad, 0 to pi/2
    double e;       // -v_n'/v_n
    double ratio;   // P_t/P_n
    double tan_phi; // v_t'/v_n'
    double vft;     // v_t'/|v|
} carom_fit_reading;

// Computes these numbers from v before and after an impact. In 3D the tangent is opposite to the slip before. Returns
// CAROM_BAD_VALUE for an invalid contact or one that does not approach.
CAROM_FIT_API carom_status carom_fit_read(const carom_contact *contact, const double after[3],
                                          carom_fit_reading *reading);

// Checks that involve no law.

// Signs that may be wrong in the data; bits. In 2D U_T1 is the sign of u_t, W_N that of the spin, and R_T1 that of r_t.
typedef enum carom_fit_sign {
    CAROM_FIT_SIGN_U_T1 = 1,  // velocity along t1
    CAROM_FIT_SIGN_U_T2 = 2,  // velocity along t2
    CAROM_FIT_SIGN_W_N = 4,   // spin about n
    CAROM_FIT_SIGN_W_T1 = 8,  // spin about t1
    CAROM_FIT_SIGN_W_T2 = 16, // spin about t2
    CAROM_FIT_SIGN_R_N = 32,  // arm along n
    CAROM_FIT_SIGN_R_T1 = 64, // arm along t1
    CAROM_FIT_SIGN_R_T2 = 128 // arm along t2
} carom_fit_sign;

// Reasons to doubt the bodies; bits.
typedef enum carom_fit_alarm {
    CAROM_FIT_ALARM_FLOOR = 1,    // chi2 of the best impulses is too high: p < 1e-6
    CAROM_FIT_ALARM_NORMAL = 2,   // the slope of the moment of the normal impulse differs from 1 by 5 standard errors
                                  // and 10 %
    CAROM_FIT_ALARM_TANGENT = 4,  // the slope of the moment of the tangential impulse differs from 1 by as much
    CAROM_FIT_ALARM_SIGN = 8,     // with other signs, chi2 is lower by a factor of 3 and by 25
    CAROM_FIT_ALARM_INERTIA = 16, // another inertia fits: it differs by 5 standard errors and 10 %
    CAROM_FIT_ALARM_CENTRE = 32   // another centre of mass fits: it differs by 5 standard errors and 2 % of the arm
} carom_fit_alarm;

// An estimated number.
typedef struct carom_fit_number {
    double value; // the estimate; NaN: the data do not determine it
    double error; // standard error of that value; NaN: the data do not determine it
} carom_fit_number;

// Checks whether one impulse at the contact explains the motion of each body. It must change the spin by its moment:
//   I dw = r x P,  P = m du
typedef struct carom_fit_body_checks {
    size_t count;               // number of bodies; 0: the members below are not valid
    double floor_mean;          // mean of |u' - best u'|_M / |u'|_M, with the best impulse at the contact, >= 0
    double floor_median;        // median of the same
    carom_fit_number normal;    // slope of I dw against r x P_n; correct data give 1
    carom_fit_number tangent;   // slope of I dw against r x P_t; correct data give 1
    unsigned signs;             // CAROM_FIT_SIGN_* bits that fit better with the opposite sign
    unsigned other_signs;       // other signs that fit equally well; 0: none
    double sign_factor;         // factor by which they lower chi2, >= 1; 1: none do
    carom_fit_number inertia;   // the inertia that fits, as a multiple of the stated one
    carom_fit_number centre[3]; // the centre of mass that fits, relative to the stated one, in the body's own axes, m
    unsigned alarms;            // CAROM_FIT_ALARM_* bits; 0: none
} carom_fit_body_checks;

// The checks of a data set.
typedef struct carom_fit_checks {
    size_t impacts;             // number of impacts
    double floor_chi2;          // chi2 of the best impulse at each contact; no law can have a lower one
    double floor_dof;           // degrees of freedom of floor_chi2; 0 without bodies
    double floor_p;             // probability of this chi2 or a higher one, 0 to 1; NaN without bodies
    size_t gains;               // impacts that gained energy by more than two standard deviations
    size_t pulls;               // impacts whose normal impulse pulls by more than two standard deviations
    bool coupled;               // some W_nt is not 0, so Newton's, Poisson's and Stronge's coefficients differ
    double ratio_median;        // median of |P_t|/P_n: half of the impacts need this friction
    double ratio_95;            // 95th percentile of |P_t|/P_n: nearly all impacts need no more than this friction
    carom_fit_body_checks body; // checks of the bodies
} carom_fit_checks;

// Checks impacts and, if `bodies` is not NULL, the bodies that they were computed from, which are checked first.
// Returns CAROM_BAD_VALUE for an invalid impact, as carom_fit_create does; `rejected` (may be NULL) receives its
// index. The checks of the bodies are filled even then.
CAROM_FIT_API carom_status carom_fit_check_data(const carom_fit_impact *impacts, const carom_fit_body *bodies,
                                                size_t count, carom_fit_checks *checks, size_t *rejected);

// Models.

enum { CAROM_FIT_MOST = 8 }; // largest number of coefficients of a model

struct carom_fit_model;

// Predicts v' of one contact, m/s, with the coefficients b. Returns false if the model has no result there. Write to
// `branch` (never NULL) a number that differs on the two sides of a kink, such as the mode; 0 if there is none.
typedef bool carom_fit_predict(const struct carom_fit_model *model, const carom_contact *contact, const double *b,
                               double *after, int *branch);

// Replaces b by equivalent values within the bounds, in the form that the model uses.
typedef void carom_fit_mend(const struct carom_fit_model *model, double *b);

// A model to fit. Fill it with a function below, or write your own.
typedef struct carom_fit_model {
    const char *name;                      // name of the law or the model
    int count;                             // number of fitted coefficients, 1 to CAROM_FIT_MOST
    const char *parameter[CAROM_FIT_MOST]; // their names
    double lowest[CAROM_FIT_MOST];         // lower bounds, in the unit of each; -HUGE_VAL: none
    double highest[CAROM_FIT_MOST];        // upper bounds, above the lower ones; HUGE_VAL: none
    double start[CAROM_FIT_MOST];          // initial values; NaN: from the data
    carom_fit_predict *predict;            // computes v'
    carom_fit_mend *mend;                  // may be NULL
    const carom_law *law;                  // the law of carom_fit_model_from_law; otherwise NULL
    carom_params params;                   // the coefficients of the law that are not fitted
    carom_param param[CAROM_FIT_MOST];     // the coefficient of the law that corresponds to each of them
    const void *own;                       // data for your own `predict`
    const carom_speed_form *form[2];       // carom_fit_law_of_speed: the forms of e and mu; NULL if constant
    int form_from[2];                      // index of the first coefficient of each form
    carom_param form_of[2];                // the coefficient of the law that each form replaces
} carom_fit_model;

// Makes a model of a law. `params` (NULL: the defaults) holds the coefficients that are not fitted. `fitted` is a
// CAROM_PARAM_BIT set. 0 means the usual ratios of the law, such as e, mu and e_t. It excludes the rest speed, static
// friction, directions, and coefficients with a unit. Returns CAROM_BAD_VALUE if the law does not have such a
// coefficient, or if there are none or more than CAROM_FIT_MOST.
CAROM_FIT_API carom_status carom_fit_model_from_law(const carom_law *law, const carom_params *params, uint64_t fitted,
                                                    carom_fit_model *model);

// Makes the same model with e, mu or both depending on speed (NULL: constant). The coefficients of a form replace e or
// mu of the law, which may have another name there (e_n, r_n, eta). Returns CAROM_NOT_APPLICABLE if the law has no
// such coefficient.
CAROM_FIT_API carom_status carom_fit_law_of_speed(const carom_law *law, const carom_params *params,
                                                  const carom_speed_form *e, const carom_speed_form *mu,
                                                  carom_fit_model *model);

// Returns a form by its name: one of carom_speed_form_find, or "power". The form "power", e = e_1 v^-e_p and at most 1,
// is only available in fits. Returns NULL if there is none.
CAROM_FIT_API const carom_speed_form *carom_fit_form(const char *name);

// Returns a model in 2D that is a curve, not a law. The ratio P_t/P_n rises in two straight pieces with the angle of
// incidence, to ratio_b at theta_b and then to ratio_90 at pi/2. The normal velocity is v_n' = -e v_n. Chatterjee 1997,
// 11.1.2.
CAROM_FIT_API carom_fit_model carom_fit_model_piecewise(void);

// Fits.

typedef void carom_fit_progress_fn(void *context, double done); // receives the progress of a run, 0 to 1
typedef volatile int carom_fit_flag;                            // 0 until the caller stops a run

// Options of a fit.
typedef struct carom_fit_options {
    bool robust;                 // Huber's weights: residuals beyond 1.345 standard deviations count less
    int starts_from;             // impacts used to find initial values; 0: 160
    carom_fit_progress_fn *tell; // receives the progress of a run; may be NULL
    void *context;               // passed to `tell`
    const carom_fit_flag *stop;  // a run ends soon after *stop is not 0; may be NULL
    bool differences;            // uses finite differences even if the law has exact derivatives, for comparison
} carom_fit_options;

// How well the data determine one coefficient.
typedef enum carom_fit_mark {
    CAROM_FIT_DETERMINED = 0, // the data determine it
    CAROM_FIT_AT_LOWEST =
        1, // the estimate is the lower bound; the data favour values beyond it, so there is no standard
           // error
    CAROM_FIT_AT_HIGHEST = 2,  // the same at the upper bound
    CAROM_FIT_UNDETERMINED = 3 // another value fits as well if the other coefficients are adjusted
} carom_fit_mark;

// The result of a run.
typedef struct carom_fit_estimate {
    carom_status status;                        // status of the run
    int count;                                  // number of coefficients
    double b[CAROM_FIT_MOST];                   // estimates, in the unit of each coefficient
    double error[CAROM_FIT_MOST];               // standard errors; NaN unless the mark is CAROM_FIT_DETERMINED
    double cov[CAROM_FIT_MOST][CAROM_FIT_MOST]; // covariance; NaN unless both marks are CAROM_FIT_DETERMINED
    carom_fit_mark mark[CAROM_FIT_MOST];        // how well the data determine each coefficient
    double chi2;                                // sum of all squared whitened residuals, also in a robust fit
    double dof;                                 // degrees of freedom
    double p;                                   // probability of this chi2 or a higher one, 0 to 1
    double inliers;                             // robust: share of residuals that count in full, 0 to 1; otherwise 1
    size_t unanswered;                          // impacts for which the law has no result
    int rounds;                                 // how many times the weights were computed, at most 60
    uint64_t evaluations;                       // evaluations of the law
} carom_fit_estimate;

typedef struct carom_fit carom_fit; // a model with its data

// Creates a fit. The impacts remain yours and must outlive the fit; the model is copied. `options` may be NULL.
// Returns NULL if memory runs out, or if the model or an impact is not valid.
CAROM_FIT_API carom_fit *carom_fit_create(const carom_fit_model *model, const carom_fit_impact *impacts, size_t count,
                                          const carom_fit_options *options);

// Frees a fit. NULL is allowed.
CAROM_FIT_API void carom_fit_free(carom_fit *fit);

// Computes the best coefficients. Returns estimate->status.
CAROM_FIT_API carom_status carom_fit_run(carom_fit *fit, carom_fit_estimate *estimate);

// The next five functions need a run first. Otherwise they return CAROM_BAD_MODEL.

// Computes how much chi2 rises if `fixed` coefficients have these values and the others are fitted again. The weights
// stay frozen.
CAROM_FIT_API carom_status carom_fit_rise(carom_fit *fit, int fixed, const int *params, const double *values,
                                          double *rise);

// Computes the 95 % interval of coefficient j by profile likelihood: chi2 rises by 3.841 at its ends. An interval ends
// at a bound at the latest. Both ends are NaN if the coefficient is undetermined.
CAROM_FIT_API carom_status carom_fit_interval(carom_fit *fit, int j, double *low, double *high);

// Computes the 95 % region of coefficients i and j: `points` pairs around the estimate, on the line on which chi2
// rises by 5.991. All are NaN if one of the coefficients is undetermined.
CAROM_FIT_API carom_status carom_fit_region(carom_fit *fit, int i, int j, int points, double *bi, double *bj);

// Computes the score |w|^2 + ln det of each impact from the fit to the other groups; lower is better. There must be at
// least two groups. `error` (may be NULL) receives the relative error |u' - predicted u'|_M / |u'|_M of each impact in
// the kinetic metric. `rms` (may be NULL) receives the root mean square of the whitened residuals, which is 1 if the
// law is right.
CAROM_FIT_API carom_status carom_fit_cross_validate(carom_fit *fit, double *score, double *error, double *rms);

// Computes the whitened residuals of the estimate. Those of impact k are w[3 k] to w[3 k + dim - 1].
CAROM_FIT_API carom_status carom_fit_residuals(carom_fit *fit, double *w);

// Tests.

// Whether the data reject a law.
typedef struct carom_fit_verdict {
    double F;      // (chi2/dof) / (floor_chi2/floor_dof); NaN without bodies
    double p;      // probability of this F or a higher one, or of chi2 without bodies, 0 to 1
    bool rejected; // p < 0.05
    bool none;     // there is no verdict, because the checks of the bodies raise an alarm
} carom_fit_verdict;

// Tests a law at 5 %. chi2 is compared with that of the best impulses, because errors that are larger than stated
// raise both equally. `checks` may be NULL.
CAROM_FIT_API carom_fit_verdict carom_fit_test(const carom_fit_estimate *estimate, const carom_fit_checks *checks);

// Compares the scores of two laws (carom_fit_cross_validate). Returns z: z > 2 means that the first law is worse, |z|
// < 2 that the data cannot distinguish them. Returns 0 if all scores together differ by less than 1.
CAROM_FIT_API double carom_fit_compare(size_t count, const double *score, const double *other);

CAROM_END

#endif
