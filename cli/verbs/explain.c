// Implements carom explain: shows the quantities that determine an impact.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/explain.h"
#include "cli/args/args.h"
#include "cli/args/stream.h"
#include "cli/exit.h"
#include "cli/lookup/ask.h"
#include "cli/lookup/fall.h"
#include "cli/lookup/laws.h"
#include "cli/print/shell.h"
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

// Explains the coefficients of the law if no contact is given.

static int explain_law(const carom_problem *problem) {
    const carom_law *law = problem->law;
    carom_error refusal;
    if (!law->contact) {
        carom_complain_of(&refusal, CAROM_MODULE_MISSING, law, &problem->contact, NULL, NULL);
        return carom_args_refused(&refusal);
    }
    carom_document *document = carom_document_new(NULL);
    carom_document_paragraph(document, "%s: %s [%s]", law->name, law->summary, law->citation);
    carom_document_data(
        document, NULL,
        json_pack("{s:s, s:s, s:s}", "law", law->name, "summary", law->summary, "citation", law->citation));
    carom_document_data(document, "coefficients", carom_explain_coefficients(document, problem, 2, false));
    carom_document_paragraph(document,
                             "Add --W and --v to see what it predicts for an impact, and why. `carom laws %s` lists "
                             "ranges and guarantees.",
                             law->name);
    carom_document_print(document);
    return CAROM_EXIT_FINE;
}

// Options for the forces of the closed contact.
typedef struct {
    const char *b, *gravity;
} wishes;

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
    carom_contact_forces forces;
    const bool falls = w->b || w->gravity;
    const carom_status forced =
        falls ? carom_forces_compute(&problem->contact, b, &problem->params, &forces) : CAROM_OK;
    if (forced != CAROM_OK) {
        carom_complain_of(&refusal, forced, &carom_law_routh, &problem->contact, &problem->params, NULL);
        return carom_args_refused(&refusal);
    }
    carom_document *document = carom_explain_contact(problem);
    if (falls) carom_explain_forces(document, problem, b, &forces);
    carom_explain_laws(document, problem);
    carom_document_print(document);
    return CAROM_EXIT_FINE;
}

static bool is_core(const carom_law *law) {
    return carom_law_find(NULL, law->name, CAROM_ONE_CONTACT) == law;
}

int carom_verb_explain(int argc, char **argv) {
    wishes w = {0};
    const char *bodies = NULL, *arm = NULL, *M_c = NULL;
    const char *sets[CAROM_MOST_SETS + 1] = {NULL};
    carom_problem problem = carom_problem_new(carom_tables_modules());
    const carom_option options[] = {
        {"acceleration", "\"N T\"", "acceleration of a closed contact without contact forces, m/s^2", NULL, &w.b},
        {"gravity", "G", "gravity on two bodies in closed contact: a number (downwards) or a vector, m/s^2", NULL,
         &w.gravity},
        {"bodies", "one|two|rods", "print bodies that have the given W, as a scenario file", NULL, &bodies},
        {"arm", "M", "with --bodies: lever arm, m; default 1", NULL, &arm},
        {"M-c", "KG", "with --bodies rods: mass at the centre; default inf", NULL, &M_c},
        CAROM_DOCUMENT_OPTIONS,
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
        if (w.b || w.gravity) {
            json_decref(several);
            carom_say("--%s is for one contact, and this file has several", w.b ? "acceleration" : "gravity");
        } else
            exit = carom_explain_system(several, operands.text, sets, &problem);
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
    problem.law = asked;
    // Reject a file without a contact.
    const bool no_contact = !operands.count && !problem.W_size && !problem.v_size;
    if (w.b && w.gravity)
        carom_say("--acceleration and --gravity exclude each other"), exit = CAROM_EXIT_USAGE;
    else
        exit = asked && no_contact ? explain_law(&problem) : explain(&problem, &w);
    carom_problem_free(&problem);
    json_decref(document);
    return exit;
}
