// Evaluates every law on the same problem, with every value of the choices that the user did not give.
#ifndef CAROM_CLI_ASK_H
#define CAROM_CLI_ASK_H

#include "cli/lookup/answer.h"

// States how a law uses a given normal restitution.
typedef enum carom_e_use {
    CAROM_E_READ,   // the law reads e, possibly under another name, or no e was given
    CAROM_E_TUNED,  // a contact model without e: its damping was chosen so that a head-on impact has the restitution e
    CAROM_E_IGNORED // the law does not use e
} carom_e_use;

// Returns "read", "tuned" or "ignored".
const char *carom_e_use_name(carom_e_use use);

// Holds a law with one set of choices, and its result.
typedef struct carom_polled {
    carom_problem problem; // includes the damping if the model was tuned
    carom_answer answer;
    char name[96]; // "routh (poisson)"
    carom_e_use e_use;
    int tuned;         // number of the parameter that was tuned
    uint64_t examples; // the coefficients that have example values
} carom_polled;

typedef struct carom_poll {
    carom_polled *at; // freed by the caller
    size_t count, room;
    uint64_t examples; // the coefficients that have example values in some row
} carom_poll;

// Fills in example values of the missing coefficients that problem->law needs. Lists, normal restitution and friction
// are left to the user. Returns the set of coefficients filled in.
uint64_t carom_ask_examples(carom_problem *problem);

// Writes "eta = 1, f = 0" for the coefficients of this set, with their example values.
void carom_examples_text(uint64_t examples, char *text, size_t size);

// Prints which coefficients of this set have example values. Prints nothing for an empty set.
void carom_print_examples(uint64_t examples);

// Sets the damping with which a contact model has the head-on restitution e at the speed v and the mass m, and names its
// coefficient. The other parameters are given. Returns false if no damping gives it, or the model has none.
bool carom_ask_tune(const carom_law *law, double e, double m, double v, carom_params *params, int *coefficient);

// Rejects a problem without mu, for verbs in which every law needs mu.
bool carom_ask_mu(const carom_problem *problem, const char *verb, carom_error *refusal);

// Evaluates every law of the core and, if `devices`, every contact model of the modules.
void carom_ask_all(carom_poll *list, carom_problem *problem, bool devices);

#endif
