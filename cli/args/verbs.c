#include "cli/args/verbs.h"

#include <stddef.h>
#include <string.h>

#define CAROM_TASK(name, heading) static const char task_##name[] = heading;
#include "cli/verbs.def"

static const carom_verb verbs[] = {
#define CAROM_VERB(name, task, summary) {#name, task_##task, summary},
#include "cli/verbs.def"
};
enum { VERBS = sizeof verbs / sizeof *verbs };
#define CAROM_TASK(name, heading)       _Static_assert(sizeof(heading) > 1, "task " #name " has a heading");
#define CAROM_VERB(name, task, summary) _Static_assert(sizeof(summary) > 1, "verb " #name " has a summary");
#include "cli/verbs.def"

const carom_verb *carom_verb_at(int index) {
    return index >= 0 && index < VERBS ? &verbs[index] : NULL;
}

int carom_verb_find(const char *name) {
    for (int i = 0; i < VERBS; i++)
        if (!strcmp(verbs[i].name, name)) return i;
    return -1;
}

const char *carom_verb_names(int index) {
    return index < VERBS ? verbs[index].name : NULL;
}
