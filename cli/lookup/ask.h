// The same question to every law, with every choice the user left open.
#ifndef CAROM_CLI_ASK_H
#define CAROM_CLI_ASK_H

#include "cli/lookup/answer.h"

// What a law makes of a given normal restitution.
typedef enum carom_e_use {
    CAROM_E_READ,   // it reads e, or its own name for it; or no e was given
    CAROM_E_TUNED,  // a contact model without e: its damping was found so that it returns e head-on
    CAROM_E_IGNORED // it does not use e
} carom_e_use;

// "read", "tuned", "ignored"
const char *carom_e_use_name(carom_e_use use);

// One law with one set of choices, and its answer.
typedef struct carom_polled {
    carom_problem problem; // of a model that was tuned, with its damping
    carom_answer answer;
    char name[96]; // "routh (poisson)"
    carom_e_use e_use;
    int tuned; // number of the parameter that was tuned
} carom_polled;

typedef struct carom_poll {
    carom_polled *at; // the caller frees it
    size_t count, room;
    uint64_t examples; // the coefficients that have example values in some row
} carom_poll;

// Fills in the example values of the coefficients that problem->law needs and that are missing, except normal restitution and
// friction, which only the user can choose, and lists. Returns the set of those filled in.
uint64_t carom_ask_examples(carom_problem *problem);

// Prints which coefficients of this set have example values; nothing for an empty set.
void carom_print_examples(uint64_t examples);

// Refuses a problem without mu, for a verb that needs it whatever the law.
bool carom_ask_mu(const carom_problem *problem, const char *verb, carom_error *refusal);

// Every law of the core and, if `devices`, of the modules too.
void carom_ask_all(carom_poll *list, carom_problem *problem, bool devices);

#endif
