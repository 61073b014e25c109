#include "mods/scenario/write.h"

#include <math.h>
#include <stdio.h>

#include "carom/geometry.h"
#include "carom/law.h"
#include "mods/scenario/bodies.h"
#include "mods/scenario/json.h"

bool carom_answer_stands(const carom_answer *answer) {
    return carom_status_classify(answer->status) == CAROM_CLASS_OK;
}

bool carom_answer_looks_reversed(const carom_problem *problem, const carom_answer *answer) {
    return answer->status == CAROM_NO_IMPACT && problem->bodies && carom_bodies_look_reversed(problem->bodies);
}

const char *carom_parting_hint(const carom_problem *problem, char *text, size_t size) {
    const carom_bodies *bodies = problem->bodies;
    char said[480];
    snprintf(said, sizeof said,
             "if they should hit: the normal points from B to A, v is the velocity of A less that of B");
    if (bodies && carom_bodies_look_reversed(bodies))
        snprintf(
            said, sizeof said,
            "the normal looks reversed: it points from B to A, but the centre of A (%.150s) lies behind B (%.150s); "
            "turn it round",
            bodies->names[0], bodies->names[1]);
    carom_visible(text, size, said);
    return text;
}

// Returns the ratio that stops the slip, for a law whose friction is a fraction of that ratio (`of`).
double carom_answer_critical(const carom_problem *problem) {
    const carom_params *p = &problem->params;
    double ratio = (double)NAN;
    if (!(carom_law_reads(problem->law) & CAROM_PARAM_BIT(of)) || !(problem->contact.v[0] < 0.0)) return ratio;
    carom_critical_ratio(&problem->contact, problem->contact.v[0] > -p->rest_speed ? 0.0 : p->e, 0.0, &ratio);
    return isfinite(ratio) ? ratio : (double)NAN;
}

json_t *carom_refusal_json(json_t *id, const carom_error *refusal) {
    json_t *object = json_object();
    json_object_set(object, "id", id ? id : json_null());
    json_object_set_new(object, "status", json_string("bad-input"));
    json_object_set_new(object, "code", json_string(carom_status_name(refusal->status)));
    if (refusal->name[0]) json_object_set_new(object, "where", carom_json_words(refusal->name));
    json_object_set_new(object, "message", carom_json_words(refusal->detail));
    return object;
}
