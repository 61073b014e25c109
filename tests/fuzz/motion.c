// Fuzzes a motion file. It is read, and the first part of the motion is computed by each of its laws.
#include <math.h>
#include <stdlib.h>

#include "carom/motion.h"
#include "carom/scenario.h"
#include "fuzz.h"

const double fuzz_floor = 0.01;

static void run(const carom_drop *drop, int law) {
    carom_motion_scene scene = *carom_drop_scene(drop, law);
    const carom_motion_state *start = carom_drop_start(drop);
    carom_motion_result r;
    carom_motion_state state;
    if (scene.max_events > 20) scene.max_events = 20;
    scene.max_hits = 0;
    scene.max_samples = 10;
    const size_t bytes = carom_motion_memory_size(&scene);
    void *memory = malloc(bytes + 1);
    if (!memory) exit(2);
    const carom_status status = carom_motion_run(&scene, start, memory, bytes, &r);
    if (carom_status_classify(status) == CAROM_CLASS_OK) {
        if (!(r.end.t >= start->t) || !isfinite(r.end.centre[0])) fuzz_wrong("a motion ends at %g s", r.end.t);
        if (carom_motion_state_at(&scene, &r, 0.5 * (start->t + r.end.t), &state) == CAROM_OK &&
            !isfinite(state.centre[1]))
            fuzz_wrong("a state that is not finite");
    }
    free(memory);
}

bool fuzz_one(const uint8_t *bytes, size_t size) {
    carom_error why = {.detail = ""};
    char *text = fuzz_text(bytes, size);
    carom_drop *drop = carom_drop_parse(text, size, NULL, &why);
    free(text);
    if (!drop) fuzz_refused("a motion file", why.detail);
    if (!drop) return false;
    for (int i = 0; i < carom_drop_laws(drop) && i < 3; i++) run(drop, i);
    carom_drop_free(drop);
    return true;
}
