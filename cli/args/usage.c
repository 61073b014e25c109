#include "cli/args/usage.h"

#include <stdio.h>
#include <string.h>

enum { LONGEST_NAME = 64 };

static bool read_assignment(carom_problem *problem, const char *value, carom_error *refusal) {
    char name[LONGEST_NAME];
    const char *equals = strchr(value, '=');
    if (!equals || (size_t)(equals - value) >= sizeof name)
        return carom_refuse(refusal, CAROM_BAD_VALUE, "--param takes NAME=VALUE, such as e=0.5, not \"%s\"", value);
    snprintf(name, sizeof name, "%.*s", (int)(equals - value), value);
    return carom_problem_param(problem, name, equals + 1, refusal);
}

static const carom_problem_option options[] = {
    {"law", "NAME", "law to use; `carom laws` lists all laws", carom_problem_law},
    {"W", "\"a b; b c\"", "inverse mass matrix at the contact, 1/kg: v' = v + W P", carom_problem_W},
    {"v", "\"n t\"", "velocity of A relative to B, m/s; n < 0 means approach", carom_problem_v},
    {"param", "NAME=VALUE", "another way to write --NAME VALUE", read_assignment},
    {"e-of", "\"FORM c\"", "e as a function of |v_n|: fifth, viscoelastic, thornton, quarter", carom_problem_e_of},
    {"mu-of", "\"FORM c\"", "mu as a function of |v_t|: exp", carom_problem_mu_of},
    {"allow", "NAME", "accept values of coefficient NAME outside its range", carom_problem_allow},
};

const carom_problem_option *carom_problem_option_at(int index) {
    return index >= 0 && index < (int)(sizeof options / sizeof *options) ? &options[index] : NULL;
}

bool carom_problem_option_taken(const carom_usage *usage, const char *name) {
    const bool contact = !strcmp(name, "W") || !strcmp(name, "v");
    if (usage->asks == CAROM_ASKS_EVERY) return strcmp(name, "law") != 0;
    return usage->asks != CAROM_ASKS_MOTION || !contact;
}
