// The laws of one module share the numbers 32 to 63 for their own coefficients. If two coefficients of a module have
// the same number, they must be the same coefficient, and each name must have one number. The reason is that front ends
// look up a coefficient in the module, not in the law.
#ifndef CAROM_TESTS_OWN_NUMBERS_H
#define CAROM_TESTS_OWN_NUMBERS_H

#include <stdbool.h>
#include <string.h>

#include "carom/law.h"

static inline int own_places(const carom_coefficient *row) {
    return row->kind == CAROM_EACH ? 3 : row->kind == CAROM_TANGENT || row->kind == CAROM_PAIR ? 2 : 1;
}

// Returns true if both rows describe the same coefficient. Their units may differ, because the law determines the unit.
static inline bool own_same(const carom_coefficient *a, const carom_coefficient *b) {
    return a->number == b->number && a->kind == b->kind && !strcmp(a->name, b->name) && !strcmp(a->meaning, b->meaning);
}

static inline bool own_clash(const carom_coefficient *a, const carom_coefficient *b) {
    const bool overlap = a->number < b->number + own_places(b) && b->number < a->number + own_places(a);
    return (overlap || !strcmp(a->name, b->name)) && !own_same(a, b);
}

// Returns the first law of a list of modules whose own coefficients clash with those of another law of its module.
// Returns NULL if there is none. `compared` receives the number of compared pairs of coefficients.
static inline const carom_law *own_clashing(carom_modules *modules, int *compared) {
    const carom_law *a, *b;
    *compared = 0;
    for (int i = 0; (a = carom_law_at(modules, i, CAROM_ONE_CONTACT)); i++)
        for (int k = i; (b = carom_law_at(modules, k, CAROM_ONE_CONTACT)); k++) {
            if (strcmp(a->module, b->module) != 0) continue;
            for (int x = 0; x < a->coefficient_count; x++)
                for (int y = 0; y < b->coefficient_count; y++) {
                    const carom_coefficient *first = &a->coefficients[x], *second = &b->coefficients[y];
                    if (first->number < CAROM_PARAM_OWN || second->number < CAROM_PARAM_OWN) continue;
                    ++*compared;
                    if (own_clash(first, second)) return b;
                }
        }
    return NULL;
}

#endif
