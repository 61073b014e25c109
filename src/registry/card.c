// cards.def at run time.
#include "carom/card.h"

#include <float.h>
#include <math.h>

static const carom_card cards[] = {
#define CAROM_CARD(law_id, field, lowest, highest, ratio, relation)                                                    \
    {&carom_law_##law_id, CAROM_PARAM_##field, lowest, highest, ratio, relation},
#include "carom/cards.def"
#undef CAROM_CARD
};

int carom_card_count(void) {
    return (int)(sizeof cards / sizeof *cards);
}

const carom_card *carom_card_at(int index) {
    return index >= 0 && index < carom_card_count() ? &cards[index] : NULL;
}

const carom_card *carom_card_find(const carom_law *law, carom_param param) {
    for (int i = 0; i < carom_card_count(); i++)
        if (cards[i].law == law && cards[i].param == param) return &cards[i];
    return NULL;
}
