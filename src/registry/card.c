// The cards of all laws, one after another. A law's own end with one that has no law.
#include "carom/card.h"

static int cards_of(const carom_law *law) {
    int count = 0;
    while (law->code->cards && law->code->cards[count].law) count++;
    return count;
}

int carom_card_count(void) {
    int count = 0;
    for (int i = 0; carom_law_at(NULL, i, CAROM_ONE_CONTACT); i++)
        count += cards_of(carom_law_at(NULL, i, CAROM_ONE_CONTACT));
    return count;
}

const carom_card *carom_card_at(int index) {
    for (int i = 0; carom_law_at(NULL, i, CAROM_ONE_CONTACT) && index >= 0; i++) {
        const carom_law *law = carom_law_at(NULL, i, CAROM_ONE_CONTACT);
        if (index < cards_of(law)) return &law->code->cards[index];
        index -= cards_of(law);
    }
    return NULL;
}

const carom_card *carom_card_find(const carom_law *law, carom_param param) {
    if (!law || !law->code || !law->code->cards) return NULL;
    for (const carom_card *card = law->code->cards; card->law; card++)
        if (card->param == param) return card;
    return NULL;
}
