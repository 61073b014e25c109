// One outcome in words, for people.
#ifndef CAROM_CLI_REPORT_H
#define CAROM_CLI_REPORT_H

#include <stdio.h>

#include "cli/words/answer.h"

void carom_report(FILE *file, const carom_problem *problem, const carom_answer *answer);

// That nothing happens, as the bodies part (CAROM_NO_IMPACT), and what the reason may be; each line after the margin.
void carom_report_parting(FILE *file, const carom_problem *problem, const char *margin);

// An answer that does not stand. No solution is an answer too, so it goes to stdout; a refusal is words for stderr.
void carom_report_failure(const carom_problem *problem, const carom_answer *answer);

// The largest |x_i|, beside which a number may be rounding.
double carom_report_size(const double *x, int dim);

// "energy, friction cone": what the set bits break; "nothing" for none. Returns the text.
const char *carom_report_broken(unsigned broken, char *text, size_t size);

// A value of a parameter as one would type it: "poisson", "0.5", "0 1 0". Returns the text.
const char *carom_report_param(const carom_params *params, const carom_param_info *row, int dim, char *text,
                               size_t size);

#endif
