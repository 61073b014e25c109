// Lists the verbs, each with its name, task and summary.
#ifndef CAROM_CLI_VERBS_H
#define CAROM_CLI_VERBS_H

typedef struct carom_verb {
    const char *name;
    const char *task; // one of a few headings; verbs of the same task are adjacent and share this pointer
    const char *summary;
} carom_verb;

// carom_verb_at returns the verb at an index, in the order of verbs.def; NULL past the last, and for -1.
const carom_verb *carom_verb_at(int index);
int carom_verb_find(const char *name); // -1 if there is none
const char *carom_verb_names(int index);

#endif
