#include "motion/touching.h"

#include <math.h>

#include "base/vec.h"

static int order_of(const carom_site *site) {
    return site->plane * CAROM_MOTION_MAX_CORNERS + site->feature;
}

// Moves `most` sites to the front that are far from each other, beginning with the first, and sorts them. If
// none of them approaches as fast as another one, that one replaces the last.
static void spread(carom_site *site, int count, int most, double noise) {
    double nearest[CAROM_MOTION_MAX_CORNERS]; // distance to the closest chosen site, squared
    for (int i = 0; i < count; i++) nearest[i] = HUGE_VAL;
    for (int chosen = 1; chosen < most; chosen++) {
        int far = chosen;
        for (int i = chosen; i < count; i++) {
            double apart[3] = {site[i].arm[0], site[i].arm[1], site[i].arm[2]};
            carom_add3(apart, -1.0, site[chosen - 1].arm);
            nearest[i] = fmin(nearest[i], carom_dot3(apart, apart));
            if (nearest[i] > nearest[far]) far = i;
        }
        const carom_site other = site[chosen];
        site[chosen] = site[far];
        site[far] = other;
        nearest[far] = nearest[chosen];
    }
    int fastest = 0;
    for (int i = 1; i < count; i++)
        if (site[i].rate < site[fastest].rate - (i < most ? 0.0 : noise)) fastest = i;
    if (fastest >= most) site[most - 1] = site[fastest];
    for (int i = 1; i < most; i++)
        for (int j = i; j > 0 && order_of(&site[j - 1]) > order_of(&site[j]); j--) {
            const carom_site other = site[j];
            site[j] = site[j - 1];
            site[j - 1] = other;
        }
}

carom_status carom_touching_find(const carom_motion_scene *scene, const carom_pose *pose, double touch, int most,
                                 double noise, double ahead, carom_touching *list) {
    const int features = carom_shape_features(scene);
    carom_site site[CAROM_MOTION_MAX_CORNERS];
    list->count = list->touching = 0;
    list->shut = 0.0;
    // No point approaches faster than the sum of these speeds.
    const double *v = pose->state.velocity, *w = pose->state.spin, size = carom_shape_size(scene);
    const double reach = touch + ahead * (sqrt(carom_dot3(v, v)) + size * sqrt(carom_dot3(w, w))) + 1e-12 * size;
    for (int i = 0; i < scene->planes; i++) {
        const double *n = scene->plane[i].normal;
        const double most_down =
            scene->plane[i].offset - carom_dot3(n, pose->state.centre) + scene->shape.radius + reach;
        double u[3];
        int count = 0;
        carom_to_body(&pose->axes, n, u);
        for (int j = 0; j < features; j++) {
            carom_site *next = &site[count];
            if (scene->shape.corners > 0 && carom_dot3(u, scene->shape.corner[j]) > most_down) continue;
            next->plane = i;
            next->feature = j;
            next->normal = scene->plane[i].normal;
            next->gap = carom_shape_gap(scene, pose, i, j, next->arm, &next->rate);
            count += next->gap + ahead * fmin(next->rate, 0.0) <= touch;
        }
        list->touching += count;
        if (count > most) spread(site, count, most, noise);
        for (int j = 0; j < count && j < most; j++) {
            if (list->count == CAROM_MAX_TOUCHING) return CAROM_BAD_COUNT;
            list->site[list->count++] = site[j];
        }
    }
    return CAROM_OK;
}

void carom_touching_reduce(carom_touching *list, int most, double noise) {
    if (list->count <= most) return;
    spread(list->site, list->count, most, noise);
    list->count = most;
}

double carom_site_rate(const carom_site *site, const carom_motion_state *state) {
    double turning[3];
    carom_cross(state->spin, site->arm, turning);
    return carom_dot3(site->normal, state->velocity) + carom_dot3(site->normal, turning);
}
