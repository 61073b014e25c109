// Sentences that name the thing, the value and the way out.
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/params.h"
#include "carom/card.h"
#include "carom/law.h"

typedef struct {
    const carom_law *law;
    const carom_contact *contact;
    const carom_params *params;
    const carom_outcome *outcome;
    char *text;
    size_t size;
} request;

static size_t length(int written) {
    return written > 0 ? (size_t)written : 0;
}

static const char *law_name(const request *r) {
    return r->law ? r->law->name : "?";
}

static size_t param_range(const request *r) {
    const int param = r->outcome ? (int)r->outcome->refused : CAROM_PARAM_NONE;
    const carom_param_info *row = carom_law_param(r->law, param);
    double value[3];
    if (row && row->kind == CAROM_LIST)
        return length(snprintf(r->text, r->size, "%s of law \"%s\": %s", row->name, law_name(r),
                               row->range ? row->range : row->meaning));
    if (!row || !carom_param_read(r->params, row, value))
        return length(snprintf(r->text, r->size, "%s", carom_status_message(CAROM_PARAM_RANGE)));
    if (row->kind == CAROM_VECTOR)
        return length(snprintf(r->text, r->size,
                               "%s must be finite numbers that point against the velocity (%s.v < 0) for law \"%s\"; "
                               "leave it out for the normal",
                               row->name, row->symbol, law_name(r)));
    if (param == CAROM_PARAM_s2 && value[0] >= 0.0 && value[0] <= 1.0)
        return length(snprintf(r->text, r->size, "s1 + s2 = %g is above 1 for law \"%s\"; the rest of 1 weighs law III",
                               r->params->s1 + value[0], law_name(r)));
    if (param == CAROM_PARAM_mu_static && value[0] >= 0.0 && value[0] < r->params->mu)
        return length(snprintf(r->text, r->size,
                               "mu_static = %g is below mu = %g for law \"%s\"; friction that holds is at least "
                               "friction that slips, leave mu_static out to make them equal",
                               value[0], r->params->mu, law_name(r)));
    // The law's card says what the letter stands for here and in which range; a finite value may be let through.
    const carom_card *card = carom_card_find(r->law, (carom_param)param);
    const double lowest = card ? card->lowest : row->lowest, highest = card ? card->highest : row->highest;
    const char *meaning = card ? card->ratio : row->meaning;
    char range[64], way_out[96] = "";
    snprintf(range, sizeof range, highest == DBL_MAX ? "[%g, inf)" : "[%g, %g]", lowest, highest);
    if (isfinite(value[0])) snprintf(way_out, sizeof way_out, "; pass --allow %s to use it anyway", row->name);
    return length(snprintf(r->text, r->size, "%s = %g is outside %s for law \"%s\" (%s)%s", row->name, value[0], range,
                           law_name(r), meaning, way_out));
}

static size_t not_finite(const request *r) {
    const carom_contact *c = r->contact;
    for (int i = 0; i < c->dim; i++) {
        if (!(c->v[i] - c->v[i] == 0.0))
            return length(snprintf(r->text, r->size, "v[%d] = %g is not a finite number", i, c->v[i]));
        for (int j = 0; j < c->dim; j++)
            if (!(c->W[i][j] - c->W[i][j] == 0.0))
                return length(snprintf(r->text, r->size, "W[%d][%d] = %g is not a finite number", i, j, c->W[i][j]));
    }
    return length(snprintf(r->text, r->size, "%s", carom_status_message(CAROM_NOT_FINITE)));
}

static size_t not_symmetric(const request *r) {
    const carom_contact *c = r->contact;
    int row = 1, column = 0;
    double worst = -1.0;
    for (int i = 1; i < c->dim; i++)
        for (int j = 0; j < i; j++) {
            const double off = c->W[i][j] - c->W[j][i];
            if (off * off > worst) {
                worst = off * off;
                row = i;
                column = j;
            }
        }
    return length(snprintf(r->text, r->size, "W is not symmetric: W[%d][%d] = %.14g but W[%d][%d] = %.14g", column, row,
                           c->W[column][row], row, column, c->W[row][column]));
}

static size_t not_psd(const request *r) {
    const carom_contact *c = r->contact;
    for (int i = 0; i < c->dim; i++)
        if (!(c->W[i][i] >= 0.0))
            return length(
                snprintf(r->text, r->size, "W[%d][%d] = %g is negative: no mass makes that", i, i, c->W[i][i]));
    return length(snprintf(r->text, r->size,
                           "W is not positive semi-definite: its off-diagonal entries are too large for its diagonal, "
                           "some impulse would gain speed against itself"));
}

static size_t dimension(const request *r, const char *where) {
    return length(snprintf(r->text, r->size, "law \"%s\" does not work in %s; `carom laws %s` says where it does",
                           law_name(r), where, law_name(r)));
}

size_t carom_describe(carom_status status, const carom_law *law, const carom_contact *contact,
                      const carom_params *params, const carom_outcome *outcome, char *text, size_t size) {
    const request r = {law, contact, params, outcome, text, text ? size : 0}; // without room only the length is told
    if (contact && contact->dim != 2 && contact->dim != 3 && status != CAROM_BAD_DIM) contact = NULL;
    switch (status) {
    case CAROM_PARAM_RANGE: return param_range(&r);
    case CAROM_NOT_FINITE:
        if (contact) return not_finite(&r);
        break;
    case CAROM_NOT_SYMMETRIC:
        if (contact) return not_symmetric(&r);
        break;
    case CAROM_NOT_PSD:
        if (contact) return not_psd(&r);
        break;
    case CAROM_WRONG_DIM:
        if (contact && law) return dimension(&r, contact->dim == 2 ? "the plane" : "space");
        break;
    case CAROM_BAD_DIM:
        if (contact) return length(snprintf(text, size, "dim = %d; it must be 2 (plane) or 3 (space)", contact->dim));
        break;
    case CAROM_NOT_APPLICABLE:
        if (law)
            return length(snprintf(text, size, "law \"%s\" is not defined for this W and v; it is for: %s", law->name,
                                   law->summary));
        break;
    case CAROM_NOT_BUILT:
        if (law)
            return length(snprintf(text, size, "law \"%s\" lives in the module \"%s\", which this build does not have",
                                   law->name, law->module));
        break;
    default: break;
    }
    return length(snprintf(text, size, "%s", carom_status_message(status)));
}
