// Drops a rod on a floor with four laws from the same initial state, and shows how the motions differ.
//   cc drop.c $(pkg-config --cflags --libs carom) -lm -o drop && ./drop
// It compiles as C and as C++20.
#include <carom/carom.h>
#include <stdio.h>
#include <stdlib.h>

#include "carom/law.h"
#include "carom/motion.h"

static void drop(const carom_motion_scene *scene, const carom_motion_state *start) {
    const size_t bytes = carom_motion_memory_size(scene);
    void *memory = malloc(bytes);
    carom_motion_result r;
    carom_motion_state later;
    if (carom_motion_run(scene, start, memory, bytes, &r) != CAROM_OK) {
        printf("%s: %s\n", scene->law->name, carom_status_message(r.status));
        exit(1);
    }
    printf("%s: %d events, then %s at %.4f s\n", scene->law->name, r.events,
           carom_enum_name(CAROM_ENUM_MOTION_STOP, (int)r.stop), r.end.t);
    for (int i = 0; i < r.events && i < 4; i++) {
        const carom_motion_event *event = &r.event[i];
        printf("  %-14s %.4f s  end %d  %s  %.3f J\n", carom_enum_name(CAROM_ENUM_MOTION_KIND, (int)event->kind),
               event->after.t, event->hits ? r.hit[event->first_hit].feature : -1,
               event->hits ? carom_mode_name(r.hit[event->first_hit].outcome.mode) : "-", event->energy_after);
    }
    carom_motion_state_at(scene, &r, 0.6, &later);
    printf("  after 0.6 s the centre is at (%.4f, %.4f) m\n", later.centre[0], later.centre[1]);
    free(memory);
}

int main(void) {
    static const double ends[2][3] = {{-0.5, 0.0, 0.0}, {0.5, 0.0, 0.0}};
    const carom_law *laws[] = {&carom_law_frictionless, &carom_law_routh, &carom_law_whittaker, &carom_law_smith};
    const carom_motion_state start = {.centre = {0.0, 1.2}, .angle = 0.4, .spin = {0.0, 0.0, 2.0}};
    carom_motion_scene scene = carom_motion_scene_default(2); // gravity, and the floor y >= 0
    carom_params params = carom_params_default();
    params.e = 0.5;
    params.mu = 0.3;
    scene.mass = 1.0;
    scene.inertia[2] = 1.0 / 12.0;
    scene.shape.corners = 2;
    scene.shape.corner = ends;
    scene.params = &params;
    scene.until = 5.0;
    scene.persist = CAROM_MOTION_PERSIST_STEP; // slide, and come to rest
    for (int i = 0; i < 4; i++) {
        scene.law = laws[i];
        drop(&scene, &start);
    }
    return 0;
}
