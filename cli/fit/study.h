// Fits all laws to one set of measured impacts, in parallel threads.
#ifndef CAROM_FIT_STUDY_STUDY_H
#define CAROM_FIT_STUDY_STUDY_H

#include "cli/fit/data.h"

// Holds the results of one law.
typedef struct carom_fit_finding {
    char name[80]; // the law with its choice, such as "routh poisson", and its forms, such as "routh e:fifth mu:exp"
    carom_fit_model model;
    carom_fit_estimate estimate;
    carom_fit_verdict verdict;
    double low[CAROM_FIT_MOST], high[CAROM_FIT_MOST]; // 95 % interval; NaN if not requested or not available
    double *score;                                    // held-out score of each impact
    double *error;                                    // held-out relative error of each impact, in the kinetic metric
    double mean, mean_low, mean_high;                 // mean of `error`, and its 95 % interval by bootstrap over groups
    carom_status held_out;
    double rms, z;  // z against the best law
    bool describes; // a curve, not a law
    double seconds;
} carom_fit_finding;

typedef struct carom_fit_study {
    const carom_fit_data *data;
    carom_fit_checks checks;
    carom_fit_finding *at;
    size_t count;
    int best; // index of the best law by held-out score; -1 if there is none
    bool robust, quick;
    const carom_speed_form *e_of, *mu_of;     // forms of e and mu to fit in addition to constants; may be NULL
    int threads;                              // at most 64
    const carom_fit_flag *stop;               // the run ends soon after this becomes nonzero; may be NULL
    void (*watch)(size_t done, size_t count); // called ten times a second to report progress; may be NULL
} carom_fit_study;

int carom_fit_study_dim(const carom_fit_study *study); // dimension of the impacts: 2 or 3

// Add a law in every form that these impacts can distinguish, or the rising curve. They return false if there is not
// enough memory.
bool carom_fit_study_law(carom_fit_study *study, const carom_law *law);
bool carom_fit_study_rising(carom_fit_study *study);

// Fits all laws. Returns CAROM_STOPPED if it was stopped, and CAROM_NO_MEMORY if memory ran out for any law.
carom_status carom_fit_study_run(carom_fit_study *study);
void carom_fit_study_free(carom_fit_study *study);

// Computes the mean of one number per impact, and its 95 % interval from 1000 bootstrap samples of whole groups.
// Returns false if there is not enough memory.
bool carom_fit_bootstrap(const carom_fit_data *data, const double *value, double *mean, double *low, double *high);

// Return whether the law has an estimate, whether it is as good as the best, and whether it is not rejected.
bool carom_fit_answered(const carom_fit_finding *finding);
bool carom_fit_as_good(const carom_fit_study *study, const carom_fit_finding *finding);
bool carom_fit_survives(const carom_fit_study *study, const carom_fit_finding *finding);

// Returns the checks made before any law as rows of a table, numbered from 0. Returns false past the last. An empty
// text means that there is nothing to show.
bool carom_fit_check_row(const carom_fit_study *study, int row, const char **label, char *text, size_t size);

// Returns the column whose sign a bit of carom_fit_body_checks.signs refers to; NULL past the last.
const char *carom_fit_sign_name(const carom_fit_study *study, int bit);

// Return the name of an alarm of the bodies by its bit number (NULL past the last), and its sentence. The second
// returns false if the alarm is not raised or a known cause explains it.
const char *carom_fit_alarm_name(int bit);
bool carom_fit_alarm_sentence(const carom_fit_study *study, int bit, char *text, size_t size);

// The conclusions in their order. Each is a sentence without a full stop; false is returned if it does not apply.
typedef enum carom_fit_conclusion {
    CAROM_FIT_NO_VERDICT, // the bodies raise an alarm
    CAROM_FIT_LEFT,       // the laws that are not rejected
    CAROM_FIT_ALL_WRONG,  // all laws are rejected
    CAROM_FIT_ALIKE,      // the laws that the data do not distinguish from the best
    CAROM_FIT_FLOOR,      // how well the best law predicts, and how well any law could predict
    CAROM_FIT_OPEN,       // the parameters that the data do not determine
    CAROM_FIT_CONCLUSIONS
} carom_fit_conclusion;
bool carom_fit_sentence(const carom_fit_study *study, carom_fit_conclusion which, char *text, size_t size);

// carom_fit_said returns "rejected", "not rejected", "no answer for 12 impacts" ...
const char *carom_fit_said(const carom_fit_finding *finding, char *text, size_t size);
const char *carom_fit_mark_name(carom_fit_mark mark); // "" for a known value

// Draw the measured impacts with the four best curves, and how chi2 rises near the best law's estimate (NULL if there
// is none).
struct carom_figure *carom_fit_figure(const carom_fit_study *study);
struct carom_figure *carom_fit_profiles(const carom_fit_study *study);

#endif
