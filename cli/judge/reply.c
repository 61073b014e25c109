#include "cli/judge/reply.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli/judge/mechanics.h"

const char *carom_judge_said_name(carom_judge_said said) {
    static const char *const names[] = {[CAROM_JUDGE_NOT_ASKED] = "not asked",
                                        [CAROM_JUDGE_MOVES] = "answered",
                                        [CAROM_JUDGE_RAN] = "answered",
                                        [CAROM_JUDGE_CANNOT] = "cannot",
                                        [CAROM_JUDGE_FAILED] = "error",
                                        [CAROM_JUDGE_NONSENSE] = "nonsense",
                                        [CAROM_JUDGE_OTHER_CASE] = "another case",
                                        [CAROM_JUDGE_SILENT] = "no answer"};
    return names[said];
}

// Parses a JSON object from the driver; integers are read as doubles. On failure returns NULL and explains it in
// `words`.
static json_t *parse(const char *line, char *words, size_t size) {
    json_error_t error;
    char text[240];
    json_t *object = json_loads(line, JSON_DECODE_INT_AS_REAL | JSON_REJECT_DUPLICATES, &error);
    if (object && carom_is_object(object)) return object;
    snprintf(text, sizeof text, "not JSON: %s", object ? "not an object" : error.text);
    carom_visible(words, size, text);
    json_decref(object);
    return NULL;
}

// Copies a string of the driver, cut to the size of `to`. Returns false if it is not a string.
static bool copy_words(const json_t *from, char *to, size_t size) {
    *to = 0;
    if (carom_is_string(from)) carom_visible(to, size, json_string_value(from));
    return carom_is_string(from);
}

bool carom_judge_read_hello(const char *line, carom_judge_hello *hello, char *words, size_t size) {
    *hello = (carom_judge_hello){.families = "ABCD", .dt = (double)NAN};
    json_t *object = parse(line, words, size), *dim;
    if (!object) return false;
    const bool named = copy_words(json_object_get(object, "engine"), hello->engine, sizeof hello->engine) &&
                       copy_words(json_object_get(object, "version"), hello->version, sizeof hello->version);
    for (size_t i = 0; (dim = json_array_get(json_object_get(object, "dims"), i)); i++) {
        hello->plane = hello->plane || json_number_value(dim) == 2.0;
        hello->space = hello->space || json_number_value(dim) == 3.0;
    }
    if (json_object_get(object, "families"))
        copy_words(json_object_get(object, "families"), hello->families, sizeof hello->families);
    json_t *settings = json_object_get(object, "settings"), *dt = json_object_get(settings, "dt");
    if (carom_is_number(dt) && json_number_value(dt) > 0.0 && json_number_value(dt) < 1.0)
        hello->dt = json_number_value(dt);
    if (carom_is_object(settings)) hello->settings = json_incref(settings);
    const bool version = json_number_value(json_object_get(object, "impactbench")) == 1.0;
    json_decref(object);
    if (version && named && (hello->plane || hello->space)) return true;
    snprintf(words, size, "the handshake lacks %s",
             !version ? "\"impactbench\": 1"
             : !named ? "\"engine\" and \"version\", strings"
                      : "\"dims\", of 2 and 3");
    return false;
}

// Reads answers.

static void refuse(carom_judge_reply *r, carom_judge_said said, const char *format, ...) CAROM_PRINTF(3, 4);
static void refuse(carom_judge_reply *r, carom_judge_said said, const char *format, ...) {
    char text[240];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    carom_visible(r->words, sizeof r->words, text);
    r->said = said;
}

// Reads `count` finite numbers. On failure returns false and explains it in the reply.
static bool numbers(const json_t *from, size_t count, double *to, const char *what, carom_judge_reply *r) {
    for (size_t i = 0; i < count; i++) {
        const json_t *x = json_array_get(from, i);
        to[i] = json_number_value(x);
        if (carom_is_number(x) && isfinite(to[i]) && fabs(to[i]) < 1e100) continue;
        refuse(r, CAROM_JUDGE_NONSENSE, "%s contains a value that is not a finite number", what);
        return false;
    }
    return true;
}

// Checks that there is one entry per body. On failure returns false and explains it in the reply.
static bool one_a_body(const json_t *from, const carom_judge_case *c, const char *what, carom_judge_reply *r) {
    if (json_array_size(from) == (size_t)c->body_count && c->body_count) return true;
    refuse(r, CAROM_JUDGE_NONSENSE, "%s has %zu lists for %d bodies", what, json_array_size(from), c->body_count);
    return false;
}

static bool read_speeds(const json_t *from, const carom_judge_case *c, double u[6], carom_judge_reply *r) {
    const size_t count = json_array_size(from);
    double x[6] = {0.0};
    if (count != 6 && !(count == 3 && c->dim == 2)) {
        refuse(r, CAROM_JUDGE_NONSENSE, "\"u\" has %zu numbers for a body in %s", count, c->dim == 2 ? "2D" : "3D");
        return false;
    }
    if (!numbers(from, count, x, "\"u\"", r)) return false;
    const double plane[6] = {x[0], x[1], 0.0, 0.0, 0.0, x[2]};
    memcpy(u, count == 3 ? plane : x, 6 * sizeof *u);
    return true;
}

// Rotates a vector of a rotated case back to the original case.
static void turn_back(carom_judge_form form, double x[3]) {
    if (form == CAROM_JUDGE_TURNED) carom_judge_turn(x, true, x);
}

// Corrects the spin for the precession between the impact and the reading, using that the angular momentum is constant.
static bool carry_back(const json_t *from, const carom_judge_case *c, carom_judge_form form, carom_judge_reply *r) {
    if (from && !one_a_body(from, c, "\"q\"", r)) return false;
    for (int i = 0; i < c->body_count; i++) {
        double q[4], L[3];
        turn_back(form, r->u[i].at);
        if (!from) turn_back(form, r->u[i].at + 3);
        if (!from) continue;
        if (!numbers(json_array_get(from, (size_t)i), 4, q, "\"q\"", r)) return false;
        carom_judge_momentum(&c->body[i], q, r->u[i].at + 3, L);
        turn_back(form, L);
        carom_judge_spin(&c->body[i], L, r->u[i].at + 3);
        if (isfinite(r->u[i].at[3] + r->u[i].at[4] + r->u[i].at[5])) continue;
        refuse(r, CAROM_JUDGE_NONSENSE, "\"q\" has no orientation");
        return false;
    }
    return true;
}

static void read_moves(const json_t *object, const carom_judge_case *c, carom_judge_form form, carom_judge_reply *r) {
    const json_t *u = json_object_get(object, "u");
    if (c->runs) {
        refuse(r, CAROM_JUDGE_NONSENSE, "\"u\" instead of \"trail\" for a long run");
        return;
    }
    if (!one_a_body(u, c, "\"u\"", r)) return;
    for (int i = 0; i < c->body_count; i++)
        if (!read_speeds(json_array_get(u, (size_t)i), c, r->u[i].at, r)) return;
    if (!carry_back(json_object_get(object, "q"), c, form, r)) return;
    const json_t *duration = json_object_get(object, "duration"), *force = json_object_get(object, "force");
    if (carom_is_number(duration)) r->duration = json_number_value(duration);
    if (carom_is_number(force)) r->force = json_number_value(force);
    copy_words(json_object_get(object, "note"), r->note, sizeof r->note);
    r->said = CAROM_JUDGE_MOVES;
}

// Computes the energy of one body in a state of the trajectory: [x, y, angle, vx, vy, w], or 13 numbers in 3D.
static bool state_energy(const json_t *from, const carom_judge_case *c, int body, double *energy,
                         carom_judge_reply *r) {
    static const double upright[4] = {1.0, 0.0, 0.0, 0.0};
    const size_t count = json_array_size(from);
    double x[13];
    if (count != 13 && !(count == 6 && c->dim == 2)) {
        refuse(r, CAROM_JUDGE_NONSENSE, "a state of \"trail\" has %zu numbers for a body", count);
        return false;
    }
    if (!numbers(from, count, x, "\"trail\"", r)) return false;
    carom_judge_speeds u = {{x[3], x[4], 0.0, 0.0, 0.0, x[5]}};
    if (count == 13) memcpy(u.at, x + 7, sizeof u.at);
    *energy += carom_judge_energy(c, body, count == 6 ? upright : x + 3, &u, x[1]);
    return true;
}

static void read_trail(const json_t *object, const carom_judge_case *c, carom_judge_reply *r) {
    const json_t *trail = json_object_get(object, "trail");
    const size_t wanted = c->runs ? (size_t)(c->time / c->every + 0.5) : 0;
    double start = 0.0;
    if (json_array_size(trail) != wanted || !wanted) {
        refuse(r, CAROM_JUDGE_NONSENSE, "\"trail\" has %zu states, wanted %zu", json_array_size(trail), wanted);
        return;
    }
    for (int i = 0; i < c->body_count; i++)
        start += carom_judge_energy(c, i, c->body[i].q, &c->body[i].u, c->body[i].centre[1]);
    r->highest = -1.0;
    for (size_t k = 0; k < wanted; k++) {
        const json_t *state = json_array_get(trail, k);
        double energy = 0.0;
        if (!one_a_body(state, c, "a state of \"trail\"", r)) return;
        for (int i = 0; i < c->body_count; i++)
            if (!state_energy(json_array_get(state, (size_t)i), c, i, &energy, r)) return;
        r->last = energy / start - 1.0;
        r->highest = fmax(r->highest, r->last);
    }
    r->said = CAROM_JUDGE_RAN;
}

void carom_judge_read_reply(const char *line, const carom_judge_case *c, carom_judge_form form, carom_judge_reply *r) {
    char id[96];
    *r = (carom_judge_reply){.said = CAROM_JUDGE_NONSENSE, .duration = (double)NAN, .force = (double)NAN};
    json_t *object = parse(line, r->words, sizeof r->words);
    if (!object) return;
    snprintf(id, sizeof id, "%s%s", c->id, carom_judge_form_ending(form));
    const char *said = json_string_value(json_object_get(object, "id"));
    if (!said || strcmp(said, id))
        refuse(r, CAROM_JUDGE_OTHER_CASE, "answered %.90s%s%.60s instead of %s", said ? "\"" : "",
               said ? said : "nothing named", said ? "\"" : "", id);
    else if (copy_words(json_object_get(object, "cannot"), r->words, sizeof r->words))
        r->said = CAROM_JUDGE_CANNOT;
    else if (copy_words(json_object_get(object, "error"), r->words, sizeof r->words))
        r->said = CAROM_JUDGE_FAILED;
    else if (json_object_get(object, "u"))
        read_moves(object, c, form, r);
    else if (json_object_get(object, "trail"))
        read_trail(object, c, r);
    else
        refuse(r, CAROM_JUDGE_NONSENSE, "neither \"u\" nor \"cannot\" nor \"error\"");
    json_decref(object);
}
