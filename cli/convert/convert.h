// Converts one impact to other laws, definitions of restitution and engines, as table rows, JSON and text.
#ifndef CAROM_CLI_CONVERT_H
#define CAROM_CLI_CONVERT_H

#include <stdio.h>

#include "carom/compliant.h"
#include "carom/explain.h"
#include "mods/scenario/problem.h"

// Holds one row: the coefficients of the impact in the convention `meaning`, and the largest e with which its law gains
// no energy.
typedef struct carom_converted_row {
    carom_convention meaning;
    carom_status status;
    carom_convert_reason why;
    carom_conversion found;
    carom_max_restitution most;
} carom_converted_row;

// Holds the request and its result. The impact is given by a problem's e, mu and other parameters in the convention
// `from`.
typedef struct carom_converted {
    const carom_problem *problem;
    carom_convention from;
    carom_result given;      // the result of the impact
    carom_equivalent two;    // the e and mu with which an engine gives this result; e is NaN if there are none
    size_t count;            // number of rows
    carom_converted_row *at; // freed by carom_converted_free
} carom_converted;

// Computes the rows. `from` and `to` are names. If `from` is NULL, it is the problem's law, or newton. If `to` is NULL,
// every convention of this dimension has a row.
bool carom_converted_make(carom_converted *asked, const char *from, const char *to, carom_error *refusal);
void carom_converted_free(carom_converted *asked);

// Returns {"from","e","mu","P","v_after","dE","mode","to":[{"name","law","e","mu","case","e_max","exact",...}]}.
json_t *carom_converted_json(const carom_converted *asked);

// Returns -v_n'/v_n of the impact.
double carom_converted_ratio(const carom_converted *asked);

// Prints these two numbers. Prints nothing if there are none.
void carom_converted_two(FILE *file, const carom_converted *asked);

// The first prints the given impact and its result in a sentence, the second one row as text, the third which engine
// uses which law.
void carom_converted_given(FILE *file, const carom_converted *asked);
void carom_converted_find_row(FILE *file, const carom_converted *asked, const carom_converted_row *row);
void carom_converted_engines(FILE *file);

// Return or print the coefficients of MuJoCo's soft contact, computed from the ratio.
json_t *carom_converted_mujoco_json(const carom_converted *asked, double omega, const carom_mujoco_contact *mujoco);
void carom_converted_mujoco_text(FILE *file, const carom_converted *asked, const carom_mujoco_contact *mujoco);

// List the engines that use a law, one per line, for `carom laws NAME`. Nothing is printed if there is none.
void carom_engines_words(FILE *file, const char *law);
json_t *carom_engines_json(const char *law); // NULL for all engines

#endif
