#include "cli/lookup/answer.h"

#include "cli/exit.h"
#include "cli/print/json.h"
#include "cli/print/shell.h"

void carom_json_answer(json_t *value) {
    carom_json_print(stdout, value);
    putchar('\n');
    json_decref(value);
}

void carom_answer_take(const carom_problem *problem, carom_status status, carom_answer *answer) {
    answer->status = status;
    answer->refusal = (carom_error){.status = status};
    if (!carom_answer_stands(answer))
        carom_complain_of(&answer->refusal, status, problem->law, &problem->contact, &problem->params,
                          &answer->outcome);
}

bool carom_answer_whole(carom_problem *problem, carom_answer *answer) {
    if (carom_problem_whole(problem, &answer->refusal)) return true;
    carom_in_shell(&answer->refusal);
    answer->status = CAROM_BAD_VALUE;
    return false;
}

void carom_answer_problem(carom_problem *problem, carom_answer *answer) {
    if (!carom_answer_whole(problem, answer)) return;
    carom_answer_take(problem, carom_collide(problem->law, &problem->contact, &problem->params, &answer->outcome),
                      answer);
}

int carom_status_exit(carom_status status, bool admissible, bool strict) {
    switch (carom_status_classify(status)) {
    case CAROM_CLASS_BAD_INPUT:
    case CAROM_CLASS_ENVIRONMENT: return CAROM_EXIT_INPUT; // the problem does not fit into memory
    case CAROM_CLASS_NUMERICAL: return CAROM_EXIT_NUMERICAL;
    case CAROM_CLASS_NO_ANSWER: return strict ? CAROM_EXIT_INADMISSIBLE : CAROM_EXIT_FINE;
    case CAROM_CLASS_OK: break;
    }
    return strict && !admissible ? CAROM_EXIT_INADMISSIBLE : CAROM_EXIT_FINE;
}

int carom_answer_exit(const carom_answer *answer, bool strict) {
    const bool idle = answer->status == CAROM_NO_IMPACT;
    return carom_status_exit(answer->status, !idle && !answer->outcome.violations, strict);
}

// Orders exit codes by how serious they are: inadmissible < numerical failure < bad input < I/O.
static int gravity(int exit) {
    static const int order[] = {[CAROM_EXIT_FINE] = 0,  [CAROM_EXIT_INADMISSIBLE] = 1, [CAROM_EXIT_NUMERICAL] = 2,
                                [CAROM_EXIT_INPUT] = 3, [CAROM_EXIT_USAGE] = 4,        [CAROM_EXIT_IO] = 5};
    return order[exit];
}

int carom_graver_exit(int a, int b) {
    return gravity(a) > gravity(b) ? a : b;
}
