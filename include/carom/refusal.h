// Why a question was refused, as data: what is wrong, with which number, what it should be, and the way out. Nothing in
// it speaks the language of a front end; each words it in its own.
//
//   carom_refusal r;
//   carom_refusal_of(status, law, &contact, &params, &outcome, &r);   // r.param, r.value, r.lowest, r.highest, r.remedy
//   carom_refusal_words(&r, NULL, text, sizeof text);                 // NULL: in the words of a C program
#ifndef CAROM_REFUSAL_H
#define CAROM_REFUSAL_H

#include "carom/body.h"
#include "carom/chain.h"
#include "carom/many.h"

CAROM_BEGIN

// What a fault is about.
typedef enum carom_subject {
    CAROM_ABOUT_NOTHING = 0,    // nothing in particular: the status says all
    CAROM_ABOUT_PARAM = 1,      // `param`, of `contact` where there are several
    CAROM_ABOUT_W = 2,          // W[row][column]
    CAROM_ABOUT_V = 3,          // v[row]
    CAROM_ABOUT_DIM = 4,        // dim is `count`
    CAROM_ABOUT_LAW = 5,        // `law` or `method`
    CAROM_ABOUT_COUNT = 6,      // how many there are: `count`
    CAROM_ABOUT_CONTACT = 7,    // the contact `contact` of several
    CAROM_ABOUT_BODY = 8,       // the body `row`: 0 is A, 1 is B
    CAROM_ABOUT_FRAME = 9,      // the point, the normal, or the tangent `row`
    CAROM_ABOUT_LINK = 10,      // the link `row` of a chain
    CAROM_ABOUT_M = 11,         // M[row][column] of a mechanism
    CAROM_ABOUT_CONSTRAINT = 12 // row `row` of J
} carom_subject;

// What is wrong: one row of refusals.def each.
typedef enum carom_fault {
#define CAROM_FAULT(number, ID, ...) CAROM_FAULT_##ID = (number),
#include "carom/refusals.def"
} carom_fault;

// The way out.
typedef enum carom_remedy {
#define CAROM_REMEDY(number, ID, ...) CAROM_REMEDY_##ID = (number),
#include "carom/refusals.def"
} carom_remedy;

// Only the fields that the fault's sentence names are filled; the others are 0, NULL, -1 or CAROM_PARAM_NONE.
typedef struct carom_refusal {
    carom_status status;
    carom_fault fault;
    carom_remedy remedy;
    const carom_law *law;       // who refused: a law, or
    const carom_method *method; // a method for several contacts
    carom_param param;
    int contact;            // of several: whose parameter, or which; -1 if there is one
    int row, column;        // entry of W, v or M; link, body, tangent, constraint; -1 where there is none
    int count;              // dim, or how many
    double value;           // what was given
    double lowest, highest; // what it may be
    carom_param other_param;
    double other; // what the value clashes with: W[column][row], mu, the other weight
} carom_refusal;

CAROM_API const char *carom_fault_name(carom_fault fault);      // "outside"; NULL for no such fault
CAROM_API carom_subject carom_fault_subject(carom_fault fault); // CAROM_ABOUT_NOTHING for no such fault
CAROM_API const char *carom_remedy_name(carom_remedy remedy);   // "allow"; NULL for no such remedy

// The refusal behind a status of carom_collide, carom_trace or anything else that takes a contact. Any pointer may be
// NULL but the last: what is not there is not named.
CAROM_API carom_status carom_refusal_of(carom_status status, const carom_law *law, const carom_contact *contact,
                                        const carom_params *params, const carom_outcome *outcome,
                                        carom_refusal *refusal);

// ... behind a status of carom_impact,
CAROM_API carom_status carom_many_refusal_of(carom_status status, const carom_method *method,
                                             const carom_system *system, const carom_many_params *params,
                                             const carom_many_outcome *outcome, carom_refusal *refusal);

// ... of the functions of body.h,
CAROM_API carom_status carom_planar_refusal_of(carom_status status, const carom_planar_pair *pair,
                                               carom_refusal *refusal);
CAROM_API carom_status carom_pair_refusal_of(carom_status status, const carom_pair *pair, carom_refusal *refusal);

// ... of carom_chain_mechanism with the link it told, and of carom_delassus_make with what it made.
CAROM_API carom_status carom_chain_refusal_of(carom_status status, const carom_chain *chain, int at,
                                              carom_refusal *refusal);
CAROM_API carom_status carom_delassus_refusal_of(carom_status status, const carom_mechanism *mechanism,
                                                 const carom_delassus *delassus, carom_refusal *refusal);

// How a front end words refusals. A text may hold slots in braces, which the refusal fills:
//   {status} the status's own sentence    {who} law "routh" or method "glocker"    {name} routh    {param} e
//   {bit} CAROM_PARAM_BIT(e)
//   {value} {range} {lowest} {highest} {other} {sum} {meaning} {symbol} {row} {column} {count} {contact} ...
// sentence: what is wrong; NULL (the function, or what it returns) leaves the neutral sentence of refusals.def.
// remedy: the way out, put behind it and a semicolon; NULL or "" says nothing.
typedef const char *carom_sentence_fn(carom_fault fault);
typedef const char *carom_remedy_fn(carom_remedy remedy);
typedef struct carom_wording {
    carom_sentence_fn *sentence;
    carom_remedy_fn *remedy;
} carom_wording;

// The refusal in words; `wording` NULL: of a C program. Writes at most `size` bytes with the closing zero and returns
// the length of the whole; without `text` nothing is written.
CAROM_API size_t carom_refusal_words(const carom_refusal *refusal, const carom_wording *wording, char *text,
                                     size_t size);

CAROM_END

#endif
