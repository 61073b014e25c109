// Counts the laws of the core that solve problems of a kind.
#ifndef TESTS_SUPPORT_LAW_COUNT_H
#define TESTS_SUPPORT_LAW_COUNT_H

#include "carom/carom.h"

static inline int law_count(unsigned problems) {
    int count = 0;
    while (carom_law_at(NULL, count, problems)) count++;
    return count;
}

#endif
