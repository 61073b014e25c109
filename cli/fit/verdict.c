// Writes the conclusions of a study as sentences.
#include <math.h>
#include <stdio.h>

#include "cli/fit/study.h"

// Lists the laws for which `test` returns true, or "none".
typedef bool finding_test(const carom_fit_study *study, const carom_fit_finding *finding);

static const char *names(const carom_fit_study *s, finding_test *test, char *text, size_t size) {
    *text = 0;
    for (size_t k = 0; k < s->count; k++)
        if (test(s, &s->at[k])) carom_join(text, size, ", ", s->at[k].name);
    if (!*text) snprintf(text, size, "none");
    return text;
}

static bool is_law_left(const carom_fit_study *s, const carom_fit_finding *f) {
    return carom_fit_survives(s, f) && !f->describes;
}

// Lists undetermined parameters of the laws that are not rejected, such as "chatterjee s1 s2, routh mu".
static bool undetermined(const carom_fit_study *s, char *text, size_t size) {
    *text = 0;
    for (size_t k = 0; k < s->count; k++) {
        const carom_fit_finding *f = &s->at[k];
        bool named = !carom_fit_survives(s, f);
        for (int j = 0; j < f->model.count && carom_fit_survives(s, f); j++) {
            if (f->estimate.mark[j] != CAROM_FIT_UNDETERMINED) continue;
            if (!named) carom_join(text, size, ", ", f->name);
            named = true;
            carom_join(text, size, " ", f->model.parameter[j]);
        }
    }
    return *text;
}

bool carom_fit_sentence(const carom_fit_study *s, carom_fit_conclusion which, char *text, size_t size) {
    char list[1024];
    bool any = false;
    const bool none = s->checks.body.alarms != 0;
    switch (which) {
    case CAROM_FIT_NO_VERDICT:
        snprintf(text, size, "no verdict on any law: correct the body or the data first");
        return none;
    case CAROM_FIT_LEFT:
        if (none) return false;
        snprintf(text, size, "not rejected at 5 %%: %s", names(s, carom_fit_survives, list, sizeof list));
        return true;
    case CAROM_FIT_ALIKE:
        snprintf(text, size, "as good as the best on held-out impacts: %s",
                 names(s, carom_fit_as_good, list, sizeof list));
        return s->best >= 0;
    case CAROM_FIT_FLOOR:
        if (s->best < 0 || !s->checks.body.count) return false;
        snprintf(text, size,
                 "on these, the error of the best law is %.2f %% of the motion [%.2f, %.2f]; that of the best impulse "
                 "is %.2f %%",
                 100.0 * s->at[s->best].mean, 100.0 * s->at[s->best].mean_low, 100.0 * s->at[s->best].mean_high,
                 100.0 * s->checks.body.floor_mean);
        return true;
    case CAROM_FIT_OPEN:
        if (!undetermined(s, list, sizeof list)) return false;
        snprintf(text, size, "not determined by these data: %s", list);
        return true;
    case CAROM_FIT_ALL_WRONG:
        for (size_t k = 0; k < s->count; k++) any = any || is_law_left(s, &s->at[k]);
        snprintf(text, size, "every law is rejected: none of them explains these data%s",
                 s->checks.body.count ? "" : ", or the errors are larger than stated");
        return !any && !none;
    case CAROM_FIT_CONCLUSIONS: break;
    }
    return false;
}
