#include "cli/args/usage.h"

#include <stdio.h>
#include <string.h>

enum { LONGEST_NAME = 64 };

const carom_coefficient *carom_problem_set_name(const carom_problem *problem, const char *set) {
    char name[LONGEST_NAME];
    const size_t length = strcspn(set, "=,");
    if (set[length] != '=' || length >= sizeof name) return NULL;
    snprintf(name, sizeof name, "%.*s", (int)length, set);
    return carom_coefficient_find(problem->modules, name);
}

bool carom_problem_assign_all(carom_problem *problem, const char *const *sets, carom_error *refusal) {
    const uint64_t given = problem->given;
    for (; *sets; sets++) {
        const carom_coefficient *row = carom_problem_set_name(problem, *sets);
        if (row && given >> row->number & 1) continue;
        if (!carom_problem_assign(problem, *sets, refusal)) return false;
    }
    return true;
}

bool carom_problem_assign(carom_problem *problem, const char *value, carom_error *refusal) {
    char name[LONGEST_NAME];
    const char *equals = strchr(value, '=');
    if (!equals || (size_t)(equals - value) >= sizeof name)
        return carom_refuse(refusal, CAROM_BAD_VALUE, "--set takes NAME=VALUE, such as e=0.5, not \"%s\"", value);
    snprintf(name, sizeof name, "%.*s", (int)(equals - value), value);
    return carom_problem_param(problem, name, equals + 1, refusal);
}

static const carom_problem_option options[] = {
    {"law", "NAME", "law to use; `carom laws` lists all laws", carom_problem_law},
    {"W", "\"a b; b c\"", "inverse mass matrix at the contact, 1/kg: v' = v + W P", carom_problem_W},
    {"v", "\"n t\"", "velocity of A relative to B, m/s; n < 0 means approach", carom_problem_v},
    {"set", "NAME=VALUE", "another way to write --NAME VALUE; may be repeated", carom_problem_assign},
    {"e-of", "\"FORM c\"", "e as a function of |v_n|: fifth, viscoelastic, thornton, quarter", carom_problem_e_of},
    {"mu-of", "\"FORM c\"", "mu as a function of |v_t|: exp", carom_problem_mu_of},
    {"allow", "NAME", "accept values of coefficient NAME outside its range", carom_problem_allow},
};

const carom_problem_option *carom_problem_option_at(int index) {
    return index >= 0 && index < (int)(sizeof options / sizeof *options) ? &options[index] : NULL;
}

bool carom_is_format(const carom_usage *usage, const char *name) {
    static const char *const formats[] = {"json", "csv", "md", "jsonl"};
    bool flag = false, of_verb = false;
    for (int i = 0; i < 4; i++) flag = flag || !strcmp(name, formats[i]);
    for (const carom_option *o = usage->options; o->name; o++) {
        if (!strcmp(o->name, "format")) return false;
        of_verb = of_verb || (o->flag && !strcmp(o->name, name));
    }
    return flag && of_verb;
}

const char *carom_formats(const carom_usage *usage, const char *between, char *text, size_t size) {
    text[0] = 0;
    for (const carom_option *o = usage->options; o->name; o++) {
        if (!carom_is_format(usage, o->name)) continue;
        if (!text[0]) snprintf(text, size, "text");
        carom_join(text, size, between, o->name);
    }
    return text;
}

bool carom_problem_option_taken(const carom_usage *usage, const char *name) {
    const bool contact = !strcmp(name, "W") || !strcmp(name, "v");
    if (usage->asks == CAROM_ASKS_EVERY) return strcmp(name, "law") != 0;
    return usage->asks != CAROM_ASKS_MOTION || !contact;
}
