// Fuzzes lines of `solve --jsonl`. Each line is read and, if it is a valid problem, solved.
#include <jansson.h>
#include <stdlib.h>

#include "fuzz.h"
#include "mods/scenario/bodies_read.h"
#include "mods/scenario/lines.h"
#include "mods/scenario/problem.h"

const double fuzz_floor = 0.02;

static bool read_line(const char *text, size_t length) {
    json_error_t error;
    carom_error refusal = {0};
    json_t *object = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
    if (!object) return false;
    carom_problem problem = carom_problem_new(NULL);
    bool whole = carom_problem_read(&problem, object, (carom_source){.text = text, .first_line = 1}, &refusal);
    if (!whole) fuzz_refused("a line", refusal.detail);
    whole = whole && !problem.system.nc && carom_problem_whole(&problem, &refusal); // systems: several.c
    if (whole && problem.law) {
        carom_result out;
        carom_collide(problem.law, &problem.contact, &problem.params, &out);
    }
    carom_problem_free(&problem);
    json_decref(object);
    return whole;
}

bool fuzz_one(const uint8_t *bytes, size_t size) {
    FILE *file = size ? fmemopen((void *)(uintptr_t)bytes, size, "rb") : NULL;
    carom_text_line line = {0};
    bool any = false;
    while (file && carom_text_next(&line, file))
        if (!line.too_long && !carom_text_blank(&line)) any = read_line(line.text, line.length) || any;
    free(line.text);
    if (file) fclose(file);
    return any;
}
