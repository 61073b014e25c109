// Implements carom convert: computes the coefficients of one impact for another law or engine, and converts a
// restitution to coefficients of a contact model.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/carom.h"
#include "cli/args/args.h"
#include "cli/args/stream.h"
#include "cli/convert/contact_model.h"
#include "cli/exit.h"
#include "cli/lookup/laws.h"
#include "cli/print/words.h"
#include "cli/verbs/parts.h"

static const char examples[] = "  carom convert --from poisson --e 0.75 --mu 0.7 \\\n"
                               "      --W \"2.5 -1.5; -1.5 2.5\" --v \"-1 0.6\"\n"
                               "  carom convert --from bullet --to rapier --e 0.5 --mu 0.3 rod.json\n"
                               "  carom convert --to spring-dashpot e=0.8\n";
static const char about[] =
    "Converts restitution and friction between laws, contact models and engines.\n"
    "\n"
    "With an impact (FILE, or --W and --v), carom finds the e and mu with which another law or engine "
    "gives the same result. It also prints the largest e for which no energy is gained. "
    "For one contact, carom also prints the e and mu with which an engine that implements whittaker gives the same "
    "impulse. --from and --to accept newton, poisson, energetic, a law or an engine (`carom laws --engines`). "
    "Without --to, carom lists the conversions to all of them.\n"
    "\n"
    "Without an impact, carom finds the damping with which a contact model has the head-on "
    "restitution e. It also runs the model with this damping and prints the resulting e. The operands are e, m "
    "(default 1 "
    "kg), v (default 1 m/s), kn (default 1) and, for mujoco, omega. Without --from, you can also give the "
    "coefficients of the model as options: --e, --kn, --p, --depth and --R-eff. The unit of kn depends on the model.";

bool carom_convert_values(const carom_operands *operands, const carom_value_word *words, const char *expected) {
    for (int i = 0; i < operands->count; i++) {
        const char *word = operands->at[i], *number = strchr(word, '=');
        char *end = NULL;
        for (const carom_value_word *w = words; number && w->name; w++)
            if (strlen(w->name) == (size_t)(number - word) && !strncmp(word, w->name, (size_t)(number - word)))
                *w->value = strtod(number + 1, &end); // may be "inf"
        if (end && !*end && end > number + 1) continue;
        carom_say("\"%s\" is not %s", word, expected);
        return false;
    }
    return true;
}

static int to_device(const carom_problem *problem, const char *from, const char *to, const carom_operands *operands) {
    carom_device_question q = {problem, from, to, (double)NAN, 1.0, 1.0, (double)NAN};
    const carom_value_word words[] = {{"e", &q.e}, {"m", &q.m}, {"v", &q.v}, {"kn", &q.kn}, {0}};
    carom_error refusal;
    if (!carom_convert_values(operands, words, "e=, m=, v= or kn= with a number")) return CAROM_EXIT_INPUT;
    if (to ? !carom_device_is_target(to) : !from) {
        carom_say("without an impact, --to takes a contact model such as tsuji, or mujoco-solref; for a law or an "
                  "engine, add an "
                  "impact: --W and --v, or a file");
        return CAROM_EXIT_USAGE;
    }
    if (to && !isnan(q.kn) && !(carom_device_reads(to) & CAROM_PARAM_BIT(kn)))
        return carom_say("%s does not read kn", to), CAROM_EXIT_USAGE;
    // If --from is not given, the options describe the target.
    if (!from && !carom_problem_all_read(problem, problem->given, carom_device_reads(to), "convert --to", &refusal))
        return carom_args_refused(&refusal);
    const bool by_e = !from && (problem->given & CAROM_PARAM_BIT(e)),
               by_kn = !from && (problem->given & CAROM_PARAM_BIT(kn));
    if ((by_e && !isnan(q.e)) || (by_kn && !isnan(q.kn)))
        return carom_say("%s is given twice, as an operand and as an option", by_e && !isnan(q.e) ? "e" : "kn"),
               CAROM_EXIT_USAGE;
    if (by_e) q.e = problem->params.e;
    if (by_kn) q.kn = problem->params.own[CAROM_OWN(kn)];
    carom_document *document = carom_device_describe(&q, &refusal);
    if (!document) return carom_args_refused(&refusal);
    carom_document_print(document);
    return CAROM_EXIT_FINE;
}

// Moves words without "=", which name a file, out of the operands.
static carom_operands file_of(carom_operands *operands) {
    carom_operands file = {0}, values = {0};
    for (int i = 0; i < operands->count; i++) {
        carom_operands *to = strchr(operands->at[i], '=') ? &values : &file;
        to->at[to->count++] = operands->at[i];
    }
    *operands = values;
    return file;
}

int carom_verb_convert(int argc, char **argv) {
    const char *to = NULL, *from = NULL;
    carom_problem problem = carom_problem_new(carom_tables_modules());
    const carom_option options[] = {
        {"from", "WHAT",
         "definition of the given e and mu: newton, poisson, energetic, a law, a contact model or an engine", NULL,
         &from},
        {"to", "WHAT", "definition to convert to: as for --from, or mujoco, mujoco-solref", NULL, &to},
        CAROM_DOCUMENT_OPTIONS,
        {0},
    };
    const carom_usage usage = {.verb = "convert",
                               .examples = examples,
                               .about = about,
                               .options = options,
                               .problem = &problem,
                               .most_operands = 4,
                               .operands = "[FILE|-] [NAME=VALUE]...",
                               .reads = carom_tables_reads(NULL)};
    carom_operands operands;
    json_t *document = NULL;
    int exit;
    if (!carom_args_read(&usage, argc, argv, &operands, &exit)) return exit;
    const carom_operands file = file_of(&operands);
    if (!file.count && !problem.W_size) return to_device(&problem, from, to, &operands);
    const uint64_t given = problem.given;
    if (!carom_stream_stated(&usage, &file, &document, &exit)) return exit;
    exit = carom_convert_impact(&problem, from, to, &operands, given);
    carom_problem_free(&problem);
    json_decref(document);
    return exit;
}
