// Writes cases as lines for a driver, and as scenarios.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/judge/cases.h"
#include "cli/judge/mechanics.h"
#include "mods/scenario/json.h"

static const double angle = 0.6; // rad; no multiple of it is an axis or a diagonal

const char *carom_judge_form_ending(carom_judge_form form) {
    static const char *const endings[] = {
        [CAROM_JUDGE_TOUCHING] = "", [CAROM_JUDGE_TURNED] = "/turned", [CAROM_JUDGE_ARRIVING] = "/arriving"};
    return endings[form];
}

void carom_judge_turn(const double from[3], bool back, double to[3]) {
    const double c = cos(angle), s = back ? -sin(angle) : sin(angle);
    const double x = c * from[0] + s * from[2], z = c * from[2] - s * from[0];
    to[0] = x, to[1] = from[1], to[2] = z;
}

static void set_turned(json_t *object, const char *key, const double from[3]) {
    double to[3];
    carom_judge_turn(from, false, to);
    json_object_set_new(object, key, carom_json_numbers(to, 3));
}

// Sets the orientation: the rotation (cos, 0, sin, 0) of half the angle, applied after the body's own.
static void set_turned_orientation(json_t *object, const double q[4]) {
    const double c = cos(0.5 * angle), s = sin(0.5 * angle);
    const double to[4] = {c * q[0] - s * q[2], c * q[1] + s * q[3], c * q[2] + s * q[0], c * q[3] - s * q[1]};
    json_object_set_new(object, "orientation", carom_json_numbers(to, 4));
}

static void turn_case(json_t *line, const carom_judge_case *c) {
    for (int i = 0; i < c->body_count; i++) {
        json_t *body = json_array_get(json_object_get(line, "bodies"), (size_t)i);
        set_turned(body, "centre", c->body[i].centre);
        set_turned(body, "velocity", c->body[i].u.at);
        set_turned(body, "spin", c->body[i].u.at + 3);
        set_turned_orientation(body, c->body[i].q);
    }
    for (int i = 0; i < c->contact_count; i++) {
        json_t *contact = json_array_get(json_object_get(line, "contacts"), (size_t)i);
        set_turned(contact, "point", c->contact[i].point);
        set_turned(contact, "normal", c->contact[i].normal);
    }
}

// Lifts the first body by a fraction of the distance that its contact falls in a step. An engine without prediction then
// finds it penetrating by the rest of the distance.
static void lift_case(json_t *line, const carom_judge_case *c, double fraction, double dt) {
    const carom_judge_contact *k = &c->contact[0];
    const double fall = -carom_judge_parting(c, k, &c->body[0].u);
    double centre[3];
    for (int i = 0; i < 3; i++) centre[i] = c->body[0].centre[i] + fraction * dt * fall * k->normal[i];
    json_object_set_new(json_array_get(json_object_get(line, "bodies"), 0), "centre",
                        carom_json_numbers(centre, (size_t)c->dim));
}

char *carom_judge_question(const carom_judge_case *c, carom_judge_form form, double dt) {
    static const char *const hidden[] = {"answers", "tolerance", "duration", "force", "licence", "height"};
    json_t *line = json_deep_copy(c->line);
    char id[96];
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++) json_object_del(line, hidden[i]);
    snprintf(id, sizeof id, "%s%s", c->id, carom_judge_form_ending(form));
    json_object_set_new(line, "id", json_string(id));
    if (form == CAROM_JUDGE_TURNED) turn_case(line, c);
    if (form == CAROM_JUDGE_ARRIVING) lift_case(line, c, 0.37, dt);
    if (form == CAROM_JUDGE_TOUCHING && !isnan(c->height) && !isnan(dt)) lift_case(line, c, c->height, dt);
    char *text = carom_json_text(line);
    json_decref(line);
    const size_t length = text ? strlen(text) : 0;
    char *ended = text ? realloc(text, length + 2) : NULL;
    if (ended) memcpy(ended + length, "\n", 2);
    if (!ended) free(text);
    return ended;
}

char *carom_judge_scenario(const carom_judge_case *c, const char *about) {
    if (c->contact_count != 1) return NULL;
    const carom_judge_contact *k = &c->contact[0];
    json_t *pair = json_array();
    const int who[2] = {k->a, k->b};
    for (int i = 0; i < 2; i++) {
        json_t *body = who[i] == CAROM_JUDGE_FLOOR
                           ? json_string("fixed")
                           : json_deep_copy(json_array_get(json_object_get(c->line, "bodies"), (size_t)who[i]));
        json_object_del(body, "colliders");
        json_array_append_new(pair, body);
    }
    json_t *scene = json_pack(
        "{s:s, s:s, s:{s:s, s:o, s:o}, s:o, s:{s:o, s:o}}", "about", about, "law", "routh", "params", "restitution",
        "poisson", "e", carom_json_real(c->e), "mu", carom_json_real(c->mu), "bodies", pair, "contact", "point",
        carom_json_numbers(k->point, (size_t)c->dim), "normal", carom_json_numbers(k->normal, (size_t)c->dim));
    char *text = scene ? carom_json_text(scene) : NULL;
    json_decref(scene);
    return text;
}
