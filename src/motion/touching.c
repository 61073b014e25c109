#include "motion/touching.h"

#include "base/vec.h"

carom_status carom_touching_find(const carom_motion_scene *scene, const carom_pose *pose, double touch,
                                 carom_touching *list) {
    const int features = carom_shape_features(scene);
    list->count = 0;
    for (int i = 0; i < scene->planes; i++)
        for (int j = 0; j < features; j++) {
            carom_site site = {.plane = i, .feature = j, .normal = scene->plane[i].normal};
            site.gap = carom_shape_gap(scene, pose, i, j, site.arm, &site.rate);
            if (!(site.gap <= touch)) continue;
            if (list->count == CAROM_MAX_TOUCHING) return CAROM_BAD_COUNT;
            list->site[list->count++] = site;
        }
    return CAROM_OK;
}

double carom_site_rate(const carom_site *site, const carom_motion_state *state) {
    double turning[3];
    carom_cross(state->spin, site->arm, turning);
    return carom_dot3(site->normal, state->velocity) + carom_dot3(site->normal, turning);
}
