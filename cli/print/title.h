// Writes the title of a picture of a problem.
#ifndef CAROM_CLI_TITLE_H
#define CAROM_CLI_TITLE_H

#include "mods/scenario/problem.h"

// Writes the law and its coefficients in the markup of figures, such as "whittaker, $e$ = 0, $μ$ = 0.6". Omits the
// parameters named in `without` (ended by NULL; may be NULL), which vary in the picture. Returns text.
const char *carom_problem_title(const carom_problem *problem, const carom_law *law, const char *const *without,
                                char *text, size_t size);

#endif
