// Holds the state of a running fit.
#ifndef CAROM_FIT_STATE_H
#define CAROM_FIT_STATE_H

#include <limits.h>

#include "carom/fit.h"

// Results for many impacts: v', three numbers each, and the branch, CAROM_FIT_NONE if there is no result.
typedef struct carom_fit_answers {
    double *after;
    int *branch;
} carom_fit_answers;

#define CAROM_FIT_NONE INT_MIN

bool carom_fit_answers_new(carom_fit_answers *answers, size_t count);
void carom_fit_answers_free(carom_fit_answers *answers);

struct carom_fit {
    carom_fit_model model;
    const carom_fit_impact *impacts;
    size_t count;
    carom_fit_options options;
    carom_fit_estimate last;  // estimate of the last run
    bool has_run;             //
    double b[CAROM_FIT_MOST]; // present parameters
    int free[CAROM_FIT_MOST]; // indices of the free parameters
    int free_count;           //
    size_t *use;              // indices of the impacts in use
    size_t use_count;         //
    double *L;                // factor of each impact's covariance, 9 numbers per impact
    double *weight;           // root of Huber's weight of each residual, 3 per impact
    double *residual, *spare; // 3 per impact
    double *jacobian;         // column by column
    carom_contact *contact;   // contacts of the impacts in use, one after the other
    carom_contact *moved;     // the same with a changed velocity
    carom_fit_answers here;   // results at the last point
    carom_fit_answers up;     // results at a neighbouring point
    carom_fit_answers down;   //
    double *slopes;           // derivatives by the velocity, 9 per impact
    uint8_t *bytes;           // work space, two per impact
    size_t unanswered;        // number of impacts without a result, at the last evaluation
    uint64_t evaluations;     //
    bool stopped;             //
    double done, span;        // progress: the beginning of the present part of the work, and its fraction of the whole
};

// Compute derivatives of the model at one impact by differences. There are dim x dim with respect to the velocity, dim
// x CAROM_FIT_MOST to the parameters, and dim to the position of the contact. Other columns are unchanged. They return
// false if there is no result.
// false if there is no result.
bool carom_fit_slope_v(carom_fit *fit, const carom_fit_impact *at, const double *b, double slope[3][3]);
bool carom_fit_slope_b(carom_fit *fit, const carom_fit_impact *at, const double *b, const int *which, int count,
                       double slope[3][CAROM_FIT_MOST]);
bool carom_fit_ask(carom_fit *fit, const carom_contact *contact, const double *b, double *after, int *branch);

// Evaluate all impacts in use at once, bit-identical to single calls: at these contacts, and with a velocity component
// or parameter changed up and down, in fit->up and fit->down. They return false if a bound is nearer than the step.
void carom_fit_gather(carom_fit *fit);
void carom_fit_ask_all(carom_fit *fit, const carom_contact *contacts, const double *b, carom_fit_answers *answers);
void carom_fit_ask_beside_v(carom_fit *fit, const double *b, int j);
bool carom_fit_ask_beside_b(carom_fit *fit, const double *b, int j);

// Evaluates a law at many contacts. Returns false if the model is not a law. `bytes` has space for two each.
bool carom_fit_law_many(const carom_fit_model *model, const carom_contact *contacts, size_t count, const double *b,
                        uint8_t *bytes, carom_fit_answers *answers);

// Compute the exact derivatives of v' by the velocity and by every parameter (either may be NULL) in one evaluation.
// They return false at a kink, without a result, or without a derivative. The second function returns whether the model
// is such a law.
bool carom_fit_law_slopes(const carom_fit_model *model, const carom_contact *contact, const double *b,
                          double by_v[3][3], double by_b[3][CAROM_FIT_MOST]);
bool carom_fit_law_has_slopes(const carom_fit_model *model, int dim);
bool carom_fit_exact(
    carom_fit *fit, const carom_contact *contact, const double *b, double by_v[3][3],
    double by_b[3][CAROM_FIT_MOST]); // does the same with a counter; also returns false if differences are
                                     // requested

// Return the steps of differences, and the central difference of impact k from fit->here, up and down. The latter
// returns false next to a kink or without a result; such impacts are handled one by one.
double carom_fit_step_v(int dim, const double *v);
double carom_fit_step_b(double b);
bool carom_fit_central(const carom_fit *fit, size_t k, double h, double slope[3]);

// Select all impacts, all except one group, or at most `most`, evenly spread.
void carom_fit_use_all(carom_fit *fit);
void carom_fit_use_others(carom_fit *fit, int group);
void carom_fit_use_some(carom_fit *fit, size_t most);

// Computes whitened residuals.
// number of residuals of the impacts in use
size_t carom_fit_numbers(const carom_fit *fit);
bool carom_fit_whiten(carom_fit *fit, const double *b, size_t impact); // L of one impact; false if there is none
bool carom_fit_whiten_all(carom_fit *fit, const double *b);            // L of those in use
// residuals of those in use, with Huber's weights
void carom_fit_whitened(carom_fit *fit, const double *b, double *residuals);
void carom_fit_huber(carom_fit *fit, const double *b); // computes the weights from the residuals
void carom_fit_plain(carom_fit *fit);                  // sets all weights to 1

// Solves least squares over the free parameters from fit->b, within bounds; L and weights are unchanged.
void carom_fit_least(carom_fit *fit, int most_evaluations);

// Alternates least squares and new weights until b is constant.
carom_status carom_fit_settle(carom_fit *fit);

// Finds starting values from the data and sets fit->b.
void carom_fit_begin(carom_fit *fit);

// Returns chi2 of the impacts in use.
double carom_fit_chi2(carom_fit *fit, const double *b);

// Computes the Jacobian of whitened residuals, column by column. An impact without a result has a row of zeros.
void carom_fit_jacobian(carom_fit *fit, const double *b, const int *which, int count, bool weighted, double *jacobian);

bool carom_fit_should_stop(carom_fit *fit);
void carom_fit_report(carom_fit *fit, double part); // reports 0 .. 1 of this part of the work

#endif
