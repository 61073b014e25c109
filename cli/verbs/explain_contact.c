// Describes what decides the result of an impact at one contact.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "carom/compliant.h"
#include "carom/explain.h"
#include "carom/geometry.h"
#include "cli/lookup/ask.h"
#include "cli/lookup/laws.h"
#include "cli/print/newton_safe.h"
#include "cli/print/reason.h"
#include "cli/print/write_why.h"
#include "cli/verbs/parts.h"
#include "mods/scenario/bodies.h"
#include "mods/scenario/report.h"

// Adds W, v and the eigenvectors of W.

static void add_matrix(carom_document *document, const carom_contact *c) {
    static const carom_document_column columns[] = {
        CAROM_CELL("W", "axis"),
        {.key = "", .title = "", .parts = "n t|n t1 t2", .path = "W"},
        CAROM_CELL("v", "v"),
        CAROM_CELL("1/kg, m/s", "state"),
    };
    const double v_size = carom_largest(c->v, c->dim);
    json_t *W = json_array(), *rows = json_array();
    for (int i = 0; i < c->dim; i++) {
        const char *state = i ? "" : c->v[0] < 0.0 ? "approaching" : c->v[0] > 0.0 ? "parting" : "touching";
        json_array_append_new(W, carom_json_numbers(c->W[i], (size_t)c->dim));
        json_array_append_new(rows, json_pack("{s:s, s:o, s:o, s:s}", "axis", carom_axis_word(c->dim, i), "W",
                                              carom_document_tidy(c->W[i], c->dim, carom_largest(c->W[i], c->dim)), "v",
                                              carom_json_real(carom_tidy(c->v[i], v_size)), "state", state));
    }
    carom_document_data(document, "W", W);
    carom_document_data(document, "v", carom_json_numbers(c->v, (size_t)c->dim));
    carom_document_rows(document, NULL, CAROM_COLUMNS(columns), rows);
}

static void add_directions(carom_document *document, const carom_contact *c, const carom_critical *k) {
    static const carom_document_column columns[] = {
        {.key = "", .title = "", .parts = "n t|n t1 t2", .path = "~shown"},
        {.key = "eigenvalue", .title = "eigenvalue", .unit = "1/kg"},
        CAROM_CELL("meaning", "~words"),
    };
    json_t *rows = json_array();
    for (int i = 0; i < c->dim; i++) {
        const char *words = k->eigenvalue[i] > 0.0
                                ? carom_document_text(document, "acts like a mass of %.6g kg", 1.0 / k->eigenvalue[i])
                                : "does not move, W is singular";
        json_array_append_new(rows,
                              json_pack("{s:o, s:o, s:o, s:s}", "eigenvalue", carom_json_real(k->eigenvalue[i]),
                                        "direction", carom_json_numbers(k->direction[i], (size_t)c->dim), "~shown",
                                        carom_document_tidy(k->direction[i], c->dim, 1.0), "~words", words));
    }
    carom_document_paragraph(document,
                             "Directions: an impulse along one of these changes the velocity along itself only.");
    carom_document_rows(document, "directions", CAROM_COLUMNS(columns), rows);
}

// Adds the coefficients of friction at which the behaviour changes. A number that is not positive cannot be reached.
static void add_critical(carom_document *document, const carom_contact *c, const carom_critical *k) {
    static const carom_document_column columns[] = {CAROM_COLUMN("coefficient"), CAROM_COLUMN("value"),
                                                    CAROM_COLUMN("meaning")};
    const bool never = isinf(k->F_star);
    const struct {
        const char *key, *title;
        double value, shown; // in JSON, for people
        const char *meaning;
    } rows[] = {
        {"mu_hold", c->dim == 2 ? "|mu_s|" : "|T^-1 w|", k->mu_hold, k->mu_hold,
         c->dim == 2 ? "above it, friction holds a slip that has ended (Wang & Mason 1992, 34)"
                     : "above it, friction holds a slip that has ended (|T^-1 w|)"},
        {"mu_c", "mu_c", k->mu_c, k->mu_c,
         "W_nn / |W_nt|: above it a slip can press the bodies together (Painleve 1895; Payr & Glocker 2005, 6)"},
        {"mu_s", NULL, k->mu_s, 0.0, NULL},
        {"mu_q", "|mu_q|", k->mu_q, -k->s * k->mu_q,
         "the slip ends just as compression ends (Wang & Mason 1992, 32-36)"},
        {"mu_d", "|mu_d|", k->mu_d, -k->s * k->mu_d,
         "the slip ends just as the impact ends (Wang & Mason 1992, 32-36)"},
        {"P_d", NULL, k->P_d, 0.0, NULL},
        {"P_q", NULL, k->P_q, 0.0, NULL},
        {"F_star", "F*", k->F_star, k->F_star,
         never ? "friction is too weak to stop the slip, which grows (Shen & Townsend 1998, 12-17)"
               : "N s: the normal impulse that stops the slip, possibly after the end (Shen & Townsend 1998, 12-17)"},
    };
    const size_t count = c->dim == 2 ? sizeof rows / sizeof *rows : 2; // the others are defined in 2D only
    carom_document_heading(document, "Critical friction");
    carom_document_table(document, NULL, CAROM_COLUMNS(columns));
    for (size_t i = 0; i < count; i++) {
        if (!rows[i].title) continue;
        carom_document_cell(document, "%s", rows[i].title);
        if (never && rows[i].value == k->F_star && i + 1 == count)
            carom_document_cell(document, "never");
        else if (rows[i].shown >= 0.0)
            carom_document_cell_number(document, rows[i].shown, 0.0);
        else
            carom_document_cell(document, "none");
        carom_document_cell(document, "%s", rows[i].meaning);
    }
    for (size_t i = 0; i < count; i++) carom_document_data(document, rows[i].key, carom_json_real(rows[i].value));
}

// Adds the class in the terms of Wang & Mason.
static void add_class(carom_document *document, const carom_problem *problem, const carom_contact_class *k) {
    const bool jams = k->approach == CAROM_TANGENTIAL && !k->direct;
    char hint[2000];
    carom_document_data(document, "class",
                        json_pack("{s:s, s:b, s:b, s:o}", "approach",
                                  carom_enum_name(CAROM_ENUM_APPROACH, (int)k->approach), "direct", k->direct,
                                  "central", k->central, "mu_jam", carom_json_real(k->mu_jam)));
    if (k->approach == CAROM_PARTING && problem->bodies && carom_bodies_look_reversed(problem->bodies))
        carom_document_data(document, "note", json_string("normal-reversed"));
    carom_document_heading(document, "What kind of impact (Wang & Mason 1992, 3.4.1)");
    carom_document_line(document, "%s: %s", carom_enum_name(CAROM_ENUM_APPROACH, (int)k->approach),
                        carom_enum_meaning(CAROM_ENUM_APPROACH, (int)k->approach));
    if (k->approach == CAROM_PARTING)
        carom_document_line(document, "%s", carom_parting_hint(problem, hint, sizeof hint));
    carom_document_line(document,
                        k->direct ? "direct: no slip before the impact" : "oblique: the bodies slip before the impact");
    carom_document_line(document, k->central
                                      ? "central (generalized): W_nt = 0, a normal impulse does not change the slip"
                                      : "eccentric: W_nt is not 0, a normal impulse also changes the slip");
    if (jams && isinf(k->mu_jam))
        carom_document_line(document, "without approach nothing happens for any friction: it does not press the bodies "
                                      "together");
    else if (jams)
        carom_document_line(document,
                            "without approach an impact still happens for mu > %.6g: friction on the %s presses the "
                            "bodies together",
                            k->mu_jam, problem->contact.dim == 2 ? "slip" : "slip as it is now");
}

// Compares Newton's e with Poisson's.
static void add_restitutions(carom_document *document, const carom_problem *problem, bool shown) {
    carom_restitution_comparison r;
    if (carom_restitution_compare(&problem->contact, &problem->params, &r) != CAROM_OK) return;
    json_t *reasons = json_array();
    if (shown) carom_document_heading(document, "Newton's e and Poisson's e (law routh, Wang & Mason 1992, section 5)");
    if (shown && r.because) carom_document_line(document, "mean the same here, because");
    for (unsigned bit = 1; carom_enum_name(CAROM_ENUM_AGREEMENT, (int)bit); bit *= 2) {
        const char *name = carom_enum_name(CAROM_ENUM_AGREEMENT, (int)bit);
        if (!(r.because & bit)) continue;
        json_array_append_new(reasons, json_string(name));
        if (shown) carom_document_line(document, "  %s: %s", name, carom_enum_meaning(CAROM_ENUM_AGREEMENT, (int)bit));
    }
    carom_document_data(
        document, "newton_poisson",
        json_pack("{s:b, s:o, s:o}", "agree", r.because != 0, "because", reasons, "gap", carom_json_real(r.gap)));
    if (!shown || r.because) return;
    carom_document_line(
        document, "differ: with e = %g the bodies separate at %.6g m/s by Newton, at %.6g m/s by Poisson (%+.6g m/s)",
        problem->params.e, carom_tidy(r.newton.v[0], 1.0), carom_tidy(r.poisson.v[0], 1.0), r.gap);
    carom_document_line(document, "they would agree without slip before, coupling (W_nt), friction or rebound, or if "
                                  "the slip lasted");
}

// Adds the energy as a quadratic form: "2 dE = -2.5 P_t^2 + 3 P_t P_n - 0.9 P_n^2".
static void add_form(carom_document *document, const carom_problem *problem, bool shown) {
    carom_energy_form form;
    if (carom_energy_form_compute(&problem->contact, &problem->params, &form) != CAROM_OK) return;
    const struct {
        double factor;
        const char *what;
    } terms[] = {{form.tt, "P_t^2"}, {form.nt, "P_t P_n"}, {form.nn, "P_n^2"}, {form.n, "P_n"}};
    char text[200] = "", one[60];
    carom_document_data(document, "energy_form",
                        json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "tt", carom_json_real(form.tt), "nt",
                                  carom_json_real(form.nt), "nn", carom_json_real(form.nn), "n",
                                  carom_json_real(form.n), "determinant", carom_json_real(form.determinant), "twice_dE",
                                  carom_json_real(form.twice_dE)));
    if (!shown) return;
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) {
        const double factor = terms[i].factor;
        snprintf(one, sizeof one, "%s%.6g %s",
                 factor < 0.0 ? text[0] ? " - " : "-"
                 : text[0]    ? " + "
                              : "",
                 fabs(factor), terms[i].what);
        if (factor != 0.0) carom_join(text, sizeof text, "", one);
    }
    carom_document_heading(document, carom_document_text(document,
                                                         "Energy by Poisson's restitution (law routh, %s; Wang & Mason "
                                                         "1992, appendix)",
                                                         carom_mode_name(form.outcome.mode)));
    carom_document_line(document, "2 dE = %s   = %.6g J at P_n = %.6g, P_t = %.6g N s", text[0] ? text : "0",
                        form.twice_dE, form.outcome.P[0], carom_tidy(form.outcome.P[1], form.outcome.P[0]));
    if (!isnan(form.determinant))
        carom_document_line(document, "its determinant %.6g is %s", form.determinant,
                            form.determinant >= 0.0 ? "not negative, so the form never changes sign: energy is lost"
                                                    : "negative: the form alone does not determine the sign");
}

// Adds the bound on e for Newton's restitution. `shown` is false if it does not apply to the law.
static void add_newton_energy(carom_document *document, const carom_contact *c, double e, bool shown) {
    carom_newton_safe s;
    char v[100] = "", one[32];
    if (!carom_newton_safe_find(c, e, &s)) {
        carom_document_data(document, "newton_energy", json_null());
        return;
    }
    json_t *object = json_pack("{s:f, s:b}", "e_most", s.most, "safe", (int)s.safe);
    if (!s.safe)
        json_object_set_new(
            object, "counterexample",
            json_pack("{s:o, s:f, s:f}", "v", carom_json_numbers(s.v, (size_t)c->dim), "mu", s.mu, "dE", s.dE));
    carom_document_data(document, "newton_energy", object);
    if (!shown) return;
    carom_document_heading(document, "Energy by Newton's restitution (laws whittaker and glocker)");
    carom_document_line(
        document, "no energy is gained for e <= %.6g, at any velocity and friction: dissipative by theorem", s.most);
    carom_document_line(document, "(e^2 <= 1 - W_nt W_tt^-1 W_tn / W_nn; docs/site/concepts/energy-gain.md)");
    for (int i = 0; i < c->dim; i++) {
        snprintf(one, sizeof one, "%.6g", s.v[i]);
        carom_join(v, sizeof v, " ", one);
    }
    if (s.safe)
        carom_document_line(document, "e = %g is safe", e);
    else
        carom_document_line(document, "e = %g is not: v = %s m/s with mu = %.6g gains %.6g J", e, v, s.mu, s.dE);
}

// Adds the forces of a closed contact.

static void add_force_case(carom_document *document, const carom_contact_forces *f) {
    if (f->p < 0.0)
        carom_document_line(document,
                            "p = W_nn - mu w.u = %.6g 1/kg < 0: with its friction a normal force presses the bodies "
                            "together (Painleve 1895; Genot & Brogliato 1999)",
                            f->p);
    else if (f->p >= 0.0)
        carom_document_line(document, "p = W_nn - mu w.u = %.6g 1/kg: a normal force, with its friction, %s", f->p,
                            f->p > 0.0 ? "separates the bodies" : "does not move them");
    carom_document_line(document, "%s: %s", carom_enum_name(CAROM_ENUM_FORCE_CASE, (int)f->which),
                        carom_enum_meaning(CAROM_ENUM_FORCE_CASE, (int)f->which));
    if (f->p < 0.0 && f->which == CAROM_FORCE_INDETERMINATE)
        carom_document_line(document,
                            "sliding on is unstable: on a spring of stiffness k, a deviation grows like exp(sqrt(-p k) "
                            "t), to lift-off or to the impact (Champneys & Varkonyi 2016)");
}

void carom_explain_forces(carom_document *document, const carom_problem *problem, const double b[3],
                          const carom_contact_forces *f) {
    static const carom_document_column columns[] = {
        CAROM_COLUMN("mode"),
        {.key = "", .title = "", .parts = "N F_t|N F_t1 F_t2", .unit = "N", .path = "~F"},
        {.key = "", .title = "", .parts = "a_n a_t|a_n a_t1 a_t2", .unit = "m/s^2", .path = "~a"},
    };
    const int dim = problem->contact.dim;
    const size_t n = (size_t)dim;
    json_t *rows = json_array();
    for (int k = 0; k < f->count; k++)
        json_array_append_new(rows, json_pack("{s:s, s:o, s:o, s:o, s:o}", "mode",
                                              carom_enum_name(CAROM_ENUM_FORCE_MODE, (int)f->at[k].mode), "F",
                                              carom_json_numbers(f->at[k].F, n), "a", carom_json_numbers(f->at[k].a, n),
                                              "~F", carom_document_tidy(f->at[k].F, dim, fabs(f->at[k].F[0])), "~a",
                                              carom_document_tidy(f->at[k].a, dim, 1.0)));
    carom_document_heading(document, "Forces of the closed contact (v_n = 0)");
    carom_document_open(document, "forces");
    carom_document_numbers(
        document,
        (carom_fact){
            .key = "b", .title = "acceleration without forces", .unit = "m/s^2", .scale = fabs(b[0]) + fabs(b[1])},
        b, dim);
    carom_document_data(document, "case", json_string(carom_enum_name(CAROM_ENUM_FORCE_CASE, (int)f->which)));
    carom_document_data(document, "p", carom_json_real(f->p));
    add_force_case(document, f);
    carom_document_rows(document, "solutions", CAROM_COLUMNS(columns), rows);
    carom_document_numbers(
        document,
        (carom_fact){.key = "impulse",
                     .title = f->impulse[0] > 0.0
                                  ? carom_document_text(document, "impact without collision (routh, Poisson, e = %g)",
                                                        problem->params.e)
                                  : NULL,
                     .unit = "N s"},
        f->impulse, dim);
    carom_document_close(document);
}

// Adds what the laws predict.

// Describes the course of the impact over time, for contact models. Returns false for other laws.
static bool say_course(const carom_problem *p, char *text, size_t size) {
#ifdef CAROM_WITH_COMPLIANT
    carom_history more = {0};
    carom_result out;
    if (strcmp(p->law->module, carom_module_compliant.name) != 0) return false;
    if (carom_record(p->law, &p->contact, &p->params, &more, &out) != CAROM_OK) return false;
    snprintf(text, size, "lasts %g s, largest force %g N; touches %d time%s, %d change%s of state",
             more.summary.duration, more.summary.peak_force, more.summary.micro_impacts,
             more.summary.micro_impacts == 1 ? "" : "s", more.summary.switches, more.summary.switches == 1 ? "" : "s");
    return true;
#else
    return false;
#endif
}

// Returns |P_t| / P_n; NaN if the impulse does not push.
static double friction_ratio(int dim, const double P[3]) {
    if (!(P[0] > 0.0)) return (double)NAN;
    return (dim == 2 ? fabs(P[1]) : sqrt(P[1] * P[1] + P[2] * P[2])) / P[0];
}

// Returns a law's mode and the reason for it.
static json_t *law_row(const carom_problem *problem, const carom_law *law) {
    carom_problem p = *problem;
    carom_answer answer = {.status = CAROM_OK};
    char why[640] = "";
    p.law = law;
    carom_ask_examples(&p);
    carom_answer_take(&p, carom_collide(law, &p.contact, &p.params, &answer.outcome), &answer);
    const carom_mode mode = answer.outcome.mode;
    const bool stands = carom_answer_stands(&answer), named = stands && mode != CAROM_MODE_UNNAMED;
    const double ratio = stands ? friction_ratio(p.contact.dim, answer.outcome.P) : (double)NAN;
    if (!stands)
        snprintf(why, sizeof why, "%s", answer.refusal.detail);
    else if (law == &carom_law_routh && p.contact.dim == 2 && p.contact.v[0] < 0.0)
        carom_reason_slip(&p.contact, &p.params, why, sizeof why);
    else if (!say_course(&p, why, sizeof why) && !carom_reason_ratio(&p, mode, why, sizeof why))
        snprintf(why, sizeof why, "%s", carom_enum_meaning(CAROM_ENUM_MODE, (int)mode));
    return json_pack("{s:s, s:s, s:s?, s:o, s:o, s:s, s:s, s:o, s:o}", "law", law->name, "status",
                     carom_status_name(answer.status), "mode", named ? carom_mode_name(mode) : NULL, "ratio",
                     carom_json_real(ratio), "why", carom_json_words(why), "citation", law->citation, "~mode",
                     named    ? carom_mode_name(mode)
                     : stands ? "-"
                              : carom_status_name(answer.refusal.status),
                     "~ratio", carom_json_real(carom_tidy(ratio, 1.0)), "~why",
                     json_sprintf("%s [%s]", why, law->citation));
}

// Adds the named law or, if none was named, every law of the core that applies.
static void add_laws(carom_document *document, const carom_problem *problem) {
    static const carom_document_column columns[] = {
        CAROM_COLUMN("law"),
        CAROM_CELL("mode", "~mode"),
        CAROM_CELL("|P_t|/P_n", "~ratio"),
        CAROM_CELL("why", "~why"),
    };
    static const char example[] = " (not given: an example)";
    const unsigned dims = problem->contact.dim == 2 ? CAROM_2D : CAROM_3D;
    json_t *rows = json_array();
    carom_document_heading(
        document, problem->law
                      ? carom_document_text(document, "What %s predicts", problem->law->name)
                      : carom_document_text(document, "What each law predicts, with e = %g%s and mu = %g%s",
                                            problem->params.e, problem->given & CAROM_PARAM_BIT(e) ? "" : example,
                                            problem->params.mu, problem->given & CAROM_PARAM_BIT(mu) ? "" : example));
    for (int i = 0; i < carom_tables_count(true); i++) {
        const carom_law *law = carom_tables_at(i);
        if (problem->law ? law == problem->law
                         : (law->solves & dims) && carom_law_find(NULL, law->name, CAROM_ONE_CONTACT) == law)
            json_array_append_new(rows, law_row(problem, law));
    }
    carom_document_rows(document, "laws", CAROM_COLUMNS(columns), rows);
}

json_t *carom_explain_coefficients(carom_document *document, const carom_problem *problem, int dim, bool contact) {
    json_t *rows = json_array();
    carom_document_heading(document, "What its coefficients mean");
    for (int k = 0; k < problem->law->coefficient_count; k++) {
        const carom_coefficient *row = &problem->law->coefficients[k];
        const char *relation = row->relation ? row->relation : "";
        char value[96] = "";
        if (!row->ratio || !*row->ratio) continue;
        const bool shown =
            row->kind != CAROM_LIST && (contact || !carom_param_required(row) || (problem->given >> row->number & 1));
        if (shown) carom_param_words(&problem->params, row, dim, value, sizeof value);
        carom_document_line(document, "%s%s%s: %s", row->name, value[0] ? " = " : "", value, row->ratio);
        if (*relation) carom_document_line(document, "  %s", relation);
        json_array_append_new(
            rows, json_pack("{s:s, s:s, s:s}", "name", row->name, "ratio", row->ratio, "relation", relation));
    }
    return rows;
}

carom_document *carom_explain_contact(const carom_problem *problem) {
    const carom_contact *c = &problem->contact;
    carom_document *document = carom_document_new(NULL);
    carom_critical k;
    carom_contact_class class;
    carom_critical_compute(c, problem->params.e, problem->params.mu, &k); // each law reports invalid values itself
    carom_contact_classify(c, problem->params.e, &class);
    const bool impact = class.approach != CAROM_PARTING,
               newton = !problem->law || problem->law == &carom_law_whittaker || problem->law == &carom_law_glocker;
    carom_document_data(document, "id", problem->id ? json_incref(problem->id) : json_null());
    add_matrix(document, c);
    add_directions(document, c, &k);
    add_critical(document, c, &k);
    add_class(document, problem, &class);
    add_restitutions(document, problem, impact);
    add_form(document, problem, impact);
    add_newton_energy(document, c, problem->params.e, newton);
    return document;
}

void carom_explain_laws(carom_document *document, const carom_problem *problem) {
    add_laws(document, problem);
    if (problem->law) json_decref(carom_explain_coefficients(document, problem, problem->contact.dim, true));
}
