// A study, and what each impact says by itself, as JSON.
#include "mods/fit_study/answer.h"

#include "mods/scenario/json.h"

static json_t *checks_json(const carom_fit_checks *c) {
    json_t *object =
        json_pack("{s:I,s:I,s:o,s:o}", "gains", (json_int_t)c->gains, "pulls", (json_int_t)c->pulls, "ratio_median",
                  carom_json_real(c->ratio_median), "ratio_95", carom_json_real(c->ratio_95));
    if (!c->spins) return object;
    json_object_set_new(object, "floor",
                        json_pack("{s:o,s:o,s:o}", "chi2", carom_json_real(c->floor_chi2), "dof",
                                  carom_json_real(c->floor_dof), "p", carom_json_real(c->floor_p)));
    json_object_set_new(object, "sign",
                        json_pack("{s:o,s:o,s:o,s:o,s:b}", "slope", carom_json_real(c->slope), "stderr",
                                  carom_json_real(c->slope_stderr), "chi2_plus", carom_json_real(c->chi2_plus),
                                  "chi2_minus", carom_json_real(c->chi2_minus), "alarm", c->sign_alarm));
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
                                      e->mark[j] == CAROM_FIT_KNOWN ? "known" : carom_fit_mark_name(e->mark[j])));
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
    json_object_set_new(object, "rejected", carom_json_boolean(f->verdict.rejected));
    if (s->robust) json_object_set_new(object, "inliers", carom_json_real(e->inliers));
    if (f->held_out != CAROM_OK) return object;
    json_object_set_new(object, "heldout_rms", carom_json_real(f->rms));
    json_object_set_new(object, "z", carom_json_real(f->z));
    json_object_set_new(object, "as_good_as_best", carom_json_boolean(carom_fit_as_good(s, f)));
    return object;
}

json_t *carom_fit_study_json(const carom_fit_study *s) {
    json_t *laws = json_array();
    for (size_t k = 0; k < s->count; k++) json_array_append_new(laws, law_json(s, &s->at[k]));
    json_t *answer = json_pack("{s:I,s:i,s:o,s:o}", "impacts", (json_int_t)s->checks.impacts, "groups", s->data->groups,
                               "checks", checks_json(&s->checks), "laws", laws);
    if (s->best >= 0) json_object_set_new(answer, "best", json_string(s->at[s->best].name));
    return answer;
}

json_t *carom_fit_readings_json(const carom_fit_data *data) {
    json_t *rows = json_array();
    for (size_t k = 0; k < data->count; k++) {
        json_t *row = json_pack("{s:I,s:i}", "impact", (json_int_t)(k + 1), "group", data->impacts[k].group);
        const char *name;
        for (int i = 0; (name = carom_fit_reading_name(data, i)); i++)
            json_object_set_new(row, name, carom_json_real(carom_fit_reading_at(data, k, i)));
        json_array_append_new(rows, row);
    }
    return rows;
}
