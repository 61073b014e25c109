#include "mods/device_words/device_words.h"

#include <math.h>
#include <string.h>

#include "carom/compliant.h"
#include "mods/scenario/json.h"

#ifdef CAROM_WITH_COMPLIANT

bool carom_device_words_target(const char *to) {
    const char *name;
    for (int i = 0; to && (name = carom_translation_at(i)); i++)
        if (!strcmp(name, to)) return true;
    return false;
}

// The law of `from`, which must be a device.
static const carom_law *device_of(const carom_device_question *q, carom_misreading *refusal) {
    const carom_law *law = carom_law_find_in(q->problem->modules, q->from), *other;
    if (law && !strcmp(law->module, "compliant")) return law;
    carom_nearest near = {NULL, 0};
    for (int i = 0; (other = carom_law_in(q->problem->modules, i)); i++)
        if (!strcmp(other->module, "compliant")) carom_nearest_word(&near, q->from, other->name);
    carom_refuse(
        refusal, "unknown-law",
        "without an impact --from takes a contact device, and \"%.80s\" is none; with --W and --v, or a file, it "
        "takes any law, definition of restitution or engine",
        q->from);
    if (!law) carom_refuse_near(refusal, near.name, CAROM_WAY_SEE_LAWS);
    return NULL;
}

static bool measure(carom_device_question *q, carom_misreading *refusal) {
    const carom_law *law = device_of(q, refusal);
    char text[640];
    if (!law) return false;
    if (!isnan(q->e))
        return carom_refuse(refusal, "bad-value", "e is what \"%s\" returns: give its own parameters instead", q->from);
    for (int i = 0; i < CAROM_PARAM_ROOM; i++)
        if ((q->problem->given >> i & 1) && !(law->reads >> i & 1))
            return carom_refuse(refusal, carom_status_name(CAROM_UNREAD_PARAM), "law \"%s\" does not read %s",
                                law->name, carom_param_in(q->problem->modules, i)->name);
    const carom_status status = carom_device_restitution(law, &q->problem->params, q->m, q->v, &q->e);
    if (status == CAROM_BAD_VALUE) return carom_refuse(refusal, "bad-value", "m and v must be positive");
    // A pull that never lets go is left at 1e-8 of the speed.
    if (status == CAROM_OK && q->e > 1e-7 && q->e <= 1.0) return true;
    if (status == CAROM_OK)
        return carom_refuse(refusal, "not-applicable",
                            "%s returns e = %g at %g m/s: no device is made for that, for damping leaves 0 < e <= 1",
                            q->from, q->e, q->v);
    const carom_contact head_on = {.dim = 2, .W = {{1.0 / q->m, 0.0}, {0.0, 1.0 / q->m}}, .v = {-q->v, 0.0}};
    const carom_outcome none = {.status = status};
    carom_describe(status, law, &head_on, &q->problem->params, &none, text, sizeof text);
    return carom_refuse(refusal, carom_status_name(status), "%s", text);
}

static json_t *target_json(const char *to, const carom_translation *found) {
    json_t *object = json_pack("{s:s}", "to", to);
    for (int k = 0; k < 4; k++)
        json_object_set_new(object, found->given[k].name, carom_json_real(found->given[k].value));
    json_object_set_new(object, "assumes", json_string(found->assumes));
    return object;
}

static void target_words(FILE *file, const carom_translation *found) {
    for (int k = 0; k < 4; k++) fprintf(file, "%-10s %.10g\n", found->given[k].name, found->given[k].value);
    fprintf(file, "%s\n", found->assumes);
}

// Run with what was found, it did not bounce, or what was found is no number.
static bool answers(const carom_translation *found) {
    return isfinite(found->given[3].value);
}

// One line a target: its coefficients, and the e that came back with them.
static void target_row(FILE *file, const char *to, const carom_translation *found) {
    fprintf(file, "  %-21s", to);
    if (!answers(found)) {
        fprintf(file, " nothing returns it\n");
        return;
    }
    for (int k = 0; k < 4; k++)
        fprintf(file, "%s %s = %.6g", k ? "," : "", found->given[k].name, found->given[k].value);
    fprintf(file, "\n");
}

static bool translated(const char *to, const carom_device_question *q, carom_translation *found,
                       carom_misreading *refusal) {
    const carom_wish wish = {q->e, q->m, q->v, q->kn};
    return carom_translate(to, &wish, found) == CAROM_OK ||
           carom_refuse(refusal, "bad-value", "e must lie in (0, 1], m, v and kn must be positive");
}

static bool every_target(const carom_device_question *q, FILE *file, json_t *rows, carom_misreading *refusal) {
    const char *to;
    for (int i = 0; (to = carom_translation_at(i)); i++) {
        carom_translation found;
        if (!translated(to, q, &found, refusal)) return false;
        if (rows)
            json_array_append_new(rows, target_json(to, &found));
        else
            target_row(file, to, &found);
    }
    return true;
}

static void measured_words(FILE *file, const carom_device_question *q) {
    if (q->from) fprintf(file, "%s returns e = %.10g at %g m/s with %g kg\n\n", q->from, q->e, q->v, q->m);
}

bool carom_device_words_tell(carom_device_question *q, FILE *file, json_t **json, carom_misreading *refusal) {
    carom_translation found;
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
        return carom_refuse(refusal, "not-applicable", "nothing makes %s return e = %g: %s", q->to, q->e,
                            found.assumes);
    if (!json) {
        measured_words(file, q);
        target_words(file, &found);
        return true;
    }
    *json = target_json(q->to, &found);
    json_object_set_new(*json, "e", carom_json_real(q->e));
    if (q->from) json_object_set_new(*json, "from", json_string(q->from));
    return true;
}

// Of a device that takes its damping as one coefficient, and the exact factor of hunt-crossley, which takes e itself.
static bool run(const carom_rewording *x, const carom_law *law, const carom_translation *found, double kn,
                carom_outcome *out) {
    carom_params p = carom_default_params();
    p.mu = x->problem->params.mu;
    p.e = carom_rewording_ratio(x);
    p.own[CAROM_OWN(kn)] = p.own[CAROM_OWN(kt)] = kn;
    const double value = found->given[1].value;
    if (law == &carom_law_series_dashpot)
        p.own[CAROM_OWN(cs)] = value;
    else if (law == &carom_law_thornton)
        p.own[CAROM_OWN(depth)] = value;
    else
        p.own[CAROM_OWN(cn)] = value;
    return carom_status_class_of(carom_collide(law, &x->problem->contact, &p, out)) == CAROM_FINE;
}

bool carom_device_words_impact(const carom_rewording *x, const char *to, double kn, FILE *file, json_t **json,
                               carom_misreading *refusal) {
    const carom_contact *c = &x->problem->contact;
    const carom_device_question q = {.e = carom_rewording_ratio(x), .m = 1.0 / c->W[0][0], .v = -c->v[0], .kn = kn};
    const carom_law *law = carom_law_find_in(x->problem->modules, to);
    carom_translation found;
    carom_outcome out;
    if (!(q.e > 0.0 && q.e <= 1.0))
        return carom_refuse(refusal, "not-applicable",
                            "a contact device has 0 < e <= 1; the normal velocities of this impact have the ratio %g",
                            q.e);
    if (!translated(to, &q, &found, refusal)) return false;
    if (!answers(&found))
        return carom_refuse(refusal, "not-applicable", "nothing makes %s return e = %g: %s", to, q.e, found.assumes);
    const bool ran = law && run(x, law, &found, kn, &out);
    const size_t dim = (size_t)c->dim;
    if (json) {
        *json = target_json(to, &found);
        json_object_set_new(*json, "from", json_string(x->from.name));
        json_object_set_new(*json, "e", carom_json_real(q.e));
        json_object_set_new(*json, "v_given", carom_json_numbers(x->given.v, dim));
        json_object_set_new(*json, "v_after", ran ? carom_json_numbers(out.v, dim) : json_null());
        return true;
    }
    carom_rewording_given(file, x);
    fprintf(file, "\n%s, for a head-on e of %.6g with %.6g kg at %.6g m/s\n", to, q.e, q.m, q.v);
    target_words(file, &found);
    if (!ran) return true;
    fprintf(file, "in this impact, with kt = kn and mu = %g, it leaves v' =", x->problem->params.mu);
    for (size_t i = 0; i < dim; i++) fprintf(file, " %.6g", out.v[i]);
    fprintf(file, " m/s; given were");
    for (size_t i = 0; i < dim; i++) fprintf(file, " %.6g", x->given.v[i]);
    fprintf(file, "\n");
    return true;
}

#else

static const char absent[] = "translations need the module \"compliant\", which this build does not have";

bool carom_device_words_target(const char *to) {
    (void)to;
    return false;
}

bool carom_device_words_tell(carom_device_question *asked, FILE *file, json_t **json, carom_misreading *refusal) {
    (void)asked, (void)file, (void)json;
    return carom_refuse(refusal, "not-built", "%s", absent);
}

bool carom_device_words_impact(const carom_rewording *impact, const char *to, double kn, FILE *file, json_t **json,
                               carom_misreading *refusal) {
    (void)impact, (void)to, (void)kn, (void)file, (void)json;
    return carom_refuse(refusal, "not-built", "%s", absent);
}

#endif
