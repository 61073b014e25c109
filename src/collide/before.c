// Directions of approach v = (-(1 - s^2), 2 s) / (1 + s^2), -1 < s < 1, and the side of the wanted direction on which the
// law's answer lies. Where it lies on it, the answer's size says how fast the approach was.
#include "carom/before.h"

#include <math.h>

#include "base/root.h"

// Every law of the plane has its modes on intervals of s; one narrower than 2/LOOKS may be passed over. Even, so that the
// direct impact s = 0 is looked at, where some laws jump.
#define LOOKS 1024

// As near to grazing, and to the direct impact on both its sides, as is looked at.
#define NEXT 1e-12

// On the wanted direction: below any angle a user could measure. To it comes the rounding of v + W P.
#define ON    1e-11
#define ROUND 0x1p-48

// Two s closer than this are one: solutions are found to about ON over the slope of the side.
#define SAME 1e-8

typedef struct {
    const carom_law *law;
    const carom_contact *after;
    const carom_params *params;
    double wanted[2]; // the direction of v'
    double pull;      // the largest entry of W
    struct {
        double from, to;
    } range[CAROM_MOST_BEFORE / 2]; // a family is told by its two ends
    int count;
} search;

typedef struct {
    double s, side, size; // side: sine of the angle from the wanted direction, NaN without an answer; size of v'
    bool on;
    carom_outcome out;
    double v[2];
} look;

static look look_at(const search *x, double s) {
    look k = {.s = s, .side = (double)NAN, .v = {-(1.0 - s * s) / (1.0 + s * s), 2.0 * s / (1.0 + s * s)}};
    carom_contact c = *x->after;
    c.v[0] = k.v[0], c.v[1] = k.v[1];
    const carom_status status = carom_collide(x->law, &c, x->params, &k.out);
    if (carom_status_class_of(status) != CAROM_FINE) return k;
    k.size = hypot(k.out.v[0], k.out.v[1]);
    const double terms = 1.0 + x->pull * (fabs(k.out.P[0]) + fabs(k.out.P[1]));
    if (!(k.size > ROUND * terms)) return k; // at rest, to rounding
    const double n = k.out.v[0] / k.size, t = k.out.v[1] / k.size;
    k.side = n * x->wanted[1] - t * x->wanted[0];
    k.on = fabs(k.side) <= ON + ROUND * terms / k.size && n * x->wanted[0] + t * x->wanted[1] > 0.0;
    return k;
}

// All s from .. to lead there; what touches the last range lengthens it.
static void add(search *x, double from, double to) {
    if (x->count > 0 && from <= x->range[x->count - 1].to + SAME) {
        x->range[x->count - 1].to = fmax(to, x->range[x->count - 1].to);
    } else if (x->count < CAROM_MOST_BEFORE / 2) {
        x->range[x->count].from = from, x->range[x->count].to = to;
        x->count++;
    }
}

// The s between a and b where `on` changes, on the side that is on.
static double edge(const search *x, const look *a, const look *b) {
    double on = a->on ? a->s : b->s, off = a->on ? b->s : a->s;
    for (int i = 0; i < 60; i++) {
        const double s = 0.5 * (on + off);
        if (look_at(x, s).on)
            on = s;
        else
            off = s;
    }
    return on;
}

// a and b are neighbours of one mode.
static void between(search *x, const look *a, const look *b) {
    if (a->on && b->on) {
        add(x, a->s, b->s);
    } else if (a->on) {
        add(x, a->s, edge(x, a, b));
    } else if (b->on) {
        add(x, edge(x, a, b), b->s);
    } else if ((a->side < 0.0 && b->side > 0.0) || (a->side > 0.0 && b->side < 0.0)) {
        carom_root r = carom_root_chord(a->s, a->side, b->s, b->side);
        while (!r.over) carom_root_secant(&r, look_at(x, r.x).side);
        if (look_at(x, r.x).on) add(x, r.x, r.x); // else a jump, or the opposite direction
    }
}

static bool same_mode(const look *a, const look *b) {
    return a->out.mode == b->out.mode && isnan(a->side) == isnan(b->side);
}

// Neighbours of two modes meet at a border, halved down to; a third mode in between is met on the way, or is too narrow.
static void across(search *x, look a, const look *b) {
    while (!same_mode(&a, b)) {
        look near = a, far = *b;
        for (int i = 0; i < 60 && far.s - near.s > 1e-15; i++) {
            const look k = look_at(x, 0.5 * (near.s + far.s));
            if (same_mode(&near, &k))
                near = k;
            else
                far = k;
        }
        between(x, &a, &near);
        if (far.s >= b->s) break;
        a = far;
    }
    between(x, &a, b);
}

// The side comes nearest to zero at b, between a and c of the same mode, and may cross it twice on the way: narrowed
// down to where it does, or to nothing.
static void beside(search *x, look a, look b, look c) {
    for (int i = 0; i < 60 && c.s - a.s > 1e-14; i++) {
        const bool left = b.s - a.s > c.s - b.s;
        const look k = look_at(x, 0.5 * (b.s + (left ? a.s : c.s)));
        if (k.on || k.side * b.side < 0.0) {
            across(x, left ? a : b, &k);
            across(x, k, left ? &b : &c);
            return;
        }
        if (fabs(k.side) < fabs(b.side)) {
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
}

static bool comes_near(const look *a, const look *b, const look *c) {
    return a->side * b->side > 0.0 && b->side * c->side > 0.0 && fabs(b->side) < fabs(a->side) &&
           fabs(b->side) < fabs(c->side) && same_mode(a, b) && same_mode(b, c);
}

// Where to look, in order: an even net, and the direct impact from both its sides.
enum { DIRECT = LOOKS / 2, LAST = LOOKS + 2 };
static double place(int i) {
    if (i == 0 || i == LAST) return i == 0 ? -1.0 + NEXT : 1.0 - NEXT;
    if (i >= DIRECT && i <= DIRECT + 2) return NEXT * (i - DIRECT - 1);
    return -1.0 + 2.0 * (i < DIRECT ? i : i - 2) / LOOKS;
}

static void look_everywhere(search *x) {
    look before = look_at(x, place(0)), last = before;
    for (int i = 1; i <= LAST; i++) {
        const look now = look_at(x, place(i));
        if (comes_near(&before, &last, &now)) beside(x, before, last, now);
        across(x, last, &now);
        before = last, last = now;
    }
}

static carom_before told(const search *x, double s, bool family) {
    const look k = look_at(x, s);
    const double scale = hypot(x->after->v[0], x->after->v[1]) / k.size;
    carom_before b = {.mode = k.out.mode, .broken = k.out.broken, .family = family};
    for (int i = 0; i < 2; i++) b.v[i] = scale * k.v[i], b.P[i] = scale * k.out.P[i];
    return b;
}

static carom_status refusal(const carom_law *law, const carom_contact *contact, const carom_params *params) {
    carom_param refused;
    const carom_status valid = carom_contact_validate(contact);
    if (valid != CAROM_OK) return valid;
    if (contact->dim != 2) return CAROM_NOT_APPLICABLE;
    if (!(law->dims & CAROM_PLANE)) return CAROM_WRONG_DIM;
    if (!law->code) return CAROM_NOT_BUILT;
    const carom_status taken = carom_params_validate(law, params, 2, &refused);
    if (taken != CAROM_OK) return taken;
    const bool grows = carom_law_promises(law, 2, params) & CAROM_HOMOGENEOUS && !(params->rest_speed > 0.0);
    return grows && (contact->v[0] != 0.0 || contact->v[1] != 0.0) ? CAROM_OK : CAROM_NOT_APPLICABLE;
}

carom_status carom_before_of(const carom_law *law, const carom_contact *contact, const carom_params *params,
                             carom_before found[CAROM_MOST_BEFORE], int *count) {
    if (!law || !contact || !params || !found || !count) return CAROM_NULL_POINTER;
    *count = 0;
    const carom_status status = refusal(law, contact, params);
    if (status != CAROM_OK) return status;
    const double size = hypot(contact->v[0], contact->v[1]);
    search x = {.law = law,
                .after = contact,
                .params = params,
                .wanted = {contact->v[0] / size, contact->v[1] / size},
                .pull = fmax(contact->W[0][0], contact->W[1][1])};
    look_everywhere(&x);
    bool families = false;
    for (int i = 0; i < x.count; i++) {
        const double from = x.range[i].from, to = x.range[i].to;
        const bool family = to - from > SAME;
        families |= family;
        for (int end = 0; end <= family; end++, (*count)++)
            found[*count] = told(&x, family ? (end ? to : from) : 0.5 * (from + to), family);
    }
    return *count == 0 ? CAROM_NO_SOLUTION : *count > 1 || families ? CAROM_SEVERAL : CAROM_OK;
}
