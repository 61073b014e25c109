// Chipmunk2D with carom's impacts: chosen pairs of shapes bounce by any law, resting contact stays Chipmunk's.
//
//   carom_chipmunk bounce = {.rule = carom_strike_default(&carom_law_routh)};
//   carom_chipmunk_pair(&bounce, space, ROD, FLOOR);     // shapes of these collision types
//   carom_chipmunk_all(&bounce, space);                  // or every pair without a handler of its own
//
// e and mu are those of the shapes, as Chipmunk combines them (products), unless rule.own says otherwise. Functions
// the handler had before are called as before, preSolve first, and its no stands: set yours before these calls. `bounce`
// must outlive the space; there is one for each handler.
#ifndef CAROM_CHIPMUNK_H
#define CAROM_CHIPMUNK_H

#include <chipmunk/chipmunk.h>

#include "carom_strike.h"

CAROM_BEGIN

typedef struct carom_chipmunk {
    carom_strike_rule rule;
    long struck; // impacts so far
    // what the handler had before: it is called as before, with its own data
    cpCollisionBeginFunc begin;
    cpCollisionPreSolveFunc presolve;
    cpCollisionPostSolveFunc postsolve;
    cpCollisionSeparateFunc separate;
    cpDataPointer data;
} carom_chipmunk;

void carom_chipmunk_pair(carom_chipmunk *bounce, cpSpace *space, cpCollisionType a, cpCollisionType b);
void carom_chipmunk_all(carom_chipmunk *bounce, cpSpace *space);

// What both put into a handler, for programs with a preSolve of their own: false hides the contact for this step.
cpBool carom_chipmunk_presolve(cpArbiter *arbiter, cpSpace *space, carom_chipmunk *bounce);

CAROM_END

#endif
