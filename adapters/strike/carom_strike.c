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

// Returns v_n of a point; negative means approach. The normals of engines are unit vectors.
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

// Returns whether the point was apart one step ago. Engines move bodies with their velocities at detection, so the gap
// was gap - v_n dt. A tolerance of 10 % of this distance allows for rotation. A deeper point is pressed and has no
// impact.
static bool arrives(const carom_strike *s, int k, double v_n) {
    return s->gap[k] - 1.1 * v_n * s->dt >= 0;
}

static carom_params params_of(const carom_strike_rule *rule, const carom_strike *s) {
    carom_params params = rule->params;
    if (!rule->own) params.e = s->e, params.mu = s->mu;
    return params;
}

// Computes W, v and the directions at a point.
static carom_status contact_at(carom_strike *s, const double at[3], carom_contact *c, double frame[3][3]) {
    memcpy(s->pair.point, at, sizeof s->pair.point);
    memset(s->pair.tangent, 0, sizeof s->pair.tangent);
    if (s->dim == 2) s->pair.tangent[0][0] = s->pair.normal[1], s->pair.tangent[0][1] = -s->pair.normal[0];
    carom_status status = carom_pair_contact(&s->pair, c);
    if (status == CAROM_OK) status = carom_pair_frame(&s->pair, frame);
    for (int i = 0; status == CAROM_OK && i < 3; i++) c->v[i] += dot(frame[i], s->drift);
    return status;
}

// Computes one impact at one point with any law, as if nothing else touched.
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

// Solves one point of a sweep. The normal impulse gives v_n' = -e v_n and is never negative. Friction reduces the slip
// and is at most mu P_n. Returns how much the impulse changed.
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

// Applies Newton's law with Coulomb friction at every point of the face, by sweeps until the impulses converge.
// Single-contact laws do not define this case, and engines use e and mu of a face in this way. If the slip reverses,
// this can gain energy. All impulses are then multiplied by the factor at which no energy is gained.
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
    // dE = s work + s^2 (gain - work) is zero again at
    const double share = work / (work - gain);
    s->pair = before;
    for (int k = 0; k < s->points; k++) {
        const double P[3] = {share * face[k].P[0], share * face[k].P[1], share * face[k].P[2]};
        memcpy(s->pair.point, s->at[k], sizeof s->pair.point);
        carom_pair_apply(&s->pair, P, &s->pair);
    }
    return CAROM_OK;
}

// Returns the point with the fastest approach and its speed, or -1 if none approaches.
static int fastest(const carom_strike *s, double *speed) {
    int which = -1;
    *speed = 0;
    for (int k = 0; k < s->points; k++) {
        const double v = -normal_speed(s, k);
        if (v > *speed && counts(s, k)) *speed = v, which = k;
    }
    return which;
}

// Counts the points that approach faster than this.
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

// Returns whether a point approaches fast but does not touch in this step. Bullet would already bounce it, because its
// solver sees contacts 2 cm ahead.
static bool waits(const carom_strike_rule *rule, const carom_strike *s) {
    bool fast = false;
    for (int k = 0; k < s->points; k++) {
        if (counts(s, k)) return false;
        fast = fast || -normal_speed(s, k) > (rule->exact ? 0 : rule->speed);
    }
    return fast;
}

// Adds or removes half of the gravity of one step. Engines store velocities of the middle of a step and positions of
// its end; half a step of gravity brings both to the same time. Then v^2/2 + g y of a bounce with e = 1 is conserved to
// rounding, at any depth.
static void kick(carom_strike *s, double share) {
    for (int i = 0; i < 3; i++) {
        s->pair.a.velocity[i] += share * s->kick[0][i];
        s->pair.b.velocity[i] += share * s->kick[1][i];
    }
}

// Returns twice the approach speed that gravity adds in a step. A point that approaches more slowly, and was not apart
// a step ago, rests. If no energy is lost, nothing rests.
static double lying(const carom_strike_rule *rule, const carom_strike *s) {
    const carom_params params = params_of(rule, s);
    double kick[3];
    if (!(params.e < 1 || params.mu > 0)) return 0;
    for (int i = 0; i < 3; i++) kick[i] = s->kick[0][i] - s->kick[1][i];
    return 2 * fabs(dot(s->pair.normal, kick));
}

// Returns whether there is an impact, and its speed. With rule.exact, every approach is an impact unless the body
// rests. A resting body with repeated impacts, and hidden from the solver, would sink through the floor.
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
    // Several points approach at once, or the impact of one point makes another approach.
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
