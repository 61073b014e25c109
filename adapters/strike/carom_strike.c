#include "carom_strike.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

carom_strike_rule carom_strike_default(const carom_law *law) {
    return (carom_strike_rule){.law = law, .params = carom_params_default(), .speed = 1};
}

void carom_strike_point(carom_strike *s, const double on_a[3], const double on_b[3], double gap) {
    if (s->points >= CAROM_STRIKE_POINTS) return;
    const double a = isinf(s->pair.b.mass) ? 1 : isinf(s->pair.a.mass) ? 0 : 0.5;
    for (int i = 0; i < 3; i++) s->at[s->points][i] = a * on_a[i] + (1 - a) * on_b[i];
    s->gap[s->points++] = gap;
}

carom_body carom_strike_planar(double mass, double inertia) {
    return (carom_body){.mass = mass, .inertia = {{HUGE_VAL, 0, 0}, {0, HUGE_VAL, 0}, {0, 0, inertia}}};
}

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void velocity_at(const carom_body *b, const double at[3], double v[3]) {
    const double r[3] = {at[0] - b->centre[0], at[1] - b->centre[1], at[2] - b->centre[2]}, *w = b->spin;
    v[0] = b->velocity[0] + w[1] * r[2] - w[2] * r[1];
    v[1] = b->velocity[1] + w[2] * r[0] - w[0] * r[2];
    v[2] = b->velocity[2] + w[0] * r[1] - w[1] * r[0];
}

// Returns v_n of point k; negative means approach. The normals of engines are unit vectors.
static double normal_speed(const carom_strike *s, int k) {
    double a[3], b[3];
    velocity_at(&s->pair.a, s->at[k], a);
    velocity_at(&s->pair.b, s->at[k], b);
    for (int i = 0; i < 3; i++) a[i] -= b[i];
    return dot(s->pair.normal, a);
}

// Returns whether the point touches, or will touch before the engine detects contacts again.
static bool counts(const carom_strike *s, int k) {
    return s->gap[k] + fmin(normal_speed(s, k), 0) * s->dt <= 0;
}

// Returns whether the point did not touch one step ago. Engines move bodies with the velocities that they have when
// contacts are detected, so the gap one step ago was gap - v_n dt. A tolerance of 10 % of v_n dt allows for rotation. A
// point with a deeper overlap is in lasting contact and has no impact.
static bool arrives(const carom_strike *s, int k, double v_n) {
    return s->gap[k] - 1.1 * v_n * s->dt >= 0;
}

static carom_params params_of(const carom_strike_rule *rule, const carom_strike *s) {
    carom_params params = rule->params;
    if (!rule->own) params.e = s->e, params.mu = s->mu;
    return params;
}

// Computes W and v at a point, and the directions n, t (t1, t2) as the rows of `frame`.
static carom_status contact_at(carom_strike *s, const double at[3], carom_contact *c, double frame[3][3]) {
    memcpy(s->pair.point, at, sizeof s->pair.point);
    memset(s->pair.tangent, 0, sizeof s->pair.tangent);
    if (s->dim == 2) s->pair.tangent[0][0] = s->pair.normal[1], s->pair.tangent[0][1] = -s->pair.normal[0];
    carom_status status = carom_pair_contact(&s->pair, c);
    if (status == CAROM_OK) status = carom_pair_frame(&s->pair, frame);
    for (int i = 0; status == CAROM_OK && i < 3; i++) c->v[i] += dot(frame[i], s->drift);
    return status;
}

// Computes one impact at one point with the law of the rule, as if the bodies touched only there.
static carom_status strike_at(const carom_strike_rule *rule, carom_strike *s, const double at[3]) {
    const carom_params params = params_of(rule, s);
    carom_contact c;
    carom_result out;
    double frame[3][3];
    carom_status status = contact_at(s, at, &c, frame);
    if (status != CAROM_OK) return status;
    if (s->dim == 2)
        c = (carom_contact){.dim = 2, .W = {{c.W[0][0], c.W[0][1]}, {c.W[1][0], c.W[1][1]}}, .v = {c.v[0], c.v[1]}};
    status = carom_collide(rule->law, &c, &params, &out);
    if (carom_status_classify(status) != CAROM_CLASS_OK) return status;
    const double P[3] = {out.P[0], out.P[1], s->dim == 2 ? 0 : out.P[2]};
    return carom_pair_apply(&s->pair, P, &s->pair);
}

// ---- faces: several points at once ----
typedef struct face_point {
    carom_contact c; // before the impact
    double P[3];
} face_point;

// Updates the impulse at one point of a face. The normal impulse gives v_n' = -e v_n and is never negative. Friction
// reduces the slip and is at most mu P_n. Returns the largest change of a component of the impulse.
static double relax(carom_strike *s, int k, const carom_params *params, face_point *f) {
    double frame[3][3], old[3], change[3], most = 0;
    carom_contact c;
    if (contact_at(s, s->at[k], &c, frame) != CAROM_OK) return 0;
    memcpy(old, f->P, sizeof old);
    f->P[0] = fmax(old[0] - (c.v[0] + params->e * fmin(f->c.v[0], 0)) / c.W[0][0], 0);
    double size = 0;
    for (int i = 1; i < s->dim; i++) {
        f->P[i] = old[i] - c.v[i] / c.W[i][i];
        size += f->P[i] * f->P[i];
    }
    const double bound = f->P[0] > 0 ? params->mu * f->P[0] : 0; // engines set mu = infinity against slip
    for (int i = 1; i < s->dim; i++)
        if (size > bound * bound) f->P[i] *= bound / sqrt(size);
    for (int i = 0; i < 3; i++) change[i] = f->P[i] - old[i], most = fmax(most, fabs(change[i]));
    return carom_pair_apply(&s->pair, change, &s->pair) == CAROM_OK ? most : 0;
}

// Solves Newton's restitution with Coulomb friction at every point of a face, by sweeps over the points until the
// impulses converge. Laws for one contact do not define this case, and engines use e and mu of a face in this way. If
// the slip reverses, the result can gain energy. All impulses are then multiplied by the factor for which dE = 0.
static carom_status strike_face(const carom_strike_rule *rule, carom_strike *s) {
    const carom_params params = params_of(rule, s);
    if (isnan(params.e) || isnan(params.mu)) return CAROM_COEFFICIENT_MISSING;
    face_point face[CAROM_STRIKE_POINTS] = {0};
    double frame[3][3], most = 1, largest = 0, work = 0, gain = 0;
    const carom_pair before = s->pair;
    for (int k = 0; k < s->points; k++) {
        const carom_status status = contact_at(s, s->at[k], &face[k].c, frame);
        if (status != CAROM_OK) return status;
    }
    // The faces of two boxes converge to 1e-9 in about 60 sweeps. After 200 sweeps the error is always below 1e-3.
    for (int sweep = 0; sweep < 200 && most > 1e-9 * largest; sweep++) {
        most = 0;
        for (int k = 0; k < s->points; k++)
            if (counts(s, k)) most = fmax(most, relax(s, k, &params, &face[k])), largest = fmax(largest, face[k].P[0]);
    }
    for (int k = 0; k < s->points; k++) {
        carom_contact after;
        contact_at(s, s->at[k], &after, frame);
        for (int i = 0; i < 3; i++)
            work += face[k].P[i] * face[k].c.v[i], gain += face[k].P[i] * (face[k].c.v[i] + after.v[i]) / 2;
    }
    if (!(gain > 0)) return CAROM_OK;
    // With all impulses multiplied by s, dE = s work + s^2 (gain - work). This is zero for the following s.
    const double share = work / (work - gain);
    s->pair = before;
    for (int k = 0; k < s->points; k++) {
        const double P[3] = {share * face[k].P[0], share * face[k].P[1], share * face[k].P[2]};
        memcpy(s->pair.point, s->at[k], sizeof s->pair.point);
        carom_pair_apply(&s->pair, P, &s->pair);
    }
    return CAROM_OK;
}

// Returns the index of the point that approaches fastest, or -1 if none approaches, and sets its speed.
static int fastest(const carom_strike *s, double *speed) {
    int which = -1;
    *speed = 0;
    for (int k = 0; k < s->points; k++) {
        const double v = -normal_speed(s, k);
        if (v > *speed && counts(s, k)) *speed = v, which = k;
    }
    return which;
}

// Returns the number of points that approach faster than `speed`.
static int comers(const carom_strike *s, double speed) {
    int n = 0;
    for (int k = 0; k < s->points; k++) n += -normal_speed(s, k) > speed && counts(s, k);
    return n;
}

// Returns whether all points separate.
static bool parts(const carom_strike *s) {
    for (int k = 0; k < s->points; k++)
        if (!(normal_speed(s, k) > 0)) return false;
    return s->points > 0;
}

// Returns whether a point approaches fast but no point touches in this step. Bullet would already resolve such a
// contact, because its solver acts on contacts up to 2 cm ahead.
static bool waits(const carom_strike_rule *rule, const carom_strike *s) {
    bool fast = false;
    for (int k = 0; k < s->points; k++) {
        if (counts(s, k)) return false;
        fast = fast || -normal_speed(s, k) > (rule->exact ? 0 : rule->speed);
    }
    return fast;
}

// Adds a share of the velocity `kick` that gravity causes in this step. Engines store velocities of the middle of a
// step and positions of its end; half a step of gravity brings both to the same time. Then v^2/2 + g y of a bounce with
// e = 1 is conserved to rounding, for any overlap.
static void kick(carom_strike *s, double share) {
    for (int i = 0; i < 3; i++) {
        s->pair.a.velocity[i] += share * s->kick[0][i];
        s->pair.b.velocity[i] += share * s->kick[1][i];
    }
}

// Returns twice the approach speed that gravity adds in a step. A point that approaches more slowly and touched one
// step ago counts as resting. Without loss of energy (e = 1, mu = 0) no point counts as resting, and 0 is returned.
static double lying(const carom_strike_rule *rule, const carom_strike *s) {
    const carom_params params = params_of(rule, s);
    double kick[3];
    if (!(params.e < 1 || params.mu > 0)) return 0;
    for (int i = 0; i < 3; i++) kick[i] = s->kick[0][i] - s->kick[1][i];
    return 2 * fabs(dot(s->pair.normal, kick));
}

// Returns whether there is an impact, and sets its approach speed. With rule.exact, every approach is an impact unless
// the body rests. A resting body must not have impacts: its contacts would be hidden from the solver in every step, and
// it would sink through the floor.
static bool strikes(const carom_strike_rule *rule, const carom_strike *s, double *approach) {
    const int first = fastest(s, approach);
    if (first < 0) return false;
    const bool arriving = arrives(s, first, -*approach);
    return rule->exact ? arriving || *approach > lying(rule, s) : arriving && *approach > rule->speed;
}

bool carom_strike_solve(const carom_strike_rule *rule, carom_strike *s) {
    double approach, left;
    const carom_pair before = s->pair;
    s->hide = (rule->exact && parts(s)) || waits(rule, s);
    if (!strikes(rule, s, &approach)) return false;
    kick(s, 0.5);
    const carom_pair start = s->pair;
    const int k = fastest(s, &approach);
    const bool alone = k >= 0 && comers(s, 1e-3 * approach) == 1;
    carom_status status = alone ? strike_at(rule, s, s->at[k]) : CAROM_OK;
    // Solve all points together if several approach at once, or if the impact at one point makes another approach.
    if (status == CAROM_OK && (!alone || (fastest(s, &left) >= 0 && left > 1e-6 * approach))) {
        s->pair = start;
        status = strike_face(rule, s);
    }
    if (status != CAROM_OK) {
        s->pair = before;
        return false;
    }
    kick(s, -0.5);
    s->hide = rule->exact;
    return true;
}

// ---- several pairs of one step ----
typedef struct carom_strike_mover {
    void *id;
    carom_body start, now; // before the first impact of this step, and after the impulses of all impacts
    carom_body given;      // passed to the engine: `now`, or a part of the change if a group would gain energy
    int touch;             // index of the last pair of this body, or -1
    int visit;             // number of the last search that found this body
    bool struck;           // an impact changed `now`
    bool changed;          // the body is in carom_strikes.changed
} carom_strike_mover;

typedef struct carom_strike_touch {
    carom_strike s;
    const carom_strike_rule *rule;
    int mover[2]; // indices of the bodies; -1 for a fixed body
    int next[2];  // the next pair of each body, or -1
    int visit;    // number of the last search that found this pair
    bool alone;   // solved as if its bodies touched nothing else
    bool grouped; // solved with other pairs; its impulses are in carom_strike_work
    bool queued;  // in the queue
    bool closed;  // solved after the others; it cannot join a group
} carom_strike_touch;

// The next three structs contain the data of a pair that only impacts use (carom_strike_work). They are stored in their
// own array, so that resting pairs need little memory traffic.
typedef struct group_row {                   // one direction of a point
    double d[3], turn[2][3];                 // relative velocity: d.(v_a - v_b) + turn_a.w_a - turn_b.w_b + bias
    double bias;                             // velocity of moving surfaces, plus half of `kick`
    double to_velocity[2][3], to_spin[2][3]; // changes of both bodies by a unit impulse
} group_row;

typedef struct group_point {
    carom_contact c; // before the impact
    group_row row[3];
    double P[3];
    bool active; // the point touched in some sweep. It then stays active, because otherwise sweeps may not converge
} group_point;

typedef struct carom_strike_work {
    group_point point[CAROM_STRIKE_POINTS];
    carom_params params; // the same for all points
    double change[2][6]; // change of velocity and spin of each body by an impact of this pair alone
} carom_strike_work;

void carom_strikes_begin(carom_strikes *all) {
    all->movers = all->touches = all->changes = all->first = all->waiting = all->visit = all->grouped = 0;
    all->visits = 0;
    all->speed = 0;
    for (int i = 0; i < all->slots; i++) all->slot[i] = -1;
}

void carom_strikes_free(carom_strikes *all) {
    free(all->mover);
    free(all->touch);
    free(all->work);
    free(all->slot);
    free(all->queue);
    free(all->changed);
    *all = (carom_strikes){0};
}

// Returns the slot of a body in the hash table, or the free slot where it belongs.
static int slot_of(const carom_strikes *all, const void *id) {
    const unsigned mask = (unsigned)all->slots - 1;
    unsigned at = (unsigned)(((uintptr_t)id >> 4) * 0x9E3779B97F4A7C15u >> 32) & mask;
    while (all->slot[at] >= 0 && all->mover[all->slot[at]].id != id) at = (at + 1) & mask;
    return (int)at;
}

static bool enlarge(void **memory, size_t count, size_t size) {
    void *larger = realloc(*memory, count * size);
    if (larger) *memory = larger;
    return larger != NULL;
}

// Allocates memory for one more pair and its two bodies. Returns false if memory runs out.
static bool make_room(carom_strikes *all) {
    if (all->touches == all->touch_room) {
        const int n = all->touch_room ? 2 * all->touch_room : 16;
        if (!enlarge((void **)&all->touch, (size_t)n, sizeof *all->touch)) return false;
        if (!enlarge((void **)&all->work, (size_t)n, sizeof *all->work)) return false;
        if (!enlarge((void **)&all->queue, (size_t)n, sizeof *all->queue)) return false;
        // The longer ring buffer `queue` starts again at index 0. It is empty between two calls, so no pair is lost.
        all->first = all->waiting = 0;
        all->touch_room = n;
    }
    if (all->movers + 2 > all->mover_room) {
        const int n = all->mover_room ? 2 * all->mover_room : 16;
        if (!enlarge((void **)&all->mover, (size_t)n, sizeof *all->mover)) return false;
        if (!enlarge((void **)&all->changed, (size_t)n, sizeof *all->changed)) return false;
        if (!enlarge((void **)&all->slot, 4 * (size_t)n, sizeof *all->slot)) return false;
        all->mover_room = n, all->slots = 4 * n;
        for (int i = 0; i < all->slots; i++) all->slot[i] = -1;
        for (int i = 0; i < all->movers; i++) all->slot[slot_of(all, all->mover[i].id)] = i;
    }
    return true;
}

// Returns the index of a body, and adds the body if it is new. Returns -1 for a fixed body.
static int mover_of(carom_strikes *all, void *id, const carom_body *b) {
    if (!id || isinf(b->mass)) return -1;
    const int slot = slot_of(all, id);
    if (all->slot[slot] < 0) {
        all->mover[all->movers] = (carom_strike_mover){.id = id, .start = *b, .now = *b, .given = *b, .touch = -1};
        all->slot[slot] = all->movers++;
    }
    return all->slot[slot];
}

typedef enum moment { START, NOW, GIVEN } moment;

static carom_body *side_of(carom_strike_touch *t, int side) {
    return side ? &t->s.pair.b : &t->s.pair.a;
}

// Copies the velocities of one moment into the pair, plus a share of the velocity that the engine adds in this step.
static void load(const carom_strikes *all, carom_strike_touch *t, moment when, double share) {
    for (int side = 0; side < 2; side++) {
        if (t->mover[side] < 0) continue;
        const carom_strike_mover *m = &all->mover[t->mover[side]];
        const carom_body *from = when == START ? &m->start : when == NOW ? &m->now : &m->given;
        carom_body *to = side_of(t, side);
        for (int i = 0; i < 3; i++)
            to->velocity[i] = from->velocity[i] + share * t->s.kick[side][i], to->spin[i] = from->spin[i];
    }
}

// Copies the velocities of the pair to `now` of its bodies, minus the share that `load` added.
static void store(carom_strikes *all, carom_strike_touch *t, double share) {
    for (int side = 0; side < 2; side++) {
        if (t->mover[side] < 0) continue;
        carom_strike_mover *m = &all->mover[t->mover[side]];
        const carom_body *from = side_of(t, side);
        for (int i = 0; i < 3; i++)
            m->now.velocity[i] = from->velocity[i] - share * t->s.kick[side][i], m->now.spin[i] = from->spin[i];
        m->struck = true;
    }
}

static void push(carom_strikes *all, int k) {
    if (all->touch[k].queued) return;
    all->touch[k].queued = true;
    all->queue[(all->first + all->waiting++) % all->touch_room] = k;
}

static int pop(carom_strikes *all) {
    const int k = all->queue[all->first];
    all->first = (all->first + 1) % all->touch_room, all->waiting--;
    all->touch[k].queued = false;
    return k;
}

// Returns whether the pair can join a group. A group needs e and mu.
static bool can_join(const carom_strike_touch *t) {
    const carom_params params = params_of(t->rule, &t->s);
    return !t->closed && !isnan(params.e) && !isnan(params.mu);
}

// Returns whether the pair still approaches with the present velocities. The limits are 0.1 % of the fastest impact of
// this step and, without rule.exact, 10 % of rule.speed. The engine handles slower approaches.
static bool presses(const carom_strikes *all, carom_strike_touch *t) {
    double approach;
    load(all, t, NOW, 0.5);
    if (fastest(&t->s, &approach) < 0) return false;
    return approach > fmax(1e-3 * all->speed, t->rule->exact ? 0 : 0.1 * t->rule->speed);
}

static void cross(const double a[3], const double b[3], double c[3]) {
    c[0] = a[1] * b[2] - a[2] * b[1], c[1] = a[2] * b[0] - a[0] * b[2], c[2] = a[0] * b[1] - a[1] * b[0];
}

// Computes the group_row of each direction in `frame` at a point.
static carom_status rows_of(const carom_strike *s, const double frame[3][3], group_point *f) {
    carom_pair still = s->pair, pushed;
    memset(still.a.velocity, 0, sizeof still.a.velocity), memset(still.a.spin, 0, sizeof still.a.spin);
    memset(still.b.velocity, 0, sizeof still.b.velocity), memset(still.b.spin, 0, sizeof still.b.spin);
    for (int i = 0; i < s->dim; i++) {
        group_row *r = &f->row[i];
        memcpy(r->d, frame[i], sizeof r->d);
        r->bias = dot(r->d, s->drift) + (dot(r->d, s->kick[0]) - dot(r->d, s->kick[1])) / 2;
        const carom_status status = carom_pair_apply(&still, (const double[3]){i == 0, i == 1, i == 2}, &pushed);
        if (status != CAROM_OK) return status;
        for (int side = 0; side < 2; side++) {
            const carom_body *b = side ? &pushed.b : &pushed.a;
            double arm[3];
            for (int j = 0; j < 3; j++) arm[j] = still.point[j] - b->centre[j];
            cross(arm, r->d, r->turn[side]);
            memcpy(r->to_velocity[side], b->velocity, sizeof b->velocity);
            memcpy(r->to_spin[side], b->spin, sizeof b->spin);
        }
    }
    return CAROM_OK;
}

// Returns the coefficients of a pair in a group. A pair that was too slow for an impact has e = 0. All points of a face
// have the same e; otherwise a face that approaches at about rule.speed would begin to spin.
static carom_params params_in_group(const carom_strike_touch *t, const carom_strike_work *w) {
    carom_params params = params_of(t->rule, &t->s);
    double approach = 0;
    for (int k = 0; k < t->s.points; k++) approach = fmax(approach, -w->point[k].c.v[0]);
    if (!t->rule->exact && approach <= t->rule->speed) params.e = 0;
    return params;
}

// Makes a pair part of a group. If the pair was solved alone, that change of velocities is undone. Returns false if the
// pair cannot be part of a group.
static bool join(carom_strikes *all, int k) {
    carom_strike_touch *t = &all->touch[k];
    carom_strike_work *w = &all->work[k];
    double frame[3][3];
    if (t->grouped) return true;
    if (!can_join(t)) return false;
    load(all, t, START, 0.5);
    memset(w->point, 0, sizeof w->point);
    for (int i = 0; i < t->s.points; i++) {
        if (contact_at(&t->s, t->s.at[i], &w->point[i].c, frame) != CAROM_OK) return false;
        if (rows_of(&t->s, frame, &w->point[i]) != CAROM_OK) return false;
    }
    w->params = params_in_group(t, w);
    for (int side = 0; side < 2; side++) {
        if (t->mover[side] < 0) continue;
        carom_strike_mover *m = &all->mover[t->mover[side]];
        m->struck = true;
        for (int i = 0; t->alone && i < 3; i++)
            m->now.velocity[i] -= w->change[side][i], m->now.spin[i] -= w->change[side][3 + i];
    }
    t->alone = false;
    all->grouped++;
    return t->grouped = true;
}

// Pointers to the present velocity and spin of each body of a pair.
typedef struct moving {
    double *v[2], *w[2];
} moving;

static moving moving_of(carom_strikes *all, carom_strike_touch *t) {
    moving m;
    for (int side = 0; side < 2; side++) {
        carom_body *b = t->mover[side] < 0 ? side_of(t, side) : &all->mover[t->mover[side]].now;
        m.v[side] = b->velocity, m.w[side] = b->spin;
    }
    return m;
}

static double row_speed(const group_row *r, const moving *m) {
    return dot(r->d, m->v[0]) - dot(r->d, m->v[1]) + dot(r->turn[0], m->w[0]) - dot(r->turn[1], m->w[1]) + r->bias;
}

// Updates the impulse at one point of a group, as `relax` does for a face. Returns the largest change of the velocity
// at this point, m/s.
static double relax_point(int dim, const carom_params *params, const moving *m, double normal_now, group_point *f) {
    double old[3], size = 0, most = 0;
    memcpy(old, f->P, sizeof old);
    f->P[0] = fmax(old[0] - (normal_now + params->e * fmin(f->c.v[0], 0)) / f->c.W[0][0], 0);
    for (int i = 1; i < dim; i++) {
        const double slip = row_speed(&f->row[i], m) + f->c.W[i][0] * (f->P[0] - old[0]);
        f->P[i] = old[i] - slip / f->c.W[i][i];
        size += f->P[i] * f->P[i];
    }
    const double bound = f->P[0] > 0 ? params->mu * f->P[0] : 0; // engines set mu = infinity against slip
    for (int i = 1; i < dim; i++)
        if (size > bound * bound) f->P[i] *= bound / sqrt(size);
    for (int i = 0; i < dim; i++) {
        const group_row *r = &f->row[i];
        const double change = f->P[i] - old[i];
        most = fmax(most, fabs(change) * f->c.W[i][i]);
        for (int side = 0; side < 2; side++)
            for (int j = 0; j < 3; j++)
                m->v[side][j] += change * r->to_velocity[side][j], m->w[side][j] += change * r->to_spin[side][j];
    }
    return most;
}

// Solves the points of a pair, while the impulses of all other pairs stay the same. With a single sweep over the
// points, the faces of a stack would spin a little, until very many visits later. Returns the largest change of a
// velocity, m/s.
static double relax_pair(carom_strikes *all, int which) {
    carom_strike_touch *t = &all->touch[which];
    carom_strike_work *w = &all->work[which];
    const moving m = moving_of(all, t);
    double most = 0, change = HUGE_VAL;
    for (int sweep = 0; sweep < (t->s.points > 1 ? 60 : 1) && change > fmax(1e-8 * all->speed, 1e-3 * most); sweep++) {
        change = 0;
        for (int k = 0; k < t->s.points; k++) {
            group_point *f = &w->point[k];
            const double v_n = row_speed(&f->row[0], &m);
            f->active = f->active || t->s.gap[k] + fmin(v_n, 0) * t->s.dt <= 0;
            if (f->active) change = fmax(change, relax_point(t->s.dim, &w->params, &m, v_n, f));
        }
        most = fmax(most, change);
    }
    return most;
}

// Solves the pairs in the queue, and those that they affect, until the velocities hardly change.
static void settle(carom_strikes *all) {
    // Small groups have more visits and smaller tolerances. Up to 8 pairs are solved to rounding errors, so that
    // bounces with e = 1 conserve energy.
    const long most = all->visits + (all->grouped <= 32 ? 1500 : 500);
    for (; all->waiting > 0 && all->visits < most; all->visits++) {
        const int which = pop(all);
        const carom_strike_touch *t = &all->touch[which];
        if (!(relax_pair(all, which) > (all->grouped <= 8 ? 1e-13 : all->grouped <= 32 ? 1e-6 : 1e-4) * all->speed))
            continue;
        for (int side = 0; side < 2; side++)
            for (int k = t->mover[side] < 0 ? -1 : all->mover[t->mover[side]].touch, next; k >= 0; k = next) {
                carom_strike_touch *near = &all->touch[k];
                next = near->next[near->mover[1] == t->mover[side]];
                if (near->alone || near->grouped || presses(all, near))
                    if (join(all, k)) push(all, k);
            }
    }
    while (all->waiting > 0) pop(all);
}

// Adds a body to the list of changed bodies.
static void mark(carom_strikes *all, int m) {
    if (m < 0 || all->mover[m].changed) return;
    all->mover[m].changed = true;
    all->changed[all->changes++] = m;
}

// Finds the pairs in the group of pair k. Writes their indices to the array `queue` and returns their number.
static int group_of(carom_strikes *all, int k) {
    int found = 0;
    all->visit++;
    all->queue[found++] = k;
    all->touch[k].visit = all->visit;
    for (int i = 0; i < found; i++)
        for (int side = 0; side < 2; side++) {
            const int m = all->touch[all->queue[i]].mover[side];
            if (m < 0 || all->mover[m].visit == all->visit) continue;
            all->mover[m].visit = all->visit;
            for (int j = all->mover[m].touch; j >= 0; j = all->touch[j].next[all->touch[j].mover[1] == m]) {
                if (!all->touch[j].grouped || all->touch[j].visit == all->visit) continue;
                all->touch[j].visit = all->visit;
                all->queue[found++] = j;
            }
        }
    return found;
}

// Sets `given` of all bodies of a group to their motion after the impact. If the group would gain energy, all impulses
// are multiplied by the factor for which dE = 0, as for a face.
static void give_group(carom_strikes *all, int k) {
    const int pairs = group_of(all, k);
    double work = 0, gain = 0;
    for (int i = 0; i < pairs; i++) {
        carom_strike_touch *t = &all->touch[all->queue[i]];
        const moving m = moving_of(all, t);
        for (int p = 0; p < t->s.points; p++) {
            const group_point *f = &all->work[all->queue[i]].point[p];
            for (int j = 0; j < t->s.dim; j++) {
                const double v = f->c.v[j];
                work += f->P[j] * v, gain += f->P[j] * (v + row_speed(&f->row[j], &m)) / 2;
            }
        }
    }
    const double share = gain > 0 ? work / (work - gain) : 1;
    for (int i = 0; i < pairs; i++)
        for (int side = 0; side < 2; side++) {
            const int n = all->touch[all->queue[i]].mover[side];
            if (n < 0) continue;
            carom_strike_mover *m = &all->mover[n];
            for (int j = 0; j < 3; j++) {
                m->given.velocity[j] = m->start.velocity[j] + share * (m->now.velocity[j] - m->start.velocity[j]);
                m->given.spin[j] = m->start.spin[j] + share * (m->now.spin[j] - m->start.spin[j]);
            }
            mark(all, n);
        }
}

// Solves a pair as if its bodies touched nothing else. Returns false if the law has no result.
static bool strike_alone(carom_strikes *all, int k) {
    carom_strike_touch *t = &all->touch[k];
    load(all, t, START, 0);
    if (!carom_strike_solve(t->rule, &t->s)) return false;
    store(all, t, 0);
    t->alone = true;
    for (int side = 0; side < 2; side++) {
        if (t->mover[side] < 0) continue;
        carom_strike_mover *m = &all->mover[t->mover[side]];
        for (int i = 0; i < 3; i++) {
            all->work[k].change[side][i] = m->now.velocity[i] - m->start.velocity[i];
            all->work[k].change[side][3 + i] = m->now.spin[i] - m->start.spin[i];
        }
        m->given = m->now;
        mark(all, t->mover[side]);
    }
    return true;
}

// Returns whether an impact of pair k makes another pair of its bodies approach.
static bool disturbs(carom_strikes *all, int k) {
    for (int side = 0; side < 2; side++) {
        const int m = all->touch[k].mover[side];
        for (int j = m < 0 ? -1 : all->mover[m].touch; j >= 0; j = all->touch[j].next[all->touch[j].mover[1] == m])
            if (j != k && can_join(&all->touch[j]) && presses(all, &all->touch[j])) return true;
    }
    return false;
}

// Solves a pair after the others, with the present velocities. Returns false if there is no impact.
static bool strike_late(carom_strikes *all, carom_strike_touch *t) {
    load(all, t, GIVEN, 0);
    const carom_pair before = t->s.pair;
    if (!carom_strike_solve(t->rule, &t->s)) return false;
    for (int side = 0; side < 2; side++) {
        if (t->mover[side] < 0) continue;
        carom_strike_mover *m = &all->mover[t->mover[side]];
        const carom_body *old = side ? &before.b : &before.a, *new = side_of(t, side);
        for (int i = 0; i < 3; i++) {
            m->now.velocity[i] += new->velocity[i] - old->velocity[i], m->now.spin[i] += new->spin[i] - old->spin[i];
            m->given.velocity[i] = new->velocity[i], m->given.spin[i] = new->spin[i];
        }
        m->struck = true;
        mark(all, t->mover[side]);
    }
    return t->closed = true;
}

static bool struck(const carom_strikes *all, int m) {
    return m >= 0 && all->mover[m].struck;
}

// Solves the new pair k and its group. Returns whether velocities changed.
static bool include(carom_strikes *all, int k) {
    carom_strike_touch *t = &all->touch[k];
    double approach = 0;
    if (all->visits > 2000 && all->grouped > 32) return strike_late(all, t);
    load(all, t, START, 0);
    const bool strike = strikes(t->rule, &t->s, &approach);
    const bool near = struck(all, t->mover[0]) || struck(all, t->mover[1]);
    if (strike) all->speed = fmax(all->speed, approach);
    if (!strike && !(near && presses(all, t))) return false;
    if (!near) {
        if (!strike_alone(all, k)) return false;
        if (!disturbs(all, k)) return true;
    }
    if (!join(all, k)) return t->alone;
    push(all, k);
    // Pairs of these bodies that were solved alone are solved again, together with the new pair.
    for (int side = 0; side < 2; side++) {
        const int m = t->mover[side];
        for (int j = m < 0 ? -1 : all->mover[m].touch; j >= 0; j = all->touch[j].next[all->touch[j].mover[1] == m])
            if (all->touch[j].alone && join(all, j)) push(all, j);
    }
    settle(all);
    give_group(all, k);
    return true;
}

bool carom_strikes_add(carom_strikes *all, const carom_strike_rule *rule, carom_strike *s, void *a, void *b) {
    if (!make_room(all)) return false;
    const int k = all->touches++;
    carom_strike_touch *t = &all->touch[k];
    t->s = *s, t->rule = rule; // carom_strike_work, which is larger, is set when it is used
    t->alone = t->grouped = t->queued = t->closed = false, t->visit = 0;
    for (int side = 0; side < 2; side++) {
        const int m = t->mover[side] = mover_of(all, side ? b : a, side ? &s->pair.b : &s->pair.a);
        t->next[side] = m < 0 ? -1 : all->mover[m].touch;
        if (m >= 0) all->mover[m].touch = k;
    }
    load(all, t, GIVEN, 0);
    s->hide = (rule->exact && parts(&t->s)) || waits(rule, &t->s);
    const bool changed = include(all, k);
    if (changed && (all->touch[k].alone || all->touch[k].grouped || all->touch[k].closed)) s->hide = rule->exact;
    return changed;
}

void *carom_strikes_next(carom_strikes *all, carom_body **now) {
    if (all->changes == 0) return NULL;
    carom_strike_mover *m = &all->mover[all->changed[--all->changes]];
    m->changed = false;
    *now = &m->given;
    return m->id;
}
