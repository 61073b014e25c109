// Reads motion files for the library interface.
#include <stdlib.h>

#include "carom/motion.h"
#include "carom/scenario.h"
#include "mods/scenario/drop_read.h"
#include "mods/scenario/lines.h"

static carom_drop *read_text(const char *text, size_t length, carom_modules *modules, carom_error *refusal) {
    json_error_t error;
    json_t *document = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
    if (!document) carom_refuse_json(refusal, text, length, &error);
    carom_drop *drop =
        document ? carom_drop_read(document, (carom_source){.text = text, .first_line = 1}, NULL, modules, refusal)
                 : NULL;
    json_decref(document);
    return drop;
}

carom_drop *carom_drop_parse(const char *text, size_t length, carom_modules *modules, carom_error *why) {
    carom_error refusal;
    char *closed = carom_text_copy(text, length, &refusal);
    carom_drop *drop = closed ? read_text(closed, length, modules, &refusal) : NULL;
    free(closed);
    if (!drop) carom_error_hand_over(&refusal, why);
    return drop;
}

carom_drop *carom_drop_load(const char *path, carom_modules *modules, carom_error *why) {
    carom_error refusal;
    size_t length;
    char *text = carom_text_load(path, &length, &refusal);
    if (!text) {
        carom_error_hand_over(&refusal, why);
        return NULL;
    }
    carom_drop *drop = carom_drop_parse(text, length, modules, why);
    free(text);
    return drop;
}

void carom_drop_free(carom_drop *drop) {
    carom_drop_release(drop);
}

int carom_drop_laws(const carom_drop *drop) {
    return drop ? drop->laws : 0;
}

static const carom_drop_law *law_at(const carom_drop *drop, int law) {
    return drop && law >= 0 && law < drop->laws ? &drop->law[law] : NULL;
}

const char *carom_drop_law_name(const carom_drop *drop, int law) {
    const carom_drop_law *found = law_at(drop, law);
    return found ? found->name : NULL;
}

const carom_motion_scene *carom_drop_scene(const carom_drop *drop, int law) {
    const carom_drop_law *found = law_at(drop, law);
    return found ? &found->scene : NULL;
}

const carom_motion_state *carom_drop_start(const carom_drop *drop) {
    return drop ? &drop->start : NULL;
}

const char *carom_drop_name(const carom_drop *drop) {
    return drop ? drop->name : NULL;
}

const char *carom_drop_plane_name(const carom_drop *drop, int plane) {
    return drop && plane >= 0 && plane < drop->scene.planes ? drop->plane_name[plane] : NULL;
}
