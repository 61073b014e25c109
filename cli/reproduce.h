// Tables and figures of the papers, computed again.
#ifndef CAROM_CLI_REPRODUCE_H
#define CAROM_CLI_REPRODUCE_H

#include <stdbool.h>

typedef int carom_reproduce_fn(bool json);

#define CAROM_REPRODUCE(paper, item, function, about) carom_reproduce_fn function;
#include "cli/reproduce.def"
#undef CAROM_REPRODUCE

// How a computed value stands to a printed one.
typedef enum carom_agreement {
    CAROM_AGREES,  // to the last printed digit
    CAROM_ERRATUM, // differs, and docs/errata.md says why: the printed text ends in '!'
    CAROM_DIFFERS
} carom_agreement;

// `printed` is the number as the paper prints it. A '*' behind it: the paper gives the limit of outcomes whose impulse
// grows without bound, and the computed value must be NaN, no outcome.
carom_agreement carom_agree(const char *printed, double computed);

#endif
