// Fuzzes the command line with verbs that neither write files nor start programs, followed by any words. Each line of
// the input is one word. The text after an empty line is the file that "@" names.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/exit.h"
#include "fuzz.h"

typedef int verb_function(int argc, char **argv);
#define CAROM_VERB(name, task, summary) verb_function carom_verb_##name;
#include "cli/verbs.def"

static const struct {
    const char *name;
    verb_function *run;
} verbs[] = {
#define CAROM_VERB(name, task, summary) {#name, carom_verb_##name},
#include "cli/verbs.def"
};

// Verbs that write files, start programs or compute for long. Every other row of verbs.def is called.
static bool called(const char *verb) {
    static const char *const not_called[] = {"draw", "map", "sweep", "report", "fit", "reproduce", "bench"};
    for (size_t i = 0; i < sizeof not_called / sizeof *not_called; i++)
        if (!strcmp(verb, not_called[i])) return false;
    return true;
}

enum { MOST_WORDS = 40 };

const double fuzz_floor = 0.008;

// Returns true if this word lets the command write no file, and read no file but that of the input. --csv and --md keep
// a file open until the process ends.
static bool harmless(const char *word, int place) {
    if (!strncmp(word, "--csv", 5) || !strncmp(word, "--md", 4)) return false;
    if (!strncmp(word, "-o", 2) || !strncmp(word, "--o", 3)) return false;
    return !place || !strchr(word, '/');
}

// Runs a verb without input, and discards its output.
static int quietly(verb_function *run, int argc, char **argv) {
    static FILE *nothing, *no_words;
    FILE *const in = stdin, *const out = stdout, *const err = stderr;
    if (!nothing) nothing = fopen("/dev/null", "w");
    if (!no_words) no_words = fopen("/dev/null", "r");
    if (!nothing || !no_words) exit(2);
    stdin = no_words;
    stdout = stderr = nothing;
    const int exit_code = run(argc, argv);
    stdin = in;
    stdout = out;
    stderr = err;
    return exit_code;
}

bool fuzz_one(const uint8_t *bytes, size_t size) {
    char *text = fuzz_text(bytes, size), *argv[MOST_WORDS + 2], *file = strstr(text, "\n\n");
    int argc = 0, exit_code = -1;
    if (file) *file = 0;
    const size_t file_size = file ? strlen(file + 2) : 0;
    const char *name = file ? fuzz_file(file + 2, file_size) : "/dev/null";
    for (char *word = strtok(text, "\n"); word && argc < MOST_WORDS; word = strtok(NULL, "\n"))
        if (harmless(word, argc)) argv[argc++] = !strcmp(word, "@") ? (char *)(uintptr_t)name : word;
    argv[argc] = NULL;
    for (size_t i = 0; argc && i < sizeof verbs / sizeof *verbs; i++)
        if (!strcmp(argv[0], verbs[i].name) && called(argv[0])) exit_code = quietly(verbs[i].run, argc, argv);
    if (exit_code > CAROM_EXIT_IO) fuzz_wrong("the command ends with %d", exit_code);
    free(text);
    return exit_code == CAROM_EXIT_FINE || exit_code == 1;
}
