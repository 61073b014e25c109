#include "cli/print/words.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/exit.h"

// Longer messages are cut, since names given by the user may have any length.
enum { LONGEST_SENTENCE = 2000 };

static struct {
    bool json, failed;
    carom_error first;
    char status[32];                 // status of the first failure
    char text[4 * LONGEST_SENTENCE]; // messages of all failures
} kept;

static void report(const char *text) {
    if (kept.json)
        carom_join(kept.text, sizeof kept.text, "; ", text);
    else
        fprintf(stderr, "carom: %s\n", text);
    kept.failed = true;
}

static void write_line(char *shown, size_t size, const char *format, va_list arguments) {
    char text[LONGEST_SENTENCE];
    vsnprintf(text, sizeof text, format, arguments);
    carom_visible(shown, size, text);
}

void carom_say(const char *format, ...) {
    char shown[4 * LONGEST_SENTENCE];
    va_list arguments;
    va_start(arguments, format);
    write_line(shown, sizeof shown, format, arguments);
    va_end(arguments);
    report(shown);
}

void carom_say_usage(const char *code, const carom_error *refusal) {
    if (!kept.failed) {
        kept.first = *refusal;
        snprintf(kept.status, sizeof kept.status, "%s", code);
    }
    report(refusal->detail);
}

void carom_say_refusal(const carom_error *refusal) {
    carom_say_usage(carom_status_name(refusal->status), refusal);
}

void carom_remark(const char *format, ...) {
    char shown[4 * LONGEST_SENTENCE];
    va_list arguments;
    va_start(arguments, format);
    write_line(shown, sizeof shown, format, arguments);
    va_end(arguments);
    fprintf(stderr, "carom: %s\n", shown);
}

bool carom_say_asked(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--json") || !strcmp(argv[i], "--format=json") ||
            (!strcmp(argv[i], "--format") && i + 1 < argc && !strcmp(argv[i + 1], "json")))
            return true;
    return false;
}

void carom_say_begin(bool json) {
    kept.json = json;
    kept.failed = false;
    kept.first = (carom_error){0};
    kept.text[0] = kept.status[0] = 0;
}

// Writes a JSON member. The text is printable, so only quotes and backslashes are escaped. Allocates nothing, as memory
// may be short.
static void write_member(const char *separator, const char *name, const char *text) {
    if (!text || !*text) return;
    fprintf(stderr, "%s\"%s\":\"", separator, name);
    for (; *text; text++) fprintf(stderr, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
    fputc('"', stderr);
}

static const char *status_of(int exit) {
    static const char *const names[] = {[CAROM_EXIT_USAGE] = "usage",
                                        [CAROM_EXIT_INPUT] = "bad-value",
                                        [CAROM_EXIT_NUMERICAL] = "failed",
                                        [CAROM_EXIT_IO] = "file-error"};
    return names[exit];
}

int carom_say_end(int exit) {
    const carom_error *first = &kept.first;
    if (exit == CAROM_EXIT_INPUT && first->status == CAROM_NO_MEMORY) exit = CAROM_EXIT_NUMERICAL;
    if (!kept.json || !kept.failed) return exit;
    if (exit <= CAROM_EXIT_INADMISSIBLE || exit > CAROM_EXIT_IO) {
        fprintf(stderr, "carom: %s\n", kept.text);
        return exit;
    }
    fputs("{\"error\":{", stderr);
    write_member("", "status", kept.status[0] ? kept.status : status_of(exit));
    write_member(",", "reason", first->reason ? carom_enum_name(CAROM_ENUM_REASON, (int)first->reason) : NULL);
    write_member(",", "hint", first->hint ? carom_enum_name(CAROM_ENUM_HINT, (int)first->hint) : NULL);
    write_member(",", "where", first->name);
    if (first->line) fprintf(stderr, ",\"line\":%d,\"column\":%d", first->line, first->line_column);
    write_member(",", "message", kept.text);
    fputs("}}\n", stderr);
    return exit;
}

void carom_no_memory(void) {
    carom_say("out of memory");
    carom_say_end(CAROM_EXIT_NUMERICAL);
    exit(CAROM_EXIT_NUMERICAL);
}

void *carom_resize(void *memory, size_t count, size_t size) {
    void *larger = size && count > SIZE_MAX / size ? NULL : realloc(memory, count && size ? count * size : 1);
    if (!larger) carom_no_memory();
    return larger;
}

void *carom_memory(size_t size) {
    return carom_resize(NULL, 1, size);
}
