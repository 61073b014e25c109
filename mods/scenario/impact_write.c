#include "mods/scenario/impact_write.h"

#include <string.h>

#include "mods/scenario/json.h"

void carom_impact_modes(const carom_mode *mode, int nc, char *text, size_t size) {
    text[0] = 0;
    for (int i = 0; i < nc; i++) {
        if (i) strncat(text, "|", size - strlen(text) - 1);
        strncat(text, carom_mode_name(mode[i]), size - strlen(text) - 1);
    }
}

json_t *carom_impact_delassus_json(const carom_impact_problem *p) {
    const size_t n = (size_t)(p->system.dim * p->system.nc);
    json_t *object = json_object(), *W = json_array();
    for (size_t i = 0; i < n; i++) json_array_append_new(W, carom_json_numbers(p->system.W + i * n, n));
    json_object_set(object, "id", p->id ? p->id : json_null());
    json_object_set_new(object, "status", json_string("ok"));
    json_object_set_new(object, "W", W);
    json_object_set_new(object, "v", carom_json_numbers(p->system.v, n));
    if (p->P && p->has_mechanism) {
        const carom_mechanism *m = &p->mechanism;
        double *u = carom_json_room((size_t)(m->speeds + m->constraints), sizeof *u);
        if (!u) return object;
        double *joint = u + m->speeds;
        carom_delassus_apply(&p->delassus, p->P, u, joint);
        for (int i = 0; i < m->speeds; i++) u[i] -= m->u[i];
        json_object_set_new(object, "du", carom_json_numbers(u, (size_t)m->speeds));
        json_object_set_new(object, "joint_impulse", carom_json_numbers(joint, (size_t)m->constraints));
        carom_json_leave(u);
    }
    return object;
}
