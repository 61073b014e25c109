// Runs the command within the test process, which takes about 1 ms. Returns its exit code and both outputs.
#ifndef CAROM_TESTS_CLI_IN_PROCESS_H
#define CAROM_TESTS_CLI_IN_PROCESS_H

#include <stdbool.h>

typedef struct cli_run {
    int code;
    char *out, *err;
} cli_run;

// If true, errors are printed as JSON even without --json. Initially false.
extern bool cli_run_json;

// Returns the name of a verb by its index in verbs.def; NULL past the last.
const char *cli_run_verb(int index);

// Runs the command. words[0] is the verb. Standard input is not redirected.
cli_run cli_run_words(int count, char **words);
void cli_run_free(cli_run *run);

// Ends the current run with this exit code, from any function that it has called. Returns false if no run is in
// progress.
bool cli_run_end(int code);
bool cli_is_running(void);

#endif
