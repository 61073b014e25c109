// Where the golden files are: all cases beside the project, else the copies a clone carries.
#ifndef CAROM_TESTS_GOLDEN_H
#define CAROM_TESTS_GOLDEN_H

#include <jansson.h>
#include <stdio.h>
#include <unistd.h>

// The document NAME.json, from ../shared/golden or from `copies`; NULL with a message if there is none to read.
static inline json_t *golden_load(const char *name, const char *copies) {
    const char *const folders[] = {CAROM_ROOT "/../shared/golden", copies};
    for (int i = 0; i < 2; i++) {
        char path[4096];
        json_error_t error;
        snprintf(path, sizeof path, "%s/%s.json", folders[i], name);
        if (access(path, R_OK)) continue;
        json_t *document = json_load_file(path, 0, &error);
        if (!document) fprintf(stderr, "%s: line %d: %s\n", path, error.line, error.text);
        return document;
    }
    fprintf(stderr, "no golden file %s.json\n", name);
    return NULL;
}

#endif
