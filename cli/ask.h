// The same question to every law, with every choice the user left open.
#ifndef CAROM_CLI_ASK_H
#define CAROM_CLI_ASK_H

#include "cli/answer.h"

// One law with one set of choices, and its answer.
typedef struct carom_asked_law {
    carom_problem problem;
    carom_answer answer;
    char name[96]; // "routh (poisson)"
} carom_asked_law;

typedef struct carom_asked {
    carom_asked_law *at; // the caller frees it
    size_t count, room;
} carom_asked;

void carom_ask_all(carom_asked *list, carom_problem *problem);

#endif
