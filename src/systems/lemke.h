// Lemke's method with a choice of covering vector. Different vectors lead along different paths.
#ifndef CAROM_SRC_LEMKE_H
#define CAROM_SRC_LEMKE_H

#include "carom/carom.h"

// Largest number of unknowns of a linear complementarity problem, for which 2 GiB of memory are needed.
#define CAROM_MAX_LEMKE 16384

// Returns the bytes of memory that carom_lemke needs for n unknowns; 0 unless 1 <= n <= CAROM_MAX_LEMKE.
size_t carom_lemke_memory(int n);

// Solves w = q + M z, w >= 0, z >= 0, w.z = 0 by Lemke's method with a lexicographic ratio test. M is n x n, row by
// row. `pivots` (may be NULL) receives the number of pivots, each of which takes about n^2 multiplications.
// Returns CAROM_NO_SOLUTION for a secondary ray, and CAROM_NOT_CONVERGED after 20 n + 100 pivots.
carom_status carom_lemke(int n, const double *M, const double *q, double *z, void *memory, size_t bytes, int *pivots);

// Runs Lemke's method with the covering vector `cover` > 0 of n entries; NULL means all ones.
carom_status carom_lemke_along(int n, const double *M, const double *q, const double *cover, double *z, void *memory,
                               size_t bytes, int *pivots);

// Returns covering vectors to try one after the other: ones (NULL), then vectors between 1 and 2, then vectors over
// three decades. They are written to `cover`.
const double *carom_lemke_cover(int n, int attempt, double *cover);

#endif
