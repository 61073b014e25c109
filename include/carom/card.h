// The coefficient cards at run time: what a parameter is the ratio of in one law, its range there, its relations.
#ifndef CAROM_CARD_H
#define CAROM_CARD_H

#include "carom/law.h"

CAROM_BEGIN

typedef struct carom_card {
    const carom_law *law;
    carom_param param;
    double lowest, highest; // what this law takes; within the range of the parameter's row
    const char *ratio;      // what it is the ratio of
    const char *relation;   // when it equals, and how it differs from, other laws' coefficients
} carom_card;

CAROM_API int carom_card_count(void);                                                 // cards of all laws of the core
CAROM_API const carom_card *carom_card_at(int index);                                 // NULL for no such index
CAROM_API const carom_card *carom_card_find(const carom_law *law, carom_param param); // NULL: the law does not read it

CAROM_END

#endif
