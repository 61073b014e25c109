// Compares conversions of coefficients with golden numbers. These are e of Newton, Poisson and Stronge from each other,
// the largest e without energy gain, and the parameters of MuJoCo's soft contact.
//   why_golden_translate          checks every case of tests/golden/translate.json
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "carom/compliant.h"
#include "carom/explain.h"
#include "support/compliant_params.h"
#include "support/golden.h"
#include "support/laws.h"

typedef struct {
    const json_t *golden, *expect;
    double tol;
    golden_case *result;
} asked;

static void near(const asked *a, const char *what, double got, double wanted) {
    golden_near(a->result, what, got, wanted, a->tol * fmax(1.0, fabs(wanted)));
}

static void words(const asked *a, const char *key, const char *got) {
    const char *wanted = golden_text(a->expect, key);
    a->result->numbers++;
    if (!wanted || !got || strcmp(wanted, got) != 0)
        golden_differ(a->result, "%s is %s, not %s", key, got ? got : "none", wanted ? wanted : "none");
}

// In a golden file, null means NaN.
static void number(const asked *a, const char *key, double got) {
    const json_t *wanted = json_object_get(a->expect, key);
    if (json_is_null(wanted)) {
        a->result->numbers++;
        if (!isnan(got)) golden_differ(a->result, "%s is %g where there is none", key, got);
        return;
    }
    if (json_is_string(wanted) && !strcmp(json_string_value(wanted), "inf"))
        golden_near(a->result, key, 1.0 / got, 0.0, a->tol);
    else
        near(a, key, got, json_number_value(wanted));
}

static carom_contact contact_of(const json_t *golden) {
    double W[4];
    carom_contact c = {.dim = golden_reals(json_object_get(golden, "v"), (double[3]){0}, 3)};
    golden_reals(json_object_get(golden, "v"), c.v, 2);
    golden_reals(json_object_get(golden, "W"), W, 4);
    for (int i = 0; i < 4; i++) c.W[i / 2][i % 2] = W[i];
    return c;
}

static carom_restitution stop_of(const char *name) {
    return (carom_restitution)carom_choice_of(carom_coefficient_at(NULL, CAROM_PARAM_restitution), name);
}

static carom_params params_of(const carom_law *law, const json_t *golden) {
    carom_params p = params_springs();
    const char *name;
    json_t *value;
    json_object_foreach(json_object_get((json_t *)golden, "params"), name, value) {
        double x = json_number_value(value);
        if (json_is_string(value))
            x = !strcmp(name, "restitution") ? (double)stop_of(json_string_value(value)) : HUGE_VAL;
        carom_params_set_by_name(law, &p, name, &x, 1);
    }
    return p;
}

static void restitution(const asked *a) {
    static const char *const names[] = {"newton", "poisson", "energetic"};
    const carom_contact c = contact_of(a->golden);
    carom_params p = params_of(&carom_law_routh, a->golden);
    const char *given;
    json_t *e;
    json_object_foreach(json_object_get((json_t *)a->golden, "given"), given, e) {
        p.restitution = stop_of(given);
        p.e = json_number_value(e);
    }
    carom_convert_reason why = CAROM_CONVERT_UNLIKE;
    for (int k = 0; k < 3; k++) {
        double got;
        const carom_status status = carom_restitution_convert(&c, &p, stop_of(names[k]), &got, &why);
        if (status != (why == CAROM_CONVERT_OK ? CAROM_OK : CAROM_NOT_APPLICABLE)) golden_differ(a->result, "status");
        number(a, names[k], got);
    }
    words(a, "case", carom_enum_name(CAROM_ENUM_CONVERT_REASON, (int)why));
    if (why != CAROM_CONVERT_OK) return;
    // The impulse of the law must be the same with each of the three coefficients.
    for (int k = 0; k < 3; k++) {
        carom_params as = p;
        carom_result out;
        double P[2];
        as.restitution = stop_of(names[k]);
        as.allow = CAROM_PARAM_BIT(e);
        carom_restitution_convert(&c, &p, as.restitution, &as.e, NULL);
        carom_collide(&carom_law_routh, &c, &as, &out);
        golden_reals(json_object_get(a->expect, "P"), P, 2);
        for (int i = 0; i < 2; i++) near(a, "P", out.P[i], P[i]);
        if (as.restitution == p.restitution) words(a, "mode", carom_mode_name(out.mode));
    }
}

static void e_max(const asked *a) {
    const carom_law *law = carom_law_find(NULL, golden_text(a->golden, "law"), CAROM_ONE_CONTACT);
    const carom_contact c = contact_of(a->golden);
    const carom_params p = params_of(law, a->golden);
    carom_max_restitution found;
    carom_restitution_max(law, &c, &p, &found);
    number(a, "e_max", found.e);
    words(a, "mode", found.why == CAROM_CONVERT_GAINS ? "gains at e = 0" : carom_mode_name(found.mode));
    if (law->contact->max_restitution && !found.exact) golden_differ(a->result, "no formula");
}

#ifdef CAROM_WITH_COMPLIANT
static void mujoco(const asked *a) {
    const json_t *given = json_object_get(a->golden, "given");
    carom_mujoco_contact m;
    double pair[2];
    carom_mujoco_from_restitution(golden_real(given, "e"), golden_real(given, "omega"), &m);
    number(a, "dampratio", m.dampratio);
    number(a, "timeconst", m.timeconst);
    number(a, "duration", m.duration);
    number(a, "slip_left", m.slip_left);
    for (int i = 0; i < 2; i++) {
        golden_reals(json_object_get(a->expect, "solref"), pair, 2);
        near(a, "solref", m.solref[i], pair[i]);
        golden_reals(json_object_get(a->expect, "solreffriction"), pair, 2);
        near(a, "solreffriction", m.solreffriction[i], pair[i]);
    }
}
#endif

static const struct {
    const char *kind;
    void (*check)(const asked *a);
} kinds[] = {
    {"restitution", restitution},
    {"e_max", e_max},
#ifdef CAROM_WITH_COMPLIANT
    {"mujoco-solref", mujoco},
#endif
};

int main(void) {
    golden_tally t = {.name = "translate", .worst_id = "-"};
    json_t *document = golden_load("golden", "translate"), *golden;
    int waiting = 0, numbers = 0;
    size_t i;
    json_array_foreach(json_object_get(document, "cases"), i, golden) {
        const char *law = golden_text(golden, "law"), *kind = golden_text(golden, "kind");
        golden_case c = {0};
        size_t k = 0;
        if (law && !carom_law_find(NULL, law, CAROM_ONE_CONTACT)) {
            waiting++; // the law does not exist yet
            numbers += 2;
            continue;
        }
        while (k < sizeof kinds / sizeof *kinds && strcmp(kind, kinds[k].kind) != 0) k++;
        if (k == sizeof kinds / sizeof *kinds) continue;
        const asked a = {golden, json_object_get(golden, "expect"), golden_real(golden, "tol"), &c};
        kinds[k].check(&a);
        golden_judge(&t, golden_text(golden, "id"), &c);
    }
    json_decref(document);
#ifdef CAROM_WITH_COMPLIANT
    return !golden_report(&t, 106 - waiting, 740 - numbers);
#else
    return !golden_report(&t, 98 - waiting, 676 - numbers);
#endif
}
