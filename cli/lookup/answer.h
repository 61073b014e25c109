// Evaluates a law and converts its result to an exit code.
#ifndef CAROM_CLI_ANSWER_H
#define CAROM_CLI_ANSWER_H

#include "mods/scenario/system.h"

// Evaluates the law if the problem is complete: one contact or a system.
void carom_answer_problem(carom_problem *problem, carom_answer *answer);

// Returns true if the problem is complete; otherwise the answer names the missing part.
bool carom_answer_whole(carom_problem *problem, carom_answer *answer);

// Stores the status of a call in the answer, with a message if there is no outcome.
void carom_answer_take(const carom_problem *problem, carom_status status, carom_answer *answer);

// Return the exit code for a status, the exit code for an answer, and the more serious of two exit codes.
int carom_status_exit(carom_status status, bool admissible, bool strict);
int carom_answer_exit(const carom_answer *answer, bool strict);
int carom_system_exit(const carom_problem *problem, const carom_answer *answer, bool strict);
int carom_graver_exit(int a, int b);

#endif
