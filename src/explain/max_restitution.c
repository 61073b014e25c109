// Computes the largest normal restitution with which a law gains no energy in one impact. Uses the law's formula for
// it, if there is one. Otherwise searches upwards from peak to peak, and then bisects.
#include <math.h>

#include "base/root.h"
#include "base/sym.h"
#include "carom/explain.h"
#include "carom/law.h"
#include "collide/scale.h"
#include "collide/validate.h"
#include "explain/convention.h"
#include "tables/counts.h"

// Relative step between two values of e above 1. With 1/4, a gain between e = 3.1 and 3.7 was missed; smaller steps
// cost time.
#define STEP 0.015625

// One problem of a law in which the restitution is varied.
typedef struct {
    const carom_law *law;
    const carom_contact *contact;
    carom_params params;
    const carom_coefficient *row; // the restitution
} question;

static carom_status ask(question *x, double e, carom_result *out) {
    carom_params_set(&x->params, x->row, &e, 1);
    return carom_collide(x->law, x->contact, &x->params, out);
}

typedef enum { LOSES, GAINS, SILENT } verdict;

typedef struct {
    double e, dE;
    verdict is;
} look;

static look look_at(question *x, double e) {
    carom_result out;
    if (carom_status_classify(ask(x, e, &out)) != CAROM_CLASS_OK) return (look){e, (double)NAN, SILENT};
    return (look){e, out.dE, out.violations & CAROM_VIOLATION_ENERGY ? GAINS : LOSES};
}

static verdict judge(question *x, double e) {
    return look_at(x, e).is;
}

// Climbs the peak of the energy near e = b, between a and c. All three lose energy. Stops when energy is gained, or at
// the top. If energy is gained, *below and *above bracket the first such e. The energy is a quadratic in e between
// changes of mode, so the peak is narrowed by halving.
static bool climb(question *x, look a, look b, look c, double *below, double *above) {
    for (int i = 0; i < 80 && c.e - a.e > 1e-12 * c.e; i++) {
        const bool left = b.e - a.e > c.e - b.e;
        const look k = look_at(x, 0.5 * (b.e + (left ? a.e : c.e)));
        if (k.is != LOSES) {
            *below = left ? a.e : b.e;
            *above = k.e;
            return k.is == GAINS;
        }
        if (k.dE > b.dE) {
            if (left)
                c = b;
            else
                a = b;
            b = k;
        } else if (left) {
            a = k;
        } else {
            c = k;
        }
    }
    return false;
}

// Writes the first tested e that gains energy to *above, and the previous tested e to *below. Returns LOSES if none
// gains energy. A range of gains narrower than a step is found too, by climbing the peak of the energy.
static verdict search(question *x, double *below, double *above) {
    look before = look_at(x, 0.0), last = before;
    *below = *above = 0.0;
    if (before.is != LOSES) return before.is;
    for (double e = STEP; e <= CAROM_E_MAX_LOOKED; e = e < 1.0 ? e + STEP : (1.0 + STEP) * e) {
        const look now = look_at(x, e);
        if (last.dE > before.dE && last.dE >= now.dE && climb(x, before, last, now, below, above)) return GAINS;
        *below = last.e;
        *above = e;
        if (now.is != LOSES) return now.is;
        before = last, last = now;
    }
    return LOSES;
}

// Bisects to 1e-12 of e, because the energy is not judged more accurately.
static double between(question *x, double below, double above) {
    carom_root r = carom_root_between(below, above, true);
    while (!r.over && r.high - r.low > 1e-12 * r.high) carom_root_halve(&r, judge(x, r.x) != LOSES);
    return r.low;
}

static carom_status bisect(question *x, carom_max_restitution *found) {
    double below, above;
    const verdict first = search(x, &below, &above);
    if (first == SILENT && above == 0.0) return CAROM_NOT_APPLICABLE;
    if (first == GAINS && above == 0.0) {
        found->why = CAROM_CONVERT_GAINS;
        return CAROM_NOT_APPLICABLE;
    }
    found->e = first == LOSES ? HUGE_VAL : between(x, below, above);
    return CAROM_OK;
}

// Uses the formula, which holds for ordinary 2D problems with a regular W and finite friction.
static double by_formula(const question *x) {
    const carom_contact *c = x->contact;
    if (!x->law->contact->max_restitution || c->dim != 2 || carom_singular2(c->W)) return (double)NAN;
    if ((carom_law_reads(x->law) & CAROM_PARAM_BIT(mu)) && isinf(x->params.mu)) return (double)NAN;
    carom_params room;
    return x->law->contact->max_restitution(x->law, c, carom_params_filled(x->law, &x->params, &room));
}

static carom_status find(question *x, carom_max_restitution *found) {
    const double e = by_formula(x);
    if (isnan(e)) return bisect(x, found);
    found->exact = true;
    found->e = e;
    if (e >= 0.0) return CAROM_OK;
    found->e = (double)NAN;
    found->why = CAROM_CONVERT_GAINS;
    return CAROM_NOT_APPLICABLE;
}

carom_status carom_restitution_max(const carom_law *law, const carom_contact *contact, const carom_params *params,
                                   carom_max_restitution *found) {
    if (!found) return CAROM_NULL_POINTER;
    *found = (carom_max_restitution){.e = (double)NAN, .allowed = (double)NAN, .mode = CAROM_MODE_NONE};
    if (!law || !contact || !params) return CAROM_NULL_POINTER;
    question x = {.law = law, .params = *params, .row = carom_normal_restitution(law)};
    x.params.rest_speed = 0.0;
    x.params.e_of_speed.form = NULL; // the e of the search replaces a function of speed
    if (x.row) carom_params_set(&x.params, x.row, &(double){0.0}, 1);
    uint64_t reads;
    carom_contact room;
    const carom_contact *c = contact;
    const carom_status accepted = carom_accept(law, &c, &room, &x.params, &reads, NULL);
    if (accepted != CAROM_OK) return accepted;
    if (!x.row) return CAROM_NOT_APPLICABLE;
    x.params.allow |= UINT64_C(1) << x.row->number;
    if (!(contact->v[0] < 0.0)) {
        found->why = CAROM_CONVERT_NO_APPROACH;
        return CAROM_NOT_APPLICABLE;
    }
    const carom_contact near = carom_scale_contact(c, carom_scale_of(c, CAROM_RESCALE_LIMIT));
    x.contact = law->contact->dimensional ? contact : &near;
    const carom_status status = find(&x, found);
    carom_result out;
    if (status != CAROM_OK) return status;
    found->allowed = fmin(1.0, found->e);
    if (carom_stands(ask(&x, isfinite(found->e) ? found->e : 1.0, &out))) found->mode = out.mode;
    return CAROM_OK;
}
