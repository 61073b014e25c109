// Checks that all keys of a file are known, by the table of keys.def, before any reader uses a value.
#include <stdio.h>
#include <string.h>

#include "carom/law.h"
#include "mods/scenario/shape.h"
#include "mods/scenario/speed.h"

// Rejects a key that none of these objects has. The message names "params" if the key is a parameter.
static bool refuse_key(const carom_reading *r, carom_object first, carom_object last, const carom_json_place *place) {
    carom_nearest best = {0};
    char list[256] = "it takes ", hint[320];
    const char *separator = "";
    const carom_key *row;
    for (int i = 0; (row = carom_key_at(i)); i++) {
        if (row->object < first || row->object > last) continue;
        // Each object of the list has a key with its own name.
        if (first != last && strcmp(row->key, carom_object_name(row->object)) != 0) continue;
        carom_nearest_word(&best, place->key, row->key);
        carom_join(list, sizeof list, separator, row->key);
        separator = ", ";
    }
    carom_suggestion(best.name, list, hint, sizeof hint);
    if (carom_is_param(r->modules, place->key) && carom_key_find(first, "params"))
        snprintf(hint, sizeof hint, "; parameters belong into \"params\": {\"%.60s\": ...}", place->key);
    return carom_refuse_at(r->refusal, &r->source, place, CAROM_UNKNOWN_KEY, "there is no key \"%s\" here%s",
                           place->key, hint);
}

static bool refuse_param(const carom_reading *r, bool many, const carom_json_place *place) {
    carom_nearest best = {0};
    const carom_key *row;
    carom_nearest_among(&best, place->key, carom_param_names);
    for (int i = 0; many && (row = carom_key_at(i)); i++)
        if (row->object == CAROM_OBJECT_settings) carom_nearest_word(&best, place->key, row->key);
    carom_refuse_at(r->refusal, &r->source, place, CAROM_COEFFICIENT_UNKNOWN, "no parameter is called \"%s\"",
                    place->key);
    return carom_refuse_near(r->refusal, best.name, many ? CAROM_HINT_SEE_SYSTEM_PARAMS : CAROM_HINT_SEE_PARAMS);
}

// Checks the names of forms, as in {"fifth": 0.2}.
static bool check_forms(const carom_reading *r, const json_t *value, const carom_json_place *place) {
    const char *name = NULL;
    json_t *numbers;
    while ((name = carom_next_key(value, name, &numbers))) {
        const carom_json_place at = {place, name, 0};
        carom_nearest best = {0};
        const carom_speed_form *form;
        if (carom_speed_form_find(name)) continue;
        for (int k = 0; (form = carom_speed_form_at(k)); k++) carom_nearest_word(&best, name, form->name);
        carom_refuse_at(r->refusal, &r->source, &at, CAROM_UNKNOWN_KEY, "no form is called \"%s\"", name);
        return carom_refuse_near(r->refusal, best.name, CAROM_HINT_SEE_PARAMS);
    }
    return true;
}

static bool check_list(const carom_reading *r, const json_t *list, carom_object of, const carom_json_place *place) {
    for (size_t i = 0; i < json_array_size(list); i++) {
        const carom_json_place at = {place, NULL, i};
        if (!carom_keys_check(r, json_array_get(list, i), of, &at)) return false;
    }
    return true;
}

// Check a list of modes, or a rod.
static bool check_modes(const carom_reading *r, const json_t *value, const carom_json_place *place) {
    if (carom_is_object(value)) return carom_keys_check(r, value, CAROM_OBJECT_rod_modes, place);
    return check_list(r, value, CAROM_OBJECT_mode, place);
}

// Checks parameters, which have their own tables.
static bool check_params(const carom_reading *r, const json_t *value, bool many, const carom_json_place *place) {
    const char *name = NULL;
    json_t *item;
    while ((name = carom_next_key(value, name, &item))) {
        const carom_json_place at = {place, name, 0};
        const carom_key *setting = many ? carom_key_find(CAROM_OBJECT_settings, name) : NULL;
        bool good = true;
        if (setting)
            good = setting->kind != CAROM_KIND_MANY_PARAMS || check_params(r, item, many, &at);
        else if (carom_is_of_speed(name))
            good = check_forms(r, item, &at);
        else if (carom_is_param(r->modules, name))
            good = strcmp(name, "modes") != 0 || check_modes(r, item, &at);
        else
            good = refuse_param(r, many, &at);
        if (!good) return false;
    }
    return true;
}

// Checks how an input of a study varies; its keys determine the kind of object.
static bool check_spread(const carom_reading *r, const json_t *value, const carom_json_place *place) {
    const char *key = NULL;
    json_t *unused;
    while ((key = carom_next_key(value, key, &unused)))
        for (int i = CAROM_OBJECT_uniform; i <= CAROM_OBJECT_list; i++)
            if (!strcmp(key, carom_object_name((carom_object)i)))
                return carom_keys_check(r, value, (carom_object)i, place);
    key = carom_next_key(value, NULL, &unused);
    const carom_json_place at = {place, key, 0};
    return !key || refuse_key(r, CAROM_OBJECT_uniform, CAROM_OBJECT_list, &at);
}

static bool check_inputs(const carom_reading *r, const json_t *value, const carom_json_place *place) {
    const char *name = NULL;
    json_t *spread;
    while ((name = carom_next_key(value, name, &spread))) {
        const carom_json_place at = {place, name, 0};
        if (!check_spread(r, spread, &at)) return false;
    }
    return true;
}

// Returns the kind of scenario that a study varies: several contacts, W and v, or bodies.
static carom_object swept(const carom_reading *r, const json_t *scenario) {
    return carom_is_system(scenario, NULL, r->modules) ? CAROM_OBJECT_impact : carom_scenario_object(scenario);
}

// Returns true if there are several contacts and none is marked as colliding.
static bool all_collide(const json_t *document) {
    static const char *const owners[] = {"chain", "mechanism"};
    size_t contacts = json_array_size(json_object_get(document, "contacts"));
    for (size_t i = 0; i < sizeof owners / sizeof *owners; i++)
        contacts += json_array_size(json_object_get(json_object_get(document, owners[i]), "contacts"));
    return contacts > 1 && !json_object_get(document, "colliding");
}

bool carom_is_system(const json_t *document, const carom_law *law, carom_modules *modules) {
    const json_t *W =
        json_object_get(document, "W"); // a W that is not a list of rows is rejected by the reader of one contact
    const char *name = law ? law->name : json_string_value(json_object_get(document, "law"));
    if (name && (!strcmp(name, "all") || !strcmp(name, "delassus"))) return true;
    if (!law && name) law = carom_law_find(modules, name, CAROM_SYSTEMS);
    const bool one = name && (!law || (law->solves & CAROM_ONE_CONTACT));
    // A law may solve one contact in 2D only, and systems in 3D. One contact in 3D is then a system.
    const bool space = json_array_size(W) == 3 && law && (law->solves & CAROM_SYSTEM_3D) && !(law->solves & CAROM_3D);
    const bool systems = !name || (law && (law->solves & CAROM_SYSTEMS));
    return space || json_object_get(document, "system") || json_object_get(document, "planted") ||
           (json_array_size(W) > 3 && json_is_array(json_array_get(W, 0))) || (name && !one) ||
           (systems && all_collide(document));
}

carom_object carom_scenario_object(const json_t *document) {
    const bool spec = json_object_get(document, "bodies") || json_object_get(document, "chain") ||
                      json_object_get(document, "mechanism");
    return spec && !json_object_get(document, "W") ? CAROM_OBJECT_scenario : CAROM_OBJECT_problem;
}

carom_object carom_key_object(const carom_key *row, bool in_list) {
    switch ((int)row->kind) {
    case CAROM_KIND_OBJECT:
    case CAROM_KIND_LIST:
    case CAROM_KIND_BODIES: return row->of;
    case CAROM_KIND_BODY_MASS: return CAROM_OBJECT_mass_unit;
    case CAROM_KIND_SPIN:
    case CAROM_KIND_ANGLE: return CAROM_OBJECT_angle;
    case CAROM_KIND_VECTOR:
    case CAROM_KIND_TANGENT: return CAROM_OBJECT_polar;
    case CAROM_KIND_SPEED: return CAROM_OBJECT_speed;
    case CAROM_KIND_VELOCITY: return in_list ? CAROM_OBJECT_speed : CAROM_OBJECT_polar_velocity;
    case CAROM_KIND_LAWS: return CAROM_OBJECT_asked_law;
    case CAROM_KIND_METHODS: return CAROM_OBJECT_asked_method;
    case CAROM_KIND_GROUPS: return CAROM_OBJECT_group;
    default: return CAROM_OBJECT_none;
    }
}

// Returns the kind of object of a value; a speed without a direction and a swept scenario are recognised by their own
// keys.
static carom_object object_of(const carom_reading *r, const json_t *value, bool in_list, const carom_key *row) {
    if (row->kind == CAROM_KIND_SWEPT) return swept(r, value);
    const bool speed = json_object_get(value, "kmh") || json_object_get(value, "mph");
    return carom_key_object(row, in_list || (speed && row->kind == CAROM_KIND_VELOCITY));
}

static bool check_member(const carom_reading *r, const json_t *parent, const json_t *value, const carom_key *row,
                         const carom_json_place *place) {
    const bool list = carom_is_array(value);
    if (row->kind == CAROM_KIND_PARAMS || row->kind == CAROM_KIND_MANY_PARAMS)
        return check_params(r, value, row->kind == CAROM_KIND_MANY_PARAMS, place);
    if (row->kind == CAROM_KIND_INPUTS) return check_inputs(r, value, place);
    const carom_object of = object_of(r, value, list, row);
    if (of == CAROM_OBJECT_none) return true;
    return list ? check_list(r, value, of, place) : carom_keys_check(r, value, of, place);
}

// Replaces aliases of this object's keys, so that the readers see one name.
static bool rename_aliases(const carom_reading *r, const json_t *value, carom_object object,
                           const carom_json_place *place) {
    static const struct {
        carom_object object;
        const char *old, *new;
    } aliases[] = {
#define CAROM_KEY_ALIAS(object, old, new) {CAROM_OBJECT_##object, old, new},
#include "mods/scenario/keys.def"
#undef CAROM_KEY_ALIAS
    };
    json_t *changed = (json_t *)(size_t)value;
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++) {
        const carom_json_place at = {place, aliases[i].old, 0};
        if (aliases[i].object != object || !json_object_get(value, aliases[i].old)) continue;
        if (json_object_get(value, aliases[i].new))
            return carom_refuse_at(r->refusal, &r->source, &at, CAROM_UNKNOWN_KEY,
                                   "\"%s\" and \"%s\" are names of one key; give one", aliases[i].old, aliases[i].new);
        json_object_set(changed, aliases[i].new, json_object_get(value, aliases[i].old));
        json_object_del(changed, aliases[i].old);
    }
    return true;
}

bool carom_keys_check(const carom_reading *r, const json_t *value, carom_object object, const carom_json_place *place) {
    if (!rename_aliases(r, value, object, place)) return false;
    const char *key = NULL;
    json_t *member;
    while ((key = carom_next_key(value, key, &member))) {
        const carom_json_place at = {place, key, 0};
        const carom_key *row = carom_key_find(object, key);
        if (!row) return refuse_key(r, object, object, &at);
        if (!check_member(r, value, member, row, &at)) return false;
    }
    return true;
}
