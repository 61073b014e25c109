// Runs inverse sweeps: the velocities of the scenario are those after the impact.
#include <math.h>

#include "carom/carom.h"
#include "mods/sweep/block.h"

static carom_contact contact_of(const carom_contacts *c, size_t i) {
    carom_contact made = {.dim = c->dim};
    for (int r = 0; r < c->dim; r++) {
        made.v[r] = c->v[r][i];
        for (int k = r; k < c->dim; k++) made.W[r][k] = made.W[k][r] = c->W[r][k][i];
    }
    return made;
}

static carom_params params_of(const carom_worker *w, const carom_law_asked *asked, size_t i) {
    carom_params params = asked->params;
    for (int p = 0; p < CAROM_PARAM_END; p++)
        if (asked->input_of[p] >= 0)
            carom_params_set(&params, carom_law_coefficient(asked->law, p), &w->x[asked->input_of[p]][i], 1);
    return params;
}

static void fill(carom_worker *w, size_t i, carom_status status, const carom_contact *after, const carom_inverse *b) {
    const bool one = status == CAROM_OK;
    w->status[i] = (uint8_t)status;
    w->mode[i] = (uint8_t)(one ? b->mode : CAROM_MODE_NONE);
    w->broken[i] = (uint8_t)(one ? b->violations : 0);
    w->dE[i] = one ? 0.0 : (double)NAN;
    for (int r = 0; r < after->dim; r++) {
        const bool spec = one && r < 2;
        w->P[r][i] = spec ? b->P[r] : (double)NAN;
        w->v[r][i] = spec ? after->v[r] : (double)NAN;
        w->start[r][i] = spec ? b->v[r] : (double)NAN;
        if (spec) w->dE[i] += 0.5 * b->P[r] * (b->v[r] + after->v[r]);
    }
}

void carom_worker_back(carom_worker *w, const carom_law_asked *asked, size_t n) {
    for (size_t i = 0; i < n; i++) {
        const carom_contact after = contact_of(w->contacts, i);
        const carom_params params = params_of(w, asked, i);
        carom_inverse found[CAROM_MAX_INVERSES];
        int count = 0;
        carom_status status = (carom_status)w->contacts->status[i];
        if (status == CAROM_OK) status = carom_collide_inverse(asked->law, &after, &params, found, &count);
        // If there are several possible velocities before the impact, their mean is not useful.
        fill(w, i, status == CAROM_NOT_UNIQUE ? CAROM_NOT_APPLICABLE : status, &after, found);
    }
}
