#include "cli/args/effect.h"

#include <stdio.h>
#include <string.h>

#include "cli/print/words.h"

static bool is_given(const carom_usage *usage, const char *name) {
    const char *value = strchr(name, '=');
    if (value) return usage->whole && *usage->whole && !strcmp(*usage->whole, value + 1);
    if (usage->problem && !strcmp(name, "law")) return usage->problem->law || (usage->whole && *usage->whole);
    if (usage->problem && !strcmp(name, "set")) return usage->problem->given || (usage->sets && *usage->sets);
    for (const carom_option *o = usage->options; o->name; o++)
        if (!strcmp(o->name, name) && ((o->flag && *o->flag) || (o->text && *o->text))) return true;
    return false;
}

// Returns true if one of these options is given. The names are separated by blanks.
static bool any_given(const carom_usage *usage, const char *names) {
    char name[64];
    for (int length; sscanf(names, " %63s%n", name, &length) == 1; names += length)
        if (is_given(usage, name)) return true;
    return false;
}

static bool applies(const carom_usage *usage, const carom_no_effect *row, const char *kind) {
    if (!kind != !row->kind || !is_given(usage, row->option)) return false;
    if (kind) return !strcmp(row->kind, kind);
    return row->beside ? any_given(usage, row->beside) : !any_given(usage, row->without);
}

bool carom_effect_check(const carom_usage *usage, const char *kind) {
    for (const carom_no_effect *row = usage->no_effect; row && row->option; row++) {
        if (!applies(usage, row, kind)) continue;
        carom_error refusal;
        carom_refuse(&refusal, CAROM_BAD_VALUE, "--%s has no effect here: %s", row->option, row->reason);
        snprintf(refusal.name, sizeof refusal.name, "--%s", row->option);
        carom_say_usage("usage", &refusal);
        return false;
    }
    return true;
}

void carom_effect_print(const carom_usage *usage) {
    for (const carom_no_effect *row = usage->no_effect; row && row->option; row++)
        printf("%s\t%s\t%s\t%s\n", row->option, row->kind ? row->kind : "", row->beside ? row->beside : "",
               row->without ? row->without : "");
}
