#include "cli/verbs/drop_write.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "carom/scenario.h"
#include "cli/print/title.h"
#include "mods/scenario/drop_read.h"
#include "mods/scenario/json.h"
#include "mods/scenario/report.h"

carom_drop_runs carom_drop_follow(const carom_drop *drop) {
    const int count = carom_drop_laws(drop);
    carom_drop_runs runs = {.drop = drop, .count = count};
    runs.result = carom_resize(NULL, (size_t)count, sizeof *runs.result);
    runs.memory = carom_resize(NULL, (size_t)count, sizeof *runs.memory);
    for (int i = 0; i < count; i++) {
        const carom_motion_scene *scene = carom_drop_scene(drop, i);
        const size_t bytes = carom_motion_memory_size(scene);
        runs.memory[i] = carom_resize(NULL, 1, bytes);
        carom_motion_run(scene, carom_drop_start(drop), runs.memory[i], bytes, &runs.result[i]);
    }
    return runs;
}

void carom_drop_forget(carom_drop_runs *runs) {
    for (int i = 0; i < runs->count; i++) free(runs->memory[i]);
    free(runs->memory);
    free(runs->result);
    *runs = (carom_drop_runs){0};
}

const char *carom_drop_law_words(const carom_drop *drop, int law, char *text, size_t size) {
    const carom_drop_law *asked = &drop->law[law];
    char marked[400], *to = marked;
    carom_problem_title(&asked->problem, asked->problem.law, NULL, marked, sizeof marked);
    for (const char *from = marked; *from; from++)
        if (*from != '$') *to++ = *from;
    *to = 0;
    const bool renamed = strcmp(asked->name, asked->problem.law->name) != 0;
    snprintf(text, size, "%s%s%s", renamed ? asked->name : "", renamed ? ": " : "", marked);
    return text;
}

// The functions below return names for the tables.

static const char *kind_name(const carom_motion_event *event) {
    return carom_enum_name(CAROM_ENUM_MOTION_KIND, (int)event->kind);
}

static const char *stop_name(const carom_motion_result *r) {
    return carom_enum_name(CAROM_ENUM_MOTION_STOP, (int)r->stop);
}

static const char *plane_name(const carom_drop *drop, int plane, char text[16]) {
    const char *name = carom_drop_plane_name(drop, plane);
    snprintf(text, 16, "%d", plane);
    return name ? name : text;
}

// Returns the method or rule that resolved several contacts; NULL if only the law was used.
static const char *resolved_by(const carom_motion_scene *scene, const carom_motion_event *event) {
    if (event->method) return event->method->name;
    if (!event->hits || event->touching < 2 || scene->several == CAROM_MOTION_RULE_METHOD) return NULL;
    return carom_enum_name(CAROM_ENUM_MOTION_RULE, (int)scene->several);
}

static const char *mode_of(const carom_result *out) {
    return out->mode == CAROM_MODE_UNNAMED ? "-" : carom_mode_name(out->mode);
}

static int impacts(const carom_motion_result *r) {
    int count = 0;
    for (int i = 0; i < r->events; i++) count += r->event[i].kind == CAROM_MOTION_KIND_IMPACT;
    return count;
}

static double start_energy(const carom_drop_runs *runs, int law) {
    return carom_motion_energy(carom_drop_scene(runs->drop, law), &runs->result[law].start);
}

static double end_energy(const carom_drop_runs *runs, int law) {
    return carom_motion_energy(carom_drop_scene(runs->drop, law), &runs->result[law].end);
}

static bool has_states(carom_drop_times times) {
    return !isnan(times.at) || !isnan(times.fps);
}

// Builds JSON.

// Numbers far below these scales are printed as 0. NULL keeps all digits, for programs.
typedef struct {
    double length, speed, spin, energy;
} scales;

static scales find_scales(const carom_motion_scene *scene, const carom_motion_state *start) {
    const double g = sqrt(scene->gravity[0] * scene->gravity[0] + scene->gravity[1] * scene->gravity[1] +
                          scene->gravity[2] * scene->gravity[2]);
    const double size = carom_motion_size(scene), length = fmax(carom_largest(start->centre, 3), size);
    const double speed = fmax(carom_largest(start->velocity, 3), sqrt(2.0 * g * length));
    return (scales){length, speed, speed / size, scene->mass * speed * speed};
}

// A stepped phase has an error of first order in the step.
static json_t *number(double value, bool exact, const scales *s, double scale) {
    return carom_json_real(s && fabs(value) < (exact ? 1e-14 : 1e-5) * scale ? 0.0 : value);
}

static json_t *numbers(const double *values, int count, bool exact, const scales *s, double scale) {
    json_t *list = json_array();
    for (int i = 0; i < count; i++) json_array_append_new(list, number(values[i], exact, s, scale));
    return list;
}

static json_t *state_json(const carom_motion_scene *scene, const carom_motion_state *state, const scales *s) {
    const int dim = scene->dim;
    const bool exact = state->exact;
    const scales by = s ? *s : (scales){0};
    json_t *object = json_pack("{s:o, s:o}", "t", carom_json_real(state->t), "centre",
                               numbers(state->centre, dim, exact, s, by.length));
    if (dim == 2) json_object_set_new(object, "angle", number(state->angle, exact, s, 1.0));
    if (dim == 3) json_object_set_new(object, "orientation", numbers(state->orientation, 4, exact, s, 1.0));
    json_object_set_new(object, "velocity", numbers(state->velocity, dim, exact, s, by.speed));
    json_object_set_new(object, "spin",
                        dim == 2 ? number(state->spin[2], exact, s, by.spin)
                                 : numbers(state->spin, 3, exact, s, by.spin));
    json_object_set_new(object, "exact", carom_json_boolean(exact));
    return object;
}

static json_t *violations_json(unsigned violations) {
    json_t *list = json_array();
    for (unsigned bit = 1; carom_enum_name(CAROM_ENUM_VIOLATION, (int)bit); bit <<= 1)
        if (violations & bit) json_array_append_new(list, json_string(carom_enum_name(CAROM_ENUM_VIOLATION, (int)bit)));
    return list;
}

static json_t *hit_json(const carom_drop *drop, const carom_motion_hit *hit) {
    const size_t dim = (size_t)drop->scene.dim;
    const carom_result *out = &hit->outcome;
    json_t *object =
        json_pack("{s:i, s:i, s:o, s:o, s:o, s:o, s:s, s:o, s:o, s:o}", "plane", hit->plane, "feature", hit->feature,
                  "point", carom_json_numbers(hit->point, dim), "P", carom_json_numbers(out->P, dim), "v",
                  carom_json_numbers(hit->contact.v, dim), "v_after", carom_json_numbers(out->v, dim), "mode",
                  carom_mode_name(out->mode), "dE", carom_json_real(out->dE), "impulse",
                  carom_json_numbers(hit->impulse, dim), "violations", violations_json(out->violations));
    const char *name = carom_drop_plane_name(drop, hit->plane);
    if (name) json_object_set_new(object, "plane_name", carom_json_words(name));
    return object;
}

static json_t *event_json(const carom_drop_runs *runs, int law, const carom_motion_event *e) {
    const carom_motion_scene *scene = carom_drop_scene(runs->drop, law);
    const char *by = resolved_by(scene, e);
    json_t *hits = json_array();
    for (int i = 0; i < e->hits; i++)
        json_array_append_new(hits, hit_json(runs->drop, &runs->result[law].hit[e->first_hit + i]));
    json_t *object = json_pack("{s:s, s:o, s:o, s:o, s:i, s:o, s:o}", "kind", kind_name(e), "t",
                               carom_json_real(e->after.t), "before", state_json(scene, &e->before, NULL), "after",
                               state_json(scene, &e->after, NULL), "touching", e->touching, "energy_before",
                               carom_json_real(e->energy_before), "energy_after", carom_json_real(e->energy_after));
    if (by) json_object_set_new(object, "by", json_string(by));
    if (e->tie) json_object_set_new(object, "tie", json_true());
    if (e->left_out > 0.0) json_object_set_new(object, "left_out", carom_json_real(e->left_out));
    json_object_set_new(object, "hits", hits);
    return object;
}

// Computes the state at the requested time with this index or a later one. Sets the next index. Returns false past the
// last.
static bool next_state(const carom_drop_runs *runs, int law, carom_drop_times times, int *index,
                       carom_motion_state *state) {
    const carom_motion_result *r = &runs->result[law];
    for (const bool one = isnan(times.fps);;) {
        const double t = one ? times.at : r->start.t + *index / times.fps;
        if (one ? *index > 0 : !(t <= r->end.t)) return false;
        ++*index;
        if (carom_status_classify(carom_motion_state_at(carom_drop_scene(runs->drop, law), r, t, state)) ==
            CAROM_CLASS_OK)
            return true;
    }
}

static json_t *states_json(const carom_drop_runs *runs, int law, carom_drop_times times) {
    json_t *list = json_array();
    carom_motion_state state;
    for (int i = 0; next_state(runs, law, times, &i, &state);)
        json_array_append_new(list, state_json(carom_drop_scene(runs->drop, law), &state, NULL));
    return list;
}

static json_t *run_json(const carom_drop_runs *runs, int law, carom_drop_times times) {
    const carom_motion_scene *scene = carom_drop_scene(runs->drop, law);
    const carom_motion_result *r = &runs->result[law];
    json_t *run = json_pack(
        "{s:o, s:s, s:s, s:s, s:o, s:o, s:o, s:o}", "name", carom_json_words(carom_drop_law_name(runs->drop, law)),
        "law", scene->law->name, "status", carom_status_name(r->status), "stop", stop_name(r), "start",
        state_json(scene, &r->start, NULL), "end", state_json(scene, &r->end, NULL), "energy_start",
        carom_json_real(start_energy(runs, law)), "energy_end", carom_json_real(end_energy(runs, law)));
    if (isfinite(r->accumulation_time))
        json_object_set_new(run, "accumulation_time", carom_json_real(r->accumulation_time));
    if (r->rest_law) json_object_set_new(run, "rest_law", json_string(r->rest_law->name));
    json_object_set_new(run, "energy_error", carom_json_real(r->energy_error));
    if (has_states(times)) {
        json_object_set_new(run, "states", states_json(runs, law, times));
        return run;
    }
    json_t *events = json_array();
    for (int i = 0; i < r->events; i++) json_array_append_new(events, event_json(runs, law, &r->event[i]));
    json_object_set_new(run, "events", events);
    return run;
}

static json_t *answer_json(const carom_drop_runs *runs, carom_drop_times times) {
    json_t *list = json_array(), *answer = json_object();
    for (int i = 0; i < runs->count; i++) json_array_append_new(list, run_json(runs, i, times));
    if (runs->drop->id) json_object_set(answer, "id", runs->drop->id);
    json_object_set_new(answer, "name", carom_json_words(carom_drop_name(runs->drop)));
    json_object_set_new(answer, "dim", json_integer(runs->drop->scene.dim));
    json_object_set_new(answer, "runs", list);
    return answer;
}

// Builds tables.

// Columns of a state: t, centre, angle or quaternion, velocity, spin.
#define CENTRE   "x y|x y z"
#define VELOCITY "vx vy|vx vy vz"
#define SPIN     "spin|wx wy wz"
#define TURN     "qw qx qy qz"

// Every hit of all laws, for programs.
static const carom_document_column csv_hits[] = {
    {.key = "law"},
    {.key = "event"},
    {.key = "kind", .path = "e.kind"},
    {.key = "plane"},
    {.key = "feature", .path = "hit.feature"},
    {.key = "t", .path = "e.before.t"},
    {.key = "", .parts = CENTRE, .path = "e.before.centre"},
    {.key = "", .parts = "angle", .path = "e.before.angle"},
    {.key = "", .parts = TURN, .path = "e.before.orientation"},
    {.key = "", .parts = VELOCITY, .path = "e.before.velocity"},
    {.key = "", .parts = SPIN, .path = "e.before.spin"},
    {.key = "", .parts = "vx_after vy_after|vx_after vy_after vz_after", .path = "e.after.velocity"},
    {.key = "", .parts = "spin_after|wx_after wy_after wz_after", .path = "e.after.spin"},
    {.key = "", .parts = "Pn Pt|Pn Pt1 Pt2", .path = "hit.P"},
    {.key = "mode", .path = "hit.mode"},
    {.key = "dE", .path = "hit.dE"},
    {.key = "energy_after", .path = "e.energy_after"},
    {.key = "violations", .path = "hit.violations"},
    {.key = "exact", .path = "e.before.exact"},
};

// The events of one law, for people.
static const carom_document_column event_columns[] = {
    {.title = "event", .path = "first.event"},
    {.title = "t", .unit = "s", .path = "first.e.t"},
    {.title = "what", .path = "first.e.kind"},
    {.title = "plane", .path = "plane"},
    {.title = "corner", .path = "corner"},
    {.title = "", .parts = "P_n P_t|P_n P_t1 P_t2", .unit = "N s", .path = "P"},
    {.title = "mode", .path = "mode"},
    {.title = "energy", .unit = "J", .path = "last.energy"},
    {.title = "", .path = "last.remark"},
};

static const carom_document_column ends[] = {
    {.title = "", .path = "of"},
    {.title = "t", .path = "t"},
    {.title = "", .parts = CENTRE, .path = "centre"},
    {.title = "", .parts = "angle", .path = "angle"},
    {.title = "", .parts = TURN, .path = "orientation"},
    {.title = "", .parts = VELOCITY, .path = "velocity"},
    {.title = "", .parts = SPIN, .path = "spin"},
    {.title = "energy", .path = "energy"},
};

static const carom_document_column state_columns[] = {
    CAROM_COLUMN("law"),
    CAROM_COLUMN("t"),
    {.key = "", .title = "", .parts = CENTRE, .path = "centre"},
    {.key = "", .title = "", .parts = "angle", .path = "angle"},
    {.key = "", .title = "", .parts = TURN, .path = "orientation"},
    {.key = "", .title = "", .parts = VELOCITY, .path = "velocity"},
    {.key = "", .title = "", .parts = SPIN, .path = "spin"},
    CAROM_COLUMN("energy"),
    CAROM_COLUMN("exact"),
};

static const carom_document_column law_columns[] = {
    {.title = "law", .path = "law"},
    {.title = "impacts", .path = "impacts"},
    {.title = "ends by", .path = "by"},
    {.title = "t", .unit = "s", .path = "t"},
    {.title = "", .parts = CENTRE, .unit = "m", .path = "centre"},
    {.title = "", .parts = "angle", .path = "angle"},
    {.title = "energy", .unit = "J", .path = "energy"},
};

// Returns remarks on an event: the method that resolved it, ties, violations, omitted bounces.
static json_t *remark(const carom_motion_scene *scene, const carom_motion_result *r, const carom_motion_event *e) {
    const char *by = resolved_by(scene, e);
    char text[200] = "";
    bool gains = false, other = false;
    for (int i = 0; i < e->hits; i++) {
        const unsigned broken = r->hit[e->first_hit + i].outcome.violations;
        gains = gains || (broken & CAROM_VIOLATION_ENERGY);
        other = other || (broken & ~(unsigned)(CAROM_VIOLATION_ENERGY | CAROM_VIOLATION_NOT_UNIQUE));
    }
    if (by) carom_join(text, sizeof text, ", ", by);
    if (e->tie) carom_join(text, sizeof text, ", ", "tie");
    if (gains) carom_join(text, sizeof text, ", ", "GAINS ENERGY");
    if (other) carom_join(text, sizeof text, ", ", "violates a condition");
    if (e->left_out > 0.0) {
        char words[80];
        snprintf(words, sizeof words, "no restitution, leaves out %s s of bounces", CAROM_SHORT(e->left_out, 2));
        carom_join(text, sizeof text, ", ", words);
    }
    return json_string(text);
}

// Adds a row for every hit of an event, or one for an event without hits. The first and the last row have the members
// that people read once.
static void add_hits(json_t *rows, const carom_drop_runs *runs, int law, int index) {
    const carom_motion_result *r = &runs->result[law];
    const carom_motion_event *e = &r->event[index];
    const carom_motion_scene *scene = carom_drop_scene(runs->drop, law);
    const scales s = find_scales(scene, carom_drop_start(runs->drop));
    json_t *event = event_json(runs, law, e);
    for (int k = 0; k == 0 || k < e->hits; k++) {
        char name[16];
        const carom_motion_hit *h = k < e->hits ? &r->hit[e->first_hit + k] : NULL;
        json_t *row = json_pack("{s:s, s:i, s:O, s:O*}", "law", carom_drop_law_name(runs->drop, law), "event", index,
                                "e", event, "hit", json_array_get(json_object_get(event, "hits"), (size_t)k));
        if (h) json_object_set_new(row, "plane", carom_json_words(plane_name(runs->drop, h->plane, name)));
        if (h) json_object_set_new(row, "P", carom_document_tidy(h->outcome.P, scene->dim, scene->mass * s.speed));
        if (h) json_object_set_new(row, "mode", json_string(mode_of(&h->outcome)));
        if (h && scene->shape.corners > 1) json_object_set_new(row, "corner", json_integer(h->feature));
        if (k == 0) json_object_set_new(row, "first", json_pack("{s:i, s:O}", "event", index, "e", event));
        if (k + 1 >= e->hits)
            json_object_set_new(row, "last",
                                json_pack("{s:o, s:o}", "energy", number(e->energy_after, e->after.exact, &s, s.energy),
                                          "remark", remark(scene, r, e)));
        json_array_append_new(rows, row);
    }
    json_decref(event);
}

static void add_events(carom_document *document, const carom_drop_runs *runs) {
    json_t *rows = json_array();
    for (int law = 0; law < runs->count; law++)
        for (int i = 0; i < runs->result[law].events; i++) add_hits(rows, runs, law, i);
    if (runs->count == 1) carom_document_rows(document, NULL, CAROM_COLUMNS(event_columns), json_incref(rows));
    carom_document_rows(document, NULL, CAROM_COLUMNS(csv_hits), rows);
}

static void add_end(carom_document *document, const carom_motion_scene *scene, const carom_motion_result *r) {
    static const struct {
        const char *before, *after; // of the time
    } sentences[] = {
        [CAROM_MOTION_STOP_TIME] = {"it still moves at the time limit, ", ""},
        [CAROM_MOTION_STOP_EVENTS] = {"stopped at ", ", at the limit of events; increase --events"},
        [CAROM_MOTION_STOP_HITS] = {"stopped at ", ", at the limit of single impacts"},
        [CAROM_MOTION_STOP_STEPS] = {"stopped at ", ", at the limit of time steps; increase \"step\""},
        [CAROM_MOTION_STOP_REST] = {"it rests after ", ""},
        [CAROM_MOTION_STOP_CONTACT_PERSISTS] =
            {"a contact persists after ", ": it slides, rolls or rests; \"persist\": \"step\" continues the motion"},
        [CAROM_MOTION_STOP_CHATTER] = {"bounces ever faster: infinitely many bounces end at ", ""},
        [CAROM_MOTION_STOP_MULTIPLE_CONTACTS] = {"stopped at ", ", at several contacts at once"},
        [CAROM_MOTION_STOP_LEAVES] = {"it leaves: no plane is reached after ", ""},
        [CAROM_MOTION_STOP_NONE] = {"no result at ", ": "},
        [CAROM_MOTION_STOP_NO_ANSWER] = {"no result at ", ": "},
    };
    const bool none = r->stop == CAROM_MOTION_STOP_NONE || r->stop == CAROM_MOTION_STOP_NO_ANSWER;
    const double t = r->stop == CAROM_MOTION_STOP_CHATTER ? r->accumulation_time : r->end.t;
    carom_document_paragraph(document, "%s%s s%s%s", sentences[r->stop].before, CAROM_SHORT(t, 6),
                             sentences[r->stop].after, none ? carom_status_message(r->status) : "");
    if (r->rest_law && r->rest_law != scene->law)
        carom_document_paragraph(document,
                                 "contacts that persist follow %s, since %s has no coefficient of restitution",
                                 r->rest_law->name, scene->law->name);
}

// Returns a state for people, with its energy.
static json_t *state_row(const carom_drop_runs *runs, int law, const carom_motion_state *state) {
    const carom_motion_scene *scene = carom_drop_scene(runs->drop, law);
    const scales by = find_scales(scene, carom_drop_start(runs->drop)), *s = carom_table_csv ? NULL : &by;
    json_t *row = state_json(scene, state, s);
    json_object_set_new(row, "law", carom_json_words(carom_drop_law_name(runs->drop, law)));
    json_object_set_new(row, "energy",
                        number(carom_motion_energy(scene, state), state->exact, s, start_energy(runs, law)));
    return row;
}

static void add_start_and_end(carom_document *document, const carom_drop_runs *runs) {
    const carom_motion_result *r = &runs->result[0];
    json_t *start = state_row(runs, 0, &r->start), *end = state_row(runs, 0, &r->end);
    json_object_set_new(start, "of", json_string("start"));
    json_object_set_new(end, "of", json_string("end"));
    carom_document_rows(document, NULL, CAROM_COLUMNS(ends), json_pack("[o, o]", start, end));
    if (!r->end.exact)
        carom_document_paragraph(
            document, "States in and after a stepped phase have an error of first order in the step (docs/motion.md).");
}

static void add_one(carom_document *document, const carom_drop_runs *runs) {
    char words[500];
    carom_document_paragraph(document, "%s by %s", carom_drop_name(runs->drop),
                             carom_drop_law_words(runs->drop, 0, words, sizeof words));
    add_events(document, runs);
    add_end(document, carom_drop_scene(runs->drop, 0), &runs->result[0]);
    add_start_and_end(document, runs);
}

// Several laws have one row each.
static void add_several(carom_document *document, const carom_drop_runs *runs) {
    json_t *rows = json_array();
    carom_document_paragraph(document, "%s by %d laws", carom_drop_name(runs->drop), runs->count);
    add_events(document, runs);
    for (int law = 0; law < runs->count; law++) {
        const carom_motion_result *r = &runs->result[law];
        const bool none = r->stop == CAROM_MOTION_STOP_NO_ANSWER;
        json_t *row = state_row(runs, law, &r->end);
        json_object_set_new(row, "impacts", json_integer(impacts(r)));
        json_object_set_new(row, "by", json_string(none ? carom_status_name(r->status) : stop_name(r)));
        json_array_append_new(rows, row);
    }
    carom_document_rows(document, NULL, CAROM_COLUMNS(law_columns), rows);
    carom_document_paragraph(
        document, "%s J at the start. Add --laws NAME for the events of one of them, or --csv for all events.",
        CAROM_SHORT(start_energy(runs, 0), 6));
}

static void add_states(carom_document *document, const carom_drop_runs *runs, carom_drop_times times) {
    json_t *rows = json_array();
    carom_motion_state state;
    for (int law = 0; law < runs->count; law++)
        for (int i = 0; next_state(runs, law, times, &i, &state);)
            json_array_append_new(rows, state_row(runs, law, &state));
    carom_document_rows(document, NULL, CAROM_COLUMNS(state_columns), rows);
}

carom_document *carom_drop_describe(const carom_drop_runs *runs, carom_drop_times times) {
    carom_document *document = carom_document_new(NULL);
    carom_document_data(document, NULL, answer_json(runs, times));
    if (has_states(times))
        add_states(document, runs, times);
    else
        (runs->count == 1 ? add_one : add_several)(document, runs);
    return document;
}
