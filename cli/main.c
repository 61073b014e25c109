// Runs `carom VERB ...`: finds the verb, runs it, and checks that its output was written.
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/args/args.h"
#include "cli/args/complete.h"
#include "cli/args/help.h"
#include "cli/args/verbs.h"
#include "cli/exit.h"
#include "cli/print/table.h"
#include "cli/print/words.h"

typedef int verb_function(int argc, char **argv);

#define CAROM_VERB(name, task, summary) verb_function carom_verb_##name;
#include "cli/verbs.def"

static verb_function *const code[] = {
#define CAROM_VERB(name, task, summary) carom_verb_##name,
#include "cli/verbs.def"
};

static void print_help(FILE *file) {
    fputs("Usage: carom VERB [FILE] [OPTIONS]\n"
          "\n"
          "carom computes what happens when rigid bodies collide with friction.\n"
          "\n"
          "  carom solve cars.json                  velocities after the impact\n"
          "  carom compare cars.json                the same impact with every law\n"
          "  carom draw cars.json --scene -o x.svg  a picture of the impact\n",
          file);
    const carom_verb *verb;
    const char *task = NULL;
    for (int i = 0; (verb = carom_verb_at(i)); i++) {
        if (task != verb->task) fprintf(file, "\n%s\n", verb->task);
        task = verb->task;
        fprintf(file, "  %-14s %s\n", verb->name, verb->summary);
    }
    fputs("\n"
          "`carom VERB --help` explains a verb. `carom --version` prints the version.\n"
          "`carom judge` runs carom-judge, which identifies the law of a physics engine.\n"
          "Exit codes: 0 success, 1 failed check, 2 usage error, 3 invalid input,\n"
          "4 numerical failure, 5 file error.\n",
          file);
}

// Rejects the first word of the command line, which is not a verb.
static int unknown_verb(const char *name) {
    char hint[128];
    carom_error refusal;
    if (name[0] == '-') {
        carom_refuse(&refusal, CAROM_BAD_VALUE,
                     "carom has no option %s; options follow a verb, as `carom --help` shows", name);
        carom_visible(refusal.name, sizeof refusal.name, name);
        carom_say_usage("unknown-option", &refusal);
        return CAROM_EXIT_USAGE;
    }
    const char *dot = strrchr(name, '.');
    const char *else_say =
        dot && !strcmp(dot, ".json") ? "to solve this file, use `carom solve FILE`" : "`carom --help` lists them all";
    carom_suggestion(carom_nearest_name(name, carom_verb_names), else_say, hint, sizeof hint);
    carom_refuse(&refusal, CAROM_BAD_VALUE, "there is no verb \"%s\"%s", name, hint);
    carom_say_usage("unknown-verb", &refusal);
    return CAROM_EXIT_USAGE;
}

// Runs the program carom-NAME, from the directory of the command or else from PATH. NAME is the first of the words; the
// others are its arguments. A name has only letters, digits and hyphens and does not begin with a hyphen. Returns only if
// there is no such program.
static void run_program(char **words) {
#ifndef _WIN32
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-";
    char path[4096], program[80];
    char *const name = words[0];
    if (*name == '-' || !*name || strlen(name) > 64 || name[strspn(name, allowed)]) return;
    snprintf(program, sizeof program, "carom-%s", name);
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - sizeof program);
    signal(SIGXFSZ, SIG_DFL);
    words[0] = program;
    if (length > 0) {
        path[length] = 0;
        strcpy(strrchr(path, '/') + 1, program);
        execv(path, words);
    }
    execvp(program, words);
    words[0] = name;
    signal(SIGXFSZ, SIG_IGN);
#endif
}

static void print_options(int verb) {
    char name[32], words[] = CAROM_WORDS;
    snprintf(name, sizeof name, "%s", carom_verb_at(verb)->name);
    code[verb](2, (char *[]){name, words, NULL});
}

static int run(int argc, char **argv) {
    if (argc < 2) {
        print_help(stderr);
        return CAROM_EXIT_USAGE;
    }
    const char *word = argv[1];
    if (!strcmp(word, "--help") || !strcmp(word, "-h") || (!strcmp(word, "help") && argc == 2))
        return print_help(stdout), CAROM_EXIT_FINE;
    if (!strcmp(word, "--version") || !strcmp(word, "-V") || (!strcmp(word, "version") && argc == 2)) {
        printf("carom %s\n", carom_version());
        return CAROM_EXIT_FINE;
    }
    if (!strcmp(word, "help") && argc == 3 && !strcmp(argv[2], "--bash"))
        return carom_complete_print(print_options), CAROM_EXIT_FINE;
    // `carom help solve` means `carom solve --help`. The build runs `carom help --man` and `carom help --man solve`.
    const bool help = !strcmp(word, "help"), man = help && !strcmp(argv[2], CAROM_MAN);
    if (man && argc == 3) return carom_man_verbs(), CAROM_EXIT_FINE;
    char *asked[] = {help ? argv[man ? 3 : 2] : argv[1], man ? CAROM_MAN : "--help", NULL};
    const int verb = carom_verb_find(asked[0]);
    if (verb < 0 && !man) run_program(help ? asked : argv + 1);
    if (verb < 0) return unknown_verb(asked[0]);
    return help ? code[verb](2, asked) : code[verb](argc - 1, argv + 1);
}

// Opens standard descriptors that are closed. Otherwise the first file we open would get their number, and messages
// would be written into it. Each is opened in the opposite direction, so that reading stdin and writing stdout still
// fail.
static bool hold_descriptors(void) {
    static const int ways[] = {O_WRONLY, O_RDONLY, O_WRONLY};
    for (int i = STDIN_FILENO; i <= STDERR_FILENO; i++)
        if (fcntl(i, F_GETFD) < 0 && open("/dev/null", ways[i]) != i) return false;
    return true;
}

int main(int argc, char **argv) {
    if (!hold_descriptors()) return CAROM_EXIT_IO;
    // Let a write beyond the file size limit fail with an error instead of ending the process.
    signal(SIGXFSZ, SIG_IGN);
    json_set_alloc_funcs(carom_memory, free);
    carom_say_begin(carom_say_asked(argc, argv));
    int exit = run(argc, argv);
    if (ferror(stdout) || fflush(stdout) || !carom_table_finish()) {
        carom_say("cannot write to standard output: %s", strerror(errno));
        exit = CAROM_EXIT_IO;
    }
    return carom_say_end(exit);
}
