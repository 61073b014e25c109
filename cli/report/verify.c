// Computes a page again from the data in it.
#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/args/stream.h"
#include "cli/exit.h"
#include "cli/print/words.h"
#include "cli/report/pages.h"
#include "mods/scenario/lines.h"

int carom_verb_solve(int argc, char **argv);
int carom_verb_reconstruct(int argc, char **argv);

enum { MOST_WORDS = 64, DATE = 80 }; // a date has 20 characters; %d of any number needs more room

static json_t *data_of(const char *page) {
    const char *begin = strstr(page, CAROM_PAGE_DATA), *end = begin ? strstr(begin, "</pre>") : NULL;
    if (!end) return NULL;
    begin += strlen(CAROM_PAGE_DATA);
    json_t *data = json_loadb(begin, (size_t)(end - begin), JSON_REJECT_DUPLICATES, NULL);
    const char *format = json_string_value(json_object_get(data, "format"));
    if (format && !strcmp(format, "carom report 1")) return data;
    json_decref(data);
    return NULL;
}

// Copies the date of a page. Returns false unless it has the form "2026-01-31 12:00 UTC".
static bool date_of(const char *page, char date[DATE]) {
    const char *at = strstr(page, CAROM_PAGE_DATE);
    int n[5] = {0};
    if (!at) return false;
    at += strlen(CAROM_PAGE_DATE);
    sscanf(at, "%4d-%2d-%2d %2d:%2d", &n[0], &n[1], &n[2], &n[3], &n[4]);
    snprintf(date, DATE, "%04d-%02d-%02d %02d:%02d UTC", n[0], n[1], n[2], n[3], n[4]);
    return !strncmp(at, date, strlen(date)) && at[strlen(date)] == '<' && n[1] >= 1 && n[1] <= 12 && n[2] >= 1 &&
           n[2] <= 31 && n[3] <= 23 && n[4] <= 59;
}

// Returns the first line, counted from 1, in which two texts differ; 0 if all their bytes are equal.
static int differing_line(const char *a, size_t length_a, const char *b, size_t length_b) {
    size_t i = 0;
    int line = 1;
    for (; i < length_a && i < length_b && a[i] == b[i]; i++) line += a[i] == '\n';
    return i == length_a && i == length_b ? 0 : line;
}

// Returns the command line for the verb. The verb itself rejects options that read or write other files, which are not
// allowed with a page. Its operand names the embedded text.
static int make_words(const json_t *data, const char *out, char **words) {
    const json_t *list = json_object_get(data, "words");
    int count = 0;
    if (json_array_size(list) > MOST_WORDS - 3) return 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *word = json_string_value(json_array_get(list, i));
        if (!word || !strncmp(word, "-o", 2) || !strncmp(word, "--output", 8)) return 0;
        words[count++] = (char *)(size_t)word;
    }
    words[count++] = (char *)(size_t) "-o";
    words[count++] = (char *)(size_t)out;
    words[count] = NULL;
    return count;
}

static int again(const json_t *data, const char *out, double seconds) {
    char *words[MOST_WORDS];
    const int count = make_words(data, out, words);
    const char *file = json_string_value(json_object_get(data, "file"));
    const json_t *text = json_object_get(data, "text");
    if (count < 3) return CAROM_EXIT_INPUT;
    if (file && !carom_is_string(text)) return CAROM_EXIT_INPUT;
    if (!strcmp(words[0], "report")) return carom_again_sweep(data, count, words, out, seconds);
    // A page without a file must not read one either.
    carom_stream_embed(file ? file : "", file ? json_string_value(text) : "", file ? json_string_length(text) : 0);
    return !strcmp(words[0], "solve")         ? carom_verb_solve(count, words)
           : !strcmp(words[0], "reconstruct") ? carom_verb_reconstruct(count, words)
                                              : CAROM_EXIT_INPUT;
}

// Reads every byte of a page.
static char *read_page(const char *name, size_t *length) {
    const char *why = NULL;
    FILE *file = fopen(name, "r");
    char *text = file ? carom_text_bytes(file, length, &why) : NULL;
    if (!text) carom_say("cannot read %s: %s", name, why ? why : strerror(errno));
    if (file) fclose(file);
    return text;
}

static int compare(const char *name, const char *page, size_t length, const char *out) {
    size_t made_length;
    char *made = read_page(out, &made_length);
    if (!made) return CAROM_EXIT_IO;
    const int line = differing_line(page, length, made, made_length);
    free(made);
    if (!line)
        printf("%s: verified, computed again with the same result; the date is not verified\n", name);
    else
        printf("%s: NOT verified, line %d differs from what carom computes\n", name, line);
    return line ? CAROM_EXIT_INADMISSIBLE : CAROM_EXIT_FINE;
}

static void remove_folder(const char *folder) {
    DIR *list = opendir(folder);
    for (const struct dirent *at; list && (at = readdir(list));) {
        char inside[600];
        if (!strcmp(at->d_name, ".") || !strcmp(at->d_name, "..") || !unlinkat(dirfd(list), at->d_name, 0)) continue;
        snprintf(inside, sizeof inside, "%.300s/%.280s", folder, at->d_name);
        remove_folder(inside); // a sweep that was killed has left its pieces
    }
    if (list) closedir(list);
    rmdir(folder);
}

static void on_child(int number) {
    (void)number;
}

// Makes the page again in another process, which is ended after `seconds` of processor time or by a signal. Then this
// process still removes the folder. Returns the exit code, and sets *number to the signal or 0.
static int again_apart(const json_t *data, const char *out, double seconds, int *number) {
    const struct sigaction ignored = {.sa_handler = on_child}; // otherwise sigwait may miss SIGCHLD
    const struct rlimit limit = {(rlim_t)ceil(seconds), (rlim_t)ceil(seconds) + 1};
    sigset_t waited, before;
    int status = 0;
    sigemptyset(&waited);
    sigaddset(&waited, SIGCHLD);
    sigaddset(&waited, SIGHUP);
    sigaddset(&waited, SIGINT);
    sigaddset(&waited, SIGTERM);
    sigaction(SIGCHLD, &ignored, NULL);
    sigprocmask(SIG_BLOCK, &waited, &before);
    fflush(stdout);
    const pid_t child = fork();
    if (!child) {
        sigprocmask(SIG_SETMASK, &before, NULL);
        setrlimit(RLIMIT_CPU, &limit);
        _exit(again(data, out, seconds));
    }
    *number = SIGCHLD;
    if (child > 0) sigwait(&waited, number);
    if (child > 0 && *number != SIGCHLD) kill(child, SIGKILL);
    if (child > 0) waitpid(child, &status, 0);
    if (*number == SIGCHLD) *number = 0;
    if (child > 0 && WIFEXITED(status)) return WEXITSTATUS(status);
    const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (child > 0 && !*number && signal != SIGXCPU && signal != SIGKILL)
        carom_say("the computation ended with signal %d", signal);
    else if (child > 0 && !*number)
        carom_say("the report takes more than %g s of processor time; --limit allows more", seconds);
    return CAROM_EXIT_NUMERICAL;
}

// Makes the page again in a temporary folder and compares it.
static int verify(const char *name, const char *page, size_t length, const json_t *data, double seconds) {
    const char *folder = getenv("TMPDIR");
    char work[512], out[560];
    int number = 0;
    snprintf(work, sizeof work, "%s/carom-verify-XXXXXX", folder && *folder ? folder : "/tmp");
    if (!mkdtemp(work)) {
        carom_say("%s: no temporary directory", work);
        return CAROM_EXIT_IO;
    }
    snprintf(out, sizeof out, "%s/page.html", work);
    int exit = again_apart(data, out, seconds, &number);
    if (number)
        exit = 128 + number;
    else if (!access(out, R_OK))
        exit = compare(name, page, length, out);
    else
        carom_say("%s: its data cannot be computed again", name),
            exit = exit > CAROM_EXIT_INADMISSIBLE ? exit : CAROM_EXIT_INPUT;
    remove_folder(work);
    return exit;
}

int carom_page_verify(const char *name, double seconds) {
    size_t length;
    char *page = read_page(name, &length), date[DATE];
    if (!page) return CAROM_EXIT_IO;
    json_t *data = data_of(page);
    const char *version = json_string_value(json_object_get(data, "version"));
    int exit = CAROM_EXIT_INPUT;
    if (!data) {
        carom_say("%s has no data of a carom report", name);
    } else if (!version || strcmp(version, carom_version()) != 0) {
        carom_say("%s was made by carom %s; this is carom %s", name, version ? version : "?", carom_version());
    } else if (!date_of(page, date)) {
        printf("%s: NOT verified, its date is not of the form YYYY-MM-DD HH:MM UTC\n", name);
        exit = CAROM_EXIT_INADMISSIBLE;
    } else {
        carom_page_set_date(date);
        exit = verify(name, page, length, data, seconds);
        carom_page_set_date(NULL);
    }
    json_decref(data);
    free(page);
    return exit;
}
