// Fitting laws to measured impacts: estimates with their uncertainty, and whether the data allow the law at all.
//
//   carom_fit_impact rows[12];                                   // each with W, v, v' and their covariance; or carom_fit_impact_from_body
//   carom_fit_model  model;
//   carom_fit_model_from_law(&carom_law_bilinear, NULL, 0, &model);         // e_n, e_t, mu, within the law's bounds
//   carom_fit *fit = carom_fit_create(&model, rows, 12, NULL);      // the only thing that owns memory
//   carom_fit_estimate b;
//   carom_fit_run(fit, &b);                                      // b.b, b.cov, b.chi2, b.dof, b.p
//   double low, high;
//   carom_fit_interval(fit, 0, &low, &high);                     // 95 %, by profile likelihood
//   carom_fit_free(fit);
//
// What is measured is v before and v' after, both with errors. The residual of a law f is y = v' - f(v; b), and its
// covariance, to first order, A S A^T with A = (-df/dv, 1). chi2 = sum y.(A S A^T)^-1 y is made least with A frozen, and
// A made anew until b stays.
// Nothing is global: fits may run side by side, each in a thread of its own. A run says how far it is, and ends when told.
#ifndef CAROM_FIT_H
#define CAROM_FIT_H

#include <stdbool.h>

#include "carom/law.h"

#if defined(CAROM_BUILDING_FIT)
#define CAROM_FIT_API CAROM_EXPORT
#else
#define CAROM_FIT_API CAROM_IMPORT
#endif

CAROM_BEGIN

// Statuses of a fit: CAROM_UNSETTLED if the weights kept changing with the estimate, which then has fewer digits;
// CAROM_STOPPED as the caller wished; CAROM_NO_SOLUTION if the law does not answer all of the impacts; CAROM_TOO_FEW_DATA
// if there are no more numbers than parameters; CAROM_BAD_VALUE for an impact with a number that is not finite, without
// approach or without uncertainty; CAROM_BAD_MODEL for a model without parameters or with more than CAROM_FIT_MOST, a
// parameter it does not have, or a fit that has not run; CAROM_NO_MEMORY.

// Data.

enum { CAROM_FIT_SPEEDS = 12, CAROM_FIT_MEASURED = 15 };

// What it adds that the place of the contact was measured too, where W depends on it: q is the place.
typedef struct carom_fit_place {
    double W[3][3];  // dW/dq
    double S[6];     // covariance of q with (v, v')
    double variance; // of q; 0: the place is known
} carom_fit_place;

// One impact as it was measured. A model of one's own may also explain one number by another: contact.dim = 1.
typedef struct carom_fit_impact {
    carom_contact contact; // W, and v before
    double after[3];       // v after, m/s
    double S[6][6];        // covariance of (v, v'): 2 dim rows and columns, (m/s)^2
    int group;             // impacts of one group are left out together
    carom_fit_place place;
    double missed; // of a body: |u' - best u'|_M^2 with the best impulse at the contact; 0 of a contact alone
    double size;   // of a body: |u'|_M^2, twice its kinetic energy after; 0: v'.W^-1 v' of the contact
} carom_fit_impact;

// A free body that hits a fixed wall, in 2D or 3D. Its axes are the normal n, which points from the wall to the body, and
// in 2D t, the normal turned clockwise (+x for a normal up), with spin counterclockwise; in 3D t1 and t2, such that n, t1
// and t2 are right-handed.
typedef struct carom_fit_body {
    int dim;                    // 2 or 3
    double mass;                // kg
    double inertia[3][3];       // about the centre of mass, along n, t1, t2, kg m^2; 2D: inertia[0][0]
    double arm[3];              // contact less centre of mass, m
    double u[CAROM_FIT_SPEEDS]; // velocity of the centre and spin before, then after: 6 numbers in 2D, 12 in 3D
    double S[CAROM_FIT_MEASURED][CAROM_FIT_MEASURED]; // covariance of these, then of the arm: 8 rows in 2D, 15 in 3D
    double axes[3][3]; // the body's own axes as columns, in n, t1, t2; all 0: the attitude is not known
    int group;
} carom_fit_body;

CAROM_FIT_API carom_status carom_fit_impact_from_body(const carom_fit_body *body,
                                                      carom_fit_impact *impact); // a body as its contact

// Gives bodies without errors (S all 0) equal errors in the kinetic metric: S = sigma^2 m M^-1, with the sigma for which
// the floor's chi2 is its degrees of freedom. Returns that standard deviation of a velocity, m/s, or NaN.
CAROM_FIT_API double carom_fit_guess_errors(carom_fit_body *bodies, size_t count);

// A body seen by strobe light against a wall along x, the normal +y: four flashes, two before and two after the impact,
// of its centre of mass and of a marker on it. It touches with a round edge: a disc, or part of one whose centre of mass
// lies `offset` from the centre of that circle. Then the wall is at y = 0, and the contact is where the body touches it
// when it moves on from the second flash.
typedef struct carom_strobe {
    double mass, inertia, radius; // kg, kg m^2 about the centre of mass, m
    double scale;                 // units of the coordinates in a metre
    double rate;                  // flashes in a second
    double sigma;                 // standard deviation of a coordinate, in its unit
    double at[4][4];              // a flash: centre x, y, marker x, y
    int group;
    double offset; // from the circle's centre to the centre of mass, m; 0: a disc
    double marker; // angle from that direction to the marker, counterclockwise, rad; not read for a disc
} carom_strobe;

// What one such impact says, the tangent turned so that v_t < 0; and the most that errors of `h` in each of the 16
// coordinates can change it: h sum |df/dq|. The places of a disc are all alike: alpha is pi/2, psi the impulse's angle.
typedef struct carom_strobe_reading {
    double theta;   // angle of incidence, atan(v_t/v_n)
    double e;       // -v_n'/v_n
    double ratio;   // P_t/P_n
    double tan_phi; // v_t'/v_n'
    double vft;     // v_t'/|v|
    double theta_bound, e_bound, ratio_bound, tan_phi_bound;
    double vft_bound;
    double
        alpha;  // contact on the edge: the circle's centre to the contact lies alpha from the edge's diameter, 0 .. pi
    double psi; // from the direction contact to centre of mass to that of the impulse, towards +t
    double touch; // from the second flash to the impact, s; 0 for a disc
    double alpha_bound, psi_bound;
} carom_strobe_reading;

// The speeds of the body, and its arm; and the impact, with the errors of the contact's place counted.
CAROM_FIT_API carom_status carom_fit_of_strobe(const carom_strobe *strobe, carom_fit_body *body);
CAROM_FIT_API carom_status carom_fit_impact_from_strobe(const carom_strobe *strobe, carom_fit_impact *impact);
CAROM_FIT_API carom_status carom_strobe_read(const carom_strobe *strobe, double h, carom_strobe_reading *reading);

// The same of any impact in the plane, from v before and after; bounds, alpha, psi and touch 0.
CAROM_FIT_API carom_status carom_fit_read(const carom_contact *contact, const double after[3],
                                          carom_strobe_reading *reading);

// Checks, before any law.

// Signs that may be wrong in the data. 2D: U_T1 is that of u_t, W_N that of the spin, R_T1 that of r_t.
typedef enum carom_fit_sign {
    CAROM_FIT_SIGN_U_T1 = 1,
    CAROM_FIT_SIGN_U_T2 = 2,
    CAROM_FIT_SIGN_W_N = 4,
    CAROM_FIT_SIGN_W_T1 = 8,
    CAROM_FIT_SIGN_W_T2 = 16,
    CAROM_FIT_SIGN_R_N = 32,
    CAROM_FIT_SIGN_R_T1 = 64,
    CAROM_FIT_SIGN_R_T2 = 128,
} carom_fit_sign;

// Reasons to doubt the bodies.
typedef enum carom_fit_alarm {
    CAROM_FIT_ALARM_FLOOR = 1,    // chi2 of the best impulses is too high: p < 1e-6
    CAROM_FIT_ALARM_NORMAL = 2,   // the slope of the normal impulse's moment is not 1,
    CAROM_FIT_ALARM_TANGENT = 4,  // or that of the tangential impulse's: by 5 standard errors and 10 %
    CAROM_FIT_ALARM_SIGN = 8,     // other signs lower chi2 by a factor of 3 and by 25
    CAROM_FIT_ALARM_INERTIA = 16, // another inertia fits: by 5 standard errors and 10 %
    CAROM_FIT_ALARM_CENTRE = 32,  // another centre of mass fits: by 5 standard errors and 2 % of the arm
} carom_fit_alarm;

typedef struct carom_fit_number {
    double value, error; // NaN: the data do not determine it
} carom_fit_number;

// Does one impulse at the contact explain the motion of each body? It must change the spin by its moment:
//   I dw = r x P,  P = m du
typedef struct carom_fit_body_checks {
    size_t count;                     // bodies; 0: none, and nothing below is known
    double floor_mean, floor_median;  // |u' - best u'|_M / |u'|_M, by the best impulse at the contact
    carom_fit_number normal, tangent; // slopes of I dw against r x P_n and r x P_t: both 1
    unsigned signs;                   // CAROM_FIT_SIGN_... that fit better with the opposite sign
    unsigned other_signs;             // other signs that fit equally well; 0: none
    double sign_factor;               // by which they lower chi2; 1: none do
    carom_fit_number inertia;         // that fits, as a multiple of the stated one
    carom_fit_number centre[3];       // centre of mass less the stated one, in the body's own axes, m
    unsigned alarms;                  // CAROM_FIT_ALARM_...; 0: none
} carom_fit_body_checks;

typedef struct carom_fit_checks {
    size_t impacts;
    double floor_chi2, floor_dof; // does one impulse at the contact explain each impact? What no law can do better than
    double floor_p;               // chance of such a floor or a higher one; dof is 0 without bodies
    size_t gains;                 // impacts that gained energy by more than two standard deviations
    size_t pulls;                 // impulses that pull by more than two
    bool coupled;                 // some W_nt is not 0: Newton's, Poisson's and Stronge's coefficients differ
    double ratio_median, ratio_95; // of |P_t|/P_n: friction that half, and nearly all, of the impacts need
    carom_fit_body_checks body;
} carom_fit_checks;

// Checks impacts and, if `bodies` is not NULL, the bodies they were made of, which are checked first. Refuses impacts that
// are none, as carom_fit_create does: `refused` (may be NULL) receives which. The checks of the bodies are filled all the same.
CAROM_FIT_API carom_status carom_fit_check_data(const carom_fit_impact *impacts, const carom_fit_body *bodies,
                                                size_t count, carom_fit_checks *checks, size_t *refused);

// chi2 of the best impulses if these signs are turned: CAROM_FIT_SIGN_... NaN: a body or its errors are none.
CAROM_FIT_API double carom_fit_floor(const carom_fit_body *bodies, size_t count, unsigned signs);

// Models.

enum { CAROM_FIT_MOST = 8 }; // parameters of a model

struct carom_fit_model;
// v' of one contact. False: the model has no answer here. `branch` (never NULL) takes a number that differs on the two
// sides of a kink, such as the mode; 0 where there is none to tell.
typedef bool carom_fit_predict(const struct carom_fit_model *model, const carom_contact *contact, const double *b,
                               double *after, int *branch);

typedef void carom_fit_mend(const struct carom_fit_model *model, double *b);

typedef struct carom_fit_model {
    const char *name;
    int count;
    const char *parameter[CAROM_FIT_MOST];
    double lowest[CAROM_FIT_MOST], highest[CAROM_FIT_MOST]; // -HUGE_VAL, HUGE_VAL: none
    double start[CAROM_FIT_MOST];                           // NaN: found from the data
    carom_fit_predict *predict;
    carom_fit_mend *mend;              // NULL, or brings b to where the model takes it for, within the bounds
    const carom_law *law;              // of carom_fit_model_from_law; else NULL
    carom_params params;               // the law's other parameters
    carom_param param[CAROM_FIT_MOST]; // which parameter of the law each is
    const void *own;                   // for a `predict` of your own
    const carom_speed_form *form[2];   // of carom_fit_law_of_speed: e's and mu's; NULL: constant
    int form_from[2];                  // their first parameter
    carom_param form_of[2];            // the parameter of the law they stand for
} carom_fit_model;

// A law as a model. `params` (NULL: the defaults) holds what is not fitted; `fitted` is a CAROM_PARAM_BIT set, 0: the
// law's own ratios (e, mu, e_t, ...), not a speed of rest, static friction, directions, or what has a unit.
CAROM_FIT_API carom_status carom_fit_model_from_law(const carom_law *law, const carom_params *params, uint64_t fitted,
                                                    carom_fit_model *model);

// The same with e, mu or both depending on speed (NULL: constant). A form's parameters take the place of the law's e or
// mu, which may go by other names there (e_n, r_n, eta). CAROM_NOT_APPLICABLE: the law has no such coefficient.
CAROM_FIT_API carom_status carom_fit_law_of_speed(const carom_law *law, const carom_params *params,
                                                  const carom_speed_form *e, const carom_speed_form *mu,
                                                  carom_fit_model *model);

// A form by its name: one of carom_speed_form_find, or "power", e = e_1 v^-e_p and at most 1, which only fits have. NULL: none.
CAROM_FIT_API const carom_speed_form *carom_fit_form(const char *name);

// A description, not a law: the ratio P_t/P_n rises in two straight pieces with the angle of incidence, to ratio_b at
// theta_b and on to ratio_90 at pi/2; v_n' = -e v_n. Chatterjee 1997, 11.1.2.
CAROM_FIT_API carom_fit_model carom_fit_model_piecewise(void);

// Fits.

// `tell` hears how far a run is, 0 .. 1; a run ends soon after *stop becomes other than 0. Both may be NULL.
typedef void carom_fit_progress_fn(void *context, double done);
typedef volatile int carom_fit_flag;
typedef struct carom_fit_options {
    bool robust;     // Huber's weights: residuals beyond 1.345 standard deviations count less
    int starts_from; // impacts the search for a start looks at; 0: 160
    carom_fit_progress_fn *tell;
    void *context;
    const carom_fit_flag *stop;
    bool differences; // slopes by differences even where the law has exact ones: to compare
} carom_fit_options;

typedef enum carom_fit_mark {
    CAROM_FIT_KNOWN,
    CAROM_FIT_AT_LOWEST,    // the estimate is a bound: the data want to go beyond, and give no standard error
    CAROM_FIT_AT_HIGHEST,   //
    CAROM_FIT_UNDETERMINED, // another value, with others changed to suit, fits as well
} carom_fit_mark;

typedef struct carom_fit_estimate {
    carom_status status;
    int count;
    double b[CAROM_FIT_MOST];
    double error[CAROM_FIT_MOST]; // standard errors; NaN where the mark is not KNOWN
    double cov[CAROM_FIT_MOST][CAROM_FIT_MOST];
    carom_fit_mark mark[CAROM_FIT_MOST];
    double chi2, dof;     // sum of whitened squares (all of them, robust or not)
    double p;             // chance of such a chi2 or a higher one
    double inliers;       // robust: share of the residuals that count in full; else 1
    size_t unanswered;    // impacts without an answer
    int rounds;           // how many times the weights were made
    uint64_t evaluations; // of the law
} carom_fit_estimate;

typedef struct carom_fit carom_fit;

// The impacts stay the caller's and must outlive the fit; the model is copied. NULL: no memory, or no such model.
CAROM_FIT_API carom_fit *carom_fit_create(const carom_fit_model *model, const carom_fit_impact *impacts, size_t count,
                                          const carom_fit_options *options);
CAROM_FIT_API void carom_fit_free(carom_fit *fit);

CAROM_FIT_API carom_status carom_fit_run(carom_fit *fit, carom_fit_estimate *estimate); // the best coefficients

// After a run. How much chi2 rises when these parameters are fixed and the others fitted anew; weights stay frozen.
CAROM_FIT_API carom_status carom_fit_rise(carom_fit *fit, int fixed, const int *params, const double *values,
                                          double *rise);

// 95 %: where chi2 has risen by 3.841. A bound ends an interval. NaN where the parameter is undetermined.
CAROM_FIT_API carom_status carom_fit_interval(carom_fit *fit, int j, double *low, double *high);

// 95 % of two parameters: the line on which chi2 has risen by 5.991, `points` pairs around the estimate.
CAROM_FIT_API carom_status carom_fit_region(carom_fit *fit, int i, int j, int points, double *bi, double *bj);

// Each impact's score |w|^2 + ln det from the fit to the other groups: lower is better. `rms` (may be NULL) receives
// the root mean square of the whitened residuals: 1 where the law is right. `error` (may be NULL) receives the relative
// error |u' - predicted u'|_M / |u'|_M of each impact in the kinetic metric. At least two groups.
CAROM_FIT_API carom_status carom_fit_cross_validate(carom_fit *fit, double *score, double *error, double *rms);

// Whitened residuals of the estimate, dim numbers an impact, three apart.
CAROM_FIT_API carom_status carom_fit_residuals(carom_fit *fit, double *w);

// Verdicts.

typedef struct carom_fit_verdict {
    double F; // (chi2/dof) / (floor/dof); NaN without a floor
    double p; // of F, or of chi2 without a floor
    bool rejected;
    bool none; // no verdict: the bodies raise an alarm
} carom_fit_verdict;

// Rejected if p < 0.05. Against the floor, for errors that are larger than stated raise both alike. `none` is set if
// the checks of the bodies raise an alarm.
CAROM_FIT_API carom_fit_verdict carom_fit_test(const carom_fit_estimate *estimate, const carom_fit_checks *checks);

// Two laws' scores: z > 2 means that the first is worse, |z| < 2 that the data cannot tell them apart;
// 0 where all scores together differ by less than one.
CAROM_FIT_API double carom_fit_compare(size_t count, const double *score, const double *other);

// Tails of the distributions: P(X > x).
CAROM_FIT_API double carom_fit_chi2_tail(double x, double dof);
CAROM_FIT_API double carom_fit_F_tail(double x, double dof1, double dof2);

CAROM_END

#endif
