#include "cli/lookup/answer.h"

#include "carom/systems.h"
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

// Writes the error of a system. There is no --allow for several contacts.
static void complain(const carom_problem *p, carom_answer *a) {
    const carom_law *law = p->law;
    carom_error refusal;
    carom_system_error(a->status, law, &p->system, &p->settings, &a->system, &refusal);
    if (refusal.hint == CAROM_HINT_ALLOW) refusal.hint = CAROM_HINT_NONE;
    carom_complain(&a->refusal, &refusal);
    if (a->status == CAROM_MODULE_MISSING && !(law->system && carom_system_needs(law) & CAROM_NEEDS_SINGLE))
        carom_refuse(&a->refusal, a->status, "contacts in %s need the module \"%s\", which %s",
                     p->system.dim == 2 ? "2D" : "3D", law->module,
                     law->system && law->system->solve ? "cannot be loaded: install it, or give it more memory"
                                                       : "this build does not have");
}

void carom_answer_problem(carom_problem *problem, carom_answer *answer) {
    if (problem->system.nc) {
        if (carom_system_answer(problem, answer) && !carom_answer_stands(answer)) complain(problem, answer);
        return;
    }
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

int carom_system_exit(const carom_problem *p, const carom_answer *a, bool strict) {
    return carom_status_exit(a->status, !carom_system_separates(&p->system) && !a->system.violations, strict);
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
