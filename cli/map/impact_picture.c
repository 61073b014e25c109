#include "cli/map/impact_picture.h"

#include <stdlib.h>

#include "cli/map/scene_picture.h"
#include "mods/scenario/scene.h"

carom_figure *carom_impact_contacts_figure(const carom_problem *p, const carom_system_result *out) {
    carom_figure *figure = carom_figure_create("impact", 640.0, 300.0);
    double *mu = malloc((size_t)p->system.nc * sizeof *mu);
    for (int i = 0; i < p->system.nc && mu; i++) mu[i] = p->each[i].mu;
    if (mu) carom_draw_system(figure, p->system.nc, p->system.v, out->v, out->P, mu);
    if (figure && !mu) figure->failed = true;
    free(mu);
    carom_figure_title(figure, p->law->name);
    return figure;
}

static carom_status find_scene(const carom_problem *p, const carom_system_result *out, carom_scene *scene) {
    if (!carom_system_bodies(p) || p->bodies->planted) return CAROM_NOT_APPLICABLE;
    double *u = malloc((size_t)(p->bodies->mechanism.speeds + p->bodies->mechanism.constraints + 1) * sizeof *u);
    if (u) carom_delassus_apply(&p->bodies->delassus, out->P, u, u + p->bodies->mechanism.speeds);
    const carom_status found = u ? carom_scene_of_system(p->bodies, out->P, u, scene) : CAROM_NO_MEMORY;
    free(u);
    return found;
}

bool carom_impact_scene_figure(const carom_problem *p, const carom_system_result *out, carom_figure **drawn) {
    carom_scene scene;
    const carom_status found = find_scene(p, out, &scene);
    if (found != CAROM_OK && found != CAROM_NO_MEMORY) return false;
    const bool space = p->system.dim == 3;
    carom_figure *figure = *drawn = carom_figure_create("scene", space ? 640.0 : 460.0, space ? 560.0 : 400.0);
    if (figure && space) figure->columns = 2;
    if (figure) figure->failed = found != CAROM_OK;
    if (found == CAROM_OK) carom_draw_in_units(figure, &scene, &p->units);
    carom_figure_title(figure, p->law->name);
    return true;
}
