// Writes the parts of every report page: its front, its inputs, its origin, its data and the glossary.
#ifndef CAROM_REPORT_PARTS_H
#define CAROM_REPORT_PARTS_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/html/page.h"
#include "mods/scenario/units.h"
#include "mods/scenario/value.h"

// Describes how a page was made, so that another person can repeat it.
typedef struct carom_origin {
    const char *verb;
    int argc;
    char **argv;             // the command, argv[0] is the verb
    const char *file;        // name of the file that was read; NULL if there is none
    const char *text;        // the text of this file; for a sweep, the text of the study
    size_t length;           // length of `text`
    unsigned long long seed; // seed of a sweep
    unsigned long long samples;
} carom_origin;

// Writes the name, the date and a place to sign.
void carom_part_front(FILE *to, const char *kind, const carom_origin *origin);

// Sets the date of the pages that follow, such as "2026-01-31 12:00 UTC", instead of the present time; NULL restores it.
void carom_part_set_date(const char *date);

// Writes the version, the command, how to verify the page, and the embedded data.
void carom_part_origin(FILE *to, const carom_origin *origin);

// Writes the definitions of the terms that the page uses, from a list of names that ends with NULL.
void carom_part_glossary(FILE *to, const char *const *terms);

// Writes the inputs of a scenario as the file states them, with their notes. `varied` lists the
// paths of those that a sweep varies, such as "bodies[0].mass", and ends with NULL. It is NULL for a single impact.
void carom_part_inputs(FILE *to, const json_t *scenario, const char *const *varied);

// Formats a value of the file as text, such as "50 km/h at 30 deg". `key` determines the unit of plain numbers. Returns
// the text.
const char *carom_part_value(const json_t *value, const char *key, char *text, size_t size);

// Returns the unit of a plain number under this key of a file, or of the key itself, such as "kmh"; "" if it has none.
const char *carom_part_unit(const char *key);

// Formats a share in percent, with enough digits to see whether it exceeds the limit: "5.01" and not "5.0" if the limit
// is 5 %. Returns the text.
const char *carom_part_share(double share, double limit, char text[32]);

// Mark the places of a page's data and date, for --verify.
#define CAROM_PART_DATA "<pre id=\"carom-data\">"
#define CAROM_PART_DATE "<p class=\"soft date\">"

#endif
