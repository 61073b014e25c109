#include "in_process.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/args/verbs.h"
#include "cli/print/words.h"

typedef int verb_function(int argc, char **argv);
#define CAROM_VERB(name, task, summary) verb_function carom_verb_##name;
#include "cli/verbs.def"
static const struct {
    const char *name;
    verb_function *code;
} verbs[] = {
#define CAROM_VERB(name, task, summary) {#name, carom_verb_##name},
#include "cli/verbs.def"
};

const char *cli_run_verb(int index) {
    return index >= 0 && index < (int)(sizeof verbs / sizeof *verbs) ? verbs[index].name : NULL;
}

static verb_function *verb_of(const char *name) {
    const int verb = carom_verb_find(name);
    if (verb >= 0) return verbs[verb].code;
    fprintf(stderr, "there is no verb %s\n", name);
    abort();
}

bool cli_run_json;
static jmp_buf ended;
static bool running;

bool cli_is_running(void) {
    return running;
}

bool cli_run_end(int code) {
    if (running) longjmp(ended, code + 1);
    return false;
}

static int new_file(void) {
    char name[] = "/tmp/carom_inside.XXXXXX";
    const int file = mkstemp(name);
    if (file < 0) abort();
    unlink(name);
    return file;
}

static char *taken(int file) {
    const off_t size = lseek(file, 0, SEEK_END);
    char *text = malloc((size_t)size + 1);
    if (!text) abort();
    const ssize_t got = pread(file, text, (size_t)size, 0);
    text[got < 0 ? 0 : got] = 0;
    if (ftruncate(file, 0)) abort();
    lseek(file, 0, SEEK_SET);
    return text;
}

cli_run cli_run_words(int count, char **words) {
    static int kept[2], files[2];
    cli_run run;
    fflush(stdout);
    for (int i = 0; i < 2; i++) {
        if (!files[i]) files[i] = new_file();
        kept[i] = dup(i + 1);
        dup2(files[i], i + 1);
    }
    running = true;
    carom_say_begin(cli_run_json || carom_say_asked(count, words));
    const int end = setjmp(ended);
    run.code = end ? end - 1 : verb_of(words[0])(count, words);
    running = false;
    if (!end) run.code = carom_say_end(run.code);
    fflush(stdout);
    fflush(stderr);
    for (int i = 0; i < 2; i++) {
        char **text = i ? &run.err : &run.out;
        *text = taken(files[i]);
        dup2(kept[i], i + 1);
        close(kept[i]);
    }
    return run;
}

void cli_run_free(cli_run *run) {
    free(run->out);
    free(run->err);
}
