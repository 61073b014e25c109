// Finds the coefficients with which the law `accessible` gives an impulse.
#include <math.h>

#include "base/extreme.h"
#include "base/sym.h"
#include "carom/geometry.h"
#include "collide/validate.h"
#include "geometry/slice.h"

// An impulse that a law computed may lie outside by rounding, up to this fraction. Laws that are not closed forms have
// an error of 1e-9 of their impulse. With 1e-6, an impulse typed with six digits would be accepted as another one.
#define OUTSIDE 1e-9

static bool in_region(const carom_contact *c, double mu, const double P[3], carom_status *status) {
    carom_verdict x;
    *status = carom_check(c, mu, P, &x);
    if (*status != CAROM_OK) return false;
    return x.energy_slack <= OUTSIDE && x.cone_slack <= OUTSIDE && x.pull_slack <= OUTSIDE &&
           x.approach_slack <= OUTSIDE;
}

// Returns e = v_n' / -v_n. If bodies that did not approach separate, returns NaN, because no e causes this.
static double level_of(const carom_contact *c, const double P[3]) {
    double after[3], size = 0.0;
    carom_velocity_after(c->dim, c->W, c->v, P, after);
    for (int i = 0; i < c->dim; i++) size += fabs(c->W[0][i] * P[i]);
    if (c->v[0] < 0.0) return carom_higher(after[0], 0.0) / -c->v[0];
    return after[0] <= 1e-12 * size ? 0.0 : (double)NAN;
}

// Computes the distance and the direction of P from the reference point R.
static void measure(const carom_slice *s, const double P[3], carom_location *l) {
    const int dim = s->contact->dim;
    const double D[2] = {P[1] - s->R[1], dim == 3 ? P[2] - s->R[2] : 0.0};
    const double length = dim == 2 ? fabs(D[0]) : hypot(D[0], D[1]);
    const double u[2] = {length > 0.0 ? D[0] / length : s->u[0], length > 0.0 ? D[1] / length : s->u[1]};
    const carom_slice_way room = carom_slice_room(s, u);
    l->room = room.length;
    l->face = room.energy ? CAROM_BOUNDARY_ENERGY : CAROM_BOUNDARY_FRICTION;
    if (dim == 2 && !room.energy) l->face = u[0] > 0.0 ? CAROM_BOUNDARY_FRICTION_UP : CAROM_BOUNDARY_FRICTION_DOWN;
    if (!(length > 0.0)) return;
    l->f = length < room.length ? length / room.length : room.length > 0.0 ? 1.0 : 0.0;
    const double along = u[0] * s->u[0] + u[1] * s->u[1], across = s->u[0] * u[1] - s->u[1] * u[0];
    if (dim == 3)
        l->phi = atan2(across, along);
    else if (along < 0.0)
        l->f = -l->f;
}

// Returns eta of the law ivanov. P* = -(P.v) / (P.W P) P loses most along P, so 1 + eta = |P| / |P*| = -P.W P / P.v.
static double ivanov_eta(const carom_contact *c, const double P[3]) {
    double along = 0.0, PWP = 0.0;
    for (int i = 0; i < c->dim; i++) {
        along += P[i] * c->v[i];
        for (int j = 0; j < c->dim; j++) PWP += P[i] * c->W[i][j] * P[j];
    }
    return along < 0.0 ? PWP / -along - 1.0 : (double)NAN;
}

carom_status carom_region_locate(const carom_contact *contact, double mu, const double P[3], carom_location *location) {
    if (!contact || !P || !location) return CAROM_NULL_POINTER;
    const double none = (double)NAN;
    carom_slice s;
    carom_status status;
    *location = (carom_location){.e = none, .f = none, .phi = none, .room = none, .eta = none};
    if (!(mu >= 0.0)) return CAROM_COEFFICIENT_RANGE;
    const bool inside = in_region(contact, mu, P, &status);
    if (status != CAROM_OK) return status;
    carom_contact room;
    contact = carom_usable(contact, &room);
    location->eta = ivanov_eta(contact, P);
    if (!inside) return CAROM_NOT_APPLICABLE;
    if (contact->v[0] > 0.0 || !(contact->W[0][0] > 0.0)) return CAROM_NOT_APPLICABLE;
    carom_location found = {.e = level_of(contact, P), .eta = location->eta};
    if (isnan(found.e) || carom_slice_at(contact, mu, found.e, &s) != CAROM_OK) return CAROM_NOT_APPLICABLE;
    if (!s.top) measure(&s, P, &found);
    if (!s.top && isinf(found.room)) return CAROM_NOT_APPLICABLE;
    *location = found;
    return CAROM_OK;
}
