// The same question to every law, with every choice the user left open.
#ifndef CAROM_CLI_ASK_H
#define CAROM_CLI_ASK_H

#include "cli/words/answer.h"

// One law with one set of choices, and its answer.
typedef struct carom_polled {
    carom_problem problem;
    carom_answer answer;
    char name[96]; // "routh (poisson)"
} carom_polled;

typedef struct carom_poll {
    carom_polled *at; // the caller frees it
    size_t count, room;
} carom_poll;

// Every law of the core and, if `devices`, of the modules too.
void carom_ask_all(carom_poll *list, carom_problem *problem, bool devices);

#endif
