// The verbs by name: what each is for.
#ifndef CAROM_CLI_VERBS_H
#define CAROM_CLI_VERBS_H

typedef struct carom_verb {
    const char *name;
    const char *task; // one of a few headings; verbs of one task stand together and share the pointer
    const char *summary;
} carom_verb;

// In the order of verbs.def; NULL past the last, and for -1.
const carom_verb *carom_verb_at(int index);
int carom_verb_find(const char *name); // -1: there is none
const char *carom_verb_names(int index);

#endif
