// Reports on stdout, in the format that the options ask for.
#ifndef CAROM_CLI_REPORT_H
#define CAROM_CLI_REPORT_H

#include <stdio.h>

#include "cli/lookup/answer.h"
#include "mods/scenario/report.h"

// Prints a report, or that of an answer, as text, or its tables as CSV or Markdown.
void carom_print_report(const carom_report *report);
void carom_print_answer(const carom_problem *problem, const carom_answer *answer);

// Prints a report as one JSON object.
void carom_print_json(const carom_report *report);

// The report of an answer; a lack of memory ends the command.
carom_report *carom_report_of(const carom_problem *problem, const carom_answer *answer);

// That nothing happens, as the bodies part (CAROM_NO_IMPACT), and what the reason may be; each line after the margin.
void carom_report_parting(FILE *file, const carom_problem *problem, const char *margin);

// An answer that does not stand. No solution is an answer too, so it goes to stdout; a refusal is words for stderr.
void carom_report_failure(const carom_problem *problem, const carom_answer *answer);

#endif
