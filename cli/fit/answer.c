// Writes a study as JSON.
#include "cli/fit/answer.h"

#include <math.h>

#include "mods/scenario/json.h"

static json_t *number_json(carom_fit_number x) {
    return json_pack("{s:o,s:o}", "value", carom_json_real(x.value), "stderr", carom_json_real(x.error));
}

static json_t *checks_json(const carom_fit_study *s) {
    const carom_fit_checks *c = &s->checks;
    const carom_fit_body_checks *b = &c->body;
    json_t *object =
        json_pack("{s:I,s:I,s:o,s:o}", "gains", (json_int_t)c->gains, "pulls", (json_int_t)c->pulls, "ratio_median",
                  carom_json_real(c->ratio_median), "ratio_95", carom_json_real(c->ratio_95));
    if (!b->count) return object;
    json_t *alarms = json_array(), *signs = json_array(), *other = json_array(), *centre = json_array();
    for (int k = 0; carom_fit_alarm_name(k); k++)
        if (b->alarms >> k & 1u) json_array_append_new(alarms, json_string(carom_fit_alarm_name(k)));
    for (int k = 0; carom_fit_sign_name(s, k); k++) {
        if (b->signs >> k & 1u) json_array_append_new(signs, json_string(carom_fit_sign_name(s, k)));
        if (b->other_signs >> k & 1u) json_array_append_new(other, json_string(carom_fit_sign_name(s, k)));
    }
    for (int j = 0; j < s->data->impacts[0].contact.dim && !isnan(b->centre[0].value); j++)
        json_array_append_new(centre, number_json(b->centre[j]));
    json_object_set_new(object, "floor",
                        json_pack("{s:o,s:o,s:o,s:o,s:o}", "mean", carom_json_real(b->floor_mean), "median",
                                  carom_json_real(b->floor_median), "chi2", carom_json_real(c->floor_chi2), "dof",
                                  carom_json_real(c->floor_dof), "p", carom_json_real(c->floor_p)));
    json_object_set_new(
        object, "moment",
        json_pack("{s:o,s:o}", "normal", number_json(b->normal), "tangential", number_json(b->tangent)));
    json_object_set_new(
        object, "signs",
        json_pack("{s:o,s:o,s:o}", "wrong", signs, "or", other, "factor", carom_json_real(b->sign_factor)));
    json_object_set_new(object, "inertia", number_json(b->inertia));
    json_object_set_new(object, "centre", centre);
    json_object_set_new(object, "alarms", alarms);
    if (s->data->guessed > 0.0) json_object_set_new(object, "sigma_guessed", carom_json_real(s->data->guessed));
    return object;
}

static json_t *parameters_json(const carom_fit_finding *f) {
    json_t *object = json_object();
    for (int j = 0; j < f->model.count; j++) {
        const carom_fit_estimate *e = &f->estimate;
        json_object_set_new(object, f->model.parameter[j],
                            json_pack("{s:o,s:o,s:o,s:o,s:s}", "estimate", carom_json_real(e->b[j]), "stderr",
                                      carom_json_real(e->error[j]), "low", carom_json_real(f->low[j]), "high",
                                      carom_json_real(f->high[j]), "mark",
                                      e->mark[j] == CAROM_FIT_DETERMINED ? "known" : carom_fit_mark_name(e->mark[j])));
    }
    return object;
}

static json_t *law_json(const carom_fit_study *s, const carom_fit_finding *f) {
    char text[96];
    const carom_fit_estimate *e = &f->estimate;
    json_t *object = json_pack("{s:s,s:b,s:s}", "name", f->name, "curve", f->describes, "verdict",
                               carom_fit_said(f, text, sizeof text));
    if (!carom_fit_answered(f)) return object;
    json_t *cov = json_array();
    for (int i = 0; i < e->count; i++) json_array_append_new(cov, carom_json_numbers(e->cov[i], (size_t)e->count));
    json_object_set_new(object, "params", parameters_json(f));
    json_object_set_new(object, "cov", cov);
    json_object_set_new(object, "chi2", carom_json_real(e->chi2));
    json_object_set_new(object, "dof", carom_json_real(e->dof));
    json_object_set_new(object, "p_chi2", carom_json_real(e->p));
    json_object_set_new(object, "F", carom_json_real(f->verdict.F));
    json_object_set_new(object, "p", carom_json_real(f->verdict.p));
    json_object_set_new(object, "rejected", f->verdict.none ? json_null() : carom_json_boolean(f->verdict.rejected));
    if (s->robust) json_object_set_new(object, "inliers", carom_json_real(e->inliers));
    if (f->held_out != CAROM_OK) return object;
    const double mean[] = {f->mean, f->mean_low, f->mean_high};
    json_object_set_new(object, "heldout_error", carom_json_numbers(mean, 3));
    json_object_set_new(object, "heldout_rms", carom_json_real(f->rms));
    json_object_set_new(object, "z", carom_json_real(f->z));
    json_object_set_new(object, "as_good_as_best", carom_json_boolean(carom_fit_as_good(s, f)));
    return object;
}

json_t *carom_fit_study_json(const carom_fit_study *s) {
    json_t *laws = json_array();
    for (size_t k = 0; k < s->count; k++) json_array_append_new(laws, law_json(s, &s->at[k]));
    json_t *answer = json_pack("{s:I,s:i,s:o,s:o}", "impacts", (json_int_t)s->checks.impacts, "groups", s->data->groups,
                               "checks", checks_json(s), "laws", laws);
    if (s->best >= 0) json_object_set_new(answer, "best", json_string(s->at[s->best].name));
    return answer;
}
