#include "carom_strike.h"

#include <math.h>
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

// v_n of one point: negative approaches. Engines' normals are unit vectors.
static double normal_speed(const carom_strike *s, int k) {
    double a[3], b[3];
    velocity_at(&s->pair.a, s->at[k], a);
    velocity_at(&s->pair.b, s->at[k], b);
    for (int i = 0; i < 3; i++) a[i] -= b[i];
    return dot(s->pair.normal, a);
}

// It touches, or will before the engine looks again.
static bool counts(const carom_strike *s, int k) {
    return s->gap[k] + fmin(normal_speed(s, k), 0) * s->dt <= 0;
}

// A step ago it was apart: engines move bodies with the velocities they have when they look, so gap - v_n dt is where it
// was. A tenth of that way is let pass for bodies that turn. What was deeper is pressed, not struck.
static bool arrives(const carom_strike *s, int k, double v_n) {
    return s->gap[k] - 1.1 * v_n * s->dt >= 0;
}

static carom_params params_of(const carom_strike_rule *rule, const carom_strike *s) {
    carom_params params = rule->params;
    if (!rule->own) params.e = s->e, params.mu = s->mu;
    return params;
}

// W, v and the directions at a point.
static carom_status contact_at(carom_strike *s, const double at[3], carom_contact *c, double frame[3][3]) {
    memcpy(s->pair.point, at, sizeof s->pair.point);
    memset(s->pair.tangent, 0, sizeof s->pair.tangent);
    if (s->dim == 2) s->pair.tangent[0][0] = s->pair.normal[1], s->pair.tangent[0][1] = -s->pair.normal[0];
    carom_status status = carom_pair_contact(&s->pair, c);
    if (status == CAROM_OK) status = carom_pair_frame(&s->pair, frame);
    for (int i = 0; status == CAROM_OK && i < 3; i++) c->v[i] += dot(frame[i], s->drift);
    return status;
}

// One impact at one point: any law, as if nothing else touched.
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

// ---- a face: several points at once ----
typedef struct face_point {
    carom_contact c; // before the impact
    double P[3];
} face_point;

// One point of a sweep: the normal impulse to v_n' = -e v_n, never pulling; friction towards rest within mu P_n. How much
// the impulse changed.
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
    const double bound = params->mu * f->P[0];
    for (int i = 1; i < s->dim; i++)
        if (size > bound * bound) f->P[i] *= bound / sqrt(size);
    for (int i = 0; i < 3; i++) change[i] = f->P[i] - old[i], most = fmax(most, fabs(change[i]));
    return carom_pair_apply(&s->pair, change, &s->pair) == CAROM_OK ? most : 0;
}

// Newton's law with Coulomb's friction at every point of the face, swept until it stands. A law of one contact has no word
// for two, and what engines mean by e and mu at a face is this. It can gain energy where slip turns; all impulses are then
// drawn back alike, to where none is gained.
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
    // 1e-9: the faces of two boxes are there after some 60 sweeps; 200 are never left without a thousandth
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
    // dE = s work + s^2 (gain - work), nought again at
    const double share = work / (work - gain);
    s->pair = before;
    for (int k = 0; k < s->points; k++) {
        const double P[3] = {share * face[k].P[0], share * face[k].P[1], share * face[k].P[2]};
        memcpy(s->pair.point, s->at[k], sizeof s->pair.point);
        carom_pair_apply(&s->pair, P, &s->pair);
    }
    return CAROM_OK;
}

// The point that comes fastest, and how fast; -1 if none does.
static int fastest(const carom_strike *s, double *speed) {
    int which = -1;
    *speed = 0;
    for (int k = 0; k < s->points; k++) {
        const double v = -normal_speed(s, k);
        if (v > *speed && counts(s, k)) *speed = v, which = k;
    }
    return which;
}

// How many points come faster than this.
static int comers(const carom_strike *s, double speed) {
    int n = 0;
    for (int k = 0; k < s->points; k++) n += -normal_speed(s, k) > speed && counts(s, k);
    return n;
}

static bool parts(const carom_strike *s) {
    for (int k = 0; k < s->points; k++)
        if (!(normal_speed(s, k) > 0)) return false;
    return s->points > 0;
}

// It comes to strike, but not in this step. Bullet would bounce it already: its solver sees contacts 2 cm ahead.
static bool waits(const carom_strike_rule *rule, const carom_strike *s) {
    bool fast = false;
    for (int k = 0; k < s->points; k++) {
        if (counts(s, k)) return false;
        fast = fast || -normal_speed(s, k) > (rule->exact ? 0 : rule->speed);
    }
    return fast;
}

// Engines hold velocities of the middle of a step and places of its end. Half of what gravity adds in a step brings both
// to one moment, and is taken off again: then v^2/2 + g y of a bounce with e = 1 is kept to rounding, at any depth.
static void kick(carom_strike *s, double share) {
    for (int i = 0; i < 3; i++) {
        s->pair.a.velocity[i] += share * s->kick[0][i];
        s->pair.b.velocity[i] += share * s->kick[1][i];
    }
}

// What gravity does to the approach in a step, twice: what comes no faster, and was not apart a step ago, lies. Where no
// energy is lost nothing ever lies.
static double lying(const carom_strike_rule *rule, const carom_strike *s) {
    const carom_params params = params_of(rule, s);
    double kick[3];
    if (!(params.e < 1 || params.mu > 0)) return 0;
    for (int i = 0; i < 3; i++) kick[i] = s->kick[0][i] - s->kick[1][i];
    return 2 * fabs(dot(s->pair.normal, kick));
}

// An impact, and how fast it comes. Exact rules strike whatever approaches, but for what lies: struck again and again, and
// never pushed by the solver, it would sink through the floor.
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
    // Several come at once; or one did, and drove in another that rested.
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
