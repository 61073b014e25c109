// All laws on one set of measured impacts, side by side in threads.
#ifndef CAROM_CLI_FIT_STUDY_H
#define CAROM_CLI_FIT_STUDY_H

#include "cli/verbs/fit_data.h"

// One law's findings.
typedef struct carom_fit_finding {
    char name[48]; // the law, with its choice if it has one: "routh poisson"
    carom_fit_model model;
    carom_fit_estimate estimate;
    carom_fit_verdict verdict;
    double low[CAROM_FIT_MOST], high[CAROM_FIT_MOST]; // 95 %; NaN: not asked for, or none
    double *score;                                    // held out, one an impact
    carom_fit_status held_out;
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
    int threads;
} carom_fit_study;

// The laws of a list such as "all" or "routh,smith"; says so and returns an exit code if there is none of a name.
int carom_fit_study_laws(carom_fit_study *study, const char *list);

// Fits them all, with progress on a terminal; CAROM_FIT_STOPPED after Ctrl-C.
carom_fit_status carom_fit_study_run(carom_fit_study *study);
void carom_fit_study_free(carom_fit_study *study);

// Did the law get an estimate? Is it as good as the best?
bool carom_fit_answered(const carom_fit_finding *finding);
bool carom_fit_as_good(const carom_fit_study *study, const carom_fit_finding *finding);

// "rejected", "not rejected", "no answer for 12 impacts" ...
const char *carom_fit_said(const carom_fit_finding *finding, char *text, size_t size);
const char *carom_fit_mark_name(carom_fit_mark mark); // "" if known

bool carom_fit_survives(const carom_fit_study *study, const carom_fit_finding *finding);

void carom_fit_print_words(const carom_fit_study *study);
void carom_fit_print_rows(const carom_fit_study *study, bool markdown); // or CSV
void carom_fit_print_json(const carom_fit_study *study);

// The measured impacts with the four best curves.
struct carom_figure *carom_fit_figure(const carom_fit_study *study);

// The page with its figures inside. Returns the exit code.
int carom_fit_page(const carom_fit_study *study, const char *source, const char *file);

#endif
