// Asking a law, and its answer as an exit code.
#ifndef CAROM_CLI_ANSWER_H
#define CAROM_CLI_ANSWER_H

#include "mods/scenario/write.h"

// Asks the law, if the problem is whole.
void carom_answer_problem(carom_problem *problem, carom_answer *answer);

// Whether the problem is whole; if not, the answer says what is missing.
bool carom_answer_whole(carom_problem *problem, carom_answer *answer);

// Takes over what a call returned, with a sentence where there is no outcome.
void carom_answer_take(const carom_problem *problem, carom_status status, carom_answer *answer);

// The exit code of a status, of an answer, and the graver of two.
int carom_status_exit(carom_status status, bool admissible, bool strict);
int carom_answer_exit(const carom_answer *answer, bool strict);
int carom_graver_exit(int a, int b);

#endif
