// Physics engines and the laws they were measured to compute: what the e and mu one types into an engine mean.
#ifndef CAROM_ENGINE_H
#define CAROM_ENGINE_H

#include "carom/combine.h"
#include "carom/law.h"

CAROM_BEGIN

// The program gives e or mu to each contact, so that there is nothing to combine.
#define CAROM_COMBINE_CONTACT (-1)

typedef struct carom_engine {
    const char *name;     // "bullet"
    const char *title;    // "Bullet"
    const char *version;  // that was measured
    const char *measured; // when
    const char *install;  // how it was installed
    const char *law;      // whose e and mu it takes in the plane; "": none of carom's
    const char *habit;    // in space: `friction` of that law; "": not told
    int e_rule,
        mu_rule; // how two bodies' coefficients become the contact's: carom_combine_rule, or CAROM_COMBINE_CONTACT
    double rest_speed;    // slower approach does not bounce, m/s, as shipped; 0: none, NaN: not measured
    const char *give;     // where to write e and mu
    const char *computes; // what was seen
    const char *costs;    // what it costs
} carom_engine;

// In the order of engines.def; NULL past the last. By name; NULL if there is none.
CAROM_API const carom_engine *carom_engine_at(int index);
CAROM_API const carom_engine *carom_engine_find(const char *name);

// What both bodies get, so that the contact has this coefficient: its root where two multiply, else itself. NaN for one that
// is negative or no number, and for no such rule.
CAROM_API double carom_combine_split(int rule, double coefficient);

CAROM_END

#endif
