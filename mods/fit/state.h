// A fit at work.
#ifndef CAROM_FIT_STATE_H
#define CAROM_FIT_STATE_H

#include <limits.h>

#include "carom/fit.h"

// Answers for many impacts: v', three numbers each, and the branch, CAROM_FIT_NONE where there is no answer.
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
    carom_fit_estimate last;  // of the run
    bool has_run;             //
    double b[CAROM_FIT_MOST]; // where it is now
    int free[CAROM_FIT_MOST]; // which parameters move
    int free_count;           //
    size_t *use;              // which impacts count
    size_t use_count;         //
    double *L;                // factor of each impact's covariance, 9 numbers an impact
    double *weight;           // root of Huber's weight of each residual, 3 an impact
    double *residual, *spare; // 3 an impact
    double *jacobian;         // column by column
    carom_contact *contact;   // of the impacts in use, side by side
    carom_contact *moved;     // the same beside
    carom_fit_answers here;   // at the last place that was asked for all
    carom_fit_answers up;     // beside it
    carom_fit_answers down;   //
    double *slopes;           // in the velocity, 9 an impact
    uint8_t *bytes;           // two an impact, to work in
    size_t unanswered;        // at the last look
    uint64_t evaluations;     //
    bool stopped;             //
    double done, span;        // progress: where this piece of work began, and how much of the whole it is
};

// Slopes of the model at one impact by differences, whole of it or of some parameters: dim x dim in the velocity,
// dim x CAROM_FIT_MOST in the parameters (columns that are not asked for stay), dim in the contact's place. False: there
// is no answer.
bool carom_fit_slope_v(carom_fit *fit, const carom_fit_impact *at, const double *b, double slope[3][3]);
bool carom_fit_slope_b(carom_fit *fit, const carom_fit_impact *at, const double *b, const int *which, int count,
                       double slope[3][CAROM_FIT_MOST]);
bool carom_fit_slope_place(carom_fit *fit, const carom_fit_impact *at, const double *b, double slope[3]);
bool carom_fit_ask(carom_fit *fit, const carom_contact *contact, const double *b, double *after, int *branch);

// All impacts in use at once, to the same bits: at these contacts; and with a component of the velocity or a parameter
// moved up and down, into fit->up and fit->down. False: a bound is nearer than the step.
void carom_fit_gather(carom_fit *fit);
void carom_fit_ask_all(carom_fit *fit, const carom_contact *contacts, const double *b, carom_fit_answers *answers);
void carom_fit_ask_beside_v(carom_fit *fit, const double *b, int j);
bool carom_fit_ask_beside_b(carom_fit *fit, const double *b, int j);

// A law at many contacts; false: the model is no law. `bytes` has room for two each.
bool carom_fit_law_many(const carom_fit_model *model, const carom_contact *contacts, size_t count, const double *b,
                        uint8_t *bytes, carom_fit_answers *answers);

// The exact slopes of v' of a law in the velocity and in every parameter (either may be NULL), by one evaluation. False:
// a kink, no answer, or no derivative here. And whether the model is such a law at all.
bool carom_fit_law_slopes(const carom_fit_model *model, const carom_contact *contact, const double *b,
                          double by_v[3][3], double by_b[3][CAROM_FIT_MOST]);
bool carom_fit_law_has_slopes(const carom_fit_model *model, int dim);
bool carom_fit_exact(carom_fit *fit, const carom_contact *contact, const double *b, double by_v[3][3],
                     double by_b[3][CAROM_FIT_MOST]); // the same, counted; false also where differences are asked for

// The steps of differences, and the central one of impact k from fit->here, up and down. False: next to a kink or where
// an answer is missing, and then one looks closer, impact by impact.
double carom_fit_step_v(int dim, const double *v);
double carom_fit_step_b(double b);
bool carom_fit_central(const carom_fit *fit, size_t k, double h, double slope[3]);

// All impacts count; all but one group; no more than `most`, evenly spread.
void carom_fit_use_all(carom_fit *fit);
void carom_fit_use_others(carom_fit *fit, int group);
void carom_fit_use_some(carom_fit *fit, size_t most);

// Whitening.
size_t carom_fit_numbers(const carom_fit *fit);                              // residuals of the impacts in use
bool carom_fit_whiten(carom_fit *fit, const double *b, size_t impact);       // L of one impact; false: none
bool carom_fit_whiten_all(carom_fit *fit, const double *b);                  // of those in use
void carom_fit_whitened(carom_fit *fit, const double *b, double *residuals); // of those in use, with Huber's weights
void carom_fit_huber(carom_fit *fit, const double *b);                       // makes the weights from the residuals
void carom_fit_plain(carom_fit *fit);                                        // all weights 1

// Least squares over the free parameters from fit->b, within bounds; L and weights stay.
void carom_fit_least(carom_fit *fit, int most_evaluations);

// Least squares and new weights by turns until b stays.
carom_status carom_fit_settle(carom_fit *fit);

// A start from the data: sets fit->b.
void carom_fit_begin(carom_fit *fit);

// chi2 of the impacts in use.
double carom_fit_chi2(carom_fit *fit, const double *b);

// The jacobian of whitened residuals without Huber's weights, all parameters, column by column; no answer: a row of 0.
void carom_fit_jacobian(carom_fit *fit, const double *b, const int *which, int count, bool weighted, double *jacobian);

bool carom_fit_should_stop(carom_fit *fit);
void carom_fit_report(carom_fit *fit, double part); // 0 .. 1 of this piece of work

#endif
