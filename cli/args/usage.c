#include "cli/args/usage.h"

#include <stdio.h>
#include <string.h>

enum { LONGEST_NAME = 64 };

static bool read_assignment(carom_problem *problem, const char *value, carom_misreading *refusal) {
    char name[LONGEST_NAME];
    const char *equals = strchr(value, '=');
    if (!equals || (size_t)(equals - value) >= sizeof name)
        return carom_refuse(refusal, "bad-value", "--param takes NAME=VALUE, such as e=0.5, not \"%s\"", value);
    snprintf(name, sizeof name, "%.*s", (int)(equals - value), value);
    return carom_problem_param(problem, name, equals + 1, refusal);
}

static const carom_problem_option options[] = {
    {"law", "NAME", "the law to ask; `carom laws` lists them", carom_problem_law},
    {"W", "\"a b; b c\"", "inverse local mass matrix, 1/kg: v' = v + W P", carom_problem_W},
    {"v", "\"n t\"", "relative velocity of A, m/s; n < 0 approaches", carom_problem_v},
    {"param", "NAME=VALUE", "a parameter, if you prefer it to --NAME VALUE", read_assignment},
    {"e-of", "\"FORM c\"", "e by |v_n|: fifth, viscoelastic, thornton, quarter and its numbers", carom_problem_e_of},
    {"mu-of", "\"FORM c\"", "mu by |v_t|: exp and its numbers", carom_problem_mu_of},
    {"allow", "NAME", "let a parameter leave its range", carom_problem_allow},
};

const carom_problem_option *carom_problem_option_at(int index) {
    return index >= 0 && index < (int)(sizeof options / sizeof *options) ? &options[index] : NULL;
}
