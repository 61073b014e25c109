// A problem of several contacts some of whose numbers vary: over a sweep, over a map.
#ifndef CAROM_SCENARIO_VARIED_H
#define CAROM_SCENARIO_VARIED_H

#include "mods/scenario/impact_problem.h"

enum { CAROM_VARIED_PLACES = 16 };

typedef struct carom_varied {
    json_t *document; // its own, with the numbers of the last problem asked
    carom_modules *modules;
    const carom_law *method;
    int dim, contacts; // of every problem: numbers vary, counts do not
    int places;
    struct {
        json_t *leaf, *mirror; // mirror: the same entry of W across its diagonal, or NULL
    } place[CAROM_VARIED_PLACES];
    void *memory;
    size_t bytes;
} carom_varied;

// A document as `carom solve` reads it, asked of `method` (NULL: its own) with `params` (NULL: none) over its own ones.
// False, and a refusal, if it makes no problem; to be freed all the same.
bool carom_varied_new(carom_varied *varied, const json_t *document, const char *method, const json_t *params,
                      carom_modules *modules, carom_error *refusal);
void carom_varied_free(carom_varied *varied);

// Lets the number at a path vary. False, and a refusal, if there is none, or no number will do there.
bool carom_varied_place(carom_varied *varied, const char *path, carom_error *refusal);

// The problem with these numbers, one a place, in order. Arrays of the outcome live until the next question. `before` (may
// be NULL) receives the velocities before.
carom_status carom_varied_ask(carom_varied *varied, const double *x, carom_system_result *outcome, double *before);

// The document with these numbers, a new one.
json_t *carom_varied_document(carom_varied *varied, const double *x);

#endif
