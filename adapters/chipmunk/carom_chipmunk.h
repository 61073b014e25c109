// Computes impacts in Chipmunk2D with any law, for the pairs of shapes that you choose. Chipmunk still handles resting
// contacts.
//
//   carom_chipmunk bounce = {.rule = carom_strike_default(&carom_law_routh)};
//   carom_chipmunk_pair(&bounce, space, ROD, FLOOR);     // shapes of these collision types
//   carom_chipmunk_all(&bounce, space);                  // or every pair without a handler of its own
//
// e and mu are those of the shapes, as Chipmunk combines them (products), unless rule.own is set. The functions that
// the handler had before are still called, preSolve first; if it returns false, the contact is ignored. Set your
// functions before these calls. `bounce` must outlive the space. Use one `bounce` for each handler.
// Touching pairs of the same `bounce` are solved together.
#ifndef CAROM_CHIPMUNK_H
#define CAROM_CHIPMUNK_H

#include <chipmunk/chipmunk.h>

#include "carom_strike.h"

CAROM_BEGIN

typedef struct carom_chipmunk {
    carom_strike_rule rule;
    long struck;       // impacts so far
    carom_strikes all; // the pairs of this step
    // The functions and the data that the handler had before.
    cpCollisionBeginFunc begin;
    cpCollisionPreSolveFunc presolve;
    cpCollisionPostSolveFunc postsolve;
    cpCollisionSeparateFunc separate;
    cpDataPointer data;
} carom_chipmunk;

void carom_chipmunk_pair(carom_chipmunk *bounce, cpSpace *space, cpCollisionType a, cpCollisionType b);
void carom_chipmunk_all(carom_chipmunk *bounce, cpSpace *space);

// Frees the memory of `bounce`, after the space is freed.
void carom_chipmunk_free(carom_chipmunk *bounce);

// Computes the impact of a pair, as the two functions above make Chipmunk do. A program may also call it from its own
// preSolve function. Returns false if Chipmunk must ignore the contact in this step.
cpBool carom_chipmunk_presolve(cpArbiter *arbiter, cpSpace *space, carom_chipmunk *bounce);

CAROM_END

#endif
