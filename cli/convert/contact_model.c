#include "cli/convert/contact_model.h"
#include "tables/missing.h"

#include <math.h>
#include <string.h>

#include "cli/convert/targets.h"
#include "mods/scenario/json.h"

#ifdef CAROM_WITH_COMPLIANT

bool carom_device_words_target(const char *to) {
    const char *name;
    for (int i = 0; to && (name = carom_target_name(i)); i++)
        if (!strcmp(name, to)) return true;
    return false;
}

// Returns the law of `from`, which must be a contact model.
static const carom_law *device_of(const carom_device_question *q, carom_error *refusal) {
    const carom_law *law = carom_law_find(q->problem->modules, q->from, CAROM_ONE_CONTACT), *other;
    if (law && law->contact && !strcmp(law->module, "compliant")) return law;
    carom_nearest near = {NULL, 0};
    for (int i = 0; (other = carom_law_at(q->problem->modules, i, CAROM_ONE_CONTACT)); i++)
        if (!strcmp(other->module, "compliant")) carom_nearest_word(&near, q->from, other->name);
    carom_refuse(refusal, CAROM_UNKNOWN_LAW,
                 "without an impact, --from takes a contact model, and \"%.80s\" is not one; to use a law, a "
                 "definition of restitution or an engine, add --W and --v, or a file",
                 q->from);
    if (!law) carom_refuse_near(refusal, near.name, CAROM_HINT_SEE_LAWS);
    return NULL;
}

static bool measure(carom_device_question *q, carom_error *refusal) {
    const carom_law *law = device_of(q, refusal);
    char text[640];
    if (!law) return false;
    if (!isnan(q->e))
        return carom_refuse(refusal, CAROM_BAD_VALUE,
                            "e is the restitution of \"%s\": give the parameters of that model instead", q->from);
    char who[80];
    snprintf(who, sizeof who, "law \"%s\"", law->name);
    if (!carom_problem_all_read(q->problem, q->problem->given, carom_law_reads(law), who, refusal)) return false;
    carom_params params = q->problem->params;
    carom_fill_examples(law, ~(CAROM_PARAM_BIT(e) | CAROM_PARAM_BIT(mu)), &params); // default values, such as kn = 1
    const carom_status status = carom_restitution_simulate(law, &params, q->m, q->v, &q->e);
    if (status == CAROM_BAD_VALUE) return carom_refuse(refusal, CAROM_BAD_VALUE, "m and v must be positive");
    // If the contact pulls and never separates, the motion ends at 1e-12 of the initial speed, and there is no
    // restitution.
    if (status == CAROM_OK && q->e > 1e-7 && q->e <= 1.0) return true;
    if (status == CAROM_OK)
        return carom_refuse(refusal, CAROM_NOT_APPLICABLE,
                            "%s returns e = %g at %g m/s: no damping gives it, as 0 < e <= 1 is required", q->from,
                            q->e, q->v);
    const carom_contact head_on = {.dim = 2, .W = {{1.0 / q->m, 0.0}, {0.0, 1.0 / q->m}}, .v = {-q->v, 0.0}};
    params.mu = 0.0; // a head-on impact has no friction
    carom_result none = {.status = status};
    carom_params_validate(law, &params, 2, &none.coefficient);
    carom_describe(status, law, &head_on, &params, &none, text, sizeof text);
    return carom_refuse(refusal, status, "%s", text);
}

// Lists the coefficients of the target except its stiffness, with their default values.
static const struct {
    const char *to;
    int param;
    double usual;
} rests[] = {{"tsuji", CAROM_PARAM_p, 1.5},
             {"adams-impact", CAROM_PARAM_p, 1.5},
             {"adams-impact", CAROM_PARAM_depth, 0.1},
             {"lammps-hertz-history", CAROM_PARAM_R_eff, 1.0}};
enum { RESTS = sizeof rests / sizeof *rests };

uint64_t carom_device_words_reads(const char *to) {
    // The damping factor of hunt-crossley does not depend on the stiffness.
    uint64_t reads = CAROM_PARAM_BIT(e) | (to && !strcmp(to, "hunt-crossley") ? 0 : CAROM_PARAM_BIT(kn));
    for (int i = 0; to && i < RESTS; i++)
        if (!strcmp(rests[i].to, to)) reads |= UINT64_C(1) << rests[i].param;
    return reads;
}

// Returns a coefficient of the target. If `from` is given, the parameters of the problem belong to that contact model,
// and the target uses its default values.
static double rest_of(const carom_problem *p, bool theirs, int i) {
    const bool given = !theirs && p && (p->given >> rests[i].param & 1);
    return given ? p->params.own[rests[i].param - CAROM_PARAM_OWN] : rests[i].usual;
}

static carom_target_request wish_of(const carom_device_question *q, const char *to) {
    carom_target_request wish = {.e = q->e, .m = q->m, .v = q->v, .kn = q->kn};
    for (int i = 0; i < RESTS; i++) {
        if (strcmp(rests[i].to, to) != 0) continue;
        const double value = rest_of(q->problem, q->from, i);
        *(rests[i].param == CAROM_PARAM_p       ? &wish.p
          : rests[i].param == CAROM_PARAM_depth ? &wish.depth
                                                : &wish.R) = value;
    }
    return wish;
}

static json_t *target_json(const char *to, const carom_device_question *q, const carom_target *found) {
    json_t *object = json_pack("{s:s}", "to", to);
    for (int k = 0; k < 4; k++)
        json_object_set_new(object, found->given[k].name, carom_json_real(found->given[k].value));
    for (int i = 0; i < RESTS; i++)
        if (!strcmp(rests[i].to, to))
            json_object_set_new(object, carom_coefficient_at(q->problem->modules, rests[i].param)->name,
                                carom_json_real(rest_of(q->problem, q->from, i)));
    json_object_set_new(object, "assumes", json_string(found->assumes));
    return object;
}

static void target_words(FILE *file, const char *to, const carom_device_question *q, const carom_target *found) {
    for (int k = 0; k < 4; k++) fprintf(file, "%-10s %.10g\n", found->given[k].name, found->given[k].value);
    for (int i = 0; i < RESTS; i++)
        if (!strcmp(rests[i].to, to))
            fprintf(file, "%-10s %.10g\n", carom_coefficient_at(q->problem->modules, rests[i].param)->name,
                    rest_of(q->problem, q->from, i));
    fprintf(file, "%s\n", found->assumes);
}

// Returns false if the contact model did not rebound or the result is not a number; otherwise true.
static bool answers(const carom_target *found) {
    return isfinite(found->given[3].value);
}

// Prints one line per target: its coefficients and the restitution that they give.
static void target_row(FILE *file, const char *to, const carom_target *found) {
    fprintf(file, "  %-21s", to);
    if (!answers(found)) {
        fprintf(file, " no damping gives this e\n");
        return;
    }
    for (int k = 0; k < 4; k++)
        fprintf(file, "%s %s = %.6g", k ? "," : "", found->given[k].name, found->given[k].value);
    fprintf(file, "\n");
}

static bool translated(const char *to, const carom_device_question *q, carom_target *found, carom_error *refusal) {
    const carom_target_request wish = wish_of(q, to);
    return carom_target_find(to, &wish, found) == CAROM_OK ||
           carom_refuse(refusal, CAROM_BAD_VALUE, "e must lie in (0, 1]; m, v, kn, depth and R_eff must be positive");
}

static bool every_target(const carom_device_question *q, FILE *file, json_t *rows, carom_error *refusal) {
    const char *to;
    for (int i = 0; (to = carom_target_name(i)); i++) {
        carom_target found;
        if (!translated(to, q, &found, refusal)) return false;
        if (rows)
            json_array_append_new(rows, target_json(to, q, &found));
        else
            target_row(file, to, &found);
    }
    return true;
}

static void measured_words(FILE *file, const carom_device_question *q) {
    if (q->from) fprintf(file, "%s returns e = %.10g at %g m/s with %g kg\n\n", q->from, q->e, q->v, q->m);
}

bool carom_device_words_tell(carom_device_question *q, FILE *file, json_t **json, carom_error *refusal) {
    carom_target found;
    if (isnan(q->kn)) q->kn = 1.0;
    if (q->from && !measure(q, refusal)) return false;
    if (!q->to) {
        if (!json) measured_words(file, q);
        json_t *rows = json ? json_array() : NULL;
        const bool told = every_target(q, file, rows, refusal);
        if (told && json)
            *json = json_pack("{s:s?, s:o, s:O}", "from", q->from, "e", carom_json_real(q->e), "to", rows);
        json_decref(rows);
        return told;
    }
    if (!translated(q->to, q, &found, refusal)) return false;
    if (!answers(&found))
        return carom_refuse(refusal, CAROM_NOT_APPLICABLE, "%s cannot have e = %g: %s", q->to, q->e, found.assumes);
    if (!json) {
        measured_words(file, q);
        target_words(file, q->to, q, &found);
        return true;
    }
    *json = target_json(q->to, q, &found);
    json_object_set_new(*json, "e", carom_json_real(q->e));
    if (q->from) json_object_set_new(*json, "from", json_string(q->from));
    return true;
}

// Runs a contact model whose damping is one coefficient, and hunt-crossley with its exact factor, which reads e itself.
static bool run(const carom_converted *x, const carom_law *law, const carom_device_question *q,
                const carom_target *found, carom_result *out) {
    const carom_target_request wish = wish_of(q, law->name);
    carom_params p = carom_params_default();
    p.mu = x->problem->params.mu;
    p.e = q->e;
    p.own[CAROM_OWN(kn)] = p.own[CAROM_OWN(kt)] = q->kn;
    if (wish.p > 0.0) p.own[CAROM_OWN(p)] = wish.p;
    if (wish.depth > 0.0) p.own[CAROM_OWN(depth)] = wish.depth;
    if (wish.R > 0.0) p.own[CAROM_OWN(R_eff)] = wish.R;
    const double value = found->given[1].value;
    if (law == &carom_law_series_dashpot)
        p.own[CAROM_OWN(cs)] = value;
    else if (law == &carom_law_thornton)
        p.own[CAROM_OWN(depth)] = value;
    else
        p.own[CAROM_OWN(cn)] = value;
    return carom_status_classify(carom_collide(law, &x->problem->contact, &p, out)) == CAROM_CLASS_OK;
}

bool carom_device_words_impact(const carom_converted *x, const char *to, double kn, FILE *file, json_t **json,
                               carom_error *refusal) {
    const carom_contact *c = &x->problem->contact;
    // The parameters belong to the contact model that describes the impact, if there is one; otherwise to the target.
    const bool theirs = strcmp(x->from.law->module, "core") != 0;
    const bool stated = (x->problem->given & CAROM_PARAM_BIT(kn)) != 0;
    const carom_device_question q = {.problem = x->problem,
                                     .from = theirs ? x->from.name : NULL,
                                     .e = carom_converted_ratio(x),
                                     .m = 1.0 / c->W[0][0],
                                     .v = -c->v[0],
                                     .kn = !isnan(kn)          ? kn
                                           : stated && !theirs ? x->problem->params.own[CAROM_OWN(kn)]
                                                               : 1.0};
    const carom_law *law = carom_law_find(x->problem->modules, to, CAROM_ONE_CONTACT);
    carom_target found;
    carom_result out;
    if (!(q.e > 0.0 && q.e <= 1.0))
        return carom_refuse(refusal, CAROM_NOT_APPLICABLE,
                            "a contact model has 0 < e <= 1; the normal velocities of this impact have the ratio %g",
                            q.e);
    if (!translated(to, &q, &found, refusal)) return false;
    if (!answers(&found))
        return carom_refuse(refusal, CAROM_NOT_APPLICABLE, "%s cannot have e = %g: %s", to, q.e, found.assumes);
    const bool ran = law && run(x, law, &q, &found, &out);
    const size_t dim = (size_t)c->dim;
    if (json) {
        *json = target_json(to, &q, &found);
        json_object_set_new(*json, "from", json_string(x->from.name));
        json_object_set_new(*json, "e", carom_json_real(q.e));
        json_object_set_new(*json, "v_given", carom_json_numbers(x->given.v, dim));
        json_object_set_new(*json, "v_after", ran ? carom_json_numbers(out.v, dim) : json_null());
        return true;
    }
    carom_converted_given(file, x);
    fprintf(file, "\n%s, for a head-on e of %.6g with %.6g kg at %.6g m/s\n", to, q.e, q.m, q.v);
    target_words(file, to, &q, &found);
    if (!ran) return true;
    fprintf(file, "in this impact, with kt = kn and mu = %g, its result is v' =", x->problem->params.mu);
    for (size_t i = 0; i < dim; i++) fprintf(file, " %.6g", out.v[i]);
    fprintf(file, " m/s; given were");
    for (size_t i = 0; i < dim; i++) fprintf(file, " %.6g", x->given.v[i]);
    fprintf(file, "\n");
    return true;
}

#else

static const char absent[] = "this conversion needs the module \"compliant\", which this build does not have";

bool carom_device_words_target(const char *to) {
    return false;
}

uint64_t carom_device_words_reads(const char *to) {
    return 0;
}

bool carom_device_words_tell(carom_device_question *asked, FILE *file, json_t **json, carom_error *refusal) {
    return carom_refuse(refusal, CAROM_MODULE_MISSING, "%s", absent);
}

bool carom_device_words_impact(const carom_converted *impact, const char *to, double kn, FILE *file, json_t **json,
                               carom_error *refusal) {
    return carom_refuse(refusal, CAROM_MODULE_MISSING, "%s", absent);
}

#endif
