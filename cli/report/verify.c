// Computes a page again from the data in it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/args/stream.h"
#include "cli/exit.h"
#include "cli/print/words.h"
#include "cli/report/again.h"
#include "cli/report/pages.h"
#include "mods/scenario/lines.h"

enum { MOST_WORDS = 64 };

// Replaces the entities that carom_page_text writes, in place. Returns the length.
static size_t unescape(char *text) {
    static const struct {
        const char *entity;
        char is;
    } entities[] = {{"&lt;", '<'}, {"&quot;", '"'}, {"&amp;", '&'}};
    char *to = text;
    for (const char *at = text; *at;) {
        size_t used = 0;
        for (int i = 0; i < 3 && !used; i++) {
            const size_t length = strlen(entities[i].entity);
            if (strncmp(at, entities[i].entity, length) != 0) continue;
            *to++ = entities[i].is;
            used = length;
        }
        if (!used) *to++ = *at, used = 1;
        at += used;
    }
    *to = 0;
    return (size_t)(to - text);
}

static json_t *data_of(const char *page) {
    const char *begin = strstr(page, CAROM_PART_DATA), *end = begin ? strstr(begin, "</pre>") : NULL;
    if (!end) return NULL;
    begin += strlen(CAROM_PART_DATA);
    char *text = strndup(begin, (size_t)(end - begin));
    json_t *data = text ? json_loadb(text, unescape(text), JSON_REJECT_DUPLICATES, NULL) : NULL;
    free(text);
    const char *format = json_string_value(json_object_get(data, "format"));
    if (format && !strcmp(format, "carom report 1")) return data;
    json_decref(data);
    return NULL;
}

// Removes the line with the date.
static void drop_date(char *page) {
    char *at = strstr(page, CAROM_PART_DATE), *end = at ? strchr(at, '\n') : NULL;
    if (end) memmove(at, end, strlen(end) + 1);
}

// Returns the first line, counted from 1, in which two texts differ; 0 if they are equal.
static int differing_line(const char *a, const char *b) {
    int line = 1;
    for (; *a && *a == *b; a++, b++) line += *a == '\n';
    return *a == *b ? 0 : line;
}

// Returns the command line for the verb. The verb itself rejects options that read or write other files, which are not
// allowed with a page. Its operand names the embedded text.
static int make_words(const json_t *data, const char *out, char **words) {
    const json_t *list = json_object_get(data, "words");
    int count = 0;
    if (json_array_size(list) > MOST_WORDS - 3) return 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *word = json_string_value(json_array_get(list, i));
        if (!word || !strncmp(word, "-o", 2) || !strncmp(word, "--out", 5)) return 0;
        words[count++] = (char *)(size_t)word;
    }
    words[count++] = (char *)(size_t) "-o";
    words[count++] = (char *)(size_t)out;
    words[count] = NULL;
    return count;
}

static int again(const json_t *data, const char *out) {
    char *words[MOST_WORDS];
    const int count = make_words(data, out, words);
    const char *file = json_string_value(json_object_get(data, "file"));
    const json_t *text = json_object_get(data, "text");
    if (count < 3) return CAROM_EXIT_INPUT;
    if (file && !carom_is_string(text)) return CAROM_EXIT_INPUT;
    if (!strcmp(words[0], "report")) return carom_again_sweep(data, count, words, out);
    carom_stream_embed(file, json_string_value(text), json_string_length(text));
    const int exit = !strcmp(words[0], "solve")         ? carom_verb_solve(count, words)
                     : !strcmp(words[0], "reconstruct") ? carom_verb_reconstruct(count, words)
                                                        : CAROM_EXIT_INPUT;
    carom_stream_embed(NULL, NULL, 0);
    return exit;
}

static char *read_page(const char *name, size_t *length) {
    carom_error why;
    char *text = carom_text_load(name, length, &why);
    if (!text) carom_say("cannot read %s", name);
    return text;
}

static int compare(const char *name, char *page, const char *out) {
    size_t length;
    char *made = read_page(out, &length);
    if (!made) return CAROM_EXIT_IO;
    drop_date(page);
    drop_date(made);
    const int line = differing_line(page, made);
    free(made);
    if (!line)
        printf("%s: verified, computed again with the same result\n", name);
    else
        printf("%s: NOT verified, line %d differs from what carom computes\n", name, line);
    return line ? CAROM_EXIT_INADMISSIBLE : CAROM_EXIT_FINE;
}

int carom_page_verify(const char *name) {
    size_t length;
    char *page = read_page(name, &length);
    if (!page) return CAROM_EXIT_IO;
    json_t *data = data_of(page);
    const char *version = json_string_value(json_object_get(data, "version"));
    const char *folder = getenv("TMPDIR");
    char work[512], out[560];
    int exit = CAROM_EXIT_INPUT;
    if (!data) {
        carom_say("%s has no data of a carom report", name);
    } else if (!version || strcmp(version, carom_version()) != 0) {
        carom_say("%s was made by carom %s; this is carom %s", name, version ? version : "?", carom_version());
    } else {
        snprintf(work, sizeof work, "%s/carom-verify-XXXXXX", folder && *folder ? folder : "/tmp");
        exit = mkdtemp(work) ? CAROM_EXIT_FINE : CAROM_EXIT_IO;
        snprintf(out, sizeof out, "%s/page.html", work);
        if (exit == CAROM_EXIT_IO)
            carom_say("%s: no temporary directory", work);
        else
            exit = again(data, out);
        const bool made = exit == CAROM_EXIT_FINE || exit == CAROM_EXIT_NUMERICAL || exit == CAROM_EXIT_INADMISSIBLE;
        if (made) exit = compare(name, page, out);
        if (!made && exit != CAROM_EXIT_IO) carom_say("%s: its data cannot be computed again", name);
        unlink(out);
        rmdir(work);
    }
    json_decref(data);
    free(page);
    return exit;
}
