// Where the golden files are: the copies this repository carries, the same tests on every machine. A folder with more
// cases is used only where CAROM_GOLDEN names it, and the output says so.
#ifndef CAROM_TESTS_GOLDEN_H
#define CAROM_TESTS_GOLDEN_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The document NAME.json of `copies`, or of the folder in CAROM_GOLDEN if that has it; NULL with a message if there is
// none to read.
static inline json_t *golden_load(const char *name, const char *copies) {
    const char *more = getenv("CAROM_GOLDEN");
    char path[4096];
    json_error_t error;
    snprintf(path, sizeof path, "%s/%s.json", more ? more : copies, name);
    if (more && access(path, R_OK)) snprintf(path, sizeof path, "%s/%s.json", copies, name);
    if (more) printf("CAROM_GOLDEN is set: reading %s\n", path);
    json_t *document = json_load_file(path, 0, &error);
    if (!document) fprintf(stderr, "%s: line %d: %s\n", path, error.line, error.text);
    return document;
}

// True, with its reason, if a line of disputed.txt starts with this id: the case goes on failing by name, or the dispute
// is over and its line must go.
static inline bool golden_disputed(const char *id, char *reason, size_t size) {
    FILE *file = fopen(CAROM_ROOT "/tests/golden/disputed.txt", "r");
    char line[1024];
    bool found = false;
    reason[0] = 0;
    while (file && !found && fgets(line, sizeof line, file)) {
        const size_t length = strcspn(line, " \n");
        found = line[0] != '#' && length == strlen(id) && !strncmp(line, id, length);
        if (found) snprintf(reason, size, "%s", line + length + strspn(line + length, " "));
    }
    if (file) fclose(file);
    reason[strcspn(reason, "\n")] = 0;
    return found;
}

#endif
