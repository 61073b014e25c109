// All laws on one set of measured impacts, side by side in threads.
#ifndef CAROM_FIT_STUDY_STUDY_H
#define CAROM_FIT_STUDY_STUDY_H

#include "cli/fit/data.h"

// One law's findings.
typedef struct carom_fit_finding {
    char name[80]; // the law, with its choice if it has one: "routh poisson"; and its forms: "routh e:fifth mu:exp"
    carom_fit_model model;
    carom_fit_estimate estimate;
    carom_fit_verdict verdict;
    double low[CAROM_FIT_MOST], high[CAROM_FIT_MOST]; // 95 %; NaN: not asked for, or none
    double *score;                                    // held out, one an impact
    double *error;                                    // held out, relative, in the kinetic metric, one an impact
    double mean, mean_low, mean_high;                 // of `error`, and its 95 % by bootstrap over groups
    carom_status held_out;
    double rms, z;  // z against the best
    bool describes; // a curve, not a law
    double seconds;
} carom_fit_finding;

typedef struct carom_fit_study {
    const carom_fit_data *data;
    carom_fit_checks checks;
    carom_fit_finding *at;
    size_t count;
    int best; // by held-out score; -1: none
    bool robust, quick;
    const carom_speed_form *e_of, *mu_of; // laws are added with these too, beside constant coefficients; may be NULL
    int threads;                          // at most 64
    const carom_fit_flag *stop;           // the run ends soon after it becomes other than 0; may be NULL
    void (*watch)(size_t done, size_t count); // hears ten times a second how far the run is; may be NULL
} carom_fit_study;

int carom_fit_study_dim(const carom_fit_study *study); // of the impacts: 2 or 3

// Adds a law in every form that these impacts can tell apart, or the rising curve. False: memory ends.
bool carom_fit_study_law(carom_fit_study *study, const carom_law *law);
bool carom_fit_study_rising(carom_fit_study *study);

// Fits them all; CAROM_STOPPED if it was stopped.
carom_status carom_fit_study_run(carom_fit_study *study);
void carom_fit_study_free(carom_fit_study *study);

// The mean of one number an impact, and its 95 % interval by 1000 bootstrap samples of whole groups. False: memory ran out.
bool carom_fit_bootstrap(const carom_fit_data *data, const double *value, double *mean, double *low, double *high);

// Did the law get an estimate? Is it as good as the best? Is it not rejected?
bool carom_fit_answered(const carom_fit_finding *finding);
bool carom_fit_as_good(const carom_fit_study *study, const carom_fit_finding *finding);
bool carom_fit_survives(const carom_fit_study *study, const carom_fit_finding *finding);

// The checks before any law as rows of a table, from row 0; false past the last. An empty text: nothing to show there.
bool carom_fit_check_row(const carom_fit_study *study, int row, const char **label, char *text, size_t size);

// The column whose sign a bit of carom_fit_body_checks.signs is about; NULL past the last.
const char *carom_fit_sign_name(const carom_fit_study *study, int bit);

// An alarm of the bodies, the bit of its number, as a name and a sentence. NULL past the last; false: it is not raised, or
// a named cause explains it.
const char *carom_fit_alarm_name(int bit);
bool carom_fit_alarm_sentence(const carom_fit_study *study, int bit, char *text, size_t size);

// The conclusions in their order, each a sentence without a full stop; false: there is nothing to say.
typedef enum carom_fit_conclusion {
    CAROM_FIT_NO_VERDICT, // the bodies raise an alarm
    CAROM_FIT_LEFT,       // which laws are not rejected
    CAROM_FIT_ALL_WRONG,  // none is
    CAROM_FIT_ALIKE,      // that the data do not distinguish from the best
    CAROM_FIT_FLOOR,      // how well the best foretells, and how well anything could
    CAROM_FIT_OPEN,       // which parameters the data do not determine
    CAROM_FIT_CONCLUSIONS
} carom_fit_conclusion;
bool carom_fit_sentence(const carom_fit_study *study, carom_fit_conclusion which, char *text, size_t size);

// "rejected", "not rejected", "no answer for 12 impacts" ...
const char *carom_fit_said(const carom_fit_finding *finding, char *text, size_t size);
const char *carom_fit_mark_name(carom_fit_mark mark); // "" if known

// The measured impacts with the four best curves; and how chi2 rises beside the best law's estimate, NULL if none is
// known.
struct carom_figure *carom_fit_figure(const carom_fit_study *study);
struct carom_figure *carom_fit_profiles(const carom_fit_study *study);

// Writes the page with its figures inside. False: errno says why.
bool carom_fit_page(const carom_fit_study *study, const char *source, const char *file);

#endif
