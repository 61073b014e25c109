// Evaluates a problem of several contacts in which some numbers vary, for sweeps and maps.
#ifndef CAROM_SCENARIO_VARIED_H
#define CAROM_SCENARIO_VARIED_H

#include "mods/scenario/problem.h"

enum { CAROM_VARIED_PLACES = 16 };

typedef struct carom_varied {
    json_t *document; // owned, with the numbers of the last problem
    carom_modules *modules;
    const carom_law *method;
    int dim, contacts; // of every problem: only numbers vary
    int places;
    struct {
        json_t *leaf, *mirror; // mirror: the same entry of W across its diagonal, or NULL
    } place[CAROM_VARIED_PLACES];
    void *memory;
    size_t bytes;
} carom_varied;

// Reads a document of `carom solve`, with `method` (NULL: its own) and `params` (NULL: none) that override its own. On
// failure returns false and fills in `refusal`; free it in any case.
bool carom_varied_new(carom_varied *varied, const json_t *document, const char *method, const json_t *params,
                      carom_modules *modules, carom_error *refusal);
void carom_varied_free(carom_varied *varied);

// Lets the number at a path vary. Returns false and fills in `refusal` if there is none, or if it cannot vary.
bool carom_varied_place(carom_varied *varied, const char *path, carom_error *refusal);

// Solves the problem with these numbers, one per place, in order. Arrays of the outcome are valid until the next call.
// `before` (may be NULL) receives the velocities before.
carom_status carom_varied_ask(carom_varied *varied, const double *x, carom_system_result *outcome, double *before);

// Returns a new document with these numbers.
json_t *carom_varied_document(carom_varied *varied, const double *x);

#endif
