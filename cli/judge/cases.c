#include "cli/judge/cases.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/judge/built_in.h"
#include "mods/scenario/numbers.h"
#include "mods/scenario/shape.h"

const char *carom_judge_families(void) {
    return "ABCDEFGHRSTZ";
}

int carom_judge_law(const carom_judge_cases *cases, const char *name) {
    for (int k = 0; k < cases->law_count; k++)
        if (!strcmp(cases->law[k], name)) return k;
    return -1;
}

// Reads a line. The functions below return false if something is missing or has the wrong type; the whole line is then
// rejected.

static bool read_number(const json_t *from, double *value) {
    *value = json_number_value(from);
    return carom_is_number(from) && isfinite(*value);
}

// Reads `count` numbers and sets the rest to 0.
static bool read_vector(const json_t *from, size_t count, size_t room, double *to) {
    if (json_array_size(from) != count) return false;
    for (size_t i = 0; i < room; i++) to[i] = 0.0;
    for (size_t i = 0; i < count; i++)
        if (!read_number(json_array_get(from, i), &to[i])) return false;
    return true;
}

static bool read_whole(const json_t *from, int most, int *value) {
    *value = carom_is_integer(from) && json_integer_value(from) >= 0 && json_integer_value(from) < most
                 ? (int)json_integer_value(from)
                 : -1;
    return *value >= 0;
}

static bool read_inertia(const json_t *from, double to[3]) {
    double about;
    if (carom_is_array(from)) return read_vector(from, 3, 3, to) && to[0] > 0.0 && to[1] > 0.0 && to[2] > 0.0;
    if (!read_number(from, &about)) return false;
    to[0] = to[1] = to[2] = about;
    return about > 0.0;
}

static bool read_turn(const json_t *from, double q[4]) {
    double size = 0.0;
    q[0] = 1.0, q[1] = q[2] = q[3] = 0.0;
    if (!from) return true;
    if (!read_vector(from, 4, 4, q)) return false;
    for (int i = 0; i < 4; i++) size += q[i] * q[i];
    for (int i = 0; i < 4; i++) q[i] /= sqrt(size);
    return size > 0.0;
}

static bool read_body(const json_t *from, int dim, carom_judge_body *b) {
    const size_t n = (size_t)dim;
    const json_t *spin = json_object_get(from, "spin");
    *b = (carom_judge_body){0};
    if (!read_number(json_object_get(from, "mass"), &b->mass) || !(b->mass > 0.0)) return false;
    if (!read_inertia(json_object_get(from, "inertia"), b->inertia)) return false;
    if (!read_vector(json_object_get(from, "centre"), n, 3, b->centre)) return false;
    if (!read_turn(json_object_get(from, "orientation"), b->q)) return false;
    if (!read_vector(json_object_get(from, "velocity"), n, 3, b->u.at)) return false;
    return dim == 2 ? read_number(spin, &b->u.at[5]) : read_vector(spin, 3, 3, b->u.at + 3);
}

static bool read_contact(const json_t *from, const carom_judge_case *c, carom_judge_contact *k) {
    const json_t *b = json_object_get(from, "b");
    const char *word = json_string_value(b);
    if (!read_whole(json_object_get(from, "a"), c->body_count, &k->a)) return false;
    if (word && !strcmp(word, "floor"))
        k->b = CAROM_JUDGE_FLOOR;
    else if (!read_whole(b, c->body_count, &k->b) || k->b == k->a)
        return false;
    return read_vector(json_object_get(from, "point"), (size_t)c->dim, 3, k->point) &&
           read_vector(json_object_get(from, "normal"), (size_t)c->dim, 3, k->normal);
}

static bool read_speeds(const json_t *from, int dim, double u[6]) {
    double plane[3];
    if (dim == 3 || json_array_size(from) == 6) return read_vector(from, 6, 6, u);
    if (!read_vector(from, 3, 3, plane)) return false;
    for (int i = 0; i < 6; i++) u[i] = 0.0;
    u[0] = plane[0], u[1] = plane[1], u[5] = plane[2];
    return true;
}

// Returns the number of a law by name, and adds the name if it is new; -1 if the table is full.
static int law_number(carom_judge_cases *all, const char *name) {
    const int known = carom_judge_law(all, name);
    if (known >= 0) return known;
    if (all->law_count == CAROM_JUDGE_LAWS || strlen(name) >= sizeof all->law[0]) return -1;
    strcpy(all->law[all->law_count], name);
    return all->law_count++;
}

static bool read_answers(const json_t *from, carom_judge_cases *all, carom_judge_case *c) {
    const char *name = NULL;
    json_t *bodies;
    c->answer = carom_room(json_object_size(from) + 1, sizeof *c->answer);
    if (!c->answer || !carom_is_object(from)) return false;
    while ((name = carom_next_key(from, name, &bodies))) {
        carom_judge_answer_of *a = &c->answer[c->answer_count++];
        a->law = law_number(all, name);
        if (a->law < 0 || json_array_size(bodies) != (size_t)c->body_count) return false;
        for (int i = 0; i < c->body_count; i++)
            if (!read_speeds(json_array_get(bodies, (size_t)i), c->dim, a->u[i].at)) return false;
    }
    return true;
}

static bool read_run(const json_t *from, carom_judge_case *c) {
    const char *energy = json_string_value(json_object_get(from, "energy"));
    if (!from) return true;
    c->runs = true;
    c->kept = energy && !strcmp(energy, "kept");
    return energy && read_number(json_object_get(from, "gravity"), &c->gravity) &&
           read_number(json_object_get(from, "time"), &c->time) &&
           read_number(json_object_get(from, "every"), &c->every) && c->every > 0.0 && c->time >= c->every &&
           c->time / c->every < 1e5;
}

static bool read_parts(carom_judge_case *c) {
    const json_t *bodies = json_object_get(c->line, "bodies"), *contacts = json_object_get(c->line, "contacts");
    const size_t nb = json_array_size(bodies), nc = json_array_size(contacts);
    if (nb < 1 || nb > CAROM_JUDGE_BODIES || nc < 1 || nc > CAROM_JUDGE_CONTACTS) return false;
    c->body_count = (int)nb, c->contact_count = (int)nc;
    for (size_t i = 0; i < nb; i++)
        if (!read_body(json_array_get(bodies, i), c->dim, &c->body[i])) return false;
    for (size_t i = 0; i < nc; i++)
        if (!read_contact(json_array_get(contacts, i), c, &c->contact[i])) return false;
    return true;
}

static double number_or_none(const json_t *from) {
    return carom_is_number(from) ? json_number_value(from) : (double)NAN;
}

// Reads a case from a line, except its position in the file. Returns false if the line is not a case.
static bool read_case(carom_judge_cases *all, carom_judge_case *c) {
    const char *family = json_string_value(json_object_get(c->line, "family"));
    c->id = json_string_value(json_object_get(c->line, "id"));
    c->source = json_string_value(json_object_get(c->line, "source"));
    const json_int_t dim = json_integer_value(json_object_get(c->line, "dim"));
    if (!c->id || !*c->id || strlen(c->id) > 63 || !family || strlen(family) != 1) return false;
    if (!strchr(carom_judge_families(), *family) || (dim != 2 && dim != 3)) return false;
    c->dim = (int)dim;
    c->family = *family;
    c->duration = number_or_none(json_object_get(c->line, "duration"));
    c->force = number_or_none(json_object_get(c->line, "force"));
    c->height = number_or_none(json_object_get(c->line, "height"));
    return read_number(json_object_get(c->line, "e"), &c->e) && read_number(json_object_get(c->line, "mu"), &c->mu) &&
           read_number(json_object_get(c->line, "tolerance"), &c->tolerance) && read_parts(c) &&
           read_run(json_object_get(c->line, "run"), c) && read_answers(json_object_get(c->line, "answers"), all, c);
}

// Reads lines.

static void free_case(carom_judge_case *c) {
    free(c->answer);
    json_decref(c->line);
}

static bool make_room(carom_judge_cases *all) {
    if (all->count < all->room) return true;
    const size_t room = all->room ? 2 * all->room : 64;
    carom_judge_case *at = realloc(all->at, room * sizeof *at);
    if (!at) return false;
    all->at = at;
    all->room = room;
    return true;
}

static bool add_line(carom_judge_cases *all, const char *text, size_t length, int number, carom_error *refusal) {
    json_error_t error;
    if (!make_room(all)) return carom_refuse(refusal, CAROM_NO_MEMORY, "out of memory");
    carom_judge_case *c = &all->at[all->count];
    *c = (carom_judge_case){.line = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error)};
    if (!c->line) return carom_refuse(refusal, CAROM_BAD_FILE, "line %d is not JSON: %s", number, error.text);
    all->count++;
    const carom_reading r = {{.text = text, .first_line = number}, refusal, NULL};
    if (!carom_keys_check(&r, c->line, CAROM_OBJECT_bench, NULL)) return false;
    if (read_case(all, c)) return true;
    return carom_refuse(refusal, CAROM_BAD_FILE,
                        "line %d%s%s is not a case of ImpactBench; see impactbench/cases.schema.json", number,
                        c->id ? ", " : "", c->id ? c->id : "");
}

bool carom_judge_cases_read(carom_judge_cases *all, const char *text, size_t length, const char *families, int step,
                            carom_error *refusal) {
    int number = 0, counts[256] = {0};
    for (const char *at = text, *end = text + length; at < end; number++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        const size_t size = (size_t)((stop ? stop : end) - at);
        if (size && strspn(at, " \t\r") < size) {
            if (!add_line(all, at, size, number + 1, refusal)) return false;
            const carom_judge_case *c = &all->at[all->count - 1];
            const bool wanted = !families || strchr(families, c->family);
            if (!wanted || counts[(unsigned char)c->family]++ % step) free_case(&all->at[--all->count]);
        }
        at += size + 1;
    }
    return true;
}

bool carom_judge_cases_built_in(carom_judge_cases *all, const char *families, int step, carom_error *refusal) {
    for (const char *f = families; f && *f; f++)
        if (!strchr(carom_judge_families(), *f))
            return carom_refuse(refusal, CAROM_BAD_VALUE, "there is no family \"%c\"; there are %s", *f,
                                carom_judge_families());
    for (size_t i = 0; i < carom_judge_built_in_count; i++)
        if (!carom_judge_cases_read(all, (const char *)carom_judge_built_in[i].text, carom_judge_built_in[i].length,
                                    families, step, refusal))
            return false;
    return true;
}

void carom_judge_cases_free(carom_judge_cases *all) {
    for (size_t i = 0; i < all->count; i++) free_case(&all->at[i]);
    free(all->at);
    *all = (carom_judge_cases){0};
}
