// Searches the directions of approach v = (-1, r), where r is the slip divided by the approach speed. For each
// direction it computes on which side of the wanted direction the result of the law lies. If it lies on the wanted
// direction, the size of the result gives the speed of the approach. A family is a range of r that all lead to the
// wanted direction. If the result vanishes at the end of a family, the speed grows without bound there. If the last
// part of a family is straight, it is a ray.
#include "carom/law.h"

#include <math.h>

#include "base/root.h"
#include "base/systems.h"
#include "collide/validate.h"

// Each mode of a 2D law occupies intervals of r; an interval narrower than a step of the grid may be missed. The grid
// has LOOKS equal steps of tan(angle / 2). POWERS of two extend the grid towards grazing and towards the direct impact,
// where some laws jump.
#define LOOKS  1024
#define POWERS 32
#define GRAZES 0x1p40

// A direction within this angle counts as the wanted one. It is smaller than any angle a user could measure. The
// rounding of v + W P is added.
#define ON    1e-11
#define ROUND 0x1p-50

// A solution must lead to the given velocity within this fraction. If rounding alone exceeds this fraction, nothing can
// be judged.
#define LEADS 1e-9

// Directions closer than this fraction count as the same. A solution is found to about ON divided by the slope of
// `side`. On a family `side` is only rounding, at most FLAT. Laws that iterate leave 1e-14, while near a single
// solution `side` changes by ON / 4.
#define SAME 1e-8
#define FLAT 1e-12

// Number of halvings between any two directions, to the last bit. One or two pass the direct impact, six bring the
// ratio below 2, and 53 halve the interval.
#define HALVINGS 64

// A straight part is followed up to this multiple of the wanted speed, or less if rounding exceeds LEADS. It must be
// straight over a factor of at least WIDE, because otherwise it cannot be distinguished from a curve.
#define FARTHEST 1e5
#define WIDE     64.0

typedef struct {
    double from, to;
} range;

typedef struct {
    const carom_law *law;
    const carom_contact *after;
    const carom_params *params;
    double unit;      // tangential velocities are divided by this, so that both components move bodies alike
    double u[2];      // v', with v'_n >= 0
    double speed;     // size of u
    double wanted[2]; // direction of u
    double pull;      // the largest entry of W in these units
    range at[CAROM_MAX_INVERSES / 2];
    int count;
    carom_inverse *found;
    int *found_count;
} search;

typedef struct {
    double r, side, size; // `side` is the sine of the angle of v' from the wanted direction, NaN if v' is zero up to
                          // rounding; `size` is |v'|
    double slack;         // error of `side` by rounding
    bool on;
    carom_result out;
    double v[2];
} look;

// Solves the impact with this initial velocity. The velocities of the result are in the units of the search, and its
// impulses in those of the caller.
static carom_status collide(const search *x, const double v[2], carom_result *out) {
    carom_contact c = *x->after;
    c.v[0] = v[0], c.v[1] = v[1] * x->unit;
    const carom_status status = carom_collide(x->law, &c, x->params, out);
    out->v[1] /= x->unit;
    return status;
}

static look look_at(const search *x, double r) {
    const double h = hypot(1.0, r);
    look k = {.r = r, .side = (double)NAN, .v = {-1.0 / h, r / h}};
    const carom_status status = collide(x, k.v, &k.out);
    if (carom_status_classify(status) != CAROM_CLASS_OK) return k;
    k.size = hypot(k.out.v[0], k.out.v[1]);
    const double rounding = ROUND * (1.0 + x->pull * (fabs(k.out.P[0]) + fabs(k.out.P[1]) * x->unit));
    if (!(k.size * LEADS > rounding)) return k; // the result cannot be distinguished from rest
    const double n = k.out.v[0] / k.size, t = k.out.v[1] / k.size;
    k.side = n * x->wanted[1] - t * x->wanted[0];
    k.slack = rounding / k.size;
    k.on = fabs(k.side) <= ON + k.slack && n * x->wanted[0] + t * x->wanted[1] > 0.0;
    return k;
}

// Returns a direction between two others. If they are far apart, it is their geometric mean. Grazing is two halvings
// away from the direct impact or from either side of it.
static double mid(double a, double b) {
    const double most = fmax(fabs(a), fabs(b));
    if (most > 1.0 && a * b < 0.0) return 0.0;
    if (most > 1.0 && a * b == 0.0) return copysign(1.0, a + b);
    if (a > 0.0 && b > 0.0 && (b > 2.0 * a || a > 2.0 * b)) return sqrt(a) * sqrt(b);
    if (a < 0.0 && b < 0.0 && (b < 2.0 * a || a < 2.0 * b)) return -sqrt(-a) * sqrt(-b);
    return 0.5 * (a + b);
}

static bool same(double a, double b) {
    return fabs(a - b) <= SAME * fmax(1e-3, fmax(fabs(a), fabs(b)));
}

// Adds the range of r that leads to the wanted direction. If it touches the last range, that one is extended.
static void add(search *x, double from, double to) {
    range *last = x->count > 0 ? &x->at[x->count - 1] : NULL;
    if (last && (from <= last->to || same(from, last->to)))
        last->to = fmax(to, last->to);
    else if (x->count < CAROM_MAX_INVERSES / 2)
        x->at[x->count++] = (range){from, to};
}

// Returns the r between a and b at which `on` changes, rounded to the side where `on` is true.
static double edge(const search *x, const look *a, const look *b) {
    double on = a->on ? a->r : b->r, off = a->on ? b->r : a->r;
    for (int i = 0; i < HALVINGS; i++) {
        const double r = mid(on, off);
        if (look_at(x, r).on)
            on = r;
        else
            off = r;
    }
    return on;
}

static double root_between(const search *x, double low, double at_low, double high, double at_high) {
    carom_root r = carom_root_chord(low, at_low, high, at_high);
    while (!r.over) carom_root_secant(&r, look_at(x, r.x).side);
    return r.x;
}

// Examines two neighbouring grid points a and b of the same mode.
static void between(search *x, const look *a, const look *b) {
    if (a->on && b->on) {
        add(x, a->r, b->r);
    } else if (a->on) {
        add(x, a->r, edge(x, a, b));
    } else if (b->on) {
        add(x, edge(x, a, b), b->r);
    } else if ((a->side < 0.0 && b->side > 0.0) || (a->side > 0.0 && b->side < 0.0)) {
        const double r = root_between(x, a->r, a->side, b->r, b->side);
        if (look_at(x, r).on) add(x, r, r); // otherwise it is a jump, or the opposite direction
    }
}

static bool same_mode(const look *a, const look *b) {
    return a->out.mode == b->out.mode && isnan(a->side) == isnan(b->side);
}

// Examines two neighbouring grid points of different modes: halves the interval until it reaches their border. This
// also finds a third mode between them, unless its interval is too narrow.
static void across(search *x, look a, const look *b) {
    while (!same_mode(&a, b)) {
        look near = a, far = *b;
        for (int i = 0; i < HALVINGS; i++) {
            const look k = look_at(x, mid(near.r, far.r));
            if (!(k.r > near.r && k.r < far.r)) break;
            if (same_mode(&near, &k))
                near = k;
            else
                far = k;
        }
        between(x, &a, &near);
        if (far.r >= b->r) break;
        a = far;
    }
    between(x, &a, b);
}

// Examines a point b at which `side` is nearest to zero, between a and c of the same mode. There `side` may cross zero
// twice. Narrows the interval until a crossing is found or no double is left.
static void beside(search *x, look a, look b, look c) {
    for (int i = 0; i < HALVINGS && c.r - a.r > 1e-14 * fabs(b.r); i++) {
        const bool left = b.r - a.r > c.r - b.r;
        const look k = look_at(x, mid(b.r, left ? a.r : c.r));
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

// Returns the points of the grid in the order of r. The direct impact is in the middle, and half of the points lie on
// each side of it.
enum { HALF = LOOKS / 2 - 1, ONE_SIDE = POWERS + HALF + POWERS - 1, LAST = 2 * ONE_SIDE };
static double place(int i) {
    const int k = i < ONE_SIDE ? ONE_SIDE - i : i - ONE_SIDE; // 0 is the direct impact, ONE_SIDE is grazing
    double r = 0.0;
    if (k > POWERS + HALF) {
        r = ldexp(GRAZES, k - ONE_SIDE);
    } else if (k > POWERS) {
        const double s = (double)(k - POWERS) / (HALF + 1);
        r = 2.0 * s / (1.0 - s * s);
    } else if (k > 0) {
        r = ldexp(1.0, k - POWERS - 8);
    }
    return i < ONE_SIDE ? -r : r;
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

// Solves the impact with this initial velocity. Returns whether it leads to the wanted velocity.
static bool leads(const search *x, const double v[2], carom_result *out) {
    return carom_status_classify(collide(x, v, out)) == CAROM_CLASS_OK &&
           hypot(out->v[0] - x->u[0], out->v[1] - x->u[1]) <= LEADS * x->speed;
}

static void member(const search *x, const look *k, double v[2]) {
    for (int i = 0; i < 2; i++) v[i] = x->speed / k->size * k->v[i];
}

// Returns whether the impact leaves this velocity unchanged because it grazes.
static bool is_still(const search *x, const double v[2]) {
    return hypot(v[0] - x->u[0], v[1] - x->u[1]) <= LEADS * x->speed;
}

static carom_inverse *give(search *x, const double v[2], const carom_result *out) {
    if (*x->found_count == CAROM_MAX_INVERSES) return NULL;
    carom_inverse *b = &x->found[(*x->found_count)++];
    *b = (carom_inverse){.mode = out->mode, .violations = out->violations};
    for (int i = 0; i < 2; i++) b->v[i] = v[i], b->P[i] = out->P[i];
    return b;
}

// Also tries grazing, which leaves the velocity unchanged, because it may lead to the wanted velocity.
static bool grazes(const search *x, double r, double v[2], carom_result *out) {
    const double flat[2] = {0.0, x->u[1]};
    if (fabs(r) < GRAZES || fabs(v[1] - flat[1]) > LEADS * x->speed || !leads(x, flat, out)) return false;
    v[0] = 0.0;
    v[1] = flat[1];
    return true;
}

// Finds the end r of a range whose other points lie on the side of `inward`. Rounding may overstep the end at a jump,
// or the impulse may grow too large to be judged. The end is then moved inside by up to 1/64.
static bool end_at(const search *x, double r, double inward, double v[2], carom_result *out) {
    look k = look_at(x, r);
    member(x, &k, v);
    if (grazes(x, r, v, out)) return true;
    for (int j = 52; !k.on || !leads(x, v, out); j--) {
        if (j < 6) return false;
        k = look_at(x, r + (inward > r ? 1.0 : -1.0) * ldexp(fmax(fabs(r), 0x1p-40), -j));
        member(x, &k, v);
    }
    return true;
}

static void give_ends(search *x, range at) {
    double v[2][2];
    carom_result out[2];
    if (!end_at(x, at.from, at.to, v[0], &out[0]) || !end_at(x, at.to, at.from, v[1], &out[1])) return;
    if (*x->found_count + 2 > CAROM_MAX_INVERSES || (is_still(x, v[0]) && is_still(x, v[1]))) return;
    for (int i = 0; i < 2; i++) give(x, v[i], &out[i])->family = true;
}

// Finds the direction of a range that leads nearest to the wanted one: a root of `side`, or a point where it touches
// zero.
static look nearest(const search *x, range at) {
    look a = look_at(x, at.from), b = look_at(x, at.to), k = look_at(x, mid(at.from, at.to));
    if (a.side * b.side < 0.0) return look_at(x, root_between(x, a.r, a.side, b.r, b.side));
    for (int i = 0; i < HALVINGS; i++) {
        const look left = look_at(x, mid(a.r, k.r)), right = look_at(x, mid(k.r, b.r));
        if (fabs(left.side) < fabs(k.side))
            b = k, k = left;
        else if (fabs(right.side) < fabs(k.side))
            a = k, k = right;
        else
            a = left, b = right;
    }
    if (fabs(a.side) < fabs(k.side)) k = a;
    return fabs(b.side) < fabs(k.side) ? b : k;
}

static void give_one(search *x, range at) {
    const look k = nearest(x, at);
    double v[2];
    carom_result out;
    member(x, &k, v);
    if (leads(x, v, &out) && !is_still(x, v)) give(x, v, &out);
}

// Returns whether a range is a family, along which `side` does not change. Rounding of the input may keep `side` away
// from zero. One end may lie slightly beyond the family, as long as `side` is within ON.
static bool is_family(const search *x, range at) {
    if (same(at.from, at.to)) return false;
    const double half = mid(at.from, at.to);
    const look a = look_at(x, mid(at.from, half)), b = look_at(x, half), c = look_at(x, mid(half, at.to));
    return b.on && ((a.on && fabs(a.side - b.side) <= FLAT + a.slack + b.slack) ||
                    (c.on && fabs(c.side - b.side) <= FLAT + b.slack + c.slack));
}

// A line in velocity space: one of its points, and the direction in which the result of the law vanishes.
typedef struct {
    double point[2], along[2];
    double far; // distance from the point up to which rounding allows a judgement, in units of the wanted speed, at
                // most FARTHEST
} line;

static void on_line(const line *l, double s, double v[2]) {
    for (int i = 0; i < 2; i++) v[i] = l->point[i] + s * l->along[i];
}

// Moves the point along the line to where the velocity has this direction. If there is no such point, moves it to some
// distance before the point of the line nearest to rest.
static void set_origin(const search *x, const double direction[2], line *l) {
    const double across = l->point[0] * l->along[1] - l->point[1] * l->along[0];
    const double speed = across / (direction[0] * l->along[1] - direction[1] * l->along[0]);
    const double past = l->point[0] * l->along[0] + l->point[1] * l->along[1];
    if (speed > 0.0 && speed < hypot(l->point[0], l->point[1]))
        for (int i = 0; i < 2; i++) l->point[i] = speed * direction[i];
    else
        on_line(l, -past - 16.0 * (x->speed + fabs(across)), l->point);
}

// Returns whether the velocity cannot be distinguished from rest.
static bool vanishes(const look *k) {
    return 2.0 * k->slack > LEADS;
}

// Finds the line from the direction `limit`, where the result is larger, to `end`, where it vanishes. F(v) is linear on
// a straight part, so it vanishes along v_last |F(v_k)| - v_k |F(v_last)|. Point k is where |F| is eight times the last
// one. Returns false if the result does not vanish.
static bool find_line(const search *x, double limit, double end, line *l, look *k) {
    const look last = look_at(x, end), first = look_at(x, limit);
    if (!(first.size > 64.0 * last.size) || !vanishes(&last)) return false;
    double larger = limit, smaller = end;
    for (int i = 0; i < HALVINGS; i++) {
        const double r = mid(larger, smaller);
        if (look_at(x, r).size > 8.0 * last.size)
            larger = r;
        else
            smaller = r;
    }
    *k = look_at(x, smaller);
    if (!k->on || !last.on) return false;
    member(x, k, l->point);
    for (int i = 0; i < 2; i++) l->along[i] = last.v[i] * k->size - k->v[i] * last.size;
    const double length = hypot(l->along[0], l->along[1]);
    for (int i = 0; i < 2; i++) l->along[i] /= length;
    set_origin(x, first.v, l);
    l->far = fmin(FARTHEST, hypot(k->v[0], k->v[1]) / k->size);
    return true;
}

static bool leads_at(const search *x, const line *l, double s) {
    double v[2];
    carom_result out;
    on_line(l, s * x->speed, v);
    return leads(x, v, &out);
}

// Returns the s, in units of the wanted speed, from which the line leads to the wanted direction; above `far` if it
// never does.
static double begins(const search *x, const line *l) {
    double good = 2.0 * l->far, bad = 0.0;
    for (double s = l->far; s > 1e-10; s *= 0.75) { // a gap between two steps is shorter than s / 3
        bad = s;
        if (!leads_at(x, l, s)) break;
        good = s;
        bad = 0.0;
    }
    if (good > l->far) return good;
    if (bad == 0.0 && leads_at(x, l, 0.0)) return 0.0;
    for (int i = 0; i < HALVINGS; i++) {
        const double s = 0.5 * (good + bad);
        if (leads_at(x, l, s))
            good = s;
        else
            bad = s;
    }
    return good;
}

// Sets the direction to (-1, slip), or to (0, 1) or (0, -1) if the approach is only rounding of the slip.
static void set_direction(carom_inverse *b, const double along[2]) {
    const bool slips = fabs(along[0]) * GRAZES < fabs(along[1]);
    b->direction[0] = slips ? 0.0 : -1.0;
    b->direction[1] = slips ? copysign(1.0, along[1]) : along[1] / fabs(along[0]);
}

static bool runs_on(const search *x, const carom_inverse *b, double far) {
    const double step = x->speed / hypot(b->direction[0], b->direction[1]);
    carom_result out;
    for (double s = 1e-3 * far; s <= far; s *= 10.0) {
        const double v[2] = {b->v[0] + s * step * b->direction[0], b->v[1] + s * step * b->direction[1]};
        if (!leads(x, v, &out)) return false;
    }
    return true;
}

// Finds the unbounded part of the family that begins at `limit`. This is all of it, or its last part if that is
// straight. *start is the direction in which this part begins.
static bool find_unbounded(const search *x, double limit, double end, carom_inverse *b, double *start) {
    line l;
    look k;
    carom_result out;
    if (!find_line(x, limit, end, &l, &k)) return false;
    *b = (carom_inverse){.mode = k.out.mode, .violations = k.out.violations, .family = true, .unbounded = true};
    const double s = begins(x, &l);
    set_direction(b, l.along);
    on_line(&l, s * x->speed, b->v);
    *start = s < 1e-8 || !(b->v[0] < 0.0) ? limit : b->v[1] / -b->v[0];
    const bool wide = s < l.far / WIDE;
    b->straight = wide && end_at(x, *start, end, b->v, &out) && runs_on(x, b, l.far);
    if (wide && !b->straight) { // the first direction may belong to another straight part
        on_line(&l, s * x->speed, b->v);
        b->straight = leads(x, b->v, &out) && runs_on(x, b, l.far);
    }
    if (!b->straight) {
        *start = limit;
        if (!end_at(x, limit, end, b->v, &out)) return false;
    }
    for (int i = 0; i < 2; i++) b->P[i] = out.P[i];
    return true;
}

static void give_unbounded(search *x, const carom_inverse *b) {
    if (*x->found_count < CAROM_MAX_INVERSES) x->found[(*x->found_count)++] = *b;
}

// Reports a range whose results all have the wanted direction: its unbounded parts, and the part between them.
static void give_family(search *x, range at) {
    double top = mid(at.from, at.to); // the result is largest here, so the speed is smallest
    const look a = look_at(x, at.from), b = look_at(x, at.to);
    const double size = look_at(x, top).size;
    if (a.size >= b.size && a.size >= size) top = at.from;
    if (b.size > a.size && b.size >= size) top = at.to;
    carom_inverse low, high;
    range rest = at;
    const bool below = find_unbounded(x, vanishes(&b) ? top : at.to, at.from, &low, &rest.from);
    const bool above = find_unbounded(x, vanishes(&a) ? top : at.from, at.to, &high, &rest.to);
    if (!below) rest.from = at.from;
    if (!above) rest.to = at.to;
    if (below) give_unbounded(x, &low);
    if (!same(rest.from, rest.to)) give_ends(x, rest);
    if (above) give_unbounded(x, &high);
}

static carom_status refusal(const carom_law *law, const carom_contact *contact, const carom_params *params) {
    carom_param refused;
    const carom_status valid = carom_contact_validate(contact);
    if (valid != CAROM_OK) return valid;
    if (contact->dim != 2) return CAROM_NOT_APPLICABLE;
    if (!(law->solves & CAROM_2D)) return CAROM_WRONG_DIM;
    if (!law->contact) return carom_lacks_code(law);
    const carom_status taken = carom_params_validate(law, params, 2, &refused);
    if (taken != CAROM_OK) return taken;
    if (contact->v[0] < -LEADS * hypot(contact->v[0], contact->v[1])) return CAROM_STILL_APPROACHES;
    const bool grows =
        carom_law_guarantees(law, 2, params) & CAROM_GUARANTEE_HOMOGENEOUS && !(params->rest_speed > 0.0);
    return grows && (contact->v[0] != 0.0 || contact->v[1] != 0.0) ? CAROM_OK : CAROM_NOT_APPLICABLE;
}

// Returns a power of two near sqrt(W_tt / W_nn), or 1 if the grid is fine enough without it. With ratios above 170 the
// wanted direction was missed between two points of the grid.
static double unit_of(const carom_contact *c) {
    const double ratio = sqrt(c->W[1][1]) / sqrt(c->W[0][0]);
    int power;
    if ((ratio > 1.0 / 32.0 && ratio < 32.0) || !(ratio > 0.0 && ratio < HUGE_VAL)) return 1.0;
    frexp(ratio * 0.70710678118654752, &power);
    return ldexp(1.0, power);
}

// Returns to the caller's units.
static void leave_units(const search *x, carom_inverse *b) {
    b->v[1] *= x->unit;
    if (b->direction[0] != 0.0) b->direction[1] *= x->unit;
}

carom_status carom_collide_inverse(const carom_law *law, const carom_contact *contact, const carom_params *params,
                                   carom_inverse found[CAROM_MAX_INVERSES], int *count) {
    if (!law || !contact || !params || !found || !count) return CAROM_NULL_POINTER;
    *count = 0;
    const carom_status status = refusal(law, contact, params);
    if (status != CAROM_OK) return status;
    carom_contact room;
    contact = carom_usable(contact, &room);
    const double unit = unit_of(contact);
    search x = {.law = law,
                .after = contact,
                .params = params,
                .unit = unit,
                .u = {fmax(0.0, contact->v[0]), contact->v[1] / unit},
                .pull = fmax(contact->W[0][0], contact->W[1][1] / unit / unit),
                .found = found,
                .found_count = count};
    x.speed = hypot(x.u[0], x.u[1]);
    for (int i = 0; i < 2; i++) x.wanted[i] = x.u[i] / x.speed;
    look_everywhere(&x);
    for (int i = 0; i < x.count; i++)
        if (is_family(&x, x.at[i]))
            give_family(&x, x.at[i]);
        else
            give_one(&x, x.at[i]);
    for (int i = 0; i < *count; i++) leave_units(&x, &found[i]);
    if (*count == 0) return CAROM_NO_SOLUTION;
    return *count > 1 || found[0].family ? CAROM_NOT_UNIQUE : CAROM_OK;
}
