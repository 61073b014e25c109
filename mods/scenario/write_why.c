#include "mods/scenario/write_why.h"

#include "mods/scenario/json.h"

static json_t *restitutions_json(const carom_restitutions *r) {
    json_t *reasons = json_array();
    for (unsigned bit = 1; carom_agreement_name(bit); bit *= 2)
        if (r->because & bit) json_array_append_new(reasons, json_string(carom_agreement_name(bit)));
    return json_pack("{s:b, s:o, s:o}", "agree", r->because != 0, "because", reasons, "gap", carom_json_real(r->gap));
}

static json_t *form_json(const carom_energy_form *form) {
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "tt", carom_json_real(form->tt), "nt", carom_json_real(form->nt),
                     "nn", carom_json_real(form->nn), "n", carom_json_real(form->n), "determinant",
                     carom_json_real(form->determinant), "twice_dE", carom_json_real(form->twice_dE));
}

void carom_why_json(const carom_problem *problem, json_t *object) {
    const carom_contact *c = &problem->contact;
    carom_impact_class k;
    carom_restitutions r;
    carom_energy_form form;
    carom_impact_class_of(c, problem->params.e, &k);
    json_object_set_new(object, "class",
                        json_pack("{s:s, s:b, s:b, s:o}", "approach", carom_approach_name(k.approach), "direct",
                                  k.direct, "central", k.central, "mu_jam", carom_json_real(k.mu_jam)));
    if (carom_restitutions_of(c, &problem->params, &r) == CAROM_OK)
        json_object_set_new(object, "newton_poisson", restitutions_json(&r));
    if (carom_energy_form_of(c, &problem->params, &form) == CAROM_OK)
        json_object_set_new(object, "energy_form", form_json(&form));
}

json_t *carom_forces_json(int dim, const double b[3], const carom_contact_forces *f) {
    const size_t n = (size_t)dim;
    json_t *list = json_array();
    for (int k = 0; k < f->count; k++)
        json_array_append_new(list,
                              json_pack("{s:s, s:o, s:o}", "mode", carom_force_mode_name(f->at[k].mode), "F",
                                        carom_json_numbers(f->at[k].F, n), "a", carom_json_numbers(f->at[k].a, n)));
    return json_pack("{s:o, s:s, s:o, s:o, s:o}", "b", carom_json_numbers(b, n), "case",
                     carom_force_case_name(f->which), "p", carom_json_real(f->p), "solutions", list, "impulse",
                     carom_json_numbers(f->impulse, n));
}

json_t *carom_alternatives_json(const carom_problem *problem, const carom_alternative *list, int count) {
    json_t *array = json_array();
    for (int i = 0; i < count; i++) {
        const carom_answer one = {.status = CAROM_OK, .outcome = list[i].outcome};
        json_t *object = carom_answer_json(problem, &one);
        json_object_del(object, "id");
        json_object_set_new(object, "given", json_boolean(list[i].given));
        json_object_set_new(object, "kept", json_boolean(list[i].kept));
        json_array_append_new(array, object);
    }
    return array;
}
