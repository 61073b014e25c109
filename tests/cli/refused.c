// Tests the rows of tests/cli/refused.txt. Each row has a command line, a file, and either the exit code, status and
// place of the error or a word of the output.
//   cli_refused ROWS [words of some rows]
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/exit.h"
#include "in_process.h"

enum { LONGEST = 8000, MOST = 64 };

static char name[] = "/tmp/carom_refused.XXXXXX";

static bool put(const char *text) {
    FILE *file = fopen(name, "w");
    const bool whole = file && fputs(text, file) >= 0;
    return file && !fclose(file) && whole;
}

// Appends a file that the command wrote to the output.
static void add_file(cli_run *x, const char *from) {
    enum { MOST_BYTES = 1 << 20 };
    FILE *file = fopen(from, "r");
    const size_t used = strlen(x->out);
    char *more = file ? realloc(x->out, used + MOST_BYTES) : NULL;
    if (more) {
        x->out = more;
        more[used + fread(more + used, 1, MOST_BYTES - 1, file)] = 0;
    }
    if (file) fclose(file);
}

// Runs a line. Bars separate its words, @ is the name of the input file, and {} with an extension is the name of a file
// that the command writes.
static cli_run run(const char *line) {
    char text[LONGEST], written[MOST][sizeof name + 8];
    char *words[MOST];
    int count = 0, files = 0;
    snprintf(text, sizeof text, "%s", line);
    for (char *word = text; word && count < MOST - 1; count++) {
        char *bar = strchr(word, '|');
        if (bar) *bar++ = 0;
        words[count] = !strcmp(word, "@") ? name : word;
        if (!strncmp(word, "{}", 2)) {
            snprintf(written[files], sizeof *written, "%s%.7s", name, word + 2);
            words[count] = written[files++];
        }
        word = bar;
    }
    words[count] = NULL;
    cli_run x = cli_run_words(count, words);
    while (files > 0) {
        add_file(&x, written[--files]);
        remove(written[files]);
    }
    return x;
}

// Returns "EXIT STATUS WHERE" of the error object, which must be the only line on stderr.
static void outcome_of(const cli_run *x, char *text, size_t size) {
    json_t *object = json_loads(x->err, 0, NULL), *error = json_object_get(object, "error");
    const char *status = json_string_value(json_object_get(error, "status"));
    const char *where = json_string_value(json_object_get(error, "where"));
    const char *message = json_string_value(json_object_get(error, "message"));
    snprintf(text, size, "%d %s %s", x->code, status && message && *message ? status : "?", where ? where : "-");
    json_decref(object);
}

// Returns true if the run has the wanted error. If no error is wanted, the output must contain the wanted word; "-"
// means any output.
static bool holds(const cli_run *x, bool refused, const char *wanted) {
    char outcome[400];
    if (!refused) return x->code <= CAROM_EXIT_INADMISSIBLE && (!strcmp(wanted, "-") || strstr(x->out, wanted));
    outcome_of(x, outcome, sizeof outcome);
    return !strcmp(outcome, wanted);
}

static bool next_line(FILE *rows, char text[LONGEST]) {
    do {
        if (!fgets(text, LONGEST, rows)) return false;
    } while (*text == '#' || *text == '\n');
    text[strcspn(text, "\n")] = 0;
    return true;
}

// Abbreviations in the table, given by lines "$NAME text". A text may use earlier abbreviations.
static struct { char name[16], text[500]; } known[32];

static bool keep(const char *line) {
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!*known[i].name) return sscanf(line, "%15s %499[^\n]", known[i].name, known[i].text) == 2;
    return false;
}

static void expand(char text[LONGEST]) {
    char longer[LONGEST];
    for (size_t i = sizeof known / sizeof *known; i-- > 0;)
        for (char *at; *known[i].name && (at = strstr(text, known[i].name));) {
            snprintf(longer, sizeof longer, "%.*s%s%s", (int)(at - text), text, known[i].text,
                     at + strlen(known[i].name));
            strcpy(text, longer);
        }
}

static char *last(char *text, const char *mark) {
    char *found = NULL;
    for (char *at = text; (at = strstr(at, mark)); at++) found = at;
    return found;
}

// Checks a row "FILE -> EXIT STATUS WHERE" or "FILE => WORD".
static bool check(const char *line, char *row) {
    char *refusal = last(row, " -> "), *answer = last(row, " => "), *mark = refusal ? refusal : answer;
    if (!mark || !*line) return false;
    *mark = 0;
    const char *file = row + strspn(row, " ");
    if (!put(file)) return false;
    cli_run x = run(line);
    const bool good = holds(&x, refusal != NULL, mark + 4);
    if (!good) printf("%s: %s: exit %d, wanted \"%s\": %.400s%.600s\n", line, file, x.code, mark + 4, x.err, x.out);
    cli_run_free(&x);
    return good;
}

int main(int count, char **words) {
    char text[LONGEST], line[LONGEST] = "";
    long asked = 0, wrong = 0;
    cli_run_json = true;
    FILE *rows = count > 1 ? fopen(words[1], "r") : NULL;
    if (!rows || chdir(CAROM_ROOT "/examples") || mkstemp(name) < 0 || !freopen("/dev/null", "r", stdin)) return 1;
    while (next_line(rows, text)) {
        if (*text == '$') {
            wrong += !keep(text);
            continue;
        }
        expand(text);
        if (*text != ' ') {
            strcpy(line, text);
        } else if (count < 3 || strstr(line, words[2]) || strstr(text, words[2])) {
            asked++;
            wrong += !check(line, text);
        }
    }
    fclose(rows);
    remove(name);
    printf("%ld rows, %ld wrong\n", asked, wrong);
    return wrong || (count < 3 && asked < 100) ? 1 : 0;
}
