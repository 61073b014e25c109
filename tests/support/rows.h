// Makes a law with more coefficients than the law that it copies.
#ifndef CAROM_TESTS_ROWS_H
#define CAROM_TESTS_ROWS_H

#include <string.h>

#include "carom/law.h"

enum { MOST_ROWS = 40 };

// Returns the law with these rows after its own rows. A new row replaces an existing row of the same coefficient. The
// rows are stored in `room`, which has MOST_ROWS elements.
static inline carom_law law_with_rows(const carom_law *law, const carom_coefficient *rows, int count,
                                      carom_coefficient *room) {
    carom_law more = *law;
    more.coefficient_count = 0;
    for (int k = 0; k < law->coefficient_count; k++) {
        bool replaced = false;
        for (int i = 0; i < count; i++) replaced = replaced || rows[i].number == law->coefficients[k].number;
        if (!replaced) room[more.coefficient_count++] = law->coefficients[k];
    }
    memcpy(room + more.coefficient_count, rows, (size_t)count * sizeof *rows);
    more.coefficient_count += count;
    more.coefficients = room;
    return more;
}

// Initialisers for simple laws of tests that read e, mu or both.
static const carom_coefficient rows_of_both[] = {CAROM_COEFFICIENT_E("-v_n' / v_n"),
                                                 CAROM_COEFFICIENT_MU("largest |P_t| / P_n")};
#define READS_E    .coefficients = rows_of_both, .coefficient_count = 1
#define READS_MU   .coefficients = rows_of_both + 1, .coefficient_count = 1
#define READS_BOTH CAROM_COEFFICIENTS(rows_of_both)

#define ROWS_OF(rows) (rows), (int)(sizeof(rows) / sizeof *(rows))

#endif
