#include "cli/fit/study.h"

#include "carom/law.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/fit/table.h"

bool carom_fit_answered(const carom_fit_finding *f) {
    return f->estimate.status == CAROM_OK || f->estimate.status == CAROM_UNSETTLED;
}

bool carom_fit_as_good(const carom_fit_study *study, const carom_fit_finding *f) {
    return study->best >= 0 && carom_fit_answered(f) && f->held_out == CAROM_OK && fabs(f->z) < 2.0;
}

bool carom_fit_survives(const carom_fit_study *study, const carom_fit_finding *f) {
    return carom_fit_answered(f) && !f->verdict.rejected && !f->verdict.none;
}

const char *carom_fit_mark_name(carom_fit_mark mark) {
    switch (mark) {
    case CAROM_FIT_DETERMINED: return "";
    case CAROM_FIT_AT_LOWEST: return "at its lowest";
    case CAROM_FIT_AT_HIGHEST: return "at its highest";
    case CAROM_FIT_UNDETERMINED: return "undetermined";
    }
    return "";
}

const char *carom_fit_said(const carom_fit_finding *f, char *text, size_t size) {
    const carom_fit_estimate *e = &f->estimate;
    if (e->status == CAROM_NO_SOLUTION)
        snprintf(text, size, "no answer for %zu impacts", e->unanswered);
    else if (!carom_fit_answered(f))
        snprintf(text, size, "%s", carom_status_message(e->status));
    else
        snprintf(text, size, "%s%s",
                 f->verdict.none       ? "no verdict"
                 : f->verdict.rejected ? "rejected"
                                       : "not rejected",
                 e->status == CAROM_UNSETTLED ? ", unsettled" : "");
    return text;
}

// Selects the laws.

static bool add(carom_fit_study *study, const carom_fit_model *model, const char *name, bool describes) {
    carom_fit_finding *longer = carom_fit_more(study->at, study->count + 1, sizeof *longer);
    if (!longer) return false;
    study->at = longer;
    carom_fit_finding *f = &longer[study->count];
    *f = (carom_fit_finding){.model = *model, .describes = describes, .held_out = CAROM_BAD_MODEL, .z = (double)NAN};
    snprintf(f->name, sizeof f->name, "%s", name);
    for (int j = 0; j < CAROM_FIT_MOST; j++) f->low[j] = f->high[j] = (double)NAN;
    f->score = carom_fit_more(NULL, study->data->count, sizeof *f->score);
    f->error = carom_fit_more(NULL, study->data->count, sizeof *f->error);
    f->mean = f->mean_low = f->mean_high = (double)NAN;
    study->count++;
    if (!f->score || !f->error) return false;
    return true;
}

// Adds a law with constant coefficients, then with e, mu or both in the study's forms, if the law has these
// coefficients.
static bool add_forms(carom_fit_study *study, const carom_law *law, const carom_params *params, const char *name) {
    for (int k = 0; k < 4; k++) {
        const carom_speed_form *e = k & 1 ? study->e_of : NULL, *mu = k & 2 ? study->mu_of : NULL;
        carom_fit_model model;
        char whole[80];
        if (((k & 1) && !e) || ((k & 2) && !mu)) continue;
        snprintf(whole, sizeof whole, "%s%s%s%s%s", name, e ? " e:" : "", e ? e->name : "", mu ? " mu:" : "",
                 mu ? mu->name : "");
        if (carom_fit_law_of_speed(law, params, e, mu, &model) == CAROM_OK && !add(study, &model, whole, false))
            return false;
    }
    return true;
}

int carom_fit_study_dim(const carom_fit_study *study) {
    return study->data->impacts[0].contact.dim;
}

// Adds a law with each choice that these impacts can distinguish. Examples are Newton's, Poisson's and Stronge's
// coefficients if W couples normal and tangent, and shapes of the friction cone in 3D.
static bool add_choices(carom_fit_study *study, const carom_law *law, carom_params params, const char *name, int next) {
    static const carom_param choices[] = {CAROM_PARAM_restitution, CAROM_PARAM_friction};
    if (next == sizeof choices / sizeof *choices) return add_forms(study, law, &params, name);
    const bool told = next == 0 ? study->checks.coupled : carom_fit_study_dim(study) == 3;
    if (!told || !carom_law_coefficient(law, (int)choices[next]))
        return add_choices(study, law, params, name, next + 1);
    const char *word;
    for (int k = 0; (word = carom_choice_at(carom_coefficient_at(NULL, choices[next]), k)); k++) {
        char whole[64];
        const double value = k;
        carom_params_set(&params, carom_law_coefficient(law, (int)choices[next]), &value, 1);
        snprintf(whole, sizeof whole, "%s %s", name, word);
        if (!add_choices(study, law, params, whole, next + 1)) return false;
    }
    return true;
}

bool carom_fit_study_law(carom_fit_study *study, const carom_law *law) {
    return add_choices(study, law, carom_params_default(), law->name, 0);
}

bool carom_fit_study_rising(carom_fit_study *study) {
    const carom_fit_model rising = carom_fit_model_piecewise();
    return add(study, &rising, rising.name, true);
}

void carom_fit_study_free(carom_fit_study *study) {
    for (size_t k = 0; k < study->count; k++) free(study->at[k].score), free(study->at[k].error);
    free(study->at);
}
