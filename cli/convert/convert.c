#include "cli/convert/convert.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "carom/compliant.h"
#include "carom/explain.h"
#include "carom/geometry.h"
#include "cli/print/table.h"
#include "mods/scenario/json.h"

double carom_converted_ratio(const carom_converted *x) {
    return x->given.v[0] / -x->problem->contact.v[0];
}

static bool find(carom_modules *modules, const char *name, carom_convention *m, carom_error *refusal) {
    carom_nearest near = {NULL, 0};
    carom_convention other;
    if (carom_convention_find(modules, name, m) == CAROM_OK) return true;
    for (int i = 0; carom_convention_at(modules, i, &other); i++) carom_nearest_word(&near, name, other.name);
    carom_refuse(refusal, CAROM_UNKNOWN_LAW,
                 "\"%.80s\" is not a definition of restitution (newton, poisson, energetic), a law or an engine", name);
    return carom_refuse_near(refusal, near.name, CAROM_HINT_SEE_LAWS);
}

static void fill(const carom_converted *x, carom_converted_row *row) {
    const carom_problem *p = x->problem;
    carom_params params = p->params;
    for (int i = 0; i < CAROM_MAX_OWN && row->meaning.law != x->from.law; i++) params.own[i] = CAROM_LEFT_OUT;
    row->status =
        carom_coefficients_convert(&p->contact, &p->params, &x->from, &row->meaning, NULL, &row->found, &row->why);
    row->most = (carom_max_restitution){.e = (double)NAN, .allowed = (double)NAN};
    if (carom_convention_apply(&row->meaning, p->contact.dim, &params) == CAROM_OK)
        carom_restitution_max(row->meaning.law, &p->contact, &params, &row->most);
}

// Returns true for the rows to print: laws of this dimension, and engines if they are named.
static bool is_row(const carom_convention *m, int dim) {
    return m->law && !m->engine && (m->law->solves & (dim == 2 ? CAROM_2D : CAROM_3D));
}

static bool every_row(carom_converted *x, carom_error *refusal) {
    carom_convention m;
    size_t room = 0;
    while (carom_convention_at(NULL, (int)room, &m)) room++;
    x->at = carom_room(room, sizeof *x->at);
    if (!x->at) return carom_refuse(refusal, CAROM_NO_MEMORY, "out of memory");
    for (int i = 0; carom_convention_at(NULL, i, &m); i++)
        if (is_row(&m, x->problem->contact.dim)) x->at[x->count++].meaning = m;
    return true;
}

static bool one_row(carom_converted *x, const char *to, carom_error *refusal) {
    x->at = carom_room(1, sizeof *x->at);
    if (!x->at) return carom_refuse(refusal, CAROM_NO_MEMORY, "out of memory");
    x->count = 1;
    return find(x->problem->modules, to, &x->at->meaning, refusal);
}

// Solves the impact, or explains why there is none.
static bool ask(carom_converted *x, carom_error *refusal) {
    const carom_problem *p = x->problem;
    carom_conversion same;
    char text[640];
    if (!x->from.law)
        return carom_refuse(refusal, CAROM_NOT_APPLICABLE, "%s does not compute a law of carom: %s",
                            x->from.engine->title, x->from.engine->computes);
    if (p->params.e < 0.0)
        return carom_refuse(refusal, CAROM_COEFFICIENT_RANGE, "e = %g is not a restitution; it must be 0 or more",
                            p->params.e);
    x->given.status = CAROM_OK;
    carom_coefficients_convert(&p->contact, &p->params, &x->from, &x->from, &x->given, &same, NULL);
    if (carom_status_classify(x->given.status) == CAROM_CLASS_OK) return true;
    carom_error error;
    carom_collide_error(x->given.status, x->from.law, &p->contact, &p->params, &x->given, &error);
    const carom_hint hint = error.hint;
    error.hint = CAROM_HINT_NONE;
    carom_error_format(&error, NULL, text, sizeof text);
    carom_refuse(refusal, x->given.status, "%s", text);
    return carom_refuse_toward(refusal, hint);
}

// Solve the same impact with the law of `from`, to compute the two numbers.
static void find_two(carom_converted *x) {
    const carom_problem *p = x->problem;
    const carom_coefficient *e = carom_law_coefficient(x->from.law, CAROM_PARAM_e);
    carom_params params = p->params;
    params.allow |= CAROM_PARAM_BIT(e);
    carom_convention_apply(&x->from, p->contact.dim, &params);
    if (e) carom_params_set(&params, e, &p->params.e, 1);
    if (carom_equivalent_compute(x->from.law, &p->contact, &params, &x->two) != CAROM_OK) x->two.e = (double)NAN;
}

bool carom_converted_make(carom_converted *x, const char *from, const char *to, carom_error *refusal) {
    const carom_problem *p = x->problem;
    const carom_coefficient *stops = carom_coefficient_at(NULL, CAROM_PARAM_restitution);
    x->count = 0;
    x->at = NULL;
    if (!from) from = p->law ? p->law->name : "newton";
    if (p->law == &carom_law_routh && !strcmp(from, "routh")) from = carom_choice_at(stops, (int)p->params.restitution);
    if (!find(p->modules, from, &x->from, refusal) || !ask(x, refusal)) return false;
    find_two(x);
    if (!(to ? one_row(x, to, refusal) : every_row(x, refusal))) return false;
    for (size_t i = 0; i < x->count; i++) fill(x, &x->at[i]);
    return true;
}

void carom_converted_free(carom_converted *x) {
    free(x->at);
    x->at = NULL;
}

static json_t *engine_json(const carom_engine *e) {
    const char *const rules[] = {carom_enum_name(CAROM_ENUM_COMBINE_RULE, (int)e->e_rule),
                                 carom_enum_name(CAROM_ENUM_COMBINE_RULE, (int)e->mu_rule)};
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:o, s:s, s:s, s:s}", "name", e->name, "title",
                     e->title, "version", e->version, "measured", e->measured, "install", e->install, "law", e->law,
                     "friction_model", e->friction_model, "e_rule", rules[0] ? rules[0] : "contact", "mu_rule",
                     rules[1] ? rules[1] : "contact", "rest_speed", carom_json_real(e->rest_speed), "give", e->give,
                     "computes", e->computes, "costs", e->costs);
}

json_t *carom_engines_json(const char *law) {
    json_t *array = json_array();
    const carom_engine *engine;
    for (int i = 0; (engine = carom_engine_at(i)); i++)
        if (!law || !strcmp(engine->law, law)) json_array_append_new(array, engine_json(engine));
    return array;
}

static json_t *row_json(const carom_converted_row *row) {
    const carom_convention *m = &row->meaning;
    const bool known = row->status == CAROM_OK, unnamed = !known && row->why == CAROM_CONVERT_OK;
    const char *how = row->most.exact      ? "by formula"
                      : isnan(row->most.e) ? ""
                      : isinf(row->most.e) ? "searched up to 1024"
                                           : "by search";
    json_t *object = json_pack(
        "{s:s, s:s?, s:s, s:o, s:o, s:o, s:b, s:s, s:o}", "name", m->name, "law", m->law ? m->law->name : NULL, "case",
        known     ? "invertible"
        : unnamed ? carom_status_name(row->status)
                  : carom_enum_name(CAROM_ENUM_CONVERT_REASON, (int)row->why),
        "e", carom_json_real(row->found.e), "mu", carom_json_real(row->found.mu), "e_max", carom_json_real(row->most.e),
        "exact", row->most.exact, "~found", how, "~most",
        row->most.why == CAROM_CONVERT_GAINS ? json_string("always gains") : carom_json_real(row->most.e));
    if (!m->engine) return object;
    json_object_set_new(object, "engine", engine_json(m->engine));
    json_object_set_new(object, "each",
                        json_pack("{s:o, s:o}", "e",
                                  carom_json_real(carom_combine_split(m->engine->e_rule, row->found.e)), "mu",
                                  carom_json_real(carom_combine_split(m->engine->mu_rule, row->found.mu))));
    return object;
}

// Writes a name such as "poisson (law routh)", "bullet (Bullet 3.24, law whittaker)" or "whittaker".
static const char *name_of(carom_document *document, const carom_convention *m) {
    if (m->engine && m->law)
        return carom_document_text(document, "%s (%s %s, law %s)", m->name, m->engine->title, m->engine->version,
                                   m->law->name);
    if (m->engine) return carom_document_text(document, "%s (%s %s)", m->name, m->engine->title, m->engine->version);
    return strcmp(m->law->name, m->name) != 0 ? carom_document_text(document, "%s (law %s)", m->name, m->law->name)
                                              : m->name;
}

// Writes the coefficients of a contact model, which has its own parameters and may not read e.
static void write_own(const carom_problem *p, const carom_law *law, char *text, size_t size) {
    for (int i = 0; i < CAROM_PARAM_END; i++) {
        const carom_coefficient *row = carom_coefficient_at(p->modules, i);
        double value[3];
        char one[80];
        if (!row || row->kind != CAROM_REAL || !(carom_law_reads(law) >> i & 1) || i == (int)CAROM_PARAM_mu) continue;
        if (!(p->given >> i & 1) && i != (int)CAROM_PARAM_e) continue;
        carom_params_get(&p->params, row, value);
        snprintf(one, sizeof one, "%s = %g", row->name, value[0]);
        carom_join(text, size, ", ", one);
    }
}

void carom_converted_add_given(carom_document *document, const carom_converted *x) {
    const carom_problem *p = x->problem;
    const bool device = x->from.law->module && strcmp(x->from.law->module, "core") != 0;
    char own[400] = "";
    if (device)
        write_own(p, x->from.law, own, sizeof own);
    else
        snprintf(own, sizeof own, "e = %g", p->params.e);
    carom_document_paragraph(document, "%s%smu = %g by %s: %s, dE = %.6g J%s", own, own[0] ? ", " : "", p->params.mu,
                             name_of(document, &x->from), carom_mode_name(x->given.mode), x->given.dE,
                             x->given.violations & CAROM_VIOLATION_ENERGY ? " GAINED" : "");
    carom_document_line(document, "the normal velocity goes from %g to %.6g m/s, which is measured as e = %.6g",
                        p->contact.v[0], x->given.v[0], carom_converted_ratio(x));
    // Few other rigid laws can reproduce a rebound of the slip in a contact model.
    carom_location at;
    if (!device || carom_region_locate(&p->contact, p->params.mu, x->given.P, &at) != CAROM_OK) return;
    carom_document_line(document, "the law accessible gives this impulse with e = %.6g, f = %.6g%s", at.e, at.f,
                        p->contact.dim == 3 ? carom_document_text(document, ", phi = %.6g", at.phi) : "");
}

// Describes the e and mu with which an engine gives this impulse.
static void add_two(carom_document *document, const carom_converted *x) {
    const carom_equivalent *two = &x->two;
    if (isnan(two->e)) return;
    const char *verdict = two->reached           ? "give this impulse"
                          : isnan(two->e_max)    ? "do not give this impulse, and every e gains energy"
                          : two->e <= two->e_max ? "do not give this impulse, but gain no energy"
                                                 : NULL;
    if (!verdict)
        verdict = carom_document_text(document, "do not give this impulse; e = %.10g gains no energy", two->e_max);
    carom_document_line(document, "for one contact of an engine that uses the law whittaker: e = %.10g, mu = %.10g %s",
                        two->e, two->mu, verdict);
    if (two->e_max_alone < x->problem->params.e)
        carom_document_line(document, "with the same mu = %g, e = %.10g is the largest without an energy gain",
                            x->problem->params.mu, two->e_max_alone);
}

static void add_engine(carom_document *document, const carom_converted *x, const carom_converted_row *row) {
    const carom_engine *e = row->meaning.engine;
    const double N = -x->problem->contact.v[0];
    carom_document_line(document, "%s: %.6g and %.6g%s", e->give, carom_combine_split(e->e_rule, row->found.e),
                        carom_combine_split(e->mu_rule, row->found.mu),
                        e->e_rule == CAROM_COMBINE_CONTACT ? "" : " for both bodies");
    if (e->e_rule == CAROM_COMBINE_PRODUCT || e->mu_rule == CAROM_COMBINE_PRODUCT)
        carom_document_line(document, "(the two bodies' coefficients are multiplied, so each gets the root)");
    if (N < e->rest_speed)
        carom_document_line(document, "but by default it does not bounce below %g m/s, and this approach has %g m/s",
                            e->rest_speed, N);
}

// Describes one conversion in words.
static void add_row(carom_document *document, const carom_converted *x, const carom_converted_row *row) {
    const carom_convention *m = &row->meaning;
    const char *name = name_of(document, m);
    if (row->status == CAROM_OK) {
        carom_document_paragraph(document, "%s: e = %.10g, mu = %.10g", name, row->found.e, row->found.mu);
        if (m->engine) add_engine(document, x, row);
        if (row->found.e > 1.0) carom_document_line(document, "e above 1 is outside the usual range");
        if (row->most.why == CAROM_CONVERT_GAINS)
            carom_document_line(document, "gains energy in this impact with every e");
        else if (isinf(row->most.e))
            carom_document_line(document, "gains no energy in this impact up to e = %g (searched)", CAROM_E_MAX_LOOKED);
        else if (row->most.e >= 0.0)
            carom_document_line(document, "gains no energy in this impact up to e = %.6g (%s)", row->most.e,
                                row->most.exact ? "by formula" : "by search");
    } else if (!m->law) {
        carom_document_paragraph(document, "%s: no law of carom has its e and mu; %s", name, m->engine->computes);
    } else {
        carom_document_paragraph(document, "%s: %s", name,
                                 row->why != CAROM_CONVERT_OK
                                     ? carom_enum_meaning(CAROM_ENUM_CONVERT_REASON, (int)row->why)
                                     : carom_status_message(row->status));
    }
    if (m->engine)
        carom_document_line(document, "measured in %s: %s; %s", m->engine->measured, m->engine->computes,
                            m->engine->costs);
}

// Names the engines of each law.
static void add_engines(carom_document *document) {
    const carom_law *law;
    const carom_engine *e;
    for (int i = 0; (law = carom_law_at(NULL, i, CAROM_ONE_CONTACT)); i++) {
        char names[256] = "";
        for (int k = 0; (e = carom_engine_at(k)); k++)
            if (!strcmp(e->law, law->name)) carom_join(names, sizeof names, ", ", e->name);
        if (names[0]) carom_document_line(document, "The engines %s take the e and mu of %s.", names, law->name);
    }
}

static json_t *two_json(const carom_equivalent *two) {
    if (isnan(two->e)) return json_null();
    return json_pack("{s:o, s:o, s:b, s:o, s:o}", "e", carom_json_real(two->e), "mu", carom_json_real(two->mu),
                     "reached", two->reached, "e_max", carom_json_real(two->e_max), "e_max_alone",
                     carom_json_real(two->e_max_alone));
}

// Adds the impact that is given. The coefficients of `accessible` are null if it cannot reach the impulse.
static void add_data(carom_document *document, const carom_converted *x) {
    const size_t dim = (size_t)x->problem->contact.dim;
    carom_location at;
    const bool reached = carom_region_locate(&x->problem->contact, x->problem->params.mu, x->given.P, &at) == CAROM_OK;
    carom_document_data(document, NULL,
                        json_pack("{s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:s, s:o, s:o}", "from", x->from.name, "law",
                                  x->from.law->name, "e", carom_json_real(x->problem->params.e), "mu",
                                  carom_json_real(x->problem->params.mu), "P", carom_json_numbers(x->given.P, dim),
                                  "v_after", carom_json_numbers(x->given.v, dim), "dE", carom_json_real(x->given.dE),
                                  "mode", carom_mode_name(x->given.mode), "accessible",
                                  reached ? json_pack("{s:o, s:o, s:o}", "e", carom_json_real(at.e), "f",
                                                      carom_json_real(at.f), "phi", carom_json_real(at.phi))
                                          : json_null(),
                                  "equivalent", two_json(&x->two)));
}

carom_document *carom_converted_describe(const carom_converted *x, bool one) {
    static const carom_document_column columns[] = {
        CAROM_CELL("by", "name"),      CAROM_COLUMN("e"), CAROM_COLUMN("mu"), CAROM_CELL("no gain up to e", "~most"),
        CAROM_CELL("found", "~found"),
    };
    carom_document *document = carom_document_new(NULL);
    json_t *rows = json_array();
    add_data(document, x);
    carom_converted_add_given(document, x);
    add_two(document, x);
    for (size_t i = 0; i < x->count; i++) json_array_append_new(rows, row_json(&x->at[i]));
    if (one)
        add_row(document, x, x->at);
    else
        carom_document_paragraph(document,
                                 "The same impact in other conventions, and the largest e without an energy gain:");
    if (one && !carom_table_plain()) {
        json_object_del(json_array_get(rows, 0), "~most");
        json_object_del(json_array_get(rows, 0), "~found");
        carom_document_data(document, "to", rows);
        return document;
    }
    carom_document_rows(document, "to", CAROM_COLUMNS(columns), rows);
    carom_document_line(document, "-: no e and mu of that law give this impact. newton, poisson and energetic are "
                                  "choices of the law routh.");
    add_engines(document);
    return document;
}

static const char warning[] =
    "only a contact <pair> has solreffriction; without it friction is damped like the normal, not at all at e = 1, and "
    "gains energy (+128 % was measured). With it gains of up to +15 % remain. The time step must "
    "be far below 1/omega: 0.02/omega was "
    "measured";

carom_document *carom_converted_describe_mujoco(const carom_converted *x, double omega, const carom_mujoco_contact *m) {
    carom_document *document = carom_document_new(NULL);
    const double e = carom_converted_ratio(x);
    carom_document_data(
        document, NULL,
        json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:s}", "to", "mujoco", "e", carom_json_real(e),
                  "omega", carom_json_real(omega), "solref", carom_json_numbers(m->solref, 2), "solreffriction",
                  carom_json_numbers(m->solreffriction, 2), "duration", carom_json_real(m->duration), "slip_left",
                  carom_json_real(m->slip_left), "dampratio", carom_json_real(m->dampratio), "timeconst",
                  carom_json_real(m->timeconst), "warning", warning));
    carom_converted_add_given(document, x);
    carom_document_paragraph(
        document, "mujoco, a head-on e of %.6g: <pair solref=\"%.10g %.10g\" solreffriction=\"%.10g %.10g\" .../>", e,
        m->solref[0], m->solref[1], m->solreffriction[0], m->solreffriction[1]);
    carom_document_line(document, "the contact lasts %.3g s; if it should stick, %.2g %% of the slip remain",
                        m->duration, 100.0 * m->slip_left);
    carom_document_line(document, "%s", warning);
    return document;
}
