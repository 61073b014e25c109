#include <math.h>
#include <stdio.h>
#include <string.h>

#include "carom/compliant.h"
#include "carom/explain.h"
#include "cli/convert/contact_model.h"
#include "cli/convert/convert.h"
#include "cli/exit.h"
#include "cli/print/words.h"
#include "cli/verbs/parts.h"

// Converts to MuJoCo's soft contact, from the ratio of normal velocities of the impact.
static int to_mujoco(const carom_converted *x, double omega) {
#ifdef CAROM_WITH_COMPLIANT
    carom_mujoco_contact m;
    if (carom_mujoco_from_restitution(carom_converted_ratio(x), omega, &m) != CAROM_OK) {
        carom_say("MuJoCo's contact has 0 < e <= 1 and omega > 0; the normal velocities of this impact have the ratio "
                  "%g, omega is %g",
                  carom_converted_ratio(x), omega);
        return CAROM_EXIT_INPUT;
    }
    carom_document_print(carom_converted_describe_mujoco(x, omega, &m));
    return CAROM_EXIT_FINE;
#else
    carom_say("MuJoCo's contact needs the module \"compliant\", which this build does not have");
    return CAROM_EXIT_INPUT;
#endif
}

// Checks that all options are read: by the impact, or by the contact model to which it is converted.
static bool all_read(const carom_converted *x, uint64_t given, const char *device, carom_error *refusal) {
    const bool theirs = strcmp(x->from.law->module, "core") != 0;
    // The e and mu of a convention are those of its law, which may have other names for them. A contact model reads
    // only its own parameters.
    const uint64_t plain = CAROM_PARAM_BIT(mu) | (theirs ? 0 : CAROM_PARAM_BIT(e));
    const uint64_t target = device && !theirs ? carom_device_reads(device) : 0;
    // newton, poisson and energetic are choices of routh.
    const bool chosen = x->problem->law != &carom_law_routh && x->from.law == &carom_law_routh;
    const uint64_t reads = carom_law_reads(x->from.law) & ~(chosen ? CAROM_PARAM_BIT(restitution) : 0);
    char who[80];
    snprintf(who, sizeof who, "convert --from %.40s", x->from.name);
    return carom_problem_all_read(x->problem, given, reads | target | plain, who, refusal);
}

int carom_convert_impact(carom_problem *problem, const char *from, const char *to, const carom_operands *operands,
                         uint64_t given) {
    double omega = (double)NAN, e = (double)NAN, mu = (double)NAN, kn = (double)NAN;
    const carom_value_word words[] = {{"omega", &omega}, {"e", &e}, {"mu", &mu}, {"kn", &kn}, {0}};
    const bool mujoco = to && !strcmp(to, "mujoco"), device = carom_device_is_target(to);
    carom_error refusal;
    if (!carom_convert_values(operands, words, "e=, mu=, kn= or omega= with a number")) return CAROM_EXIT_INPUT;
    if (!isnan(omega) && !mujoco) return carom_say("omega= goes with --to mujoco"), CAROM_EXIT_USAGE;
    if (!isnan(kn) && !device) return carom_say("kn= goes with a contact model as --to"), CAROM_EXIT_USAGE;
    if (isnan(omega)) omega = 2000.0;
    if (!isnan(e)) problem->params.e = e;
    if (!isnan(mu)) problem->params.mu = mu;
    carom_converted x = {.problem = problem};
    const bool made = carom_problem_settled(problem, &refusal) &&
                      carom_converted_make(&x, from, device ? "newton" : to, &refusal) &&
                      all_read(&x, given, device ? to : NULL, &refusal);
    carom_document *document = !made    ? NULL
                               : device ? carom_device_describe_impact(&x, to, kn, &refusal)
                               : mujoco ? NULL
                                        : carom_converted_describe(&x, to != NULL);
    int exit = CAROM_EXIT_FINE;
    if (document)
        carom_document_print(document);
    else
        exit = made && mujoco ? to_mujoco(&x, omega) : carom_args_refused(&refusal);
    carom_converted_free(&x);
    return exit;
}
