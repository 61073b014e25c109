// Writes results as JSON objects, which the caller releases.
#ifndef CAROM_FIT_STUDY_ANSWER_H
#define CAROM_FIT_STUDY_ANSWER_H

#include "cli/fit/study.h"
#include "mods/scenario/value.h"

json_t *carom_fit_study_json(const carom_fit_study *study);

#endif
