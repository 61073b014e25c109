#include "cli/print/drop_write.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "carom/scenario.h"
#include "cli/print/table.h"
#include "cli/print/title.h"
#include "mods/scenario/drop_read.h"
#include "mods/scenario/json.h"

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

// Writes cells.

typedef struct {
    carom_table table;
    char align[40];
    int dim;
    double length, speed, spin; // numbers far below these scales are printed as 0
} sheet;

static void cells(sheet *s, const char *const *words, int count) {
    for (int i = 0; i < count; i++) carom_table_cell(&s->table, "%s", words[i]);
}

static void numbers(sheet *s, const double *values, int count, double scale) {
    for (int i = 0; i < count; i++) carom_table_number(&s->table, values[i], scale);
}

static void blanks(sheet *s, int count) {
    for (int i = 0; i < count; i++) carom_table_cell(&s->table, "%s", "");
}

static void find_scales(sheet *s, const carom_motion_scene *scene, const carom_motion_state *start) {
    const double g = sqrt(scene->gravity[0] * scene->gravity[0] + scene->gravity[1] * scene->gravity[1] +
                          scene->gravity[2] * scene->gravity[2]);
    const double size = carom_motion_size(scene);
    double v = 0.0, p = 0.0;
    for (int i = 0; i < 3; i++) v = fmax(v, fabs(start->velocity[i]));
    for (int i = 0; i < 3; i++) p = fmax(p, fabs(start->centre[i]));
    s->dim = scene->dim;
    s->length = fmax(p, size);
    s->speed = fmax(v, sqrt(2.0 * g * s->length));
    s->spin = s->speed / size;
    // Write all digits for programs.
    if (s->table.format == CAROM_FORMAT_CSV) s->length = s->speed = s->spin = 0.0;
}

// Writes the columns of a state: t, centre, angle or quaternion, velocity, spin.
static const char *const state_2d[] = {"t", "x", "y", "angle", "vx", "vy", "spin"};
static const char *const state_3d[] = {"t", "x", "y", "z", "qw", "qx", "qy", "qz", "vx", "vy", "vz", "wx", "wy", "wz"};

static int state_cells(int dim) {
    return dim == 2 ? 7 : 14;
}

static void state_heads(sheet *s) {
    cells(s, s->dim == 2 ? state_2d : state_3d, state_cells(s->dim));
}

// Returns a number for the text table: values of a stepped phase below 1e-5 are 0.
static double plain(const sheet *s, const carom_motion_state *state, double value, double scale) {
    const bool read = s->table.format != CAROM_FORMAT_CSV && !state->exact;
    return read && fabs(value) < 1e-5 * scale ? 0.0 : value;
}

static void state_row(sheet *s, const carom_motion_state *state) {
    carom_table_number(&s->table, state->t, 0.0);
    for (int i = 0; i < s->dim; i++)
        carom_table_number(&s->table, plain(s, state, state->centre[i], s->length), s->length);
    const double one = s->table.format == CAROM_FORMAT_CSV ? 0.0 : 1.0;
    if (s->dim == 2) carom_table_number(&s->table, plain(s, state, state->angle, one), one);
    for (int i = 0; i < 4 && s->dim == 3; i++)
        carom_table_number(&s->table, plain(s, state, state->orientation[i], one), one);
    numbers(s, state->velocity, s->dim, s->speed);
    if (s->dim == 2) carom_table_number(&s->table, state->spin[2], s->spin);
    if (s->dim == 3) numbers(s, state->spin, 3, s->spin);
}

// Begins a table: the columns of the sheet, `right` further columns of numbers, and the last column.
static void new_sheet(sheet *s, const carom_drop_runs *runs, const char *first, int right, const char *last) {
    *s = (sheet){.table = {.format = carom_output_format}};
    find_scales(s, carom_drop_scene(runs->drop, 0), carom_drop_start(runs->drop));
    carom_join(s->align, sizeof s->align, "", first);
    for (int i = 0; i < right; i++) carom_join(s->align, sizeof s->align, "", "r");
    carom_join(s->align, sizeof s->align, "", last);
    s->table.align = s->align;
}

static int dim_of(const carom_drop_runs *runs) {
    return carom_drop_scene(runs->drop, 0)->dim;
}

// Writes CSV: a row for every hit of every law, and for every event without hits, with the states before and after it.

static void hit_row(sheet *s, const carom_drop_runs *runs, int law, int event, int hit) {
    const carom_motion_result *r = &runs->result[law];
    const carom_motion_event *e = &r->event[event];
    const carom_motion_hit *h = hit < e->hits ? &r->hit[e->first_hit + hit] : NULL;
    char name[16];
    carom_table_cell(&s->table, "%s", carom_drop_law_name(runs->drop, law));
    carom_table_cell(&s->table, "%d", event);
    carom_table_cell(&s->table, "%s", kind_name(e));
    if (h) {
        carom_table_cell(&s->table, "%s", plane_name(runs->drop, h->plane, name));
        carom_table_cell(&s->table, "%d", h->feature);
    } else {
        blanks(s, 2);
    }
    state_row(s, &e->before);
    numbers(s, e->after.velocity, s->dim, 0.0);
    if (s->dim == 2) carom_table_number(&s->table, e->after.spin[2], 0.0);
    if (s->dim == 3) numbers(s, e->after.spin, 3, 0.0);
    if (h) {
        numbers(s, h->outcome.P, s->dim, 0.0);
        carom_table_cell(&s->table, "%s", carom_mode_name(h->outcome.mode));
        carom_table_number(&s->table, h->outcome.dE, 0.0);
    } else {
        blanks(s, s->dim + 2);
    }
    carom_table_number(&s->table, e->energy_after, 0.0);
    carom_table_cell(&s->table, "%u", h ? h->outcome.violations : 0U);
    carom_table_cell(&s->table, "%d", e->before.exact);
    carom_table_end_row(&s->table);
}

static void print_hits(const carom_drop_runs *runs) {
    static const char *const first[] = {"law", "event", "kind", "plane", "feature"};
    static const char *const after_2d[] = {"vx_after", "vy_after", "spin_after", "Pn", "Pt"};
    static const char *const after_3d[] = {"vx_after", "vy_after", "vz_after", "wx_after", "wy_after",
                                           "wz_after", "Pn",       "Pt1",      "Pt2"};
    static const char *const last[] = {"mode", "dE", "energy_after", "violations", "exact"};
    sheet s;
    new_sheet(&s, runs, "lrlr", 1 + (dim_of(runs) == 2 ? 12 : 23), "lrrrr");
    cells(&s, first, 5);
    state_heads(&s);
    cells(&s, s.dim == 2 ? after_2d : after_3d, s.dim == 2 ? 5 : 9);
    cells(&s, last, 5);
    carom_table_end_row(&s.table);
    for (int law = 0; law < runs->count; law++)
        for (int i = 0; i < runs->result[law].events; i++)
            for (int k = 0; k == 0 || k < runs->result[law].event[i].hits; k++) hit_row(&s, runs, law, i, k);
    carom_table_print(stdout, &s.table);
}

// Prints the events of one law as text.

enum { MOST_HITS = 4 };

static void event_head(sheet *s) {
    static const char *const first[] = {"event", "t, s", "what", "plane", "corner", "P_n, N s"};
    cells(s, first, 6);
    if (s->dim == 2) carom_table_cell(&s->table, "P_t, N s");
    if (s->dim == 3) carom_table_cell(&s->table, "P_t1, N s");
    if (s->dim == 3) carom_table_cell(&s->table, "P_t2, N s");
    carom_table_cell(&s->table, "mode");
    carom_table_cell(&s->table, "energy, J");
    carom_table_cell(&s->table, "%s", "");
}

// Writes remarks on an event: the method that resolved it, ties, violations, omitted bounces.
static void remark(const carom_motion_scene *scene, const carom_motion_result *r, const carom_motion_event *e,
                   char *text, size_t size) {
    const char *by = resolved_by(scene, e);
    bool gains = false, other = false;
    *text = 0;
    for (int i = 0; i < e->hits; i++) {
        const unsigned broken = r->hit[e->first_hit + i].outcome.violations;
        gains = gains || (broken & CAROM_VIOLATION_ENERGY);
        other = other || (broken & ~(unsigned)(CAROM_VIOLATION_ENERGY | CAROM_VIOLATION_NOT_UNIQUE));
    }
    if (by) carom_join(text, size, ", ", by);
    if (e->tie) carom_join(text, size, ", ", "tie");
    if (gains) carom_join(text, size, ", ", "GAINS ENERGY");
    if (other) carom_join(text, size, ", ", "violates a condition");
    if (e->left_out > 0.0) {
        char words[80];
        snprintf(words, sizeof words, "no restitution, leaves out %s s of bounces", CAROM_SHORT(e->left_out, 2));
        carom_join(text, size, ", ", words);
    }
}

static void event_rows(sheet *s, const carom_drop_runs *runs, int law, int event) {
    const carom_motion_result *r = &runs->result[law];
    const carom_motion_scene *scene = carom_drop_scene(runs->drop, law);
    const carom_motion_event *e = &r->event[event];
    const int shown = e->hits > MOST_HITS ? 1 : e->hits ? e->hits : 1;
    for (int k = 0; k < shown; k++) {
        const carom_motion_hit *h = e->hits && e->hits <= MOST_HITS ? &r->hit[e->first_hit + k] : NULL;
        char name[16], said[200];
        if (k == 0) {
            carom_table_cell(&s->table, "%d", event);
            carom_table_number(&s->table, e->after.t, 0.0);
            carom_table_cell(&s->table, "%s", kind_name(e));
        } else {
            blanks(s, 3);
        }
        carom_table_cell(&s->table, "%s", h ? plane_name(runs->drop, h->plane, name) : "");
        if (h && scene->shape.corners > 1)
            carom_table_cell(&s->table, "%d", h->feature);
        else if (e->hits > MOST_HITS)
            carom_table_cell(&s->table, "%d hits", e->hits);
        else
            blanks(s, 1);
        if (h)
            numbers(s, h->outcome.P, s->dim, scene->mass * s->speed);
        else
            blanks(s, s->dim);
        carom_table_cell(&s->table, "%s", h ? mode_of(&h->outcome) : "");
        if (k + 1 == shown)
            carom_table_number(&s->table, plain(s, &e->after, e->energy_after, scene->mass * s->speed * s->speed),
                               scene->mass * s->speed * s->speed);
        else
            blanks(s, 1);
        remark(scene, r, e, said, sizeof said);
        carom_table_cell(&s->table, "%s", k + 1 == shown ? said : "");
    }
}

static void print_end(const carom_motion_scene *scene, const carom_motion_result *r) {
    const char *t = CAROM_SHORT(r->end.t, 6);
    switch (r->stop) {
    case CAROM_MOTION_STOP_TIME: printf("it still moves at the time limit, %s s\n", t); break;
    case CAROM_MOTION_STOP_EVENTS: printf("stopped at %s s, at the limit of events; increase --events\n", t); break;
    case CAROM_MOTION_STOP_HITS: printf("stopped at %s s, at the limit of single impacts\n", t); break;
    case CAROM_MOTION_STOP_STEPS: printf("stopped at %s s, at the limit of time steps; increase \"step\"\n", t); break;
    case CAROM_MOTION_STOP_REST: printf("it rests after %s s\n", t); break;
    case CAROM_MOTION_STOP_CONTACT_PERSISTS:
        printf("a contact persists after %s s: it slides, rolls or rests; \"persist\": \"step\" continues the motion\n",
               t);
        break;
    case CAROM_MOTION_STOP_CHATTER:
        printf("bounces ever faster: infinitely many bounces end at %s s\n", CAROM_SHORT(r->accumulation_time, 6));
        break;
    case CAROM_MOTION_STOP_MULTIPLE_CONTACTS: printf("stopped at %s s, at several contacts at once\n", t); break;
    case CAROM_MOTION_STOP_LEAVES: printf("it leaves: no plane is reached after %s s\n", t); break;
    case CAROM_MOTION_STOP_NONE:
    case CAROM_MOTION_STOP_NO_ANSWER: printf("no result at %s s: %s\n", t, carom_status_message(r->status)); break;
    }
    if (r->rest_law && r->rest_law != scene->law)
        printf("contacts that persist follow %s, since %s has no coefficient of restitution\n", r->rest_law->name,
               scene->law->name);
}

static void print_start_and_end(const carom_drop_runs *runs, int law) {
    const carom_motion_result *r = &runs->result[law];
    sheet s;
    new_sheet(&s, runs, "l", state_cells(dim_of(runs)) + 1, "");
    const double energy = end_energy(runs, law);
    carom_table_cell(&s.table, "%s", "");
    state_heads(&s);
    carom_table_cell(&s.table, "energy");
    carom_table_cell(&s.table, "start");
    state_row(&s, &r->start);
    carom_table_number(&s.table, start_energy(runs, law), 0.0);
    carom_table_cell(&s.table, "end");
    state_row(&s, &r->end);
    carom_table_number(&s.table, plain(&s, &r->end, energy, start_energy(runs, law)), start_energy(runs, law));
    carom_table_print(stdout, &s.table);
}

static void print_one(const carom_drop_runs *runs) {
    const carom_motion_result *r = &runs->result[0];
    char words[500];
    sheet s;
    new_sheet(&s, runs, "rrllr", dim_of(runs), "lrl");
    printf("%s by %s\n\n", carom_drop_name(runs->drop), carom_drop_law_words(runs->drop, 0, words, sizeof words));
    event_head(&s);
    for (int i = 0; i < r->events; i++) event_rows(&s, runs, 0, i);
    carom_table_print(stdout, &s.table);
    printf("\n");
    print_end(carom_drop_scene(runs->drop, 0), r);
    printf("\n");
    print_start_and_end(runs, 0);
    bool exact = r->end.exact;
    if (!exact)
        printf("\nStates in and after a stepped phase have an error of first order in the step (docs/motion.md).\n");
}

// Prints several laws, one row each.

static void print_several(const carom_drop_runs *runs) {
    static const char *const first[] = {"law", "impacts", "ends by", "t, s"};
    sheet s;
    new_sheet(&s, runs, "lrlr", 4, "");
    printf("%s by %d laws\n\n", carom_drop_name(runs->drop), runs->count);
    cells(&s, first, 4);
    for (int i = 0; i < s.dim; i++) carom_table_cell(&s.table, "%c, m", "xyz"[i]);
    if (s.dim == 2) carom_table_cell(&s.table, "angle");
    carom_table_cell(&s.table, "energy, J");
    for (int law = 0; law < runs->count; law++) {
        const carom_motion_result *r = &runs->result[law];
        carom_table_cell(&s.table, "%s", carom_drop_law_name(runs->drop, law));
        carom_table_cell(&s.table, "%d", impacts(r));
        carom_table_cell(&s.table, "%s",
                         r->stop == CAROM_MOTION_STOP_NO_ANSWER ? carom_status_name(r->status) : stop_name(r));
        carom_table_number(&s.table, r->end.t, 0.0);
        for (int i = 0; i < s.dim; i++)
            carom_table_number(&s.table, plain(&s, &r->end, r->end.centre[i], s.length), s.length);
        if (s.dim == 2) carom_table_number(&s.table, plain(&s, &r->end, r->end.angle, 1.0), 1.0);
        const double energy = start_energy(runs, law);
        carom_table_number(&s.table, plain(&s, &r->end, end_energy(runs, law), energy), energy);
    }
    carom_table_print(stdout, &s.table);
    printf("\n%s J at the start. Add --laws NAME for the events of one of them, or --csv for all events.\n",
           CAROM_SHORT(start_energy(runs, 0), 6));
}

void carom_drop_print(const carom_drop_runs *runs) {
    if (carom_output_format == CAROM_FORMAT_CSV)
        print_hits(runs);
    else if (runs->count == 1)
        print_one(runs);
    else
        print_several(runs);
}

// Computes states at given times. Returns false if there is no state at this time.
static bool state_of(const carom_drop_runs *runs, int law, double t, carom_motion_state *state) {
    const carom_status status = carom_motion_state_at(carom_drop_scene(runs->drop, law), &runs->result[law], t, state);
    return carom_status_classify(status) == CAROM_CLASS_OK;
}

// Returns the time of a sample; NaN past the last.
static double time_of(const carom_drop_runs *runs, int law, carom_drop_times times, int index) {
    if (!isnan(times.at)) return index ? (double)NAN : times.at;
    const double t = runs->result[law].start.t + index / times.fps;
    return t <= runs->result[law].end.t ? t : (double)NAN;
}

void carom_drop_print_states(const carom_drop_runs *runs, carom_drop_times times) {
    sheet s;
    new_sheet(&s, runs, "l", state_cells(dim_of(runs)) + 1, "l");
    carom_table_cell(&s.table, "law");
    state_heads(&s);
    carom_table_cell(&s.table, "energy");
    carom_table_cell(&s.table, "exact");
    for (int law = 0; law < runs->count; law++) {
        double t;
        for (int i = 0; !isnan(t = time_of(runs, law, times, i)); i++) {
            carom_motion_state state;
            if (!state_of(runs, law, t, &state)) continue;
            carom_table_cell(&s.table, "%s", carom_drop_law_name(runs->drop, law));
            state_row(&s, &state);
            carom_table_number(&s.table, carom_motion_energy(carom_drop_scene(runs->drop, law), &state),
                               s.length > 0.0 ? start_energy(runs, law) : 0.0);
            carom_table_cell(&s.table, "%s", state.exact ? "yes" : "no");
        }
    }
    carom_table_print(stdout, &s.table);
}

// Writes JSON.

static json_t *state_json(const carom_motion_scene *scene, const carom_motion_state *state) {
    const size_t dim = (size_t)scene->dim;
    json_t *object =
        json_pack("{s:o, s:o}", "t", carom_json_real(state->t), "centre", carom_json_numbers(state->centre, dim));
    if (dim == 2) json_object_set_new(object, "angle", carom_json_real(state->angle));
    if (dim == 3) json_object_set_new(object, "orientation", carom_json_numbers(state->orientation, 4));
    json_object_set_new(object, "velocity", carom_json_numbers(state->velocity, dim));
    json_object_set_new(object, "spin",
                        dim == 2 ? carom_json_real(state->spin[2]) : carom_json_numbers(state->spin, 3));
    json_object_set_new(object, "exact", carom_json_boolean(state->exact));
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
                               carom_json_real(e->after.t), "before", state_json(scene, &e->before), "after",
                               state_json(scene, &e->after), "touching", e->touching, "energy_before",
                               carom_json_real(e->energy_before), "energy_after", carom_json_real(e->energy_after));
    if (by) json_object_set_new(object, "by", json_string(by));
    if (e->tie) json_object_set_new(object, "tie", json_true());
    if (e->left_out > 0.0) json_object_set_new(object, "left_out", carom_json_real(e->left_out));
    json_object_set_new(object, "hits", hits);
    return object;
}

static json_t *states_json(const carom_drop_runs *runs, int law, carom_drop_times times) {
    json_t *list = json_array();
    double t;
    for (int i = 0; !isnan(t = time_of(runs, law, times, i)); i++) {
        carom_motion_state state;
        if (state_of(runs, law, t, &state))
            json_array_append_new(list, state_json(carom_drop_scene(runs->drop, law), &state));
    }
    return list;
}

static json_t *run_json(const carom_drop_runs *runs, int law, carom_drop_times times) {
    const carom_motion_scene *scene = carom_drop_scene(runs->drop, law);
    const carom_motion_result *r = &runs->result[law];
    json_t *run = json_pack("{s:o, s:s, s:s, s:s, s:o, s:o, s:o, s:o}", "name",
                            carom_json_words(carom_drop_law_name(runs->drop, law)), "law", scene->law->name, "status",
                            carom_status_name(r->status), "stop", stop_name(r), "start", state_json(scene, &r->start),
                            "end", state_json(scene, &r->end), "energy_start", carom_json_real(start_energy(runs, law)),
                            "energy_end", carom_json_real(end_energy(runs, law)));
    if (isfinite(r->accumulation_time))
        json_object_set_new(run, "accumulation_time", carom_json_real(r->accumulation_time));
    if (r->rest_law) json_object_set_new(run, "rest_law", json_string(r->rest_law->name));
    json_object_set_new(run, "energy_error", carom_json_real(r->energy_error));
    if (!isnan(times.at) || !isnan(times.fps)) {
        json_object_set_new(run, "states", states_json(runs, law, times));
        return run;
    }
    json_t *events = json_array();
    for (int i = 0; i < r->events; i++) json_array_append_new(events, event_json(runs, law, &r->event[i]));
    json_object_set_new(run, "events", events);
    return run;
}

json_t *carom_drop_json(const carom_drop_runs *runs, carom_drop_times times) {
    json_t *list = json_array(), *answer = json_object();
    for (int i = 0; i < runs->count; i++) json_array_append_new(list, run_json(runs, i, times));
    if (runs->drop->id) json_object_set(answer, "id", runs->drop->id);
    json_object_set_new(answer, "name", carom_json_words(carom_drop_name(runs->drop)));
    json_object_set_new(answer, "dim", json_integer(runs->drop->scene.dim));
    json_object_set_new(answer, "runs", list);
    return answer;
}
