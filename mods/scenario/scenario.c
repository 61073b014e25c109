#include "carom/scenario.h"

#include <stdlib.h>
#include <string.h>

#include "mods/scenario/after.h"
#include "mods/scenario/bodies_read.h"
#include "mods/scenario/change.h"
#include "mods/scenario/lines.h"
#include "mods/scenario/report.h"
#include "mods/scenario/scene.h"

struct carom_scenario {
    json_t *document; // the names of the bodies are its strings
    carom_problem problem;
};

static carom_scenario *end(carom_scenario *s, const carom_error *refusal, carom_error *why) {
    carom_error_hand_over(refusal, why);
    carom_scenario_free(s);
    return NULL;
}

// `text` is closed by a zero.
static bool read_text(carom_scenario *s, const char *text, size_t length, carom_error *refusal) {
    json_error_t error;
    s->document = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
    return (s->document || carom_refuse_json(refusal, &error)) &&
           carom_problem_read(&s->problem, s->document, (carom_source){.text = text, .first_line = 1}, refusal) &&
           carom_problem_contact_whole(&s->problem, refusal);
}

carom_scenario *carom_scenario_parse(const char *text, size_t length, carom_modules *modules, carom_error *why) {
    carom_error refusal;
    carom_scenario *s = calloc(1, sizeof *s);
    char *closed = s ? carom_text_copy(text, length, &refusal) : NULL;
    if (!s) carom_refuse(&refusal, CAROM_BAD_SIZE, "there is no memory");
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

carom_scenario_kind carom_scenario_kind_of(const carom_scenario *s) {
    return s && s->problem.bodies ? s->problem.bodies->kind : CAROM_SCENARIO_NUMBERS;
}

const carom_law *carom_scenario_law(const carom_scenario *s) {
    return s ? s->problem.law : NULL;
}

const carom_contact *carom_scenario_contact(const carom_scenario *s) {
    return s ? &s->problem.contact : NULL;
}

const carom_params *carom_scenario_params(const carom_scenario *s) {
    return s ? &s->problem.params : NULL;
}

uint64_t carom_scenario_given(const carom_scenario *s) {
    return s ? s->problem.given : 0;
}

carom_params carom_scenario_params_for_all(const carom_scenario *s) {
    if (!s) return carom_default_params();
    carom_problem shared = s->problem;
    carom_problem_carry(&shared);
    return shared.params;
}

static carom_motion motion_of(const char *name, const carom_body *body) {
    carom_motion motion = {.name = name, .mass = body->mass};
    memcpy(motion.velocity, body->velocity, sizeof motion.velocity);
    memcpy(motion.spin, body->spin, sizeof motion.spin);
    return motion;
}

static carom_status free_motion(const carom_scenario *s, int body, const double P[3], carom_motion *motion) {
    const carom_bodies *b = s->problem.bodies;
    if (body < 0 || body >= b->assembly.bodies) return CAROM_BAD_INDEX;
    double *u = malloc((size_t)b->delassus.speeds * sizeof *u);
    if (!u) return CAROM_NO_MEMORY;
    carom_body moved = b->assembly.body[body];
    carom_status status = carom_scenario_speeds_after(s, P, u);
    if (status == CAROM_OK) status = carom_assembly_motion(&b->assembly, u, body, moved.velocity, moved.spin);
    free(u);
    *motion = motion_of(b->names[body] ? b->names[body] : "", &moved);
    return status;
}

carom_status carom_scenario_motion(const carom_scenario *s, int body, const double P[3], carom_motion *motion) {
    if (!s || !motion) return CAROM_NULL_POINTER;
    const carom_scenario_kind kind = carom_scenario_kind_of(s);
    if (kind == CAROM_SCENARIO_BODIES) return free_motion(s, body, P, motion);
    if (kind != CAROM_SCENARIO_PLANE && kind != CAROM_SCENARIO_SPACE) return CAROM_NOT_APPLICABLE;
    if (body != 0 && body != 1) return CAROM_BAD_INDEX;
    const carom_bodies *b = s->problem.bodies;
    carom_body moved[2] = {b->space.a, b->space.b};
    carom_ledger ledger;
    if (P) carom_after_pair(b, P, moved, &ledger);
    *motion = motion_of(b->names[body], &moved[body]);
    return CAROM_OK;
}

bool carom_scenario_looks_reversed(const carom_scenario *s) {
    return s && s->problem.bodies && carom_bodies_look_reversed(s->problem.bodies);
}

carom_status carom_scenario_change(const carom_scenario *s, int body, const double P[3], carom_change *change,
                                   double *lost) {
    if (!s || !P || !change) return CAROM_NULL_POINTER;
    const carom_scenario_kind kind = carom_scenario_kind_of(s);
    if (kind != CAROM_SCENARIO_PLANE && kind != CAROM_SCENARIO_SPACE) return CAROM_NOT_APPLICABLE;
    if (body != 0 && body != 1) return CAROM_BAD_INDEX;
    carom_body after[2];
    carom_ledger ledger;
    carom_after_pair(s->problem.bodies, P, after, &ledger);
    *change = carom_change_of(s->problem.bodies, body, after);
    if (lost) *lost = carom_share_lost(&ledger);
    return CAROM_OK;
}

carom_status carom_scenario_scene(const carom_scenario *s, const double P[3], carom_scene *scene) {
    static const double nothing[3];
    if (!s || !scene) return CAROM_NULL_POINTER;
    return carom_scene_of(s->problem.bodies, P ? P : nothing, scene);
}

int carom_scenario_speeds(const carom_scenario *s) {
    return s && s->problem.bodies ? s->problem.bodies->delassus.speeds : 0;
}

carom_status carom_scenario_speeds_after(const carom_scenario *s, const double P[3], double *u) {
    const size_t speeds = (size_t)carom_scenario_speeds(s);
    if (!s || !u) return CAROM_NULL_POINTER;
    if (!speeds) return CAROM_NOT_APPLICABLE;
    const carom_bodies *b = s->problem.bodies;
    memcpy(u, b->mechanism.u, speeds * sizeof *u);
    if (!P) return CAROM_OK;
    double *numbers = malloc(carom_after_numbers(&b->delassus) * sizeof *numbers);
    if (!numbers) return CAROM_NO_MEMORY;
    carom_after_speeds after = {.u = u, .reactions = numbers};
    after.impulse = numbers + b->delassus.constraints + 1;
    carom_after_tree(b, P, &after);
    free(numbers);
    return CAROM_OK;
}

// The problem for this law: what the file states goes by its meaning, and what the law has no name for is left aside.
static carom_problem posed(const carom_scenario *s, const carom_law *law, const carom_solve_options *options) {
    carom_problem problem = s->problem;
    if (law && law != problem.law) {
        problem.law = law;
        carom_problem_carry(&problem);
        problem.given &= law->reads;
    }
    if (options && options->params) problem.params = *options->params;
    return problem;
}

static bool is_known(const carom_solve_options *options) {
    return !options || options->size == sizeof *options;
}

carom_status carom_scenario_solve(const carom_scenario *s, const carom_law *law, const carom_solve_options *options,
                                  carom_report **report, carom_error *why) {
    carom_answer answer = {.refusal = {.status = CAROM_OK}};
    if (report) *report = NULL;
    if (!s || !report || !is_known(options)) {
        answer.status = s && report ? CAROM_BAD_STRUCT : CAROM_NULL_POINTER;
        carom_refuse(&answer.refusal, answer.status, "%s", carom_status_message(answer.status));
        carom_error_hand_over(&answer.refusal, why);
        return answer.status;
    }
    carom_problem problem = posed(s, law, options);
    if (carom_problem_whole(&problem, &answer.refusal)) {
        answer.status = carom_collide(problem.law, &problem.contact, &problem.params, &answer.outcome);
        if (!carom_answer_stands(&answer)) carom_answer_explain(&problem, &answer);
    } else
        answer.status = answer.refusal.status;
    return carom_report_hand_over(carom_report_new(&problem, &answer), answer.status, &answer.refusal, report, why);
}
