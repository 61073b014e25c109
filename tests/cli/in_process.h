// The command inside this process, where a run takes a millisecond: what it ends with and both texts.
#ifndef CAROM_TESTS_CLI_INSIDE_H
#define CAROM_TESTS_CLI_INSIDE_H

#include <stdbool.h>

typedef struct inside_run {
    int code;
    char *out, *err;
} inside_run;

// Makes failures JSON, whatever the words are; false at the start.
extern bool inside_json;

// The verbs in the order of verbs.def; NULL past the last.
const char *inside_verb(int index);

// words[0] is the verb. What it reads is empty.
inside_run inside(int count, char **words);
void inside_forget(inside_run *run);

// Ends the run with this code from wherever it stands; false if none is going on.
bool inside_end(int code);
bool inside_running(void);

#endif
