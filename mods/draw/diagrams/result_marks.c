#include "result_marks.h"

#include <stdio.h>
#include <string.h>

carom_status carom_outcomes_marked(const carom_impulse_view *view, carom_outcome_ends *ends,
                                   carom_impulse_view *marked) {
    carom_alternative list[CAROM_MAX_ALTERNATIVES];
    int count = 0;
    *marked = *view;
    if (!view->all || view->end_count) return CAROM_OK;
    const carom_status status = carom_collide_all(view->all, view->contact, view->params, list, &count);
    for (int i = 0; i < count; i++) {
        const carom_mode code = list[i].result.mode;
        const char *mode = code == CAROM_MODE_UNNAMED ? NULL : carom_mode_name(code);
        snprintf(ends->name[i], sizeof ends->name[i], "%d%s%s%s%s", i + 1, mode ? ": " : "", mode ? mode : "",
                 list[i].returned ? ", the law's answer" : "", list[i].stable ? ", selected by small changes" : "");
        ends->end[i].name = ends->name[i];
        memcpy(ends->end[i].P, list[i].result.P, sizeof ends->end[i].P);
    }
    marked->end = ends->end;
    marked->end_count = ends->count = (size_t)count;
    return status;
}
