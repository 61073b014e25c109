// Marks every outcome of a law.
#ifndef CAROM_DRAW_RESULT_MARKS_H
#define CAROM_DRAW_RESULT_MARKS_H

#include "mods/draw/figure/figure.h"

typedef struct carom_outcome_ends {
    carom_impulse_mark end[CAROM_MAX_ALTERNATIVES];
    char name[CAROM_MAX_ALTERNATIVES][96]; // "2: sticking, the law's answer"
    size_t count;
} carom_outcome_ends;

// Returns the view with the outcomes of view->all marked, if it requests them and has no other marks. `ends` holds the
// outcomes.
carom_status carom_outcomes_marked(const carom_impulse_view *view, carom_outcome_ends *ends,
                                   carom_impulse_view *marked);

#endif
