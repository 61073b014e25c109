// One impact told by other laws, definitions of restitution and engines: rows for a table, JSON, and words.
#ifndef CAROM_DEVICE_WORDS_REWORD_H
#define CAROM_DEVICE_WORDS_REWORD_H

#include <stdio.h>

#include "carom/compliant.h"
#include "carom/explain.h"
#include "mods/scenario/problem.h"

// One row: the impact by `meaning`, and its law's largest e that makes no energy.
typedef struct carom_converted_row {
    carom_convention meaning;
    carom_status status;
    carom_convert_reason why;
    carom_conversion found;
    carom_max_restitution most;
} carom_converted_row;

// What is asked: the impact of a problem's e, mu and other parameters as `from` means them.
typedef struct carom_converted {
    const carom_problem *problem;
    carom_convention from;
    carom_result given;      // the impact
    size_t count;            // rows
    carom_converted_row *at; // in memory that carom_converted_free lets go
} carom_converted;

// `from` and `to` are names; from NULL: the problem's law, or newton; to NULL: every meaning that this dimension has.
bool carom_converted_make(carom_converted *asked, const char *from, const char *to, carom_error *refusal);
void carom_converted_free(carom_converted *asked);

// {"from","e","mu","P","v_after","dE","mode","to":[{"name","law","e","mu","case","e_max","exact",...}]}
json_t *carom_converted_json(const carom_converted *asked);

// -v_n'/v_n of the impact.
double carom_converted_ratio(const carom_converted *asked);

// What was given and what came of it, in a sentence; one row in words; which engines compute what.
void carom_converted_given(FILE *file, const carom_converted *asked);
void carom_converted_find_row(FILE *file, const carom_converted *asked, const carom_converted_row *row);
void carom_converted_engines(FILE *file);

// The same with MuJoCo's soft contact, made of the ratio.
json_t *carom_converted_mujoco_json(const carom_converted *asked, double omega, const carom_mujoco_contact *mujoco);
void carom_converted_mujoco_text(FILE *file, const carom_converted *asked, const carom_mujoco_contact *mujoco);

// The engines that compute a law, a line each: for `carom laws NAME`. Nothing if there is none.
void carom_engines_words(FILE *file, const char *law);
json_t *carom_engines_json(const char *law); // NULL: all of them

#endif
