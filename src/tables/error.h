// Code shared by the functions that explain errors.
#ifndef CAROM_SRC_ERROR_H
#define CAROM_SRC_ERROR_H

#include <stdbool.h>
#include <stddef.h>

#include "carom/carom.h"
#include "tables/params.h"

// Returns an error with this status, without a subject and without a hint.
static inline carom_error carom_error_plain(carom_status status) {
    return (carom_error){.size = sizeof(carom_error),
                         .status = status,
                         .reason = CAROM_REASON_PLAIN,
                         .hint = CAROM_HINT_NONE,
                         .coefficient = CAROM_PARAM_NONE,
                         .other_coefficient = CAROM_PARAM_NONE,
                         .contact = -1,
                         .body = -1,
                         .row = -1,
                         .column = -1};
}

// Returns such an error with the hint that follows from the status alone.
static inline carom_error carom_error_blank(carom_status status) {
    static const struct {
        carom_status status;
        carom_hint hint;
    } rows[] = {{CAROM_NO_SOLUTION, CAROM_HINT_OTHER_LAW},        {CAROM_NO_PATH, CAROM_HINT_LAW_WITH_PATH},
                {CAROM_WRONG_DIM, CAROM_HINT_SEE_LAWS},           {CAROM_COEFFICIENT_UNKNOWN, CAROM_HINT_SEE_PARAMS},
                {CAROM_UNKNOWN_LAW, CAROM_HINT_SEE_LAWS},         {CAROM_OVERFLOW, CAROM_HINT_RESCALE},
                {CAROM_OTHER_APPROACHES, CAROM_HINT_OTHER_METHOD}};
    carom_error blank = carom_error_plain(status);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].status == status) blank.hint = rows[i].hint;
    return blank;
}

static inline carom_subject carom_reason_subject(carom_reason reason) {
    static const carom_subject subjects[] = {
#define CAROM_REASON(number, ID, name, subject, sentence) [number] = CAROM_SUBJECT_##subject,
#include "tables/reasons.def"
    };
    const bool known = (int)reason >= 0 && (size_t)reason < sizeof subjects / sizeof *subjects;
    return known ? subjects[reason] : CAROM_SUBJECT_NOTHING;
}

// Sets the subject that belongs to the reason.
static inline carom_status carom_error_found(carom_error *error) {
    error->subject = carom_reason_subject(error->reason);
    return CAROM_OK;
}

// Returns whether the status concerns the value of one coefficient, or its absence.
static inline bool carom_about_coefficient(carom_status status) {
    return status == CAROM_COEFFICIENT_RANGE || status == CAROM_COEFFICIENT_MISSING;
}

// Returns the row of a coefficient in the table of the law or method that rejected it; NULL if there is none.
static inline const carom_coefficient *carom_error_row(const carom_error *r, carom_param param) {
    const carom_coefficient *row = carom_law_coefficient(r->law, (int)param);
    return row ? row : carom_member_at((int)param);
}

#endif
