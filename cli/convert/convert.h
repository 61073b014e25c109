// Converts one impact to other laws, definitions of restitution and engines, in a document.
#ifndef CAROM_CLI_CONVERT_H
#define CAROM_CLI_CONVERT_H

#include "carom/compliant.h"
#include "carom/explain.h"
#include "cli/document/document.h"
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

// Describes the given impact and its rows; `one`: in words, for one row.
carom_document *carom_converted_describe(const carom_converted *asked, bool one);

// Describes the coefficients of MuJoCo's soft contact, computed from the ratio.
carom_document *carom_converted_describe_mujoco(const carom_converted *asked, double omega,
                                                const carom_mujoco_contact *mujoco);

// Adds the given impact and its result in a sentence.
void carom_converted_add_given(carom_document *document, const carom_converted *asked);

// Returns -v_n'/v_n of the impact.
double carom_converted_ratio(const carom_converted *asked);

// Returns the engines that use a law; NULL for all engines.
json_t *carom_engines_json(const char *law);

#endif
