// What the rooms that make refusals share.
#ifndef CAROM_SRC_REFUSAL_H
#define CAROM_SRC_REFUSAL_H

#include "base/params.h"
#include "carom/refusal.h"

// A refusal that names nothing yet; its remedy is the one that follows from the status alone.
static inline carom_refusal carom_refusal_blank(carom_status status) {
    static const struct {
        carom_status status;
        carom_remedy remedy;
    } rows[] = {
        {CAROM_NO_SOLUTION, CAROM_REMEDY_OTHER_LAW},        {CAROM_NO_PATH, CAROM_REMEDY_LAW_WITH_PATH},
        {CAROM_WRONG_DIM, CAROM_REMEDY_SEE_LAWS},           {CAROM_COEFFICIENT_UNKNOWN, CAROM_REMEDY_SEE_PARAMS},
        {CAROM_UNKNOWN_LAW, CAROM_REMEDY_SEE_LAWS},         {CAROM_OVERFLOW, CAROM_REMEDY_RESCALE},
        {CAROM_OTHER_APPROACHES, CAROM_REMEDY_OTHER_METHOD}};
    carom_refusal blank = {.status = status,
                           .fault = CAROM_FAULT_PLAIN,
                           .remedy = CAROM_REMEDY_NONE,
                           .param = CAROM_PARAM_NONE,
                           .other_param = CAROM_PARAM_NONE,
                           .contact = -1,
                           .row = -1,
                           .column = -1};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].status == status) blank.remedy = rows[i].remedy;
    return blank;
}

// The row of a parameter in the table of the law or method that refused it; NULL for no such number.
static inline const carom_param_info *carom_refusal_row(const carom_refusal *r, carom_param param) {
    const carom_param_info *own = r->law ? r->law->own : r->method ? r->method->own : NULL;
    const carom_param_info *row = carom_own_at(own, (int)param);
    return row ? row : carom_param_at((int)param);
}

#endif
