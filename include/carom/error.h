// Why a call failed, as data: which rule was violated, by which number, what it may be, and what the caller can do.
// Nothing in it belongs to a front end; each words it in its own language.
//
//   carom_error error;
//   carom_collide_error(status, law, &contact, &params, &outcome, &error);   // error.coefficient, error.value, error.hint
//   carom_error_format(&error, NULL, text, sizeof text);                     // NULL: in the words of a C program
#ifndef CAROM_ERROR_H
#define CAROM_ERROR_H

#include "carom/body.h"
#include "carom/chain.h"
#include "carom/many.h"

CAROM_BEGIN

// What the fields of an error describe.
typedef enum carom_subject {
    CAROM_SUBJECT_NOTHING = 0,     // nothing in particular
    CAROM_SUBJECT_COEFFICIENT = 1, // `coefficient`, of `contact` where there are several
    CAROM_SUBJECT_W = 2,           // W[row][column]
    CAROM_SUBJECT_V = 3,           // v[row]
    CAROM_SUBJECT_DIM = 4,         // dim is `count`
    CAROM_SUBJECT_LAW = 5,         // `law`
    CAROM_SUBJECT_COUNT = 6,       // how many there are: `count`
    CAROM_SUBJECT_CONTACT = 7,     // the contact `contact` of several
    CAROM_SUBJECT_BODY = 8,        // the body `body`: 0 is A, 1 is B; `column` is an axis
    CAROM_SUBJECT_FRAME = 9,       // the point, the normal, or the tangent `row`
    CAROM_SUBJECT_LINK = 10,       // the link `row` of a chain
    CAROM_SUBJECT_M = 11,          // M[row][column] of a mechanism
    CAROM_SUBJECT_CONSTRAINT = 12, // row `row` of J
    CAROM_SUBJECT_FILE = 13        // the key or file `name`, at `line` and `line_column`
} carom_subject;

// Which rule was violated: one row of reasons.def each.
typedef enum carom_reason {
#define CAROM_REASON(number, ID, ...) CAROM_REASON_##ID = (number),
#include "carom/reasons.def"
} carom_reason;

// What the caller can do: one row of hints.def each.
typedef enum carom_hint {
#define CAROM_HINT(number, ID, ...) CAROM_HINT_##ID = (number),
#include "carom/hints.def"
} carom_hint;

// Only the fields that the reason's sentence names are filled; the others are 0, NULL, -1, "" or CAROM_PARAM_NONE.
typedef struct carom_error {
    uint32_t size;                              // sizeof(carom_error)
    carom_status status;                        // what kind of failure
    carom_reason reason;                        // which rule was violated
    carom_subject subject;                      // what the fields below describe
    carom_hint hint;                            // what the caller can do
    const carom_law *law;                       // whose rule; NULL: no law is involved
    carom_param coefficient, other_coefficient; // CAROM_PARAM_NONE: none
    int contact;                                // of several: whose coefficient, or which; -1: none
    int body;                                   // 0 is A, 1 is B; -1: none
    int row, column;                            // entry of W, v or M; axis, tangent, link, constraint; -1: none
    int count;                                  // dim, or how many
    double value;                               // the number given
    double lowest, highest;                     // the range it must lie in
    double other;                               // what it conflicts with: W[column][row], mu, the other weight
    int line, line_column;                      // place in a file, from 1; 0: none
    int os_error;                               // errno; 0: none
    char name[64];                              // the key, file or column of a file concerned; "": none
    char detail[640];                           // the sentence of a file reader; "": none
} carom_error;

CAROM_API const char *carom_reason_name(carom_reason reason); // "outside"; NULL for no such reason
CAROM_API const char *carom_hint_name(carom_hint hint);       // "allow"; NULL for no such hint

// Finds the error behind a status of carom_collide, carom_trace or another function of a contact. Every pointer but the
// last may be NULL; the error then names less.
CAROM_API carom_status carom_collide_error(carom_status status, const carom_law *law, const carom_contact *contact,
                                           const carom_params *params, const carom_result *outcome, carom_error *error);

// Finds the error behind a status of carom_system_solve,
CAROM_API carom_status carom_system_error(carom_status status, const carom_law *law, const carom_system *system,
                                          const carom_system_params *params, const carom_system_result *outcome,
                                          carom_error *error);

// of the functions of body.h,
CAROM_API carom_status carom_planar_pair_error(carom_status status, const carom_planar_pair *pair, carom_error *error);
CAROM_API carom_status carom_pair_error(carom_status status, const carom_pair *pair, carom_error *error);

// of carom_chain_mechanism with the link `at` that it returned, and of carom_delassus_compute with its result.
CAROM_API carom_status carom_chain_error(carom_status status, const carom_chain *chain, int at, carom_error *error);
CAROM_API carom_status carom_delassus_error(carom_status status, const carom_mechanism *mechanism,
                                            const carom_delassus *delassus, carom_error *error);

// How a front end words errors. A text may hold slots in braces, which the error fills:
//   {status} the status's own sentence    {who} law "routh"    {name} routh    {param} e
//   {bit} CAROM_PARAM_BIT(e)
//   {value} {range} {lowest} {highest} {other} {sum} {meaning} {symbol} {row} {column} {count} {contact} ...
// sentence: which rule was violated; NULL (the function, or what it returns) keeps the sentence of reasons.def.
// hint: what the caller can do, put behind the sentence and a semicolon; NULL or "" adds nothing.
typedef struct carom_error_style {
    const char *(*sentence)(const struct carom_error_style *self, carom_reason reason);
    const char *(*hint)(const struct carom_error_style *self, carom_hint hint);
    void *user;
} carom_error_style;

// Writes the error as a sentence; `style` NULL: for a C program. `detail` is used as it is if there is one. Writes at most
// `size` bytes with the final zero and returns the length of the whole; without `text` nothing is written.
CAROM_API size_t carom_error_format(const carom_error *error, const carom_error_style *style, char *text, size_t size);

CAROM_END

#endif
