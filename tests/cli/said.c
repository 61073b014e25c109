// What the command says to a line and a file, row by row of tests/cli/said.txt: words of its refusal, or of its answer.
//   cli_said ROWS [words of some rows]
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/exit.h"
#include "inside.h"

enum { LONGEST = 8000, MOST = 64 };

static char name[] = "/tmp/carom_said.XXXXXX";

static bool put(const char *text) {
    FILE *file = fopen(name, "w");
    const bool whole = file && fputs(text, file) >= 0;
    return file && !fclose(file) && whole;
}

// What was written is said too.
static void add_file(inside_run *x, const char *from) {
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

// Bars part the words of a line; @ is the file, {} one that is written, with its ending.
static inside_run run(const char *line) {
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
    inside_run x = inside(count, words);
    while (files > 0) {
        add_file(&x, written[--files]);
        remove(written[files]);
    }
    return x;
}

// Refused: an exit that says so, and a line of its own. Answered: neither; a sweep tells how far it is on the error output.
static bool holds(const inside_run *x, bool refused, const char *words) {
    if (!refused) return x->code <= CAROM_EXIT_INADMISSIBLE && (strstr(x->out, words) || strstr(x->err, words));
    return x->code > CAROM_EXIT_INADMISSIBLE && !strncmp(x->err, "carom: ", 7) && strstr(x->err, words);
}

static bool next_line(FILE *rows, char text[LONGEST]) {
    do {
        if (!fgets(text, LONGEST, rows)) return false;
    } while (*text == '#' || *text == '\n');
    text[strcspn(text, "\n")] = 0;
    return true;
}

// Short words for what many rows have: $NAME text, of shorter ones that stand above it.
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

// FILE -> what it is refused with, or FILE => what is answered.
static bool said(const char *line, char *row) {
    char *refusal = last(row, " -> "), *answer = last(row, " => "), *mark = refusal ? refusal : answer;
    if (!mark || !*line) return false;
    *mark = 0;
    const char *file = row + strspn(row, " ");
    if (!put(file)) return false;
    inside_run x = run(line);
    const bool good = holds(&x, refusal != NULL, mark + 4);
    if (!good)
        printf("%s: %s: ends with %d, not with \"%s\": %.400s%.600s\n", line, file, x.code, mark + 4, x.err, x.out);
    inside_forget(&x);
    return good;
}

int main(int count, char **words) {
    char text[LONGEST], line[LONGEST] = "";
    long asked = 0, wrong = 0;
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
            wrong += !said(line, text);
        }
    }
    fclose(rows);
    remove(name);
    printf("%ld rows, %ld wrong\n", asked, wrong);
    return wrong || (count < 3 && asked < 100) ? 1 : 0;
}
