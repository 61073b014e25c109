#include "cli/words/answer.h"

#include <math.h>

#include "cli/exit.h"
#include "cli/words/bodies_after.h"
#include "cli/words/json.h"
#include "cli/words/shell.h"

void carom_json_answer(json_t *value) {
    carom_json_print(stdout, value);
    putchar('\n');
    json_decref(value);
}

bool carom_answer_stands(const carom_answer *answer) {
    return carom_status_class_of(answer->status) == CAROM_FINE;
}

void carom_answer_take(const carom_problem *problem, carom_status status, carom_answer *answer) {
    answer->status = status;
    answer->refusal.code = carom_status_name(status);
    answer->refusal.text[0] = 0;
    if (!carom_answer_stands(answer))
        carom_complain_of(&answer->refusal, status, problem->law, &problem->contact, &problem->params,
                          &answer->outcome);
}

void carom_answer_problem(carom_problem *problem, carom_answer *answer) {
    if (!carom_problem_whole(problem, &answer->refusal)) {
        answer->status = CAROM_BAD_VALUE;
        return;
    }
    carom_answer_take(problem, carom_collide(problem->law, &problem->contact, &problem->params, &answer->outcome),
                      answer);
}

static json_t *broken_json(unsigned broken) {
    json_t *array = json_array();
    for (unsigned bit = 1; carom_broken_name(bit); bit <<= 1)
        if (broken & bit) json_array_append_new(array, json_string(carom_broken_name(bit)));
    return array;
}

static json_t *mode_json(const carom_outcome *out, bool stands) {
    const char *name = stands ? carom_mode_name(out->mode) : NULL;
    return name ? json_string(name) : json_null();
}

// What only some laws know.
static void add_details(json_t *object, const carom_outcome *out, size_t dim) {
    if (out->known & CAROM_KNOWS_COMPRESSION) json_object_set_new(object, "P_c", carom_json_numbers(out->Pc, dim));
    if (out->known & CAROM_KNOWS_WORK) {
        json_object_set_new(object, "work_normal", carom_json_real(out->work_normal));
        json_object_set_new(object, "work_friction", carom_json_real(out->work_friction));
    }
    if (out->solutions) json_object_set_new(object, "solutions", json_integer(out->solutions));
    if (out->evaluations) {
        json_object_set_new(object, "evaluations", json_integer(out->evaluations));
        json_object_set_new(object, "residual", carom_json_real(out->residual));
    }
}

// What W and v came to, and what became of the bodies.
static void add_scenario(json_t *object, const carom_problem *problem, const carom_outcome *out) {
    const carom_contact *c = &problem->contact;
    json_t *W = json_array();
    for (int i = 0; i < c->dim; i++) json_array_append_new(W, carom_json_numbers(c->W[i], (size_t)c->dim));
    json_object_set_new(object, "W", W);
    json_object_set_new(object, "v", carom_json_numbers(c->v, (size_t)c->dim));
    carom_bodies_json(problem->bodies, out, object);
}

json_t *carom_refusal_json(json_t *id, const carom_misreading *refusal) {
    json_t *object = json_object();
    json_object_set(object, "id", id ? id : json_null());
    json_object_set_new(object, "status", json_string("bad-input"));
    json_object_set_new(object, "code", json_string(refusal->code));
    json_object_set_new(object, "message", carom_json_words(refusal->text));
    return object;
}

json_t *carom_answer_json(const carom_problem *problem, const carom_answer *answer) {
    if (carom_status_class_of(answer->status) == CAROM_BAD_INPUT)
        return carom_refusal_json(problem->id, &answer->refusal);
    const carom_outcome *out = &answer->outcome;
    const bool stands = carom_answer_stands(answer);
    const size_t dim = (size_t)problem->contact.dim;
    json_t *object = json_object();
    json_object_set(object, "id", problem->id ? problem->id : json_null());
    json_object_set_new(object, "status", json_string(carom_status_name(answer->status)));
    json_object_set_new(object, "P", stands ? carom_json_numbers(out->P, dim) : json_null());
    json_object_set_new(object, "v_after", stands ? carom_json_numbers(out->v, dim) : json_null());
    json_object_set_new(object, "dE", stands ? carom_json_real(out->dE) : json_null());
    json_object_set_new(object, "mode", mode_json(out, stands));
    json_object_set_new(object, "broken", broken_json(out->broken));
    if (stands) add_details(object, out, dim);
    if (stands && problem->bodies) add_scenario(object, problem, out);
    if (!stands) json_object_set_new(object, "message", carom_json_words(answer->refusal.text));
    return object;
}

int carom_answer_exit(const carom_answer *answer, bool strict) {
    switch (carom_status_class_of(answer->status)) {
    case CAROM_BAD_INPUT: return CAROM_EXIT_INPUT;
    case CAROM_NUMERICAL: return CAROM_EXIT_NUMERICAL;
    case CAROM_NO_ANSWER: return strict ? CAROM_EXIT_INADMISSIBLE : CAROM_EXIT_FINE;
    default: return strict && answer->outcome.broken ? CAROM_EXIT_INADMISSIBLE : CAROM_EXIT_FINE;
    }
}

// Inadmissible < numerical failure < bad input < I/O: what the caller has to mend first.
static int gravity(int exit) {
    static const int order[] = {[CAROM_EXIT_FINE] = 0,  [CAROM_EXIT_INADMISSIBLE] = 1, [CAROM_EXIT_NUMERICAL] = 2,
                                [CAROM_EXIT_INPUT] = 3, [CAROM_EXIT_USAGE] = 4,        [CAROM_EXIT_IO] = 5};
    return order[exit];
}

int carom_graver_exit(int a, int b) {
    return gravity(a) > gravity(b) ? a : b;
}
