// Wraps a law as a model to fit, and defines a curve that is not a law.
#include <math.h>
#include <string.h>

#include "carom/derivatives.h"
#include "carom/fit.h"
#include "mods/fit/state.h"
#include "tables/speed.h"

// Limits Chatterjee's weights to s1 + s2 <= 1, keeping their ratio.
static void mend_weights(const carom_fit_model *model, double *b) {
    double *s1 = NULL, *s2 = NULL;
    for (int j = 0; j < model->count; j++) {
        if (model->param[j] == CAROM_PARAM_s1) s1 = &b[j];
        if (model->param[j] == CAROM_PARAM_s2) s2 = &b[j];
    }
    if (!s1 || !s2 || !(*s1 + *s2 > 1.0)) return;
    *s1 /= *s1 + *s2, *s2 = 1.0 - *s1;
}

// Returns the law's parameters with those of the model, except speed-dependent coefficients.
static carom_params params_at(const carom_fit_model *model, const double *b) {
    carom_params p = model->params;
    double mended[CAROM_FIT_MOST];
    memcpy(mended, b, sizeof(double) * (size_t)model->count);
    if (model->mend) model->mend(model, mended);
    for (int j = 0; j < model->count; j++) {
        const bool by_form =
            (model->form[0] && j >= model->form_from[0]) || (model->form[1] && j >= model->form_from[1]);
        if (!by_form) carom_params_set(&p, carom_law_coefficient(model->law, (int)model->param[j]), &mended[j], 1);
    }
    return p;
}

static bool ask_law(const carom_fit_model *model, const carom_contact *contact, const double *b, double *after,
                    int *branch) {
    const carom_params p = params_at(model, b);
    carom_result out;
    const carom_status status = carom_collide(model->law, contact, &p, &out);
    *branch = (int)out.mode;
    if (carom_status_classify(status) != CAROM_CLASS_OK) return false;
    for (int i = 0; i < contact->dim; i++) after[i] = out.v[i];
    return true;
}

// Sets the values of the forms for this impact in their parameters. `side` has different values on the two sides of a
// kink of a form.
static bool put_forms(const carom_fit_model *model, const carom_contact *contact, const double *b, carom_params *p,
                      int *side) {
    const double v[2] = {fabs(contact->v[0]),
                         contact->dim == 3 ? hypot(contact->v[1], contact->v[2]) : fabs(contact->v[1])};
    *side = 0;
    for (int k = 0; k < 2; k++) {
        const carom_speed_form *form = model->form[k];
        if (!form) continue;
        const double *c = b + model->form_from[k], value = form->value(c, v[k]);
        if (!isfinite(value)) return false;
        carom_params_set(p, carom_law_coefficient(model->law, (int)model->form_of[k]), &value, 1);
        if (form->breaks >= 0 && v[k] > c[form->breaks]) *side += 1 + k;
    }
    return true;
}

static bool ask_law_of_speed(const carom_fit_model *model, const carom_contact *contact, const double *b, double *after,
                             int *branch) {
    carom_params p = params_at(model, b);
    carom_result out;
    int side;
    if (!put_forms(model, contact, b, &p, &side)) return false;
    const carom_status status = carom_collide(model->law, contact, &p, &out);
    *branch = 4 * (int)out.mode + side;
    if (carom_status_classify(status) != CAROM_CLASS_OK) return false;
    for (int i = 0; i < contact->dim; i++) after[i] = out.v[i];
    return true;
}

bool carom_fit_law_slopes(const carom_fit_model *model, const carom_contact *contact, const double *b,
                          double by_v[3][3], double by_b[3][CAROM_FIT_MOST]) {
    const carom_params p = params_at(model, b);
    carom_result out;
    carom_jacobian jac;
    const carom_status status = carom_collide_jacobian(model->law, contact, &p, &out, &jac);
    if (carom_status_classify(status) != CAROM_CLASS_OK || jac.smooth != CAROM_SMOOTH) return false;
    for (int i = 0; i < contact->dim; i++) {
        for (int j = 0; by_v && j < contact->dim; j++) {
            by_v[i][j] = i == j ? 1.0 : 0.0;
            for (int k = 0; k < contact->dim; k++) by_v[i][j] += contact->W[i][k] * jac.dP_dv[k][j];
        }
        for (int j = 0; by_b && j < model->count; j++) {
            int at = 0;
            while (at < jac.params && jac.param[at] != model->param[j]) at++;
            if (at == jac.params) return false;
            by_b[i][j] = 0.0;
            for (int k = 0; k < contact->dim; k++) by_b[i][j] += contact->W[i][k] * jac.dP_dparam[k][at];
        }
    }
    return true;
}

bool carom_fit_law_has_slopes(const carom_fit_model *model, int dim) {
    return model->predict == ask_law && !model->mend &&
           (carom_law_derivatives(model->law) & (dim == 2 ? CAROM_2D : CAROM_3D)) != 0;
}

bool carom_fit_law_many(const carom_fit_model *model, const carom_contact *contacts, size_t count, const double *b,
                        uint8_t *bytes, carom_fit_answers *answers) {
    if (model->predict != ask_law || count == 0) return false;
    const carom_params p = params_at(model, b);
    const int dim = contacts[0].dim;
    carom_batch_in in = {.dim = dim, .params = &p};
    carom_batch_out out = {.mode = carom_bytes_array_out(bytes), .status = carom_bytes_array_out(bytes + count)};
    for (int i = 0; i < dim; i++) {
        in.v[i] = (carom_column){&contacts[0].v[i], sizeof *contacts};
        out.v[i] = (carom_column_out){answers->after + i, 3 * sizeof(double)};
        for (int j = i; j < dim; j++) in.W[i][j] = (carom_column){&contacts[0].W[i][j], sizeof *contacts};
    }
    if (carom_collide_batch(model->law, count, &in, &out) != CAROM_OK) return false;
    for (size_t k = 0; k < count; k++)
        answers->branch[k] =
            carom_status_classify((carom_status)bytes[count + k]) == CAROM_CLASS_OK ? (int)bytes[k] : CAROM_FIT_NONE;
    return true;
}

// Returns true if a coefficient is fitted by default. A rest speed is not fitted, because it is not a ratio. Static
// friction is fitted only if requested. A mu that only the checker reads is not fitted.
static bool is_usual(const carom_law *law, carom_param param, const carom_coefficient *info) {
    if (param == CAROM_PARAM_mu && law->contact && law->contact->mu_checks_only) return false;
    return carom_param_varies(info) && info->unit && !strcmp(info->unit, "1") && param != CAROM_PARAM_mu_static &&
           param != CAROM_PARAM_rest_speed;
}

carom_status carom_fit_model_from_law(const carom_law *law, const carom_params *params, uint64_t fitted,
                                      carom_fit_model *model) {
    if (!law || !model) return CAROM_NULL_POINTER;
    if (fitted & ~carom_law_reads(law)) return CAROM_BAD_VALUE;
    *model = (carom_fit_model){.name = law->name, .law = law, .predict = ask_law};
    model->params = params ? *params : carom_params_default();
    for (int k = 0; k < CAROM_PARAM_END; k++) {
        const carom_coefficient *info = carom_law_coefficient(law, k);
        const uint64_t bit = UINT64_C(1) << k;
        if (!(carom_law_reads(law) & bit) || !info ||
            !(fitted ? (fitted & bit) != 0 : is_usual(law, (carom_param)k, info)))
            continue;
        if (!carom_param_varies(info) || model->count == CAROM_FIT_MOST) return CAROM_BAD_VALUE;
        const bool free = (model->params.allow & bit) != 0;
        const int j = model->count++;
        model->param[j] = (carom_param)k, model->parameter[j] = info->name;
        model->lowest[j] = free ? -HUGE_VAL : info->lowest, model->highest[j] = free ? HUGE_VAL : info->highest;
        model->start[j] = (double)NAN;
    }
    if (carom_law_reads(law) & CAROM_PARAM_BIT(s1)) model->mend = mend_weights;
    return model->count ? CAROM_OK : CAROM_BAD_VALUE;
}

// Removes a coefficient from the model. Returns false if the model does not have it.
static bool take_out(carom_fit_model *model, carom_param which) {
    int at = 0;
    while (at < model->count && model->param[at] != which) at++;
    if (at == model->count) return false;
    model->count--;
    for (; at < model->count; at++) {
        model->param[at] = model->param[at + 1], model->parameter[at] = model->parameter[at + 1];
        model->lowest[at] = model->lowest[at + 1], model->highest[at] = model->highest[at + 1];
        model->start[at] = model->start[at + 1];
    }
    return true;
}

static bool put_in(carom_fit_model *model, int which, const carom_speed_form *form) {
    if (model->count + form->count > CAROM_FIT_MOST) return false;
    model->form[which] = form, model->form_from[which] = model->count;
    for (int k = 0; k < form->count; k++) {
        const int j = model->count++;
        model->parameter[j] = form->parameter[k], model->start[j] = form->usual[k];
        model->lowest[j] = form->lowest[k], model->highest[j] = form->highest[k];
        model->param[j] = model->form_of[which];
    }
    return true;
}

carom_status carom_fit_law_of_speed(const carom_law *law, const carom_params *params, const carom_speed_form *e,
                                    const carom_speed_form *mu, carom_fit_model *model) {
    const carom_speed_form *const forms[2] = {e, mu};
    for (int k = 0; k < 2; k++)
        if (forms[k] && !carom_speed_form_sound(forms[k], k ? "mu" : "e")) return CAROM_BAD_VALUE;
    const carom_status status = carom_fit_model_from_law(law, params, 0, model);
    if (status != CAROM_OK) return status;
    for (int k = 0; k < 2; k++) {
        if (!forms[k]) continue;
        model->form_of[k] = k ? CAROM_PARAM_mu : CAROM_PARAM_e;
        if (!take_out(model, model->form_of[k])) return CAROM_NOT_APPLICABLE;
        model->predict = ask_law_of_speed;
    }
    for (int k = 0; k < 2; k++)
        if (forms[k] && !put_in(model, k, forms[k])) return CAROM_BAD_VALUE;
    return CAROM_OK;
}

// Computes P = -(1 + e) v_n / (a + w r) (1, r), r = -+ ratio(theta) against the slip.
static bool ask_rising(const carom_fit_model *model, const carom_contact *c, const double *b, double *after,
                       int *branch) {
    const double theta = atan2(fabs(c->v[1]), -c->v[0]), right = 2.0 * atan(1.0);
    const bool first = theta < b[1];
    const double ratio = first ? b[2] * theta / b[1] : b[2] + (b[3] - b[2]) * (theta - b[1]) / (right - b[1]);
    const double r = c->v[1] > 0.0 ? -ratio : ratio, yields = c->W[0][0] + c->W[0][1] * r;
    *branch = 1 + first;
    if (c->dim != 2 || !(yields > 0.0)) return false;
    const double Pn = -(1.0 + b[0]) * c->v[0] / yields;
    for (int i = 0; i < 2; i++) after[i] = c->v[i] + (c->W[i][0] + c->W[i][1] * r) * Pn;
    return true;
}

carom_fit_model carom_fit_model_piecewise(void) {
    return (carom_fit_model){.name = "rising",
                             .count = 4,
                             .parameter = {"e", "theta_b", "ratio_b", "ratio_90"},
                             .lowest = {0.0, 0.01, 0.0, 0.0},
                             .highest = {1.0, 1.56, HUGE_VAL, HUGE_VAL},
                             .start = {0.9, 0.6, 0.1, 0.15},
                             .predict = ask_rising};
}
