#include "cli/stream.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/answer.h"
#include "cli/args.h"
#include "cli/exit.h"
#include "cli/json.h"

// Jansson's own limits: no NaN, no overflow, no key twice.
enum { STRICTLY = JSON_REJECT_DUPLICATES };

static bool is_stdin(const char *name) {
    return !name || !strcmp(name, "-");
}

static const char *spoken(const char *name) {
    return is_stdin(name) ? "standard input" : name;
}

FILE *carom_stream_open(const char *name) {
    FILE *file = is_stdin(name) ? stdin : fopen(name, "r");
    if (!file) carom_say("cannot open %s: %s", name, strerror(errno));
    return file;
}

void carom_stream_close(FILE *file) {
    if (file != stdin) fclose(file);
}

static int unreadable(const char *name) {
    carom_say("cannot read %s: %s", spoken(name), strerror(errno));
    return CAROM_EXIT_IO;
}

int carom_stream_problem(const char *name, carom_problem *problem, json_t **document) {
    json_error_t error;
    carom_refusal refusal;
    *document = NULL;
    FILE *file = carom_stream_open(name);
    if (!file) return CAROM_EXIT_IO;
    errno = 0;
    *document = json_loadf(file, STRICTLY, &error);
    const bool failed = ferror(file);
    carom_stream_close(file);
    if (failed) return unreadable(name);
    if (!*document) {
        carom_say("%s, line %d, column %d: not JSON: %s", spoken(name), error.line, error.column, error.text);
        return CAROM_EXIT_INPUT;
    }
    return carom_problem_json(problem, *document, &refusal) ? CAROM_EXIT_FINE : carom_args_refused(&refusal);
}

// A line that is not a problem is answered like any other: the stream goes on.
static int answer_line(const char *line, size_t length, const carom_problem *base, bool strict) {
    json_error_t error;
    carom_problem problem = *base;
    carom_answer answer = {.status = CAROM_BAD_VALUE};
    json_t *object = json_loadb(line, length, STRICTLY, &error);
    if (!object)
        carom_refuse(&answer.refusal, "bad-json", "not JSON, column %d: %s", error.column, error.text);
    else if (carom_problem_json(&problem, object, &answer.refusal))
        carom_answer_problem(&problem, &answer);
    carom_json_answer(carom_answer_json(&problem, &answer));
    json_decref(object);
    return carom_answer_exit(&answer, strict);
}

int carom_stream_lines(const char *name, const carom_problem *base, bool strict) {
    FILE *file = carom_stream_open(name);
    if (!file) return CAROM_EXIT_IO;
    // Whole lines go out at once, so that a partner on a pipe can wait for each answer.
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    int exit = CAROM_EXIT_FINE;
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    errno = 0;
    while ((length = getline(&line, &room, file)) >= 0 && !ferror(stdout))
        if (strspn(line, " \t\r\n") != (size_t)length)
            exit = carom_graver_exit(exit, answer_line(line, (size_t)length, base, strict));
    if (ferror(file)) exit = unreadable(name);
    free(line);
    carom_stream_close(file);
    return exit;
}
