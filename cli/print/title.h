// What a picture of a problem is about, in one line.
#ifndef CAROM_CLI_TITLE_H
#define CAROM_CLI_TITLE_H

#include "mods/scenario/problem.h"

// "whittaker, $e$ = 0, $μ$ = 0.6": the law and what it reads, in the markup of figures; not the parameters named by
// `without` (a list ended by NULL; may be NULL), which the picture itself runs over. Returns text.
const char *carom_problem_title(const carom_problem *problem, const carom_law *law, const char *const *without,
                                char *text, size_t size);

#endif
