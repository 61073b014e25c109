#include "cli/convert/contact_model.h"

#include <math.h>
#include <string.h>

#include "cli/lookup/ask.h"
#include "tables/missing.h"

#ifdef CAROM_WITH_COMPLIANT

// The contact models with a damping that determines the restitution. hunt-crossley reads e itself.
static const struct {
    const carom_law *law;
    int coefficient;
    const char *assumes; // the formula, and for which speeds and masses it holds
} targets[] = {
    {&carom_law_spring_dashpot, CAROM_PARAM_cn,
     "e = exp(-2 zeta acos(zeta)/sqrt(1-zeta^2)), cn = 2 zeta sqrt(kn m): any speed, this mass; the contact ends when "
     "its force is zero"},
    {&carom_law_nonlinear_dashpot, CAROM_PARAM_cn,
     "e = (1 + W0(-(1+a) exp(-(1+a))))/a, cn = a kn/v: any mass, this speed"},
    {&carom_law_series_dashpot, CAROM_PARAM_cs,
     "e = exp(-pi zeta/sqrt(1-zeta^2)), cs = sqrt(kn m)/(2 zeta): any speed, this mass; e = 1 needs no dashpot"},
    {&carom_law_hunt_crossley, CAROM_PARAM_e,
     "F = k d^n (1 + h d') with h = a/v gives e for every n and mass, at this speed; engines that write F = k d^(3/2) "
     "(1 + (3/2) c d') want c_simbody"},
    {&carom_law_tsuji, CAROM_PARAM_cn,
     "zeta = cn/sqrt(2(p+1)): any speed and mass; cn is Tsuji's alpha. cn_allowed is for tension \"allowed\" and for "
     "LAMMPS's coeff_restitution"},
    {&carom_law_viscoelastic, CAROM_PARAM_cn,
     "this speed and mass, found by running the model; cn is the A of viscous spheres. Some codes write A for 3/2 of "
     "it"},
    {&carom_law_adams_impact, CAROM_PARAM_cn, "this speed and mass, found by running the model"},
    {&carom_law_thornton, CAROM_PARAM_depth,
     "the overlap of first yield: this speed; depth = R* (pi p_y/(2 E*))^2 determines the yield pressure p_y"},
    {&carom_law_lammps_hooke, CAROM_PARAM_cn,
     "this mass, any speed; cn is LAMMPS's gamma_n with limit_damping, cn_allowed without it, the default"},
    {&carom_law_lammps_hertz_history, CAROM_PARAM_cn,
     "kn in Pa: this speed and mass, found by running the model; cn is LAMMPS's gamma_n"},
};
enum { TARGETS = sizeof targets / sizeof *targets };
static const char solref[] = "mujoco-solref";

static int index_of(const char *to) {
    int i = 0;
    while (i < TARGETS && strcmp(targets[i].law->name, to) != 0) i++;
    return i;
}

bool carom_device_is_target(const char *to) {
    return to && (index_of(to) < TARGETS || !strcmp(to, solref));
}

static bool reads(const carom_law *law, int number) {
    return law && carom_law_reads(law) >> number & 1;
}

// Returns the parameters of a target that the user may give besides e.
static uint64_t rest_of(int target) {
    static const int rest[] = {CAROM_PARAM_kn, CAROM_PARAM_p, CAROM_PARAM_depth, CAROM_PARAM_R_eff};
    uint64_t set = 0;
    if (target == TARGETS) return CAROM_PARAM_BIT(kn);
    if (targets[target].coefficient == CAROM_PARAM_e) return 0; // the factor does not depend on the stiffness
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
        if (reads(targets[target].law, rest[i]) && rest[i] != targets[target].coefficient)
            set |= UINT64_C(1) << rest[i];
    return set;
}

uint64_t carom_device_reads(const char *to) {
    return CAROM_PARAM_BIT(e) | (to ? rest_of(index_of(to)) : CAROM_PARAM_BIT(kn));
}

static double value_of(const carom_law *law, const carom_params *params, int number) {
    double value[3] = {0.0};
    if (reads(law, number)) carom_params_get(params, carom_law_coefficient(law, number), value);
    return value[0];
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

// The coefficients with which a target has the wanted restitution. `e_back` is the restitution of the model when it was
// run with them.
typedef struct {
    carom_params params;
    struct {
        const char *name;
        double value;
    } given[8];
    int count;
    const char *assumes;
} conversion;

static void give(conversion *to, const char *name, double value) {
    to->given[to->count].name = name;
    to->given[to->count++].value = value;
}

static double e_back(const conversion *to) {
    return to->given[to->count - 1].value;
}

// Returns the parameters of a target. If `from` is given, those of the problem belong to that contact model.
static carom_params params_of(const carom_device_question *q, const carom_law *law) {
    carom_params params = q->from ? carom_params_default() : q->problem->params;
    carom_fill_examples(law, ~(CAROM_PARAM_BIT(e) | CAROM_PARAM_BIT(mu)), &params);
    params.own[CAROM_OWN(kn)] = q->kn;
    params.mu = 0.0;
    params.e = q->e;
    return params;
}

// MuJoCo's contact is a spring-dashpot.
static void convert_to_solref(const carom_device_question *q, conversion *to) {
    const double zeta = carom_restitution_to_damping(CAROM_DAMPING_RATIO, q->e);
    double e = (double)NAN;
    int unused;
    to->params = params_of(q, &carom_law_spring_dashpot);
    if (carom_ask_tune(&carom_law_spring_dashpot, q->e, q->m, q->v, &to->params, &unused))
        carom_restitution_simulate(&carom_law_spring_dashpot, &to->params, q->m, q->v, &e);
    give(to, "dampratio", zeta);
    give(to, "timeconst", sqrt(q->m / q->kn) / zeta);
    give(to, "e_back", e);
    to->assumes = "constant impedance (solimp[0] = solimp[1]), one contact, no gravity: the contact is then a "
                  "spring-dashpot with omega = 1/(timeconst dampratio) and zeta = dampratio; omega = sqrt(kn/m) here; "
                  "timeconst must stay above twice the time step";
}

static bool convert(const carom_device_question *q, int target, conversion *to, carom_error *refusal) {
    const bool fair = q->e > 0.0 && q->e <= 1.0 && q->m > 0.0 && q->v > 0.0 && q->kn > 0.0;
    *to = (conversion){.assumes = target < TARGETS ? targets[target].assumes : NULL};
    if (!fair) return carom_refuse(refusal, CAROM_BAD_VALUE, "e must lie in (0, 1]; m, v and kn must be positive");
    if (target == TARGETS) return convert_to_solref(q, to), true;
    const carom_law *law = targets[target].law;
    const int coefficient = targets[target].coefficient;
    double e = (double)NAN;
    int tuned;
    to->params = params_of(q, law);
    carom_params allowed = to->params;
    const uint64_t rest = rest_of(target);
    for (int i = 0; i < CAROM_PARAM_END; i++)
        if (rest >> i & 1) give(to, carom_law_coefficient(law, i)->name, value_of(law, &to->params, i));
    bool found = coefficient == CAROM_PARAM_e;
    if (found) {
        const double a = carom_restitution_to_damping(CAROM_DAMPING_EXACT, q->e);
        give(to, "a", a);
        give(to, "h", a / q->v);
        give(to, "c_simbody", a / q->v / 1.5);
    } else if ((found = carom_ask_tune(law, q->e, q->m, q->v, &to->params, &tuned))) {
        give(to, carom_law_coefficient(law, coefficient)->name, value_of(law, &to->params, coefficient));
        allowed.own[CAROM_OWN(tension)] = CAROM_TENSION_ALLOWED;
        if (reads(law, CAROM_PARAM_tension) && carom_ask_tune(law, q->e, q->m, q->v, &allowed, &tuned))
            give(to, "cn_allowed", value_of(law, &allowed, coefficient));
    }
    if (found) carom_restitution_simulate(law, &to->params, q->m, q->v, &e);
    give(to, "e_back", e);
    return true;
}

static const char *target_at(int target) {
    return target < TARGETS ? targets[target].law->name : solref;
}

static bool has_none(const carom_device_question *q, const conversion *to, carom_error *refusal) {
    if (isfinite(e_back(to))) return false;
    carom_refuse(refusal, CAROM_NOT_APPLICABLE, "%s cannot have e = %g: %s", q->to, q->e, to->assumes);
    return true;
}

static void add_one(carom_document *document, const char *name, const conversion *to) {
    carom_document_word(document, (carom_fact){.key = "to"}, name);
    for (int k = 0; k < to->count; k++)
        carom_document_number(document,
                              (carom_fact){.key = to->given[k].name, .title = to->given[k].name, .digits = 10},
                              to->given[k].value);
    carom_document_paragraph(document, "%s", to->assumes);
    carom_document_data(document, "assumes", json_string(to->assumes));
}

// Adds a row for every target: its coefficients and the restitution that they give.
static bool add_all(carom_document *document, const carom_device_question *q, carom_error *refusal) {
    static const carom_document_column columns[] = {
        {.key = "to", .title = "to"},
        CAROM_CELL("coefficients", "~coefficients"),
    };
    json_t *rows = json_array();
    for (int i = 0; i <= TARGETS; i++) {
        conversion to;
        char text[400] = "", one[80];
        if (!convert(q, i, &to, refusal)) return json_decref(rows), false;
        json_t *row = json_pack("{s:s}", "to", target_at(i));
        for (int k = 0; k < to.count; k++) {
            json_object_set_new(row, to.given[k].name, carom_json_real(to.given[k].value));
            snprintf(one, sizeof one, "%s = %.6g", to.given[k].name, to.given[k].value);
            carom_join(text, sizeof text, ", ", one);
        }
        json_object_set_new(row, "assumes", json_string(to.assumes));
        json_object_set_new(row, "~coefficients",
                            json_string(isfinite(e_back(&to)) ? text : "no damping gives this e"));
        json_array_append_new(rows, row);
    }
    carom_document_rows(document, "to", CAROM_COLUMNS(columns), rows);
    return true;
}

carom_document *carom_device_describe(carom_device_question *q, carom_error *refusal) {
    conversion to;
    if (isnan(q->kn)) q->kn = 1.0;
    if (q->from && !measure(q, refusal)) return NULL;
    if (q->to && (!convert(q, index_of(q->to), &to, refusal) || has_none(q, &to, refusal))) return NULL;
    carom_document *document = carom_document_new(NULL);
    if (q->from)
        carom_document_paragraph(document, "%s returns e = %.10g at %g m/s with %g kg", q->from, q->e, q->v, q->m);
    if (q->from || !q->to) carom_document_data(document, "from", q->from ? json_string(q->from) : json_null());
    carom_document_data(document, "e", carom_json_real(q->e));
    if (q->to)
        add_one(document, q->to, &to);
    else if (!add_all(document, q, refusal))
        return carom_document_free(document), NULL;
    return document;
}

carom_document *carom_device_describe_impact(const carom_converted *x, const char *name, double kn,
                                             carom_error *refusal) {
    const carom_contact *c = &x->problem->contact;
    // The parameters belong to the contact model that describes the impact, if there is one; otherwise to the target.
    const bool theirs = strcmp(x->from.law->module, "core") != 0;
    const bool stated = (x->problem->given & CAROM_PARAM_BIT(kn)) != 0;
    const carom_device_question q = {.problem = x->problem,
                                     .from = theirs ? x->from.name : NULL,
                                     .to = name,
                                     .e = carom_converted_ratio(x),
                                     .m = 1.0 / c->W[0][0],
                                     .v = -c->v[0],
                                     .kn = !isnan(kn)          ? kn
                                           : stated && !theirs ? x->problem->params.own[CAROM_OWN(kn)]
                                                               : 1.0};
    const carom_law *law = carom_law_find(x->problem->modules, name, CAROM_ONE_CONTACT);
    conversion to;
    carom_result out;
    if (!(q.e > 0.0 && q.e <= 1.0)) {
        carom_refuse(refusal, CAROM_NOT_APPLICABLE,
                     "a contact model has 0 < e <= 1; the normal velocities of this impact have the ratio %g", q.e);
        return NULL;
    }
    if (!convert(&q, index_of(name), &to, refusal) || has_none(&q, &to, refusal)) return NULL;
    carom_params params = to.params;
    params.mu = x->problem->params.mu;
    params.own[CAROM_OWN(kt)] = q.kn;
    const bool ran = law && carom_status_classify(carom_collide(law, c, &params, &out)) == CAROM_CLASS_OK;
    carom_document *document = carom_document_new(NULL);
    carom_converted_add_given(document, x);
    carom_document_paragraph(document, "%s, for a head-on e of %.6g with %.6g kg at %.6g m/s", name, q.e, q.m, q.v);
    add_one(document, name, &to);
    carom_document_data(document, "from", json_string(x->from.name));
    carom_document_data(document, "e", carom_json_real(q.e));
    if (ran)
        carom_document_paragraph(document,
                                 "The velocity after this impact, with kt = kn and mu = %g:", x->problem->params.mu);
    if (ran)
        carom_document_numbers(document, (carom_fact){.key = "v_after", .title = name, .unit = "m/s"}, out.v, c->dim);
    else
        carom_document_data(document, "v_after", json_null());
    carom_document_numbers(document, (carom_fact){.key = "v_given", .title = ran ? "given" : NULL, .unit = "m/s"},
                           x->given.v, c->dim);
    return document;
}

#else

static const char absent[] = "this conversion needs the module \"compliant\", which this build does not have";

bool carom_device_is_target(const char *to) {
    return false;
}

uint64_t carom_device_reads(const char *to) {
    return 0;
}

carom_document *carom_device_describe(carom_device_question *asked, carom_error *refusal) {
    carom_refuse(refusal, CAROM_MODULE_MISSING, "%s", absent);
    return NULL;
}

carom_document *carom_device_describe_impact(const carom_converted *impact, const char *to, double kn,
                                             carom_error *refusal) {
    carom_refuse(refusal, CAROM_MODULE_MISSING, "%s", absent);
    return NULL;
}

#endif
