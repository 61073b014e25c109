// A driver put through the cases: every question, what came back, what it is worth.
#ifndef CAROM_JUDGE_RUN_H
#define CAROM_JUDGE_RUN_H

#include <signal.h>

#include "cli/judge/mechanics.h"
#include "cli/judge/reply.h"

// All that is known of one case.
typedef struct carom_judge_result {
    carom_judge_reply reply;
    carom_judgement judged;   // of the reply, if it moves
    double turned;            // how far the answer to the turned case is from the turned answer; NaN: not known
    bool arrived;             // the case was also asked a little above the floor, and answered:
    carom_judgement arriving; // the verdict on that
} carom_judge_result;

// A time the driver had to be ended.
typedef struct carom_judge_fault {
    char id[96]; // the question; "handshake"
    char words[600];
} carom_judge_fault;

enum { CAROM_JUDGE_FAULTS = 50, CAROM_JUDGE_FAULTS_IN_A_ROW = 5 }; // so many, and the run is over

typedef struct carom_judge_run {
    // Asked for:
    char *const *argv; // the driver and its arguments, ended by NULL
    const carom_judge_cases *cases;
    double limit;                             // seconds for a case, 0: 20; the handshake has 3, a long run 6 times that
    const volatile sig_atomic_t *stop;        // the run ends soon after it becomes other than 0; may be NULL
    void (*watch)(size_t done, size_t count); // hears how many questions are answered; may be NULL
    // Found:
    carom_judge_hello hello;
    carom_judge_result *at; // one for each case
    carom_judge_fault fault[CAROM_JUDGE_FAULTS];
    int fault_count;
    size_t questions, asked; // of the questions so many were put
    bool stopped, over;      // by *stop; because of faults
} carom_judge_run;

// Runs it all. False: there is no handshake, or no memory; the words say why. What was found so far stands in `run`, to
// be freed either way.
bool carom_judge_go(carom_judge_run *run, char *words, size_t size);
void carom_judge_run_free(carom_judge_run *run);

#endif
