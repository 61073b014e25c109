#include "mods/scenario/lines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool grow(char **text, size_t *room) {
    const size_t larger = *room ? 2 * *room : 4096;
    char *moved = *room >= CAROM_LONGEST_TEXT ? NULL : realloc(*text, larger);
    if (!moved) return false;
    *text = moved;
    *room = larger;
    return true;
}

// Skips a byte order mark at the beginning of a file, which some editors write.
static size_t without_mark(char *text, size_t length) {
    static const char mark[] = "\xef\xbb\xbf";
    if (length < 3 || memcmp(text, mark, 3) != 0) return length;
    memmove(text, text + 3, length - 2);
    return length - 3;
}

bool carom_text_next(carom_text_line *line, FILE *file) {
    int c = 0;
    line->length = 0;
    line->too_long = false;
    line->number++;
    if (!line->room && !grow(&line->text, &line->room)) line->too_long = true;
    flockfile(file);
    while ((c = getc_unlocked(file)) != EOF && c != '\n') {
        if (line->length + 1 >= line->room && !line->too_long) line->too_long = !grow(&line->text, &line->room);
        if (!line->too_long) line->text[line->length] = (char)c;
        line->length++;
    }
    funlockfile(file);
    const bool any = !ferror(file) && (c != EOF || line->length > 0);
    if (line->room) line->text[line->too_long ? 0 : line->length] = 0;
    if (line->number == 1 && !line->too_long) line->length = without_mark(line->text, line->length);
    return any;
}

bool carom_text_blank(const carom_text_line *line) {
    return !line->too_long && strspn(line->text, " \t\r\n") == line->length;
}

char *carom_text_bytes(FILE *file, size_t *length, const char **why) {
    char *text = NULL;
    size_t room = 0;
    *length = 0;
    *why = NULL;
    errno = 0;
    do {
        if (room - *length < 2 && !grow(&text, &room)) {
            *why = "it is too large";
            break;
        }
        *length += fread(text + *length, 1, room - *length - 1, file);
    } while (!feof(file) && !ferror(file));
    if (ferror(file)) *why = errno ? strerror(errno) : "it cannot be read";
    if (!*why) {
        text[*length] = 0;
        return text;
    }
    free(text);
    return NULL;
}

char *carom_text_read(FILE *file, size_t *length, const char **why) {
    char *text = carom_text_bytes(file, length, why);
    if (text) *length = without_mark(text, *length);
    return text;
}

char *carom_text_copy(const char *text, size_t length, carom_error *refusal) {
    char *copy = text && length < CAROM_LONGEST_TEXT ? malloc(length + 1) : NULL;
    if (copy) {
        memcpy(copy, text, length);
        copy[length] = 0;
    } else {
        carom_refuse(refusal, text ? CAROM_BAD_SIZE : CAROM_NULL_POINTER,
                     text ? "the text is too long" : "the text is NULL");
    }
    return copy;
}

char *carom_text_load(const char *path, size_t *length, carom_error *refusal) {
    const char *why = "the file name is NULL";
    FILE *file = path ? fopen(path, "r") : NULL;
    if (path && !file) why = strerror(errno);
    char *text = file ? carom_text_read(file, length, &why) : NULL;
    if (file) fclose(file);
    if (!text) carom_refuse(refusal, CAROM_CANNOT_READ, "%s: %s", path ? path : "NULL", why);
    return text;
}
