// One impact told by other laws, definitions of restitution and engines: rows for a table, JSON, and words.
#ifndef CAROM_DEVICE_WORDS_REWORD_H
#define CAROM_DEVICE_WORDS_REWORD_H

#include <stdio.h>

#include "carom/compliant.h"
#include "carom/explain.h"
#include "mods/scenario/problem.h"

// One row: the impact by `meaning`, and its law's largest e that makes no energy.
typedef struct carom_reworded {
    carom_convention meaning;
    carom_status status;
    carom_convert_reason why;
    carom_conversion found;
    carom_max_restitution most;
} carom_reworded;

// What is asked: the impact of a problem's e, mu and other parameters as `from` means them.
typedef struct carom_rewording {
    const carom_problem *problem;
    carom_convention from;
    carom_result given; // the impact
    size_t count;       // rows
    carom_reworded *at; // in memory that carom_rewording_free lets go
} carom_rewording;

// `from` and `to` are names; from NULL: the problem's law, or newton; to NULL: every meaning that this dimension has.
bool carom_rewording_make(carom_rewording *asked, const char *from, const char *to, carom_error *refusal);
void carom_rewording_free(carom_rewording *asked);

// {"from","e","mu","P","v_after","dE","mode","to":[{"name","law","e","mu","case","e_max","exact",...}]}
json_t *carom_rewording_json(const carom_rewording *asked);

// -v_n'/v_n of the impact.
double carom_rewording_ratio(const carom_rewording *asked);

// What was given and what came of it, in a sentence; one row in words; which engines compute what.
void carom_rewording_given(FILE *file, const carom_rewording *asked);
void carom_rewording_row(FILE *file, const carom_rewording *asked, const carom_reworded *row);
void carom_rewording_engines(FILE *file);

// The same with MuJoCo's soft contact, made of the ratio.
json_t *carom_rewording_mujoco_json(const carom_rewording *asked, double omega, const carom_mujoco_contact *mujoco);
void carom_rewording_mujoco_words(FILE *file, const carom_rewording *asked, const carom_mujoco_contact *mujoco);

// The engines that compute a law, a line each: for `carom laws NAME`. Nothing if there is none.
void carom_engines_words(FILE *file, const char *law);
json_t *carom_engines_json(const char *law); // NULL: all of them

#endif
