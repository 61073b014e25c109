// Random drops of one body, solved by laws with a closed form. They are generated without mathematical functions of the
// C library, so that they are the same on every platform.
#ifndef CAROM_TESTS_DROPS_H
#define CAROM_TESTS_DROPS_H

#include <stdbool.h>
#include <string.h>

#include "bench/random.h"
#include "carom/law.h"
#include "carom/motion.h"
#include "support/law_count.h"

typedef struct drop_problem {
    carom_motion_scene scene;
    carom_motion_state start;
    carom_motion_plane plane[3];
    double corner[6][3];
    carom_params params;
} drop_problem;

static inline void drop_shape(random_stream *r, drop_problem *d) {
    const int kind = random_below(r, 4), dim = d->scene.dim;
    carom_motion_shape *shape = &d->scene.shape;
    shape->corner = (const double(*)[3])d->corner;
    for (int i = 0; i < dim; i++) shape->semi_axes[i] = random_between(r, 0.1, 0.5);
    if (kind == 0) return;
    shape->corners = kind == 3 ? 3 + random_below(r, 4) : kind;
    shape->radius = kind == 1 || !random_below(r, 3) ? random_between(r, 0.05, 0.3) : 0.0;
    for (int i = 0; i < shape->corners; i++)
        for (int k = 0; k < dim; k++) d->corner[i][k] = random_between(r, -0.5, 0.5);
}

// Adds a floor or a slope of 16 degrees, and in half of the cases two walls.
static inline void drop_planes(random_stream *r, drop_problem *d) {
    const int up = d->scene.dim - 1, slope = random_below(r, 2);
    d->plane[0].normal[0] = slope ? 0.28 : 0.0;
    d->plane[0].normal[up] = slope ? 0.96 : 1.0;
    d->plane[1] = (carom_motion_plane){.normal = {1.0, 0.0, 0.0}, .offset = -1.5};
    d->plane[2] = (carom_motion_plane){.normal = {-1.0, 0.0, 0.0}, .offset = -1.5};
    d->scene.plane = d->plane;
    d->scene.planes = random_below(r, 2) ? 1 : 3;
}

static inline const carom_law *drop_law(int dim, uint64_t index) {
    const unsigned bit = dim == 2 ? CAROM_2D : CAROM_3D;
    for (uint64_t k = 0;; k++) {
        const carom_law *law = carom_law_at(NULL, (int)(k % (uint64_t)law_count(CAROM_ONE_CONTACT)), CAROM_ONE_CONTACT);
        if (law->closed_form & bit && index-- == 0) return law;
    }
}

// Generates drop `index`. The planes start at most 1.6 m below the centre of the body, and every shape is smaller than
// this.
static inline void random_drop(int dim, uint64_t index, drop_problem *d) {
    random_stream r = random_at(47, index);
    memset(d, 0, sizeof *d);
    d->scene = carom_motion_scene_default(dim);
    d->scene.mass = random_between(&r, 0.5, 2.0);
    for (int i = 0; i < 3; i++) d->scene.inertia[i] = d->scene.mass * random_between(&r, 0.03, 0.05);
    if (random_below(&r, 2)) d->scene.inertia[1] = d->scene.inertia[0];
    drop_shape(&r, d);
    drop_planes(&r, d);
    random_names names;
    d->params = random_params_named(&r, dim, &names);
    d->scene.law = drop_law(dim, index % 64);
    random_own(&r, d->scene.law, &d->params);
    random_take_names(d->scene.law, &names, &d->params);
    d->scene.params = &d->params;
    d->scene.several = (carom_motion_rule)random_below(&r, dim == 2 ? 3 : 2);
    if (dim == 3) d->scene.several = CAROM_MOTION_RULE_FASTEST;
    // In stepped phases a law with coefficients of its own is replaced by routh, which has a closed form only in 2D.
    // Therefore 3D drops by such a law are not stepped.
    bool plastic = true;
    for (int k = 0; k < d->scene.law->coefficient_count; k++)
        plastic = plastic && d->scene.law->coefficients[k].number < CAROM_PARAM_OWN;
    const bool stepped = random_below(&r, 2) && (dim == 2 || plastic);
    d->scene.persist = stepped ? CAROM_MOTION_PERSIST_STEP : CAROM_MOTION_PERSIST_STOP;
    d->scene.until = 1.2;
    d->scene.max_events = 30;
    d->start.angle = random_between(&r, -3.0, 3.0);
    for (int i = 0; i < 4; i++) d->start.orientation[i] = random_between(&r, -1.0, 1.0);
    for (int i = 0; i < dim; i++) d->start.velocity[i] = random_between(&r, -2.0, 2.0);
    for (int i = dim == 2 ? 2 : 0; i < 3; i++) d->start.spin[i] = random_between(&r, -10.0, 10.0);
    d->start.centre[dim - 1] = 1.6;
}

#endif
