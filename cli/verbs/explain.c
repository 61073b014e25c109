// Implements carom explain: shows the quantities that determine an impact.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/compliant.h"
#include "carom/explain.h"
#include "carom/geometry.h"
#include "cli/args/args.h"
#include "cli/args/stream.h"
#include "cli/exit.h"
#include "cli/lookup/answer.h"
#include "cli/lookup/ask.h"
#include "cli/lookup/fall.h"
#include "cli/lookup/laws.h"
#include "cli/lookup/report.h"
#include "cli/print/json.h"
#include "cli/print/newton_safe.h"
#include "cli/print/reason.h"
#include "cli/print/shell.h"
#include "cli/print/table.h"
#include "cli/print/why_words.h"
#include "cli/print/write_why.h"
#include "cli/verbs/parts.h"

static const char examples[] = "  carom explain examples/falling_rod.json\n"
                               "  carom explain --e 0.5 --mu 0.7 --W \"2.5 -1.5; -1.5 2.5\" --v \"-1 0.6\"\n"
                               "  carom explain examples/leaning_rod.json --gravity 9.81\n"
                               "  carom explain examples/impact/walker_lands.json\n"
                               "  carom explain --law stronge\n"
                               "  carom explain --bodies one --W \"4 2 0; 2 6 -2; 0 -2 4\" > body.json\n";
static const char about[] =
    "Shows what decides the result of an impact.\n"
    "\n"
    "The output contains W, its eigenvectors and the friction coefficients at which the behaviour "
    "changes. It also compares Newton's and Poisson's restitution and lists the mode that each law "
    "predicts. --law restricts the output to one law and explains the coefficients of that law. With "
    "--acceleration or --gravity, carom checks whether the forces of a closed contact have one solution, none or "
    "several (the "
    "Painleve paradox). For a file with several contacts, carom prints which laws can gain energy and why: by theorem, "
    "or by an example that it finds. --bodies prints bodies that have this W, as a scenario file.";

// Holds a law, its result, and its friction ratio.
typedef struct {
    carom_problem problem;
    carom_answer answer;
    double ratio; // |P_t| / P_n; NaN without an impulse
    char why[640];
} verdict;

// Describes the course of the impact over time, for contact models. Returns false for other laws.
static bool say_course(const verdict *v, char *text, size_t size) {
#ifdef CAROM_WITH_COMPLIANT
    carom_history more = {0};
    carom_result out;
    if (strcmp(v->problem.law->module, carom_module_compliant.name) != 0) return false;
    if (carom_record(v->problem.law, &v->problem.contact, &v->problem.params, &more, &out) != CAROM_OK) return false;
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

static void judge(const carom_problem *problem, const carom_law *law, verdict *v) {
    v->problem = *problem;
    v->problem.law = law;
    carom_ask_examples(&v->problem);
    carom_answer_take(&v->problem, carom_collide(law, &problem->contact, &v->problem.params, &v->answer.outcome),
                      &v->answer);
    v->ratio =
        carom_answer_stands(&v->answer) ? friction_ratio(problem->contact.dim, v->answer.outcome.P) : (double)NAN;
    v->why[0] = 0;
    if (!carom_answer_stands(&v->answer))
        snprintf(v->why, sizeof v->why, "%s", v->answer.refusal.detail);
    else if (law == &carom_law_routh && problem->contact.dim == 2 && problem->contact.v[0] < 0.0)
        carom_reason_slip(&problem->contact, &problem->params, v->why, sizeof v->why);
    else if (!say_course(v, v->why, sizeof v->why) &&
             !carom_reason_ratio(&v->problem, v->answer.outcome.mode, v->why, sizeof v->why))
        snprintf(v->why, sizeof v->why, "%s", carom_enum_meaning(CAROM_ENUM_MODE, (int)v->answer.outcome.mode));
}

// Returns true for a law to explain: the named law or, if none was named, every law of the core that applies.
static bool is_asked(const carom_problem *problem, const carom_law *law) {
    if (problem->law) return law == problem->law;
    return (law->solves & (problem->contact.dim == 2 ? CAROM_2D : CAROM_3D)) &&
           carom_law_find(NULL, law->name, CAROM_ONE_CONTACT) == law;
}

// Writes JSON.

static json_t *explanation_json(const carom_problem *problem, const carom_critical *k) {
    json_t *object = carom_why_json(problem, k), *laws = json_array();
    for (int i = 0; i < carom_tables_count(true); i++) {
        verdict v;
        if (!is_asked(problem, carom_tables_at(i))) continue;
        judge(problem, carom_tables_at(i), &v);
        json_array_append_new(laws, carom_verdict_json(&v.problem, &v.answer, v.ratio, v.why));
    }
    json_object_set_new(object, "laws", laws);
    return object;
}

// Prints text.

static void print_matrix(const carom_contact *c) {
    static const char *const plane[] = {"n", "t"}, *const space[] = {"n", "t1", "t2"};
    const char *const *axes = c->dim == 2 ? plane : space;
    carom_table table = {.format = carom_output_format, .align = c->dim == 2 ? "lrrrl" : "lrrrrl"};
    carom_table_cell(&table, "W");
    for (int i = 0; i < c->dim; i++) carom_table_cell(&table, "%s", axes[i]);
    carom_table_cell(&table, "v");
    carom_table_cell(&table, "1/kg, m/s");
    for (int i = 0; i < c->dim; i++) {
        carom_table_cell(&table, "%s", axes[i]);
        for (int j = 0; j < c->dim; j++) carom_table_number(&table, c->W[i][j], carom_largest(c->W[i], c->dim));
        carom_table_number(&table, c->v[i], carom_largest(c->v, c->dim));
        carom_table_cell(&table, "%s", i ? "" : c->v[0] < 0.0 ? "approaching" : c->v[0] > 0.0 ? "parting" : "touching");
    }
    carom_table_print(stdout, &table);
}

static void print_directions(const carom_contact *c, const carom_critical *k) {
    printf("\nDirections: an impulse along one of these changes the velocity along itself only.\n\n");
    carom_table table = {.format = carom_output_format, .align = c->dim == 2 ? "rrrl" : "rrrrl"};
    for (int i = 0; i < c->dim; i++) {
        for (int j = 0; j < c->dim; j++) carom_table_number(&table, k->direction[i][j], 1.0);
        carom_table_cell(&table, "%.6g", k->eigenvalue[i]);
        if (k->eigenvalue[i] > 0.0)
            carom_table_cell(&table, "1/kg: acts like a mass of %.6g kg", 1.0 / k->eigenvalue[i]);
        else
            carom_table_cell(&table, "1/kg: does not move, W is singular");
    }
    carom_table_print(stdout, &table);
}

// Prints a critical coefficient and its meaning. `value` is the friction required; a value that is not positive cannot
// be reached.
static void critical_row(carom_table *table, const char *name, double value, const char *meaning) {
    carom_table_cell(table, "%s", name);
    if (value >= 0.0)
        carom_table_cell(table, "%.6g", value);
    else
        carom_table_cell(table, "none");
    carom_table_cell(table, "%s", meaning);
}

static void print_critical(const carom_contact *c, const carom_critical *k) {
    carom_table table = {.format = carom_output_format, .align = "lrl"};
    printf("\nCritical friction\n\n");
    critical_row(&table, c->dim == 2 ? "|mu_s|" : "|T^-1 w|", k->mu_hold,
                 c->dim == 2 ? "above it, friction holds a slip that has ended (Wang & Mason 1992, 34)"
                             : "above it, friction holds a slip that has ended (|T^-1 w|)");
    if (c->dim == 2) {
        critical_row(&table, "|mu_q|", -k->s * k->mu_q,
                     "the slip ends just as compression ends (Wang & Mason 1992, 32-36)");
        critical_row(&table, "|mu_d|", -k->s * k->mu_d,
                     "the slip ends just as the impact ends (Wang & Mason 1992, 32-36)");
    }
    critical_row(
        &table, "mu_c", k->mu_c,
        "W_nn / |W_nt|: above it a slip can press the bodies together (Painleve 1895; Payr & Glocker 2005, 6)");
    if (c->dim == 2) {
        carom_table_cell(&table, "F*");
        carom_table_cell(&table, isinf(k->F_star) ? "never" : "%.6g", k->F_star);
        carom_table_cell(&table, isinf(k->F_star)
                                     ? "friction is too weak to stop the slip, which grows "
                                       "(Shen & Townsend 1998, 12-17)"
                                     : "N s: the normal impulse that stops the slip, possibly after the end "
                                       "(Shen & Townsend 1998, 12-17)");
    }
    carom_table_print(stdout, &table);
}

static void print_laws(const carom_problem *problem) {
    carom_table table = {.format = carom_output_format, .align = "llrl"};
    if (problem->law)
        printf("\nWhat %s predicts\n\n", problem->law->name);
    else
        printf("\nWhat each law predicts, with e = %g%s and mu = %g%s\n\n", problem->params.e,
               problem->given & CAROM_PARAM_BIT(e) ? "" : " (not given: an example)", problem->params.mu,
               problem->given & CAROM_PARAM_BIT(mu) ? "" : " (not given: an example)");
    carom_table_cell(&table, "law");
    carom_table_cell(&table, "mode");
    carom_table_cell(&table, "|P_t|/P_n");
    carom_table_cell(&table, "why");
    for (int i = 0; i < carom_tables_count(true); i++) {
        verdict v;
        if (!is_asked(problem, carom_tables_at(i))) continue;
        judge(problem, carom_tables_at(i), &v);
        const carom_mode mode = v.answer.outcome.mode;
        carom_table_cell(&table, "%s", v.problem.law->name);
        carom_table_cell(&table, "%s",
                         !carom_answer_stands(&v.answer) ? carom_status_name(v.answer.refusal.status)
                         : mode == CAROM_MODE_UNNAMED    ? "-"
                                                         : carom_mode_name(mode));
        if (isnan(v.ratio))
            carom_table_cell(&table, "-");
        else
            carom_table_cell(&table, "%.6g", carom_tidy(v.ratio, 1.0));
        carom_table_cell(&table, "%s [%s]", v.why, v.problem.law->citation);
    }
    carom_table_print(stdout, &table);
}

// Prints the meaning of the law's coefficients.
static void print_coefficients(const carom_problem *problem, int dim, bool contact) {
    printf("\nWhat its coefficients mean\n\n");
    for (int k = 0; k < problem->law->coefficient_count; k++) {
        const carom_coefficient *row = &problem->law->coefficients[k];
        char value[96] = "";
        if (!row->ratio || !*row->ratio) continue;
        const bool shown =
            row->kind != CAROM_LIST && (contact || !carom_param_required(row) || (problem->given >> row->number & 1));
        if (shown) carom_param_words(&problem->params, row, dim, value, sizeof value);
        printf("  %s%s%s: %s\n", row->name, value[0] ? " = " : "", value, row->ratio);
        if (row->relation && *row->relation) printf("    %s\n", row->relation);
    }
}

// Explains the coefficients of the law if no contact is given.

static int explain_law(carom_problem *problem, bool json) {
    const carom_law *law = problem->law;
    carom_error refusal;
    if (!law->contact) {
        carom_complain_of(&refusal, CAROM_MODULE_MISSING, law, &problem->contact, NULL, NULL);
        return carom_args_refused(&refusal);
    }
    if (json) {
        carom_json_answer(carom_coefficients_json(law));
        return CAROM_EXIT_FINE;
    }
    printf("%s: %s [%s]\n", law->name, law->summary, law->citation);
    print_coefficients(problem, 2, false);
    printf("\nAdd --W and --v to see what it predicts for an impact, and why. `carom laws %s` lists ranges and "
           "guarantees.\n",
           law->name);
    return CAROM_EXIT_FINE;
}

// Options for the forces of the closed contact.
typedef struct {
    bool json;
    const char *b, *gravity;
} wishes;

// Adds the forces and their meaning to the object, or prints them.
static int explain_forces(const carom_problem *problem, const double b[3], json_t *object) {
    carom_contact_forces f;
    carom_error refusal;
    const carom_status status = carom_forces_compute(&problem->contact, b, &problem->params, &f);
    if (status != CAROM_OK) {
        carom_complain_of(&refusal, status, &carom_law_routh, &problem->contact, &problem->params, NULL);
        return carom_args_refused(&refusal);
    }
    if (object)
        json_object_set_new(object, "forces", carom_forces_json(problem->contact.dim, b, &f));
    else
        carom_forces_words(stdout, problem, b, &f);
    return CAROM_EXIT_FINE;
}

static int explain(carom_problem *problem, const wishes *w) {
    carom_error refusal;
    if (!carom_problem_settled(problem, &refusal)) return carom_args_refused(&refusal);
    const carom_status status = carom_contact_validate(&problem->contact);
    if (status != CAROM_OK) {
        carom_complain_of(&refusal, status, NULL, &problem->contact, NULL, NULL);
        return carom_args_refused(&refusal);
    }
    // If e and mu are not given, uses example values and marks them as such.
    const bool e_given = !isnan(problem->params.e) || problem->params.e_of_speed.form;
    if ((w->b || w->gravity) && !carom_ask_mu(problem, "explain --acceleration", &refusal))
        return carom_args_refused(&refusal);
    if (!e_given) problem->params.e = carom_coefficient_at(NULL, CAROM_PARAM_e)->example;
    if (isnan(problem->params.mu) && !problem->params.mu_of_speed.form)
        problem->params.mu = carom_coefficient_at(NULL, CAROM_PARAM_mu)->example;
    double b[3];
    if ((w->b || w->gravity) && !carom_fall_read(problem, w->b, w->gravity, b, &refusal))
        return carom_args_refused(&refusal);
    carom_critical k;
    carom_critical_compute(&problem->contact, problem->params.e, problem->params.mu,
                           &k); // each law reports invalid values itself
    int exit = CAROM_EXIT_FINE;
    if (w->json) {
        json_t *object = explanation_json(problem, &k);
        json_object_set_new(object, "newton_energy", carom_newton_safe_json(&problem->contact, problem->params.e));
        if (w->b || w->gravity) exit = explain_forces(problem, b, object);
        carom_json_answer(object);
        return exit;
    }
    print_matrix(&problem->contact);
    print_directions(&problem->contact, &k);
    print_critical(&problem->contact, &k);
    carom_why_words(stdout, problem);
    // If a law is given, the next lines apply only to whittaker and glocker.
    if (!problem->law || problem->law == &carom_law_whittaker || problem->law == &carom_law_glocker)
        carom_newton_safe_words(stdout, &problem->contact, problem->params.e);
    if (w->b || w->gravity) exit = explain_forces(problem, b, NULL);
    print_laws(problem);
    if (problem->law) print_coefficients(problem, problem->contact.dim, true);
    return exit;
}

static bool is_core(const carom_law *law) {
    return carom_law_find(NULL, law->name, CAROM_ONE_CONTACT) == law;
}

int carom_verb_explain(int argc, char **argv) {
    wishes w = {0};
    bool sensitivity = false;
    const char *bodies = NULL, *arm = NULL, *M_c = NULL;
    const char *sets[CAROM_MOST_SETS + 1] = {NULL};
    carom_problem problem = carom_problem_new(carom_tables_modules());
    const carom_option options[] = {
        {"sensitivity", NULL, "print how the velocity after the impact depends on the mass matrix M = W^-1",
         &sensitivity, NULL},
        {"json", NULL, "", &w.json, NULL},
        {"acceleration", "\"N T\"", "acceleration of a closed contact without contact forces, m/s^2", NULL, &w.b},
        {"gravity", "G", "gravity on two bodies in closed contact: a number (downwards) or a vector, m/s^2", NULL,
         &w.gravity},
        {"bodies", "one|two|rods", "print bodies that have the given W, as a scenario file", NULL, &bodies},
        {"arm", "M", "with --bodies: lever arm, m; default 1", NULL, &arm},
        {"M-c", "KG", "with --bodies rods: mass at the centre; default inf", NULL, &M_c},
        CAROM_TABLE_OPTIONS,
        {0},
    };
    const carom_usage usage = {.verb = "explain",
                               .examples = examples,
                               .about = about,
                               .options = options,
                               .problem = &problem,
                               .most_operands = 1,
                               .operands = "[FILE|-]",
                               .asks = CAROM_ASKS_ANY,
                               .reads = carom_tables_reads(NULL),
                               .sets = sets};
    carom_operands operands;
    json_t *document;
    int exit;
    if (!carom_args_read(&usage, argc, argv, &operands, &exit)) return exit;
    if (operands.count && !(operands.text = carom_stream_text(operands.at[0], &operands.length))) return CAROM_EXIT_IO;
    json_t *several = operands.text ? carom_explain_several(operands.text, operands.length) : NULL;
    if (several) {
        exit = CAROM_EXIT_USAGE;
        if (sensitivity || w.b || w.gravity) {
            json_decref(several);
            carom_say("--%s is for one contact, and this file has several", sensitivity ? "sensitivity"
                                                                            : w.b       ? "acceleration"
                                                                                        : "gravity");
        } else
            exit = carom_explain_system(several, operands.text, sets, &problem, w.json);
        free(operands.text);
        carom_problem_free(&problem);
        return exit;
    }
    carom_error refusal;
    if ((problem.law && !carom_problem_law(&problem, problem.law->name, &refusal)) ||
        !carom_problem_assign_all(&problem, sets, &refusal)) {
        free(operands.text);
        return carom_args_refused(&refusal);
    }
    if (bodies) {
        free(operands.text);
        return carom_explain_bodies(bodies, &problem, arm, M_c);
    }
    const carom_law *asked = problem.law; // a law named in the file does not restrict the output
    // e and mu determine the impact's class and the critical friction for every law.
    const uint64_t read =
        (asked ? carom_law_reads(asked) : carom_tables_reads(is_core)) | CAROM_PARAM_BIT(e) | CAROM_PARAM_BIT(mu);
    const bool stated = carom_args_law_reads(&problem, problem.given, read, &exit) &&
                        carom_stream_stated(&usage, &operands, &document, &exit);
    free(operands.text);
    if (!stated) return exit;
    if (!sensitivity) problem.law = asked;
    // Reject a file without a contact.
    const bool no_contact = !operands.count && !problem.W_size && !problem.v_size;
    if (w.b && w.gravity)
        carom_say("--acceleration and --gravity exclude each other"), exit = CAROM_EXIT_USAGE;
    else if (sensitivity)
        exit = carom_explain_sensitivity(&problem, w.json);
    else
        exit = asked && no_contact ? explain_law(&problem, w.json) : explain(&problem, &w);
    carom_problem_free(&problem);
    json_decref(document);
    return exit;
}
