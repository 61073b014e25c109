// The smallest counterexample to a promise, in integers: problems are asked in order of their size, until one breaks it.
//
//   carom_search s = carom_default_search(&carom_law_smith, CAROM_GUARANTEE_UNIQUE);
//   carom_finding  f;
//   carom_search_law(&s, &f);                    // f.looked.found, f.contact, f.params, f.outcomes
//
// A problem is W and v of integers, and coefficients that are fractions of integers. Its size is the sum of all of these
// integers without their signs: the entries of W on and above the diagonal, the components of v, and the numerator and
// the denominator of every coefficient (0 is 0/1, a size of 1; what is left out, and a choice, has none).
//
// All problems of a size are asked before the next size: W positive definite, v_n < 0, coefficients in the ranges the law
// takes. Left out are multiples of a W or a v where the law promises that they say nothing new, and what another choice of
// the tangents, mirrored or swapped, has said. Of several problems of a size the first in a fixed order is found.
#ifndef CAROM_SEARCH_H
#define CAROM_SEARCH_H

#include <stdbool.h>

#include "carom/carom.h"

CAROM_BEGIN

// Called now and then with the size and how many were asked; false ends the search.
typedef bool carom_search_fn(void *context, int size, uint64_t asked);

typedef struct carom_search {
    const carom_law *law;
    unsigned promise;    // one of carom_guarantee
    unsigned dims;       // CAROM_2D | CAROM_3D, those the law has
    int from, to;        // sizes
    carom_params params; // what is held, and the rest of what the law reads and the search does not change
    uint64_t held;       // CAROM_PARAM_BIT set: these stay as they are, and have no size
    carom_search_fn *tell;
    void *context;
} carom_search;

// Everything free but mu_static, which follows mu, up to a size of CAROM_SEARCH_TO. CAROM_SEARCH_MOST is the largest there may be.
#define CAROM_SEARCH_TO   20
#define CAROM_SEARCH_MOST 200
carom_search carom_default_search(const carom_law *law, unsigned promise);

// A coefficient as it was enumerated.
typedef struct carom_tried {
    carom_param param;
    int contact; // whose; 0 for a law
    int numerator, denominator;
} carom_tried;

#define CAROM_MAX_FRACTIONS 16

// How far the search looked.
typedef struct carom_looked {
    bool found;
    bool promised;    // found although the promise is made there: a mistake in the law, or in its row
    bool interrupted; // `tell` ended it
    int size;         // of what was found
    int whole;        // every problem up to this size was asked
    uint64_t asked, answered;
    uint64_t kept; // of the asked, those for which the promise is made
    int count;     // of fractions
    carom_tried fraction[CAROM_MAX_FRACTIONS];
} carom_looked;

typedef struct carom_finding {
    carom_looked looked;
    carom_contact contact;
    carom_params params;
    carom_result outcome; // what carom_collide says of it
    int outcomes;         // how many carom_collide_all lists: 0 or several is what breaks CAROM_GUARANTEE_UNIQUE
    // CAROM_GUARANTEE_CONTINUOUS: a velocity next to contact.v (closer than 1e-12 of it), and the impulse there.
    double v_beside[3], P_beside[3];
} carom_finding;

// CAROM_NULL_POINTER; CAROM_BAD_VALUE for what is no promise, no dimension or no range of sizes; CAROM_NOT_APPLICABLE for a law
// without code or of other dimensions; what carom_params_validate says of the parameters; else CAROM_OK, found or not.
carom_status carom_search_law(const carom_search *search, carom_finding *found);

// Two contacts in the plane by a method: W has ten integers, v four, and each contact has coefficients of its own.
typedef struct carom_search_many {
    const carom_law *method;
    unsigned
        promise; // CAROM_GUARANTEE_DISSIPATIVE, CAROM_GUARANTEE_COULOMB, CAROM_GUARANTEE_NONPENETRATING, CAROM_GUARANTEE_UNIQUE
    int from, to;
    const carom_law *single; // CAROM_NEEDS_SINGLE
    carom_params params;     // what is held, of each contact
    uint64_t held;           // CAROM_PARAM_BIT set
    carom_search_fn *tell;
    void *context;
} carom_search_many;

typedef struct carom_finding_many {
    carom_looked looked;
    double W[16], v[4]; // the system
    carom_params params[2];
    carom_status status; // what carom_system_solve says of it
    unsigned broken;
    int solutions;
    double P[4], after[4], dE;
} carom_finding_many;

// As carom_default_search; up to a size of CAROM_SEARCH_TO_MANY.
#define CAROM_SEARCH_TO_MANY 16
carom_search_many carom_default_search_many(const carom_law *method, unsigned promise);

// Bytes of workspace a search needs, aligned as malloc aligns; 0 if it is refused anyway.
size_t carom_search_memory(const carom_search_many *search);
carom_status carom_search_method(const carom_search_many *search, void *memory, size_t bytes,
                                 carom_finding_many *found);

CAROM_END

#endif
