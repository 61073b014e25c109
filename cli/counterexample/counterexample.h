// Searches for the smallest counterexample to a guaranteed property, in integers. Tries problems in order of size until
// one violates the property.
//
//   carom_search s = carom_default_search(&carom_law_smith, CAROM_GUARANTEE_UNIQUE);
//   carom_finding  f;
//   carom_search_law(&s, &f);                    // f.looked.found, f.contact, f.params, f.outcomes
//
// A problem consists of W and v in integers, and coefficients that are fractions of integers. Its size is the sum of
// the absolute values of these integers: the entries of W on and above the diagonal, the components of v, and the
// numerator and denominator of every coefficient. 0 counts as 0/1, with size 1. Omitted coefficients and choices have
// size 0.
//
// All problems of one size are tried before the next size. W is positive definite, v_n < 0, and the coefficients are in
// the ranges of the law. A multiple of an earlier W or v is skipped if the law guarantees that its result is a multiple
// too. Problems that differ only by mirrored or swapped tangents are tried once. Problems of the same size have a fixed
// order.
#ifndef CAROM_CLI_COUNTEREXAMPLE_H
#define CAROM_CLI_COUNTEREXAMPLE_H

#include <stdbool.h>

#include "carom/carom.h"

CAROM_BEGIN

// Reports progress: the search calls this function from time to time with the size and the number of problems tried.
// The function returns false to end the search.
typedef bool carom_search_fn(void *context, int size, uint64_t asked);

typedef struct carom_search {
    const carom_law *law;
    unsigned promise;    // one of carom_guarantee
    unsigned dims;       // CAROM_2D | CAROM_3D, those of the law
    int from, to;        // sizes
    carom_params params; // values of the held parameters and of those that the search does not change
    uint64_t held;       // CAROM_PARAM_BIT set of parameters that keep their values and have no size
    carom_search_fn *tell;
    void *context;
} carom_search;

// By default all parameters vary except mu_static, which follows mu, up to size CAROM_SEARCH_TO. CAROM_SEARCH_MOST is
// the largest size allowed.
#define CAROM_SEARCH_TO   20
#define CAROM_SEARCH_MOST 200
carom_search carom_default_search(const carom_law *law, unsigned promise);

// Holds a coefficient and its value as a fraction.
typedef struct carom_tried {
    carom_param param;
    int contact; // index of its contact; 0 for a single-contact law
    int numerator, denominator;
} carom_tried;

#define CAROM_MAX_FRACTIONS 16

// Describes how far the search went.
typedef struct carom_looked {
    bool found;
    bool promised;    // true if the law guarantees the property for the problem found: a defect in the law or in its
                      // table row
    bool interrupted; // `tell` ended the search
    int size;         // size of the problem found
    int whole;        // all problems up to this size were tried
    uint64_t asked, answered;
    uint64_t kept; // number of problems tried for which the property is guaranteed
    int count;     // number of fractions
    carom_tried fraction[CAROM_MAX_FRACTIONS];
} carom_looked;

typedef struct carom_finding {
    carom_looked looked;
    carom_contact contact;
    carom_params params;
    carom_result outcome; // result of carom_collide
    int outcomes;         // number of outcomes of carom_collide_all; 0 or several violate CAROM_GUARANTEE_UNIQUE
    // For CAROM_GUARANTEE_CONTINUOUS: a velocity whose relative distance from contact.v is below 1e-12, and its
    // impulse.
    double v_beside[3], P_beside[3];
} carom_finding;

// Searches for a counterexample to a law. Returns CAROM_OK whether one was found or not. Returns CAROM_NULL_POINTER.
// Returns CAROM_BAD_VALUE for an invalid property, dimension or range of sizes. Returns CAROM_NOT_APPLICABLE for a law
// without code or of other dimensions. Returns the status of carom_params_validate for invalid parameters.
carom_status carom_search_law(const carom_search *search, carom_finding *found);

// Describes a search over two contacts in 2D with a method for systems. W has ten integers, v has four, and each
// contact has its own coefficients.
typedef struct carom_system_search {
    const carom_law *method;
    unsigned
        promise; // CAROM_GUARANTEE_DISSIPATIVE, CAROM_GUARANTEE_COULOMB, CAROM_GUARANTEE_NONPENETRATING, CAROM_GUARANTEE_UNIQUE
    int from, to;
    const carom_law *single; // if the method has CAROM_NEEDS_SINGLE
    carom_params params;     // held values, the same for each contact
    uint64_t held;           // CAROM_PARAM_BIT set
    carom_search_fn *tell;
    void *context;
} carom_system_search;

typedef struct carom_system_finding {
    carom_looked looked;
    double W[16], v[4]; // the system found
    carom_params params[2];
    carom_status status; // result of carom_system_solve
    unsigned broken;
    int solutions;
    double P[4], after[4], dE;
} carom_system_finding;

// Returns the default search, like carom_default_search, up to size CAROM_SEARCH_TO_MANY.
#define CAROM_SEARCH_TO_MANY 16
carom_system_search carom_default_system_search(const carom_law *method, unsigned promise);

// carom_search_memory returns the size in bytes of the workspace that a search needs, aligned as by malloc, or
// 0 if the search is invalid.
size_t carom_search_memory(const carom_system_search *search);
carom_status carom_search_method(const carom_system_search *search, void *memory, size_t bytes,
                                 carom_system_finding *found);

CAROM_END

#endif
