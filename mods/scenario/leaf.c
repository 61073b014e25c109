#include "mods/scenario/leaf.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_KEY = 64 };

// Checks the spelling of a path: no dot at the start, indices in plain digits. Each number then has only one name.
static bool is_spelled(const char *path) {
    bool step = true; // true where a key may begin
    if (*path == '.' || *path == '[') return false;
    for (; *path; path++) {
        const char *digits = path + 1;
        if (step && (*path == '.' || *path == '[')) return false;
        step = *path == '.';
        if (*path != '[') continue;
        const size_t count = strspn(digits, "0123456789");
        if (!count || count > 6 || (count > 1 && *digits == '0') || digits[count] != ']') return false;
        path = digits + count;
        if (path[1] && !strchr(".[", path[1])) return false;
    }
    return !step;
}

// Follows a path such as "bodies[0].velocity[1]" by key or index. Returns NULL if it does not exist.
static json_t *follow(json_t *at, const char *path, json_t **parent, char key[MOST_KEY], size_t *index) {
    while (at && *path) {
        *parent = at;
        if (*path == '[') {
            char *end;
            *index = strtoul(path + 1, &end, 10);
            if (end == path + 1 || *end != ']') return NULL;
            at = json_array_get(at, *index);
            path = end + 1;
        } else {
            if (*path == '.') path++;
            const size_t length = strcspn(path, ".[");
            memcpy(key, path, length);
            key[length] = 0;
            at = json_object_get(at, key);
            path += length;
        }
    }
    return at;
}

json_t *carom_leaf_find(json_t *document, const char *path) {
    json_t *parent = document;
    char key[MOST_KEY];
    size_t index = 0;
    if (strlen(path) >= MOST_KEY || !is_spelled(path)) return NULL;
    json_t *leaf = follow(document, path, &parent, key, &index);
    if (!carom_is_number(leaf)) return NULL;
    if (json_is_real(leaf)) return leaf;
    json_t *real = json_real(json_number_value(leaf));
    const int failed =
        carom_is_array(parent) ? json_array_set_new(parent, index, real) : json_object_set_new(parent, key, real);
    return failed ? NULL : real;
}
