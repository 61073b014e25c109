// Explains why several contacts were rejected.
#include "collide/contact_error.h"

#include "carom/law.h"
#include "carom/systems.h"

#include <float.h>
#include <math.h>

#include "tables/error.h"

static int size_of(const carom_system *s) {
    return s->W && s->v && (s->dim == 2 || s->dim == 3) && s->nc >= 1 && s->nc <= CAROM_MAX_CONTACTS ? s->dim * s->nc
                                                                                                     : 0;
}

// Describes a coefficient of one of the contacts.
static void name_param(const carom_system *s, const carom_system_params *p, const carom_system_result *out,
                       carom_error *r) {
    if (!p || !p->contacts || out->contact < 0 || out->contact >= s->nc) return;
    const bool single = r->law && r->law->system && (r->law->system->needs & CAROM_NEEDS_SINGLE);
    if (single) r->law = p->single;
    if (!single) r->contact = out->contact;
    carom_error_coefficient(&p->contacts[out->contact], out->coefficient, s->dim, r);
    r->contact = out->contact;
    // Friction must be finite if W couples the cones.
    if (!single && isinf(r->highest)) r->highest = DBL_MAX;
    // The coefficient failed a check of the method. It lies at an end of its range at which the equations are not
    // defined (1/e^2).
    const bool at_open_end = r->lowest == DBL_MIN && r->value == 0.0;
    if (!single && (at_open_end || (r->reason == CAROM_REASON_TOGETHER && r->value == r->lowest))) {
        r->reason = CAROM_REASON_ABOVE;
        r->lowest = r->value;
        r->hint = CAROM_HINT_OTHER_METHOD;
    }
}

// Reports how many contacts this method and solver accept.
static void name_count(const carom_system *s, const carom_system_params *p, carom_error *r) {
    const bool enumerated = p && p->solver == CAROM_SOLVER_ENUMERATE;
    r->count = s->nc;
    r->lowest = 1.0;
    r->highest = enumerated ? CAROM_MAX_ENUMERATED : CAROM_MAX_CONTACTS;
    r->reason = s->nc < 1 || s->nc > r->highest ? CAROM_REASON_CONTACTS : CAROM_REASON_LIMIT;
}

// Reports the contact other than c that approaches fastest.
static void name_approach(const carom_system *s, int c, carom_error *r) {
    r->row = c;
    for (int i = 0; i < s->nc; i++) {
        const double vn = s->v[s->dim * i];
        if (i == c || !(vn < r->value)) continue;
        r->reason = CAROM_REASON_OTHER_APPROACHES;
        r->contact = i;
        r->value = vn;
    }
}

static void name_striking(const carom_system *s, int c, carom_error *r) {
    r->reason = CAROM_REASON_NO_SUCH_CONTACT;
    r->contact = c;
    r->highest = s->nc - 1;
}

carom_status carom_system_error(carom_status status, const carom_law *law, const carom_system *system,
                                const carom_system_params *params, const carom_system_result *outcome,
                                carom_error *error) {
    if (!error) return CAROM_NULL_POINTER;
    *error = carom_error_blank(status);
    error->law = law;
    if (status == CAROM_WRONG_PROBLEM) error->reason = CAROM_REASON_PROBLEM;
    if (!system) return CAROM_OK;
    const int n = size_of(system);
    error->count = system->dim;
    if (n) carom_error_entry(n, (size_t)n, system->W, system->v, error);
    if (n && carom_about_coefficient(status) && outcome) name_param(system, params, outcome, error);
    if (n && status == CAROM_OTHER_APPROACHES && params) name_approach(system, params->striking, error);
    if (n && status == CAROM_BAD_INDEX && params) name_striking(system, params->striking, error);
    if (status == CAROM_BAD_COUNT) name_count(system, params, error);
    if (status == CAROM_BAD_DIM) error->reason = CAROM_REASON_DIM;
    if (status == CAROM_WRONG_DIM && law && n) {
        error->reason = CAROM_REASON_ELSEWHERE;
        error->hint = CAROM_HINT_NONE;
    }
    return carom_error_found(error);
}
