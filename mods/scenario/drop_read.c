#include "mods/scenario/drop_read.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "base/vec.h"
#include "carom/scenario.h"

static const carom_json_place bodies_place = {NULL, "bodies", 0}, body_place = {&bodies_place, NULL, 0},
                              planes_place = {NULL, "planes", 0}, motion_place = {NULL, "motion", 0},
                              laws_place = {NULL, "laws", 0};

// Reports an error about a key.
static bool refuse(const carom_reading *r, const carom_json_place *up, const char *key, const char *why) {
    const carom_json_place at = {up, key, 0};
    return carom_refuse_at(r->refusal, &r->source, &at, CAROM_BAD_VALUE, "%s", why);
}

// Reads planes.

static bool read_plane(const carom_reading *r, const json_t *plane, size_t i, carom_drop *d) {
    const carom_json_place at = {&planes_place, NULL, i};
    const json_t *point = json_object_get(plane, "point"), *name = json_object_get(plane, "name");
    const size_t dim = (size_t)d->scene.dim;
    double through[3] = {0.0}, *normal = d->plane[i].normal;
    if (carom_read_vector(json_object_get(plane, "normal"), normal) != dim)
        return refuse(r, &at, "normal", "must have as many numbers as \"centre\" of the body");
    if (point && carom_read_vector(point, through) != dim)
        return refuse(r, &at, "point", "must have as many numbers as \"centre\" of the body");
    if (!carom_unit3(normal)) return refuse(r, &at, "normal", "must not be zero");
    d->plane[i].offset = carom_dot3(normal, through);
    d->plane_name[i] = json_string_value(name);
    return true;
}

static bool read_planes(const carom_reading *r, const json_t *document, carom_drop *d) {
    const json_t *planes = json_object_get(document, "planes");
    const size_t count = planes ? json_array_size(planes) : 1;
    if (count > CAROM_MOTION_MAX_PLANES) return refuse(r, NULL, "planes", "has more than 64 planes");
    d->plane = carom_room(count, sizeof *d->plane);
    d->plane_name = carom_room(count, sizeof *d->plane_name);
    if (!d->plane || !d->plane_name) return carom_refuse_memory(r, &planes_place);
    if (!planes) {
        d->plane[0] = d->scene.plane[0];
        d->plane_name[0] = "floor";
    }
    for (size_t i = 0; i < count && planes; i++)
        if (!read_plane(r, json_array_get(planes, i), i, d)) return false;
    d->scene.planes = (int)count;
    d->scene.plane = d->plane;
    return true;
}

// Reads options.

static bool read_rule(const carom_reading *r, const char *name, carom_drop *d) {
    const carom_json_place at = {&motion_place, "several", 0};
    const int rule = carom_enum_find(CAROM_ENUM_MOTION_RULE, name);
    d->scene.method = NULL;
    d->scene.several = CAROM_MOTION_RULE_METHOD;
    if (rule >= 0 && rule != CAROM_MOTION_RULE_METHOD) {
        d->scene.several = (carom_motion_rule)rule;
        return true;
    }
    d->scene.method = carom_law_find(r->modules, name, carom_system_bit(d->scene.dim));
    if (d->scene.method && (d->scene.method->solves & carom_system_bit(d->scene.dim)) && d->scene.method->system->solve)
        return true;
    return carom_refuse_at(
        r->refusal, &r->source, &at, CAROM_UNKNOWN_LAW,
        "\"%s\" is neither \"mean\", \"fastest\" or \"stop\" nor a method for several contacts in %dD", name,
        d->scene.dim);
}

static bool read_persist(const carom_reading *r, const char *name, carom_drop *d) {
    const int persist = carom_enum_find(CAROM_ENUM_MOTION_PERSIST, name);
    if (persist < 0) return refuse(r, &motion_place, "persist", "must be \"step\" or \"stop\"");
    d->scene.persist = (carom_motion_persist)persist;
    return true;
}

static bool read_options(const carom_reading *r, const json_t *document, carom_drop *d) {
    enum { EVENTS = 1000 };
    const json_t *motion = json_object_get(document, "motion"), *gravity = json_object_get(document, "gravity");
    const json_t *several = json_object_get(motion, "several"), *persist = json_object_get(motion, "persist");
    const json_t *events = json_object_get(motion, "events");
    carom_motion_scene *s = &d->scene;
    s->until = carom_read_number(json_object_get(motion, "until"), 10.0);
    s->step = carom_read_number(json_object_get(motion, "step"), (double)NAN);
    s->touch = carom_read_number(json_object_get(motion, "touch"), (double)NAN);
    s->rest_speed = carom_read_number(json_object_get(motion, "rest_speed"), (double)NAN);
    s->max_events = events ? (int)json_integer_value(events) : EVENTS;
    s->persist = CAROM_MOTION_PERSIST_STEP;
    if (!(s->until > 0.0)) return refuse(r, &motion_place, "until", "must be a positive time, s");
    if (s->step <= 0.0) return refuse(r, &motion_place, "step", "must be a positive time, s");
    if (gravity && carom_read_vector(gravity, s->gravity) != (size_t)s->dim)
        return refuse(r, NULL, "gravity", "must have as many numbers as \"centre\" of the body");
    return (!several || read_rule(r, json_string_value(several), d)) &&
           (!persist || read_persist(r, json_string_value(persist), d));
}

// Reads laws.

// Reports an error of the law or its parameters, with its place.
static bool refuse_problem(const carom_reading *r, const carom_json_place *place, const carom_error *why) {
    carom_refuse_at(r->refusal, &r->source, place, why->status, "%s", why->detail);
    return carom_refuse_toward(r->refusal, why->hint);
}

static bool read_params(const carom_reading *r, const json_t *object, const carom_json_place *up,
                        carom_problem *problem) {
    json_t *params = json_object_get(object, "params");
    const carom_json_place place = {up, "params", 0};
    carom_error why;
    json_t *alone = params ? json_pack("{s:O}", "params", params) : NULL;
    const bool read = !alone || carom_problem_json(problem, alone, &why);
    json_decref(alone);
    return read || refuse_problem(r, &place, &why);
}

static bool find_law(const carom_reading *r, const char *name, const carom_json_place *place, carom_drop *d,
                     carom_problem *problem) {
    carom_error why;
    const carom_drop_law *law = &d->law[d->laws];
    if (!carom_problem_law(problem, name, &why)) return refuse_problem(r, place, &why);
    if (!problem->law->contact)
        return carom_refuse_at(r->refusal, &r->source, place, CAROM_MODULE_MISSING,
                               "law \"%s\" is in the module \"%s\", which this build does not have", name,
                               problem->law->module);
    if (!(problem->law->solves & (d->scene.dim == 2 ? CAROM_2D : CAROM_3D)))
        return carom_refuse_at(r->refusal, &r->source, place, CAROM_WRONG_DIM, "law \"%s\" does not work in %dD", name,
                               d->scene.dim);
    for (int i = 0; i < d->laws; i++)
        if (!strcmp(d->law[i].name, law->name))
            return carom_refuse_at(r->refusal, &r->source, place, CAROM_BAD_VALUE,
                                   "\"%s\" is listed twice; give one of them a different \"name\"", law->name);
    return true;
}

// Keeps lists in the problem.
static void settle(carom_problem *problem) {
    if (problem->params.list_count) problem->params.list = problem->modes;
}

// Sets the parameters of each plane: those of the law, overridden by the plane's own.
static bool add_planes(const carom_reading *r, const json_t *document, carom_drop *d, const carom_problem *stated,
                       uint64_t *given) {
    carom_drop_law *law = &d->law[d->laws];
    law->params = carom_room((size_t)d->scene.planes, sizeof *law->params);
    law->plane = carom_room((size_t)d->scene.planes, sizeof *law->plane);
    if (!law->params || !law->plane) return carom_refuse_memory(r, &planes_place);
    for (int i = 0; i < d->scene.planes; i++) {
        const json_t *plane = json_array_get(json_object_get(document, "planes"), (size_t)i);
        const carom_json_place at = {&planes_place, NULL, (size_t)i};
        carom_problem own = *stated;
        law->plane[i] = d->plane[i];
        if (!json_object_get(plane, "params")) continue;
        if (!read_params(r, plane, &at, &own)) return false;
        *given |= own.given;
        settle(&own);
        own.params.list = law->problem.params.list;
        law->params[i] = own.params;
        law->plane[i].params = &law->params[i];
    }
    return true;
}

// With several laws, one may read a parameter that another does not. `given` is therefore compared with `reads` at the
// end.
typedef struct {
    const json_t *document;
    const carom_problem *options; // NULL if there are none
    uint64_t given, reads;
    carom_problem last;
} asking;

static bool add_law(const carom_reading *r, carom_drop *d, asking *a, const json_t *entry, const char *word,
                    const carom_json_place *place) {
    const json_t *call = json_object_get(entry, "name");
    carom_drop_law *law = &d->law[d->laws];
    carom_problem problem = a->options ? *a->options : carom_problem_new(r->modules);
    problem.law = NULL;
    law->name = call ? json_string_value(call) : word;
    if (!find_law(r, word, place, d, &problem) || !read_params(r, a->document, NULL, &problem) ||
        !read_params(r, entry, place, &problem))
        return false;
    if (a->options) carom_problem_over(&problem, a->options);
    a->given |= problem.given;
    a->reads |= carom_law_reads(problem.law);
    a->last = problem;
    law->problem = problem;
    settle(&law->problem);
    if (!add_planes(r, a->document, d, &problem, &a->given)) return false;
    law->scene = d->scene;
    law->scene.law = problem.law;
    law->scene.params = &law->problem.params;
    law->scene.plane = law->plane;
    d->laws++;
    return true;
}

static const char *called(const json_t *entry) {
    const json_t *name = json_object_get(entry, "name");
    return json_string_value(carom_is_string(entry) ? entry : name ? name : json_object_get(entry, "law"));
}

static bool add_listed(const carom_reading *r, carom_drop *d, asking *a, const json_t *entry,
                       const carom_json_place *place) {
    const json_t *word = carom_is_string(entry) ? entry : json_object_get(entry, "law");
    if (!carom_is_string(word) || !called(entry))
        return carom_refuse_at(r->refusal, &r->source, place, CAROM_BAD_VALUE,
                               "each is a name, or {\"law\": ..., \"params\": ..., \"name\": ...}");
    return add_law(r, d, a, entry, json_string_value(word), place);
}

// Accepts parameters that any law of the file reads, even if only some of the laws are computed.
static void read_by_others(const carom_reading *r, const json_t *laws, asking *a) {
    for (size_t i = 0; i < json_array_size(laws); i++) {
        const json_t *entry = json_array_get(laws, i),
                     *word = carom_is_string(entry) ? entry : json_object_get(entry, "law");
        const carom_law *law =
            carom_is_string(word) ? carom_law_find(r->modules, json_string_value(word), CAROM_ONE_CONTACT) : NULL;
        if (law) a->reads |= carom_law_reads(law);
    }
}

static bool every_param_is_read(const carom_reading *r, const carom_drop *d, const asking *a) {
    const carom_json_place place = {NULL, "params", 0};
    carom_error why;
    char who[80] = "this list of laws";
    if (d->laws == 1) snprintf(who, sizeof who, "law \"%.60s\"", d->law[0].problem.law->name);
    return carom_problem_all_read(&a->last, a->given, a->reads, who, &why) || refuse_problem(r, &place, &why);
}

enum { MOST_LAWS = 32 };

// Returns the laws named by an option, separated by commas: entries of the file with this name, or laws.
static json_t *select_laws(const json_t *laws, const char *names) {
    json_t *list = json_array();
    for (const char *at = names; *at;) {
        const size_t length = strcspn(at, ",");
        json_t *found = NULL;
        for (size_t i = 0; i < json_array_size(laws) && !found; i++) {
            json_t *entry = json_array_get(laws, i);
            const char *name = called(entry);
            if (name && strlen(name) == length && !strncmp(name, at, length)) found = json_incref(entry);
        }
        if (length) json_array_append_new(list, found ? found : json_stringn(at, length));
        at += length + (at[length] == ',');
    }
    return list;
}

static bool add_laws(const carom_reading *r, const json_t *list, bool selected, asking *a, carom_drop *d) {
    for (size_t i = 0; i < json_array_size(list); i++) {
        const carom_json_place at = {&laws_place, NULL, i};
        if (!add_listed(r, d, a, json_array_get(list, i), selected ? NULL : &at)) return false;
    }
    return true;
}

static bool read_laws(const carom_reading *r, json_t *document, const carom_drop_options *options, carom_drop *d) {
    asking a = {.document = document, .options = options->problem};
    const json_t *one = json_object_get(document, "law"), *laws = json_object_get(document, "laws");
    const char *named = options->problem && options->problem->law ? options->problem->law->name : NULL;
    const carom_json_place place = {NULL, "law", 0};
    if (one && laws) return refuse(r, NULL, "law", "has \"laws\" beside it; give one of them");
    // The document owns the names.
    json_t *list = options->laws ? select_laws(laws, options->laws) : NULL;
    if (list) json_object_set_new(document, "_laws", list);
    const bool single = !list && (named || !laws);
    const size_t count = single ? 1 : json_array_size(list ? list : laws);
    if (count < 1 || count > MOST_LAWS)
        return carom_refuse_at(r->refusal, &r->source, laws ? &laws_place : NULL, CAROM_BAD_VALUE,
                               "1 to %d laws can be followed, not %zu", MOST_LAWS, count);
    d->law = carom_room(count, sizeof *d->law);
    d->law_room = d->law ? (int)count : 0;
    if (!d->law) return carom_refuse_memory(r, &laws_place);
    if (single && !one && !named)
        return carom_refuse_at(r->refusal, &r->source, NULL, CAROM_MISSING_KEY, "\"law\" or \"laws\" is missing") ||
               carom_refuse_toward(r->refusal, CAROM_HINT_STATE_LAW);
    const bool added = single ? add_law(r, d, &a, NULL, named ? named : json_string_value(one), &place)
                              : add_laws(r, list ? list : laws, list != NULL, &a, d);
    if (!added) return false;
    read_by_others(r, laws, &a);
    return every_param_is_read(r, d, &a);
}

// Checks the input.

static bool refuse_law(const carom_reading *r, const carom_drop_law *law, int plane, int dim, carom_status status) {
    const carom_json_place params = {NULL, "params", 0}, at = {&planes_place, NULL, (size_t)plane},
                           own = {&at, "params", 0};
    const carom_params *used = plane < 0 ? law->scene.params : law->scene.plane[plane].params;
    const carom_json_place *place = plane < 0 ? &params : &own;
    carom_result out;
    carom_error error;
    if (!carom_problem_given(law->problem.law, used, dim, &error)) {
        carom_refuse_at(r->refusal, &r->source, NULL, error.status, "%s; give it in \"params\"", error.detail);
        return carom_refuse_of(r->refusal, "params", error.name);
    }
    carom_params_validate(law->problem.law, used, dim, &out.coefficient);
    carom_collide_error(status, law->problem.law, &(carom_contact){.dim = dim}, used, &out, &error);
    return carom_refuse_fault(r, place, &error);
}

static bool refuse_start(const carom_reading *r, const carom_drop *d, carom_status status,
                         const carom_motion_error *why) {
    const carom_json_place at = {&body_place, "centre", 0};
    char number[32];
    if (status != CAROM_STARTS_INSIDE) return carom_refuse_status(r, &body_place, status);
    const char *name = d->plane_name[why->index];
    snprintf(number, sizeof number, "%d", why->index);
    return carom_refuse_at(r->refusal, &r->source, &at, status,
                           "the body starts inside plane %s by %s m; move its centre along the normal of the plane",
                           name ? name : number, CAROM_SHORT(why->value, 3));
}

static bool refuse_motion(const carom_reading *r, const carom_drop *d, const carom_drop_law *law, carom_status status,
                          const carom_motion_error *why) {
    const carom_json_place mass = {&body_place, "mass", 0}, inertia = {&body_place, "inertia", 0},
                           gravity = {NULL, "gravity", 0};
    switch ((int)why->part) {
    case CAROM_MOTION_PART_MASS:
        if (why->index < 0) return carom_refuse_status(r, &mass, status);
        return carom_refuse_at(
            r->refusal, &r->source, &inertia, status, "%s",
            d->scene.dim == 2 ? "the moment of inertia must be positive and finite"
                              : "moments of inertia are positive, and none is larger than the sum of the other two");
    case CAROM_MOTION_PART_GRAVITY: return carom_refuse_status(r, &gravity, status);
    case CAROM_MOTION_PART_PLANE: return carom_refuse_status(r, &planes_place, status);
    case CAROM_MOTION_PART_OPTION: return carom_refuse_status(r, &motion_place, status);
    case CAROM_MOTION_PART_LAW: return refuse_law(r, law, why->index, d->scene.dim, status);
    case CAROM_MOTION_PART_START: return refuse_start(r, d, status, why);
    default: return carom_refuse_status(r, &body_place, status);
    }
}

static bool check(const carom_reading *r, const carom_drop *d) {
    for (int i = 0; i < d->laws; i++) {
        carom_motion_error why;
        const carom_status status = carom_motion_validate(&d->law[i].scene, &d->start, &why);
        if (status != CAROM_OK) return refuse_motion(r, d, &d->law[i], status, &why);
    }
    return true;
}

// Checks the keys; keys of other kinds of files have their own message.
static bool check_root(const carom_reading *r, const json_t *document) {
    static const char *const others[] = {"contact", "contacts", "chain", "mechanism", "W", "v"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        const carom_json_place at = {NULL, others[i], 0};
        if (json_object_get(document, others[i]) && !carom_key_find(CAROM_OBJECT_drop, others[i]))
            return carom_refuse_at(r->refusal, &r->source, &at, CAROM_UNKNOWN_KEY,
                                   "belongs into a file for one impact; a motion has one body and \"planes\"");
    }
    return carom_keys_check(r, document, CAROM_OBJECT_drop, NULL) &&
           carom_shape_check(r, document, CAROM_OBJECT_drop, NULL);
}

carom_drop *carom_drop_read(json_t *document, carom_source source, const carom_drop_options *options,
                            carom_modules *modules, carom_error *refusal) {
    static const carom_drop_options none = {NULL, NULL, (double)NAN, 0};
    const carom_reading r = {source, refusal, modules};
    const json_t *bodies = json_object_get(document, "bodies");
    carom_drop *d = calloc(1, sizeof *d);
    bool read = d || carom_refuse_memory(&r, NULL);
    if (!options) options = &none;
    if (d) d->document = json_incref(document);
    read = read && check_root(&r, document);
    if (read && json_array_size(bodies) != 1)
        read = refuse(&r, NULL, "bodies", "must be one body; bodies that strike each other are not followed");
    if (read) d->id = json_object_get(document, "id");
    read = read && carom_drop_body(&r, json_array_get(bodies, 0), d) && read_planes(&r, document, d) &&
           read_options(&r, document, d);
    if (read && !isnan(options->until)) d->scene.until = options->until;
    if (read && options->events) d->scene.max_events = options->events;
    read = read && read_laws(&r, document, options, d) && check(&r, d);
    if (read) return d;
    carom_drop_release(d);
    return NULL;
}

void carom_drop_release(carom_drop *d) {
    if (!d) return;
    for (int i = 0; i < d->law_room; i++) {
        free(d->law[i].plane);
        free(d->law[i].params);
    }
    free(d->law);
    free(d->plane);
    free((void *)d->plane_name);
    free(d->corner);
    json_decref(d->document);
    free(d);
}
