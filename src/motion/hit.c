// Resolves one impact at one contact by the law of the scene.
#include <math.h>
#include <string.h>

#include "base/vec.h"
#include "carom/bodies.h"
#include "carom/law.h"
#include "carom/motion.h"
#include "motion/impact.h"

const carom_params *carom_plane_params(const carom_motion_scene *scene, int plane) {
    return scene->plane[plane].params ? scene->plane[plane].params : scene->params;
}

double carom_law_restitution(const carom_law *law, const carom_params *params) {
    return carom_law_reads(law) & CAROM_PARAM_BIT(e) ? params->e : 0.0;
}

static carom_planar_pair planar_pair(const carom_motion_scene *scene, const carom_site *site,
                                     const carom_motion_state *state) {
    carom_planar_pair pair = {.a = {.mass = scene->mass, .inertia = scene->inertia[2], .spin = state->spin[2]},
                              .b = carom_planar_body_fixed()};
    for (int i = 0; i < 2; i++) {
        pair.a.centre[i] = state->centre[i];
        pair.a.velocity[i] = state->velocity[i];
        pair.point[i] = state->centre[i] + site->arm[i];
        pair.normal[i] = site->normal[i];
    }
    return pair;
}

static carom_pair space_pair(const carom_motion_scene *scene, const carom_axes *axes, const carom_site *site,
                             const carom_motion_state *state) {
    carom_pair pair = {.a = {.mass = scene->mass}, .b = carom_body_fixed()};
    memcpy(pair.a.axes, axes->R, sizeof axes->R);
    for (int i = 0; i < 3; i++) {
        pair.a.inertia[i][i] = scene->inertia[i];
        pair.a.centre[i] = state->centre[i];
        pair.a.velocity[i] = state->velocity[i];
        pair.a.spin[i] = state->spin[i];
        pair.point[i] = state->centre[i] + site->arm[i];
        pair.normal[i] = site->normal[i];
    }
    return pair;
}

void carom_site_frame(const carom_motion_scene *scene, const carom_site *site, double frame[3][3]) {
    memset(frame, 0, 9 * sizeof(double));
    if (scene->dim == 3) {
        carom_pair pair = {.a = carom_body_fixed()};
        memcpy(pair.normal, site->normal, sizeof pair.normal);
        carom_pair_frame(&pair, frame);
        return;
    }
    carom_planar_pair pair = {.normal = {site->normal[0], site->normal[1]}};
    double flat[2][2];
    carom_planar_pair_frame(&pair, flat);
    for (int i = 0; i < 2; i++) memcpy(frame[i], flat[i], sizeof flat[i]);
}

// Returns the speed at which an open contact may close: zero in a flight; in a stepped phase it may close during the
// step. A gap up to `shut` counts as closed, because it may be the rounding of the place.
double carom_site_slack(const carom_bounce *b, int site) {
    const double gap = b->list->site[site].gap;
    return b->plastic_step > 0.0 && gap > b->list->shut ? gap / b->plastic_step : 0.0;
}

carom_params carom_plastic_params(const carom_bounce *b, const carom_params *given) {
    carom_params p = *given;
    p.e = p.e_t = p.rest_speed = 0.0;
    p.e_of_speed.form = NULL;
    // A law without mu, or with its own mu that may be omitted, has no friction here.
    const uint64_t reads = carom_law_reads(b->scene->law);
    if (!(reads & CAROM_PARAM_BIT(mu)) || isnan(p.mu)) p.mu = 0.0;
    if (!(reads & CAROM_PARAM_BIT(mu_static))) p.mu_static = CAROM_SAME_AS_MU;
    return p;
}

// Returns the coefficients. Restitution is 0 if the approach is slower than rest_speed.
static carom_params params_of(carom_bounce *b, int site, double approach) {
    const carom_params *given = carom_plane_params(b->scene, b->list->site[site].plane);
    if (b->plastic_step > 0.0) return carom_plastic_params(b, given);
    carom_params p = *given;
    p.rest_speed = b->rest_speed;
    const double e = carom_law_restitution(b->law, &p);
    if (approach < b->rest_speed && e * approach > b->slow_speed) {
        b->slow_speed = e * approach;
        b->slow_e = e;
        b->slow_site = site;
    }
    return p;
}

static carom_status collide(carom_bounce *b, int site, carom_motion_hit *hit) {
    hit->contact.v[0] += carom_site_slack(b, site);
    const carom_params p = params_of(b, site, -hit->contact.v[0]);
    const carom_status status = carom_collide(b->law, &hit->contact, &p, &hit->outcome);
    return carom_status_classify(status) == CAROM_CLASS_OK ? CAROM_OK : status;
}

static carom_status resolve_2d(carom_bounce *b, int site, carom_motion_state *state, carom_motion_hit *hit) {
    carom_planar_pair pair = planar_pair(b->scene, &b->list->site[site], state);
    carom_status status = carom_planar_pair_contact(&pair, &hit->contact);
    if (status == CAROM_OK) status = collide(b, site, hit);
    if (status == CAROM_OK) status = carom_planar_pair_apply(&pair, hit->outcome.P, &pair);
    if (status != CAROM_OK) return status;
    memcpy(state->velocity, pair.a.velocity, sizeof pair.a.velocity);
    state->spin[2] = pair.a.spin;
    return CAROM_OK;
}

static carom_status resolve_3d(carom_bounce *b, int site, carom_motion_state *state, carom_motion_hit *hit) {
    carom_pair pair = space_pair(b->scene, &b->pose.axes, &b->list->site[site], state);
    carom_status status = carom_pair_contact(&pair, &hit->contact);
    if (status == CAROM_OK) status = collide(b, site, hit);
    if (status == CAROM_OK) status = carom_pair_apply(&pair, hit->outcome.P, &pair);
    if (status != CAROM_OK) return status;
    memcpy(state->velocity, pair.a.velocity, sizeof pair.a.velocity);
    memcpy(state->spin, pair.a.spin, sizeof pair.a.spin);
    return CAROM_OK;
}

carom_status carom_hit_resolve(carom_bounce *b, int site, carom_motion_state *state, carom_motion_hit *hit) {
    const carom_site *at = &b->list->site[site];
    *hit = (carom_motion_hit){.plane = at->plane, .feature = at->feature};
    const carom_status status = b->scene->dim == 2 ? resolve_2d(b, site, state, hit) : resolve_3d(b, site, state, hit);
    if (status != CAROM_OK) return status;
    double frame[3][3];
    carom_site_frame(b->scene, at, frame);
    for (int i = 0; i < 3; i++) {
        hit->point[i] = state->centre[i] + at->arm[i];
        for (int k = 0; k < b->scene->dim; k++) hit->impulse[i] += frame[k][i] * hit->outcome.P[k];
    }
    return CAROM_OK;
}
