#include "carom/scenario.h"

#include <stdlib.h>
#include <string.h>

#include "mods/scenario/after.h"
#include "mods/scenario/bodies_read.h"
#include "mods/scenario/change.h"
#include "mods/scenario/lines.h"
#include "mods/scenario/report.h"
#include "mods/scenario/scene.h"
#include "mods/scenario/shape.h"
#include "mods/scenario/system_report.h"

// One contact or several: `problem` holds one, `several` more.
struct carom_scenario {
    json_t *document; // owns the names of the bodies
    bool of_system;   // the file describes a system, with any number of contacts
    carom_problem problem;
    carom_impact_problem several;
    carom_bodies *bodies; // bodies of a pair or of a system
    carom_system system;
    carom_system_params params;
    double W[9]; // W of one contact, row by row
};

static carom_scenario *end(carom_scenario *s, const carom_error *refusal, carom_error *why) {
    carom_error_hand_over(refusal, why);
    carom_scenario_free(s);
    return NULL;
}

static bool read_one(carom_scenario *s, carom_source source, carom_error *refusal) {
    carom_problem *p = &s->problem;
    if (!carom_problem_read(p, s->document, source, refusal) || !carom_problem_contact_whole(p, refusal)) return false;
    const int dim = p->contact.dim;
    for (int i = 0; i < dim * dim; i++) s->W[i] = p->contact.W[i / dim][i % dim];
    s->system = (carom_system){.nc = 1, .dim = dim, .W = s->W, .v = p->contact.v};
    s->params = carom_system_params_default(&p->params);
    s->bodies = p->bodies;
    return true;
}

static bool read_several(carom_scenario *s, carom_source source, carom_error *refusal) {
    if (!carom_scenario_read_system(&s->several, s->document, source, refusal)) return false;
    s->system = s->several.system;
    s->params = s->several.params;
    s->bodies = s->several.bodies;
    return true;
}

// Reads `text`, which ends with a zero byte.
static bool read_text(carom_scenario *s, const char *text, size_t length, carom_error *refusal) {
    const carom_source source = {.text = text, .first_line = 1};
    json_error_t error;
    s->document = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
    if (!s->document) return carom_refuse_json(refusal, text, length, &error);
    s->of_system = carom_is_system(s->document, s->problem.modules);
    return (s->of_system ? read_several : read_one)(s, source, refusal);
}

carom_scenario *carom_scenario_parse(const char *text, size_t length, carom_modules *modules, carom_error *why) {
    carom_error refusal;
    carom_scenario *s = calloc(1, sizeof *s);
    char *closed = s ? carom_text_copy(text, length, &refusal) : NULL;
    if (!s) carom_refuse(&refusal, CAROM_NO_MEMORY, "%s", carom_status_message(CAROM_NO_MEMORY));
    if (s) s->problem = carom_problem_new(modules);
    if (s) s->several = carom_impact_problem_new(modules);
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
    carom_impact_problem_free(&s->several);
    json_decref(s->document);
    free(s);
}

static carom_scenario_kind kind_of(const carom_scenario *s) {
    if (s && s->bodies) return s->bodies->kind;
    return s && s->several.has_mechanism ? CAROM_SCENARIO_MECHANISM : CAROM_SCENARIO_NUMBERS;
}

static const carom_law *law_of(const carom_scenario *s) {
    return !s ? NULL : s->of_system ? s->several.method : s->problem.law;
}

const carom_system *carom_scenario_system(const carom_scenario *s) {
    return s ? &s->system : NULL;
}

const carom_contact *carom_scenario_contact(const carom_scenario *s) {
    return s && !s->of_system ? &s->problem.contact : NULL;
}

const carom_params *carom_scenario_params(const carom_scenario *s) {
    return s ? s->params.contacts : NULL;
}

const carom_system_params *carom_scenario_system_params(const carom_scenario *s) {
    return s ? &s->params : NULL;
}

uint64_t carom_scenario_given(const carom_scenario *s) {
    return !s ? 0 : s->of_system ? s->several.given : s->problem.given;
}

static bool is_pair(const carom_scenario *s) {
    const carom_scenario_kind kind = kind_of(s);
    return kind == CAROM_SCENARIO_PLANE || kind == CAROM_SCENARIO_SPACE;
}

static int bodies_of(const carom_scenario *s) {
    if (is_pair(s)) return 2;
    return kind_of(s) == CAROM_SCENARIO_BODIES ? s->bodies->assembly.bodies : 0;
}

static int speeds_of(const carom_scenario *s) {
    if (s && s->of_system) return s->several.has_mechanism ? s->several.mechanism.speeds : 0;
    return s && s->bodies ? s->bodies->delassus.speeds : 0;
}

carom_scenario_info carom_scenario_describe(const carom_scenario *s) {
    if (!s) return (carom_scenario_info){.kind = CAROM_SCENARIO_NUMBERS};
    return (carom_scenario_info){.kind = kind_of(s),
                                 .law = law_of(s),
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
    const carom_bodies *b = s->bodies;
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
    carom_body moved[2] = {s->bodies->space.a, s->bodies->space.b};
    carom_balance ledger;
    if (P) carom_after_pair(s->bodies, P, moved, &ledger);
    *motion = motion_of(s->bodies->names[body], &moved[body]);
    return CAROM_OK;
}

bool carom_scenario_looks_reversed(const carom_scenario *s) {
    return s && s->bodies && carom_bodies_look_reversed(s->bodies);
}

carom_status carom_scenario_change(const carom_scenario *s, int body, const double P[3], carom_change *change,
                                   double *lost) {
    if (!s || !P || !change) return CAROM_NULL_POINTER;
    if (!is_pair(s)) return CAROM_NOT_APPLICABLE;
    if (body != 0 && body != 1) return CAROM_BAD_INDEX;
    carom_body after[2];
    carom_balance ledger;
    carom_after_pair(s->bodies, P, after, &ledger);
    *change = carom_change_of(s->bodies, body, after);
    if (lost) *lost = carom_share_lost(&ledger);
    return CAROM_OK;
}

carom_status carom_scenario_scene(const carom_scenario *s, const double P[3], carom_scene *scene) {
    static const double nothing[3];
    if (!s || !scene) return CAROM_NULL_POINTER;
    if (s->of_system) return CAROM_NOT_APPLICABLE;
    return carom_scene_of(s->bodies, P ? P : nothing, scene);
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
    memcpy(u, s->of_system ? s->several.mechanism.u : s->bodies->mechanism.u, speeds * sizeof *u);
    if (!P) return CAROM_OK;
    return s->of_system ? carom_delassus_apply(&s->several.delassus, P, u, NULL) : speeds_of_one(s->bodies, P, u);
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
                               carom_status *status, carom_error *refusal) {
    carom_answer answer = {.refusal = {.status = CAROM_OK}};
    carom_problem problem = posed(s, law, options);
    if (carom_problem_whole(&problem, &answer.refusal)) {
        answer.status = carom_collide(problem.law, &problem.contact, &problem.params, &answer.outcome);
        if (!carom_answer_stands(&answer)) carom_answer_explain(&problem, &answer);
    } else
        answer.status = answer.refusal.status;
    *status = answer.status;
    *refusal = answer.refusal;
    return carom_report_new(&problem, &answer);
}

// Solves all contacts of a file that was read for one contact, with a law that only solves systems.
static carom_report *solve_all(const carom_scenario *s, const carom_law *law, const carom_params *params,
                               carom_status *status, carom_error *refusal) {
    carom_impact_problem all = carom_impact_problem_new(s->problem.modules);
    json_t *document = json_deep_copy(s->document);
    carom_report *report = NULL;
    json_object_del(document, "law");
    if (carom_scenario_read_system(&all, document, (carom_source){.text = "", .first_line = 1}, refusal))
        report = carom_scenario_report_system(&all, law, params, status, refusal);
    else
        *status = refusal->status;
    carom_impact_problem_free(&all);
    json_decref(document);
    return report;
}

carom_status carom_scenario_solve(const carom_scenario *s, const carom_law *law, const carom_solve_options *options,
                                  carom_report **report, carom_error *why) {
    const carom_params *params = options ? options->params : NULL;
    carom_error refusal = {.status = CAROM_OK};
    carom_status status = s && report ? CAROM_BAD_STRUCT : CAROM_NULL_POINTER;
    if (report) *report = NULL;
    if (!s || !report || !is_known(options)) {
        carom_refuse(&refusal, status, "%s", carom_status_message(status));
        carom_error_hand_over(&refusal, why);
        return status;
    }
    const bool one = !s->of_system && (!law || (law->solves & CAROM_ONE_CONTACT));
    carom_report *made = one            ? solve_one(s, law, options, &status, &refusal)
                         : s->of_system ? carom_scenario_report_system(&s->several, law, params, &status, &refusal)
                                        : solve_all(s, law, params, &status, &refusal);
    return carom_report_hand_over(made, status, &refusal, report, why);
}
