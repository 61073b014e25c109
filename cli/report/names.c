#include "cli/report/names.h"

#include <stdio.h>
#include <string.h>

#include "cli/report/parts.h"

enum { MOST = 200 };

static void append(char *text, const char *more) {
    const size_t used = strlen(text);
    snprintf(text + used, MOST - used, "%s", more);
}

static const char *body_name(const json_t *scenario, int index) {
    const json_t *body = json_array_get(json_object_get(scenario, "bodies"), (size_t)index);
    const char *name = json_string_value(json_object_get(body, "name"));
    return name ? name : index ? "body B" : "body A";
}

// Returns the name of a link of a chain, or "link 2", written to `text`.
static const char *link_name(const json_t *scenario, int index, char *text, size_t size) {
    const json_t *links = json_object_get(json_object_get(scenario, "chain"), "links");
    const char *name = json_string_value(json_object_get(json_array_get(links, (size_t)index), "name"));
    snprintf(text, size, "link %d", index);
    return name ? name : text;
}

// Splits "velocity[1]" into its key and its index. Returns the index, or -1.
static int split(char *key) {
    char *bracket = strchr(key, '[');
    int index = -1;
    if (!bracket) return -1;
    if (bracket[1] >= '0' && bracket[1] <= '9' && bracket[2] == ']') index = bracket[1] - '0';
    *bracket = 0;
    return index;
}

// Returns true if the key only states the form of a number, such as its unit.
static bool is_form(const char *key) {
    static const char *const forms[] = {"size", "kmh", "mph", "deg", "rad", "lb"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (!strcmp(forms[i], key)) return true;
    return false;
}

const char *carom_name_input(const char *path, const json_t *scenario, char *text, size_t size) {
    char words[MOST] = "", keys[MOST], link[32], *rest;
    const char *body = NULL;
    snprintf(keys, sizeof keys, "%s", path);
    for (char *key = strtok_r(keys, ".", &rest); key; key = strtok_r(NULL, ".", &rest)) {
        const int index = split(key);
        if (!strcmp(key, "bodies") && (index == 0 || index == 1)) {
            body = body_name(scenario, index);
            continue;
        }
        if (is_form(key) || !strcmp(key, "params") || (!strcmp(key, "chain") && index < 0)) continue;
        if (!strcmp(key, "links") && index >= 0) {
            body = link_name(scenario, index, link, sizeof link);
            continue;
        }
        if (*words) append(words, " ");
        append(words, key);
        if (index >= 0 && index < 3) append(words, (const char *const[]){" x", " y", " z"}[index]);
    }
    snprintf(text, size, "%s%s%s", body ? body : "", body ? ": " : "", words);
    return text;
}

const char *carom_name_input_unit(const char *path) {
    char keys[MOST], *rest, last[MOST] = "";
    snprintf(keys, sizeof keys, "%s", path);
    for (char *key = strtok_r(keys, ".", &rest); key; key = strtok_r(NULL, ".", &rest)) {
        split(key);
        if (strcmp(key, "size") != 0) snprintf(last, sizeof last, "%s", key);
    }
    // A normal has no unit, and its angle has its own key.
    return carom_part_unit(last);
}

const char *carom_name_output(const char *name, const char *body, char *text, size_t size) {
    static const struct {
        const char *begin, *words;
    } fields[] = {{"delta_v", "delta-v"},
                  {"spin_before", "yaw rate before"},
                  {"spin", "yaw rate after"},
                  {"speed_before", "speed before"},
                  {"speed", "speed after"},
                  {"heading_before", "heading before"},
                  {"heading", "heading after"},
                  {"pdof", "PDOF"},
                  {"energy_lost_fraction", "share of energy lost"}};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        const size_t length = strlen(fields[i].begin);
        if (strncmp(name, fields[i].begin, length) != 0) continue;
        snprintf(text, size, "%s%s%s", body ? body : "", body ? ": " : "", fields[i].words);
        return text;
    }
    snprintf(text, size, "%s%s%s", body ? body : "", body ? ": " : "", name);
    return text;
}
