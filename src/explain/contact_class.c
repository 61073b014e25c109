// Classifies an impact. Wang & Mason 1992, 3.4.1.
#include <math.h>

#include "base/sym.h"
#include "carom/explain.h"
#include "collide/validate.h"
#include "friction/diagonal.h"

// A velocity up to this fraction of the speed counts as rounding of its computation. CAROM_UNCOUPLED is the
// corresponding limit for W.
#define STILL 1e-12

// Returns w.u, the rate at which a normal impulse changes the slip along the direction u of the slip. Rounding counts
// as zero.
static double along_slip(const carom_contact *c, double slip) {
    double sum = 0.0;
    for (int i = 1; i < c->dim; i++) sum += carom_coupling(c, i) * c->v[i] / slip;
    return sum;
}

static void points(const carom_contact *c, double e, carom_contact_class *k) {
    const double stop[2] = {-c->v[0], -c->v[1]}, end[2] = {-(1.0 + e) * c->v[0], -c->v[1]};
    k->Q[0] = k->Q[1] = k->D[0] = k->D[1] = (double)NAN;
    if (c->dim != 2 || carom_singular2(c->W)) return;
    carom_solve2(c->W, stop, k->Q);
    carom_solve2(c->W, end, k->D);
}

carom_status carom_contact_classify(const carom_contact *contact, double e, carom_contact_class *found) {
    if (!contact || !found) return CAROM_NULL_POINTER;
    carom_contact room;
    const carom_status status = carom_contact_read(&contact, &room);
    if (status != CAROM_OK) return status;
    const double slip = carom_slip_speed(contact), still = STILL * sqrt(contact->v[0] * contact->v[0] + slip * slip);
    const double towards = slip > still ? along_slip(contact, slip) : 0.0;
    *found = (carom_contact_class){
        .approach = contact->v[0] < -still  ? CAROM_MEETING
                    : contact->v[0] > still ? CAROM_PARTING
                                            : CAROM_TANGENTIAL,
        .direct = !(slip > still),
        .central = carom_uncoupled(contact),
        .mu_jam = towards > 0.0 ? contact->W[0][0] / towards : HUGE_VAL,
    };
    points(contact, e, found);
    return isfinite(e) ? CAROM_OK : CAROM_COEFFICIENT_RANGE; // only the member D needs a finite e
}
