// Prints reports on stdout in the requested format.
#ifndef CAROM_CLI_REPORT_H
#define CAROM_CLI_REPORT_H

#include <stdio.h>

#include "cli/lookup/answer.h"
#include "mods/scenario/report.h"

// Print a report, or the report of an answer, as text, or its tables as CSV or Markdown.
void carom_print_report(const carom_report *report);
void carom_print_answer(const carom_problem *problem, const carom_answer *answer);

// Returns the report of an answer. The command ends if there is no memory.
carom_report *carom_report_of(const carom_problem *problem, const carom_answer *answer);

// Prints that the bodies separate, so nothing happens (CAROM_NO_IMPACT), and possible reasons. Each line begins with
// the margin.
void carom_report_parting(FILE *file, const carom_problem *problem, const char *margin);

// Prints that a law has no result for this problem, which is an answer: the status on stdout, the reason on stderr.
void carom_report_without(const carom_law *law, const carom_error *refusal);

// Prints an answer without an outcome: no result, or an error message.
void carom_report_failure(const carom_problem *problem, const carom_answer *answer);

#endif
