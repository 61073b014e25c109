// Prints random impacts of every closed-form law with their results, one per line. Every number is printed as the 16
// hexadecimal digits of its bits. Other builds of the library must give the same bits.
//   law dim W v, then each coefficient with its name, count and numbers, then ; status mode violations P v dE
// With "motions" it prints random motions by these laws, with their scenes, ends, events and one state in between.
//   outcomes PROBLEMS [motions]
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/apply.h"
#include "carom/law.h"
#include "carom/motion.h"
#include "support/drops.h"

static void put(double x) {
    uint64_t word;
    memcpy(&word, &x, sizeof word);
    printf(" %016llx", (unsigned long long)word);
}

static void put_params(const carom_law *law, int dim, const carom_params *p) {
    for (int k = 0; k < CAROM_PARAM_END; k++) {
        if (!(carom_law_reads(law) >> k & 1)) continue;
        const carom_coefficient *row = carom_law_coefficient(law, k);
        double values[3];
        size_t count = carom_params_get(p, row, values);
        // If mu_static is left out, it equals mu.
        if (k == CAROM_PARAM_mu_static && values[0] == CAROM_SAME_AS_MU) continue;
        if (row->kind == CAROM_VECTOR) count = (size_t)dim;
        printf(" %s %d", row->name, (int)count);
        for (size_t i = 0; i < count; i++) put(values[i]);
    }
    printf(" ;");
}

static void put_impact(const carom_law *law, int dim, uint64_t index) {
    random_stream r = random_at(43, index);
    carom_contact c = random_contact(&r, dim, 3.0);
    carom_params p = random_params(&r, dim);
    carom_result out;
    random_apply(law, &c, &p, &out);
    printf("%s %d", law->name, dim);
    for (int i = 0; i < dim; i++)
        for (int j = 0; j < dim; j++) put(c.W[i][j]);
    for (int i = 0; i < dim; i++) put(c.v[i]);
    put_params(law, dim, &p);
    printf(" %d %d %u", (int)out.status, (int)out.mode, out.violations);
    for (int i = 0; i < dim; i++) put(out.P[i]);
    for (int i = 0; i < dim; i++) put(out.v[i]);
    put(out.dE);
    printf("\n");
}

static void put_some(const double *x, int count) {
    for (int i = 0; i < count; i++) put(x[i]);
}

static void put_state(int dim, const carom_motion_state *s) {
    put(s->t);
    put_some(s->centre, dim);
    put_some(dim == 2 ? &s->angle : s->orientation, dim == 2 ? 1 : 4);
    put_some(s->velocity, dim);
    put_some(dim == 2 ? s->spin + 2 : s->spin, dim == 2 ? 1 : 3);
}

static void put_scene(const drop_problem *d) {
    const carom_motion_scene *s = &d->scene;
    const int dim = s->dim;
    put(s->mass);
    put_some(dim == 2 ? s->inertia + 2 : s->inertia, dim == 2 ? 1 : 3);
    put(s->shape.radius);
    put_some(s->shape.semi_axes, dim);
    printf(" %d", s->shape.corners);
    for (int i = 0; i < s->shape.corners; i++) put_some(s->shape.corner[i], dim);
    printf(" %d", s->planes);
    for (int i = 0; i < s->planes; i++) {
        put_some(s->plane[i].normal, dim);
        put(s->plane[i].offset);
    }
    printf(" %d %d %d", (int)s->several, (int)s->persist, s->max_events);
    put(s->until);
    put_state(dim, &d->start);
}

// Prints a motion: the scene, the coefficients, its end, its events and their impulses.
static void put_motion(int dim, uint64_t index) {
    drop_problem d;
    carom_motion_result r;
    random_drop(dim, index, &d);
    const size_t bytes = carom_motion_memory_size(&d.scene);
    void *memory = malloc(bytes);
    const carom_status status = memory ? carom_motion_run(&d.scene, &d.start, memory, bytes, &r) : CAROM_NO_MEMORY;
    if (carom_status_classify(status) != CAROM_CLASS_BAD_INPUT) {
        printf("%s %d", d.scene.law->name, dim);
        put_scene(&d);
        put_params(d.scene.law, dim, &d.params);
        printf(" %s %s %d", carom_status_name(status), carom_enum_name(CAROM_ENUM_MOTION_STOP, (int)r.stop), r.events);
        put_state(dim, &r.end);
        for (int i = 0; i < r.events; i++) {
            put_state(dim, &r.event[i].after);
            for (int k = 0; k < r.event[i].hits; k++) put_some(r.hit[r.event[i].first_hit + k].impulse, dim);
        }
        carom_motion_state between;
        if (carom_motion_state_at(&d.scene, &r, 0.7 * r.end.t, &between) == CAROM_OK) put_state(dim, &between);
        printf("\n");
    }
    free(memory);
}

int main(int argc, char **argv) {
    const long problems = argc > 1 ? atol(argv[1]) : 200;
    if (argc > 2 && !strcmp(argv[2], "motions")) {
        for (int dim = 2; dim <= 3; dim++)
            for (long i = 0; i < problems; i++) put_motion(dim, (uint64_t)i);
        return 0;
    }
    for (int k = 0; carom_law_at(NULL, k, CAROM_ONE_CONTACT); k++)
        for (int dim = 2; dim <= 3; dim++)
            for (long i = 0; i < problems &&
                             carom_law_at(NULL, k, CAROM_ONE_CONTACT)->closed_form & (dim == 2 ? CAROM_2D : CAROM_3D);
                 i++)
                put_impact(carom_law_at(NULL, k, CAROM_ONE_CONTACT), dim, (uint64_t)i);
    return 0;
}
