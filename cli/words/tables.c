#include "cli/words/tables.h"

#include "carom/compliant.h"

const carom_law *carom_tables_find(const char *name) {
    const carom_law *law = carom_law_find(name);
#ifdef CAROM_WITH_COMPLIANT
    if (law && !law->code) return carom_compliant_law_find(name);
#endif
    return law;
}

int carom_tables_count(bool devices) {
#ifdef CAROM_WITH_COMPLIANT
    if (devices) return carom_law_count() + carom_compliant_law_count();
#endif
    (void)devices;
    return carom_law_count();
}

const carom_law *carom_tables_at(int index) {
#ifdef CAROM_WITH_COMPLIANT
    if (index >= carom_law_count()) return carom_compliant_law_at(index - carom_law_count());
#endif
    return carom_law_at(index);
}

uint64_t carom_tables_reads(carom_law_test *asked) {
    uint64_t reads = 0;
    for (int i = 0; i < carom_tables_count(true); i++)
        if (!asked || asked(carom_tables_at(i))) reads |= carom_tables_at(i)->reads;
    return reads;
}

const carom_card *carom_tables_card(const carom_law *law, carom_param param) {
    const carom_card *card = carom_card_find(law, param);
#ifdef CAROM_WITH_COMPLIANT
    if (!card) card = carom_compliant_card_find(law, param);
#endif
    return card;
}
