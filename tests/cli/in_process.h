// Runs the command inside this process, which takes about 1 ms, and returns its exit code and both outputs.
#ifndef CAROM_TESTS_CLI_INSIDE_H
#define CAROM_TESTS_CLI_INSIDE_H

#include <stdbool.h>

typedef struct cli_run {
    int code;
    char *out, *err;
} cli_run;

// Makes failures JSON, whatever the words are; false at the start.
extern bool cli_run_json;

// The verbs in the order of verbs.def; NULL past the last.
const char *cli_run_verb(int index);

// words[0] is the verb. What it reads is empty.
cli_run cli_run_words(int count, char **words);
void cli_run_free(cli_run *run);

// Ends the run with this code from wherever it stands; false if none is going on.
bool cli_run_end(int code);
bool cli_is_running(void);

#endif
