// The coefficients of one impact in other words: "I set restitution 0.75 and got 0.82". Newton's, Poisson's and the
// energetic e are names of one place on the path of the impact, so each tells the others; the largest e of a law that makes
// no energy in this impact; and the e and mu by which another law, or an engine (engine.h), gives the same impulse.
//
//   carom_params p = carom_params_default();
//   p.restitution = CAROM_POISSON; p.e = 0.75; p.mu = 0.3;
//   double newton; carom_convert_reason why;
//   carom_restitution_convert(&contact, &p, CAROM_NEWTON, &newton, &why);        // what one would measure
//   carom_max_restitution most;
//   carom_restitution_max(&carom_law_whittaker, &contact, &p, &most);              // most.e, most.mode
#ifndef CAROM_TRANSLATE_H
#define CAROM_TRANSLATE_H

#include <stdbool.h>

#include "carom/engine.h"
#include "carom/module.h"

CAROM_BEGIN

// Why a coefficient of this impact has no other name.
typedef enum carom_convert_reason {
    CAROM_TRANSLATED = 0,
    CAROM_UNTRANSLATED_NO_APPROACH = 1, // v_n >= 0: there is no speed that e is a share of
    CAROM_UNTRANSLATED_SINGULAR = 2,    // W is singular and the contact sticks: v_n' is the same for every e of Poisson
    CAROM_UNTRANSLATED_MU_INF = 3,      // infinite friction, past the end of the slip: likewise
    CAROM_UNTRANSLATED_SPACE = 4,       // in space v_n can fall again on the path, and one e names several places
    CAROM_UNTRANSLATED_GAINS = 5,       // of the largest e: e = 0 gains energy already
    CAROM_UNTRANSLATED_UNLIKE = 6       // of another law's e and mu: none that we know of gives this impulse
} carom_convert_reason;

// Plane, by the law routh: the impact ends where `given` says, by its restitution, e (>= 0, also above 1), mu and
// mu_static; *e is the coefficient `to` of that end, which may exceed 1. CAROM_NOT_APPLICABLE, e NaN, where there is none:
// *why (may be NULL) says why. Where the slip lasts to the end all are one.
CAROM_API carom_status carom_restitution_convert(const carom_contact *contact, const carom_params *given,
                                                 carom_restitution to, double *e, carom_convert_reason *why);

// The largest normal restitution (e, e_n or r_n, whichever the law reads) with which one impact makes no energy.
typedef struct carom_max_restitution {
    double e;                 // may exceed 1; infinite: none up to CAROM_E_MAX_LOOKED makes energy; NaN: `why`
    double allowed;           // min(1, e): within the range that laws take
    bool exact;               // by a formula; else looked for
    carom_mode mode;          // in which the law ends with that e
    carom_convert_reason why; // CAROM_TRANSLATED, NO_APPROACH or GAINS
} carom_max_restitution;

// How far up an e is looked for where there is no formula.
#define CAROM_E_MAX_LOOKED 1024.0

// params: all but the coefficient itself, and rest_speed, which is not read. Looked for means: every e below was asked in
// steps of 1/64 (above 1, of e/64), peaks of the energy between them were climbed, and none of these made energy; a gain over
// a narrower range of e may be missed. CAROM_NOT_APPLICABLE if the law has no normal
// restitution, if `why` says so, or if the law has no answer here; else what a refused question is refused with.
CAROM_API carom_status carom_restitution_max(const carom_law *law, const carom_contact *contact,
                                             const carom_params *params, carom_max_restitution *found);

// What a pair (e, mu) means: by a definition of restitution in the law routh ("newton", "poisson", "energetic"), by another
// law, or by an engine.
typedef struct carom_convention {
    const char *name;
    const carom_law *law;          // whose e and mu they are; NULL: an engine's that computes no law of carom
    carom_restitution restitution; // where the law reads it
    const carom_engine *engine;    // NULL: none
} carom_convention;

// By its name, the laws being those of these modules (NULL: the core's). CAROM_UNKNOWN_LAW if nothing has it.
CAROM_API carom_status carom_convention_find(carom_modules *modules, const char *name, carom_convention *meaning);
// ... by its place: the definitions of restitution, the laws that read a restitution and mu, the engines. False past the last.
CAROM_API bool carom_convention_at(carom_modules *modules, int index, carom_convention *meaning);

// Sets what the meaning says beside e and mu: the restitution, an engine's friction in space.
CAROM_API carom_status carom_convention_apply(const carom_convention *meaning, int dim, carom_params *params);

// The coefficients by which an impact ends as it does.
typedef struct carom_conversion {
    double e, mu;         // e may exceed 1
    carom_result outcome; // of the law with them
} carom_conversion;

// e and mu with which `law` gives the impulse P in this impact; params hold its other coefficients, and the e and mu that are
// kept if they can be; mu_static is taken as mu. What is found was asked of the law and gave P to 1e-9. CAROM_NOT_APPLICABLE with *why
// (may be NULL) if none of those does by which the laws of the core relate e and mu to an impulse, or if the law reads no
// restitution.
CAROM_API carom_status carom_coefficients_find(const carom_law *law, const carom_contact *contact,
                                               const carom_params *params, const double P[3], carom_conversion *found,
                                               carom_convert_reason *why);

// The impact that e (also above 1), mu and the rest of params make by `from`, in the coefficients of `to`; what only the law of
// `from` reads is not told to another. `given` (may be
// NULL) receives the impact by `from`. Where `from` has no outcome its status, else as carom_coefficients_find.
CAROM_API carom_status carom_coefficients_convert(const carom_contact *contact, const carom_params *params,
                                                  const carom_convention *from, const carom_convention *to,
                                                  carom_result *given, carom_conversion *found,
                                                  carom_convert_reason *why);

CAROM_END

#endif
