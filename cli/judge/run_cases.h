// Runs a driver on the cases: sends every question, reads the answers and judges them.
#ifndef CAROM_CLI_RUN_CASES_H
#define CAROM_CLI_RUN_CASES_H

#include <signal.h>

#include "cli/judge/mechanics.h"
#include "cli/judge/reply.h"

// Holds the results of one case.
typedef struct carom_judge_result {
    carom_judge_reply reply;
    carom_judgement judged;   // judgement of the reply, if it has velocities
    double turned;            // distance between the answer to the rotated case and the rotated answer; NaN if unknown
    bool arrived;             // the case was also tested starting above the floor, and answered
    carom_judgement arriving; // judgement of that answer
} carom_judge_result;

// Describes a fault after which the driver had to be ended.
typedef struct carom_judge_fault {
    char id[96]; // id of the question, or "handshake"
    char words[600];
} carom_judge_fault;

enum { CAROM_JUDGE_FAULTS = 50, CAROM_JUDGE_FAULTS_IN_A_ROW = 5 }; // the run ends after this many

typedef struct carom_judge_run {
    // Inputs:
    char *const *argv; // the driver and its arguments, ended by NULL
    const carom_judge_cases *cases;
    double limit;                             // seconds per case (0 means 20); 3 times as long for the handshake, 6
                                              // times for a long run
    const volatile sig_atomic_t *stop;        // the run ends soon after this becomes nonzero; may be NULL
    void (*watch)(size_t done, size_t count); // called with the number of answered questions; may be NULL
    // Results:
    carom_judge_hello hello;
    carom_judge_result *at; // one for each case
    carom_judge_fault fault[CAROM_JUDGE_FAULTS];
    int fault_count;
    size_t questions, asked; // number of all questions, and of the questions sent
    bool stopped, over;      // ended by *stop; ended because of faults
} carom_judge_run;

// Runs all cases. Returns false if there is no handshake or not enough memory, and explains it in `words`. Results so
// far are in `run`; free it in any case.
bool carom_judge_go(carom_judge_run *run, char *words, size_t size);
void carom_judge_run_free(carom_judge_run *run);

#endif
