// Every outcome that satisfies a law: some laws leave more than one (whittaker and smith in space, glocker and whittaker
// where friction jams a contact that does not approach, whittaker with mu_static > mu).
//
//   carom_alternative list[CAROM_MAX_ALTERNATIVES];
//   int            count;
//   carom_status   s = carom_collide_all(&carom_law_smith, &c, &p, list, &count);
//   for (int i = 0; i < count; i++) printf("%g J\n", list[i].outcome.dE);         // and .outcome.P, .index, .given
#ifndef CAROM_SOLUTIONS_H
#define CAROM_SOLUTIONS_H

#include "carom/law.h"

CAROM_BEGIN

typedef struct carom_alternative {
    carom_result outcome; // judged as carom_collide judges; `solutions` is how many there are
    bool given;           // the one carom_collide answers, by the law's own rule
    // The one that small changes select: the only one there is, else the one that friction arrives at when it is raised
    // from none, where a law has one outcome, to mu in steps so small that the outcome is followed. A contact that does
    // not approach is the limit of one that approaches slowly: of a jam and no impulse the jam is kept. None is kept if
    // the outcome that was followed ceases to be one on the way (its branch folds back, the impact jumps to another).
    bool kept;
    // +1 or -1: an outcome is a zero of the law's equations, a map of the slip to itself, and this is the sign with which
    // the map passes through it. The indices of all outcomes sum to +1. One of -1 lies between two others and vanishes
    // with one of them when the impact changes a little; none of -1 is given. 0: it has none (v_n = 0, a singular W, a
    // law that does not tell, a contact that only mu_static > mu holds).
    int index;
} carom_alternative;

// `list` has room for CAROM_MAX_ALTERNATIVES. Least normal impulse first. A law that does not tell all its outcomes
// (carom_contact_vtable.all) has one here, carom_collide's. Returns what carom_collide does: without an answer *count is 0, and
// the status says why there is none.
CAROM_API carom_status carom_collide_all(const carom_law *law, const carom_contact *contact, const carom_params *params,
                                         carom_alternative *list, int *count);

CAROM_END

#endif
