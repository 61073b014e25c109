#include "carom/scenario.h"

#include <stdlib.h>
#include <string.h>

#include "mods/scenario/after.h"
#include "mods/scenario/bodies_read.h"
#include "mods/scenario/change.h"
#include "mods/scenario/json.h"
#include "mods/scenario/lines.h"
#include "mods/scenario/report.h"
#include "mods/scenario/scene.h"
#include "mods/scenario/shape.h"

struct carom_scenario {
    json_t *document; // owns the names of the bodies
    carom_problem problem;
    carom_system system;
    carom_system_params params;
    double W[9]; // W of one contact, row by row
};

static bool is_system(const carom_scenario *s) {
    return s->problem.system.nc > 0;
}

static carom_scenario *end(carom_scenario *s, const carom_error *refusal, carom_error *why) {
    carom_error_hand_over(refusal, why);
    carom_scenario_free(s);
    return NULL;
}

// Copies the gaps of the file to the coefficients of the laws that read them.
static void put_gaps(carom_problem *p) {
    const carom_coefficient *gap = carom_coefficient_find(p->modules, "gap");
    for (int i = 0; gap && p->gap && i < p->system.nc; i++) carom_params_set(&p->each[i], gap, &p->gap[i], 1);
    p->settings.gap = p->gap;
}

// Reads `text`, which ends with a zero byte.
static bool read_text(carom_scenario *s, const char *text, size_t length, carom_error *refusal) {
    carom_problem *p = &s->problem;
    json_error_t error;
    s->document = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
    if (!s->document) return carom_refuse_json(refusal, text, length, &error);
    if (!carom_problem_read(p, s->document, (carom_source){.text = text, .first_line = 1}, refusal)) return false;
    if (is_system(s)) {
        put_gaps(p);
        s->system = p->system;
        s->params = p->settings;
        return true;
    }
    if (!carom_problem_contact_whole(p, refusal)) return false;
    const int dim = p->contact.dim;
    for (int i = 0; i < dim * dim; i++) s->W[i] = p->contact.W[i / dim][i % dim];
    s->system = (carom_system){.nc = 1, .dim = dim, .W = s->W, .v = p->contact.v};
    s->params = carom_system_params_default(&p->params);
    return true;
}

carom_scenario *carom_scenario_parse(const char *text, size_t length, carom_modules *modules, carom_error *why) {
    carom_error refusal;
    carom_scenario *s = calloc(1, sizeof *s);
    char *closed = s ? carom_text_copy(text, length, &refusal) : NULL;
    if (!s) carom_refuse(&refusal, CAROM_NO_MEMORY, "%s", carom_status_message(CAROM_NO_MEMORY));
    if (s) s->problem = carom_problem_new(modules);
    const bool read = closed && read_text(s, closed, length, &refusal);
    free(closed);
    return read ? s : end(s, &refusal, why);
}

carom_scenario *carom_scenario_load(const char *path, carom_modules *modules, carom_error *why) {
    carom_error refusal;
    size_t length;
    char *text = carom_text_load(path, &length, &refusal);
    if (!text) return end(NULL, &refusal, why);
    carom_scenario *s = carom_scenario_parse(text, length, modules, why);
    free(text);
    return s;
}

void carom_scenario_free(carom_scenario *s) {
    if (!s) return;
    carom_problem_free(&s->problem);
    json_decref(s->document);
    free(s);
}

static carom_scenario_kind kind_of(const carom_scenario *s) {
    return s && s->problem.bodies ? s->problem.bodies->kind : CAROM_SCENARIO_NUMBERS;
}

const carom_system *carom_scenario_system(const carom_scenario *s) {
    return s ? &s->system : NULL;
}

const carom_contact *carom_scenario_contact(const carom_scenario *s) {
    return s && !is_system(s) ? &s->problem.contact : NULL;
}

const carom_params *carom_scenario_params(const carom_scenario *s) {
    return s ? s->params.contacts : NULL;
}

const carom_system_params *carom_scenario_system_params(const carom_scenario *s) {
    return s ? &s->params : NULL;
}

uint64_t carom_scenario_given(const carom_scenario *s) {
    return s ? s->problem.given : 0;
}

static bool is_pair(const carom_scenario *s) {
    const carom_scenario_kind kind = kind_of(s);
    return kind == CAROM_SCENARIO_PLANE || kind == CAROM_SCENARIO_SPACE;
}

static int bodies_of(const carom_scenario *s) {
    if (is_pair(s)) return 2;
    return kind_of(s) == CAROM_SCENARIO_BODIES ? s->problem.bodies->assembly.bodies : 0;
}

static int speeds_of(const carom_scenario *s) {
    return s && s->problem.bodies ? s->problem.bodies->delassus.speeds : 0;
}

carom_scenario_info carom_scenario_describe(const carom_scenario *s) {
    if (!s) return (carom_scenario_info){.kind = CAROM_SCENARIO_NUMBERS};
    return (carom_scenario_info){.kind = kind_of(s),
                                 .law = s->problem.law,
                                 .dim = s->system.dim,
                                 .contacts = s->system.nc,
                                 .bodies = bodies_of(s),
                                 .speeds = speeds_of(s)};
}

static carom_motion motion_of(const char *name, const carom_body *body) {
    carom_motion motion = {.name = name, .mass = body->mass};
    memcpy(motion.velocity, body->velocity, sizeof motion.velocity);
    memcpy(motion.spin, body->spin, sizeof motion.spin);
    return motion;
}

static carom_status free_motion(const carom_scenario *s, int body, const double *P, carom_motion *motion) {
    const carom_bodies *b = s->problem.bodies;
    double *u = malloc((size_t)speeds_of(s) * sizeof *u);
    if (!u) return CAROM_NO_MEMORY;
    carom_body moved = b->assembly.body[body];
    carom_status status = carom_scenario_speeds_after(s, P, u);
    if (status == CAROM_OK) status = carom_assembly_motion(&b->assembly, u, body, moved.velocity, moved.spin);
    free(u);
    *motion = motion_of(b->names[body] ? b->names[body] : "", &moved);
    return status;
}

carom_status carom_scenario_motion(const carom_scenario *s, int body, const double *P, carom_motion *motion) {
    if (!s || !motion) return CAROM_NULL_POINTER;
    if (!bodies_of(s)) return CAROM_NOT_APPLICABLE;
    if (body < 0 || body >= bodies_of(s)) return CAROM_BAD_INDEX;
    if (!is_pair(s)) return free_motion(s, body, P, motion);
    carom_body moved[2] = {s->problem.bodies->space.a, s->problem.bodies->space.b};
    carom_balance ledger;
    if (P) carom_after_pair(s->problem.bodies, P, moved, &ledger);
    *motion = motion_of(s->problem.bodies->names[body], &moved[body]);
    return CAROM_OK;
}

bool carom_scenario_looks_reversed(const carom_scenario *s) {
    return s && s->problem.bodies && carom_bodies_look_reversed(s->problem.bodies);
}

carom_status carom_scenario_change(const carom_scenario *s, int body, const double P[3], carom_change *change,
                                   double *lost) {
    if (!s || !P || !change) return CAROM_NULL_POINTER;
    if (!is_pair(s)) return CAROM_NOT_APPLICABLE;
    if (body != 0 && body != 1) return CAROM_BAD_INDEX;
    carom_body after[2];
    carom_balance ledger;
    carom_after_pair(s->problem.bodies, P, after, &ledger);
    *change = carom_change_of(s->problem.bodies, body, after);
    if (lost) *lost = carom_share_lost(&ledger);
    return CAROM_OK;
}

carom_status carom_scenario_scene(const carom_scenario *s, const double P[3], carom_scene *scene) {
    static const double nothing[3];
    if (!s || !scene) return CAROM_NULL_POINTER;
    if (is_system(s) || !s->problem.bodies) return CAROM_NOT_APPLICABLE;
    return carom_scene_of(s->problem.bodies, P ? P : nothing, scene);
}

// Applies the impulse of the colliding contact.
static carom_status speeds_of_one(const carom_bodies *b, const double *P, double *u) {
    double *numbers = malloc(carom_after_numbers(&b->delassus) * sizeof *numbers);
    if (!numbers) return CAROM_NO_MEMORY;
    carom_after_speeds after = {.u = u, .reactions = numbers};
    after.impulse = numbers + b->delassus.constraints + 1;
    carom_after_tree(b, P, &after);
    free(numbers);
    return CAROM_OK;
}

carom_status carom_scenario_speeds_after(const carom_scenario *s, const double *P, double *u) {
    const size_t speeds = (size_t)speeds_of(s);
    if (!s || !u) return CAROM_NULL_POINTER;
    if (!speeds) return CAROM_NOT_APPLICABLE;
    const carom_bodies *b = s->problem.bodies;
    memcpy(u, b->mechanism.u, speeds * sizeof *u);
    if (!P) return CAROM_OK;
    return is_system(s) ? carom_delassus_apply(&b->delassus, P, u, NULL) : speeds_of_one(b, P, u);
}

// Returns the problem for this law. Values of the file are matched by their meaning; those that the law does not have
// are ignored.
static carom_problem posed(const carom_scenario *s, const carom_law *law, const carom_solve_options *options) {
    carom_problem problem = s->problem;
    if (law && law != problem.law) {
        problem.law = law;
        problem.given &= carom_law_reads(law);
    }
    if (options && options->params) problem.params = *options->params;
    return problem;
}

static bool is_known(const carom_solve_options *options) {
    return !options || options->size == sizeof *options;
}

static carom_report *solve_one(const carom_scenario *s, const carom_law *law, const carom_solve_options *options,
                               carom_answer *answer) {
    carom_problem problem = posed(s, law, options);
    if (carom_problem_whole(&problem, &answer->refusal)) {
        answer->status = carom_collide(problem.law, &problem.contact, &problem.params, &answer->outcome);
        if (!carom_answer_stands(answer)) carom_answer_explain(&problem, answer);
    } else
        answer->status = answer->refusal.status;
    return carom_report_new(&problem, answer);
}

// Solves a copy of the problem, because solving changes the coefficients of its contacts.
static carom_report *solve_system(const carom_problem *problem, const carom_law *law, const carom_params *params,
                                  carom_answer *a) {
    carom_problem p = *problem;
    const size_t bytes = (size_t)p.system.nc * sizeof *p.each;
    p.by_option = law && law != p.law;
    if (law) p.law = law;
    if (params) p.given = 0;
    p.asked = CAROM_ASKED_LAW;
    p.each = carom_json_room(bytes, 1);
    p.settings.contacts = p.each;
    if (p.each) memcpy(p.each, params ? params : problem->each, bytes);
    carom_report *report = NULL;
    if (!p.each)
        carom_refuse(&a->refusal, a->status = CAROM_NO_MEMORY, "%s", carom_status_message(CAROM_NO_MEMORY));
    else if (!p.law)
        carom_refuse(&a->refusal, a->status = CAROM_UNKNOWN_LAW, "the law is missing");
    else if (carom_system_answer(&p, a) && !carom_answer_stands(a))
        carom_answer_explain(&p, a);
    if (p.each) report = carom_report_new(&p, a);
    carom_json_leave(p.each);
    return report;
}

// Solves all contacts of a file that was read for one contact, with a law that only solves systems.
static carom_report *solve_all(const carom_scenario *s, const carom_law *law, const carom_params *params,
                               carom_answer *answer) {
    carom_problem all = carom_problem_new(s->problem.modules);
    carom_report *report = NULL;
    all.asked = CAROM_ASKED_ALL; // the law of the file is not read
    if (carom_system_read(&all, s->document, (carom_source){.text = "", .first_line = 1}, &answer->refusal)) {
        put_gaps(&all);
        report = solve_system(&all, law, params, answer);
    } else
        answer->status = answer->refusal.status;
    carom_problem_free(&all);
    return report;
}

carom_status carom_scenario_solve(const carom_scenario *s, const carom_law *law, const carom_solve_options *options,
                                  carom_report **report, carom_error *why) {
    const carom_params *params = options ? options->params : NULL;
    carom_answer answer = {.status = s && report ? CAROM_BAD_STRUCT : CAROM_NULL_POINTER};
    if (report) *report = NULL;
    if (!s || !report || !is_known(options)) {
        carom_refuse(&answer.refusal, answer.status, "%s", carom_status_message(answer.status));
        carom_error_hand_over(&answer.refusal, why);
        return answer.status;
    }
    const bool one = !is_system(s) && (!law || (law->solves & CAROM_ONE_CONTACT));
    carom_report *made = one            ? solve_one(s, law, options, &answer)
                         : is_system(s) ? solve_system(&s->problem, law, params, &answer)
                                        : solve_all(s, law, params, &answer);
    return carom_report_hand_over(made, answer.status, &answer.refusal, report, why);
}

// Provides reports.

void carom_report_free(carom_report *r) {
    carom_report_drop(r);
}

carom_status carom_report_get(const carom_report *r, carom_report_fields *fields) {
    if (!r || !fields) return CAROM_NULL_POINTER;
    const size_t size = fields->size < sizeof *fields ? fields->size : sizeof *fields;
    if (fields->size < sizeof fields->size || fields->size > sizeof *fields) return CAROM_BAD_STRUCT;
    memcpy(fields, &r->fields, size);
    fields->size = (uint32_t)size;
    return CAROM_OK;
}

size_t carom_report_write(const carom_report *r, carom_format format, char *text, size_t size) {
    char *all = NULL;
    size_t length = 0;
    if (text && size) *text = 0;
    if (!r || (int)format < CAROM_FORMAT_TEXT || (int)format > CAROM_FORMAT_MARKDOWN) return 0;
    FILE *file = open_memstream(&all, &length);
    if (!file) return 0;
    const bool printed = carom_report_print(file, r, format);
    if (fclose(file) || !printed) length = 0;
    if (text && size && length) {
        const size_t kept = length < size ? length : size - 1;
        memcpy(text, all, kept);
        text[kept] = 0;
    }
    free(all);
    return length;
}
