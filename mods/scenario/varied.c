#include "mods/scenario/varied.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mods/scenario/leaf.h"
#include "mods/scenario/system.h"
#include "tables/counts.h"

// Reads the problem of the document. If all methods are compared, each reads its own parameters.
static bool read_text(const carom_varied *v, const char *text, carom_problem *p, carom_error *refusal) {
    *p = carom_problem_new(v->modules);
    if (!carom_system_read(p, v->document, (carom_source){.text = text, .first_line = 1}, refusal)) return false;
    p->asked = CAROM_ASKED_ALL;
    return true;
}

static bool read_first(carom_varied *v, carom_error *refusal) {
    carom_problem p = carom_problem_new(v->modules);
    char *text = json_dumps(v->document, 0);
    const bool good = text && read_text(v, text, &p, refusal);
    free(text);
    if (good && !v->method) carom_refuse(refusal, CAROM_BAD_VALUE, "\"law\" is missing: a law for several contacts");
    if (good) {
        v->dim = p.system.dim;
        v->contacts = p.system.nc;
        if (v->method)
            v->method = carom_system_taking(&p, carom_law_find(v->modules, v->method->name, carom_system_bit(v->dim)));
    }
    carom_problem_free(&p);
    return good && v->method;
}

bool carom_varied_new(carom_varied *v, const json_t *document, const char *method, const json_t *params,
                      carom_modules *modules, carom_error *refusal) {
    *v = (carom_varied){.document = json_deep_copy(document), .modules = modules};
    if (!carom_is_object(v->document))
        return carom_refuse(refusal, CAROM_BAD_VALUE, "the problem must be a JSON object");
    if (method) json_object_set_new(v->document, "law", json_string(method));
    if (params) {
        if (!json_object_get(v->document, "params")) json_object_set_new(v->document, "params", json_object());
        json_t *own = json_deep_copy(params);
        json_object_update(json_object_get(v->document, "params"), own);
        json_decref(own);
    }
    const char *name = json_string_value(json_object_get(v->document, "law"));
    carom_problem p = carom_problem_new(modules);
    if (name && !carom_system_law(&p, name, refusal)) return false;
    v->method = p.law;
    return read_first(v, refusal);
}

void carom_varied_free(carom_varied *v) {
    json_decref(v->document);
    free(v->memory);
    *v = (carom_varied){0};
}

bool carom_varied_place(carom_varied *v, const char *path, carom_error *refusal) {
    json_t *leaf = carom_leaf_find(v->document, path);
    int row, column, used = 0;
    char mirror[64];
    if (!leaf || v->places == CAROM_VARIED_PLACES)
        return carom_refuse(refusal, CAROM_BAD_VALUE,
                            "the problem has no number at \"%s\"; write it there first, such as params.mu, v[0] or "
                            "chain.links[0].angle.deg",
                            path);
    v->place[v->places].leaf = leaf;
    v->place[v->places].mirror = NULL;
    if (sscanf(path, "W[%d][%d]%n", &row, &column, &used) == 2 && !path[used] && row != column) {
        snprintf(mirror, sizeof mirror, "W[%d][%d]", column, row);
        v->place[v->places].mirror = carom_leaf_find(v->document, mirror);
    }
    v->places++;
    carom_error why;
    return read_first(v, &why) ||
           carom_refuse(refusal, CAROM_BAD_VALUE, "what stands at \"%s\" cannot vary: %s", path, why.detail);
}

static bool set(carom_varied *v, const double *x) {
    bool finite = true;
    for (int k = 0; k < v->places; k++) {
        finite = finite && isfinite(x[k]) && json_real_set(v->place[k].leaf, x[k]) == 0;
        if (finite && v->place[k].mirror) json_real_set(v->place[k].mirror, x[k]);
    }
    return finite;
}

static carom_status solve(carom_varied *v, carom_problem *p, carom_system_result *out) {
    carom_error refusal = {.status = CAROM_BAD_VALUE};
    if (!carom_system_settle(p, v->method, &refusal)) return refusal.status;
    const size_t bytes = carom_system_memory_size(v->method, &p->system, &p->settings);
    if (bytes > v->bytes) {
        free(v->memory);
        v->memory = carom_room(bytes, 1);
        v->bytes = v->memory ? bytes : 0;
    }
    if (bytes > v->bytes) return CAROM_NO_MEMORY;
    return carom_system_solve(v->method, &p->system, &p->settings, v->memory, v->bytes, out);
}

carom_status carom_varied_ask(carom_varied *v, const double *x, carom_system_result *out, double *before) {
    carom_problem p;
    carom_error refusal = {.status = CAROM_BAD_VALUE};
    *out = (carom_system_result){.status = CAROM_NOT_FINITE};
    if (!set(v, x)) return CAROM_NOT_FINITE;
    const bool made = read_text(v, "", &p, &refusal);
    const carom_status status = made ? solve(v, &p, out) : refusal.status;
    if (made && before) memcpy(before, p.system.v, (size_t)(v->dim * v->contacts) * sizeof *before);
    carom_problem_free(&p);
    return out->status = status;
}

json_t *carom_varied_document(carom_varied *v, const double *x) {
    return set(v, x) ? json_deep_copy(v->document) : NULL;
}
