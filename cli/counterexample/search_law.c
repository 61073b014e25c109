// Searches for the smallest counterexample to a guaranteed property of a law.
#include <math.h>
#include <string.h>

#include "base/worst.h"
#include "cli/counterexample/integers.h"
#include "tables/missing.h"
#include "tables/speed.h"

typedef struct {
    const carom_search *search;
    carom_finding *found;
    int size;
} question;

static bool solved(carom_status status) {
    return carom_status_classify(status) == CAROM_CLASS_OK;
}

// Returns true if there are several outcomes, or none. A law that does not apply (CAROM_NOT_APPLICABLE) has no
// counterexample.
static bool not_one(const carom_law *law, const carom_contact *c, const carom_params *p, carom_result *out) {
    const carom_status status = carom_collide(law, c, p, out);
    return status == CAROM_NO_SOLUTION || (solved(status) && out->solution_count > 1);
}

// Problems in integers often lie on a border between outcomes, where one outcome is counted twice and rounding decides.
// Elsewhere a change of friction or slip by this fraction keeps the number of outcomes. The value 1e-6 is far above
// rounding errors and far below the distances between fractions of small integers.
#define SMALL 1e-6

static bool not_one_nearby(const carom_law *law, const carom_contact *contact, const carom_params *params) {
    carom_result out;
    for (int k = 0; k < 4; k++) {
        const double share = 1.0 + (k % 2 ? SMALL : -SMALL);
        carom_contact c = *contact;
        carom_params p = *params;
        for (int i = 1; i < c.dim && k < 2; i++) c.v[i] *= share;
        if (k >= 2) p.mu *= share;
        if (k >= 2 && p.mu_static != CAROM_SAME_AS_MU) p.mu_static *= share;
        if (!not_one(law, &c, &p, &out)) return false;
    }
    return true;
}

static bool breaks_unique(const carom_law *law, const carom_contact *c, const carom_params *p, carom_finding *f) {
    carom_alternative list[CAROM_MAX_ALTERNATIVES];
    carom_result out;
    if (!not_one(law, c, p, &out) || !not_one_nearby(law, c, p)) return false;
    carom_collide_all(law, c, p, list, &f->outcomes);
    return f->outcomes != 1;
}

// A change of more than 1e-3 of the impulse counts as a jump. After 45 halvings the two velocities differ by 3e-14, so
// a continuous law changes by 3e-14 times its slope.
#define JUMP     1e-3
#define HALVINGS 45

// Bisects the segment to another velocity, keeping the half with the larger change. If the law is continuous, the
// change tends to zero.
static bool jumps(const carom_law *law, const carom_contact *contact, const carom_params *p, const double to[3],
                  const carom_result *out, carom_finding *f) {
    carom_contact c = *contact;
    carom_result low = *out, high, middle;
    double from[3], until[3], change = HUGE_VAL;
    memcpy(from, c.v, sizeof from);
    memcpy(until, to, sizeof until);
    memcpy(c.v, to, sizeof c.v);
    if (!solved(carom_collide(law, &c, p, &high))) return false;
    for (int k = 0; k < HALVINGS && change > JUMP; k++) {
        for (int i = 0; i < c.dim; i++) c.v[i] = 0.5 * (from[i] + until[i]);
        if (!solved(carom_collide(law, &c, p, &middle))) return false;
        const double left = carom_distance(c.dim, low.P, middle.P), right = carom_distance(c.dim, middle.P, high.P);
        memcpy(left > right ? until : from, c.v, sizeof from);
        *(left > right ? &high : &low) = middle;
        change = carom_worst(left, right);
    }
    if (change <= JUMP) return false;
    memcpy(f->contact.v, from, sizeof from);
    memcpy(f->v_beside, until, sizeof until);
    memcpy(f->P_beside, high.P, sizeof high.P);
    return true;
}

// Tests the velocities one unit away along each axis.
static bool breaks_continuous(const carom_law *law, const carom_contact *c, const carom_params *p,
                              const carom_result *out, carom_finding *f) {
    for (int i = c->dim - 1; i >= 0; i--) {
        double to[3] = {c->v[0], c->v[1], c->v[2]};
        to[i] += i == 0 ? -1.0 : 1.0;
        if (jumps(law, c, p, to, out, f)) return true;
    }
    return false;
}

// Tests that twice the speed or twice the mass gives twice the impulse.
static bool breaks_homogeneous(const carom_law *law, const carom_contact *c, const carom_params *p,
                               const carom_result *out) {
    carom_contact fast = *c, heavy = *c;
    carom_result other;
    double twice[3] = {2.0 * out->P[0], 2.0 * out->P[1], 2.0 * out->P[2]};
    for (int i = 0; i < c->dim; i++) {
        fast.v[i] *= 2.0;
        for (int j = 0; j < c->dim; j++) heavy.W[i][j] *= 0.5;
    }
    // 1e-6 is the accuracy of contact models that are integrated over time.
    const carom_contact *const asked[2] = {&fast, &heavy};
    for (int i = 0; i < 2; i++)
        if (!solved(carom_collide(law, asked[i], p, &other)) || carom_distance(c->dim, other.P, twice) > 1e-6)
            return true;
    return false;
}

static bool breaks(const question *q, const carom_contact *c, const carom_params *p, const carom_result *out) {
    const carom_law *law = q->search->law;
    if (q->search->promise == CAROM_GUARANTEE_UNIQUE) return breaks_unique(law, c, p, q->found);
    if (!solved(out->status)) return false;
    switch ((carom_guarantee)q->search->promise) {
    case CAROM_GUARANTEE_DISSIPATIVE: return out->violations & CAROM_VIOLATION_ENERGY;
    case CAROM_GUARANTEE_COULOMB: return out->violations & (CAROM_VIOLATION_CONE | CAROM_VIOLATION_PULL);
    case CAROM_GUARANTEE_NONPENETRATING: return out->violations & CAROM_VIOLATION_PENETRATION;
    case CAROM_GUARANTEE_HOMOGENEOUS: return breaks_homogeneous(law, c, p, out);
    case CAROM_GUARANTEE_CONTINUOUS: return breaks_continuous(law, c, p, out, q->found);
    case CAROM_GUARANTEE_UNIQUE: break;
    }
    return false;
}

static void keep(const question *q, const carom_integers *k, const carom_contact *c, const carom_params *p,
                 bool promised) {
    carom_finding *f = q->found;
    f->looked.found = true;
    f->looked.promised = promised;
    f->looked.size = q->size;
    f->params = *p;
    carom_slots_tell(k, &f->looked);
    // A jump lies between integers; its velocity was found by bisection.
    double v[3];
    memcpy(v, q->search->promise == CAROM_GUARANTEE_CONTINUOUS ? f->contact.v : c->v, sizeof v);
    f->contact = *c;
    memcpy(f->contact.v, v, sizeof v);
    carom_collide(q->search->law, &f->contact, &f->params, &f->outcome);
    if (q->search->promise != CAROM_GUARANTEE_UNIQUE) f->outcomes = 1;
}

// Tries one problem.
static bool ask(carom_integers *k) {
    const question *q = k->context;
    const carom_search *s = q->search;
    carom_looked *looked = &q->found->looked;
    carom_contact c = {.dim = k->dim};
    carom_params p = s->params;
    carom_result out;
    for (int i = 0; i < k->n; i++) {
        c.v[i] = k->v[i];
        for (int j = 0; j < k->n; j++) c.W[i][j] = k->W[i][j];
    }
    for (int i = 0; i < k->slots; i++)
        if (carom_slot_put(&k->slot[i], k->dim, &p) != CAROM_OK) return true;
    const carom_status status = carom_collide(s->law, &c, &p, &out);
    if (carom_status_classify(status) == CAROM_CLASS_BAD_INPUT) return true; // coefficients that exclude each other
    const bool promised = carom_law_guarantees(s->law, c.dim, &p) & s->promise;
    looked->asked++;
    looked->answered += solved(status);
    looked->kept += promised;
    if (breaks(q, &c, &p, &out)) {
        keep(q, k, &c, &p, promised);
        return false;
    }
    // Reports progress only now and then, because one call of a law takes only 0.1 to 100 µs.
    if (s->tell && looked->asked % 1024 == 0 && !s->tell(s->context, q->size, looked->asked)) {
        looked->interrupted = true;
        return false;
    }
    return true;
}

// Adds the coefficients that the law reads, if they are ratios, directions or choices.
static bool take_coefficients(const carom_search *s, carom_integers *k) {
    // rest_speed has a unit and is not searched.
    for (int i = 0; i < CAROM_PARAM_END; i++) {
        if (!((carom_law_reads(s->law) & ~s->held) >> i & 1)) continue;
        const carom_coefficient *row = carom_law_coefficient(s->law, i);
        if (row && !carom_integers_take(k, row, 0, row->lowest, row->highest)) return false;
    }
    return true;
}

carom_search carom_default_search(const carom_law *law, unsigned promise) {
    return (carom_search){.law = law,
                          .promise = promise,
                          .dims = law ? law->solves & CAROM_ONE_CONTACT : 0u,
                          .from = 1,
                          .to = CAROM_SEARCH_TO,
                          .params = carom_params_default(),
                          .held = CAROM_PARAM_BIT(mu_static)};
}

carom_status carom_search_law(const carom_search *s, carom_finding *found) {
    if (!s || !found || !s->law) return CAROM_NULL_POINTER;
    memset(found, 0, sizeof *found);
    const bool dims = !(s->dims & ~(unsigned)(CAROM_2D | CAROM_3D));
    if (!carom_enum_name(CAROM_ENUM_GUARANTEE, (int)s->promise) || !carom_search_sizes(s->from, s->to) || !dims)
        return CAROM_BAD_VALUE;
    if (!s->law->contact || !(s->dims & s->law->solves)) return CAROM_NOT_APPLICABLE;
    carom_search filled = *s;
    carom_fill_examples(s->law, ~s->held, &filled.params); // coefficients that are not held are varied
    s = &filled;
    const carom_status sound = carom_params_validate(s->law, &s->params, s->law->solves & CAROM_2D ? 2 : 3, NULL);
    if (sound != CAROM_OK) return sound;
    if (carom_by_speed(&s->params)) return CAROM_NOT_APPLICABLE; // the values tried are small integers
    question q = {.search = s, .found = found};
    carom_integers walk[2] = {{.dim = 2, .contacts = 1, .n = 2, .ask = ask, .context = &q},
                              {.dim = 3, .contacts = 1, .n = 3, .ask = ask, .context = &q}};
    for (int d = 0; d < 2; d++) {
        walk[d].scale_free = s->law->guarantees & CAROM_GUARANTEE_HOMOGENEOUS;
        if (!take_coefficients(s, &walk[d])) return CAROM_NOT_APPLICABLE;
    }
    for (q.size = s->from; q.size <= s->to; q.size++) {
        for (int d = 0; d < 2; d++)
            if ((s->dims & s->law->solves & (d == 0 ? CAROM_2D : CAROM_3D)) &&
                !carom_integers_of_size(&walk[d], q.size))
                return CAROM_OK;
        found->looked.whole = q.size;
        if (s->tell && !s->tell(s->context, q.size, found->looked.asked)) {
            found->looked.interrupted = true;
            return CAROM_OK;
        }
    }
    return CAROM_OK;
}
