// Resolves several simultaneous contacts by the rule of the scene.
#include "motion/impact.h"

#include "carom/law.h"
#include "carom/systems.h"

#include <math.h>
#include <string.h>

#include "base/vec.h"
#include "systems/arena.h"

// Largest number of hits in a sequence that does not end. With e < 1, the approach speed falls below `cut` much
// earlier.
enum { MOST_HITS = 1000 };

// Largest number of hits in one step of a stepped phase. The rest of such a sequence is left to the next step. With
// 1000, a rod that lies on a floor in 3D takes 3 s of computation for 5 s of motion.
enum { MOST_STEPPED = 50 };

// Orders that are less probable than this do not branch further; the fastest contact is then always the next. With
// 1e-3, a cube that lands flat with e = 0 takes 8 ms. With 1e-2 the speed after the impact is wrong by 9 %. With 1e-4
// the speed changes by 0.4 %, and the computation takes 14 ms.
static const double LEAST_PROBABILITY = 1e-3;

static carom_motion_hit *next_hit(carom_bounce *b) {
    if (b->plastic_step > 0.0) {
        b->hits++;
        return b->hit;
    }
    return b->hits < b->room ? &b->hit[b->hits++] : NULL;
}

// Returns the contact that approaches fastest; -1 if none is faster than `cut`. At equal speeds it is the first, and
// `tie` becomes true.
static int fastest(const carom_bounce *b, const carom_motion_state *state, bool *tie) {
    int best = -1;
    double most = b->cut;
    for (int i = 0; i < b->list->count; i++) {
        const double approach = -carom_site_rate(&b->list->site[i], state) - carom_site_slack(b, i);
        if (!(approach > b->cut)) continue;
        if (best >= 0 && fabs(approach - most) <= 1e-12 * most) {
            *tie = true;
            continue;
        }
        if (!(approach > most)) continue;
        most = approach;
        best = i;
        *tie = false;
    }
    return best;
}

carom_status carom_bounce_fastest(carom_bounce *b) {
    const bool stepped = b->plastic_step > 0.0;
    carom_motion_state state = b->pose.state;
    b->orders = 1;
    for (int i = 0; i < (stepped ? MOST_STEPPED : MOST_HITS); i++) {
        bool tie = false;
        const int site = fastest(b, &state, &tie);
        if (site < 0) {
            b->pose.state = state;
            return CAROM_OK;
        }
        carom_motion_hit *hit = next_hit(b);
        if (!hit) return CAROM_TRUNCATED;
        b->tie = b->tie || tie;
        const carom_status status = carom_hit_resolve(b, site, &state, hit);
        if (status != CAROM_OK) return status;
    }
    b->pose.state = state;
    return stepped ? CAROM_OK : CAROM_NOT_CONVERGED;
}

static carom_status resolve_single(carom_bounce *b) {
    carom_motion_hit *hit = next_hit(b);
    b->orders = 1;
    return hit ? carom_hit_resolve(b, 0, &b->pose.state, hit) : CAROM_TRUNCATED;
}

// Returns whether every approach is slower than rest_speed, so that no contact has restitution.
static bool is_slow(const carom_bounce *b, const carom_motion_state *state) {
    for (int i = 0; i < b->list->count; i++)
        if (!(-carom_site_rate(&b->list->site[i], state) < b->rest_speed)) return false;
    return true;
}

// Notes the fastest bounce that slow contacts would have.
static void note_slow(carom_bounce *b) {
    for (int i = 0; i < b->list->count; i++) {
        const carom_site *site = &b->list->site[i];
        const double e = carom_law_restitution(b->law, carom_plane_params(b->scene, site->plane));
        const double bounce = -e * carom_site_rate(site, &b->pose.state);
        if (!(bounce > b->slow_speed)) continue;
        b->slow_speed = bounce;
        b->slow_e = e;
        b->slow_site = i;
    }
}

// Data for the mean over all orders.

typedef struct {
    carom_bounce *b;
    double velocity[3], spin[3], impulse[CAROM_MAX_TOUCHING][3];
    unsigned broken;
} mean;

static carom_status mean_hit(mean *m, int site, double probability, carom_motion_state *state) {
    carom_motion_hit hit;
    const carom_status status = carom_hit_resolve(m->b, site, state, &hit);
    if (status != CAROM_OK) return status;
    carom_add3(m->impulse[site], probability, hit.impulse);
    m->broken |= hit.outcome.violations;
    return CAROM_OK;
}

static int approaching(const carom_bounce *b, const carom_motion_state *state, int *site) {
    int count = 0;
    for (int i = 0; i < b->list->count; i++)
        if (-carom_site_rate(&b->list->site[i], state) > b->cut) site[count++] = i;
    return count;
}

static void mean_add(mean *m, const carom_motion_state *end, double probability) {
    carom_add3(m->velocity, probability, end->velocity);
    carom_add3(m->spin, probability, end->spin);
    m->b->orders++;
}

// Ends an order in which all contacts approach slowly.
static carom_status mean_end(mean *m, carom_motion_state state, double probability) {
    double impulse[CAROM_MAX_TOUCHING][3];
    const carom_status status = carom_plastic_solve(m->b, &state, impulse);
    if (status != CAROM_OK) return status;
    for (int i = 0; i < m->b->list->count; i++) carom_add3(m->impulse[i], probability, impulse[i]);
    mean_add(m, &state, probability);
    return CAROM_OK;
}

// Follows all orders from this state. Each level of the recursion at least halves the probability, so it is not deep.
static carom_status mean_follow(mean *m, carom_motion_state state, double probability) {
    int site[CAROM_MAX_TOUCHING];
    carom_status status = CAROM_OK;
    for (int i = 0; i < MOST_HITS && status == CAROM_OK; i++) {
        const int count = approaching(m->b, &state, site);
        if (count == 0) {
            mean_add(m, &state, probability);
            return CAROM_OK;
        }
        if (count > 1 && is_slow(m->b, &state)) return mean_end(m, state, probability);
        if (count > 1 && probability >= LEAST_PROBABILITY) {
            for (int j = 0; j < count && status == CAROM_OK; j++) {
                carom_motion_state branch = state;
                status = mean_hit(m, site[j], probability / count, &branch);
                if (status == CAROM_OK) status = mean_follow(m, branch, probability / count);
            }
            return status;
        }
        bool tie;
        status = mean_hit(m, fastest(m->b, &state, &tie), probability, &state);
    }
    return status == CAROM_OK ? CAROM_NOT_CONVERGED : status;
}

// Fills a hit. The equation v' = v + W P is linear, so the mean impulses give the mean velocities. The sum of P.(v +
// v')/2 is the lost energy.
static void fill_hit(carom_bounce *b, int site, const double impulse[3], const carom_motion_state *after,
                     carom_motion_hit *hit) {
    const carom_site *at = &b->list->site[site];
    const carom_motion_state *before = &b->pose.state;
    double frame[3][3], turning[2][3];
    *hit = (carom_motion_hit){.plane = at->plane, .feature = at->feature, .contact = {.dim = b->scene->dim}};
    carom_site_frame(b->scene, at, frame);
    carom_cross(before->spin, at->arm, turning[0]);
    carom_cross(after->spin, at->arm, turning[1]);
    hit->outcome.coefficient = CAROM_PARAM_NONE;
    for (int k = 0; k < b->scene->dim; k++) {
        hit->contact.v[k] = carom_dot3(frame[k], before->velocity) + carom_dot3(frame[k], turning[0]);
        hit->outcome.v[k] = carom_dot3(frame[k], after->velocity) + carom_dot3(frame[k], turning[1]);
        hit->outcome.P[k] = carom_dot3(frame[k], impulse);
        hit->outcome.dE += 0.5 * hit->outcome.P[k] * (hit->contact.v[k] + hit->outcome.v[k]);
    }
    for (int i = 0; i < 3; i++) {
        hit->point[i] = before->centre[i] + at->arm[i];
        hit->impulse[i] = impulse[i];
    }
}

// Appends a hit for each impulse.
static carom_status fill_hits(carom_bounce *b, const double impulse[][3], const carom_motion_state *after,
                              unsigned violations) {
    for (int i = 0; i < b->list->count; i++) {
        if (carom_zero3(impulse[i])) continue;
        carom_motion_hit *hit = next_hit(b);
        if (!hit) return CAROM_TRUNCATED;
        fill_hit(b, i, impulse[i], after, hit);
        hit->outcome.violations = violations;
    }
    return CAROM_OK;
}

// The number of orders grows with the factorial of the contacts, so those that support the body best represent the
// others, which follow in an impact of their own.
static carom_status resolve_mean(carom_bounce *b) {
    const carom_touching *all = b->list;
    carom_touching few = *all;
    mean m = {.b = b};
    carom_touching_reduce(&few, CAROM_MEAN_TOUCHING, b->cut);
    b->list = &few;
    carom_status status = mean_follow(&m, b->pose.state, 1.0);
    carom_motion_state after = b->pose.state;
    memcpy(after.velocity, m.velocity, sizeof m.velocity);
    memcpy(after.spin, m.spin, sizeof m.spin);
    if (status == CAROM_OK) status = fill_hits(b, (const double(*)[3])m.impulse, &after, m.broken);
    if (status == CAROM_OK) b->pose.state = after;
    b->list = all;
    return status;
}

carom_status carom_bounce_plastic(carom_bounce *b) {
    double impulse[CAROM_MAX_TOUCHING][3];
    carom_motion_state after = b->pose.state;
    carom_status status = carom_plastic_solve(b, &after, impulse);
    b->hits = 0;
    b->orders = 1;
    if (status != CAROM_OK) return status;
    if (b->plastic_step == 0.0) status = fill_hits(b, (const double(*)[3])impulse, &after, 0u);
    for (int i = 0; b->plastic_step > 0.0 && i < b->list->count; i++) b->hits += !carom_zero3(impulse[i]);
    if (status == CAROM_OK) b->pose.state = after;
    return status;
}

// Resolve all contacts at once, by the method of the scene.

typedef struct {
    carom_system system;
    carom_system_params params;
    double *W, *v, *row; // row: direction and r x d in body axes, 6 numbers each
    carom_params *contact;
    void *memory;
    size_t bytes;
} system_memory;

static void carve(system_memory *m, int nc, int dim, carom_arena *arena) {
    const size_t n = (size_t)(nc * dim);
    m->W = CAROM_TAKE(arena, n * n, double);
    m->v = CAROM_TAKE(arena, n, double);
    m->row = CAROM_TAKE(arena, 6 * n, double);
    m->contact = CAROM_TAKE(arena, nc, carom_params);
    m->system = (carom_system){.nc = nc, .dim = dim, .W = m->W, .v = m->v};
    m->params = carom_system_params_default(m->contact);
}

size_t carom_bounce_memory(const carom_motion_scene *scene) {
    if (scene->several != CAROM_MOTION_RULE_METHOD || !scene->method) return 0;
    const double zero[1] = {0.0};
    const carom_params nothing = carom_params_default();
    size_t most = 0;
    for (int nc = 2; nc <= CAROM_METHOD_TOUCHING; nc++) {
        carom_arena arena = carom_arena_over(NULL, 0);
        system_memory m;
        carve(&m, nc, scene->dim, &arena);
        m.system.W = m.system.v = zero; // only the sizes are read
        m.params.contacts = &nothing;
        m.params.single = scene->law;
        const size_t own = carom_arena_bytes(&arena),
                     method = carom_system_memory_size(scene->method, &m.system, &m.params);
        if (own + method > most) most = own + method;
    }
    return most;
}

// Computes v = J u and W = J M^-1 J^T of all contacts.
static void fill_system(const carom_bounce *b, system_memory *m) {
    const carom_motion_scene *scene = b->scene;
    const int dim = scene->dim, n = dim * m->system.nc;
    for (int i = 0; i < m->system.nc; i++) {
        const carom_site *site = &b->list->site[i];
        double frame[3][3], turning[3], moment[3];
        carom_site_frame(scene, site, frame);
        carom_cross(b->pose.state.spin, site->arm, turning);
        for (int k = 0; k < dim; k++) {
            double *row = m->row + 6 * (dim * i + k);
            carom_cross(site->arm, frame[k], moment);
            memcpy(row, frame[k], sizeof frame[k]);
            carom_to_body(&b->pose.axes, moment, row + 3);
            m->v[dim * i + k] = carom_dot3(frame[k], b->pose.state.velocity) + carom_dot3(frame[k], turning);
        }
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            const double *x = m->row + 6 * i, *y = m->row + 6 * j;
            double sum = carom_dot3(x, y) / scene->mass;
            for (int k = dim == 2 ? 2 : 0; k < 3; k++) sum += x[3 + k] * y[3 + k] / scene->inertia[k];
            m->W[n * i + j] = sum;
        }
}

// Converts e and mu of the law at this contact to e_n, e_t = 0 and mu of the method.
static carom_status method_params(carom_bounce *b, const system_memory *m, int site, carom_params *out) {
    const int dim = b->scene->dim, n = dim * m->system.nc;
    const carom_law *law = b->scene->law;
    const carom_params *given = carom_plane_params(b->scene, b->list->site[site].plane);
    carom_contact contact = {.dim = dim};
    carom_params now = *given, at;
    for (int i = 0; i < dim; i++) {
        contact.v[i] = m->v[dim * site + i];
        for (int j = 0; j < dim; j++) contact.W[i][j] = m->W[n * (dim * site + i) + dim * site + j];
    }
    now.rest_speed = 0.0;
    const carom_status status = carom_params_at_impact(law, &contact, &now, &at);
    if (carom_status_classify(status) != CAROM_CLASS_OK) return status;
    const double e = carom_law_restitution(law, &at), approach = -contact.v[0];
    const bool slow = approach < b->rest_speed;
    if (slow && e * approach > b->slow_speed) {
        b->slow_speed = e * approach;
        b->slow_e = e;
        b->slow_site = site;
    }
    *out = carom_params_default();
    out->e = slow ? 0.0 : e;
    out->e_t = out->nu = 0.0;
    out->mu = carom_law_reads(law) & CAROM_PARAM_BIT(mu) ? at.mu : 0.0;
    out->restitution = at.restitution;
    return CAROM_OK;
}

// Computes velocity and spin after the impulses P.
static void apply(const carom_bounce *b, const system_memory *m, const double *P, carom_motion_state *after) {
    const carom_motion_scene *scene = b->scene;
    double momentum[3] = {0.0, 0.0, 0.0}, moment[3] = {0.0, 0.0, 0.0}, spin[3];
    for (int i = 0; i < scene->dim * m->system.nc; i++) {
        carom_add3(momentum, P[i], m->row + 6 * i);
        carom_add3(moment, P[i], m->row + 6 * i + 3);
    }
    for (int k = 0; k < 3; k++) moment[k] = scene->dim == 2 && k < 2 ? 0.0 : moment[k] / scene->inertia[k];
    carom_to_world(&b->pose.axes, moment, spin);
    carom_add3(after->velocity, 1.0 / scene->mass, momentum);
    carom_add3(after->spin, 1.0, spin);
}

static carom_status resolve_method(carom_bounce *b) {
    const int dim = b->scene->dim, nc = b->list->count;
    if (nc > CAROM_METHOD_TOUCHING) return CAROM_BAD_COUNT;
    carom_arena arena = carom_arena_over(b->memory, b->bytes);
    system_memory m;
    carom_system_result out;
    carve(&m, nc, dim, &arena);
    if (carom_arena_short(&arena)) return CAROM_SMALL_MEMORY;
    fill_system(b, &m);
    m.params.single = b->scene->law;
    for (int i = 0; i < nc; i++) {
        const carom_status status = method_params(b, &m, i, &m.contact[i]);
        if (status != CAROM_OK) return status;
    }
    const carom_status status = carom_system_solve(b->scene->method, &m.system, &m.params,
                                                   (char *)b->memory + arena.used, b->bytes - arena.used, &out);
    if (carom_status_classify(status) != CAROM_CLASS_OK) return status;
    carom_motion_state after = b->pose.state;
    apply(b, &m, out.P, &after);
    for (int i = 0; i < nc; i++) {
        carom_motion_hit *hit = next_hit(b);
        double impulse[3] = {0.0, 0.0, 0.0};
        if (!hit) return CAROM_TRUNCATED;
        for (int k = 0; k < dim; k++) carom_add3(impulse, out.P[dim * i + k], m.row + 6 * (dim * i + k));
        fill_hit(b, i, impulse, &after, hit);
        hit->outcome.mode = out.mode[i];
        hit->outcome.violations = out.violations;
    }
    b->orders = 1;
    b->pose.state = after;
    return CAROM_OK;
}

static carom_status resolve_by_rule(carom_bounce *b) {
    switch (b->scene->several) {
    case CAROM_MOTION_RULE_METHOD: return resolve_method(b);
    case CAROM_MOTION_RULE_FASTEST: return carom_bounce_fastest(b);
    case CAROM_MOTION_RULE_MEAN: return resolve_mean(b);
    case CAROM_MOTION_RULE_STOP: break;
    }
    return CAROM_BAD_VALUE;
}

static bool no_end(carom_status status) {
    return status == CAROM_NO_SOLUTION || status == CAROM_NOT_CONVERGED || status == CAROM_BAD_COUNT;
}

// Slow impacts of several contacts are plastic. Single plastic impacts one after the other would leave a small rebound,
// and with it endless bounces, so these contacts are resolved together. So are the contacts for which the rule has no
// result: a wedge may need endless single impacts, or have different e at its sides.
carom_status carom_bounce_resolve(carom_bounce *b) {
    const bool by_method = b->scene->several == CAROM_MOTION_RULE_METHOD;
    const bool slow = is_slow(b, &b->pose.state);
    carom_status status = CAROM_NOT_CONVERGED;
    b->hits = b->orders = 0;
    b->tie = b->together = false;
    b->slow_speed = 0.0;
    if (b->list->count == 1) return resolve_single(b);
    if (by_method || !slow) status = resolve_by_rule(b);
    if (!no_end(status)) return status;
    b->together = true;
    b->slow_speed = 0.0;
    if (slow) note_slow(b);
    const carom_status plastic = carom_bounce_plastic(b);
    return plastic == CAROM_NOT_CONVERGED ? carom_bounce_fastest(b) : plastic;
}
